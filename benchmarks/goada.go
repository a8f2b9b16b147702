//go:build goada

package main

import "github.com/ada-url/goada"

// goada is ada in C++, called by cgo. README.md says how to build it.
func init() {
	peers = append(peers, peerPackage{
		"goada", parseGoada,
		"github.com/ada-url/goada", "u, err := url.New(os.Args[1]); href := u.Href()",
	})
}

func parseGoada(ref, base string) (string, bool) {
	u, err := goada.New(ref)
	if base != "" {
		u, err = goada.NewWithBase(ref, base)
	}
	if err != nil {
		return "", false
	}
	return u.Href(), true
}

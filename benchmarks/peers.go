package main

import (
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"github.com/weburl-go/url"
)

// A peerPackage is a package that parses URLs.
type peerPackage struct {
	name  string
	parse func(ref, base string) (href string, ok bool) // base is "" if there is none

	// A program that only parses imports path and has this statement, which sets href and err.
	path, program string
}

// peers are the packages of the table that -peers prints. goada.go adds another one.
var peers = []peerPackage{
	{
		"this package", parseThis,
		"github.com/weburl-go/url", "u, err := url.Parse(os.Args[1]); href := u.Href()",
	},
	{
		"net/url", parseNet,
		"net/url", "u, err := url.Parse(os.Args[1]); href := u.String()",
	},
	{
		"nlnwa", parseNlnwa,
		"github.com/nlnwa/whatwg-url/url", "u, err := url.Parse(os.Args[1]); href := u.Href(false)",
	},
}

func parseThis(ref, base string) (string, bool) {
	u, err := url.Parse(ref)
	if base != "" {
		u, err = url.ParseWithBase(ref, base)
	}
	return u.Href(), err == nil
}

// parseNet counts a relative reference as a failure, as the standard does.
func parseNet(ref, base string) (string, bool) {
	u, err := neturl.Parse(ref)
	if base != "" {
		var b *neturl.URL
		if b, err = neturl.Parse(base); err == nil {
			u, err = b.Parse(ref)
		}
	}
	if err != nil || !u.IsAbs() {
		return "", false
	}
	return u.String(), true
}

func parseNlnwa(ref, base string) (string, bool) {
	u, err := nlnwa.Parse(ref)
	if base != "" {
		u, err = nlnwa.ParseRef(base, ref)
	}
	if err != nil {
		return "", false
	}
	return u.Href(false), true
}

// printPeers writes a table in Markdown. It shows how many vectors of web-platform-tests each package gets right, the
// time and the allocations for parsing one of the urls and reading its href, and the size of a program that does only
// that.
func printPeers(w io.Writer, urls []string, rounds int) error {
	vectors, domains, err := readPeerVectors(os.Getenv("WPT_DIR"))
	if err != nil {
		return fmt.Errorf("WPT_DIR must name web-platform-tests' url/resources: %w", err)
	}
	rows := [][]string{{""}, {"correct URLs"}, {"correct domains"}, {"ns per URL"}, {"× net/url"}, {"allocations"}, {"program"}}
	add := func(row int, format string, args ...any) { rows[row] = append(rows[row], fmt.Sprintf(format, args...)) }
	times := peerTimes(urls, rounds)
	for p, peer := range peers {
		add(0, "%s", peer.name)
		for i, list := range [][]peerVector{vectors, domains} {
			right := 0
			for _, v := range list {
				if v.holds(peer) {
					right++
				}
			}
			add(1+i, "%d of %d", right, len(list))
		}
		add(3, "%.0f", times.time(p))
		add(4, "%.2f", times.ratio(p))
		add(5, "%.1f", times.allocs[p])
		size, err := programSize(peer)
		if err != nil {
			return fmt.Errorf("a program with %s: %w", peer.name, err)
		}
		add(6, "%s", size)
	}
	_, err = io.WriteString(w, markdown(rows))
	return err
}

// peerTimes measures how long the peers take to parse one of the urls and to read its href.
func peerTimes(urls []string, rounds int) *result {
	all := operation{name: "parse and read the href", n: len(urls)}
	for _, peer := range peers {
		all.passes = append(all.passes, func() {
			for _, s := range urls {
				if href, ok := peer.parse(s, ""); ok {
					KeptString = href
				}
			}
		})
	}
	return &measure([]operation{all}, rounds)[0]
}

// A peerVector is an input of web-platform-tests and its href, which is nil if the input does not parse.
type peerVector struct {
	Input, Base string
	Href        *string
}

// holds reports whether a package parses the input as the vector says.
func (v peerVector) holds(p peerPackage) bool {
	href, ok := p.parse(v.Input, v.Base)
	return ok == (v.Href != nil) && (!ok || href == *v.Href)
}

// readPeerVectors reads the vectors in dir: URLs, and domains in Unicode.
func readPeerVectors(dir string) (urls, domains []peerVector, err error) {
	err = eachVector(filepath.Join(dir, "urltestdata.json"), func(v peerVector) { urls = append(urls, v) })
	type domain struct {
		Input  string
		Output *string
	}
	for _, file := range []string{"IdnaTestV2.json", "IdnaTestV2-removed.json", "toascii.json"} {
		err = errors.Join(err, eachVector(filepath.Join(dir, file), func(v domain) {
			if v.Input == "" {
				return // tests ToASCII alone
			}
			u := peerVector{Input: "https://" + v.Input + "/x"}
			if v.Output != nil {
				u.Href = new("https://" + *v.Output + "/x")
			}
			domains = append(domains, u)
		}))
	}
	return urls, domains, err
}

// eachVector calls f for each vector in a file. A string in the list is a comment.
func eachVector[T any](file string, f func(T)) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, one := range list {
		var v T
		if one[0] == '"' {
			continue
		}
		if err := json.Unmarshal(one, &v); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		f(v)
	}
	return nil
}

// programSize returns the size in MB of a stripped program that parses its argument and prints the href, and how it is
// linked on Linux.
func programSize(p peerPackage) (string, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	main := fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n\n\turl %q\n)\n\n"+
		"func main() {\n\t%s\n\tif err != nil {\n\t\tos.Exit(1)\n\t}\n\tos.Stdout.WriteString(href)\n}\n", p.path, p.program)
	if err := os.WriteFile(source, []byte(main), 0o644); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, source)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	size := fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)
	file, err := elf.Open(program)
	if err != nil {
		return size, nil // another system
	}
	defer file.Close()
	libraries, err := file.ImportedLibraries()
	if err == nil && len(libraries) > 0 {
		size += ", dynamic"
	}
	return size, err
}

// Package link has no code. files.txt lists Unicode's data and tests of UTS #58, which "go generate" brings.
package link

//go:generate go run github.com/weburl-go/url/internal/vectorfiles

// Package psl has no code. files.txt lists the public suffix list and its test, which "go generate" brings.
package psl

//go:generate go run github.com/weburl-go/url/internal/vectorfiles

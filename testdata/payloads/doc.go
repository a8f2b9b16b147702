// Package payloads has no code. files.txt lists published payloads of open redirects, which "go generate" brings.
package payloads

//go:generate go run github.com/weburl-go/url/internal/vectorfiles

// Package payloads has no code. files.txt lists published payloads of open redirects, and test vectors of data: URLs and media
// types. "go generate" brings them.
package payloads

//go:generate go run github.com/weburl-go/url/internal/vectorfiles

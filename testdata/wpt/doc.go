// Package wpt has no code. README.md says which files of web-platform-tests belong here.
package wpt

//go:generate go run github.com/weburl-go/url/internal/vectorfiles

// Package cookbook contains the recipes of [COOKBOOK.md] as runnable examples, and the examples that [MIGRATING.md] links to. It
// exports nothing.
//
// [COOKBOOK.md]: https://github.com/weburl-go/url/blob/main/COOKBOOK.md
// [MIGRATING.md]: https://github.com/weburl-go/url/blob/main/MIGRATING.md
package cookbook

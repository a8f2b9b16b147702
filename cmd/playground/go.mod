module github.com/weburl-go/url/cmd/playground

go 1.26.0

replace github.com/weburl-go/url => ../../

require (
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.22.1
	github.com/weburl-go/url v0.0.0
	golang.org/x/net v0.62.0
	golang.org/x/text v0.43.0
)

require github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect

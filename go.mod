module github.com/weburl-go/url

go 1.26.0

require (
	golang.org/x/net v0.57.0
	golang.org/x/text v0.42.0
)

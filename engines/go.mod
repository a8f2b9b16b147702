module github.com/weburl-go/url/engines

go 1.26.0

replace github.com/weburl-go/url => ../

require github.com/weburl-go/url v0.0.0

require (
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

module example.com/testdata

go 1.26.0

require (
	github.com v0.0.0
	github.com/weburl-go/url v0.0.0
)

require (
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace (
	github.com => ./stubs
	github.com/weburl-go/url => ../..
)

module github.com/weburl-go/url/vet/golangci

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/weburl-go/url/vet v1.0.0-rc.1
	golang.org/x/tools v0.52.0
)

replace github.com/weburl-go/url/vet => ../

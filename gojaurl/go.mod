module github.com/weburl-go/url/gojaurl

go 1.26.0

replace github.com/weburl-go/url => ../

require (
	github.com/dop251/goja v0.0.0-20260917113740-793a2a65c13b
	github.com/dop251/goja_nodejs v0.0.0-20260212111938-1f56ff5bcf14
	github.com/grafana/sobek v0.0.0-20260429085637-a66d4790012b
	github.com/weburl-go/url v1.0.0-rc.1
)

require (
	github.com/dlclark/regexp2 v1.12.0 // indirect
	github.com/dlclark/regexp2/v2 v2.5.2 // indirect
	github.com/go-sourcemap/sourcemap v2.1.4+incompatible // indirect
	github.com/google/pprof v0.0.0-20240727154555-813a5fbdbec8 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)

module example.com/testdata

go 1.26.0

require (
	github.com/chromedp/chromedp v0.0.0
	github.com/gin-gonic/gin v0.0.0
	github.com/valyala/fasthttp v0.0.0
	github.com/weburl-go/url v0.0.0
)

require (
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace (
	github.com/chromedp/chromedp => ./stubs/chromedp
	github.com/gin-gonic/gin => ./stubs/gin
	github.com/valyala/fasthttp => ./stubs/fasthttp
	github.com/weburl-go/url => ../..
)

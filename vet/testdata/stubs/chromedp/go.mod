module github.com/chromedp/chromedp

go 1.26.0

// Package chromedp has the names of github.com/chromedp/chromedp that the test data uses.
package chromedp

import "context"

type Action interface{}

func Navigate(url string) Action                       { return nil }
func Run(ctx context.Context, actions ...Action) error { return nil }

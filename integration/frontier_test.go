package integration

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
)

// The frontier of a crawl contains the pages that are still to be visited, each page once. It visits the servers in
// turn, and reads the robots.txt of each first. It is written as JSON, and continues from there after a restart.

type frontier struct {
	Seen    map[url.URL]bool
	Waiting map[url.Origin][]url.URL
	Turn    []url.Origin // those with waiting URLs
}

func (f *frontier) add(u url.URL) {
	if !u.IsHTTP() {
		return
	}
	origin := u.Origin()
	robots := url.MustParse(origin.String() + "/robots.txt") // u.Parse would keep u's credentials
	for _, u := range []url.URL{robots, u.WithoutFragment()} {
		if f.Seen[u] {
			continue
		}
		f.Seen[u] = true
		if len(f.Waiting[origin]) == 0 {
			f.Turn = append(f.Turn, origin)
		}
		f.Waiting[origin] = append(f.Waiting[origin], u)
	}
}

// next returns the zero URL if nothing is left.
func (f *frontier) next() (u url.URL) {
	if len(f.Turn) == 0 {
		return u
	}
	origin := f.Turn[0]
	f.Turn = f.Turn[1:]
	waiting := f.Waiting[origin]
	if len(waiting) == 1 {
		delete(f.Waiting, origin)
	} else {
		f.Waiting[origin] = waiting[1:]
		f.Turn = append(f.Turn, origin)
	}
	return waiting[0]
}

func TestFrontier(t *testing.T) {
	f := &frontier{map[url.URL]bool{}, map[url.Origin][]url.URL{}, nil}
	page := url.MustParse("https://example.com/a/b")
	links := []string{
		"", "#top", "/a/./b#end", "HTTPS://EXAMPLE.COM:443/a/b", // one page
		"http:c", "http://example.com", `\robots.txt`, "//user@example.com:8080/d", "mailto:a@example.com", "?", "/a/%62", "?ü",
	}
	want := []string{
		"https://example.com/robots.txt", "http://c/robots.txt", "http://example.com/robots.txt", "https://example.com:8080/robots.txt",
		"https://example.com/a/b", "http://c/", "http://example.com/", "https://user@example.com:8080/d",
		"https://example.com/a/b?", "https://example.com/a/%62", "https://example.com/a/b?%C3%BC",
	}
	for _, link := range links {
		u, err := page.Parse(link)
		if err != nil {
			t.Errorf("%q: %v", link, err)
		}
		f.add(u)
	}
	var visited []string
	for u := f.next(); !u.IsZero(); u = f.next() {
		visited = append(visited, u.Href())
		saved, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		f = new(frontier)
		if err := json.Unmarshal(saved, f); err != nil {
			t.Fatalf("%s: %v", saved, err)
		}
		f.add(page) // seen, also after a restart
	}
	if !slices.Equal(visited, want) {
		t.Errorf("visited %q, want %q", visited, want)
	}
	for _, saved := range []string{`{"Seen": {"/a": true}}`, `{"Waiting": {"https://h/a": []}}`, `{"Waiting": {"https://h": ["https://h:a"]}}`} {
		if err := json.Unmarshal([]byte(saved), new(frontier)); err == nil || !strings.Contains(err.Error(), "url: ") {
			t.Errorf("%s: error %v", saved, err)
		}
	}
}

package integration

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/urlpattern"
)

// A hub for events: publishers name a topic, and subscribers give patterns for topics. Both may be relative to the hub's
// URL. One parser reads topics and patterns, so a topic cannot pass a check and then match as another one.

type hub struct {
	base        url.URL
	publishable *urlpattern.List // from the configuration
	subscribers map[string][]*urlpattern.Pattern
}

var (
	errReserved       = errors.New("the topic belongs to the hub")
	errNotPublishable = errors.New("nobody may publish the topic")
)

func newHub(base url.URL, publishable ...string) (*hub, error) {
	patterns := make([]*urlpattern.Pattern, len(publishable))
	for i, s := range publishable {
		var err error
		if patterns[i], err = urlpattern.New(s, urlpattern.Options{BaseURL: base.Href()}); err != nil {
			return nil, fmt.Errorf("publishable topic %d: %w", i, err)
		}
	}
	return &hub{base, urlpattern.NewList(patterns...), map[string][]*urlpattern.Pattern{}}, nil
}

func (h *hub) subscribe(name, pattern string) error {
	if len(pattern) > 4096 {
		return errors.New("the pattern is longer than 4096 bytes")
	}
	p, err := urlpattern.New(pattern, urlpattern.Options{RefuseRegExps: true, BaseURL: h.base.Href()}) // a stranger wrote it
	if err == nil {
		h.subscribers[name] = append(h.subscribers[name], p)
	}
	return err
}

// publish returns the names of those who get the event.
func (h *hub) publish(topic string) (names []string, err error) {
	u, err := h.base.Parse(topic)
	if err != nil {
		return nil, err
	}
	if isReserved(u) {
		return nil, errReserved
	}
	if _, ok := h.publishable.First(u); !ok {
		return nil, errNotPublishable
	}
	for name, patterns := range h.subscribers {
		if slices.ContainsFunc(patterns, func(p *urlpattern.Pattern) bool { return p.Test(u) }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// isReserved reports whether the path is /.well-known/hub or below it. Each segment is decoded by itself, so "%2F" does
// not end one.
func isReserved(u url.URL) bool {
	reserved := []string{".well-known", "hub"}
	for segment := range u.PathSegments() {
		if len(reserved) == 0 {
			return true
		}
		if url.PercentDecode(segment) != reserved[0] {
			return false
		}
		reserved = reserved[1:]
	}
	return len(reserved) == 0
}

func TestHub(t *testing.T) {
	h, err := newHub(url.MustParse("https://hub.example/.well-known/hub"), "/*", "https://*.example/news/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range [][2]string{
		{"ann", "/books/:id"}, {"ann", "https://*.example/news/:year/*"},
		{"ben", "/books/7"}, {"ben", "/users/ben{/*}?"},
		{"eve", "*"},
	} {
		if err := h.subscribe(s[0], s[1]); err != nil {
			t.Fatalf("%s subscribes to %q: %v", s[0], s[1], err)
		}
	}
	for topic, want := range map[string]string{
		"/books/7":                                "[ann ben] <nil>",
		"https://HUB.example:443/books/7#top":     "[ann ben] <nil>",
		"../books/8?edition=2":                    "[ann] <nil>",
		`\books\7`:                                "[ann ben] <nil>",
		"/x/%2e%2e/books/7":                       "[ann ben] <nil>",
		"/books/%37":                              "[ann] <nil>", // another URL: ben's pattern is fixed text
		"/books/7/":                               "[] <nil>",
		"/users/ben":                              "[ben] <nil>",
		"/users/ben/mail":                         "[ben] <nil>",
		"/users/benedict":                         "[] <nil>",
		"https://paper.example/news/2026/11/a":    "[ann] <nil>",
		"https://paper.example/news/2026":         "[] <nil>",
		"https://paper.example/books/7":           "[] nobody may publish the topic",
		"http://hub.example/books/7":              "[] nobody may publish the topic",
		"//evil.example.com/news/2026/a":          "[] nobody may publish the topic",
		"https://evil.test/.example/news/2026/a":  "[] nobody may publish the topic",
		"":                                        "[] the topic belongs to the hub",
		"hub/subscriptions/1":                     "[] the topic belongs to the hub",
		`\.WELL-KNOWN\..\.well-known\hub`:         "[] the topic belongs to the hub",
		"https://other.example/.well-known/%68ub": "[] the topic belongs to the hub",
		"/.well-known/hubs":                       "[eve] <nil>",
		"/.well-known%2Fhub":                      "[] <nil>",
	} {
		names, err := h.publish(topic)
		if got := fmt.Sprint(names, " ", err); got != want {
			t.Errorf("%q: %s, want %s", topic, got, want)
		}
	}
}

func TestHubRefusesPatterns(t *testing.T) {
	h, err := newHub(url.MustParse("https://hub.example/.well-known/hub"))
	if err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]error{
		`/books/(\d+)`:             urlpattern.ErrUnsupportedRegExp,
		"/:a/:a":                   urlpattern.ErrDuplicateName,
		"https://:s3cret@h/{":      urlpattern.ErrSyntax,
		"https://user:s3cret@h h/": url.ErrDomainToASCII,
	} {
		err := h.subscribe("mallory", pattern)
		if !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", pattern, err, want)
		} else if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: the error shows a password: %v", pattern, err)
		}
	}
	if len(h.subscribers) != 0 {
		t.Errorf("there are subscribers: %v", h.subscribers)
	}
}

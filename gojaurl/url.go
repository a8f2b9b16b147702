package gojaurl

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/weburl-go/url"
)

// A urlObject is the Go value of a URL object.
type urlObject struct {
	slot
	url    url.URL
	params *goja.Object // what searchParams returned
}

// newURLClass implements https://url.spec.whatwg.org/#url-class.
func newURLClass(r *realm) *class {
	required := []string{"url"}
	c := r.newClass("URL", required, func(a arguments) func() instance {
		ref := referenceIn(a)
		return func() instance {
			u, err := ref.parse()
			if err != nil {
				panic(r.invalidURL(ref, err))
			}
			return &urlObject{url: u}
		}
	})
	c.static("canParse", required, func(a arguments) goja.Value { return r.vm.ToValue(referenceIn(a).canParse()) })
	c.static("parse", required, func(a arguments) goja.Value {
		u, err := referenceIn(a).parse()
		if err != nil {
			return goja.Null()
		}
		return c.newObject(c.prototype, &urlObject{url: u})
	})

	href := func(this *urlObject) goja.Value { return r.vm.ToValue(this.url.Href()) }
	attribute(c, "href", href, func(this *urlObject, v goja.Value) {
		text := r.usvString(v)
		if err := this.url.SetHref(text); err != nil {
			panic(r.invalidURL(reference{text: text}, err))
		}
	})
	attribute(c, "origin", func(this *urlObject) goja.Value { return r.vm.ToValue(this.url.Origin().String()) }, nil)
	for _, p := range properties {
		attribute(c, p.name,
			func(this *urlObject) goja.Value { return r.vm.ToValue(p.get(this.url)) },
			func(this *urlObject, v goja.Value) {
				_ = p.set(&this.url, r.usvString(v)) // the standard ignores what it cannot set
			})
		if p.name == "search" { // the order is that of the standard
			attribute(c, "searchParams", r.searchParamsOf, nil)
		}
	}
	method(c, "toString", nil, func(this *urlObject, _ arguments) goja.Value { return href(this) })
	method(c, "toJSON", nil, func(this *urlObject, _ arguments) goja.Value { return href(this) })
	return c
}

// properties are the attributes that can be set and never throw.
var properties = []struct {
	name string
	get  func(url.URL) string
	set  func(*url.URL, string) error
}{
	{"protocol", url.URL.Protocol, (*url.URL).SetProtocol},
	{"username", url.URL.Username, (*url.URL).SetUsername},
	{"password", url.URL.Password, (*url.URL).SetPassword},
	{"host", url.URL.Host, (*url.URL).SetHost},
	{"hostname", url.URL.Hostname, (*url.URL).SetHostname},
	{"port", url.URL.Port, (*url.URL).SetPort},
	{"pathname", url.URL.Pathname, (*url.URL).SetPathname},
	{"search", url.URL.Search, (*url.URL).SetSearch},
	{"hash", url.URL.Hash, (*url.URL).SetHash},
}

// A reference is what the arguments of the constructor hold.
type reference struct {
	text, base string
	hasBase    bool
}

func referenceIn(a arguments) reference {
	ref := reference{text: a.text(0), hasBase: a.has(1)}
	if ref.hasBase {
		ref.base = a.text(1)
	}
	return ref
}

// parse implements https://url.spec.whatwg.org/#api-url-parser.
func (ref reference) parse() (url.URL, error) {
	if !ref.hasBase {
		return url.Parse(ref.text)
	}
	base, err := url.Parse(ref.base)
	if err != nil {
		return url.URL{}, invalidBase{err}
	}
	return base.Parse(ref.text)
}

func (ref reference) canParse() bool {
	if !ref.hasBase {
		return url.CanParse(ref.text)
	}
	base, err := url.Parse(ref.base)
	return err == nil && base.CanParse(ref.text)
}

// An invalidBase is the error of a base URL.
type invalidBase struct{ error }

func (e invalidBase) Unwrap() error { return e.error }

// invalidURL returns the exception for a reference that does not parse. As in Node, it has the strings as properties. Its
// message does not show credentials.
func (r *realm) invalidURL(ref reference, err error) *goja.Object {
	message := "Invalid URL"
	if errors.As(err, new(invalidBase)) {
		message = "Invalid base URL"
	}
	var e *url.Error
	if errors.As(err, &e) {
		message += strings.TrimPrefix(e.Error(), "url: "+e.Op)
	}
	exception := r.typeError("ERR_INVALID_URL", message)
	set(exception, "input", r.vm.ToValue(ref.text))
	if ref.hasBase {
		set(exception, "base", r.vm.ToValue(ref.base))
	}
	return exception
}

// searchParamsOf returns the list of a URL object, which is always the same object.
func (r *realm) searchParamsOf(this *urlObject) goja.Value {
	if this.params == nil {
		c := r.searchParams
		this.params = c.newObject(c.prototype, &paramsObject{list: this.url.SearchParams(), url: &this.url})
	}
	return this.params
}

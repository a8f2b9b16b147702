package notes

import (
	"strconv"
	"strings"
	"testing"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/vectors"
)

// TestSpans checks that each component of a vector, parsed alone, gives what the package reads.
func TestSpans(t *testing.T) {
	checked := 0
	for _, v := range vectors.URLs(t) {
		base, _ := url.Parse(v.Base)
		u, err := url.Parser{Base: base}.Parse(strings.ToValidUTF8(v.Input, "\ufffd"))
		if err == nil {
			checkSpans(t, v.Input, base, u)
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d vectors", checked)
	}
}

// FuzzSpans checks the same for other inputs, and that the places are in order. Its seeds are all vectors.
func FuzzSpans(f *testing.F) {
	for i, v := range vectors.URLs(f) { // TestPlacesOfVectors has all
		if i%40 == 0 {
			f.Add(v.Input, v.Base)
		}
	}
	f.Fuzz(checkPlaces)
}

func TestPlacesOfVectors(t *testing.T) {
	for _, v := range vectors.URLs(t) {
		checkPlaces(t, v.Input, v.Base)
	}
}

// checkPlaces checks that the places of input are in order, and that they are those of the URL.
func checkPlaces(t *testing.T, input, baseURL string) {
	input = strings.ToValidUTF8(input, "\ufffd")
	base, err := url.Parse(baseURL)
	if err != nil {
		base = url.URL{}
	}
	end := 0
	for _, span := range Spans(input, base) {
		if span.From < end || span.To <= span.From || span.To > len(input) {
			t.Fatalf("%q: %+v after byte %d", input, span, end)
		}
		end = span.To
	}
	if u, err := (url.Parser{Base: base}).Parse(input); err == nil {
		checkSpans(t, input, base, u)
	}
}

func checkSpans(t *testing.T, input string, base, u url.URL) {
	t.Helper()
	spans := Spans(input, base)
	text := func(name string) string { return TextOf(input, spans, name) }
	check := func(name, got string) {
		if want := component(u, name); text(name) != "" && got != want {
			t.Errorf("%q with base %q: the %s is %q, which is %q alone, want %q", input, base.Href(), name, text(name), got, want)
		}
	}
	check("scheme", strings.ToLower(text("scheme")))
	check("username", url.PercentEncode(text("username"), url.UserinfoPercentEncodeSet))
	check("password", url.PercentEncode(text("password"), url.UserinfoPercentEncodeSet))
	check("host", hostAlone(text("host"), u))
	check("port", portAlone(text("port"), u))
	set := url.QueryPercentEncodeSet
	if u.IsSpecial() {
		set = url.SpecialQueryPercentEncodeSet
	}
	check("query", url.PercentEncode(text("query"), set))
	check("fragment", url.PercentEncode(text("fragment"), url.FragmentPercentEncodeSet))
	if text("host") != "" {
		check("path", pathAlone(u.Protocol()+"//h", text("path")+"#")) // without "#", a space at the end would be ignored
	} else if u.HasOpaquePath() {
		check("path", pathAlone(u.Protocol(), text("path")+"#"))
	}
	for _, name := range []string{"scheme", "username", "password", "host", "port", "path", "query", "fragment"} {
		isImplied := name == "path" && u.Pathname() == "/"
		if got := component(u, name); base.IsZero() && got != "" && text(name) == "" && !isImplied {
			t.Errorf("%q has the %s %q, but no place for it", input, name, got)
		}
	}
}

func component(u url.URL, name string) string {
	switch name {
	case "scheme":
		return u.Scheme()
	case "username":
		return u.Username()
	case "password":
		return u.Password()
	case "host":
		return u.Hostname()
	case "port":
		return u.Port()
	case "path":
		return u.Pathname()
	case "query":
		q, _ := u.Query()
		return q
	}
	f, _ := u.Fragment()
	return f
}

func hostAlone(s string, u url.URL) string {
	parse := url.ParseHost
	if !u.IsSpecial() {
		parse = url.ParseOpaqueHost
	}
	h, err := parse(s)
	if err != nil {
		return err.Error()
	}
	if u.Scheme() == "file" && h.String() == "localhost" {
		return ""
	}
	return h.String()
}

func portAlone(s string, u url.URL) string {
	n, err := strconv.Atoi(s)
	if err != nil {
		return err.Error()
	}
	if port, ok := url.MustParse(u.Protocol() + "//h").EffectivePort(); ok && int(port) == n {
		return "" // the default port
	}
	return strconv.Itoa(n)
}

func pathAlone(before, path string) string {
	u, err := url.Parse(before + path)
	if err != nil {
		return err.Error()
	}
	return u.Pathname()
}

// TestSpanPlaces has the places in UTF-16 code units, with what the parser ignores.
func TestSpanPlaces(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{" https://\U0001f9ab:p@é.com:8/a?b#c ", "scheme 1-6 username 9-11 password 12-13 host 14-19 port 20-21 path 21-23 query 24-25 fragment 26-27"},
		{"ht\ttps:/\n/a\tb", "scheme 0-6 host 10-13"},
		{"mailto:a@b", "scheme 0-6 path 7-10"},
		{"http://[::1]:80", "scheme 0-4 host 7-12 port 13-15"},
		{"file:///C:/", "scheme 0-4 path 7-11"},
		{"file://C|/", "scheme 0-4 path 7-10"},
		{"no scheme#f", "fragment 10-11"},
		{"http://[::1:80/", "scheme 0-4 host 7-14 path 14-15"},
	} {
		var got []string
		for _, s := range Spans(tt.input, url.URL{}) {
			got = append(got, s.Name+" "+strconv.Itoa(s.Start)+"-"+strconv.Itoa(s.End))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.input, got, tt.want)
		}
	}
}

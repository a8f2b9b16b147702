package url

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// callers is a file of callers that let go of what they parse.
const callers = `package url

func callsParse(s string) int {
	u, err := Parse(s)
	if err != nil {
		return 0
	}
	return len(u.Hostname())
}

func callsParseOfURL(base *URL, s string) int {
	u, err := base.Parse(s)
	if err != nil {
		return 0
	}
	return len(u.Hostname())
}

func callsPathSegments(u URL) (n int) {
	for segment := range u.PathSegments() {
		n += len(segment)
	}
	return n
}

func callsSearchParams(u URL) string { return u.SearchParams().Get("q") }
`

// decisions returns what the compiler says of the package when callers is part of it.
func decisions(t *testing.T) string {
	t.Helper()
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("this test asks the compiler, and there is no go command")
	}
	source := filepath.Join(t.TempDir(), "callers.go")
	place, err := filepath.Abs("callers.go")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {place: source}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(t.TempDir(), "overlay.json")
	for name, data := range map[string][]byte{source: []byte(callers), overlayFile: overlay} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(goCommand, "build", "-gcflags=-m", "-overlay", overlayFile, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return string(out)
}

// TestInlining makes sure that small functions stay small enough for the compiler to inline. For Parse it
// decides whether a URL is allocated, and it is at the limit.
func TestInlining(t *testing.T) {
	out := decisions(t)
	inlinable := make(map[string]bool)
	for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllStringSubmatch(out, -1) {
		inlinable[match[1]] = true
	}
	for _, name := range []string{
		"Parse", "(*URL).Parse", "(*URL).SearchParams",
		"URL.Href", "URL.Protocol", "URL.Username", "URL.Password", "URL.Host", "URL.Hostname", "URL.Port",
		"URL.Pathname", "URL.Search", "URL.Hash",
		"URL.Scheme", "URL.Query", "URL.Fragment", "URL.PortNumber", "URL.EffectivePort", "URL.PathSegments",
		"URL.IsSpecial", "URL.HasOpaquePath", "URL.IncludesCredentials", "URL.IsZero",
		"URL.Equal", "URL.EqualExcludingFragments",
		"URL.String", "URL.Redacted", "URL.AppendText", "URL.MarshalText",
		"(*URL).hasHost", "(*URL).hasPort", "(*URL).cannotHaveCredentialsOrPort",
		"Host.String", "Host.Kind",
		"Origin.IsOpaque", "Origin.Scheme", "Origin.Host", "Origin.Port", "Origin.String", "Origin.SameOrigin",
		"PercentEncodeSet.Contains",
		"(*componentClasses).of", "scheme.special", "isPercentEncodedByte", "isTabOrNewline", "isASCIIAlpha",
	} {
		if !inlinable[name] {
			t.Errorf("%s is no longer inlinable", name)
		}
	}
}

// TestCallersDoNotAllocate makes sure that what the callers let go of stays on the stack.
func TestCallersDoNotAllocate(t *testing.T) {
	var out []string
	for line := range strings.Lines(decisions(t)) {
		if _, decision, ok := strings.Cut(line, "callers.go:"); ok {
			out = append(out, decision)
		}
	}
	ofCallers := strings.Join(out, "")
	for _, want := range []string{
		"inlining call to Parse",
		"inlining call to (*URL).Parse",
		"inlining call to URL.PathSegments",
		"inlining call to (*URL).SearchParams",
	} {
		if !strings.Contains(ofCallers, want) {
			t.Errorf("the compiler does not say %q", want)
		}
	}
	if n := strings.Count(ofCallers, "new(URL) does not escape"); n != 2 {
		t.Errorf("of 2 URLs %d do not escape", n)
	}
	for _, bad := range []string{"escapes to heap", "moved to heap"} {
		if strings.Contains(ofCallers, bad) {
			t.Errorf("something %s:\n%s", bad, ofCallers)
		}
	}
}

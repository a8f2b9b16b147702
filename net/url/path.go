package url

import (
	"strings"

	weburl "github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
)

// plainBytes are those that browsers and net/url write as they are, wherever they stand after a host.
var plainBytes = func() (plain [256]bool) {
	for b := range plain {
		plain[b] = infra.IsASCIIAlphanumeric(byte(b)) || strings.IndexByte("-._~!$&()*+,;=:@/?[]", byte(b)) >= 0
	}
	return plain
}()

// isPlain reports whether browsers and net/url write s as it is, wherever it stands after a host. s may have a query and a
// fragment.
func isPlain(s string) bool {
	hasFragment := false
	for i := range len(s) {
		switch b := s[i]; {
		case plainBytes[b]:
		case b == '%' && isEncodedByte(s[i:]):
		case b == '#' && !hasFragment:
			hasFragment = true
		default:
			return false
		}
	}
	return true
}

// isEncodedByte reports whether s begins with a percent-encoded byte.
func isEncodedByte(s string) bool {
	_, ok := infra.PercentEncodedByte(s)
	return ok
}

// joinPath appends elements to the path of u as net/url does, but a "%2F" stays encoded if its slash would begin a host.
func joinPath(u *URL, elem []string) *URL {
	joined := u.JoinPath(elem...)
	noHost := u.Host == "" && (u.Scheme == "" || u.OmitHost)
	if noHost && strings.HasPrefix(joined.EscapedPath(), "//") && (u.Scheme == "" || infra.IsSpecialScheme(u.Scheme)) {
		// net/url ignores a RawPath with bytes to encode, and encodes Path instead, in which a "%2F" is decoded.
		path := weburl.PercentEncode(joined.RawPath, weburl.PathPercentEncodeSet)
		joined.RawPath = strings.NewReplacer(`\`, "%5C", "|", "%7C").Replace(path)
	}
	return joined
}

// pathOf returns what is before the query and the fragment of s.
func pathOf(s string) string {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		return s[:i]
	}
	return s
}

// hasSegment reports whether match returns true for a segment of the path of s.
func hasSegment(s string, match func(segment string) bool) bool {
	for segment := range strings.SplitSeq(pathOf(s), "/") {
		if match(segment) {
			return true
		}
	}
	return false
}

func isDots(segment string) bool { return dotsOf(segment) != "" }

// isEncodedDots reports whether segment is a dot segment that is not written in dots.
func isEncodedDots(segment string) bool { return isDots(segment) && dotsOf(segment) != segment }

// dotsOf returns the dots that a dot segment stands for, and "" for other segments.
// https://url.spec.whatwg.org/#single-dot-path-segment
func dotsOf(segment string) string {
	if len(segment) > len("%2e%2e") {
		return ""
	}
	switch strings.ToLower(segment) {
	case ".", "%2e":
		return "."
	case "..", ".%2e", "%2e.", "%2e%2e":
		return ".."
	}
	return ""
}

// encodePath returns a path that does not begin with a slash as browsers and net/url write it, with its dot segments.
func encodePath(path string) string {
	var out strings.Builder
	out.Grow(len(path) + 2*len("%20"))
	path = infra.ToScalarValues(path)
	for {
		end := strings.IndexAny(path, `/\`)
		if end < 0 {
			writeSegment(&out, path)
			return out.String()
		}
		writeSegment(&out, path[:end])
		out.WriteByte('/')
		path = path[end+1:]
	}
}

func writeSegment(out *strings.Builder, segment string) {
	if isDots(segment) {
		segment = dotsOf(segment)
	}
	for i := range len(segment) {
		switch b := segment[i]; {
		case b == '%' && !isEncodedByte(segment[i:]):
			out.WriteString("%25")
		case b == '|' || weburl.PathPercentEncodeSet.Contains(rune(b)):
			const upperHex = "0123456789ABCDEF"
			out.Write([]byte{'%', upperHex[b>>4], upperHex[b&0xF]})
		default:
			out.WriteByte(b)
		}
	}
}

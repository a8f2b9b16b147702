package url

import (
	"database/sql/driver"
	"strings"
)

// Origin is the unit of the web's security model: documents with the same origin trust each other. An origin is either
// opaque or a tuple of a scheme, a host and a port. To decide whether to trust an origin, use [Origin.SameOrigin].
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
//
// Origin is comparable. The zero Origin is opaque. Two opaque origins compare equal with ==, but SameOrigin reports
// false for them, because the value does not identify a particular opaque origin.
type Origin struct {
	// A tuple origin is its serialization and the position of the host in that:
	//
	//	https://example.com:8080
	//	        |          |
	//	        |          hostEnd
	//	        hostStart
	//
	// The other fields follow from the serialization, so two tuple origins are equal if their serializations are.
	serialized string
	hostStart  uint32
	hostEnd    uint32
	port       uint16 // also 0 if it is null
	special    bool   // the scheme is special, so the host is not opaque
}

// Origin returns the origin of the URL. It is a tuple origin if the scheme is special, but not file. The origin of a
// blob: URL is the origin of the http: or https: URL inside it. All other origins are opaque.
// https://url.spec.whatwg.org/#concept-url-origin
func (u URL) Origin() Origin {
	if u.scheme.hasServer() {
		return u.tupleOrigin()
	}
	if u.Protocol() != "blob:" {
		return Origin{}
	}
	var inner URL
	if inner.assign(opParse, u.Pathname(), nil) != nil || inner.scheme != schemeHTTP && inner.scheme != schemeHTTPS {
		return Origin{} // the standard also allows file: inside, but the origin of that is opaque
	}
	return inner.tupleOrigin()
}

// OriginWith is like [URL.Origin], but for programs that maintain a blob URL store. For a blob: URL, it calls resolve
// with the URL without its fragment. https://url.spec.whatwg.org/#concept-url-origin
//
// The resolve function returns the origin of the environment that created the blob, or false if the store has no entry
// for the URL. A nil resolve means that there is no store.
func (u URL) OriginWith(resolve func(u URL) (Origin, bool)) Origin {
	if resolve != nil && u.Protocol() == "blob:" {
		if origin, ok := resolve(u.WithoutFragment()); ok {
			return origin
		}
	}
	return u.Origin()
}

// tupleOrigin returns the origin that consists of the scheme, host and port of u, which has a host.
func (u *URL) tupleOrigin() Origin {
	start := u.schemeEnd + uint32(len("//"))
	o := Origin{
		hostStart: start,
		hostEnd:   start + u.hostEnd - u.hostStart,
		port:      u.port,
		special:   u.scheme.special(),
	}
	if u.hostStart == start {
		o.serialized = u.href[:u.pathStart]
	} else {
		o.serialized = u.href[:start] + u.href[u.hostStart:u.pathStart]
	}
	return o
}

// ParseSameOrigin is like [URL.Parse], but fails if the result has a different origin from u. Use it for redirect
// targets, such as a login page's "next" parameter. Redirect to the result's [URL.Href] or [URL.RelativeToOrigin],
// never to ref itself or the result's [URL.Pathname].
//
// Browsers interpret a ref such as "/\evil.example" as a URL on another host, and [http.Redirect] turns
// "/./\evil.example" into such a ref.
//
// If your service has no configured origin, use SameOrigin from package [github.com/weburl-go/url/redirect], which does
// all of this for the request's host.
//
// The result has the scheme, host and port of u, and no credentials. Its scheme is special, but not file. If ref leads
// to any other URL, such as one with credentials from ref or u, the error wraps [ErrCrossOrigin], with offset 0. Other
// errors are [ErrZeroURL] and those of URL.Parse. A blob: URL is rejected even if its origin matches u's, because it
// does not point to u's server.
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) ParseSameOrigin(ref string) (URL, error) {
	if err := u.checkNotZero(opParseSameOrigin, ref); err != nil {
		return URL{}, err
	}
	var v URL
	if err := v.assign(opParseSameOrigin, ref, &u); err != nil {
		return URL{}, err
	}
	if !v.scheme.hasServer() || v.scheme != u.scheme || v.Host() != u.Host() || v.IncludesCredentials() {
		return URL{}, newError(opParseSameOrigin, ref, 0, ErrCrossOrigin)
	}
	return v, nil
}

// RelativeToOrigin returns u's path, query and fragment as a relative URL string, for the Location header of a
// same-origin redirect. The result begins with exactly one "/". RelativeToOrigin returns "" if the scheme is file or
// not special.
//
// Parsing the result against any URL with the same scheme, host and port, and without credentials, yields u without its
// credentials or any omitted fragment. If the path begins with "//", RelativeToOrigin prepends "/.". It does not escape
// the result for HTML or JavaScript.
//
// You may pass the result to [http.Redirect], but not to fasthttp's RequestCtx.Redirect, which, before v1.74.0,
// treats whatever follows any "//" as a host. Because http.Redirect cleans paths, it would turn "/#/../\evil.example" into
// "/\evil.example", which leads to another host. RelativeToOrigin therefore omits the fragment if u has no query and
// the fragment contains a ".." segment before its first "?".
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) RelativeToOrigin() string {
	if !u.scheme.hasServer() {
		return ""
	}
	ref := u.href[u.pathStart:]
	if _, hasQuery := u.Query(); !hasQuery {
		fragment, _ := u.Fragment()
		cleaned, _, _ := strings.Cut(fragment, "?")
		if strings.Contains("/"+cleaned+"/", "/../") {
			ref = u.Pathname()
		}
	}
	if strings.HasPrefix(ref, "//") {
		return "/." + ref
	}
	return ref
}

// ParseOrigin parses the value of an Origin header: "null", which is opaque, or a tuple origin exactly as it is
// serialized, such as "https://example.com". For patterns with wildcards, use [ParseOriginPattern].
//
// ParseOrigin accepts any scheme except file, because browsers also send origins with schemes such as
// "chrome-extension". It even accepts "https://*.example.com", which is the origin of a host with that name.
//
// If s is a URL but not an origin, the error wraps [ErrNotOrigin], and its Offset is where s first differs from the
// URL's origin. If s is not a URL, ParseOrigin returns the error from [Parse].
func ParseOrigin(s string) (Origin, error) { return parseOrigin(opParseOrigin, s) }

// parseOrigin is [ParseOrigin] with an error that names the operation op.
func parseOrigin(op, s string) (Origin, error) {
	if s == "null" {
		return Origin{}, nil
	}
	var u URL
	if err := u.assign(op, s, nil); err != nil {
		return Origin{}, err
	}
	var o Origin
	if u.hostStart < u.hostEnd && u.scheme != schemeFile {
		o = u.tupleOrigin()
	}
	if o.serialized != s {
		return Origin{}, newError(op, s, commonPrefix(o.serialized, s), ErrNotOrigin)
	}
	o.serialized = s // instead of a part of the href, which is longer
	return o, nil
}

// IsOpaque reports whether o is an opaque origin.
func (o Origin) IsOpaque() bool { return o.serialized == "" }

// Scheme returns the scheme, or "" if o is opaque.
func (o Origin) Scheme() string {
	if o.IsOpaque() {
		return ""
	}
	return o.serialized[:o.hostStart-uint32(len("://"))]
}

// ParsedHost returns the host and reports whether there is one.
func (o Origin) ParsedHost() (host Host, ok bool) {
	return hostOf(o.serialized[o.hostStart:o.hostEnd], !o.special), !o.IsOpaque()
}

// PortNumber returns the port and reports whether it is non-null.
func (o Origin) PortNumber() (port uint16, ok bool) {
	return o.port, int(o.hostEnd) < len(o.serialized)
}

// String returns the scheme, host and port, as in "https://example.com". It returns "null" for an opaque origin.
// https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin
func (o Origin) String() string {
	if o.IsOpaque() {
		return "null"
	}
	return o.serialized
}

// SameOrigin reports whether o and p are the same tuple origin. It reports false if either is opaque, so a program that
// creates opaque origins must tell them apart itself. https://html.spec.whatwg.org/multipage/browsers.html#same-origin
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// AppendText implements [encoding.TextAppender].
func (o Origin) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText implements [encoding.TextMarshaler]. It returns what [Origin.String] returns.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets o to the result of [ParseOrigin].
func (o *Origin) UnmarshalText(text []byte) error {
	parsed, err := parseOrigin(opUnmarshalOrigin, string(text))
	if err == nil {
		*o = parsed
	}
	return err
}

// AppendBinary implements [encoding.BinaryAppender].
func (o Origin) AppendBinary(b []byte) ([]byte, error) { return o.AppendText(b) }

// MarshalBinary implements [encoding.BinaryMarshaler]. It is the same as [Origin.MarshalText].
func (o Origin) MarshalBinary() ([]byte, error) { return o.MarshalText() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It is the same as [Origin.UnmarshalText].
func (o *Origin) UnmarshalBinary(data []byte) error { return o.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns what [Origin.String] returns. An opaque origin becomes "null", not NULL.
func (o Origin) Value() (driver.Value, error) { return o.String(), nil }

// Scan implements [database/sql.Scanner]. It sets o to the result of calling [ParseOrigin] on src, a string or a
// []byte. NULL sets o to the zero Origin, which is opaque. For an empty string or a value of any other type, it returns
// an error.
func (o *Origin) Scan(src any) error {
	if src == nil {
		*o = Origin{}
		return nil
	}
	text, err := scannedText(opScanOrigin, src)
	if err != nil {
		return err
	}
	parsed, err := parseOrigin(opScanOrigin, text)
	if err == nil {
		*o = parsed
	}
	return err
}

// hostAndPort returns the host, and ":" and the port, or "" if the port is null.
func (o *Origin) hostAndPort() (host, port string) {
	return o.serialized[o.hostStart:o.hostEnd], o.serialized[o.hostEnd:]
}

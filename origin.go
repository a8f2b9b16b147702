package url

import (
	"database/sql/driver"
	"strings"
)

// Origin is the unit of the web's security model: documents with the same origin trust each other. An origin is either
// a tuple of a scheme, a host and a port, or opaque. The standard's tuple also has a domain, which is always null here.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
//
// Origin is comparable and can be a map key. The zero Origin is opaque. Any two opaque origins are equal by ==,
// but never the same origin by [Origin.SameOrigin], because the value does not show which opaque origin is meant. To
// decide whether to trust an origin, use SameOrigin.
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

// Origin returns the origin of the URL. It is a tuple origin if the scheme is special ([URL.IsSpecial]) and not file. The origin
// of blob:https://example.com/… is that of the URL inside, if its scheme is http or https. All other origins are
// opaque, including those of file: URLs. A tuple origin shares the URL's memory, unless the URL has credentials.
//
// It implements https://url.spec.whatwg.org/#concept-url-origin for a URL without a blob URL entry; see
// [URL.OriginWith].
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

// OriginWith is [URL.Origin] for a program that keeps a blob URL store. For a blob: URL, it calls resolve, which
// returns the origin of the environment that created the blob, or false if the store has no entry for the URL. resolve
// gets the URL without its fragment, because the store's keys have none. If resolve is nil, there is no store.
//
// It implements https://url.spec.whatwg.org/#concept-url-origin.
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

// ParseSameOrigin returns the URL to redirect to for a ref from an untrusted source, such as the parameter "next" of a
// login page: send the [URL.Href] or the [URL.RelativeToOrigin] of the result, never ref. Other programs may change ref,
// or read it differently: browsers read "/\evil.example" as another host, and [http.Redirect] makes that of
// "/./\evil.example". Do not send [URL.Pathname] and [URL.Search] either: a path can begin with "//". If u is
// not known from the configuration, SameOrigin of package [github.com/weburl-go/url/redirect] does all of this for the host
// of the request. It takes http for https and the reverse, and refuses an empty ref, which gives u without its fragment here.
//
// It is [URL.Parse], but returns only a URL that has u's scheme, host and port, and no credentials, and whose scheme is
// special ([URL.IsSpecial]) and not file. Otherwise the error is an [*Error] with [ErrCrossOrigin] and offset 0, or the error of
// URL.Parse, or [ErrZeroURL] if u is the zero URL. A service that does not know its own public origin can take any http: URL
// as u, and send the RelativeToOrigin of the result.
//
// It always fails if u has another scheme, such as file or blob. If u has credentials, it also fails for every ref that
// keeps them. It refuses a blob: URL even if its origin is the same, because such a URL does not lead to u's server.
// The result may share memory with u or ref.
//
// [http.Redirect]: https://pkg.go.dev/net/http#Redirect
func (u URL) ParseSameOrigin(ref string) (URL, error) {
	if err := u.refusesAll(opParseSameOrigin, ref); err != nil {
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

// RelativeToOrigin returns what to put into a Location field for a redirect to u on the same origin: the path, the
// query and the fragment as one relative URL string. It begins with exactly one "/". If the path begins with "//", "/."
// stands before it. Parsed against any URL of u's scheme, host and port, the result gives u without its credentials and,
// in the case below, its fragment. It returns "" if the scheme is file or not special. It may share u's memory.
//
// You may pass the result to [http.Redirect] of net/http, and to functions of frameworks that call it. http.Redirect cleans
// everything before the first "?" as a path, and so merges slashes: "/.//a" is sent as "/a". If u has no query, it
// cleans the fragment, too. So RelativeToOrigin leaves out the fragment of a URL without a query if it has a ".."
// segment before its first "?": "/#/../\evil.example" would be sent as "/\evil.example", which is another host.
//
// Do not give the result to the Redirect method of fasthttp's RequestCtx, which reads a host after any "//", also in a
// query. Set the Location field instead. The result is not escaped for HTML or JavaScript.
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
// serialized, "https://example.com:8080". Browsers also send tuple origins with schemes of their own, such as those of
// extensions. So ParseOrigin accepts all schemes except file, whose origins are opaque.
//
// For any other string it returns an [*Error]. If s is a URL, the error wraps [ErrNotOrigin], and its Offset is that of
// the first byte that differs from the serialization of the URL's origin. Otherwise it is the error of [Parse]. The
// origin shares s's memory.
//
// It reads every text that [Origin.String] writes. So it also accepts "https://*.example.com", the origin of a host with
// that name, which matches no other host. Use [ParseOriginPattern] for patterns.
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
	o.serialized = s // the href is longer
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

// ParsedHost returns the host, and whether there is one. An opaque origin has none. The host shares o's memory.
func (o Origin) ParsedHost() (host Host, ok bool) {
	return hostOf(o.serialized[o.hostStart:o.hostEnd], !o.special), !o.IsOpaque()
}

// PortNumber returns the port, and whether it is not null. A port that is the scheme's default is null.
func (o Origin) PortNumber() (port uint16, ok bool) {
	return o.port, int(o.hostEnd) < len(o.serialized)
}

// String returns "null" for an opaque origin. Otherwise it returns the scheme, host and port, as in
// "https://example.com:8080".
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin.
func (o Origin) String() string {
	if o.IsOpaque() {
		return "null"
	}
	return o.serialized
}

// SameOrigin reports whether o and p are the same tuple origin. It reports false if either is opaque: an opaque origin
// is the same only as itself, and the value does not show whether two opaque origins are one. A program that creates
// opaque origins, as a browser does for a sandboxed frame, must itself keep them apart.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-origin.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// AppendText appends what [Origin.String] returns to b. The error is always nil.
func (o Origin) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText returns what [Origin.String] returns. The error is always nil.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the result of [ParseOrigin]. If ParseOrigin fails, o stays as it is.
func (o *Origin) UnmarshalText(text []byte) error {
	parsed, err := ParseOrigin(string(text))
	if err == nil {
		*o = parsed
	}
	return err
}

// AppendBinary is the same as [Origin.AppendText].
func (o Origin) AppendBinary(b []byte) ([]byte, error) { return o.AppendText(b) }

// MarshalBinary is the same as [Origin.MarshalText]. encoding/gob calls it.
func (o Origin) MarshalBinary() ([]byte, error) { return o.MarshalText() }

// UnmarshalBinary is the same as [Origin.UnmarshalText].
func (o *Origin) UnmarshalBinary(data []byte) error { return o.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns what [Origin.String] returns, which is the string "null" for an opaque
// origin, never NULL. The error is always nil.
func (o Origin) Value() (driver.Value, error) { return o.String(), nil }

// Scan implements [database/sql.Scanner]. It sets o to the result of [ParseOrigin] for src, a string or a []byte. NULL
// sets o to the zero Origin, which is opaque. If src is of another type or ParseOrigin fails, as for an empty string,
// Scan returns an error, and o stays as it is. Scan copies a []byte. o may share memory with a string.
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

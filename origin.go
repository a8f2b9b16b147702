package url

// Origin is what the web's security model sets apart documents by: a tuple of a scheme, a host and a
// port, or opaque. The domain that the standard's tuple has besides is always null.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
//
// Origin is comparable: == of two tuple origins says whether they are same origin. It says nothing of two
// opaque ones, which are all the same value here although none is same origin with another; ask with
// [Origin.SameOrigin]. The zero Origin is opaque.
type Origin struct {
	// A tuple origin is its serialization, and where the host is in it:
	//
	//	https://example.com:8080
	//	        |          |
	//	        |          hostEnd
	//	        hostStart
	//
	// The rest follows from that, hence two tuple origins are equal when their serializations are.
	serialized string
	hostStart  uint32
	hostEnd    uint32
	port       uint16 // 0 if null, too
	special    bool   // the scheme is special, so that the host is not opaque
}

// Origin returns the origin of the URL. It is a tuple origin if the scheme is http, https, ws, wss or ftp, and
// that of the URL inside for blob:https://example.com/…; else it is opaque, also for file:. A tuple origin
// shares the URL's memory, unless there are credentials.
//
// It implements https://url.spec.whatwg.org/#concept-url-origin for a URL without a blob URL entry; see
// [URL.OriginWith].
func (u URL) Origin() Origin {
	if u.scheme.special() && u.scheme != schemeFile {
		return u.tupleOrigin()
	}
	if u.Protocol() != "blob:" {
		return Origin{}
	}
	var inner URL
	if inner.parse(opParse, u.Pathname(), nil) != nil || inner.scheme != schemeHTTP && inner.scheme != schemeHTTPS {
		return Origin{} // the standard allows file: inside, too, but the origin of that is opaque
	}
	return inner.tupleOrigin()
}

// OriginWith is [URL.Origin] for a program that keeps a blob URL store. Where the URL is a blob: URL, it
// asks resolve for the origin of the environment that made the blob; false from resolve, or a nil resolve,
// means that the store has no such entry. resolve gets the URL without its fragment, which is how a store
// knows it.
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

// tupleOrigin returns the origin that consists of the scheme, host and port of a URL with a host.
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

// ParseOrigin parses the value of an Origin header: "null", which is opaque, or a tuple origin exactly as
// it is serialized, "https://example.com:8080". A user agent sends tuple origins with schemes of its own as
// well, such as an extension's: any scheme is accepted, but file, whose origins are opaque.
//
// For any other string it returns an [*Error]: that of [Parse], or [ErrNotOrigin] where s is a URL, at the
// first byte that is not as in the serialization of its origin. The origin shares s's memory.
func ParseOrigin(s string) (Origin, error) {
	if s == "null" {
		return Origin{}, nil
	}
	var u URL
	const op = "parse origin"
	if err := u.parse(op, s, nil); err != nil {
		return Origin{}, err
	}
	var o Origin
	if u.hostStart < u.hostEnd && u.scheme != schemeFile {
		o = u.tupleOrigin()
	}
	if o.serialized != s {
		return Origin{}, &Error{Op: op, URL: s, Offset: commonPrefix(o.serialized, s), Err: ErrNotOrigin}
	}
	o.serialized = s // not the href, which is longer
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

// Host returns the host, or the empty host if o is opaque.
func (o Origin) Host() Host { return hostOf(o.serialized[o.hostStart:o.hostEnd], !o.special) }

// Port returns the port, and whether it is not null, which it is where it is the scheme's default.
func (o Origin) Port() (port uint16, ok bool) { return o.port, int(o.hostEnd) < len(o.serialized) }

// String returns "null" for an opaque origin, and else the scheme, host and port as in
// "https://example.com:8080".
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin.
func (o Origin) String() string {
	if o.IsOpaque() {
		return "null"
	}
	return o.serialized
}

// SameOrigin reports whether o and p are the same tuple origin. It is false if either is opaque: an opaque
// origin is same origin with nothing but itself, and an Origin cannot tell whether it is the same one or
// another. A program that makes opaque origins, as a browser does for a sandboxed frame, must know them
// apart by itself.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-origin.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// AppendText appends what [Origin.String] returns to b. The error is always nil.
func (o Origin) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText returns what [Origin.String] returns. The error is always nil.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o as [ParseOrigin] does. If that fails, o stays as it is.
func (o *Origin) UnmarshalText(text []byte) error {
	parsed, err := ParseOrigin(string(text))
	if err == nil {
		*o = parsed
	}
	return err
}

// AppendBinary is the same as [Origin.AppendText].
func (o Origin) AppendBinary(b []byte) ([]byte, error) { return o.AppendText(b) }

// MarshalBinary is the same as [Origin.MarshalText]. It is what encoding/gob asks for.
func (o Origin) MarshalBinary() ([]byte, error) { return o.MarshalText() }

// UnmarshalBinary is the same as [Origin.UnmarshalText].
func (o *Origin) UnmarshalBinary(data []byte) error { return o.UnmarshalText(data) }

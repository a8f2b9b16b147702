package url

import (
	"database/sql/driver"
	"fmt"
)

// Origin is the unit of the web's security model: documents of one origin trust each other. It is a tuple of a scheme, a
// host and a port, or opaque. The standard's tuple also has a domain, which is always null here.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
//
// Origin is comparable. Two tuple origins are equal by == if they are same origin. All opaque origins are the same value,
// although an opaque origin is not same origin with any other: compare with [Origin.SameOrigin]. The zero Origin is opaque.
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

// Origin returns the origin of the URL. It is a tuple origin if the scheme is http, https, ws, wss or ftp. The origin of
// blob:https://example.com/… is that of the URL inside. All other origins are opaque, those of file: URLs too. A tuple
// origin shares the URL's memory, unless the URL has credentials.
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
		return Origin{} // the standard also allows file: inside, but the origin of that is opaque
	}
	return inner.tupleOrigin()
}

// OriginWith is [URL.Origin] for a program that keeps a blob URL store. If the URL is a blob: URL, it calls resolve for the
// origin of the environment that made the blob. If resolve is nil or returns false, the store has no such entry. resolve
// gets the URL without its fragment, because the store's keys have none.
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

// ParseOrigin parses the value of an Origin header: "null", which is opaque, or a tuple origin exactly as it is serialized,
// "https://example.com:8080". User agents also send tuple origins with their own schemes, such as those of extensions. So
// ParseOrigin accepts all schemes except file, whose origins are opaque.
//
// For any other string it returns an [*Error]. If s is a URL, this is [ErrNotOrigin] with the offset of the first byte that
// differs from the serialization of its origin; otherwise it is the error of [Parse]. The origin shares s's memory.
func ParseOrigin(s string) (Origin, error) { return parseOrigin("parse origin", s) }

// parseOrigin is [ParseOrigin] with an error of the operation op.
func parseOrigin(op, s string) (Origin, error) {
	if s == "null" {
		return Origin{}, nil
	}
	var u URL
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

// Host returns the host, or the empty host if o is opaque.
func (o Origin) Host() Host { return hostOf(o.serialized[o.hostStart:o.hostEnd], !o.special) }

// Port returns the port, and false if it is null. The scheme's default port is null.
func (o Origin) Port() (port uint16, ok bool) { return o.port, int(o.hostEnd) < len(o.serialized) }

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

// SameOrigin reports whether o and p are the same tuple origin. It returns false if either is opaque: an opaque origin is
// same origin only with itself, and the value does not show whether two opaque origins are one. A program that makes opaque
// origins, as a browser does for a sandboxed frame, must tell them apart itself.
//
// It implements https://html.spec.whatwg.org/multipage/browsers.html#same-origin.
func (o Origin) SameOrigin(p Origin) bool { return !o.IsOpaque() && o == p }

// AppendText appends what [Origin.String] returns to b. The error is always nil.
func (o Origin) AppendText(b []byte) ([]byte, error) { return append(b, o.String()...), nil }

// MarshalText returns what [Origin.String] returns. The error is always nil.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the result of [ParseOrigin]. On an error, o does not change.
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

// Value implements [driver.Valuer]. It returns what [Origin.String] returns, which is "null" for an opaque origin. That is a
// text, and not NULL. The error is always nil.
func (o Origin) Value() (driver.Value, error) { return o.String(), nil }

// Scan implements database/sql's Scanner. It sets o to the result of [ParseOrigin] for src, a string or a []byte. NULL
// sets o to the zero Origin, which is opaque. For an empty string and all other values it returns an error, and o does
// not change. A []byte is copied. o may share memory with a string.
func (o *Origin) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*o = Origin{}
		return nil
	case string:
		return o.scan(src)
	case []byte:
		return o.scan(string(src)) // a copy: src is the driver's
	}
	return fmt.Errorf("url: scan origin: a %T is not an origin", src)
}

func (o *Origin) scan(text string) error {
	parsed, err := parseOrigin("scan origin", text)
	if err == nil {
		*o = parsed
	}
	return err
}

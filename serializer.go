package url

import (
	"database/sql/driver"
	"fmt"
	"log/slog"
)

// String returns the same string as [URL.Href], including any password and query. For logs, use [Redact].
func (u URL) String() string { return u.href }

// Redacted returns the href with any password replaced by "xxxxx", as in net/url. For logs, use [Redact] instead,
// because Redacted shows the username, query and fragment.
func (u URL) Redacted() string {
	if u.Password() == "" {
		return u.href
	}
	return u.href[:u.usernameEnd] + ":xxxxx" + u.href[u.hostStart-1:]
}

// LogValue implements [slog.LogValuer]. It returns Redact(u.Href(), nil), so slog shows neither a URL's credentials nor
// the values in its query. Secrets in the path are still shown; see [Redact]. If you have the string s that u was
// parsed from, log Redact(s, nil) instead.
//
// slog calls LogValue only for a URL that is itself the value of an attribute. It prints URLs in a struct, slice or map
// in full, so log Redact(u.Href(), nil) for those. Do not log a nil *URL: slog prints a panic message instead.
func (u URL) LogValue() slog.Value { return slog.StringValue(Redact(u.href, nil)) }

// AppendText implements [encoding.TextAppender].
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText implements [encoding.TextMarshaler], which JSON, XML, YAML and TOML encoders use. It returns the href,
// which is "" for the zero URL. To omit a JSON field that holds the zero URL, use the omitzero option, not omitempty.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It parses text, an absolute URL string, and sets u to the
// result. If text is empty, u becomes the zero URL and the error is nil, so check [URL.IsZero] if a URL is required.
//
// On a JSON null, [encoding/json] leaves u unchanged, so decode into a new value or into a *URL, which becomes nil.
func (u *URL) UnmarshalText(text []byte) error { return u.unmarshal(opUnmarshal, string(text)) }

// AppendBinary implements [encoding.BinaryAppender].
func (u URL) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary implements [encoding.BinaryMarshaler]. It is the same as [URL.MarshalText].
func (u URL) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It is the same as [URL.UnmarshalText].
func (u *URL) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns the href, or NULL for the zero URL.
func (u URL) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.href, nil
}

// Scan implements [database/sql.Scanner]. It parses src, an absolute URL as a string or []byte, and sets u to the
// result. If src is NULL or empty, u becomes the zero URL.
func (u *URL) Scan(src any) error {
	text, err := scannedText(opScan, src)
	if err != nil {
		return err
	}
	return u.unmarshal(opScan, text)
}

func (u *URL) unmarshal(op, text string) error {
	var parsed URL
	if text != "" {
		if err := parsed.assign(op, text, nil); err != nil {
			return err
		}
	}
	*u = parsed
	return nil
}

// scannedText returns the text of a value from a database/sql driver, which is "" for NULL. It copies a []byte, because
// the driver owns that. op is the operation.
func scannedText(op string, src any) (string, error) {
	switch src := src.(type) {
	case nil:
		return "", nil
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", &Error{Op: op, Err: notRepresentable(fmt.Sprintf("a value of type %T is not text", src))}
}

package url

import (
	"database/sql/driver"
	"fmt"
	"log/slog"
)

// String returns the same as [URL.Href], including the password and the query. For logs, use [Redact].
func (u URL) String() string { return u.href }

// Redacted returns the href with "xxxxx" in place of a password, as net/url's method does. For logs, use [Redact]
// instead, because Redacted shows the username, the query and the fragment.
func (u URL) Redacted() string {
	if u.Password() == "" {
		return u.href
	}
	return u.href[:u.usernameEnd] + ":xxxxx" + u.href[u.hostStart-1:]
}

// LogValue implements [slog.LogValuer]. It returns Redact(u.Href(), nil), so slog shows neither the credentials of a
// URL nor the values of its query. It does show a secret in the path; see [Redact]. If you have the string s that u was
// parsed from, log Redact(s, nil) instead, because [Parse] turns a password after a "\" into a part of the path.
//
// slog calls LogValue only for a URL that is itself the value of an attribute. It prints a URL in a struct, a slice or
// a map in full, so log Redact(u.Href(), nil) instead. Do not log a nil *URL, because slog then prints a panic.
func (u URL) LogValue() slog.Value { return slog.StringValue(Redact(u.href, nil)) }

// AppendText implements [encoding.TextAppender].
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText implements [encoding.TextMarshaler], which JSON, XML, YAML and TOML encoders use. It returns the href,
// which is "" for the zero URL. To leave out a JSON field with the zero URL, use the option omitzero, not omitempty.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets u to text, an absolute URL string. If text is empty, u
// becomes the zero URL without an error, so check [URL.IsZero] if a URL is required.
//
// For a JSON null, [encoding/json] leaves u as it is, so decode into a new value, or into a field of the type *URL,
// which becomes nil.
func (u *URL) UnmarshalText(text []byte) error { return u.unmarshal(opUnmarshal, string(text)) }

// AppendBinary implements [encoding.BinaryAppender]. It is the same as [URL.AppendText].
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

// Scan implements [database/sql.Scanner]. It sets u to src, a string or a []byte that contains an absolute URL string.
// NULL and an empty string set u to the zero URL. For a value of any other type, it returns an error.
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
	return "", fmt.Errorf("url: %s: a value of type %T is not text", op, src)
}

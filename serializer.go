package url

import (
	"database/sql/driver"
	"fmt"
	"log/slog"
)

// String returns the same as [URL.Href]. It makes %v, %s and %q of package fmt print it.
func (u URL) String() string { return u.href }

// Redacted returns the URL for people to read, with "xxxxx" for a password, as net/url's method does. The username
// stays. For some services that is a secret: remove it with [URL.SetUsername] from a copy.
func (u URL) Redacted() string {
	if u.Password() == "" {
		return u.href
	}
	return u.href[:u.usernameEnd] + ":xxxxx" + u.href[u.hostStart-1:]
}

// LogValue implements [slog.LogValuer] with [URL.Redacted]. It is not called for a URL nested in a logged value,
// such as the field of a struct.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// AppendText implements [encoding.TextAppender]. It appends the href, which is "" for the zero URL.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText implements [encoding.TextMarshaler], which JSON, XML, YAML, TOML and others use. It returns the href,
// which is "" for the zero URL.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It sets u to text, an absolute URL string. An empty text,
// as which the zero URL is written, sets u to the zero URL. If text does not parse, u stays as it is, and the
// error is an [*Error].
func (u *URL) UnmarshalText(text []byte) error { return u.unmarshal("unmarshal", string(text)) }

// AppendBinary implements [encoding.BinaryAppender]. It is the same as [URL.AppendText].
func (u URL) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary implements [encoding.BinaryMarshaler], as for encoding/gob. It is the same as
// [URL.MarshalText].
func (u URL) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It is the same as [URL.UnmarshalText].
func (u *URL) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value implements [driver.Valuer]. It returns the href as a string, and nil, which is NULL, for the zero
// URL.
func (u URL) Value() (driver.Value, error) {
	if u.href == "" {
		return nil, nil
	}
	return u.href, nil
}

// Scan implements database/sql's Scanner. It sets u to src, a string or a []byte with an absolute URL string. NULL
// and an empty string set u to the zero URL. If src is anything else, u stays as it is. A []byte is copied. u may
// share memory with a string.
func (u *URL) Scan(src any) error {
	const op = "scan"
	text, err := scannedText(op, src)
	if err != nil {
		return err
	}
	return u.unmarshal(op, text)
}

// scannedText returns the text of a value from a database/sql driver, which is "" for NULL. It copies a []byte, because
// that is the driver's.
func scannedText(op string, src any) (string, error) {
	switch src := src.(type) {
	case nil:
		return "", nil
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", fmt.Errorf("url: %s: a %T is not a text", op, src)
}

func (u *URL) unmarshal(op, text string) error {
	var parsed URL
	if text != "" {
		if err := parsed.parse(op, text, nil); err != nil {
			return err
		}
	}
	*u = parsed
	return nil
}

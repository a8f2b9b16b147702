// Package dataurl reads and writes data: URLs as browsers do. It implements the Fetch Standard,
// https://fetch.spec.whatwg.org/#data-urls. The sender of a data: URL chooses its media type, so check the media type
// before you use the body.
//
//	u, err := url.Parse("data:image/png;base64,iVBORw0KGgo=")
//	…
//	data, err := dataurl.Parse(u) // data.MediaType is "image/png"
//
// # Security
//
//   - The media type does not guarantee anything about the body. Do not serve an untrusted body with its own media
//     type, because browsers run the scripts in HTML pages and SVG images. Compare the result of [Data.Essence] with a
//     list of media types that you accept.
//   - After checking a data: URL, pass on New(d.MediaType, d.Body), where d is the result of [Parse], instead of the URL
//     itself. Otherwise, another program may read a different media type. For example, Chromium reads the media type of
//     "data://text/html,<script>…" as text/html, and runs the script. The Fetch Standard, Firefox and this package read
//     it as text/plain.
//   - Check that len(u.Href()) is within a limit before you call Parse. The body is at most as long as the URL, or
//     three quarters of that length if it is in base64.
package dataurl

import (
	"encoding/base64"
	"errors"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/infra"
	"github.com/weburl-go/url/internal/mediatype"
)

// Errors returned by [Parse] and [New]. Their messages do not show any part of the URL.
var (
	ErrNotDataURL = errors.New("dataurl: the scheme is not data")
	ErrNoComma    = errors.New("dataurl: no comma before the body")
	ErrBase64     = errors.New("dataurl: the body is not base64")
	ErrMediaType  = errors.New("dataurl: not a media type that a data: URL can carry")
)

// Data is the content of a data: URL.
type Data struct {
	// MediaType is the media type in the form that the MIME Sniffing Standard specifies. The type, the subtype and the
	// parameter names are in lower case, values are quoted only if necessary, and invalid parameters are omitted.
	//
	// If the URL contains no media type, or an invalid one, MediaType is "text/plain;charset=US-ASCII".
	MediaType string

	// Body is the body, decoded from base64 if the URL says so, and otherwise percent-decoded.
	Body []byte
}

// Essence returns the media type without its parameters, such as "image/png" for "image/png;charset=utf-8". Use it to
// compare media types. The result shares memory with the media type.
//
// It implements https://mimesniff.spec.whatwg.org/#mime-type-essence.
func (d Data) Essence() string {
	essence, _, _ := strings.Cut(d.MediaType, ";")
	return essence
}

// Parse returns the media type and the body of a data: URL. The fragment of u is ignored. The error is [ErrNotDataURL],
// [ErrNoComma] or [ErrBase64].
//
// The body is decoded from base64 only if the text before the comma ends in ";base64". Spaces are allowed after the ";",
// but parameters after "base64" are not. For example, the body of "data:image/png;base64;x,QQ" is the text "QQ".
//
// The body is never nil, and does not share memory with u. The media type may share memory with u.
//
// It implements https://fetch.spec.whatwg.org/#data-url-processor.
func Parse(u url.URL) (Data, error) {
	if u.Scheme() != "data" {
		return Data{}, ErrNotDataURL
	}
	mediaType, encoded, ok := strings.Cut(u.WithoutFragment().Href()[len("data:"):], ",")
	if !ok {
		return Data{}, ErrNoComma
	}
	mediaType, isBase64 := cutBase64(strings.Trim(mediaType, asciiWhitespace))
	d := Data{MediaType: orDefault(mediaType)}
	if !isBase64 {
		d.Body = infra.AppendPercentDecoded(make([]byte, 0, len(encoded)-2*countEncoded(encoded)), encoded)
		return d, nil
	}
	if d.Body, ok = decodeBase64(encoded); !ok {
		return Data{}, ErrBase64
	}
	return d, nil
}

// New returns a data: URL that contains the body in base64. For this URL, [Parse] returns the same body, and the media
// type in the form that the MIME Sniffing Standard specifies.
//
// The error is [ErrMediaType] if mediaType is empty or otherwise invalid, or if a data: URL cannot contain it. No
// parameter may contain a comma, a "#", a "?" or a character that is not ASCII. If the URL would be longer than 4 GiB, the
// error is [url.ErrTooLong].
func New(mediaType string, body []byte) (url.URL, error) {
	serialized, ok := mediatype.Serialize(mediaType)
	if !ok || strings.ContainsAny(serialized, ",#") {
		return url.URL{}, ErrMediaType
	}
	prefix := "data:" + serialized + ";base64,"
	var href strings.Builder
	href.Grow(len(prefix) + base64.StdEncoding.EncodedLen(len(body)))
	href.WriteString(prefix)
	encoder := base64.NewEncoder(base64.StdEncoding, &href)
	_, _ = encoder.Write(body) // a Builder returns no error, so neither Write nor Close does
	_ = encoder.Close()
	u, err := url.Parse(href.String())
	if err != nil {
		return url.URL{}, url.ErrTooLong // the only possible reason; err itself would contain the URL
	}
	if u.Href() != href.String() {
		return url.URL{}, ErrMediaType
	}
	return u, nil
}

// asciiWhitespace is https://infra.spec.whatwg.org/#ascii-whitespace.
const asciiWhitespace = "\t\n\f\r "

// orDefault returns the serialization of a media type before ";base64" and ",", or that of the default.
func orDefault(mediaType string) string {
	if strings.HasPrefix(mediaType, ";") {
		mediaType = "text/plain" + mediaType
	}
	if serialized, ok := mediatype.Serialize(mediaType); ok {
		return serialized
	}
	return "text/plain;charset=US-ASCII"
}

// cutBase64 removes ";base64" from the end of a media type, and reports whether it was there.
func cutBase64(mediaType string) (string, bool) {
	at := len(mediaType) - len("base64")
	if at < 0 || !infra.MatchesLower(mediaType[at:], "base64") {
		return mediaType, false
	}
	before, ok := strings.CutSuffix(strings.TrimRight(mediaType[:at], " "), ";")
	if !ok {
		return mediaType, false
	}
	return before, true
}

// countEncoded counts the percent-encoded bytes of s.
func countEncoded(s string) (n int) {
	for at := strings.IndexByte(s, '%'); at >= 0; at = strings.IndexByte(s, '%') {
		if _, ok := infra.PercentEncodedByte(s[at:]); ok {
			n++
		}
		s = s[at+1:]
	}
	return n
}

// decodeBase64 implements https://infra.spec.whatwg.org/#forgiving-base64-decode for the bytes that s stands for after
// percent-decoding. It does both at once, so that no copy of s is made.
func decodeBase64(s string) (body []byte, ok bool) {
	body = make([]byte, 0, (len(s)-2*countEncoded(s))/4*3+3)
	var sextets, digits, padding int
	for i := 0; i < len(s); i++ {
		b := s[i]
		if encoded, ok := infra.PercentEncodedByte(s[i:]); ok {
			b, i = encoded, i+len("%4")
		}
		switch value := base64Value[b]; {
		case value < 64 && padding == 0:
			sextets = sextets<<6 | int(value)
			if digits++; digits%4 == 0 {
				body = append(body, byte(sextets>>16), byte(sextets>>8), byte(sextets))
			}
		case b == '=':
			padding++
		case strings.IndexByte(asciiWhitespace, b) < 0:
			return nil, false
		}
	}
	switch digits % 4 {
	case 2:
		body = append(body, byte(sextets>>4))
	case 3:
		body = append(body, byte(sextets>>10), byte(sextets>>2))
	}
	// If there is any padding, it must be complete.
	return body, digits%4 != 1 && (padding == 0 || padding <= 2 && (digits+padding)%4 == 0)
}

// base64Value is the value of each byte as a digit of base64, or 64.
var base64Value = func() (values [256]byte) {
	for i := range values {
		values[i] = 64
	}
	for i, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		values[b] = byte(i)
	}
	return values
}()

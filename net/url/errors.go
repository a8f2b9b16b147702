package url

import (
	"errors"
	"strconv"
	"strings"

	weburl "github.com/weburl-go/url"
)

// newError returns the error for rawURL, which is rejected because of err. If byNetURL, the error of net/url, is not nil,
// the message has its words.
func newError(rawURL string, err, byNetURL error) error {
	shown := weburl.Redact(rawURL, nil)
	r, ok := err.(*refusal)
	if !ok {
		r = &refusal{reasons: []error{reasonOf(err)}}
		if byNetURL != nil {
			r.reasons = []error{reasonOf(byNetURL), reasonOf(err)}
		}
		r.words = leaveOut(wordsOf(r.reasons[0]), shown)
	}
	return &Error{Op: "parse", URL: shown, Err: r}
}

// A refusal has all reasons for an error, and words that show no more of the URL than Error.URL.
type refusal struct {
	words   string
	reasons []error
}

func (r *refusal) Error() string   { return r.words }
func (r *refusal) Unwrap() []error { return r.reasons }

// reasonOf returns what an error of net/url wraps, without the URL. It returns other errors as they are.
func reasonOf(err error) error {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// wordsOf returns the message of an error. If it is one of the parser, that is its reason without the string that was parsed.
func wordsOf(err error) string {
	if e := (*weburl.Error)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return err.Error()
}

// leaveOut returns words without the quoted strings that shown does not contain.
func leaveOut(words, shown string) string {
	var out strings.Builder
	for {
		before, _, _ := strings.Cut(words, `"`)
		quoted, err := strconv.QuotedPrefix(words[len(before):])
		if err != nil { // there is none
			out.WriteString(before)
			return out.String()
		}
		if text, _ := strconv.Unquote(quoted); strings.Contains(shown, text) {
			out.WriteString(before + quoted)
		} else {
			out.WriteString(strings.TrimSuffix(before, " "))
		}
		words = words[len(before)+len(quoted):]
	}
}

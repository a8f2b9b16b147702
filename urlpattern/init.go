package urlpattern

import (
	"math"
	"strings"

	"github.com/weburl-go/url"
)

// An Init contains a string for each component: pattern strings for [NewFromInit], or the components of a URL for
// [Pattern.TestInit] and [Pattern.ExecInit]. A missing component is not the same as an empty one. A key that is not one
// of the [Component] constants is an error.
//
// It corresponds to URLPatternInit in the standard, https://urlpattern.spec.whatwg.org/#dictdef-urlpatterninit.
type Init map[Component]string

// values contains a string for each component that has one: the standard's URLPatternInit.
type values struct {
	of    [BaseURL + 1]string
	given uint16
	shift [BaseURL + 1]int // what to add to an offset in the string to get one in what the caller wrote
}

func (v *values) has(c Component) bool { return v.given&(1<<c) != 0 }

// hasAny reports whether there is a string for one of the components.
func (v *values) hasAny(components ...Component) bool {
	for _, c := range components {
		if v.has(c) {
			return true
		}
	}
	return false
}

func (v *values) set(c Component, value string, shift int) {
	v.of[c], v.shift[c] = value, shift
	v.given |= 1 << c
}

// isTooLong reports whether a value is too long for a URL, and so for a span: 4 GiB or longer.
func (v *values) isTooLong() bool {
	for _, value := range v.of {
		if uint64(len(value)) > math.MaxUint32 {
			return true
		}
	}
	return false
}

// valuesOf returns the values of an Init.
func valuesOf(in Init) (v values, err error) {
	for c, value := range in {
		if c > BaseURL {
			return v, &Error{Component: noComponent, Err: ErrComponent}
		}
		v.set(c, value, 0)
	}
	return v, nil
}

// initType is the parameter type of process a URLPatternInit.
type initType bool

const (
	typePattern initType = false
	typeURL     initType = true
)

// processAURLPatternInit implements https://urlpattern.spec.whatwg.org/#process-a-urlpatterninit. The standard passes
// empty strings to it for URLs: there, a component that is missing counts as empty.
func processAURLPatternInit(init *values, t initType) (result values, err *Error) {
	var base url.URL
	if init.has(BaseURL) {
		var parseErr error
		if base, parseErr = url.Parse(init.of[BaseURL]); parseErr != nil {
			return result, &Error{Component: BaseURL, Offset: offsetOf(parseErr), Err: parseErr}
		}
		result.inherit(init, base, t)
	}
	for c := Protocol; c <= Hash; c++ {
		if !init.has(c) {
			continue
		}
		result.set(c, init.of[c], init.shift[c])
		if c == Pathname && init.has(BaseURL) {
			result.resolvePathname(base, t)
		}
		if processErr := result.processForInit(c, t); processErr != nil {
			return result, &Error{Component: c, Err: processErr}
		}
	}
	return result, nil
}

// inherit takes components from the base URL, unless init has one that is at least as specific.
func (v *values) inherit(init *values, base url.URL, t initType) {
	query, _ := base.Query()
	fragment, _ := base.Fragment()
	inherit := func(c Component, value string, unless ...Component) {
		if !init.has(c) && !init.hasAny(unless...) {
			v.set(c, processABaseURLString(value, t), 0)
		}
	}
	inherit(Protocol, base.Scheme())
	if t != typePattern {
		inherit(Username, base.Username(), Protocol, Hostname, Port)
		inherit(Password, base.Password(), Protocol, Hostname, Port, Username)
	}
	inherit(Hostname, base.Hostname(), Protocol)
	inherit(Port, base.Port(), Protocol, Hostname)
	inherit(Pathname, base.Pathname(), Protocol, Hostname, Port)
	inherit(Search, query, Protocol, Hostname, Port, Pathname)
	inherit(Hash, fragment, Protocol, Hostname, Port, Pathname, Search)
}

// resolvePathname puts the directory of the base URL's path before a pathname that is relative.
func (v *values) resolvePathname(base url.URL, t initType) {
	if base.HasOpaquePath() || isAnAbsolutePathname(v.of[Pathname], t) {
		return
	}
	baseURLPath := processABaseURLString(base.Pathname(), t)
	directory := baseURLPath[:strings.LastIndexByte(baseURLPath, '/')+1]
	v.set(Pathname, directory+v.of[Pathname], v.shift[Pathname]-len(directory))
}

// processForInit processes one component: the algorithms from
// https://urlpattern.spec.whatwg.org/#process-protocol-for-init to
// https://urlpattern.spec.whatwg.org/#process-hash-for-init.
func (v *values) processForInit(c Component, t initType) (err error) {
	value := &v.of[c]
	switch c {
	case Protocol:
		*value = strings.TrimSuffix(*value, ":")
	case Search:
		v.stripPrefix(c, "?")
	case Hash:
		v.stripPrefix(c, "#")
	}
	if t == typePattern {
		return nil
	}
	switch c {
	case Protocol:
		*value, err = canonicalizeAProtocol(*value)
	case Username:
		*value, err = canonicalizeAUsername(*value)
	case Password:
		*value, err = canonicalizeAPassword(*value)
	case Hostname:
		*value, err = canonicalizeAHostname(*value)
	case Port:
		*value, err = canonicalizeAPortFor(*value, v.of[Protocol])
	case Pathname:
		if protocol := v.of[Protocol]; protocol == "" || isASpecialScheme(protocol) {
			*value, err = canonicalizeAPathname(*value)
		} else {
			*value, err = canonicalizeAnOpaquePathname(*value)
		}
	case Search:
		*value, err = canonicalizeASearch(*value)
	case Hash:
		*value, err = canonicalizeAHash(*value)
	}
	return err
}

func (v *values) stripPrefix(c Component, prefix string) {
	if stripped, ok := strings.CutPrefix(v.of[c], prefix); ok {
		v.set(c, stripped, v.shift[c]+len(prefix))
	}
}

// processABaseURLString implements https://urlpattern.spec.whatwg.org/#process-a-base-url-string.
func processABaseURLString(input string, t initType) string {
	if t != typePattern {
		return input
	}
	return escapeAPatternString(input)
}

// isAnAbsolutePathname implements https://urlpattern.spec.whatwg.org/#is-an-absolute-pathname.
func isAnAbsolutePathname(input string, t initType) bool {
	if strings.HasPrefix(input, "/") {
		return true
	}
	return t == typePattern && (strings.HasPrefix(input, `\/`) || strings.HasPrefix(input, "{/"))
}

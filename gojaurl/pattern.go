package gojaurl

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/weburl-go/url/urlpattern"
)

// A patternObject is the Go value of a URLPattern object.
type patternObject struct {
	slot
	pattern *urlpattern.Pattern
}

// newPatternClass implements https://urlpattern.spec.whatwg.org/#urlpattern-class.
func newPatternClass(r *realm) *class {
	c := r.newClass("URLPattern", nil, func(a arguments) func() instance {
		in, o, hasBase := patternArguments(a)
		return func() instance {
			p, err := newPattern(in, o, hasBase)
			if err != nil {
				panic(r.typeError("ERR_INVALID_URL_PATTERN", "Invalid URL pattern: "+patternMessage(err)))
			}
			return &patternObject{pattern: p}
		}
	})
	for _, component := range components {
		attribute(c, component.String(), func(this *patternObject) goja.Value {
			return r.vm.ToValue(this.pattern.Component(component))
		}, nil)
	}
	attribute(c, "hasRegExpGroups", func(this *patternObject) goja.Value {
		return r.vm.ToValue(this.pattern.HasRegExpGroups())
	}, nil)
	method(c, "test", nil, func(this *patternObject, a arguments) goja.Value {
		_, _, matched := exec(this.pattern, a)
		return r.vm.ToValue(matched)
	})
	method(c, "exec", nil, func(this *patternObject, a arguments) goja.Value {
		inputs, match, matched := exec(this.pattern, a)
		if !matched {
			return goja.Null()
		}
		return r.patternResult(this.pattern, inputs, match)
	})
	return c
}

// components are those of a pattern, in the order in which the standard has the attributes.
var components = []urlpattern.Component{
	urlpattern.Protocol, urlpattern.Username, urlpattern.Password, urlpattern.Hostname,
	urlpattern.Port, urlpattern.Pathname, urlpattern.Search, urlpattern.Hash,
}

// sorted are the members of an Init, in the order in which Web IDL reads and writes members of a dictionary.
var sorted = []urlpattern.Component{
	urlpattern.BaseURL, urlpattern.Hash, urlpattern.Hostname, urlpattern.Password,
	urlpattern.Pathname, urlpattern.Port, urlpattern.Protocol, urlpattern.Search, urlpattern.Username,
}

var (
	errEmptyBase  = errors.New("the base URL is empty")
	errBeyondInit = errors.New("the base URL of an object is its property baseURL")
)

// patternArguments converts the arguments of the constructors. With two arguments, the second one is the base URL if it is
// neither an object nor null nor undefined. https://webidl.spec.whatwg.org/#dfn-overload-resolution-algorithm
func patternArguments(a arguments) (in patternInput, o urlpattern.Options, hasBase bool) {
	in = a.patternInput(0)
	hasBase, options := len(a.list) > 2, 2
	if !hasBase {
		_, isObject := a.at(1).(*goja.Object)
		hasBase, options = !isObject && !isNullish(a.at(1)), 1
	}
	if hasBase {
		o.BaseURL, options = a.text(1), 2
	}
	o.IgnoreCase = a.ignoreCase(options)
	return in, o, hasBase
}

// newPattern implements the constructors.
func newPattern(in patternInput, o urlpattern.Options, hasBase bool) (*urlpattern.Pattern, error) {
	switch {
	case hasBase && in.init != nil:
		return nil, errBeyondInit
	case hasBase && o.BaseURL == "": // which package urlpattern takes for none
		return nil, errEmptyBase
	case in.init != nil:
		return urlpattern.NewFromInit(in.init, o)
	}
	return urlpattern.New(in.text, o)
}

// ignoreCase reads URLPatternOptions.
func (a arguments) ignoreCase(i int) bool {
	if isNullish(a.at(i)) {
		return false
	}
	v := a.object(a.at(i), "The options of a URLPattern are not an object").Get("ignoreCase")
	return v != nil && v.ToBoolean()
}

func patternMessage(err error) string {
	var e *urlpattern.Error
	if errors.As(err, &e) {
		return e.Error()[len("urlpattern: "):]
	}
	return err.Error()
}

// A patternInput is a string, or what URLPatternInit has if init is not nil.
type patternInput struct {
	text string
	init urlpattern.Init
}

// patternInput converts an argument to (USVString or URLPatternInit).
func (a arguments) patternInput(i int) patternInput {
	o, isObject := a.at(i).(*goja.Object)
	if !isObject && !isNullish(a.at(i)) {
		return patternInput{text: a.text(i)}
	}
	in := patternInput{init: urlpattern.Init{}}
	if isObject {
		for _, component := range sorted {
			if v := o.Get(component.String()); v != nil && !goja.IsUndefined(v) {
				in.init[component] = a.usvString(v)
			}
		}
	}
	return in
}

// exec implements https://urlpattern.spec.whatwg.org/#url-pattern-match for the arguments of test and exec. It returns
// the inputs as JavaScript gets them.
func exec(p *urlpattern.Pattern, a arguments) (inputs []any, match urlpattern.Match, matched bool) {
	in := a.patternInput(0)
	hasBase, base := a.has(1), ""
	if hasBase {
		base = a.text(1)
	}
	if in.init != nil {
		if hasBase {
			panic(a.typeError("", "Invalid arguments: "+errBeyondInit.Error()))
		}
		match, matched = p.ExecInit(in.init)
		return []any{a.initObject(in.init)}, match, matched
	}
	inputs = []any{in.text}
	if hasBase {
		inputs = append(inputs, base)
	}
	if hasBase && base == "" { // which package urlpattern takes for none
		return inputs, match, false
	}
	match, matched = p.ExecString(in.text, base)
	return inputs, match, matched
}

func (r *realm) initObject(in urlpattern.Init) *goja.Object {
	o := r.vm.NewObject()
	for _, component := range sorted {
		if text, ok := in[component]; ok {
			set(o, component.String(), r.vm.ToValue(text))
		}
	}
	return o
}

// patternResult returns a URLPatternResult. https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult
func (r *realm) patternResult(p *urlpattern.Pattern, inputs []any, match urlpattern.Match) *goja.Object {
	result := r.vm.NewObject()
	for _, component := range sorted[1:] {
		if component == urlpattern.Password { // "inputs" is before it
			set(result, "inputs", r.vm.NewArray(inputs...))
		}
		groups := r.vm.NewObject()
		for _, name := range p.GroupNames(component) {
			v := goja.Undefined()
			if value, ok := match.Group(component, name); ok {
				v = r.vm.ToValue(value)
			}
			set(groups, name, v)
		}
		o := r.vm.NewObject()
		set(o, "groups", groups)
		set(o, "input", r.vm.ToValue(match.Input(component)))
		set(result, component.String(), o)
	}
	return result
}

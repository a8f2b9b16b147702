// Package urlpattern has the API of github.com/dunglas/go-urlpattern, on top of github.com/weburl-go/url/urlpattern.
package urlpattern

import up "github.com/weburl-go/url/urlpattern"

type Options struct{ IgnoreCase bool }
type URLPattern struct{ *up.Pattern }
type URLPatternInit struct{ Protocol, Username, Password, Hostname, Port, Pathname, Search, Hash, BaseURL *string }
type URLPatternComponentResult struct {
	Input  string
	Groups map[string]string
}
type URLPatternResult struct {
	Inputs                                                               []string
	InitInputs                                                           []*URLPatternInit
	Protocol, Username, Password, Hostname, Port, Pathname, Search, Hash URLPatternComponentResult
}

func (u *URLPattern) Protocol() string                 { return u.Component(up.Protocol) }
func (u *URLPattern) Username() string                 { return u.Component(up.Username) }
func (u *URLPattern) Password() string                 { return u.Component(up.Password) }
func (u *URLPattern) Hostname() string                 { return u.Component(up.Hostname) }
func (u *URLPattern) Port() string                     { return u.Component(up.Port) }
func (u *URLPattern) Pathname() string                 { return u.Component(up.Pathname) }
func (u *URLPattern) Search() string                   { return u.Component(up.Search) }
func (u *URLPattern) Hash() string                     { return u.Component(up.Hash) }
func (u *URLPattern) Test(s, base string) bool         { return u.TestString(s, base) }
func (u *URLPattern) HasRegexpGroups() bool            { return u.HasRegExpGroups() }
func (u *URLPattern) TestInit(in *URLPatternInit) bool { return u.Pattern.TestInit(in.up()) }
func (o *Options) up() up.Options                      { return up.Options{IgnoreCase: o != nil && o.IgnoreCase} }
func New(s, base string, o *Options) (*URLPattern, error) {
	options := o.up()
	options.BaseURL = base
	return wrap(up.New(s, options))
}
func wrap(p *up.Pattern, err error) (*URLPattern, error) {
	if err != nil {
		return nil, err
	}
	return &URLPattern{p}, nil
}
func (in *URLPatternInit) New(o *Options) (*URLPattern, error) {
	return wrap(up.NewFromInit(in.up(), o.up()))
}
func (in *URLPatternInit) up() up.Init {
	init := up.Init{}
	for c, s := range []*string{in.Protocol, in.Username, in.Password, in.Hostname, in.Port, in.Pathname, in.Search, in.Hash, in.BaseURL} {
		if s != nil {
			init[up.Component(c)] = *s
		}
	}
	return init
}
func (u *URLPattern) Exec(s, base string) *URLPatternResult {
	return u.result(URLPatternResult{Inputs: []string{s, base}[:min(1+len(base), 2)]})(u.ExecString(s, base))
}
func (u *URLPattern) ExecInit(in *URLPatternInit) *URLPatternResult {
	return u.result(URLPatternResult{InitInputs: []*URLPatternInit{in}})(u.Pattern.ExecInit(in.up()))
}
func (u *URLPattern) result(r URLPatternResult) func(up.Match, bool) *URLPatternResult {
	return func(m up.Match, ok bool) *URLPatternResult {
		for c, to := range []*URLPatternComponentResult{&r.Protocol, &r.Username, &r.Password, &r.Hostname, &r.Port, &r.Pathname, &r.Search, &r.Hash} {
			names := u.GroupNames(up.Component(c))
			if to.Input = m.Input(up.Component(c)); len(names) > 1 || len(names) == 1 && to.Input != "" {
				to.Groups = map[string]string{}
				for _, name := range names { // undefined is "" there
					to.Groups[name], _ = m.Group(up.Component(c), name)
				}
			}
		}
		return map[bool]*URLPatternResult{true: &r}[ok]
	}
}

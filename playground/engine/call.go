package engine

import (
	"fmt"

	"github.com/weburl-go/url"
)

// A Call is a setter, named as the property, or a method of the search params, and its arguments.
type Call []string

// A Step is what became of a call.
type Step struct {
	Href  string `json:"href"`            // of the URL afterwards
	Error *Fault `json:"error,omitempty"` // what of the value was ignored, and why
}

// setters are the setters of the URL class.
var setters = map[string]func(u *url.URL, value string) error{
	"href":     (*url.URL).SetHref,
	"protocol": (*url.URL).SetProtocol,
	"username": (*url.URL).SetUsername,
	"password": (*url.URL).SetPassword,
	"host":     (*url.URL).SetHost,
	"hostname": (*url.URL).SetHostname,
	"port":     (*url.URL).SetPort,
	"pathname": (*url.URL).SetPathname,
	"search":   (*url.URL).SetSearch,
	"hash":     (*url.URL).SetHash,
}

// run does the call on u.
func (c Call) run(u *url.URL) Step {
	err := c.do(u)
	step := Step{Href: u.Href()}
	if err != nil {
		step.Error = faultOf(err)
	}
	return step
}

func (c Call) do(u *url.URL) error {
	if len(c) == 0 {
		return fmt.Errorf("a call without a name")
	}
	name, args := c[0], c[1:]
	if set := setters[name]; set != nil && len(args) == 1 {
		return set(u, args[0])
	}
	params := u.SearchParams()
	switch {
	case name == "append" && len(args) == 2:
		params.Append(args[0], args[1])
	case name == "set" && len(args) == 2:
		params.Set(args[0], args[1])
	case name == "delete" && len(args) == 1:
		params.Delete(args[0])
	case name == "deleteValue" && len(args) == 2:
		params.DeleteValue(args[0], args[1])
	case name == "sort" && len(args) == 0:
		params.Sort()
	default:
		return fmt.Errorf("no call %q with %d arguments", name, len(args))
	}
	return nil
}

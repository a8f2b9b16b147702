package engine

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/internal/urlclass"
)

// A Call is the name of a setter or of a method of the search params, followed by its arguments. A setter is named
// after its property.
type Call []string

// A Step is the result of a call.
type Step struct {
	Href    string   `json:"href"`              // of the URL after the call
	Changed []string `json:"changed,omitempty"` // the parts that the call changed, without href, origin and host
	Error   *Fault   `json:"error,omitempty"`   // why the value, or a part of it, was ignored
}

func (c Call) run(u *url.URL) Step {
	before := urlclass.Of(*u)
	err := c.do(u)
	step := Step{Href: u.Href(), Changed: changes(before, urlclass.Of(*u))}
	if err != nil {
		step.Error = faultOf(err)
	}
	return step
}

// changes returns the names of the parts that differ, without those that consist of others: href, origin and host.
func changes(a, b Parts) (names []string) {
	before, after := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range before.NumField() {
		name := strings.ToLower(before.Type().Field(i).Name)
		if before.Field(i).String() != after.Field(i).String() && name != "href" && name != "origin" && name != "host" {
			names = append(names, name)
		}
	}
	return names
}

func (c Call) do(u *url.URL) error {
	if len(c) == 0 {
		return errors.New("a call needs a name")
	}
	name, args := c[0], c[1:]
	if set := urlclass.Setters[name]; set != nil && len(args) == 1 {
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
		return fmt.Errorf("unknown call %q with %d arguments", name, len(args))
	}
	return nil
}

package spec

import (
	"slices"
	"strconv"
	"strings"
)

// Object is a URL object: its URL, and the list of its query object.
// https://url.spec.whatwg.org/#url-class
type Object struct {
	URL  *URL
	List []Tuple
}

// apiURLParser implements https://url.spec.whatwg.org/#api-url-parser; nil is failure, or no base.
func apiURLParser(url string, base *string) *URL {
	var parsedBase *URL
	if base != nil {
		parsedBase, _ = Parse(*base, nil, nil)
		if parsedBase == nil {
			return nil
		}
	}
	parsedURL, _ := Parse(url, parsedBase, nil)
	return parsedURL
}

// NewURL implements https://url.spec.whatwg.org/#dom-url-url; nil is where it throws.
func NewURL(url string, base *string) *Object {
	parsedURL := apiURLParser(url, base)
	if parsedURL == nil {
		return nil
	}
	return NewObject(parsedURL)
}

// NewObject implements https://url.spec.whatwg.org/#url-initialize.
func NewObject(url *URL) *Object {
	o := &Object{URL: url}
	if url.Query != nil {
		o.List = ParseURLEncoded([]byte(*url.Query))
	}
	return o
}

// Getters holds the attribute getters of the URL class by their names there, and what searchParams
// stringifies to.
var Getters = map[string]func(*Object) string{
	"href":         (*Object).href,
	"origin":       (*Object).origin,
	"protocol":     (*Object).protocol,
	"username":     (*Object).username,
	"password":     (*Object).password,
	"host":         (*Object).host,
	"hostname":     (*Object).hostname,
	"port":         (*Object).port,
	"pathname":     (*Object).pathname,
	"search":       (*Object).search,
	"searchParams": (*Object).searchParams,
	"hash":         (*Object).hash,
}

// Setters holds the attribute setters of the URL class by their names there. That of href changes
// nothing where the standard's throws.
var Setters = map[string]func(*Object, string){
	"href":     func(o *Object, v string) { o.setHref(v) },
	"protocol": (*Object).setProtocol,
	"username": (*Object).setUsername,
	"password": (*Object).setPassword,
	"host":     (*Object).setHost,
	"hostname": (*Object).setHostname,
	"port":     (*Object).setPort,
	"pathname": (*Object).setPathname,
	"search":   (*Object).setSearch,
	"hash":     (*Object).setHash,
}

// href implements https://url.spec.whatwg.org/#dom-url-href.
func (o *Object) href() string { return o.URL.Serialize(false) }

// setHref reports whether the standard's setter does not throw.
func (o *Object) setHref(v string) bool {
	parsedURL, _ := Parse(v, nil, nil)
	if parsedURL == nil {
		return false
	}
	*o = *NewObject(parsedURL)
	return true
}

// origin implements https://url.spec.whatwg.org/#dom-url-origin.
func (o *Object) origin() string { return o.URL.origin().Serialize() }

// protocol implements https://url.spec.whatwg.org/#dom-url-protocol.
func (o *Object) protocol() string { return o.URL.Scheme + ":" }

func (o *Object) setProtocol(v string) {
	basicURLParser(v+":", nil, nil, o.URL, schemeStartState)
}

// username implements https://url.spec.whatwg.org/#dom-url-username.
func (o *Object) username() string { return o.URL.Username }

func (o *Object) setUsername(v string) {
	if o.URL.cannotHaveAUsernamePasswordPort() {
		return
	}
	o.URL.Username = PercentEncode(ScalarValueString(v), UserinfoPercentEncodeSet)
}

// password implements https://url.spec.whatwg.org/#dom-url-password.
func (o *Object) password() string { return o.URL.Password }

func (o *Object) setPassword(v string) {
	if o.URL.cannotHaveAUsernamePasswordPort() {
		return
	}
	o.URL.Password = PercentEncode(ScalarValueString(v), UserinfoPercentEncodeSet)
}

// host implements https://url.spec.whatwg.org/#dom-url-host.
func (o *Object) host() string {
	if o.URL.Host == nil {
		return ""
	}
	if o.URL.Port == nil {
		return o.URL.Host.Serialize()
	}
	return o.URL.Host.Serialize() + ":" + strconv.Itoa(int(*o.URL.Port))
}

func (o *Object) setHost(v string) {
	if o.URL.HasOpaquePath {
		return
	}
	basicURLParser(v, nil, nil, o.URL, hostState)
}

// hostname implements https://url.spec.whatwg.org/#dom-url-hostname.
func (o *Object) hostname() string {
	if o.URL.Host == nil {
		return ""
	}
	return o.URL.Host.Serialize()
}

func (o *Object) setHostname(v string) {
	if o.URL.HasOpaquePath {
		return
	}
	basicURLParser(v, nil, nil, o.URL, hostnameState)
}

// port implements https://url.spec.whatwg.org/#dom-url-port.
func (o *Object) port() string {
	if o.URL.Port == nil {
		return ""
	}
	return strconv.Itoa(int(*o.URL.Port))
}

func (o *Object) setPort(v string) {
	if o.URL.cannotHaveAUsernamePasswordPort() {
		return
	}
	if v == "" {
		o.URL.Port = nil
	} else {
		basicURLParser(v, nil, nil, o.URL, portState)
	}
}

// pathname implements https://url.spec.whatwg.org/#dom-url-pathname.
func (o *Object) pathname() string { return o.URL.SerializePath() }

func (o *Object) setPathname(v string) {
	if o.URL.HasOpaquePath {
		return
	}
	o.URL.Path = nil
	basicURLParser(v, nil, nil, o.URL, pathStartState)
}

// search implements https://url.spec.whatwg.org/#dom-url-search.
func (o *Object) search() string {
	if o.URL.Query == nil || *o.URL.Query == "" {
		return ""
	}
	return "?" + *o.URL.Query
}

func (o *Object) setSearch(v string) {
	if v == "" {
		o.URL.Query = nil
		o.List = nil
		return
	}
	o.URL.Query = stringOf("")
	basicURLParser(strings.TrimPrefix(v, "?"), nil, nil, o.URL, queryState)
	o.List = ParseURLEncoded([]byte(*o.URL.Query)) // since the standard's commit fde3f74
}

// searchParams implements the stringification of https://url.spec.whatwg.org/#dom-url-searchparams.
func (o *Object) searchParams() string { return SerializeURLEncoded(o.List, nil) }

// SetSearchParams has the query object's list become tuples, and implements
// https://url.spec.whatwg.org/#concept-urlsearchparams-update.
func (o *Object) SetSearchParams(tuples []Tuple) {
	o.List = slices.Clone(tuples)
	o.URL.Query = nil
	if serializedQuery := SerializeURLEncoded(o.List, nil); serializedQuery != "" {
		o.URL.Query = &serializedQuery
	}
}

// hash implements https://url.spec.whatwg.org/#dom-url-hash.
func (o *Object) hash() string {
	if o.URL.Fragment == nil || *o.URL.Fragment == "" {
		return ""
	}
	return "#" + *o.URL.Fragment
}

func (o *Object) setHash(v string) {
	if v == "" {
		o.URL.Fragment = nil
		return
	}
	o.URL.Fragment = stringOf("")
	basicURLParser(strings.TrimPrefix(v, "#"), nil, nil, o.URL, fragmentState)
}

// Tuple is a name-value tuple.
type Tuple struct{ Name, Value string }

// ParseURLEncoded implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
func ParseURLEncoded(input []byte) []Tuple {
	var output []Tuple
	for _, bytes := range strings.Split(string(input), "&") {
		if bytes == "" {
			continue
		}
		name, value := bytes, ""
		if i := strings.IndexByte(bytes, '='); i >= 0 {
			name, value = bytes[:i], bytes[i+1:]
		}
		name = strings.ReplaceAll(name, "+", " ")
		value = strings.ReplaceAll(value, "+", " ")
		nameString := utf8DecodeWithoutBOM(PercentDecode([]byte(name)))
		valueString := utf8DecodeWithoutBOM(PercentDecode([]byte(value)))
		output = append(output, Tuple{nameString, valueString})
	}
	return output
}

// SerializeURLEncoded implements https://url.spec.whatwg.org/#concept-urlencoded-serializer.
func SerializeURLEncoded(tuples []Tuple, encoding Encoding) string {
	output := ""
	for _, tuple := range tuples {
		name := percentEncodeAfterEncoding(encoding, tuple.Name, FormURLEncodedPercentEncodeSet)
		value := percentEncodeAfterEncoding(encoding, tuple.Value, FormURLEncodedPercentEncodeSet)
		if output != "" {
			output += "&"
		}
		output += name + "=" + value
	}
	return output
}

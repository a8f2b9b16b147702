package url

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
)

// This file holds the serializers of the reference, equality, origins, the
// application/x-www-form-urlencoded format and the URL class; see reference_test.go.

// serialize implements https://url.spec.whatwg.org/#concept-url-serializer.
func (u *refURL) serialize(excludeFragment bool) string {
	output := u.scheme + ":"
	if u.host != nil {
		output += "//"
		if u.includesCredentials() {
			output += u.username
			if u.password != "" {
				output += ":" + u.password
			}
			output += "@"
		}
		output += u.host.serialize()
		if u.port != nil {
			output += ":" + strconv.Itoa(int(*u.port))
		}
	}
	if u.host == nil && !u.hasOpaquePath && len(u.path) > 1 && u.path[0] == "" {
		output += "/."
	}
	output += u.serializePath()
	if u.query != nil {
		output += "?" + *u.query
	}
	if !excludeFragment && u.fragment != nil {
		output += "#" + *u.fragment
	}
	return output
}

// serializePath implements https://url.spec.whatwg.org/#url-path-serializer.
func (u *refURL) serializePath() string {
	if u.hasOpaquePath {
		return u.opaquePath
	}
	output := ""
	for _, segment := range u.path {
		output += "/" + segment
	}
	return output
}

// equals implements https://url.spec.whatwg.org/#concept-url-equals.
func (u *refURL) equals(v *refURL, excludeFragments bool) bool {
	return u.serialize(excludeFragments) == v.serialize(excludeFragments)
}

// refOrigin is an origin; opaque ones hold nothing else.
// https://html.spec.whatwg.org/multipage/browsers.html#concept-origin
type refOrigin struct {
	opaque bool
	scheme string
	host   *refHost
	port   *uint16
}

// origin implements https://url.spec.whatwg.org/#concept-url-origin, with no blob URL store.
func (u *refURL) origin() refOrigin {
	switch u.scheme {
	case "blob":
		pathURL, _ := refParse(u.serializePath(), nil, nil)
		if pathURL == nil {
			return refOrigin{opaque: true}
		}
		if pathURL.scheme == "http" || pathURL.scheme == "https" || pathURL.scheme == "file" {
			return pathURL.origin()
		}
		return refOrigin{opaque: true}
	case "ftp", "http", "https", "ws", "wss":
		return refOrigin{scheme: u.scheme, host: u.host, port: u.port}
	case "file":
		return refOrigin{opaque: true} // "when in doubt"
	default:
		return refOrigin{opaque: true}
	}
}

// serialize implements
// https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin.
func (o refOrigin) serialize() string {
	if o.opaque {
		return "null"
	}
	result := o.scheme + "://" + o.host.serialize()
	if o.port != nil {
		result += ":" + strconv.Itoa(int(*o.port))
	}
	return result
}

// refTuple is a name-value tuple.
type refTuple struct{ name, value string }

// refURLEncodedParser implements https://url.spec.whatwg.org/#concept-urlencoded-parser.
func refURLEncodedParser(input []byte) []refTuple {
	var output []refTuple
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
		nameString := refUTF8DecodeWithoutBOM(refPercentDecode([]byte(name)))
		valueString := refUTF8DecodeWithoutBOM(refPercentDecode([]byte(value)))
		output = append(output, refTuple{nameString, valueString})
	}
	return output
}

// refURLEncodedSerializer implements https://url.spec.whatwg.org/#concept-urlencoded-serializer.
func refURLEncodedSerializer(tuples []refTuple, enc encoding.Encoding) string {
	enc = refOutputEncoding(enc)
	output := ""
	for _, tuple := range tuples {
		name := refPercentEncodeAfterEncoding(enc, tuple.name, refFormURLEncodedPercentEncodeSet)
		value := refPercentEncodeAfterEncoding(enc, tuple.value, refFormURLEncodedPercentEncodeSet)
		if output != "" {
			output += "&"
		}
		output += name + "=" + value
	}
	return output
}

// refURLObject is a URL object: its URL, and the list of its query object.
// https://url.spec.whatwg.org/#url-class
type refURLObject struct {
	url  *refURL
	list []refTuple
}

// refAPIURLParser implements https://url.spec.whatwg.org/#api-url-parser; nil is failure, or no base.
func refAPIURLParser(url string, base *string) *refURL {
	var parsedBase *refURL
	if base != nil {
		parsedBase, _ = refParse(*base, nil, nil)
		if parsedBase == nil {
			return nil
		}
	}
	parsedURL, _ := refParse(url, parsedBase, nil)
	return parsedURL
}

// refNewURL implements https://url.spec.whatwg.org/#dom-url-url; nil is where it throws.
func refNewURL(url string, base *string) *refURLObject {
	parsedURL := refAPIURLParser(url, base)
	if parsedURL == nil {
		return nil
	}
	return refObject(parsedURL)
}

// refObject implements https://url.spec.whatwg.org/#url-initialize.
func refObject(url *refURL) *refURLObject {
	o := &refURLObject{url: url}
	if url.query != nil {
		o.list = refURLEncodedParser([]byte(*url.query))
	}
	return o
}

// refGetters holds the attribute getters of the URL class by their names there, and what searchParams
// stringifies to.
var refGetters = map[string]func(*refURLObject) string{
	"href":         (*refURLObject).href,
	"origin":       (*refURLObject).origin,
	"protocol":     (*refURLObject).protocol,
	"username":     (*refURLObject).username,
	"password":     (*refURLObject).password,
	"host":         (*refURLObject).host,
	"hostname":     (*refURLObject).hostname,
	"port":         (*refURLObject).port,
	"pathname":     (*refURLObject).pathname,
	"search":       (*refURLObject).search,
	"searchParams": (*refURLObject).searchParams,
	"hash":         (*refURLObject).hash,
}

// refSetters holds the attribute setters of the URL class by their names there. That of href changes
// nothing where the standard's throws.
var refSetters = map[string]func(*refURLObject, string){
	"href":     func(o *refURLObject, v string) { o.setHref(v) },
	"protocol": (*refURLObject).setProtocol,
	"username": (*refURLObject).setUsername,
	"password": (*refURLObject).setPassword,
	"host":     (*refURLObject).setHost,
	"hostname": (*refURLObject).setHostname,
	"port":     (*refURLObject).setPort,
	"pathname": (*refURLObject).setPathname,
	"search":   (*refURLObject).setSearch,
	"hash":     (*refURLObject).setHash,
}

// href implements https://url.spec.whatwg.org/#dom-url-href.
func (o *refURLObject) href() string { return o.url.serialize(false) }

// setHref reports whether the standard's setter does not throw.
func (o *refURLObject) setHref(v string) bool {
	parsedURL, _ := refParse(v, nil, nil)
	if parsedURL == nil {
		return false
	}
	*o = *refObject(parsedURL)
	return true
}

// origin implements https://url.spec.whatwg.org/#dom-url-origin.
func (o *refURLObject) origin() string { return o.url.origin().serialize() }

// protocol implements https://url.spec.whatwg.org/#dom-url-protocol.
func (o *refURLObject) protocol() string { return o.url.scheme + ":" }

func (o *refURLObject) setProtocol(v string) {
	refBasicURLParser(v+":", nil, nil, o.url, refSchemeStartState)
}

// username implements https://url.spec.whatwg.org/#dom-url-username.
func (o *refURLObject) username() string { return o.url.username }

func (o *refURLObject) setUsername(v string) {
	if o.url.cannotHaveAUsernamePasswordPort() {
		return
	}
	o.url.username = refUTF8PercentEncodeString(refScalarValueString(v), refUserinfoPercentEncodeSet)
}

// password implements https://url.spec.whatwg.org/#dom-url-password.
func (o *refURLObject) password() string { return o.url.password }

func (o *refURLObject) setPassword(v string) {
	if o.url.cannotHaveAUsernamePasswordPort() {
		return
	}
	o.url.password = refUTF8PercentEncodeString(refScalarValueString(v), refUserinfoPercentEncodeSet)
}

// host implements https://url.spec.whatwg.org/#dom-url-host.
func (o *refURLObject) host() string {
	if o.url.host == nil {
		return ""
	}
	if o.url.port == nil {
		return o.url.host.serialize()
	}
	return o.url.host.serialize() + ":" + strconv.Itoa(int(*o.url.port))
}

func (o *refURLObject) setHost(v string) {
	if o.url.hasOpaquePath {
		return
	}
	refBasicURLParser(v, nil, nil, o.url, refHostState)
}

// hostname implements https://url.spec.whatwg.org/#dom-url-hostname.
func (o *refURLObject) hostname() string {
	if o.url.host == nil {
		return ""
	}
	return o.url.host.serialize()
}

func (o *refURLObject) setHostname(v string) {
	if o.url.hasOpaquePath {
		return
	}
	refBasicURLParser(v, nil, nil, o.url, refHostnameState)
}

// port implements https://url.spec.whatwg.org/#dom-url-port.
func (o *refURLObject) port() string {
	if o.url.port == nil {
		return ""
	}
	return strconv.Itoa(int(*o.url.port))
}

func (o *refURLObject) setPort(v string) {
	if o.url.cannotHaveAUsernamePasswordPort() {
		return
	}
	if v == "" {
		o.url.port = nil
	} else {
		refBasicURLParser(v, nil, nil, o.url, refPortState)
	}
}

// pathname implements https://url.spec.whatwg.org/#dom-url-pathname.
func (o *refURLObject) pathname() string { return o.url.serializePath() }

func (o *refURLObject) setPathname(v string) {
	if o.url.hasOpaquePath {
		return
	}
	o.url.path = nil
	refBasicURLParser(v, nil, nil, o.url, refPathStartState)
}

// search implements https://url.spec.whatwg.org/#dom-url-search.
func (o *refURLObject) search() string {
	if o.url.query == nil || *o.url.query == "" {
		return ""
	}
	return "?" + *o.url.query
}

func (o *refURLObject) setSearch(v string) {
	if v == "" {
		o.url.query = nil
		o.list = nil
		return
	}
	o.url.query = refString("")
	refBasicURLParser(strings.TrimPrefix(v, "?"), nil, nil, o.url, refQueryState)
	o.list = refURLEncodedParser([]byte(*o.url.query)) // since the standard's commit fde3f74
}

// searchParams implements the stringification of https://url.spec.whatwg.org/#dom-url-searchparams.
func (o *refURLObject) searchParams() string { return refURLEncodedSerializer(o.list, nil) }

// setSearchParams has the query object's list become tuples, and implements
// https://url.spec.whatwg.org/#concept-urlsearchparams-update.
func (o *refURLObject) setSearchParams(tuples []refTuple) {
	o.list = slices.Clone(tuples)
	o.url.query = nil
	if serializedQuery := refURLEncodedSerializer(o.list, nil); serializedQuery != "" {
		o.url.query = &serializedQuery
	}
}

// hash implements https://url.spec.whatwg.org/#dom-url-hash.
func (o *refURLObject) hash() string {
	if o.url.fragment == nil || *o.url.fragment == "" {
		return ""
	}
	return "#" + *o.url.fragment
}

func (o *refURLObject) setHash(v string) {
	if v == "" {
		o.url.fragment = nil
		return
	}
	o.url.fragment = refString("")
	refBasicURLParser(strings.TrimPrefix(v, "#"), nil, nil, o.url, refFragmentState)
}

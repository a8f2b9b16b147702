package gen

// SetterNames has the attributes of the URL class that have a setter, in the standard's order.
var SetterNames = []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}

// Setter returns the name of a setter of the URL class and a value for it.
func (g *Generator) Setter() (name, value string) {
	name = SetterNames[g.Below(len(SetterNames))]
	return name, g.SetterValue(name)
}

// SetterValue returns a value for the setter with the given name.
func (g *Generator) SetterValue(name string) string {
	switch name {
	case "href":
		return g.apply((*Generator).URL, (*Generator).Base)
	case "protocol":
		return g.disturb(g.protocolValue())
	case "username", "password":
		return g.disturb(g.credentialValue())
	case "host":
		return g.disturb(g.hostValue())
	case "hostname":
		return g.disturb(g.hostnameValue())
	case "port":
		return g.disturb(g.portValue())
	case "pathname":
		return g.disturb(g.pathnameValue())
	case "search":
		return g.disturb(g.maybe(3, always("?")) + g.queryValue())
	case "hash":
		return g.disturb(g.maybe(3, always("#")) + g.queryValue())
	}
	panic("gen: unknown setter " + name)
}

// protocolValue makes a scheme, with or without a colon and text after it.
func (g *Generator) protocolValue() string {
	scheme := g.pickSpaced("http https ws wss ftp file HTTP File x y a+b-.1 0 1x x_y é h* blob httpx htt")
	return g.pick(scheme, scheme, scheme, "") + g.pick("", "", ":", "://h", ":x", "::", "/", " :", "\n:", "?:", "#")
}

// credentialValue makes a username or password.
func (g *Generator) credentialValue() string {
	return g.apply(
		oneOf("", "u", "u:p", "@", "u@h", "/", "?", "#", `\`, "%", "%41", "%4", "a b", "é", "\x00", "\t", "u\np", "\ufffe", "^|`{}\"<>;=[]"),
		func(g *Generator) string { return g.join(1, 3, "", (*Generator).unit) },
	)
}

// hostValue makes a host, with or without a port and a delimiter after it.
func (g *Generator) hostValue() string {
	return g.maybe(8, oneOf("u@", "@", "//", ":", "u:p@", "\t")) + g.plainHost() + g.maybe(2, (*Generator).port) + g.hostEnd()
}

// hostnameValue makes a host. A few have a port, for which the setter refuses the value.
func (g *Generator) hostnameValue() string {
	return g.maybe(10, oneOf("u@", "@", "//", ":", "\t")) + g.plainHost() + g.maybe(6, (*Generator).port) + g.hostEnd()
}

// plainHost makes a host from a short list or from the whole grammar.
func (g *Generator) plainHost() string {
	return g.apply(oneOf("", "h", "x.y", "localhost", "LOCALHOST", "A.b", "1.2.3.4", "[::1]", "é", "C:", "c|", "[", "[::1", "::1]", "\u00ad"), (*Generator).Host)
}

// hostEnd makes a delimiter that may end a host, or nothing.
func (g *Generator) hostEnd() string {
	return g.maybe(4, oneOf("/", "/p", `\`, `\p`, "?", "?q", "#", "#f", "/:80", "@i", " ", ";"))
}

// portValue makes a port, with or without text after it.
func (g *Generator) portValue() string {
	if g.once(4) {
		return g.port()[1:]
	}
	return g.pickSpaced("0 1 21 80 443 8080 65535 65536 080 99999999999999999999 7") + g.maybe(2, oneOf("", "x", "/", "?", "#", `\`, " ", ":", "é", "\t1", "+1", ".", "@h"))
}

// pathnameValue makes a path, with or without a slash. "?" and "#" have no special meaning in it.
func (g *Generator) pathnameValue() string {
	return g.apply(
		(*Generator).path, (*Generator).path, (*Generator).segment,
		oneOf("", "/", "//", "///", "//h", "/.//a", "/./", "/..", "..", ".", "./", "../..", "/%2e/%2E%2e", "?", "#", "a?b#c", `\`, `\\`, `\a`, `a\b`, "/..//a", "/a/..//", "a/../../b", "/.//", "//..//a", " ", "%3f"),
		func(g *Generator) string { return g.drive() + g.maybe(3, (*Generator).path) },
	)
}

// queryValue makes a query or a fragment without its delimiter.
func (g *Generator) queryValue() string {
	if g.once(2) {
		return g.query()[1:]
	}
	return g.fragment()[1:]
}

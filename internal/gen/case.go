package gen

// Case returns a string for the URL parser. If hasBase is true, base is the base to parse it against.
func (g *Generator) Case() (input, base string, hasBase bool) {
	if g.once(3) {
		return g.URL(), "", false
	}
	return g.apply((*Generator).Reference, (*Generator).Reference, (*Generator).URL), g.Base(), true
}

// HostCase returns a string for the host parser, and whether it is the host of a URL that is not special. Only such a
// host may be empty.
func (g *Generator) HostCase() (input string, isOpaque bool) {
	if g.once(5) {
		return g.apply((*Generator).OpaqueHost, (*Generator).OpaqueHost, (*Generator).Host), true
	}
	for input == "" {
		input = g.Host()
	}
	return input, false
}

// SettersCase returns a URL, which may not parse, and calls of setters to make on it in order. Each call has a name
// and a value.
func (g *Generator) SettersCase() (href string, calls [][2]string) {
	href = g.SetterHref()
	for range g.between(3, 6) {
		name, value := g.Setter()
		if name == "href" && !g.once(3) {
			name, value = "pathname", g.pick("//a", "", "/.//", "a")
		}
		calls = append(calls, [2]string{name, value})
	}
	return href, calls
}

// Resolve stands in the place of a setter's name where a reference is resolved against the URL.
const Resolve = "resolve"

// RecordCase returns a URL, and calls of setters on it between which references are resolved. Most calls make a file: URL
// of a URL whose host or path no parser gives to one. [Resolve] is the name of a reference.
func (g *Generator) RecordCase() (href string, calls [][2]string) {
	href = g.apply((*Generator).SetterHref, (*Generator).recordHref, (*Generator).recordHref)
	for range g.between(1, 3) {
		name, value := g.Setter()
		if g.once(2) {
			name, value = "protocol", "file"
		}
		calls = append(calls, [2]string{name, value})
		for range g.between(1, 3) {
			calls = append(calls, [2]string{Resolve, g.apply((*Generator).Reference, (*Generator).Reference, (*Generator).drive, (*Generator).path)})
		}
	}
	return href, calls
}

// recordHref makes a URL that the protocol setter may make a file: URL.
func (g *Generator) recordHref() string {
	return g.pick("http", "https", "ws", "ftp", "file") + "://" + g.pick("h", "localhost", "LocalHost", "h:80", "127.1") +
		"/" + g.pick("C|", "c|/", "C|/x", "C|/x/y", "C:", "d:/x", "a/C|", "C|x", "C%7C/x", "", "/C|/x") + g.maybe(3, oneOf("?q", "?", "#f", "?q#f"))
}

// SetterHref returns a URL to call setters on. A few of these URLs do not parse.
func (g *Generator) SetterHref() string {
	return g.apply((*Generator).Base, (*Generator).Base, (*Generator).URL)
}

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

// SetterHref returns a URL to call setters on. A few of these URLs do not parse.
func (g *Generator) SetterHref() string {
	return g.apply((*Generator).Base, (*Generator).Base, (*Generator).URL)
}

package url

import "strings"

// DisplayOptions says how [URL.Display] shows a URL. The zero DisplayOptions shows all of it that is fit to
// be shown.
type DisplayOptions struct {
	// HostOnly shows the host alone, which is safest where people are to decide whether they trust it.
	// Nothing is shown of a URL whose host is null.
	HostOnly bool

	// OmitScheme leaves the scheme out, for surfaces that only ever have URLs of a single one. It stays if it
	// is not special, because then it says how to read the rest: "data:" or "javascript:".
	OmitScheme bool

	// OmitWWW leaves a "www." out that stands before the registrable domain or its subdomains.
	OmitWWW bool

	// MaxWidth, if above 0, is how many cells of a terminal or a fixed-width font the result may take. Wide
	// characters take two and combining ones none; those that are wide in East Asian fonts only take one.
	//
	// What has to go goes in this order: the end of path, query and fragment, and labels of the host from
	// the left, with a "…" for them; a special scheme; the port. What is left then is shown even if it is
	// wider: the registrable domain, or else the whole host, with the scheme if that is not special.
	MaxWidth int
}

// DisplayParts is what [URL.Display] shows, in parts, for a user interface that makes the registrable
// domain stand out. Each is "" where there is none of it, or where it is left out.
type DisplayParts struct {
	Scheme            string // "https://", "mailto:"
	Subdomain         string // "login." or, with labels left out, "…com."
	RegistrableDomain string // where the host has none, as "localhost" and IP addresses, the whole host
	Port              string // ":8080"
	Path              string // "/a/b", or "/a…"
	Query             string // "?a=b"
	Fragment          string // "#c"
	Elided            bool   // whether something was left out for MaxWidth
}

// These make the text between them be laid out from left to right, and as one character to the text around it.
// https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
const (
	leftToRightIsolate    = "\u2066"
	popDirectionalIsolate = "\u2069"
)

const ellipsis = "…"

// Display returns the URL as it should be shown to people who are to decide by it what to trust. It is not
// for machines: what it returns may parse as another URL, or not at all.
//
//   - Username and password are left out, because they can be taken for the host.
//   - A domain is shown in Unicode, but label by label in ASCII where it could be mistaken, as for mixing
//     scripts. That is a guard against imitations, and no proof that there is none.
//   - Percent-encoded bytes are shown decoded, except where the result would be invisible, be something
//     else than a part of the same URL, or pass for something that the program shows, such as a padlock.
//   - Each label and other part with text from right to left is wrapped in U+2066 and U+2069, so that the
//     parts come in the order of the URL, and the whole if there is any.
//
// With the zero DisplayOptions, what is shown parses to the same URL but for the credentials, the case of
// hexadecimal digits in percent-encoded bytes, and those wrappers, which make it not parse.
//
// It implements https://url.spec.whatwg.org/#url-rendering.
func (u URL) Display(opts DisplayOptions) string { return u.DisplayParts(opts).String() }

// DisplayParts returns what [URL.Display] shows, in parts.
func (u URL) DisplayParts(opts DisplayOptions) DisplayParts {
	r := u.render(opts)
	if opts.MaxWidth > 0 {
		r.fit(opts.MaxWidth)
	}
	return r.parts()
}

// String returns the parts as one string, in which they come from left to right whatever surrounds it.
func (p DisplayParts) String() string {
	s := p.Scheme + p.Subdomain + p.RegistrableDomain + p.Port + p.Path + p.Query + p.Fragment
	if strings.Contains(s, leftToRightIsolate) {
		return leftToRightIsolate + s + popDirectionalIsolate
	}
	return s
}

// rendering is what of a URL is to be shown, before directions are isolated.
type rendering struct {
	scheme      string
	schemeStays bool     // for it says how to read the rest, or there is no host to show instead
	mark        string   // where labels were left out
	labels      []string // of the host; just one, if it is no domain
	domain      int      // labels[domain:] is the registrable domain, or the host
	port        string
	tail        [3]string // path, query and fragment
	elided      bool
}

// render selects what is to be shown, and decodes it.
func (u *URL) render(opts DisplayOptions) (r rendering) {
	host, ok := u.ParsedHost()
	if ok {
		r.labels, r.domain = displayHost(host, opts.OmitWWW)
	}
	if opts.HostOnly {
		return r
	}
	pathStart, pathSet := u.hostEnd, PathPercentEncodeSet // where the host is null, "/." may stand before the path
	if ok {
		r.port = u.href[u.hostEnd:u.pathStart]
		pathStart = u.pathStart
	}
	if u.HasOpaquePath() {
		pathSet = C0ControlPercentEncodeSet
	}
	querySet := QueryPercentEncodeSet
	if u.scheme.special() {
		querySet = SpecialQueryPercentEncodeSet
	}
	r.schemeStays = !u.scheme.special() || host.Kind() == HostEmpty
	if !opts.OmitScheme || !u.scheme.special() {
		r.scheme = u.href[:min(u.usernameEnd, u.schemeEnd+uint32(len("//")))]
	}
	r.tail = [...]string{
		displayText(u.href[pathStart:u.queryStart], pathSet),
		displayText(u.href[u.queryStart:u.fragmentStart], querySet),
		displayText(u.href[u.fragmentStart:], FragmentPercentEncodeSet),
	}
	return r
}

// displayHost returns the labels of a host as they are shown, and which of them the registrable domain
// begins with, or the host if it has none. A host that is no domain is one label.
func displayHost(host Host, omitWWW bool) (labels []string, domain int) {
	if host.Kind() != HostDomain {
		return []string{host.String()}, 0
	}
	labels = displayLabels(host.String())
	registrable, ok := host.RegistrableDomain()
	if !ok {
		return labels, 0
	}
	domain = len(labels) - 1 - strings.Count(registrable, ".")
	if omitWWW && domain > 0 && labels[0] == "www" {
		return labels[1:], domain - 1
	}
	return labels, domain
}

// fit leaves out as much as is needed to take at most so many cells, and at most as much as may be left
// out.
func (r *rendering) fit(most int) {
	room := most - r.headWidth()
	if room >= r.tailWidth() {
		return
	}
	r.elided = true
	if room > cells(ellipsis) { // a delimiter comes before it, so that it is not taken for a part of the host
		r.cutTail(room - cells(ellipsis))
		return
	}
	r.tail = [len(r.tail)]string{}
	if r.elideLabels(most) {
		return
	}
	if !r.schemeStays {
		r.scheme = ""
		if r.elideLabels(most) {
			return
		}
	}
	r.port = ""
	if !r.elideLabels(most) {
		r.labels, r.domain = r.labels[r.domain:], 0 // without a mark, for which there is no room
	}
}

// cutTail cuts the path, query and fragment so that they take at most so many cells before the mark.
func (r *rendering) cutTail(most int) {
	cut := false
	for i, part := range r.tail {
		switch width := cells(part); {
		case cut:
			r.tail[i] = ""
		case width > most:
			r.tail[i], cut = cutCells(part, most)+ellipsis, true
		default:
			most -= width
		}
	}
}

// elideLabels leaves labels out from the left until the scheme, host and port fit, and reports whether they
// do. It leaves no label of the registrable domain out.
func (r *rendering) elideLabels(most int) bool {
	width, mark := r.headWidth(), ""
	for from := 0; ; from++ {
		if width+cells(mark) <= most {
			r.mark, r.labels, r.domain = mark, r.labels[from:], r.domain-from
			return true
		}
		if from == r.domain {
			return false
		}
		width -= cells(r.labels[from]) + len(".")
		mark = ellipsis
	}
}

// headWidth returns how many cells the scheme, host and port take.
func (r *rendering) headWidth() int {
	width := cells(r.scheme) + cells(r.port) + max(len(r.labels)-1, 0)*len(".")
	for _, label := range r.labels {
		width += cells(label)
	}
	return width
}

func (r *rendering) tailWidth() int { return cells(r.tail[0]) + cells(r.tail[1]) + cells(r.tail[2]) }

// parts returns what is shown, with directions isolated.
func (r *rendering) parts() DisplayParts {
	labels := make([]string, len(r.labels))
	for i, label := range r.labels {
		labels[i] = isolate(label)
	}
	subdomain := r.mark
	if r.domain > 0 {
		subdomain += strings.Join(labels[:r.domain], ".") + "."
	}
	return DisplayParts{
		Scheme:            r.scheme,
		Subdomain:         subdomain,
		RegistrableDomain: strings.Join(labels[r.domain:], "."),
		Port:              r.port,
		Path:              isolate(r.tail[0]),
		Query:             isolate(r.tail[1]),
		Fragment:          isolate(r.tail[2]),
		Elided:            r.elided,
	}
}

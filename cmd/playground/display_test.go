package main

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/weburl-go/url"
	"github.com/weburl-go/url/display"
	"github.com/weburl-go/url/internal/gen"
)

// This file asks Chromium which hosts it shows in Unicode: the title of its error page is the host.

const (
	drawnHosts = 200

	// mostLooser is how many of the random hosts package display may show in Unicode where Chromium does not. Chromium knows which
	// letters are not for identifiers, and many names of sites. With the seeds 1 to 7, there were 15 to 30.
	mostLooser = 45
)

// TestDisplay checks what Chromium shows of hosts: those that package display has in its testdata, and random ones. It fails for
// random ones only if display shows many that Chromium does not.
func TestDisplay(t *testing.T) {
	o := startOracle(t)
	t.Run("list", func(t *testing.T) {
		o.t = t
		o.checkList("../../display/testdata/scripts.txt")
	})
	t.Run("random", func(t *testing.T) {
		o.t = t
		o.checkRandom()
	})
}

func (o *oracle) checkList(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		o.t.Fatal(err)
	}
	var names, want []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for name := range strings.FieldsSeq(columns[3]) {
			if !strings.Contains(name, ".") {
				name += ".com"
			}
			names, want = append(names, name), append(want, columns[0])
		}
	}
	if len(names) < 400 {
		o.t.Fatalf("only %d hosts", len(names))
	}
	for i, title := range o.titles(names) {
		got := "Punycode"
		switch title {
		case "":
			o.t.Errorf("%s has no title", names[i])
			continue
		case names[i]:
			got = "Unicode"
		}
		if got != want[i] {
			o.t.Errorf("Chromium shows %s (%+[1]q) as %s, want %s", names[i], title, want[i])
		}
	}
}

func (o *oracle) checkRandom() {
	names := generator{gen.New(*seed)}.hosts(drawnHosts)
	compared, looser, stricter := 0, 0, 0
	for i, title := range o.titles(names) {
		if title == "" {
			continue
		}
		compared++
		switch shown := invisible.Replace(display.URL(url.MustParse("http://"+names[i]), display.Options{HostOnly: true})); {
		case shown == title:
		case shown == names[i]:
			looser++
			o.t.Logf("display alone shows %s (%+[1]q)", names[i])
		default:
			stricter++
			o.t.Logf("Chromium alone shows %s (%+[1]q)", names[i])
		}
	}
	o.t.Logf("seed %d: %d hosts; display alone shows %d, Chromium alone %d", *seed, compared, looser, stricter)
	if compared < drawnHosts-mostUnreadable {
		o.t.Errorf("only %d hosts were compared", compared)
	}
	if looser > mostLooser {
		o.t.Errorf("display shows %d hosts that Chromium does not, want at most %d", looser, mostLooser)
	}
}

// An oracle is a browser in which no host answers.
type oracle struct {
	t   *testing.T
	ctx context.Context
}

func startOracle(t *testing.T) *oracle {
	t.Helper()
	browser, err := startBrowser(chromedp.Flag("host-resolver-rules", "MAP * 127.0.0.1:1"), // where nothing listens
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("disable-features", "HttpsUpgrades,HttpsFirstBalancedMode,HttpsFirstBalancedModeAutoEnable"),
		chromedp.Flag("disable-site-isolation-trials", true), chromedp.Flag("process-per-site", true), // or each tab starts a process
		chromedp.Flag("renderer-process-limit", "1"))
	needBrowser(t, err)
	return &oracle{t, browser}
}

// mostUnreadable is how many hosts may have no title that can be read: Chromium may know another version of Unicode.
const mostUnreadable = 3

// titles returns a title for each host. The hosts are in Unicode. A title that cannot be read is "".
func (o *oracle) titles(names []string) (titles []string) {
	o.t.Helper()
	unreadable := 0
	for batch := range slices.Chunk(names, 20) {
		read := o.open(batch)
		for _, name := range batch {
			if read[name] == "" {
				unreadable++
				o.t.Logf("no title: %s (%+[1]q)", name)
			}
			titles = append(titles, read[name])
		}
		if unreadable > mostUnreadable {
			o.t.Fatalf("%d of %d hosts have no title", unreadable, len(titles))
		}
	}
	return titles
}

// open opens hosts in a tab each, and returns the titles once all can be read and stay the same. Before a page has a title, that of
// its tab is the URL, as Chromium shows it.
func (o *oracle) open(names []string) (titles map[string]string) {
	o.t.Helper()
	tabs := map[target.ID]string{}
	browser := chromedp.FromContext(o.ctx).Browser
	for _, name := range names {
		tab, err := cdp.Call(o.ctx, browser, target.CreateTarget, target.CreateTargetParams{URL: url.MustParse("http://" + name).Href()})
		if err != nil {
			o.t.Fatal(err)
		}
		tabs[tab.TargetID] = name
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		targets, err := chromedp.Targets(o.ctx)
		if err != nil {
			o.t.Fatal(err)
		}
		before := titles
		titles = map[string]string{}
		for _, is := range targets {
			name := tabs[is.TargetID] // or "", for another tab
			if title := invisible.Replace(is.Title); isOfHost(title, name) {
				titles[name] = title
			}
		}
		isMissing := func(name string) bool { return titles[name] == "" }
		if maps.Equal(titles, before) && !slices.ContainsFunc(names, isMissing) {
			break
		}
	}
	for tab := range tabs {
		if _, err := cdp.Call(o.ctx, browser, target.CloseTarget, target.CloseTargetParams{TargetID: tab}); err != nil {
			o.t.Fatal(err)
		}
	}
	return titles
}

// invisible removes what Chromium and display put around text from right to left.
var invisible = strings.NewReplacer("\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "", "\u200E", "", "\u200F", "")

// isOfHost reports whether each label of a title is that of a host, in Unicode or in ASCII.
func isOfHost(title, name string) bool {
	return slices.EqualFunc(strings.Split(title, "."), strings.Split(name, "."), func(shown, label string) bool {
		ascii, err := url.DomainToASCII(label)
		return err == nil && (shown == label || shown == ascii)
	})
}

// hosts returns different hosts in Unicode.
func (g generator) hosts(n int) (names []string) {
	for len(names) < n {
		host, err := url.ParseHost(g.label() + "." + g.pick("com", "com", "com", "net", "gr", "il", "is", "jp", "ru", "tr"))
		if err != nil || !strings.HasPrefix(host.String(), "xn--") {
			continue
		}
		if name := url.DomainToUnicode(host.String()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// usualScripts contains the scripts of most domains.
var usualScripts = strings.Fields("Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew " +
	"Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan")

// label returns a label, which may not be valid: up to six letters of a script, alone, with ASCII or with marks, or a word in which
// letters are replaced by look-alikes.
func (g generator) label() string {
	script := unicode.Scripts[g.pick(usualScripts...)]
	if g.Below(4) == 0 {
		script = unicode.Scripts[g.pick(slices.Sorted(maps.Keys(unicode.Scripts))...)]
	}
	letters, others := inCategory(script, unicode.L), ""
	switch g.Below(4) {
	case 0:
		return g.imitation()
	case 1:
		others = "abcdeghiklmnoprstuvwxyz0123456789-"
	case 2:
		others = inCategory(script, unicode.M) + inCategory(unicode.Inherited, unicode.M)
	}
	var label strings.Builder
	for range 1 + g.Below(6) {
		from := []rune(letters)
		if others != "" && g.Below(3) == 0 {
			from = []rune(others)
		}
		if len(from) > 0 {
			label.WriteRune(from[g.Below(len(from))])
		}
	}
	return label.String()
}

// imitation returns a word with a look-alike for one or two of its letters.
func (g generator) imitation() string {
	lookalikes := strings.Fields("aаɑαåạà cсϲçć dԁɗđ eеҽėẹé gɡցġğ hһհħ iіıɩíị jјʝ kкκķ lӏłļĺ " +
		"nոńņŋ oоοօóọӧ pрρ rгŕ sѕşș tтţŧ uսυūụü vνѵʋ wԝŵ xхҳ yуүýỵ zʐżž")
	word := []rune(g.pick("anchor", "cereal", "copper", "harbor", "lorry", "pixel", "pocket", "popcorn", "sauce", "scope", "tulip", "violin", "window"))
	for range 1 + g.Below(2) {
		i := g.Below(len(word))
		for _, same := range lookalikes {
			if same := []rune(same); same[0] == word[i] {
				word[i] = same[1+g.Below(len(same)-1)]
			}
		}
	}
	return string(word)
}

// inCategory returns the code points of a script that are in a category.
func inCategory(script, category *unicode.RangeTable) string {
	var in strings.Builder
	add := func(low, high, stride rune) {
		for r := low; r <= high; r += stride {
			if unicode.Is(category, r) {
				in.WriteRune(r)
			}
		}
	}
	for _, r := range script.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range script.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return in.String()
}

package url

import (
	"testing"
)

// TestRecognizer has URLs that the recognizer accepts as a whole. FuzzRecognizer compares its results with those of the
// machine.
func TestRecognizer(t *testing.T) {
	for in, want := range map[string]string{
		"https://h/.well-known/...":     "https://h/.well-known/...",
		"https://h":                     "https://h/",
		"file://":                       "file:///",
		"file:///C:/x":                  "file:///C:/x",
		"http://192.168.0.1/":           "http://192.168.0.1/",
		"http://255.255.255.255:65535/": "http://255.255.255.255:65535/",
		"http://[2001:db8::1]:8080/":    "http://[2001:db8::1]:8080/",
		"ftp://u:p@h/":                  "ftp://u:p@h/",
		"ftp://:p@h/":                   "ftp://:p@h/",
		"ws://u@h/x":                    "ws://u@h/x",
		"foo://h?q":                     "foo://h?q",
		"foo:///":                       "foo:///",
		"foo:/a/b":                      "foo:/a/b",
		"mailto:a@b?c#d":                "mailto:a@b?c#d",
	} {
		var u URL
		if pos, next := u.recognize(in); next != stateDone || u.href != want {
			t.Errorf("%q: %q, hands over at %d to state %d", in, u.href, pos, next)
		}
	}
}

// TestRecognizerHandsOver checks where the recognizer leaves the rest to the machine.
func TestRecognizerHandsOver(t *testing.T) {
	for _, test := range []struct {
		in   string
		pos  int
		next state
	}{
		{"https://example.com/a/b.html?q=1&r='#f?", 29, stateQuery}, // "'" is encoded: at the query
		{"wss://a.b:0?q", 11, statePathStart},
		{"foo://h:80/a?'#`", 15, stateFragment},
		{"https://h/a\tb\nc", 10, statePath},
		{"https://EXAMPLE.com/a", 6, stateScheme},
		{"https://B\u00dcCHER.example:443/a?b#c", 6, stateScheme},
		{"https://h:443/", 10, statePort},
		{"https://h:0443/?a#b", 10, statePort},
		{"http://1.2.3.4:80/", 15, statePort},
		{"https://h/a\tb", 10, statePath},

		{"https://h:443", 10, statePort},
		{"https://h:443\\", 10, statePort},
		{"https://h:443/a b", 10, statePort},
		{"https://h:65979/", 10, statePort}, // 443 modulo 65536
		{"https://H:8080/", 6, stateScheme},
		{"https://u@H/", 6, stateScheme},
		{"https://a\uff0fb/", 6, stateScheme}, // which is mapped to "a/b"
		{"https://\u00ad/", 6, stateScheme},   // to nothing
		{"https://\uff11.2/", 6, stateScheme}, // and to "1.2"
		{"https://h:080/", 10, statePort},
		{"https://h/a/b c", 12, statePath},
		{"https://h/a/../c", 12, statePath},
		{"https://h/a/%2e", 12, statePath},
		{"https://h/\u00e9", 10, statePath},
		{"https://h\\", 9, statePathStart},
		{"https://h#f", 9, statePathStart},
		{"https://h/?\u00e9", 11, stateQuery},
		{"https://h/#\u00e9", 11, stateFragment},
		{"https://u:@h/", 6, stateScheme},
		{"https://1.2.3/", 6, stateScheme},
		{"https://1.2.3.04/", 6, stateScheme},
		{"https://1.2.3.256/", 6, stateScheme},
		{"https://0x1/", 6, stateScheme},
		{"https://[1:0:0:0:0:0:0:1]/", 6, stateScheme},
		{"https:///h", 6, stateScheme},
		{"file://localhost/", 5, stateScheme},
		{"file://h:80/", 5, stateScheme},
		{"file:///c|/", 7, statePathStart},
		{"foo:/.//a", 4, stateScheme},
		{"foo:a b", 5, stateOpaquePath},
		{"foo:\t//h", 4, stateScheme},
		{"HTTPS://h/", 10, stateDone}, // for the machine to write in lower case
		{"HTTPS://h", 9, statePathStart},
		{"FOO://h/a b", 8, statePath},
		{"hTTPS://h/", 0, stateSchemeStart},
		{"https:/h", 6, stateScheme},
		{"file:h", 5, stateScheme},
		{"foo://a b", 4, stateScheme},
		{" https://h/", 0, stateSchemeStart},
		{"1:", 0, stateSchemeStart},
		{"", 0, stateSchemeStart},
	} {
		var u URL
		if pos, next := u.recognize(test.in); pos != test.pos || next != test.next {
			t.Errorf("%q: hands over at %d to state %d, want %d, %d", test.in, pos, next, test.pos, test.next)
		}
	}
}

// TestRecognizeReference checks which references the recognizer resolves.
func TestRecognizeReference(t *testing.T) {
	bases := map[string]URL{"special": MustParse("https://u@h:1/a/b/c?q#f"), "file": MustParse("file:///a"), "other": MustParse("foo://h/a")}
	for ref, want := range map[string]string{
		"x": "https://u@h:1/a/b/x", "../x/y?z#w": "https://u@h:1/a/x/y?z#w", "../../../x": "https://u@h:1/x", "../": "https://u@h:1/a/",
		"/x?y": "https://u@h:1/x?y", "//g/x": "https://g/x", "//v@g/": "", "?y": "https://u@h:1/a/b/c?y", "#y": "https://u@h:1/a/b/c?q#y",
		"": "", "..": "", "./x": "", "x/../y": "", "x:y": "", "x/y:z": "", "/\\x": "", "//": "", "//g": "", "//G/": "", "x y": "", "?\u00e9": "",
		"//g:443/": "", "//g:2/": "https://g:2/",
	} {
		for name, base := range bases {
			var u URL
			if got := u.recognizeReference(ref, &base); got != (want != "" && name == "special") || got && u.href != want || !got && u != (URL{}) {
				t.Errorf("%q with a %s base: %t, %+v, want %q", ref, name, got, u, want)
			}
		}
	}
}

func TestIsSerializedAddress(t *testing.T) {
	for s, want := range map[string]bool{
		"0.0.0.0": true, "1.2.3.4": true, "255.249.100.99": true, "1.2.3": false, "1.2.3.4.": false, "1.2.3.4.5": false, "1.2.3.256": false,
		"01.2.3.4": false, "1.2.3.00": false, "1.2.3.": false, ".1.2.3": false, "1..2.3": false, "1.2.3.a": false, "1.2.3.1234": false, "": false, "1": false,
		"1-2-3-4": false, "1234.2.3.4": false, "18446744073709551617.2.3.4": false, // 2^64+1
	} {
		if got := isSerializedIPv4(s); got != want {
			t.Errorf("IPv4 %q: %t", s, got)
		}
	}
	for s, want := range map[string]bool{
		"[::]": true, "[::1]": true, "[1:2:3:4:5:6:7:8]": true, "[1::]": true, "[::ffff:102:304]": true, "[1:0:0:2::3]": true, "[::ffff:1.2.3.4]": false,
		"[1:0::]": false, "[::A]": false, "[::01]": false, "[]": false, "[": false, "::": false, "": false, "[::1": false, "[1:2]": false,
	} {
		if got := isSerializedIPv6(s); got != want {
			t.Errorf("IPv6 %q: %t", s, got)
		}
	}
}

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
		if !u.recognize(in) || u.href != want {
			t.Errorf("%q: %+v", in, u)
		}
	}
}

// TestRecognizerHandsOver checks where the recognizer leaves the rest to the machine: after the host, or at the start.
func TestRecognizerHandsOver(t *testing.T) {
	for in, want := range map[string]int{
		"https://h?q": 9, "https://h#f": 9, "https://h\\": 9,
		"https://h/a b": 9, "https://h/a\tb\nc": 9, "https://h/a/../c": 9, "https://h/%2e": 9, "https://h/\u00e9": 9,
		"https://h/?q='": 9, "https://h/?\u00e9": 9, "https://h/?q#\u00e9": 9,
		"https://h:443/": 9, "https://h:080": 9, "http://1.2.3.4:80?q": 14, "https://u:p@h:443/": 13,
		"https://h:/": 9, "https://h:99999/": 9, "https://[::1]:99999/": 13, "https://u:p@h:65536": 13, "foo://h:65536/": 7,
		"https://h:65979/": 9, // 443 modulo 65536
		"file:///c|/":      7, "file://h/a b": 8,
		"foo://h/a b": 7, "foo://h?\u00e9": 7, "foo://h:01/": 7, "foo:///a b": 6,

		"https://H/": 0, "https://u@H/": 0, "https://B\u00dcCHER.example:443/a?b#c": 0,
		"https://a\uff0fb/": 0, // which is mapped to "a/b"
		"https://\u00ad/":   0, // to nothing
		"https://\uff11.2/": 0, // and to "1.2"
		"https://u:@h/":     0,
		"https://1.2.3/":    0, "https://1.2.3.04/": 0, "https://1.2.3.256/": 0, "https://0x1/": 0, "https://[1:0:0:0:0:0:0:1]/": 0,
		"https:///h": 0, "https:/h": 0, "https:h": 0, "file://localhost/": 0, "file://h:80/": 0, "file://h:x/": 0, "file:h": 0,
		"https://h:x@": 0, "https://h:8x": 0, "https://h^:8/": 0, "https://u:x@h^:8/": 0, "x://:1": 0,
		"foo:/.//a": 0, "foo:/a b": 0, "foo:a ?b": 0, "foo:a #": 0, "foo:a ": 0, "foo:\t//h": 0, "foo://a b": 0,
		"HTTPS://h/": 0, "FOO://h/": 0, "hTTPS://h/": 0, " https://h/": 0, "1:": 0, "": 0,
	} {
		var u URL
		done := u.recognize(in)
		if !u.hasHost() {
			u.hostEnd = 0
		}
		if done || int(u.hostEnd) != want {
			t.Errorf("%q: %t, hands over at %d, want %d", in, done, u.hostEnd, want)
		}
	}
}

// TestRecognizerHandsOverPaths checks where in a path the recognizer leaves the rest to the machine.
func TestRecognizerHandsOverPaths(t *testing.T) {
	for in, want := range map[string]int{
		"https://h/a/b?c d": 13, "https://h/a?\u00e9": 11, "https://h/a#b c": 11, "foo://h?b c": 7, "foo://h/a#b c": 9, // after the path
		"https://h/a/b c": 13, "https://h/a/../c": 12, "https://h/a/b\tc": 13, "https://h/a/b ": 13, "foo://h/a/\u00e9": 10, // within it
		"https://h:443/a b": 0, "https://h?a b": 0, "file:///c|/a": 0, "foo:/a b": 0, // before it
	} {
		var u URL
		if u.recognize(in) || u.pathStart > 0 && u.hostEnd > u.schemeEnd != (want > 0) || want > 0 && int(u.queryStart) != want {
			t.Errorf("%q: hands over at %d, want %d: %+v", in, u.queryStart, want, u)
		}
	}
}

// TestRecognizeReference checks which references the recognizer resolves.
func TestRecognizeReference(t *testing.T) {
	bases := map[string]URL{"special": MustParse("https://u@h:1/a/b/c?q#f"), "file": MustParse("file:///a"), "other": MustParse("foo://h/a")}
	for ref, want := range map[string]string{
		"x": "https://u@h:1/a/b/x", "../x/y?z#w": "https://u@h:1/a/x/y?z#w", "../../../x": "https://u@h:1/x", "../": "https://u@h:1/a/",
		"/x?y": "https://u@h:1/x?y", "//g/x": "https://g/x", "//v@g/": "", "?y": "https://u@h:1/a/b/c?y", "#y": "https://u@h:1/a/b/c?q#y",
		"": "", "..": "", "./x": "", "x/../y": "", "x:y": "", "x/y:z": "https://u@h:1/a/b/x/y:z", "/\\x": "", "//": "", "//g": "", "//G/": "", "x y": "", "?\u00e9": "",
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

package interp

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"html"
	"net"
	"net/netip"
	neturl "net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weburl-go/url/vet/internal/browser"
	"github.com/weburl-go/url/vet/internal/code"
)

// library holds the functions that an execution calls, with known arguments.
var library = map[string]any{
	"strings.HasPrefix": strings.HasPrefix, "strings.HasSuffix": strings.HasSuffix, "strings.Contains": strings.Contains,
	"strings.ContainsAny": strings.ContainsAny, "strings.ContainsRune": strings.ContainsRune, "strings.EqualFold": strings.EqualFold,
	"strings.Index": strings.Index, "strings.IndexByte": strings.IndexByte, "strings.LastIndex": strings.LastIndex,
	"strings.Count": strings.Count, "strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper,
	"strings.TrimSpace": strings.TrimSpace, "strings.Trim": strings.Trim, "strings.TrimLeft": strings.TrimLeft,
	"strings.TrimRight": strings.TrimRight, "strings.TrimPrefix": strings.TrimPrefix, "strings.TrimSuffix": strings.TrimSuffix,
	"strings.CutPrefix": strings.CutPrefix, "strings.CutSuffix": strings.CutSuffix, "strings.Cut": strings.Cut,
	"strings.Split": strings.Split, "strings.SplitN": strings.SplitN, "strings.Join": strings.Join, "strings.Fields": strings.Fields,
	"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll,
	"strings.IndexAny": strings.IndexAny, "strings.IndexRune": strings.IndexRune, "slices.Contains": slices.Contains[[]string],
	"strings.FieldsFunc": strings.FieldsFunc, "strings.IndexFunc": strings.IndexFunc, "strings.ContainsFunc": strings.ContainsFunc,
	"strings.TrimFunc": strings.TrimFunc, "strings.TrimLeftFunc": strings.TrimLeftFunc, "strings.TrimRightFunc": strings.TrimRightFunc,
	"strings.Map":           strings.Map,
	"strings.LastIndexByte": strings.LastIndexByte, "strings.LastIndexAny": strings.LastIndexAny,
	"slices.ContainsFunc": containsFunc[[]string], "path.Match": path.Match, "regexp.MatchString": regexp.MatchString,
	"regexp.QuoteMeta": regexp.QuoteMeta,
	"strconv.Itoa":     strconv.Itoa, "strconv.ParseBool": strconv.ParseBool, "cmp.Or": cmp.Or[string], "net/url.JoinPath": neturl.JoinPath,
	"path/filepath.Match": path.Match,
	"bytes.HasPrefix":     bytes.HasPrefix, "bytes.Equal": bytes.Equal, "bytes.EqualFold": bytes.EqualFold, "bytes.ToLower": bytes.ToLower,
	"bytes.TrimSpace": bytes.TrimSpace, "bytes.Contains": bytes.Contains,
	"path.Clean": path.Clean, "path.Join": path.Join, "path.Dir": path.Dir, "path.Base": path.Base, "path.IsAbs": path.IsAbs,
	"path.Ext": path.Ext, "fmt.Sprint": fmt.Sprint, "regexp.MustCompile": regexp.MustCompile, "regexp.Compile": regexp.Compile,
	"net/url.Parse": neturl.Parse, code.DropIn + ".Parse": browser.Parse, code.DropIn + ".PathEscape": neturl.PathEscape, code.DropIn + ".QueryEscape": neturl.QueryEscape, "net/url.ParseRequestURI": neturl.ParseRequestURI, "net/url.PathEscape": neturl.PathEscape,
	"html.UnescapeString": html.UnescapeString, "html.EscapeString": html.EscapeString, "html/template.HTMLEscapeString": html.EscapeString, "net/url.QueryEscape": neturl.QueryEscape, "net/url.PathUnescape": neturl.PathUnescape,
	"net/url.QueryUnescape": neturl.QueryUnescape,
	"net.ParseIP":           net.ParseIP, "net.ParseCIDR": net.ParseCIDR, "net.CIDRMask": net.CIDRMask, "net.IPv4": net.IPv4,
	"net.IPv4Mask": net.IPv4Mask, "net.SplitHostPort": net.SplitHostPort, "net.JoinHostPort": net.JoinHostPort, "net/netip.ParseAddr": netip.ParseAddr,
	"net/netip.MustParseAddr": netip.MustParseAddr, "net/netip.ParsePrefix": netip.ParsePrefix, "net/netip.MustParsePrefix": netip.MustParsePrefix,
	code.WebURL + "/guard.IsPublic": isPublic, "net/netip.ParseAddrPort": netip.ParseAddrPort, "net/netip.AddrFromSlice": netip.AddrFromSlice, "net/netip.AddrFrom4": netip.AddrFrom4,
	"net/netip.AddrFrom16": netip.AddrFrom16, "net/netip.PrefixFrom": netip.PrefixFrom, "bytes.Compare": bytes.Compare, "strconv.Atoi": strconv.Atoi,
	"(encoding/binary.bigEndian).Uint16": binary.BigEndian.Uint16, "(encoding/binary.bigEndian).Uint32": binary.BigEndian.Uint32,
}

var asksPrefix = regexp.MustCompile(`^strings\.(Has|Cut|Trim)Prefix$`)

// onces matches the functions that return a function that calls theirs once.
var onces = regexp.MustCompile(`^sync\.Once(Func|Value|Values)$`)

// AsksLists are the functions of the library that compare a text with others. If these are unknown, they are not what an attacker sends.
var AsksLists = []string{"strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "strings.EqualFold", "slices.Contains"}

// isPublic is guard.IsPublic for the addresses that checks are tried on.
func isPublic(addr netip.Addr) bool { return slices.Contains(PublicAddresses, addr.String()) }

var PublicAddresses = []string{"8.8.8.8", "1.1.1.1"}

// urlMethods are the methods of a URL of net/url that an execution calls.
var urlMethods = []string{"String", "Hostname", "Port", "EscapedPath", "RequestURI", "IsAbs", "JoinPath", "Parse", "ResolveReference", "Redacted"}

// looksFor are packages whose functions look for a file or write a log. Their results say nothing about a URL.
var looksFor = []string{"os.", "io/fs.", "io.", "log.", "log/slog.", "(*log/slog.Logger).", "(*log.Logger).", "net/http.Error", "fmt.Fprint",
	"fmt.Print", "(net/http.ResponseWriter).", "(net/http.FileSystem).", "(io/fs.FS).", "(net/http.File).", "path/filepath."}

var aLog = regexp.MustCompile(`\.(Debug|Info|Warn|Error|Print|Trace|Log)\w*$|^net/http\.SetCookie$|^\(net/(http\.Header|url\.Values)\)\.`)

var aSetter = regexp.MustCompile(`\.(Set|Add|Del)$`)

// aStatus matches what answers with a status.
var aStatus = regexp.MustCompile(`\.WriteHeader$|gin\.Context\)\.(AbortWithStatus|JSON|String|Status)|echo\.Context\)\.(JSON|String|NoContent)`)

// isForwarded matches what reads a field that proxies set. No page makes a browser send it.
var isForwarded = regexp.MustCompile(`(?i)"X-Forwarded-`)

// decodes matches the functions that decode a text, which a client can encode.
var decodes = regexp.MustCompile(`^\(\*encoding/base(64|32)\.Encoding\)\.DecodeString$|^encoding/hex\.DecodeString$`)

func containsFunc[S ~[]E, E any](list S, f func(E) bool) bool { return slices.ContainsFunc(list, f) }

// queryMethods are methods of package url that return a URL with another query.
var queryMethods = []string{"AppendQuery", "WithQueryValue", "EditQuery", "SortQuery"}

var netAddresses = map[string]net.IP{"net.IPv4zero": net.IPv4zero, "net.IPv4bcast": net.IPv4bcast, "net.IPv6zero": net.IPv6zero,
	"net.IPv6loopback": net.IPv6loopback}

// ALookUp matches the functions that look up a host, including the methods of the program's types.
var ALookUp = regexp.MustCompile(`^net\.Resolve\w+Addr$|\.Lookup(Host|IP|IPAddr|NetIP)$`)

// parsers are functions whose error says nothing about who sent a text.
var parsers = []string{"net/url.Parse", "net/url.ParseRequestURI", "net/url.QueryUnescape", "net/url.PathUnescape", code.WebURL + ".Parse", code.DropIn + ".Parse",
	code.Method("Parse"), code.NetMethod("Parse")}

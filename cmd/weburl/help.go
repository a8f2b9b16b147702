package main

// helpText is what "weburl help" writes.
const helpText = `weburl parses URLs as browsers do, by the WHATWG URL Standard.

  weburl [flags] URL…          the arguments are URLs
  weburl [flags] -in FILE …    one URL a line from files
  weburl [flags]               one URL a line from standard input

It shows the parts of each URL as a table. These show something else, one at a time:

  -json            a JSON object a line: "input" as it was given, then href, origin, protocol,
                   username, password, host, hostname, port, pathname, search, hash, in this
                   order. With -get, only the parts asked for; -explain, -count and -compare
                   have objects of their own.
  -get PART,…      these parts alone, one URL a line, with tabs between them. A part is one of
                   those above or scheme, effective-port (the scheme's default where there is
                   none), query, fragment (without "?" and "#"), site (the registrable domain,
                   or else the host) and unicode-hostname.
  -canonical       the URL as the standard writes it: its href
  -check           nothing; only the exit status tells
  -explain         what is wrong with each URL, and where, by the standard's names; also of those
                   that are refused
  -count PART      how often each value of a part occurs, the most frequent first
  -top N           of those, the first N
  -compare         where net/url reads another host or path, or refuses what the standard accepts,
                   or the other way round; then a summary. The same host in another case, in
                   Unicode, or another spelling of the same IPv6 address is no difference, nor is
                   the same path percent-encoded otherwise, or "/" for none.

These change what is read or written:

  -in FILE         read this file; may repeat, and "-" is standard input
  -base URL        the base URL, against which relative URLs are parsed
  -sort-query      sort the query by names
  -no-fragment     drop the fragment
  -unique          skip a URL whose href was there before. This keeps every href in memory.
                   The last three, alone, mean -canonical, too.

  -version         the versions of weburl, of the standard and of Unicode
  help             this text

Flags stand before arguments; after -- everything is a URL. A line may have any length; it ends
with a line feed, before which a carriage return may stand. Empty lines are skipped, and so is a
byte order mark at the start of an input. An argument is taken as it is.

A URL that is refused is named on standard error with its line and the reason, and the rest goes
on. The exit status is 0 if all is well, 1 if a URL was refused, and 2 if the command line is wrong
or an input or output fails. Output keeps the order of the input, though all cores work on it. If
standard error is a terminal and standard output is not, a long input shows its progress. Colors
are for terminals, unless NO_COLOR is set.

Examples:

  weburl 'HTTP://EXAMPLE.com:80/../a b?q#f'
  weburl -get host,pathname -base https://example.com/a/ ../b
  weburl -explain 'https:\\user@example.com/%zz'
  weburl -json -in urls.txt > urls.json
  weburl -count site -top 20 < urls.txt
  weburl -sort-query -no-fragment -unique < urls.txt
  weburl -compare -in urls.txt
  weburl -check "$URL" || echo "not a URL"
`

package main

// helpText is what "weburl help" writes.
const helpText = `weburl parses URLs as browsers do, by the WHATWG URL Standard.

  weburl [flags] URL…          the arguments are URLs
  weburl [flags] -in FILE …    one URL per line from files
  weburl [flags]               one URL per line from standard input

It shows the parts of each URL as a table. These flags choose another output, one at a time:

  -json            a JSON object per line: "input" as it was given, then href, origin, protocol,
                   username, password, host, hostname, port, pathname, search, hash, in this
                   order. With -get, it has only the requested parts; -explain, -count and
                   -compare have objects of their own.
  -get PART,…      only these parts, one URL per line, separated by tabs. A part is one of those
                   above or scheme, effective-port (the port or the default port of the scheme),
                   query, fragment (without "?" and "#"), site (the registrable domain, or else
                   the host) and unicode-hostname.
  -tsv             with -get: a row for each row, as ClickHouse and Hive write them. Both are
                   escaped with \b \f \n \r \t \0 \\, and \N is NULL. A row that is empty, NULL
                   or refused gives a row of NULLs. The parts error (the standard's name) and
                   offset (in bytes) say why. A refused row is not reported otherwise.
  -canonical       the URL as the standard serializes it: its href
  -check           nothing; see the exit status
  -explain         the errors of each URL and their places, by the standard's names, even if the
                   URL is refused
  -count PART      how often each value of a part occurs, the most frequent first
  -top N           only the first N of these
  -compare         the URLs that net/url reads differently: with another host or path, or refused
                   by only one of the two; then a summary. Hosts count as the same if they differ
                   only in case, in Punycode, or in the spelling of an IPv6 address. Paths count
                   as the same if they differ only in percent-encoding, or are "/" and empty.

These flags change what is read or written:

  -in FILE         read this file; may be repeated, and "-" is standard input
  -base URL        the base URL, against which relative URLs are parsed
  -sort-query      sort the query by names
  -no-fragment     drop the fragment
  -unique          skip a URL whose href occurred before. This keeps every href in memory.
                   Any of the last three implies -canonical if no other output is chosen.

  -version         the versions of weburl, of the standard and of Unicode
  help             this text

Flags come before arguments; everything after -- is a URL. A line may have any length. It ends
with a line feed, or with a carriage return and a line feed. Empty lines are skipped, and so is a
byte order mark at the start of an input. An argument is taken as it is.

If a URL is refused, standard error has its line and the reason, and the run continues. The exit
status is 0 if every URL was accepted, 1 if a URL was refused, and 2 if the command line is wrong
or an input or output fails. All cores are used, and the output keeps the order of the input. A
long run shows its progress if standard error is a terminal and standard output is not. Colors are
used only on terminals, and not if NO_COLOR is set.

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

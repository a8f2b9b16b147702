package main

import "golang.org/x/net/publicsuffix"

// suffixes is the public suffix list for the part "site".
var suffixes = publicsuffix.List

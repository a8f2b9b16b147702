// Examples. Each becomes a link to the page with its case in the fragment.

import { EMPTY } from "./state.js";

export const EXAMPLES = [
  ["open redirect", { input: "/\\evil.example/a b?next=ü#top", base: "https://shop.example/login" }],
  ["look-alike", { input: "https://аррӏе.com/" }],
  ["IPv4 in disguise", { input: "http://0300.0250.1/admin" }],
  ["credentials", { input: "https://user@good.example:pass@evil.example/" }],
  ["two hosts", { input: "https://good.example\\@evil.example/" }],
  ["hidden order", { input: "https://example.com/..%2fbill_\u202efdp.exe?next=//evil.example" }],
  ["tidied up", { input: "HTTPS://EXAMPLE.com:443/x/../a b?q=1" }],
  ["numeric host", { input: "http://0x7f.1:0080/" }],
  ["not ASCII", { input: "https://Bücher.example/日本/🦫?q=é" }],
  ["right to left", { input: "https://דוגמה.example/שלום/a?שם=ערך" }],
  ["tabs, newlines", { input: "ht\\ttps://exa\\nmple.com/\\u{200b}", escapes: true }],
  ["refused", { input: "http://[2001:db8::1]:99999/" }],
  ["drive letter", { input: "file://C|/Users/../.." }],
  ["setters", {
    input: "https://example.com:8080/a?b#c",
    calls: [["host", "example.org:99999"], ["protocol", "ftp"], ["protocol", "mailto"], ["pathname", "x y/../z?"], ["hash", ""]],
  }],
  ["search params", {
    input: "https://example.com/?q=a+b&page=%32&sort;desc&q=100%",
    calls: [["append", "q", "ü & more"], ["deleteValue", "q", "a b"], ["sort"]],
  }],
  ["URL pattern", {
    input: "https://shop.example/products/42?ref=mail", pattern: "https://*.example/:kind/:id(\\d+)",
    tries: ["https://shop.example/products/new", "https://evil.test/products/1"],
  }],
].map(([name, state]) => [name, { ...EMPTY, ...state }]);

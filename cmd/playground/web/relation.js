// The comparison with another URL, and the query in another encoding.

import { el, value } from "./dom.js";

const yesOrNo = (yes) => el("span", { class: yes ? "good" : "" }, yes ? "yes" : "no");

export function relation({ url, relation }) {
  if (!relation) return [el("p", { class: "muted" }, url ? "Type another URL to compare." : "There is no URL to compare with.")];
  if (relation.error) return [el("p", { class: "reason bad" }, el("strong", {}, relation.error.name), `: ${relation.error.description}`)];
  const { href, origin, site, ownSite, sameOrigin, sameSite, schemelessly, equal, equalNoFragments, relative } = relation;
  const facts = [
    ["other href", value(href)],
    ["other origin", origin === "null" ? "opaque" : value(origin)],
    ["same origin", yesOrNo(sameOrigin)],
    ["same site", yesOrNo(sameSite)],
    ["schemelessly same site", yesOrNo(schemelessly)],
    ["sites", [value(ownSite || "none"), " and ", value(site || "none")]],
    ["equal", equal ? yesOrNo(true) : equalNoFragments ? "but for the fragments" : yesOrNo(false)],
    ["reference to it", relative ? value(relative) : "only the whole URL"],
  ];
  return [el("dl", { class: "facts" }, facts.map(([name, what]) => [el("dt", {}, name), el("dd", {}, what)]).flat())];
}

export const ENCODINGS = ["utf-8", "ibm866", ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((n) => `iso-8859-${n}`), "iso-8859-8-i", "koi8-r", "koi8-u", "macintosh",
  "windows-874", ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `windows-125${n}`), "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"];

export function encoded({ url, encoded }) {
  if (!url) return [el("p", { class: "muted" }, "There is no URL.")];
  if (!encoded) return [el("p", { class: "muted" }, "In a page in another encoding than UTF-8, the query of a link is in that encoding. Only http:, https:, file: and ftp: URLs have that.")];
  if (encoded.error) return [el("p", { class: "reason bad" }, encoded.error)];
  return encoded.href === url.href ? [el("p", { class: "muted" }, "The URL is the same as with UTF-8.")]
    : [el("p", {}, value(encoded.href, url.href, "encoded"))];
}

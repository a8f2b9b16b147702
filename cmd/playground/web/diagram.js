// A diagram of where the components begin in a href.

import { el } from "./dom.js";

const MAX_DRAWN = 150; // the length of a href that is drawn; the offsets of a longer one are a list

// offsets returns the places of the components in a href, which has only ASCII characters.
export function offsets({ href, protocol, username, password, hostname, port, pathname, search, hash }) {
  const found = [["protocol", 0, protocol.length]];
  let at = protocol.length;
  const add = (name, text, from) => {
    if (text) found.push([name, from, from + text.length]);
    return from + text.length;
  };
  // An empty query or fragment leaves its delimiter in the href.
  const fragment = href.length - (hash.length || Number(href.endsWith("#")));
  const query = fragment - (search.length || Number(href.slice(0, fragment).endsWith("?")));
  const path = query - pathname.length;
  if (href.startsWith("//", at) && path > at && !href.startsWith("/.//", at - 1)) {
    at = add("username", username, at + 2);
    if (password) at = add("password", password, at + 1);
    if (username || password) at += 1; // "@"
    at = add("hostname", hostname, at);
    if (port) add("port", port, at + 1);
  }
  add("pathname", pathname, path);
  add("search", search, query);
  add("hash", hash, fragment);
  return found;
}

export function diagram(url) {
  if (!url) return [el("p", { class: "muted" }, "There is no URL.")];
  const places = offsets(url);
  if (url.href.length > MAX_DRAWN) {
    return [el("dl", { class: "facts" }, places.flatMap(([name, from, to]) => [el("dt", {}, name), el("dd", {}, `${from}–${to}`)]))];
  }
  return [el("pre", { class: "diagram", tabindex: "0", role: "img", "aria-label": places.map(([name, from, to]) => `${name} from ${from} to ${to}`).join(", ") }, draw(url.href, places))];
}

export function draw(href, places) {
  const bars = (n) => {
    let line = "";
    for (const [, from] of places.slice(0, n)) line = line.padEnd(from) + "|";
    return line;
  };
  const width = href.length + 2;
  const lines = [href, bars(places.length)];
  for (let i = places.length - 1; i >= 0; i--) {
    const [name, from, to] = places[i];
    lines.push(bars(i).padEnd(from) + "`" + "-".repeat(width - from) + ` ${name} ${from}–${to}`);
  }
  return lines.join("\n");
}

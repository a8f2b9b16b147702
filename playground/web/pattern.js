// What a URL pattern matches.

import { differs, el, value } from "./dom.js";

// results returns the components of a pattern, and an item for each URL. It says where the browser's URLPattern differs.
export function results({ components, results }, { pattern, base }) {
  const own = inBrowser(pattern, base);
  return [
    el("p", { class: "muted" }, components.length ? "The pattern demands: " : "The pattern matches every URL.",
      components.flatMap(([name, text], i) => [i ? ", " : "", `${name} `, value(text)])),
    el("ul", { class: "matches" }, results.map((result) => item(result, own))),
  ];
}

function item({ href, refused, matched, groups }, own) {
  const outcome = refused ? "not a URL" : matched ? "matches" : "does not match";
  const browser = refused ? undefined : own?.test(href);
  const nodes = [el("strong", { class: matched ? "outcome good" : "outcome" }, outcome)];
  if (href) nodes.push(" ", value(href));
  if (groups.length) nodes.push(el("dl", { class: "facts" }, groups.flatMap(({ component, name, value: text }) => [el("dt", {}, `${component} ${name}`), el("dd", {}, value(text))])));
  if (browser !== undefined && browser !== matched) nodes.push(el("p", { class: "differs" }, differs(), `In your browser it ${browser ? "matches" : "does not match"}.`));
  return el("li", {}, nodes);
}

// inBrowser returns the browser's pattern, or undefined if the browser has none or refuses it.
function inBrowser(pattern, base) {
  try {
    return new URLPattern(pattern, base);
  } catch {
    return undefined;
  }
}

// The search params after the calls.

import { differs, el, value } from "./dom.js";

const text = (pairs) => pairs.map(([name, value]) => `${name}=${value}`).join(", ");

// table returns the pairs, each with a button that adds a call to remove it, and the pairs of the other engines if
// these differ.
export function table(answer, browser, remove) {
  const nodes = [];
  if (!answer.url) nodes.push(el("p", { class: "muted" }, "There is no URL."));
  else if (answer.pairs.length === 0) nodes.push(el("p", { class: "muted" }, "There are none."));
  else nodes.push(el("table", { class: "pairs", "aria-labelledby": "pairs-title" }, head(), el("tbody", {}, answer.pairs.map((pair) => row(pair, remove)))));
  if (answer.url && browser.url && JSON.stringify(browser.pairs) !== JSON.stringify(answer.pairs)) {
    nodes.push(other("Your browser has other pairs: ", browser.pairs));
  }
  const { net } = answer;
  if (net.otherPairs) {
    nodes.push(other("net/url reads the query of the input differently: ", net.pairs, net.pairsError));
  }
  return nodes;
}

const head = () => el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "name"), el("th", { scope: "col" }, "value"),
  el("th", {}, el("span", { class: "visually-hidden" }, "action"))));

function row([name, of], remove) {
  return el("tr", {}, el("td", {}, value(name)), el("td", {}, value(of)),
    el("td", {}, el("button", { type: "button", class: "remove", "aria-label": `delete ${name}=${of}`, click: () => remove(name, of) }, "✕")));
}

function other(label, pairs, error) {
  return el("p", { class: "differs" }, differs(), label, pairs.length ? value(text(pairs)) : "none", error ? ` (${error})` : "");
}

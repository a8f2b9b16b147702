// The search params after the calls, in fields.

import { count, differs, el, value } from "./dom.js";

const MAX_ROWS = 100;
const text = (pairs) => pairs.slice(0, MAX_ROWS).map(([name, value]) => `${name}=${value}`).join(", ");

// Pairs is the editor of the pairs. It calls change with all pairs when one is changed in its field, and remove with a
// pair when it is to be removed.
export class Pairs {
  constructor(place, { change, remove }) {
    this.place = place;
    this.change = change;
    this.remove = remove;
    this.pairs = [];
  }

  // show shows the pairs. Where the number of pairs is as before, the fields stay, and so does the focus.
  show({ answer, browser, pairCount, samePairs }) {
    this.pairs = (answer ?? browser).pairs;
    const shown = this.pairs.slice(0, MAX_ROWS);
    const rows = [...this.place.querySelectorAll("tbody tr")];
    if (shown.length > 0 && rows.length === shown.length) rows.forEach((row, i) => fill(row, shown[i]));
    else this.place.replaceChildren(...(shown.length ? [this.table(shown)] : [el("p", { class: "muted" }, "There are none.")]));
    this.place.querySelectorAll(".aside").forEach((node) => node.remove());
    if (pairCount > MAX_ROWS) {
      this.place.querySelectorAll("input").forEach((input) => (input.readOnly = true)); // a change would set all pairs
      this.place.append(el("p", { class: "muted aside" }, `and ${count(pairCount - MAX_ROWS, "more pair")}`));
    }
    if (answer) this.place.append(...others(answer, browser, samePairs));
  }

  table(pairs) {
    return el("table", { class: "pairs", "aria-labelledby": "pairs-title" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "name"), el("th", { scope: "col" }, "value"), el("th", {}, el("span", { class: "visually-hidden" }, "action")))),
      el("tbody", {}, pairs.map((pair, i) => this.row(pair, i))));
  }

  row(pair, i) {
    const field = (what, at) => el("input", {
      "aria-label": `${what} of pair ${i + 1}`, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      input: (event) => {
        const pairs = this.pairs.map((pair) => [...pair]);
        pairs[i][at] = event.target.value;
        this.change(pairs);
      },
    });
    const row = el("tr", {}, el("td", {}, field("name", 0)), el("td", {}, field("value", 1)),
      el("td", {}, el("button", { type: "button", class: "remove", "aria-label": `delete pair ${i + 1} and its duplicates`, click: () => this.remove(...this.pairs[i]) }, "✕")));
    fill(row, pair);
    return row;
  }
}

// fill writes a pair into its fields. It leaves a field alone that has the value already, so that the caret stays.
function fill(row, pair) {
  row.querySelectorAll("input").forEach((input, i) => {
    const text = pair[i].replace(/[\r\n]/g, ""); // a field has one line
    if (input.value !== text) input.value = text;
    input.readOnly = text !== pair[i];
    input.title = input.readOnly ? "This value has line breaks, which a field cannot hold." : "";
  });
}

function others({ net }, browser, samePairs) {
  const nodes = [];
  if (!samePairs) nodes.push(other("Your browser has other pairs: ", browser.pairs));
  if (net.otherPairs) nodes.push(other("net/url reads the query of the input differently: ", net.pairs, net.pairsError));
  return nodes;
}

function other(label, pairs = [], error = "") {
  return el("p", { class: "differs aside" }, differs(), label, pairs.length ? value(text(pairs)) : "none", error ? ` (${error})` : "");
}

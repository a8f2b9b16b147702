// The verdict on the input, and its validation errors: underlined in the input, and explained in a list.

import { count, el, shown, unseen } from "./dom.js";

const MAX_PLACES = 12; // the number of places listed for one kind

// gather groups the faults by kind. It returns the kinds in the order of their first places.
export function gather(faults) {
  const kinds = new Map();
  for (const fault of [...faults].sort((a, b) => a.index - b.index)) {
    const key = fault.name + fault.failure;
    const kind = kinds.get(key) ?? { ...fault, places: [] };
    if (kind.places.at(-1)?.index !== fault.index) kind.places.push(fault);
    kinds.set(key, kind);
  }
  return [...kinds.values()].map((kind, i) => ({ ...kind, number: i + 1 }));
}

// verdict returns a grade, and a sentence that says how the package reads the input.
export function verdict(answer) {
  const { url, error, inBase, valid, faultCount } = answer;
  if (inBase) return ["bad", `The base is refused: ${error.name}`];
  if (!url) return ["bad", `Refused: ${error.name} at byte ${error.offset}`];
  if (valid) return ["good", "A valid URL string"];
  return ["warn", `Not a valid URL string, but it parses, with ${count(faultCount, "validation error")}`];
}

// echo returns the input with the places of the faults underlined and numbered. A fault at the end of the input has
// an element of its own.
export function echo(input, kinds) {
  const at = new Map();
  for (const kind of kinds) {
    for (const { index } of kind.places) at.set(index, [...(at.get(index) ?? []), kind]);
  }
  const nodes = [];
  let done = 0;
  for (const index of [...at.keys()].sort((a, b) => a - b)) {
    const text = index < input.length ? String.fromCodePoint(input.codePointAt(index)) : "";
    nodes.push(...shown(input.slice(done, index)), fault(text, at.get(index)));
    done = index + text.length;
  }
  return [...nodes, ...shown(input.slice(done))];
}

function fault(text, kinds) {
  const bad = kinds.some((kind) => kind.failure);
  const numbers = kinds.map((kind) => kind.number).join(",");
  return el("span", { class: bad ? "fault bad" : "fault" },
    el("span", { class: text ? "underlined" : "underlined end" }, ...(text ? shown(text) : [unseen("end")])),
    el("sup", {}, numbers));
}

// list returns an item with an explanation for each kind. A click on a place goes there.
export function list(kinds, goTo) {
  return kinds.map((kind) => {
    const places = kind.places.slice(0, MAX_PLACES).map(({ offset, index }) =>
      el("button", { type: "button", class: "place", click: () => goTo(index) }, unseen("go to byte "), String(offset)));
    const rest = kind.places.length - places.length;
    return el("li", { class: kind.failure ? "bad" : "" },
      el("strong", {}, kind.name), kind.failure ? " ends the parse" : "",
      el("span", { class: "places" }, places.length > 1 ? "at bytes " : "at byte ", ...places, rest ? ` and ${rest} more` : ""),
      el("p", {}, kind.description));
  });
}

// The verdict on the input, and its validation errors.

import { count, el, outside, shown, unseen } from "./dom.js";

const MAX_PLACES = 12; // the number of places listed for one kind
const MAX_KINDS = 20;
const MAX_FIX = 160;

// gather groups the faults by what they say. It returns the kinds in the order of their first places.
export function gather(faults) {
  const kinds = new Map();
  for (const fault of [...faults].sort((a, b) => a.index - b.index)) {
    const key = [fault.name, fault.failure, fault.description].join();
    const kind = kinds.get(key) ?? { ...fault, places: [] };
    if (kind.places.at(-1)?.index !== fault.index) kind.places.push(fault);
    kinds.set(key, kind);
  }
  return [...kinds.values()].map((kind, i) => ({ ...kind, number: i + 1 }));
}

const warnings = (answer) => answer.safety?.notes.filter(({ level }) => level !== "info").length ?? 0;

// verdict returns a grade, and a sentence that says how the package reads the input.
export function verdict(answer) {
  const { url, error, inBase, valid, faultCount } = answer;
  if (inBase) return ["bad", `The base is refused: ${error.name}`];
  if (!url) return ["bad", `Refused: ${error.name} at byte ${error.offset}`];
  const found = [];
  if (!valid) found.push(count(faultCount, "validation error"));
  if (warnings(answer)) found.push(count(warnings(answer), "warning"));
  const text = valid ? "A valid URL string" : "Not a valid URL string, but it parses";
  return [found.length ? "warn" : "good", [text, found.join(" and ")].filter(Boolean).join(", with ")];
}

// list returns an item with an explanation for each kind. A click on a place goes there.
export function list(kinds, goTo) {
  const items = kinds.slice(0, MAX_KINDS).map((kind) => {
    const places = kind.places.slice(0, MAX_PLACES).map(({ offset, index }) =>
      el("button", { type: "button", class: "place", click: () => goTo(index) }, unseen("go to byte "), String(offset)));
    const rest = kind.places.length - places.length;
    return el("li", { class: kind.failure ? "bad" : "" },
      el("strong", {}, kind.name), kind.failure ? " ends the parse" : "",
      el("span", { class: "places" }, places.length > 1 ? "at bytes " : "at byte ", ...places, rest ? ` and ${count(rest, "more", "more")}` : ""),
      el("p", {}, kind.description, " ", outside(`https://url.spec.whatwg.org/#${kind.name.toLowerCase()}`, "standard", `${kind.name} in the standard`)));
  });
  if (kinds.length > MAX_KINDS) items.push(el("li", { class: "muted" }, `and ${kinds.length - MAX_KINDS} more kinds of errors`));
  return items;
}

export function fix({ text, isGuess }, use) {
  const code = el("code", {}, ...shown(text.length > MAX_FIX ? text.slice(0, MAX_FIX) + "…" : text));
  return [isGuess ? "Did you mean " : "Corrected: ", el("button", { type: "button", class: "use", click: () => use(text) }, code), isGuess ? "?" : ""];
}

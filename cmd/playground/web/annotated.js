// The input with its components in colors, and with its errors underlined. What is added is not in the text: a selection
// of it is the input.

import { cut, el, limit, shown } from "./dom.js";

export const KEY = "echo"; // of clampable

// annotate returns the input with the components at spans. Each is isolated, so that text from right to left stays in it.
export function annotate(input, spans, kinds) {
  const marks = marksOf(input, kinds);
  const text = cut(input, limit(KEY));
  const nodes = [];
  let done = 0;
  for (const { name, start, end, domain = name === "host" ? start : end } of spans) {
    if (start >= text.length) break;
    nodes.push(...marked(text, done, start, marks));
    done = Math.min(end, text.length);
    const stands = name === "host" ? [el("strong", {}, marked(text, Math.min(domain, done), done, marks))] : []; // whom the URL belongs to
    nodes.push(el("bdi", { dir: "ltr", class: `part-${name}`, title: name }, marked(text, start, Math.min(domain, done), marks), stands));
  }
  nodes.push(...marked(text, done, text.length, marks));
  if (text.length < input.length) nodes.push(el("span", { class: "muted rest", "data-rest": `… and ${(input.length - text.length).toLocaleString("en")} more` }));
  else nodes.push(...marked(input, input.length, input.length + 1, marks)); // an error at the end
  return nodes;
}

// marksOf returns the places with errors, in order. Neighbors of the same kind share a mark.
function marksOf(input, kinds) {
  const at = new Map();
  for (const kind of kinds) {
    for (const { index } of kind.places) at.set(index, [...(at.get(index) ?? []), kind]);
  }
  const marks = [];
  for (const index of [...at.keys()].sort((a, b) => a - b)) {
    const found = at.get(index);
    const numbers = found.map((kind) => kind.number).join(",");
    const end = index + (input.codePointAt(index) > 0xffff ? 2 : 1);
    const previous = marks.at(-1);
    if (previous?.end === index && previous.numbers === numbers) previous.end = end;
    else marks.push({ start: index, end, numbers, bad: found.some((kind) => kind.failure) });
  }
  return marks;
}

function marked(text, from, to, marks) {
  const nodes = [];
  for (const { start, end, numbers, bad } of marks) {
    if (end <= from || start >= to) continue;
    nodes.push(...shown(text.slice(from, start)));
    const within = text.slice(Math.max(start, from), Math.min(end, to));
    nodes.push(el("span", { class: bad ? "fault bad" : "fault", "data-numbers": start >= from ? numbers : "" },
      el("span", { class: within ? "underlined" : "underlined end" }, shown(within))));
    from = Math.min(end, to);
  }
  return [...nodes, ...shown(text.slice(from, to))];
}

export const legend = (spans) => spans.map(({ name }) => el("li", { class: `part-${name}` }, name));

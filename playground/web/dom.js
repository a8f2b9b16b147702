// Making elements.

import { middle, visible } from "./text.js";

// el makes an element. Of the attributes, a function is a listener, false and undefined stand for no attribute.
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat());
  return element;
}

// shown returns nodes for a text in which nothing is invisible.
export const shown = (text) =>
  visible(text).map((run) => run.text ?? el("span", { class: "escape" }, run.escape));

// value shows the value of a part, and marks where it parts from another.
export function value(text, other = text) {
  if (text === "") return el("span", { class: "empty" }, "empty");
  const code = el("code", { dir: "ltr" });
  const [start, end] = text === other ? [0, 0] : middle(text, other);
  code.append(...shown(text.slice(0, start)));
  if (start < end) code.append(el("mark", {}, ...shown(text.slice(start, end))));
  code.append(...shown(text.slice(end)));
  return code;
}

export const unseen = (text) => el("span", { class: "visually-hidden" }, text);

// differs is the sign before what another engine reads otherwise.
export const differs = () => [el("span", { class: "sign", "aria-hidden": "true" }, "≠"), unseen("differs: ")];

export const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

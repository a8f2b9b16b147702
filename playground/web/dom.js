// Elements of the page.

import { middle, visible } from "./text.js";

// el makes an element. An attribute whose value is a function is a listener. False and undefined mean no attribute.
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat());
  return element;
}

// shown returns nodes for a text, with invisible characters escaped.
export const shown = (text) =>
  visible(text).map((run) => run.text ?? el("span", { class: "escape" }, run.escape));

// value returns an element for the value of a part, and marks where it differs from another value.
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

// differs returns the sign before a value that differs.
export const differs = () => [el("span", { class: "sign", "aria-hidden": "true" }, "≠"), unseen("differs: ")];

export const count = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

// Elements of the page.

import { middle, pieces, visible } from "./text.js";

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

// outside returns a link to another site. Its name is what screen readers say.
export const outside = (href, text, name = text) => el("a", { href, target: "_blank", rel: "noreferrer", "aria-label": name !== text && name }, text);

export const byId = (id) => document.getElementById(id);

// shown returns nodes for a text. Invisible characters are escaped, lines break after delimiters, and pieces that run from
// right to left are isolated, so that the pieces keep their order.
export function shown(text) {
  const nodes = [];
  for (const run of visible(text)) {
    if (run.escape) nodes.push(el("span", { class: "escape" }, run.escape));
    else for (const piece of pieces(run.text)) nodes.push(piece.isRightToLeft ? el("bdi", {}, piece.text) : piece.text, ...(piece.breaks ? [el("wbr")] : []));
  }
  return nodes;
}

const MAX_SHOWN = 3000, MAX_EXPANDED = 50_000; // of a text, in UTF-16 code units
const MAX_COMPARED = 20_000;
const expanded = new Set(); // the keys of the texts that are shown whole

// cut returns the beginning of a text, not between surrogates.
export const cut = (text, most) => (text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, ""));

export const limit = (key) => (expanded.has(key) ? MAX_EXPANDED : MAX_SHOWN);

// value returns an element for the value of a part, and marks where it differs from another value. It shows four lines, until
// somebody asks for all. The key tells the texts of the page apart.
export function value(text, other = text, key = "") {
  if (text === "") return el("span", { class: "empty" }, "empty");
  const code = el("code", { dir: "ltr" });
  const differ = text !== other && text.length < MAX_COMPARED && other.length < MAX_COMPARED;
  const most = limit(key);
  const [start, end] = differ ? middle(text, other) : [0, 0];
  const part = (from, to) => shown(cut(text, most).slice(from, to));
  code.append(...part(0, start));
  if (start < end) code.append(el("mark", {}, ...part(start, end)));
  code.append(...part(end));
  if (text.length > most) code.append(el("span", { class: "muted" }, ` … and ${count(text.length - most, "more code unit")}`));
  return key ? clampable(code, key) : code;
}

// clampable lets an element show four lines, or all of it.
export function clampable(element, key) {
  element.classList.add("clamp");
  element.dataset.key = key;
  if (expanded.has(key)) element.classList.add("whole");
  return element;
}

// fitClamps adds or removes the buttons after elements of four lines. It measures first and writes afterwards, so that the
// browser lays the page out once.
export function fitClamps(root, redraw) {
  const found = [...root.querySelectorAll(".clamp")].map((element) => {
    const whole = element.classList.contains("whole");
    return { element, whole, needed: whole || element.scrollHeight > element.clientHeight + 2 };
  });
  for (const { element, whole, needed } of found) {
    const button = element.nextElementSibling?.matches(".show-all") ? element.nextElementSibling : null;
    if (!needed) button?.remove();
    else if (!button) element.after(el("button", { type: "button", class: "show-all", "aria-expanded": String(whole), click: () => toggle(element.dataset.key, redraw) }, whole ? "show less" : "show all"));
  }
}

function toggle(key, redraw) {
  if (!expanded.delete(key)) expanded.add(key);
  redraw();
  document.querySelector(`[data-key="${CSS.escape(key)}"] + .show-all`)?.focus();
}

export const copyButton = (label, text) =>
  el("button", { type: "button", class: "copy", "aria-label": `Copy ${label}`, title: `Copy ${label}`, click: (event) => copy(event.currentTarget, text) });

// copy copies a text, and says so on the button and to screen readers.
export async function copy(button, text) {
  const label = (button.dataset.text ??= button.textContent); // "" if the button shows a picture
  let done = "✓";
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    done = "✕";
    say("The browser does not let the page copy.");
  }
  button.textContent = `${done} ${label}`.trim();
  setTimeout(() => (button.textContent = label), 1500);
}

export const say = (text) => (byId("live").textContent = text);

export const unseen = (text) => el("span", { class: "visually-hidden" }, text);

// differs returns the sign before a value that differs.
export const differs = () => [el("span", { class: "sign", "aria-hidden": "true" }, "≠"), unseen("differs: ")];

export const count = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// What to know about a URL besides its errors.

import { clampable, cut, el, shown as shownText, unseen, value } from "./dom.js";

const MAX_SHOWN = 2000;

const SIGNS = { danger: ["⚠", "danger: "], warn: ["!", "warning: "], info: ["i", "note: "] };

export function rows({ url, final, safety }) {
  if (!url) return [el("p", { class: "muted" }, "There is no URL."), ...(safety ? [noteList(safety.notes)] : [])];
  const { shown: [before, domain, after], site, hostKind, suffix, notes } = safety;
  const { origin } = final ?? url;
  const list = el("dl", { class: "facts" },
    el("dt", {}, "shown to people"), el("dd", { class: "shown" }, rendered(before, domain, after)),
    el("dt", {}, "site"), el("dd", {}, site ? value(site, site, "site") : "none, because the origin is opaque"),
    el("dt", {}, "origin"), el("dd", {}, origin === "null" ? "opaque" : value(origin, origin, "origin")),
    el("dt", {}, "host"), el("dd", {}, hostKind ? `${article(hostKind)}${suffix ? `, public suffix “${cut(suffix, 100)}”` : ""}` : "none"));
  const all = notes.some(({ level }) => level !== "info") ? [] : [el("p", { class: "muted" }, "No warnings. That is not a proof: it does not know which name an attacker imitates.")];
  return [list, noteList(notes), ...all];
}

// worst returns the first note of the worst level, unless all are information.
export const worst = ({ safety }) => ["danger", "warn"].map((level) => safety?.notes.find((note) => note.level === level)).find(Boolean);

export function sentence({ level, text }) {
  const [sign, word] = SIGNS[level];
  return [el("span", { class: "sign", "aria-hidden": "true" }, sign), unseen(word), el("span", {}, text)];
}

export function noteList(notes) {
  return el("ul", { class: "notes" }, notes.map((note) => el("li", { class: `note ${note.level}`, "data-kind": note.kind }, sentence(note))));
}

const article = (kind) => ({ empty: "an empty host", domain: "a domain", IPv4: "an IPv4 address", IPv6: "an IPv6 address", opaque: "an opaque host" })[kind] ?? kind;

function rendered(before, domain, after) {
  const part = (text, name) => el("bdi", { class: name }, shownText(cut(text, MAX_SHOWN)));
  return clampable(el("code", { dir: "ltr" }, part(before, "muted"), part(domain, "domain"), part(after, "muted")), "shown");
}

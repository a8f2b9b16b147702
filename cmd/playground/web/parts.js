// The table of the parts, with a column for each engine.

import { PARTS } from "./browser.js";
import { copyButton, count, differs, el, value } from "./dom.js";

const ENGINES = [["package", "this package"], ["browser", "your browser"], ["net", "net/url"]];

// differences returns the parts that differ. net/url has no origin.
const differences = (url, other) => PARTS.filter((part) => url[part] !== other[part] && !(part === "origin" && other.origin === ""));

// outcome says briefly how another engine's answer differs from the package's.
function outcome(own, other) {
  if (!other.url) return { text: other.error ? `refused: ${other.error}` : "refused", differs: Boolean(own) };
  if (!own) return { text: "parsed", differs: true };
  const parts = differences(own, other.url);
  const found = [];
  if (!other.sameHost) found.push("another host");
  if (parts.length) found.push(`${count(parts.length, "part")} ${parts.length === 1 ? "differs" : "differ"}`);
  if (other.otherPairs) found.push("other search params");
  return { text: found.join("; ") || "the same", differs: found.length > 0, danger: !other.sameHost };
}

// outcomes returns the outcome of each engine, by name. The package and the browser have made the calls; net/url has no
// setters, and reads the href after the calls. The answer is null while there is no package.
export function outcomes({ answer, browser }) {
  if (!answer) return { package: { text: "…" }, browser: { text: browser.url ? "parsed" : "refused" }, net: { text: "…" } };
  const final = answer.final ?? answer.url;
  const sameHost = final?.hostname === browser.final?.hostname;
  const read = answer.netFinal ?? answer.net;
  const net = read.inBase ? { error: `${read.error}, in the base` } : read;
  const refusal = () => `refused: ${answer.error.name}${answer.inBase ? ", in the base" : ""}`;
  return {
    package: { text: final ? "parsed" : refusal() },
    browser: outcome(final, { url: browser.final, sameHost }),
    net: outcome(final, net),
  };
}

// table returns the table. It sets all roles, because the table is not laid out as one on a narrow page.
export function table({ answer, browser, calls }) {
  const final = answer && (answer.final ?? answer.url);
  const urls = { package: final, browser: browser.final, net: (answer?.netFinal ?? answer?.net)?.url };
  const all = outcomes({ answer, browser });
  const unset = PARTS.filter((part) => Object.values(urls).every((url) => !url?.[part]));
  const empty = unset.filter((part) => part !== "origin"); // net/url has none
  const agree = final && !all.browser.differs && !all.net.differs; // then the package's column says everything
  const engines = agree ? ENGINES.slice(0, 1) : ENGINES;
  const head = engines.map(([, label]) => el("th", { role: "columnheader", scope: "col" }, label));
  const rows = Object.values(urls).some(Boolean) ? PARTS.filter((part) => !unset.includes(part)).map((part) => row(part, urls, engines)) : [];
  if (rows.length && empty.length) rows.push(emptyRow(empty, engines.length));
  const caption = calls ? [el("caption", {}, `after ${count(calls, "call")}${answer?.netFinal ? "; net/url, which has no setters, reads the href after them" : ""}`)] : [];
  return el("table", { role: "table", class: "parts", "aria-labelledby": "parts-title" }, ...caption,
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, el("th", { role: "columnheader", scope: "col" }, "part"), head)),
    el("tbody", { role: "rowgroup" }, agree ? agreedRow() : outcomeRow(all), rows));
}

function outcomeRow(all) {
  return el("tr", { role: "row", class: "outcome" }, header("outcome"), ENGINES.map(([engine, label]) => {
    const { text, differs, danger } = all[engine];
    return el("td", { role: "cell", class: danger ? "danger" : differs ? "differs" : "", "data-engine": label }, text);
  }));
}

const agreedRow = () => el("tr", { role: "row", class: "outcome all-same" }, header("outcome"), el("td", { role: "cell", "data-engine": "all three" }, "all three agree"));

function row(part, urls, engines) {
  const cells = engines.map(([engine, label]) => cell(part, engine, label, urls));
  const isSame = cells.every((cell) => !cell.matches(".differs, .alone"));
  return el("tr", { role: "row", class: isSame ? "all-same" : "" }, header(part), cells);
}

function cell(part, engine, label, urls) {
  const text = urls[engine]?.[part], own = urls.package?.[part];
  const none = text === undefined || (engine === "net" && part === "origin");
  const kind = none ? "none" : engine === "package" ? "own" : own === undefined ? "alone" : text === own ? "same" : "differs";
  const cell = el("td", { role: "cell", class: kind, "data-engine": label, "data-part": part });
  if (none) cell.append(el("span", { class: "empty" }, "—"));
  else if (kind === "same") cell.append(el("span", { class: "muted" }, "same"));
  else if (kind === "differs") cell.append(...differs(), value(text, own, `${engine} ${part}`));
  else cell.append(value(text, text, `${engine} ${part}`));
  if (text && kind !== "same" && !none) cell.append(copyButton(`${part} of ${label}`, text));
  return cell;
}

const header = (part) => el("th", { role: "rowheader", scope: "row" }, part);

const emptyRow = (parts, columns) => el("tr", { role: "row", class: "all-same empties" }, header("empty"),
  el("td", { role: "cell", colspan: String(columns) }, el("span", { class: "empty" }, parts.join(", "))));

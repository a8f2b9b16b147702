// The table of the parts, with a column for each engine.

import { count, differs, el, value } from "./dom.js";
import { PARTS } from "./engines.js";

const ENGINES = [["package", "this package"], ["browser", "your browser"], ["net", "net/url"]];

// differences returns the parts that differ. net/url has no origin.
const differences = (url, other) => PARTS.filter((part) => url[part] !== other[part] && !(part === "origin" && other.origin === ""));

// outcome says briefly how another engine's answer differs from the package's.
export function outcome(answer, other) {
  if (!other.url) return { text: other.error ? `refused: ${other.error}` : "refused", differs: Boolean(answer.url) };
  if (!answer.url) return { text: "parsed", differs: true };
  const parts = differences(answer.url, other.url);
  const found = [];
  if (!other.sameHost) found.push("another host");
  if (parts.length) found.push(`${count(parts.length, "part")} ${parts.length === 1 ? "differs" : "differ"}`);
  if (other.otherPairs) found.push("other search params");
  return { text: found.join("; ") || "the same", differs: found.length > 0, danger: !other.sameHost };
}

// outcomes returns the outcome of each engine, by name.
export function outcomes({ answer, browser }) {
  const sameHost = answer.url?.hostname === browser.url?.hostname;
  const net = answer.net.inBase ? { error: `${answer.net.error}, in the base` } : answer.net;
  return {
    package: { text: answer.url ? "parsed" : `refused: ${answer.error.name}${answer.inBase ? ", in the base" : ""}` },
    browser: outcome(answer, { ...browser, sameHost }),
    net: outcome(answer, net),
  };
}

// table returns the table. It sets all roles, because the table is not laid out as one on a narrow page.
export function table({ answer, browser }) {
  const urls = { package: answer.url, browser: browser.url, net: answer.net.url };
  const all = outcomes({ answer, browser });
  const head = ENGINES.map(([, label]) => el("th", { role: "columnheader", scope: "col" }, label));
  const rows = Object.values(urls).some(Boolean) ? PARTS.map((part) => row(part, urls)) : [];
  return el("table", { role: "table", class: "parts", "aria-labelledby": "parts-title" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, el("th", { role: "columnheader", scope: "col" }, "part"), head)),
    el("tbody", { role: "rowgroup" }, outcomeRow(all), rows));
}

function outcomeRow(all) {
  return el("tr", { role: "row", class: "outcome" }, header("outcome"), ENGINES.map(([engine, label]) => {
    const { text, differs, danger } = all[engine];
    return el("td", { role: "cell", class: danger ? "danger" : differs ? "differs" : "", "data-engine": label }, text);
  }));
}

function row(part, urls) {
  return el("tr", { role: "row" }, header(part), ENGINES.map(([engine, label]) => {
    const text = urls[engine]?.[part], own = urls.package?.[part];
    const none = text === undefined || (engine === "net" && part === "origin");
    const cell = el("td", { role: "cell", "data-engine": label, "data-part": part });
    const kind = none ? "none" : engine === "package" ? "own" : own === undefined ? "alone" : text === own ? "same" : "differs";
    if (none) cell.append(el("span", { class: "empty" }, "—"));
    else if (kind === "differs") cell.append(...differs(), value(text, own));
    else cell.append(value(text));
    cell.className = kind;
    return cell;
  }));
}

const header = (part) => el("th", { role: "rowheader", scope: "row" }, part);

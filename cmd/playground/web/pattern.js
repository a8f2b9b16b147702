// What a URL pattern matches, here and in the browser.

import { differs, el, value } from "./dom.js";

const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

// results returns the components of a pattern, and an item for each URL. It says where the browser's URLPattern differs.
export function results({ components, results }, request) {
  const browser = inBrowser(request);
  return [...accepted(browser, true), demands(components, browser.own), el("ul", { class: "matches" }, results.map((result) => item(result, browser.own)))];
}

export function fault({ error, index }, request) {
  const { pattern } = request;
  const end = index + (pattern.codePointAt(index) > 0xffff ? 2 : 1);
  const place = el("p", {}, el("code", { dir: "ltr" }, pattern.slice(0, index), el("mark", {}, pattern.slice(index, end) || "\u00a0"), pattern.slice(end)));
  return [el("p", {}, error), ...(index ? [place] : []), ...accepted(inBrowser(request), false)];
}

// accepted says whether the browser accepts a pattern, if it differs from the package.
function accepted({ own, error }, isAccepted) {
  if (isAccepted && error) return [el("p", { class: "differs" }, differs(), `Your browser refuses it: ${error}`)];
  return own && !isAccepted ? [el("p", { class: "differs" }, differs(), "Your browser accepts it.")] : [];
}

// demands returns a table of the components that do not match everything.
function demands(components, own) {
  const ours = Object.fromEntries(components);
  const names = COMPONENTS.filter((name) => name in ours || (own && own[name] !== "*"));
  if (names.length === 0) return el("p", { class: "muted" }, "The pattern matches every URL.");
  const head = ["component", "this package", ...(own ? ["your browser"] : [])].map((text) => el("th", { scope: "col" }, text));
  const row = (name) => {
    const text = ours[name] ?? "*";
    const isSame = own?.[name] === text;
    const other = isSame ? el("span", { class: "muted" }, "same") : own && [differs(), value(own[name], text)].flat();
    return el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value(text)), own ? el("td", { class: isSame ? "" : "differs" }, other) : []);
  };
  return el("table", { class: "demands", "aria-label": "What the pattern demands" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, names.map(row)));
}

function item({ href, refused, matched, failed = [], groups }, own) {
  const outcome = refused ? "not a URL" : matched ? "matches" : "does not match";
  const browser = refused ? undefined : own && own.exec(href);
  const nodes = [el("strong", { class: matched ? "outcome good" : "outcome" }, outcome)];
  if (href) nodes.push(" ", value(href));
  if (failed.length) nodes.push(el("p", {}, `because of ${failed.join(" and ")}`));
  if (groups.length) nodes.push(el("dl", { class: "facts" }, groups.flatMap(({ component, name, value: text }) => [el("dt", {}, `${component} ${name}`), el("dd", {}, value(text))])));
  if (browser !== undefined && Boolean(browser) !== matched) nodes.push(el("p", { class: "differs" }, differs(), `In your browser it ${browser ? "matches" : "does not match"}.`));
  else if (browser) nodes.push(...otherGroups(groups, browser));
  return el("li", {}, nodes);
}

// otherGroups returns the groups that the browser has with another value. A group that took no part is "" here.
function otherGroups(groups, browser) {
  return groups.filter(({ component, name, value: text }) => (browser[component].groups[name] ?? "") !== text)
    .map(({ component, name, value: text }) => el("p", { class: "differs" }, differs(), `${component} ${name} in your browser: `, value(browser[component].groups[name] ?? "", text)));
}

// inBrowser returns the browser's pattern, or why the browser refuses it. An old browser has neither.
function inBrowser({ pattern, base, ignoreCase = false }) {
  if (!("URLPattern" in globalThis)) return {};
  try {
    const isInit = /^\s*\{\s*("|\}\s*$)/.test(pattern);
    if (isInit) return { own: new URLPattern(JSON.parse(pattern), { ignoreCase }) };
    return { own: base === undefined ? new URLPattern(pattern, { ignoreCase }) : new URLPattern(pattern, base, { ignoreCase }) };
  } catch (error) {
    return { error: error.message };
  }
}

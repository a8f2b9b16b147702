// The browser's own URL.

export const PARTS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

const partsOf = (url) => Object.fromEntries(PARTS.map((part) => [part, url[part]]));

// readInBrowser answers a request with the browser's own URL. It has no validation errors.
export function readInBrowser({ input, base, calls }) {
  let url;
  try {
    url = new URL(input, base);
  } catch {
    return { url: null, steps: [], pairs: [] };
  }
  const before = partsOf(url);
  const steps = calls.map((call) => run(url, call));
  return { url: before, final: partsOf(url), steps, pairs: [...url.searchParams] };
}

// run makes a call on a URL. Only the setter of href can fail.
function run(url, [name, ...args]) {
  try {
    if (PARTS.includes(name)) url[name] = args[0];
    else url.searchParams[name === "deleteValue" ? "delete" : name](...args);
  } catch {
    return { href: url.href, refused: true };
  }
  return { href: url.href };
}

const MAX_PAIRS = 1000;

const isEqual = (a, b) => a.length === b.length && a.every(([name, value], i) => name === b[i][0] && value === b[i][1]);

// trim returns the answers with as many pairs as the page may need. The answer of the package may be null.
export function trim(answer, browser) {
  const first = (pairs) => pairs?.slice(0, MAX_PAIRS);
  const pairCount = (answer ?? browser).pairs.length;
  const samePairs = !answer?.url || !browser.url || isEqual(answer.pairs, browser.pairs);
  if (answer) answer = { ...answer, pairs: first(answer.pairs), net: { ...answer.net, pairs: first(answer.net.pairs) } };
  return { answer, browser: { ...browser, pairs: first(browser.pairs) }, pairCount, samePairs };
}

// The engines that read URLs: the package together with net/url, and the browser.

export const PARTS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

// loadPackage returns the function that answers a request, and the versions that it was built with.
export async function loadPackage() {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("weburl.wasm"), go.importObject);
  go.run(instance); // it sets weburl, and runs until the page is closed
  const { weburl } = globalThis;
  const about = { standard: weburl.standard, unicode: weburl.unicode, go: weburl.go };
  const read = (request) => {
    const answer = weburl(JSON.stringify(request));
    if (answer instanceof Error) throw answer;
    return JSON.parse(answer);
  };
  return { about, read };
}

// readInBrowser answers a request with the browser's own URL. It has no validation errors.
export function readInBrowser({ input, base, calls }) {
  let url;
  try {
    url = new URL(input, base);
  } catch {
    return { url: null, steps: [], pairs: [] };
  }
  const parts = Object.fromEntries(PARTS.map((part) => [part, url[part]]));
  const steps = calls.map((call) => run(url, call));
  return { url: parts, steps, pairs: [...url.searchParams] };
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

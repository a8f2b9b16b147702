// The service worker keeps the page, so that it works without a network. The build puts VERSION and FILES before this text.
//
// All files come from one version: a page never mixes two. A new version is used at the next visit after it was fetched.

const CACHE = `playground ${registration.scope} ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE)
      .then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" }))))
      .then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`playground ${registration.scope} `) && name !== CACHE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()));
});

// Only the files of the page are answered. Other pages below the same path are left alone.
const HOME = new URL("./", location).href;
const OWN = new Map([...FILES, "index.html"].map((name) => [new URL(name, HOME).href, name === "index.html" ? "./" : name]));

addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const name = request.method === "GET" && OWN.get(address);
  if (!name) return;
  event.respondWith(
    caches.open(CACHE)
      .then((cache) => cache.match(name))
      .then((kept) => kept ?? fetch(request)));
});

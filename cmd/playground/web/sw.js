// The service worker keeps the page, so that it works without a network. The build puts before this text VERSION, and FILES
// with the possible SHA-256 hashes of each file.
//
// All files come from one version: a page never mixes two. A new version is used at the next visit after it was fetched.

const CACHE = `playground ${registration.scope} ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE)
      .then((cache) => Promise.all(Object.entries(FILES).map(([name, hashes]) => keep(cache, name, hashes))))
      .then(() => skipWaiting()));
});

// keep puts a file into the cache: what the page has just loaded, if that is of this version, or else what the server has.
async function keep(cache, name, hashes) {
  const loaded = await fetch(name, { cache: "force-cache" });
  if (loaded.ok && hashes.includes(await hashOf(loaded.clone()))) return cache.put(name, loaded);
  return cache.add(new Request(name, { cache: "no-cache" }));
}

async function hashOf(response) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`playground ${registration.scope} `) && name !== CACHE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()));
});

// Only the files of the page are answered. Other pages below the same path are left alone.
const HOME = new URL("./", location).href;
const OWN = new Map([...Object.keys(FILES), "index.html"].map((name) => [new URL(name, HOME).href, name === "index.html" ? "./" : name]));

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

// Puts the Go package behind the classes that jsdom's webidl2js made for whatwg-url: in place of whatwg-url's own
// implementation of the URL Standard, they get the two classes below.
"use strict";
const path = require("node:path");

// install defines URL and URLSearchParams in globalObject, and returns a function that tells whether a value is one of
// their objects. go is what main.go gives to JavaScript.
exports.install = (globalObject, go) => {
  const lib = path.join(path.dirname(require.resolve("whatwg-url")), "lib");
  const replace = (file, implementation) => {
    require.cache[path.join(lib, file)] = { exports: { implementation }, loaded: true, children: [] };
  };

  replace("URLSearchParams-impl.js", class URLSearchParamsImpl {
    constructor(global, [init], { id }) {
      if (Array.isArray(init) && init.some(pair => pair.length !== 2)) {
        throw new global.TypeError("a pair has not two elements");
      }
      const isRecord = typeof init === "object" && !Array.isArray(init);
      this.id = id ?? go.newParams(isRecord ? Object.entries(init) : init);
    }
    get size() { return go.params(this.id, "size"); }
    [Symbol.iterator]() { return go.params(this.id, "pairs")[Symbol.iterator](); }
  });
  const URLSearchParams = require(path.join(lib, "URLSearchParams.js"));
  const { implementation: URLSearchParamsImpl } = require(path.join(lib, "URLSearchParams-impl.js"));
  for (const method of ["append", "delete", "get", "getAll", "has", "set", "sort", "toString"]) {
    URLSearchParamsImpl.prototype[method] = function (...args) { return go.params(this.id, method, ...args); };
  }

  replace("URL-impl.js", class URLImpl {
    constructor(global, [url, base]) {
      this.id = go.parse(url, base);
      if (this.id === null) {
        throw new global.TypeError(`Invalid URL: ${url}`);
      }
      this.searchParams = URLSearchParams.createImpl(global, [], { id: go.searchParams(this.id) });
    }
    static parse(global, url, base) { return go.canParse(url, base) ? URL.createImpl(global, [url, base]) : null; }
    static canParse(url, base) { return go.canParse(url, base); }
    toJSON() { return this.href; }
  });
  const URL = require(path.join(lib, "URL.js"));
  const { implementation: URLImpl } = require(path.join(lib, "URL-impl.js"));
  for (const property of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
    Object.defineProperty(URLImpl.prototype, property, {
      get() { return go.get(this.id, property); },
      set(value) {
        if (!go.set(this.id, property, value) && property === "href") { // the other setters do not throw
          throw new globalObject.TypeError(`Invalid URL: ${value}`);
        }
      }
    });
  }

  URL.install(globalObject, ["Worker"]);
  URLSearchParams.install(globalObject, ["Worker"]);
  return value => URL.is(value) || URLSearchParams.is(value);
};

// Runs a random script. The value of this script is a function that returns what the steps of the random one returned or
// threw, as JSON.
"use strict";
(source, URL = globalThis.URL, URLSearchParams = globalThis.URLSearchParams) => {
  const show = v => {
    switch (typeof v) {
      case "string":
        return JSON.stringify(v);
      case "symbol":
      case "function":
        return typeof v;
      case "object":
        return v === null ? "null" : showObject(v);
    }
    return String(v);
  };
  const showObject = o => {
    if (o instanceof URL) {
      return `URL ${Object.getOwnPropertyDescriptor(URL.prototype, "href").get.call(o)}`;
    }
    if (o instanceof URLSearchParams) {
      return `URLSearchParams ${o}`;
    }
    if (Array.isArray(o)) {
      return `[${o.map(show)}]`;
    }
    return `${Object.prototype.toString.call(o)} ${Object.keys(o).map(key => `${key}: ${show(o[key])}`)}`;
  };
  const lines = [];
  const step = f => {
    try {
      lines.push(show(f()));
    } catch (e) {
      lines.push(e instanceof TypeError ? "throws a TypeError" : `throws ${e}`);
    }
  };
  new Function("step", "URL", "URLSearchParams", source)(step, URL, URLSearchParams);
  return JSON.stringify(lines);
};

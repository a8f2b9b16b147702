// What the scripts of web-platform-tests need of a browser's worker, beside the classes that they test. read returns a file
// of the checkout as text, report takes the results, and path is the script's own path.
"use strict";
Object.assign(globalThis, {
  self: globalThis,
  GLOBAL: { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false },
  location: { search: "", pathname: path }
});

globalThis.fetch = async name => ({
  ok: true,
  text: async () => read(name),
  json: async () => JSON.parse(read(name))
});

// Timers do not wait: runTimers, which is called until it returns false, runs the next one.
const timers = new Map();
let timer = 0;
globalThis.setTimeout = (callback, delay = 0, ...args) => {
  timers.set(++timer, { callback, args, due: delay, id: timer });
  return timer;
};
globalThis.clearTimeout = id => timers.delete(id);
globalThis.runTimers = () => {
  const [next] = [...timers.values()].sort((a, b) => a.due - b.due || a.id - b.id);
  if (next) {
    timers.delete(next.id);
    next.callback(...next.args);
  }
  return next !== undefined;
};

globalThis.DOMException = class DOMException {
  #name;
  constructor(message, name) {
    this.message = message;
    this.#name = name;
  }
  get name() { return this.#name; }
  get code() { return { DataCloneError: 25 }[this.#name] ?? 0; }
};
[
  "INDEX_SIZE", "DOMSTRING_SIZE", "HIERARCHY_REQUEST", "WRONG_DOCUMENT", "INVALID_CHARACTER", "NO_DATA_ALLOWED",
  "NO_MODIFICATION_ALLOWED", "NOT_FOUND", "NOT_SUPPORTED", "INUSE_ATTRIBUTE", "INVALID_STATE", "SYNTAX",
  "INVALID_MODIFICATION", "NAMESPACE", "INVALID_ACCESS", "VALIDATION", "TYPE_MISMATCH", "SECURITY", "NETWORK", "ABORT",
  "URL_MISMATCH", "QUOTA_EXCEEDED", "TIMEOUT", "INVALID_NODE_TYPE", "DATA_CLONE"
].forEach((name, i) => {
  const constant = { value: i + 1, enumerable: true };
  Object.defineProperty(DOMException, `${name}_ERR`, constant);
  Object.defineProperty(DOMException.prototype, `${name}_ERR`, constant);
});
for (const name of ["name", "code"]) {
  const { get } = Object.getOwnPropertyDescriptor(DOMException.prototype, name);
  Object.defineProperty(DOMException.prototype, name, { get, enumerable: true });
}

globalThis.structuredClone = () => {
  throw new DOMException("not serializable", "DataCloneError");
};

// A body as a form is read by the class under test.
class Body {
  #text;
  constructor(text) { this.#text = text; }
  async formData() { return new URLSearchParams(`?${this.#text}`); }
}
globalThis.Response = Body;
globalThis.Request = class extends Body {
  constructor(_, { body }) { super(body); }
};

globalThis.collect = () => add_completion_callback((tests, { status, OK, message }) => {
  report(JSON.stringify([
    { name: "the harness", message: status === OK ? "" : `${message}` },
    ...tests.map(t => ({ name: t.name, message: t.status === t.PASS ? "" : `${t.message || t.status}` }))
  ]));
});

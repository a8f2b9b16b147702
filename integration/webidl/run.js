// Runs a script of web-platform-tests as it is, and writes the results as JSON:
//   node run.js WASM_EXEC WASM ROOT SCRIPT
// ROOT is a checkout of web-platform-tests, and SCRIPT a path in it.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { install } = require("./impl.js");

const [wasmExec, wasm, root, script] = process.argv.slice(2);
// absolute finds what a script refers to. web-platform-tests' server has another name for one file.
const absolute = name => name.startsWith("/")
  ? path.join(root, name.replace("/resources/WebIDLParser.js", "/resources/webidl2/lib/webidl2.js"))
  : path.join(root, path.dirname(script), name);
const run = file => vm.runInThisContext(fs.readFileSync(file, "utf8"), { filename: file });

// pretend makes this process look like a worker to the scripts, as far as they need it.
function pretend(isPlatformObject) {
  const { structuredClone } = globalThis;
  Object.assign(globalThis, {
    self: globalThis,
    GLOBAL: { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false },
    location: { search: "", pathname: `/${script}` },
    fetch: async name => new Response(fs.readFileSync(absolute(name))),
    structuredClone(value, ...rest) { // Node does not know that these are platform objects
      if (isPlatformObject(value)) {
        throw new DOMException("not serializable", "DataCloneError");
      }
      return structuredClone(value, ...rest);
    }
  });
  for (const Body of [Request, Response]) { // in place of Node's own parser
    Body.prototype.formData = async function () {
      const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await this.arrayBuffer());
      const form = new FormData();
      new URLSearchParams(body).forEach((value, name) => form.append(name, value));
      return form;
    };
  }
}

// start starts the Go program, and returns what it gives to JavaScript.
async function start() {
  const { TextDecoder } = globalThis;
  globalThis.TextDecoder = class extends TextDecoder { // wasm_exec.js's takes U+FEFF away from the start of a string
    constructor(label) { super(label, { ignoreBOM: true }); }
  };
  require(wasmExec);
  Object.assign(globalThis, { TextDecoder });
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject);
  go.run(instance);
  return globalThis.weburl;
}

(async () => {
  pretend(install(globalThis, await start()));
  run(absolute("/resources/testharness.js"));
  add_completion_callback((tests, { status, OK, message }) => {
    const results = tests.map(t => ({ name: t.name, passed: t.status === t.PASS, message: t.message }));
    process.stdout.write(JSON.stringify({ passed: status === OK, message, tests: results }), () => process.exit());
  });
  for (const [, name] of fs.readFileSync(absolute(`/${script}`), "utf8").matchAll(/^\/\/ META: script=(.*)$/gm)) {
    run(absolute(name));
  }
  run(absolute(`/${script}`));
})();

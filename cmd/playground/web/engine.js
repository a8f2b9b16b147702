// The package: its program is fetched and compiled here, and runs in a worker.

let compiled; // the program
let worker;
let last = 0; // the number of the last request
const waiting = new Map(); // the requests without an answer

// load starts the package, again if it has failed before. It calls report with the part that is loaded, from 0 to 1. It
// returns the versions that the package was built with. If the package stops later, it calls stopped with an error.
export async function load(report, stopped) {
  compiled ??= await compile(await open(report));
  return run(compiled, stopped);
}

// ask returns the answers to a request: the package's and the browser's.
export function ask(request) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, request });
  });
}

// open returns the program as a stream. Servers send the packed file in different ways: as it is, or as the packed form
// of the program, which the browser unpacks. Its first bytes tell.
async function open(report) {
  if (!("DecompressionStream" in globalThis)) throw new Error("this browser cannot unpack the program; browsers can since 2023");
  const { href, dataset } = document.getElementById("program");
  const response = await fetch(href).catch(() => {
    throw new Error("the program cannot be fetched");
  });
  if (!response.ok) throw new Error(`the server answers ${response.status} instead of the program`);
  const reader = response.body.getReader();
  let next = await reader.read();
  const isPacked = next.value?.[0] === 0x1f && next.value[1] === 0x8b;
  const size = Number(isPacked ? dataset.size : dataset.unpackedSize);
  let loaded = 0;
  const body = new ReadableStream({
    async pull(controller) {
      const { value, done } = next ?? (await reader.read());
      next = null;
      if (done) return controller.close();
      loaded += value.length;
      report(Math.min(loaded / size, 1));
      controller.enqueue(value);
    },
  });
  return isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}

// compile compiles the program while it arrives. The media type is set here, because servers send others.
async function compile(stream) {
  const response = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  try {
    return await (WebAssembly.compileStreaming?.(response) ?? WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new Error(error instanceof WebAssembly.CompileError ? "what the server sends is not the program" : `the program did not arrive: ${error.message}`);
  }
}

function run(module, stopped) {
  worker?.terminate();
  worker = new Worker(scriptURL("worker.js"), { type: "module" });
  return new Promise((resolve, reject) => {
    let isRunning = false;
    const fail = (message) => {
      const error = new Error(message);
      for (const request of waiting.values()) request.reject(error);
      waiting.clear();
      if (isRunning) stopped(error);
      else reject(error);
    };
    worker.addEventListener("error", (event) => fail(event.message || "the worker cannot be started"));
    worker.addEventListener("message", ({ data }) => {
      if (data.about) {
        isRunning = true;
        return resolve(data.about);
      }
      if (data.stopped) return fail(data.stopped);
      const request = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error) request.reject(new Error(data.error));
      else request.resolve(data.answers);
    });
    worker.postMessage({ module });
  });
}

// The scripts that the page starts beside its own. The page's policy refuses all others.
const SCRIPTS = ["worker.js", "sw.js"];

function locate(name) {
  if (!SCRIPTS.includes(name)) throw new TypeError(`${name} is not a script of this page`);
  return new URL(name, document.baseURI).href;
}

const policy = globalThis.trustedTypes?.createPolicy("playground", { createScriptURL: locate });

export const scriptURL = (name) => (policy ? policy.createScriptURL(name) : locate(name));

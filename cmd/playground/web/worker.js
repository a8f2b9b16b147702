// The worker runs the package, so that the page never waits for it. It gets the compiled program first, and then requests.
// It asks the browser's URL, too, which takes seconds for some long inputs.

import { readInBrowser, trim } from "./browser.js";
import "./wasm_exec.js"; // defines Go

addEventListener("message", async ({ data }) => {
  if (data.module) await start(data.module);
  else answer(data);
});

async function start(module) {
  try {
    const go = new Go();
    globalThis.suffixes = new TextDecoder().decode(WebAssembly.Module.customSections(module, "suffixes")[0]);
    const instance = await WebAssembly.instantiate(module, go.importObject);
    const end = go.run(instance); // it sets weburl, and runs until the worker ends
    postMessage({ about: globalThis.weburl.about });
    await end;
    postMessage({ stopped: "the package has stopped" });
  } catch (error) {
    postMessage({ stopped: error.message });
  }
}

function answer({ id, request }) {
  try {
    const text = globalThis.weburl(JSON.stringify(request));
    if (text instanceof Error) throw text;
    postMessage({ id, answers: trim(JSON.parse(text), readInBrowser(request)) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
}

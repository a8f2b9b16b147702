// The scripts that the page starts beside its own. The page's policy refuses all others.

const SCRIPTS = ["worker.js", "sw.js"];

function locate(name) {
  if (!SCRIPTS.includes(name)) throw new TypeError(`${name} is not a script of this page`);
  return new URL(name, document.baseURI).href;
}

const policy = globalThis.trustedTypes?.createPolicy("playground", { createScriptURL: locate });

// scriptURL returns the address of a script.
export const scriptURL = (name) => (policy ? policy.createScriptURL(name) : locate(name));

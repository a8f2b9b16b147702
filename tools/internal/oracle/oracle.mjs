// Answers the questions of vectors and differ. It reads and writes one JSON object per line, which
// testdata/README.md describes.
//
//   node oracle.mjs FOLDER           answers with the reference implementation, installed in FOLDER
//                                    (npm install whatwg-url@17.3.0 @exodus/bytes)
//   node oracle.mjs FOLDER --trace   also lists the blocks of its code that ran for each request and, on standard
//                                    error, the blocks that never ran
//   node oracle.mjs --own            answers with the URL class of this Node, for comparison. Node 26.10.0 has ada 4.0
//
// On standard error, it says every ten seconds how far it is.

import { createRequire } from "node:module";
import { readFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const own = args.includes("--own");
const folder = args.find(a => !a.startsWith("--"));
if (!own && folder === undefined) {
  console.error("usage: node oracle.mjs FOLDER [--trace] | --own");
  process.exit(2);
}

const require = createRequire(resolve(folder ?? ".", "any.js"));
const reference = own ? null : require("whatwg-url");
const { percentEncodeAfterEncoding } = own ? await import("./encoders.mjs") : require("@exodus/bytes/whatwg.js");
const implForWrapper = own ? null : require("whatwg-url/lib/utils.js").implForWrapper;
const URL = own ? globalThis.URL : reference.URL;
const LegacyDecoder = own ? globalThis.TextDecoder : require("@exodus/bytes/encoding.js").TextDecoder;
const domainParser = own ? null : require("whatwg-url/lib/url-miscellaneous.js").domainParser;
const tr46 = own ? null : createRequire(require.resolve("whatwg-url"))("tr46");
const URLSearchParams = own ? globalThis.URLSearchParams : reference.URLSearchParams;

const attributes = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const getters = url => Object.fromEntries(attributes.map(a => [a, url[a]]));

function attempt(make) {
  try {
    return make();
  } catch (e) {
    if (e instanceof TypeError) {
      return null;
    }
    throw e;
  }
}

// Only the parser is traced, not the parsing of the base, and not the getters.
function answerURL({ input, base, brief }, trace) {
  let baseURL = null;
  if (brief) {
    const url = attempt(() => base === undefined ? new URL(input) : new URL(input, base));
    return url === null ? { failure: true } : getters(url);
  }
  if (reference !== null && base !== undefined && base !== null) {
    baseURL = reference.parseURL(base);
    if (baseURL === null) {
      return { failure: true, badBase: true };
    }
  }
  const out = {};
  if (reference !== null) {
    const parse = () => reference.parseURLWithValidationErrors(input, { baseURL });
    const { validationErrors } = trace === null ? parse() : trace.of(parse, out);
    out.errors = validationErrors;
    out.valid = reference.isValidURLString(input, { baseURL });
  }
  const url = attempt(() => base === undefined || base === null ? new URL(input) : new URL(input, base));
  return Object.assign(out, url === null ? { failure: true } : getters(url));
}

// resolveAgainst resolves a reference against the record of a URL object, not against its href: no parser gives some of
// the records that setters make. It returns null for a failure.
function resolveAgainst(url, input) {
  const record = reference.parseURL(input, { baseURL: implForWrapper(url)._url });
  if (record === null) {
    return null;
  }
  const result = new URL("x:");
  implForWrapper(result)._url = record;
  return getters(result);
}

function answerSetters({ href, steps }, trace) {
  if (own && steps.some(([name]) => name === "resolve")) {
    return { unsupported: true };
  }
  const url = attempt(() => new URL(href));
  if (url === null) {
    return { failure: true };
  }
  const out = { before: getters(url) };
  const run = () => steps.map(([name, value]) => {
    if (name === "resolve") {
      return resolveAgainst(url, value);
    }
    attempt(() => {
      url[name] = value;
    });
    return getters(url);
  });
  out.steps = trace === null ? run() : trace.of(run, out);
  return out;
}

// answerHost parses a host in a URL. It percent-encodes the characters that would end the host. For a domain, the
// result is the same, because the host parser decodes it first. For other hosts with such characters, the answer is
// "unsupported".
function answerHost({ input, opaque }, trace) {
  const bracket = input.startsWith("[");
  const ends = bracket ? /[\t\n\r/?#@\\]|\].*:/u : /[\t\n\r/?#@\\:]/u;
  if ((opaque || bracket) && ends.test(input)) {
    return { unsupported: true };
  }
  const host = input.replace(/[\t\n\r/?#@\\]/gu, encodeURIComponent).replace(/:/gu, c => bracket ? c : "%3A");
  const href = `${opaque ? "x" : "https"}://${host}/`;
  const out = {};
  if (reference === null) {
    const url = attempt(() => new URL(href));
    return url === null ? { failure: true } : { host: url.hostname };
  }
  const parse = () => reference.parseURLWithValidationErrors(href);
  const { url } = trace === null ? parse() : trace.of(parse, out);
  if (url === null) {
    return { ...out, failure: true };
  }
  const kind = { number: "IPv4", object: "IPv6" }[typeof url.host] ?? (url.host === "" ? "empty" : opaque ? "opaque" : "domain");
  return { ...out, host: reference.serializeHost(url.host), kind };
}

// answerDomain answers with domain to ASCII, not strict and strict, and with domain to Unicode of the first. The
// reference implementation does not have the last: https://url.spec.whatwg.org/#concept-domain-to-unicode returns the
// domain if tr46 reports an error.
function answerDomain({ input }) {
  if (reference === null) {
    return { unsupported: true };
  }
  const [ascii, strict] = [false, true].map(beStrict => {
    const result = domainParser(input, null, beStrict);
    return typeof result === "string" ? result : null;
  });
  const options = { checkBidi: true, checkJoiners: true };
  const { domain, error } = ascii === null ? { error: true } : tr46.toUnicode(ascii, options);
  return { ascii, strict, unicode: error ? ascii : domain };
}

function operate(params, url, [method, ...values]) {
  if (method.endsWith("=")) {
    attempt(() => {
      url[method.slice(0, -1)] = values[0];
    });
    return url.href;
  }
  if (method === "size") {
    return params.size;
  }
  const result = params[method](...values);
  return result === undefined ? url?.href ?? params.toString() : result;
}

function answerParams({ url: href, init, steps }) {
  const url = href === undefined ? undefined : attempt(() => new URL(href));
  if (url === null) {
    return { failure: true };
  }
  const params = url?.searchParams ?? new URLSearchParams(init);
  const results = steps.map(step => operate(params, url, step));
  return { results, pairs: [...params] };
}

// ownQuery returns what the URL parser makes of a query of a special URL in an encoding.
function ownQuery(input, encoding) {
  const [query] = input.replace(/[\t\n\r]/gu, "").split("#");
  return percentEncodeAfterEncoding(encoding, query, " \"#<>'");
}

function answerEncode({ encoding, input }) {
  const query = own ? ownQuery(input, outputEncoding(encoding)) :
    reference.parseURL(`https://h/?${input}#`, { encoding: outputEncoding(encoding) }).query;
  if (outputEncoding(encoding) !== encoding) {
    return { query };
  }
  const set = " !\"#$%&'()+,/:;<=>?@[\\]^`{|}~";
  return { query, form: percentEncodeAfterEncoding(encoding, input, set, true) };
}

// answerDecode decodes bytes of a form of a page in the encoding, without a check for a byte order mark.
function answerDecode({ encoding, input }) {
  return { decoded: new LegacyDecoder(outputEncoding(encoding), { ignoreBOM: true }).decode(Buffer.from(input, "latin1")) };
}

// https://encoding.spec.whatwg.org/#get-an-output-encoding
function outputEncoding(name) {
  return ["replacement", "utf-16be", "utf-16le"].includes(name) ? "utf-8" : name;
}

// A Trace lists the blocks of the reference implementation's parser that ran in a call. V8 does not report a block that
// ran as often as the block around it. So the answer needs all blocks, which are known only at the end: of() keeps the
// report of V8, and ran() turns it into the numbers of blocks.
class Trace {
  #session = new Session();
  #blocks = new Map(); // all blocks that V8 reported, by "script start", in the order of their numbers
  #takes = [];

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  #take() {
    let scripts;
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      scripts = result;
    });
    return scripts.filter(s => /(?:whatwg-url\/lib\/url-(?:state-machine|miscellaneous)|tr46\/index)\.js$/u.test(s.url));
  }

  of(call, out) {
    this.#take();
    const result = call();
    const functions = [];
    for (const script of this.#take()) {
      for (const { ranges } of script.functions) {
        functions.push({ script: script.scriptId, ranges });
        for (const r of ranges) {
          const key = `${script.scriptId} ${r.startOffset}`;
          if (!this.#blocks.has(key)) {
            this.#blocks.set(key, { script: script.scriptId, start: r.startOffset, url: script.url });
          }
        }
      }
    }
    out.trace = this.#takes.push(functions) - 1;
    return result;
  }

  // never returns the places of the blocks that ran in no call.
  never() {
    const all = new Set(this.#takes.flatMap((_, take) => this.ran(take)));
    return [...this.#blocks.values()].filter((_, number) => !all.has(number)).map(({ url, start }) => {
      const path = fileURLToPath(url);
      const before = readFileSync(path, "utf8").slice(0, start);
      return `${basename(path)}:${before.split("\n").length}`;
    });
  }

  // ran returns the numbers of the blocks that ran in a call. The smallest range that V8 reported around the start of a
  // block has the number of times that the block ran.
  ran(take) {
    const numbers = [];
    let number = 0;
    for (const { script, start } of this.#blocks.values()) {
      let size = Infinity, count = 0;
      for (const f of this.#takes[take]) {
        for (const r of f.ranges) {
          if (f.script === script && r.startOffset <= start && start < r.endOffset && r.endOffset - r.startOffset < size) {
            ({ count } = r);
            size = r.endOffset - r.startOffset;
          }
        }
      }
      if (count > 0) {
        numbers.push(number);
      }
      number++;
    }
    return numbers;
  }
}

const answers = {
  url: answerURL, setters: answerSetters, host: answerHost, domain: answerDomain, params: answerParams, encode: answerEncode,
  decode: answerDecode,
};

// How to read the strings of a request.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const texts = {
  bytes: s => utf8.decode(Buffer.from(s, "latin1")),
  surrogates: s => s.replace(/\uFFFD/gu, "\uDBFF"),
};

function parseRequest(line) {
  const request = JSON.parse(line);
  const read = texts[request.text];
  return read === undefined ? request : JSON.parse(line, (_, value) => typeof value === "string" ? read(value) : value);
}

const trace = args.includes("--trace") ? new Trace() : null;
let said = Date.now();
// progress says every ten seconds how far it is.
function progress(what, done, all) {
  if (Date.now() - said > 10_000) {
    said = Date.now();
    console.error(`oracle.mjs${own ? " --own" : ""}: ${done} of ${all} ${what}`);
  }
}

const lines = readFileSync(0, "utf8").split("\n").filter(line => line !== "");
const out = lines.map((line, i) => {
  progress("questions", i, lines.length);
  const request = parseRequest(line);
  try {
    return answers[request.op](request, trace);
  } catch (e) {
    if (e.code === "ERR_ENCODING_NOT_SUPPORTED") { // of Node's own decoders
      return { unsupported: true };
    }
    throw e;
  }
});
for (const [i, answer] of out.entries()) {
  progress("traces", i, out.length);
  if (answer.trace !== undefined) {
    answer.trace = trace.ran(answer.trace);
  }
}
for (const place of trace?.never() ?? []) {
  console.error(`no request ran the block at ${place}`);
}

let text = Buffer.from(out.map(answer => `${JSON.stringify(answer)}\n`).join(""));
while (text.length > 0) {
  text = text.subarray(writeSync(1, text));
}

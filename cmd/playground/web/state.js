// A case is the content of the page's fields, and the calls. The fragment of the page's URL holds it:
// #input=…&base=…&escapes=1&other=…&encoding=…&pattern=…&ignoreCase=1&batch=…&try=…&call=NAME&arg=…&arg=…

import { hasControls, readEscapes, scalarValues, writeEscapes } from "./text.js";

// CALLS has the names of the arguments of each call.
export const CALLS = {
  href: ["value"], protocol: ["value"], username: ["value"], password: ["value"], host: ["value"], hostname: ["value"],
  port: ["value"], pathname: ["value"], search: ["value"], hash: ["value"],
  append: ["name", "value"], set: ["name", "value"], delete: ["name"], deleteValue: ["name", "value"], sort: [],
};

const SINGLE = { input: "", base: "", escapes: false, other: "", encoding: "", pattern: "", ignoreCase: false, batch: "" }; // also the names of parameters

export const EMPTY = { ...SINGLE, tries: [], calls: [] };

export function toFragment(state) {
  const pairs = Object.keys(SINGLE).filter((name) => state[name] || name === "input").map((name) => [name, state[name] === true ? "1" : state[name]]);
  for (const url of state.tries) pairs.push(["try", url]);
  for (const [name, ...args] of state.calls) pairs.push(["call", name], ...args.map((arg) => ["arg", arg]));
  return "#" + new URLSearchParams(pairs.map(([name, value]) => [name, scalarValues(value)]));
}

// fromFragment returns the case in a fragment, or null if there is none. It skips what it does not know.
export function fromFragment(fragment) {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!params.has("input")) return null;
  const state = { ...EMPTY, tries: params.getAll("try").map(oneLine), calls: [] };
  for (const [name, none] of Object.entries(SINGLE)) if (params.has(name)) state[name] = none === false || params.get(name);
  state.pattern = oneLine(state.pattern);
  state.encoding = state.encoding.toLowerCase();
  for (const [name, value] of params) {
    if (name === "call") state.calls.push([value]);
    else if (name === "arg") state.calls.at(-1)?.push(value);
  }
  state.calls = state.calls.filter(([name]) => Object.hasOwn(CALLS, name)).map(complete);
  return fitted(state);
}

// oneLine returns a text without line breaks. Patterns and what they are tried on have no escapes.
const oneLine = (s) => s.replace(/[\r\n]/g, "");

const complete = ([name, ...args]) => [name, ...CALLS[name].map((_, i) => args[i] ?? "")];

// fits reports whether the fields can hold a case as it is. Only the field of the input can hold several lines.
function fits({ input, base, escapes, other, calls }) {
  return escapes || !(hasControls(input) || [base, other, ...calls.flat()].some((s) => hasControls(s) || s.includes("\n")));
}

// fitted returns a case that the fields can hold: with escapes if they cannot hold it without.
function fitted(state) {
  if (fits(state)) return state;
  const { input, base, other, calls } = state;
  const written = calls.map(([name, ...args]) => [name, ...args.map(writeEscapes)]);
  return { ...state, input: writeEscapes(input), base: writeEscapes(base), escapes: true, other: writeEscapes(other), calls: written };
}

const typed = (text, { escapes }) => (escapes ? writeEscapes(text) : text);

// withCall adds a call to a case. The arguments of the call have no escapes.
export const withCall = (state, [name, ...args]) =>
  fitted({ ...state, calls: [...state.calls, [name, ...args.map((arg) => typed(arg, state))]] });

// withField returns a case with another text in a field. The text has no escapes.
export const withField = (state, name, text) => fitted({ ...state, [name]: typed(text, state) });

// toRequest returns the request of a case to the engines.
export function toRequest({ input, base, escapes, other, encoding, pattern, ignoreCase, tries, calls }) {
  const read = (s) => scalarValues(escapes ? readEscapes(s) : s);
  return {
    input: read(input), base: base ? read(base) : undefined, other: other ? read(other) : undefined, encoding,
    pattern: scalarValues(pattern), ignoreCase, tries: tries.map(scalarValues), calls: calls.map(([name, ...args]) => [name, ...args.map(read)]),
  };
}

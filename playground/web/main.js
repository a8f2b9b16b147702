// The page: it passes the fields to the engines, and shows their answers.

import { Editor } from "./calls.js";
import { el } from "./dom.js";
import { loadPackage, readInBrowser } from "./engines.js";
import { EXAMPLES } from "./examples.js";
import * as faults from "./faults.js";
import * as pairs from "./pairs.js";
import * as parts from "./parts.js";
import { fromFragment, toFragment, toRequest, withCall } from "./state.js";
import { typedIndex } from "./text.js";

const byId = (id) => document.getElementById(id);
const fields = { input: byId("input"), base: byId("base"), escapes: byId("escapes") };
const editor = new Editor(byId("calls"), changed);
let engine; // the package, once it is loaded

// state returns the case in the fields.
const state = () => ({ input: fields.input.value, base: fields.base.value, escapes: fields.escapes.checked, calls: editor.calls });

// open fills the fields with a case.
function open({ input, base, escapes, calls }) {
  fields.input.value = input;
  fields.base.value = base;
  fields.escapes.checked = escapes;
  editor.calls = calls;
  render();
}

// later returns a function that calls act once it has not been called for a while.
function later(milliseconds, act) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

const keep = () => history.replaceState(null, "", toFragment(state()));
const keepLater = later(150, keep); // browsers limit how often a page may do this
let news = "";
const announce = later(800, () => (byId("live").textContent = news));

function changed() {
  keepLater();
  render();
}

function render() {
  if (!engine) return;
  const request = toRequest(state());
  const answer = engine.read(request);
  const browser = readInBrowser(request);
  renderFaults(request.input, answer);
  byId("parts").replaceChildren(parts.table({ answer, browser }));
  editor.show(answer, browser);
  byId("pairs").replaceChildren(...pairs.table(answer, browser, removePair));
  const all = parts.outcomes({ answer, browser });
  news = `${byId("verdict").textContent}. Your browser: ${all.browser.text}. net/url: ${all.net.text}.`;
  announce();
}

function renderFaults(input, answer) {
  const [grade, text] = faults.verdict(answer);
  const kinds = faults.gather(answer.faults);
  byId("verdict").className = `verdict ${grade}`;
  byId("verdict").textContent = text;
  byId("echo").hidden = byId("faults").hidden = kinds.length === 0;
  byId("echo").replaceChildren(...faults.echo(input, kinds));
  byId("faults").replaceChildren(...faults.list(kinds, goTo));
  byId("base-fault").hidden = !answer.inBase;
  byId("base-fault").textContent = answer.inBase ? `At byte ${answer.error.offset}: ${answer.error.description}` : "";
}

// goTo selects the character of the input at index.
function goTo(index) {
  const { input, escapes } = fields;
  const place = (i) => (escapes.checked ? typedIndex(input.value, i) : i);
  const text = toRequest(state()).input;
  input.focus();
  input.setSelectionRange(place(index), place(index + (text.codePointAt(index) > 0xffff ? 2 : 1)));
}

function removePair(name, value) {
  open(withCall(state(), ["deleteValue", name, value]));
  editor.goToLast();
  keepLater();
}

async function share() {
  keep();
  try {
    await navigator.clipboard.writeText(location.href);
    news = "The link is in the clipboard.";
    byId("share").textContent = "Copied";
  } catch {
    news = "The browser does not let the page copy; the link is in the address bar.";
    byId("share").textContent = "See the address bar";
  }
  announce();
  setTimeout(() => (byId("share").textContent = "Copy link to this case"), 2000);
}

function listen() {
  for (const field of Object.values(fields)) field.addEventListener("input", changed);
  byId("share").addEventListener("click", share);
  byId("calls-form").addEventListener("submit", (event) => {
    event.preventDefault();
    editor.add(["host", ""]);
  });
  byId("append-pair").addEventListener("click", () => editor.add(["append", "", ""]));
  byId("sort-pairs").addEventListener("click", () => editor.add(["sort"]));
  addEventListener("hashchange", ({ newURL }) => {
    open(fromFragment(new URL(newURL).hash) ?? EXAMPLES[0][1]);
    keepLater(); // an earlier call would keep the old fields
  });
  byId("examples").append(...EXAMPLES.map(([name, example]) => el("a", { href: toFragment(example) }, name)));
}

async function start() {
  listen();
  open(fromFragment(location.hash) ?? EXAMPLES[0][1]);
  try {
    engine = await loadPackage();
  } catch (error) {
    byId("verdict").className = "verdict bad";
    byId("verdict").textContent = `The package does not run here: ${error.message}`;
    return;
  }
  const { standard, unicode, go } = engine.about;
  byId("about").textContent = `URL Standard, commit ${standard} · Unicode ${unicode} · ${go}`;
  render();
}

start();

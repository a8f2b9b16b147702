// The page: it passes the fields to the engines, and shows their answers.

import { annotate, KEY, legend } from "./annotated.js";
import { readInBrowser, trim } from "./browser.js";
import { Editor } from "./calls.js";
import { diagram } from "./diagram.js";
import { byId, clampable, copy, cut, el, fitClamps, outside, say, value } from "./dom.js";
import { ask, load, scriptURL } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import * as faults from "./faults.js";
import { Pairs } from "./pairs.js";
import * as parts from "./parts.js";
import * as patterns from "./pattern.js";
import { ENCODINGS, encoded, relation } from "./relation.js";
import * as safety from "./safety.js";
import { fromFragment, toFragment, toRequest, withCall, withField } from "./state.js";
import * as takeaway from "./takeaway.js";
import { isReordered, scalarValues, typedIndex } from "./text.js";

const LONG = 20_000; // from this length, the engines wait until the typing pauses
const MAX_BATCH = 100;
const MAX_LINK = 100_000; // browsers limit the length of addresses

const fields = { input: byId("input"), base: byId("base"), escapes: byId("escapes"), other: byId("other"), encoding: byId("encoding"), pattern: byId("pattern"), ignoreCase: byId("ignore-case"), batch: byId("batch"), tries: byId("tries") };
const editor = new Editor(byId("calls"), changed);
const pairs = new Pairs(byId("pairs"), { change: changePairs, remove: (name, value) => change(withCall(state(), ["deleteValue", name, value])) });
let lentBase = ""; // the base of an example, while it is on the page
let isReady = false; // whether the package answers
let shown; // what is on the page: the request and the answers

function state() {
  const found = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type === "checkbox" ? field.checked : field.value]));
  return { ...found, encoding: found.encoding === "utf-8" ? "" : found.encoding, tries: found.tries.split("\n").filter(Boolean), calls: editor.calls };
}

function open({ tries, calls, ...rest }) {
  const { input, base, escapes, other, encoding, pattern, batch } = rest;
  lentBase = EXAMPLES.some(([, example]) => example.input === input && example.base === base) ? base : "";
  for (const [name, value] of Object.entries(rest)) fields[name][value === true || value === false ? "checked" : "value"] = value;
  if (!ENCODINGS.includes(encoding)) fields.encoding.value = "utf-8";
  if (state().tries.join("\n") !== tries.join("\n")) fields.tries.value = tries.join("\n");
  editor.calls = calls;
  const used = { calls: calls.length, other, more: encoding || escapes, pattern, batch };
  for (const [name, isUsed] of Object.entries(used)) if (isUsed) byId(`${name}-tool`).open = true;
  judgeLater();
  update();
}

// later returns a function that calls act once it has not been called for a while.
function later(milliseconds, act) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

const isTooLong = () => [fields.input, fields.base, fields.other, fields.pattern, fields.batch, fields.tries].reduce((sum, { value }) => sum + value.length, 0) > MAX_LINK;
const keep = () => isTooLong() || history.replaceState(null, "", toFragment(state()));
const keepLater = later(150, keep); // browsers limit how often a page may do this
const updateLater = later(250, update);
let news = "";
const announce = later(800, () => say(news));

function changed() {
  keepLater();
  setBusy(true);
  if (fields.input.value.length < LONG) update();
  else updateLater();
}

// setBusy says whether what is shown is not what is typed yet.
const setBusy = (isBusy) => document.body.setAttribute("aria-busy", String(isBusy));

let isAsking = false, isStale = false;

// update asks the engines, and shows their answers. There is one question at a time; what is typed while it is asked is
// asked afterwards.
async function update() {
  setBusy(true);
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  while (isStale) {
    isStale = false;
    const request = toRequest(state());
    let answers;
    try {
      if (isReady) answers = await ask(request);
    } catch (error) {
      fail(error);
    }
    if (!isStale) show({ request, ...(answers ?? trim(null, readInBrowser(request))) });
  }
  isAsking = false;
  setBusy(false);
}

function show(what) {
  shown = what;
  const { request, answer, browser } = shown;
  const isEmpty = request.input === "" && request.base === undefined;
  const calls = request.calls.length;
  renderHints(request);
  renderVerdict(request, answer, isEmpty);
  byId("parts").replaceChildren(isEmpty ? el("p", { class: "muted" }, "There is no URL yet.") : parts.table({ answer, browser, calls }));
  byId("safety").replaceChildren(...(answer ? safety.rows(answer) : [el("p", { class: "muted" }, "The package is not loaded.")]));
  editor.show(isEmpty ? null : answer, browser);
  pairs.show(shown);
  byId("pairs-count").textContent = shown.pairCount ? shown.pairCount.toLocaleString("en") : "";
  byId("calls-count").textContent = calls || "";
  fill("relation", answer && relation(answer));
  fill("encoded", answer && encoded(answer));
  renderMatch(request, answer);
  renderDiagram();
  const url = answer?.final ?? answer?.url ?? browser.final;
  document.title = url?.hostname ? `${cut(url.hostname, 100)} – URL playground` : "URL playground";
  fitClamps(document.body, redraw);
  if (!answer) return;
  const all = parts.outcomes(shown);
  news = isEmpty ? "" : `${byId("verdict").textContent}. Your browser: ${all.browser.text}. net/url: ${all.net.text}.`;
  announce();
}

// judge judges each line of the field for several URLs.
async function judge() {
  const all = fields.batch.value.split("\n").map((line) => line.trim()).filter(Boolean), lines = all.slice(0, MAX_BATCH);
  byId("batch-cut").hidden = all.length === lines.length;
  const answers = isReady ? await Promise.all(lines.map((input) => ask({ input: scalarValues(input), calls: [] }))).catch(fail) : [];
  byId("verdicts").replaceChildren(...(answers ?? []).map(({ answer }, i) => {
    const [grade, text] = faults.verdict(answer);
    return el("li", {}, value(lines[i]), el("p", { class: `verdict ${grade}` }, text), answer.safety ? safety.noteList(answer.safety.notes) : []);
  }));
}
const judgeLater = later(250, judge);

const fitLater = later(50, () => {
  fitClamps(document.body, redraw);
  setBusy(isAsking);
});
const redraw = () => show(shown);

function renderDiagram() {
  const { answer, browser } = shown;
  const url = answer?.final ?? answer?.url ?? (answer ? null : browser.final);
  fill("diagram", byId("more-tool").open && diagram(url));
}

function renderMatch(request, answer) {
  const match = answer?.match;
  fill("pattern-fault", match?.error && patterns.fault(match, request));
  fill("match", match && !match.error && patterns.results(match, request));
}

// fill shows nodes in an element, which is hidden if there are none.
function fill(id, nodes) {
  byId(id).hidden = !nodes || nodes.length === 0;
  byId(id).replaceChildren(...(nodes || []));
}

function renderHints({ input }) {
  byId("no-link").hidden = !isTooLong();
  byId("newline").hidden = fields.escapes.checked || !/[\r\n]/.test(input);
  byId("order").hidden = !isReordered(fields.input.value);
  byId("clear-base").hidden = fields.base.value === "";
}

function renderVerdict({ input }, answer, isEmpty) {
  if (!answer && !isEmpty) { // what is said about loading stays
    return ["worst", "fix", "faults", "echo", "legend", "base-fault"].forEach((id) => fill(id));
  }
  const [grade, text] = isEmpty ? ["", "Type or paste a URL, or choose an example"] : faults.verdict(answer);
  const kinds = isEmpty ? [] : faults.gather(answer.faults);
  const spans = isEmpty ? [] : answer.spans;
  byId("verdict").className = `verdict ${grade}`;
  byId("verdict").textContent = text;
  fill("echo", input !== "" && annotate(input, spans, kinds));
  clampable(byId("echo"), KEY);
  fill("legend", legend(spans));
  const note = isEmpty ? undefined : safety.worst(answer);
  byId("worst").className = `note ${note?.level}`;
  fill("worst", note && safety.sentence(note));
  fill("faults", faults.list(kinds, goTo));
  const { fix, baseFix, inBase, error } = isEmpty ? {} : answer;
  fill("fix", fix && faults.fix(fix, (text) => use("input", text)));
  fill("base-fault", inBase && [`At byte ${error.offset}: ${error.description} `, ...(baseFix ? faults.fix(baseFix, (text) => use("base", text)) : [])]);
}

function use(name, text) {
  change(withField(state(), name, text));
  fields[name].focus();
}

// change fills the fields with a case, and keeps it in the address.
function change(to) {
  open(to);
  keepLater();
}

// goTo selects the character of the input at index.
function goTo(index) {
  const { input, escapes } = fields;
  const place = (i) => (escapes.checked ? typedIndex(input.value, i) : i);
  const text = toRequest(state()).input;
  input.focus();
  input.setSelectionRange(place(index), place(index + (text.codePointAt(index) > 0xffff ? 2 : 1)));
}

// changePairs sets the query. Further changes of pairs change the same call.
function changePairs(list) {
  const before = state();
  if (before.calls.at(-1)?.[0] === "search") before.calls.pop();
  const query = String(new URLSearchParams(list));
  change(withCall(before, ["search", query && `?${query}`]));
}

function addCall(call) {
  byId("calls-tool").open = true;
  editor.add(call);
}

async function share(event) {
  const button = event.currentTarget;
  if (isTooLong()) return say((button.textContent = "Too long for a link"));
  keep();
  await copy(button, location.href);
}

function renderTakeAway() {
  const button = (label, id, click) => el("button", { type: "button", id, click }, label);
  const copyAs = (write) => (event) => shown?.answer && copy(event.currentTarget, write(shown.request, shown.answer));
  byId("take-away").append("Copy as", button("link", "share", share), button("command", "copy-command", copyAs(takeaway.command)),
    button("Go test", "copy-go", copyAs(takeaway.goTest)), button("JSON", "copy-json", copyAs(takeaway.json)));
}

let withShift = false; // whether the last key was pressed together with Shift

// enter keeps the Enter key from breaking the line. Together with Shift it does. The keys of phones have no names, so this
// looks at what is inserted.
function enter(event) {
  if (event.inputType !== "insertLineBreak" || withShift) return;
  event.preventDefault();
  keep();
  update();
}

// ownBase keeps the base of an example from the URL that somebody types or pastes over the example.
function ownBase() {
  if (lentBase === "" || (fields.input.value !== "" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(fields.input.value))) return;
  if (fields.base.value === lentBase) fields.base.value = "";
  lentBase = "";
}

// jump goes to a place on the page. The fragment of the address is the case, so a link cannot.
function jump(event) {
  const link = event.target.closest("a[data-jump]");
  if (!link) return;
  event.preventDefault();
  const target = byId(link.hash.slice(1));
  (target.closest("summary") ?? target).focus();
  target.scrollIntoView({ block: "start" });
}

// openOnConsole makes the URL on the page the variable url of the console.
function openOnConsole() {
  Object.defineProperty(globalThis, "url", {
    configurable: true,
    get: () => URL.parse?.((shown.answer?.final ?? shown.answer?.url ?? shown.browser.final)?.href) ?? null,
  });
  console.info("The URL on the page is the variable url.");
}

function listen() {
  fields.input.addEventListener("input", ownBase);
  for (const field of Object.values(fields)) field.addEventListener("input", changed);
  document.addEventListener("click", jump);
  for (const tool of document.querySelectorAll(".tools details")) tool.addEventListener("toggle", () => tool.open && isReady && tool.scrollIntoView({ block: "nearest" }));
  fields.input.addEventListener("keydown", (event) => (withShift = event.shiftKey));
  fields.input.addEventListener("beforeinput", enter);
  byId("remove-newlines").addEventListener("click", () => use("input", fields.input.value.replace(/[\r\n]/g, "")));
  byId("clear-base").addEventListener("click", () => use("base", ""));
  byId("only-differences").addEventListener("change", (event) => byId("parts").classList.toggle("only-differences", event.target.checked));
  byId("more-tool").addEventListener("toggle", () => shown && renderDiagram());
  fields.batch.addEventListener("input", judgeLater);
  byId("retry").addEventListener("click", start);
  byId("calls-form").addEventListener("submit", (event) => {
    event.preventDefault();
    addCall(["host", ""]);
  });
  byId("append-pair").addEventListener("click", () => addCall(["append", "", ""]));
  byId("sort-pairs").addEventListener("click", () => addCall(["sort"]));
  addEventListener("hashchange", ({ newURL }) => {
    open(fromFragment(new URL(newURL).hash) ?? EXAMPLES[0][1]);
    keepLater(); // an earlier call would keep the old fields
  });
  addEventListener("resize", () => {
    setBusy(true);
    fitLater();
  });
}

// fail says that the package does not run. The rest of the page works without it.
function fail(error) {
  isReady = false;
  byId("progress").hidden = true;
  byId("verdict").className = "verdict bad";
  byId("verdict").textContent = "The package does not run here";
  byId("trouble-text").textContent = `The reason: ${error.message}.`;
  byId("trouble").hidden = false;
  say(`The package does not run: ${error.message}.`);
  update();
}

function report(part) {
  const percent = Math.floor(100 * part);
  byId("progress").value = percent;
  byId("verdict").textContent = percent < 100 ? `Loading the package: ${percent} %` : "Starting the package…";
}

// start loads the package. It is called again if that fails and somebody asks for it.
async function start() {
  byId("trouble").hidden = true;
  byId("progress").hidden = false;
  byId("verdict").className = "verdict";
  report(0);
  try {
    byId("about").textContent = await load(report, fail);
    isReady = true;
    judge();
    byId("progress").hidden = true;
    update();
    keepOffline();
  } catch (error) {
    fail(error);
  }
}

function keepOffline() {
  const name = document.querySelector("meta[name=service-worker]")?.content;
  if (!name || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(scriptURL(name)).catch((error) => console.warn(`The page will not work offline: ${error.message}`));
}

byId("no-server").remove();
fields.encoding.append(...ENCODINGS.map((name) => el("option", { value: name }, name)));
byId("examples").append(...EXAMPLES.map(([name, example]) => el("a", { href: toFragment(example) }, name)));
renderTakeAway();
byId("links").append(outside("https://github.com/weburl-go/url", "Source"), " · ",
  outside("https://github.com/weburl-go/url/issues/new?template=wrong-result.yml", "Report a wrong result"), " · ",
  outside("https://url.spec.whatwg.org/", "URL Standard"), " · On the console, ", el("code", {}, "url"), " is the URL.");
listen();
openOnConsole();
open(fromFragment(location.hash) ?? EXAMPLES[0][1]);
start();

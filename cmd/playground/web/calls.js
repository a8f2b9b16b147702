// The calls: a row for each, with its fields and its result.

import { byId, differs, el, value } from "./dom.js";
import { CALLS } from "./state.js";

const METHODS = ["append", "set", "delete", "deleteValue", "sort"];
const SETTERS = Object.keys(CALLS).filter((name) => !METHODS.includes(name));

const label = (name) => (METHODS.includes(name) ? `searchParams.${name === "deleteValue" ? "delete pair" : name}` : name);

// An Editor holds the rows. It calls changed after each change.
export class Editor {
  constructor(list, changed) {
    this.list = list;
    this.changed = changed;
  }

  get calls() {
    return [...this.list.children].map((row) => [row.querySelector("select").value, ...inputs(row).map((input) => input.value)]);
  }

  set calls(calls) {
    this.list.replaceChildren(...calls.map((call) => this.row(call)));
    this.number();
  }

  add(call) {
    const row = this.row(call);
    this.list.append(row);
    this.number();
    this.changed();
    (inputs(row).at(0) ?? row.querySelector("select")).focus();
  }

  // remove removes a row. It moves the focus to the next row, the previous row or the button that adds a row.
  remove(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    this.number();
    (next?.querySelector("select") ?? byId("add-call")).focus();
    this.changed();
  }

  row([name, ...args]) {
    const select = el("select", { "data-label": "property or method" }, el("optgroup", { label: "setters" }, SETTERS.map(option)),
      el("optgroup", { label: "search params" }, METHODS.map(option)));
    select.value = name;
    const fields = el("span", { class: "fields" }, fieldsOf(name, args));
    const row = el("li", {},
      el("div", { class: "call" }, select, fields,
        el("button", { type: "button", class: "remove", "data-label": "remove", click: () => this.remove(row) }, "✕")),
      el("div", { class: "result" }));
    select.addEventListener("change", () => {
      const kept = inputs(row).map((input) => input.value);
      fields.replaceChildren(...fieldsOf(select.value, kept));
      this.number();
      this.changed();
    });
    fields.addEventListener("input", () => this.changed());
    return row;
  }

  number() {
    [...this.list.children].forEach((row, i) => {
      for (const control of row.querySelectorAll("[data-label]")) {
        control.setAttribute("aria-label", `${control.dataset.label}, call ${i + 1}`);
      }
    });
  }

  show(answer, browser) {
    [...this.list.children].forEach((row, i) =>
      row.querySelector(".result").replaceChildren(...(answer ? result(answer.steps[i], browser.steps[i], i) : [])));
  }
}

const inputs = (row) => [...row.querySelectorAll(".fields input")];

const option = (name) => el("option", { value: name }, label(name));

function fieldsOf(name, args) {
  const field = (argument, i) => {
    const input = el("input", { "data-label": argument, placeholder: argument, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    input.value = args[i] ?? "";
    return input;
  };
  return CALLS[name].map(field);
}

function result(step, browserStep, i) {
  if (!step) return [el("p", { class: "muted" }, "There is no URL to call this on.")];
  const changes = step.changed ? `changes ${step.changed.join(", ")}` : "changes nothing";
  const lines = [el("p", {}, value(step.href, step.href, `step ${i}`)), el("p", { class: "muted" }, changes)];
  if (step.error) {
    const { name, offset, description } = step.error;
    lines.push(el("p", { class: "reason warn" }, el("strong", {}, name), ` at byte ${offset}: ${description}`));
  }
  if (browserStep && browserStep.href !== step.href) {
    lines.push(el("p", { class: "differs" }, differs(), "your browser: ", value(browserStep.href, step.href)));
  }
  return lines;
}

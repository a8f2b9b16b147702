// The case in other forms: a command, a Go test, JSON.

// command returns a command of weburl in a shell. It explains the input.
export function command({ input, base }) {
  if (`${input}${base}`.includes("\0")) return "# The arguments of a command cannot contain U+0000.";
  const options = base === undefined ? "" : `-base ${quote(base)} `;
  return `weburl -explain ${options}-- ${quote(input)}`;
}

// quote quotes a word for a shell. Only bash and zsh know the form for control characters.
function quote(word) {
  if (!/[\x00-\x1f\x7f]/.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  const escapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "'": "\\'", "\\": "\\\\" };
  return `$'${word.replace(/[\x00-\x1f\x7f'\\]/g, (c) => escapes[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`)}'`;
}

// json returns the case in the form of the vectors of web-platform-tests.
export function json({ input, base }, { url, final }) {
  return JSON.stringify({ input, base: base ?? null, ...(final ?? url ?? { failure: true }) }, null, 2);
}

// literal returns a string literal of Go. Those of JSON are, too, but for the byte order mark.
const literal = (text) => JSON.stringify(text).replaceAll("\ufeff", "\\ufeff");

const METHODS = { append: "Append", set: "Set", delete: "Delete", deleteValue: "DeleteValue", sort: "Sort" };
const upper = (name) => name[0].toUpperCase() + name.slice(1);

export function goTest(request, { url, final, error, inBase }) {
  const { input, base, calls } = request;
  const parse = base === undefined ? `url.Parse(${literal(input)})` : `url.ParseWithBase(${literal(input)}, ${literal(base)})`;
  const body = url ? accepted(parse, calls, final ?? url) : refused(parse, error, inBase);
  const imports = url ? ['"testing"'] : ['"errors"', '"testing"'];
  return `package url_test

import (
${imports.map((name) => `\t${name}\n`).join("")}
\t"github.com/weburl-go/url"
)

func TestCase(t *testing.T) {
${body}}
`;
}

function accepted(parse, calls, parts) {
  const lines = calls.map(([name, ...args]) => {
    const list = args.map(literal).join(", ");
    if (METHODS[name]) return `\tu.SearchParams().${METHODS[name]}(${list})\n`;
    return `\tif err := u.Set${upper(name)}(${list}); err != nil {\n\t\tt.Log(err) // ignored, as in a browser\n\t}\n`;
  });
  const rows = Object.entries(parts).map(([name, want]) =>
    `\t\t{${literal(name)}, u.${upper(name)}()${name === "origin" ? ".String()" : ""}, ${literal(want)}},\n`);
  return `\tu, err := ${parse}
\tif err != nil {
\t\tt.Fatal(err)
\t}
${lines.join("")}\tfor _, part := range []struct{ name, got, want string }{
${rows.join("")}\t} {
\t\tif part.got != part.want {
\t\t\tt.Errorf("%s is %q, want %q", part.name, part.got, part.want)
\t\t}
\t}
`;
}

function refused(parse, error, inBase) {
  const place = inBase ? " // in the base" : "";
  return `\t_, err := ${parse}${place}
\tvar e *url.Error
\tvar reason url.ErrorType
\tif !errors.As(err, &e) || !errors.As(err, &reason) || reason.Error() != ${literal(error.name)} || e.Offset != ${error.offset} {
\t\tt.Errorf("error %v, want ${error.name} at byte ${error.offset}", err)
\t}
`;
}

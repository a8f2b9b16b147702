// Answers questions about regular expressions and URL patterns, one JSON value a line from the standard input. Each
// answer is one JSON value a line. Undefined is null. It runs in Node, Bun and Deno.
const names = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

function regexp({ source, flags, inputs }) {
  let compiled;
  try {
    compiled = new RegExp(source, flags);
  } catch {
    return { error: true };
  }
  return { matches: inputs.map((input) => { const m = compiled.exec(input); return m && Array.from(m, (g) => g ?? null); }) };
}

function pattern({ args, inputs }) {
  let compiled;
  try {
    compiled = new URLPattern(...args);
  } catch {
    return { error: true };
  }
  const exec = (input) => {
    const m = compiled.exec(...input);
    return m && names.map((name) => ({ input: m[name].input, groups: Object.fromEntries(Object.entries(m[name].groups).map(([k, v]) => [k, v ?? null])) }));
  };
  return { strings: names.map((name) => compiled[name]), matches: inputs.map(exec) };
}

const answer = (line) => { const q = JSON.parse(line); return JSON.stringify(q.source === undefined ? pattern(q) : regexp(q)); };

if (typeof process !== 'undefined') {
  const lines = require('node:fs').readFileSync(0, 'utf8').split('\n').filter((line) => line);
  process.stdout.write(lines.map(answer).join('\n') + '\n');
}

// Runs random scripts with the classes of the reference implementation. Each line of standard input has one, as a string of
// JSON. It writes the results, one a line.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { URL, URLSearchParams } = require("whatwg-url");

const run = (0, eval)(fs.readFileSync(path.join(__dirname, "..", "random.js"), "utf8"));
const lines = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
fs.writeFileSync(1, lines.map(line => run(JSON.parse(line), URL, URLSearchParams) + "\n").join(""));

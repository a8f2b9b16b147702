// Strings: escapes, invisible characters, and the differences of two strings.

// scalarValues replaces each unpaired surrogate by U+FFFD, as URL does with its arguments.
export const scalarValues = (s) => s.replace(/\p{Surrogate}/gu, "\ufffd");

const TOKEN = /\\(?:([tnr0\\])|x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\})|[^]/gu;
const SHORT = { t: "\t", n: "\n", r: "\r", 0: "\0", "\\": "\\" };

// tokens yields the pieces of a typed text, each with the text that it stands for. A backslash that does not begin
// an escape stands for itself.
function* tokens(typed) {
  for (const [raw, short, ...numbers] of typed.matchAll(TOKEN)) {
    const code = parseInt(numbers.find(Boolean), 16);
    if (short) yield [raw, SHORT[short]];
    else if (code <= 0x10ffff) yield [raw, String.fromCodePoint(code)];
    else yield [raw, raw];
  }
}

// readEscapes returns the text that a typed text with escapes stands for.
export const readEscapes = (typed) => Array.from(tokens(typed), ([, value]) => value).join("");

// typedIndex returns the place in a typed text that stands for the code unit at index.
export function typedIndex(typed, index) {
  let at = 0;
  for (const [raw, value] of tokens(typed)) {
    if (index < value.length) break;
    index -= value.length;
    at += raw.length;
  }
  return at;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|(?! )\p{Zs}/u;
const NAMES = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0" };

const escapeOne = (c) => NAMES[c] ?? `\\u{${c.codePointAt(0).toString(16)}}`;

// writeEscapes returns a text with escapes for backslashes and invisible characters.
export function writeEscapes(text) {
  return Array.from(text, (c) => (c === "\\" ? "\\\\" : INVISIBLE.test(c) ? escapeOne(c) : c)).join("");
}

// hasControls reports whether a text has control characters that a text field cannot hold.
export const hasControls = (text) => /[^\P{Cc}\t\n]/u.test(text);

// visible splits a text into runs of visible characters, and characters that need an escape.
export function visible(text) {
  const runs = [];
  for (const c of text) {
    if (INVISIBLE.test(c)) runs.push({ escape: escapeOne(c) });
    else if (runs.at(-1)?.text) runs.at(-1).text += c;
    else runs.push({ text: c });
  }
  return runs;
}

// middle returns the bounds of the part of s between the longest prefix and suffix that it shares with other.
export function middle(s, other) {
  const a = Array.from(s), b = Array.from(other);
  const shorter = Math.min(a.length, b.length);
  let start = 0, end = 0;
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const length = (points) => points.join("").length;
  return [length(a.slice(0, start)), s.length - length(a.slice(a.length - end))];
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// isReordered reports whether a field shows a text in another order than that of its characters.
export const isReordered = (text) => RIGHT_TO_LEFT.test(text) || /\p{Bidi_Control}/u.test(text);

const LONG_PIECE = 40;

// pieces splits a text after the delimiters of URLs. A line may break after them, but not before a piece that is too long to
// stay whole.
export function pieces(text) {
  const found = [];
  for (const [, body, delimiter] of text.matchAll(/([^/\\?#&=:;,.@+-]*)([/\\?#&=:;,.@+-]*)/g)) {
    if (body) {
      if (found.length && body.length > LONG_PIECE) found.at(-1).breaks = false;
      found.push({ text: body, isRightToLeft: RIGHT_TO_LEFT.test(body), breaks: false });
    }
    if (delimiter) found.push({ text: delimiter, isRightToLeft: false, breaks: true });
  }
  return found;
}

// The encoders of the Encoding Standard, https://encoding.spec.whatwg.org/, on the decoders of this Node: what a decoder makes
// of all bytes is the index. Where these decoders differ from the standard's, so do the encoders.

// A code point that an encoder gets in place of some others.
const halfwidthKatakana = c => c === 0xFF9E ? 0x309B : c === 0xFF9F ? 0x309C : String.fromCodePoint(c).normalize("NFKC").codePointAt(0);
const isHalfwidthKatakana = c => c >= 0xFF61 && c <= 0xFF9F;

// invert returns a map from code points to the first of the byte sequences that decode to it.
function invert(encoding, sequences) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const index = new Map();
  for (const bytes of sequences) {
    let text;
    try {
      text = decoder.decode(Uint8Array.from(bytes));
    } catch {
      continue;
    }
    const c = text.codePointAt(0);
    if ([...text].length === 1 && !index.has(c)) {
      index.set(c, bytes);
    }
  }
  return index;
}

function* singles() {
  for (let byte = 0; byte < 0x100; byte++) {
    yield [byte];
  }
}

// pairs are the sequences of two bytes in the order of the standard's indexes.
function* pairs(first, last, without = []) {
  for (let lead = first; lead <= last; lead++) {
    for (let trail = 0x40; trail <= 0xFE && !without.includes(lead); trail++) {
      yield [lead, trail];
    }
  }
}

function* quads() { // of gb18030, in the Basic Multilingual Plane
  for (let n = 0; n < 39420; n++) {
    yield quad(n);
  }
}

const quad = n => [0x81 + Math.floor(n / 12600), 0x30 + Math.floor(n / 1260) % 10, 0x81 + Math.floor(n / 10) % 126, 0x30 + n % 10];

// Each encoder gets a code point and returns bytes, or undefined.
const encoders = {
  "utf-8": () => c => new TextEncoder().encode(String.fromCodePoint(c)),
  "x-user-defined": () => c => c < 0x80 ? [c] : c >= 0xF780 && c <= 0xF7FF ? [c - 0xF700] : undefined,
  big5() {
    const all = [...pairs(0xA1, 0xFE)];
    const [index, fromEnd] = [invert("big5", all), invert("big5", all.toReversed())];
    const last = [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345];
    return c => c < 0x80 ? [c] : (last.includes(c) ? fromEnd : index).get(c);
  },
  "euc-kr"() {
    const index = invert("euc-kr", pairs(0x81, 0xFE));
    return c => c < 0x80 ? [c] : index.get(c);
  },
  "euc-jp"() {
    const index = invert("euc-jp", pairs(0xA1, 0xFE));
    return c => c < 0x80 ? [c] : c === 0xA5 ? [0x5C] : c === 0x203E ? [0x7E] :
      isHalfwidthKatakana(c) ? [0x8E, c - 0xFF61 + 0xA1] : index.get(c === 0x2212 ? 0xFF0D : c);
  },
  shift_jis() {
    const index = invert("shift_jis", pairs(0x81, 0xEF, [0xED, 0xEE, 0xEF].concat([...Array(0x40).keys()].map(i => 0xA0 + i))));
    const rest = invert("shift_jis", pairs(0xFA, 0xFC));
    return c => c <= 0x80 ? [c] : c === 0xA5 ? [0x5C] : c === 0x203E ? [0x7E] : isHalfwidthKatakana(c) ? [c - 0xFF61 + 0xA1] :
      index.get(c === 0x2212 ? 0xFF0D : c) ?? rest.get(c);
  },
  gbk() {
    const index = invert("gbk", pairs(0x81, 0xFE));
    return c => c < 0x80 ? [c] : c === 0xE5E5 ? undefined : c === 0x20AC ? [0x80] : index.get(c);
  },
  gb18030() {
    const [index, ranges] = [invert("gb18030", pairs(0x81, 0xFE)), invert("gb18030", quads())];
    return c => c < 0x80 ? [c] : c === 0xE5E5 ? undefined : c >= 0x10000 ? quad(189000 + c - 0x10000) : index.get(c) ?? ranges.get(c);
  },
  "iso-2022-jp"() {
    const index = invert("euc-jp", pairs(0xA1, 0xFE));
    const escapes = { ascii: [0x1B, 0x28, 0x42], roman: [0x1B, 0x28, 0x4A], jis0208: [0x1B, 0x24, 0x42] };
    let state = "ascii"; // also before and after each text
    const enter = (next, bytes) => {
      const escape = state === next ? [] : escapes[next];
      state = next;
      return [...escape, ...bytes];
    };
    const encode = c => {
      if (c < 0x80 && (state !== "roman" || c !== 0x5C && c !== 0x7E)) {
        return state === "roman" ? [c] : enter("ascii", [c]);
      }
      if (c < 0x80) {
        return enter("ascii", [c]);
      }
      if (c === 0xA5 || c === 0x203E) {
        return enter("roman", [c === 0xA5 ? 0x5C : 0x7E]);
      }
      c = c === 0x2212 ? 0xFF0D : isHalfwidthKatakana(c) ? halfwidthKatakana(c) : c;
      return index.get(c) && enter("jis0208", index.get(c).map(byte => byte - 0x80));
    };
    encode.unencodable = () => state === "jis0208" ? enter("ascii", []) : [];
    encode.replaced = c => [0x0E, 0x0F, 0x1B].includes(c);
    encode.end = () => enter("ascii", []);
    return encode;
  },
};

function newEncoder(encoding) {
  if (encoding in encoders) {
    return encoders[encoding]();
  }
  const index = invert(encoding, singles());
  return c => c < 0x80 ? [c] : index.get(c);
}

const kept = new Map();

// percentEncodeAfterEncoding implements https://url.spec.whatwg.org/#string-percent-encode-after-encoding, for the characters
// of ASCII in a set.
export function percentEncodeAfterEncoding(encoding, input, set, spaceAsPlus = false) {
  const encode = kept.get(encoding) ?? newEncoder(encoding);
  kept.set(encoding, encode);
  let out = "";
  const write = bytes => {
    for (const byte of bytes) {
      const c = String.fromCharCode(byte);
      const percent = byte < 0x20 || byte > 0x7E || set.includes(c);
      out += spaceAsPlus && byte === 0x20 ? "+" : percent ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}` : c;
    }
  };
  for (const char of input.toWellFormed()) {
    let c = char.codePointAt(0);
    let bytes;
    if (encode.replaced?.(c)) {
      c = 0xFFFD;
    } else {
      bytes = encode(c);
    }
    if (bytes === undefined) {
      write(encode.unencodable?.() ?? []);
      out += `%26%23${c}%3B`;
    } else {
      write(bytes);
    }
  }
  write(encode.end?.() ?? []);
  return out;
}

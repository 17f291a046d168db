// A strict reader of JSON. Nothing is repaired and nothing read two ways: names that stand twice, NaN, fractions,
// byte order marks and deep nesting are refused, with line and pointer.
"use strict";

class Unreadable extends Error {
  constructor(code, message, place = {}) {
    super(message);
    this.finding = { code, severity: "error", message, pointer: place.pointer ?? "", line: place.line === undefined ? 1 : place.line,
      expected: place.expected ?? null, found: place.found ?? null };
  }
}

const MOST_BYTES = 16 * 2 ** 20;
const MOST_DEPTH = 64;
const MOST_DIGITS = 18;

function textOf(bytes) {
  if (bytes.length > MOST_BYTES) throw new Unreadable("F106", "larger than 16 MiB");
  const starts = (...head) => head.every((byte, i) => bytes[i] === byte);
  if (starts(0xef, 0xbb, 0xbf)) {
    throw new Unreadable("F102", "the file begins with a byte order mark; an editor put it there. "
      + "Save it as UTF-8 without one");
  }
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    throw new Unreadable("F102", "the file is saved as UTF-16, which some editors call Unicode; save it as UTF-8");
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable("F102", "the file is not UTF-8 text");
  }
  if (text.trim() === "") throw new Unreadable("F150", "the file is empty");
  return text;
}

const escapePointer = (name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1");

// The value of a JSON text. With `watch`, it is called with the pointer and offset of every value.
function readJson(text, watch = null) {
  return new JsonReader(text, watch).whole();
}

// The lines of the values at pointers, in their order; of the nearest value around one that is not there.
function linesAt(text, pointers) {
  const steps = (pointer) => pointer.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));
  const found = new Map(pointers.flatMap(steps).map((pointer) => [pointer, null]));
  readJson(text, (pointer, at) => {
    if (found.has(pointer)) found.set(pointer, at);
  });
  let line = 1;
  let before = 0;
  const lines = new Map();
  for (const at of [...new Set(found.values())].filter((each) => each !== null).sort((a, b) => a - b)) {
    for (; before < at; before++) if (text[before] === "\n") line += 1;
    lines.set(at, line);
  }
  const place = (pointer) => found.get(steps(pointer).reverse().find((each) => found.get(each) !== null) ?? "") ?? 0;
  return pointers.map((pointer) => lines.get(place(pointer)) ?? 1);
}

const lineAt = (text, pointer) => linesAt(text, [pointer])[0];

class JsonReader {
  constructor(text, watch) {
    this.text = text;
    this.at = 0;
    this.path = [];
    this.watch = watch;
  }

  pointer() {
    return this.path.map((step) => "/" + escapePointer(step)).join("");
  }

  refuse(code, message, at = this.at) {
    const before = this.text.slice(0, at);
    const column = at - before.lastIndexOf("\n");
    const shown = code === "F103" ? `not JSON: ${message}, column ${column}` : message;
    throw new Unreadable(code, shown, { pointer: this.pointer(), line: before.split("\n").length });
  }

  space() {
    while (this.at < this.text.length && " \t\n\r".includes(this.text[this.at])) this.at += 1;
  }

  whole() {
    this.space();
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.refuse("F103", "there is more after the end of the record");
    return value;
  }

  value() {
    if (this.watch !== null) this.watch(this.pointer(), this.at);
    const first = this.text[this.at];
    if (first === "{" || first === "[") {
      if (this.path.length >= MOST_DEPTH) this.refuse("F106", "nested too deep");
      return first === "{" ? this.object() : this.list();
    }
    if (first === '"') return this.string();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      if (this.text.startsWith(word, this.at)) this.refuse("F105", `${word} is not a number`);
    }
    return this.number();
  }

  number() {
    const pattern = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) this.refuse("F103", "a value is missing");
    const [spelled, fraction, exponent] = match;
    if (fraction !== undefined || exponent !== undefined) {
      this.refuse("F105", `${spelled.slice(0, 40)} is not a whole number written with digits alone`);
    }
    const digits = spelled.replace("-", "").length;
    if (digits > MOST_DIGITS) {
      this.refuse("F105", `a number of ${digits} digits; records use at most ${MOST_DIGITS}`);
    }
    this.at += spelled.length;
    const value = Number(spelled);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(spelled);
  }

  string() {
    const start = this.at;
    const plain = /[^"\\\x00-\x1f]*/y;
    let out = "";
    this.at += 1;
    for (;;) {
      plain.lastIndex = this.at;
      const run = plain.exec(this.text)[0];
      out += run;
      this.at += run.length;
      const next = this.text[this.at];
      if (next === '"') break;
      if (next === undefined) this.refuse("F103", "a text has no closing quote; it begins here", start);
      if (next !== "\\") this.refuse("F103", "a line end or control character stands inside a text");
      out += this.escaped();
    }
    this.at += 1;
    if (/[\ud800-\udfff]/.test(out) && /\p{Surrogate}/u.test(out)) {
      this.refuse("F102", "half of a surrogate pair (\\ud800 to \\udfff) stands alone", start);
    }
    return out;
  }

  escaped() {
    const letter = this.text[this.at + 1];
    const meant = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }[letter];
    if (meant !== undefined) {
      this.at += 2;
      return meant;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) this.refuse("F103", "a backslash that means nothing");
    this.at += 6;
    return String.fromCharCode(parseInt(digits, 16));
  }

  list() {
    const out = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] === "]") {
      this.at += 1;
      return out;
    }
    for (;;) {
      this.path.push(out.length);
      out.push(this.value());
      this.path.pop();
      if (this.ends("]")) return out;
    }
  }

  object() {
    const out = Object.create(null);
    this.at += 1;
    this.space();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return out;
    }
    for (;;) {
      if (this.text[this.at] !== '"') this.refuse("F103", "a name in double quotes is missing here");
      const start = this.at;
      const name = this.string();
      this.path.push(name);
      if (Object.hasOwn(out, name)) {
        this.refuse("F104", `the name "${name.slice(0, 60)}" stands twice in one object`, start);
      }
      this.space();
      if (this.text[this.at] !== ":") this.refuse("F103", "a colon is missing");
      this.at += 1;
      this.space();
      out[name] = this.value();
      this.path.pop();
      if (this.ends("}")) return out;
    }
  }

  // Past a comma, or past the closing bracket; whether it was the latter.
  ends(bracket) {
    this.space();
    const next = this.text[this.at];
    if (next !== "," && next !== bracket) {
      this.refuse("F103", "a comma or a closing bracket is missing before this place");
    }
    this.at += 1;
    if (next === ",") this.space();
    return next === bracket;
  }
}

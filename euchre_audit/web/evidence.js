// The ledger's lines, the tree over them, signed checkpoints: RFC 6962, C2SP signed notes, Ed25519.
"use strict";

// --- lines of a ledger ---------------------------------------------------------------------------------------

// {kind, line} of an exact line; throws Refused where it is none.
function ledgerLine(text, ledgerSchema) {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Refused("a ledger's bytes are 0x20 to 0x7E");
  let tree;
  try {
    tree = readJson(text);
  } catch (error) {
    if (error instanceof Unreadable) throw new Refused(error.message);
    throw error;
  }
  const names = kindOf(tree) === "object" ? Object.keys(tree) : [];
  const defs = { ...ledgerSchema.$defs, strict: true };
  const [kind] = names;
  const title = names.length === 1 ? kind[0]?.toUpperCase() + kind.slice(1) : "";
  if (!["Open", "Commit", "Contribute", "Reveal", "Void"].includes(title)) {
    throw new Refused("a line is one object with one key: open, commit, contribute, reveal, void");
  }
  const fault = schemaFault(tree[kind], defs[title], defs);
  if (fault !== null) throw new Refused(`${kind}${fault.pointer}: ${fault.message}`);
  return { kind, line: tree[kind] };
}

// --- the tree ------------------------------------------------------------------------------------------------

const leafHash = (line) => sha256(join(Uint8Array.of(0), utf8(line)));
const nodeHash = (left, right) => sha256(join(Uint8Array.of(1), left, right));

// The root to which a path leads from a leaf; throws Refused where index, size and path do not go together.
async function rootOfPath(leaf, index, size, path) {
  const [i, n] = [BigInt(index), BigInt(size)];
  if (i < 0n || i >= n) throw new Refused(`a tree of ${n} leaves has no leaf ${i} (they count from 0)`);
  // From the leaf up; where the subtree at hand has no right neighbour, nothing joins it at that level.
  let [at, last, node] = [i, n - 1n, leaf];
  const left = path.map((text) => {
    const hash = fromHex(text, 32);
    if (hash === null) throw new Refused("a hash of the path is not 64 small hex digits");
    return hash;
  });
  while (last > 0n) {
    if (at & 1n || at < last) {
      const other = left.shift();
      if (other === undefined) throw new Refused(`the path of leaf ${i} of ${n} is longer than this one`);
      node = at & 1n ? await nodeHash(other, node) : await nodeHash(node, other);
    }
    at >>= 1n;
    last >>= 1n;
  }
  if (left.length > 0) throw new Refused(`the path of leaf ${i} of ${n} is shorter than this one`);
  return node;
}

// --- signed notes --------------------------------------------------------------------------------------------

function strictBase64(text) {
  let raw;
  try {
    raw = atob(text);
  } catch {
    return null;
  }
  return btoa(raw) === text ? Uint8Array.from(raw, (sign) => sign.charCodeAt(0)) : null;
}

const isKeyName = (name) => /^[^\s+\p{C}]+$/u.test(name);

async function keyIdOf(name, kind, key) {
  return (await sha256(join(utf8(name), Uint8Array.of(10, kind), key))).slice(0, 4);
}

const FIELD = 2n ** 255n - 19n;
const ORDER_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const SMALL_ORDER = [0n, 1n, FIELD - 1n, FIELD, FIELD + 1n, ORDER_EIGHT, FIELD - ORDER_EIGHT];

function isSmallOrder(key) {
  const y = [...key].reverse().reduce((sum, byte, i) => (sum << 8n) | BigInt(i === 0 ? byte & 127 : byte), 0n);
  return SMALL_ORDER.includes(y);
}

// The keys of a text, `name+id+base64` one a line; throws Refused with what is wrong.
async function readKeys(text) {
  const keys = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.startsWith("PRIVATE+KEY")) {
      throw new Refused("this is a private key, which its owner shows to nobody; the verifier key is the one to give");
    }
    const [name, id, ...rest] = line.split("+");
    const data = strictBase64(rest.join("+"));
    if (rest.length === 0 || !isKeyName(name)) {
      throw new Refused("a verifier key is name+id+base64, as club.example+1a2b3c4d+AQ…");
    }
    if (data === null || data.length !== 33 || ![1, 4].includes(data[0])) {
      throw new Refused("the key is not 33 bytes of Ed25519 (0x01), or of a witness (0x04), in base64");
    }
    const key = data.slice(1);
    const made = toHex(await keyIdOf(name, data[0], key));
    if (made !== id) throw new Refused(`the id is not that of this name and key, which is ${made}`);
    if (isSmallOrder(key)) throw new Refused("the key is of small order: signatures by it can be made by anybody");
    keys.push({ name, id, kind: data[0], key });
  }
  return keys;
}

// {origin, size, root, text, signatures} of a checkpoint; throws Refused where it is none.
function parseCheckpoint(note) {
  if (/[\x00-\x09\x0b-\x1f]/.test(note)) throw new Refused("a control character stands in it, or lines end in CR");
  const parts = note.lastIndexOf("\n\n");
  if (parts < 0) throw new Refused("no blank line parts the text from the signatures");
  const text = note.slice(0, parts + 1);
  const tail = note.slice(parts + 2);
  if (!tail.endsWith("\n")) throw new Refused("the last line does not end in LF");
  const signatures = tail.slice(0, -1).split("\n").map((line) => {
    const [dash, name, encoded, ...more] = line.split(" ");
    const data = strictBase64(encoded ?? "");
    if (dash !== "\u2014" || more.length > 0 || !isKeyName(name ?? "") || data === null || data.length < 5) {
      throw new Refused("a signature line is an em dash, a name and base64, one space between");
    }
    return { name, id: toHex(data.slice(0, 4)), signature: data.slice(4) };
  });
  if (signatures.length > 100) throw new Refused("more than 100 signatures");
  const lines = text.slice(0, -1).split("\n");
  if (lines.length !== 3) throw new Refused(`a checkpoint has three lines, origin, size and root; this has ${lines.length}`);
  const [origin, size, encoded] = lines;
  if (origin === "") throw new Refused("the origin, its first line, is empty");
  if (!/^(0|[1-9][0-9]{0,17})$/.test(size)) throw new Refused("the size, its second line, is not a whole number");
  const root = strictBase64(encoded);
  if (root === null || root.length !== 32) throw new Refused("the root, its third line, is not 32 bytes in base64");
  return { origin, size: BigInt(size), root, text, signatures };
}

// true or false; null where this browser has no Ed25519.
async function ed25519Holds(key, signature, text) {
  try {
    const made = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, made, signature, utf8(text));
  } catch (error) {
    if (error?.name === "NotSupportedError" || error?.name === "SyntaxError") return null;
    return false;
  }
}

const hasEd25519 = () => ed25519Holds(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 9 : 0)), new Uint8Array(64), "")
  .then((answer) => answer !== null);

// {answer, code, message, expected, found}: who signed a checkpoint, by the keys that the person gave.
async function whoSigned(checkpoint, keys) {
  const operators = keys.filter((key) => key.kind === 1);
  if (operators.length === 0) return { answer: "unproven", why: "no key was given" };
  const { origin, signatures, text } = checkpoint;
  const named = operators.filter((key) => key.name === origin);
  const fail = (code, message, expected = null, found = null) => ({ answer: "fail", code, message, expected, found });
  if (named.length === 0) {
    const names = [...new Set(operators.map((key) => key.name))].join(" and ");
    return fail("C306", `the checkpoint is of ${origin.slice(0, 100)}; the key you gave is that of ${names}`, names, origin);
  }
  const own = named.find((key) => signatures.some((each) => each.name === key.name && each.id === key.id));
  if (own === undefined) return fail("C305", `the checkpoint is not signed by the key of ${origin} that you gave`);
  for (const each of signatures.filter(({ name, id }) => name === own.name && id === own.id)) {
    const holds = await ed25519Holds(own.key, each.signature, text);
    if (holds === null) return { answer: "unproven", why: "this browser cannot check Ed25519 signatures" };
    if (!holds) {
      return fail("C305", `the signature of ${origin} does not hold for this text; text or signature was changed`);
    }
  }
  return { answer: "pass", key: own };
}

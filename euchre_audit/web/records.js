// A hand or a game of our own form, by the JSON Schemas that are published; anything else is refused with its place.
"use strict";

const CARD_NAME = /^([7-9TJQKA?][cdhs?]|Jo)$/;
const KINDS = { string: "text", integer: "a whole number", array: "a list", object: "an object",
  boolean: "true or false", null: "null" };

function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || typeof value === "number") return "integer";
  return typeof value;
}

// The first fault of a value by a JSON Schema, as {pointer, message, expected}; null where it is in order. Patterns
// count where `defs.strict` says so: in a record a wrong value is a finding about the deal, not about the file.
function schemaFault(value, schema, defs, pointer = "") {
  const fault = (message, expected = null) => ({ pointer, message, expected });
  if (schema.$ref !== undefined) {
    const found = schemaFault(value, defs[schema.$ref.split("/").pop()], defs, pointer);
    if (found !== null) return found;
  }
  if (schema.anyOf !== undefined) return anyOfFault(value, schema.anyOf, defs, pointer);
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    const shown = schema.enum.length > 12 ? null : schema.enum.map((each) => JSON.stringify(each)).join(" or ");
    return { ...fault(`${shortly(value)} is not what may stand here`, shown), isChoice: true };
  }
  if (schema.type !== undefined && kindOf(value) !== schema.type) {
    return fault(`${KINDS[kindOf(value)]} stands where ${KINDS[schema.type]} has to be`);
  }
  if (schema.minimum !== undefined && value < schema.minimum) return fault(`${value} is below ${schema.minimum}`);
  if (schema.maximum !== undefined && value > schema.maximum) return fault(`${value} is above ${schema.maximum}`);
  if (typeof value === "string") {
    if ([...value].length > (schema.maxLength ?? Infinity)) return fault(`longer than ${schema.maxLength} characters`);
    if (defs.strict && schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
      return fault(`${shortly(value)} is not of its form`);
    }
  }
  if (Array.isArray(value)) return listFault(value, schema, defs, pointer, fault);
  if (kindOf(value) === "object") return objectFault(value, schema, defs, pointer, fault);
  return null;
}

function anyOfFault(value, choices, defs, pointer) {
  const faults = choices.map((choice) => schemaFault(value, choice, defs, pointer));
  if (faults.includes(null)) return null;
  const fits = choices.findIndex((choice) => {
    const kind = choice.$ref === undefined ? choice : defs[choice.$ref.split("/").pop()];
    return kind.type === kindOf(value) || (kind.enum !== undefined && typeof value === typeof kind.enum[0]);
  });
  if (fits >= 0) return faults[fits];
  const kinds = choices.map((choice) => KINDS[choice.type ?? (choice.enum ? "string" : "object")]);
  return { pointer, message: `${KINDS[kindOf(value)]} stands where ${kinds.join(" or ")} has to be`, expected: null };
}

function listFault(value, schema, defs, pointer, fault) {
  if (value.length < (schema.minItems ?? 0)) return fault(`fewer than ${schema.minItems} in this list`);
  if (value.length > (schema.maxItems ?? Infinity)) return fault(`more than ${schema.maxItems} in this list`);
  for (const [i, each] of value.entries()) {
    const found = schema.items === undefined ? null : schemaFault(each, schema.items, defs, `${pointer}/${i}`);
    if (found !== null) return found;
  }
  return null;
}

function objectFault(value, schema, defs, pointer, fault) {
  const properties = schema.properties ?? {};
  for (const [name, each] of Object.entries(value)) {
    const below = `${pointer}/${escapePointer(name)}`;
    if (!Object.hasOwn(properties, name)) {
      if (schema.additionalProperties !== false) continue;
      return { pointer: below, message: `records have no "${name.slice(0, 60)}"`, expected: null };
    }
    const found = schemaFault(each, properties[name], defs, below);
    if (found !== null) return found;
  }
  const missing = (schema.required ?? []).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return fault(`"${missing}" is missing`);
  if (schema.oneOf !== undefined && (value.log ?? null) === null === ((value.card ?? null) === null)) {
    return fault("a hand has a log or a card, and not both");
  }
  return null;
}

function shortly(value) {
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : text.slice(0, 57) + "...";
}

// Null and absent are one; what a list may leave out is an empty list.
function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (kindOf(value) !== "object") return value;
  const out = Object.create(null);
  for (const [name, each] of Object.entries(value)) {
    if (each !== null) out[name] = withoutNulls(each);
  }
  return out;
}

// A text to {game, alone}: a game, or a hand file as a game of one hand.
function readRecord(text, schemas) {
  const tree = readJson(text);
  const refuse = (code, message, pointer, expected = null) => {
    const line = lineAt(text, pointer);
    throw new Unreadable(code, message, { pointer, line, expected });
  };
  if (kindOf(tree) !== "object") refuse("F108", "a record is a JSON object in braces, and this is not", "");
  const schema = typeof tree.format === "string" && Object.hasOwn(schemas, tree.format) ? schemas[tree.format] : null;
  if (schema === null) {
    const message = tree.format === undefined ? "the record does not say what it is"
      : "this page does not know the format";
    refuse("F108", message, "/format", Object.keys(schemas).join(" or "));
  }
  const fault = schemaFault(tree, schema, schema.$defs);
  if (fault !== null) refuse(...codedFault(fault, tree));
  const alone = tree.format === "euchre-hand/1";
  const hands = alone ? [tree] : tree.hands;
  if (hands.length === 0) refuse("F150", "the game has no hands", "/hands");
  hands.forEach((hand, i) => {
    (hand.log ?? []).forEach((line, j) => {
      if (parseEvent(line) !== null) return;
      const pointer = `${alone ? "" : `/hands/${i}`}/log/${j}`;
      refuse("F112", `${shortly(line)} is not a log line`, pointer,
        "a seat, a verb and its arguments, such as 0 pass or 3 play Td");
    });
  });
  checkMeta(tree.meta ?? {}, refuse);
  const game = withoutNulls(tree);
  if (!alone) return { game, alone, text };
  const { game: name, played, house, rules, players, start, ...hand } = game;
  return { alone, text, game: { game: name, played, house, rules, players, start, hands: [hand] } };
}

function codedFault({ pointer, message, expected, isChoice }, tree) {
  const steps = pointer.split("/").slice(1);
  const value = steps.reduce((at, step) => (at === undefined || at === null ? at : at[step]), tree);
  const isCard = steps.some((step) => ["dealt", "kitty", "up", "cards"].includes(step));
  if (isCard && isChoice && typeof value === "string") {
    return ["F111", `${shortly(value)} is not a card${meantCard(value)}`, pointer, "a card such as 9c, Td or ??"];
  }
  return [steps[0] === "rules" ? "F121" : "F110", message, pointer, expected];
}

// "10h", "TH" and "hT" are slips that can be told.
function meantCard(text) {
  const plain = text.replace(/1[0Oo]/, "T").replace(/^([cdhs])(.)$/i, "$2$1");
  const card = plain.slice(0, 1).toUpperCase() + plain.slice(1).toLowerCase();
  return card !== text && CARD_NAME.test(card) ? `; did you mean "${card}"?` : "";
}

function checkMeta(meta, refuse) {
  const measure = (value) => {
    if (typeof value !== "object" || value === null) return [0, utf8(shortOrLong(value)).length];
    const list = Array.isArray(value);
    const parts = Object.entries(value).map(([name, each]) => {
      const [depth, size] = measure(each);
      return [depth, size + (list ? 0 : utf8(JSON.stringify(name)).length + 2)];
    });
    return [1 + Math.max(0, ...parts.map(([depth]) => depth)),
      parts.reduce((sum, [, size]) => sum + size, 2 + 2 * Math.max(0, parts.length - 1))];
  };
  const [depth, size] = measure(meta);
  if (depth > 32) refuse("F110", "meta is nested too deep", "/meta", "at most 32 deep");
  if (size > 16000) refuse("F110", `meta holds ${size} bytes`, "/meta", "at most 16000");
}

const shortOrLong = (value) => (typeof value === "bigint" ? String(value) : JSON.stringify(value));

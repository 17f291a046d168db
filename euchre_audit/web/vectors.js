// The published test vectors against this implementation: the first step that differs, or null.
"use strict";

async function vectorFault(vector) {
  const fault = await firstDifference(vector);
  if (vector.result !== "invalid") return fault;
  if (fault === null) return "every value is right in a vector that is invalid";
  if (vector.fails_at !== undefined && vector.fails_at !== fault) return `${fault}, not ${vector.fails_at}`;
  return null;
}

async function firstDifference(vector) {
  let terms;
  try {
    terms = parseTerms(vector.terms);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "terms";
  }
  const differs = (name, value) => name in vector && JSON.stringify(vector[name]) !== JSON.stringify(value);
  const termsHash = await sha256(utf8(vector.terms));
  if (differs("terms_hash", toHex(termsHash))) return "terms_hash";
  if (!("secret" in vector)) return null;
  const secret = fromHex(vector.secret, 32);
  if (secret === null) return "commitment";
  const commitment = await commitmentOf(termsHash, secret);
  if (differs("commitment", toHex(commitment))) return "commitment";
  const given = await vectorEntropy(terms, vector.contributions ?? [], commitment);
  if (given === null) return "contributions";
  let dealt;
  try {
    dealt = await dealCards(terms, termsHash, secret, given.values, given.signature);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "contributions";
  }
  if (differs("mix", toHex(dealt.mix))) return "mix";
  if (differs("key", toHex(dealt.key))) return "key";
  for (const [i, stage] of (vector.trace ?? []).entries()) {
    const made = dealt.trace[i] ?? {};
    if (Object.keys(stage).some((name) => JSON.stringify(stage[name]) !== JSON.stringify(made[name]))) {
      return `stage ${i + 1}`;
    }
  }
  for (const name of ["deck", "dealer", "hands", "up", "kitty"]) {
    if (differs(name, dealt[name])) return name;
  }
  return null;
}

async function vectorEntropy(terms, contributions, commitment) {
  const values = new Map();
  let signature = null;
  for (const each of contributions) {
    if ("signature" in each) {
      signature = fromHex(each.signature, 48);
      if (signature === null || toHex(await sha256(signature)) !== each.value) return null;
      continue;
    }
    const seat = terms.players.find((player) => each.label === `seat ${player}`);
    const value = fromHex(each.value, 32);
    if (seat === undefined || value === null || values.has(seat)) return null;
    const made = toHex(await contributionOf(commitment, seat, value));
    if ((each.contribution ?? made) !== made) return null;
    values.set(seat, value);
  }
  return { values, signature };
}

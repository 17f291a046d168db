// Could the dealer have chosen this shuffle? The match header, the secret, what the players put in.
"use strict";

// One spelling of a value, whatever the order of its names.
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (kindOf(value) !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

const sameValue = (a, b) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const playerId = (player) => (typeof player === "string" ? player : player.id);
const playerName = (player) => (typeof player === "string" ? player : player.name ?? player.id);

// The match header against its hash in the terms, and against the record.
async function judgeHeader(audit, evidence) {
  const { terms, context } = audit;
  if (terms.match === "none") {
    audit.add("C230", "the terms name no match header, so house, rules and players were not fixed before the deal",
      "/deal/terms");
    return;
  }
  if (evidence.match === undefined) {
    audit.add("C231", "the match header that the terms name is not in the file", "/deal");
    return;
  }
  const made = toHex(await sha256(utf8(evidence.match)));
  if (made !== terms.match) {
    audit.fail("commitment", "C103", "the match header in the file is not the one that the terms name", "/deal/match",
      { expected: terms.match, found: made });
    return;
  }
  const opened = openLine(evidence.match);
  if (typeof opened === "string") {
    audit.fail("commitment", "C104", `the match header: ${opened}`, "/deal/match");
    return;
  }
  const entropy = terms.beacon !== null ? "beacon" : terms.players.length > 0 ? "players" : "none";
  const pairs = [["session", terms.session, opened.session], ["house", context.house, opened.house],
    ["rules", context.diff, opened.rules], ["entropy", entropy, opened.entropy],
    ["players", context.players?.map(playerId), opened.players]];
  const wrong = pairs.find(([, recorded, promised]) => recorded !== undefined && !sameValue(recorded, promised));
  if (wrong === undefined) return;
  const [what, recorded, promised] = wrong;
  const problem = what === "rules" ? "its rules are not those of the record"
    : `${what} is ${shortly(promised)}, in the record ${shortly(recorded)}`;
  if (what === "players" && context.alone) {
    audit.add("C232", `the match header: ${problem}; somebody may have sat in`, "/deal/match");
  } else {
    audit.fail("commitment", "C104", `the match header: ${problem}`, "/deal/match");
  }
}

// The open line that a header is, or what is wrong with it.
function openLine(text) {
  try {
    const { kind, line } = ledgerLine(text, PAGE.schemas.ledger);
    return kind === "open" ? line : "not an open line";
  } catch (error) {
    if (error instanceof Refused) return `not an open line (${error.message})`;
    throw error;
  }
}

function weakness(secret) {
  const few = new Set(secret).size;
  const steps = new Set(Array.from(secret.slice(1), (byte, i) => (byte - secret[i] + 256) % 256));
  const zeros = (part) => part.every((byte) => byte === 0);
  if (few === 1) return "is one byte over and over";
  if (secret.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text";
  if (few === 32 && steps.size === 1) return "is a count, byte by byte";
  if (zeros(secret.slice(0, 12)) || zeros(secret.slice(20))) return "is a small number with zeros around it";
  if (few <= 12) return `holds ${few} different bytes alone`;
  for (let size = 2; size <= 16; size++) {
    if (secret.every((byte, i) => byte === secret[i % size])) return "repeats itself";
  }
  return null;
}

async function judgeSecret(audit, evidence, secret) {
  const { terms } = audit;
  const weak = weakness(secret);
  if (weak !== null) {
    audit.fail("choice", "C508", `the secret ${weak}`, "/deal/secret");
    return;
  }
  const known = [["the hash of the terms", toHex(audit.termsHash)], ["the hash of the match header", terms.match],
    ["the hash of the session's name", toHex(await sha256(utf8(terms.session)))],
    ["the hash of session and hand", toHex(await sha256(utf8(`${terms.session} ${terms.hand}`)))],
    ...(evidence.values ?? []).map((each) => [`the contribution of ${seatName(each.seat, terms.seats)}`, each.contribution])];
  const found = known.find(([, value]) => value === evidence.secret);
  if (found !== undefined) {
    audit.fail("choice", "C509", `the secret is ${found[0]}, which everybody has`, "/deal/secret");
  }
}

async function judgeChoice(audit, evidence, commitment) {
  const { terms } = audit;
  const opened = evidence.secret !== undefined || (audit.context.over && revealsEachHand(evidence));
  await judgeValues(audit, evidence, commitment);
  let why = "only the dealer's own secret went into this shuffle";
  let code = "C220";
  if (terms.beacon !== null) {
    code = "C221";
    why = beaconWords(audit, evidence, opened);
  } else if (terms.players.length > 0) {
    code = "C221";
    why = "what the players put in is as the file says; that it came after the commitment is not shown";
    const valid = new Set((evidence.values ?? []).filter(({ value }) => fromHex(value, 32)).map(({ seat }) => seat));
    const missing = terms.players.find((seat) => !valid.has(seat));
    if (missing !== undefined && opened && audit.answers.choice === "unproven") {
      const who = seatName(missing, terms.seats);
      audit.fail("choice", "C110", `the terms promise ${who}'s value, and it is missing`, "/deal");
    }
  }
  if (why !== null && audit.answers.choice === "unproven") audit.add(code, why, "/deal/terms");
}

function revealsEachHand(evidence) {
  const opened = evidence.match === undefined ? "" : openLine(evidence.match);
  return typeof opened === "string" || opened.reveal === "hand";
}

function beaconWords(audit, evidence, opened) {
  if (evidence.beacon === undefined) {
    if (!opened) return "the beacon's signature is not in the file";
    audit.fail("choice", "C110", "the terms promise the beacon's signature, and it is missing", "/deal");
    return null;
  }
  if (fromHex(evidence.beacon.signature, 48) === null) {
    audit.fail("choice", "C501", "the beacon's signature is not 96 small hex digits", "/deal/beacon");
    return null;
  }
  audit.add("C502", "the beacon's signature was not checked: this page does not check any", "/deal/beacon");
  return "what a public beacon put in was not checked";
}

// Each value against its seat, its contribution, and every value shown before it.
async function judgeValues(audit, evidence, commitment) {
  const { terms, context } = audit;
  const seen = new Map();
  for (const [value, hand] of context.shownBefore) if (hand !== terms.hand) seen.set(value, `was shown in hand ${hand}`);
  const givenBy = new Set();
  for (const [i, { seat, value, contribution }] of (evidence.values ?? []).entries()) {
    const bytes = fromHex(value, 32);
    const who = seatName(seat, terms.seats);
    const fail = (code, message, more) => audit.fail("choice", code, message, `/deal/values/${i}`, more);
    if (!terms.players.includes(seat)) fail("C111", `${who} gives a value that the terms do not name`);
    else if (givenBy.has(seat)) audit.explains = fail("C111", `${who} gives a second value; the first counts`);
    else if (bytes === null) fail("C110", `${who}'s value is not 64 small hex digits`);
    else if (seen.has(value)) fail("C112", `${who} gives the same value as ${seen.get(value)}, which counts as none`);
    else if (contribution !== undefined && commitment !== null) {
      const made = toHex(await contributionOf(commitment, seat, bytes));
      if (made !== contribution) {
        audit.explains = fail("C111", `${who}'s value is not the one published before the deal`,
          { expected: contribution, found: made });
      }
    }
    if (!seen.has(value)) seen.set(value, who);
    givenBy.add(seat);
  }
  for (const { value } of evidence.values ?? []) {
    if (!context.shownBefore.has(value)) context.shownBefore.set(value, terms.hand);
  }
}

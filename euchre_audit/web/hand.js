// A hand's log against the rules: findings in a player's words, and what the hand made.
"use strict";

const FAULT_WORDS = {
  B140: (e, t, who) => `${who}: ${e.text}: this is no part of this house's game`,
  B106: (e, t, who) => `${who} calls after trump was made`,
  B107: (e, t, who) => `${who} calls after all had passed twice`,
  B101: (e, t, who) => `${who} calls out of turn; it was ${seatName(t.turn)}'s turn`,
  B102: (e, t, who) => `${who} names ${SUIT_WORDS[e.suit]} while the card is still up`,
  B103: (e, t, who) => `${who} orders up after the card was turned down`,
  B104: (e, t, who) => `${who} names ${SUIT_WORDS[e.suit]}, the suit that was turned down`,
  B111: (e, t, who) => `${who} names no trump, which this house does not play`,
  B105: (e, t, who) => `${who} deals and is stuck, and passes`,
  B110: (e, t) => `${seatName((t.dealer + 2) % 4)} is the dealer's partner and does not go alone`,
  B120: (e, t, who) => `${who} goes alone and may not in this house`,
  B121: (e, t, who) => `${who} goes alone after the call, too late in this house`,
  "B121 now": (e, t, who) => `${who} goes alone at the wrong time`,
  B130: (e, t, who) => `${who} buries ${cardText(e)} and is not the dealer`,
  B131: (e, t, who) => `${who} buries ${cardText(e)} and no card is due`,
  B132: (e, t, who) => `${who} buries ${cardText(e)}, the card just taken up`,
  B133: (e, t, who) => `${who} buries ${cardText(e)} and cannot hold it`,
  P350: (e, t, who) => `${who} claims the remaining tricks, and may not now`,
  P304: (e, t, who) => `${who} plays ${cardText(e)} before trump was made`,
  P305: (e, t, who) => `${who}: ${e.text} after the hand was over`,
  P303: (e, t, who) => `${who} plays ${cardText(e)} and sits out in this hand`,
  P302: (e, t, who) => `${who} leads ${cardText(e)}; it was ${seatName(t.turn)}'s lead`,
  P301: (e, t, who) => `${who} plays ${cardText(e)} out of turn; it was ${seatName(t.turn)}'s turn`,
  P330: (e, t, who) => `${who} plays ${cardText(e)}, which is not in the deck`,
  P320: (e, t, who) => `${who} plays ${cardText(e)}, which was already played`,
  P321: (e, t, who) => `${who} plays ${cardText(e)}, which the dealer buried`,
  P322: (e, t, who) => `${who} plays ${cardText(e)}, the card that was turned up, and cannot have it`,
  P323: (e, t, who) => `${who} plays ${cardText(e)}, which lies in the kitty`,
  P324: (e, t, who) => `${who} plays ${cardText(e)}, which another player holds`,
  P325: (e, t, who) => `${who} plays ${cardText(e)} and cannot hold it`,
};

const cardText = (event) => (event.card === "??" ? "a card that is not recorded" : pretty(event.card));
const eventOf = (line) => ({ ...parseEvent(line), text: line.slice(2) });
const ALONE_FAULTS = ["B110", "B120", "B121"];
const NOT_THEIRS = ["B133", "P323", "P324", "P325"];
const TURN_FAULTS = ["P301", "P302", "P303"];

// Walk the log. Into `result` go findings and the answers for calls and play; gives the walk.
function walkHand(record, audit, dealer, result) {
  const table = tableOf(audit, dealer);
  const log = record.log.map(eventOf);
  const walk = { table, log, stopped: null, judged: 0, pointer: audit.context.pointer, alone: null, renege: null };
  const add = (code, message, i, more) => {
    result.findings.push(finding(code.slice(0, 4), message, `${audit.context.pointer}/log/${i}`, more));
    return result.findings.at(-1);
  };
  for (const [i, event] of log.entries()) {
    const before = { tricks: table.done.length, cards: table.trick.map((each) => ({ ...each })), turn: table.turn,
      held: table.held[event.seat] };
    const faults = carryOut(table, event);
    if (faults.some((code) => !GO_ON.has(code))) walk.stopped = i;
    if (faults.length > 0) tellFaults(walk, faults, event, i, before, result, add);
    if (walk.stopped !== null) break;
    walk.judged = i + 1;
    if (table.phase === "blind") break;
  }
  answerPlay(walk, record, audit, result);
  return walk;
}

function tellFaults(walk, faults, event, i, before, result, add) {
  const { table } = walk;
  const proofs = faults.filter((code) => code === "P311" && walk.stopped === null);
  const cause = faults.find((code) => code !== "P311");
  const who = seatName(event.seat);
  const place = { seat: event.seat, ...(event.verb === "play" ? { trick: before.tricks + 1 } : {}) };
  if (cause !== undefined && !(cause === "P310" && isNeverShown(walk, i, event, before))) {
    const rest = walk.log.length - i - 1;
    const related = walk.stopped !== null && rest > 0
      ? [`what was really played is open from here: ${rest} more log line${rest > 1 ? "s were" : " was"} not judged`] : [];
    if (NOT_THEIRS.includes(cause) && isRotated(walk)) {
      result.findings.push(finding("P326", "every card is played from the hand dealt to another seat, always as many seats on",
        walk.pointer + "/log"));
      return;
    }
    const message = cause === "P310" ? renegeWords(event, before, table)
      : FAULT_WORDS[cause](event, { ...table, turn: before.turn, dealer: table.dealer }, who);
    const told = causeOf(walk, cause, before);
    if (cause === "P310") result.reneges.push({ seat: event.seat, trick: before.tricks + 1, follows: told !== null });
    if (told !== null) {
      told.related.push(`after that: ${message}`, ...related);
    } else {
      if (cause === "P320") related.unshift(...untold(walk, event, result));
      const made = add(cause, message, i, { ...place, related, found: event.card ? cardText(event) : event.text });
      if (ALONE_FAULTS.includes(cause)) walk.alone = made;
      if (cause === "P310") walk.renege = { trick: before.tricks, told: made };
    }
  }
  for (const trick of proofs.length > 0 ? table.proven : []) {
    result.reneges.push({ seat: event.seat, trick: trick + 1, follows: false });
    const at = walk.log.findIndex((each, j) => each.verb === "play" && each.seat === event.seat
      && walk.log.slice(0, j).filter((x) => x.verb === "play" && x.seat === event.seat).length === trick);
    add("P311", `${who} plays ${cardText(walk.log[at])} in trick ${trick + 1}, and still has ${cardText(event)} later, `
      + "which would have followed", at, { seat: event.seat, trick: trick + 1, expected: pretty(event.card) });
  }
}

// Whether every card played is in the hand dealt the same number of seats further on.
function isRotated({ table, log }) {
  if (!table.slots.every((hand) => hand.every(isOne))) return false;
  const hands = table.slots.map((hand) => hand.reduce((sum, bit) => sum | bit, 0));
  const plays = log.filter(({ verb, card }) => verb === "play" && isWhole(card) && !(isOne(table.up) && MAY_BE.get(card) === table.up));
  return plays.length > 4 && [1, 2, 3].some((shift) =>
    plays.every(({ seat, card }) => hands[(seat + shift) % 4] & MAY_BE.get(card)));
}

// The finding from which a fault follows: a wrong turn after a wrong "alone", a lead or a second renege after a renege.
function causeOf(walk, code, before) {
  if (TURN_FAULTS.includes(code) && walk.alone !== null) return walk.alone;
  if (walk.renege === null) return null;
  if (code === "P302" && walk.renege.trick === before.tricks - 1) return walk.renege.told;
  if (code === "P310" && walk.renege.trick === before.tricks) return walk.renege.told;
  return null;
}

function renegeWords(event, before, table) {
  const follows = followsOf(before.cards[0].mask, table.trump);
  const held = prettyRow(bitsOf(before.held & follows).map(nameOfBit));
  const suit = suitNow(1 << indexOfBit(before.cards[0].mask), table.trump);
  return `${seatName(event.seat)} plays ${cardText(event)} and does not follow ${SUIT_SIGNS[SUITS[suit]]}`
    + (held ? `; still held ${held}` : "");
}

function followsOf(lead, trump) {
  const suit = suitNow(1 << indexOfBit(lead), trump);
  return bitsOf(ALL_CARDS).filter((bit) => suitNow(bit, trump) === suit).reduce((a, b) => a | b, 0);
}

// Whether the player plays the hand out and never shows a card that would have followed. Then the record gives the
// hand wrong, which is told at the card that is not in it; it is no renege.
function isNeverShown(walk, i, event, before) {
  const held = walk.table.held[event.seat];
  const holds = held & followsOf(before.cards[0].mask, walk.table.trump);
  const later = walk.log.slice(i + 1).filter((each) => each.verb === "play" && each.seat === event.seat);
  if (!holds || later.length < bitsOf(held).length || later.some((each) => !isWhole(each.card))) return false;
  return !later.some((each) => holds & MAY_BE.get(each.card));
}

// A card that comes again: reneges by it, or on a lead of it, are told with the second time.
function untold(walk, event, result) {
  const tricks = [...walk.table.done, walk.table.trick];
  const number = tricks.findIndex((trick) => trick.some((each) => each.name === event.card));
  if (number < 0) return [];
  const seat = tricks[number].find((each) => each.name === event.card).seat;
  const gone = result.findings.filter((each) => each.code === "P310" && each.trick === number + 1
    && (tricks[number][0].name === event.card || each.seat === seat));
  result.findings = result.findings.filter((each) => !gone.includes(each));
  result.reneges = result.reneges.filter(({ seat: who, trick }) => !gone.some((each) => each.seat === who && each.trick === trick));
  return gone.map((each) => `in trick ${number + 1}, where it stands first, ${each.message}`);
}

function answerPlay(walk, record, audit, result) {
  const { table, log } = walk;
  const upTo = log.slice(0, walk.stopped === null ? walk.judged : walk.judged + 1);
  const calls = upTo.filter(({ verb }) => ["pass", "order", "name"].includes(verb)).length;
  const cards = upTo.filter(({ verb }) => verb === "play");
  const hidden = cards.filter(({ card }) => !isWhole(card)).length;
  const letters = new Set(result.findings.filter(isError).map((each) => each.code[0]));
  if (calls > 0) result.bidding = letters.has("B") ? "fail" : "pass";
  if (letters.has("B") || letters.has("P")) result.answers.play = "fail";
  else if (table.phase !== "blind" && (cards.length > hidden || (calls > 0 && cards.length === 0))) {
    result.answers.play = "pass";
  }
  result.calls = calls;
  result.cards = cards.length;
  if (table.phase === "blind") {
    result.findings.push(finding("P340", "which card was turned up is not known, so trump is not; the play was not judged",
      audit.context.pointer + "/log"));
  }
  judgeEnd(record, walk, audit, result);
}

// How the log may show a hand to have ended, null for not yet, by what the record says of it.
const ENDS = { played: ["played"], "thrown-in": ["thrown-in"], redealt: ["redealt", null], claimed: ["claimed", null],
  conceded: ["conceded", null], ruled: ["played", "thrown-in", "redealt", "claimed", "conceded", null], abandoned: [null] };

function judgeEnd(record, { table, stopped }, audit, result) {
  if (stopped !== null || table.phase === "blind" || record.ended === undefined) return;
  if (ENDS[record.ended].includes(table.ended)) return;
  const shown = table.ended !== null ? `the log shows it ${table.ended}`
    : table.trump >= 0 ? `the log stops in trick ${table.done.length + 1}` : "the log stops in the calls";
  result.findings.push(finding("G108", `the record says the hand was ${record.ended}; ${shown}`,
    audit.context.pointer + "/ended", { expected: record.ended, found: table.ended }));
  result.answers.play = "fail";
}

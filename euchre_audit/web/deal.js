// The deal procedure euchre-deal/v1, from its published page: terms, commitment, entropy, stages, outcome.
"use strict";

class Refused extends Error {}

const utf8 = (text) => new TextEncoder().encode(text);
const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const equalBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// The bytes of small hex digits of exactly `size` bytes, else null.
function fromHex(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: size }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

async function hmacWith(key) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", made, bytes));
}

const u16 = (n) => Uint8Array.of(n >> 8, n & 255);
const u32 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);
const lp = (bytes) => join(u16(bytes.length), bytes);
const tag = (name) => utf8(`euchre-deal/v1 ${name}\0`);

const SUITS = "cdhs";
const DECK_RANKS = { 24: "9TJQKA", 25: "9TJQKA", 28: "89TJQKA", 29: "89TJQKA", 32: "789TJQKA", 33: "789TJQKA" };

function freshDeck(size) {
  const deck = [...SUITS].flatMap((suit) => [...DECK_RANKS[size]].map((rank) => rank + suit));
  if (size % 2) deck.push("Jo");
  return deck;
}

// --- terms ---------------------------------------------------------------------------------------------------

const NUMBER = /^(0|[1-9][0-9]*)$/;
const KEYWORDS = ["match", "session", "hand", "dealer", "deck", "seats", "pattern", "entropy"];

function parseTerms(text) {
  const refuse = (why) => {
    throw new Refused(why);
  };
  if (/[^\x00-\x7f]/.test(text)) refuse("the terms hold a character that is not ASCII");
  if (!text.endsWith("\n")) refuse("the last line of the terms does not end in a line feed");
  const lines = text.slice(0, -1).split("\n");
  if (lines.length !== 9) refuse(`the terms have ${lines.length} lines, not 9`);
  if (lines[0] !== "euchre-deal/v1") refuse("the first line is not euchre-deal/v1");
  const value = {};
  KEYWORDS.forEach((keyword, i) => {
    if (!lines[i + 1].startsWith(keyword + " ")) refuse(`line ${i + 2} does not begin with "${keyword} "`);
    value[keyword] = lines[i + 1].slice(keyword.length + 1);
  });
  if (!/^([0-9a-f]{64}|none)$/.test(value.match)) refuse("match is not 64 small hex digits or none");
  if (!/^[A-Za-z0-9._:/-]{1,128}$/.test(value.session)) refuse("session is not 1 to 128 of A-Za-z0-9._:/-");
  if (!NUMBER.test(value.hand) || value.hand.length > 9) refuse("hand is not a number from 0 to 999999999");
  if (!/^[2-6]$/.test(value.seats)) refuse("seats is not a number from 2 to 6");
  if (!Object.hasOwn(DECK_RANKS, value.deck)) refuse("deck is not 24, 25, 28, 29, 32 or 33");
  const hand = Number(value.hand);
  const seats = Number(value.seats);
  const deck = Number(value.deck);
  const isSeat = (word) => /^[0-9]$/.test(word) && Number(word) < seats;
  if (!isSeat(value.dealer) && !["drawn", "black-jack", "low-card"].includes(value.dealer)) {
    refuse("dealer is not a seat, drawn, black-jack or low-card");
  }
  if ((hand === 0) !== ["black-jack", "low-card"].includes(value.dealer)) {
    refuse("hand 0, and no other, draws the first dealer by cards");
  }
  if ((hand === 0) !== (value.pattern === "none")) refuse("hand 0, and no other, has pattern none");
  if (value.dealer === "drawn" && hand !== 1) refuse("a dealer is drawn for hand 1 only");
  return {
    match: value.match, session: value.session, hand, dealer: value.dealer, deck, seats, pattern: value.pattern,
    rounds: hand === 0 ? [] : parsePattern(value.pattern, seats, deck, refuse),
    ...parseEntropy(value.entropy, isSeat, refuse),
  };
}

function parsePattern(pattern, seats, deck, refuse) {
  const rounds = pattern.split("/").map((round) => {
    const words = round.split(",");
    if (!words.every((word) => /^[1-9][0-9]?$/.test(word))) refuse("pattern has a count that is not 1 to 99");
    if (words.length > seats) refuse("pattern has more counts in a round than seats");
    const given = (list) => Array.from({ length: seats }, (_, i) => Number(list[i % list.length]));
    const counts = given(words);
    for (let shorter = 1; shorter < words.length; shorter++) {
      if (given(words.slice(0, shorter)).every((count, i) => count === counts[i])) {
        refuse("pattern could be written shorter");
      }
    }
    return counts;
  });
  const totals = Array.from({ length: seats }, (_, i) => rounds.reduce((sum, counts) => sum + counts[i], 0));
  if (totals.some((total) => total !== totals[0])) refuse("pattern does not give every seat the same number");
  const twelve = seats === 2 && pattern === "4/4/4";
  if (seats * totals[0] > (twelve ? deck : deck - 1)) refuse("pattern deals more cards than the deck has");
  return rounds;
}

function parseEntropy(entropy, isSeat, refuse) {
  const words = entropy.split(" ");
  if (entropy === "none") return { players: [], beacon: null };
  if (words[0] === "players" && words.length === 2) {
    const named = words[1].split(",");
    if (!named.every(isSeat)) refuse("entropy names something that is no seat");
    const players = named.map(Number);
    if (players.some((seat, i) => i > 0 && seat <= players[i - 1])) refuse("entropy names seats out of order");
    return { players, beacon: null };
  }
  if (words[0] === "beacon" && words[1] === "drand-quicknet" && words.length === 3) {
    const [, , round] = words;
    if (!NUMBER.test(round) || round.length > 20 || BigInt(round) < 1n || BigInt(round) >= 1n << 64n) {
      refuse("the beacon's round is not a number from 1 to 18446744073709551615");
    }
    return { players: [], beacon: entropy };
  }
  return refuse("entropy is not none, players or beacon drand-quicknet");
}

// --- commitment, entropy, key --------------------------------------------------------------------------------

const commitmentOf = (termsHash, secret) => sha256(join(tag("commit"), termsHash, secret));

const contributionOf = (commitment, seat, value) =>
  sha256(join(tag("contribution"), commitment, Uint8Array.of(seat), value));

// `values`: a map from seat to 32 bytes; `signature`: 48 bytes or null. Throws Refused where one is missing.
async function mixOf(terms, values, signature) {
  const parts = [];
  const shown = new Set();
  for (const seat of terms.players) {
    const text = values.has(seat) ? toHex(values.get(seat)) : null;
    if (text === null || shown.has(text)) throw new Refused(`no value of its own from seat ${seat}, which the terms name`);
    shown.add(text);
    parts.push(lp(utf8(`seat ${seat}`)), lp(values.get(seat)));
  }
  if (terms.beacon !== null) {
    if (signature === null) throw new Refused("no signature of the beacon, which the terms name");
    parts.push(lp(utf8(terms.beacon)), lp(await sha256(signature)));
  }
  return join(u16(parts.length / 2), ...parts);
}

async function keyOf(termsHash, secret, mix) {
  const mac = await hmacWith(secret);
  return mac(join(tag("key"), termsHash, mix));
}

// --- stages --------------------------------------------------------------------------------------------------

// draw(n) of a stage: unbiased, by skipping the bytes of the last, incomplete run of n.
function drawer(mac, stage) {
  let block = new Uint8Array(0);
  let at = 0;
  let counter = 0;
  return async (n) => {
    for (;;) {
      if (at === block.length) {
        block = await mac(join(tag("stream"), Uint8Array.of(stage), u32(counter)));
        counter += 1;
        at = 0;
      }
      const byte = block[at];
      at += 1;
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}

async function shuffle(deck, draw) {
  const out = [...deck];
  const draws = [];
  for (let i = out.length - 1; i >= 1; i--) {
    const j = await draw(i + 1);
    draws.push(j);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return { draws, deck: out };
}

async function cutMiddle(deck, draw) {
  const low = Math.floor((5 * deck.length) / 12);
  const high = Math.ceil((7 * deck.length) / 12);
  const cut = low + (await draw(high - low + 1));
  return { cut, deck: [...deck.slice(cut), ...deck.slice(0, cut)] };
}

async function cutThirds(deck, draw) {
  const n = deck.length;
  const low = Math.floor(n / 3) - 1;
  const high = Math.ceil(n / 3) + 1;
  const triples = [];
  for (let a = low; a <= high; a++) {
    for (let b = low; b <= high; b++) {
      const c = n - a - b;
      if (c >= low && c <= high) triples.push([a, b, c]);
    }
  }
  const packets = triples[await draw(triples.length)];
  const [a, b] = packets;
  const [A, B, C] = [deck.slice(0, a), deck.slice(a, a + b), deck.slice(a + b)];
  if ((await draw(2)) === 0) return { packets, order: "BCA", deck: [...B, ...C, ...A] };
  return { packets, order: "CAB", deck: [...C, ...A, ...B] };
}

const STAGES = [["shuffle", shuffle], ["cut-middle", cutMiddle], ["shuffle", shuffle], ["cut-thirds", cutThirds],
  ["shuffle", shuffle]];

async function dealCards(terms, termsHash, secret, values, signature) {
  const mix = await mixOf(terms, values, signature);
  const key = await keyOf(termsHash, secret, mix);
  const mac = await hmacWith(key);
  const trace = [];
  let deck = freshDeck(terms.deck);
  for (const [i, [kind, act]] of STAGES.entries()) {
    const done = await act(deck, drawer(mac, i + 1));
    deck = done.deck;
    trace.push({ stage: i + 1, kind, ...done });
  }
  let dealer;
  if (terms.dealer === "drawn") dealer = await drawer(mac, 6)(terms.seats);
  else if (terms.dealer === "black-jack") dealer = firstBlackJack(deck, terms.seats).seat;
  else if (terms.dealer === "low-card") dealer = firstLowCard(deck, terms.seats).seat;
  else dealer = Number(terms.dealer);
  return { mix, key, trace, deck, dealer, ...handOut(terms, deck, dealer) };
}

function handOut(terms, deck, dealer) {
  if (terms.hand === 0) return { hands: [], kitty: [], up: null };
  const hands = Array.from({ length: terms.seats }, () => []);
  let at = 0;
  for (const counts of terms.rounds) {
    counts.forEach((count, i) => {
      hands[(dealer + 1 + i) % terms.seats].push(...deck.slice(at, at + count));
      at += count;
    });
  }
  const kitty = deck.slice(at);
  const twelve = terms.seats === 2 && terms.pattern === "4/4/4";
  return { hands, kitty, up: twelve ? null : kitty[0] };
}

// {seat, shown}: who deals first, and after how many cards that is known.
function firstBlackJack(deck, seats) {
  const at = deck.findIndex((card) => card === "Jc" || card === "Js");
  return { seat: at % seats, shown: at + 1 };
}

function firstLowCard(deck, seats) {
  const height = (card) => (card === "Jo" ? 99 : "A789TJQK".indexOf(card[0]));
  let tied = Array.from({ length: seats }, (_, i) => i);
  let shown = 0;
  while (tied.length > 1 && deck.length - shown >= tied.length) {
    const drawn = tied.map((seat, i) => [seat, height(deck[shown + i])]);
    shown += tied.length;
    const lowest = Math.min(...drawn.map(([, h]) => h));
    tied = drawn.filter(([, h]) => h === lowest).map(([seat]) => seat);
  }
  return { seat: tied[0], shown };
}

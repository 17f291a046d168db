// The calls and the play of one hand, four players and 24 cards, as far as its cards are known.
//
// A card is a bit; a card that is not known, or half known, is the set of those that it may be. A fault is given
// only where no reading of the unknown cards makes the event legal.
"use strict";

const RANKS_24 = "9TJQKA";
const ALL_CARDS = 2 ** 24 - 1;
const TRUMPS = "cdhsn";
const NO_TRUMP = 4;
const SAME_COLOUR = [3, 2, 1, 0];

const bitOf = (name) => 1 << (SUITS.indexOf(name[1]) * 6 + RANKS_24.indexOf(name[0]));
const isOne = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;
const indexOfBit = (bit) => 31 - Math.clz32(bit);
const nameOfBit = (bit) => RANKS_24[indexOfBit(bit) % 6] + SUITS[Math.floor(indexOfBit(bit) / 6)];
const isWhole = (name) => !name.includes("?");
const EACH_BIT = Array.from({ length: 24 }, (_, i) => 1 << i);
const bitsOf = (mask) => EACH_BIT.filter((bit) => mask & bit);

// What a spelling may be; 0 for a card that is not in this deck.
const MAY_BE = new Map();
for (const rank of "789TJQKA?") {
  for (const suit of "cdhs?") {
    const fits = bitsOf(ALL_CARDS).filter((bit) => {
      const name = nameOfBit(bit);
      return (rank === "?" || rank === name[0]) && (suit === "?" || suit === name[1]);
    });
    MAY_BE.set(rank + suit, fits.reduce((sum, bit) => sum | bit, 0));
  }
}
MAY_BE.set("Jo", 0);

// The suit that a card belongs to now: the left bower to trump.
function suitNow(bit, trump) {
  const suit = Math.floor(indexOfBit(bit) / 6);
  if (trump === NO_TRUMP) return suit;
  return indexOfBit(bit) % 6 === 2 && SAME_COLOUR[suit] === trump ? trump : suit;
}

// How high a card stands in a trick that was led in `led`: 0 takes nothing.
function strengthOf(bit, trump, led) {
  const suit = Math.floor(indexOfBit(bit) / 6);
  const rank = indexOfBit(bit) % 6;
  const now = suitNow(bit, trump);
  if (now === trump && trump !== NO_TRUMP) {
    if (rank !== 2) return 20 + rank;
    return suit === trump ? 31 : 30;
  }
  return now === led ? 1 + rank : 0;
}

// Whether the cards that left a hand (sets of candidates) can have been cards of it, one each, so that those left
// over can be as many different cards outside `away`.
function canBe(gone, slots, away) {
  if (gone.length > slots.length) return false;
  if (gone.length > 0) {
    const tried = new Set();
    return slots.some((slot, i) => {
      if (!(slot & gone[0]) || tried.has(slot)) return false;
      tried.add(slot);
      return canBe(gone.slice(1), slots.filter((_, j) => j !== i), away);
    });
  }
  if (slots.length === 0) return true;
  const fewest = slots.reduce((a, b) => (bitsOf(a & ~away).length <= bitsOf(b & ~away).length ? a : b));
  const rest = slots.filter((_, i) => i !== slots.indexOf(fewest));
  if (rest.every((slot) => slot === ALL_CARDS)) {
    return fewest === ALL_CARDS ? bitsOf(~away & ALL_CARDS).length > rest.length
      : bitsOf(fewest & ~away).some(() => bitsOf(~away & ALL_CARDS).length > rest.length);
  }
  return bitsOf(fewest & ~away).some((bit) => canBe([], rest, away | bit));
}

// The order in which faults name the cause; those of GO_ON leave the rest of the hand to be judged as played.
const FAULT_ORDER = ["B140", "B106", "B107", "B101", "B102", "B103", "B104", "B111", "B105", "B110", "B120", "B121",
  "B121 now", "B130", "B131", "B132", "B133", "P350", "P304", "P305", "P303", "P302", "P301", "P330", "P320", "P321",
  "P322", "P323", "P324", "P325", "P310", "P311"];
const GO_ON = new Set(["P310", "P311", "B110", "B120", "B121"]);

class Table {
  // `up`: what the up card may be; `slots`: by seat, what each card may be; `kitty`: cards known to lie there.
  constructor(rules, dealer, up, slots, kitty) {
    this.rules = rules;
    this.dealer = dealer;
    this.up = up;
    const suits = new Set(bitsOf(up).map((bit) => Math.floor(indexOfBit(bit) / 6)));
    this.upSuit = suits.size === 1 ? [...suits][0] : -1;
    this.kitty = isOne(up) ? kitty & ~up : kitty;
    this.slots = slots.map((hand) => [...hand]);
    this.gone = slots.map(() => []);
    this.exact = slots.map((hand) => hand.every(isOne));
    this.held = slots.map((hand) => hand.filter(isOne).reduce((sum, bit) => sum | bit, 0));
    this.phase = "calls";
    this.ended = null;
    this.conceded = -1;
    this.calls = 0;
    this.turn = (dealer + 1) % 4;
    this.trump = -1;
    this.maker = -1;
    this.lone = -1;
    this.loneDefender = -1;
    this.sits = new Set();
    this.taken = false;
    this.due = 0;
    this.buried = 0;
    this.played = 0;
    this.trick = [];
    this.done = [];
    this.winners = [];
    this.tricks = [0, 0];
    this.tricksKnown = true;
    this.voids = [];
    this.proven = [];
  }

  after(seat) {
    let next = (seat + 1) % 4;
    while (this.sits.has(next)) next = (next + 1) % 4;
    return next;
  }

  // --- what an event breaks: codes, the cause first -----------------------------------------------------------

  check(event) {
    const found = this.faults(event);
    return found.sort((a, b) => FAULT_ORDER.indexOf(a) - FAULT_ORDER.indexOf(b));
  }

  faults(event) {
    const { seat, verb } = event;
    if (verb === "play") return this.playFaults(seat, event.card);
    if (verb === "pass" || verb === "order" || verb === "name") return this.callFaults(event);
    if (verb === "discard") return this.discardFaults(seat, event.card);
    if (verb === "alone") return this.aloneFaults(seat);
    if (verb === "concede" && event.what === "game") return this.conceded >= 0 ? ["P305"] : [];
    if (this.phase === "over") return ["P305"];
    if (verb === "lay-down") {
      return this.phase === "blind" || (this.phase === "play" && !this.sits.has(seat)) ? [] : ["P350"];
    }
    if (verb === "concede" || (verb === "misdeal" && event.what !== "farmers-hand")) return [];
    return ["B140"];
  }

  callFaults({ seat, verb, suit, alone }) {
    if (this.trump >= 0 || this.phase === "blind") return ["B106"];
    if (this.phase === "over") return ["B107"];
    const rules = this.rules;
    const found = seat === this.turn ? [] : ["B101"];
    if (verb === "pass") return this.calls === 7 && rules.stick_the_dealer ? [...found, "B105"] : found;
    const second = this.calls >= 4;
    const owes = rules.partner_may_order !== "with-partner" && !alone && seat === (this.dealer + 2) % 4
      && rules.alone_when === "with-call";
    if (verb === "order") {
      if (second) found.push("B103");
      else if (owes) found.push("B110");
    } else {
      if (suit === "n" && !rules.no_trump) found.push("B111");
      if (!second) found.push("B102");
      else if (TRUMPS.indexOf(suit) === this.upSuit) found.push("B104");
      if (owes && rules.partner_may_order === "only-alone-both") found.push("B110");
    }
    if (alone && rules.alone_by === "nobody") found.push("B120");
    return found;
  }

  aloneFaults(seat) {
    const rules = this.rules;
    if (this.phase !== "play" || this.done.length > 0 || this.trick.length > 0) return ["B121 now"];
    if (this.sits.has(seat) || seat === this.lone || seat === this.loneDefender) return ["B120"];
    if ((seat - this.maker) % 2 === 0) {
      if (rules.alone_by === "nobody" || (seat !== this.maker && rules.alone_by === "caller")) return ["B120"];
      if (seat === this.dealer && this.partnerOwesAlone()) return ["B120"];
      return rules.alone_when === "with-call" ? ["B121"] : [];
    }
    const may = rules.defend_alone === "any" || (rules.defend_alone === "against-lone" && this.lone >= 0);
    return may ? [] : ["B120"];
  }

  // Where alone may be said until the lead, a partner who has to play alone may say it after ordering up.
  partnerOwesAlone() {
    const rules = this.rules;
    return rules.partner_may_order !== "with-partner" && rules.alone_when === "before-lead"
      && this.maker === (this.dealer + 2) % 4 && this.lone < 0
      && (this.calls <= 4 || rules.partner_may_order === "only-alone-both");
  }

  mayBury() {
    return this.rules.discard_up_card || !isOne(this.up) ? ALL_CARDS : ALL_CARDS & ~this.up;
  }

  discardFaults(seat, name) {
    if (seat !== this.dealer || !this.due) return [this.due ? "B130" : "B131"];
    const card = MAY_BE.get(name) & ~this.elsewhere(seat);
    const allowed = card & this.mayBury();
    if (allowed && this.possible(seat, allowed, 0)) return [];
    return [card && this.possible(seat, card, 0) ? "B132" : "B133"];
  }

  playFaults(seat, name) {
    const found = [];
    if (this.phase !== "play") return [this.phase === "calls" ? "P304" : "P305"];
    if (this.sits.has(seat)) return ["P303"];
    if (seat !== this.turn && this.turn >= 0) found.push(this.trick.length > 0 ? "P301" : "P302");
    if (this.trick.length === 0 && this.done.length === 0 && this.partnerOwesAlone()) found.push("B110");
    if (!isWhole(name)) {
      const mask = MAY_BE.get(name) & ~this.elsewhere(seat);
      return mask && this.possible(seat, mask, 0) ? found : [...found, "P325"];
    }
    const card = MAY_BE.get(name);
    const why = this.exact[seat] && this.held[seat] & card ? null : this.whose(seat, card);
    if (why !== null) return [...found, why];
    const follows = this.follows();
    if (this.exact[seat]) return follows & this.held[seat] && !(follows & card) ? [...found, "P310"] : found;
    if (follows && !(follows & card) && !this.possible(seat, card, follows)) found.push("P310");
    if (this.voids.some((each) => each.seat === seat && each.follows & card)) found.push("P311");
    return found;
  }

  // Why a seat cannot have a card; null where it may.
  whose(seat, card) {
    if (!card) return "P330";
    if (this.played & card) return "P320";
    if (this.buried & card) return "P321";
    if (card === this.up && !(this.taken && seat === this.dealer)) return "P322";
    if (this.kitty & card) return "P323";
    if (this.held.some((held, other) => other !== seat && held & card)) return "P324";
    return this.possible(seat, card, 0) ? null : "P325";
  }

  // Whether some reading of a hand lets `card` leave it now, and hold nothing of `avoid` then.
  possible(seat, card, avoid) {
    const without = isOne(card) ? avoid | card : avoid;
    return canBe([...this.gone[seat], card], this.slots[seat], this.elsewhere(seat) | without);
  }

  elsewhere(seat) {
    let mask = this.played | this.kitty | this.buried;
    if (isOne(this.up) && !this.taken) mask |= this.up;
    this.held.forEach((held, other) => {
      if (other !== seat) mask |= held;
    });
    return mask;
  }

  ledSuit() {
    if (this.trick.length === 0) return -1;
    const suits = new Set(bitsOf(this.trick[0].mask).map((bit) => suitNow(bit, this.trump)));
    return suits.size === 1 ? [...suits][0] : -1;
  }

  // The cards that follow the suit led, as a mask; 0 at a lead, or where that suit is not known.
  follows() {
    const led = this.ledSuit();
    return led < 0 ? 0 : bitsOf(ALL_CARDS).filter((bit) => suitNow(bit, this.trump) === led).reduce((a, b) => a | b, 0);
  }
}

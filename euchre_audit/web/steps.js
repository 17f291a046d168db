// What an event does at the table, legal or not, as far as it can be carried out.
"use strict";

// Carry out an event and give its faults. After one that is not in GO_ON the table means nothing: stop there.
function carryOut(table, event) {
  const faults = table.check(event);
  if (faults.some((code) => !GO_ON.has(code))) return faults;
  const { seat, verb } = event;
  if (verb === "pass") passed(table);
  else if (verb === "order") madeBy(table, event, table.upSuit);
  else if (verb === "name") madeBy(table, event, TRUMPS.indexOf(event.suit));
  else if (verb === "alone") goAlone(table, seat);
  else if (verb === "discard") bury(table, MAY_BE.get(event.card) & table.mayBury());
  else if (verb === "play") playCard(table, seat, event.card, faults);
  else settle(table, event);
  return faults;
}

function passed(table) {
  table.calls += 1;
  table.turn = (table.turn + 1) % 4;
  if (table.calls === 8) {
    table.phase = "over";
    table.ended = "thrown-in";
  }
}

function madeBy(table, { seat, verb, alone }, trump) {
  table.calls += 1;
  table.maker = seat;
  table.trump = trump;
  if (trump < 0) {
    table.phase = "blind";
    table.tricksKnown = false;
    return;
  }
  table.phase = "play";
  const dealerSits = alone && (seat + 2) % 4 === table.dealer;
  if (verb === "order" && (table.rules.sitting_dealer_takes || !dealerSits)) {
    table.taken = true;
    table.due = 1;
    const card = isOne(table.up) ? table.up : ALL_CARDS;
    table.slots[table.dealer].push(card);
    if (isOne(card)) table.held[table.dealer] |= card;
    else table.exact[table.dealer] = false;
  }
  if (alone) goAlone(table, seat);
  table.turn = leader(table);
}

function goAlone(table, seat) {
  if (table.sits.has(seat)) return;
  if ((seat - table.maker) % 2 === 0) table.lone = seat;
  else table.loneDefender = seat;
  table.sits.add((seat + 2) % 4);
  table.turn = leader(table);
}

function leader(table) {
  if (table.rules.alone_lead !== "loner-left" || table.sits.size === 0) return table.after(table.dealer);
  return table.after(table.lone >= 0 ? table.lone : table.loneDefender);
}

function bury(table, card) {
  table.due = 0;
  if (isOne(card)) table.buried |= card;
  leave(table, table.dealer, card);
}

function leave(table, seat, mask) {
  table.gone[seat].push(mask);
  if (isOne(mask)) table.held[seat] &= ~mask;
  else table.exact[seat] = false;
}

function playCard(table, seat, name, faults) {
  if (table.trick.length === 0 && table.due) bury(table, table.mayBury());
  const mask = MAY_BE.get(name);
  const follows = table.follows();
  if (isWhole(name)) table.played |= mask;
  leave(table, seat, mask);
  if (faults.includes("P311")) {
    const proves = (each) => each.seat === seat && each.follows & mask;
    table.proven = table.voids.filter(proves).map((each) => each.trick);
    table.voids = table.voids.filter((each) => !proves(each));
  }
  if (follows && !(follows & mask) && !faults.includes("P310")) {
    table.voids.push({ seat, follows, trick: table.done.length });
  }
  table.trick.push({ seat, mask, name });
  if (table.trick.length === 4 - table.sits.size) endTrick(table);
  else table.turn = table.after(seat);
}

function endTrick(table) {
  const winner = takenBy(table);
  table.winners.push(winner);
  if (winner >= 0) table.tricks[winner % 2] += 1;
  else table.tricksKnown = false;
  table.done.push(table.trick);
  table.trick = [];
  table.turn = winner;
  if (table.done.length === 5) {
    table.phase = "over";
    table.ended = "played";
  }
}

// Who takes the trick on the table; -1 where a card that is not known leaves it open.
function takenBy(table) {
  const led = table.ledSuit();
  if (led < 0) return -1;
  const spans = table.trick.map(({ seat, mask, name }) => {
    const cards = isWhole(name) ? [mask] : bitsOf(mask & ~table.played);
    const heights = cards.map((bit) => strengthOf(bit, table.trump, led));
    return { seat, low: Math.min(...heights, ...(cards.length ? [] : [0])), high: Math.max(0, ...heights) };
  });
  const best = spans.reduce((a, b) => (b.low > a.low ? b : a));
  return spans.every((each) => each === best || best.low > each.high) ? best.seat : -1;
}

function settle(table, { seat, verb, what }) {
  if (verb === "concede" && what === "game") table.conceded = seat;
  if (table.phase === "over") return;
  if (verb === "lay-down" && table.phase === "play" && table.tricksKnown) {
    table.tricks[seat % 2] += 5 - table.tricks[0] - table.tricks[1];
  }
  table.phase = "over";
  table.ended = { misdeal: "redealt", "lay-down": "claimed", concede: "conceded" }[verb];
}

// Points of [makers, the others] for a hand of so many tricks to the makers.
function handPoints(rules, tricks, alone, defendedAlone) {
  const points = rules.points;
  if (tricks === 5) return [alone ? points.alone_march : points.march, 0];
  if (tricks >= 3) return [alone ? points.alone : points.make, 0];
  const worth = [alone ? points.euchre_alone : points.euchre];
  if (defendedAlone) worth.push(points.lone_defence);
  if (tricks === 0) worth.push(points.no_tricks);
  return [0, Math.max(...worth)];
}

const bySide = (side, [made, lost]) => (side === 0 ? [made, lost] : [lost, made]);

function pointsOf(table) {
  if (table.ended === "thrown-in" || table.ended === "redealt") return [0, 0];
  if (table.maker < 0 || !table.tricksKnown || !["played", "claimed"].includes(table.ended)) return null;
  const side = table.maker % 2;
  return bySide(side, handPoints(table.rules, table.tricks[side], table.lone >= 0, table.loneDefender >= 0));
}

function isGameOver(rules, score, hands) {
  const [first, second] = [Math.max(...score), Math.min(...score)];
  if (rules.deals) return hands >= rules.deals && (rules.tie === "shared" || first > second);
  const shared = first === second && rules.tie === "shared" && rules.win_by === 1;
  return first >= rules.target && (shared || first - second >= rules.win_by);
}

function nextDealer(rules, dealer, ended) {
  if (ended === "redealt") return null;
  return ended === "thrown-in" && rules.thrown_in === "same" ? dealer : (dealer + 1) % 4;
}

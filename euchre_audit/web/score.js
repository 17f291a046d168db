// Tricks, points and running score of a hand against what the record claims.
"use strict";

const same = (a, b) => a !== null && b !== null && a.length === b.length && a.every((value, i) => value === b[i]);
const plus = (a, b) => a.map((value, i) => value + b[i]);

function outcomesOf(rules, side, counts, table, alone = false) {
  const defended = table !== null ? [table.loneDefender >= 0] : rules.defend_alone === "off" ? [false] : [false, true];
  const lone = table !== null ? table.lone >= 0 : alone;
  return counts.flatMap((tricks) => defended.map((each) => bySide(side, handPoints(rules, tricks, lone, each))));
}

const UP_TO_FIVE = [0, 1, 2, 3, 4, 5];

const anyOutcome = (rules) => [[0, 0],
  ...[0, 1].flatMap((side) => [false, true].flatMap((alone) => outcomesOf(rules, side, UP_TO_FIVE, null, alone)))];

// {tricks, points, possible, taken}: what the hand made where that is certain, else the points that it may have made.
function recount(record, walk, rules) {
  const open = (possible, more = {}) => ({ tricks: null, points: null, possible, taken: null, ...more });
  if (record.card !== undefined) return recountCard(record, rules, open);
  if (walk === null && ["redealt", "thrown-in"].includes(record.ended)) return open([], { points: [0, 0] });
  if (walk === null || walk.stopped !== null) return open(anyOutcome(rules));
  const { table } = walk;
  if (table.ended === "thrown-in") return open([], { tricks: [0, 0], points: [0, 0] });
  if (["played", "claimed"].includes(table.ended) && table.maker >= 0 && table.tricksKnown) {
    const before = [0, 1].map((side) => table.winners.filter((seat) => seat % 2 === side).length);
    return open([], { tricks: [...table.tricks], points: pointsOf(table), taken: table.ended === "claimed" ? before : null });
  }
  if ([record.ended, table.ended].includes("redealt") && table.ended !== "played") return open([], { points: [0, 0] });
  if (table.maker < 0 || table.phase === "blind") return open(anyOutcome(rules));
  const side = table.maker % 2;
  const taken = table.tricksKnown ? table.tricks[side] : 0;
  const left = 5 - (table.tricksKnown ? table.tricks[0] + table.tricks[1] : 0);
  const possible = outcomesOf(rules, side, UP_TO_FIVE.filter((n) => n >= taken && n <= taken + left), table);
  if (![undefined, "played"].includes(record.ended)) possible.push([0, 0]);
  return open(possible, { taken: table.tricksKnown ? [...table.tricks] : null });
}

function recountCard(record, rules, open) {
  const { card, claims = {} } = record;
  const side = card.maker % 2;
  const played = [undefined, "played"].includes(record.ended);
  const sane = claims.tricks !== undefined && claims.tricks[0] + claims.tricks[1] === 5 && Math.min(...claims.tricks) >= 0;
  const counts = sane && played ? [claims.tricks[side]] : UP_TO_FIVE;
  const possible = outcomesOf(rules, side, counts, null, card.alone ?? false);
  if (!played) possible.push([0, 0]);
  if (claims.points !== undefined && possible.some((each) => same(each, claims.points)) && sane && played) {
    return open(possible, { tricks: claims.tricks, points: claims.points });
  }
  const certain = possible.every((each) => same(each, possible[0]));
  return open(possible, { tricks: sane && played ? claims.tricks : null, points: certain ? possible[0] : null });
}

// Judge the claims of a hand, and carry both scores on. One cause gives one finding: points that follow from wrong
// tricks, and a score that follows from wrong points, are not told again.
function judgeScore(record, walk, result, context, running) {
  const { rules, pointer } = context;
  const claims = record.claims ?? {};
  let made = recount(record, walk, rules);
  result.tricks = made.tricks;
  result.points = made.points;
  const state = { compared: false, settled: false,
    renege: result.findings.find((each) => each.code === "P310" || each.code === "P311") ?? null };
  const fault = (code, message, part, expected, found) => {
    result.findings.push(finding(code, message, pointer + part,
      { expected: expected === null ? null : scoreText(expected), found: found === null ? null : scoreText(found) }));
    result.answers.score = "fail";
  };
  if (record.card !== undefined) judgeCard(record, rules, fault);
  const wrongEnd = result.findings.some((each) => each.code === "G108");
  if (wrongEnd) made = { tricks: null, points: null, possible: anyOutcome(rules), taken: null };
  else if (claims.tricks !== undefined) judgeTricks(claims.tricks, record, made, state, fault);
  if (claims.points !== undefined && !wrongEnd) judgePoints(claims, made, walk?.table ?? null, rules, state, fault, result);
  const added = (record.rulings ?? []).reduce((sum, each) => (each.points ? plus(sum, each.points) : sum), [0, 0]);
  const going = claims.points ?? made.points;
  const sum = (before, points) => (before === null || points === null ? null : plus(plus(before, points), added));
  if (claims.score !== undefined) {
    const points = [claims.points ?? null, made.points, ...(made.points === null ? made.possible : [])];
    const known = [running.claimed, running.rescored].flatMap((before) => points.map((each) => sum(before, each)))
      .filter((each) => each !== null);
    if (known.length > 0) state.compared = true;
    if (known.length > 0 && !known.some((each) => same(each, claims.score))) {
      fault("S103", `the score is ${bySideText(running.claimed ?? running.rescored)} before, the hand adds `
        + bySideText(plus(going ?? [0, 0], added)), "/claims/score", known[0], claims.score);
    }
  }
  running.claimed = claims.score ?? sum(running.claimed, going);
  running.rescored = sum(running.rescored, made.points ?? going);
  result.score = running.rescored;
  if (result.answers.score !== "fail") {
    if (state.compared && made.points !== null && !state.settled) result.answers.score = "pass";
    else if (made.points === null && claims.points !== undefined) {
      result.findings.push(finding("S121", "the points of this hand stand as the record claims them; they could not be "
        + "recounted", pointer + "/claims/points"));
    }
  }
}

function judgeCard({ card, ended }, rules, fault) {
  if (card.trump === "n" && !rules.no_trump) fault("S106", "this house does not play without trump", "/card", null, null);
  else if (card.alone && rules.alone_by === "nobody") fault("S106", "nobody goes alone in this house", "/card", null, null);
  else if (["thrown-in", "redealt"].includes(ended)) {
    fault("S106", `a hand that was ${ended} has no maker and no trump`, "/card", null, null);
  }
}

function judgeTricks(claimed, record, made, state, fault) {
  const count = claimed[0] + claimed[1];
  const whole = count === 5 || ![undefined, "played"].includes(record.ended)
    || (record.ended === undefined && record.card === undefined);
  const short = made.taken !== null && claimed.some((own, side) => own < made.taken[side]);
  if (Math.min(...claimed) < 0 || count > 5 || !whole || (short && made.tricks === null)) {
    const why = short ? `taken so far ${bySideText(made.taken)}` : "a hand has 5";
    fault(record.card === undefined ? "S101" : "S106", `tricks claimed ${bySideText(claimed)}; ${why}`, "/claims/tricks",
      made.tricks, claimed);
    return;
  }
  if (made.tricks === null) return;
  state.compared = true;
  if (same(claimed, made.tricks) || (made.taken !== null && same(claimed, made.taken))) return;
  const message = `tricks claimed ${bySideText(claimed)}, taken ${bySideText(made.tricks)}`;
  if (state.renege === null) fault("S101", message, "/claims/tricks", made.tricks, claimed);
  else tellWithRenege(state, message);
}

// Whoever reneged may have paid for it in tricks or points: told with the renege.
function tellWithRenege(state, message) {
  state.renege.related.push(message);
  state.settled = true;
}

function judgePoints(claims, made, table, rules, state, fault, result) {
  const claimed = claims.points;
  if (made.points === null) {
    if (!made.possible.some((each) => same(each, claimed)) && result.answers.score !== "fail") {
      fault("S102", `points claimed ${bySideText(claimed)}, which no such hand makes`, "/claims/points", null, claimed);
    }
    return;
  }
  state.compared = true;
  if (same(claimed, made.points) || followsFromTricks(claims, table, rules)) return;
  const message = `points claimed ${bySideText(claimed)}, made ${bySideText(made.points)}`;
  const paid = [rules.renege.points, rules.renege.points_alone].flatMap((size) =>
    [[size, 0], [0, size], [-size, 0], [0, -size]]);
  const customs = [made.points, [0, 0]].flatMap((start) => paid.map((penalty) => plus(start, penalty)));
  if (state.renege !== null && customs.some((each) => same(each, claimed))) tellWithRenege(state, message);
  else fault("S102", message, "/claims/points", made.points, claimed);
}

// Whether the points follow from tricks that were told to be wrong already.
function followsFromTricks({ tricks, points }, table, rules) {
  if (tricks === undefined || table === null || table.maker < 0 || same(tricks, table.tricks)) return false;
  if (tricks[0] + tricks[1] !== 5 || Math.min(...tricks) < 0) return tricks[0] + tricks[1] === 5 && same(points, [0, 0]);
  const side = table.maker % 2;
  return outcomesOf(rules, side, [tricks[side]], table).some((each) => same(each, points));
}

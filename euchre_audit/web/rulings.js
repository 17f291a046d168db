// What a referee ruled on reneges, against the log and the terms of the house.
"use strict";

const ON_A_RENEGE = /\b(renege|revoke|renig)/;
const THERE_WAS_NONE = /\b(no|not a|without a?) ?(renege|revoke|renig)|\bnot (proven|found)|\bnone\b/;

// `reneges`: those that the log shows, {seat, trick, follows}: `follows` where it may follow from another fault.
function judgeRulings(record, walk, rules, pointer, result) {
  const reneges = [...result.reneges].map((each) => ({ ...each, open: !each.follows }));
  (record.rulings ?? []).forEach((ruling, i) => {
    const told = ruling.what.toLowerCase();
    const some = (ruling.points ?? []).some((points) => points !== 0);
    if (!ON_A_RENEGE.test(told) || (!some && THERE_WAS_NONE.test(told))) return;
    const isOf = (each) => [undefined, each.seat].includes(ruling.seat) && [undefined, each.trick].includes(ruling.trick);
    const settled = reneges.find((each) => each.open && isOf(each)) ?? reneges.find(isOf);
    const at = `${pointer}/rulings/${i}`;
    if (settled !== undefined) {
      settled.open = false;
    } else if (walk !== null && wouldShow(ruling, walk)) {
      const who = ruling.seat === undefined ? "somebody" : seatName(ruling.seat);
      result.findings.push(finding("S108", `a renege by ${who} was ruled on, and the log shows none`, at));
      return;
    }
    const seat = settled?.seat ?? ruling.seat;
    const wanted = seat === undefined ? null : penaltyOf(rules, seat, loneSeats(record, walk));
    if (ruling.points === undefined || wanted === null || same(ruling.points, wanted)) return;
    result.findings.push(finding("S107", `${bySideText(ruling.points)} ruled for a renege; by this house it is `
      + scoreText(wanted), at, { expected: scoreText(wanted), found: scoreText(ruling.points) }));
    result.answers.score = "fail";
  });
}

function loneSeats(record, walk) {
  if (walk !== null) return [walk.table.lone, walk.table.loneDefender].filter((seat) => seat >= 0);
  return record.card?.alone ? [record.card.maker] : [];
}

// The points by side that the house gives for a renege; null where it says nothing.
function penaltyOf({ renege }, seat, lone) {
  const size = lone.some((each) => each % 2 !== seat % 2) ? renege.points_alone : renege.points;
  if (renege.rule === "points-to-others") return bySide(seat % 2, [0, size]);
  return renege.rule === "points-off" ? bySide(seat % 2, [size === 0 ? 0 : -size, 0]) : null;
}

// Whether the log, and the hands as they are known, would show such a renege.
function wouldShow(ruling, { stopped, table }) {
  if (stopped !== null || (ruling.trick ?? 0) > table.done.length) return false;
  const seats = ruling.seat === undefined ? [0, 1, 2, 3] : [ruling.seat];
  return seats.every((seat) => table.slots[seat].every(isOne));
}

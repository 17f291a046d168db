// The lines of a log: "<seat> <verb> [arguments]".
"use strict";

const CARD = "(?:[7-9TJQKA?][cdhs?]|Jo)";
const EVENT_FORMS = [
  ["pass", /^pass$/],
  ["order", /^order(?<alone> alone)?$/],
  ["name", /^name (?<suit>[cdhsn])(?<alone> alone)?$/],
  ["alone", /^alone$/],
  ["turn", /^turn (?<suit>[cdhs])$/],
  ["discard", new RegExp(`^discard (?<card>${CARD})$`)],
  ["play", new RegExp(`^play (?<card>${CARD})$`)],
  ["uncover", new RegExp(`^uncover (?<card>${CARD})$`)],
  ["give", new RegExp(`^give (?<card>${CARD}) [0-3]$`)],
  ["swap", new RegExp(`^swap ${CARD}(?:,${CARD})* for ${CARD}(?:,${CARD})*$`)],
  ["misdeal", /^misdeal (?<what>farmers-hand|exposed-card|wrong-count|other)$/],
  ["lay-down", /^lay-down$/],
  ["concede", /^concede (?<what>hand|game)$/],
];

// {seat, verb, alone, suit, card, what} of a log line; null where it is none.
function parseEvent(line) {
  if (line.length > 100 || !/^[0-3] /.test(line)) return null;
  for (const [verb, form] of EVENT_FORMS) {
    const match = form.exec(line.slice(2));
    if (match === null) continue;
    const { alone, suit, card, what } = match.groups ?? {};
    return { seat: Number(line[0]), verb, alone: alone !== undefined, suit, card, what };
  }
  return null;
}

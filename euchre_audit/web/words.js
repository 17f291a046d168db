// Words for people: seats, sides, cards, suits.
"use strict";

const SEAT_NAMES = ["North", "East", "South", "West"];
const SIDE_NAMES = ["North-South", "East-West"];
const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades", n: "no trump" };

const seatName = (seat, seats = 4) => (seats === 4 && seat < 4 ? SEAT_NAMES[seat] : `Seat ${seat}`);

function pretty(name) {
  if (name === "Jo") return "joker";
  return name[0].replace("T", "10") + (SUIT_SIGNS[name[1]] ?? name[1]);
}

const prettyRow = (names) => names.map(pretty).join(" ");

// 6-4; with a score below nought 6, -2.
const scoreText = (pair) => pair.join(Math.min(...pair) >= 0 ? "-" : ", ");
const bySideText = (pair) => pair.map((value, side) => `${SIDE_NAMES[side] ?? `Seat ${side}`} ${value}`).join(", ");

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const ordinal = (index) => ORDINALS[index] ?? `${index + 1}th`;

// Where a finding points: severity and title of its code come with the page.
function finding(code, message, pointer, more = {}) {
  const [severity, title] = PAGE.codes[code];
  return { code, severity, title, message, pointer, expected: null, found: null, related: [], ...more };
}

const isError = (each) => each.severity === "error";

// The one gate for text on its way to the screen: what could hide or turn other text is shown as its number.
function clean(text, most = 400) {
  const shown = String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
  return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

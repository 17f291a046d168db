// Every card that the record saw against the deal that the secret gives, or against being a deal at all.
"use strict";

function fitsCard(name, card) {
  if (name === card || name === "??") return true;
  if (card === "Jo" || name === "Jo") return false;
  return (name[0] === "?" && name[1] === card[1]) || (name[1] === "?" && name[0] === card[0]);
}

const handSize = (rules) => (rules.game === "twelve-trick" ? 12 : 5);

function compareCards(audit) {
  const { record, dealt, context, answers } = audit;
  const { seats } = context.rules;
  if (dealt.hands.length !== seats || dealt.hands.some((hand) => hand.length !== handSize(context.rules))) {
    audit.setDefault("deal", "fail"); // D102 or D103 says why
    return;
  }
  const rotated = rotation(record, dealt);
  if (rotated > 0) {
    if (audit.dealer !== null && (audit.dealer + rotated) % seats === dealt.dealer) {
      audit.misplaced = true;
      if (audit.contradicted.size === 1 && audit.contradicted.has("dealer")) {
        audit.findings = audit.findings.filter((each) => each.code !== "D102");
      }
    }
    audit.fail("deal", "D202", `every hand recorded is the one dealt ${rotated} seat${rotated > 1 ? "s" : ""} further on`,
      "/dealt");
    audit.cards = "nothing";
    return;
  }
  const differences = differencesOf(record, dealt);
  if (differences.length === 0) {
    audit.setDefault("deal", "pass");
    if ([...audit.contradicted].some((what) => what !== "dealer") && !isOfThisHand(record, dealt)) {
      audit.misplaced = true;
    } else {
      audit.cards = "agreed";
    }
    return;
  }
  const [first, ...rest] = differences;
  if (audit.explain(`so it deals other cards: ${first.text}`)) {
    answers.deal = "fail";
    audit.misplaced = true;
    return;
  }
  audit.fail("deal", "D201", first.text, first.part, { expected: prettyRow(first.row), seat: first.seat,
    found: recordedRow(record, first.part), related: rest.map((each) => each.text) });
  audit.cards = "agreed";
  const parts = differences.map((each) => each.part);
  audit.upOpen = parts.includes("/kitty/0") || (parts.includes("/up") && !(record.kitty?.length > 0));
}

function differencesOf(record, dealt) {
  const found = [];
  const row = (names, cards, part, whose, seat) => {
    if (names.length !== cards.length) {
      const has = seat === null ? "the kitty has" : `${whose} has`;
      found.push({ part, seat, row: cards, text: `${has} ${names.length} cards in the record, ${cards.length} in the deal` });
    }
    names.slice(0, cards.length).forEach((name, i) => {
      if (fitsCard(name, cards[i])) return;
      const which = seat === null ? `the ${ordinal(i)} card of the kitty` : `${whose}'s ${ordinal(i)} card`;
      found.push({ part: `${part}/${i}`, seat, row: cards, text: `${which} is not what the secret deals` });
    });
  };
  (record.dealt ?? []).forEach((names, seat) => {
    if (names !== null && seat < dealt.hands.length) {
      row(names, dealt.hands[seat], `/dealt/${seat}`, seatName(seat, dealt.hands.length), seat);
    }
  });
  if (record.kitty !== undefined) row(record.kitty, dealt.kitty, "/kitty", "", null);
  if (record.up !== undefined && dealt.up === null) {
    found.push({ part: "/up", seat: null, row: [], text: "a card is recorded as turned up; this game turns none up" });
  } else if (record.up !== undefined && !fitsCard(record.up, dealt.up)) {
    found.push({ part: "/up", seat: null, row: [dealt.up], text: "the up card is not what the secret deals" });
  }
  return found;
}

function recordedRow(record, part) {
  const [, what, seat] = part.split("/");
  if (what === "up") return pretty(record.up);
  return prettyRow(what === "kitty" ? record.kitty : record.dealt[Number(seat)]);
}

// How many seats further on every recorded hand was dealt; 0 where that explains nothing.
function rotation(record, dealt) {
  const known = (record.dealt ?? []).map((hand, seat) => [seat, hand]).filter(([, hand]) => hand !== null && hand.length > 0);
  if (known.length < 2) return 0;
  const seats = dealt.hands.length;
  const agrees = (shift) => known.every(([seat, hand]) => hand.length === dealt.hands[0].length
    && hand.every((name, i) => fitsCard(name, dealt.hands[(seat + shift) % seats][i])));
  if (agrees(0)) return 0;
  for (let shift = 1; shift < seats; shift++) if (agrees(shift)) return shift;
  return 0;
}

// Whether the cards that the record saw, dealt or played, are those of this deal.
function isOfThisHand(record, dealt) {
  const events = (record.log ?? []).map(parseEvent);
  const plays = events.filter(({ verb, card }) => verb === "play" && isWhole(card));
  if (plays.length === 0) {
    const named = [...(record.dealt ?? []).flatMap((hand) => hand ?? []), ...(record.kitty ?? [])];
    return named.some(isWhole);
  }
  if (events.some(({ verb }) => verb === "give" || verb === "swap")) return true;
  return plays.every(({ seat, card }) => dealt.hands[seat]?.includes(card) || card === dealt.up);
}

const saidWrongCount = (record) => (record.log ?? []).at(-1)?.endsWith(" misdeal wrong-count") ?? false;

// Where no deal can be recomputed, the recorded cards have to be a deal at all.
function checkRecorded(audit) {
  const { record, context } = audit;
  const { rules } = context;
  const problem = dealProblem(record, rules);
  if (problem === null) return;
  audit.fail("deal", "D120", problem.message, problem.part, { seat: problem.seat ?? null });
  audit.cards = "nothing";
  audit.upOpen = problem.part === "/up";
}

function dealProblem(record, rules) {
  const deck = new Set(freshDeck(rules.deck));
  const inDeck = (name) => [...deck].some((card) => fitsCard(name, card));
  const size = handSize(rules);
  const under = rules.deck - size * rules.seats;
  const seen = new Map();
  let problem = null;
  const tell = (part, message, seat) => {
    problem ??= { part, message, seat };
  };
  const place = (name, part, whose, seat) => {
    if (problem !== null || !isWhole(name)) return;
    if (!inDeck(name)) tell(part, `${pretty(name)} is not in this deck`, seat);
    else if (seen.has(name)) tell(part, `${pretty(name)} is dealt twice: ${seen.get(name)} and ${whose}`, seat);
    seen.set(name, whose);
  };
  (record.dealt ?? []).forEach((hand, seat) => {
    if (hand === null) return;
    const who = seatName(seat, rules.seats);
    if (hand.length !== size && !saidWrongCount(record)) {
      tell(`/dealt/${seat}`, `${who} is dealt ${hand.length} cards, not ${size}`, seat);
    }
    hand.forEach((name, i) => place(name, `/dealt/${seat}/${i}`, who, seat));
  });
  const kitty = record.kitty ?? [];
  if (record.kitty !== undefined && kitty.length !== under && !saidWrongCount(record)) {
    tell("/kitty", `the kitty has ${kitty.length} cards, not ${under}`);
  }
  kitty.forEach((name, i) => place(name, `/kitty/${i}`, "kitty"));
  if (record.up === undefined) return problem;
  const first = kitty[0] ?? "??";
  if (rules.game === "twelve-trick") tell("/up", `${pretty(record.up)} is recorded as turned up; this game turns none up`);
  const both = freshDeck(33).some((card) => fitsCard(record.up, card) && fitsCard(first, card));
  if (!both) tell("/up", `${pretty(record.up)} is up, and the kitty's first card is another`);
  if (record.up !== first) place(record.up, "/up", "the up card");
  return problem;
}

// The table at the start of a hand, as far as its cards are known: by the record, and by a deal that agrees with it.
function tableOf(audit, dealer) {
  const { record, dealt, context } = audit;
  const recorded = (record.dealt ?? [null, null, null, null]);
  let slots = recorded.map((hand) => (hand === null ? Array(5).fill(ALL_CARDS) : hand.map((name) => MAY_BE.get(name))));
  let kitty = (record.kitty ?? []).slice(1).filter(isWhole).reduce((sum, name) => sum | MAY_BE.get(name), 0);
  let up = ALL_CARDS & MAY_BE.get(record.up ?? "??") & MAY_BE.get(record.kitty?.[0] ?? "??") || ALL_CARDS;
  if (audit.cards === "agreed") {
    const known = (names, cards) => cards.map((card, i) => (fitsCard(names?.[i] ?? "??", card) ? bitOf(card) : ALL_CARDS));
    slots = dealt.hands.map((hand, seat) => known(recorded[seat], hand));
    kitty = known(record.kitty, dealt.kitty).slice(1).filter(isOne).reduce((sum, bit) => sum | bit, 0);
    up = bitOf(dealt.up);
  } else if (audit.cards === "nothing") {
    slots = slots.map(() => Array(5).fill(ALL_CARDS));
    kitty = 0;
  }
  if (audit.upOpen) up = ALL_CARDS;
  return new Table(context.rules, dealer, up, slots, kitty);
}

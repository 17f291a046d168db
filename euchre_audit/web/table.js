// The table: one hand, step by step.
"use strict";

// The table before line `at` of a log; the line that stopped the walk, and those after it, change nothing.
function tableAt(hand, at) {
  const { audit, walk } = hand;
  const table = tableOf(audit, hand.dealer);
  const upTo = Math.min(at, walk.stopped ?? walk.judged);
  for (const event of walk.log.slice(0, upTo)) carryOut(table, event);
  return table;
}

function eventWords(event) {
  const who = seatName(event.seat);
  const alone = event.alone ? " and goes alone" : "";
  return {
    pass: () => `${who} passes`,
    order: () => `${who} orders it up${alone}`,
    name: () => `${who} names ${SUIT_WORDS[event.suit]}${alone}`,
    alone: () => `${who} goes alone`,
    discard: () => `${who} buries ${cardText(event)}`,
    play: () => `${who} plays ${cardText(event)}`,
    "lay-down": () => `${who} claims the remaining tricks`,
    concede: () => `${who} concedes the ${event.what}`,
    misdeal: () => `${who} calls a misdeal (${event.what})`,
  }[event.verb]?.() ?? `${who}: ${event.text}`;
}

function cardElement(name, more = "") {
  const suit = name === "Jo" || name.includes("?") ? "" : name[1];
  return el("span", { class: `card ${suit} ${more}` }, name === "??" ? "?" : pretty(name));
}

// A seat's cards now: those known to be held, and how many others.
function cardsOf(table, seat) {
  const known = bitsOf(table.held[seat]).map(nameOfBit);
  const left = table.slots[seat].length - table.gone[seat].length;
  const order = table.trump < 0 || table.trump === NO_TRUMP ? (name) => bitOf(name)
    : (name) => (suitNow(bitOf(name), table.trump) === table.trump ? 100 + strengthOf(bitOf(name), table.trump, table.trump)
      : indexOfBit(bitOf(name)));
  return [...known.sort((a, b) => order(b) - order(a)), ...Array(Math.max(0, left - known.length)).fill("??")];
}

function mayPlay(table) {
  if (table.phase !== "play" || table.turn < 0 || !table.exact[table.turn] || table.due) return [];
  return bitsOf(table.held[table.turn]).map(nameOfBit)
    .filter((card) => table.check({ verb: "play", seat: table.turn, card }).length === 0);
}

function seatElement(hand, table, seat, players, legal) {
  const roles = [];
  if (seat === hand.dealer) roles.push("deals");
  if (seat === table.maker) roles.push(`makes ${table.trump === NO_TRUMP ? "no trump" : SUIT_SIGNS[TRUMPS[table.trump]] ?? "trump"}`);
  if (seat === table.lone || seat === table.loneDefender) roles.push("alone");
  if (table.sits.has(seat)) roles.push("sits out");
  const onTurn = table.turn === seat && ["calls", "play"].includes(table.phase);
  const shown = cardsOf(table, seat);
  if (shown.length > table.slots[seat].length - table.gone[seat].length) roles.push("one of these is buried");
  return el("div", { class: `seat s${seat}${onTurn ? " turn" : ""}` },
    el("p", { class: "who" }, onTurn ? "▸ " : "", seatName(seat), players[seat] ? el("span", { class: "player" }, ` ${clean(players[seat], 40)}`) : null),
    el("p", { class: "roles" }, roles.join(" · ") || "\u00a0"),
    el("p", { class: "cards" }, shown.map((name) => cardElement(name, onTurn && legal.includes(name) ? "legal" : ""))));
}

function middleElement(table) {
  const last = table.trick.length === 0 && table.done.length > 0 && table.phase !== "calls";
  const trick = last ? table.done.at(-1) : table.trick;
  const winner = last ? table.winners.at(-1) : -1;
  const up = table.phase === "calls" && isOne(table.up)
    ? el("p", { class: "up" }, table.calls < 4 ? "up " : "turned down ", cardElement(nameOfBit(table.up))) : null;
  return el("div", { class: `middle${last ? " last" : ""}` }, up, trick.map(({ seat, name }) =>
    el("span", { class: `played s${seat}` }, cardElement(name), seat === winner ? el("span", { class: "took" }, "takes it") : null)));
}

// The stepper of a hand as an element with its own state.
class Stepper {
  constructor(hand, players) {
    this.hand = hand;
    this.players = players;
    this.at = 0;
    this.last = hand.walk.log.length;
    this.marked = new Map();
    for (const each of hand.findings) {
      const line = /\/log\/([0-9]+)$/.exec(each.pointer);
      if (line !== null) this.marked.set(Number(line[1]), [...(this.marked.get(Number(line[1])) ?? []), each]);
    }
    const button = (text, label, act, name) => el("button", { type: "button", class: name, "aria-label": label, onclick: () => this.go(act()) }, text);
    this.say = el("p", { class: "say", role: "status", "aria-live": "polite" });
    this.board = el("div", { class: "board" });
    this.lines = el("ol", { class: "log" }, hand.walk.log.map((event, i) => el("li", {}, el("button", { type: "button",
      class: this.marked.has(i) ? "faulty" : "", onclick: () => this.go(i + 1) }, eventWords(event),
    this.marked.has(i) ? " ✗" : ""))));
    this.element = el("div", { class: "stepper" },
      el("div", { class: "buttons", role: "group", "aria-label": "Steps of the hand" },
        button("⏮", "to the start", () => 0, "first"), button("◀ back", "one step back", () => this.at - 1, "back"),
        button("next ▶", "one step on", () => this.at + 1, "next"), button("⏭", "to the end", () => this.last, "end"),
        this.marked.size > 0 ? button("✗ next fault", "to the next fault", () => this.nextFault(), "fault") : null),
      this.say, this.board, el("details", {}, el("summary", {}, "All calls and cards"), this.lines));
    this.go(0);
  }

  nextFault() {
    const steps = [...this.marked.keys()].map((i) => i + 1).sort((a, b) => a - b);
    return steps.find((step) => step > this.at) ?? steps[0];
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.last, to));
    const { hand } = this;
    const table = tableAt(hand, this.at);
    const legal = mayPlay(table);
    this.board.replaceChildren(...[0, 1, 2, 3].map((seat) => seatElement(hand, table, seat, this.players, legal)),
      middleElement(table));
    const told = (this.marked.get(this.at - 1) ?? []).map((each) => el("span", { class: "told" }, `✗ ${each.code} ${each.message}`));
    const beyond = hand.walk.stopped !== null && this.at > hand.walk.stopped + 1 ? " (not judged: it comes after a fault)" : "";
    const step = this.at === 0 ? "The cards are dealt" : eventWords(hand.walk.log[this.at - 1]) + beyond;
    const place = table.phase === "calls" ? "" : ` Tricks: ${bySideText(table.tricks)}.`;
    const next = legal.length > 0 ? ` ${seatName(table.turn)} may play ${prettyRow(legal)}.` : "";
    this.say.replaceChildren(el("strong", {}, `${this.at} of ${this.last}: ${step}.`), `${place}${next}`, ...told);
    for (const [i, item] of [...this.lines.children].entries()) {
      if (i === this.at - 1) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    }
  }

  // Arrows step wherever the focus is; Home and End, which scroll a page, only among the stepper's own buttons.
  key(name) {
    const inside = this.element.contains(document.activeElement);
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, ...(inside ? { Home: 0, End: this.last } : {}) }[name];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }
}

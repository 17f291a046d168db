// Answers and findings as elements. All text passes through `clean`; none of it is read as markup.
"use strict";

const MARKS = { pass: "✓", fail: "✗", unproven: "?", unchecked: "·" };
const ANSWER_LABELS = { deal: "deal", commitment: "commitment", published: "published", choice: "choice",
  play: "calls and play", score: "score" };

// An element: attributes by name, `on*` as listeners; children are elements or text.
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child !== null) made.append(child instanceof Node ? child : clean(child, 4000));
  }
  return made;
}

const mark = (answer) => el("span", { class: `mark ${answer}`, "aria-hidden": "true" }, MARKS[answer]);

const short = (hex) => (hex === null || hex.length < 16 ? hex : `${hex.slice(0, 8)}…${hex.slice(-4)}`);

function worst(answers) {
  return ["fail", "unproven", "pass"].find((each) => answers.includes(each)) ?? "unchecked";
}

// Which answer a finding belongs to.
function answerOf(code) {
  if (code[0] === "D") return "deal";
  if (code[0] === "S") return "score";
  if (code[0] !== "C") return "play";
  if (/^C(10|211|23)/.test(code)) return "commitment";
  return /^C(11|22|5(?!12))/.test(code) ? "choice" : "published";
}

function allFindings({ result }) {
  return [...result.findings.map((each) => ({ ...each, hand: null })),
    ...result.hands.flatMap((hand) => hand.findings.map((each) => ({ ...each, hand: hand.number })))];
}

function verdictOf(checked) {
  const { result } = checked;
  const answers = [result, ...result.hands].flatMap((holder) => Object.values(holder.answers));
  const faults = allFindings(checked).filter(isError).length;
  if (faults > 0 || answers.includes("fail")) return ["fail", `FAIL · ${faults} fault${faults === 1 ? "" : "s"}`];
  if (answers.every((each) => each === "unchecked")) return ["unchecked", "UNCHECKED · nothing here could be checked"];
  const open = ANSWERS.filter((name) => result.hands.some((hand) => hand.answers[name] === "unproven")).length;
  if (open === 0) return ["pass", "PASS"];
  return ["pass", `PASS · ${open} thing${open === 1 ? "" : "s"} that this file cannot prove`];
}

// What the answers rest on, and what a fault can tell of who made it.
function basisWords({ result }) {
  if (result.hands.some((hand) => hand.answers.deal === "fail" && hand.audit?.dealt != null)) {
    return "This file and the revealed deal disagree: one of them was changed, and this check cannot tell which.";
  }
  const signed = result.hands.filter((hand) => hand.audit?.proof?.signed.answer === "pass").length;
  if (signed === 0) return "Nothing in this file is shown to be signed by a dealer: it agrees with itself, or it does not.";
  const whose = result.hands.length === 1 ? "The commitment" : `The commitments of ${signed} of ${result.hands.length} hands`;
  return `${whose} stood in the club's ledger when its key signed that.`;
}

// One sentence for an answer of a hand.
function sentence(name, hand, result) {
  const answer = hand.answers[name];
  const told = hand.findings.filter((each) => answerOf(each.code) === name);
  const first = told.find(isError) ?? told[0];
  if (answer === "fail") return first?.message ?? "see the faults of the game";
  if (answer === "unproven") return first?.message ?? "the file does not show it";
  if (answer === "unchecked") {
    const wanted = ["play", "score"].includes(name);
    if (wanted && !result.covered) return `this page does not judge the play of house ${result.house}`;
    return first?.message ?? "the file has no record of it";
  }
  return {
    deal: () => `${hand.audit.dealt?.deck.length ?? ""} cards recomputed; all that the file saw are where they should be`,
    commitment: () => `${short(hand.commitment)} fits the terms and the revealed secret`,
    published: () => "the commitment is the one that you noted; that you noted it before the hand, only you know",
    choice: () => "",
    play: () => `${hand.calls} calls, ${hand.cards} cards, nothing against the rules`,
    score: () => scoreWords(hand),
  }[name]();
}

function scoreWords(hand) {
  const made = hand.points === null ? "" : hand.points[0] === hand.points[1] ? "nobody scores"
    : `${SIDE_NAMES[hand.points[0] > hand.points[1] ? 0 : 1]} ${Math.max(...hand.points)} point${Math.max(...hand.points) === 1 ? "" : "s"}`;
  const tricks = hand.tricks === null || hand.tricks[0] + hand.tricks[1] === 0 ? "" : `tricks ${bySideText(hand.tricks)}; `;
  return tricks + made + (hand.score === null ? "" : `; the score is ${scoreText(hand.score)}`);
}

function answerList(hand, result) {
  return el("ul", { class: "answers" }, ANSWERS.map((name) => {
    const answer = hand.answers[name];
    const code = hand.findings.find((each) => answerOf(each.code) === name && (answer !== "fail" || isError(each)));
    return el("li", { class: answer }, mark(answer), el("span", { class: "name" }, ANSWER_LABELS[name]),
      el("span", { class: "word" }, answer), el("span", { class: "why" }, sentence(name, hand, result)),
      code !== undefined && answer !== "pass" ? el("span", { class: "code" }, code.code) : null);
  }));
}

// The answers of a whole game: the worst of its hands, and how many pass.
function gameAnswers(result) {
  const count = result.hands.length;
  return el("ul", { class: "answers" }, ANSWERS.map((name) => {
    const all = result.hands.map((hand) => hand.answers[name]);
    const answer = worst([...all, result.answers[name]]);
    const parts = ["fail", "unproven", "unchecked"].filter((each) => all.includes(each))
      .map((each) => `${all.filter((one) => one === each).length} ${each}`);
    const passed = all.filter((each) => each === "pass").length;
    const own = result.findings.find((each) => isError(each) && answerOf(each.code) === name);
    const why = [`${passed} of ${count} hands pass`, ...parts].join(", ") + (own ? `; ${own.message}` : "");
    return el("li", { class: answer }, mark(answer), el("span", { class: "name" }, ANSWER_LABELS[name]),
      el("span", { class: "word" }, answer), el("span", { class: "why" }, why));
  }));
}

function findingItem(each) {
  const rows = [["expected", each.expected], ["found", each.found]].filter(([, value]) => value !== null && value !== undefined);
  return el("li", { class: `finding ${each.severity}` },
    el("p", {}, el("span", { class: "severity" }, each.severity === "error" ? "✗ fault" : each.severity === "warning"
      ? "! warning" : "? note"), " ", el("span", { class: "code" }, each.code), " ", each.message),
    rows.length > 0 ? el("dl", {}, rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])) : null,
    (each.related ?? []).length > 0 ? el("ul", { class: "related" }, each.related.map((more) => el("li", {}, more))) : null,
    el("p", { class: "place" }, `line ${each.line}`, each.pointer ? ` · ${each.pointer}` : ""));
}

// What the file cannot prove, and whom to ask.
const ASK = {
  C210: "Next time: note the commitment before the cards are dealt, and give it here. Or ask the club for its published list.",
  C211: "Ask the club for the commitment that it published before this hand.",
  C220: "Ask the club to let the players, or a public beacon, put something into the shuffle.",
  C221: "The command line checks more here: your own number, the club's ledger, a public beacon.",
  C231: "Ask the club for the first line of this session in its ledger.",
  C310: "Get the club's key from the club itself, and give it here.",
  D210: "Ask the club for the terms and the secret of this deal.",
};

function askList(findings) {
  const asks = [...new Set(findings.map((each) => ASK[each.code]).filter((ask) => ask !== undefined))];
  return asks.length === 0 ? null : el("ul", { class: "asks" }, asks.map((ask) => el("li", {}, ask)));
}

const stageWords = (stage) => ({ shuffle: "shuffle", "cut-middle": `cut ${stage.cut} from the top`,
  "cut-thirds": `cut in packets of ${stage.packets?.join(", ")}, stacked ${[...(stage.order ?? "")].join(" ")}` })[stage.kind];

function dealDetails(audit) {
  if (audit?.dealt == null) return null;
  const { dealt, terms } = audit;
  const value = (name, text) => [el("dt", {}, name), el("dd", {}, el("code", {}, text))];
  return el("details", {}, el("summary", {}, "The deal, stage by stage"),
    el("dl", { class: "values" }, value("SHA-256 of the terms", toHex(audit.termsHash)),
      value("commitment", audit.commitment ?? "none"), value("mix", toHex(dealt.mix)), value("key", toHex(dealt.key))),
    el("ol", { class: "stages" }, dealt.trace.map((stage) => el("li", {}, `${stageWords(stage)}: `,
      el("span", { class: "row" }, prettyRow(stage.deck))))),
    el("ul", { class: "stages" }, dealt.hands.map((hand, seat) => el("li", {}, `${seatName(seat, terms.seats)}: `,
      el("span", { class: "row" }, prettyRow(hand)))),
    el("li", {}, "kitty: ", el("span", { class: "row" }, prettyRow(dealt.kitty)))));
}

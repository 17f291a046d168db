// What a person does with the page: picks, drops or pastes a file, reads the answers, steps through a hand.
"use strict";

const PAGE = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const state = { bytes: null, name: "", stepper: null, turn: 0 };

function refuse(message) {
  $("result").replaceChildren(el("p", { class: "verdict fail" }, mark("fail"), ` ${message}`));
}

async function check() {
  if (state.bytes === null) return;
  state.stepper = null;
  const turn = (state.turn += 1);
  $("result").replaceChildren(el("p", {}, "Checking…"));
  let shown;
  try {
    const options = await readOptions($("key").value, $("saw").value);
    shown = showChecked(await checkBytes(state.bytes, options));
  } catch (error) {
    if (!(error instanceof Refused)) {
      if (turn === state.turn) refuse(`This page failed on this file, which is its own fault: ${error}`);
      throw error;
    }
    shown = () => refuse(`What you gave along: ${error.message}`);
  }
  if (turn !== state.turn) return; // another file came meanwhile
  shown();
  $("result").focus();
}

function showChecked(checked) {
  if (checked.refusal !== undefined) return () => showRefusal(checked.refusal);
  return () => showResult(checked);
}

function showRefusal(refusal) {
  const place = [`${state.name}, line ${refusal.line}`, refusal.pointer].filter((each) => each).join(" · ");
  $("result").replaceChildren(
    el("h2", {}, "The answer"),
    el("p", { class: "verdict fail" }, mark("fail"), " This file cannot be read, so nothing was checked."),
    el("ul", { class: "findings" }, el("li", { class: "finding error" },
      el("p", {}, el("span", { class: "code" }, refusal.code), " ", refusal.message),
      refusal.expected ? el("p", {}, `expected: ${clean(refusal.expected)}`) : null,
      el("p", { class: "place" }, place))),
    el("p", {}, "Ask whoever gave you the file for a new copy; do not mend it by hand."));
}

function headline({ result, game }) {
  const first = result.hands[0];
  const what = result.alone ? `Hand ${first.number}` : `${result.hands.length} hand${result.hands.length === 1 ? "" : "s"}`;
  return [what, game.game, `house ${game.house}`].filter((each) => each !== undefined).join(", ");
}

function showResult(checked) {
  const { result } = checked;
  const [answer, words] = verdictOf(checked);
  const detail = el("section", { id: "hand", "aria-label": "The hand" });
  const list = result.alone || result.hands.length === 1 ? null : handList(checked, detail);
  const own = result.findings.map(findingItem);
  $("result").replaceChildren(...[
    el("h2", {}, "The answer"),
    el("p", { class: "what" }, headline(checked), el("span", { class: "file" }, ` · ${clean(state.name)}`)),
    el("p", { class: `verdict ${answer}` }, mark(answer), ` ${words}`),
    el("p", { class: "basis" }, basisWords(checked)),
    list === null ? null : gameAnswers(result),
    own.length > 0 ? el("ul", { class: "findings" }, own) : null,
    list,
    detail,
  ].filter((each) => each !== null));
  const worstHand = result.hands.find((hand) => Object.values(hand.answers).includes("fail")) ?? result.hands[0];
  showHand(checked, worstHand, detail);
}

function handList(checked, detail) {
  const { hands } = checked.result;
  const items = hands.map((hand) => {
    const answer = worst(Object.values(hand.answers));
    const names = ANSWERS.filter((name) => hand.answers[name] === answer).map((name) => ANSWER_LABELS[name]);
    const words = answer === "pass" ? "pass" : `${answer}: ${names.join(", ")}`;
    return el("li", {}, el("button", { type: "button", "data-hand": hand.number, onclick: () => showHand(checked, hand, detail, true) },
      mark(answer), el("span", { class: "number" }, `hand ${hand.number}`), el("span", { class: "why" }, words)));
  });
  return el("nav", { "aria-label": "Hands of the game" }, el("h3", {}, "Hand by hand"), el("ol", { class: "hands" }, items));
}

function showHand(checked, hand, detail, move = false) {
  const { result } = checked;
  for (const button of document.querySelectorAll("[data-hand]")) {
    button.toggleAttribute("aria-current", false);
    if (button.dataset.hand === String(hand.number)) button.setAttribute("aria-current", "true");
  }
  const shown = hand.findings.filter((each) => isError(each) || !ANSWERS.includes(answerOf(each.code)) || each.related.length > 0);
  const notes = hand.findings.filter((each) => !shown.includes(each));
  const mayStep = hand.walk !== null && hand.walk.log.length > 0;
  state.stepper = mayStep ? new Stepper(hand, result.players) : null;
  detail.replaceChildren(...[
    el("h3", { tabindex: "-1" }, `Hand ${hand.number}`, hand.dealer === null ? "" : `, ${seatName(hand.dealer, result.rules.seats)} deals`),
    answerList(hand, result),
    shown.length > 0 ? el("ul", { class: "findings" }, shown.map(findingItem)) : null,
    notes.length > 0 ? el("details", { class: "notes" }, el("summary", {}, `What stays open (${notes.length}), and whom to ask`),
      el("ul", { class: "findings" }, notes.map(findingItem)), askList(hand.findings)) : null,
    dealDetails(hand.audit),
    state.stepper === null ? null : el("h4", {}, "Step through the hand"),
    state.stepper === null ? null : el("p", { class: "hint" }, "with the buttons, or the arrow keys ← →"),
    state.stepper?.element ?? null,
  ].filter((each) => each !== null));
  if (move) {
    const head = detail.querySelector("h3");
    head.focus({ preventScroll: true });
    head.scrollIntoView({ block: "start" });
  }
}

async function take(blob, name) {
  state.name = name;
  if (blob.size > MOST_BYTES) {
    state.bytes = null;
    showRefusal({ code: "F106", message: "larger than 16 MiB, which no hand or game is", line: 1, pointer: "" });
    return;
  }
  state.bytes = new Uint8Array(await blob.arrayBuffer());
  await check();
}

async function selfTest() {
  const out = $("test-result");
  out.textContent = "Checking…";
  const wrong = [];
  for (const vector of PAGE.vectors) {
    const fault = await vectorFault(vector);
    if (fault !== null) wrong.push(`${vector.id}: ${fault}`);
  }
  const signs = await hasEd25519() ? "This browser can check the club's signature." : "This browser cannot check the club's "
    + "signature (it has no Ed25519); all else it can.";
  out.replaceChildren(mark(wrong.length > 0 ? "fail" : "pass"), ` ${PAGE.vectors.length - wrong.length} of ${PAGE.vectors.length} `
    + `vectors are as they say. ${signs}`, wrong.length > 0 ? el("ul", {}, wrong.map((each) => el("li", {}, each))) : "");
}

function start() {
  if (globalThis.crypto?.subtle === undefined) {
    refuse("This browser keeps its SHA-256 (WebCrypto) from this page. Save the page as a file and open that, or use another browser.");
    return;
  }
  $("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file !== undefined) take(file, file.name);
  });
  $("check").addEventListener("click", () => {
    const text = $("text").value;
    if (text.trim() === "" && state.bytes !== null) check();
    else take(new Blob([text]), "pasted text");
  });
  for (const id of ["saw", "key"]) $(id).addEventListener("change", () => check());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined) take(file, file.name);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("textarea, input, summary") !== null;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || state.stepper === null) return;
    if (state.stepper.key(event.key)) event.preventDefault();
  });
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("#result .notes, #limits details")) each.open = true;
  });
  $("self-test").addEventListener("click", () => selfTest());
}

start();

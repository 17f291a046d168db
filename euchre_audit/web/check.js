// One file, and what the person gives along, to one result: what the page shows and what tests compare.
"use strict";

// {keys, saw} of what a person typed in; throws Refused with what is wrong.
async function readOptions(keyText, sawText) {
  const saw = sawText.split(/\s+/).filter((word) => word !== "");
  const wrong = saw.find((word) => fromHex(word, 32) === null);
  if (wrong !== undefined) {
    const hint = fromHex(wrong.toLowerCase(), 32) !== null ? "; write its letters small" : "";
    throw new Refused(`a commitment is 64 small hex digits; ${shortly(wrong)} is not${hint}`);
  }
  return { keys: await readKeys(keyText), saw };
}

// {result} of a record's bytes, or {refusal}: a finding that says why nothing could be checked.
async function checkBytes(bytes, options) {
  const schemas = { "euchre-hand/1": PAGE.schemas.hand, "euchre-game/1": PAGE.schemas.game };
  let read;
  try {
    read = readRecord(textOf(bytes), schemas);
    const result = await auditRecord(read, options);
    const findings = [result, ...result.hands].flatMap((holder) => holder.findings);
    linesAt(read.text, findings.map((each) => each.pointer)).forEach((line, i) => {
      findings[i].line = line;
    });
    return { result, game: read.game };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const refusal = { ...error.finding, title: PAGE.codes[error.finding.code][1] };
    if (refusal.line === null) refusal.line = lineAt(read.text, refusal.pointer);
    return { refusal };
  }
}

// Answers and codes alone, in the form that the other implementation is compared in.
function inShort({ result, refusal }) {
  if (refusal !== undefined) return { refused: refusal.code };
  const codes = (holder) => holder.findings.map((each) => each.code).sort();
  return { answers: result.answers, codes: codes(result), score: result.score,
    hands: result.hands.map((hand) => ({ answers: hand.answers, bidding: hand.bidding, codes: codes(hand),
      tricks: hand.tricks, points: hand.points })) };
}

// One deal's evidence: terms, commitment and secret, and the deal that they give.
"use strict";

class DealAudit {
  // `context`: {rules, game, diff, house, players, alone, over, pointer, shownBefore, keys, saw}.
  constructor(record, context, dealer) {
    this.record = record;
    this.context = context;
    this.dealer = dealer;
    this.answers = {};
    this.findings = [];
    this.terms = null;
    this.dealt = null;
    this.commitment = null;
    this.contradicted = new Set();
    this.explains = null;
    this.misplaced = false;
    this.cards = "recorded";
    this.proof = null;
    this.termsHash = null;
  }

  add(code, message, part, more) {
    this.findings.push(finding(code, message, this.context.pointer + part, more));
    return this.findings.length - 1;
  }

  fail(answer, code, message, part, more) {
    this.answers[answer] = "fail";
    return this.add(code, message, part, more);
  }

  setDefault(answer, value) {
    this.answers[answer] ??= value;
  }

  async run() {
    const evidence = this.record.deal;
    if (evidence !== undefined) await this.judgeEvidence(evidence, this.record.hand);
    if (this.dealt !== null) compareCards(this);
    else checkRecorded(this);
    return this;
  }

  async judgeEvidence(given, number) {
    const evidence = withLeaf(given, number, this.context);
    this.evidence = evidence;
    this.readTerms(evidence);
    const secret = this.readSecret(evidence);
    const commitment = this.readCommitment(evidence);
    this.answers.published = "unproven";
    this.why = ["C210", "the file holds no proof that the commitment was out before the hand"
      + (this.context.keys.some((key) => key.kind === 1) ? "; nothing in it is signed by your key" : "")];
    if (evidence.proof !== undefined) await checkProof(this, evidence, number);
    if (commitment !== null && this.context.saw.includes(evidence.commitment)
      && this.answers.published === "unproven") {
      this.answers.published = "pass";
    }
    if (this.terms !== null) await this.judgeTerms(evidence, secret, commitment, number);
    if (this.answers.published === "unproven") this.add(this.why[0], this.why[1], "/deal/commitment");
  }

  readTerms(evidence) {
    if (evidence.terms === undefined) {
      this.answers.deal = "unproven";
      this.setDefault("commitment", "unproven");
      this.add("D210", "the terms of this deal are not in the file, so the deal cannot be recomputed", "/deal");
      return;
    }
    try {
      this.terms = parseTerms(evidence.terms);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.fail("deal", "D101", `the terms are malformed: ${error.message}`, "/deal/terms");
    }
  }

  readSecret(evidence) {
    if (evidence.secret === undefined) return null;
    const secret = fromHex(evidence.secret, 32);
    if (secret === null) this.fail("deal", "D104", "the secret is not 64 small hex digits", "/deal/secret");
    return secret;
  }

  readCommitment(evidence) {
    if (evidence.commitment === undefined) {
      this.answers.commitment = "unproven";
      this.add("C211", "the file holds no commitment for this deal", "/deal");
      return null;
    }
    const commitment = fromHex(evidence.commitment, 32);
    if (commitment === null) {
      this.fail("commitment", "C102", "the commitment is not 64 small hex digits", "/deal/commitment");
    } else {
      this.commitment = evidence.commitment;
    }
    return commitment;
  }

  async judgeTerms(evidence, secret, commitment, number) {
    this.answers.choice = "unproven";
    this.termsHash = await sha256(utf8(evidence.terms));
    if (secret === null) {
      if (this.answers.deal === undefined) {
        this.answers.deal = "unproven";
        this.add("D210", "the secret of this deal is not in the file, so the deal cannot be recomputed", "/deal");
      }
      this.setDefault("commitment", "unproven");
    } else if (commitment !== null) {
      const made = toHex(await commitmentOf(this.termsHash, secret));
      if (made !== evidence.commitment) {
        await this.mismatch(evidence, secret, made);
        return;
      }
      this.answers.commitment = "pass";
    }
    this.compareTerms(number);
    await judgeHeader(this, evidence);
    if (secret !== null) await judgeSecret(this, evidence, secret);
    await judgeChoice(this, evidence, commitment);
    if (secret === null) return;
    const dealt = await this.recompute(evidence, secret);
    if (dealt === null) {
      this.answers.deal = "fail"; // C110 to C112 say whose value is missing
      return;
    }
    this.dealt = dealt;
    if (!/^[0-9]$/.test(this.terms.dealer) && number !== 0 && this.dealer !== null && dealt.dealer !== this.dealer) {
      const [drawn, named] = [seatName(dealt.dealer, this.terms.seats), seatName(this.dealer, this.terms.seats)];
      this.fail("deal", "D102", `the deal draws ${drawn} as dealer; the record says ${named}`, "/dealer");
      this.contradicted.add("dealer");
    }
  }

  async recompute(evidence, secret) {
    const values = new Map();
    for (const { seat, value } of evidence.values ?? []) {
      const bytes = fromHex(value, 32);
      if (bytes !== null && this.terms.players.includes(seat) && !values.has(seat)) values.set(seat, bytes);
    }
    const signature = fromHex(evidence.beacon?.signature, 48);
    try {
      return await dealCards(this.terms, this.termsHash, secret, values, signature);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  // Commitment and secret disagree: that is the one finding; what the secret would have dealt is shown under it.
  async mismatch(evidence, secret, made) {
    const dealt = await this.recompute(evidence, secret);
    const related = (dealt?.hands ?? []).map((hand, seat) =>
      `this secret would deal ${seatName(seat, this.terms.seats)} ${prettyRow(hand)}`);
    this.fail("commitment", "C101", "the commitment does not fit the terms and the secret; one of the three was changed",
      "/deal/commitment", { expected: made, found: evidence.commitment, related });
    this.add("C220", "what went into this shuffle is not shown: what was revealed is not what was promised",
      "/deal/terms");
  }

  compareTerms(number) {
    const { terms, context, dealer } = this;
    const named = /^[0-9]$/.test(terms.dealer);
    const pairs = [["session", terms.session, context.game], ["hand", terms.hand, number],
      ["seats", terms.seats, context.rules.seats], ["deck", terms.deck, context.rules.deck],
      ["dealer", named ? Number(terms.dealer) : null, named ? dealer : null]];
    const wrong = pairs.filter(([, promised, recorded]) => recorded !== undefined && recorded !== null
      && promised !== recorded);
    if (wrong.length > 0) {
      const [what, ...both] = wrong[0];
      const [promised, recorded] = what === "dealer" ? both.map((seat) => seatName(seat, terms.seats)) : both;
      const at = this.fail("deal", "D102", `the terms are for ${what} ${promised}, the record is of ${what} ${recorded}`,
        "/deal/terms", { expected: String(promised), found: String(recorded),
          related: wrong.slice(1).map(([name, t, r]) => `${name}: terms ${t}, record ${r}`) });
      this.contradicted = new Set(wrong.map(([name]) => name));
      if (wrong.some(([name]) => name !== "dealer")) this.explains = at;
    } else if (terms.pattern !== "none" && !context.rules.patterns.includes(terms.pattern)) {
      const allowed = context.rules.patterns.join(" or ");
      this.fail("deal", "D103", `dealt in the pattern ${terms.pattern}; this house deals ${allowed}`, "/deal/terms",
        { expected: allowed, found: terms.pattern });
    }
  }

  // Tell something with the finding from which it follows; whether there is one.
  explain(text) {
    if (this.explains === null) return false;
    this.findings[this.explains].related.push(text);
    return true;
  }
}

// What the evidence leaves out and its proof's leaf has, where that is the commit of this hand.
function withLeaf(evidence, number, context) {
  if (evidence.proof === undefined || (evidence.terms !== undefined && evidence.commitment !== undefined)) {
    return evidence;
  }
  const commit = commitLine(evidence.proof.leaf);
  if (commit === null || ofAnother(commit, number, context) !== null) return evidence;
  return { ...evidence, terms: evidence.terms ?? commit.terms, commitment: evidence.commitment ?? commit.commitment };
}

function commitLine(text) {
  try {
    const { kind, line } = ledgerLine(text, PAGE.schemas.ledger);
    return kind === "commit" ? line : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

// Which other hand a commit line is of; null where it may be of this one.
function ofAnother(commit, number, context) {
  let terms;
  try {
    terms = parseTerms(commit.terms);
  } catch (error) {
    if (error instanceof Refused) return "no hand: its terms are malformed";
    throw error;
  }
  const fits = (context.game === undefined || context.game === terms.session)
    && (number === undefined || number === terms.hand);
  return fits ? null : `hand ${terms.hand} of ${terms.session}`;
}

// The proof in the file: checkpoint, signature, leaf, path, root; the first that does not hold is the finding.
async function checkProof(audit, evidence, number) {
  const { proof } = evidence;
  const fail = (code, message, part, more) => audit.fail("published", code, message, `/deal/proof${part}`, more);
  let checkpoint;
  try {
    checkpoint = parseCheckpoint(proof.checkpoint);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return fail("C304", `the proof's checkpoint is none: ${error.message}`, "/checkpoint");
  }
  const signed = await whoSigned(checkpoint, audit.context.keys);
  if (signed.answer === "fail") return fail(signed.code, signed.message, "/checkpoint", { expected: signed.expected });
  if (BigInt(proof.size) !== checkpoint.size) {
    return fail("C302", `the proof is for a ledger of ${proof.size} lines, its checkpoint for one of ${checkpoint.size}`,
      "/size");
  }
  const commit = commitLine(proof.leaf);
  if (commit === null) return fail("C301", "the proof's leaf is not the commit line of a ledger", "/leaf");
  if (evidence.terms !== undefined && commit.terms !== evidence.terms) {
    return fail("C301", "the proof's leaf is the commit of other terms", "/leaf");
  }
  if (evidence.commitment !== undefined && commit.commitment !== evidence.commitment) {
    return fail("C301", "the proof's leaf is a commit with another commitment", "/leaf");
  }
  const other = evidence.terms === undefined ? ofAnother(commit, number, audit.context) : null;
  if (other !== null) return fail("C301", `the proof's leaf is the commit of ${other}`, "/leaf");
  let root;
  try {
    root = await rootOfPath(await leafHash(proof.leaf), proof.index, proof.size, proof.path);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return fail("C302", `the proof is not of its form: ${error.message}`, "");
  }
  if (!equalBytes(root, checkpoint.root)) {
    return fail("C303", "the path does not lead from this line to the checkpoint's root; leaf, index or path was changed",
      "", { expected: toHex(checkpoint.root), found: toHex(root) });
  }
  if (audit.terms !== null && !audit.terms.session.startsWith(checkpoint.origin + "/")) {
    return fail("C306", `session ${audit.terms.session} is not one of ${checkpoint.origin.slice(0, 100)}'s`, "");
  }
  const line = `line ${BigInt(proof.index) + 1n}`;
  audit.proof = { checkpoint, signed, line };
  audit.why = signed.answer === "pass"
    ? ["C210", `${line} of the ${checkpoint.size} that ${checkpoint.origin} signed; that it stood there before the hand is `
      + "its word"]
    : ["C310", `${line} of ${checkpoint.origin}'s ledger by the file; who signed that was not checked: ${signed.why}`];
  if (proof.timestamp !== undefined) {
    audit.add("C512", "the time stamp was not checked: this page does not check any", "/deal/proof/timestamp");
  }
  return null;
}

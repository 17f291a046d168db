// How a game ends against what it says of its end, and the person's own commitments against those of the file.
"use strict";

Object.assign(GameAudit.prototype, {
  judgeGameEnd() {
    const { game, rules } = this;
    const score = this.running.claimed ?? this.running.rescored;
    if (["target", "deals"].includes(game.ended) && score !== null) {
      const wanted = rules.deals > 0 ? "deals" : "target";
      if (!this.reached || game.ended !== wanted) {
        const goal = rules.deals > 0 ? `${rules.deals} deals` : `${rules.target} points`;
        this.add("G110", `the record says the game ended by ${game.ended}, at ${scoreText(score)}; it is for ${goal}`, "/ended");
      }
    } else if (game.ended === "abandoned" && this.reached && this.over) {
      this.add("G110", "the record says the game was abandoned; it was won", "/ended");
    } else if (!this.reached && game.ended === undefined && score !== null && this.conceded === null) {
      this.add("G105", `the game has no end: the last score is ${scoreText(score)}`, "/hands");
    }
    const { result } = game;
    if (result === undefined) return;
    if (score !== null && !this.unsure && this.result.answers.score !== "fail") this.result.answers.score = "pass";
    if (score !== null && result.score !== undefined && !this.scores().some((each) => same(each, result.score))) {
      this.add("S104", `the result is ${scoreText(result.score)}, the score after the last hand ${scoreText(score)}`,
        "/result/score", { expected: scoreText(score), found: scoreText(result.score) });
    }
    if (result.winners !== undefined) this.judgeWinners([...result.winners].sort());
  },

  judgeWinners(given) {
    const name = (sides) => sides.map((side) => SIDE_NAMES[side] ?? `side ${side}`).join(" and ") || "nobody";
    const won = (score) => [0, 1].filter((side) => score[side] === Math.max(...score));
    if (this.conceded !== null) {
      if (given.includes(this.conceded) || given.length === 0) {
        this.add("S105", `${name([this.conceded])} conceded the game, and ${name(given)} won it by the record`, "/result/winners");
      }
      return;
    }
    if (this.rules.deals > 0 && !this.fromTheFirst) return;
    const ends = ["claimed", "rescored"].map((which) => this.pathOf(which)).filter((each) => each !== null);
    const possible = [...ends.map((each) => each.winners), ...(this.told ? this.scores().map(won) : [])];
    if (ends.length > 0 && !possible.some((each) => sameValue(each, given))) {
      const right = ends.at(-1);
      this.add("S105", `${name(right.winners)} won, at ${scoreText(right.score)}`, "/result/winners",
        { expected: name(right.winners), found: name(given) });
    }
  },

  // Score and winners where the game ends by one of the two scores; null where it does not, or that is not known.
  pathOf(which) {
    for (const step of this.steps) {
      const score = step[which];
      if (score === null) return null;
      if (isGameOver(this.rules, score, step.counted)) {
        return { score, winners: [0, 1].filter((side) => score[side] === Math.max(...score)) };
      }
    }
    return null;
  },

  // A commitment that the person saw has to be that of some deal here.
  compareSaw() {
    const { hands } = this.result;
    const held = new Set([this.drawCommitment, ...hands.map((hand) => hand.commitment)]);
    const unknown = this.options.saw.filter((seen) => !held.has(seen));
    if (unknown.length === 0 || (hands.length === 1 && unknown.length < this.options.saw.length)) return;
    for (const seen of unknown) {
      if (hands.length > 1) {
        this.result.findings.push(finding("C201", "a commitment you saw is not that of any hand here", "", { expected: seen }));
        this.result.answers.published = "fail";
        continue;
      }
      const [hand] = hands;
      const message = hand.commitment === null ? "you saw a commitment, and the file holds none"
        : "the commitment you saw is another one than the file's";
      hand.findings = hand.findings.filter((each) => each.code !== "C210");
      hand.findings.push(finding("C201", message, "/deal/commitment", { expected: seen, found: hand.commitment }));
      hand.answers.published = "fail";
    }
  },
});

// A record to answers and findings: each hand, whose deal it is, the running score, the end.
"use strict";

const ANSWERS = ["deal", "commitment", "published", "choice", "play", "score"];
const nothingChecked = () => Object.fromEntries(ANSWERS.map((name) => [name, "unchecked"]));

// The house and rules of a game; throws Unreadable where they make none.
function gameRules(game) {
  const names = Object.keys(PAGE.houses).join(", ");
  const refuse = (code, message, pointer, expected = null) => {
    throw new Unreadable(code, message, { pointer, line: null, expected });
  };
  if (game.house === undefined) refuse("F120", "the file names no house, so there are no rules to judge by", "/house", names);
  if (!Object.hasOwn(PAGE.houses, game.house)) {
    refuse("F120", `there is no house ${shortly(game.house)} among those that this page knows`, "/house", names);
  }
  const house = PAGE.houses[game.house];
  const diff = game.rules ?? {};
  const rules = { ...house.rules, ...diff, points: { ...house.rules.points, ...diff.points },
    renege: { ...house.rules.renege, ...diff.renege } };
  if (diff.deals && diff.target === undefined) rules.target = 0;
  if ((rules.target > 0) === (rules.deals > 0)) refuse("F121", "the rules make no game: either target or deals is above 0", "/rules");
  if (rules.sides !== { 2: "solo", 3: "maker-against-rest", 4: "pairs" }[rules.seats]) {
    refuse("F121", `the rules make no game: ${rules.seats} players cannot be ${rules.sides}`, "/rules");
  }
  return { house, rules };
}

const judgesPlay = (rules) => rules.game === "five-trick" && rules.seats === 4 && rules.deck === 24
  && rules.farmers_hand === "off" && !rules.partners_best && !rules.go_under;

// `options`: {keys, saw}. Throws Unreadable where no rules can be had.
async function auditRecord({ game, alone }, options) {
  return new GameAudit(game, alone, options).run();
}

class GameAudit {
  constructor(game, alone, options) {
    this.game = game;
    this.alone = alone;
    this.options = options;
    Object.assign(this, gameRules(game));
    this.covered = judgesPlay(this.rules);
    const first = game.hands[0].hand ?? 1;
    const start = game.start ?? (!alone && first === 1 ? [0, 0] : null);
    this.running = { claimed: start, rescored: start };
    this.result = { house: game.house, rules: this.rules, covered: this.covered, alone, start, findings: [], hands: [],
      answers: nothingChecked(), players: (game.players ?? []).map(playerName), score: null };
    this.dealer = null;
    this.anyDealer = true;
    this.orDealer = null;
    this.number = null;
    this.counted = 0;
    this.fromTheFirst = first === 1;
    this.conceded = null;
    this.over = start !== null && this.rules.target > 0 && isGameOver(this.rules, start, 0);
    this.reached = this.over;
    this.told = false;
    this.unsure = false;
    this.steps = [];
    this.shownBefore = new Map();
    this.players = game.players;
    this.evidence = game.hands.some((hand) => hand.deal !== undefined);
  }

  add(code, message, pointer, more) {
    const made = finding(code, message, pointer, more);
    this.result.findings.push(made);
    if (isError(made) && code !== "G120" && code[0] !== "C") {
      this.result.answers["GPA".includes(code[0]) ? "play" : code[0] === "D" ? "deal" : "score"] = "fail";
    }
    return made;
  }

  async run() {
    const { game, result } = this;
    if (!this.isOfSoMany()) return result;
    this.judgeChoices();
    this.judgeDate();
    if (game.first_dealer !== undefined) await this.firstDealer(game.first_dealer);
    for (const [i, record] of game.hands.entries()) await this.hand(i, record);
    if (!this.alone && this.covered) this.judgeGameEnd();
    tellOnce([result, ...result.hands]);
    this.compareSaw();
    result.score = this.covered ? this.running.rescored : null;
    return result;
  }

  // A list by seat or side that is not as long as the house has seats or sides: nothing can be judged.
  isOfSoMany() {
    const { game, rules } = this;
    const sides = rules.sides === "pairs" ? 2 : rules.seats;
    const lists = [["/players", game.players, rules.seats], ["/start", game.start, sides],
      ["/result/score", game.result?.score, sides]];
    game.hands.forEach((hand, i) => {
      const at = `/hands/${i}`;
      lists.push([`${at}/dealt`, hand.dealt, rules.seats], [`${at}/players`, hand.players, rules.seats]);
      for (const name of ["tricks", "points", "score"]) lists.push([`${at}/claims/${name}`, hand.claims?.[name], sides]);
      (hand.rulings ?? []).forEach((each, j) => lists.push([`${at}/rulings/${j}/points`, each.points, sides]));
    });
    const wrong = lists.find(([, list, count]) => list !== undefined && list.length !== count);
    if (wrong === undefined) return true;
    const [pointer, list, count] = wrong;
    this.add("G130", `${list.length} stand here; house ${game.house} is for ${count}`, pointer);
    this.result.hands = game.hands.map((hand, i) => newHand(hand.hand ?? i + 1));
    return false;
  }

  judgeChoices() {
    const { house, rules } = this;
    for (const [key, allowed] of Object.entries(house.choices)) {
      const of = (from) => key.split(".").reduce((at, step) => at[step], from);
      const picked = [of(rules)].flat();
      const values = [...[of(house.rules)].flat(), ...allowed];
      if (picked.every((each) => values.includes(each))) continue;
      this.add("G120", `${key} is ${picked.join(" or ")}; house ${this.game.house} lets a table pick ${values.join(" or ")}`,
        "/rules", { expected: values.join(" or "), found: picked.join(" or ") });
    }
  }

  judgeDate() {
    const day = (this.game.played ?? "").slice(0, 10);
    if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) || Number.isNaN(Date.parse(day))) return;
    const { since, until } = this.house;
    if ((since === null || since <= day) && (until === null || day <= until)) return;
    this.add("G121", `played on ${day}, outside the days of house ${this.game.house}`, "/played");
  }

  async firstDealer(first) {
    if (this.fromTheFirst) {
      this.dealer = first.dealer;
      this.anyDealer = false;
    }
    const wanted = [this.rules.first_dealer, ...(this.house.choices.first_dealer ?? [])];
    if (this.house.stated.includes("first_dealer") && !wanted.includes(first.method)) {
      this.add("G123", `the first dealer was found by ${first.method}; this house finds it by ${wanted.join(" or ")}`,
        "/first_dealer/method");
    }
    const problem = drawProblem(first, this.rules);
    if (problem !== null) this.add("G109", problem, "/first_dealer/cards");
    if (first.deal === undefined) return;
    const audit = new DealAudit({ hand: 0, deal: first.deal, log: [] }, this.context("/first_dealer", {}), null);
    await audit.judgeEvidence(first.deal, 0);
    if (audit.dealt !== null) audit.setDefault("deal", "pass");
    this.result.findings.push(...audit.findings);
    this.drawCommitment = audit.commitment;
    for (const [name, answer] of Object.entries(audit.answers)) {
      if (this.result.answers[name] !== "fail") this.result.answers[name] = answer;
    }
    const { dealt, terms } = audit;
    if (dealt === null) return;
    this.anyDealer = this.anyDealer || dealt.dealer !== first.dealer;
    if (terms.dealer !== first.method) {
      this.add("D203", `the terms are for a draw by ${terms.dealer}, the record is of ${first.method}`, "/first_dealer/method");
    } else if (audit.explains !== null) {
      return;
    } else if (dealt.dealer !== first.dealer) {
      const [drawn, named] = [dealt.dealer, first.dealer].map((seat) => seatName(seat, this.rules.seats));
      this.add("D203", `the cards give the first deal to ${drawn}, the record to ${named}`, "/first_dealer/dealer",
        { expected: drawn, found: named });
    } else if (first.cards !== undefined && first.cards.some((name, i) => name !== dealt.deck[i])) {
      this.add("D203", "the cards shown are not the top of the deck", "/first_dealer/cards");
    }
  }

  context(pointer, record) {
    const { game } = this;
    return { rules: this.rules, game: game.game, house: game.house, diff: game.rules ?? {}, players: this.players, pointer,
      alone: pointer !== "/first_dealer" && (this.alone || game.players === undefined), over: record.ended !== undefined,
      shownBefore: this.shownBefore, keys: this.options.keys, saw: this.options.saw };
  }

  async hand(i, record) {
    const { rules } = this;
    const pointer = this.alone ? "" : `/hands/${i}`;
    const result = newHand(record.hand ?? i + 1);
    this.result.hands.push(result);
    if (this.over && !this.told && this.covered) {
      this.told = true;
      this.add("G104", "a hand was played after the game was over", pointer);
    }
    if (this.players === undefined && i === 0) this.players = record.players;
    let dealer = this.whoseDeal(record);
    const audit = await new DealAudit(record, this.context(pointer, record), dealer).run();
    Object.assign(result.answers, audit.answers);
    result.findings.push(...audit.findings);
    result.commitment = audit.commitment;
    result.audit = audit;
    if (audit.dealt !== null && !audit.misplaced && (dealer === null || audit.answers.commitment === "pass")) {
      dealer = audit.dealt.dealer;
    }
    if (dealer !== null && dealer >= rules.seats) dealer = null;
    result.dealer = dealer;
    if (record.deal === undefined && this.evidence) {
      result.findings.push(finding("D210", "other hands of this game hold evidence of their deals; this one holds none", pointer));
      for (const name of ["deal", "commitment", "published", "choice"]) {
        if (result.answers[name] !== "fail") result.answers[name] = "unproven";
      }
    }
    if (this.covered) this.judgePlayed(i, record, result, audit, dealer);
    if (result.findings.some((each) => each.code === "C210" || each.code === "C310")) result.asks = true;
  }

  judgePlayed(i, record, result, audit, dealer) {
    const { pointer } = audit.context;
    let walk = null;
    if (record.log !== undefined && dealer === null) {
      result.findings.push(finding("P340", "the record does not say who dealt, so the calls and the play cannot be judged",
        pointer + "/log"));
    } else if (record.log !== undefined) {
      walk = walkHand(record, audit, dealer, result);
    }
    if (walk !== null || record.log === undefined) judgeRulings(record, walk, this.rules, pointer, result);
    this.judgeNumber(pointer, record, audit);
    this.judgeRotation(pointer, record, audit, dealer);
    const unfinished = walk !== null && walk.stopped === null && record.ended === undefined
      && !["blind", "over"].includes(walk.table.phase);
    if (unfinished && i === this.game.hands.length - 1) {
      result.findings.push(finding("G107", "the record stops within this hand", pointer));
    } else if (unfinished) {
      result.findings.push(finding("G106", "the hand stops short without saying why, and another follows", pointer));
      result.answers.play = "fail";
    }
    judgeScore(record, walk, result, audit.context, this.running);
    result.walk = walk;
    this.carry(record, walk, result, dealer);
  }

  // The seat by which to judge the calls: where the record names another dealer than the one whose turn it is, and
  // the first call is that of the latter's left, the name is what is wrong.
  whoseDeal(record) {
    if (record.dealer === undefined) return this.anyDealer ? null : this.dealer;
    if (this.anyDealer || this.dealer === null || record.dealer === this.dealer) return record.dealer;
    const first = (record.log ?? []).map(parseEvent).find(({ verb }) => verb !== "turn")?.seat;
    return first === (this.dealer + 1) % this.rules.seats ? this.dealer : record.dealer;
  }

  judgeNumber(pointer, record, audit) {
    let number = record.hand;
    if (audit.contradicted.has("hand") && !audit.misplaced) number = audit.terms.hand;
    if (number === undefined) return;
    if (this.number !== null && number <= this.number) {
      this.add("G102", `hand ${number} comes after hand ${this.number}`, pointer + "/hand");
    } else if (this.number !== null && number > this.number + 1) {
      this.add("G103", `after hand ${this.number} comes hand ${number}: void deals, or hands left out`, pointer + "/hand");
    }
    this.number = number;
  }

  judgeRotation(pointer, record, audit, judged) {
    const dealer = audit.contradicted.size > 0 ? judged : record.dealer ?? null;
    if (this.anyDealer || this.dealer === null || dealer === null || [this.dealer, this.orDealer].includes(dealer)) return;
    this.add("G101", `${seatName(dealer)} deals; it was ${seatName(this.dealer)}'s turn to deal`, pointer + "/dealer",
      { expected: seatName(this.dealer), found: seatName(dealer) });
  }

  carry(record, walk, result, dealer) {
    const { rules } = this;
    const shown = walk !== null && walk.stopped === null ? walk.table.ended : null;
    const ended = record.ended ?? shown;
    const turn = this.dealer;
    this.orDealer = turn !== null && dealer !== null && dealer !== turn && !this.anyDealer ? nextDealer(rules, turn, ended) : null;
    if (dealer !== null) this.dealer = nextDealer(rules, dealer, ended);
    const outOfTurn = result.findings.some((each) => each.code === "B101" && /\/log\/0$/.test(each.pointer));
    this.anyDealer = this.dealer === null || dealer === null || outOfTurn;
    if (ended !== "redealt") this.counted += 1;
    if (walk !== null && walk.table.conceded >= 0) {
      this.over = true;
      this.conceded = walk.table.conceded % 2;
    }
    if (rules.deals > 0 && !this.fromTheFirst) this.reached = true;
    else if (this.scores().length > 0 && !this.alone) {
      const ends = this.scores().map((score) => isGameOver(rules, score, this.counted));
      this.over = this.over || ends.every(Boolean);
      this.reached = this.reached || ends.some(Boolean);
    }
    const open = walk?.stopped != null || result.findings.some((each) => each.code.startsWith("S10"));
    this.unsure = this.unsure || (result.points === null && open);
    this.steps.push({ claimed: this.running.claimed, rescored: this.unsure ? null : this.running.rescored,
      counted: this.counted, conceded: this.conceded });
  }

  // The record's own score and the right one; the same unless a fault was told.
  scores() {
    return [this.running.claimed, this.running.rescored].filter((score) => score !== null);
  }
}

// What is wrong with the cards that were shown to find the first dealer; null for nothing.
function drawProblem({ cards, method, dealer }, rules) {
  if (cards === undefined || !["black-jack", "low-card"].includes(method) || !cards.every(isWhole)) return null;
  const fresh = freshDeck(rules.deck);
  if (new Set(cards).size < cards.length || !cards.every((card) => fresh.includes(card))) {
    return "a card is shown twice, or is not in this deck";
  }
  const deck = [...cards, ...fresh.filter((card) => !cards.includes(card))];
  const { seat, shown } = method === "black-jack" ? firstBlackJack(deck, rules.seats) : firstLowCard(deck, rules.seats);
  if (shown > cards.length) return `${cards.length} cards are shown, and they do not find a first dealer`;
  if (shown < cards.length) return `${cards.length} cards are shown; the first dealer was found after ${shown}`;
  return seat === dealer ? null
    : `the cards give the first deal to ${seatName(seat, rules.seats)}, not ${seatName(dealer, rules.seats)}`;
}

const newHand = (number) => ({ number, answers: nothingChecked(), bidding: "unchecked", findings: [], tricks: null,
  points: null, score: null, dealer: null, commitment: null, reneges: [], calls: 0, cards: 0, walk: null, audit: null });

// What the game's own fields say wrong is wrong in every hand: told at the first.
function tellOnce(holders) {
  const first = new Map();
  for (const holder of holders) {
    holder.findings = holder.findings.filter((each) => {
      if (!["C104", "D102", "D103", "D202"].includes(each.code)) return true;
      const key = `${each.code} ${each.message}`;
      if (!first.has(key)) {
        first.set(key, each);
        return true;
      }
      first.get(key).related.push(`and the same in hand ${holder.number}`);
      return false;
    });
  }
}

"""A whole game: house and rules, each hand, whose deal it is, the running score, the end."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import msgspec

from ..cards import CARDS, FRESH, NAMES
from ..dealing import first_dealer
from ..engine import is_over, next_dealer, winners
from ..engine.events import TURN
from ..findings import FAIL, PASS, UNPROVEN, Finding, Related, Unreadable, Where
from ..records import FirstDealer, Game, HandRecord
from ..records.documents import Result, number_of, player_id, player_name
from ..records.ledger import Reveal, Void
from ..rules import (
    House,
    Rules,
    RulesDiff,
    UnknownHouse,
    house_names,
    houses_of_the_day,
    in_force,
    load_house,
    outside_choices,
    resolve,
)
from .chain import chain_of
from .deal import audit_draw
from .effect import HandScore, paths
from .hand import HandOutcome, audit_hand, is_unfinished
from .inputs import Loaded
from .outcome import Context, DealOutcome, Shuffles
from .result import GameResult, HandResult, Options
from .score import Running, audit_score
from .session import completed, number_in
from .shape import fit_seats, other_game
from .walk import event_of
from .words import pretty, score_text, seat_name, side_name


def game_rules(game: Game, options: Options, where: Where) -> tuple[House, Rules]:
    """The house and rules of a game: ``--house`` before the archive's before the game's own.

    ``Unreadable`` where they make none.
    """
    event = options.event
    name = options.house or (event.house if event is not None else game.house)
    if name is None:
        message = "the file names no house, so there are no rules to judge by; name one with --house"
        raise Unreadable("F120", message, where.at(pointer="/house"), ", ".join(house_names()))
    try:
        house = load_house(name)
    except UnknownHouse:
        message = f"there is no house {name[:60]!r}; --house judges by another"
        raise Unreadable("F120", message, where.at(pointer="/house"), ", ".join(house_names()), name[:60]) from None
    try:
        ours = event.rules if event is not None and options.house is None else game.rules
        return house, resolve(house, ours)
    except msgspec.ValidationError as error:
        message = f"the rules make no game: {str(error).split(' - at ')[0]}"
        raise Unreadable("F121", message, where.at(pointer="/rules")) from None


_OF_THE_GAME = frozenset(("C104", "D102", "D103", "D202", "P326"))
"""What may be wrong in every hand because the game says it wrong."""

Judged = tuple[HandRecord, HandOutcome]
Watch = Callable[[Judged], None]


def judge_as_named(loaded: Loaded, options: Options, watch: Watch | None = None) -> GameResult:
    """Judge everything that a game's record says by the house it names. ``Unreadable`` where it names no rules.

    ``watch`` is shown each hand as it was judged.
    """
    where = Where(path=loaded.path, game=loaded.game.game)
    try:
        house, rules = game_rules(loaded.game, options, where)
    except Unreadable as error:
        raise _placed(loaded, error) from None
    return judge(loaded, options, house, rules, watch)


def judge(
    loaded: Loaded,
    options: Options,
    house: House,
    rules: Rules,
    watch: Watch | None = None,
    *,
    shuffles: Shuffles | None = None,
    until: Callable[[Finding], bool] | None = None,
) -> GameResult:
    """Judge a game by these rules, whatever its record names.

    ``shuffles`` are kept from one judgement of a game to the next. With ``until``, it goes no further than the hand
    in which something of which that holds is found.
    """
    where = Where(path=loaded.path, game=loaded.game.game)
    other = other_game(loaded.game, rules)
    recorded = loaded.game.hands
    game, misfits = fit_seats(loaded.game, rules, where)
    result = GameResult(
        path=loaded.path,
        name=game.game,
        house=house.name,
        rules=rules,
        alone=loaded.alone,
        players=[player_name(player) for player in game.players or ()],
        seats=[player_id(player) for player in game.players or ()],
        findings=misfits,
    )
    if misfits:
        loaded = replace(loaded, game=game)
        result.answers["play"] = FAIL
    if other is not None:
        _not_judged(loaded, result, other, where, watch)
        return result
    _Audit(loaded, options, house, rules, result, where, watch, shuffles or Shuffles(), until).run()
    for hand, given, fitted in zip(result.hands, recorded, game.hands, strict=False):
        if hand.answers["deal"] == PASS and (given.dealt, given.dealer) != (fitted.dealt, fitted.dealer):
            hand.answers["deal"] = FAIL  # the misfit says why: this was left out, so it cannot have passed
    result.findings = [loaded.placed(finding) for finding in result.findings]
    for hand in result.hands:
        hand.findings = [loaded.placed(finding) for finding in hand.findings]
    return result


def _not_judged(
    loaded: Loaded, result: GameResult, other: tuple[str, int], where: Where, watch: Watch | None
) -> None:
    """A game of another number of players than the house's: that is said, and nothing of it is judged."""
    pointer, count = other
    seats = result.rules.seats
    message = f"this is a game of {count} players; house {result.house} is for {seats}"
    finding = Finding("G130", message, where.at(pointer=pointer), f"{seats} players", f"{count} players")
    result.findings = [loaded.placed(finding)]
    result.answers["play"] = FAIL
    for index, record in enumerate(loaded.game.hands):
        hand = HandResult(number_of(record, index))
        result.hands.append(hand)
        if watch is not None:
            watch((record, HandOutcome(hand, None, DealOutcome(), None)))


def _placed(loaded: Loaded, error: Unreadable) -> Unreadable:
    finding = loaded.placed(error.finding)
    return Unreadable.of(finding)


class _Audit:
    """The state carried from hand to hand."""

    def __init__(
        self,
        loaded: Loaded,
        options: Options,
        house: House,
        rules: Rules,
        result: GameResult,
        where: Where,
        watch: Watch | None,
        shuffles: Shuffles,
        until: Callable[[Finding], bool] | None,
    ) -> None:
        self.loaded = loaded
        self.shuffles = shuffles
        self.until = until
        self.session = loaded.session
        self.watch = watch
        self.game = loaded.game
        self.options = options
        self.house = house
        self.rules = rules
        self.result = result
        self.where = where
        start = self.game.start
        first = self.game.hands[0].hand or 1
        if loaded.no_score is not None:
            start = None
        elif start is None and not loaded.alone and first == 1:
            start = [0] * rules.side_count
        self.running = Running(start, start)
        result.start = start
        self.dealer: int | None = None
        self.any_dealer = True
        self.or_dealer: int | None = None
        self.number: int | None = None
        self.counted = 0
        self.from_the_first = first == 1
        self.conceded: int | None = None
        self.over = False
        self.reached = False
        self.told = False
        self.players = self.game.players
        self.shown: dict[str, int] = {}
        self.looked = 0
        self.steps: list[HandScore] = []
        self.unsure = False
        self.evidence = any(record.deal is not None for record in self.game.hands)
        if start is not None and self.rules.target:
            self.over = self.reached = is_over(rules, start, 0)

    def run(self) -> None:
        for key, value, allowed in outside_choices(self.house, self.rules):
            shown = " or ".join(map(str, allowed))
            message = f"{key} is {value}; house {self.house.name} lets a table pick {shown}"
            self._add("G120", message, "/rules", shown, str(value))
        self._of_the_event()
        self._dated()
        if self.game.first_dealer is not None:
            self._first_dealer(self.game.first_dealer)
        if self.loaded.no_score is not None:
            self._add("S120", self.loaded.no_score, "/rules")
        hands = self.game.hands
        looked = 0
        for index, record in enumerate(hands):
            if self.until is not None:
                new = [*self.result.findings[looked:], *(self.result.hands[-1].findings if index else ())]
                if any(map(self.until, new)):
                    return
                looked = len(self.result.findings)
            self._hand(index, record, is_last=index == len(hands) - 1)
        self._once()
        if self.steps and (not self.rules.deals or (self.from_the_first and not self.loaded.alone)):
            self.result.readings = paths(self.rules, self.steps)
        if not self.loaded.alone:
            self._dropped()
            self._end()
        self.result.score = self.running.rescored

    def _of_the_event(self) -> None:
        """House and rules that the game names against those of its archive."""
        event, game = self.options.event, self.game
        if event is None or self.options.house is not None:
            return
        if game.house not in (None, event.house):
            message = (
                f"the game is of house {game.house}, its archive of house {event.house}, by which it is judged"
            )
            self._add("A113", message, "/house", event.house, game.house)
        elif game.rules not in (event.rules, RulesDiff()):
            message = "the game has other rules than its archive, by which it is judged"
            self._add("A113", message, "/rules")

    def _dated(self) -> None:
        """A game played outside the days of its house."""
        try:
            day = date.fromisoformat((self.game.played or "")[:10])
        except ValueError:
            return
        if in_force(self.house, day):
            return
        others = " or ".join(house.name for house in houses_of_the_day(self.house, day)) or "none that is known"
        message = f"played on {day}, outside the days of house {self.house.name}; in force then: {others}"
        self._add("G121", message, "/played", others, str(day))

    def _add(
        self,
        code: str,
        message: str,
        pointer: str,
        expected: str | None = None,
        found: str | None = None,
        **place: int | None,
    ) -> None:
        self.result.findings.append(
            Finding(code, message, self.where.at(pointer=pointer, **place), expected, found)
        )
        if self.result.findings[-1].severity == "error" and code != "G120" and code[0] != "C":
            self.result.answers["play" if code[0] in "GPA" else "deal" if code[0] == "D" else "score"] = FAIL

    def _hand(self, index: int, record: HandRecord, *, is_last: bool) -> None:
        pointer = f"/hands/{index}"
        number = number_of(record, index)
        if self.session is not None:
            found = number_in(self.session, record, index, alone=self.loaded.alone)
            if found is not None:
                number = found
                self._shown_in_ledger(number)
                record = msgspec.structs.replace(record, deal=completed(record.deal, self.session, number))
        self._order(pointer, index, record)
        if self.players is None and index == 0:
            self.players = record.players  # a match header names who sat down first, not a later substitute
        dealer = self._whose_deal(record)
        context = Context(
            game=self.game.game,
            house=self.game.house,
            rules=self.rules,
            diff=self.game.rules,
            players=self.players,
            where=self.where.at(hand=number),
            pointer=pointer,
            alone=self.loaded.alone or self.game.players is None,
            over=record.ended is not None,
            shown_before=self.shown,
            session=self.session,
            shuffles=self.shuffles,
        )
        refusal = self.loaded.refusals.get(index)
        outcome = audit_hand(record, context, self.options, dealer)
        result = outcome.result
        result.number = context.where.hand
        if record.deal is None and self.evidence:
            message = "other hands of this game hold evidence of their deals; this one holds none"
            result.findings.append(Finding("D210", message, context.at()))
            for name in ("deal", "commitment", "published", "choice"):
                if result.answers[name] != FAIL:
                    result.answers[name] = UNPROVEN
        self._number(pointer, record, outcome)
        self._rotation(pointer, record, outcome)
        self.result.hands.append(result)
        if refusal is not None:
            where = context.at("/log").at(trick=refusal.trick)
            where = where if refusal.pointer is None else where.at(pointer=refusal.pointer)
            finding = Finding(refusal.code, refusal.message, where)
            result.findings.append(finding)
            if finding.severity == "error":
                result.answers["play"] = FAIL
        elif is_unfinished(outcome, record):
            self._unfinished(outcome, context, is_last=is_last)
        if self.loaded.no_score is None:
            audit_score(outcome, record, context, self.running)
        if record.deal is not None and (self.options.chain or self.loaded.alone):
            result.chain = chain_of(result, outcome.deal, record.deal)
        self._carry(outcome, record)
        if self.loaded.no_score is None:
            reneges = tuple((self.rules.side_of(each.seat), each.size) for each in result.reneges if each.open)
            self.unsure = self.unsure or (result.points is None and _unbelieved(outcome))
            claimed, rescored = self.running.claimed, None if self.unsure else self.running.rescored
            made = result.points if result.points is not None else result.claimed
            step = HandScore(result.number, claimed, rescored, self.counted, reneges, made, self.conceded)
            self.steps.append(step)
        if self.watch is not None:
            self.watch((record, outcome))

    def _shown_in_ledger(self, before: int) -> None:
        """Values that the ledger shows of earlier hands, void ones and others that this record does not have."""
        for number, entry in self.session.entries.items() if self.session is not None else ():
            if self.looked <= number < before and entry.closing is not None:
                for value in entry.closing.values or ():
                    if value is not None:
                        self.shown.setdefault(value, number)
        self.looked = max(self.looked, before)

    def _dropped(self) -> None:
        """Hands that the ledger opens, and the game does not have."""
        if self.session is None:
            return
        held = {hand.number for hand in self.result.hands}
        held |= {0} if self.game.first_dealer is not None else set()
        for number, entry in self.session.entries.items():
            if number in held or not isinstance(entry.closing, Reveal):
                continue
            lines = f"lines {entry.line} and {entry.closings[0][0]} of the ledger"
            what = f"hand {number}" if number else "the draw for first dealer"
            message = f"{what} was promised and opened, in {lines}, and is not in the game"
            self._add("C422", message, "/hands" if number else "", hand=number)
            self.result.answers["published"] = FAIL

    def _order(self, pointer: str, index: int, record: HandRecord) -> None:
        if self.over and not self.told:
            self.told = True
            score = self.running.claimed or self.running.rescored
            over = "conceded" if self.conceded is not None or score is None else f"over at {score_text(score)}"
            self._add(
                "G104", f"a hand was played after the game was {over}", pointer, hand=number_of(record, index)
            )

    def _number(self, pointer: str, record: HandRecord, outcome: HandOutcome) -> None:
        number, deal = record.hand, outcome.deal
        if "hand" in deal.contradicted and deal.terms is not None and not deal.misplaced:
            number = deal.terms.hand
        if number is not None:
            if self.number is not None and number <= self.number:
                message = f"hand {number} comes after hand {self.number}"
                self._add("G102", message, pointer + "/hand", str(self.number + 1), str(number), hand=number)
            elif self.number is not None and number > self.number + 1 and not self._void(self.number + 1, number):
                message = f"after hand {self.number} comes hand {number}: void deals, or hands left out"
                self._add("G103", message, pointer + "/hand", str(self.number + 1), str(number), hand=number)
            self.number = number

    def _void(self, first: int, stop: int) -> bool:
        """Whether the ledger says that all of these hands are void."""
        entries = self.session.entries if self.session is not None else {}
        return all(number in entries and isinstance(entries[number].closing, Void) for number in range(first, stop))

    def _whose_deal(self, record: HandRecord) -> int | None:
        """The seat by which to judge the calls.

        Where the record names another dealer than the one whose turn it is, and the first call is that of the
        latter's left, the name is what is wrong.
        """
        if record.dealer is None:
            return None if self.any_dealer else self.dealer
        if self.any_dealer or self.dealer is None or record.dealer == self.dealer:
            return record.dealer
        calls = (event_of(line) for line in record.log or ())
        first = next((seat for verb, seat, _ in calls if verb != TURN), None)
        return self.dealer if first == (self.dealer + 1) % self.rules.seats else record.dealer

    def _rotation(self, pointer: str, record: HandRecord, outcome: HandOutcome) -> None:
        dealer = outcome.dealer if outcome.deal.contradicted else record.dealer
        if self.any_dealer or self.dealer is None or dealer is None or dealer in (self.dealer, self.or_dealer):
            return
        expected, found = self._seat(self.dealer), self._seat(dealer)
        message = f"{found} deals; it was {expected}'s turn to deal"
        hand = outcome.result.number
        self._add("G101", message, pointer + "/dealer", expected, found, hand=hand, seat=dealer)

    def _unfinished(self, outcome: HandOutcome, context: Context, *, is_last: bool) -> None:
        if is_last:
            message = "the record stops within this hand"
            outcome.result.findings.append(Finding("G107", message, context.at()))
        else:
            message = "the hand stops short without saying why, and another follows"
            outcome.result.findings.append(Finding("G106", message, context.at(), "ended"))
            outcome.result.answers["play"] = FAIL

    def _carry(self, outcome: HandOutcome, record: HandRecord) -> None:
        ended = record.ended or outcome.ended
        dealer = outcome.dealer
        # After a deal out of turn, the next may follow it, or the one whose turn it was.
        turn, self.or_dealer = self.dealer, None
        if turn is not None and dealer is not None and dealer != turn and not self.any_dealer:
            self.or_dealer = next_dealer(self.rules, turn, ended, farmers_hand=record.farmers_hand)
        if dealer is not None:
            self.dealer = next_dealer(self.rules, dealer, ended, farmers_hand=record.farmers_hand)
        # A first call out of turn leaves open who dealt.
        out_of_turn = any(finding.code == "B101" and finding.where.call == 1 for finding in outcome.result.findings)
        self.any_dealer = self.dealer is None or dealer is None or out_of_turn
        if ended != "redealt":
            self.counted += 1
        scores = self._scores()
        if outcome.result.conceded is not None:
            self.over = True
            self.conceded = self.rules.side_of(outcome.result.conceded)
        if self.rules.deals and not self.from_the_first:
            self.reached = True  # how many deals came before this file is not known
        elif scores and not self.loaded.alone:
            same = len(scores) == 2 and scores[0] == scores[1]
            ends = [is_over(self.rules, score, self.counted) for score in (scores[:1] if same else scores)]
            self.over = self.over or all(ends)
            self.reached = self.reached or any(ends)

    def _scores(self) -> list[list[int]]:
        """The record's own score and the right one; the same unless a fault was told."""
        return [score for score in (self.running.claimed, self.running.rescored) if score is not None]

    def _once(self) -> None:
        """What the game's own fields say wrong is wrong in every hand: told at the first."""
        first: dict[tuple[str, str], tuple[GameResult | HandResult, int]] = {}
        holders: list[GameResult | HandResult] = [self.result, *self.result.hands]
        for holder in holders:
            kept: list[Finding] = []
            for finding in holder.findings:
                key = finding.code, finding.message
                if finding.code not in _OF_THE_GAME:
                    kept.append(finding)
                    continue
                if key not in first:
                    first[key] = holder, len(kept)
                    kept.append(finding)
                    continue
                told, place = first[key]
                also = Related(f"and the same in hand {finding.where.hand}", finding.where.pointer)
                told.findings[place] = told.findings[place].with_related(also)
            holder.findings = kept

    def _end(self) -> None:
        game, score = self.game, self.running.claimed or self.running.rescored
        result = game.result
        self.result.claimed = result.score if result is not None else None
        if game.ended in ("target", "deals") and score is not None:
            wanted = "deals" if self.rules.deals else "target"
            if not self.reached or game.ended != wanted:
                goal = f"{self.rules.deals} deals" if self.rules.deals else f"{self.rules.target} points"
                message = (
                    f"the record says the game ended by {game.ended}, at {score_text(score)}; it is for {goal}"
                )
                self._add("G110", message, "/ended", wanted if self.reached else None, game.ended)
        elif game.ended == "abandoned" and self.reached and self.over:
            self._add("G110", "the record says the game was abandoned; it was won", "/ended", None, game.ended)
        elif not self.reached and game.ended is None and score is not None and self.conceded is None:
            self._add("G105", f"the game has no end: the last score is {score_text(score)}", "/hands")
        if result is None:
            return
        if score is not None and not self.unsure and self.result.answers["score"] != FAIL:
            self.result.answers["score"] = PASS
        if score is not None and result.score is not None and result.score not in self._scores():
            message = f"the result is {score_text(result.score)}, the score after the last hand {score_text(score)}"
            self._add("S104", message, "/result/score", score_text(score), score_text(result.score))
        if result.winners is not None:
            self._winners(result)

    def _winners(self, result: Result) -> None:
        """Who won by the record, against who did; the record is one reading of how the game came out."""
        given = sorted(result.winners or ())
        found = " and ".join(self._side(side) for side in given) or "nobody"
        readings = self.result.readings
        ended = [reading for reading in readings[:2] if reading.winners is not None]
        possible = [reading.winners for reading in ended]
        if self.told:  # that the game went on after it was won is told, and who won then follows
            possible += [winners(score) for score in self._scores()]
        if self.conceded is not None and (self.conceded in given or not given):
            conceded = self._side(self.conceded)
            message = f"{conceded} conceded the game, and {found} won it by the record"
            self._add("S105", message, "/result/winners", f"not {conceded}", found)
        elif ended and self.conceded is None and given not in possible:
            right = ended[-1]
            names = " and ".join(self._side(side) for side in right.winners or ())
            message = f"{names} won, at {score_text(right.score or [])}"
            self._add("S105", message, "/result/winners", names, found)
        if readings:
            recorded = readings[0]
            score = result.score if result.score is not None else recorded.score
            readings[0] = replace(recorded, score=score, winners=given, hand=self.steps[-1].number)

    def _seat(self, seat: int) -> str:
        return seat_name(seat, self.rules.seats)

    def _side(self, side: int) -> str:
        return side_name(side, self.rules.seats)

    def _first_dealer(self, first: FirstDealer) -> None:
        if self.from_the_first:
            self.dealer, self.any_dealer = first.dealer, False
        cards = first.cards
        wanted = [self.rules.first_dealer, *self.house.choices.get("first_dealer", ())]
        if "first_dealer" in self.house.stated and first.method not in wanted:
            message = f"the first dealer was found by {first.method}; this house finds it by {' or '.join(wanted)}"
            self._add("G123", message, "/first_dealer/method", " or ".join(wanted), first.method)
        if cards is not None and first.method in ("black-jack", "low-card"):
            problem = _draw_problem(cards, first.method, first.dealer, self.rules)
            if problem:
                self._add("G109", problem, "/first_dealer/cards", seat=first.dealer)
        evidence = first.deal if self.session is None else completed(first.deal, self.session, 0)
        if evidence is None:
            return
        context = Context(
            game=self.game.game,
            house=self.game.house,
            rules=self.rules,
            diff=self.game.rules,
            players=self.game.players,
            where=self.where.at(hand=0),
            pointer="/first_dealer",
            shown_before=self.shown,
            session=self.session,
            shuffles=self.shuffles,
        )
        outcome = audit_draw(evidence, context, self.options)
        self.result.draw_commitment = outcome.commitment
        self.result.draw_promise, self.result.draw_put = outcome.promise, outcome.put
        self.result.findings += outcome.findings
        for name, answer in outcome.answers.items():
            if self.result.answers[name] != FAIL:
                self.result.answers[name] = answer
        dealt = outcome.dealt
        if dealt is None or outcome.terms is None:
            return
        self.any_dealer = self.any_dealer or dealt.dealer != first.dealer
        if outcome.terms.dealer != first.method:
            message = f"the terms are for a draw by {outcome.terms.dealer}, the record is of {first.method}"
            self._add("D203", message, "/first_dealer/method", str(outcome.terms.dealer), first.method, hand=0)
        elif outcome.explains is not None:
            return
        elif dealt.dealer != first.dealer:
            drawn, named = self._seat(dealt.dealer), self._seat(first.dealer)
            message = f"the cards give the first deal to {drawn}, the record to {named}"
            self._add("D203", message, "/first_dealer/dealer", drawn, named, hand=0)
        elif cards is not None and [CARDS.get(name, -1) for name in cards] != list(dealt.deck[: len(cards)]):
            top = " ".join(pretty(NAMES[card]) for card in dealt.deck[: len(cards)])
            self._add("D203", "the cards shown are not the top of the deck", "/first_dealer/cards", top, hand=0)


def _unbelieved(outcome: HandOutcome) -> bool:
    """Whether what a hand made is open: its play was not judged to the end, or what is claimed cannot be."""
    stopped = outcome.walk is not None and outcome.walk.stopped is not None
    return stopped or any(finding.code.startswith("S10") for finding in outcome.result.findings)


def _draw_problem(cards: list[str], method: str, dealer: int, rules: Rules) -> str | None:
    fresh = FRESH[rules.deck]
    if any(name not in CARDS for name in cards):
        return None
    deck = [CARDS[name] for name in cards]
    if len(set(deck)) < len(deck) or not set(deck) <= set(fresh):
        return "a card is shown twice, or is not in this deck"
    seat, shown = first_dealer([*deck, *(card for card in fresh if card not in deck)], rules.seats, method)
    if shown > len(deck):
        return f"{len(deck)} cards are shown, and they do not find a first dealer"
    if shown < len(deck):
        return f"{len(deck)} cards are shown; the first dealer was found after {shown}"
    if seat == dealer:
        return None
    found, named = seat_name(seat, rules.seats), seat_name(dealer, rules.seats)
    return f"the cards give the first deal to {found}, not {named}"

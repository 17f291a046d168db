"""Tricks, points and running score of a hand against what the record claims."""

from dataclasses import dataclass

import msgspec

from ..engine import Hand, by_side, hand_points, renege_points
from ..engine.hand import BLIND
from ..findings import FAIL, PASS, Finding, Related
from ..records import Claims, HandRecord, ScoreCard
from ..rules import Rules
from .hand import HandOutcome
from .outcome import Context
from .words import by_side_text, score_text

Pair = list[int]

_NO_CLAIMS = Claims()


@dataclass(slots=True)
class Running:
    """The score as the record carries it on, and as it is rescored; None where it is not known."""

    claimed: Pair | None
    rescored: Pair | None


class _Recount(msgspec.Struct, frozen=True):
    """What a hand made: tricks and points where they are certain, else the points that are possible.

    ``taken`` are the tricks of a hand that was not played out; where the rest was claimed, a record may give
    either these or all.
    """

    tricks: Pair | None
    points: Pair | None
    possible: list[Pair]
    taken: Pair | None = None


def audit_score(outcome: HandOutcome, record: HandRecord, context: Context, running: Running) -> None:
    """Judge the claims of a hand, and carry both scores on.

    One cause gives one finding: points that follow from wrong tricks, and a score that follows from wrong
    points, are not told again. After a fault the record may go on from its own score or from the right one.
    """
    result = outcome.result
    claims = record.claims if record.claims is not None else _NO_CLAIMS
    recount = _recount(outcome, record, claims, context.rules)
    result.tricks, result.points, result.claimed = recount.tricks, recount.points, claims.points
    judge = _Judge(outcome, context, recount)
    if record.card is not None:
        judge.card(record, record.card, claims)
    wrong_end = "G108" in [finding.code for finding in result.findings]
    if wrong_end:
        recount = _Recount(None, None, _any_outcome(context.rules))
    elif claims.tricks is not None:
        judge.tricks(claims.tricks, record)
    if claims.points is not None and not wrong_end:
        judge.points(claims, outcome.walk.hand if outcome.walk is not None else None)
    going = claims.points if claims.points is not None else recount.points
    added = _rulings(record, context.rules)
    if claims.score is not None:
        open_points = recount.possible if recount.points is None else []
        judge.score(claims.score, running, [claims.points, recount.points, *open_points], added)
    running.claimed = claims.score if claims.score is not None else _sum(running.claimed, going, added)
    running.rescored = _sum(running.rescored, recount.points if recount.points is not None else going, added)
    result.score = running.rescored
    certain = recount.points is not None and not judge.settled
    if result.answers["score"] != FAIL and judge.compared and certain:
        result.answers["score"] = PASS
    elif recount.points is None and claims.points is not None and result.answers["score"] != FAIL:
        message = "the points of this hand stand as the record claims them; they could not be recounted"
        result.findings.append(Finding("S121", message, context.at("/claims/points")))


class _Judge:
    """The claims of one hand against its recount.

    ``settled``: tricks or points differ after a renege, which the record may have settled in them.
    """

    def __init__(self, outcome: HandOutcome, context: Context, recount: _Recount) -> None:
        self.result = outcome.result
        self.context = context
        self.recount = recount
        self.compared = False
        self.settled = False
        self.renege: int | None = None
        for index, finding in enumerate(outcome.result.findings):
            if finding.code in ("P310", "P311"):
                self.renege = index
                break

    def pair(self, values: Pair) -> str:
        return by_side_text(values, self.context.rules.seats)

    def fault(self, code: str, message: str, part: str, expected: Pair | None, found: Pair | None) -> None:
        where = self.context.at(part)
        shown = None if expected is None else score_text(expected)
        self.result.findings.append(
            Finding(code, message, where, shown, None if found is None else score_text(found))
        )
        self.result.answers["score"] = FAIL

    def settle(self, message: str, part: str) -> None:
        """Whoever reneged may have paid for it in tricks or points: told with the renege."""
        if self.renege is not None:
            more = Related(message, self.context.pointer + part)
            self.result.findings[self.renege] = self.result.findings[self.renege].with_related(more)
            self.settled = True

    def card(self, record: HandRecord, card: ScoreCard, claims: Claims) -> None:
        rules = self.context.rules
        if card.maker >= rules.seats:
            self.fault(
                "S106", f"seat {card.maker} made trump in a game of {rules.seats}", "/card/maker", None, None
            )
        elif card.trump == "n" and not rules.no_trump:
            self.fault("S106", "this house does not play without trump", "/card", None, None)
        elif card.alone and rules.alone_by == "nobody":
            self.fault("S106", "nobody goes alone in this house", "/card", None, None)
        elif record.ended in ("thrown-in", "redealt"):
            self.fault("S106", f"a hand that was {record.ended} has no maker and no trump", "/card", None, None)

    def tricks(self, claimed: Pair, record: HandRecord) -> None:
        count = self.context.rules.tricks
        made = sum(claimed)
        whole = made == count or record.ended not in (None, "played")
        whole = whole or (record.ended is None and record.card is None)
        taken = self.recount.taken
        short = taken is not None and any(own < had for own, had in zip(claimed, taken, strict=True))
        if min(claimed) < 0 or made > count or not whole or (short and self.recount.tricks is None):
            code = "S101" if record.card is None else "S106"
            message = f"tricks claimed {self.pair(claimed)}; a hand has {count}"
            if short and taken is not None:
                message = f"tricks claimed {self.pair(claimed)}; taken so far {self.pair(taken)}"
            self.fault(code, message, "/claims/tricks", self.recount.tricks, claimed)
            return
        if self.recount.tricks is None:
            return
        self.compared = True
        if claimed not in (self.recount.tricks, taken):
            message = f"tricks claimed {self.pair(claimed)}, taken {self.pair(self.recount.tricks)}"
            if self.renege is not None:
                self.settle(message, "/claims/tricks")
            else:
                self.fault("S101", message, "/claims/tricks", self.recount.tricks, claimed)

    def points(self, claims: Claims, hand: Hand | None) -> None:
        claimed, made = claims.points or [], self.recount.points
        if made is None:
            if claimed not in self.recount.possible and self.result.answers["score"] != FAIL:
                message = f"points claimed {self.pair(claimed)}, which no such hand makes"
                self.fault("S102", message, "/claims/points", None, claimed)
            return
        self.compared = True
        if claimed == made or self._from_tricks(claims, hand):
            return
        message = f"points claimed {self.pair(claimed)}, made {self.pair(made)}"
        if self.renege is not None and claimed in self._after_renege(made):
            self.settle(message, "/claims/points")
        else:
            self.fault("S102", message, "/claims/points", made, claimed)

    def _from_tricks(self, claims: Claims, hand: Hand | None) -> bool:
        """Whether the points follow from tricks that were told to be wrong already."""
        tricks, rules = claims.tricks, self.context.rules
        if tricks is None or hand is None or hand.maker < 0 or tricks == hand.tricks or sum(tricks) != rules.tricks:
            return False
        side = rules.side_of(hand.maker)
        return claims.points in _outcomes(rules, side, [tricks[side]], hand)

    def _after_renege(self, made: Pair) -> list[Pair]:
        """What the record may claim where a renege was settled in the points, by either custom."""
        rules = self.context.rules
        paid = [
            renege_points(rules, way, side, size)
            for way in ("points-to-others", "points-off")
            for side in range(rules.side_count)
            for size in {rules.renege.points, rules.renege.points_alone}
        ]
        return [_plus(start, penalty) for start in (made, [0] * len(made)) for penalty in paid]

    def score(self, claimed: Pair, running: Running, points: list[Pair | None], added: Pair) -> None:
        known: list[Pair] = []
        for before in (running.claimed, running.rescored):
            for made in points:
                after = _sum(before, made, added)
                if after == claimed:
                    self.compared = True
                    return
                if after is not None:
                    known.append(after)
        if known:
            self.compared = True
            going = points[0] if points[0] is not None else points[1]
            adds = self.pair(_plus(going or [0] * len(added), added))
            message = f"the score is {self.pair(running.claimed or [])} before, the hand adds {adds}"
            self.fault("S103", message, "/claims/score", known[0], claimed)


def _recount(outcome: HandOutcome, record: HandRecord, claims: Claims, rules: Rules) -> _Recount:
    if record.card is not None:
        return _recount_card(record, record.card, claims, rules)
    walk, nothing = outcome.walk, [0] * rules.side_count
    if walk is None and record.ended in ("redealt", "thrown-in"):
        return _Recount(None, nothing, [])
    if walk is None or walk.stopped is not None:
        return _Recount(None, None, _any_outcome(rules))
    hand = walk.hand
    if hand.ended == "thrown-in":
        return _Recount(nothing, nothing, [])
    if hand.ended in ("played", "claimed") and hand.maker >= 0 and hand.tricks_known:
        before = None
        if hand.ended == "claimed":
            sides = [rules.side_of(seat) for seat in hand.winners]
            before = [sides.count(side) for side in range(rules.side_count)]
        return _Recount(list(hand.tricks), hand.points(), [], before)
    if "redealt" in (record.ended, hand.ended) and hand.ended != "played":
        return _Recount(None, nothing, [])
    if hand.maker < 0 or hand.phase == BLIND:
        return _Recount(None, None, _any_outcome(rules))
    side = rules.side_of(hand.maker)
    taken = hand.tricks[side] if hand.tricks_known else 0
    left = rules.tricks - (sum(hand.tricks) if hand.tricks_known else 0)
    possible = _outcomes(rules, side, range(taken, taken + left + 1), hand)
    if record.ended not in (None, "played"):
        possible.append(nothing)
    return _Recount(None, None, possible, list(hand.tricks) if hand.tricks_known else None)


def _recount_card(record: HandRecord, card: ScoreCard, claims: Claims, rules: Rules) -> _Recount:
    """A score card gives maker and alone; tricks, and whether a defender was alone, only where it claims them."""
    if card.maker >= rules.seats:
        return _Recount(None, None, _any_outcome(rules))
    side, count = rules.side_of(card.maker), rules.tricks
    played = record.ended in (None, "played")
    sane = claims.tricks is not None and sum(claims.tricks) == count and min(claims.tricks) >= 0
    counts = [claims.tricks[side]] if claims.tricks is not None and sane and played else range(count + 1)
    possible = _outcomes(rules, side, counts, None, alone=card.alone)
    if not played:
        possible.append([0] * rules.side_count)
    if claims.points in possible and sane and played:
        return _Recount(claims.tricks, claims.points, possible)
    certain = all(each == possible[0] for each in possible)
    return _Recount(claims.tricks if sane and played else None, possible[0] if certain else None, possible)


def _outcomes(
    rules: Rules, side: int, maker_tricks: "range | list[int]", hand: Hand | None, *, alone: bool = False
) -> list[Pair]:
    """The points by side that makers of ``side`` may end with; without a hand a defender may have been alone."""
    found: list[Pair] = []
    defended = [False, True] if hand is None and rules.defend_alone != "off" else [False]
    if hand is not None:
        alone, defended = hand.lone >= 0, [hand.lone_defender >= 0]
    for tricks in maker_tricks:
        if 0 <= tricks <= rules.tricks:
            for lone_defender in defended:
                made, lost = hand_points(rules, tricks, alone, lone_defender)
                found.append(by_side(rules, side, made, lost))
    return found or [[0] * rules.side_count]


def _any_outcome(rules: Rules) -> list[Pair]:
    found = [[0] * rules.side_count]
    for side in range(rules.side_count):
        for alone in (False, True):
            found += _outcomes(rules, side, range(rules.tricks + 1), None, alone=alone)
    return found


def _rulings(record: HandRecord, rules: Rules) -> Pair:
    total = [0] * rules.side_count
    for ruling in record.rulings:
        total = _plus(total, ruling.points) if ruling.points is not None else total
    return total


def _plus(first: Pair, second: Pair) -> Pair:
    return [a + b for a, b in zip(first, second, strict=True)]


def _sum(before: Pair | None, points: Pair | None, added: Pair) -> Pair | None:
    if before is None or points is None:
        return None
    return [a + b + c for a, b, c in zip(before, points, added, strict=True)]

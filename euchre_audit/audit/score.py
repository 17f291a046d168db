"""Tricks, points and running score of a hand against what the record claims."""

from dataclasses import dataclass

from ..engine import hand_points
from ..findings import FAIL, PASS, Finding, Related
from ..records import HandRecord
from .hand import HandOutcome
from .outcome import Context
from .words import SIDES


@dataclass(slots=True)
class Running:
    """The score as the record carries it on, and as it is rescored; None where it is not known."""

    claimed: list[int] | None
    rescored: list[int] | None


def audit_score(outcome: HandOutcome, record: HandRecord, context: Context, running: Running) -> None:
    """Judge the claims of a hand, and carry both scores on.

    One cause gives one finding: points that follow from wrong tricks, and a score that follows from wrong
    points, are not told again. After a fault the record may go on from its own score or from the right one.
    """
    result = outcome.result
    claims = record.claims
    tricks, points = _recount(outcome, record, context)
    result.tricks, result.points = tricks, points
    claimed_points = claims.points if claims is not None else None
    result.claimed = claimed_points
    compared = False
    if claims is not None and claims.tricks is not None and tricks is not None:
        compared = True
        if claims.tricks != tricks:
            message = f"tricks claimed {_pair(claims.tricks)}, taken {_pair(tricks)}"
            _fault(outcome, context, "S101", message, "/claims/tricks", tricks, claims.tricks)
    if claimed_points is not None and points is not None:
        compared = True
        if claimed_points != points and not _follows_from_tricks(outcome, record, context):
            message = f"points claimed {_pair(claimed_points)}, made {_pair(points)}"
            _fault(outcome, context, "S102", message, "/claims/points", points, claimed_points)
    added = _rulings(record)
    going = claimed_points if claimed_points is not None else points
    expected = _sum(running.claimed, going, added)
    shown = claims.score if claims is not None else None
    if shown is not None and expected is not None:
        compared = True
        befores, goings = (running.claimed, running.rescored), (claimed_points, points)
        if shown not in [_sum(before, made, added) for before in befores for made in goings]:
            message = (
                f"the score is {_pair(running.claimed or [])} before, the hand adds {_pair(_plus(going, added))}"
            )
            _fault(outcome, context, "S103", message, "/claims/score", expected, shown)
    running.claimed = shown if shown is not None else expected
    running.rescored = _sum(running.rescored, points if points is not None else claimed_points, added)
    result.score = running.rescored
    if (
        result.answers["score"] != FAIL
        and not outcome.settled
        and compared
        and (points is not None or record.log is None)
    ):
        result.answers["score"] = PASS


def _recount(
    outcome: HandOutcome, record: HandRecord, context: Context
) -> tuple[list[int] | None, list[int] | None]:
    walk = outcome.walk
    if record.card is not None:
        return _recount_card(outcome, record, context)
    if walk is None or walk.stopped is not None:
        return None, None
    hand = walk.hand
    if record.ended in ("claimed", "conceded", "ruled", "abandoned") and hand.ended != "played":
        return None, None
    if record.ended == "redealt" and hand.ended != "played":
        return None, [0, 0]
    if hand.ended == "thrown-in":
        return [0, 0], [0, 0]
    tricks = list(hand.tricks) if hand.ended == "played" and hand.tricks_known else None
    return tricks, hand.points()


def _recount_card(
    outcome: HandOutcome, record: HandRecord, context: Context
) -> tuple[list[int] | None, list[int] | None]:
    card, claims = record.card, record.claims
    if card is None or claims is None or claims.tricks is None:
        return None, None
    rules = context.rules
    problem = None
    if sum(claims.tricks) != 5 or min(claims.tricks) < 0:
        problem = f"tricks {_pair(claims.tricks)} are not the five of a hand"
    elif card.trump == "n":
        problem = "this house does not play without trump"
    elif card.alone and rules.alone_by == "nobody":
        problem = "nobody goes alone in this house"
    if problem is not None:
        outcome.result.findings.append(Finding("S106", problem, context.at("/card")))
        outcome.result.answers["score"] = FAIL
        return None, None
    side = card.maker % 2
    found = []
    for defended_alone in (False, True) if rules.defend_alone != "off" else (False,):
        made, defended = hand_points(rules, claims.tricks[side], card.alone, defended_alone)
        found.append([made, defended] if side == 0 else [defended, made])
    return claims.tricks, next((points for points in found if points == claims.points), found[0])


def _follows_from_tricks(outcome: HandOutcome, record: HandRecord, context: Context) -> bool:
    walk, claims = outcome.walk, record.claims
    if walk is None or claims is None or claims.tricks is None or walk.hand.maker < 0:
        return False
    hand = walk.hand
    if claims.tricks == hand.tricks:
        return False
    side = hand.maker % 2
    made, defended = hand_points(context.rules, claims.tricks[side], hand.lone >= 0, hand.lone_defender >= 0)
    return claims.points == ([made, defended] if side == 0 else [defended, made])


def _fault(
    outcome: HandOutcome,
    context: Context,
    code: str,
    message: str,
    part: str,
    expected: list[int],
    found: list[int],
) -> None:
    result = outcome.result
    if code in ("S101", "S102"):
        for index, finding in enumerate(result.findings):
            if finding.code in ("P310", "P311"):
                # Whoever reneged may have paid for it in tricks or points: told with the renege.
                result.findings[index] = finding.with_related(Related(message, context.pointer + part))
                outcome.settled = True
                return
    result.findings.append(Finding(code, message, context.at(part), _dash(expected), _dash(found)))
    result.answers["score"] = FAIL


def _rulings(record: HandRecord) -> list[int]:
    total = [0, 0]
    for ruling in record.rulings:
        total = _plus(total, ruling.points or [0, 0]) or total
    return total


def _plus(first: list[int] | None, second: list[int]) -> list[int]:
    return [a + b for a, b in zip(first or [0, 0], second, strict=True)]


def _sum(before: list[int] | None, points: list[int] | None, added: list[int]) -> list[int] | None:
    if before is None or points is None:
        return None
    return _plus(_plus(before, points), added)


def _pair(pair: list[int]) -> str:
    return ", ".join(f"{side} {count}" for side, count in zip(SIDES, pair, strict=False))


def _dash(pair: list[int]) -> str:
    return "-".join(map(str, pair))

"""What a referee ruled on reneges, against the log and the terms of the house."""

from ..findings import FAIL, Finding, Related
from ..records import HandRecord
from ..records.documents import Ruling
from ..rules import Rules
from .outcome import Context
from .result import HandResult, Renege
from .walk import Walk
from .words import by_side_text, score_text, seat_name

_WORDS = ("renege", "revoke")


def judge_rulings(record: HandRecord, walk: Walk, context: Context, result: HandResult) -> None:
    """Compare each ruling on a renege; those that it settles are taken out of ``result.reneges``."""
    for index, ruling in enumerate(record.rulings):
        if not any(word in ruling.what.lower() for word in _WORDS):
            continue
        where = context.at(f"/rulings/{index}").at(trick=ruling.trick, seat=ruling.seat)
        settled = next((each for each in result.reneges if _is_of(ruling, each)), None)
        if settled is not None:
            result.reneges.remove(settled)
            _tell(settled, ruling, result, context)
        elif _would_show(ruling, walk):
            who = "somebody" if ruling.seat is None else seat_name(ruling.seat, context.rules.seats)
            message = f"a renege by {who} was ruled on, and the log shows none"
            result.findings.append(Finding("S108", message, where))
            continue
        seat = settled.seat if settled is not None else ruling.seat
        if ruling.points is not None and seat is not None and seat < context.rules.seats:
            wanted = by_terms(context.rules, seat, penalty_size(walk, seat))
            if wanted is not None and ruling.points != wanted:
                shown = by_side_text(ruling.points, context.rules.seats)
                message = f"{shown} ruled for a renege; by this house it is {score_text(wanted)}"
                found = score_text(ruling.points)
                result.findings.append(Finding("S107", message, where, score_text(wanted), found))
                result.answers["score"] = FAIL


def penalty_size(walk: Walk, seat: int) -> int:
    """How much a renege by ``seat`` costs in this house."""
    hand, renege = walk.hand, walk.hand.rules.renege
    against_lone = any(lone >= 0 and (lone - seat) % 2 for lone in (hand.lone, hand.lone_defender))
    return renege.points_alone if against_lone else renege.points


def by_terms(rules: Rules, seat: int, size: int) -> list[int] | None:
    """The points by side that the house gives for a renege by ``seat``; None where it says nothing."""
    side = rules.side_of(seat)
    if rules.renege.rule == "points-to-others":
        return [0 if each == side else size for each in range(rules.side_count)]
    if rules.renege.rule == "points-off":
        return [-size if each == side else 0 for each in range(rules.side_count)]
    return None


def _is_of(ruling: Ruling, renege: Renege) -> bool:
    return ruling.seat in (None, renege.seat) and ruling.trick in (None, renege.trick)


def _would_show(ruling: Ruling, walk: Walk) -> bool:
    """Whether the log, and the hands as they are known, would show such a renege."""
    hand = walk.hand
    if walk.stopped is not None or (ruling.trick is not None and ruling.trick > len(hand.done)):
        return False
    seats = range(hand.seats) if ruling.seat is None else [ruling.seat]
    return all(seat < hand.seats and hand.dealt_to(seat) is not None for seat in seats)


def _tell(renege: Renege, ruling: Ruling, result: HandResult, context: Context) -> None:
    """Say with the renege that it was ruled on."""
    for place, finding in enumerate(result.findings):
        where = finding.where
        if finding.code in ("P310", "P311") and (where.seat, where.trick) == (renege.seat, renege.trick):
            given = "no points" if ruling.points is None else by_side_text(ruling.points, context.rules.seats)
            result.findings[place] = finding.with_related(Related(f"ruled on, with {given}"))

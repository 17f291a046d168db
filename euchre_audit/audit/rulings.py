"""What a referee ruled on reneges, against the log and the terms of the house."""

import re

from ..engine import Hand, renege_points
from ..findings import FAIL, Finding, Related
from ..records import HandRecord
from ..records.documents import Ruling
from ..rules import Rules
from .outcome import Context
from .result import HandResult, Renege
from .walk import Walk
from .words import by_side_text, score_text, seat_name

_RENEGE = re.compile(r"\b(renege|revoke|renig)")
_NONE = re.compile(r"\b(no|not a|without a?) ?(renege|revoke|renig)|\bnot (proven|found)|\bnone\b")


def judge_rulings(record: HandRecord, walk: Walk | None, context: Context, result: HandResult) -> None:
    """Compare each ruling on a renege with the log, where there is one, and with the terms of the house."""
    rules = context.rules
    for index, ruling in enumerate(record.rulings):
        if not _on_a_renege(ruling):
            continue
        where = context.at(f"/rulings/{index}").at(trick=ruling.trick, seat=ruling.seat)
        reneges = sorted(result.reneges, key=lambda each: not each.open)
        settled = next((each for each in reneges if _is_of(ruling, each)), None)
        if settled is not None:
            settled.open = False
            _tell(settled, ruling, result, context)
        elif walk is not None and _would_show(ruling, walk):
            who = "somebody" if ruling.seat is None else seat_name(ruling.seat, rules.seats)
            message = f"a renege by {who} was ruled on, and the log shows none"
            result.findings.append(Finding("S108", message, where))
            continue
        seat = settled.seat if settled is not None else ruling.seat
        if ruling.points is not None and seat is not None and seat < rules.seats:
            lone = result.lone if walk is None else None
            wanted = by_terms(rules, seat, penalty_size(rules, seat, walk.hand if walk is not None else None, lone))
            if wanted is not None and ruling.points != wanted:
                shown = by_side_text(ruling.points, rules.seats)
                message = f"{shown} ruled for a renege; by this house it is {score_text(wanted)}"
                found = score_text(ruling.points)
                result.findings.append(Finding("S107", message, where, score_text(wanted), found))
                result.answers["score"] = FAIL


def _on_a_renege(ruling: Ruling) -> bool:
    """Whether a ruling says that there was a renege, and not that there was none."""
    told = ruling.what.lower()
    return _RENEGE.search(told) is not None and (any(ruling.points or ()) or _NONE.search(told) is None)


def penalty_size(rules: Rules, seat: int, hand: Hand | None, lone: int | None = None) -> int:
    """How much a renege by ``seat`` costs in this house; ``lone`` is who played alone where no log says it."""
    alone = [hand.lone, hand.lone_defender] if hand is not None else [lone if lone is not None else -1]
    against_lone = any(each >= 0 and rules.side_of(each) != rules.side_of(seat) for each in alone)
    return rules.renege.points_alone if against_lone else rules.renege.points


def by_terms(rules: Rules, seat: int, size: int) -> list[int] | None:
    """The points by side that the house gives for a renege by ``seat``; None where it says nothing."""
    if rules.renege.rule not in ("points-to-others", "points-off"):
        return None
    return renege_points(rules, rules.renege.rule, rules.side_of(seat), size)


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

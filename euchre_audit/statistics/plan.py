"""The plan: every question, declared before the deals are looked at, and the answers with one error rate for all.

Nothing is asked here that players can influence. Who holds the bowers after the call is the best example: makers
call on hands that have them, so that they hold about two of three in perfectly fair games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from . import hands, order, own, procedure, runs
from .deals import Deals
from .outcome import Outcome
from .read import Own

LEAST = 20
"""Deals without which nothing is tested: they would show next to nothing."""
LEAST_DATED = 160
LEAST_FIRST = 20


@dataclass(frozen=True, slots=True)
class Question:
    """One test of the plan. ``lacks`` says what the records lack for it, from their form alone, never the cards."""

    code: str
    asks: str
    lacks: Callable[[Any], str]
    test: Callable[[Any, float], Outcome]


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its outcome; ``holm`` is the p-value corrected for the whole plan."""

    question: Question
    outcome: Outcome
    holm: float
    rejected: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The plan over one set of deals; ``each``: the level of one question where all others count, too."""

    level: float
    each: float
    answered: tuple[Answered, ...]
    not_asked: tuple[tuple[Question, str], ...]

    @property
    def rejected(self) -> bool:
        """Whether luck is rejected as the answer to any question."""
        return any(each.rejected for each in self.answered)


def _at_table(deals: Deals) -> str:
    return "" if hands.sittings(deals) else f"nobody who is named sits in {hands.ENOUGH} deals"


def _never(_: object) -> str:
    return ""


def _enough(what: str, least: int, count: Callable[[Deals], int]) -> Callable[[Deals], str]:
    def lacks(deals: Deals) -> str:
        found = count(deals)
        return "" if found >= least else f"it needs {least} {what}, and there are {found}"

    return lacks


def _ordered(deals: Deals) -> int:
    return int(deals.column("committed").sum())


_KNOWN_ORDER = _enough("deals whose order of dealing follows from their secrets (T204)", LEAST, _ordered)


def the_plan(players: Sequence[str]) -> tuple[Question, ...]:
    """Every question, in the order of the report; ``players`` are their names by index."""
    names = list(players)
    pairs = _enough(
        "deals in a row whose order of dealing follows from their secrets (T204)", LEAST, order.pairs_in_a_row
    )
    kinds = _enough("deals with bots and persons (kind, in the records)", LEAST, _mixed)
    dates = _enough("deals with a date, not all of one day", LEAST_DATED, _dated)
    traced = _enough("deals with their secret", LEAST, partial(procedure.known, column="cut"))
    drawn = _enough(
        "games whose first dealer luck found", LEAST_FIRST, lambda deals: sum(deals.first_dealers.values())
    )
    jacks, suit = hands.jacks, hands.up_suit
    return (
        Question("T101", "every card at every place of the deck", _KNOWN_ORDER, order.by_place),
        Question("T102", "cards that the shuffle left in place", _KNOWN_ORDER, order.fixed),
        Question("T103", "cards that the shuffle left together", _KNOWN_ORDER, order.together),
        Question("T104", "rising sequences, which few riffles leave", _KNOWN_ORDER, order.sequences),
        Question("T105", "cards that lie high or low", _KNOWN_ORDER, order.mean_place),
        Question("T106", "cards in their place of the deal before", pairs, order.same_place),
        Question("T107", "cards still together from the deal before", pairs, order.kept_together),
        Question("T110", "every card with every seat", _never, hands.by_seat),
        Question("T111", "up cards", _never, hands.up_card),
        Question("T112", "jacks by seat", _never, hands.by_position(jacks, seats=True)),
        Question("T113", "jacks by place from the dealer", _never, hands.by_position(jacks, seats=False)),
        Question("T114", "jacks by player", _at_table, hands.by_player(jacks, names)),
        Question("T115", "jacks, bots against persons", kinds, hands.by_kind(jacks)),
        Question("T116", "the up card's suit by seat", _never, hands.by_position(suit, seats=True)),
        Question(
            "T117", "the up card's suit by place from the dealer", _never, hands.by_position(suit, seats=False)
        ),
        Question("T118", "the up card's suit by player", _at_table, hands.by_player(suit, names)),
        Question("T119", "the up card's suit, bots against persons", kinds, hands.by_kind(suit)),
        Question("T120", "deals that come again", _never, runs.again),
        Question("T121", "streaks", _never, runs.streaks),
        Question("T122", "jacks by seat in any stretch of time", dates, runs.stretches),
        Question("T130", "cuts near the middle", traced, procedure.cuts),
        Question("T131", "cuts in thirds", traced, procedure.packets),
        Question("T132", "first dealers", drawn, procedure.first_dealers),
    )


OWN_PLAN = (
    Question("T140", "every card in this player's hand", _never, own.every_card),
    Question("T111", "up cards", _never, own.up_card),
    Question("T141", "jacks in this player's hand", _never, own.jacks),
    Question("T142", "the up card's suit in this player's hand", _never, own.up_suit),
    Question("T121", "streaks", _never, own.streak),
)
"""What one player's own hands can answer, where they are all of them."""


def _mixed(deals: Deals) -> int:
    return int(hands.bots_and_persons(deals).sum())


def _dated(deals: Deals) -> int:
    date = deals.column("date")
    days = date[date >= 0]
    return len(days) if len(days) and int(days.min()) != int(days.max()) else 0


def answer(deals: Deals | Own, plan: Sequence[Question], level: float) -> Result:
    """Ask every question that the records have something for, and correct for their number (Holm)."""
    asked, not_asked = [], []
    for question in plan:
        lacks = question.lacks(deals)
        if lacks:
            not_asked.append((question, lacks))
        else:
            asked.append(question)
    each = level / max(1, len(asked))
    outcomes = [question.test(deals, each) for question in asked]
    corrected = holm([outcome.p for outcome in outcomes])
    answered = tuple(
        Answered(question, outcome, p, p <= level)
        for question, outcome, p in zip(asked, outcomes, corrected, strict=True)
    )
    return Result(level, each, answered, tuple(not_asked))


def holm(ps: Sequence[float]) -> list[float]:
    """The p-values corrected for their number by Holm's method: the k-th smallest of m by m - k + 1, and rising."""
    steps = np.argsort(ps, kind="stable")
    corrected = [1.0] * len(ps)
    largest = 0.0
    for rank, index in enumerate(steps):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[index]))
        corrected[index] = largest
    return corrected

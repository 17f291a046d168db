"""Whether what was found changes the result: the game carried on under each reading of its score."""

from dataclasses import dataclass

import msgspec

from ..engine import is_over, renege_points, winners
from ..rules import Rules

Score = list[int]


class HandScore(msgspec.Struct, frozen=True):
    """The score after a hand, as the record carries it on and as it is rescored; None where it is not known.

    ``counted`` is how many hands of a fixed number of deals were played by then. ``reneges`` are the side that
    reneged and the size of the penalty, for reneges that no ruling settles; ``points`` what
    the hand made; ``conceded`` is the side that gave the game up with it.
    """

    number: int | None
    claimed: Score | None
    rescored: Score | None
    counted: int
    reneges: tuple[tuple[int, int], ...] = ()
    points: Score | None = None
    conceded: int | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """How the game comes out: the score, the winners (None where nobody has won, or it cannot be told), and the
    hand that ended it (None where none did). ``conceded`` is the side that gave the game up.
    """

    reading: str
    score: Score | None
    winners: list[int] | None = None
    hand: int | None = None
    conceded: int | None = None

    def same_end(self, other: "Path") -> bool:
        """Whether both end the game alike, whatever the score."""
        return self.winners == other.winners


def paths(rules: Rules, hands: list[HandScore]) -> list[Path]:
    """The game as recorded, as rescored, and with its reneges paid for, where they are not by a ruling.

    Where the house does not say how a renege is paid for, both customs are given.
    """
    found = [
        _path(rules, "as recorded", hands, [hand.claimed for hand in hands]),
        _path(rules, "as rescored", hands, [hand.rescored for hand in hands]),
    ]
    if any(hand.reneges for hand in hands) and rules.renege.rule != "impossible":
        ways = [rules.renege.rule] if rules.renege.rule != "unstated" else ["points-to-others", "points-off"]
        found += [_path(rules, _WAYS[way], hands, _with_penalties(rules, hands, way)) for way in ways]
    return found


_WAYS = {
    "points-to-others": "rescored, a renege giving the others points",
    "points-off": "rescored, a renege taking points off",
}


def _path(rules: Rules, reading: str, hands: list[HandScore], scores: list[Score | None]) -> Path:
    score: Score | None = None
    for hand, score in zip(hands, scores, strict=True):
        if score is not None and is_over(rules, score, hand.counted):
            return Path(reading, score, winners(score), hand.number)
        if hand.conceded is not None:
            other = [1 - hand.conceded] if rules.side_count == 2 else None
            return Path(reading, score, other, hand.number, hand.conceded)
        if score is None:
            return Path(reading, None)
    return Path(reading, score)


def _with_penalties(rules: Rules, hands: list[HandScore], way: str) -> list[Score | None]:
    """The rescored scores, each renege paid for from its hand on; a hand that ends there makes nothing."""
    paid, scores = [0] * rules.side_count, []
    for hand in hands:
        if hand.reneges and rules.renege.hand == "ends" and hand.points is not None:
            paid = [owed - made for owed, made in zip(paid, hand.points, strict=True)]
        for side, size in hand.reneges:
            paid = [sum(pair) for pair in zip(paid, renege_points(rules, way, side, size), strict=True)]
        after = None if hand.rescored is None else [sum(pair) for pair in zip(hand.rescored, paid, strict=True)]
        scores.append(after)
    return scores

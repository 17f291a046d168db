"""Whether what was found changes the result: the game carried on under each reading of its score."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..engine import is_over, winners
from ..rules import Rules

Score = list[int]


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score after a hand, as the record carries it on and as it is rescored; None where it is not known.

    ``counted`` is how many hands of a fixed number of deals were played by then. ``reneges`` are the side that
    reneged and the size of the penalty, for reneges that no ruling settles.
    """

    number: int | None
    claimed: Score | None
    rescored: Score | None
    counted: int
    reneges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """How the game comes out: the score, the winners and the hand that ended it (both None where none did)."""

    reading: str
    score: Score | None
    winners: list[int] | None
    hand: int | None

    def same_end(self, other: "Path") -> bool:
        """Whether both end the game alike, whatever the score."""
        return self.winners == other.winners


def paths(rules: Rules, hands: list[HandScore]) -> list[Path]:
    """The game as recorded, as rescored, and with its reneges paid for, where they are not by a ruling.

    Where the house does not say how a renege is paid for, both customs are given.
    """
    found = [
        _path(rules, "as recorded", ((hand.number, hand.claimed, hand.counted) for hand in hands)),
        _path(rules, "as rescored", ((hand.number, hand.rescored, hand.counted) for hand in hands)),
    ]
    if any(hand.reneges for hand in hands) and rules.renege.rule != "impossible":
        ways = [rules.renege.rule] if rules.renege.rule != "unstated" else ["points-to-others", "points-off"]
        found += [_path(rules, _WAYS[way], _with_penalties(rules, hands, way)) for way in ways]
    return found


_WAYS = {
    "points-to-others": "rescored, a renege giving the others points",
    "points-off": "rescored, a renege taking points off",
}


def _path(rules: Rules, reading: str, steps: Iterable[tuple[int | None, Score | None, int]]) -> Path:
    score: Score | None = None
    for number, after, counted in steps:
        if after is None:
            return Path(reading, None, None, None)
        score = after
        if is_over(rules, score, counted):
            return Path(reading, score, winners(score), number)
    return Path(reading, score, None, None)


def _with_penalties(
    rules: Rules, hands: list[HandScore], way: str
) -> Iterable[tuple[int | None, Score | None, int]]:
    paid = [0] * rules.side_count
    for hand in hands:
        for side, size in hand.reneges:
            for each in range(rules.side_count):
                if way == "points-off" and each == side:
                    paid[each] -= size
                elif way == "points-to-others" and each != side:
                    paid[each] += size
        after = None if hand.rescored is None else [sum(pair) for pair in zip(hand.rescored, paid, strict=True)]
        yield hand.number, after, hand.counted

"""Deal patterns (procedure, section 1): how many cards each seat gets in each round."""

import re
from functools import lru_cache

_PATTERN = re.compile(r"[1-9][0-9]?(?:,[1-9][0-9]?)*(?:/[1-9][0-9]?(?:,[1-9][0-9]?)*)*", re.ASCII)

TWELVE_TRICK = "4/4/4"


@lru_cache(maxsize=256)
def parse_pattern(text: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Rounds of counts, each from the dealer's left; ``ValueError`` says what is wrong.

    >>> parse_pattern("3,2/2,3", 4)
    ((3, 2, 3, 2), (2, 3, 2, 3))
    """
    if not _PATTERN.fullmatch(text):
        raise ValueError("a pattern is rounds of counts from 1 to 99, such as 3/2 or 3,2/2,3")
    rounds = []
    for part in text.split("/"):
        listed = [int(count) for count in part.split(",")]
        if len(listed) > seats:
            raise ValueError(f"a round of {part} lists more counts than there are seats")
        counts = _around(listed, seats)
        if any(_around(listed[:size], seats) == counts for size in range(1, len(listed))):
            raise ValueError(f"a round of {part} has a shorter spelling, which is the only legal one")
        rounds.append(counts)
    totals = {sum(counts) for counts in zip(*rounds, strict=True)}
    if len(totals) > 1:
        raise ValueError("the seats do not get equally many cards")
    return tuple(rounds)


def _around(listed: list[int], seats: int) -> tuple[int, ...]:
    return tuple(listed[place % len(listed)] for place in range(seats))


def is_twelve_trick(seats: int, pattern: str) -> bool:
    """Whether these terms are for the two-handed twelve-trick game."""
    return seats == 2 and pattern == TWELVE_TRICK

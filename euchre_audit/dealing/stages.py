"""Streams, draws and the five stages (procedure, sections 4 and 5)."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, count

import msgspec

from .commitment import HmacKey, tag

ORDERS = ("BCA", "CAB")

_LIMIT = [0, 0, *(256 - 256 % n for n in range(2, 257))]
_STREAM = tag("stream")
_FIRST = tuple(_STREAM + bytes([stage]) + bytes(4) for stage in range(7))
"""What the first block of each stage is the HMAC of."""


def stream(key: HmacKey, stage: int) -> Iterator[int]:
    """The bytes of one stage. Most stages need no more than the first block."""
    return chain(key.digest(_FIRST[stage]), _later(key, stage))


def _later(key: HmacKey, stage: int) -> Iterator[int]:
    for number in count(1):
        yield from key.digest(_STREAM + bytes([stage]) + number.to_bytes(4, "big"))


def draw(n: int, bytes_: Iterator[int]) -> int:
    """Section 4, ``draw(n)``: uniform below ``n`` (2 to 256), by rejection."""
    limit = _LIMIT[n]
    byte = next(bytes_)
    while byte >= limit:
        byte = next(bytes_)
    return byte % n


class Stage(msgspec.Struct, frozen=True, gc=False):
    """One stage as a second person can check it: the draws of a shuffle, the place of a cut, the deck after."""

    number: int
    kind: str
    deck: tuple[int, ...]
    draws: tuple[int, ...] = ()
    cut: int | None = None
    packets: tuple[int, int, int] | None = None
    order: str | None = None


def shuffle(deck: list[int], bytes_: Iterator[int]) -> tuple[list[int], tuple[int, ...]]:
    """Stages 1, 3 and 5: the deck shuffled, and the draws: ``draw(n)``, ``draw(n - 1)``, to ``draw(2)``."""
    deck, draws = list(deck), []
    n, limit = len(deck), _LIMIT
    for byte in bytes_:
        if byte < limit[n]:
            j = byte % n
            n -= 1
            draws.append(j)
            deck[n], deck[j] = deck[j], deck[n]
            if n == 1:
                break
    return deck, tuple(draws)


def cut_middle(deck: list[int], bytes_: Iterator[int]) -> tuple[list[int], int]:
    """Stage 2: cut near the middle; the deck and how many cards went below."""
    n = len(deck)
    low, high = 5 * n // 12, -(-7 * n // 12)
    k = low + draw(high - low + 1, bytes_)
    return deck[k:] + deck[:k], k


@cache
def thirds(n: int) -> tuple[tuple[int, int, int], ...]:
    """Stage 4: the packets that a cut in rough thirds may make, in lexicographic order."""
    sizes = range(n // 3 - 1, -(-n // 3) + 2)
    return tuple((a, b, c) for a in sizes for b in sizes for c in sizes if a + b + c == n)


def cut_thirds(deck: list[int], bytes_: Iterator[int]) -> tuple[list[int], tuple[int, int, int], str]:
    """Stage 4: the deck, the packets from the top and how they were put back."""
    choices = thirds(len(deck))
    a, b, c = choices[draw(len(choices), bytes_)]
    first, second, third = deck[:a], deck[a : a + b], deck[a + b :]
    order = ORDERS[draw(2, bytes_)]
    stacked = second + third + first if order == "BCA" else third + first + second
    return stacked, (a, b, c), order


def run(fresh: tuple[int, ...], key: bytes) -> list[Stage]:
    """Stages 1 to 5 from the fresh deck."""
    streams = HmacKey(key)
    deck, draws = shuffle(list(fresh), stream(streams, 1))
    stages = [Stage(1, "shuffle", tuple(deck), draws)]
    deck, k = cut_middle(deck, stream(streams, 2))
    stages.append(Stage(2, "cut-middle", tuple(deck), cut=k))
    deck, draws = shuffle(deck, stream(streams, 3))
    stages.append(Stage(3, "shuffle", tuple(deck), draws))
    deck, packets, order = cut_thirds(deck, stream(streams, 4))
    stages.append(Stage(4, "cut-thirds", tuple(deck), packets=packets, order=order))
    deck, draws = shuffle(deck, stream(streams, 5))
    stages.append(Stage(5, "shuffle", tuple(deck), draws))
    return stages

"""Streams, draws and the five stages (procedure, sections 4 and 5)."""

import hmac
from dataclasses import dataclass
from functools import cache

from .commitment import tag

ORDERS = ("BCA", "CAB")

_LIMIT = [0, 0, *(256 - 256 % n for n in range(2, 257))]
_STREAM = tag("stream")


class Stream:
    """The bytes of one stage, and draws from them."""

    __slots__ = ("_block", "_bytes", "_key", "_place", "_stage")

    def __init__(self, key: bytes, stage: int) -> None:
        self._key = key
        self._stage = stage
        self._block = 0
        self._bytes = b""
        self._place = 0

    def draw(self, n: int) -> int:
        """Section 4, ``draw(n)``: uniform below ``n`` (2 to 256), by rejection."""
        limit = _LIMIT[n]
        while True:
            if self._place == len(self._bytes):
                message = _STREAM + bytes([self._stage]) + self._block.to_bytes(4, "big")
                self._bytes = hmac.digest(self._key, message, "sha256")
                self._block += 1
                self._place = 0
            byte = self._bytes[self._place]
            self._place += 1
            if byte < limit:
                return byte % n


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage as a second person can check it: the draws of a shuffle, the place of a cut, the deck after."""

    number: int
    kind: str
    deck: tuple[int, ...]
    draws: tuple[int, ...] = ()
    cut: int | None = None
    packets: tuple[int, int, int] | None = None
    order: str | None = None


def shuffle(deck: list[int], stream: Stream) -> tuple[list[int], tuple[int, ...]]:
    """Stages 1, 3 and 5: the deck shuffled, and the draws."""
    deck = list(deck)
    draws = []
    draw = stream.draw
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        draws.append(j)
        deck[i], deck[j] = deck[j], deck[i]
    return deck, tuple(draws)


def cut_middle(deck: list[int], stream: Stream) -> tuple[list[int], int]:
    """Stage 2: cut near the middle; the deck and how many cards went below."""
    n = len(deck)
    low, high = 5 * n // 12, -(-7 * n // 12)
    k = low + stream.draw(high - low + 1)
    return deck[k:] + deck[:k], k


@cache
def thirds(n: int) -> tuple[tuple[int, int, int], ...]:
    """Stage 4: the packets that a cut in rough thirds may make, in lexicographic order."""
    sizes = range(n // 3 - 1, -(-n // 3) + 2)
    return tuple((a, b, c) for a in sizes for b in sizes for c in sizes if a + b + c == n)


def cut_thirds(deck: list[int], stream: Stream) -> tuple[list[int], tuple[int, int, int], str]:
    """Stage 4: the deck, the packets from the top and how they were put back."""
    choices = thirds(len(deck))
    a, b, c = choices[stream.draw(len(choices))]
    first, second, third = deck[:a], deck[a : a + b], deck[a + b :]
    order = ORDERS[stream.draw(2)]
    stacked = second + third + first if order == "BCA" else third + first + second
    return stacked, (a, b, c), order


def run(fresh: tuple[int, ...], key: bytes) -> list[Stage]:
    """Stages 1 to 5 from the fresh deck."""
    deck, draws = shuffle(list(fresh), Stream(key, 1))
    stages = [Stage(1, "shuffle", tuple(deck), draws)]
    deck, k = cut_middle(deck, Stream(key, 2))
    stages.append(Stage(2, "cut-middle", tuple(deck), cut=k))
    deck, draws = shuffle(deck, Stream(key, 3))
    stages.append(Stage(3, "shuffle", tuple(deck), draws))
    deck, packets, order = cut_thirds(deck, Stream(key, 4))
    stages.append(Stage(4, "cut-thirds", tuple(deck), packets=packets, order=order))
    deck, draws = shuffle(deck, Stream(key, 5))
    stages.append(Stage(5, "shuffle", tuple(deck), draws))
    return stages

"""What a fair deal gives: exact laws of one deal, and of the sum over many.

A law is an array of probabilities by value, from 0. Sums over independent deals are convolved exactly, by FFT.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from math import comb, factorial, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

FLOOR = 1e-10
"""The smallest p-value told: rounding in the convolution is well below it."""
NORMAL = NormalDist()
_WIDTH = 80
"""How many standard deviations of a sum are kept; what lies beyond 40 on a side is far below ``FLOOR``."""


@cache
def fixed_points(n: int) -> Array:
    """How many cards of ``n`` lie where they began: C(n, k) times the derangements of the others."""
    none = [1, 0]
    while len(none) <= n:
        none.append((len(none) - 1) * (none[-1] + none[-2]))
    return np.array([comb(n, k) * none[n - k] / factorial(n) for k in range(n + 1)])


@cache
def neighbours(n: int) -> Array:
    """How many cards lie right behind the one that they followed in the fresh deck."""
    none = [1, 1]
    while len(none) < n:
        m = len(none)
        none.append(m * none[-1] + (m - 1) * none[-2])
    return np.array([comb(n - 1, k) * none[n - k - 1] / factorial(n) for k in range(n)])


@cache
def rising(n: int) -> Array:
    """How many rising sequences of the fresh deck there are: Eulerian numbers, shifted by one."""
    row = [1]
    for size in range(2, n + 1):
        padded = [0, *row, 0]
        row = [(k + 1) * padded[k + 1] + (size - k) * padded[k] for k in range(size)]
    return np.array([0.0, *(each / factorial(n) for each in row)])


@cache
def held(deck: int, marked: int, drawn: int) -> Array:
    """How many of ``marked`` cards are among ``drawn`` of the ``deck``: hypergeometric."""
    ways = comb(deck, drawn)
    most = min(marked, drawn)
    return np.array([comb(marked, k) * comb(deck - marked, drawn - k) / ways for k in range(most + 1)])


@cache
def spread(groups: tuple[int, ...], marked: int) -> tuple[npt.NDArray[np.int64], Array]:
    """Every way in which ``marked`` cards can lie in groups of these sizes, and its probability."""

    def ways(left: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
        if len(sizes) == 1:
            return [(left,)] if left <= sizes[0] else []
        return [(k, *rest) for k in range(min(left, sizes[0]) + 1) for rest in ways(left - k, sizes[1:])]

    found = ways(marked, groups)
    total = comb(sum(groups), marked)
    shares = [np.prod([comb(size, k) for size, k in zip(groups, each, strict=True)]) / total for each in found]
    return np.array(found, dtype=np.int64), np.array(shares)


class Sum:
    """The law of a sum: ``parts`` are laws of one deal, each with how many deals follow it."""

    def __init__(self, parts: Sequence[tuple[Array, int]]) -> None:
        self.parts = [(law, count) for law, count in parts if count]
        moments = []
        for law, count in self.parts:
            values = np.arange(len(law))
            mean = float(values @ law)
            moments.append((count * mean, count * float((values - mean) ** 2 @ law)))
        self.mean = sum(mean for mean, _ in moments)
        self.sd = sqrt(sum(variance for _, variance in moments))
        self.most = sum((len(law) - 1) * count for law, count in self.parts)

    @cached_property
    def _window(self) -> tuple[int, Array]:
        """The first value of the window that is kept, and the probabilities from there."""
        length = 1 << max(4, int(min(self.most + 1, _WIDTH * self.sd + 2 * 64)).bit_length())
        size = max(length, *(len(law) for law, _ in self.parts))
        spectrum = np.ones(size // 2 + 1, dtype=np.complex128)
        for law, count in self.parts:
            spectrum *= np.fft.rfft(law, size) ** count
        around = np.clip(np.fft.irfft(spectrum, size), 0.0, None)
        first = max(0, round(self.mean) - size // 2) if self.most >= size else 0
        return first, np.roll(around, -(first % size))

    def below(self, value: int) -> float:
        """P(sum <= value)."""
        first, law = self._window
        return min(1.0, float(law[: max(0, value - first + 1)].sum()))

    def above(self, value: int) -> float:
        """P(sum >= value)."""
        first, law = self._window
        return min(1.0, float(law[max(0, value - first) :].sum()))

    def both_sides(self, value: int) -> float:
        """How probable something at least as far out as ``value`` is, on either side."""
        return min(1.0, max(FLOOR, 2 * min(self.below(value), self.above(value))))

    def band(self, share: float = 0.95) -> tuple[int, int]:
        """Between which values luck alone keeps the sum in this share of archives."""
        first, law = self._window
        tails = np.cumsum(law)
        low = int(np.searchsorted(tails, (1 - share) / 2 - 1e-12))
        high = int(np.searchsorted(tails, 1 - (1 - share) / 2 - 1e-12))
        return first + low, first + min(high, len(law) - 1)


def no_run(length: int, chance: float, most: int) -> Array:
    """P(no run of ``length`` hits in a row) in 0, 1, … ``most`` independent trials with this chance."""
    none = [1.0] * (most + 1)
    ends = (1 - chance) * chance**length
    for trials in range(length, most + 1):
        none[trials] = (
            1 - chance**length if trials == length else none[trials - 1] - ends * none[trials - length - 1]
        )
    return np.array(none)


def no_same(length: int, shares: Array, most: int) -> Array:
    """P(no value ``length`` times in a row) in 0, 1, … ``most`` independent draws of values with these shares."""
    none = np.ones(most + 1)
    if length <= 1:
        none[1:] = 0
        return none
    # By the last value, and how often it came in a row until now.
    chance = np.zeros((len(shares), length - 1))
    chance[:, 0] = shares
    for drawn in range(2, most + 1):
        others = shares * (chance.sum() - chance.sum(1))
        chance[:, 1:] = chance[:, :-1] * shares[:, None]
        chance[:, 0] = others
        none[drawn] = chance.sum()
    return none

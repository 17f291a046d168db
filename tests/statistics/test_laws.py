"""The laws of a fair deal against counting every case, scipy, and plain convolution."""

from __future__ import annotations

from itertools import groupby, pairwise, permutations, product
from math import comb

import numpy as np
import pytest
from scipy import stats

from euchre_audit.statistics import laws
from euchre_audit.statistics.laws import Sum


def by_counting(n: int, count: object) -> list[float]:
    found = [0] * (n + 1)
    decks = list(permutations(range(n)))
    for deck in decks:
        found[count(deck)] += 1  # type: ignore[operator]
    return [each / len(decks) for each in found]


def fixed(deck: tuple[int, ...]) -> int:
    return sum(place == card for place, card in enumerate(deck))


def neighbours(deck: tuple[int, ...]) -> int:
    return sum(two == one + 1 for one, two in pairwise(deck))


def rising(deck: tuple[int, ...]) -> int:
    """Going through the pile from the top, as often as it takes, for 0, 1, 2, …"""
    wanted = passes = 0
    while wanted < len(deck):
        passes += 1
        for card in deck:
            wanted += card == wanted
    return passes


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_permutations_of_a_small_deck_counted_one_by_one(n: int) -> None:
    for law, count in ((laws.fixed_points, fixed), (laws.neighbours, neighbours), (laws.rising, rising)):
        counted = by_counting(n, count)
        got = law(n)
        assert counted[: len(got)] == pytest.approx(list(got), abs=1e-12)
        assert sum(counted[len(got) :]) == 0


def test_the_means_of_a_whole_deck() -> None:
    for law, mean in ((laws.fixed_points, 1), (laws.neighbours, 23 / 24), (laws.rising, 12.5)):
        assert law(24).sum() == pytest.approx(1)
        assert np.arange(len(law(24))) @ law(24) == pytest.approx(mean)


@pytest.mark.parametrize(
    ("deck", "marked", "drawn"), [(24, 4, 5), (24, 4, 10), (23, 5, 5), (24, 4, 20), (32, 4, 24)]
)
def test_cards_held_as_scipy_has_it(deck: int, marked: int, drawn: int) -> None:
    law = laws.held(deck, marked, drawn)
    assert list(law) == pytest.approx(list(stats.hypergeom(deck, marked, drawn).pmf(np.arange(len(law)))))


def test_jacks_spread_over_the_table_as_scipy_has_it() -> None:
    ways, shares = laws.spread((5, 5, 5, 5, 4), 4)
    assert len(ways) == comb(8, 4)
    expected = stats.multivariate_hypergeom.pmf(ways, [5, 5, 5, 5, 4], 4)
    assert list(shares) == pytest.approx(list(expected))
    one_seat = [shares[ways[:, 0] == k].sum() for k in range(5)]
    assert one_seat == pytest.approx(list(laws.held(24, 4, 5)))


def test_a_sum_is_the_convolution_of_its_parts() -> None:
    parts = [(laws.held(24, 4, 5), 7), (laws.held(24, 4, 10), 3), (laws.fixed_points(24), 0)]
    plain = np.ones(1)
    for law, count in parts:
        for _ in range(count):
            plain = np.convolve(plain, law)
    total = Sum(parts)
    for value in range(len(plain)):
        assert total.below(value) == pytest.approx(plain[: value + 1].sum(), abs=1e-12)
        assert total.above(value) == pytest.approx(plain[value:].sum(), abs=1e-12)
    assert (total.below(-1), total.above(len(plain))) == pytest.approx((0, 0), abs=1e-12)
    assert total.both_sides(0) == pytest.approx(max(laws.FLOOR, 2 * plain[0]))


@pytest.mark.parametrize("count", [50, 5_000, 2_000_000])
def test_a_sum_of_many_as_the_binomial_has_it(count: int) -> None:
    total = Sum([(np.array([0.7, 0.3]), count)])
    binomial = stats.binom(count, 0.3)
    for z in (-4, -1, 0, 2, 4):
        value = round(binomial.mean() + z * binomial.std())
        assert total.below(value) == pytest.approx(binomial.cdf(value), abs=1e-9)
        assert total.above(value) == pytest.approx(binomial.sf(value - 1), abs=1e-9)
    low, high = total.band()
    assert (low, high) == (binomial.ppf(0.025), binomial.ppf(0.975))
    far = round(binomial.mean() + 60 * binomial.std())
    assert total.both_sides(far) == laws.FLOOR


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_runs_counted_in_every_row_of_trials(length: int) -> None:
    chance, most = 0.37, 9
    none = laws.no_run(length, chance, most)
    for trials in range(most + 1):
        total = 0.0
        for row in product((False, True), repeat=trials):
            best = max((len(run) for run in "".join("x" if hit else " " for hit in row).split()), default=0)
            if best < length:
                total += chance ** sum(row) * (1 - chance) ** (trials - sum(row))
        assert none[trials] == pytest.approx(total)


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_the_same_value_in_a_row_counted_in_every_row_of_draws(length: int) -> None:
    """Values that are not equally common, as suits are not where there is a joker."""
    shares = np.array([0.5, 0.3, 0.2])
    none = laws.no_same(length, shares, 6)
    assert none[0] == 1
    for draws in range(1, 7):
        total = 0.0
        for row in product(range(3), repeat=draws):
            best = max(len(list(same)) for _, same in groupby(row))
            total += float(shares[list(row)].prod()) * (best < length)
        assert none[draws] == pytest.approx(total)

"""What shows only over time: deals that come again, streaks, and stretches of time that differ."""

import datetime
from bisect import bisect_left
from math import ceil, comb, factorial, log2, prod

import numpy as np
from scipy.special import gammainc, gammaincinv

from ..audit.words import seat_names
from .deals import Deals, Numbers, suits
from .hands import jacks, law_of
from .laws import FLOOR, NORMAL, Sum, no_run, no_same, spread
from .outcome import POWER, REPEATS, SEED, Outcome, more, percent, signed

STRETCHES = 16
"""Into so many parts of equal size the deals are cut by date; every run of them is a stretch that is looked at."""


def repeats(deals: Deals) -> tuple[int, tuple[int, int] | None]:
    """How many deals have every card with the same place from the dealer as one before; and one such pair."""
    shape = deals.shape
    owners = np.empty((len(deals), shape.deck), dtype=np.uint8)
    for block in deals.blocks():
        owners[block] = deals.holders(block, seats=False)
        np.put_along_axis(owners[block], deals.up_cards(block)[:, None], shape.seats + 1, axis=1)
    rows = owners.view(np.dtype((np.void, shape.deck))).ravel()
    order = np.argsort(rows, kind="stable")
    same = rows[order[1:]] == rows[order[:-1]]
    if not same.any():
        return 0, None
    first = int(np.flatnonzero(same)[0])
    return int(same.sum()), (int(order[first]), int(order[first + 1]))


def _at_least_again(number: int, luck: float) -> float:
    """At most how probable so many hits are in independent trials with ``luck`` hits on average: by Hoeffding as
    many as by Poisson's law from one more than the average on, by Markov the share below."""
    if number >= luck + 1:
        return float(gammainc(number, luck))
    return min(1.0, luck / number) if number else 1.0


def again(deals: Deals, each: float) -> Outcome:
    """Deals that were there before.

    The k-th deal was there before with probability (k - 1) / kinds at most, whatever came until then. So there are
    no more of them than in independent trials with these chances.
    """
    shape = deals.shape
    kinds = factorial(shape.deck) // prod(factorial(size) for size in (*shape.groups[:-1], shape.groups[-1] - 1))
    again, where = repeats(deals)
    luck = comb(len(deals), 2) / kinds
    p = max(FLOOR, _at_least_again(again, luck))
    saw = f"{again:,} deals have every card in the same hand as one before; luck gives {luck:.2g} at most"
    if where is not None:
        saw += f"; one of them: {deals.where(where[0])}, and {deals.where(where[1])}"
    most = ceil(2 * luck) + 100
    needed = bisect_left(range(most), True, lo=1, key=lambda n: _at_least_again(n, luck) <= each)
    starts = comb(len(deals), 2) / float(gammaincinv(needed, POWER))
    would = (
        f"a shuffler with fewer than {starts:,.0f} different starting points (2 to the {log2(max(starts, 1)):.0f})"
    )
    return Outcome(p, "bound", len(deals), "deals", again, again, again, saw, starts, would)


def longest(hits: Numbers, starts: Numbers) -> tuple[int, int]:
    """The longest run of hits, and where it ends; a run begins anew where ``starts`` says so."""
    number = np.arange(len(hits))
    stop = np.maximum.accumulate(np.where(hits, -1, number))
    start = np.maximum.accumulate(np.where(starts, number, 0))
    run = np.where(hits, number - np.maximum(stop, start - 1), 0)
    return int(run.max(initial=0)), int(run.argmax())


def _at_least(length: int, chance: float, lengths: Numbers) -> float:
    """At most how probable a run of this length is in any of several rows of trials."""
    if not length:
        return 1.0
    sizes, times = np.unique(lengths, return_counts=True)
    return min(1.0, float(times @ (1 - no_run(length, chance, int(sizes[-1]))[sizes])))


def _same_at_least(length: int, shares: Numbers, lengths: Numbers) -> float:
    """At most how probable a run of one and the same value is, of this length, in any of several rows of draws."""
    sizes, times = np.unique(lengths, return_counts=True)
    return min(1.0, float(times @ (1 - no_same(length, shares, int(sizes[-1]))[sizes])))


def row_of_hits(found: int, chance: float, lengths: Numbers, each: float) -> tuple[float, int]:
    """How probable a run as long as ``found`` is, at most; and how long one has to be for level ``each``."""
    most = int(lengths.max()) + 1
    needed = bisect_left(range(most), True, lo=1, key=lambda n: _at_least(n, chance, lengths) <= each)
    return _at_least(found, chance, lengths), needed


def _hands_in_a_row(deals: Deals) -> tuple[Numbers, Numbers, Numbers]:
    """Hands that follow each other: of each player through all games, or of each seat through one where players
    are not known. For each hand its deal, its seat, and whose it is (rising).

    Who sits in several seats of a deal is looked at in the first of them: hands of one deal are not independent.
    """
    players = deals.column("players")
    row = np.repeat(np.arange(len(deals)), deals.shape.seats)
    seat = np.tile(np.arange(deals.shape.seats), len(deals))
    whose = players.ravel() if (players >= 0).all() else deals.column("game")[row] * deals.shape.seats + seat
    order = np.lexsort((seat, row, whose))
    row, seat, whose = row[order], seat[order], whose[order]
    first = np.concatenate([[True], (row[1:] != row[:-1]) | (whose[1:] != whose[:-1])])
    return row[first], seat[first], whose[first]


def streaks(deals: Deals, each: float) -> Outcome:
    """The longest streak of hands without a jack, and of the same suit turned up in a game."""
    deck = deals.shape.deck
    counts = np.concatenate([jacks(deals, block, seats=True) for block in deals.blocks()])
    row, seat, whose = _hands_in_a_row(deals)
    starts = np.concatenate([[True], whose[1:] != whose[:-1]])
    without, end = longest(counts[row, seat] == 0, starts)
    suit = suits(deck)
    turned = np.concatenate([suit[deals.up_cards(block)] for block in deals.blocks()])
    game = deals.column("game")
    begins = np.concatenate([[True], game[1:] != game[:-1]])
    same = np.concatenate([[False], turned[1:] == turned[:-1]]) & ~begins
    suited = longest(same, begins)[0] + 1
    _, lengths = np.unique(whose, return_counts=True)
    chance = float(law_of(deals, jacks, 1)[0])
    shares = np.bincount(suit) / deck
    rare, needed = row_of_hits(without, chance, lengths, each / 2)
    p = [rare, _same_at_least(suited, shares, np.bincount(game))]
    saw = (
        f"the longest streak without a jack is {without} hands, up to {deals.where(int(row[end]))} "
        f"({_share(p[0])}); of the same suit turned up in a game {suited} deals ({_share(p[1])})"
    )
    enough = needed <= int(lengths.max())
    would = f"a streak of {needed} hands without a jack" if enough else "no streak: nobody has enough hands"
    p_value = max(FLOOR, min(1.0, 2 * min(p)))
    return Outcome(p_value, "exact", len(deals), "hands", without, without, without, saw, needed, would)


def _share(p: float) -> str:
    return "no rarity" if p > 0.5 else f"luck has it in one of {1 / max(p, FLOOR):,.0f} such archives"


def dated(deals: Deals) -> Numbers:
    """The deals that have a date, by date, and in the order read where that is the same."""
    date = deals.column("date")
    order = np.argsort(date, kind="stable")
    found: Numbers = order[date[order] >= 0]
    return found


def stretches(deals: Deals, each: float) -> Outcome:
    """Whether in some stretch of time, or before or after some day, a seat got more or fewer jacks."""
    shape = deals.shape
    order = dated(deals)
    edges = np.linspace(0, len(order), STRETCHES + 1).astype(np.int64)
    sizes = np.diff(edges)
    per_deal = np.concatenate([jacks(deals, block, seats=True) for block in deals.blocks()])[order]
    counts = np.add.reduceat(per_deal, edges[:-1], axis=0)
    law = Sum([(law_of(deals, jacks, 1), 1)])
    observed, begin, end, seat = _furthest(counts[None], sizes, law)
    null = _null_stretches(deals, tuple(sizes.tolist()), law)
    p = (1 + int((null >= observed[0] - 1e-9).sum())) / (len(null) + 1)
    first, last = int(begin[0]), int(end[0])
    size = int(sizes[first:last].sum())
    share = float(counts[first:last, seat[0]].sum()) / (size * law.mean) - 1
    bound = float(np.quantile(null, max(0.0, 1 - each), method="higher"))
    wide = float(np.quantile(null, 0.95)) * law.sd / law.mean / size**0.5
    low, high = max(-1.0, share - wide), share + wide
    quarter = len(order) / 4
    visible = (bound + NORMAL.inv_cdf(POWER)) * law.sd / law.mean / quarter**0.5
    days = deals.column("date")[order]
    since, until = (datetime.date.fromordinal(int(days[i])).isoformat() for i in (edges[first], edges[last] - 1))
    name = seat_names(shape.seats)[int(seat[0])]
    saw = (
        f"the stretch that stands out most: {since} to {until}, {size:,} deals, in which {name} got "
        f"{more(share, 'jacks')} than luck's share ({signed(low)} to {signed(high)})"
    )
    would = f"{percent(visible)} more or fewer jacks for one seat in a quarter of the time"
    table = {
        "from": [datetime.date.fromordinal(int(days[i])).isoformat() for i in edges[:-1]],
        "deals": sizes.tolist(),
        "observed": counts.tolist(),
        "expected": (sizes * law.mean).tolist(),
    }
    return Outcome(
        p, "simulated", len(order), "share more or fewer", share, low, high, saw, visible, would,
        "", table,
    )  # fmt: skip


def _furthest(counts: Numbers, sizes: Numbers, law: Sum) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Of each archive (rows), the largest |z| of any seat in any run of parts; where that is, and whose."""
    archives, parts, seats = counts.shape
    before = np.concatenate([np.zeros((archives, 1, seats)), np.cumsum(counts, axis=1)], axis=1)
    deals = np.concatenate([[0], np.cumsum(sizes)])
    best = np.full(archives, -1.0)
    begin, end, whose = (np.zeros(archives, dtype=np.int64) for _ in range(3))
    for first in range(parts):
        for last in range(first + 1, parts + 1):
            number = deals[last] - deals[first]
            z = np.abs(before[:, last] - before[:, first] - number * law.mean) / (law.sd * number**0.5)
            seat = z.argmax(1)
            top = z[np.arange(archives), seat]
            better = top > best
            best[better] = top[better]
            begin[better], end[better], whose[better] = first, last, seat[better]
    return best, begin, end, whose


_NULLS: dict[tuple[object, ...], Numbers] = {}


def _null_stretches(deals: Deals, sizes: tuple[int, ...], law: Sum) -> Numbers:
    key = (deals.shape, sizes)
    if key not in _NULLS:
        ways, shares = spread(deals.shape.groups, 4)
        often = np.argsort(-shares)
        ways, shares = ways[often, :-1], shares[often]
        rng = np.random.default_rng(SEED)
        counts = np.stack([rng.multinomial(size, shares, REPEATS) @ ways for size in sizes], axis=1)
        _NULLS[key] = _furthest(counts, np.array(sizes), law)[0]
    return _NULLS[key]

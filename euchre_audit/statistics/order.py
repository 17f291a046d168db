"""The order of the deck: whether a shuffle leaves something of the order that it began with."""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from math import sqrt

import numpy as np
from scipy.special import chdtri

from ..cards import FRESH, in_words
from .deals import Deals, Numbers
from .laws import NORMAL, Sum, fixed_points, neighbours, rising
from .outcome import POWER, REPEATS, SEED, Outcome, by_count, excess, percent, strays, tail, visible_excess

FEW = 500
"""Below so many deals a simulation stands in for the chi-square distribution."""
_AT_ONCE = 1 << 18


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``11th``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def table_excess(table: Numbers, groups: Numbers, deals: int) -> float:
    """The chi-square of a table card × group, when each deal puts every card somewhere.

    Rows and columns of each deal add up, so that Pearson's sum is n/(n-1) times a chi-square with
    (n-1)(groups-1) degrees of freedom; without the factor fair shufflers fail too often.
    """
    cards = len(table)
    expected = deals * groups[None, :] / cards
    return float(((table - expected) ** 2 / expected).sum() * (cards - 1) / cards)


def friedman(place_sums: Numbers, deals: int) -> float:
    """Friedman's statistic of the sums of places (from 0) by card: a chi-square with n-1 degrees of freedom."""
    cards = len(place_sums)
    means = place_sums / deals - (cards - 1) / 2
    return float(12 * deals / (cards * (cards + 1)) * (means**2).sum())


@cache
def simulated(cards: int, groups: tuple[int, ...], deals: int) -> tuple[Numbers, Numbers, Numbers]:
    """What fair decks give: the statistics of card × place, card × group, and Friedman's, ``REPEATS`` times."""
    rng = np.random.default_rng(SEED)
    sizes = np.array(groups)
    found = np.empty((3, REPEATS))
    step = max(1, _AT_ONCE // deals)
    ones = np.ones(cards)
    places = np.arange(cards)
    for start in range(0, REPEATS, step):
        repeats = min(step, REPEATS - start)
        decks = np.tile(np.arange(cards, dtype=np.uint8), (repeats * deals, 1))
        decks = rng.permuted(decks, axis=1).astype(np.int32)
        which = np.repeat(np.arange(repeats, dtype=np.int32) * cards * cards, deals)[:, None]
        tables = np.bincount((decks * cards + places + which).ravel(), minlength=repeats * cards * cards)
        for offset, table in enumerate(tables.reshape(repeats, cards, cards)):
            grouped = np.add.reduceat(table, np.cumsum([0, *sizes[:-1]]), axis=1)
            found[0, start + offset] = table_excess(table, ones, deals)
            found[1, start + offset] = table_excess(grouped, sizes, deals)
            found[2, start + offset] = friedman(table @ places, deals)
    return found[0], found[1], found[2]


def null_of(deals: Deals, count: int, which: int) -> Numbers | None:
    """The simulated null of few deals; None where a chi-square is near enough."""
    if count >= FEW:
        return None
    return simulated(deals.shape.deck, deals.shape.groups, count)[which]


def place_table(deals: Deals) -> tuple[Numbers, int]:
    """How often each card (row) lay at each place of the deck (column), and over how many deals."""
    cards = deals.shape.deck
    table, count = np.zeros(cards * cards, dtype=np.int64), 0
    for block in deals.blocks():
        decks, _ = deals.decks(block)
        table += np.bincount((decks.astype(np.int64) * cards + np.arange(cards)).ravel(), minlength=cards * cards)
        count += len(decks)
    return table.reshape(cards, cards), count


def card_name(deals: Deals, place: int) -> str:
    """The card at this place of the fresh deck, in words."""
    return in_words(FRESH[deals.shape.deck][place])


def typical(statistic: float, df: int, cards: int, count: int) -> tuple[float, float, float]:
    """By how much shares stray, as a root mean square: what the chi-square is taken for, and its interval."""
    value, low, high = (sqrt(end / (cards - 1) / count) for end in excess(statistic, df))
    return value, low, high


def _in_one_place(cards: int, count: int, df: int, each: float) -> float:
    """By what share of its own one card has to be too often in one place to show in 80 % of archives.

    Its count strays more than a chi-square has it, the more often it comes: by a factor of 1 + share.
    """
    bound = float(chdtri(df, each)) - df

    def shows(share: float) -> bool:
        mean = count * share**2 / (cards - 1)
        return mean - NORMAL.inv_cdf(POWER) * sqrt(2 * df + 4 * mean * (1 + share)) >= bound

    return bisect_left(range(100 * cards), True, key=lambda percent: shows(percent / 100)) / 100


def by_place(deals: Deals, each: float) -> Outcome:
    """Every card equally often at every place."""
    table, count = place_table(deals)
    cards = len(table)
    df = (cards - 1) ** 2
    statistic = table_excess(table, np.ones(cards), count)
    p, how = tail(statistic, df, null_of(deals, count, 0))
    value, low, high = typical(statistic, df, cards, count)
    card, place = (int(i) for i in np.unravel_index(np.argmax(np.abs(table - count / cards)), table.shape))
    shown = visible_excess(df, each)
    typically, single = sqrt(shown / (cards - 1) / count), _in_one_place(cards, count, df, each)
    saw = (
        f"{strays('cards', value, low, high)}; furthest the {card_name(deals, card)} as {ordinal(place + 1)} card, "
        f"{table[card, place]:,} times for {count / cards:,.0f}"
    )
    would = f"shares that stray by {percent(typically)}, or one card {percent(single)} too often in one place"
    heat = {"observed": table.tolist(), "expected": count / cards}
    return Outcome(
        p, how, count, "typical departure from its share", value, low, high, saw, typically, would, "", heat
    )


def mean_place(deals: Deals, each: float) -> Outcome:
    """No card nearer to the top than another, on average."""
    table, count = place_table(deals)
    cards = len(table)
    sums = table @ np.arange(cards)
    statistic = friedman(sums, count)
    p, how = tail(statistic, cards - 1, null_of(deals, count, 2))
    per_place = cards * (cards + 1) / 12 / cards
    value, low, high = (sqrt(end * per_place / count) for end in excess(statistic, cards - 1))
    visible = sqrt(visible_excess(cards - 1, each) * per_place / count)
    means = sums / count + 1
    far = int(np.argmax(np.abs(means - (cards + 1) / 2)))
    saw = (
        f"cards lie {value:.2f} places off the middle beyond luck (95 %: {low:.2f} to {high:.2f}); furthest "
        f"the {card_name(deals, far)}, at place {means[far]:.2f} for {(cards + 1) / 2:.1f}"
    )
    would = f"cards that lie {visible:.2g} places nearer to the top or the bottom than they should"
    return Outcome(p, how, count, "places off the middle", value, low, high, saw, visible, would)


def count_fixed(decks: Numbers) -> int:
    """How many cards lie at their own number."""
    return int((decks == np.arange(decks.shape[1])).sum())


def count_neighbours(decks: Numbers) -> int:
    """How many cards lie right behind the one with the number before theirs."""
    wide = decks.astype(np.int16)
    return int((wide[:, 1:] - wide[:, :-1] == 1).sum())


def inverse(decks: Numbers) -> Numbers:
    """Of each deck, the place of each card."""
    places = np.empty(decks.shape, dtype=np.int64)
    np.put_along_axis(places, decks.astype(np.int64), np.arange(decks.shape[1])[None, :], axis=1)
    return places


def count_rising(decks: Numbers) -> int:
    """How many rising sequences the decks have, all together."""
    places = inverse(decks)
    return int((places[:, 1:] < places[:, :-1]).sum()) + len(decks)


def _over_decks(deals: Deals, count: Callable[[Numbers], int]) -> tuple[int, int]:
    total = number = 0
    for block in deals.blocks():
        decks, _ = deals.decks(block)
        total += count(decks)
        number += len(decks)
    return total, number


def fixed(deals: Deals, each: float) -> Outcome:
    """Cards that did not move."""
    total, count = _over_decks(deals, count_fixed)
    saw = "{value} cards a deal lie where they lay in the fresh deck (95 %: {low} to {high}); luck gives {luck}"
    would = "{} more or fewer of them a deal"
    return by_count(Sum([(fixed_points(deals.shape.deck), count)]), total, count, each, saw, would, "cards a deal")


def together(deals: Deals, each: float) -> Outcome:
    """Cards that still follow each other."""
    total, count = _over_decks(deals, count_neighbours)
    saw = (
        "{value} cards a deal follow the same card as in the fresh deck (95 %: {low} to {high}); luck gives {luck}"
    )
    would = "{} more or fewer of them a deal"
    return by_count(Sum([(neighbours(deals.shape.deck), count)]), total, count, each, saw, would, "cards a deal")


def sequences(deals: Deals, each: float) -> Outcome:
    """Rising sequences, of which few riffles leave too few."""
    total, count = _over_decks(deals, count_rising)
    saw = "{value} rising sequences a deal (95 %: {low} to {high}); luck gives {luck}"
    would = "{} more or fewer of them a deal"
    return by_count(Sum([(rising(deals.shape.deck), count)]), total, count, each, saw, would, "sequences a deal")


def _from_the_last(deals: Deals) -> Numbers:
    """For each pair of deals in a row, where the cards of the second lay in the first."""
    found = []
    keep: Numbers | None = None
    last = np.zeros(2, dtype=np.int64)
    game, number = deals.column("game"), deals.column("number")
    for block in deals.blocks():
        decks, rows = deals.decks(block)
        if keep is not None and len(rows):
            decks, rows = np.concatenate([keep, decks]), np.concatenate([last[:1], rows])
        if len(rows) > 1:
            follows = (game[rows[1:]] == game[rows[:-1]]) & (number[rows[1:]] == number[rows[:-1]] + 1)
            before = inverse(decks[:-1][follows])
            found.append(np.take_along_axis(before, decks[1:][follows].astype(np.int64), axis=1).astype(np.uint8))
        if len(rows):
            keep, last = decks[-1:], rows[-1:]
    return np.concatenate(found) if found else np.empty((0, deals.shape.deck), dtype=np.uint8)


def pairs_in_a_row(deals: Deals) -> int:
    """How many pairs of deals in a row there are, both with a known order."""
    game, number, known = (deals.column(name) for name in ("game", "number", "committed"))
    follows = (game[1:] == game[:-1]) & (number[1:] == number[:-1] + 1) & (known[1:] & known[:-1]).astype(bool)
    return int(follows.sum())


def same_place(deals: Deals, each: float) -> Outcome:
    """Cards in the place where they lay in the deal before."""
    moved = _from_the_last(deals)
    saw = "{value} cards a deal lie where they lay in the deal before (95 %: {low} to {high}); luck gives {luck}"
    law = Sum([(fixed_points(deals.shape.deck), len(moved))])
    return by_count(
        law, count_fixed(moved), len(moved), each, saw, "{} more or fewer of them a deal", "cards a deal"
    )


def kept_together(deals: Deals, each: float) -> Outcome:
    """Cards that follow the card that they followed in the deal before."""
    moved = _from_the_last(deals)
    saw = (
        "{value} cards a deal follow the same card as in the deal before (95 %: {low} to {high}); luck gives {luck}"
    )
    law = Sum([(neighbours(deals.shape.deck), len(moved))])
    return by_count(
        law, count_neighbours(moved), len(moved), each, saw, "{} more or fewer of them a deal", "cards a deal"
    )

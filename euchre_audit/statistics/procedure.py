"""What the deal procedure draws besides the shuffle: where it cuts, how it stacks the packets, who deals first."""

import numpy as np

from ..audit.words import seat_names
from ..dealing.stages import ORDERS, thirds
from .deals import UNKNOWN, Deals, Numbers
from .outcome import REPEATS, SEED, Outcome, even_shares, goodness, percent, visible_excess


def known(deals: Deals, column: str) -> int:
    """Of how many deals the trace is known."""
    return int((deals.column(column) != UNKNOWN).sum())


def cuts(deals: Deals, each: float) -> Outcome:
    """Every cut near the middle equally often."""
    size = deals.shape.deck
    low, high = 5 * size // 12, -(-7 * size // 12)
    found = deals.column("cut")
    counts = np.bincount(found[found != UNKNOWN], minlength=high + 1)[low : high + 1]
    options = high - low + 1
    names = [f"{k} cards" for k in range(low, high + 1)]
    return even_shares(counts, (1 / options,) * options, each, names, "cuts near the middle")


def packets(deals: Deals, each: float) -> Outcome:
    """Every cut in thirds, and both ways to stack them, equally often."""
    choices = [(*sizes, order) for sizes in thirds(deals.shape.deck) for order in ORDERS]
    found = deals.column("packets")
    counts = np.bincount(found[found != UNKNOWN], minlength=len(choices))
    names = [f"{a}, {b}, {c} stacked {order}" for a, b, c, order in choices]
    return even_shares(counts, (1 / len(choices),) * len(choices), each, names, "cuts in thirds")


def first_shares(deals: Deals, method: str) -> Numbers:
    """How likely each seat is to deal first. With the first black jack, seats that are served early gain."""
    seats, cards = deals.shape.seats, deals.shape.deck
    if method != "black-jack":
        return np.full(seats, 1 / seats)
    places = np.arange(cards)
    return np.bincount(places % seats, weights=2 * (cards - 1 - places) / (cards * (cards - 1)))


def first_dealers(deals: Deals, each: float) -> Outcome:
    """Each seat deals first as often as the way of drawing gives; exact by simulation."""
    seats = deals.shape.seats
    observed = np.zeros(seats, dtype=np.int64)
    by_method: dict[str, int] = {}
    for (method, seat), count in sorted(deals.first_dealers.items()):
        observed[seat] += count
        by_method[method] = by_method.get(method, 0) + count
    expected = sum((count * first_shares(deals, method) for method, count in by_method.items()), np.zeros(seats))
    rng = np.random.default_rng(SEED)
    drawn = sum(
        (
            rng.multinomial(count, first_shares(deals, method), REPEATS)
            for method, count in sorted(by_method.items())
        ),
        np.zeros((REPEATS, seats)),
    )
    null = ((drawn - expected) ** 2 / expected).sum(1)
    statistic, count = goodness(observed, expected), int(observed.sum())
    p = (1 + int((null >= statistic - 1e-9).sum())) / (REPEATS + 1)
    plain = even_shares(observed, tuple(expected / count), each, seat_names(seats), "first deals")
    visible = (visible_excess(seats - 1, each) / count) ** 0.5
    return Outcome(
        p, "simulated", count, plain.unit, plain.value, plain.low, plain.high, plain.saw, visible,
        f"first deals straying from their shares by {percent(visible)}, all taken together", "", plain.table,
    )  # fmt: skip

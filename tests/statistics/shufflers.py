"""Fair and broken shufflers, many decks at once, and the columns of deals that they make.

A deck is a row of card numbers, top first; 0 to 23 is the fresh deck.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_audit.statistics.deals import BOT, PERSON, UNKNOWN, Deals, Shape, dealing_order

Decks = npt.NDArray[Any]
Rng = np.random.Generator
SHAPE = Shape(24, 4, 5)
PATTERN = "3/2"


def fresh(count: int) -> Decks:
    return np.tile(np.arange(24), (count, 1))


def fair(rng: Rng, count: int) -> Decks:
    return rng.permuted(fresh(count), axis=1)


def _swap(decks: Decks, i: int, j: Decks) -> None:
    rows = np.arange(len(decks))
    decks[rows, i], decks[rows, j] = decks[rows, j], decks[rows, i].copy()


def off_by_one(rng: Rng, count: int) -> Decks:
    """Fisher and Yates with a draw below i, not up to it: no card can stay (Sattolo)."""
    decks = fresh(count)
    for i in range(23, 0, -1):
        _swap(decks, i, rng.integers(0, i, count))
    return decks


def swap_with_any(rng: Rng, count: int) -> Decks:
    """Each card changes places with any of the 24."""
    decks = fresh(count)
    for i in range(24):
        _swap(decks, i, rng.integers(0, 24, count))
    return decks


def _riffled(rng: Rng, decks: Decks) -> Decks:
    """A riffle as Gilbert, Shannon and Reeds describe it. Turned round, each card gets 0 or 1 at random, and the
    deck is sorted by that, order kept: this undoes it."""
    order = np.argsort(rng.integers(0, 2, decks.shape), axis=1, kind="stable")
    moved = np.empty_like(decks)
    np.put_along_axis(moved, order, decks, axis=1)
    return moved


def riffles(times: int) -> Callable[[Rng, int], Decks]:
    """So many riffles of a fresh deck."""

    def shuffle(rng: Rng, count: int) -> Decks:
        decks = fresh(count)
        for _ in range(times):
            decks = _riffled(rng, decks)
        return decks

    return shuffle


def byte_mod_n(rng: Rng, count: int) -> Decks:
    """Fisher and Yates whose draw is a byte modulo n, without rejecting any."""
    decks = fresh(count)
    for i in range(23, 0, -1):
        _swap(decks, i, rng.integers(0, 256, count) % (i + 1))
    return decks


def comparator(rng: Rng, count: int) -> Decks:
    """A sort by insertion whose comparison is a coin: what ``sort(() => random() - 0.5)`` does to short lists."""
    decks = fresh(count)
    for deck in decks:
        for i in range(1, 24):
            low, high = 0, i
            while low < high:
                middle = (low + high) // 2
                if rng.random() < 0.5:
                    high = middle
                else:
                    low = middle + 1
            deck[low : i + 1] = np.roll(deck[low : i + 1], 1)
    return decks


def seeded(bits: int) -> Callable[[Rng, int], Decks]:
    """A fair shuffle of a seed of so few bits: the same seed gives the same deck."""

    def shuffle(rng: Rng, count: int) -> Decks:
        seeds = rng.integers(0, 2**bits, count, dtype=np.uint64)
        with np.errstate(over="ignore"):
            state = seeds[:, None] * np.uint64(24) + np.arange(24, dtype=np.uint64)
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
            state ^= state >> np.uint64(31)
        return np.argsort(state, axis=1)

    return shuffle


def deals_of(
    decks: Decks,
    *,
    shape: Shape = SHAPE,
    hands: int = 12,
    players: Decks | None = None,
    kinds: tuple[int, ...] | None = None,
    days: int = 0,
    traced: Rng | None = None,
) -> Deals:
    """The columns of these decks, dealt 3/2, so many to a game, the dealer going round; ``days``: games a day.

    ``traced``: with fair cuts and packets, and first dealers, drawn from here.
    """
    count = len(decks)
    deals = Deals(shape, patterns=[PATTERN])
    slots = np.empty((count, shape.deck), dtype=np.uint8)
    slots[:, dealing_order(shape, PATTERN)] = decks
    number = np.arange(count) % hands
    game = np.arange(count) // hands
    deals.slots = bytearray(slots.tobytes())
    deals.dealer = bytearray(((number + game) % shape.seats).astype(np.uint8).tobytes())
    deals.pattern = bytearray(count)
    deals.committed = bytearray(b"\x01" * count)
    for name, most in (("cut", 5), ("packets", 14)):
        drawn = (
            np.full(count, UNKNOWN) if traced is None else traced.integers(0, most, count) + 10 * (name == "cut")
        )
        setattr(deals, name, bytearray(drawn.astype(np.uint8).tobytes()))
    seated = np.tile(np.arange(shape.seats), (count, 1)) if players is None else players
    deals.players = array("l", seated.astype(np.dtype("l")).ravel().tobytes())
    deals.kinds = bytearray(np.tile(np.array(kinds or (UNKNOWN,) * shape.seats, dtype=np.uint8), count).tobytes())
    deals.game = array("l", game.astype(np.dtype("l")).tobytes())
    deals.number = array("l", (number + 1).astype(np.dtype("l")).tobytes())
    day = 739_000 + game // days if days else np.full(count, -1)
    deals.date = array("l", day.astype(np.dtype("l")).tobytes())
    deals.games = int(game[-1]) + 1
    if traced is not None:
        seats, times = np.unique(traced.integers(0, 4, deals.games), return_counts=True)
        deals.first_dealers = {("drawn", int(s)): int(t) for s, t in zip(seats, times, strict=True)}
    return deals


MIXED = (PERSON, BOT, PERSON, BOT)
JACKS = np.arange(24) % 6 == 2


def favour(
    rng: Rng,
    deals: Deals,
    chance: float | Decks,
    *,
    seat: int | Decks | None = None,
    place: int | None = None,
    marked: Decks | None = None,
    away: bool = False,
) -> Deals:
    """Now and then a card of one hand is changed for a marked one from elsewhere, the up card aside.

    ``chance``: how often, of all deals or by deal. The hand is that of a ``seat`` (by deal, or one), or of a
    ``place`` from the dealer's left. ``marked``: which cards; None for those of the up card's suit. ``away``: the
    other way round.
    """
    slots = deals.column("slots").copy().astype(np.int64)
    count = len(slots)
    if place is None:
        place = (np.broadcast_to(seat, count) - deals.column("dealer").astype(int) - 1) % 4
    mine = np.broadcast_to(place, count)[:, None] * 5 + np.arange(5)
    rows = np.arange(count)
    is_marked = slots // 6 == slots[:, 20:21] // 6 if marked is None else marked[slots]
    in_hand = np.zeros((count, 24), dtype=bool)
    np.put_along_axis(in_hand, mine, True, axis=1)
    elsewhere = ~in_hand
    elsewhere[:, 20] = False
    leave, come = (is_marked, ~is_marked) if away else (~is_marked, is_marked)
    give = np.where(in_hand & leave, rng.random((count, 24)), -1)
    take = np.where(elsewhere & come, rng.random((count, 24)), -1)
    possible = (give.max(1) >= 0) & (take.max(1) >= 0)
    chosen = possible & (rng.random(count) < chance)
    one, two = give.argmax(1)[chosen], take.argmax(1)[chosen]
    rows = rows[chosen]
    slots[rows, one], slots[rows, two] = slots[rows, two], slots[rows, one]
    deals.slots = bytearray(slots.astype(np.uint8).tobytes())
    return deals


def more_jacks(rng: Rng, count: int, share: float = 0.05) -> Deals:
    """Fair deals in which North has so many more jacks than its 5/6 a deal."""
    # 2.6 % of the deals have no jack left to give it.
    return favour(rng, deals_of(fair(rng, count)), share * (5 / 6) / 0.98, seat=0, marked=JACKS)


def from_the_last(step: Callable[[Rng, Decks], Decks]) -> Callable[[Rng, int], Decks]:
    """Each deck is made of the one before it."""

    def shuffle(rng: Rng, count: int) -> Decks:
        decks = fair(rng, 1)
        made = [decks]
        for _ in range(count - 1):
            made.append(step(rng, made[-1]))
        return np.concatenate(made)

    return shuffle


def few_swaps(rng: Rng, decks: Decks) -> Decks:
    decks = decks.copy()
    for _ in range(30):
        i, j = rng.integers(0, 24, 2)
        decks[:, [i, j]] = decks[:, [j, i]]
    return decks


def three_riffles(rng: Rng, decks: Decks) -> Decks:
    for _ in range(3):
        decks = _riffled(rng, decks)
    return decks


def rather_on_top(rng: Rng, count: int) -> Decks:
    """A shuffle that leaves the clubs rather on top."""
    return np.argsort(rng.random((count, 24)) + 0.1 * (np.arange(24) >= 6), axis=1)

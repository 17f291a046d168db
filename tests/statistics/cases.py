"""Every question of the plan: deals with the fault that it is meant for, and the nearest ones without."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from euchre_audit.statistics.deals import BOT, PERSON, Deals
from euchre_audit.statistics.read import Own
from tests.statistics import shufflers
from tests.statistics.shufflers import JACKS, MIXED, Rng, deals_of, fair, favour, riffles

Make = Callable[[Rng], Deals]


def plain(shuffle: Callable[[Rng, int], shufflers.Decks], count: int) -> Make:
    return lambda rng: deals_of(shuffle(rng, count))


def some_of_the_week(rng: Rng, count: int, share: float) -> Deals:
    """Dated deals; in the third quarter West gets more jacks."""
    deals = deals_of(fair(rng, count), days=2)
    chance = np.zeros(count)
    chance[count // 2 : 3 * count // 4] = share * 5 / 6
    return favour(rng, deals, chance, seat=3, marked=JACKS)


def one_ace(rng: Rng, count: int) -> Deals:
    """The ace of spades falls to North twice as often as it should."""
    return favour(rng, deals_of(fair(rng, count)), 5 / 19, seat=0, marked=np.arange(24) == 23)


def by_player(rng: Rng, count: int, share: float, marked: shufflers.Decks | None) -> Deals:
    """Twenty players at changing seats, of whom the seventh is favoured."""
    players = np.array([rng.permutation(20)[:4] for _ in range(count)])
    seat = np.where((players == 7).any(1), (players == 7).argmax(1), 0)
    chance = np.where((players == 7).any(1), share, 0)
    return favour(rng, deals_of(fair(rng, count), players=players), chance, seat=seat, marked=marked)


def bots(rng: Rng, count: int, share: float, marked: shufflers.Decks | None) -> Deals:
    """Two bots and two persons; the favours go to one bot or the other."""
    deals = deals_of(fair(rng, count), kinds=MIXED)
    seats = np.where(rng.random(count) < 0.5, MIXED.index(BOT), 3)
    assert MIXED[0] == PERSON
    return favour(rng, deals, share, seat=seats, marked=marked)


def up_cards(rng: Rng, count: int, share: float) -> Deals:
    """Jacks are turned up more often: now and then the up card changes places with a jack."""
    deals = deals_of(fair(rng, count))
    slots = deals.column("slots").copy()
    for index in np.flatnonzero(rng.random(count) < share):
        row = slots[index]
        other = rng.choice(np.flatnonzero(row % 6 == 2))
        row[[20, other]] = row[[other, 20]]
    deals.slots = bytearray(slots.tobytes())
    return deals


def without_jacks(rng: Rng, count: int, hands: int) -> Deals:
    """So many hands in a row in which East, the same player all along, is not let keep a jack."""
    deals = deals_of(fair(rng, count))
    chance = np.zeros(count)
    chance[1000 : 1000 + hands] = 1
    for _ in range(4):
        favour(rng, deals, chance, seat=1, marked=JACKS, away=True)
    return deals


def traced(rng: Rng, count: int, column: str, value: int, share: float) -> Deals:
    """Cuts or packets of which one comes more often."""
    deals = deals_of(fair(rng, count), traced=rng)
    drawn = deals.column(column).copy()
    drawn[rng.random(count) < share] = value
    setattr(deals, column, bytearray(drawn.tobytes()))
    return deals


def dealt_first(rng: Rng, north: int, method: str) -> Deals:
    deals = deals_of(fair(rng, 100))
    rest = (100 - north) // 3
    deals.first_dealers = {(method, 0): 100 - 3 * rest, (method, 1): rest, (method, 2): rest, (method, 3): rest}
    return deals


CASES: dict[str, tuple[Make, Make]] = {
    "T101": (plain(shufflers.swap_with_any, 520), plain(fair, 520)),
    "T102": (plain(shufflers.off_by_one, 60), plain(fair, 60)),
    "T103": (plain(riffles(3), 60), plain(riffles(10), 60)),
    "T104": (plain(riffles(3), 60), plain(riffles(10), 60)),
    "T105": (plain(shufflers.rather_on_top, 600), plain(fair, 600)),
    "T106": (plain(shufflers.from_the_last(shufflers.few_swaps), 520), plain(fair, 520)),
    "T107": (plain(shufflers.from_the_last(shufflers.three_riffles), 150), plain(fair, 150)),
    "T110": (lambda rng: one_ace(rng, 2_000), lambda rng: one_ace(rng, 60)),
    "T111": (lambda rng: up_cards(rng, 4_000, 0.067), lambda rng: up_cards(rng, 4_000, 0.0)),
    "T112": (lambda rng: shufflers.more_jacks(rng, 6_000), lambda rng: shufflers.more_jacks(rng, 150)),
    "T113": (
        lambda rng: favour(rng, deals_of(fair(rng, 6_000)), 0.05, place=3, marked=JACKS),
        lambda rng: favour(rng, deals_of(fair(rng, 6_000)), 0.05, seat=3, marked=JACKS),
    ),
    "T114": (
        lambda rng: by_player(rng, 15_000, 0.085, JACKS),
        lambda rng: by_player(rng, 15_000, 0, JACKS),
    ),
    "T115": (lambda rng: bots(rng, 4_000, 0.1, JACKS), lambda rng: bots(rng, 4_000, 0, JACKS)),
    "T116": (
        lambda rng: favour(rng, deals_of(fair(rng, 6_000)), 0.06, seat=1),
        lambda rng: favour(rng, deals_of(fair(rng, 150)), 0.06, seat=1),
    ),
    "T117": (
        lambda rng: favour(rng, deals_of(fair(rng, 6_000)), 0.06, place=3),
        lambda rng: favour(rng, deals_of(fair(rng, 6_000)), 0.06, seat=3),
    ),
    "T118": (lambda rng: by_player(rng, 15_000, 0.12, None), lambda rng: by_player(rng, 15_000, 0, None)),
    "T119": (lambda rng: bots(rng, 4_000, 0.12, None), lambda rng: bots(rng, 4_000, 0, None)),
    "T120": (plain(shufflers.seeded(16), 1_000), plain(shufflers.seeded(48), 1_000)),
    "T121": (lambda rng: without_jacks(rng, 5_000, 25), lambda rng: without_jacks(rng, 5_000, 5)),
    "T122": (lambda rng: some_of_the_week(rng, 8_000, 0.2), lambda rng: some_of_the_week(rng, 8_000, 0.0)),
    "T130": (lambda rng: traced(rng, 1_000, "cut", 12, 0.1), lambda rng: traced(rng, 1_000, "cut", 12, 0)),
    "T131": (lambda rng: traced(rng, 1_000, "packets", 3, 0.1), lambda rng: traced(rng, 1_000, "packets", 3, 0)),
    "T132": (lambda rng: dealt_first(rng, 60, "drawn"), lambda rng: dealt_first(rng, 31, "black-jack")),
}
"""By code: what fires, and what just does not."""


def own_hands(rng: Rng, count: int, change: Callable[[Deals], Deals]) -> Own:
    """What South saw of such deals."""
    deals = change(deals_of(fair(rng, count)))
    slots = deals.column("slots")
    place = (2 - deals.column("dealer").astype(int) - 1) % 4
    cards = np.take_along_axis(slots, place[:, None] * 5 + np.arange(5), axis=1)
    return Own(24, 5, bytearray(np.sort(cards, axis=1).tobytes()), bytearray(slots[:, 20].tobytes()), [count])


OWN_CASES: dict[str, tuple[Callable[[Rng], Own], Callable[[Rng], Own]]] = {
    "T140": (
        lambda rng: own_hands(rng, 520, lambda d: favour(rng, d, 0.3, seat=2, marked=np.arange(24) == 14)),
        lambda rng: own_hands(rng, 520, lambda d: d),
    ),
    "T141": (
        lambda rng: own_hands(rng, 2_000, lambda d: favour(rng, d, 0.14, seat=2, marked=JACKS, away=True)),
        lambda rng: own_hands(rng, 60, lambda d: favour(rng, d, 0.14, seat=2, marked=JACKS, away=True)),
    ),
    "T142": (
        lambda rng: own_hands(rng, 2_000, lambda d: favour(rng, d, 0.15, seat=2, away=True)),
        lambda rng: own_hands(rng, 60, lambda d: favour(rng, d, 0.15, seat=2, away=True)),
    ),
}

OTHERS = {"T150", "T301", *(f"T20{digit}" for digit in range(1, 10)), "T210", "T211", "T220"}
"""Tested by the state, the reader and the command."""

COVERED = {*CASES, *OWN_CASES, *OTHERS}

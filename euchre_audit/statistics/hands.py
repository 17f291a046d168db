"""Who got which cards: by seat, by place from the dealer, by player, by bots and persons."""

from collections.abc import Callable
from functools import partial

import numpy as np

from ..audit.words import seat_names
from .deals import BOT, PERSON, Deals, Numbers, is_jack, suits
from .laws import Sum, held
from .order import card_name, null_of, ordinal, table_excess, typical
from .outcome import Outcome, even_shares, in_shares, percent, strays, tail, visible_excess

ENOUGH = 30
"""Deals that a player has to sit in to be looked at."""

Counts = Callable[..., Numbers]
"""``jacks`` or ``up_suit``: for each deal how many of the counted cards each seat, or place, holds."""


def jacks(deals: Deals, block: slice, *, seats: bool) -> Numbers:
    """Jacks of each deal by seat, or by place from the dealer's left."""
    marked = is_jack(deals.shape.deck)[deals.column("slots")[block]]
    return _by_holder(deals, block, marked, seats=seats)


def up_suit(deals: Deals, block: slice, *, seats: bool) -> Numbers:
    """Cards of the up card's suit of each deal, the up card aside, by seat or by place."""
    suit = suits(deals.shape.deck)
    marked = suit[deals.column("slots")[block]] == suit[deals.up_cards(block)][:, None]
    return _by_holder(deals, block, marked, seats=seats)


def _by_holder(deals: Deals, block: slice, marked: Numbers, *, seats: bool) -> Numbers:
    shape = deals.shape
    counts: Numbers = marked[:, : shape.seats * shape.hand].reshape(-1, shape.seats, shape.hand).sum(2)
    if not seats:
        return counts
    dealer = deals.column("dealer")[block].astype(np.int64)[:, None]
    return np.take_along_axis(counts, (np.arange(shape.seats) - dealer - 1) % shape.seats, axis=1)


def law_of(deals: Deals, counts: Counts, hands: int) -> Numbers:
    """The law of how many of the counted cards lie in so many hands of one deal."""
    shape = deals.shape
    drawn = hands * shape.hand
    if counts is jacks:
        return held(shape.deck, int(is_jack(shape.deck).sum()), drawn)
    of_suit = int((suits(shape.deck) == 0).sum())
    law = held(shape.deck - 1, of_suit - 1, drawn)
    if shape.deck % 2 == 0:
        return law
    # A joker that is turned up has no suit that others could hold.
    none = np.zeros(len(law))
    none[0] = 1 / shape.deck
    return law * (shape.deck - 1) / shape.deck + none


WORDS = {jacks: "jacks", up_suit: "cards of the up card's suit"}


def by_position(counts: Counts, *, seats: bool) -> Callable[[Deals, float], Outcome]:
    """The test of one kind of cards by seat, or by place from the dealer."""
    return partial(_by_position, counts=counts, seats=seats)


def _by_position(deals: Deals, each: float, *, counts: Counts, seats: bool) -> Outcome:
    number = deals.shape.seats
    totals = sum((counts(deals, block, seats=seats).sum(0) for block in deals.blocks()), np.zeros(number, int))
    law = Sum([(law_of(deals, counts, 1), len(deals))])
    names = seat_names(number) if seats else place_words(number)
    return in_shares(names, totals.tolist(), [law] * number, each, WORDS[counts], len(deals))


def place_words(seats: int) -> tuple[str, ...]:
    """The places from the dealer's left."""
    middle = [f"the {ordinal(step)} after the dealer" for step in range(2, seats)]
    return ("the dealer's left", *middle, "the dealer")


def sittings(deals: Deals) -> dict[int, int]:
    """In how many deals each player sits, by index; those with enough."""
    found: dict[int, int] = {}
    for block in deals.blocks():
        players, times = np.unique(deals.column("players")[block], return_counts=True)
        for player, count in zip(players.tolist(), times.tolist(), strict=True):
            found[player] = found.get(player, 0) + count
    return {player: count for player, count in sorted(found.items()) if player >= 0 and count >= ENOUGH}


def by_player(counts: Counts, names: list[str]) -> Callable[[Deals, float], Outcome]:
    """The test of one kind of cards by player, whatever the seat."""
    return partial(_by_player, counts=counts, names=names)


def _by_player(deals: Deals, each: float, *, counts: Counts, names: list[str]) -> Outcome:
    number = deals.shape.seats
    players = np.array(list(sittings(deals)))
    # For each player: cards, and deals by how many seats the player has in them.
    totals = np.zeros(len(players), dtype=np.int64)
    times = np.zeros((len(players), number + 1), dtype=np.int64)
    for block in deals.blocks():
        seated = deals.column("players")[block]
        held_by = counts(deals, block, seats=True)
        index = np.minimum(np.searchsorted(players, seated), len(players) - 1)
        known = players[index] == seated
        totals += np.bincount(index[known], weights=held_by[known], minlength=len(players)).astype(np.int64)
        # The same player in several seats of a deal counts once, with all of them.
        row = np.broadcast_to(np.arange(len(seated))[:, None], seated.shape)
        pairs, seats_of = np.unique(row[known] * len(players) + index[known], return_counts=True)
        times += np.bincount((pairs % len(players)) * (number + 1) + seats_of, minlength=times.size).reshape(
            times.shape
        )
    laws = [Sum([(law_of(deals, counts, m), int(t[m])) for m in range(1, number + 1)]) for t in times]
    return in_shares([names[i] for i in players], totals.tolist(), laws, each, WORDS[counts], len(deals))


def mixed(deals: Deals, block: slice) -> tuple[Numbers, Numbers]:
    """Where bots sit; and the deals in which a bot and a person do, with every seat told."""
    kinds = deals.column("kinds")[block]
    bots, persons = kinds == BOT, kinds == PERSON
    return bots, (bots | persons).all(1) & bots.any(1) & persons.any(1)


def bots_and_persons(deals: Deals) -> Numbers:
    """Deals by how many bots sit in them, of those in which bots and persons do."""
    found = np.zeros(deals.shape.seats + 1, dtype=np.int64)
    for block in deals.blocks():
        bots, both = mixed(deals, block)
        found += np.bincount(bots[both].sum(1), minlength=len(found))
    return found


def by_kind(counts: Counts) -> Callable[[Deals, float], Outcome]:
    """The test of one kind of cards by bots against persons."""
    return partial(_by_kind, counts=counts)


def _by_kind(deals: Deals, each: float, *, counts: Counts) -> Outcome:
    total = 0
    for block in deals.blocks():
        bots, both = mixed(deals, block)
        total += int((counts(deals, block, seats=True) * bots)[both].sum())
    times = bots_and_persons(deals)
    law = Sum([(law_of(deals, counts, m), int(times[m])) for m in range(1, len(times))])
    return in_shares(["bots"], [total], [law], each, WORDS[counts], int(times.sum()))


def by_seat(deals: Deals, each: float) -> Outcome:
    """Every card equally often with every seat, and in the kitty."""
    shape = deals.shape
    groups = len(shape.groups)
    flat = np.zeros(shape.deck * groups, dtype=np.int64)
    for block in deals.blocks():
        who = deals.holders(block, seats=True)
        flat += np.bincount((np.arange(shape.deck) * groups + who).ravel(), minlength=len(flat))
    table, sizes = flat.reshape(shape.deck, groups), np.array(shape.groups)
    df = (shape.deck - 1) * (groups - 1)
    statistic = table_excess(table, sizes, len(deals))
    p, how = tail(statistic, df, null_of(deals, len(deals), 1))
    value, low, high = typical(statistic, df, shape.deck, len(deals))
    visible = (visible_excess(df, each) / (shape.deck - 1) / len(deals)) ** 0.5
    expected = len(deals) * sizes / shape.deck
    card, seat = (int(i) for i in np.unravel_index(np.argmax(np.abs(table / expected - 1)), table.shape))
    names = (*seat_names(shape.seats), "the kitty")
    saw = (
        f"{strays('cards', value, low, high)}; furthest the {card_name(deals, card)} and {names[seat]}, "
        f"{table[card, seat]:,} times for {expected[seat]:,.0f}"
    )
    would = f"shares that stray by {percent(visible)} everywhere"
    unit = "typical departure from its share"
    found = {"names": list(names), "observed": table.tolist(), "expected": expected.tolist()}
    return Outcome(p, how, len(deals), unit, value, low, high, saw, visible, would, "", found)


def up_card(deals: Deals, each: float) -> Outcome:
    """Every card turned up equally often."""
    cards = deals.shape.deck
    counts = sum(
        (np.bincount(deals.up_cards(block), minlength=cards) for block in deals.blocks()), np.zeros(cards, int)
    )
    names = [f"the {card_name(deals, card)}" for card in range(cards)]
    return even_shares(counts, (1 / cards,) * cards, each, names, "up cards")

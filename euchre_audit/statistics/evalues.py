"""Evidence that stays valid however often, and whenever, one looks: e-values, fed game by game.

Each component bets against luck: it starts with 1, and each deal multiplies it by Q(deal) / P(deal), where P is
the law of a fair deal and Q another law of a deal, fixed before that deal is seen. Q sums to one over all deals,
so that fair deals leave the expectation as it is. Averages of such components have the same property, and by
Ville's inequality fair shuffling ever brings one to ``1 / level`` with probability ``level`` at most, over all
looks.

Two kinds of Q:

* *Tilts* make one count of a deal more or fewer: Q(deal) = P(deal) exp(t X(deal)) / E exp(t X), which sums to one
  since E is over P. Many tilts t and seats are averaged.
* *Places* deals the deck as earlier games were dealt: from the top, the card of place i among those left with
  weight ``count of earlier games + prior``. Each step sums to one over the cards left, so that all of it does.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from itertools import groupby, pairwise
from math import exp, lgamma, log
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from ..findings import Unreadable, Where
from .deals import Deals, Numbers, Shape
from .hands import jacks, law_of, mixed
from .laws import fixed_points, neighbours

FORMAT = "euchre-statistics-state/1"
PRIORS = (2.0, 10.0, 50.0)
TILTS = tuple(sign * size for size in (0.02, 0.05, 0.1, 0.2, 0.4) for sign in (1, -1))
FAR_TILTS = tuple(sign * size for size in (0.05, 0.2, 0.5, 1.0) for sign in (1, -1))
COMPONENTS = ("places", "in place", "together", "jacks by seat", "jacks by place from the dealer", "jacks of bots")
"""What is bet on, each with a sixth of the stake."""
HISTORY = 200
"""Points of the curve that are kept; when there are more, every second one goes."""

Count = Annotated[int, Meta(ge=0)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class State(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All that is remembered from one look to the next.

    ``known``: each deal that was counted, by a hash of who had which cards, whatever file, game or number it had.
    ``table``: cards by place of the deals
    whose order is known, row by row; ``places``: the logarithm of what each prior has made of its 1. ``sums``: of
    each count, how often it was looked at and what it came to; of bots, deals by how many sat in them come first.
    ``closed``: games were left out that may have been chosen by their cards; from then on nothing is added.
    ``peak``: the highest that the e-value ever was, after ``peak_at`` deals.
    """

    deck: Annotated[int, Meta(ge=24, le=33)]
    seats: Annotated[int, Meta(ge=2, le=6)]
    hand: Annotated[int, Meta(ge=1, le=16)]
    deals: Count = 0
    games: Count = 0
    known: list[Hash] = []
    table: list[Count] = []
    places: list[float] = []
    sums: dict[str, list[Count]] = {}
    closed: bool = False
    peak: float = 1.0
    peak_at: Count = 0
    history: list[tuple[Count, float]] = []
    every: Annotated[int, Meta(ge=1)] = 1

    @property
    def shape(self) -> Shape:
        """The deals that it is about."""
        return Shape(self.deck, self.seats, self.hand)


class _Stored(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    format: Literal["euchre-statistics-state/1"]
    sha256: str
    state: State


def new_state(shape: Shape) -> State:
    """Nothing seen yet."""
    counts = ("in place", "together", "jacks by seat", "jacks by place from the dealer", "jacks of bots")
    sizes = (2, 2, shape.seats + 1, shape.seats + 1, shape.seats)
    return State(
        deck=shape.deck,
        seats=shape.seats,
        hand=shape.hand,
        table=[0] * shape.deck**2,
        places=[0.0] * len(PRIORS),
        sums={name: [0] * size for name, size in zip(counts, sizes, strict=True)},
    )


def stored(state: State) -> bytes:
    """The state as a file."""
    held = msgspec.json.encode(state)
    text: bytes = msgspec.json.encode(
        _Stored(format="euchre-statistics-state/1", sha256=hashlib.sha256(held).hexdigest(), state=state)
    )
    return msgspec.json.format(text, indent=1) + b"\n"


def restored(data: bytes, path: str) -> State:
    """The state in a file; ``Unreadable`` for one that is damaged or none: it is never mended or begun anew."""
    where = Where(path=path)
    try:
        found = msgspec.json.decode(data, type=_Stored, strict=True)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(
            "T301", f"this is no state that can be read: {error}", where, f'a file of "format": "{FORMAT}"'
        ) from None
    state = found.state
    fits = hashlib.sha256(msgspec.json.encode(state)).hexdigest() == found.sha256
    begun = new_state(state.shape)
    fits = fits and len(state.table) == len(begun.table) and len(state.places) == len(begun.places)
    fits = fits and {name: len(each) for name, each in state.sums.items()} == {
        name: len(each) for name, each in begun.sums.items()
    }
    if not fits:
        raise Unreadable("T301", "the state was changed or cut off since it was written", where, found.sha256)
    return state


# The bets


@cache
def _log_means(shape: Shape, name: str) -> tuple[tuple[float, ...], ...]:
    """log E exp(t X) by tilt; for bots one row for each number of bots, from 1."""
    deals = Deals(shape)
    if name == "in place":
        laws, tilts = [fixed_points(shape.deck)], FAR_TILTS
    elif name == "together":
        laws, tilts = [neighbours(shape.deck)], FAR_TILTS
    elif name == "jacks of bots":
        laws, tilts = [law_of(deals, jacks, bots) for bots in range(1, shape.seats)], TILTS
    else:
        laws, tilts = [law_of(deals, jacks, 1)], TILTS
    return tuple(tuple(log(float(np.exp(tilt * np.arange(len(law))) @ law)) for tilt in tilts) for law in laws)


def _average(logs: list[float]) -> float:
    """The average of what these are the logarithms of; never too large to tell."""
    largest = max(logs)
    return exp(min(700.0, largest)) * sum(exp(each - largest) for each in logs) / len(logs)


def components(state: State) -> dict[str, float]:
    """What each bet has made of its 1."""
    made = {"places": _average(state.places)}
    for name, counted in state.sums.items():
        means = _log_means(state.shape, name)
        tilts = FAR_TILTS if name in ("in place", "together") else TILTS
        times, totals = counted[: len(means)], counted[len(means) :]
        made[name] = _average(
            [
                tilt * total - sum(n * row[i] for n, row in zip(times, means, strict=True))
                for i, tilt in enumerate(tilts)
                for total in totals
            ]
        )
    return made


def e_value(state: State) -> float:
    """The average of all bets: how many times the stake there is now."""
    made = components(state)
    return sum(made[name] for name in COMPONENTS) / len(COMPONENTS)


def place_bets(decks: Numbers, table: Numbers, prior: float) -> Numbers:
    """For each deck the logarithm of Q / P, where Q deals by ``table`` (cards by row, places by column)."""
    cards = decks.shape[1]
    weights = (table + prior).T[:, decks]
    # weights[i, d, j]: at place i, the weight of the card that deck d has at place j; those from i on are left.
    left = np.einsum("idj,ij->di", weights, np.triu(np.ones((cards, cards))))
    taken = np.einsum("idi->di", weights)
    logs: Numbers = (np.log(taken) - np.log(left)).sum(1) + lgamma(cards + 1)
    return logs


def feed(state: State, deals: Deals) -> Mapping[str, int]:
    """Put the deals into the state, each once, in their order.

    How many games were ``new``, ``known`` already, or ``grown``: known in part, its other deals put in.
    """
    told = {"new": 0, "known": 0, "grown": 0}
    if state.closed:
        return told
    known, hashes = set(state.known), deal_hashes(deals)
    edges = np.searchsorted(deals.column("game"), np.arange(deals.games + 1)).tolist()
    for start, end in pairwise(edges):
        fresh = []
        for index in range(start, end):
            if hashes[index] not in known:
                known.add(hashes[index])
                fresh.append(index)
        told["new" if len(fresh) == end - start else "grown" if fresh else "known"] += 1
        if not fresh:
            continue
        state.games += len(fresh) == end - start
        state.known += [hashes[index] for index in fresh]
        for _, run in groupby(enumerate(fresh), lambda pair: pair[1] - pair[0]):
            rows = [index for _, index in run]
            _feed_game(state, deals, slice(rows[0], rows[-1] + 1))
        now = e_value(state)
        if now > state.peak:
            state.peak, state.peak_at = now, state.deals
        _remember(state, now)
    return told


def deal_hashes(deals: Deals) -> list[str]:
    """Of each deal a hash of who from the dealer's left had which cards, and of the up card.

    Nothing that a copy can change is in it: no name, number or seat, nor in what order the cards of a hand stand.
    """
    shape, dealt = deals.shape, deals.shape.seats * deals.shape.hand
    found = []
    for block in deals.blocks():
        slots = deals.column("slots")[block]
        hands = np.sort(slots[:, :dealt].reshape(-1, shape.seats, shape.hand), axis=2).reshape(-1, dealt)
        rows = np.concatenate([hands, slots[:, dealt : dealt + 1]], axis=1)
        found += [hashlib.sha256(row.tobytes()).hexdigest()[:16] for row in rows]
    return found


def _feed_game(state: State, deals: Deals, block: slice) -> None:
    sums, size = state.sums, block.stop - block.start
    decks, _ = deals.decks(block)
    if len(decks):
        cards = deals.shape.deck
        decks = decks.astype(np.int64)
        table = np.array(state.table, dtype=np.float64).reshape(cards, cards)
        for index, prior in enumerate(PRIORS):
            state.places[index] += float(place_bets(decks, table, prior).sum())
        flat = np.bincount((decks * cards + np.arange(cards)).ravel(), minlength=cards * cards)
        state.table = (np.array(state.table) + flat).tolist()
        for name, found in (
            ("in place", (decks == np.arange(cards)).sum()),
            ("together", (decks[:, 1:] - decks[:, :-1] == 1).sum()),
        ):
            _add(sums[name], [len(decks), int(found)])
    by_seat = jacks(deals, block, seats=True)
    _add(sums["jacks by seat"], [size, *by_seat.sum(0).tolist()])
    _add(sums["jacks by place from the dealer"], [size, *jacks(deals, block, seats=False).sum(0).tolist()])
    bots, both = mixed(deals, block)
    times = np.bincount(bots[both].sum(1), minlength=deals.shape.seats)[1 : deals.shape.seats]
    _add(sums["jacks of bots"], [*times.tolist(), int((by_seat * bots)[both].sum())])
    state.deals += size


def _add(counts: list[int], more: list[Any]) -> None:
    counts[:] = [one + two for one, two in zip(counts, more, strict=True)]


def _remember(state: State, now: float) -> None:
    """A point of the curve, now and then."""
    if state.games % state.every:
        return
    state.history.append((state.deals, float(f"{now:.4g}")))
    if len(state.history) > HISTORY:
        state.history, state.every = state.history[1::2], 2 * state.every

"""Deals as columns: a few bytes a deal, whatever the file said of it.

A deal is told by its *slots*: first the hand of the dealer's left, card by card, then the next seat's, the dealer's
last, then the up card and the rest of the kitty. A card is told by its place in the fresh deck.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards import FRESH, JOKER, RANKS
from ..dealing.pattern import parse_pattern

Numbers = npt.NDArray[Any]
UNKNOWN = 255
"""Stands for a cut, packets or a kind of player that is not known."""
PERSON, BOT = 0, 1
BLOCK = 1 << 15
"""Deals that are looked at together, so that what is made on the way stays small."""


class Shape(NamedTuple):
    """The size of the deck, how many sit at the table, how many cards each gets."""

    deck: int
    seats: int
    hand: int

    @property
    def groups(self) -> tuple[int, ...]:
        """How many cards lie with each seat, and in the kitty."""
        return (*(self.hand,) * self.seats, self.deck - self.seats * self.hand)


@cache
def ranks(deck: int) -> Numbers:
    """The rank of each card of the fresh deck; the joker has one of its own."""
    return np.array([card % 8 if card != JOKER else 8 for card in FRESH[deck]])


@cache
def suits(deck: int) -> Numbers:
    """The suit of each card of the fresh deck; the joker has none (4)."""
    return np.array([card // 8 for card in FRESH[deck]])


def is_jack(deck: int) -> Numbers:
    """Which cards of the fresh deck are jacks."""
    found: Numbers = ranks(deck) == RANKS.index("J")
    return found


@cache
def dealing_order(shape: Shape, pattern: str) -> Numbers:
    """The slot that each card of the deck goes to, top first."""
    rounds = parse_pattern(pattern, shape.seats)
    given = [0] * shape.seats
    order = []
    for counts in rounds:
        for step, count in enumerate(counts):
            order += [step * shape.hand + given[step] + k for k in range(count)]
            given[step] += count
    return np.array([*order, *range(len(order), shape.deck)])


@dataclass(slots=True)
class Row:
    """One deal on its way into the columns. ``players``: index of who sits at each seat, ``kinds``: what they are.

    ``committed``: recomputed from a secret that opens its commitment. Only there is it known in what order the
    cards were dealt: a list of cards may have been sorted in any way, and shows it only sometimes.
    """

    slots: bytes
    dealer: int
    number: int
    pattern: str
    players: tuple[int, ...]
    kinds: tuple[int, ...]
    cut: int = UNKNOWN
    packets: int = UNKNOWN
    committed: bool = False


@dataclass(slots=True)
class Deals:
    """Many deals of one shape, by column; ``game`` counts games from 0, ``date`` days, -1 where it is not known."""

    shape: Shape
    slots: bytearray = field(default_factory=bytearray)
    dealer: bytearray = field(default_factory=bytearray)
    pattern: bytearray = field(default_factory=bytearray)
    committed: bytearray = field(default_factory=bytearray)
    cut: bytearray = field(default_factory=bytearray)
    packets: bytearray = field(default_factory=bytearray)
    kinds: bytearray = field(default_factory=bytearray)
    game: "array[int]" = field(default_factory=lambda: array("l"))
    number: "array[int]" = field(default_factory=lambda: array("l"))
    date: "array[int]" = field(default_factory=lambda: array("l"))
    players: "array[int]" = field(default_factory=lambda: array("l"))
    patterns: list[str] = field(default_factory=list)
    first_dealers: dict[tuple[str, int], int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    """What games are called, by their index; those that have a name."""
    games: int = 0

    def __len__(self) -> int:
        return len(self.dealer)

    def add_game(self, rows: Sequence[Row], date: int, first_dealer: tuple[str, int] | None = None) -> None:
        """Add the deals of one game, in their order."""
        for row in rows:
            if row.pattern not in self.patterns:
                self.patterns.append(row.pattern)
            self.slots += row.slots
            self.dealer.append(row.dealer)
            self.pattern.append(self.patterns.index(row.pattern))
            self.committed.append(row.committed)
            self.cut.append(row.cut)
            self.packets.append(row.packets)
            self.kinds += bytes(row.kinds)
            self.players.extend(row.players)
            self.number.append(row.number)
            self.game.append(self.games)
            self.date.append(date)
        if first_dealer is not None:
            self.first_dealers[first_dealer] = self.first_dealers.get(first_dealer, 0) + 1
        self.games += 1

    def column(self, name: str) -> Numbers:
        """A column as an array: a row a deal; columns by seat have a row of seats."""
        raw = getattr(self, name)
        numbers: Numbers = np.frombuffer(raw, dtype=np.uint8 if isinstance(raw, bytearray) else np.dtype("l"))
        return numbers.reshape(len(self), -1) if name in ("slots", "kinds", "players") else numbers

    def where(self, index: int) -> str:
        """Which deal this is, in words."""
        game = self.game[index]
        return f"hand {self.number[index]} of {self.names.get(game, f'game {game + 1} as read')}"

    def blocks(self) -> Iterator[slice]:
        """The deals in pieces of at most ``BLOCK``."""
        for start in range(0, len(self), BLOCK):
            yield slice(start, min(start + BLOCK, len(self)))

    def decks(self, block: slice) -> tuple[Numbers, Numbers]:
        """The decks as they were dealt, top first, of those deals whose order is known; and which those are."""
        known = np.flatnonzero(self.column("committed")[block])
        decks = self.column("slots")[block][known]
        patterns = self.column("pattern")[block][known]
        for index, pattern in enumerate(self.patterns):
            mine = patterns == index
            if mine.any():
                decks[mine] = decks[mine][:, dealing_order(self.shape, pattern)]
        return decks, known + block.start

    def holders(self, block: slice, *, seats: bool) -> Numbers:
        """For each deal and card who has it: the seat, or without ``seats`` the place from the dealer's left (0).

        The kitty is one more than the last.
        """
        shape = self.shape
        slots = self.column("slots")[block].astype(np.int64)
        place = np.minimum(np.arange(shape.deck) // shape.hand, shape.seats)
        place[shape.seats * shape.hand :] = shape.seats
        who = np.broadcast_to(place, slots.shape)
        if seats:
            dealer = self.column("dealer")[block].astype(np.int64)[:, None]
            who = np.where(who < shape.seats, (who + dealer + 1) % shape.seats, who)
        found = np.empty_like(slots)
        np.put_along_axis(found, slots, who, axis=1)
        return found

    def up_cards(self, block: slice) -> Numbers:
        """The card turned up in each deal."""
        up: Numbers = self.column("slots")[block][:, self.shape.seats * self.shape.hand].astype(np.int64)
        return up

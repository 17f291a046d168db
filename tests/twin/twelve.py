"""The twelve-trick game for two: four cards in hand, four face down, four face up on top of those."""

from __future__ import annotations

from tests.twin.engine import NO_TRUMP, SUITS, Table, legal_cards
from tests.twin.rules import Rules, complete_rules

TRICKS_TO_MAKE = 7


class TwelveTrickTable(Table):
    """A hand of the twelve-trick game in progress.

    `hands` holds what a player may play: the hand, the cards face up and the cards turned up since.
    """

    number_of_tricks = 12

    def __init__(self, rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> None:
        super().__init__(rules, dealer, dealt, kitty)
        self.hands = [[*cards[0:4], *cards[8:12]] for cards in dealt]
        self.lies_under = [dict(zip(cards[8:12], cards[4:8], strict=True)) for cards in dealt]
        self.face_down = [list(cards[4:8]) for cards in dealt]
        self.uncovers_due: list[tuple[int, str]] = []

    def lay_out(self, kitty: list[str]) -> None:
        """No card is turned up."""
        self.up_card = None
        self.up_suit = None
        self.below_up_card = list(kitty)

    def copy(self) -> TwelveTrickTable:
        twin = super().copy()
        twin.face_down = [list(cards) for cards in self.face_down]
        twin.uncovers_due = list(self.uncovers_due)
        return twin

    def legal_lines(self) -> list[str]:
        if self.over or self.unjudged:
            return []
        if self.trump is None:
            return self.call_lines()
        if self.uncovers_due:
            return [f"{seat} uncover {card}" for seat, card in self.uncovers_due]
        led_card = self.trick[0][1] if self.trick else None
        return [f"{self.turn} play {card}" for card in legal_cards(self.hands[self.turn], led_card, self.trump)]

    def call_lines(self) -> list[str]:
        """The non-dealer names a suit or passes; after a pass the dealer has to name one."""
        suits = [*SUITS, NO_TRUMP] if self.rules["no_trump"] else SUITS
        names = [f"{self.turn} name {suit}" for suit in suits]
        if self.turn == self.dealer:
            return names
        return [f"{self.turn} pass", *names]

    def do(self, line: str) -> None:
        super().do(line)
        seat, verb, *arguments = line.split()
        if verb == "name":
            self.turn = self.left_of(self.dealer)
        elif verb == "uncover":
            self.uncovers_due.remove((int(seat), arguments[0]))
            self.face_down[int(seat)].remove(arguments[0])
            self.hands[int(seat)].append(arguments[0])
        elif verb == "play" and not self.trick:
            self.note_uncovers()

    def note_uncovers(self) -> None:
        """After a trick: who played a card that was dealt face up turns up the card under it."""
        last_two = [line.split() for line in self.log if " play " in line][-2:]
        for seat, _, card in last_two:
            if card in self.lies_under[int(seat)]:
                self.uncovers_due.append((int(seat), self.lies_under[int(seat)][card]))

    def points_for(self, tricks: list[int]) -> list[int]:
        """A point a trick; where the namer has fewer than seven, nothing for the namer and twelve for the other."""
        if tricks[self.maker] >= TRICKS_TO_MAKE:
            return list(tricks)
        return [0 if seat == self.maker else self.number_of_tricks for seat in range(2)]


def table_of(rules: Rules, dealer: int, dealt: list[list[str]], kitty: list[str]) -> Table:
    """The table of whichever game the rules are for."""
    if complete_rules(rules)["game"] == "twelve-trick":
        return TwelveTrickTable(rules, dealer, dealt, kitty)
    return Table(rules, dealer, dealt, kitty)

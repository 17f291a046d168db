"""The rows on the table in the twelve-trick game: face-up cards, and what lies face down under them."""

from collections.abc import Sequence

ROW = 4
NONE, MAYBE = -1, -2


class Rows:
    """For each seat four cards face down with a face-up card on each, as masks of candidates.

    ``playable`` are the slots of each seat that can be played from the start: the hand and the face-up row. Where
    it cannot be told which of a seat's cards lie on the table, because the face-up row is not known or a card that
    is not fully recorded may have been one of it, the seat is not ``clear``: all its cards count as playable then,
    what it has to turn up is not judged, and it has to follow suit with the cards of ``open`` alone: those known to
    be in the hand or face up from the start.
    """

    __slots__ = ("_due", "_over", "_under", "clear", "open", "playable", "turned")

    def __init__(self, slots: Sequence[Sequence[int]]) -> None:
        self._under = [list(cards[ROW : 2 * ROW]) for cards in slots]
        self._over = [list(cards[2 * ROW : 3 * ROW]) for cards in slots]
        self._due = [NONE] * len(slots)
        self.turned = [0] * len(slots)
        self.clear = [all(mask & (mask - 1) == 0 for mask in row) for row in self._over]
        self.playable = [[*cards[:ROW], *cards[2 * ROW :]] for cards in slots]
        self.open = [sum(mask for mask in set(cards) if mask & (mask - 1) == 0) for cards in self.playable]
        for seat in range(len(slots)):
            if not self.clear[seat]:
                self.playable[seat] += self.give_up(seat)

    def copy(self) -> "Rows":
        """Rows that go their own way from here."""
        other = Rows.__new__(Rows)
        other.playable, other.open = self.playable, self.open
        other._under = [list(row) for row in self._under]
        other._over = [list(row) for row in self._over]
        other._due = list(self._due)
        other.turned = list(self.turned)
        other.clear = list(self.clear)
        return other

    @property
    def due(self) -> bool:
        """Whether a face-up card was played and the card under it has not been turned up yet."""
        return any(place >= 0 for place in self._due)

    def may_uncover(self, seat: int) -> bool:
        """Whether the seat has a card to turn up, or may have one."""
        return self._due[seat] != NONE

    def beneath(self, seat: int) -> int:
        """What the card that the seat turns up may be; -1, which is any, where the seat is not clear."""
        place = self._due[seat]
        return self._under[seat][place] if place >= 0 else -1

    def covered_of(self, seat: int) -> int:
        """The cards known to lie face down before the seat."""
        return sum(mask for mask in set(self._under[seat]) if mask & (mask - 1) == 0)

    def still_down(self, seat: int) -> list[int]:
        """What the seat's cards that lie face down may be, one mask each."""
        return [mask for mask in self._under[seat] if mask]

    def may_be_of_the_row(self, seat: int, card: int) -> bool:
        """Whether a card that is not fully known, as a mask, may be one of a clear seat's face-up row."""
        return self.clear[seat] and card & (card - 1) != 0 and any(mask & card for mask in self._over[seat])

    def give_up(self, seat: int) -> list[int]:
        """From here on the seat is not clear; its cards that lie face down, which count as playable now."""
        down = self.still_down(seat)
        self.clear[seat] = False
        self._under[seat] = [0] * ROW
        return down

    def face_up(self, seat: int) -> int:
        """The cards known to have been face up before the seat, those turned up in the meantime, too, as a mask."""
        return self.turned[seat] | sum(mask for mask in set(self._over[seat]) if mask & (mask - 1) == 0)

    def play(self, seat: int, card: int) -> None:
        """A card, as a mask, leaves the seat."""
        row = self._over[seat]
        if not self.clear[seat]:
            self._due[seat] = MAYBE
        else:
            self._due[seat] = row.index(card) if card in row else NONE

    def uncover(self, seat: int) -> int:
        """The card due is turned up; what it may be, 0 where it counted as playable already."""
        place, self._due[seat] = self._due[seat], NONE
        if place < 0:
            return 0
        card = self._under[seat][place]
        self._under[seat][place] = self._over[seat][place] = 0
        return card

    def left_covered(self) -> list[tuple[int, int]]:
        """What was due and was not told, as ``(seat, candidates)``; it counts as turned up."""
        return [(seat, self.uncover(seat)) for seat, place in enumerate(self._due) if place >= 0]

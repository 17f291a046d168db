"""Whether a claim of the remaining tricks holds, by looking at every play of the others."""

from ..cards import FOLLOWS, STRENGTH, SUIT_NOW, cards_of
from .hand import Hand

MOST_POSITIONS = 200_000


class _TooMany(Exception):
    pass


def takes_the_rest(hand: Hand, claimer: int) -> bool | None:
    """Whether the side of ``claimer`` can take every trick that is left, however the others play.

    None where a hand is not fully known, cards lie face down, or there are too many positions to look at.
    """
    active = [seat for seat in range(hand.seats) if not hand.sits >> seat & 1]
    held = [hand.held(seat) if seat in active else 0 for seat in range(hand.seats)]
    known = [cards for cards in held if cards is not None]
    if hand.turn < 0 or hand.trump < 0 or hand.discard_due or hand.covered or len(known) < len(held):
        return None
    try:
        return _Search(hand, claimer, active).holds(known, list(hand.trick), hand.turn)
    except _TooMany:
        return None


class _Search:
    def __init__(self, hand: Hand, claimer: int, active: list[int]) -> None:
        self.trump = hand.trump
        self.rules = hand.rules
        self.side = hand.rules.side_of(claimer)
        self.active = active
        self.positions = 0

    def holds(self, held: list[int], trick: list[tuple[int, int]], turn: int) -> bool:
        if not held[turn]:
            return True
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise _TooMany
        playable = held[turn]
        if trick:
            follows = FOLLOWS[self.trump][SUIT_NOW[self.trump][trick[0][1]]]
            playable = playable & follows or playable
        ours = self.rules.side_of(turn) == self.side
        for card in cards_of(playable):
            if self._after(held, trick, turn, card) == ours:
                return ours
        return not ours

    def _after(self, held: list[int], trick: list[tuple[int, int]], turn: int, card: int) -> bool:
        rest = list(held)
        rest[turn] &= ~(1 << card)
        played = [*trick, (turn, card)]
        if len(played) < len(self.active):
            place = self.active.index(turn)
            return self.holds(rest, played, self.active[(place + 1) % len(self.active)])
        table = STRENGTH[self.trump][SUIT_NOW[self.trump][played[0][1]]]
        winner = max(played, key=lambda play: table[play[1]])[0]
        return self.rules.side_of(winner) == self.side and self.holds(rest, [], winner)

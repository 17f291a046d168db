"""A hand's log as states, events and faults: what audit, replay and diagrams all read."""

from collections.abc import Iterator, Sequence
from functools import cache

from ..cards import CANDIDATES, CARDS, DECK_MASK, JOKER, cards_of
from ..engine import Event, Hand, parse_event
from ..engine.events import CALLS, EVENTS, LAY_DOWN, PLAY
from ..engine.faults import GO_ON
from ..engine.hand import BLIND
from ..records import HandRecord
from ..rules import Rules

Slots = list[list[int]]


def recorded_slots(record: HandRecord, rules: Rules) -> Slots:
    """The hands as the record knows them, one mask of candidates a card."""
    deck, size = DECK_MASK[rules.deck], rules.hand_size
    candidates = _within(rules.deck)
    dealt = record.dealt or [None] * rules.seats
    return [[deck] * size if hand is None else list(map(candidates.__getitem__, hand)) for hand in dealt]


@cache
def _within(size: int) -> dict[str, int]:
    """What each spelling may be in a deck of this size; a card that is not in the deck is itself all the same."""
    deck = DECK_MASK[size]
    return {name: mask & deck or mask for name, mask in CANDIDATES.items()}


def recorded_kitty(record: HandRecord, rules: Rules) -> int:
    """The cards recorded under the up card, as a mask; the whole kitty where no card is turned up."""
    under = (record.kitty or [])[0 if rules.game == "twelve-trick" else 1 :]
    return sum({CANDIDATES[card] for card in under if card in CARDS})


def recorded_up(record: HandRecord, rules: Rules) -> int:
    """What the up card may be, by ``up`` and by the kitty's first card, as a mask."""
    mask = DECK_MASK[rules.deck]
    if rules.game == "twelve-trick":
        return mask
    for name in (record.up, *(record.kitty or [])[:1]):
        mask &= CANDIDATES[name] if name is not None else mask
    return mask or DECK_MASK[rules.deck]


class Walk:
    """The log of one hand, carried out step by step.

    After a fault from which the game cannot be told, the walk stops: ``stopped`` is the index of that line,
    and nothing after it was judged.
    """

    def __init__(self, record: HandRecord, rules: Rules, dealer: int, slots: Slots, kitty: int, up: int) -> None:
        card = up.bit_length() - 1 if up & (up - 1) == 0 else -1
        suits = {each // 8 for each in cards_of(up) if each != JOKER} if card < 0 else {card // 8}
        suit = suits.pop() if len(suits) == 1 and card != JOKER else -1
        self.log: Sequence[str] = record.log or ()
        self.hand = Hand(rules, dealer, card, suit, slots, kitty)
        self.stopped: int | None = None

    def __iter__(self) -> Iterator[tuple[int, Event, int]]:
        """``(index in the log, event, faults)`` after each event was applied to ``hand``."""
        return self._steps(every=True)

    def to_be_told(self) -> Iterator[tuple[int, Event, int]]:
        """The same, of faults and of lay-downs alone; what is in order is carried out in between."""
        return self._steps(every=False)

    def _steps(self, *, every: bool) -> Iterator[tuple[int, Event, int]]:
        hand, known = self.hand, EVENTS.get
        apply = hand.apply
        for index, line in enumerate(self.log):
            event = known(line) or event_of(line)
            faults = apply(event)
            if faults & ~GO_ON:
                self.stopped = index
            if faults or every or event[0] == LAY_DOWN:
                yield index, event, faults
                if self.stopped is not None:
                    return
            if hand.phase == BLIND:
                return

    def judged(self) -> tuple[int, int, int]:
        """How many calls and cards were judged so far, and how many of the cards are not recorded."""
        calls, cards = self.hand.calls, [card for trick in (*self.hand.done, self.hand.trick) for _, card in trick]
        if self.stopped is not None:  # the last one was judged, and not carried out
            verb, _, card = event_of(self.log[self.stopped])
            calls += verb in CALLS
            cards += [card] if verb == PLAY else []
        return calls, len(cards), sum(card < 0 for card in cards) if min(cards, default=0) < 0 else 0

    def place(self, event: Event, faults: int) -> dict[str, int]:
        """Call, or trick and play, of the event just applied; each counts from 1."""
        hand = self.hand
        went_on = not faults & ~GO_ON
        if event[0] in CALLS:
            return {"call": hand.calls if went_on else hand.calls + 1}
        if event[0] != PLAY:
            return {}
        if not went_on:
            return {"trick": hand.trick_number + 1, "play": len(hand.trick) + 1}
        if hand.trick:
            return {"trick": hand.trick_number + 1, "play": len(hand.trick)}
        return {"trick": hand.trick_number, "play": len(hand.done[-1])}

    def trick_of(self, event: Event, faults: int) -> list[tuple[int, int]]:
        """The trick that the event just applied belongs to, as far as it was played."""
        if self.hand.trick or faults & ~GO_ON or not self.hand.done:
            return self.hand.trick
        return self.hand.done[-1]

    def index_of_play(self, trick: int, seat: int) -> tuple[int, int]:
        """``(index in the log, play)`` of the card that ``seat`` played to a finished trick (from 0)."""
        tricks = [*self.hand.done, self.hand.trick]
        play = next(i for i, (player, _) in enumerate(tricks[trick]) if player == seat)
        wanted = sum(len(cards) for cards in tricks[:trick]) + play
        plays = [index for index, line in enumerate(self.log) if event_of(line)[0] == PLAY]
        return plays[wanted], play + 1


def event_of(line: str) -> Event:
    """The event of a line that a reader has taken as one."""
    event = parse_event(line)
    if event is None:
        raise ValueError(f"not a log line: {line!r}")
    return event

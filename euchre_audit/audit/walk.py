"""A hand's log as states, events and faults: what audit, replay and diagrams all read."""

from collections.abc import Iterator, Sequence

from ..cards import CANDIDATES, CARDS, DECK_MASK, JOKER, cards_of
from ..engine import Event, Hand, parse_event
from ..engine.events import CALLS, EVENTS, PLAY
from ..engine.faults import GO_ON
from ..engine.hand import BLIND
from ..records import HandRecord
from ..rules import Rules

Slots = list[list[int]]


def recorded_slots(record: HandRecord, rules: Rules) -> Slots:
    """The hands as the record knows them, one mask of candidates a card."""
    deck = DECK_MASK[rules.deck]
    dealt = record.dealt or [None] * rules.seats
    return [
        [deck] * rules.hand_size if hand is None else [CANDIDATES[card] & deck or CANDIDATES[card] for card in hand]
        for hand in dealt
    ]


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
        cards = cards_of(up)
        card = cards[0] if len(cards) == 1 else -1
        suits = {each // 8 for each in cards if each != JOKER}
        suit = suits.pop() if len(suits) == 1 else -1
        self.log: Sequence[str] = record.log or ()
        self.hand = Hand(rules, dealer, card, suit, slots, kitty)
        self.stopped: int | None = None
        self.calls = 0
        self.cards = 0
        self.hidden = 0

    def __iter__(self) -> Iterator[tuple[int, Event, int]]:
        """``(index in the log, event, faults)`` after each event was applied to ``hand``."""
        apply = self.hand.apply
        for index, line in enumerate(self.log):
            event = EVENTS.get(line) or event_of(line)
            faults = apply(event)
            if event[0] == PLAY:
                self.cards += 1
                self.hidden += event[2] < 0
            elif event[0] in CALLS:
                self.calls += 1
            if faults & ~GO_ON:
                self.stopped = index
            yield index, event, faults
            if self.stopped is not None:
                return
            if self.hand.phase == BLIND:
                return

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

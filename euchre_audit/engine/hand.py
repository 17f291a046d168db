"""One hand in progress. What is known of the cards is part of the state: see :class:`Hand`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ..cards import DECK_MASK, FOLLOWS, JOKER, LOW, NINES_TENS, NO_TRUMP, STRENGTH, SUIT_NOW, SUITS, cards_of
from ..rules.model import Rules
from . import faults as f
from .events import (
    ALONE,
    CALLS,
    CONCEDE,
    CONCESSIONS,
    DISCARD,
    GIVE,
    LAY_DOWN,
    MISDEAL,
    MISDEALS,
    NAME,
    NAME_ALONE,
    ORDER,
    ORDER_ALONE,
    PASS,
    PLAY,
    SWAP,
    TURN,
    UNCOVER,
    Event,
    exchanged,
    give_event,
    swap_event,
)
from .matching import fits
from .rows import Rows
from .scoring import by_side, hand_points

BIDDING, PLAYING, OVER, BLIND = range(4)
"""Phases. BLIND: the play cannot be judged, because an up card that nobody recorded was ordered up, or because
the joker is in the deck and there is no trump, for which no source has a rule."""

FARMERS_HAND = MISDEALS.index("farmers-hand")
THE_GAME = CONCESSIONS.index("game")


def _after(seat: int, seats: int, sits: int) -> int:
    """The next seat that does not sit out."""
    for step in range(1, seats + 1):
        if not sits >> (seat + step) % seats & 1:
            return (seat + step) % seats
    return seat


AFTER = {
    (seats, sits): tuple(_after(seat, seats, sits) for seat in range(seats))
    for seats in (2, 3, 4)
    for sits in range(16)
}
"""The next seat, by the number of seats, who sits out (as a mask), and the seat."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What of a game's rules every card asks for."""

    deck: int
    seats: int
    tricks: int
    most_calls: int
    sides: tuple[int, ...]
    side_count: int
    joker: bool
    rows: bool


@lru_cache(maxsize=64)
def _facts_of(rules: Rules) -> _Facts:
    return _Facts(
        deck=DECK_MASK[rules.deck],
        seats=rules.seats,
        tricks=rules.tricks,
        most_calls=rules.most_calls,
        sides=tuple(rules.side_of(seat) for seat in range(rules.seats)),
        side_count=rules.side_count,
        joker=rules.joker,
        rows=rules.game == "twelve-trick",
    )


class Hand:
    """A hand of any family, from the first call on.

    ``slots`` holds, for each seat, one candidate mask a card: one bit where the card is known, more where it
    is half known or not at all. Hands that are known, partly known and unknown go through the same code; a
    fault is reported only where no reading of the unknown cards would make the event legal.

    ``up`` is the up card or -1, ``up_suit`` its suit or -1, ``kitty`` the mask of cards known to lie there. In the
    twelve-trick game the slots of a seat are four in hand, four face down and four face up.
    """

    __slots__ = (
        "_after",
        "_due",
        "_exact",
        "_facts",
        "_follows",
        "_held",
        "_left",
        "_open",
        "_played",
        "_rows",
        "_size",
        "_slots",
        "_strength",
        "_swapped",
        "_voids",
        "best",
        "buried",
        "calls",
        "conceded_by",
        "dealer",
        "deck",
        "done",
        "ended",
        "given",
        "joker_named",
        "kitty",
        "led",
        "lone",
        "lone_defender",
        "maker",
        "phase",
        "proven",
        "rules",
        "seats",
        "sits",
        "taken",
        "top",
        "trick",
        "trick_number",
        "tricks",
        "tricks_known",
        "trump",
        "turn",
        "up",
        "up_suit",
        "winners",
    )

    def __init__(
        self, rules: Rules, dealer: int, up: int, up_suit: int, slots: Sequence[Sequence[int]], kitty: int
    ) -> None:
        self.rules = rules
        self._facts = facts = _facts_of(rules)
        self.deck = facts.deck
        self.seats = seats = facts.seats
        self.dealer = dealer
        self.up = up
        self.up_suit = up_suit
        self.joker_named = True
        if up == JOKER or (up < 0 and up_suit < 0 and facts.joker):
            self.joker_named = up != JOKER or rules.joker_turned_up != "dealer-names"
            if up == JOKER and self.joker_named:
                self.up_suit = SUITS.index(rules.joker_turned_up)
        self.kitty = kitty & ~(1 << up) if up >= 0 else kitty
        self._rows = Rows(slots) if facts.rows else None
        self._slots = list(slots if self._rows is None else self._rows.playable)
        self._exact: list[bool] = []
        self._held: list[int] = []
        self._left: list[list[int]] = []
        for cards in self._slots:
            held, exact = 0, True
            for mask in cards:
                if mask & (mask - 1):
                    exact = False
                else:
                    held |= mask
            self._held.append(held)
            self._exact.append(exact)
            self._left.append([])
        self._due = [0] * seats
        self._swapped = 0
        self.given = False
        self._played = 0
        self._voids: list[tuple[int, int, int]] = []
        self.proven: list[int] = []
        self.phase = BIDDING
        self.ended: str | None = None
        self.conceded_by = -1
        self.calls = 0
        self._after = AFTER[seats, 0]
        self._size = seats
        self.turn = self._after[dealer]
        self.trump = -1
        self.maker = -1
        self.lone = -1
        self.lone_defender = -1
        self.sits = 0
        self.taken = False
        self.buried = 0
        self.trick_number = 0
        self.trick: list[tuple[int, int]] = []
        self.done: list[list[tuple[int, int]]] = []
        self.led = -1
        self._follows = 0
        self._strength: tuple[int, ...] = ()
        self._open = False
        self.best = 0
        self.top = -1
        self.tricks = [0] * facts.side_count
        self.tricks_known = True
        self.winners: list[int] = []

    def copy(self) -> "Hand":
        """A hand that goes its own way from here."""
        other = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(other, name, getattr(self, name))
        other._left = [list(cards) for cards in self._left]
        for name in ("_slots", "_due", "_exact", "_held", "_voids", "done", "proven", "trick", "tricks", "winners"):
            setattr(other, name, list(getattr(self, name)))
        other._rows = None if self._rows is None else self._rows.copy()
        return other

    # What an event breaks

    def check(self, event: Event) -> int:
        """The faults of ``event`` here, as a mask of :mod:`.faults`; 0 is legal. Changes nothing."""
        verb, seat, argument = event
        if verb == PLAY:
            return self._check_play(seat, argument)
        if verb in CALLS:
            return self._check_call(verb, seat, argument)
        if seat >= self.seats:
            return f.NO_SUCH_SEAT
        if verb == DISCARD:
            return self._check_discard(seat, argument)
        if verb == ALONE:
            return self._check_alone(seat)
        if verb == CONCEDE and argument == THE_GAME:
            return f.PLAY_AFTER_END if self.conceded_by >= 0 else 0
        if self.phase == OVER:
            return f.PLAY_AFTER_END
        if verb == UNCOVER:
            return self._check_uncover(seat, argument)
        if verb == SWAP:
            return self._check_swap(event)
        if verb == GIVE:
            return self._check_give(event)
        if verb == TURN:
            return self._check_turn(seat)
        if verb == LAY_DOWN:
            taking_part = self.phase == PLAYING and not self.sits >> seat & 1
            return 0 if taking_part or self.phase == BLIND else f.LAY_DOWN_NOT_NOW
        if verb == MISDEAL and argument == FARMERS_HAND:
            return self._check_farmers(seat)
        return 0

    def _check_call(self, verb: int, seat: int, suit: int) -> int:
        if seat >= self.seats:
            return f.NO_SUCH_SEAT
        if self.trump >= 0 or self.phase == BLIND:
            return f.CALL_AFTER_TRUMP
        if self.phase == OVER:
            return f.CALL_AFTER_END
        rules = self.rules
        mask = 0 if self.joker_named else f.JOKER_NOT_NAMED
        if seat != self.turn:
            mask |= f.CALL_TURN
        no_up_card = self._rows is not None
        if verb == PASS:
            if self.calls == self._facts.most_calls - 1 and (rules.stick_the_dealer or no_up_card):
                mask |= f.STUCK_DEALER_PASS
            return mask
        round_two = self.calls >= self.seats or no_up_card
        alone = verb in (ORDER_ALONE, NAME_ALONE)
        must_be_alone = (
            rules.partner_may_order != "with-partner"
            and not alone
            and seat == (self.dealer + 2) % 4
            and rules.alone_when == "with-call"
        )
        if verb in (ORDER, ORDER_ALONE):
            if no_up_card:
                mask |= f.ORDER_NO_UP_CARD
            elif round_two:
                mask |= f.ORDER_IN_ROUND_TWO
            elif must_be_alone:
                mask |= f.PARTNER_NOT_ALONE
        else:
            if suit == NO_TRUMP and not rules.no_trump:
                mask |= f.NAME_NO_TRUMP
            if not round_two:
                mask |= f.NAME_IN_ROUND_ONE
            elif suit == self.up_suit:
                mask |= f.NAME_TURNED_DOWN
            if must_be_alone and rules.partner_may_order == "only-alone-both":
                mask |= f.PARTNER_NOT_ALONE
        if alone and rules.alone_by == "nobody":
            mask |= f.ALONE_BY
        return mask

    def _first_turn(self, seat: int) -> bool:
        """Whether it is a seat's first turn to bid."""
        in_round_one = self.phase == BIDDING and self.calls < self.seats and self._rows is None
        return in_round_one and self.joker_named and seat == self.turn

    def _check_turn(self, seat: int) -> int:
        if not self.rules.joker or self._rows is not None:
            return f.ACT_UNKNOWN_HERE
        unknown = self.up < 0 and self.up_suit < 0 and self.rules.joker_turned_up == "dealer-names"
        unknown = unknown and not (self.kitty | sum(self._held)) >> JOKER & 1
        due = not self.joker_named or (unknown and self.phase == BIDDING and not self.calls)
        return 0 if due and seat == self.dealer else f.TURN_NONE_DUE

    def _is_farmers(self, seat: int) -> bool:
        """Whether the five cards dealt can be a farmer's hand."""
        dealt = self._slots[seat][: self.rules.hand_size]
        wanted = LOW if self.rules.farmers_hand_is == "no-ace-no-face" else NINES_TENS
        found = sum(bool(mask & wanted) for mask in dealt)
        return found >= 3 if self.rules.farmers_hand_is == "three-nines-tens" else found == len(dealt)

    def _check_farmers(self, seat: int) -> int:
        if self.rules.farmers_hand != "redeal":
            return f.ACT_UNKNOWN_HERE
        if not self._first_turn(seat) or self._swapped >> seat & 1:
            return f.EXCHANGE_WHEN
        return 0 if self._is_farmers(seat) else f.EXCHANGE_HAND

    def _check_swap(self, event: Event) -> int:
        rules, seat = self.rules, event[1]
        farmers = rules.farmers_hand == "swap"
        if not farmers and not rules.go_under:
            return f.ACT_UNKNOWN_HERE
        if not self._first_turn(seat) or self._swapped >> seat & 1:
            return f.EXCHANGE_WHEN
        given, taken, _ = exchanged(event)
        out, back = self._masks(given, seat), self._masks(taken, seat, kitty=True)
        farmers = farmers and self._is_farmers(seat)
        under = rules.go_under and sum(bool(mask & LOW) for mask in self._slots[seat]) >= 3
        if under or (farmers and rules.farmers_hand_is == "no-ace-no-face"):
            out = [mask & LOW for mask in out]
        elif farmers:
            out = [mask & NINES_TENS for mask in out]
        else:
            return f.EXCHANGE_HAND
        if len(given) != 3 or not all(out) or not all(back) or self._double(given + taken):
            return f.EXCHANGE_CARDS
        return 0 if self._possible(seat, 0, 0, out) else f.EXCHANGE_CARDS

    def _double(self, cards: list[int]) -> bool:
        known = [card for card in cards if card >= 0]
        return len(set(known)) < len(known)

    def _masks(self, cards: list[int], seat: int, *, kitty: bool = False) -> list[int]:
        """What each of some cards of a seat, or of the kitty under the up card, may be."""
        elsewhere = self._elsewhere(seat)
        if kitty:
            elsewhere = (elsewhere & ~self.kitty) | self._held[seat] | (1 << self.up if self.up >= 0 else 0)
            if self.kitty.bit_count() == self._under_up():
                elsewhere |= self.deck & ~self.kitty
        else:
            held = 0
            for mask in self._slots[seat]:
                held |= mask
            elsewhere |= ~held
        return [(1 << card if card >= 0 else -card) & self.deck & ~elsewhere for card in cards]

    def _under_up(self) -> int:
        """How many cards the kitty has under the up card."""
        return self.rules.deck - self.seats * self.rules.hand_size - 1

    def _check_give(self, event: Event) -> int:
        if not self.rules.partners_best:
            return f.ACT_UNKNOWN_HERE
        cards, _, receiver = exchanged(event)
        seat = event[1]
        if self.phase != PLAYING or self.trick_number or self.trick or self.given or self.lone < 0:
            return f.EXCHANGE_WHEN
        if seat != (self.lone + 2) % 4 or receiver != self.lone:
            return f.GIVE_BY
        (card,) = self._masks(cards, seat)
        return 0 if card and self._possible(seat, 0, 0, [card]) else f.EXCHANGE_CARDS

    def _check_uncover(self, seat: int, argument: int) -> int:
        if self._rows is None:
            return f.ACT_UNKNOWN_HERE
        if self.phase != PLAYING or self.trick or not self._rows.may_uncover(seat):
            return f.UNCOVER_NONE_DUE
        return 0 if self._turned(seat, argument) else f.UNCOVER_CARD

    def _turned(self, seat: int, argument: int) -> int:
        """What a card that the seat turns up may be: one that lies there, and nowhere else."""
        assert self._rows is not None
        card = 1 << argument if argument >= 0 else -argument
        beneath = self._rows.beneath(seat)
        elsewhere = self._elsewhere(seat) & ~self._rows.covered_of(seat)
        elsewhere |= self._held[seat] if self._rows.clear[seat] else self._rows.open[seat]
        if beneath & (beneath - 1):
            elsewhere |= self._rows.covered_of(seat)
        return card & beneath & self.deck & ~elsewhere

    def _check_alone(self, seat: int) -> int:
        rules = self.rules
        if self.phase != PLAYING or self.trick_number or self.trick:
            return f.ALONE_NOT_NOW
        if self.sits >> seat & 1 or seat in (self.lone, self.lone_defender):
            return f.ALONE_BY
        if (seat - self.maker) % 2 == 0:
            if rules.alone_by == "nobody" or (seat != self.maker and rules.alone_by == "caller"):
                return f.ALONE_BY
            if seat == self.dealer and self._partner_owes_alone():
                return f.ALONE_BY
            return f.ALONE_WHEN if rules.alone_when == "with-call" else 0
        allowed = rules.defend_alone == "any" or (rules.defend_alone == "against-lone" and self.lone >= 0)
        return 0 if allowed else f.ALONE_BY

    def _check_discard(self, seat: int, argument: int) -> int:
        if not self._due[seat]:
            return f.DISCARD_BY if self.discard_due else f.DISCARD_NONE_DUE
        card = (1 << argument if argument >= 0 else -argument) & ~self._elsewhere(seat)
        allowed = card & self._may_be_buried(seat)
        if allowed and self._possible(seat, allowed, 0):
            return 0
        return f.DISCARD_UP_CARD if card and self._possible(seat, card, 0) else f.DISCARD_NOT_HELD

    def _check_play(self, seat: int, argument: int) -> int:
        mask = 0
        if seat != self.turn or self.phase != PLAYING:
            mask = self._out_of_turn(seat)
            if mask & ~(f.PLAY_TURN | f.LEAD_TURN):
                return mask
        if not self.trick:
            if self.trick_number == 0 and self._partner_owes_alone():
                mask |= f.PARTNER_NOT_ALONE
            if self._rows is not None and self._rows.due:
                turned = self.copy()
                turned._before_lead()
                return f.UNCOVER_DUE | turned._check_play(seat, argument)
        if argument < 0:
            card = -argument & self.deck & ~self._elsewhere(seat)
            return mask if card and self._possible(seat, card, 0) else mask | f.CARD_NEVER_HELD
        card = 1 << argument
        if self._exact[seat]:
            held = self._held[seat]
            if not held & card:
                return mask | self._whose(seat, argument)
            follows = self._follows
            return mask | f.RENEGE if follows & held and not follows & card else mask
        whose = self._whose(seat, argument)
        if whose:
            return mask | whose
        follows = self._follows
        if follows:
            must = follows
            if self._rows is not None and not self._rows.clear[seat]:
                must &= self._rows.open[seat]
            if not follows & card and must and not self._possible(seat, card, must):
                mask |= f.RENEGE
        if any(seat == void[0] and void[1] & card for void in self._voids):
            mask |= f.RENEGE_PROVEN
        return mask

    def _out_of_turn(self, seat: int) -> int:
        """Why it is not for ``seat`` to play a card now; 0 where whose turn it is cannot be told."""
        if seat >= self.seats:
            return f.NO_SUCH_SEAT
        if self.phase != PLAYING:
            return f.PLAY_BEFORE_TRUMP if self.phase == BIDDING else f.PLAY_AFTER_END
        if self.sits >> seat & 1:
            return f.PLAY_SITTING_OUT
        if self.turn < 0:
            return 0
        return f.PLAY_TURN if self.trick else f.LEAD_TURN

    def _partner_owes_alone(self) -> bool:
        """Where alone may be said until the lead, the dealer's partner may still say it after ordering."""
        rules = self.rules
        return (
            rules.partner_may_order != "with-partner"
            and rules.alone_when == "before-lead"
            and self.maker == (self.dealer + 2) % 4
            and self.lone < 0
            and (self.calls <= 4 or rules.partner_may_order == "only-alone-both")
        )

    def _whose(self, seat: int, card: int) -> int:
        """Why ``seat`` cannot have ``card``, or 0 where it may."""
        bit = 1 << card
        if not self.deck & bit:
            return f.CARD_NOT_IN_DECK
        if self._played & bit:
            return f.CARD_TWICE
        if self.buried & bit:
            return f.CARD_BURIED
        if card == self.up and not (self.taken and (seat == self.dealer or self.given)):
            return f.CARD_UP
        if self.kitty & bit:
            return f.CARD_KITTY
        if self._rows is not None and self._rows.covered_of(seat) & bit:
            return f.CARD_COVERED
        for other in range(self.seats):
            if other != seat and (self._held[other] | self._covered(other)) & bit:
                return f.CARD_OF_ANOTHER
        return 0 if self._possible(seat, bit, 0) else f.CARD_NEVER_HELD

    def _possible(self, seat: int, card: int, avoid: int, more: Sequence[int] = ()) -> bool:
        """Whether some reading of the hand lets ``card`` and ``more`` leave it now, after all that left it
        before, and lets it hold nothing of ``avoid`` then.

        ``card`` and each of ``more`` are masks of candidates; ``card`` is 0 for none.
        """
        elsewhere, held, left = self._elsewhere(seat), self._held[seat], self._left[seat]
        if self._exact[seat] and held & card and not avoid and not more:
            # All is known: the rest stays where it is, if each card of it is another and lies nowhere else.
            apart = held.bit_count() == len(self._slots[seat]) - len(left)
            if apart and not (held & ~card) & elsewhere and card & (card - 1) == 0:
                return True
        out = [*left, *more]
        if card:
            out.append(card)
        if card & (card - 1) == 0:
            avoid |= card
        return fits(out, self._slots[seat], elsewhere | avoid)

    def _covered(self, seat: int) -> int:
        return self._rows.covered_of(seat) if self._rows is not None else 0

    def _elsewhere(self, seat: int) -> int:
        """The cards that are known to be in no hand, or in another than ``seat``'s."""
        mask = self._played | self.kitty
        if self.up >= 0 and not self.taken:
            mask |= 1 << self.up
        mask |= self.buried
        for other, held in enumerate(self._held):
            if other != seat:
                mask |= held
        if self._rows is not None:
            for each in range(self.seats):
                mask |= self._rows.covered_of(each)
        return mask

    def _may_be_buried(self, seat: int) -> int:
        mask = self.deck
        if not self.rules.discard_up_card and self.up >= 0 and seat == self.dealer:
            mask &= ~(1 << self.up)
        return mask

    # What an event does

    def apply(self, event: Event) -> int:
        """Carry out ``event``, legal or not, as far as it can be, and return its faults.

        After a fault that is not in ``faults.GO_ON`` the state means nothing: the audit stops there.
        """
        verb, seat, argument = event
        if verb != PLAY:
            return self._act(event)
        mask = self._check_play(seat, argument)
        if mask and mask & ~f.GO_ON:
            return mask
        trick, rows = self.trick, self._rows
        if not trick and (rows is not None or not self.trick_number):
            self._before_lead()
        if argument >= 0:
            card = 1 << argument
            self._left[seat].append(card)
            self._played |= card
            self._held[seat] &= ~card
        else:
            card = -argument
            if rows is not None and rows.may_be_of_the_row(seat, card):
                for down in rows.give_up(seat):
                    self._receive(seat, down)
                self._voids = [void for void in self._voids if void[0] != seat]
            self._left[seat].append(card)
            self._exact[seat] = False
            self._open = True
        if mask and mask & f.RENEGE_PROVEN:
            self.proven = [void[2] for void in self._voids if void[0] == seat and void[1] & card]
            self._voids = [void for void in self._voids if void[0] != seat or not void[1] & card]
        if not trick:
            trump, self.top = self.trump, seat
            led = self.led = SUIT_NOW[trump][argument] if argument >= 0 else self._suit_of_all(card)
            if led >= 0:
                self._follows, self._strength = FOLLOWS[trump][led], STRENGTH[trump][led]
            self.best = self._strength[argument] if argument >= 0 else 0
        else:
            follows = self._follows
            if follows:
                if not follows & card and not mask & f.RENEGE and (rows is None or rows.clear[seat]):
                    self._voids.append((seat, follows, self.trick_number))
                if argument >= 0 and (strength := self._strength[argument]) > self.best:
                    self.best, self.top = strength, seat
        if rows is not None:
            rows.play(seat, card)
        trick.append((seat, argument))
        if len(trick) == self._size:
            self._end_trick()
        else:
            self.turn = self._after[seat]
        return mask

    def _act(self, event: Event) -> int:
        """Carry out anything but a card played."""
        verb, seat, argument = event
        mask = self._check_call(verb, seat, argument) if verb in CALLS else self.check(event)
        if mask and mask & ~f.GO_ON:
            return mask
        if verb == PASS:
            self._pass()
        elif verb in (ORDER, ORDER_ALONE):
            self._make(seat, self.up_suit, True, verb == ORDER_ALONE)
        elif verb in (NAME, NAME_ALONE):
            self._make(seat, argument, False, verb == NAME_ALONE)
        elif verb == DISCARD:
            card = 1 << argument if argument >= 0 else -argument
            self._bury(seat, card & self._may_be_buried(seat))
        elif verb == ALONE:
            if not self.sits >> seat & 1:
                self._go_alone(seat)
        elif verb == UNCOVER:
            self._uncover(seat, argument)
        elif verb == SWAP:
            self._swap(event)
        elif verb == GIVE:
            self._give(event)
        elif verb == TURN:
            self.joker_named, self.up, self.up_suit = True, JOKER, argument
            self.kitty &= ~(1 << JOKER)
        else:
            self._settle(verb, seat, argument)
        return mask

    def _settle(self, verb: int, seat: int, argument: int) -> None:
        """A hand that ends without being played out; a lay-down takes the tricks that are left."""
        if verb == CONCEDE and argument == THE_GAME:
            self.conceded_by = seat
        if self.phase == OVER:
            return
        if verb == LAY_DOWN and self.phase == PLAYING and self.tricks_known:
            self.tricks[self.rules.side_of(seat)] += self.rules.tricks - sum(self.tricks)
        self.phase = OVER
        self.ended = {MISDEAL: "redealt", LAY_DOWN: "claimed", CONCEDE: "conceded"}[verb]

    def _swap(self, event: Event) -> None:
        seat = event[1]
        given, taken, _ = exchanged(event)
        out, back = self._masks(given, seat), self._masks(taken, seat, kitty=True)
        self._swapped |= 1 << seat
        under = cards_of(self.kitty)
        if len(under) == self._under_up() == len(taken):
            back = [1 << card for card in under]  # the kitty is known, and all of it was taken
        for mask in out:
            self._leave(seat, mask)
        if min(given) >= 0 and all(mask & (mask - 1) == 0 for mask in back):
            self.kitty = self.kitty & ~sum(back) | sum(out)
        else:
            self.kitty = 0
        if min(given) < 0:
            self._held[seat] = 0  # any of its cards may lie in the kitty now
        for mask in back:
            self._receive(seat, mask)

    def _give(self, event: Event) -> None:
        (card,), _, receiver = exchanged(event)
        seat = event[1]
        (mask,) = self._masks([card], seat)
        self._leave(seat, mask)
        if card < 0:
            self._held[seat] = 0  # any of its cards may be in the other hand now
        self._receive(receiver, mask)
        self._due[receiver] += 1
        self.given = True

    def _leave(self, seat: int, mask: int) -> None:
        self._left[seat].append(mask)
        if mask & (mask - 1):
            self._exact[seat] = False
        else:
            self._held[seat] &= ~mask

    def _receive(self, seat: int, mask: int) -> None:
        self._slots[seat] = [*self._slots[seat], mask]
        if mask & (mask - 1):
            self._exact[seat] = False
        else:
            self._held[seat] |= mask

    def _uncover(self, seat: int, argument: int) -> None:
        assert self._rows is not None
        card = self._turned(seat, argument)
        if self._rows.uncover(seat):
            self._turned_up(seat, card)

    def _turned_up(self, seat: int, card: int) -> None:
        """A card that could not be played before now can: it proves no earlier renege."""
        self._receive(seat, card)
        if self._rows is not None and card & (card - 1) == 0:
            self._rows.turned[seat] |= card
        hidden = -1 if card & (card - 1) else card
        self._voids = [
            (who, follows & ~hidden if who == seat else follows, trick) for who, follows, trick in self._voids
        ]

    def _pass(self) -> None:
        self.calls += 1
        self.turn = self._after[self.turn]
        if self.calls == self._facts.most_calls:
            self.phase = OVER
            self.ended = "thrown-in"

    def _make(self, seat: int, suit: int, ordered: bool, alone: bool) -> None:
        self.calls += 1
        self.maker = seat
        self.trump = suit
        if suit < 0 or (suit == NO_TRUMP and self._facts.joker):
            self.phase = BLIND
            self.tricks_known = False
            return
        self.phase = PLAYING
        alone = alone and self.rules.sides == "pairs"
        sitting_dealer = alone and (seat + 2) % 4 == self.dealer
        if ordered and (self.rules.sitting_dealer_takes or not sitting_dealer):
            self.taken = True
            self._due[self.dealer] += 1
            self._receive(self.dealer, 1 << self.up if self.up >= 0 else self.deck)
        if alone:
            self._go_alone(seat)
        self.turn = self._leader()

    def _go_alone(self, seat: int) -> None:
        if (seat - self.maker) % 2 == 0:
            self.lone = seat
        else:
            self.lone_defender = seat
        self.sits |= 1 << (seat + 2) % 4
        self._size = self.seats - self.sits.bit_count()
        self._after = AFTER[self.seats, self.sits]
        self.turn = self._leader()

    def _leader(self) -> int:
        first = self.dealer
        if self.rules.alone_lead == "loner-left" and self.sits:
            first = self.lone if self.lone >= 0 else self.lone_defender
        return self._after[first]

    def _bury(self, seat: int, card: int) -> None:
        self._due[seat] -= 1
        if card & (card - 1) == 0:
            self.buried |= card
        self._leave(seat, card)

    def _before_lead(self) -> None:
        """What should have been done, and told, before a card is led."""
        if any(self._due):
            for seat, due in enumerate(self._due):
                for _ in range(due):
                    self._bury(seat, self._may_be_buried(seat))
        if self._rows is not None:
            for seat, card in self._rows.left_covered():
                self._turned_up(seat, card)

    def _suit_of_all(self, card: int) -> int:
        suits = {SUIT_NOW[self.trump][each] for each in cards_of(card & self.deck)}
        return suits.pop() if len(suits) == 1 else -1

    def _end_trick(self) -> None:
        winner, facts = self.top, self._facts
        if self._open:
            winner, self._open = self._winner(), False
        self.winners.append(winner)
        if winner >= 0:
            self.tricks[facts.sides[winner]] += 1
        else:
            self.tricks_known = False
        self.done.append(self.trick)
        self.trick = []
        self.led = -1
        self._follows = 0
        self.turn = winner
        self.trick_number = number = self.trick_number + 1
        if number == facts.tricks:
            self.phase = OVER
            self.ended = "played"

    def _winner(self) -> int:
        """Who takes the trick; -1 where a card that is not known leaves it open."""
        if self.led < 0:
            return -1
        table = STRENGTH[self.trump][self.led]
        spans = []
        for seat, card in self.trick:
            mask = 1 << card if card >= 0 else -card & self.deck & ~self._played
            strengths = [table[each] for each in cards_of(mask)] or [0]
            spans.append((min(strengths), max(strengths), seat))
        low, _, winner = max(spans)
        return winner if all(low > high for _, high, seat in spans if seat != winner) else -1

    # What can be asked

    def points(self) -> list[int] | None:
        """Points by side once the hand is over; None where they cannot be told."""
        if self.ended in ("thrown-in", "redealt"):
            return [0] * self.rules.side_count
        if self.ended not in ("played", "claimed") or self.maker < 0 or not self.tricks_known:
            return None
        side = self.rules.side_of(self.maker)
        made, defended = hand_points(self.rules, self.tricks[side], self.lone >= 0, self.lone_defender >= 0)
        return by_side(self.rules, side, made, defended)

    @property
    def discard_due(self) -> bool:
        """Whether somebody has taken a card and not buried one yet."""
        return any(self._due)

    def owes_discard(self, seat: int) -> bool:
        """Whether ``seat`` has taken a card and not buried one yet."""
        return self._due[seat] > 0

    def known(self, seat: int) -> int:
        """The cards known to be in ``seat``'s hand now, as a mask; there may be more."""
        return self._held[seat]

    def count(self, seat: int) -> int:
        """How many cards ``seat`` has now, those that lie on the table and face down included."""
        down = len(self._rows.still_down(seat)) if self._rows is not None else 0
        return len(self._slots[seat]) - len(self._left[seat]) + down

    def half_known(self, seat: int) -> list[int]:
        """What each card that ``seat`` got, and that is not fully known, may be; some may have left since."""
        return [mask for mask in self._slots[seat] if mask & (mask - 1)]

    def may_have_left(self, seat: int) -> int:
        """The cards, as a mask, of which one or more left the hand of ``seat`` without being told which."""
        mask = 0
        for card in self._left[seat]:
            mask |= card if card & (card - 1) else 0
        return mask

    @property
    def covered(self) -> bool:
        """Whether any card still lies face down before a player."""
        return self._rows is not None and any(self._rows.still_down(seat) for seat in range(self.seats))

    def on_table(self, seat: int) -> tuple[int, list[int]] | None:
        """In the twelve-trick game the seat's cards that are known to lie face up now, as a mask, and what each of
        those that lie face down may be; None in the other games.
        """
        if self._rows is None:
            return None
        return self._rows.face_up(seat) & self._held[seat], self._rows.still_down(seat)

    def owner(self, card: int) -> int:
        """The seat that is known to hold ``card``, on the table or face down, too; -1 where none is."""
        for seat in range(self.seats):
            if (self._held[seat] | self._covered(seat)) >> card & 1:
                return seat
        return -1

    def dealt_to(self, seat: int) -> int | None:
        """The cards dealt to ``seat``, and taken up by it, as a mask; None where they are not all known."""
        cards = [*self._slots[seat], *(self._rows.still_down(seat) if self._rows is not None else ())]
        return sum(cards) if all(mask & (mask - 1) == 0 for mask in cards) else None

    def held(self, seat: int) -> int | None:
        """The cards in ``seat``'s hand now as a mask; None where the hand is not fully known."""
        return self._held[seat] if self._exact[seat] else None

    def must_follow(self, seat: int) -> list[int]:
        """The cards known to be in ``seat``'s hand that follow the suit led; all of them at a lead."""
        follows = FOLLOWS[self.trump][self.led] if self.led >= 0 else self.deck
        return cards_of(self._held[seat] & follows)

    def legal_plays(self) -> list[int]:
        """The cards that the seat to play may play, by :meth:`check`."""
        if self.turn < 0 or (self._rows is not None and self._rows.due and not self.trick):
            return []
        cards = cards_of(self.deck & ~self._played)
        return [card for card in cards if not self._check_play(self.turn, card) & ~f.RENEGE_PROVEN]

    def legal_events(self) -> list[Event]:
        """Every legal event here, by :meth:`check`; lay-downs, concessions and other misdeals aside.

        Exchanges are listed where the hand, and of the kitty all, is known.
        """
        if self.phase == BIDDING:
            calls: list[Event] = [(verb, self.turn, 0) for verb in (PASS, ORDER, ORDER_ALONE)]
            calls += [(verb, self.turn, suit) for verb in (NAME, NAME_ALONE) for suit in range(5)]
            calls += [(TURN, self.dealer, suit) for suit in range(4)]
            calls += [(MISDEAL, self.turn, FARMERS_HAND), *self._swaps(self.turn)]
            return [event for event in calls if not self.check(event)]
        if self.phase != PLAYING:
            return []
        seats = range(self.seats)
        events: list[Event] = [(ALONE, seat, 0) for seat in seats]
        if self.rules.partners_best and self.lone >= 0:
            partner = (self.lone + 2) % 4
            events += [give_event(partner, card, self.lone) for card in cards_of(self._held[partner])]
        if self._rows is not None and self._rows.due and not self.trick:
            return [
                (UNCOVER, seat, card)
                for seat in seats
                for card in cards_of(self.deck)
                if not self._check_uncover(seat, card)
            ]
        events = [event for event in events if not self.check(event)]
        if self.discard_due:
            discards = [(DISCARD, seat, card) for seat in seats if self._due[seat] for card in cards_of(self.deck)]
            return events + [event for event in discards if not self.check(event)]
        return events + [(PLAY, self.turn, card) for card in self.legal_plays()]

    def _swaps(self, seat: int) -> list[Event]:
        if self.rules.farmers_hand != "swap" and not self.rules.go_under:
            return []
        given = combinations(cards_of(self._held[seat]), 3)
        taken = list(combinations(cards_of(self.kitty), 3))
        return [swap_event(seat, list(out), list(back)) for out in given for back in taken]

"""One hand in progress. What is known of the cards is part of the state: see :class:`Hand`."""

from collections.abc import Sequence

from ..cards import DECK_MASK, FOLLOWS, STRENGTH, SUIT_NOW, cards_of
from ..rules.model import Rules
from . import faults as f
from .events import (
    ALONE,
    CALLS,
    CONCEDE,
    DISCARD,
    LAY_DOWN,
    MISDEAL,
    MISDEALS,
    NAME,
    NAME_ALONE,
    NO_TRUMP,
    ORDER,
    ORDER_ALONE,
    PASS,
    PLAY,
    Event,
)
from .scoring import hand_points

BIDDING, PLAYING, OVER, BLIND = range(4)
"""Phases. BLIND: trump cannot be told, because an up card that nobody recorded was ordered up."""

TRICKS = 5
ALL_SEATS = range(4)


class Hand:
    """A four-handed hand of five tricks, from the first call on.

    ``slots`` holds, for each seat, one candidate mask a card: one bit where the card is known, more where it
    is half known or not at all. Hands that are known, partly known and unknown go through the same code; a
    fault is reported only where no reading of the unknown cards would make the event legal.

    ``up`` is the up card or -1, ``up_suit`` its suit or -1, ``kitty`` the mask of cards known to lie there.
    """

    __slots__ = (
        "_exact",
        "_held",
        "_mine",
        "_played",
        "_slots",
        "_voids",
        "best",
        "buried",
        "calls",
        "dealer",
        "deck",
        "discard_due",
        "done",
        "ended",
        "kitty",
        "led",
        "lone",
        "lone_defender",
        "maker",
        "phase",
        "proven",
        "rules",
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
        self.deck = DECK_MASK[rules.deck]
        self.dealer = dealer
        self.up = up
        self.up_suit = up_suit
        self.kitty = kitty & ~(1 << up) if up >= 0 else kitty
        self._slots = [list(cards) for cards in slots]
        self._exact = [all(mask & (mask - 1) == 0 for mask in cards) for cards in slots]
        self._held = [sum(mask for mask in set(cards) if mask & (mask - 1) == 0) for cards in slots]
        self._mine: list[list[int]] = [[], [], [], []]
        self._played = 0
        self._voids: list[tuple[int, int, int]] = []
        self.proven: list[int] = []
        self.phase = BIDDING
        self.ended: str | None = None
        self.calls = 0
        self.turn = (dealer + 1) % 4
        self.trump = -1
        self.maker = -1
        self.lone = -1
        self.lone_defender = -1
        self.sits = 0
        self.taken = False
        self.discard_due = False
        self.buried = 0
        self.trick_number = 0
        self.trick: list[tuple[int, int]] = []
        self.done: list[list[tuple[int, int]]] = []
        self.led = -1
        self.best = 0
        self.top = -1
        self.tricks = [0, 0]
        self.tricks_known = True
        self.winners: list[int] = []

    def copy(self) -> "Hand":
        """A hand that goes its own way from here."""
        other = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(other, name, getattr(self, name))
        other._slots = [list(cards) for cards in self._slots]
        for name in ("_exact", "_held", "_voids", "done", "proven", "trick", "tricks", "winners"):
            setattr(other, name, list(getattr(self, name)))
        other._mine = [list(cards) for cards in self._mine]
        return other

    # What an event breaks

    def check(self, event: Event) -> int:
        """The faults of ``event`` here, as a mask of :mod:`.faults`; 0 is legal. Changes nothing."""
        verb, seat, argument = event
        if verb == PLAY:
            return self._check_play(seat, argument)
        if verb in CALLS:
            return self._check_call(verb, seat, argument)
        if verb == DISCARD:
            return self._check_discard(seat, argument)
        if verb == ALONE:
            return self._check_alone(seat)
        if self.phase == OVER:
            return f.PLAY_AFTER_END
        if verb in (LAY_DOWN, CONCEDE) or (verb == MISDEAL and MISDEALS[argument] != "farmers-hand"):
            return 0
        return f.ACT_UNKNOWN_HERE

    def _check_call(self, verb: int, seat: int, suit: int) -> int:
        if self.trump >= 0 or self.phase == BLIND:
            return f.CALL_AFTER_TRUMP
        if self.phase == OVER:
            return f.CALL_AFTER_END
        rules = self.rules
        mask = 0
        if seat != self.turn:
            mask |= f.CALL_TURN
        round_two = self.calls >= 4
        alone = verb in (ORDER_ALONE, NAME_ALONE)
        must_be_alone = (
            rules.partner_may_order != "with-partner"
            and not alone
            and seat == (self.dealer + 2) % 4
            and rules.alone_when == "with-call"
        )
        if verb == PASS:
            if self.calls == 7 and rules.stick_the_dealer:
                mask |= f.STUCK_DEALER_PASS
        elif verb in (ORDER, ORDER_ALONE):
            if round_two:
                mask |= f.ORDER_IN_ROUND_TWO
            elif must_be_alone:
                mask |= f.PARTNER_NOT_ALONE
        else:
            if suit == NO_TRUMP:
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
        if not self.discard_due:
            return f.DISCARD_NONE_DUE
        if seat != self.dealer:
            return f.DISCARD_BY
        card = (1 << argument if argument >= 0 else -argument) & ~self._elsewhere(seat)
        allowed = card & self._may_be_buried()
        if allowed and self._possible(seat, 0, allowed, 0):
            return 0
        return f.DISCARD_UP_CARD if card and self._possible(seat, 0, card, 0) else f.DISCARD_NOT_HELD

    def _check_play(self, seat: int, argument: int) -> int:
        if self.phase != PLAYING:
            return f.PLAY_BEFORE_TRUMP if self.phase == BIDDING else f.PLAY_AFTER_END
        if self.sits >> seat & 1:
            return f.PLAY_SITTING_OUT
        mask = 0
        if seat != self.turn and self.turn >= 0:
            mask = f.PLAY_TURN if self.trick else f.LEAD_TURN
        if not self.trick and self.trick_number == 0 and self._partner_owes_alone():
            mask |= f.PARTNER_NOT_ALONE
        if argument < 0:
            card = -argument & self.deck & ~self._elsewhere(seat)
            return mask if card and self._possible(seat, card, self.buried, 0) else mask | f.CARD_NEVER_HELD
        card = 1 << argument
        if self._exact[seat]:
            if not self._held[seat] & card:
                return mask | self._whose(seat, argument)
            if self.led >= 0:
                follows = FOLLOWS[self.trump][self.led]
                if not follows & card and follows & self._held[seat]:
                    mask |= f.RENEGE
            return mask
        whose = self._whose(seat, argument)
        if whose:
            return mask | whose
        if self.led >= 0:
            follows = FOLLOWS[self.trump][self.led]
            if not follows & card and not self._possible(seat, card, self.buried, follows):
                mask |= f.RENEGE
        if any(seat == void[0] and void[1] & card for void in self._voids):
            mask |= f.RENEGE_PROVEN
        return mask

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
        if self.buried == bit:
            return f.CARD_BURIED
        if card == self.up and not (self.taken and seat == self.dealer):
            return f.CARD_UP
        if self.kitty & bit:
            return f.CARD_KITTY
        for other in ALL_SEATS:
            if other != seat and self._held[other] & bit:
                return f.CARD_OF_ANOTHER
        return 0 if self._possible(seat, bit, self.buried, 0) else f.CARD_NEVER_HELD

    def _possible(self, seat: int, card: int, buried: int, avoid: int) -> bool:
        """Whether some reading of the hand lets ``seat`` have played what it played and ``card`` now, with
        ``buried`` gone to the kitty, and hold nothing of ``avoid`` after it.

        ``card`` and ``buried`` are masks of candidates, 0 for none.
        """
        out = list(self._mine[seat])
        if card:
            out.append(card)
        if buried and seat == self.dealer:
            out.append(buried)
        if card & (card - 1) == 0:
            avoid |= card
        return _fit(out, self._slots[seat], self._elsewhere(seat) | avoid)

    def _elsewhere(self, seat: int) -> int:
        """The cards that are known to be in no hand, or in another than ``seat``'s."""
        mask = self._played | self.kitty
        if self.up >= 0 and not self.taken:
            mask |= 1 << self.up
        if self.buried & (self.buried - 1) == 0:
            mask |= self.buried
        for other in ALL_SEATS:
            if other != seat:
                mask |= self._held[other]
        return mask

    def _may_be_buried(self) -> int:
        mask = self.deck
        if not self.rules.discard_up_card and self.up >= 0:
            mask &= ~(1 << self.up)
        return mask

    # What an event does

    def apply(self, event: Event) -> int:
        """Carry out ``event``, legal or not, as far as it can be, and return its faults.

        After a fault that is not in ``faults.GO_ON`` the state means nothing: the audit stops there.
        """
        verb, seat, argument = event
        mask = self.check(event)
        if mask & ~f.GO_ON:
            return mask
        if verb == PLAY:
            self._play(seat, argument, mask)
        elif verb == PASS:
            self._pass()
        elif verb in (ORDER, ORDER_ALONE):
            self._make(seat, self.up_suit, True, verb == ORDER_ALONE)
        elif verb in (NAME, NAME_ALONE):
            self._make(seat, argument, False, verb == NAME_ALONE)
        elif verb == DISCARD:
            card = 1 << argument if argument >= 0 else -argument
            self._bury(card & self._may_be_buried())
        elif verb == ALONE:
            if not self.sits >> seat & 1:
                self._go_alone(seat)
        else:
            self.phase = OVER
            self.ended = {MISDEAL: "redealt", LAY_DOWN: "claimed", CONCEDE: "conceded"}[verb]
        return mask

    def _pass(self) -> None:
        self.calls += 1
        self.turn = (self.turn + 1) % 4
        if self.calls == 8:
            self.phase = OVER
            self.ended = "thrown-in"

    def _make(self, seat: int, suit: int, ordered: bool, alone: bool) -> None:
        self.calls += 1
        self.maker = seat
        if suit < 0:
            self.phase = BLIND
            return
        self.trump = suit
        self.phase = PLAYING
        sitting_dealer = alone and (seat + 2) % 4 == self.dealer
        if ordered and (self.rules.sitting_dealer_takes or not sitting_dealer):
            self.taken = True
            self.discard_due = True
            if self.up >= 0:
                self._slots[self.dealer].append(1 << self.up)
                self._held[self.dealer] |= 1 << self.up
            else:
                self._slots[self.dealer].append(self.deck)
                self._exact[self.dealer] = False
        if alone:
            self._go_alone(seat)
        self.turn = self._leader()

    def _go_alone(self, seat: int) -> None:
        if (seat - self.maker) % 2 == 0:
            self.lone = seat
        else:
            self.lone_defender = seat
        self.sits |= 1 << (seat + 2) % 4
        self.turn = self._leader()

    def _leader(self) -> int:
        first = self.dealer
        if self.rules.alone_lead == "loner-left" and self.sits:
            first = self.lone if self.lone >= 0 else self.lone_defender
        return self._after(first)

    def _after(self, seat: int) -> int:
        seat = (seat + 1) % 4
        while self.sits >> seat & 1:
            seat = (seat + 1) % 4
        return seat

    def _bury(self, card: int) -> None:
        self.discard_due = False
        self.buried = card
        if card & (card - 1):
            self._exact[self.dealer] = False
        else:
            self._held[self.dealer] &= ~card

    def _play(self, seat: int, argument: int, mask: int) -> None:
        if self.discard_due:
            self._bury(self._may_be_buried())
        card = 1 << argument if argument >= 0 else -argument
        self._mine[seat].append(card)
        if argument < 0:
            self._exact[seat] = False
        else:
            self._played |= card
            self._held[seat] &= ~card
        if mask & f.RENEGE_PROVEN:
            self.proven = [void[2] for void in self._voids if void[0] == seat and void[1] & card]
            self._voids = [void for void in self._voids if void[0] != seat or not void[1] & card]
        if not self.trick:
            self.led = SUIT_NOW[self.trump][argument] if argument >= 0 else self._suit_of_all(card)
            self.best = 0
            self.top = seat
        elif self.led >= 0 and not mask & f.RENEGE:
            follows = FOLLOWS[self.trump][self.led]
            if not follows & card:
                self._voids.append((seat, follows, self.trick_number))
        self.trick.append((seat, argument))
        if argument >= 0 and self.led >= 0:
            strength = STRENGTH[self.trump][self.led][argument]
            if strength > self.best:
                self.best = strength
                self.top = seat
        if len(self.trick) == 4 - self.sits.bit_count():
            self._end_trick()
        else:
            self.turn = self._after(seat)

    def _suit_of_all(self, card: int) -> int:
        suits = {SUIT_NOW[self.trump][each] for each in cards_of(card & self.deck)}
        return suits.pop() if len(suits) == 1 else -1

    def _end_trick(self) -> None:
        winner = self._winner()
        self.winners.append(winner)
        if winner >= 0:
            self.tricks[winner % 2] += 1
        else:
            self.tricks_known = False
        self.done.append(self.trick)
        self.trick = []
        self.led = -1
        self.trick_number += 1
        self.turn = winner
        if self.trick_number == TRICKS:
            self.phase = OVER
            self.ended = "played"

    def _winner(self) -> int:
        """Who takes the trick; -1 where a card that is not known leaves it open."""
        if self.led < 0:
            return -1
        if all(card >= 0 for _, card in self.trick):
            return self.top
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
            return [0, 0]
        if self.ended != "played" or not self.tricks_known:
            return None
        side = self.maker % 2
        made, defended = hand_points(self.rules, self.tricks[side], self.lone >= 0, self.lone_defender >= 0)
        return [made, defended] if side == 0 else [defended, made]

    def known(self, seat: int) -> int:
        """The cards known to be in ``seat``'s hand now, as a mask; there may be more."""
        return self._held[seat]

    def dealt_to(self, seat: int) -> int | None:
        """The cards dealt to ``seat``, and taken up by it, as a mask; None where they are not all known."""
        cards = self._slots[seat]
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
        if self.turn < 0:
            return []
        cards = cards_of(self.deck & ~self._played)
        return [card for card in cards if not self._check_play(self.turn, card) & ~f.RENEGE_PROVEN]

    def legal_events(self) -> list[Event]:
        """Every legal event here, by :meth:`check`; lay-downs, concessions and misdeals aside."""
        if self.phase == BIDDING:
            candidates: list[Event] = [(verb, self.turn, 0) for verb in (PASS, ORDER, ORDER_ALONE)]
            candidates += [(verb, self.turn, suit) for verb in (NAME, NAME_ALONE) for suit in range(4)]
            return [event for event in candidates if not self.check(event)]
        if self.phase != PLAYING:
            return []
        events: list[Event] = [(ALONE, seat, 0) for seat in ALL_SEATS]
        events = [event for event in events if not self._check_alone(event[1])]
        if self.discard_due:
            events += [(DISCARD, self.dealer, card) for card in cards_of(self.deck)]
            return [event for event in events if not self.check(event)]
        return events + [(PLAY, self.turn, card) for card in self.legal_plays()]


def _fit(out: list[int], slots: list[int], elsewhere: int, stay: int = 0, staying: int = 0) -> bool:
    """Whether the cards that left a hand (masks of candidates) can be matched to its slots one to one, so
    that the slots left over can still be as many cards that are not ``elsewhere``.

    ``stay`` and ``staying`` are the candidates and the number of the slots left over so far.
    """
    if len(out) > len(slots):
        return False
    if not slots:
        return stay.bit_count() >= staying
    first, rest = slots[0], slots[1:]
    stays = first & ~elsewhere
    if len(out) < len(slots) and stays and _fit(out, rest, elsewhere, stay | stays, staying + 1):
        return True
    return any(
        first & card and _fit(out[:place] + out[place + 1 :], rest, elsewhere, stay, staying)
        for place, card in enumerate(out)
    )

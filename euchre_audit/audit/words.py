"""Faults of the engine in a player's words, each with its code."""

from collections.abc import Sequence

from ..cards import FOLLOWS, NO_TRUMP, SUIT_NOW, SUIT_WORDS, cards_of
from ..engine import Event
from ..engine import faults as f
from ..engine.events import GIVE, NAME, NAME_ALONE, PLAY, SWAP, card_text, write_event
from ..engine.hand import Hand
from ..findings import Where

_SEATS = ("North", "East", "South", "West")
_SIDES = ("North-South", "East-West")


def seat_name(seat: int, seats: int) -> str:
    """What to call a seat of a game of so many: North to West, or its number where they are fewer than four."""
    return _SEATS[seat] if seats == len(_SEATS) and seat < seats else f"Seat {seat}"


def seat_names(seats: int) -> tuple[str, ...]:
    """All seats of a game."""
    return tuple(seat_name(seat, seats) for seat in range(seats))


def side_name(side: int, seats: int) -> str:
    """What to call a side: North-South and East-West, or the seat where there are no partners."""
    return _SIDES[side] if seats == len(_SEATS) and side < len(_SIDES) else seat_name(side, seats)


def side_names(seats: int) -> tuple[str, ...]:
    """All sides of a game."""
    return _SIDES if seats == len(_SEATS) else seat_names(seats)


def by_side_text(values: Sequence[int], seats: int) -> str:
    """``North-South 6, East-West 4``."""
    return ", ".join(f"{name} {value}" for name, value in zip(side_names(seats), values, strict=False))


CODES: tuple[tuple[int, str], ...] = (
    (f.NO_SUCH_SEAT, "P300"),
    (f.ACT_UNKNOWN_HERE, "B140"),
    (f.CALL_AFTER_TRUMP, "B106"),
    (f.CALL_AFTER_END, "B107"),
    (f.JOKER_NOT_NAMED, "B112"),
    (f.TURN_NONE_DUE, "B113"),
    (f.CALL_TURN, "B101"),
    (f.ORDER_NO_UP_CARD, "B108"),
    (f.NAME_IN_ROUND_ONE, "B102"),
    (f.ORDER_IN_ROUND_TWO, "B103"),
    (f.NAME_TURNED_DOWN, "B104"),
    (f.NAME_NO_TRUMP, "B111"),
    (f.STUCK_DEALER_PASS, "B105"),
    (f.PARTNER_NOT_ALONE, "B110"),
    (f.ALONE_BY, "B120"),
    (f.ALONE_WHEN, "B121"),
    (f.ALONE_NOT_NOW, "B121"),
    (f.DISCARD_BY, "B130"),
    (f.DISCARD_NONE_DUE, "B131"),
    (f.DISCARD_UP_CARD, "B132"),
    (f.DISCARD_NOT_HELD, "B133"),
    (f.EXCHANGE_WHEN, "B141"),
    (f.GIVE_BY, "B143"),
    (f.EXCHANGE_HAND, "B142"),
    (f.EXCHANGE_CARDS, "B144"),
    (f.LAY_DOWN_NOT_NOW, "P350"),
    (f.PLAY_BEFORE_TRUMP, "P304"),
    (f.PLAY_AFTER_END, "P305"),
    (f.PLAY_SITTING_OUT, "P303"),
    (f.LEAD_TURN, "P302"),
    (f.PLAY_TURN, "P301"),
    (f.CARD_NOT_IN_DECK, "P330"),
    (f.CARD_TWICE, "P320"),
    (f.CARD_BURIED, "P321"),
    (f.CARD_UP, "P322"),
    (f.CARD_KITTY, "P323"),
    (f.CARD_COVERED, "P327"),
    (f.CARD_OF_ANOTHER, "P324"),
    (f.CARD_NEVER_HELD, "P325"),
    (f.UNCOVER_NONE_DUE, "P329"),
    (f.UNCOVER_CARD, "P332"),
    (f.UNCOVER_DUE, "P328"),
    (f.RENEGE, "P310"),
    (f.RENEGE_PROVEN, "P311"),
)
"""Every fault with its code, the cause before its consequences."""


def causes(faults: int) -> list[tuple[int, str]]:
    """The faults to report of a mask, with their codes: the cause alone, and renege proofs beside it.

    A card proves an earlier renege whatever else is wrong with it, unless it cannot be that player's card.
    """
    found = [(bit, code) for bit, code in CODES if faults & bit]
    proofs = [item for item in found if item[0] == f.RENEGE_PROVEN and not faults & ~f.GO_ON]
    rest = [item for item in found if item[0] != f.RENEGE_PROVEN]
    return rest[:1] + proofs


def card_words(argument: int) -> str:
    """``9♥`` or ``a card not recorded``."""
    return pretty(card_text(argument)) if argument >= 0 else "a card that is not recorded"


def pretty(name: str) -> str:
    """A card as it is shown: ``10♥``, ``A♣``."""
    if name == "Jo":
        return "joker"
    return name[0].replace("T", "10") + name[1].translate(str.maketrans("cdhs", "♣♦♥♠"))


def score_text(pair: list[int]) -> str:
    """``6-4``; with a score below nought ``6, -2``."""
    return ("-" if min(pair, default=0) >= 0 else ", ").join(map(str, pair))


def place_words(where: Where) -> list[str]:
    """``["hand 3", "trick 2"]``, as far as the place is known."""
    parts = (("hand", where.hand), ("trick", where.trick), ("call", where.call))
    return [f"{what} {number}" for what, number in parts if number is not None]


def suit_sign(suit: int) -> str:
    """``♥``."""
    return "♣♦♥♠"[suit]


def suit_words(suit: int) -> str:
    """``hearts`` or ``no trump``."""
    return "no trump" if suit == NO_TRUMP else SUIT_WORDS[suit]


def list_words(mask: int) -> str:
    """``A♣ and 9♣``."""
    cards = [pretty(card_text(card)) for card in cards_of(mask)]
    return " and ".join([", ".join(cards[:-1]), cards[-1]] if len(cards) > 1 else cards)


def describe(bit: int, event: Event, hand: Hand, trick: list[tuple[int, int]]) -> tuple[str, str | None]:
    """``(message, expected)`` for a fault of ``event``; ``hand`` is the state after it.

    ``trick`` is the trick the card belongs to, as far as it was played.
    """
    verb, seat, argument = event
    who = seat_name(seat, hand.seats)
    turn = seat_name(hand.turn, hand.seats) if hand.turn >= 0 else "another player"
    dealer = seat_name(hand.dealer, hand.seats)
    if bit == f.NO_SUCH_SEAT:
        return f"seat {seat} acts in a game of {hand.seats}", f"a seat from 0 to {hand.seats - 1}"
    if verb == PLAY:
        return _describe_play(bit, seat, argument, hand, trick)
    up = pretty(card_text(hand.up)) if hand.up >= 0 else "the up card"
    suit = suit_words(argument) if verb in (NAME, NAME_ALONE) else ""
    if verb in (GIVE, SWAP) or bit in (f.EXCHANGE_WHEN, f.EXCHANGE_HAND):
        return _describe_exchange(bit, event, hand)
    card = card_words(argument)
    return {
        f.JOKER_NOT_NAMED: (f"{who} calls before {dealer} named a suit for the joker", "the joker's suit first"),
        f.TURN_NONE_DUE: (
            f"{who} names a suit for the joker, and that is not due",
            "the dealer, once, before the first call, where the joker is turned up",
        ),
        f.ORDER_NO_UP_CARD: (f"{who} orders up, and no card was turned up", "a pass, or a suit"),
        f.UNCOVER_NONE_DUE: (f"{who} turns up {card}, and no card is due", None),
        f.UNCOVER_CARD: (f"{who} turns up {card}, and that does not lie there", None),
        f.LAY_DOWN_NOT_NOW: (f"{who} claims the remaining tricks, and may not now", "a player who takes part"),
        f.ACT_UNKNOWN_HERE: (f"{who}: {write_words(event)}: this is no part of this house's game", None),
        f.CALL_AFTER_TRUMP: (f"{who} calls after trump was made", None),
        f.CALL_AFTER_END: (f"{who} calls after all had passed twice", "the hand thrown in"),
        f.CALL_TURN: (f"{who} calls out of turn", f"{turn} to call"),
        f.NAME_IN_ROUND_ONE: (f"{who} names {suit} while {up} is still up", "pass or order"),
        f.ORDER_IN_ROUND_TWO: (f"{who} orders up {up} after it was turned down", "pass or another suit"),
        f.NAME_TURNED_DOWN: (f"{who} names {suit}, the suit that was turned down", "another suit, or a pass"),
        f.NAME_NO_TRUMP: (f"{who} names no trump, which this house does not play", "a suit"),
        f.STUCK_DEALER_PASS: (f"{who} deals and is stuck, and passes", "a suit named"),
        f.PARTNER_NOT_ALONE: (f"{who} is the dealer's partner and does not go alone", "alone"),
        f.ALONE_BY: (f"{who} goes alone and may not in this house", None),
        f.ALONE_WHEN: (f"{who} goes alone after the call, too late in this house", None),
        f.ALONE_NOT_NOW: (f"{who} goes alone at the wrong time", "with the call, or before the lead"),
        f.DISCARD_BY: (f"{who} buries {card} and is not the dealer", f"{dealer} to bury a card"),
        f.DISCARD_NONE_DUE: (f"{who} buries {card} and no card is due", None),
        f.DISCARD_UP_CARD: (f"{who} buries {card}, the card just taken up", "one of the cards dealt"),
        f.DISCARD_NOT_HELD: (f"{who} buries {card} and cannot hold it", "a card of the dealer's hand"),
        f.PLAY_AFTER_END: (f"{who}: {write_words(event)} after the hand was over", None),
    }[bit]


def suit_led(hand: Hand, trick: list[tuple[int, int]]) -> int:
    """The suit of the first card of a trick, also where of that card only the suit is recorded."""
    lead = trick[0][1]
    card = lead if lead >= 0 else cards_of(-lead & hand.deck)[0]
    return SUIT_NOW[hand.trump][card]


def write_words(event: Event) -> str:
    """The event as its log says it, without the seat."""
    return write_event(event).split(" ", 1)[1]


def _describe_exchange(bit: int, event: Event, hand: Hand) -> tuple[str, str | None]:
    who = seat_name(event[1], hand.seats)
    rules = hand.rules
    if bit == f.EXCHANGE_WHEN:
        when = "before the first lead, once" if event[0] == GIVE else "on the first turn to bid, before the call"
        return f"{who}: {write_words(event)}, at the wrong time", when
    if bit == f.EXCHANGE_HAND:
        wanted = {
            "all-nines-tens": "a hand of nothing but nines and tens",
            "three-nines-tens": "a hand with three nines and tens",
            "no-ace-no-face": "a hand without ace and face cards",
        }[rules.farmers_hand_is]
        if rules.farmers_hand == "off":
            wanted = "a hand with three low cards"
        return f"{who}: {write_words(event)}, with a hand that does not allow it", wanted
    if bit == f.GIVE_BY:
        return f"{who} gives a card away, and is not the lone player's partner", "the lone player's partner"
    if bit == f.EXCHANGE_CARDS:
        if event[0] == GIVE:
            return f"{who} gives a card that cannot be in that hand: {write_words(event)}", None
        message = f"{who} swaps cards that the hand or the kitty cannot have, or not three: {write_words(event)}"
        return message, "three low cards of the hand for three of the kitty under the up card"
    if bit == f.PLAY_AFTER_END:
        return f"{who}: {write_words(event)} after the hand was over", None
    return f"{who}: {write_words(event)}: this is no part of this house's game", None


def _describe_play(
    bit: int, seat: int, argument: int, hand: Hand, trick: list[tuple[int, int]]
) -> tuple[str, str | None]:
    who, card = seat_name(seat, hand.seats), card_words(argument)
    turn = seat_name(hand.turn, hand.seats) if hand.turn >= 0 else "another player"
    if bit == f.RENEGE:
        led = suit_led(hand, trick)
        holds = hand.known(seat) & FOLLOWS[hand.trump][led]
        held = f"; {who} held {list_words(holds)}" if holds else f"; {who} held one for certain"
        return f"{card} does not follow {suit_sign(led)}{held}", f"a card of {SUIT_WORDS[led]}"
    if bit == f.CARD_UP:
        reason = "the dealer took it up" if hand.taken else "it was turned down or left lying"
        return f"{who} plays {card}, the up card; {reason}", None
    if bit == f.CARD_OF_ANOTHER:
        owner = hand.owner(argument)
        return f"{who} plays {card}, which {seat_name(owner, hand.seats)} holds", None
    return {
        f.PLAY_BEFORE_TRUMP: (f"{who} plays {card} before trump was made", "a call"),
        f.PLAY_AFTER_END: (f"{who} plays {card} after the hand was over", None),
        f.PLAY_SITTING_OUT: (f"{who} plays {card} and sits out", f"{turn} to play"),
        f.LEAD_TURN: (f"{who} leads {card}, but {turn} has the lead", f"{turn} to lead"),
        f.PLAY_TURN: (f"{who} plays {card} out of turn", f"{turn} to play"),
        f.CARD_NOT_IN_DECK: (f"{who} plays {card}, which is not in this deck", None),
        f.CARD_TWICE: (f"{who} plays {card}, which was played before", None),
        f.CARD_BURIED: (f"{who} plays {card}, which the dealer buried", None),
        f.CARD_KITTY: (f"{who} plays {card}, which lies in the kitty", None),
        f.CARD_COVERED: (f"{who} plays {card}, which still lies face down", "a card in hand or face up"),
        f.UNCOVER_DUE: (f"{who} leads {card} before the card under a played one was turned up", "an uncover"),
        f.CARD_NEVER_HELD: (f"{who} plays {card} and cannot hold it", None),
        f.PARTNER_NOT_ALONE: (
            f"{seat_name(hand.maker, hand.seats)} is the dealer's partner, made trump and does not go alone",
            "alone before the first lead",
        ),
    }[bit]

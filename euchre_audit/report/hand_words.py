"""What happens in a hand, in words: calls, trump, the up card, the result."""

from ..audit import HandResult
from ..audit.words import by_side_text, pretty, seat_name, side_name, suit_words, write_words
from ..cards import FOLLOWS, NO_TRUMP, STRENGTH, SUIT_WORDS, cards_of
from ..engine import Hand
from ..engine.events import (
    ALONE,
    DISCARD,
    GIVE,
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
    card_text,
    exchanged,
)
from ..records import HandRecord
from ..rules import Rules


def trump_words(hand: Hand) -> str:
    """``trump hearts, J♥ J♦ A♥ …``, the highest first."""
    if hand.trump == NO_TRUMP:
        return "no trump"
    strength = STRENGTH[hand.trump][hand.trump]
    trumps = sorted(cards_of(FOLLOWS[hand.trump][hand.trump] & hand.deck), key=lambda card: -strength[card])
    return f"trump {SUIT_WORDS[hand.trump]}, " + " ".join(pretty(card_text(card)) for card in trumps)


def up_name(mask: int) -> str | None:
    cards = cards_of(mask)
    if len(cards) == 1:
        return card_text(cards[0])
    suits = {card // 8 for card in cards}
    return "?" + "cdhs"[suits.pop()] if len(suits) == 1 else None


def deed_words(event: Event, up: str | None, hand: Hand) -> str:
    verb, seat, argument = event
    who = seat_name(seat, hand.seats)
    suit = suit_words(argument) if 0 <= argument <= NO_TRUMP else ""
    if verb == PASS:
        return f"{who} passes"
    if verb in (ORDER, ORDER_ALONE):
        deed = f"takes up {pretty(up or '??')}" if seat == hand.dealer else f"orders up {pretty(up or '??')}"
        return f"{who} {deed}{' and goes alone' if verb == ORDER_ALONE else ''}"
    if verb in (NAME, NAME_ALONE):
        return f"{who} names {suit}{' and goes alone' if verb == NAME_ALONE else ''}"
    if verb == DISCARD:
        buried = card_text(argument)
        return f"{who} buries {'a card that is not recorded' if buried == '??' else pretty(buried)}"
    if verb == ALONE:
        return f"{who} goes alone"
    if verb == PLAY:
        return f"{who} {pretty(card_text(argument))}"
    if verb == TURN:
        return f"{who} turned up the joker and names {suit}"
    if verb == UNCOVER:
        return f"{who} turns up {pretty(card_text(argument))}"
    if verb == GIVE:
        (card,), _, receiver = exchanged(event)
        return f"{who} gives {pretty(card_text(card))} to {seat_name(receiver, hand.seats)}"
    if verb == SWAP:
        given, taken, _ = exchanged(event)
        rows = [" ".join(pretty(card_text(card)) for card in cards) for cards in (given, taken)]
        return f"{who} swaps {rows[0]} for {rows[1]} of the kitty"
    return f"{who}: {write_words(event)}"


def card_words(record: HandRecord, rules: Rules) -> list[str]:
    card = record.card
    if card is None:
        return ["  nothing could be judged"]
    alone = " alone" if card.alone else ""
    trump = "no trump" if card.trump == "n" else f"{SUIT_WORDS['cdhs'.index(card.trump)]} trump"
    who = seat_name(card.maker, rules.seats)
    return [f"  score card only: {who} made {trump}{alone}; the play is not recorded"]


def result_words(record: HandRecord, result: HandResult, rules: Rules) -> list[str]:
    after = f" · {by_side_text(result.score, rules.seats)}" if result.score is not None else ""
    if result.points is None:
        ended = f"the hand was {record.ended}; " if record.ended not in (None, "played") else ""
        return [f"  {ended}points not rescored{after}"]
    if result.tricks is not None and result.maker is not None:
        side = rules.side_of(result.maker)
        taken = result.tricks[side]
        points = result.points[side] or max(result.points)
        others = " and ".join(side_name(each, rules.seats) for each in range(rules.side_count) if each != side)
        each = " each" if rules.side_count > 2 else ""
        who = "" if result.points[side] else f"{each} to {others}"
        makers = "makers" if rules.sides == "pairs" else "maker"
        outcome = makers if result.points[side] else f"euchred: {makers}"
        words = f"{taken} trick{'' if taken == 1 else 's'}: {points} point{'' if points == 1 else 's'}{who}"
        return [f"  {outcome} {words}{after}"]
    return [f"  {result.ended or record.ended or 'the hand'}: nobody scores{after}"]

"""The log grammar: ``<seat> <verb> [arguments]``, one line an event, to integers and back.

An event is ``(verb, seat, argument)``. The argument of a card is the card; of a card not fully known, minus
the mask of what it may be; of ``name``, the suit (4 = no trump); of ``give`` and ``swap``, what
:func:`exchanged` takes apart.
"""

from ..cards import CANDIDATES, NAMES, PARTIAL, SUITS

Event = tuple[int, int, int]

(
    PASS,
    ORDER,
    ORDER_ALONE,
    NAME,
    NAME_ALONE,
    ALONE,
    DISCARD,
    PLAY,
    GIVE,
    SWAP,
    TURN,
    UNCOVER,
    MISDEAL,
    LAY_DOWN,
    CONCEDE,
) = range(15)

CALLS = (PASS, ORDER, ORDER_ALONE, NAME, NAME_ALONE)
MISDEALS = ("farmers-hand", "exposed-card", "wrong-count", "other")
CONCESSIONS = ("hand", "game")
SEATS = 4


def _argument(name: str) -> int:
    mask = CANDIDATES[name]
    return mask.bit_length() - 1 if name not in PARTIAL else -mask


def _all_lines() -> dict[str, Event]:
    lines: dict[str, Event] = {}
    for seat in range(SEATS):
        lines[f"{seat} pass"] = (PASS, seat, 0)
        lines[f"{seat} order"] = (ORDER, seat, 0)
        lines[f"{seat} order alone"] = (ORDER_ALONE, seat, 0)
        lines[f"{seat} alone"] = (ALONE, seat, 0)
        for suit, letter in enumerate(SUITS + "n"):
            lines[f"{seat} name {letter}"] = (NAME, seat, suit)
            lines[f"{seat} name {letter} alone"] = (NAME_ALONE, seat, suit)
        for suit, letter in enumerate(SUITS):
            lines[f"{seat} turn {letter}"] = (TURN, seat, suit)
        for name in CANDIDATES:
            lines[f"{seat} discard {name}"] = (DISCARD, seat, _argument(name))
            lines[f"{seat} play {name}"] = (PLAY, seat, _argument(name))
            lines[f"{seat} uncover {name}"] = (UNCOVER, seat, _argument(name))
        for number, reason in enumerate(MISDEALS):
            lines[f"{seat} misdeal {reason}"] = (MISDEAL, seat, number)
        for number, what in enumerate(CONCESSIONS):
            lines[f"{seat} concede {what}"] = (CONCEDE, seat, number)
        lines[f"{seat} lay-down"] = (LAY_DOWN, seat, 0)
    return lines


EVENTS: dict[str, Event] = _all_lines()
"""Every log line of a fixed form; ``give`` and ``swap`` are read by :func:`parse_event`."""

_LINES: dict[Event, str] = {event: line for line, event in EVENTS.items()}


_CARDS = tuple(CANDIDATES)
_DIGITS = {name: number for number, name in enumerate(_CARDS, 1)}


def _pack(names: list[str]) -> int:
    """Cards as one number: a digit each, base 64, the first one highest."""
    packed = 0
    for name in names:
        packed = packed * 64 + _DIGITS[name]
    return packed


def _unpack(packed: int) -> list[int]:
    cards: list[int] = []
    while packed:
        packed, digit = divmod(packed, 64)
        cards.insert(0, _argument(_CARDS[digit - 1]))
    return cards


def parse_event(line: str) -> Event | None:
    """The event of a log line, or None where the line is not of the grammar."""
    event = EVENTS.get(line)
    if event is not None:
        return event
    words = line.split(" ")
    if len(words) == 4 and words[0] in ("0", "1", "2", "3"):
        seat = int(words[0])
        if words[1] == "give" and words[2] in CANDIDATES and words[3] in ("0", "1", "2", "3"):
            return (GIVE, seat, _pack([words[2]]) * SEATS + int(words[3]))
    if len(words) == 5 and words[0] in ("0", "1", "2", "3") and (words[1], words[3]) == ("swap", "for"):
        given, taken = words[2].split(","), words[4].split(",")
        if len(given) == len(taken) and all(name in CANDIDATES for name in given + taken):
            return (SWAP, int(words[0]), _pack(given + taken))
    return None


def give_event(seat: int, card: int, receiver: int) -> Event:
    """``<seat> give <card> <receiver>``."""
    return (GIVE, seat, _pack([card_text(card)]) * SEATS + receiver)


def swap_event(seat: int, given: list[int], taken: list[int]) -> Event:
    """``<seat> swap <given> for <taken>``."""
    return (SWAP, seat, _pack([card_text(card) for card in given + taken]))


def exchanged(event: Event) -> tuple[list[int], list[int], int]:
    """``(cards given, cards taken, receiver)`` of a ``give`` or ``swap``; the receiver of a swap is -1."""
    if event[0] == GIVE:
        packed, receiver = divmod(event[2], SEATS)
        return _unpack(packed), [], receiver
    cards = _unpack(event[2])
    half = len(cards) // 2
    return cards[:half], cards[half:], -1


def write_event(event: Event) -> str:
    """The log line of an event."""
    if event[0] not in (GIVE, SWAP):
        return _LINES[event]
    given, taken, receiver = exchanged(event)
    cards = ",".join(map(card_text, given))
    if event[0] == GIVE:
        return f"{event[1]} give {cards} {receiver}"
    return f"{event[1]} swap {cards} for {','.join(map(card_text, taken))}"


def card_text(argument: int) -> str:
    """The spelling of a card argument: ``"Td"``, ``"?h"``, ``"??"``."""
    if argument >= 0:
        return NAMES[argument]
    return next(name for name, mask in PARTIAL.items() if mask == -argument)

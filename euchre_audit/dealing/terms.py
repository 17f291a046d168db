"""Terms (procedure, section 1): nine lines of ASCII, read strictly and hashed as received."""

import hashlib
import re
from functools import lru_cache
from itertools import pairwise

import msgspec

from ..cards import FRESH
from .pattern import is_twelve_trick, parse_pattern

KEYWORDS = ("match", "session", "hand", "dealer", "deck", "seats", "pattern", "entropy")
_STARTS = tuple(f"{keyword} " for keyword in KEYWORDS)
FIRST_LINE = "euchre-deal/v1"
DRAWS = ("black-jack", "low-card")

_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SESSION = re.compile(r"[A-Za-z0-9._:/-]{1,128}", re.ASCII)


class TermsError(ValueError):
    """Terms that are not of the form. ``line`` counts from 1; 0 where it is the whole."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What is promised before a deal.

    ``terms_hash`` is the SHA-256 of the exact bytes, ``raw``. ``dealer`` is a seat, or ``"drawn"``,
    ``"black-jack"`` or ``"low-card"``. ``players`` are the seats that owe a value, ``beacon`` the round; both empty
    where only the dealer's secret goes in.
    """

    raw: bytes
    terms_hash: bytes
    match: str | None
    session: str
    hand: int
    dealer: int | str
    deck: int
    seats: int
    pattern: str | None
    rounds: tuple[tuple[int, ...], ...]
    players: tuple[int, ...]
    beacon: int | None

    @property
    def entropy(self) -> str:
        """What goes into the shuffle beside the secret: ``none``, ``players`` or ``beacon``."""
        return "players" if self.players else "none" if self.beacon is None else "beacon"


def parse_terms(raw: bytes) -> Terms:
    """Read terms; :class:`TermsError` names the line and what it should be."""
    if not raw.isascii():
        raise TermsError(0, "terms are ASCII; this holds another character")
    if b"\r" in raw:
        raise TermsError(0, "the lines of terms end in LF alone; these have CR, so an editor changed them")
    lines = raw.decode("ascii").split("\n")
    if lines[-1] != "":
        raise TermsError(len(lines), "the last line does not end in LF")
    if len(lines) != 10:
        raise TermsError(0, f"terms are nine lines; these are {len(lines) - 1}")
    if lines[0] != FIRST_LINE:
        raise TermsError(1, f"the first line is not {FIRST_LINE!r}")
    values: list[str] = []
    for start, line in zip(_STARTS, lines[1:9], strict=True):
        if not line.startswith(start):
            number, keyword = len(values) + 2, start[:-1]
            raise TermsError(number, f"line {number} is not {keyword!r}, one space, and a value")
        values.append(line[len(start) :])
    return _check(raw, values)


def _check(raw: bytes, values: list[str]) -> Terms:
    match, session, hand_text, dealer_text, deck_text, seats_text, pattern_text, entropy = values
    if match != "none" and (len(match) != 64 or not _is_match(match)):
        raise TermsError(2, "match is 64 small hex digits, or none")
    if len(session) > 128 or not _is_session(session):
        raise TermsError(3, "session is 1 to 128 of letters, digits and ._:/-")
    hand = _number(4, "hand", hand_text, 0, 999_999_999)
    deck = _number(6, "deck", deck_text, 24, 33)
    if deck not in FRESH:
        raise TermsError(6, "deck is 24, 25, 28, 29, 32 or 33")
    seats = _number(7, "seats", seats_text, 2, 6)
    dealer = _dealer(dealer_text, hand, seats)
    pattern, rounds = _pattern(pattern_text, hand == 0, seats, deck)
    players, beacon = _entropy(entropy, seats)
    return Terms(
        raw=raw,
        terms_hash=hashlib.sha256(raw).digest(),
        match=None if match == "none" else match,
        session=session,
        hand=hand,
        dealer=dealer,
        deck=deck,
        seats=seats,
        pattern=pattern,
        rounds=rounds,
        players=players,
        beacon=beacon,
    )


# The terms of a game say the same in most of their lines: what was found of a short one is remembered.


@lru_cache(maxsize=64)
def _is_match(text: str) -> bool:
    return _HEX32.fullmatch(text) is not None


@lru_cache(maxsize=64)
def _is_session(text: str) -> bool:
    return _SESSION.fullmatch(text) is not None


@lru_cache(maxsize=1024)
def _number(line: int, what: str, text: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(text) or len(text) > 20 or not low <= int(text) <= high:
        raise TermsError(line, f"{what} is a whole number from {low} to {high}, without sign or leading zero")
    return int(text)


def _dealer(text: str, hand: int, seats: int) -> int | str:
    if text in DRAWS:
        if hand != 0:
            raise TermsError(5, f"dealer {text} goes with hand 0 alone")
        return text
    if hand == 0:
        raise TermsError(5, "hand 0 is the draw for first dealer: dealer is black-jack or low-card")
    if text == "drawn":
        if hand != 1:
            raise TermsError(5, "dealer drawn goes with hand 1 alone")
        return text
    return _number(5, "dealer", text, 0, seats - 1)


@lru_cache(maxsize=64)
def _pattern(text: str, draw: bool, seats: int, deck: int) -> tuple[str | None, tuple[tuple[int, ...], ...]]:
    if (text == "none") != draw:
        raise TermsError(8, "pattern none goes with hand 0, and with no other")
    if text == "none":
        return None, ()
    try:
        rounds = parse_pattern(text, seats)
    except ValueError as error:
        raise TermsError(8, str(error)) from None
    cards = sum(sum(counts) for counts in rounds)
    if cards > (deck if is_twelve_trick(seats, text) else deck - 1):
        raise TermsError(8, f"the pattern deals {cards} cards of {deck}, which leaves no up card")
    return text, rounds


@lru_cache(maxsize=64)
def _entropy(text: str, seats: int) -> tuple[tuple[int, ...], int | None]:
    if text == "none":
        return (), None
    kind, _, rest = text.partition(" ")
    if kind == "players":
        players = []
        for part in rest.split(","):
            if len(part) != 1 or part not in "0123456789" or int(part) >= seats:
                raise TermsError(9, f"players are seats from 0 to {seats - 1} joined by single commas")
            players.append(int(part))
        if any(first >= second for first, second in pairwise(players)):
            raise TermsError(9, "players are seats in strictly rising order")
        return tuple(players), None
    beacon = "beacon drand-quicknet "
    if text.startswith(beacon):
        return (), _number(9, "the beacon's round", text[len(beacon) :], 1, 2**64 - 1)
    raise TermsError(9, "entropy is none, players and seats, or beacon drand-quicknet and a round")

"""OpenSpiel's euchre histories, one JSON object a hand: ``{"params", "history", "returns"}``, both ways.

A history is integers: the dealer; twenty cards one at a time, starting at the dealer; the up card; the calls
(24 pass, 25 to 28 a suit); the dealer's discard where the card was ordered up; 29 alone or 30 with partner;
the plays. Cards are ``rank * 4 + suit``, ranks 9 T J Q K A, suits C D H S. Who acts is derived by the engine.
The integers are read; the engine's own pretty text mislabels calls of round two.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ..cards import CARDS, DECK_MASK
from ..engine import Hand, parse_event
from ..engine.faults import GO_ON
from ..findings import Unreadable, Where
from ..records import Document, Game, HandRecord
from ..rules import RulesDiff, load_house, resolve
from .foreign import ForeignGame

PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
_RANKS, _SUITS = "9TJQKA", "cdhs"
_CARDS = tuple(rank + suit for rank in _RANKS for suit in _SUITS)
_NUMBERS = {name: number for number, name in enumerate(_CARDS)}
_DEALT = 20


def is_openspiel(document: Document) -> bool:
    """Whether a document is a history of that engine."""
    return "history" in document.tree and "format" not in document.tree


def read_openspiel(document: Document) -> ForeignGame:
    """Read one history; ``Unreadable`` names the entry that cannot be."""
    return _Reader(document).read()


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.origin = {"": "", "/hands/0": "/history"}
        self.place = 0
        self.log: list[str] = []

    def fail(self, pointer: str, message: str, expected: str | None = None) -> Unreadable:
        line = self.document.line(pointer)
        where = Where(path=self.document.source.path, pointer=pointer, line=line)
        return Unreadable("F110", message, where, expected)

    def next(self, low: int, high: int, what: str) -> int:
        """The next entry, which has to be from ``low`` to ``high``."""
        pointer = f"/history/{self.place}"
        if self.place >= len(self.history):
            raise self.fail("/history", f"the history ends where {what} should be", what)
        number = self.history[self.place]
        if type(number) is not int or not low <= number <= high:
            raise self.fail(pointer, f"entry {self.place + 1} is not {what}", f"{low} to {high}")
        self.place += 1
        return number

    def read(self) -> ForeignGame:
        tree = self.document.tree
        history = tree["history"]
        if not isinstance(history, list):
            raise self.fail("/history", "history is not a list", "a list of whole numbers")
        self.history = history
        params = tree.get("params", {})
        if not isinstance(params, dict):
            raise self.fail("/params", "params is not an object", "an object")
        if params.get("allow_lone_defender") is True:
            raise self.fail("/params/allow_lone_defender", "lone defenders of this engine are not read", "false")
        stick = params.get("stick_the_dealer", False)
        if type(stick) is not bool:
            raise self.fail("/params/stick_the_dealer", "stick_the_dealer is not true or false", "true or false")
        self.origin["/rules"] = "/params"
        diff = {"stick_the_dealer": stick}
        dealer = self.next(0, 3, "the dealer")
        dealt: list[list[str]] = [[], [], [], []]
        for card in range(_DEALT):
            seat = (dealer + card) % 4
            self.origin[f"/hands/0/dealt/{seat}/{len(dealt[seat])}"] = f"/history/{self.place}"
            dealt[seat].append(_CARDS[self.next(0, 23, "a card dealt")])
        self.origin["/hands/0/up"] = f"/history/{self.place}"
        up = _CARDS[self.next(0, 23, "the up card")]
        rules = resolve(load_house("openspiel"), msgspec.convert(diff, RulesDiff))
        deck = DECK_MASK[rules.deck]
        card = CARDS[up]
        table = Hand(rules, dealer, card, card // 8, [[deck] * 5 for _ in range(4)], 0)
        if self.calls(table, dealer, up):
            self.plays(table)
        hand: dict[str, Any] = {"dealer": dealer, "up": up, "dealt": dealt, "log": self.log}
        claims = self.claims(tree)
        if claims is not None:
            hand["claims"] = claims
        made = {"format": "euchre-game/1", "house": "openspiel", "rules": diff, "hands": [hand]}
        return ForeignGame(self.document, msgspec.convert(made, Game), self.origin, alone=True)

    def say(self, table: Hand, line: str) -> bool:
        """Add a log line, found at the entry before; whether who acts next can still be told."""
        self.origin[f"/hands/0/log/{len(self.log)}"] = f"/history/{self.place - 1}"
        self.log.append(line)
        event = parse_event(line)
        assert event is not None
        return not table.apply(event) & ~GO_ON

    def calls(self, table: Hand, dealer: int, up: str) -> bool:
        """Calls, discard and alone; whether plays follow."""
        for call in range(8):
            if self.place == len(self.history):
                return False
            seat = (dealer + 1 + call) % 4
            number = self.next(PASS, FIRST_SUIT + 3, "a call")
            if number == PASS:
                if not self.say(table, f"{seat} pass"):
                    return False
                continue
            suit = _SUITS[number - FIRST_SUIT]
            ordered = call < 4 and suit == up[1]
            line = f"{seat} order" if ordered else f"{seat} name {suit}"
            discard = self.next(0, 23, "the dealer's discard") if ordered else None
            alone = self.next(ALONE, WITH_PARTNER, "29 alone or 30 with partner") == ALONE
            if not self.say(table, line + " alone" * alone):
                return False
            return discard is None or self.say(table, f"{dealer} discard {_CARDS[discard]}")
        return False

    def plays(self, table: Hand) -> None:
        while self.place < len(self.history):
            seat = table.turn if table.turn >= 0 else 0
            card = _CARDS[self.next(0, 23, "a card played")]
            if not self.say(table, f"{seat} play {card}"):
                return

    def claims(self, tree: dict[str, Any]) -> dict[str, Any] | None:
        """The points of a hand: the engine gives a winner's as positive, the loser's as the same, negative."""
        returns = tree.get("returns")
        if returns is None:
            return None
        if not isinstance(returns, list) or len(returns) != 4 or any(type(each) is not int for each in returns):
            raise self.fail("/returns", "returns is not four whole numbers", "four whole numbers")
        if returns[0] != returns[2] or returns[1] != returns[3] or returns[0] != -returns[1]:
            raise self.fail("/returns", "partners have different returns, or the sides do not add to 0")
        self.origin["/hands/0/claims/points"] = "/returns"
        return {"points": [max(returns[0], 0), max(returns[1], 0)]}


def write_openspiel(record: HandRecord) -> list[int]:
    """The history of a hand that is known whole; ``ValueError`` says what the notation cannot say."""
    if record.dealer is None or record.up is None or record.dealt is None or record.log is None:
        raise ValueError("a history holds the dealer, the up card, all four hands and the log")
    hands: Sequence[Sequence[str] | None] = record.dealt
    if len(hands) != 4 or any(
        hand is None or len(hand) != 5 or any(name not in _NUMBERS for name in hand) for hand in hands
    ):
        raise ValueError("a history holds every card of all four hands")
    history = [record.dealer]
    for card in range(_DEALT):
        hand = hands[(record.dealer + card) % 4]
        assert hand is not None
        history.append(_NUMBERS[hand[card // 4]])
    history.append(_number(record.up))
    waiting: list[int] = []
    for line in record.log:
        _, verb, *rest = line.split(" ")
        if verb == "pass":
            history.append(PASS)
        elif verb in ("order", "name"):
            suit = record.up[1] if verb == "order" else rest[0]
            if suit not in _SUITS:
                raise ValueError("a history knows no hands without trump")
            history.append(FIRST_SUIT + _SUITS.index(suit))
            waiting = [ALONE if rest[-1:] == ["alone"] else WITH_PARTNER]
        elif verb == "discard":
            history.append(_number(rest[0]))
        elif verb == "play":
            history += [*waiting, _number(rest[0])]
            waiting = []
        else:
            raise ValueError(f"a history cannot say {verb!r}")
    return history + waiting


def _number(name: str) -> int:
    if name not in _NUMBERS:
        raise ValueError(f"a history holds every card, and {name} is not known")
    return _NUMBERS[name]

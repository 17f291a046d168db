"""Euchre Game Notation 1.0 to 1.4 (``.egn``): one JSON object, seats and leaders left to be derived.

A call's place gives its seat, counted from the dealer's left; a trick's cards stand in the order played, and
who led is who took the trick before. The engine derives both here, as it does when it judges.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..cards import CANDIDATES, CARDS, DECK_MASK, NAMES, SUITS, left_bower, right_bower
from ..engine import Hand, parse_event
from ..engine.events import ALONE
from ..engine.faults import GO_ON
from ..findings import Unreadable, Where
from ..records import Document, Game
from ..rules import load_house, resolve
from ..rules.model import RulesDiff

FILE_TYPE = "Euchre Game Notation"
_VERSION = re.compile(r"1\.[0-4](\.[0-9]+)?", re.ASCII)
_CALLS = {"pass": "pass", "order": "order", **{suit: f"name {suit}" for suit in (*SUITS, "n")}}
_HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a hand was not read whole: a note, or a fault of the file at a place of its own (in our pointers)."""

    message: str
    code: str = "P340"
    pointer: str | None = None
    trick: int | None = None


@dataclass(slots=True)
class EgnGame:
    """An EGN file as a game of ours.

    ``origin`` maps each pointer of the game to the file's; ``refusals`` say why a hand was not read whole;
    ``no_score`` why the points of this game are not judged.
    """

    game: Game
    origin: dict[str, str] = field(default_factory=dict)
    refusals: dict[int, Refusal] = field(default_factory=dict)
    no_score: str | None = None


def is_egn(document: Document) -> bool:
    """Whether a document is in this notation, by what it says or by its name."""
    return document.tree.get("fileType") == FILE_TYPE or document.source.kind == "egn"


def read_egn(document: Document) -> EgnGame:
    """Read a file of this notation; ``Unreadable`` names the place where it is not of the form."""
    return _Reader(document).read()


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.origin: dict[str, str] = {}
        self.refusals: dict[int, Refusal] = {}
        self.rules = resolve(load_house("egn"), RulesDiff())

    def fail(self, pointer: str, message: str, expected: str | None = None, code: str = "F110") -> Unreadable:
        line = self.document.line(pointer)
        return Unreadable(
            code, message, Where(path=self.document.source.path, pointer=pointer, line=line), expected
        )

    def get(self, tree: Mapping[str, Any], pointer: str, name: str, kind: type, *, optional: bool = False) -> Any:
        """The member ``name``, or its spelling in version 1.0, of the given type; and its place as ``.at``."""
        spelling = name if name in tree else re.sub(r"([A-Z])", lambda m: "_" + m.group(1).lower(), name)
        value = tree.get(spelling)
        if value is None and optional:
            return None
        if type(value) is not kind:
            words = {dict: "an object", list: "a list", str: "text", int: "a whole number", bool: "true or false"}
            problem = f"{name} is missing" if value is None else f"{name} is not {words[kind]}"
            raise self.fail(f"{pointer}/{spelling}", problem, words[kind])
        return value

    def place(self, tree: Mapping[str, Any], pointer: str, name: str) -> str:
        spelling = name if name in tree else re.sub(r"([A-Z])", lambda m: "_" + m.group(1).lower(), name)
        return f"{pointer}/{spelling}"

    def read(self) -> EgnGame:
        tree = self.document.tree
        if tree.get("fileType") != FILE_TYPE:
            raise self.fail("/fileType", "the file does not say that it is EGN", f'"{FILE_TYPE}"', "F108")
        version = self.get(tree, "", "version", str)
        if not _VERSION.fullmatch(version):
            raise self.fail("/version", f"this is EGN {version[:20]}", "version 1.0 to 1.4", "F108")
        metadata = self.get(tree, "", "metadata", dict)
        ruleset = self.get(metadata, "/metadata", "ruleset", dict, optional=True) or {}
        diff = self.read_rules(ruleset)
        self.rules = self.resolve_rules(diff)
        result = {}
        if metadata.get("finalScore", metadata.get("final_score")) is not None:
            result = {"result": {"score": self.score(metadata, "finalScore")}}
            self.origin["/result/score"] = self.place(metadata, "/metadata", "finalScore")
        start = [0, 0]
        if self.get(metadata, "/metadata", "initialScore", list, optional=True) is not None:
            start = self.score(metadata, "initialScore")
        hands = []
        for index, deal in enumerate(self.get(tree, "", "deals", list)):
            pointer = f"/deals/{index}"
            if isinstance(deal, str):
                message = "this deal is packed into text; unpack it with the notation's own converter"
                raise self.fail(pointer, message, "a deal written out", "F130")
            if not isinstance(deal, dict):
                raise self.fail(pointer, "a deal is not an object", "a deal written out")
            hands.append(self.read_deal(index, deal, pointer))
        self.origin.update({"/rules": "/metadata/ruleset", "/hands": "/deals", "/start": "/metadata"})
        date = self.get(metadata, "/metadata", "date", str, optional=True)
        game = {
            "format": "euchre-game/1",
            "game": self.name(metadata),
            "played": date if date is not None and len(date) <= 40 else None,
            "house": "egn",
            "rules": diff,
            "players": self.players(metadata),
            "start": start,
            "hands": hands,
            **result,
        }
        try:
            made = msgspec.convert({key: value for key, value in game.items() if value is not None}, Game)
        except msgspec.ValidationError as error:
            raise self.fail("", f"not a game: {error}") from None
        tokens = [key for key in ("fast_break", "four_trick_tokens") if ruleset.get(key) is True]
        reason = f"the ruleset has {tokens[0]}, a way of scoring that is not judged here" if tokens else None
        return EgnGame(made, self.origin, self.refusals, reason)

    def name(self, metadata: Mapping[str, Any]) -> str | None:
        for key in ("gameId", "game_id", "matchId", "match_id", "title"):
            if isinstance(metadata.get(key), str) and metadata[key]:
                return str(metadata[key])[:200]
        return None

    def players(self, metadata: Mapping[str, Any]) -> list[str] | None:
        names = []
        for index, player in enumerate(self.get(metadata, "/metadata", "players", list)):
            name = player.get("name") if isinstance(player, dict) else player
            if not isinstance(name, str):
                raise self.fail(f"/metadata/players/{index}", "a player has no name", "text")
            names.append(name[:1000])
        if len(names) != 4:
            raise self.fail("/metadata/players", f"{len(names)} players", "four players")
        return names

    def score(self, metadata: Mapping[str, Any], name: str) -> list[int]:
        score = self.get(metadata, "/metadata", name, list)
        if len(score) != 2 or any(type(points) is not int or not 0 <= points <= 999 for points in score):
            raise self.fail(self.place(metadata, "/metadata", name), f"{name} is not two scores", "two scores")
        return list(score)

    def read_rules(self, ruleset: Mapping[str, Any]) -> dict[str, Any]:
        at = "/metadata/ruleset"

        def flag(name: str, default: bool = False) -> bool:
            value = self.get(ruleset, at, name, bool, optional=True)
            return default if value is None else bool(value)

        def number(name: str, default: int) -> int:
            value = self.get(ruleset, at, name, int, optional=True)
            return default if value is None else int(value)

        for name, only in (("num_players", 4), ("min_rank", 9)):
            if number(name, only) != only:
                raise self.fail(
                    f"{at}/{name}", f"a game with {name} {ruleset[name]} is not judged", str(only), "F121"
                )
        if flag("joker"):
            raise self.fail(f"{at}/joker", "a game with the joker is not judged", "24 cards without it", "F121")
        lead = self.get(ruleset, at, "loner_lead", str, optional=True) or "LEFT_OF_DEALER"
        leads = {"LEFT_OF_DEALER": "dealer-left", "LEFT_OF_LONER": "loner-left"}
        if lead not in leads:
            raise self.fail(f"{at}/loner_lead", f"loner_lead {lead[:30]}", " or ".join(leads))
        deals = number("num_deals", 0)
        return {
            "stick_the_dealer": flag("std", True),
            "target": number("winning_score", 0 if deals else 10),
            "deals": deals,
            "partner_may_order": "only-alone" if flag("canadian") else "with-partner",
            "alone_lead": leads[lead],
            "defend_alone": "against-lone" if flag("defend_alone") else "off",
            "points": {
                "alone_march": number("loner_march_score", 4),
                "euchre_alone": number("loner_euchred_score", 2),
            },
        }

    def resolve_rules(self, diff: dict[str, Any]) -> Any:
        try:
            return resolve(load_house("egn"), msgspec.convert(diff, RulesDiff))
        except msgspec.ValidationError as error:
            message = f"the ruleset makes no game: {str(error).split(' - at ')[0]}"
            raise self.fail("/metadata/ruleset", message, code="F121") from None

    def read_deal(self, index: int, deal: Mapping[str, Any], pointer: str) -> dict[str, Any]:
        state = self.get(deal, pointer, "initialState", dict)
        at = self.place(deal, pointer, "initialState")
        dealer = self.get(state, at, "dealer", int)
        if not 0 <= dealer <= 3:
            raise self.fail(f"{at}/dealer", f"dealer {dealer}", "a seat from 0 to 3")
        ours = f"/hands/{index}"
        self.origin.update({ours: pointer, f"{ours}/dealer": f"{at}/dealer"})
        up_place = self.place(state, at, "upCard")
        up = self.card(self.get(state, at, "upCard", str, optional=True) or "", up_place, -1)
        self.origin[f"{ours}/up"] = up_place
        number = self.get(deal, pointer, "dealNumber", int, optional=True)
        if number is not None and not 0 <= number < 10**8:
            raise self.fail(self.place(deal, pointer, "dealNumber"), f"dealNumber {number}", "a number from 0")
        self.origin[f"{ours}/hand"] = self.place(deal, pointer, "dealNumber")
        hand: dict[str, Any] = {"hand": (index if number is None else number) + 1, "dealer": dealer}
        hand |= {"up": up, "log": []}
        phases = {}
        for number, phase in enumerate(self.get(deal, pointer, "phases", list)):
            place = f"{pointer}/phases/{number}"
            if not isinstance(phase, dict):
                raise self.fail(place, "a phase is not an object", "an object")
            kind = self.get(phase, place, "type", str)
            if kind in phases:
                raise self.fail(place, f"a second phase {kind}", "one of each")
            phases[kind] = (phase, place)
        self.read_cards(hand, state, at, ours)
        table = Hand(self.rules, dealer, CARDS.get(up, -1), _suit(up), _unknown(self.rules.deck), 0)
        if "EUCHRE_BIDDING" in phases:
            self.read_bidding(index, hand, table, *phases["EUCHRE_BIDDING"])
        if "TRICK_PLAY" in phases and index not in self.refusals:
            self.read_tricks(index, hand, table, *phases["TRICK_PLAY"])
        return hand

    def read_cards(self, hand: dict[str, Any], state: Mapping[str, Any], at: str, ours: str) -> None:
        cards = self.get(state, at, "playerCards", list, optional=True)
        place = self.place(state, at, "playerCards")
        if cards:
            if len(cards) != 4 or any(not isinstance(each, list) for each in cards):
                raise self.fail(place, "playerCards is not four lists", "four lists")
            self.origin[f"{ours}/dealt"] = place
            dealt: list[list[str] | None] = []
            for seat, each in enumerate(cards):
                names = [self.card(card, f"{place}/{seat}/{i}", -1) for i, card in enumerate(each)]
                for i in range(len(names)):
                    self.origin[f"{ours}/dealt/{seat}/{i}"] = f"{place}/{seat}/{i}"
                dealt.append(names + ["??"] * (_HAND_SIZE - len(names)) if names else None)
            hand["dealt"] = dealt
        kitty = self.get(state, at, "kitty", list, optional=True)
        if kitty and len(kitty) == 3:
            names = [self.card(card, f"{at}/kitty/{i}", -1) for i, card in enumerate(kitty)]
            if any(name != "??" for name in names):
                hand["kitty"] = [hand["up"], *names]
                self.origin[f"{ours}/kitty"] = f"{at}/kitty"

    def say(self, hand: dict[str, Any], table: Hand, line: str, ours: str, place: str) -> bool:
        """Add a log line; whether who acts next can still be told."""
        self.origin[f"{ours}/log/{len(hand['log'])}"] = place
        hand["log"].append(line)
        event = parse_event(line)
        assert event is not None
        return not table.apply(event) & ~GO_ON

    def read_bidding(
        self, index: int, hand: dict[str, Any], table: Hand, phase: Mapping[str, Any], at: str
    ) -> None:
        ours = f"/hands/{index}"
        calls = self.get(phase, at, "calls", list)
        if self.get(phase, at, "cardExchanges", list, optional=True):
            self.refusals[index] = Refusal("cards were exchanged in this deal, which is not judged")
            return
        lines = []
        for number, call in enumerate(calls):
            place = f"{at}/calls/{number}"
            if not isinstance(call, str):
                raise self.fail(place, "a call is not text", "Pass, Order or a suit")
            if call.lower() == "x" or (call.lower() == "n" and self.allows_no_trump()):
                what = "a suit that is not recorded" if call.lower() == "x" else "no trump"
                self.refusals[index] = Refusal(f"{what} was named in this deal, so its play is not judged")
                return
            if call.lower() not in _CALLS:
                raise self.fail(place, f"{call[:20]!r} is not a call", "Pass, Order, s, h, d, c or n")
            lines.append(_CALLS[call.lower()])
        made = next((number for number, line in enumerate(lines) if line != "pass"), None)
        if self.get(phase, at, "isAlone", bool, optional=True):
            if made is None:
                raise self.fail(self.place(phase, at, "isAlone"), "alone, and nobody made trump", "a call")
            lines[made] += " alone"
        dealer = hand["dealer"]
        for number, line in enumerate(lines):
            seat = (dealer + 1 + number) % 4
            if not self.say(hand, table, f"{seat} {line}", ours, f"{at}/calls/{number}"):
                return
        discard = self.get(phase, at, "discard", str, optional=True)
        buried = self.card(discard or "", f"{at}/discard", table.trump)
        if discard and (buried != "??" or table.discard_due):
            place = f"{at}/discard"
            line = f"{dealer} discard {buried}"
            if not self.say(hand, table, line, ours, place):
                return
        defender = self.get(phase, at, "aloneDefender", int, optional=True)
        if defender is not None and defender != -1:
            place = self.place(phase, at, "aloneDefender")
            if not 0 <= defender <= 3:
                raise self.fail(place, f"aloneDefender {defender}", "a seat from 0 to 3, or -1")
            if table.check((ALONE, defender, 0)):
                self.refusals[index] = Refusal("a defender may not have played alone, so who sat out is not clear")
            self.say(hand, table, f"{defender} alone", ours, place)

    def allows_no_trump(self) -> bool:
        ruleset = self.document.tree["metadata"].get("ruleset") or {}
        return ruleset.get("allow_no_trump") is True

    def read_tricks(self, index: int, hand: dict[str, Any], table: Hand, phase: Mapping[str, Any], at: str) -> None:
        ours = f"/hands/{index}"
        tricks = self.get(phase, at, "tricks", list)
        for number, trick in enumerate(tricks):
            place = f"{at}/tricks/{number}"
            if not isinstance(trick, list):
                raise self.fail(place, "a trick is not a list", "the cards in the order played")
            active = 4 - table.sits.bit_count()
            is_last = number == len(tricks) - 1
            if len(trick) > 4 or (len(trick) < active and not is_last):
                self.origin[f"{ours}/tricks/{number}"] = place
                message = f"trick {number + 1} has {len(trick)} cards, and {active} play"
                self.refusals[index] = Refusal(message, "P306", f"{ours}/tricks/{number}", number + 1)
                return
            seat = table.turn
            if seat < 0:
                self.refusals[index] = Refusal(f"who took trick {number} is not known, so the rest was not judged")
                return
            for step, card in enumerate(trick):
                name = self.card(card, f"{place}/{step}", table.trump)
                sits = table.sits if len(trick) <= active else 0
                if not self.say(hand, table, f"{seat} play {name}", ours, f"{place}/{step}"):
                    return
                seat = (seat + 1) % 4
                while sits >> seat & 1:
                    seat = (seat + 1) % 4

    def card(self, text: Any, place: str, trump: int) -> str:
        """Our spelling of a card of theirs."""
        if not isinstance(text, str):
            raise self.fail(place, "a card is not text", "a card such as 9c", "F111")
        if text in ("", "Xx", "xx", "XX"):
            return "??"
        if text in ("R", "L") and trump >= 0:
            return NAMES[right_bower(trump) if text == "R" else left_bower(trump)]
        if text == "B":
            return "Jo"
        rank, suit = text[:1], text[1:].lower()
        name = rank.replace("N", "9").replace("X", "?").replace("x", "?") + suit.replace("x", "?")
        if name not in CANDIDATES:
            raise self.fail(place, f"{text[:20]!r} is not a card", "a card such as 9c, Ts or Xx", "F111")
        return name


def _suit(name: str) -> int:
    return SUITS.index(name[1]) if name[1] in SUITS else -1


def _unknown(deck: int) -> list[list[int]]:
    return [[DECK_MASK[deck]] * _HAND_SIZE for _ in range(4)]

"""Euchre Game Notation 1.0 to 1.4 (``.egn``): one JSON object, seats and leaders left to be derived.

A call's place gives its seat, counted from the dealer's left; a trick's cards stand in the order played, and
who led is who took the trick before. The engine derives both here, as it does when it judges.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ..cards import CANDIDATES, NAMES, SUITS, left_bower, right_bower
from ..engine import Hand, parse_event
from ..engine.events import ALONE
from ..engine.faults import GO_ON
from ..findings import Unreadable, Where
from ..records import Document, Game
from ..rules import load_house, resolve
from ..rules.model import SIDES_OF, RulesDiff
from .foreign import ForeignGame, Refusal, new_table

FILE_TYPE = "Euchre Game Notation"
DECK_OF = {9: 24, 8: 28, 7: 32}
"""Cards in the deck by ``min_rank``; one more with the joker."""
LEADS = {"LEFT_OF_DEALER": "dealer-left", "LEFT_OF_LONER": "loner-left"}
NOT_SCORED = ("fast_break", "four_trick_tokens")
_VERSION = re.compile(r"1\.[0-4](\.[0-9]+)?", re.ASCII)
_COUNTS = {2: "two", 3: "three", 4: "four"}
_CALLS = {"pass": "pass", "order": "order", **{suit: f"name {suit}" for suit in (*SUITS, "n")}}


def is_egn(document: Document) -> bool:
    """Whether a document is in this notation, by what it says or by its name."""
    return document.tree.get("fileType") == FILE_TYPE or document.source.kind == "egn"


def read_egn(
    document: Document, base: str = "", tree: Any = None, players: list[dict[str, Any]] | None = None
) -> ForeignGame:
    """Read a file of this notation; ``Unreadable`` names the place where it is not of the form.

    A game that is embedded in another file stands at ``base`` there and is ``tree``; ``players`` says who sat.
    """
    return _Reader(document, base, document.tree if tree is None else tree, players).read()


class _Reader:
    def __init__(
        self, document: Document, base: str, tree: Mapping[str, Any], players: list[dict[str, Any]] | None
    ) -> None:
        self.document = document
        self.base = base
        self.tree = tree
        self.seated = players
        self.origin: dict[str, str] = {}
        self.refusals: dict[int, Refusal] = {}
        self.faults: dict[int, str] = {}
        self.rules = resolve(load_house("egn"), RulesDiff())

    def fail(self, pointer: str, message: str, expected: str | None = None, code: str = "F110") -> Unreadable:
        pointer = self.base + pointer
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

    def read(self) -> ForeignGame:
        tree = self.tree
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
        start = [0] * self.rules.side_count
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
            "players": self.players(metadata) if self.seated is None else self.seated,
            "start": start,
            "hands": hands,
            **result,
        }
        title = metadata.get("title")
        if isinstance(title, str) and title and title[:200] != game["game"]:
            game["meta"] = {"title": title[:1000]}
        try:
            made = msgspec.convert({key: value for key, value in game.items() if value is not None}, Game)
        except msgspec.ValidationError as error:
            raise self.fail("", f"not a game: {error}") from None
        tokens = [key for key in NOT_SCORED if ruleset.get(key) is True]
        reason = f"the ruleset has {tokens[0]}, a way of scoring that is not judged here" if tokens else None
        if self.rules.seats == 3 and reason is None:
            reason = "EGN does not say what a hand is worth where three play"
        origin = {ours: self.base + theirs for ours, theirs in self.origin.items()}
        faults = {index: self.base + place for index, place in self.faults.items()}
        return ForeignGame(self.document, made, origin, False, self.refusals, reason, faults)

    def name(self, metadata: Mapping[str, Any]) -> str | None:
        for key in ("gameId", "game_id", "matchId", "match_id", "title"):
            if isinstance(metadata.get(key), str) and metadata[key]:
                return str(metadata[key])[:200]
        return None

    def players(self, metadata: Mapping[str, Any]) -> list[str | dict[str, str]]:
        names: list[str | dict[str, str]] = []
        for index, player in enumerate(self.get(metadata, "/metadata", "players", list)):
            name = player.get("name") if isinstance(player, dict) else player
            if not isinstance(name, str):
                raise self.fail(f"/metadata/players/{index}", "a player has no name", "text")
            id_ = player.get("id") if isinstance(player, dict) else None
            names.append({"id": id_[:1000], "name": name[:1000]} if isinstance(id_, str) else name[:1000])
        if len(names) != self.rules.seats:
            expected = f"{_COUNTS[self.rules.seats]} players"
            raise self.fail("/metadata/players", f"{len(names)} players", expected)
        return names

    def score(self, metadata: Mapping[str, Any], name: str) -> list[int]:
        score = self.get(metadata, "/metadata", name, list)
        sides = self.rules.side_count
        if sides == 3 and score == [0, 0]:
            return [0, 0, 0]  # the notation has room for two, and both are nothing
        if len(score) != sides or any(type(points) is not int or not 0 <= points <= 999 for points in score):
            expected = f"{_COUNTS[sides]} scores"
            raise self.fail(self.place(metadata, "/metadata", name), f"{name} is not {expected}", expected)
        return list(score)

    def read_rules(self, ruleset: Mapping[str, Any]) -> dict[str, Any]:
        at = "/metadata/ruleset"

        def flag(name: str, default: bool = False) -> bool:
            value = self.get(ruleset, at, name, bool, optional=True)
            return default if value is None else bool(value)

        def number(name: str, default: int) -> int:
            value = self.get(ruleset, at, name, int, optional=True)
            return default if value is None else int(value)

        seats, lowest = number("num_players", 4), number("min_rank", 9)
        if seats not in SIDES_OF:
            message = f"a game with num_players {seats} is not judged"
            raise self.fail(f"{at}/num_players", message, "2, 3 or 4", "F121")
        if lowest not in DECK_OF:
            raise self.fail(f"{at}/min_rank", f"a game with min_rank {lowest} is not judged", "7, 8 or 9", "F121")
        lead = self.get(ruleset, at, "loner_lead", str, optional=True) or "LEFT_OF_DEALER"
        if lead not in LEADS:
            raise self.fail(f"{at}/loner_lead", f"loner_lead {lead[:30]}", " or ".join(LEADS))
        deals = number("num_deals", 0)
        diff = {
            "stick_the_dealer": flag("std", True),
            "target": number("winning_score", 0 if deals else 10),
            "deals": deals,
            "partner_may_order": "only-alone" if flag("canadian") else "with-partner",
            "alone_lead": LEADS[lead],
            "defend_alone": "against-lone" if flag("defend_alone") else "off",
            "points": {
                "alone_march": number("loner_march_score", 4),
                "euchre_alone": number("loner_euchred_score", 2),
            },
        }
        if flag("joker") or lowest != 9:
            diff["deck"] = DECK_OF[lowest] + flag("joker")
        if seats != 4:
            diff |= {"seats": seats, "sides": SIDES_OF[seats], "alone_by": "nobody"}
        for theirs, ours in (("allow_no_trump", "no_trump"), ("partners_best", "partners_best")):
            if flag(theirs):
                diff[ours] = True
        if flag("go_under"):
            diff["go_under"] = True
        if flag("farmers"):
            diff["farmers_hand"] = "swap" if self.takes_from_kitty() and not flag("go_under") else "redeal"
            diff["farmers_hand_is"] = "three-nines-tens"
        return diff

    def takes_from_kitty(self) -> bool:
        """Whether in some deal cards came from the kitty: then a farmer's hand is swapped, not dealt again."""
        for deal in self.get(self.tree, "", "deals", list):
            for phase in deal.get("phases") or [] if isinstance(deal, dict) else []:
                exchanges = phase.get("cardExchanges") if isinstance(phase, dict) else None
                for exchange in exchanges if isinstance(exchanges, list) else []:
                    if isinstance(exchange, dict) and exchange.get("sender") is None:
                        return True
        return False

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
        if not 0 <= dealer < self.rules.seats:
            raise self.fail(f"{at}/dealer", f"dealer {dealer}", f"a seat from 0 to {self.rules.seats - 1}")
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
        for place_of, phase in enumerate(self.get(deal, pointer, "phases", list)):
            place = f"{pointer}/phases/{place_of}"
            if not isinstance(phase, dict):
                raise self.fail(place, "a phase is not an object", "an object")
            kind = self.get(phase, place, "type", str)
            if kind in phases:
                raise self.fail(place, f"a second phase {kind}", "one of each")
            phases[kind] = (phase, place)
        self.read_cards(hand, state, at, ours)
        table = new_table(self.rules, dealer, up)
        if up == "Jo" and self.rules.joker and phases:
            message = "the joker was turned up, and EGN does not say for which suit it stood"
            self.refusals[index] = Refusal(message)
        elif "EUCHRE_BIDDING" in phases:
            self.read_bidding(index, hand, table, *phases["EUCHRE_BIDDING"])
        if "TRICK_PLAY" in phases and index not in self.refusals and index not in self.faults:
            self.read_tricks(index, hand, table, *phases["TRICK_PLAY"])
        if index in self.faults and self.faults[index] == self.last_place(phases):
            del self.faults[index]
        return hand

    def last_place(self, phases: Mapping[str, tuple[Mapping[str, Any], str]]) -> str | None:
        """The place of the last card, else of the last call, of a deal."""
        if "TRICK_PLAY" in phases:
            play, at = phases["TRICK_PLAY"]
            cards = [(number, len(trick)) for number, trick in enumerate(play["tricks"]) if trick]
            if cards:
                return f"{at}/tricks/{cards[-1][0]}/{cards[-1][1] - 1}"
        bidding, at = phases["EUCHRE_BIDDING"]
        return f"{at}/calls/{len(bidding['calls']) - 1}"

    def read_cards(self, hand: dict[str, Any], state: Mapping[str, Any], at: str, ours: str) -> None:
        cards = self.get(state, at, "playerCards", list, optional=True)
        place = self.place(state, at, "playerCards")
        if cards:
            if len(cards) != self.rules.seats or any(not isinstance(each, list) for each in cards):
                expected = f"{_COUNTS[self.rules.seats]} lists"
                raise self.fail(place, f"playerCards is not {expected}", expected)
            self.origin[f"{ours}/dealt"] = place
            dealt: list[list[str] | None] = []
            for seat, each in enumerate(cards):
                names = [self.card(card, f"{place}/{seat}/{i}", -1) for i, card in enumerate(each)]
                for i in range(len(names)):
                    self.origin[f"{ours}/dealt/{seat}/{i}"] = f"{place}/{seat}/{i}"
                dealt.append(names + ["??"] * (self.rules.hand_size - len(names)) if names else None)
            if any(dealt):
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
        if table.apply(_event(line)) & ~GO_ON:
            self.faults[int(ours.rpartition("/")[2])] = place
            return False
        return True

    def read_bidding(
        self, index: int, hand: dict[str, Any], table: Hand, phase: Mapping[str, Any], at: str
    ) -> None:
        ours = f"/hands/{index}"
        seats = self.rules.seats
        calls = self.get(phase, at, "calls", list)
        lines = []
        for number, call in enumerate(calls):
            place = f"{at}/calls/{number}"
            if not isinstance(call, str):
                raise self.fail(place, "a call is not text", "Pass, Order or a suit")
            if call.lower() == "x":
                message = "a suit that is not recorded was named in this deal, so its play is not judged"
                self.refusals[index] = Refusal(message)
                return
            if call.lower() not in _CALLS:
                raise self.fail(place, f"{call[:20]!r} is not a call", "Pass, Order, s, h, d, c or n")
            lines.append(_CALLS[call.lower()])
        made = next((number for number, line in enumerate(lines) if line != "pass"), None)
        lone = None
        dealer = hand["dealer"]
        if self.get(phase, at, "isAlone", bool, optional=True):
            if made is None:
                raise self.fail(self.place(phase, at, "isAlone"), "alone, and nobody made trump", "a call")
            lines[made] += " alone"
            lone = (dealer + 1 + made) % seats
        swaps, gives, buried = self.read_exchanges(index, phase, at, lone)
        if swaps.keys() - {(dealer + 1 + number) % seats for number in range(len(lines))}:
            message = "cards were taken from the kitty by a player who had no turn to call, so when is not clear"
            self.refusals[index] = Refusal(message)
        if index in self.refusals:
            return
        for number, line in enumerate(lines):
            seat = (dealer + 1 + number) % seats
            if seat in swaps:
                swap, place = swaps.pop(seat)
                if not self.say(hand, table, swap, ours, place):
                    return
            if not self.say(hand, table, f"{seat} {line}", ours, f"{at}/calls/{number}"):
                return
        for give, place in gives:
            if not self.say(hand, table, give, ours, place):
                return
        discard = self.get(phase, at, "discard", str, optional=True)
        card = self.card(discard or "", f"{at}/discard", table.trump)
        line = f"{dealer} discard {card}"
        if discard and (card != "??" or not table.check(_event(line))):
            place = f"{at}/discard"
            if not self.say(hand, table, line, ours, place):
                return
        if gives and buried is None and not table.check(_event(f"{lone} discard ??")):
            buried = (f"{lone} discard ??", gives[0][1])
        if buried is not None and not self.say(hand, table, buried[0], ours, buried[1]):
            return
        defender = self.get(phase, at, "aloneDefender", int, optional=True)
        if defender is not None and defender != -1:
            place = self.place(phase, at, "aloneDefender")
            if not 0 <= defender < seats:
                raise self.fail(place, f"aloneDefender {defender}", f"a seat from 0 to {seats - 1}, or -1")
            if table.check((ALONE, defender, 0)):
                self.refusals[index] = Refusal("a defender may not have played alone, so who sat out is not clear")
            self.say(hand, table, f"{defender} alone", ours, place)

    def read_exchanges(
        self, index: int, phase: Mapping[str, Any], at: str, lone: int | None
    ) -> tuple[dict[int, tuple[str, str]], list[tuple[str, str]], tuple[str, str] | None]:
        """Log lines with their places: swaps with the kitty by seat, cards given to a lone player, one buried.

        A card without a sender came from the kitty; what went there is not recorded. A lone player's card for
        the partner who sits out is out of play, as a card buried is.
        """
        swaps: dict[int, tuple[str, str]] = {}
        gives: list[tuple[str, str]] = []
        buried = None
        seats = self.rules.seats
        for number, exchange in enumerate(self.get(phase, at, "cardExchanges", list, optional=True) or []):
            place = f"{self.place(phase, at, 'cardExchanges')}/{number}"
            if not isinstance(exchange, dict):
                raise self.fail(place, "an exchange is not an object", "an object")
            receiver = self.get(exchange, place, "receiver", int)
            sender = self.get(exchange, place, "sender", int, optional=True)
            for seat, name in ((receiver, "receiver"), (sender, "sender")):
                if seat is not None and not 0 <= seat < seats:
                    raise self.fail(f"{place}/{name}", f"{name} {seat}", f"a seat from 0 to {seats - 1}")
            cards = self.get(exchange, place, "cards", list)
            names = [self.card(card, f"{place}/cards/{step}", -1) for step, card in enumerate(cards)]
            partner = None if lone is None or seats != 4 else (lone + 2) % 4
            if sender is None and len(names) == 3 and receiver not in swaps:
                swaps[receiver] = (f"{receiver} swap ??,??,?? for {','.join(names)}", place)
            elif lone is not None and (sender, receiver) == (partner, lone) and len(names) == 1 and not gives:
                gives.append((f"{sender} give {names[0]} {receiver}", place))
            elif lone is not None and (sender, receiver) == (lone, partner) and len(names) == 1 and not buried:
                buried = (f"{lone} discard {names[0]}", place)
            else:
                message = "cards were exchanged in this deal in a way that can be read in more than one way"
                self.refusals[index] = Refusal(message)
        if buried is not None and not gives:
            message = "a lone player gave a card away and is not said to have got one, so the hands are not clear"
            self.refusals[index] = Refusal(message)
        return swaps, gives, buried

    def read_tricks(self, index: int, hand: dict[str, Any], table: Hand, phase: Mapping[str, Any], at: str) -> None:
        ours = f"/hands/{index}"
        tricks = self.get(phase, at, "tricks", list)
        for number, trick in enumerate(tricks):
            place = f"{at}/tricks/{number}"
            if not isinstance(trick, list):
                raise self.fail(place, "a trick is not a list", "the cards in the order played")
            seats = self.rules.seats
            active = seats - table.sits.bit_count()
            is_last = number == len(tricks) - 1
            if len(trick) > seats or (len(trick) < active and not is_last):
                self.origin[f"{ours}/tricks/{number}"] = place
                message = f"trick {number + 1} has {len(trick)} cards, and {active} play"
                self.refusals[index] = Refusal(message, "P306", f"{ours}/tricks/{number}", number + 1)
                return
            seat = table.turn
            if seat < 0:
                who = f"who took trick {number}" if number else "who leads"
                self.refusals[index] = Refusal(f"{who} is not known, so the rest was not judged")
                return
            for step, card in enumerate(trick):
                name = self.card(card, f"{place}/{step}", table.trump)
                sits = table.sits if len(trick) <= active else 0
                if not self.say(hand, table, f"{seat} play {name}", ours, f"{place}/{step}"):
                    return
                seat = (seat + 1) % seats
                while sits >> seat & 1:
                    seat = (seat + 1) % seats

    def card(self, text: Any, place: str, trump: int) -> str:
        """Our spelling of a card of theirs."""
        if not isinstance(text, str):
            raise self.fail(place, "a card is not text", "a card such as 9c", "F111")
        if text in ("", "Xx", "xx", "XX"):
            return "??"
        if text in ("R", "L") and 0 <= trump < len(SUITS):
            return NAMES[right_bower(trump) if text == "R" else left_bower(trump)]
        if text == "B":
            return "Jo"
        rank, suit = text[:1], text[1:].lower()
        name = rank.replace("N", "9").replace("X", "?").replace("x", "?") + suit.replace("x", "?")
        if name not in CANDIDATES:
            raise self.fail(place, f"{text[:20]!r} is not a card", "a card such as 9c, Ts or Xx", "F111")
        return name


def _event(line: str) -> Any:
    event = parse_event(line)
    assert event is not None
    return event

"""Trickster Cards' hands (``.ptn``): tags in brackets, one hand an ``Event``, rows under ``Auction`` and ``Play``.

The columns of the auction belong to the seats from the first to call, those of the play to the seats from the
first to lead, in every row; ``-`` is a seat that has no turn. A pointer is a tag, a row and a column.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..cards import CARDS
from ..engine import Hand, parse_event
from ..engine.faults import GO_ON
from ..findings import Finding, Unreadable, Where
from ..records import Document, Game, Source
from ..records.strict import MAX_DOCUMENT, decode_text
from ..rules import RulesDiff, load_house, resolve
from ..rules.model import SIDES_OF
from .foreign import ForeignGame, Refusal, new_table

HOUSE = "trickster"
_LETTERS = {4: "NESW", 3: "ESW", 2: "NS"}
"""The seats from 0 up, clockwise, by the number of players."""
_SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUIT_OF = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "S": "s", "H": "h", "D": "d", "C": "c", "NT": "n"}
_GROUPS = "shdc"
_CALL = re.compile(r"(PASS|NT|[♠♥♦♣SHDC])(ALONE)?", re.IGNORECASE)
_OPTION = re.compile(r'\\*"([A-Za-z0-9]+)\\*"\s*:\s*(true|false|null|-?[0-9]{1,18}|\\*"[^"\\]*\\*")')
_LISTS = ("CardsAdded", "CardsRemoved", "CardsPassed")
"""Tags that may stand more than once in a hand."""
_ROWS = ("Auction", "Play")
_KEPT = ("Event", "GameOptionsJson", "GameScores")
"""Tags that are kept as notes: nothing is judged by them."""
_SWITCHES = {"stickthedealer": "stick_the_dealer", "allownotrump": "no_trump", "callforbest": "partners_best"}
_SWITCHES |= {"gounder": "go_under"}
_NO_PART = re.compile(r"no[a-z]+|gamecode|isprivate|allowmisdeal")
"""Options of the screen, and the misdeal, after which a hand is not exported."""


@dataclass(frozen=True, slots=True)
class PtnDocument(Document):
    """One hand of a file; ``lines`` has the line of every tag and row."""

    lines: dict[str, int] = field(default_factory=dict)

    def line(self, pointer: str) -> int | None:
        """The line of the tag or row at ``pointer``."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, self.first_line)


@dataclass(slots=True)
class _Tags:
    """The tags of one hand: ``values`` and ``rows`` by pointer."""

    first_line: int
    values: dict[str, str] = field(default_factory=dict)
    rows: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def read_ptn(source: Source) -> Iterator[ForeignGame | Finding]:
    """Every hand of a file; a finding in place of one that cannot be read."""
    where = Where(path=source.path, line=1)
    try:
        if len(source.data) > MAX_DOCUMENT:
            raise Unreadable("F106", f"larger than {MAX_DOCUMENT // 2**20} MiB", where)
        hands = _split(decode_text(source.data, where), where)
    except Unreadable as error:
        yield error.finding
        return
    if not hands:
        yield Finding("F150", "the file is empty", where)
    for number, tags in enumerate(hands, 1):
        tree: dict[str, Any] = dict(tags.values)
        record = None if len(hands) == 1 else number
        document = PtnDocument(source, record, tags.first_line, None, tree, lines=tags.lines)
        try:
            yield _Reader(document, tags).read()
        except Unreadable as error:
            yield error.finding


def _split(text: str, where: Where) -> list[_Tags]:
    """The tags of each hand: a hand begins with ``Event``, or with a ``Deal`` where there was one before."""
    hands: list[_Tags] = []
    rows: list[str] | None = None
    place = ""
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.strip()
        if not line or line.startswith("%"):
            continue
        if not line.startswith("["):
            if rows is None:
                message = "this is no tag, and no row of an auction or of the play"
                raise Unreadable("F108", message, where.at(line=number), '[Event "..."]', line[:60])
            hands[-1].lines[f"{place}/{len(rows)}"] = number
            rows.append(line)
            continue
        match = re.fullmatch(r"\[([A-Za-z0-9]+)\s*(?:\"(.*)\")?\s*\]?", line)
        if match is None:
            raise Unreadable("F108", "this is not a tag", where.at(line=number), '[Name "value"]', line[:60])
        name, value = match.group(1), match.group(2) or ""
        if not hands or name == "Event" or (name == "Deal" and "/Deal" in hands[-1].values):
            hands.append(_Tags(number))
        tags = hands[-1]
        place = f"/{name}"
        if name in _LISTS:
            place += f"/{sum(each.startswith(place + '/') for each in tags.values)}"
        elif place in tags.values:
            raise Unreadable("F104", f'the tag "{name}" stands twice in one hand', where.at(line=number))
        tags.values[place] = value
        tags.lines[place] = number
        rows = tags.rows.setdefault(place, []) if name in _ROWS else None
    return hands


class _Reader:
    def __init__(self, document: PtnDocument, tags: _Tags) -> None:
        self.document = document
        self.tags = tags
        self.origin = {"": ""}
        self.log: list[str] = []
        self.refusals: dict[int, Refusal] = {}
        self.faults: dict[int, str] = {}
        self.no_score: str | None = None
        self.seats = 4

    def fail(
        self, pointer: str, message: str, expected: str | None = None, found: str | None = None, code: str = "F110"
    ) -> Unreadable:
        line = self.document.line(pointer)
        where = Where(path=self.document.source.path, pointer=pointer, line=line)
        return Unreadable(code, message, where, expected, found[:60] if found is not None else None)

    def value(self, name: str) -> str:
        if f"/{name}" not in self.tags.values:
            raise self.fail("", f"the tag {name} is missing", f'[{name} "..."]')
        return self.tags.values[f"/{name}"]

    def read(self) -> ForeignGame:
        values = self.tags.values
        code = values.get("/GameCode", "Euchre")
        if code != "Euchre":
            raise self.fail("/GameCode", "this is a hand of another game", "Euchre", code, "F108")
        diff = self.read_rules()
        hands = self.read_deal(diff)
        try:
            self.rules = resolve(load_house(HOUSE), msgspec.convert(diff, RulesDiff))
        except msgspec.ValidationError as error:
            message = f"the options make no game: {str(error).split(' - at ')[0]}"
            raise self.fail("/GameOptionsJson", message, code="F121") from None
        dealer = self.seat(values["/Dealer"], "/Dealer") if "/Dealer" in values else self.first
        undealt = self.cards(values.get("/Undealt", ""), "/Undealt")
        up = undealt[0] if undealt else None
        hand: dict[str, Any] = {"dealer": dealer, "log": self.log}
        if any(hands):
            hand["dealt"] = hands
        if up is not None:
            hand |= {"up": up, "kitty": undealt}
        self.origin |= {
            "/rules": "/GameOptionsJson",
            "/hands/0/dealer": "/Dealer" if "/Dealer" in values else "/Deal",
            "/hands/0/dealt": "/Deal",
            "/hands/0/up": "/Undealt",
            "/hands/0/kitty": "/Undealt",
        }
        self.read_hand(new_table(self.rules, dealer, up), dealer, up, hands)
        game: dict[str, Any] = {"format": "euchre-game/1", "house": HOUSE, "rules": diff, "hands": [hand]}
        names = [values.get(f"/{_SEAT_NAMES[letter]}") for letter in _LETTERS[self.seats]]
        if all(names):
            game["players"] = [str(name)[:1000] for name in names]
        played = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", values.get("/UTCDate", ""), re.ASCII)
        time = re.fullmatch(r"[0-9]{2}:[0-9]{2}:[0-9]{2}", values.get("/UTCTime", ""), re.ASCII)
        if played is not None and time is not None:
            game["played"] = f"{'-'.join(played.groups())}T{time.group()}Z"
        game["meta"] = {name: values[f"/{name}"][:1000] for name in _KEPT if values.get(f"/{name}")}
        try:
            made = msgspec.convert(game, Game)
        except msgspec.ValidationError as error:
            raise self.fail("", f"not a hand: {error}") from None
        return ForeignGame(self.document, made, self.origin, True, self.refusals, self.no_score, self.faults)

    # The head

    def options(self) -> dict[str, str]:
        """The options, by their names in lower case; however their quotes are escaped."""
        text = self.tags.values.get("/GameOptionsJson", "")
        found: dict[str, str] = {}
        for name, value in _OPTION.findall(text):
            plain = value.replace("\\", "").strip('"').lower()
            if found.setdefault(name.lower(), plain) != plain:
                raise self.fail("/GameOptionsJson", f"the option {name[:40]} stands there twice", code="F104")
        rest = _OPTION.sub("", text)
        if not re.fullmatch(r"[\s{},\\]*", rest):
            raise self.fail("/GameOptionsJson", "the options cannot be told", "names and values", rest.strip())
        return found

    def read_rules(self) -> dict[str, Any]:
        diff: dict[str, Any] = {}
        size, joker = 24, False
        for name, value in self.options().items():
            is_on = value not in ("false", "null", "0", "")
            if name in _SWITCHES and value in ("true", "false"):
                diff[_SWITCHES[name]] = is_on
            elif name == "gameoverscore" and value.isdigit():
                diff["target"] = int(value)
            elif name == "defendalone" and value in ("true", "false"):
                diff["defend_alone"] = "against-lone" if is_on else "off"
            elif name == "withjoker" and value in ("true", "false"):
                joker = is_on
            elif name == "decksize" and value in ("24", "28", "32"):
                size = int(value)
            elif name == "players" and value in ("2", "3", "4"):
                self.seats = int(value)
            elif name in ("variation", "numdecks", "decksize", "players") and (value, name) != ("1", "numdecks"):
                if is_on:
                    message = f"a game with the option {name} {value} is not judged"
                    raise self.fail("/GameOptionsJson", message, code="F121")
            elif name == "alonetake5" and is_on:
                self.no_score = "alone has to take all five here, and what less is worth is not known"
            elif name == "take4for1" and is_on:
                self.no_score = "four tricks make the point here, a way of scoring that is not judged"
            elif is_on and not _NO_PART.fullmatch(name) and name != "numdecks":
                self.no_score = f"the option {name[:40]} is not known, so the points are not judged"
        if size != 24 or joker:
            diff["deck"] = size + joker
        return diff

    def read_deal(self, diff: dict[str, Any]) -> list[list[str] | None]:
        """The hands by seat; who stands first is ``self.first``."""
        text = self.value("Deal")
        letter, colon, rest = text.partition(":")
        parts = rest.split(" ")
        if not colon or len(parts) not in _LETTERS:
            raise self.fail("/Deal", "this is not a deal of two to four hands", '"N:... ... ... ..."', text)
        if "players" in self.options() and len(parts) != self.seats:
            raise self.fail("/Deal", f"{len(parts)} hands, and the options say {self.seats} players")
        self.seats = len(parts)
        if self.seats != 4:
            diff |= {"seats": self.seats, "sides": SIDES_OF[self.seats], "alone_by": "nobody"}
        self.first = self.seat(letter, "/Deal")
        hands: list[list[str] | None] = [None] * self.seats
        for step, part in enumerate(parts):
            groups = part.split(".")
            if part == "-":
                continue
            if len(groups) not in (4, 5):
                raise self.fail("/Deal", "a hand is not four suits with three dots between", "Q.AQ.Q.J", part)
            cards = [
                self.card(rank, suit, "/Deal")
                for suit, group in zip(_GROUPS, groups, strict=False)
                for rank in group
            ]
            cards += [self.card(rank, "j", "/Deal") for rank in "".join(groups[4:])]
            hands[(self.first + step) % self.seats] = cards
        return hands

    def seat(self, letter: str, pointer: str) -> int:
        letters = _LETTERS[self.seats]
        if len(letter) != 1 or letter.upper() not in letters:
            raise self.fail(pointer, "this is no seat", " or ".join(letters), letter)
        return letters.index(letter.upper())

    def card(self, rank: str, suit: str, pointer: str) -> str:
        name = rank.upper() + suit.lower()
        if name == "Hj":
            return "Jo"
        if name not in CARDS:
            raise self.fail(
                pointer, f"{(suit + rank)[:20]!r} is not a card", "suit and rank, such as SJ", code="F111"
            )
        return name

    def cards(self, text: str, pointer: str) -> list[str]:
        """Cards one after the other, suit and then rank."""
        if len(text) % 2:
            raise self.fail(pointer, "these are not cards", "suit and rank of each, such as S9DK", text, "F111")
        return [self.card(text[step + 1], text[step], pointer) for step in range(0, len(text), 2)]

    # The hand

    def say(self, table: Hand, line: str, place: str) -> bool:
        """Add a log line; whether who acts next can still be told."""
        self.origin[f"/hands/0/log/{len(self.log)}"] = place
        self.log.append(line)
        event = parse_event(line)
        assert event is not None
        if self.faults or table.apply(event) & ~GO_ON:
            self.faults.setdefault(0, place)
            return False
        return True

    def refuse(self, message: str) -> None:
        self.refusals[0] = Refusal(message)

    def read_hand(self, table: Hand, dealer: int, up: str | None, hands: list[list[str] | None]) -> None:
        swaps, buried = self.read_exchanges(dealer, up)
        if "/Auction" not in self.tags.values:
            if "/Play" in self.tags.values:
                self.refuse("the auction is not in the file, so the play is not judged")
            return
        calls = self.read_auction(up)
        if swaps.keys() - {seat for seat, _, _ in calls}:
            self.refuse(
                "cards were swapped with the kitty by a player who had no turn to call, so when is not clear"
            )
        if self.refusals:
            return
        made = next(((seat, line) for seat, line, _ in calls if line != "pass"), None)
        self.check_contract(made, up)
        for seat, line, place in calls:
            if seat in swaps:
                self.say(table, *swaps.pop(seat))
            self.say(table, f"{seat} {line}", place)
        lone = made[0] if made is not None and made[1].endswith(" alone") else None
        gives, passed = self.read_passes(lone, dealer, up, hands)
        for line, place in [*gives, *buried, *passed]:
            if not self.refusals:
                self.say(table, line, place)
        if not self.refusals:
            self.read_play(table)

    def read_auction(self, up: str | None) -> list[tuple[int, str, str]]:
        """``(seat, call, place)`` of every call."""
        first = self.seat(self.value("Auction"), "/Auction")
        calls: list[tuple[int, str, str]] = []
        made = False
        for number, row in enumerate(self.tags.rows["/Auction"]):
            tokens = re.sub(r"\s+alone\b", "alone", row, flags=re.IGNORECASE).split()
            if len(tokens) > self.seats:
                raise self.fail(f"/Auction/{number}", f"a row of {len(tokens)} calls", f"at most {self.seats}", row)
            for column, token in enumerate(tokens):
                place = f"/Auction/{number}/{column}"
                seat = (first + column) % self.seats
                if token == "-":
                    continue
                match = _CALL.fullmatch(token)
                if match is None or (match.group(1).upper() == "PASS" and match.group(2)):
                    raise self.fail(
                        place, "this is not a call", "Pass, a suit, NT, or one of them and alone", token
                    )
                call = match.group(1).upper()
                if made and call == "PASS" and self.rules.defend_alone != "off":
                    continue  # asked whether to defend alone
                if made:
                    self.refuse("there is a call after trump was made, whose meaning is not known")
                    return calls
                if call == "PASS":
                    calls.append((seat, "pass", place))
                    continue
                suit = _SUIT_OF[call]
                turned_up = self.rules.joker_turned_up if up == "Jo" else up and up[1]
                line = "order" if len(calls) < self.seats and suit == turned_up else f"name {suit}"
                calls.append((seat, line + " alone" * bool(match.group(2)), place))
                made = True
        return calls

    def check_contract(self, made: tuple[int, str] | None, up: str | None) -> None:
        """Declarer and contract say again what the auction says; a file in which they differ is not read."""
        values = self.tags.values
        if made is None:
            return
        if values.get("/Declarer") and self.seat(values["/Declarer"], "/Declarer") != made[0]:
            raise self.fail(
                "/Declarer", "the declarer is not who made trump in the auction", None, values["/Declarer"]
            )
        contract = values.get("/Contract", "")
        match = _CALL.fullmatch(re.sub(r"\s+", "", contract))
        if not contract or match is None:
            return
        turned_up = self.rules.joker_turned_up if up == "Jo" else up and up[1]
        suit = turned_up if made[1].startswith("order") else made[1].split(" ")[1]
        said = (_SUIT_OF.get(match.group(1).upper()), bool(match.group(2)))
        if said != (suit, made[1].endswith(" alone")):
            raise self.fail("/Contract", "the contract is not what the auction made", None, contract)

    def read_exchanges(
        self, dealer: int, up: str | None
    ) -> tuple[dict[int, tuple[str, str]], list[tuple[str, str]]]:
        """Swaps with the kitty by seat, and the dealer's discard for the up card, with their places."""
        swaps: dict[int, tuple[str, str]] = {}
        buried: list[tuple[str, str]] = []
        added: dict[int, tuple[list[str], str]] = {}
        for place, value in self.tags.values.items():
            if not place.startswith(("/CardsAdded/", "/CardsRemoved/")):
                continue
            letter, _, text = value.partition(":")
            seat, cards = self.seat(letter, place), self.cards(text, place)
            if place.startswith("/CardsAdded/"):
                if seat in added:
                    raise self.fail(place, "cards were added to this hand, and none removed before that")
                added[seat] = (cards, place)
                continue
            taken = added.pop(seat, ([], place))[0]
            if len(cards) == 1 and seat == dealer and taken in ([], [up]):
                buried.append((f"{seat} discard {cards[0]}", place))
            elif len(taken) == len(cards) > 1 and seat not in swaps:
                swaps[seat] = (f"{seat} swap {','.join(cards)} for {','.join(taken)}", place)
            else:
                raise self.fail(place, "what was removed does not answer to what was added", None, value)
        for seat, (cards, place) in added.items():
            if seat != dealer or cards != [up]:
                raise self.fail(place, "cards were added to this hand, and none removed")
        return swaps, buried

    def read_passes(
        self, lone: int | None, dealer: int, up: str | None, hands: list[list[str] | None]
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The card that a lone player got from the partner, and the one that went back, with their places.

        The one that went back is out of play, since the partner sits out: it counts as buried.
        """
        gives: list[tuple[str, str]] = []
        buried: list[tuple[str, str]] = []
        for place, value in self.tags.values.items():
            if not place.startswith("/CardsPassed/"):
                continue
            parts = value.split(":")
            if len(parts) != 3:
                raise self.fail(place, "this does not say who passed what to whom", '"S:N:DQ"', value)
            sender, receiver = self.seat(parts[0], place), self.seat(parts[1], place)
            cards = self.cards(parts[2], place)
            if lone is None or len(cards) != 1 or self.seats != 4 or {sender, receiver} != {lone, (lone + 2) % 4}:
                self.refuse("cards were passed otherwise than between a lone player and the partner")
            elif receiver == lone:
                gives.append((f"{sender} give {cards[0]} {lone}", place))
            else:
                buried.append((f"{lone} discard {cards[0]}", place))
        if len(gives) > 1 or len(buried) > 1 or len(gives) != len(buried):
            self.refuse("one card each way is passed with the partner, and these are others")
        elif gives and gives[0][0].split(" ")[2] == buried[0][0].split(" ")[2]:
            seat, card = int(gives[0][0][0]), gives[0][0].split(" ")[2]
            giver = hands[seat]
            if giver is not None and card not in giver and (seat, card) != (dealer, up):
                return [], []  # the lone player's own card went there and back
        return gives, buried

    def read_play(self, table: Hand) -> None:
        if "/Play" not in self.tags.values:
            return
        first = self.seat(self.value("Play"), "/Play")
        for number, row in enumerate(self.tags.rows["/Play"]):
            place = f"/Play/{number}"
            tokens = row.split()
            if len(tokens) > self.seats:
                raise self.fail(place, f"a row of {len(tokens)} cards", f"at most {self.seats}", row)
            played: dict[int, tuple[str, str]] = {}
            for column, token in enumerate(tokens):
                if token != "-":
                    (card,) = self.cards(token, f"{place}/{column}") if len(token) == 2 else (None,)
                    if card is None:
                        raise self.fail(f"{place}/{column}", f"{token[:20]!r} is not a card", "SJ", code="F111")
                    played[(first + column) % self.seats] = (card, f"{place}/{column}")
            if number and self.faults:
                return  # who took the trick before cannot be told
            leader = first if number == 0 else table.turn
            if leader < 0:
                self.refuse(f"who took trick {number} is not known, so the rest was not judged")
                return
            for step in range(self.seats):
                seat = (leader + step) % self.seats
                if seat in played:
                    self.say(table, f"{seat} play {played[seat][0]}", played[seat][1])
            if number == len(self.tags.rows["/Play"]) - 1:
                self.faults.clear()  # nothing was left out

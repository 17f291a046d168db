"""Euchre Game Notation 1.4, written: what it has no place for is told, and nothing is written that reads otherwise.

Seats are not written in this notation, they follow from the places. So every game is read back before it is
given out, and a log that does not come back as it was is refused.
"""

import json
import re
from typing import Any

import msgspec

from ..engine import next_dealer
from ..findings import Unreadable, Where
from ..records import Document, Game, HandRecord, Source
from ..records.documents import number_of, player_name
from ..rules import Rules, RulesDiff, UnknownHouse, load_house, resolve
from .egn import DECK_OF, FILE_TYPE, LEADS, read_egn
from .foreign import rules_lost

VERSION = "1.4"
MAX_DEALS = 100
MAX_NAME = 64
MAX_TITLE = 128
MAX_CARDS = 10
MAX_CALLS = 16
MAX_EXCHANGES = 4
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})"
    r"|[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)",
    re.ASCII,
)
_CALLS = ("turn", "swap", "pass", "order", "name")
_CALL, _GIVE, _DISCARD, _BURY, _DEFENDER = range(5)
"""What stands before the first lead, in the order in which a reader takes it."""

_SETTLED = {
    "lay-down": "that the rest was claimed; there the hand stops short",
    "concede": "that it was conceded; there the hand stops short",
}


def write_egn(
    game: Game,
    house: str | None = None,
    *,
    path: str | None = None,
    alone: bool = False,
    proof: bool = False,
) -> tuple[dict[str, Any], list[str]]:
    """The game in this notation, and a line (pointer, what) for each part of it that is not in it.

    ``Unreadable`` where the text would read as another game. ``house`` is used where the game names none;
    ``alone``: one hand on its own; ``proof``: the evidence of the deals is written elsewhere.
    """
    return _Writer(game, house, path, alone, proof).write()


def game_rules(game: Game, house: str | None, path: str | None) -> Rules:
    """The rules that a game was played by; ``Unreadable`` where they are not known."""
    name = game.house or house
    if name is None:
        message = "the game names no house, so its rules are not known; --house gives one"
        raise Unreadable("F120", message, Where(path=path, pointer="/house"))
    try:
        return resolve(load_house(name), game.rules)
    except UnknownHouse:
        where = Where(path=path, pointer="/house")
        raise Unreadable("F120", "there is no such house", where, None, name[:60]) from None
    except msgspec.ValidationError as error:
        message = f"rules: {str(error).split(' - at ')[0]}"
        raise Unreadable("F121", message, Where(path=path, pointer="/rules")) from None


def ruleset_of(rules: Rules) -> dict[str, Any]:
    """Every key in which the game differs from the notation's own defaults."""
    leads = {ours: theirs for theirs, ours in LEADS.items()}
    ranks = {cards: rank for rank, cards in DECK_OF.items()}
    values: dict[str, tuple[Any, Any]] = {
        "std": (rules.stick_the_dealer, True),
        "min_rank": (ranks[rules.deck - rules.joker], 9),
        "winning_score": (rules.target or 10, 10),
        "num_deals": (rules.deals, 0),
        "canadian": (rules.partner_may_order != "with-partner", False),
        "loner_lead": (leads[rules.alone_lead], "LEFT_OF_DEALER"),
        "loner_march_score": (rules.points.alone_march, 4),
        "loner_euchred_score": (rules.points.euchre_alone, 2),
        "defend_alone": (rules.defend_alone != "off", False),
        "farmers": (rules.farmers_hand != "off", False),
        "partners_best": (rules.partners_best, False),
        "go_under": (rules.go_under, False),
        "joker": (rules.joker, False),
        "num_players": (rules.seats, 4),
        "allow_no_trump": (rules.no_trump, False),
    }
    return {key: value for key, (value, default) in values.items() if value != default}


class _Writer:
    def __init__(self, game: Game, house: str | None, path: str | None, alone: bool, proof: bool) -> None:
        self.game = game
        self.path = path
        self.alone = alone
        self.proof = proof
        self.rules = game_rules(game, house, path)
        self.lost: list[str] = []
        self.expected: list[tuple[int, list[tuple[str, int]]]] = []
        """For each hand written, its index and the log lines that have to come back, with their places."""

    def fail(self, pointer: str, message: str) -> Unreadable:
        return Unreadable("F161", f"this game cannot be written as EGN: {message}", Where(self.path, pointer))

    def lose(self, pointer: str, what: str) -> None:
        self.lost.append(f"{pointer}: {what}")

    def write(self) -> tuple[dict[str, Any], list[str]]:
        game = self.game
        if self.rules.game != "five-trick":
            raise self.fail("/rules", "the twelve-trick game is none of its games")
        metadata = self.metadata()
        metadata["ruleset"] = ruleset_of(self.rules)
        deals = []
        dealer = None if game.first_dealer is None else game.first_dealer.dealer
        for index, hand in enumerate(game.hands):
            dealer = hand.dealer if hand.dealer is not None else dealer
            redealt = hand.ended == "redealt" or any(" misdeal " in line for line in hand.log or ())
            if redealt:
                self.lose(f"/hands/{index}", "a deal that was thrown away and dealt again")
            elif dealer is None:
                raise self.fail(f"/hands/{index}", "the dealer is not recorded")
            else:
                deals.append(self.deal(index, hand, dealer))
            if dealer is not None:
                dealer = self.next_dealer(dealer, hand, redealt)
        if not deals:
            raise self.fail("/hands", "no hand of it was played")
        if len(deals) > MAX_DEALS:
            raise self.fail("/hands", f"it has {len(deals)} deals, and the notation holds {MAX_DEALS}")
        tree = {"fileType": FILE_TYPE, "version": VERSION, "metadata": metadata, "deals": deals}
        self.read_back(tree)
        return tree, self.lost

    def next_dealer(self, dealer: int, hand: HandRecord, redealt: bool) -> int | None:
        passed = bool(hand.log) and all(line.endswith(" pass") for line in hand.log or ())
        ended = "redealt" if redealt else "thrown-in" if passed else hand.ended
        return next_dealer(self.rules, dealer, ended, farmers_hand=hand.farmers_hand)

    # The head

    def metadata(self) -> dict[str, Any]:
        game, made = self.game, dict[str, Any]()
        if game.game is not None and len(game.game) <= MAX_NAME:
            made["gameId"] = game.game
        elif game.game is not None and len(game.game) <= MAX_TITLE:
            made["title"] = game.game
        elif game.game is not None:
            self.lose("/game", f"a name of {len(game.game)} characters; there is room for {MAX_TITLE}")
        if game.played is not None and _DATE.fullmatch(game.played):
            made["date"] = game.played
        elif game.played is not None:
            self.lose("/played", "a time that is not written as the notation writes it")
        made["players"] = self.players()
        made["initialScore"] = self.start()
        if game.result is not None and game.result.score is not None:
            if self.rules.side_count == 2 and len(game.result.score) == 2:
                made["finalScore"] = game.result.score
            else:
                self.lose("/result/score", "the scores of three sides; there is room for two")
        if game.result is not None and game.result.winners is not None:
            self.lose("/result/winners", "who won; it is left to the score")
        if game.ended is not None:
            self.lose("/ended", f"that the game ended {game.ended}")
        title = game.meta.get("title")
        if isinstance(title, str) and 0 < len(title) <= MAX_TITLE and "title" not in made:
            made["title"] = title
        if set(game.meta) - {"title"} or (title is not None and made.get("title") != title):
            self.lose("/meta", "notes that are no part of the game")
        if game.first_dealer is not None and not self.proof:
            self.lose("/first_dealer", "how the first dealer was found")
        return made

    def players(self) -> list[Any]:
        seats = self.rules.seats
        if self.game.players is None:
            self.lose("/players", "no names are recorded; the seats are named in their place")
            return ["North", "East", "South", "West"] if seats == 4 else [f"Seat {seat}" for seat in range(seats)]
        if len(self.game.players) != seats:
            raise self.fail("/players", f"{len(self.game.players)} players are named, and {seats} play")
        made: list[Any] = []
        for seat, player in enumerate(self.game.players):
            name = player_name(player)
            if len(name) > MAX_NAME:
                self.lose(f"/players/{seat}", f"the end of a name of {len(name)} characters")
            if isinstance(player, str):
                made.append(name[:MAX_NAME])
                continue
            if player.kind is not None:
                self.lose(f"/players/{seat}/kind", f"that this is a {player.kind}")
            if len(player.id) > MAX_NAME:
                self.lose(f"/players/{seat}/id", f"an id of {len(player.id)} characters")
                made.append(name[:MAX_NAME])
            else:
                made.append({"id": player.id, "name": name[:MAX_NAME]})
        return made

    def start(self) -> list[int]:
        start = self.game.start
        if start is None:
            if self.alone or number_of(self.game.hands[0], 0) != 1:
                self.lose("/start", "that the score before is not recorded; 0 to 0 stands there")
            return [0, 0]
        if any(points < 0 for points in start):
            raise self.fail("/start", "it began with a score below 0")
        if len(start) != 2 and any(start):
            raise self.fail("/start", "it began with three scores, and there is room for two")
        return start[:2]

    # One hand

    def deal(self, index: int, hand: HandRecord, dealer: int) -> dict[str, Any]:
        at = f"/hands/{index}"
        if hand.log is None:
            raise self.fail(f"{at}/card", "of this hand only the score card was kept")
        up = hand.up or (hand.kitty[0] if hand.kitty else None) or "??"
        if up == "Jo" and self.rules.joker_turned_up == "dealer-names" and hand.log:
            raise self.fail(f"{at}/up", "the joker was turned up, and there is no place for the suit it stood for")
        state: dict[str, Any] = {"dealer": dealer, "upCard": _card(up)}
        if hand.dealt is not None and any(hand.dealt):
            if max(len(cards or ()) for cards in hand.dealt) > MAX_CARDS or len(hand.dealt) != self.rules.seats:
                raise self.fail(f"{at}/dealt", "the hands dealt are more than there is room for")
            state["playerCards"] = [[_card(card) for card in cards or ()] for cards in hand.dealt]
        if hand.kitty is not None and any(card != "??" for card in hand.kitty[1:]):
            self.lose(f"{at}/kitty", "the cards under the up card")
        if hand.deal is not None and not self.proof:
            self.lose(f"{at}/deal", "the evidence of the deal")
        if hand.players is not None:
            self.lose(f"{at}/players", "who sat in from this hand on")
        if hand.claims is not None:
            self.lose(f"{at}/claims", "what the record says the hand made")
        for number in range(len(hand.rulings)):
            self.lose(f"{at}/rulings/{number}", "a referee's ruling")
        if hand.ended not in (None, "played", "thrown-in"):
            self.lose(f"{at}/ended", f"that the hand ended {hand.ended}")
        number = number_of(hand, index)
        return {"dealNumber": number - 1, "initialState": state, "phases": self.phases(index, hand.log, dealer)}

    def phases(self, index: int, log: list[str], dealer: int) -> list[dict[str, Any]]:
        calls: list[str] = []
        bidding: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": False}
        exchanges: list[dict[str, Any]] = []
        plays: list[tuple[str, int]] = []
        before: list[tuple[int, str, int]] = []
        maker = lone_line = None
        after = discards = 0
        for step, line in enumerate(log):
            at = f"/hands/{index}/log/{step}"
            seat, verb, *rest = line.split(" ")
            if verb in ("lay-down", "concede"):
                self.lose(at, _SETTLED[verb])
                continue
            if plays and verb != "play":
                raise self.fail(at, "this came after the first card was led, and there is no place for it there")
            if verb in _CALLS and after:
                raise self.fail(at, "a call after trump was made has no place there")
            if verb == "turn":
                raise self.fail(at, "there is no place for the suit that a joker stands for")
            if verb == "play":
                plays.append((line, step))
                continue
            order, comes_back = _CALL, line
            if verb in ("pass", "order", "name"):
                calls.append({"pass": "Pass", "order": "Order"}.get(verb) or rest[0])
                if verb != "pass" and maker is None:
                    maker, lone_line = seat, len(before)
                bidding["isAlone"] = bidding["isAlone"] or rest[-1:] == ["alone"]
            elif verb == "swap":
                exchanges.append({"receiver": int(seat), "cards": [_card(card) for card in rest[2].split(",")]})
                unknown = ",".join(["??"] * len(rest[0].split(",")))
                if rest[0] != unknown:
                    self.lose(at, "the cards that went into the kitty")
                comes_back = f"{seat} swap {unknown} for {rest[2]}"
            elif verb == "alone" and seat == maker and lone_line is not None and not bidding["isAlone"]:
                bidding["isAlone"] = True
                self.lose(at, "that alone was said after the call")
                before[lone_line] = (_CALL, before[lone_line][1] + " alone", before[lone_line][2])
                after += 1
                continue
            elif verb == "alone":
                bidding["aloneDefender"] = int(seat)
                order = _DEFENDER
            elif verb == "give":
                exchanges.append({"sender": int(seat), "receiver": int(rest[1]), "cards": [_card(rest[0])]})
                order = _GIVE
            elif verb == "discard" and discards == 0 and not _is_second(log, step, seat, dealer):
                bidding["discard"] = _card(rest[0])
                discards += 1
                order = _DISCARD
            elif verb == "discard":
                if rest[0] != "??":
                    self.lose(at, "the card that a lone player buried for the partner's best")
                order, comes_back = _BURY, f"{seat} discard ??"
            else:
                raise self.fail(at, f"there is no place for {verb!r}")
            after += order != _CALL
            before.append((order, comes_back, step))
        if len(calls) > MAX_CALLS or len(exchanges) > MAX_EXCHANGES:
            raise self.fail(f"/hands/{index}/log", "it has more calls or exchanges than there is room for")
        if exchanges:
            bidding["cardExchanges"] = exchanges
        in_order = sorted(before, key=lambda line: line[0])
        self.expected.append((index, [*((line, step) for _, line, step in in_order), *plays]))
        if not log or (not before and not plays):
            return []
        if not plays:
            return [bidding]
        return [bidding, {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": self.tricks(index, plays)}]

    def tricks(self, index: int, plays: list[tuple[str, int]]) -> list[list[str]]:
        """The cards in tricks: a seat that plays again begins the next; who played is proven by reading back."""
        tricks: list[list[str]] = []
        seen: set[str] = set()
        for line, _ in plays:
            seat, _, card = line.split(" ")
            if not tricks or seat in seen or len(seen) == self.active(index):
                tricks.append([])
                seen = set()
            seen.add(seat)
            tricks[-1].append(_card(card))
        if len(tricks) > MAX_CARDS or max(map(len, tricks)) > MAX_CARDS:
            raise self.fail(f"/hands/{index}/log", "it has more tricks than there is room for")
        return tricks

    def active(self, index: int) -> int:
        """How many play to a trick of this hand."""
        log = self.game.hands[index].log or ()
        sides = {self.rules.side_of(int(line[0])) for line in log if line.endswith("alone")}
        return self.rules.seats - (len(sides) if self.rules.seats == 4 else 0)

    # The proof

    def read_back(self, tree: dict[str, Any]) -> None:
        """Read the text as anyone would, and refuse it where the logs come out otherwise."""
        data = json.dumps(tree).encode()
        document = Document(Source("written.egn", data), None, 1, None, tree)
        try:
            back = read_egn(document)
        except Unreadable as error:
            raise self.fail("", error.finding.message) from None
        for place, (index, wanted) in enumerate(self.expected):
            found = back.game.hands[place].log or []
            for step, (line, at) in enumerate(wanted):
                if step >= len(found) or found[step] != line:
                    reads = f"it would read as {found[step]}" if step < len(found) else "the rest would not be read"
                    refusal = back.refusals.get(place)
                    because = f" ({refusal.message})" if refusal is not None and step >= len(found) else ""
                    message = f"seats follow from places there, and for {line!r} {reads}{because}"
                    raise self.fail(f"/hands/{index}/log/{at}", message)
            if place in back.refusals:
                raise self.fail(f"/hands/{index}/log", back.refusals[place].message)
            if len(found) > len(wanted):
                message = f"it would read with {found[len(wanted)]!r} in it, which is not in this log"
                raise self.fail(f"/hands/{index}/log", message)
        said = resolve(load_house("egn"), msgspec.convert(msgspec.to_builtins(back.game.rules), RulesDiff))
        self.lost[:0] = rules_lost(self.rules, said, "EGN")


def _is_second(log: list[str], step: int, seat: str, dealer: int) -> bool:
    """Whether a discard is a lone player's for the partner's best, and not the dealer's for the up card."""
    given = any(line.split(" ")[1] == "give" and line.endswith(f" {seat}") for line in log[:step])
    ordered = any(line.split(" ")[1] == "order" for line in log[:step])
    return given and not (ordered and seat == str(dealer))


def _card(name: str) -> str:
    """Their spelling of a card of ours."""
    if name == "Jo":
        return "B"
    return name[0].replace("?", "X") + name[1].replace("?", "x")

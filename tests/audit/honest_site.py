"""Honest games as real sites record them: hands that stop, are dealt again, claimed, conceded or ruled on,
substitutes, score cards, numbers used up by void deals, files that begin mid-game, drawn first dealers."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.audit.games import PLAYERS, SESSION, Doc, evidence_of, hex_of, open_line, terms_of
from tests.twin.engine import Table, left_of, points, side_of
from tests.twin.generate import hide, how_it_ended, random_line
from tests.twin.rules import HOUSES, Rules, rules_of
from tests.vectors.reference import Procedure

CHANGES: list[Rules] = [
    {},
    {},
    {},
    {"target": 5},
    {"target": 0, "deals": 5},
    {"target": 0, "deals": 4, "tie": "play-on"},
    {"defend_alone": "any"},
    {"defend_alone": "against-lone"},
    {"thrown_in": "same"},
    {"stick_the_dealer": True},
    {"points": {"no_tricks": 4}},
    {"win_by": 2},
    {"alone_by": "anyone", "alone_when": "before-lead", "defend_alone": "any"},
    {"partner_may_order": "only-alone-both"},
]
"""What a table changes in the rules of its house, whether or not the house offers it."""

ENTROPY = ["none", "none", "players 0,1,2,3", "players 1,3"]
HIDDEN = ["none", "all", "others", "partial"]
DRAWS = ["low-card", "black-jack"]
METHODS = ["none", "agreed", "drawn", *DRAWS]
TO_THE_END = ["none", "card"]
STOPS = [*["none"] * 8, "abandoned", "claimed", "conceded", "redealt", "ruled", "concede-game", "card"]
MOST_LINES = 24
MOST_HANDS = 14
LONERS = 0.25

HAND_PARTS = ("hand", "up", "dealt", "kitty", "dealer", "claims", "deal")
CLAIMS = ("score", "points", "tricks")
EVIDENCE = ("secret", "commitment", "match", "terms")
OPTIONAL_IN_HANDS = (*HAND_PARTS, *CLAIMS, *EVIDENCE, "ended", "discards", "contribution")
OPTIONAL_IN_GAMES = ("players", "game", "start", "result", "ended", "first_dealer")


@dataclass
class Ending:
    """How a hand came to its end, as the site enters it."""

    ended: str
    points: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] | None = None
    line: str | None = None
    rulings: list[Doc] = field(default_factory=list)
    conceding_side: int | None = None
    """The side that conceded the game, if one did."""


class HonestSite:
    """One site, its habits and the game that it records, all decided by the seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.choose_rules()
        self.choose_habits()
        self.number = 0
        self.counted = 0
        self.ended: str | None = None
        self.winners: list[int] | None = None
        self.game: Doc = {
            "format": "euchre-game/1",
            "game": SESSION,
            "house": self.house,
            "rules": self.changes,
            "players": copy.deepcopy(PLAYERS),
        }

    def chance(self, share: float) -> bool:
        """True so often."""
        return self.rng.random() < share

    # Before the first hand

    def choose_rules(self) -> None:
        """A house and what this table changes in it."""
        self.house = self.rng.choice(sorted(HOUSES))
        self.changes: Rules = copy.deepcopy(self.rng.choice(CHANGES))
        if self.house == "egn":  # the second engine's house has another default
            self.changes["stick_the_dealer"] = True
        self.rules = rules_of(self.house, self.changes)

    def choose_habits(self) -> None:
        """What the site publishes, proves and shows."""
        self.entropy = self.rng.choice(ENTROPY)
        has_header = self.chance(0.7)
        self.proves = self.chance(0.75)
        self.hidden = self.rng.choice(HIDDEN)
        self.header = open_line(self.house, self.changes, self.entropy.split(" ")[0]) if has_header else None
        self.header_hash = hashlib.sha256(self.header.encode()).hexdigest() if self.header else "none"

    def choose_start(self) -> None:
        """The score before the first hand, not always 0-0 and then always told."""
        self.score = [0, 0]
        if self.chance(0.3):
            highest = self.rules["target"] or 8
            self.score = [self.rng.randrange(highest), self.rng.randrange(highest)]
        if self.score != [0, 0] or self.chance(0.7):
            self.game["start"] = list(self.score)

    def choose_dealer(self) -> None:
        """Who deals first and how that was found."""
        self.dealer = self.rng.randrange(4)
        self.seat_shown = self.rng.randrange(4)
        self.method = self.rng.choice(METHODS)
        if self.method == "agreed":
            self.game["first_dealer"] = {"method": "agreed", "dealer": self.dealer}
        if self.method in DRAWS:
            self.game["first_dealer"] = self.draw_for_dealer()

    def draw_for_dealer(self) -> Doc:
        """Hand 0: cards turned up until one seat is the dealer."""
        terms = terms_of(match=self.header_hash, hand=0, dealer=self.method, entropy=self.entropy, pattern="none")
        made = evidence_of(terms, hex_of("draw", self.seed), self.header, self.player_values(0))
        self.dealer = made["vector"]["dealer"]
        drawn: Doc = {"method": self.method, "dealer": self.dealer}
        if self.chance(0.6):
            drawn["cards"] = cards_turned_up(self.method, made["vector"]["deck"])
        if self.proves:
            drawn["deal"] = made["evidence"]
        return drawn

    def player_values(self, number: int) -> dict[int, str]:
        """What the players add to a deal, by seat."""
        if self.entropy == "none":
            return {}
        seats = [int(seat) for seat in self.entropy.split(" ")[1].split(",")]
        return {seat: hex_of("value", self.seed, number, seat) for seat in seats}

    # The hands

    def play_game(self) -> Doc:
        """The whole record."""
        self.choose_start()
        self.choose_dealer()
        self.game["hands"] = []
        most_hands = self.rng.randrange(1, MOST_HANDS)
        while self.ended is None and len(self.game["hands"]) < most_hands:
            self.game["hands"].append(self.play_hand())
        self.close_game()
        return self.game

    def play_hand(self) -> Doc:
        """One hand from its deal to its entry in the record."""
        self.number += 2 if self.chance(0.04) else 1
        made = self.deal_hand()
        table = Table(self.rules, self.dealer, made["vector"]["hands"], made["vector"]["kitty"])
        stop = self.rng.choice(STOPS)
        self.play_until(table, stop)
        ending = self.end_hand(table, stop)
        hand = self.record_hand(made["vector"], table, ending)
        if stop == "card" and table.ended == "played":
            hand = score_card(hand, table)
        if self.proves and self.chance(0.95):
            hand["deal"] = copy.deepcopy(made["evidence"])
        if self.chance(0.05):
            hand["players"] = self.with_substitute()
        self.move_on(ending)
        return hand

    def deal_hand(self) -> Doc:
        """The cards of the next hand and their evidence; the first deal may draw the dealer too."""
        draws_dealer = self.method == "drawn" and self.number == 1
        terms = terms_of(
            match=self.header_hash,
            hand=self.number,
            dealer="drawn" if draws_dealer else self.dealer,
            entropy=self.entropy,
            pattern=self.rng.choice(self.rules["patterns"]),
        )
        secret = hex_of("secret", self.seed, self.number)
        made = evidence_of(terms, secret, self.header, self.player_values(self.number))
        if draws_dealer:
            self.dealer = made["vector"]["dealer"]
            self.game["first_dealer"] = {"method": "drawn", "dealer": self.dealer}
        return made

    def play_until(self, table: Table, stop: str) -> None:
        """Random legal lines to the end, or to where the hand stops."""
        stops_at = self.rng.randrange(MOST_LINES)
        while not table.over and (stop in TO_THE_END or len(table.log) < stops_at):
            table.do(random_line(self.rng, table, LONERS))

    def record_hand(self, dealt: Doc, table: Table, ending: Ending) -> Doc:
        """A hand with its claims, and as much of the cards as the site shows."""
        hand: Doc = {
            "hand": self.number,
            "dealer": self.dealer,
            "up": dealt["kitty"][0],
            "dealt": dealt["hands"],
            "kitty": dealt["kitty"],
            "log": [*table.log, *([ending.line] if ending.line else [])],
            "ended": ending.ended,
        }
        rulings = ending.rulings
        if not rulings and self.chance(0.05):
            rulings = [{"what": "talk", "points": self.rng.choice([[1, 0], [0, 1]])}]
        if rulings:
            hand["rulings"] = rulings
        for gained in [ending.points, *(ruling["points"] for ruling in rulings)]:
            self.score = [self.score[side] + gained[side] for side in (0, 1)]
        hand["claims"] = {"points": ending.points, "score": list(self.score)}
        if ending.tricks is not None:
            hand["claims"]["tricks"] = ending.tricks
        return hide(self.rng, hand, self.hidden, self.seat_shown)

    def with_substitute(self) -> list[Doc | str]:
        """The players of a hand, one of them new."""
        players: list[Doc | str] = [*copy.deepcopy(PLAYERS)]
        players[self.rng.randrange(4)] = f"Sub{self.number}"
        return players

    def move_on(self, ending: Ending) -> None:
        """The next dealer, and whether the game is over."""
        if ending.ended != "redealt":
            self.counted += 1
            if ending.ended != "thrown-in" or self.rules["thrown_in"] != "same":
                self.dealer = left_of(self.dealer)
        if ending.conceding_side is not None:
            self.ended, self.winners = "conceded", [1 - ending.conceding_side]
        else:
            self.ended = how_it_ended(self.rules, self.score, self.counted)

    def close_game(self) -> None:
        """The end of the game and its result, or an abandoned game, or neither."""
        if self.ended is not None:
            best = max(self.score)
            winners = self.winners or [side for side in (0, 1) if self.score[side] == best]
            self.game["ended"] = self.ended
            self.game["result"] = {"score": self.score, "winners": winners}
        elif self.chance(0.5):
            self.game["ended"] = "abandoned"
            if self.chance(0.5):
                self.game["result"] = {"score": list(self.score)}

    # How hands end

    def end_hand(self, table: Table, stop: str) -> Ending:
        """The end that the cards gave, or the one that came before it."""
        if table.over:
            return Ending(str(table.ended), list(table.points), list(table.tricks))
        endings: dict[str, Callable[[Table, int], Ending]] = {
            "abandoned": self.abandon,
            "redealt": self.redeal,
            "claimed": self.claim,
            "conceded": self.concede_hand,
            "ruled": self.rule,
            "concede-game": self.concede_game,
        }
        return endings[stop](table, self.rng.randrange(4))

    def abandon(self, table: Table, seat: int) -> Ending:
        """Nobody plays on."""
        return Ending("abandoned", tricks=self.maybe_tricks(table))

    def redeal(self, table: Table, seat: int) -> Ending:
        """A misdeal, said or not: the same dealer deals again."""
        line = None
        if self.chance(0.7):
            line = f"{seat} misdeal {self.rng.choice(['exposed-card', 'wrong-count', 'other'])}"
        return Ending("redealt", tricks=self.maybe_tricks(table), line=line)

    def maybe_tricks(self, table: Table) -> list[int] | None:
        """The tricks so far, or no word of them."""
        return self.rng.choice([None, list(table.tricks)])

    def claim(self, table: Table, seat: int) -> Ending:
        """A player lays down the hand and has the rest of the tricks."""
        takes_part = table.maker is not None and table.active(seat)
        line = f"{seat} lay-down" if takes_part and self.chance(0.7) else None
        return self.rest_of_tricks(table, "claimed", line, to_side=side_of(seat))

    def concede_hand(self, table: Table, seat: int) -> Ending:
        """A player leaves the rest of the tricks to the other side."""
        line = f"{seat} concede hand" if self.chance(0.7) else None
        return self.rest_of_tricks(table, "conceded", line, to_side=1 - side_of(seat))

    def rest_of_tricks(self, table: Table, ended: str, line: str | None, to_side: int) -> Ending:
        """One side takes what is left; before a call there is nothing to take."""
        if table.maker is None:
            return Ending(ended, line=line)
        final = list(table.tricks)
        final[to_side] += 5 - sum(table.tricks)
        told = self.rng.choice([None, final, list(table.tricks)])
        return Ending(ended, points_for(table, final), told, line)

    def rule(self, table: Table, seat: int) -> Ending:
        """Somebody in charge ends the hand and gives or takes points."""
        third = [-2, 0] if self.score[0] >= 2 else [0, 1]
        given = self.rng.choice([[2, 0], [0, 2], third])
        return Ending("ruled", rulings=[{"what": "something", "seat": seat, "points": given}])

    def concede_game(self, table: Table, seat: int) -> Ending:
        """A player gives up the game for the side."""
        return Ending("conceded", line=f"{seat} concede game", conceding_side=side_of(seat))


def points_for(table: Table, tricks: list[int]) -> list[int]:
    """The points of both sides for tricks that were not all played."""
    assert table.maker is not None
    making_side = side_of(table.maker)
    alone, defend_alone = table.lone_maker is not None, table.lone_defender is not None
    for_makers, for_defenders = points(table.rules, tricks[making_side], alone, defend_alone)
    return [for_makers, for_defenders] if making_side == 0 else [for_defenders, for_makers]


def cards_turned_up(method: str, deck: list[str]) -> list[str]:
    """The top of the deck as far as a draw for the dealer uses it."""
    if method == "black-jack":
        return deck[: min(deck.index("Jc"), deck.index("Js")) + 1]
    reference, used, tied = Procedure(), 0, list(range(4))
    while len(tied) > 1:
        turned = {seat: reference.height(deck[used + turn]) for turn, seat in enumerate(tied)}
        used += len(tied)
        tied = reference.lowest(turned, 4)
    return deck[:used]


def score_card(hand: Doc, table: Table) -> Doc:
    """The same hand as a score card has it: who made what, and the claims."""
    kept = {key: value for key, value in hand.items() if key not in ("log", "dealt", "kitty", "up")}
    card = {"maker": table.maker, "trump": table.trump, "alone": table.lone_maker is not None}
    return {**kept, "card": card}


# The same games with less in them


def thin(game: Doc, rng: Random) -> Doc:
    """A game without some of its optional fields, in all hands or in some."""
    thinned = copy.deepcopy(game)
    parts = rng.sample(OPTIONAL_IN_HANDS, rng.randrange(5))
    for hand in thinned["hands"]:
        for part in parts:
            if rng.random() < 0.7:
                leave_out(hand, part)
    for part in OPTIONAL_IN_GAMES:
        begins_mid_game = part == "start" and game.get("start", [0, 0]) != [0, 0]
        if rng.random() < 0.15 and not begins_mid_game:
            thinned.pop(part, None)
    return thinned


def leave_out(hand: Doc, part: str) -> None:
    """A hand without one part, unless only that part tells what happened."""
    if part == "discards":
        if "log" in hand:
            hand["log"] = [line for line in hand["log"] if " discard " not in line]
    elif part in CLAIMS:
        hand.get("claims", {}).pop(part, None)
    elif part in EVIDENCE:
        hand.get("deal", {}).pop(part, None)
    elif part == "contribution":
        for value in hand.get("deal", {}).get("values", []):
            value.pop(part, None)
    elif part != "ended" or hand.get("ended") in ("played", "thrown-in"):
        hand.pop(part, None)


def whole_and_thinned(seed: int) -> tuple[Doc, Doc]:
    """The game of a seed as the site has it, and with fields left out."""
    site = HonestSite(seed)
    game = site.play_game()
    return game, thin(game, site.rng)

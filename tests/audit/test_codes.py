"""Every code: one case that fires and its nearest neighbour that does not."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgpack
import msgspec
import pytest

import euchre_audit.audit.shards as shards
from euchre_audit.audit import Options, audit_files, audit_folder, find_games
from euchre_audit.findings import Finding, Unreadable, all_codes, entry
from euchre_audit.notations.egn_write import write_egn
from euchre_audit.records import Game, Source, read_published, read_seen
from euchre_audit.records.write import json_text
from euchre_audit.rules import check_house
from tests.attacks.test_evidence_codes import COVERED
from tests.audit.games import (
    PLAYERS,
    SESSION,
    Doc,
    contribution_of,
    evidence_of,
    hand_file,
    hex_of,
    line_number,
    open_line,
    proven_game,
    report_of,
    source_of,
    terms_of,
    told,
)
from tests.audit.test_archive import COVERED as OF_ARCHIVES
from tests.records.test_container import CONTAINER_CODES
from tests.statistics.cases import COVERED as OF_STATISTICS

Findings = list[Finding]


@dataclass
class Case:
    """What fires a code and what just does not. ``pointer``, ``line`` and ``places`` are of the one that fires."""

    fires: Callable[[], Findings]
    near: Callable[[], Findings]
    pointer: str | None = None
    line: int | None = None
    places: dict[str, int] = field(default_factory=dict)


CASES: dict[str, Case] = {}


def document(tree: Doc, path: str = "game.json", options: Options | None = None) -> Callable[[], Findings]:
    return lambda: report_of(source_of(tree, path), options).all_findings()


def raw(data: bytes, path: str = "hand.json") -> Callable[[], Findings]:
    return lambda: report_of(Source(path, data)).all_findings()


def pair(code: str, fires: Doc, near: Doc, pointer: str, options: Options | None = None, **places: int) -> None:
    """A code of our own documents; the line is that of the pointer."""
    path = "game.egn" if "fileType" in fires else "game.json"
    line = line_number(fires, pointer) if pointer else 1
    CASES[code] = Case(document(fires, path, options), document(near, path, options), pointer, line, places)


# A hand that every case changes: dealer South, up card 9d.
#
#   North Ac Jd 9h Th Ks   East Kc Qc 9s Qs Ah   South Jc Td Qd Qh 9c   West Tc As Js Kh Kd   kitty 9d Ad Ts Jh

DEALT = [
    ["Ac", "Jd", "9h", "Th", "Ks"],
    ["Kc", "Qc", "9s", "Qs", "Ah"],
    ["Jc", "Td", "Qd", "Qh", "9c"],
    ["Tc", "As", "Js", "Kh", "Kd"],
]
KITTY = ["9d", "Ad", "Ts", "Jh"]
ORDERED = ["3 order", "2 discard 9c"]
PLAYED = [
    *("3 play Kd", "0 play Jd", "1 play Ah", "2 play 9d"),
    *("0 play Ac", "1 play Qc", "2 play Jc", "3 play Tc"),
    *("0 play Ks", "1 play Qs", "2 play Td", "3 play Js"),
    *("2 play Qd", "3 play As", "0 play 9h", "1 play 9s"),
    *("2 play Qh", "3 play Kh", "0 play Th", "1 play Kc"),
]


def hand(log: list[str] | None = None, house: str = "family", **changes: object) -> Doc:
    tree: Doc = {
        "format": "euchre-hand/1",
        "house": house,
        "hand": 1,
        "dealer": 2,
        "up": "9d",
        "dealt": DEALT,
        "kitty": KITTY,
        "log": ORDERED + PLAYED if log is None else log,
        **changes,
    }
    return {key: value for key, value in tree.items() if value is not None}


def unseen(log: list[str], house: str = "family", **changes: object) -> Doc:
    """The same without the hands."""
    return hand(log, house, **{"dealt": None, "kitty": None, **changes})


def game(hands: list[Doc], house: str = "family", **changes: object) -> Doc:
    return {"format": "euchre-game/1", "house": house, **changes, "hands": hands}


def cards(number: int, score: list[int] | None = None, points: list[int] | None = None, **changes: object) -> Doc:
    """A score card: side 0 makes one point, or what is given."""
    made = points or [1, 0]
    winner = 0 if made[0] else 1
    tricks = [3, 2] if winner == 0 else [2, 3]
    claims: Doc = {"tricks": tricks, "points": made}
    if score is not None:
        claims["score"] = score
    return {"hand": number, "card": {"maker": winner, "trump": "h"}, "claims": claims, **changes}


P = ["3 pass", "0 pass", "1 pass", "2 pass"]
NAMED = [*P, "3 pass", "0 pass", "1 name s"]


# Calls


def calls(code: str, fires: list[str], near: list[str], index: int, seat: int, call: int, **more: str) -> None:
    houses = {"house": more.get("house", "family")}
    other = {"house": more.get("near_house", houses["house"])}
    places = {"seat": seat, **({"call": call} if call else {})}
    pair(code, unseen(fires, **houses), unseen(near, **other), f"/log/{index}", **places)


calls("B101", ["2 pass"], ["3 pass"], 0, 2, 1)
calls("B102", ["3 pass", "0 pass", "1 name h"], [*P, "3 name h"], 2, 1, 3)
calls("B103", [*P, "3 order"], ["3 pass", "0 pass", "1 pass", "2 order"], 4, 3, 5)
calls("B104", [*P, "3 name d"], [*P, "3 name h"], 4, 3, 5)
calls("B105", P + P, P + P, 7, 2, 8, house="club", near_house="family")
calls("B106", ["3 order", "0 pass"], ["3 pass", "0 order"], 1, 0, 2)
calls("B107", [*P, *P, "3 pass"], P + P, 8, 3, 9)
calls("B110", ["3 pass", "0 order"], ["3 pass", "0 order alone"], 1, 0, 2, house="canadian")
calls("B111", [*P, "3 name n"], [*P, "3 name s"], 4, 3, 5)
calls("B120", ["3 order", "1 alone"], ["3 order", "1 alone"], 1, 1, 0, house="club", near_house="guide")
calls("B121", ["3 order", "3 alone"], ["3 order", "3 alone"], 1, 3, 0, house="club", near_house="guide")
calls("B140", ["0 swap 9c,Td,9h for ??,??,??"], ["0 misdeal exposed-card"], 0, 0, 0)
pair("B130", hand(["3 order", "3 discard Kd"]), hand(["3 order", "2 discard 9c"]), "/log/1", seat=3)
pair("B131", hand([*NAMED, "2 discard 9c"]), hand(["3 order", "2 discard 9c"]), "/log/7", seat=2)
pair("B132", hand(["3 order", "2 discard 9d"], "openspiel"), hand(["3 order", "2 discard 9d"]), "/log/1", seat=2)
pair("B133", hand(["3 order", "2 discard Ac"]), hand(["3 order", "2 discard Qh"]), "/log/1", seat=2)

# Cards


def plays(code: str, fires: list[str], near: list[str], index: int, seat: int, trick: int, play: int) -> None:
    pair(code, hand(fires), hand(near), f"/log/{index}", seat=seat, trick=trick, play=play)


def played(*changes: tuple[int, str]) -> list[str]:
    """The hand with some cards of the play replaced."""
    log = ORDERED + PLAYED
    for index, line in changes:
        log[index + 2] = line
    return log


plays("P301", played((1, "1 play Ah")), ORDERED + PLAYED, 3, 1, 1, 2)
plays("P302", played((4, "1 play Qc")), ORDERED + PLAYED, 6, 1, 2, 1)
plays("P303", ["3 order alone", *ORDERED[1:], *PLAYED[:2], "1 play Ah"], [*ORDERED, *PLAYED[:3]], 4, 1, 1, 3)
plays("P304", [*P[:3], "3 play Kd"], [*ORDERED, "3 play Kd"], 3, 3, 1, 1)
pair("P305", hand([*ORDERED, *PLAYED, "1 play Ad"]), hand(), "/log/22", seat=1)
plays("P310", played((7, "3 play Kh"), (17, "3 play Tc")), ORDERED + PLAYED, 9, 3, 2, 4)
plays("P320", played((12, "2 play Td")), ORDERED + PLAYED, 14, 2, 4, 1)
plays("P321", played((12, "2 play 9c")), ORDERED + PLAYED, 14, 2, 4, 1)
plays("P322", played((2, "1 play 9d")), ORDERED + PLAYED, 4, 1, 1, 3)
plays("P323", played((2, "1 play Ts")), ORDERED + PLAYED, 4, 1, 1, 3)
plays("P324", played((2, "1 play Qd")), ORDERED + PLAYED, 4, 1, 1, 3)
plays("P330", played((2, "1 play 8c")), ORDERED + PLAYED, 4, 1, 1, 3)
# By later cards: South did not follow hearts with the diamond jack, or with what belongs to trump.
LATER = ["3 order", "3 play 9h", "0 play Qh", "1 play Kh", "2 play Tc", "1 play 9s", "2 play {}"]
pair(
    "P311",
    unseen([line.format("Ah") for line in LATER]),
    unseen([line.format("Jh") for line in LATER]),
    "/log/4",
    seat=2,
    trick=1,
    play=4,
)
# A hand of which five cards are known, and a sixth from it; nobody's hand else is known.
WEST = ["Tc", "As", "Js", "Kh", "Kd"]
pair(
    "P325",
    unseen([*NAMED, "3 play 9c"], dealt=[None, None, None, WEST]),
    unseen([*NAMED, "3 play 9c"], dealt=[None, None, None, ["??"] * 5]),
    "/log/7",
    seat=3,
    trick=1,
    play=1,
)
pair(
    "P326",
    hand([f"{(int(line[0]) + 1) % 4}{line[1:]}" for line in ORDERED + PLAYED], dealer=3),
    hand(played((2, "1 play Qd"))),
    "/log",
)
pair("P340", unseen(["3 order", "3 play Kd"], up=None), unseen(["3 order", "3 play Kd"]), "/log")

# Jokers, exchanges, other numbers of players, cards on the table


def other(house: str, log: list[str], dealer: int = 1, **changes: object) -> Doc:
    """A hand of a house of another game, of which the record tells the log and what is given."""
    return {"format": "euchre-hand/1", "house": house, "hand": 1, "dealer": dealer, "log": log, **changes}


ALSO: list[tuple[str, Doc, str]] = []
"""More that fires a code, each with its place."""


def also(code: str, tree: Doc, pointer: str) -> None:
    ALSO.append((code, tree, pointer))


def twelve(*log: str, seen: bool = True) -> Doc:
    """A hand of twelve tricks, its rows as they were dealt. Seat 0 leads.

    Each line: four in hand, four face down, and face up on them the last four.
    """
    dealt = [
        ["9c", "Tc", "Qc", "Kc", "9h", "Th", "Qh", "Kh", "Ac", "As", "Ah", "Ad"],
        ["9s", "Ts", "Qs", "Ks", "9d", "Td", "Qd", "Kd", "Jc", "Js", "Jh", "Jd"],
    ]
    tree = other("family-twelve", list(log))
    return {**tree, "dealt": dealt} if seen else tree


pair("B108", twelve("0 order", seen=False), twelve("0 name h", seen=False), "/log/0", seat=0, call=1)
also("B108", twelve("0 pass", "1 order"), "/log/1")
pair(
    "B112",
    other("british", ["0 pass"], 3, up="Jo"),
    other("british", ["3 turn h", "0 pass"], 3, up="Jo"),
    "/log/0",
    seat=0,
    call=1,
)
also("B112", other("british", ["0 order"], 3, up="Jo"), "/log/0")
pair(
    "B113",
    other("british", ["0 turn h"], 3, up="Jo"),
    other("british", ["3 turn h"], 3, up="Jo"),
    "/log/0",
    seat=0,
)
also("B113", other("british", ["3 turn h", "3 turn c"], 3, up="Jo"), "/log/1")
also("B113", other("british", ["3 turn h"], 3, up="9c"), "/log/0")
also("B113", other("british", ["3 turn h"], 3, up="Jo", rules={"joker_turned_up": "h"}), "/log/0")
also("B113", other("british", ["3 turn h", "0 pass", "3 turn h"], 3, up="Jo"), "/log/2")
NINES = ["9c", "9s", "9h", "9d", "Tc"]
WITH_A_JACK = ["9c", "9s", "9h", "Jh", "Tc"]
WITH_A_KING = ["9c", "Td", "9h", "Tc", "Kd"]
REDEAL: Doc = {"farmers_hand": "redeal"}
SWAP: Doc = {"farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"}


def of_west(log: list[str], cards: list[str], rules: Doc) -> Doc:
    """A hand of which West's cards are known. West calls first."""
    return unseen(log, rules=rules, dealt=[None, None, None, cards], up="Ad")


pair(
    "B141",
    of_west(["3 pass", "3 misdeal farmers-hand"], NINES, REDEAL),
    of_west(["3 misdeal farmers-hand"], NINES, REDEAL),
    "/log/1",
    seat=3,
)
also("B141", of_west(["3 swap 9c,Td,9h for ??,??,??", "3 swap 9c,Td,Tc for ??,??,??"], WITH_A_KING, SWAP), "/log/1")
also("B141", of_west([*P, "3 swap 9c,Td,9h for ??,??,??"], WITH_A_KING, SWAP), "/log/4")
also("B141", of_west([*P, "3 misdeal farmers-hand"], NINES, REDEAL), "/log/4")
BEST: Doc = {"partners_best": True}
LONE = ["3 order alone", "2 discard 9c"]
also("B141", hand([*LONE, "1 give Kc 3", "3 discard Tc", "1 give Qc 3"], rules=BEST), "/log/4")
also("B141", hand([*LONE, "3 play Kd", "1 give Kc 3"], rules=BEST), "/log/3")
also("B141", hand([*ORDERED, "1 give Kc 3"], rules=BEST), "/log/2")
pair(
    "B142",
    of_west(["3 misdeal farmers-hand"], WITH_A_JACK, REDEAL),
    of_west(["3 misdeal farmers-hand"], NINES, REDEAL),
    "/log/0",
    seat=3,
)
also("B142", of_west(["3 swap 9c,9s,9h for ??,??,??"], ["9c", "9s", "Qd", "Jh", "Kc"], SWAP), "/log/0")
also(
    "B142",
    of_west(["3 swap 9c,9s,Qd for ??,??,??"], ["9c", "9s", "Qd", "Jh", "Kc"], {"go_under": True}),
    "/log/0",
)
pair(
    "B143",
    hand([*LONE, "0 give Ac 3"], rules=BEST),
    hand([*LONE, "1 give Kc 3"], rules=BEST),
    "/log/2",
    seat=0,
)
also("B143", hand([*LONE, "1 give Kc 2"], rules=BEST), "/log/2")
also("B143", hand([*LONE, "3 give Tc 1"], rules=BEST), "/log/2")
pair(
    "B144",
    of_west(["3 swap 9c,Td,Kd for ??,??,??"], WITH_A_KING, SWAP),
    of_west(["3 swap 9c,Td,9h for ??,??,??"], WITH_A_KING, SWAP),
    "/log/0",
    seat=3,
)
also("B144", of_west(["3 swap 9c,Td for ??,??"], WITH_A_KING, SWAP), "/log/0")
also("B144", of_west(["3 swap 9c,Td,9h for ??,??,Ad"], WITH_A_KING, SWAP), "/log/0")
also("B144", of_west(["3 swap 9c,Td,9s for ??,??,??"], WITH_A_KING, SWAP), "/log/0")
also("B144", hand([*LONE, "1 give Ac 3"], rules=BEST), "/log/2")
pair("P300", other("family-two", ["2 pass"], 0), other("family-two", ["1 pass"], 0), "/log/0", seat=2)
also("P300", other("family-cutthroat", ["0 pass", "3 pass"], 2), "/log/1")
also("P300", other("family-cutthroat", ["0 order", "2 discard ??", "0 play Ac", "3 play 9c"], 2, up="9h"), "/log/3")
ACE_AND_JACK = ["0 name h", "0 play Ac", "1 play Jc"]
pair(
    "P327",
    twelve("0 name h", "0 play 9h"),
    twelve(*ACE_AND_JACK, "0 uncover 9h", "1 uncover 9d", "0 play 9h"),
    "/log/1",
    seat=0,
    trick=1,
    play=1,
)
also("P327", twelve("0 name h", "0 play Ad", "1 play Td"), "/log/2")
pair(
    "P328",
    twelve(*ACE_AND_JACK, "0 play As"),
    twelve(*ACE_AND_JACK, "0 uncover 9h", "1 uncover 9d", "0 play As"),
    "/log/3",
    seat=0,
    trick=2,
    play=1,
)
also("P328", twelve(*ACE_AND_JACK, "0 uncover 9h", "0 play As"), "/log/4")
also("P328", twelve(*ACE_AND_JACK, "1 uncover 9d", "0 play As", "1 play Js"), "/log/4")
pair(
    "P329",
    twelve("0 name h", "0 play 9c", "1 play Jc", "0 uncover 9h"),
    twelve("0 name h", "0 play 9c", "1 play Jc", "1 uncover 9d"),
    "/log/3",
    seat=0,
)
also("P329", twelve("0 name h", "0 play Ac", "0 uncover 9h"), "/log/2")
also("P329", twelve(*ACE_AND_JACK, "0 uncover 9h", "0 uncover 9h"), "/log/4")
also("P329", twelve("0 uncover 9h"), "/log/0")
pair(
    "P332",
    twelve(*ACE_AND_JACK, "0 uncover Th"),
    twelve(*ACE_AND_JACK, "0 uncover 9h"),
    "/log/3",
    seat=0,
)
also("P332", twelve(*ACE_AND_JACK, "0 uncover Ac"), "/log/3")
also("P332", twelve(*ACE_AND_JACK, "0 uncover 9d"), "/log/3")
pair("P350", unseen([*LONE, "1 lay-down"]), unseen([*LONE, "3 lay-down"]), "/log/2", seat=1)
also("P350", unseen(["3 pass", "0 lay-down"]), "/log/1")
HEARTS = [
    *("0 order", "3 discard Td"),
    *("0 play Ac", "1 play Qc", "2 play Jc", "3 play 9s"),
    *("0 play Kc", "1 play Tc", "2 play 9c", "3 play Js"),
    "0 lay-down",
]


def laid_down(north: str, east: str) -> Doc:
    """North lays down two bowers and another trump; East holds the third best and two more."""
    dealt = [
        ["Ac", "Kc", "Jh", "Jd", north],
        ["Qc", "Tc", east, "Qh", "Th"],
        ["Jc", "9c", "Qs", "Kd", "Qd"],
        ["Js", "9s", "Ks", "As", "Td"],
    ]
    kitty = ["9h", "9d", "Ts", "Ad"]
    return hand(HEARTS, dealt=dealt, kitty=kitty, up="9h", dealer=3, ended="claimed")


pair("P351", laid_down("Kh", "Ah"), laid_down("Ah", "Kh"), "/log/10", seat=0)
also("P351", hand([*ORDERED, *PLAYED[:16], "2 lay-down"], ended="claimed"), "/log/18")

# Rulings


def ruled(log: list[str], ruling: Doc, rules: Doc | None = None) -> Doc:
    return hand(log, rulings=[{"what": "renege", **ruling}], rules=rules or {})


TO_OTHERS: Doc = {"renege": {"rule": "points-to-others"}}
RENEGED = played((7, "3 play Kh"), (17, "3 play Tc"))


def unseen_ruling(points: list[int]) -> Doc:
    return unseen(
        (ORDERED + PLAYED)[:10],
        rules=TO_OTHERS,
        ended="ruled",
        rulings=[{"what": "renege", "seat": 3, "trick": 2, "points": points}],
    )


pair("S107", unseen_ruling([3, 0]), unseen_ruling([2, 0]), "/rulings/0")
also("S107", unseen_ruling([0, -2]), "/rulings/0")
also("S107", unseen_ruling([0, 2]), "/rulings/0")
pair(
    "S108",
    ruled(ORDERED + PLAYED, {"seat": 3, "trick": 3, "points": [2, 0]}),
    ruled(RENEGED, {"seat": 3, "trick": 2, "points": [2, 0]}),
    "/rulings/0",
)

# Score

pair("S101", hand(claims={"tricks": [2, 3]}), hand(claims={"tricks": [4, 1]}), "/claims/tricks")
pair("S102", hand(claims={"points": [0, 1]}), hand(claims={"points": [2, 0]}), "/claims/points")
pair(
    "S103",
    hand(start=[6, 4], claims={"score": [9, 4]}),
    hand(start=[6, 4], claims={"score": [8, 4]}),
    "/claims/score",
)
pair(
    "S104",
    game([cards(1)], start=[9, 8], result={"score": [10, 7]}),
    game([cards(1)], start=[9, 8], result={"score": [10, 8]}),
    "/result/score",
)
pair(
    "S105",
    game([cards(1)], start=[9, 8], result={"winners": [1]}),
    game([cards(1)], start=[9, 8], result={"winners": [0]}),
    "/result/winners",
)
CARD = {"maker": 0, "trump": "h"}
pair(
    "S106",
    game([{"card": CARD, "claims": {"tricks": [4, 2], "points": [1, 0]}}]),
    game([{"card": CARD, "claims": {"tricks": [4, 1], "points": [1, 0]}}]),
    "/hands/0/claims/tricks",
)
pair(
    "S121",
    hand(log=(ORDERED + PLAYED)[:8], ended="conceded", claims={"points": [2, 0]}),
    hand(claims={"points": [2, 0]}),
    "/claims/points",
)

# The order of a game


def stub(number: int, dealer: int, **changes: object) -> Doc:
    """A hand that is thrown in."""
    log = [f"{(dealer + 1 + turn) % 4} pass" for turn in range(8)]
    return {"hand": number, "dealer": dealer, "log": log, **changes}


def short(number: int, **changes: object) -> Doc:
    """A hand that stops after three tricks."""
    full = unseen([*ORDERED, *PLAYED[:12]])
    return {key: full[key] for key in ("dealer", "up", "log")} | {"hand": number, **changes}


def whole(number: int, **changes: object) -> Doc:
    return {key: value for key, value in hand().items() if key not in ("format", "house")} | {
        "hand": number,
        **changes,
    }


pair("G101", game([stub(1, 3), stub(2, 1)]), game([stub(1, 3), stub(2, 0)]), "/hands/1/dealer", hand=2, seat=1)
pair("G102", game([stub(3, 3), stub(3, 0)]), game([stub(3, 3), stub(4, 0)]), "/hands/1/hand", hand=3)
pair("G103", game([stub(3, 3), stub(5, 0)]), game([stub(3, 3), stub(4, 0)]), "/hands/1/hand", hand=5)
pair("G104", game([cards(1), cards(2)], start=[9, 7]), game([cards(1), cards(2)], start=[8, 7]), "/hands/1", hand=2)
pair("G105", game([cards(1)], start=[7, 6]), game([cards(1)], start=[9, 6]), "/hands")
pair(
    "G106",
    game([short(3), stub(4, 3)]),
    game([short(3, ended="conceded"), stub(4, 3)]),
    "/hands/0",
    hand=3,
)
pair("G107", game([short(3)]), game([whole(3)]), "/hands/0", hand=3)
pair(
    "G108",
    unseen([*ORDERED, *PLAYED[:16]], ended="played"),
    unseen(ORDERED + PLAYED, ended="played"),
    "/ended",
)


def found_by(dealer: int) -> Doc:
    first = {"method": "black-jack", "cards": ["9d", "Kc", "Js"], "dealer": dealer}
    return game([stub(1, dealer)], "pagat", first_dealer=first)


pair("G109", found_by(3), found_by(2), "/first_dealer/cards", seat=3)
pair(
    "G110",
    game([cards(1)], start=[8, 7], ended="target"),
    game([cards(1)], start=[8, 7], ended="abandoned"),
    "/ended",
)
pair(
    "G120",
    game([cards(1)], "club", rules={"target": 7}),
    game([cards(1)], "club", rules={"target": 11}),
    "/rules",
)

ON_MAY_DAY = "{}-05-01T19:00:00Z"
pair(
    "G121",
    game([stub(1, 3)], "cardgames-io-2016", played=ON_MAY_DAY.format(2015)),
    game([stub(1, 3)], "cardgames-io-2016", played=ON_MAY_DAY.format(2019)),
    "/played",
)
also("G121", game([cards(1)], "cardgames-io", played=ON_MAY_DAY.format(2019)), "/played")


pair(
    "G123",
    game([stub(1, 3)], "cardgames-io-2016", first_dealer={"method": "black-jack", "dealer": 3}),
    game([stub(1, 3)], "cardgames-io-2016", first_dealer={"method": "drawn", "dealer": 3}),
    "/first_dealer/method",
)


def miscounted(*sizes: int) -> Doc:
    """Given up before the first call; so many cards in each hand."""
    deck = [rank + suit for suit in "cdhs" for rank in "9TJQKA" if rank + suit != "9d"]
    dealt = [[deck.pop() for _ in range(size)] for size in sizes]
    return hand(["3 misdeal wrong-count"], dealt=dealt, kitty=None, claims=None, ended="redealt")


pair("B145", miscounted(5, 5, 5, 5), miscounted(5, 6, 5, 4), "/log/0")


def six_thrown_in(house: str) -> Doc:
    return game([stub(number, (2 + number) % 4) for number in range(1, 7)], house)


pair("G122", six_thrown_in("club"), six_thrown_in("family"), "/house")
pair(
    "G130",
    game([{"hand": 1, "dealer": 2, "log": ["0 pass"]}], "family-cutthroat", start=[0, 0]),
    game([{"hand": 1, "dealer": 2, "log": ["0 pass"]}], "family-cutthroat", start=[0, 0, 0]),
    "/start",
)

# The deal


@cache
def _proven(entropy: str = "none", header: bool = True) -> Doc:
    return hand_file(proven_game(3, entropy=entropy, max_hands=1, header=header), 0)


def proven(entropy: str = "none", header: bool = True, **evidence: object) -> Doc:
    """A clean hand with evidence, some of it replaced, or left out where None."""
    tree = copy.deepcopy(_proven(entropy, header))
    tree["deal"].update(evidence)
    tree["deal"] = {key: value for key, value in tree["deal"].items() if value is not None}
    return tree


def with_values(change: Callable[[list[Doc]], object]) -> Doc:
    tree = proven("players 0,2")
    change(tree["deal"]["values"])
    return tree


def dealt_as(
    header: str | None = None, record: Doc | None = None, values: dict[int, str] | None = None, **terms: object
) -> Doc:
    """A record of a deal by these terms; nothing was played."""
    made = evidence_of(terms_of(**terms), hex_of("deal"), header, values)
    vector = made["vector"]
    return {
        "format": "euchre-hand/1",
        "game": SESSION,
        "house": "club",
        "hand": terms.get("hand", 1),
        "dealer": vector["dealer"],
        "dealt": vector["hands"],
        "log": [],
        "deal": made["evidence"],
        **(record or {}),
    }


SECRET = _proven()["deal"]["secret"]
COMMITMENT = _proven()["deal"]["commitment"]
TERMS = _proven()["deal"]["terms"]
HEADER = _proven()["deal"]["match"]
OTHER_DIGIT = ("1" if SECRET[0] == "0" else "0") + SECRET[1:]

pair("D101", proven(terms=TERMS + "more\n"), proven(), "/deal/terms")
pair("D102", dealt_as(hand=5, record={"hand": 4}), dealt_as(hand=1, dealer="drawn"), "/deal/terms", hand=4)
pair("D103", dealt_as(pattern="2/3"), dealt_as(pattern="3/2"), "/deal/terms")
pair("D104", proven(secret=SECRET[:-1]), proven(), "/deal/secret")
BLANK = ["??", *DEALT[1][1:]]
pair(
    "D120",
    hand([], dealt=[DEALT[0], ["Ac", *DEALT[1][1:]], None, None], kitty=None),
    hand([], dealt=[["??", *DEALT[0][1:]], BLANK, None, None], kitty=None),
    "/dealt/1/0",
    seat=1,
)


def fifth_card(name: str) -> Doc:
    tree = proven()
    tree["dealt"][3][4] = name
    return tree


pair("D201", fifth_card(_proven()["kitty"][3]), fifth_card("??"), "/dealt/3/4", seat=3)


def turned(order: list[int]) -> Doc:
    tree = proven()
    tree["dealt"] = [tree["dealt"][seat] for seat in order]
    return tree


pair("D202", turned([3, 0, 1, 2]), turned([1, 0, 2, 3]), "/dealt")
DRAW = terms_of(hand=0, dealer="black-jack", pattern="none")
DRAWN = evidence_of(DRAW, hex_of("draw"))


def drawn(dealer: int) -> Doc:
    first = {"method": "black-jack", "dealer": dealer, "deal": DRAWN["evidence"]}
    return game([stub(1, dealer)], "pagat", game=SESSION, first_dealer=first)


pair(
    "D203",
    drawn((DRAWN["vector"]["dealer"] + 1) % 4),
    drawn(DRAWN["vector"]["dealer"]),
    "/first_dealer/dealer",
    hand=0,
)
pair("D210", proven(secret=None), {key: value for key, value in proven().items() if key != "deal"}, "/deal")

# The commitment

pair("C101", proven(secret=OTHER_DIGIT), proven(), "/deal/commitment")
pair("C102", proven(commitment=COMMITMENT[:-1]), proven(), "/deal/commitment")
pair("C103", proven(match=HEADER.replace("p-2", "p-3")), proven(), "/deal/match")


def headed(house: str) -> Doc:
    header = open_line(house, {})
    return dealt_as(header, {"players": PLAYERS}, match=hashlib.sha256(header.encode()).hexdigest())


pair("C104", headed("family"), headed("club"), "/deal/match")
pair("C110", with_values(lambda values: values.pop(1)), proven("players 0,2"), "/deal")


def made_for_another(values: list[Doc]) -> None:
    committed = bytes.fromhex(proven("players 0,2")["deal"]["commitment"])
    values[1]["contribution"] = contribution_of(committed, 1, values[1]["value"])


pair(
    "C111",
    with_values(made_for_another),
    with_values(lambda values: values[1].pop("contribution")),
    "/deal/values/1",
    seat=2,
)


def copied(values: list[Doc]) -> None:
    committed = bytes.fromhex(proven("players 0,2")["deal"]["commitment"])
    values[1]["value"] = values[0]["value"]
    values[1]["contribution"] = contribution_of(committed, 2, values[1]["value"])


ALIKE = {0: "0" * 63 + "4", 2: "0" * 63 + "5"}
pair(
    "C112",
    with_values(copied),
    dealt_as(values=ALIKE, entropy="players 0,2"),
    "/deal/values/1",
    seat=2,
)
SAW = Options(saw=(COMMITMENT,))
CASES["C210"] = Case(document(proven()), document(proven(), options=SAW), "/deal/commitment")
pair("C211", proven(commitment=None), proven(), "/deal")
NO_EVIDENCE = {key: value for key, value in proven().items() if key != "deal"}
pair("C220", proven(), proven("players 0,2"), "/deal/terms")
pair("C221", proven("players 0,2"), proven(), "/deal/terms")
pair("C230", proven(header=False), proven(), "/deal/terms")
pair("C231", proven(match=None), proven(), "/deal")


def saved(hand: int, players: list[str] | None = None) -> Doc:
    tree = hand_file(proven_game(4), hand)
    return {**tree, "players": players or tree["players"]}


SOMEBODY_ELSE = ["Ann", "Eve", "Robo", "Di"]
pair("C232", saved(2, SOMEBODY_ELSE), saved(2), "/deal/match")

# EGN


def egn(deals: list[object] | None = None, **ruleset: object) -> Doc:
    bidding = {"type": "EUCHRE_BIDDING", "calls": ["Order"], "isAlone": False}
    deal = {"dealNumber": 0, "initialState": {"dealer": 0, "upCard": "9d"}, "phases": [bidding]}
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": ["a", "b", "c", "d"], "initialScore": [0, 0], "ruleset": ruleset},
        "deals": deals or [deal],
    }


pair("S120", egn(fast_break=True), egn(), "/metadata/ruleset")


def egn_trick(*cards: str) -> Doc:
    play = {"type": "TRICK_PLAY", "tricks": [list(cards), ["9h"]]}
    tree = egn()
    tree["deals"][0]["phases"].append(play)
    return tree


pair(
    "P306",
    egn_trick("9c", "Tc", "Qc"),
    egn_trick("9c", "Tc", "Qc", "Ac"),
    "/deals/0/phases/1/tricks/0",
    trick=1,
)
pair("F130", egn(["AQIDBA"]), egn(), "/deals/0")

# Files


def text(tree: Doc) -> bytes:
    return json_text(tree).encode()


def swap(old: str, new: str, tree: Doc | None = None) -> Callable[[], Findings]:
    data = text(tree or hand())
    assert data.count(old.encode()) == 1
    return raw(data.replace(old.encode(), new.encode()))


HAND = text(hand())


def line_of(part: str, tree: Doc | None = None) -> int:
    lines = text(tree or hand()).decode().split("\n")
    return 1 + next(number for number, line in enumerate(lines) if part in line)


def file_case(code: str, fires: Callable[[], Findings], near: Callable[[], Findings], **place: object) -> None:
    CASES[code] = Case(fires, near, **place)  # type: ignore[arg-type]


file_case("F102", raw(b"\xef\xbb\xbf" + HAND), raw(text(hand(players=["Zoë", "Бо", "さき", "Di"]))), line=1)
COMMA = HAND.rstrip()[:-2] + b",\n}\n"
file_case("F103", raw(COMMA), raw(HAND.replace(b"\n", b" \r\n")), line=line_of("1 play Kc") + 2)
file_case(
    "F104",
    swap('"hand": 1,', '"hand": 1,\n"hand": 2,'),
    document(hand(claims={"points": [2, 0]}, rules={"points": {}})),
    pointer="/hand",
    line=line_of('"hand":') + 1,
)
file_case("F105", swap('"dealer": 2', '"dealer": 2.0'), raw(HAND), line=line_of('"dealer"'))
TEN_DEEP = json.loads("[" * 10 + "]" * 10)
file_case("F106", raw(b"[" * 100_000), document(hand(meta={"deep": TEN_DEEP})), line=1)
file_case("F108", swap("euchre-hand/1", "euchre-hand/2"), raw(HAND), pointer="/format", line=line_of("format"))
DEELER = 1 + text(hand()).decode().partition('"dealer"')[0].count("\n")
file_case("F110", swap('"dealer"', '"deeler"'), raw(HAND), pointer="/deeler", line=DEELER)
file_case("F111", swap('"9d",\n', '"10d",\n'), raw(HAND), pointer="/up", line=line_of('"up"'))
file_case("F112", swap("0 play Ac", "0 plays Ac"), raw(HAND), pointer="/log/6", line=line_of("0 play Ac"))
file_case("F120", swap('"family"', '"familly"'), raw(HAND), pointer="/house", line=line_of('"house"'))
pair("F121", hand(rules={"target": 0}), hand(rules={"target": 5}), "/rules")


def packed(cut: int) -> bytes:
    data: bytes = msgpack.packb(hand()) * 2
    return data[: len(data) - cut]


file_case("F107", raw(packed(1), "hands.msgpack"), raw(packed(0), "hands.msgpack"))
pair("F150", game([]), game([stub(1, 3)]), "/hands")

# A person's own house file

HOUSE_FILE = 'title = "Ours"\nsource = "us"\nabout = "Ours."\n[stated]\ntarget = 10\nstick_the_dealer = true\n'


def house_file(text: str) -> Callable[[], Findings]:
    def read() -> Findings:
        try:
            return check_house(text, "ours.toml", "ours")[1]
        except Unreadable as refused:
            return [refused.finding]

    return read


def house_case(code: str, fires: str, line: int, near: str = HOUSE_FILE) -> None:
    CASES[code] = Case(house_file(fires), house_file(near), line=line)


house_case("F170", HOUSE_FILE.replace("target = 10", "target 10"), 5)
house_case("F171", HOUSE_FILE.replace('source = "us"\n', ""), 1)
house_case("F172", HOUSE_FILE.replace("dealer", "deler"), 6)
house_case("F173", HOUSE_FILE.replace("10", '"10"'), 5)
house_case("F174", HOUSE_FILE + "[choices]\ntarget = [5, 10]\n", 8, HOUSE_FILE + "[choices]\ntarget = [5]\n")
house_case("F175", 'since = "spring 2020"\n' + HOUSE_FILE, 1, 'since = "2020-04-29"\n' + HOUSE_FILE)


def with_proof(sha256: str | None = None) -> Callable[[], Findings]:
    """A game of another notation and its evidence beside it, which says the game's own hash or another."""

    def read() -> Findings:
        with tempfile.TemporaryDirectory() as folder:
            game = json.dumps(egn()).encode()
            path = Path(folder, "game.egn")
            path.write_bytes(game)
            proof = {
                "format": "euchre-proof/1",
                "sha256": sha256 or hashlib.sha256(game).hexdigest(),
                "hands": [],
            }
            Path(folder, "game.proof.json").write_text(json.dumps(proof), encoding="utf-8")
            return audit_files([str(path)], Options()).all_findings()

    return read


CASES["F160"] = Case(with_proof("0" * 64), with_proof(), "/sha256", 1)


def as_egn(log: list[str]) -> Callable[[], Findings]:
    def write() -> Findings:
        hand = {"hand": 1, "dealer": 3, "up": "9d", "log": log}
        tree = {"format": "euchre-game/1", "house": "egn", "hands": [hand]}
        try:
            write_egn(msgspec.convert(tree, Game))
        except Unreadable as refused:
            return [refused.finding]
        return []

    return write


CASES["F161"] = Case(as_egn(["0 order", "1 play Ac"]), as_egn(["0 order", "0 play Ac"]), "/hands/0/log/1")

# Those that need more than a document
OWN_TESTS = {"A101", "A102", "A120", "A150", "C201", "C202", "C203", "F101", "F140", "F187", "X901"}


def test_every_code_has_its_case() -> None:
    assert sorted({*CASES, *OWN_TESTS, *COVERED, *OF_ARCHIVES, *CONTAINER_CODES, *OF_STATISTICS}) == sorted(
        all_codes()
    )
    assert not CASES.keys() & OWN_TESTS


@pytest.mark.parametrize("code", sorted(CASES))
def test_the_case_fires(code: str) -> None:
    case = CASES[code]
    found = case.fires()
    mine = [finding for finding in found if finding.code == code]
    assert len(mine) == 1, told(found)
    errors = [finding for finding in found if finding.severity == "error"]
    if entry(code).severity == "error":
        assert errors == mine, told(found)
    else:
        assert not errors, told(found)
    where = mine[0].where
    if case.pointer is not None:
        assert where.pointer == case.pointer
    if case.line is not None:
        assert where.line == case.line
    for name, value in case.places.items():
        assert getattr(where, name) == value, name


@pytest.mark.parametrize("number", range(len(ALSO)))
def test_it_fires_here_too(number: int) -> None:
    code, tree, pointer = ALSO[number]
    found = [finding for finding in document(tree)() if finding.severity != "note" or finding.code == code]
    assert [(finding.code, finding.where.pointer) for finding in found] == [(code, pointer)], told(found)


@pytest.mark.parametrize("code", sorted(CASES))
def test_its_near_miss_does_not(code: str) -> None:
    found = CASES[code].near()
    assert code not in {finding.code for finding in found}, told(found)


NEAR_WITH_A_FAULT = {"D202", "P326", "S108"}


@pytest.mark.parametrize("code", sorted(set(CASES) - NEAR_WITH_A_FAULT))
def test_the_near_miss_is_clean(code: str) -> None:
    errors = [finding for finding in CASES[code].near() if finding.severity == "error"]
    assert not errors, told(errors)


def test_a_left_bower_is_no_club_while_spades_are_trump() -> None:
    """Nine of hearts on a club lead by North, whose only black card is a jack, or a queen."""
    log = [*P, "3 pass", "0 pass", "1 name s", "3 play Tc", "0 play 9h", "1 play Kc", "2 play 9c"]
    for black, codes in (("Jc", []), ("Qc", ["P310"])):
        dealt = [["9h", black, "Kd", "Td", "Qd"], None, None, None]
        found = report_of(source_of(unseen(log, dealt=dealt))).all_findings()
        assert [finding.code for finding in found if finding.severity == "error"] == codes, told(found)


# A folder, files and lists


def write(folder: Path, name: str, tree: Doc) -> str:
    path = folder / name
    path.write_bytes(text(tree))
    return str(path)


def test_a101_a_manifest_further_down(tmp_path: Path) -> None:
    write(tmp_path, "game.json", hand())
    write(tmp_path, "archive.json", {"format": "euchre-archive/1"})
    assert "A101" not in {f.code for f in audit_folder(str(tmp_path), Options()).all_findings()}
    (tmp_path / "round-1").mkdir()
    write(tmp_path / "round-1", "archive.json", {"format": "euchre-archive/1"})
    report = audit_folder(str(tmp_path), Options())
    (finding,) = [f for f in report.all_findings() if f.code == "A101"]
    assert finding.where.path == os.path.join("round-1", "archive.json")
    assert len(report.games) == 1


def test_a120_a_folder_without_a_manifest(tmp_path: Path) -> None:
    write(tmp_path, "game.json", hand())
    (finding,) = [f for f in audit_folder(str(tmp_path), Options()).all_findings() if f.code == "A120"]
    assert (finding.where.path, finding.severity) == (str(tmp_path), "note")
    write(tmp_path, "archive.json", {"format": "euchre-archive/1"})
    assert "A120" not in {f.code for f in audit_folder(str(tmp_path), Options()).all_findings()}


def test_a_game_is_not_hidden_by_calling_it_the_ledger(tmp_path: Path) -> None:
    write(tmp_path, "archive.json", {"format": "euchre-archive/1", "ledger": {"path": "hand.json"}})
    write(tmp_path, "hand.json", hand())
    assert len(audit_folder(str(tmp_path), Options()).games) == 1


def test_a102_a_link_is_passed_over_and_told(tmp_path: Path) -> None:
    games, elsewhere = tmp_path / "games", tmp_path / "elsewhere"
    for folder in (games, elsewhere):
        folder.mkdir()
        write(folder, "hand.json", hand())
    assert "A102" not in {f.code for f in audit_folder(str(games), Options()).all_findings()}
    (games / "t3.json").symlink_to(elsewhere / "hand.json")
    (games / "dangling.egn").symlink_to(tmp_path / "nothing")
    (games / "more").symlink_to(elsewhere)
    report = audit_folder(str(games), Options())
    assert [f.where.path for f in report.all_findings() if f.code == "A102"] == ["dangling.egn", "more", "t3.json"]
    assert [path for path, _ in report.inputs] == ["hand.json"]


def test_what_only_looks_like_a_file_does_not_stop_the_audit(tmp_path: Path) -> None:
    write(tmp_path, "hand.json", hand())
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    report = audit_folder(str(tmp_path), Options())
    assert len(report.games) == 1
    assert [(f.code, f.where.path) for f in report.all_findings() if f.severity == "error"] == [
        ("F101", "pipe.json")
    ]


def test_f101_a_file_that_is_not_there(tmp_path: Path) -> None:
    missing = audit_files([str(tmp_path / "missing.json")], Options())
    assert [(f.code, f.where.path) for f in missing.all_findings()] == [("F101", str(tmp_path / "missing.json"))]
    assert missing.exit_code == 2
    near = audit_files([write(tmp_path, "hand.json", hand())], Options())
    assert "F101" not in {f.code for f in near.all_findings()}
    assert near.exit_code == 0


def test_f101_a_folder_in_place_of_a_file_and_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    assert [f.code for f in audit_files([str(tmp_path)], Options()).all_findings()] == ["F101"]
    for path in (write(tmp_path, "hand.json", hand()), str(tmp_path / "missing")):
        with pytest.raises(Unreadable) as refused:
            find_games(path)
        assert refused.value.finding.code == "F101"


def test_f150_an_empty_folder(tmp_path: Path) -> None:
    report = audit_folder(str(tmp_path), Options())
    assert [f.code for f in report.all_findings()] == ["F150"]
    assert report.exit_code == 2
    write(tmp_path, "hand.json", hand())
    assert "F150" not in {f.code for f in audit_folder(str(tmp_path), Options()).all_findings()}


def published(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "published.txt"
    path.write_text("".join(line + "\n" for line in lines))
    return str(path)


def test_f140_a_line_that_is_not_of_a_published_list(tmp_path: Path) -> None:
    good = f"club/t-1 1 {hex_of('a')}"
    with pytest.raises(Unreadable) as refused:
        read_published(published(tmp_path, good, f"club/t-1 2 {hex_of('b').upper()}"))
    assert (refused.value.finding.code, refused.value.finding.where.line) == ("F140", 2)
    assert read_published(published(tmp_path, good)).commitments == {("club/t-1", 1): hex_of("a")}


def test_c202_two_commitments_for_one_hand(tmp_path: Path) -> None:
    first, second = (f"club/t-1 3 {hex_of(name)}" for name in "ab")
    (finding,) = read_published(published(tmp_path, first, second)).contradictions
    assert (finding.code, finding.where.line, finding.severity) == ("C202", 2, "error")
    near = read_published(published(tmp_path, first, first))
    assert near.contradictions == ()
    listed = Options(published=read_published(published(tmp_path, first, second)))
    report = audit_files([write(tmp_path, "hand.json", hand())], listed)
    assert [f.code for f in report.all_findings() if f.severity == "error"] == ["C202"]


def test_c203_a_list_with_more_hands_than_the_game(tmp_path: Path) -> None:
    tree = proven_game(3)
    path = write(tmp_path, "game.json", tree)
    lines = [f"{tree['game']} {each['hand']} {each['deal']['commitment']}" for each in tree["hands"]]
    for extra, codes in (([f"{tree['game']} 99 {hex_of('nine')}"], ["C203"]), ([f"else/1 9 {hex_of('nine')}"], [])):
        options = Options(published=read_published(published(tmp_path, *lines, *extra)))
        found = audit_files([path], options).all_findings()
        assert [f.code for f in found if f.code.startswith("C2") and f.code not in ("C220", "C230")] == codes
        assert not [f for f in found if f.severity == "error"]


def test_a_person_may_have_seen_more_commitments_than_this_hand_s(tmp_path: Path) -> None:
    path = write(tmp_path, "hand.json", proven())
    report = audit_files([path], Options(saw=(hex_of("of another hand"), COMMITMENT)))
    assert report.exit_code == 0
    assert report.answers["published"] == "pass"


def test_a_list_that_contradicts_itself_proves_nothing(tmp_path: Path) -> None:
    tree = proven()
    path = write(tmp_path, "hand.json", tree)
    lines = [f"{tree['game']} {tree['hand']} {each}" for each in (COMMITMENT, hex_of("another"))]
    report = audit_files([path], Options(published=read_published(published(tmp_path, *lines))))
    assert report.answers["published"] == "unproven"
    assert [f.code for f in report.all_findings() if f.severity == "error"] == ["C202"]


def test_c201_by_a_commitment_that_was_seen(tmp_path: Path) -> None:
    path = write(tmp_path, "hand.json", proven())
    for seen, codes in ((hex_of("saw"), ["C201"]), (COMMITMENT, [])):
        report = audit_files([path], Options(saw=(seen,)))
        errors = [finding for finding in report.all_findings() if finding.severity == "error"]
        assert [finding.code for finding in errors] == codes
        assert report.answers["published"] == ("fail" if codes else "pass")


def test_c201_by_a_published_list(tmp_path: Path) -> None:
    for name, codes in (("other", ["C201"]), (None, [])):
        commitment = hex_of(name) if name else COMMITMENT
        listed = read_published(published(tmp_path, f"{SESSION} 1 {commitment}"))
        found = report_of(source_of(proven()), Options(published=listed)).all_findings()
        errors = [finding for finding in found if finding.severity == "error"]
        assert [f.code for f in errors] == codes
        assert all(f.where.pointer == "/deal/commitment" for f in errors)


def test_c102_a_commitment_given_by_hand(tmp_path: Path) -> None:
    for wrong in (COMMITMENT[:-1], COMMITMENT.upper(), COMMITMENT + "0"):
        with pytest.raises(Unreadable) as refused:
            read_seen(wrong)
        assert refused.value.finding.code == "C102"
    assert read_seen(COMMITMENT) == COMMITMENT
    (tmp_path / "seen.txt").write_text(COMMITMENT + "\n")
    assert read_seen(str(tmp_path / "seen.txt")) == COMMITMENT


def test_x901_our_own_failure_is_told_and_the_other_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shards.audit_game

    def fails(loaded: object, options: Options) -> object:
        if getattr(loaded, "path", "").endswith("bad.json"):
            raise RuntimeError("a defect")
        return real(loaded, options)  # type: ignore[arg-type]

    monkeypatch.setattr(shards, "audit_game", fails)
    paths = [write(tmp_path, name, hand()) for name in ("bad.json", "good.json")]
    report = audit_files(paths, Options())
    errors = [finding for finding in report.all_findings() if finding.severity == "error"]
    assert [(f.code, f.where.path, f.where.line) for f in errors] == [("X901", paths[0], 1)]
    assert (len(report.games), report.exit_code) == (1, 2)
    near = audit_files([paths[1]], Options())
    assert "X901" not in {f.code for f in near.all_findings()}

"""Fixed deals of the variants, and in how many ways each can go on."""

from __future__ import annotations

from typing import NamedTuple

from tests.twin.rules import Rules

Deal = tuple[list[list[str]], list[str]]


class PerftCase(NamedTuple):
    """After the log, `expected` continuations of `depth` lines; one that can go no further counts once."""

    house: str
    rules: Rules
    dealt: list[list[str]]
    kitty: list[str]
    dealer: int
    log: list[str]
    depth: int
    expected: int


def deal(*hands: str, kitty: str = "") -> Deal:
    return [hand.split() for hand in hands], kitty.split()


JOKER_1 = deal("Kd Js Qs As Ac", "Ks Th Kh Qd Ad", "Ah 9c Td Tc 9d", "9h Ts Jh Qh Qc", kitty="Jo Jd Jc 9s Kc")
JOKER_2 = deal("Jo Ts Kh 9h 9c", "Ks Kc Td Th Qh", "9s Qs Jh Kd Ah", "Js Qc 9d Jd Qd", kitty="Ac Ad As Jc Tc")
JOKER_3 = deal("9d Kh Ks Jh Tc", "Ac Js Kd Qd Th", "9h Qc Jd Qs As", "9c Jc Qh Ts Ad", kitty="Jo Kc Ah 9s Td")
NO_TRUMP_1 = deal("As Kd Js Jh Ad", "Tc Kh Ac Ks Th", "Qs Ts 9s Jd 9d", "9c Ah Jc Kc Qh", kitty="9h Qc Qd Td")
NO_TRUMP_2 = deal("Ks Th Qd Qs 9s", "Kd Kc 9h 9d Qc", "As Ac Qh Jc Ah", "Tc Td Jh 9c Kh", kitty="Js Ad Jd Ts")
NO_TRUMP_WITH_JOKER_1 = deal(
    "Qd Th Ah As Ac", "Jh Kh Js Qs 9d", "Qc Td Jo Ts Kd", "Ad Ks Kc 9c Tc", kitty="9h Jd Qh Jc 9s"
)
CUTTHROAT_1 = deal("Ac 9s Ks Qh Td", "Jh As Qs 9d Ts", "Th Kh Jd 9c Qd", kitty="Ad Qc Ah Jc Tc Js 9h Kc Kd")
CUTTHROAT_2 = deal("Ah Qd Kh 9s Ac", "Ks Jh Th Qh 9c", "Kd Ts Qc Jd Qs", kitty="As Js Jc Tc 9d Kc 9h Ad Td")
TWO_1 = deal("Td Jc Kh Ks Qc", "Qs 9h 9d Ah Th", kitty="Js 9s Tc Qd Qh As Kd 9c Ac Kc Jd Ad Ts Jh")
TWO_2 = deal("Kh Qc Qd Ah Ad", "Ks 9h Ac Td Jd", kitty="Ts Jc Kd Kc Qs Js Jh 9d 9c As Qh Th Tc 9s")
TWO_32_1 = deal(
    "Qs Th Jh Qd Jc", "Jd Ah Ac Kh 7c", kitty="9d Td 7d 8c 9c 8d 8s Tc Qh Ad As Qc Kc 9h 7h 9s Kd 7s Ks 8h Ts Js"
)
TWO_32_2 = deal(
    "Th Kc 8d Jh 7s", "Kh Ts 8c 9d Js", kitty="Tc Qd 9c Qc 9h 8s Ah 8h Ac Kd As Ad 9s 7c Jd Jc Td Qs 7h Qh 7d Ks"
)
TWELVE_1 = deal(
    "Ah 9h Jh Ks Kd Kh Th Jc 9d 9c Qh Ad",
    "Qc As Tc 9s Js Ts Kc Td Ac Qs Qd Jd",
)
TWELVE_2 = deal(
    "9c As Ac 9h Ah Ad Qh Tc Qs 9d Jh Th",
    "Kc Ks Kd Jc Qd 9s Jd Td Kh Js Ts Qc",
)
FARMER_1 = deal("Kd Jd Ah Qh As", "9c Td 9h Th 9s", "Qs Qc Ts Ad Qd", "Kc Js Ks Jc Ac", kitty="Tc Kh Jh 9d")
FARMER_2 = deal(
    "8c Td 9h Th Ks", "9c Ac Qs Kh Js", "8d 9d Tc 8s Qc", "Ah Jh 9s Jd Ts", kitty="Kd 8h Kc Ad Jc Qh As Qd"
)
FARMER_3 = deal("Ts Ks Jc Tc Ah", "Kd Jd Qs As Kc", "Js 9d Qh Qc Jh", "9c Td 9h Th 9s", kitty="Ad Qd Ac Kh")
GO_UNDER_1 = deal("9c Td 9h Jh As", "9d Tc Ts Kh Ks", "Qd Th Kc 9s Jc", "Js Qh Jd Ah Kd", kitty="Ad Qs Qc Ac")
GO_UNDER_2 = deal("9c Td 9h Jh As", "Kd Th Ac 9s Ts", "Ks Kc Ah Jc Qh", kitty="Qd Ad Js 9d Jd Qc Kh Tc Qs")
PARTNERS_BEST_1 = deal("Kh Ts 9s Ks Ad", "Js 9h Jh Qd Td", "Ah Jc Qh Tc 9d", "Th 9c Ac Kd Qc", kitty="Jd Kc Qs As")
PARTNERS_BEST_2 = deal("9h Jc Kc Kd Ts", "Qs Td Tc Ah Kh", "Ad 9c Qc Jh Jd", "As 9s 9d Qh Qd", kitty="Js Ks Th Ac")
PARTNERS_BEST_3 = deal("Js Tc Kd Ks Th", "9h Kh 9d Jd Qh", "Qd 9s Qs As Ah", "Jc Ad Qc Ac Jh", kitty="Ts 9c Td Kc")

PERFT_CASES = [
    PerftCase("british", {}, *JOKER_1, dealer=3, log=[], depth=8, expected=17242),
    PerftCase("british", {}, *JOKER_1, dealer=3, log=["3 turn d", "0 order"], depth=9, expected=12928),
    PerftCase("british", {"joker_turned_up": "s"}, *JOKER_2, dealer=1, log=[], depth=8, expected=15691),
    PerftCase(
        "british",
        {"joker_turned_up": "s"},
        *JOKER_2,
        dealer=1,
        log=["2 pass", "3 pass", "0 order alone"],
        depth=8,
        expected=15576,
    ),
    PerftCase(
        "british",
        {"joker_turned_up": "s"},
        *JOKER_3,
        dealer=3,
        log=["0 pass", "1 order alone"],
        depth=13,
        expected=15960,
    ),
    PerftCase(
        "british",
        {"joker_turned_up": "s"},
        *JOKER_3,
        dealer=3,
        log=["0 pass", "1 pass", "2 pass", "3 pass"],
        depth=11,
        expected=18838,
    ),
    PerftCase(
        "family",
        {"no_trump": True},
        *NO_TRUMP_1,
        dealer=3,
        log=["0 pass", "1 pass", "2 pass", "3 pass"],
        depth=6,
        expected=6719,
    ),
    PerftCase(
        "family",
        {"no_trump": True},
        *NO_TRUMP_1,
        dealer=3,
        log=["0 pass", "1 pass", "2 pass", "3 pass", "0 name n"],
        depth=8,
        expected=11776,
    ),
    PerftCase(
        "guide",
        {"no_trump": True},
        *NO_TRUMP_2,
        dealer=0,
        log=["1 pass", "2 pass", "3 pass", "0 pass", "1 name n alone"],
        depth=10,
        expected=19548,
    ),
    PerftCase(
        "guide",
        {"no_trump": True},
        *NO_TRUMP_2,
        dealer=0,
        log=["1 pass", "2 pass", "3 pass", "0 pass", "1 pass", "2 pass"],
        depth=7,
        expected=10180,
    ),
    PerftCase(
        "british",
        {"no_trump": True},
        *NO_TRUMP_WITH_JOKER_1,
        dealer=3,
        log=["0 pass", "1 pass", "2 pass", "3 pass"],
        depth=8,
        expected=14690,
    ),
    PerftCase("family-cutthroat", {}, *CUTTHROAT_1, dealer=2, log=[], depth=8, expected=10485),
    PerftCase("family-cutthroat", {}, *CUTTHROAT_1, dealer=2, log=["0 order"], depth=8, expected=17376),
    PerftCase(
        "family-cutthroat",
        {"stick_the_dealer": True, "no_trump": True},
        *CUTTHROAT_2,
        dealer=0,
        log=["1 pass", "2 pass", "0 pass"],
        depth=9,
        expected=13345,
    ),
    PerftCase(
        "family-cutthroat",
        {"stick_the_dealer": True, "no_trump": True},
        *CUTTHROAT_2,
        dealer=0,
        log=["1 pass", "2 pass", "0 pass", "1 pass", "2 pass"],
        depth=10,
        expected=12555,
    ),
    PerftCase("family-two", {}, *TWO_1, dealer=1, log=[], depth=9, expected=12499),
    PerftCase("family-two", {}, *TWO_1, dealer=1, log=["0 pass", "1 pass", "0 name h"], depth=13, expected=2208),
    PerftCase("family-two", {"discard_up_card": False}, *TWO_2, dealer=0, log=[], depth=13, expected=10673),
    PerftCase("family-two", {"discard_up_card": False}, *TWO_2, dealer=0, log=["1 order"], depth=13, expected=2168),
    PerftCase("family-two-32", {}, *TWO_32_1, dealer=1, log=[], depth=10, expected=17537),
    PerftCase("family-two-32", {}, *TWO_32_1, dealer=1, log=["0 order"], depth=13, expected=6868),
    PerftCase("family-two-32", {}, *TWO_32_2, dealer=0, log=[], depth=13, expected=9649),
    PerftCase("family-two-32", {}, *TWO_32_2, dealer=0, log=["1 pass", "0 pass"], depth=13, expected=2881),
    PerftCase("family-twelve", {}, *TWELVE_1, dealer=1, log=[], depth=7, expected=16220),
    PerftCase("family-twelve", {}, *TWELVE_1, dealer=1, log=["0 name h"], depth=9, expected=16670),
    PerftCase("family-twelve", {"no_trump": True}, *TWELVE_2, dealer=0, log=["1 pass"], depth=8, expected=9690),
    PerftCase(
        "family-twelve",
        {"no_trump": True},
        *TWELVE_2,
        dealer=0,
        log=["1 pass", "0 name n"],
        depth=9,
        expected=11267,
    ),
    PerftCase("family", {"farmers_hand": "swap"}, *FARMER_1, dealer=0, log=[], depth=6, expected=12269),
    PerftCase(
        "family",
        {"farmers_hand": "swap"},
        *FARMER_1,
        dealer=0,
        log=["1 swap 9c,Td,9h for 9d,Jh,Kh", "1 order"],
        depth=8,
        expected=18072,
    ),
    PerftCase(
        "family",
        {"deck": 28, "farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"},
        *FARMER_2,
        dealer=3,
        log=[],
        depth=5,
        expected=8087,
    ),
    PerftCase(
        "family",
        {"deck": 28, "farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"},
        *FARMER_2,
        dealer=3,
        log=["0 pass", "1 pass"],
        depth=8,
        expected=12799,
    ),
    PerftCase(
        "family",
        {"farmers_hand": "redeal", "farmers_hand_is": "no-ace-no-face"},
        *FARMER_3,
        dealer=3,
        log=[],
        depth=9,
        expected=10318,
    ),
    PerftCase(
        "family",
        {"farmers_hand": "redeal", "farmers_hand_is": "no-ace-no-face"},
        *FARMER_3,
        dealer=3,
        log=["0 pass", "1 pass", "2 pass"],
        depth=10,
        expected=16559,
    ),
    PerftCase("family", {"go_under": True}, *GO_UNDER_1, dealer=3, log=[], depth=9, expected=17358),
    PerftCase(
        "family",
        {"go_under": True},
        *GO_UNDER_1,
        dealer=3,
        log=["0 swap 9c,Td,9h for Qc,Ac,Qs", "0 pass"],
        depth=9,
        expected=14278,
    ),
    PerftCase(
        "family-cutthroat",
        {"go_under": True, "farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"},
        *GO_UNDER_2,
        dealer=2,
        log=[],
        depth=3,
        expected=3792,
    ),
    PerftCase(
        "family-cutthroat",
        {"go_under": True, "farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"},
        *GO_UNDER_2,
        dealer=2,
        log=["0 pass", "1 pass"],
        depth=11,
        expected=10921,
    ),
    PerftCase("family", {"partners_best": True}, *PARTNERS_BEST_1, dealer=3, log=[], depth=6, expected=9279),
    PerftCase(
        "family",
        {"partners_best": True},
        *PARTNERS_BEST_1,
        dealer=3,
        log=["0 order alone"],
        depth=6,
        expected=13968,
    ),
    PerftCase(
        "family",
        {"partners_best": True},
        *PARTNERS_BEST_2,
        dealer=2,
        log=["3 pass", "0 order alone"],
        depth=6,
        expected=5922,
    ),
    PerftCase(
        "family",
        {"partners_best": True},
        *PARTNERS_BEST_2,
        dealer=2,
        log=["3 pass", "0 pass", "1 pass", "2 pass", "3 name h alone"],
        depth=8,
        expected=10003,
    ),
    PerftCase(
        "guide",
        {"partners_best": True, "discard_up_card": False, "defend_alone": "any"},
        *PARTNERS_BEST_3,
        dealer=0,
        log=["1 pass", "2 pass", "3 pass", "0 order"],
        depth=5,
        expected=16253,
    ),
    PerftCase(
        "guide",
        {"partners_best": True, "discard_up_card": False, "defend_alone": "any"},
        *PARTNERS_BEST_3,
        dealer=0,
        log=["1 pass", "2 pass", "3 pass", "0 order", "0 alone"],
        depth=5,
        expected=13307,
    ),
]

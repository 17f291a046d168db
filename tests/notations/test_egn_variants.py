"""Rule sets of Euchre Game Notation beside the usual one: larger decks, the joker, no trump, two and three players,
exchanges of cards."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from tests.audit.games import above_notes, audit, codes, findings_of, report_of, told
from tests.notations.test_egn import egn_of, file
from tests.twin.generate import random_game

Doc = dict[str, Any]
EGN = "game.egn"


def game(seed: int, **rules: Any) -> Doc:
    """A random game by these rules in which no joker is turned up, since the notation cannot say its suit."""
    full = {"stick_the_dealer": True, **rules}
    for again in range(200):
        made = random_game(Random(f"variant {rules} {seed} {again}"), "egn", full, loners=0.4)
        if all(hand["up"] != "Jo" and not unjudged(hand, rules) for hand in made["hands"]):
            return made
    raise AssertionError("no such game")


def unjudged(hand: Doc, rules: Doc) -> bool:
    return rules.get("deck", 24) % 2 == 1 and any(" name n" in line for line in hand["log"])


TWO = {"seats": 2, "sides": "solo", "alone_by": "nobody", "target": 5}
THREE = {"seats": 3, "sides": "maker-against-rest", "alone_by": "nobody", "target": 5}
VARIANTS: list[Doc] = [
    {"deck": 25, "target": 3},
    {"deck": 28},
    {"deck": 29, "target": 3},
    {"deck": 32},
    {"deck": 33, "target": 3},
    {"no_trump": True},
    {"deck": 32, "no_trump": True, "alone_lead": "loner-left", "defend_alone": "against-lone"},
    TWO,
    {**TWO, "deck": 32, "no_trump": True},
]


@pytest.mark.parametrize("cards", [True, False], ids=["cards", "no cards"])
@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_a_legal_game_is_clean_and_comes_to_the_same_score(rules: Doc, cards: bool) -> None:
    for seed in range(2):
        made = game(seed, **rules)
        result = audit(egn_of(made, cards), path=EGN)
        assert above_notes(list(result.all_findings())) == [], told(list(result.all_findings()))
        assert result.score == made["result"]["score"]
        assert result.all_answers()["play"] == "pass"


def test_three_players_are_judged_but_for_the_points() -> None:
    made = game(0, **THREE)
    tree = egn_of(made)
    tree["metadata"]["initialScore"] = [0, 0]
    result = audit(tree, path=EGN)
    assert codes(list(result.all_findings())) == ["S120"], told(list(result.all_findings()))
    assert (result.all_answers()["play"], result.all_answers()["score"]) == ("pass", "unchecked")
    tree["metadata"]["initialScore"] = [1, 0]
    (finding,) = findings_of(tree, path=EGN)
    assert (finding.code, finding.where.pointer) == ("F110", "/metadata/initialScore")


@pytest.mark.parametrize("seats", [2, 3])
def test_as_many_names_as_players(seats: int) -> None:
    tree = egn_of(game(0, **(TWO if seats == 2 else THREE)))
    tree["metadata"]["players"] = ["Ann", "Bo", "Cy", "Di"]
    tree["metadata"].pop("finalScore", None)
    tree["metadata"]["initialScore"] = [0, 0]
    (finding,) = findings_of(tree, path=EGN)
    assert (finding.code, finding.where.pointer) == ("F110", "/metadata/players")


def test_no_trump_where_the_ruleset_has_none() -> None:
    tree = egn_of(next(made for made in map(with_no_trump, range(9)) if made))
    assert above_notes(findings_of(tree, path=EGN)) == []
    tree["metadata"]["ruleset"]["allow_no_trump"] = False
    assert "B111" in codes(findings_of(tree, path=EGN))


def with_no_trump(seed: int) -> Doc | None:
    made = game(seed, no_trump=True)
    return made if any(" name n" in line for hand in made["hands"] for line in hand["log"]) else None


def test_a_joker_turned_up_is_a_deal_that_is_not_judged() -> None:
    tree = egn_of(game(0, deck=25, target=3))
    tree["deals"][0]["initialState"]["upCard"] = "B"
    del tree["deals"][0]["initialState"]["playerCards"]
    found = findings_of(tree, path=EGN)
    (note,) = [finding for finding in found if finding.code == "P340"]
    assert (note.where.hand, "joker" in note.message) == (1, True)


# Exchanges: a deal by hand, dealer West, up card 9d.
#
#   North Ac Jd 9h Th Ks   East Kc Qc 9s Qs Ah   South Jc Td Qd Qh 9c   West Tc As Js Kh Kd   kitty 9d Ad Ts Jh


def dealt(calls: list[str], tricks: list[list[str]], *, cards: bool = True, **bidding: Any) -> Doc:
    hands = [
        ["Ac", "Jd", "9h", "Th", "Ks"],
        ["Kc", "Qc", "9s", "Qs", "Ah"],
        ["Jc", "Td", "Qd", "Qh", "9c"],
        ["Tc", "As", "Js", "Kh", "Kd"],
    ]
    state = {"dealer": 3, "upCard": "9d", **({"playerCards": hands} if cards else {})}
    phases = [{"type": "EUCHRE_BIDDING", "calls": calls, **bidding}, {"type": "TRICK_PLAY", "tricks": tricks}]
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": ["Ann", "Bo", "Cy", "Di"], "initialScore": [0, 0], "ruleset": {}},
        "deals": [{"dealNumber": 0, "initialState": state, "phases": phases}],
    }


BEST = {"sender": 0, "receiver": 2, "cards": ["Jd"]}
"""South orders alone and gets the jack of diamonds from North, who has to sit out."""


def lone(*exchanges: Doc, tricks: list[list[str]] | None = None, **more: Any) -> Doc:
    tree = dealt(
        ["Pass", "Pass", "Order"],
        tricks if tricks is not None else [["Kc", "Jd", "Tc"]],
        isAlone=True,
        discard="Tc",
        cardExchanges=list(exchanges),
        **more,
    )
    tree["deals"][0]["phases"][1]["tricks"] = tricks if tricks is not None else [["Qc", "9c", "Tc"]]
    return tree


def log_of(tree: Doc) -> list[str]:
    import json

    from euchre_audit.audit import load
    from euchre_audit.audit.inputs import Loaded
    from euchre_audit.records import Source

    (loaded,) = load(Source(EGN, json.dumps(tree).encode()))
    assert isinstance(loaded, Loaded)
    return loaded.game.hands[0].log or []


def test_the_partner_s_best() -> None:
    tree = lone(BEST, tricks=[["Kc", "9c", "Kh"]])
    tree["metadata"]["ruleset"] = {"partners_best": True}
    assert log_of(tree) == [
        "0 pass",
        "1 pass",
        "2 order alone",
        "0 give Jd 2",
        "3 discard Tc",
        "2 discard ??",
        "1 play Kc",
        "2 play 9c",
        "3 play Kh",
    ]
    found = findings_of(tree, path=EGN)
    assert above_notes(found) == [], told(found)
    for card, code in (("9s", True), ("Jh", True), ("Th", False)):
        other = copy.deepcopy(tree)
        other["deals"][0]["phases"][0]["cardExchanges"][0]["cards"] = [card]
        assert bool(above_notes(findings_of(other, path=EGN))) is code, card


def test_the_card_that_went_back_is_out_of_play() -> None:
    tree = lone(BEST, {"sender": 2, "receiver": 0, "cards": ["Qh"]}, tricks=[["Kc", "Qh", "Kh"]])
    tree["metadata"]["ruleset"] = {"partners_best": True}
    assert log_of(tree)[3:6] == ["0 give Jd 2", "3 discard Tc", "2 discard Qh"]
    found = above_notes(findings_of(tree, path=EGN))
    assert len(found) == 1, told(found)
    assert found[0].where.pointer == "/deals/0/phases/1/tricks/0/1"


def test_cards_from_the_kitty_before_the_first_call_of_who_took_them() -> None:
    swap = {"receiver": 0, "cards": ["Ad", "Ts", "Jh"]}
    tree = dealt(["Pass", "Order"], [["Ad", "Qs", "Td", "Kd"]], cards=False, cardExchanges=[swap], discard="Tc")
    tree["metadata"]["ruleset"] = {"go_under": True}
    assert log_of(tree)[:3] == ["0 swap ??,??,?? for Ad,Ts,Jh", "0 pass", "1 order"]
    found = findings_of(tree, path=EGN)
    assert above_notes(found) == [], told(found)
    for ruleset, is_legal in (({"farmers": True}, True), ({}, False)):
        tree["metadata"]["ruleset"] = ruleset
        assert (above_notes(findings_of(tree, path=EGN)) == []) is is_legal, told(findings_of(tree, path=EGN))


AMBIGUOUS: list[list[Doc]] = [
    [{"sender": 1, "receiver": 2, "cards": ["Kc"]}],
    [{"sender": 0, "receiver": 2, "cards": ["Jd", "Th"]}],
    [BEST, BEST],
    [{"sender": 2, "receiver": 0, "cards": ["Qh"]}],
    [{"receiver": 2, "cards": ["Ad"]}],
    [{"receiver": 3, "cards": ["Ad", "Ts", "Jh"]}],
    [{"receiver": 0, "cards": ["Ad", "Ts", "Jh"]}, {"receiver": 0, "cards": ["9d", "Ts", "Jh"]}],
    [{"sender": 0, "receiver": 0, "cards": ["Jd"]}],
]


@pytest.mark.parametrize("exchanges", AMBIGUOUS, ids=repr)
def test_what_can_be_read_in_more_than_one_way_is_not_judged(exchanges: list[Doc]) -> None:
    tree = lone(*exchanges)
    tree["metadata"]["ruleset"] = {"partners_best": True, "go_under": True}
    report = report_of_tree(tree)
    assert codes(above_notes(report.all_findings())) == [], told(report.all_findings())
    assert "P340" in codes(report.all_findings())
    assert report.answers["play"] != "pass"


def report_of_tree(tree: Doc) -> Any:
    from tests.audit.games import source_of

    return report_of(source_of(tree, EGN))


@pytest.mark.parametrize(
    ("exchange", "pointer"),
    [
        (5, ""),
        ({"receiver": 4, "cards": []}, "/receiver"),
        ({"receiver": 0, "sender": -1, "cards": []}, "/sender"),
        ({"receiver": "0", "cards": []}, "/receiver"),
        ({"receiver": 0}, "/cards"),
        ({"receiver": 0, "cards": ["1h"]}, "/cards/0"),
    ],
)
def test_an_exchange_that_is_none(exchange: Any, pointer: str) -> None:
    (finding,) = findings_of(lone(exchange), path=EGN)
    assert finding.where.pointer == f"/deals/0/phases/0/cardExchanges/0{pointer}"
    assert finding.code in ("F110", "F111")


def test_ids_of_players_are_read() -> None:
    tree = file(1)
    tree["metadata"]["players"][1] = {"id": "p-2", "name": "Bo", "playerIds": [{"id": "7", "source": "club"}]}
    assert above_notes(findings_of(tree, path=EGN)) == []

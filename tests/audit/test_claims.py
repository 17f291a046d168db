"""What a record may claim of a hand that was not played out, of a renege, and of a game given up."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from euchre_audit.audit import Options
from tests.audit.games import Doc, above_notes, audit, clean_games, codes, findings_of, proven_game, told
from tests.audit.test_codes import ORDERED, PLAYED, hand


def errors(tree: Doc, options: Options | None = None) -> list[str]:
    return codes(above_notes(findings_of(tree, options)))


SHORT = (ORDERED + PLAYED)[:9]
"""Ordered, and the first trick played."""


def stopped(ended: str, **claims: Any) -> Doc:
    return hand(log=SHORT, ended=ended, start=[3, 2], claims=claims)


@pytest.mark.parametrize("ended", ["abandoned", "claimed", "conceded", "ruled"])
@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"points": [0, 0], "score": [3, 2]}, None),
        ({"points": [0, 1], "score": [3, 3]}, None),
        ({"points": [2, 0], "score": [5, 2]}, None),
        ({"points": [12, 0], "score": [15, 2]}, "S102"),
        ({"points": [1, 1]}, "S102"),
        ({"score": [12, 2]}, "S103"),
        ({"tricks": [-1, 2]}, "S101"),
        ({"tricks": [4, 4]}, "S101"),
    ],
)
def test_a_hand_that_stops_makes_no_more_than_such_a_hand_can(ended: str, claims: Doc, code: str | None) -> None:
    assert errors(stopped(ended, **claims)) == ([code] if code else [])


def test_tricks_already_taken_are_not_lost() -> None:
    both = [errors(stopped("claimed", tricks=tricks)) for tricks in ([5, 0], [0, 5])]
    assert sorted(both) == [[], ["S101"]], "one side has taken the first trick, and keeps it"


def reneged() -> Doc:
    """A clean hand in which a player holds back a card that follows, and shows it later."""
    for game in clean_games("family"):
        for each in game["hands"]:
            if each["ended"] != "played":
                continue
            tree = {key: game[key] for key in ("game", "house", "rules", "players")}
            tree = {"format": "euchre-hand/1", **tree, "start": [0, 0], **copy.deepcopy(each)}
            tree["claims"].pop("score")
            plays = [place for place, line in enumerate(tree["log"]) if " play " in line]
            for first in plays:
                for second in plays:
                    changed = copy.deepcopy(tree)
                    log = changed["log"]
                    if second <= first or log[first][0] != log[second][0]:
                        continue
                    log[first], log[second] = log[second], log[first]
                    if errors(changed) == ["P310"]:
                        return changed
    raise AssertionError("no such hand")


def test_a_renege_may_be_settled_in_the_points_and_no_more() -> None:
    tree = reneged()
    assert errors(tree) == ["P310"]
    tree["claims"]["points"] = [0, 77]
    assert errors(tree) == ["P310", "S102"]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("unstated", "the house states no penalty"),
        ("points-to-others", "points to"),
        ("points-off", "points off"),
        ("impossible", "refuses a renege"),
    ],
)
def test_a_renege_is_told_with_the_terms_of_the_house(rule: str, says: str) -> None:
    tree = reneged()
    tree["rules"] = {**tree["rules"], "renege": {"rule": rule, "points": 3, "points_alone": 3}}
    tree.pop("deal", None)
    (finding,) = [each for each in findings_of(tree) if each.code == "P310"]
    penalty = [item.message for item in finding.related if says in item.message]
    assert penalty
    assert rule == "impossible" or "3 points" in penalty[0]


CONCEDED = {
    "format": "euchre-game/1",
    "house": "family",
    "start": [3, 2],
    "hands": [
        {"dealer": 0, "log": ["0 concede game"], "ended": "conceded", "claims": {"points": [0, 0], "score": [3, 2]}}
    ],
    "ended": "conceded",
    "result": {"score": [3, 2], "winners": [1]},
}


def test_who_concedes_does_not_win() -> None:
    tree = copy.deepcopy(CONCEDED)
    assert errors(tree) == []
    tree["result"]["winners"] = [0]
    assert errors(tree) == ["S105"]
    tree = copy.deepcopy(CONCEDED)
    tree["ended"] = "target"
    assert errors(tree) == ["G110"]
    tree = copy.deepcopy(CONCEDED)
    tree["hands"].append({"dealer": 1, "log": ["2 pass"]})
    assert errors(tree) == ["G104"]


def test_a_game_that_was_won_was_not_abandoned() -> None:
    game = clean_games()[0]
    assert errors(game) == []
    game["ended"] = "abandoned"
    assert errors(game) == ["G110"]


def test_a_hand_cannot_follow_a_start_that_has_won() -> None:
    assert errors(hand(start=[9, 3])) == []
    assert errors(hand(start=[10, 3])) == ["G104"]


def test_after_a_redeal_nobody_is_guessed_to_deal() -> None:
    game = {
        "format": "euchre-game/1",
        "house": "family",
        "hands": [
            {"dealer": 0, "log": ["1 misdeal wrong-count"], "ended": "redealt"},
            {"log": ["1 pass", "2 pass", "3 pass", "0 pass"] * 2},
        ],
    }
    assert errors(game) == []
    assert "P340" in codes(findings_of(game))


def test_a_value_shown_before_counts_as_none() -> None:
    game = proven_game(4, "family", entropy="players 0,2")
    assert errors(game) == []
    first, second = (game["hands"][place]["deal"]["values"][0] for place in (0, 1))
    second["value"] = first["value"]
    second.pop("contribution")
    assert "C112" in errors(game)


def test_a_promised_value_is_missed_without_the_secret_too() -> None:
    game = proven_game(3, "family", entropy="players 0,1,2,3")
    deal = game["hands"][0]["deal"]
    del deal["secret"]
    assert errors(game) == []
    deal["values"].pop()
    assert errors(game) == ["C110"]


def test_a_wrong_contribution_is_seen_without_the_secret_too() -> None:
    game = proven_game(3, "family", entropy="players 0,1,2,3")
    deal = game["hands"][0]["deal"]
    del deal["secret"]
    digit = deal["values"][2]["contribution"][0]
    deal["values"][2]["contribution"] = ("0" if digit != "0" else "1") + deal["values"][2]["contribution"][1:]
    assert errors(game) == ["C111"]


@pytest.mark.parametrize(("place", "answer"), [(0, "pass"), (1, "fail")])
def test_of_two_values_of_a_seat_the_first_of_its_form_counts(place: int, answer: str) -> None:
    """One that is not of its form is none; what is said of the two is what the deal was recomputed with."""
    game = proven_game(3, "family", entropy="players 0,1,2,3")
    values = game["hands"][0]["deal"]["values"]
    values[1:2] = [{"seat": 1, "value": "" if place == 0 else "ab" * 32}, values[1]]
    hand = audit(game).hands[0]
    assert (hand.answers["deal"], hand.answers["choice"]) == (answer, "fail")
    assert any("the first of its form counts" in finding.message for finding in hand.findings)


def test_evidence_that_one_hand_lacks_leaves_it_unproven() -> None:
    game = proven_game(3)
    del game["hands"][1]["deal"]
    result = audit(game)
    assert errors(game) == []
    assert result.hands[1].answers["deal"] == "unproven"
    assert "D210" in codes(list(result.hands[1].findings)), told(result.hands[1].findings)


def test_a_card_led_twice_is_one_fault_and_accuses_nobody_of_a_renege() -> None:
    for game in clean_games("family")[:4]:
        for index, each in enumerate(game["hands"]):
            lines = each["log"]
            plays = [place for place, line in enumerate(lines) if " play " in line]
            for place in plays[:12]:
                later = [line for line in lines[place + 1 :] if line.startswith(lines[place][0] + " play ")]
                for line in later:
                    changed = copy.deepcopy(game)
                    changed["hands"][index]["log"][place] = line
                    assert len(errors(changed)) == 1, told(above_notes(findings_of(changed)))

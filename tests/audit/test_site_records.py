"""Records as a site would write them: redeals, claims, rulings, substitutes, score cards, another house."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from euchre_audit.audit import Options
from tests.audit.games import (
    Doc,
    above_notes,
    audit,
    clean_games,
    codes,
    findings_of,
    hand_file,
    proven_game,
    told,
    without_cards,
    without_evidence,
)
from tests.twin.engine import Table
from tests.twin.rules import rules_of


def base(hands: int = 4) -> Doc:
    """The first hands of a game, without evidence; the game has no end."""
    game = without_evidence(proven_game(2, "family", max_hands=hands, header=False))
    assert all(hand["ended"] == "played" for hand in game["hands"])
    return game


def errors(tree: Doc, options: Options | None = None) -> list[str]:
    return codes(above_notes(findings_of(tree, options)))


def renumber(game: Doc) -> None:
    for number, hand in enumerate(game["hands"], 1):
        hand["hand"] = number


def cut(hand: Doc, tricks: int) -> Doc:
    """A hand that stops after so many tricks."""
    short = copy.deepcopy(hand)
    plays = [index for index, line in enumerate(short["log"]) if " play " in line]
    assert len(plays) == 20
    short["log"] = short["log"][: plays[tricks * 4 - 1] + 1] if tricks else short["log"][: plays[0]]
    return short


def full_hand(game: Doc) -> int:
    """A hand of twenty cards."""
    return next(i for i, hand in enumerate(game["hands"]) if sum(" play " in line for line in hand["log"]) == 20)


def test_a_redeal_uses_a_number_and_no_points() -> None:
    for how in (["{} misdeal exposed-card"], [], ["{} misdeal wrong-count"]):
        game = base()
        void = {"dealer": game["hands"][1]["dealer"], "ended": "redealt"}
        void["log"] = [line.format(void["dealer"]) for line in how]
        game["hands"].insert(1, void)
        renumber(game)
        assert errors(game) == []
        void["claims"] = {"points": [0, 0], "score": game["hands"][0]["claims"]["score"]}
        assert errors(game) == []
        void["claims"]["points"] = [2, 0]
        assert errors(game) == ["S102"]


def settle_claim(game: Doc, index: int) -> None:
    """The points of a hand whose remaining tricks go to side 0, carried by every later score."""
    hand = game["hands"][index]
    table = Table(rules_of("club"), hand["dealer"], hand["dealt"], hand["kitty"])
    for line in hand["log"]:
        table.do(line)
    hand["claims"] = {"points": list(table.points)}
    score = game["hands"][index - 1]["claims"]["score"] if index else [0, 0]
    for later in game["hands"][index:]:
        score = [sum(pair) for pair in zip(score, later["claims"]["points"], strict=True)]
        later["claims"]["score"] = score
    game["hands"] = game["hands"][: index + 1]
    game.pop("result", None)
    game.pop("ended", None)


@pytest.mark.parametrize("tricks", [0, 1, 3, 4])
@pytest.mark.parametrize(
    ("ended", "line"), [("claimed", "0 lay-down"), ("conceded", "1 concede hand"), ("ruled", ""), ("abandoned", "")]
)
def test_a_hand_cut_short_that_says_why_is_believed_for_its_points(ended: str, line: str, tricks: int) -> None:
    game = base()
    index = full_hand(game)
    hand = cut(game["hands"][index], tricks)
    hand["ended"] = ended
    if line:
        hand["log"].append(line)
    game["hands"][index] = hand
    if ended == "claimed":
        settle_claim(game, index)
    assert errors(game) == []
    del hand["claims"]["points"]
    assert errors(game) == []
    hand["log"].append("0 pass")
    found = errors(game)
    assert found in (["P305"], ["B106"], ["B107"]), found


def test_a_hand_that_stops_short_without_saying_why() -> None:
    game = base()
    index = full_hand(game)
    game["hands"][index] = cut(game["hands"][index], 2)
    del game["hands"][index]["ended"]
    assert errors(game) == ["G106"]
    game["hands"] = game["hands"][: index + 1]
    assert errors(game) == []


def ruled(game: Doc, points: list[int]) -> None:
    """A ruling in hand 2, carried by every later score."""
    game["hands"][1]["rulings"] = [{"what": "talking", "seat": 0, "trick": 2, "points": points}]
    for hand in game["hands"][1:]:
        hand["claims"]["score"] = [a + b for a, b in zip(hand["claims"]["score"], points, strict=True)]


@pytest.mark.parametrize("points", [[0, 2], [-2, 0], [0, 0]])
def test_rulings_count_in_the_score_and_not_in_the_points(points: list[int]) -> None:
    game = base()
    ruled(game, points)
    assert errors(game) == []
    if any(points):
        game["hands"][1]["rulings"] = []
        assert errors(game) == ["S103"]


def test_a_ruling_without_points_is_kept() -> None:
    game = base()
    game["hands"][1]["rulings"] = [{"what": "talking across the table"}]
    assert errors(game) == []


def test_a_substitute_is_no_fault_of_the_match_header() -> None:
    game = proven_game(4)
    game["hands"][2]["players"] = ["Ann", "Eve", "Robo", "Di"]
    assert errors(game) == []


def test_another_player_from_the_start_is() -> None:
    game = proven_game(4)
    game["players"] = ["Ann", "Eve", "Robo", "Di"]
    assert errors(game) == ["C104"]


def test_in_a_later_hand_saved_alone_somebody_may_have_sat_in() -> None:
    tree = hand_file(proven_game(4), 2)
    tree["players"] = ["Ann", "Eve", "Robo", "Di"]
    assert errors(tree) == []
    assert "C232" in codes(findings_of(tree))


@pytest.mark.parametrize("key", ["game", "house", "players"])
def test_a_field_of_the_game_that_is_wrong_is_told_once(key: str) -> None:
    game = proven_game(4)
    game[key] = {"game": "elsewhere/1", "house": "family", "players": ["Ann", "Eve", "Robo", "Di"]}[key]
    found = [finding for finding in findings_of(game) if finding.severity == "error"]
    assert len({finding.code for finding in found}) == len(found) <= 2
    assert sum("and the same in hand" in item.message for item in found[0].related) == len(game["hands"]) - 1


@pytest.mark.parametrize("first", ["agreed", "drawn", "low-card", "black-jack"])
def test_the_first_dealer_goes_on_where_no_hand_names_one(first: str) -> None:
    game = base()
    game["first_dealer"] = {"method": first, "dealer": game["hands"][0]["dealer"]}
    assert errors(game) == []
    for hand in game["hands"]:
        del hand["dealer"]
    assert errors(game) == []
    assert audit(game).all_answers()["play"] == "pass"
    game["first_dealer"]["dealer"] = (game["first_dealer"]["dealer"] + 1) % 4
    assert errors(game), "every call is out of turn"


def test_the_first_dealer_deals_hand_one() -> None:
    game = base()
    game["first_dealer"] = {"method": "agreed", "dealer": (game["hands"][0]["dealer"] + 2) % 4}
    assert errors(game) == ["G101"]


@pytest.mark.parametrize(
    ("method", "cards", "dealer", "clean"),
    [
        ("black-jack", ["9d", "Kc", "Js"], 2, True),
        ("black-jack", ["9d", "Kc", "Js"], 1, False),
        ("black-jack", ["9d", "Kc", "Js", "Ah"], 2, False),
        ("black-jack", ["9d", "Kc", "Jd"], 2, False),
        ("black-jack", ["??", "Kc", "Js"], 2, True),
        ("low-card", ["9d", "Kc", "Js", "Ah"], 3, True),
        ("low-card", ["9d", "Kc", "Js", "Th"], 0, True),
        ("low-card", ["9d", "Kc", "9s", "Th", "Qs", "Jd"], 2, True),
        ("low-card", ["9d", "Kc", "9s", "Th"], 0, False),
        ("low-card", ["9d", "Kc", "9s", "Th", "Qs", "Jd"], 0, False),
        ("low-card", ["9d", "Kc"], 0, False),
        ("low-card", [], 0, False),
        ("black-jack", [], 0, False),
        ("agreed", ["9d", "Kc"], 3, True),
    ],
)
def test_the_cards_drawn_for_first_dealer(method: str, cards: list[str], dealer: int, clean: bool) -> None:
    log = [f"{(dealer + 1 + turn) % 4} pass" for turn in range(8)]
    first = {"method": method, "cards": cards, "dealer": dealer}
    hand = {"hand": 1, "dealer": dealer, "log": log}
    game = {"format": "euchre-game/1", "house": "family", "first_dealer": first, "hands": [hand]}
    assert errors(game) == ([] if clean else ["G109"])


def score_cards(game: Doc) -> Doc:
    """A game of which only the score card was kept."""
    kept = copy.deepcopy(game)
    for hand in kept["hands"]:
        call = next(line.split() for line in hand["log"] if line.split()[1] in ("order", "name"))
        trump = call[2] if call[1] == "name" else hand["up"][1]
        alone = any(line.endswith(" alone") for line in hand["log"])
        hand["card"] = {"maker": int(call[0]), "trump": trump, "alone": alone}
        for name in ("log", "dealt", "kitty", "up", "deal"):
            hand.pop(name, None)
    return kept


def test_score_cards_are_rescored_and_their_play_is_unchecked() -> None:
    for full in clean_games("club"):
        game = score_cards(full)
        result = audit(game)
        assert above_notes(list(result.all_findings())) == []
        assert result.all_answers()["play"] == "unchecked"
        assert result.all_answers()["score"] == "pass"
        assert result.score == full["result"]["score"]


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"tricks": [6, -1]}, "S106"),
        ({"tricks": [3, 3]}, "S106"),
        ({"points": [3, 0]}, "S102"),
        ({"points": [1, 1]}, "S102"),
        ({"score": [99, 0]}, "S103"),
    ],
)
def test_a_score_card_that_cannot_be(claims: dict[str, Any], code: str) -> None:
    game = score_cards(clean_games("club")[0])
    game["hands"][2]["claims"].update(claims)
    assert errors(game) == [code]


def test_a_score_card_without_tricks_is_believed() -> None:
    game = score_cards(clean_games("club")[0])
    for hand in game["hands"]:
        del hand["claims"]["tricks"]
    assert errors(game) == []
    game["hands"][1]["claims"]["score"] = [9, 9]
    assert errors(game) == ["S103"]


def test_a_game_without_points_or_scores_is_rescored() -> None:
    full = clean_games("club")[0]
    game = without_cards(full)
    for hand in game["hands"]:
        del hand["claims"]
    assert errors(game) == []
    assert audit(game).score == full["result"]["score"]
    game["result"]["score"] = [10, 0]
    assert errors(game) == ["S104"]


@pytest.mark.parametrize("ended", ["conceded", "abandoned"])
def test_a_game_left_early_has_a_score_and_no_winner(ended: str) -> None:
    game = base()
    game["ended"] = ended
    game["result"] = {"score": game["hands"][-1]["claims"]["score"], "winners": [1]}
    assert errors(game) == []
    game["result"]["score"] = [10, 0]
    assert errors(game) == ["S104"]


def test_another_house_given_by_the_person_is_judged_by() -> None:
    """A stuck dealer in house family may pass; the same record in house club may not."""
    log = [f"{seat} pass" for seat in (1, 2, 3, 0) * 2]
    game = {"format": "euchre-game/1", "house": "family", "hands": [{"hand": 1, "dealer": 0, "log": log}]}
    assert errors(game) == []
    assert errors(game, Options(house="club")) == ["B105"]
    del game["house"]
    assert errors(game) == ["F120"]
    assert errors(game, Options(house="family")) == []
    assert errors(game, Options(house="famly")) == ["F120"]


def test_another_house_given_by_the_person_leaves_the_match_header_alone() -> None:
    assert errors(proven_game(1, "club"), Options(house="cardgames-io")) == []


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ({"target": 11}, []),
        ({"target": 12}, ["G120"]),
        ({"deals": 7, "target": 0}, ["G120"]),
        ({"target": 10, "deals": 3}, ["F121"]),
        ({"deck": 32}, []),
        ({"no_trump": True}, []),
        ({"deck": 26}, ["F121"]),
        ({"seats": 3}, ["F121"]),
        ({"game": "twelve-trick"}, ["F121"]),
        ({"points": {"march": -1}}, ["F121"]),
        ({"renege": {"rule": "shout"}}, ["F121"]),
        ({"patterns": []}, ["F121"]),
        ({"patterns": ["3/x"]}, ["F121"]),
        ({"points": {}}, []),
    ],
)
def test_rules_of_the_table(rules: Doc, found: list[str]) -> None:
    log = [f"{seat} pass" for seat in (1, 2, 3)]
    hand = {"hand": 1, "dealer": 0, "log": log}
    assert errors({"format": "euchre-game/1", "house": "club", "rules": rules, "hands": [hand]}) == found


def test_a_game_that_needs_two_clear() -> None:
    def cards(number: int, points: list[int], score: list[int]) -> Doc:
        maker = 0 if points[0] else 1
        return {
            "hand": number,
            "card": {"maker": maker, "trump": "s"},
            "claims": {"tricks": [3, 2] if points[0] else [2, 3], "points": points, "score": score},
        }

    hands = [cards(1, [1, 0], [10, 9]), cards(2, [0, 1], [10, 10]), cards(3, [0, 1], [10, 11])]
    game = {"format": "euchre-game/1", "house": "cardgames-io-two-clear", "start": [9, 9], "hands": hands}
    assert errors(game) == []
    hands.append(cards(4, [0, 1], [10, 12]))
    game |= {"ended": "target", "result": {"score": [10, 12], "winners": [1]}}
    assert errors(game) == []
    assert errors({**game, "house": "family"}) == ["G104"]


def test_a_hand_that_leaves_out_who_won_nothing() -> None:
    """Two seats' cards, the up card and the discard of a seat that may not be seen by the saver."""
    for index in range(4):
        tree = hand_file(proven_game(7, hidden="others"), index)
        assert errors(tree) == [], told(findings_of(tree))


def test_nothing_known_of_the_up_card() -> None:
    """Ordered up, its suit is trump and nobody can tell which: the play is not judged, the deal is."""
    for up in ("??", None):
        game = without_cards(base())
        for hand in game["hands"]:
            hand["up"] = up
            if up is None:
                del hand["up"]
        assert errors(game) == []


@pytest.mark.parametrize("up", ["?{}", "{}?"])
def test_half_of_the_up_card_known(up: str) -> None:
    for full in clean_games("family"):
        game = without_cards(full)
        for hand in game["hands"]:
            hand["up"] = up.format(hand["up"][1] if up[0] == "?" else hand["up"][0])
        assert errors(game) == [], told(findings_of(game))


@pytest.mark.parametrize("part", ["?s", "s?", "??"])
def test_half_of_the_cards_played_known(part: str) -> None:
    for full in clean_games("family")[:6]:
        game = without_cards(full)
        for hand in game["hands"]:
            hand["log"] = [veiled(line, index, part) for index, line in enumerate(hand["log"])]
        assert errors(game) == [], told(findings_of(game))


def veiled(line: str, index: int, part: str) -> str:
    seat, verb, *rest = line.split()
    if verb != "play" or index % 3:
        return line
    card = rest[0]
    return f"{seat} play {({'?s': '?' + card[1], 's?': card[0] + '?', '??': '??'})[part]}"


def test_a_renege_on_a_lead_of_which_only_the_suit_is_known() -> None:
    hand = {
        "hand": 1,
        "dealer": 2,
        "up": "9d",
        "dealt": [["Ac", "Jd", "9h", "Th", "Ks"], None, None, None],
        "log": ["3 order", "3 play ?c", "0 play 9h"],
    }
    game = {"format": "euchre-game/1", "house": "family", "hands": [hand]}
    assert errors(game) == ["P310"]
    hand["log"][2] = "0 play Ac"
    assert errors(game) == []

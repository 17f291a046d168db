"""The second engine against printed rules, outside histories and itself."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from tests.twin.brute import count
from tests.twin.engine import (
    SUITS,
    Table,
    effective_suit,
    full_deck,
    highest_first,
    legal_cards,
    points,
    trick_winner,
)
from tests.twin.generate import random_game, random_hand
from tests.twin.rules import DEFAULTS, HOUSES, openspiel, rules_of, with_defaults

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
needs_corpus = pytest.mark.skipif(
    not CORPUS, reason="EUCHRE_AUDIT_CORPUS is unset: it names the folder with casebook/ and corpus/"
)

GAMES_PER_HOUSE = 150

# Seat 0 holds the best hearts, seat 1 spades, seat 2 diamonds, seat 3 clubs; a heart is turned up.
DEALT = [
    ["Jh", "Jd", "Ah", "Kh", "Qh"],
    ["As", "Ks", "Qs", "Ts", "9s"],
    ["Ad", "Kd", "Qd", "Td", "9d"],
    ["Ac", "Kc", "Qc", "Tc", "9c"],
]
KITTY = ["9h", "Th", "Jc", "Js"]


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def table_after(rules: dict, *log: str, dealer: int = 3) -> Table:
    table = Table(rules, dealer, DEALT, KITTY)
    for line in log:
        table.do(line)
    return table


def endings(table: Table, verb: str) -> list[str]:
    return [line for line in table.legal_lines() if line.split()[1] == verb]


def play_out(table: Table) -> Table:
    """To the end, always with the first legal discard or card."""
    while not table.over:
        table.do((endings(table, "discard") or endings(table, "play"))[0])
    return table


# Outside cases


@needs_corpus
def test_casebook():
    cases = lines_of(Path(CORPUS) / "casebook" / "rules.jsonl")
    assert {case["type"] for case in cases} == {"legal", "trick", "score"}
    for case in cases:
        if case["type"] == "legal":
            found = legal_cards(case["hand"], case["lead"], case["trump"])
            assert sorted(found) == sorted(case["legal"]), case
        elif case["type"] == "trick":
            plays = [(seat, card) for seat, card in case["plays"]]
            assert trick_winner(plays, case["trump"]) == case["winner"], case
        else:
            found = points(case["rules"], case["maker_tricks"], case["alone"], case["defend_alone"])
            assert list(found) == case["expect"], case


def replay(rules: dict, hand: dict) -> Table:
    known = {hand["up"], *(card for cards in hand["dealt"] for card in cards)}
    unseen = [card for card in full_deck() if card not in known]
    table = Table(rules, hand["dealer"], hand["dealt"], [hand["up"], *unseen])
    for line in hand["log"]:
        table.do(line)
    assert table.over
    assert table.ended == hand["ended"]
    assert table.tricks == hand["claims"]["tricks"]
    assert table.points == hand["claims"]["points"]
    return table


@needs_corpus
def test_openspiel_hands():
    paths = sorted((Path(CORPUS) / "corpus" / "openspiel").glob("*.jsonl"))
    assert paths
    for path in paths:
        for record in lines_of(path):
            table = replay(with_defaults(openspiel(**record["params"])), record["hand"])
            assert record["returns"][0] == table.points[0] - table.points[1]


@needs_corpus
def test_club_games():
    paths = sorted((Path(CORPUS) / "corpus" / "club" / "open" / "games").glob("*.json"))
    assert paths
    for path in paths:
        game = json.loads(path.read_text(encoding="utf-8"))
        score = list(game["start"])
        for hand in game["hands"]:
            table = replay(rules_of(game["house"], game["rules"]), hand)
            score = [before + won for before, won in zip(score, table.points, strict=True)]
            assert score == hand["claims"]["score"]
        assert score == game["result"]["score"]


# Cards and tricks


def test_suit_sizes():
    """Seven trumps, five cards in the other suit of the colour, six in each suit of the other colour."""
    for trump, same, other, last in ["csdh", "scdh", "dhcs", "hdcs"]:
        owners = [effective_suit(card, trump) for card in full_deck()]
        assert [owners.count(suit) for suit in (trump, same, other, last)] == [7, 5, 6, 6]
        for suit in SUITS:
            in_deck = [card for card in highest_first(suit, trump) if card in full_deck()]
            assert sorted(in_deck) == sorted(c for c in full_deck() if effective_suit(c, trump) == suit)


def test_trump_order():
    assert highest_first("h", "h")[:7] == ["Jh", "Jd", "Ah", "Kh", "Qh", "Th", "9h"]
    assert highest_first("d", "h")[:5] == ["Ad", "Kd", "Qd", "Td", "9d"]
    assert highest_first("c", "h")[:6] == ["Ac", "Kc", "Qc", "Jc", "Tc", "9c"]


def test_left_bower_takes_the_trick():
    """A club is led and beaten by a higher club, then ruffed low, then ruffed over by the left bower."""
    south, west, north, east = 2, 3, 0, 1
    plays = [(south, "Kc"), (west, "Ac"), (north, "9h"), (east, "Jd")]
    assert trick_winner(plays, "h") == east
    assert trick_winner(plays[:3], "h") == north
    assert trick_winner(plays[:2], "h") == west


def test_following_suit():
    assert legal_cards(["Jd", "9d", "Ac"], "Ad", "h") == ["9d"]
    assert legal_cards(["Jd", "9d", "Ac"], "9h", "h") == ["Jd"]
    assert legal_cards(["9d", "Ac"], "Jd", "h") == ["9d", "Ac"]
    assert legal_cards(["9c", "Ac"], None, "h") == ["9c", "Ac"]


@pytest.mark.parametrize(("size", "lowest"), [(24, "9"), (28, "8"), (32, "7")])
def test_decks(size, lowest):
    deck = full_deck(size)
    assert len(deck) == len(set(deck)) == size
    assert trick_winner([(0, lowest + "c"), (1, "9h"), (2, "Ah")], "d") == 0
    assert trick_winner([(0, "Ac"), (1, lowest + "h"), (2, "Kc")], "h") == 1


# Points


def test_four_hands_of_scoring():
    """Made with four, euchred the others, a lone march by the partner, then a march against: 7 to 2."""
    hands = [(0, 4, False), (1, 2, False), (0, 5, True), (1, 5, False)]
    score = [0, 0]
    for makers, tricks, alone in hands:
        for_makers, for_defenders = points({}, tricks, alone, False)
        score[makers] += for_makers
        score[1 - makers] += for_defenders
    assert score == [7, 2]


@pytest.mark.parametrize(
    ("rules", "tricks", "alone", "defend_alone", "expected"),
    [
        ({}, 3, False, False, (1, 0)),
        ({}, 4, True, False, (1, 0)),
        ({}, 5, False, True, (2, 0)),
        ({}, 5, True, True, (4, 0)),
        ({}, 2, True, False, (0, 2)),
        ({}, 2, False, True, (0, 4)),
        ({}, 2, True, True, (0, 4)),
        ({"points": {"euchre_alone": 3}}, 2, True, False, (0, 3)),
        ({"points": {"euchre_alone": 3}}, 2, False, False, (0, 2)),
        ({"points": {"euchre_alone": 1}}, 2, True, False, (0, 1)),
        ({"points": {"euchre_alone": 1}}, 2, True, True, (0, 4)),
        ({"points": {"no_tricks": 4}}, 0, False, False, (0, 4)),
        ({"points": {"no_tricks": 4}}, 1, False, False, (0, 2)),
        ({"points": {"no_tricks": 3}}, 0, False, True, (0, 4)),
    ],
)
def test_points(rules, tricks, alone, defend_alone, expected):
    assert points(rules, tricks, alone, defend_alone) == expected


# Making trump


def test_first_round_then_second():
    table = table_after({})
    assert table.legal_lines() == ["0 pass", "0 order", "0 order alone"]
    table = table_after({}, "0 pass", "1 pass", "2 pass", "3 pass")
    assert table.legal_lines() == [
        "0 pass",
        "0 name c",
        "0 name c alone",
        "0 name d",
        "0 name d alone",
        "0 name s",
        "0 name s alone",
    ]


def eight_calls(table: Table) -> Table:
    for line in ["0 pass", "1 pass", "2 pass", "3 pass", "0 pass", "1 pass", "2 pass"]:
        table.do(line)
    return table


def test_thrown_in():
    table = eight_calls(table_after({}))
    table.do("3 pass")
    assert (table.over, table.ended, table.tricks, table.points) == (True, "thrown-in", [0, 0], [0, 0])
    assert table.legal_lines() == []


def test_stick_the_dealer():
    table = eight_calls(table_after({"stick_the_dealer": True}))
    assert "3 pass" not in table.legal_lines()
    with pytest.raises(ValueError, match="not legal here"):
        table.do("3 pass")
    table.do("3 name s")
    assert table.trump == "s"


def test_dealers_partner_only_alone():
    second_round = ["0 pass", "1 pass", "2 pass", "3 pass", "0 pass"]
    for choice, round_one, round_two in [
        ("with-partner", True, True),
        ("only-alone", False, True),
        ("only-alone-both", False, False),
    ]:
        rules = {"partner_may_order": choice}
        lines = table_after(rules, "0 pass").legal_lines()
        assert "1 order alone" in lines
        assert ("1 order" in lines) == round_one
        lines = table_after(rules, *second_round).legal_lines()
        assert "1 name s alone" in lines
        assert ("1 name s" in lines) == round_two
        # The others are as free as ever, the dealer too.
        assert "0 order" in table_after(rules).legal_lines()
        assert "3 order" in table_after(rules, "0 pass", "1 pass", "2 pass").legal_lines()


def test_dealers_partner_may_say_alone_until_the_lead():
    rules = {"partner_may_order": "only-alone", "alone_when": "before-lead", "alone_by": "either-maker"}
    table = table_after(rules, "0 pass", "1 order")
    assert alone_seats(table) == [1]
    table.do("3 discard 9c")
    assert table.legal_lines() == ["1 alone"]
    table.do("1 alone")
    assert table.legal_lines() == [f"0 play {card}" for card in DEALT[0]]
    named = table_after(rules, "0 pass", "1 pass", "2 pass", "3 pass", "0 pass", "1 name s")
    assert alone_seats(named) == [1, 3]
    assert endings(named, "play")


def test_nobody_alone():
    table = table_after({"alone_by": "nobody"})
    assert table.legal_lines() == ["0 pass", "0 order"]


# The up card and the discard


def test_the_dealer_takes_the_up_card_whoever_orders():
    for caller, calls in [(0, ["0 order"]), (1, ["0 pass", "1 order"]), (2, ["0 pass", "1 pass", "2 order"])]:
        table = table_after({}, *calls)
        assert table.maker == caller
        assert endings(table, "discard") == [f"3 discard {card}" for card in [*DEALT[3], "9h"]]
        table.do("3 discard 9c")
        assert table.hands[3] == ["Ac", "Kc", "Qc", "Tc", "9h"]


def test_up_card_may_not_be_buried():
    table = table_after({"discard_up_card": False}, "0 order")
    assert endings(table, "discard") == [f"3 discard {card}" for card in DEALT[3]]


def test_no_discard_after_naming():
    table = table_after({}, "0 pass", "1 pass", "2 pass", "3 pass", "0 name s")
    assert table.legal_lines() == [f"0 play {card}" for card in DEALT[0]]


def test_sitting_dealer():
    takes = table_after({}, "0 pass", "1 order alone", dealer=3)
    assert len(takes.legal_lines()) == 6
    takes.do("3 discard Ac")
    assert takes.legal_lines() == [f"0 play {card}" for card in DEALT[0]]

    leaves = table_after({"sitting_dealer_takes": False}, "0 pass", "1 order alone", dealer=3)
    assert leaves.legal_lines() == [f"0 play {card}" for card in DEALT[0]]
    assert leaves.hands[3] == DEALT[3]

    # Only the partner's lone order leaves the card: anyone else's gives it to the dealer.
    other = table_after({"sitting_dealer_takes": False}, "0 order alone", dealer=3)
    assert len(endings(other, "discard")) == 6


def test_sitting_dealer_took_the_card_before_the_declaration():
    rules = {"sitting_dealer_takes": False, "alone_when": "before-lead"}
    table = table_after(rules, "0 pass", "1 order", "1 alone")
    assert len(endings(table, "discard")) == 6


# Going alone


def alone_seats(table: Table) -> list[int]:
    return sorted(int(line[0]) for line in endings(table, "alone"))


def test_who_may_declare_after_the_call():
    for alone_by, makers in [("nobody", []), ("caller", [0]), ("either-maker", [0, 2]), ("anyone", [0, 2])]:
        table = table_after({"alone_by": alone_by, "alone_when": "before-lead"}, "0 order")
        assert alone_seats(table) == makers
        table.do("3 discard 9c")
        assert alone_seats(table) == makers
        table.do("0 play Jh")
        assert alone_seats(table) == []
        assert alone_seats(table_after({"alone_by": alone_by}, "0 order")) == []


def test_partner_of_the_caller_alone():
    table = table_after(rules_of("guide"), "0 order", "2 alone", "3 discard 9c")
    assert alone_seats(table) == []
    assert table.lone_maker == 2
    assert table.active_seats() == [1, 2, 3]
    assert table.legal_lines() == [f"1 play {card}" for card in DEALT[1]]


def test_defending_alone():
    assert alone_seats(table_after({}, "0 order alone")) == []
    assert alone_seats(table_after({"defend_alone": "against-lone"}, "0 order")) == []
    assert alone_seats(table_after({"defend_alone": "against-lone"}, "0 order alone")) == [1, 3]
    assert alone_seats(table_after({"defend_alone": "any"}, "0 order")) == [1, 3]
    after = table_after({"defend_alone": "any"}, "0 order", "1 alone", "3 discard 9c")
    assert alone_seats(after) == []
    assert after.active_seats() == [0, 1, 2]


def test_two_against_one_and_one_against_one():
    lone = play_out(table_after({}, "0 order alone"))
    assert [line[0] for line in lone.log if " play " in line] == ["0", "1", "3"] * 5
    assert (lone.tricks, lone.points) == ([5, 0], [4, 0])

    both = play_out(table_after({"defend_alone": "any"}, "0 order alone", "3 alone"))
    assert [line[0] for line in both.log if " play " in line] == ["0", "3"] * 5
    assert (both.tricks, both.points) == ([5, 0], [4, 0])


def test_lone_defender_euchres():
    table = table_after({"defend_alone": "any"}, "0 pass", "1 pass", "2 pass", "3 order", "0 alone")
    play_out(table)
    assert (table.tricks, table.points) == ([5, 0], [4, 0])


def first_leaders(alone_lead: str, *log: str, dealer: int) -> str:
    rules = {"alone_lead": alone_lead, "defend_alone": "any"}
    table = table_after(rules, *log, dealer=dealer)
    if endings(table, "discard"):
        table.do(endings(table, "discard")[0])
    return endings(table, "play")[0][0]


def test_first_lead():
    # Nobody alone: the dealer's left.
    assert first_leaders("dealer-left", "0 order", dealer=3) == "0"
    assert first_leaders("loner-left", "0 order", dealer=3) == "0"
    # The dealer's left sits out, for its partner plays alone.
    assert first_leaders("dealer-left", "0 pass", "1 pass", "2 order alone", dealer=3) == "1"
    assert first_leaders("loner-left", "0 pass", "1 pass", "2 order alone", dealer=3) == "3"
    # The lone player is on the dealer's left.
    assert first_leaders("dealer-left", "0 order alone", dealer=3) == "0"
    assert first_leaders("loner-left", "0 order alone", dealer=3) == "1"
    # A lone maker, and a lone defender whose partner would have led.
    assert first_leaders("dealer-left", "0 order alone", "3 alone", dealer=3) == "0"
    assert first_leaders("loner-left", "0 order alone", "3 alone", dealer=3) == "3"
    # Only a defender alone.
    assert first_leaders("dealer-left", "0 order", "1 alone", dealer=3) == "0"
    assert first_leaders("loner-left", "0 order", "1 alone", dealer=3) == "2"


# Copies and counts


def test_copy_stands_alone():
    table = table_after({}, "0 order", "3 discard 9c", "0 play Jh")
    before = table.legal_lines()
    other = play_out(table.copy())
    assert other.over
    assert other.tricks == [5, 0]
    assert table.legal_lines() == before
    assert table.log == ["0 order", "3 discard 9c", "0 play Jh"]
    assert [len(hand) for hand in table.hands] == [4, 5, 5, 5]
    assert table.trick == [(0, "Jh")]
    assert table.tricks == table.points == [0, 0]


def test_count():
    assert count(table_after({}), 0) == 1
    assert count(table_after({}), 1) == 3
    assert count(table_after({}), 2) == 3 + 6 + 6
    assert count(table_after(openspiel()), 2) == 3 + 5 + 5
    four_passes = table_after({}, "0 pass", "1 pass", "2 pass", "3 pass")
    assert count(four_passes, 1) == 7
    last_call = eight_calls(table_after({}))
    assert count(last_call, 1) == 7
    assert count(last_call, 2) == 1 + 6 * 5
    assert count(eight_calls(table_after({"stick_the_dealer": True})), 1) == 6
    # Seat 0 leads any of five hearts, the others hold none but the dealer's nine.
    ordered = table_after({}, "0 order", "3 discard 9c")
    assert count(ordered, 4) == 5 * 5 * 5 * 1


# Houses


def test_houses_change_only_known_rules():
    assert len(HOUSES) == 12
    for house, changes in HOUSES.items():
        rules = rules_of(house)
        assert rules.keys() == DEFAULTS.keys()
        for key, value in changes.items():
            assert rules[key] == value
    assert rules_of("club", {"target": 5, "points": {"march": 3}})["points"]["make"] == 1
    assert DEFAULTS["points"]["march"] == 2
    with pytest.raises(ValueError, match="unknown rule"):
        with_defaults({"stick": True})
    with pytest.raises(ValueError, match="not played here"):
        with_defaults({"no_trump": True})


# Random games


def check_hand(hand: dict) -> None:
    """What holds of any hand, read off the document without the engine's table."""
    everything = [card for cards in hand["dealt"] for card in cards] + hand["kitty"]
    assert sorted(everything) == sorted(full_deck())
    assert [len(cards) for cards in hand["dealt"]] == [5, 5, 5, 5]
    assert hand["kitty"][0] == hand["up"]

    acts = [(int(line.split()[0]), line.split()[1], line.split()[2:]) for line in hand["log"]]
    calls = [act for act in acts if act[1] in ("pass", "order", "name")]
    assert acts[: len(calls)] == calls
    assert [seat for seat, _, _ in calls] == [(hand["dealer"] + 1 + i) % 4 for i in range(len(calls))]
    assert [verb for _, verb, _ in calls[:-1]] == ["pass"] * (len(calls) - 1)
    maker, last_verb, arguments = calls[-1]
    if last_verb == "pass":
        assert len(calls) == len(acts) == 8
        assert hand["ended"] == "thrown-in"
        assert hand["claims"]["tricks"] == hand["claims"]["points"] == [0, 0]
        return

    assert hand["ended"] == "played"
    assert (len(calls) <= 4) == (last_verb == "order")
    trump = hand["up"][1] if last_verb == "order" else arguments[0]
    assert last_verb == "order" or trump != hand["up"][1]
    loners = [seat for seat, verb, _ in acts if verb == "alone"]
    if arguments[-1:] == ["alone"]:
        loners.append(maker)
    assert len(loners) == len({seat % 2 for seat in loners})

    buried = [(seat, args[0]) for seat, verb, args in acts if verb == "discard"]
    assert len(buried) <= 1
    if last_verb == "name":
        assert not buried
    held = [list(cards) for cards in hand["dealt"]]
    for seat, card in buried:
        assert seat == hand["dealer"]
        held[seat].append(hand["up"])
        held[seat].remove(card)

    playing = [seat for seat in range(4) if (seat + 2) % 4 not in loners]
    plays = [(seat, args[0]) for seat, verb, args in acts if verb == "play"]
    assert [act[1] for act in acts[-len(plays) :]] == ["play"] * len(plays)
    assert len(plays) == 5 * len(playing)
    tricks = [0, 0]
    leader = None
    for first in range(0, len(plays), len(playing)):
        trick = plays[first : first + len(playing)]
        at = playing.index(trick[0][0])
        assert [seat for seat, _ in trick] == playing[at:] + playing[:at]
        assert leader in (None, trick[0][0])
        led = effective_suit(trick[0][1], trump)
        for seat, card in trick:
            held_suits = [effective_suit(other, trump) for other in held[seat]]
            assert effective_suit(card, trump) == led or led not in held_suits
            held[seat].remove(card)
        leader = trick_winner(trick, trump)
        tricks[leader % 2] += 1
    assert all(held[seat] == [] for seat in playing)
    assert hand["claims"]["tricks"] == tricks
    assert min(hand["claims"]["points"]) == 0 < max(hand["claims"]["points"])
    assert (hand["claims"]["points"][maker % 2] > 0) == (tricks[maker % 2] >= 3)


def kinds_of_alone(log: list[str]) -> set[str]:
    kinds = set()
    caller = None
    for seat, verb, *arguments in (line.split() for line in log):
        if verb in ("order", "name"):
            caller = int(seat)
            if arguments[-1:] == ["alone"]:
                kinds.add(f"{verb} alone")
        elif verb == "alone":
            away = (int(seat) - caller) % 4
            kinds.add(["caller alone", "defender alone", "partner alone", "defender alone"][away])
    return kinds


def check_game(game: dict) -> None:
    rules = rules_of(game["house"], game["rules"])
    score = list(game["start"])
    for number, hand in enumerate(game["hands"], start=1):
        assert hand["hand"] == number
        if not rules["deals"]:
            clear = abs(score[0] - score[1]) >= rules["win_by"]
            assert max(score) < rules["target"] or not clear
        check_hand(hand)
        score = [before + won for before, won in zip(score, hand["claims"]["points"], strict=True)]
        assert hand["claims"]["score"] == score
        if rules["stick_the_dealer"]:
            assert hand["ended"] == "played"
    for before, after in zip(game["hands"], game["hands"][1:], strict=False):
        stays = before["ended"] == "thrown-in" and rules["thrown_in"] == "same"
        assert after["dealer"] == (before["dealer"] + (0 if stays else 1)) % 4
    assert game["result"]["score"] == score
    if rules["deals"]:
        assert game["ended"] == "deals"
        assert len(game["hands"]) >= rules["deals"]
    else:
        assert game["ended"] == "target"
        assert max(score) >= rules["target"]
        assert abs(score[0] - score[1]) >= rules["win_by"]
        assert game["result"]["winners"] == [score.index(max(score))]


@pytest.mark.parametrize("house", HOUSES)
def test_random_games(house):
    rng = Random(f"games of {house}")
    rules = rules_of(house)
    seen = set()
    for number in range(GAMES_PER_HOUSE):
        game = random_game(rng, house)
        check_game(game)
        for hand in game["hands"]:
            seen.add(hand["ended"])
            seen.update(kinds_of_alone(hand["log"]))
            if number % 10 == 0:
                table = Table(rules, hand["dealer"], hand["dealt"], hand["kitty"])
                for line in hand["log"]:
                    table.do(line)
                assert table.points == hand["claims"]["points"]
    assert ("thrown-in" in seen) == (not rules["stick_the_dealer"])
    assert {"order alone", "name alone"} <= seen
    before_lead = rules["alone_when"] == "before-lead"
    assert ("caller alone" in seen) == before_lead
    assert ("partner alone" in seen) == (before_lead and rules["alone_by"] != "caller")
    assert ("defender alone" in seen) == (rules["defend_alone"] != "off")


@pytest.mark.parametrize(
    "rules",
    [
        {"thrown_in": "same"},
        {"win_by": 2, "target": 5},
        {"deals": 8, "target": 0},
        {"deals": 4, "target": 0, "tie": "play-on"},
        {"alone_by": "nobody"},
        {"partner_may_order": "only-alone-both", "sitting_dealer_takes": False},
        {"defend_alone": "against-lone", "alone_lead": "loner-left", "points": {"no_tricks": 4}},
        {"alone_by": "anyone", "alone_when": "before-lead", "defend_alone": "any", "discard_up_card": False},
    ],
    ids=lambda rules: "-".join(rules),
)
def test_random_games_of_other_rules(rules):
    rng = Random(7)
    games = [random_game(rng, "family", rules) for _ in range(25)]
    for game in games:
        check_game(game)
        assert game["rules"] == rules
    if "deals" in rules:
        ties = [game for game in games if len(game["result"]["winners"]) == 2]
        assert bool(ties) == (rules.get("tie") != "play-on")


def test_random_game_cut_short():
    game = random_game(Random(1), "club", max_hands=2)
    assert len(game["hands"]) == 2
    assert "ended" not in game and "result" not in game


def test_same_seed_same_game():
    assert random_game(Random(3), "guide") == random_game(Random(3), "guide")


def without_cards(hand: dict) -> dict:
    return {key: value for key, value in hand.items() if key not in ("dealt", "kitty", "log")}


@pytest.mark.parametrize("hidden", ["all", "others", "partial"])
def test_hidden_cards(hidden):
    for seed in range(15):
        shown = random_game(Random(seed), "cardgames-io-2015", hidden=hidden)
        open_hand = random_game(Random(seed), "cardgames-io-2015")["hands"][0]
        assert without_cards(shown["hands"][0]) == without_cards(open_hand)
        for hand in shown["hands"]:
            discards = [line.split() for line in hand["log"] if " discard " in line]
            if hidden == "all":
                assert "dealt" not in hand and "kitty" not in hand
                assert all(card == "??" for _, _, card in discards)
            elif hidden == "others":
                known = [seat for seat in range(4) if hand["dealt"][seat] is not None]
                assert len(known) == 1
                assert hand["kitty"] == [hand["up"], "??", "??", "??"]
                assert all((card == "??") == (int(seat) not in known) for seat, _, card in discards)
            else:
                assert [len(cards) for cards in hand["dealt"]] == [5, 5, 5, 5]
                for real, blurred in zip(open_hand["dealt"][0], shown["hands"][0]["dealt"][0], strict=True):
                    assert all(r == b or b == "?" for r, b in zip(real, blurred, strict=True))
    text = json.dumps([random_game(Random(seed), "family", hidden="partial") for seed in range(5)])
    assert '"??"' in text and '"?h"' in text and '"K?"' in text


@pytest.mark.parametrize("house", HOUSES)
def test_random_hands(house):
    rng = Random(11)
    for _ in range(40):
        hand = random_hand(rng, house)
        assert hand["format"] == "euchre-hand/1"
        assert hand["house"] == house
        check_hand(hand)
        before_and_won = zip(hand["start"], hand["claims"]["points"], strict=True)
        assert hand["claims"]["score"] == [before + won for before, won in before_and_won]

"""Records of games for two and three, and of farmers' hands, as a site or a person would write them."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from euchre_audit.records.write import encode
from tests.audit.games import Doc, above_notes, audit, codes, findings_of, hand_file, told
from tests.audit.variant_games import FAMILIES, hand_of, hands_of, proven_variant, random_of
from tests.cli.run import Ran, euchre_audit

SEATS = {"family-cutthroat": 3, "family-two": 2, "family-two-32": 2, "family-twelve": 2}


def errors(tree: Doc) -> list[str]:
    return codes(above_notes(findings_of(tree)))


def game(house: str, hands: list[Doc], **changes: Any) -> Doc:
    numbered = [{"hand": number, **hand} for number, hand in enumerate(hands, 1)]
    return {"format": "euchre-game/1", "house": house, **changes, "hands": numbered}


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """A failure where it takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


# Lists by seat and by side


@pytest.mark.parametrize("house", SEATS)
@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("key", ["start", "players", "score", "points", "tricks", "result", "dealt", "substitutes"])
def test_a_list_of_another_length_is_told_once(house: str, length: int, key: str) -> None:
    seats = SEATS[house]
    hand: Doc = {"dealer": 0, "log": ["1 pass"]}
    changes: Doc = {}
    numbers = [0] * length
    if key in ("start", "players"):
        changes[key] = numbers if key == "start" else ["Ann", "Bo", "Cy", "Di"][:length]
    elif key == "result":
        changes = {"ended": "abandoned", "result": {"score": numbers}}
    elif key == "dealt":
        hand["dealt"] = [None] * length
    elif key == "substitutes":
        hand["players"] = ["Ann", "Bo", "Cy", "Di"][:length]
    else:
        hand |= {"ended": "abandoned", "claims": {key: numbers}}
    by_side = key in ("start", "score", "points", "tricks", "result")
    wrong = "F110" if by_side and length == 4 else "G130"
    assert errors(game(house, [hand], **changes)) == ([] if length == seats else [wrong])


def test_every_list_of_another_length_together_is_one_finding() -> None:
    """A game for four filed under a house for three: one cause."""
    tree = random_of(Random("four"), "trickster", hands=3)
    tree["house"] = "family-cutthroat"
    found = above_notes(findings_of(tree))
    assert codes(found).count("G130") == 1, told(found)
    assert "X901" not in codes(found)


@pytest.mark.parametrize("house", SEATS)
def test_a_seat_that_is_not_there_acts(house: str) -> None:
    seats = SEATS[house]
    for verb in ("pass", "order", "name h", "play Ac", "discard 9c", "lay-down", "concede hand", "misdeal other"):
        for seat in range(seats, 4):
            hand = {"dealer": seats - 1, "log": [f"{seat} {verb}"]}
            assert errors(game(house, [hand])) == ["P300"], (seat, verb)


@pytest.mark.parametrize("house", SEATS)
def test_a_seat_that_is_not_there_deals(house: str) -> None:
    hand = {"dealer": SEATS[house], "log": ["0 pass"]}
    assert errors(game(house, [hand])) == ["G130"]
    first = {"method": "agreed", "dealer": SEATS[house]}
    assert errors(game(house, [{"log": []}], first_dealer=first)) == ["G130"]


@pytest.mark.parametrize("change", [{"dealt": [["9c"]] * 4}, {"dealt": [["9c"]] * 2}, {"dealer": 3}])
def test_a_deal_does_not_pass_by_what_is_left_out(change: Doc) -> None:
    """Hands or a dealer that cannot be of so many players are not compared; so nothing says that they fit."""
    tree = hand_file(proven_variant(1, "cutthroat"), 0)
    assert audit(tree).hands[0].answers["deal"] == "pass"
    made = audit(tree | change)
    assert "G130" in codes(list(made.all_findings()))
    assert made.hands[0].answers["deal"] == "fail"


def test_a_side_that_is_not_there_wins() -> None:
    result = {"score": [10, 3], "winners": [2]}
    card = {"card": {"maker": 0, "trump": "h"}, "claims": {"tricks": [3, 2], "points": [1, 0]}}
    found = errors(game("family-two", [card], start=[9, 3], ended="target", result=result))
    assert found == ["G130"]


# Score cards


def card(maker: int, tricks: list[int], points: list[int], trump: str = "h", **more: Any) -> Doc:
    return {"card": {"maker": maker, "trump": trump, **more}, "claims": {"tricks": tricks, "points": points}}


@pytest.mark.parametrize(
    ("house", "made", "found"),
    [
        ("family-cutthroat", card(2, [1, 1, 3], [0, 0, 1]), []),
        ("family-cutthroat", card(2, [0, 0, 5], [0, 0, 3]), []),
        ("family-cutthroat", card(2, [2, 1, 2], [2, 2, 0]), []),
        ("family-cutthroat", card(2, [2, 1, 2], [2, 0, 0]), ["S102"]),
        ("family-cutthroat", card(2, [2, 1, 2], [2, 2, 2]), ["S102"]),
        ("family-cutthroat", card(2, [0, 0, 5], [0, 0, 2]), ["S102"]),
        ("family-cutthroat", card(2, [3, 1, 2], [2, 2, 0]), ["S106"]),
        ("family-cutthroat", card(2, [1, 1, 3], [0, 0, 1], alone=True), ["S106"]),
        ("family-cutthroat", card(3, [1, 1, 3], [0, 0, 1]), ["S106"]),
        ("family-cutthroat", card(2, [1, 1, 3], [0, 0, 1], trump="n"), ["S106"]),
        ("family-two", card(1, [2, 3], [0, 1]), []),
        ("family-two", card(1, [0, 5], [0, 2]), []),
        ("family-two", card(1, [3, 2], [2, 0]), []),
        ("family-two", card(1, [3, 2], [1, 0]), ["S102"]),
        ("family-twelve", card(1, [5, 7], [5, 7]), []),
        ("family-twelve", card(1, [6, 6], [12, 0]), []),
        ("family-twelve", card(1, [0, 12], [0, 12]), []),
        ("family-twelve", card(1, [6, 6], [6, 6]), ["S102"]),
        ("family-twelve", card(1, [6, 7], [6, 7]), ["S106"]),
        ("family-twelve", card(1, [3, 2], [12, 0]), ["S106"]),
    ],
)
def test_score_cards(house: str, made: Doc, found: list[str]) -> None:
    assert errors(game(house, [made])) == found
    if made["card"]["trump"] == "n":
        assert errors(game(house, [made], rules={"no_trump": True})) == []


def test_a_score_card_without_trump_in_a_house_for_four() -> None:
    made = card(1, [0, 5], [0, 4], "n", alone=True)
    assert errors(game("family", [made])) == ["S106"]
    assert errors(game("family", [made], rules={"no_trump": True})) == []


# How a game ends


def test_two_may_win_together_in_cutthroat() -> None:
    euchred = card(2, [3, 1, 1], [2, 2, 0])
    end: Doc = {"ended": "target", "result": {"score": [10, 10, 4], "winners": [0, 1]}}
    start = [8, 8, 4]
    assert errors(game("family-cutthroat", [euchred], start=start, **end)) == []
    end["result"]["winners"] = [0]
    assert errors(game("family-cutthroat", [euchred], start=start, **end)) == ["S105"]
    end["result"]["winners"] = [0, 1, 2]
    assert errors(game("family-cutthroat", [euchred], start=start, **end)) == ["S105"]


def test_a_tie_is_played_on() -> None:
    euchred, point = card(2, [3, 1, 1], [2, 2, 0]), card(1, [1, 3, 1], [0, 1, 0])
    rules, start = {"tie": "play-on"}, [8, 8, 4]
    end: Doc = {"ended": "target", "result": {"score": [10, 11, 4], "winners": [1]}}
    assert errors(game("family-cutthroat", [euchred, point], rules=rules, start=start, **end)) == []
    assert errors(game("family-cutthroat", [euchred, point], start=start, **end)) == ["G104"]
    end = {"ended": "target", "result": {"score": [10, 10, 4], "winners": [0, 1]}}
    assert errors(game("family-cutthroat", [euchred], rules=rules, start=start, **end)) == ["G110"]


def test_fixed_deals_do_not_count_those_dealt_again() -> None:
    rules = {"target": 0, "deals": 2}
    point = card(1, [1, 3, 1], [0, 1, 0])
    again = {"dealer": 1, "log": [], "ended": "redealt"}
    end: Doc = {"ended": "deals", "result": {"score": [0, 2, 0], "winners": [1]}}
    assert errors(game("family-cutthroat", [point, again, point], rules=rules, **end)) == []
    assert errors(game("family-cutthroat", [point, again], rules=rules, **{"ended": "deals"})) == ["G110"]
    assert errors(game("family-cutthroat", [point, point, point], rules=rules)) == ["G104"]
    tied = [point, card(0, [3, 1, 1], [1, 0, 0])]
    end = {"ended": "deals", "result": {"score": [1, 1, 0], "winners": [0, 1]}}
    assert errors(game("family-cutthroat", tied, rules=rules, **end)) == []
    assert errors(game("family-cutthroat", tied, rules={**rules, "tie": "play-on"}, **end)) == ["G110"]
    assert errors(game("family-cutthroat", [*tied, point], rules={**rules, "tie": "play-on"})) == []


def test_a_hand_dealt_again_makes_nothing_whoever_dealt_it() -> None:
    rules = {"target": 0, "deals": 2}
    hands = [card(1, [1, 3, 1], [0, 1, 0]), {"log": [], "ended": "redealt"}]
    assert errors(game("family-cutthroat", hands, rules=rules, ended="deals")) == ["G110"]
    wrong = game("family-cutthroat", hands, ended="abandoned", result={"score": [0, 7, 0]})
    assert errors(wrong) == ["S104"]


@pytest.mark.parametrize("claims", [{"points": [0, 0, 0]}, {}], ids=["points told", "points not told"])
def test_who_concedes_the_game_does_not_win_it(claims: Doc) -> None:
    hand = {"dealer": 0, "log": ["1 pass", "2 concede game"], "ended": "conceded", "claims": claims}
    end: Doc = {"ended": "conceded", "result": {"score": [4, 5, 8], "winners": [1]}}
    assert errors(game("family-cutthroat", [hand], start=[4, 5, 8], **end)) == []
    end["result"]["winners"] = [2]
    assert errors(game("family-cutthroat", [hand], start=[4, 5, 8], **end)) == ["S105"]


# Whose deal it is

NINES = ["9c", "Tc", "9d", "Td", "9h"]


def farmers(dealer: int, seats: int = 4, reason: str = "farmers-hand") -> Doc:
    left = (dealer + 1) % seats
    dealt = [NINES if seat == left else None for seat in range(seats)]
    return {"dealer": dealer, "up": "As", "dealt": dealt, "log": [f"{left} misdeal {reason}"], "ended": "redealt"}


def thrown(dealer: int, seats: int = 4) -> Doc:
    log = [f"{(dealer + 1 + turn) % seats} pass" for turn in range(2 * seats)]
    return {"dealer": dealer, "log": log, "ended": "thrown-in"}


@pytest.mark.parametrize(("house", "seats"), [("family", 4), ("family-cutthroat", 3), ("family-two", 2)])
def test_after_a_farmers_hand_the_same_dealer_deals(house: str, seats: int) -> None:
    rules = {"farmers_hand": "redeal"}
    for dealer in range(seats):
        hands = [thrown(1, seats), farmers(2 % seats, seats), thrown(dealer, seats)]
        assert errors(game(house, hands, rules=rules)) == ([] if dealer == 2 % seats else ["G101"]), dealer
        for reason in ("exposed-card", "wrong-count", "other"):
            hands = [thrown(1, seats), farmers(2 % seats, seats, reason), thrown(dealer, seats)]
            assert errors(game(house, hands, rules=rules)) == []


def test_the_dealer_of_a_hand_that_names_none_after_a_farmers_hand() -> None:
    last = thrown(2)
    del last["dealer"]
    tree = game("family", [thrown(1), farmers(2), last], rules={"farmers_hand": "redeal"})
    assert errors(tree) == []
    assert audit(tree).hands[-1].dealer == 2


@pytest.mark.parametrize("dealer", [0, 2, 3])
def test_the_deal_out_of_turn_with_a_joker_turned_up_is_one_finding(dealer: int) -> None:
    """The first line is the dealer's, who names a suit for the joker; it is no call."""
    hand = thrown(dealer)
    hand |= {"up": "Jo", "log": [f"{dealer} turn h", *hand["log"]]}
    assert errors(game("british", [thrown(0), hand])) == ["G101"]


def test_a_deal_in_turn_with_a_joker_turned_up() -> None:
    hand = thrown(1)
    hand |= {"up": "Jo", "log": ["1 turn h", *hand["log"]]}
    assert errors(game("british", [thrown(0), hand, thrown(2)])) == []


def test_a_fault_in_a_farmers_hand_leaves_the_score_alone() -> None:
    hand = farmers(2) | {"claims": {"points": [0, 0], "score": [0, 0]}}
    hand["dealt"] = [None, None, None, ["Ah", *NINES[1:]]]
    tree = game("family", [hand, thrown(2)], rules={"farmers_hand": "redeal"})
    assert errors(tree) == ["B142"]


# What is known of twelve cards


@pytest.mark.parametrize("name", ["twelve-trick", "twelve-trick, no trump", "twelve-trick, 25", "twelve-trick, 32"])
def test_twelve_tricks_of_which_no_hand_is_recorded(name: str) -> None:
    """The log alone is judged, quickly, and accuses nobody."""
    for tree in hands_of(name, "played", 4):
        for part in ("dealt", "kitty"):
            tree.pop(part, None)
        with at_most(2):
            found = above_notes(findings_of(tree))
        assert found == [], told(found)


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_twelve_tricks_of_which_a_row_is_recorded(rows: int) -> None:
    for tree in hands_of("twelve-trick", "played", 4):
        tree["dealt"] = [
            [card if at // 4 == rows - 1 else "??" for at, card in enumerate(cards)] for cards in tree["dealt"]
        ]
        with at_most(2):
            found = above_notes(findings_of(tree))
        assert found == [], told(found)


# On the command line

NAMES = ("cutthroat", "two-handed", "twelve-trick", "redeal, three", "swap", "partner's best")


def write(folder: Path, name: str, tree: Doc) -> str:
    (folder / name).write_bytes(encode([tree], name.rsplit(".", 1)[1]))
    return name


def ran(folder: Path, *words: str) -> Ran:
    done = euchre_audit(*words, cwd=folder)
    assert "Traceback" not in done.out + done.err, done.out + done.err
    return done


def a_hand(folder: Path, name: str) -> tuple[Doc, str]:
    tree = proven_variant(5, name, max_hands=3)
    return tree, write(folder, "game.json", tree)


@pytest.mark.parametrize("name", NAMES)
def test_commands_read_and_show_such_a_game(tmp_path: Path, name: str) -> None:
    tree, path = a_hand(tmp_path, name)
    fewer = len(tree["players"]) < 4
    verified = ran(tmp_path, "verify", path)
    assert verified.code == 0, verified.out
    as_json = ran(tmp_path, "verify", path, "--format", "json")
    assert json.loads(as_json.out)
    replayed = ran(tmp_path, "replay", path)
    assert replayed.code == 0, replayed.out
    for shown in (verified.out, as_json.out, replayed.out):
        assert not (fewer and ("North" in shown or "West" in shown)), shown
    assert not fewer or "Seat 0" in replayed.out
    extracted = ran(tmp_path, "extract", path, "--hand", "2")
    assert extracted.code == 0
    (tmp_path / "hand.json").write_text(extracted.out, encoding="utf-8")
    assert ran(tmp_path, "verify", "hand.json").code == 0
    assert errors(json.loads(extracted.out)) == []


@pytest.mark.parametrize("name", ["cutthroat", "two-handed", "twelve-trick", "partner's best"])
def test_convert_gives_the_same_game_back_or_refuses_it(tmp_path: Path, name: str) -> None:
    tree, path = a_hand(tmp_path, name)
    there = ran(tmp_path, "convert", path, "there.msgpack")
    back = ran(tmp_path, "convert", "there.msgpack", "back.json")
    assert (there.code, back.code) == (0, 0), there.err + back.err
    again = json.loads((tmp_path / "back.json").read_text("utf-8"))
    assert [hand["log"] for hand in again["hands"]] == [hand["log"] for hand in tree["hands"]]
    egn = ran(tmp_path, "convert", path, "game.egn")
    if name == "twelve-trick":
        assert egn.code == 2 and "F161" in egn.err and not (tmp_path / "game.egn").exists(), egn.err
    elif egn.code == 0:
        assert ran(tmp_path, "verify", "game.egn").code == 0
    else:
        assert "F161" in egn.err and not (tmp_path / "game.egn").exists(), egn.err


@pytest.mark.parametrize("name", ["cutthroat", "two-handed", "twelve-trick"])
@pytest.mark.parametrize("words", [("--scoresheet",), ("--scoresheet", "html"), ("--ascii",)])
def test_sheets_of_games_for_fewer_than_four(tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    _, path = a_hand(tmp_path, name)
    done = ran(tmp_path, "replay", path, *words)
    assert done.code == 0, done.err
    assert "North" not in done.out and "East-West" not in done.out


@pytest.mark.parametrize("name", ["cutthroat", "two-handed", "twelve-trick"])
def test_a_fault_is_shown_with_the_seat_by_its_number(tmp_path: Path, name: str) -> None:
    tree = hands_of(name, "played", 1)[0]
    at = next(index for index, line in enumerate(tree["log"]) if " play " in line)
    seats = len(tree["players"])
    tree["log"][at] = f"{(int(tree['log'][at][0]) + 1) % seats}{tree['log'][at][1:]}"
    path = write(tmp_path, "hand.json", tree)
    for words in (("verify", path), ("replay", path)):
        done = ran(tmp_path, *words)
        assert done.code in (1, 2)
        assert not any(word in done.out for word in ("North", "East", "South", "West")), done.out
        assert "Seat" in done.out


def test_an_extracted_hand_of_every_family_is_clean() -> None:
    for name in FAMILIES:
        tree = proven_variant(9, name, max_hands=2)
        last = len(tree["hands"]) - 1
        start = tree["hands"][0]["claims"]["score"] if last else tree["start"]
        found = above_notes(findings_of(hand_file(tree, last) | {"start": start}))
        assert codes(found) in ([], ["G120"]), (name, told(found))


def test_an_unknown_hand_of_every_family_has_an_answer() -> None:
    for name in FAMILIES:
        result = audit(hand_of(Random(name), name, "all"))
        answers = result.all_answers()
        if codes(above_notes(list(result.all_findings()))) == ["G120"]:
            continue
        assert answers["play"] in ("pass", "unchecked"), name
        assert answers["score"] in ("pass", "unproven", "unchecked"), name

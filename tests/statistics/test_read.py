"""Files to columns: what counts, card by card, and what is left out and why."""

from __future__ import annotations

import copy
import json
import os
import shutil
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_audit.cards import CARDS, FRESH, NAMES
from euchre_audit.dealing.stages import ORDERS, thirds
from euchre_audit.statistics.control import dealt_anew
from euchre_audit.statistics.deals import BOT, PERSON, UNKNOWN, Deals, Shape
from euchre_audit.statistics.read import Collected, read_deals
from tests.examples.make_examples import play_game
from tests.statistics.shufflers import deals_of, fair
from tests.vectors.reference import Procedure

PLAYERS = ("Ann", "Bo", "Cy", "Di")
FOUR = Shape(24, 4, 5)
Tree = dict[str, Any]


@cache
def _game(number: int) -> Tree:
    return play_game(f"club.example/s/{number}", PLAYERS)


def game(number: int = 0, *, evidence: bool = False) -> Tree:
    tree = copy.deepcopy(_game(number))
    for hand in () if evidence else tree["hands"]:
        del hand["deal"]
    return tree


def read(folder: Path, *trees: Tree) -> Collected:
    path = folder / "games.jsonl"
    path.write_text("".join(json.dumps(tree) + "\n" for tree in trees))
    return read_deals([str(path)])


def decks(deals: Deals) -> list[list[str]]:
    found, rows = deals.decks(slice(0, len(deals)))
    assert rows.tolist() == list(range(len(deals)))
    return [[NAMES[FRESH[24][card]] for card in deck] for deck in found.tolist()]


def by_hand(hand: Tree) -> list[str]:
    """The deck from which a hand was dealt 3/2."""
    deck = []
    for start, end in ((0, 3), (3, 5)):
        for step in range(1, 5):
            deck += hand["dealt"][(hand["dealer"] + step) % 4][start:end]
    return [*deck, *hand["kitty"]]


def holders_by_hand(tree: Tree) -> list[list[int]]:
    """Of each deal the seat of each card of the fresh deck, 4 for the kitty."""
    found = []
    for hand in tree["hands"]:
        whose = {card: seat for seat, cards in enumerate([*hand["dealt"], hand["kitty"]]) for card in cards}
        found.append([whose[NAMES[card]] for card in FRESH[24]])
    return found


@pytest.mark.parametrize("evidence", [True, False])
def test_a_game_card_by_card(tmp_path: Path, evidence: bool) -> None:
    tree = game(evidence=evidence)
    found = read(tmp_path, tree)
    deals = found.deals[FOUR]
    assert deals.holders(slice(0, len(deals)), seats=True).tolist() == holders_by_hand(tree)
    assert not evidence or decks(deals) == [by_hand(hand) for hand in tree["hands"]]
    assert list(deals.dealer) == [hand["dealer"] for hand in tree["hands"]]
    assert list(deals.number) == list(range(1, len(tree["hands"]) + 1))
    assert set(deals.committed) == {int(evidence)}
    assert (found.left_out, found.unreadable, found.players) == ({}, [], list(PLAYERS))
    if evidence:
        for index, hand in enumerate(tree["hands"]):
            stages = Procedure().deal("", hand["deal"]["terms"], hand["deal"]["secret"], [])["trace"]
            sizes, order = thirds(24)[deals.packets[index] // 2], ORDERS[deals.packets[index] % 2]
            assert deals.cut[index] == stages[1]["cut"]
            assert (list(sizes), order) == (list(stages[3]["packets"]), stages[3]["order"])
    else:
        assert set(deals.cut) == set(deals.packets) == {UNKNOWN}


def test_the_secret_gives_what_the_record_does_not_say(tmp_path: Path) -> None:
    tree, whole = game(evidence=True), game()
    for hand in tree["hands"]:
        hand["dealt"] = [None, hand["dealt"][1], None, None]
        del hand["kitty"], hand["up"]
    assert decks(read(tmp_path, tree).deals[FOUR]) == [by_hand(hand) for hand in whole["hands"]]


def test_t206_a_record_that_the_secret_contradicts(tmp_path: Path) -> None:
    for change in (
        lambda hand: hand["dealt"][0].__setitem__(0, hand["kitty"][2]),
        lambda hand: hand.update(dealer=(hand["dealer"] + 1) % 4),
        lambda hand: hand.update(up=hand["kitty"][1]),
        lambda hand: hand["kitty"].__setitem__(3, hand["dealt"][0][0]),
        lambda hand: hand.update(hand=3, deal=game(0, evidence=True)["hands"][0]["deal"]),
    ):
        tree = game(evidence=True)
        change(tree["hands"][2])
        found = read(tmp_path, tree)
        assert (found.deals, found.left_out) == ({}, {"T206": len(tree["hands"])})


def test_a_secret_that_opens_nothing_gives_no_deal(tmp_path: Path) -> None:
    tree = game(evidence=True)
    tree["hands"][2]["deal"]["secret"] = "0" * 64
    deals = read(tmp_path, tree).deals[FOUR]
    assert not any(deals.committed)
    assert deals.holders(slice(0, len(deals)), seats=True).tolist() == holders_by_hand(tree)


def test_t201_a_game_counts_whole_or_not_at_all(tmp_path: Path) -> None:
    for change in (
        lambda hand: hand["dealt"].__setitem__(3, None),
        lambda hand: hand["dealt"][3].__setitem__(2, "??"),
        lambda hand: hand.pop("dealer"),
        lambda hand: hand["kitty"].__setitem__(3, hand["dealt"][0][0]),
    ):
        tree = game()
        change(tree["hands"][-1])
        assert read(tmp_path, tree).left_out == {"T201": len(tree["hands"])}


def test_t209_no_game_counts_beside_one_that_lacks_cards(tmp_path: Path) -> None:
    """Hands that nobody called have no cards: the games without such hands are chosen by their cards."""
    tree, whole = game(), game(1)
    del tree["hands"][-1]["dealt"], tree["hands"][-1]["kitty"]
    gap = game()
    del gap["hands"][1]
    wrong = game(evidence=True)
    wrong["hands"][2]["up"] = wrong["hands"][2]["kitty"][1]
    for code, left in (("T201", tree), ("T202", gap), ("T206", wrong)):
        for order in ((left, whole), (whole, left)):
            found = read(tmp_path, *order)
            assert found.left_out == {code: len(left["hands"]), "T209": len(whole["hands"])}
            assert (found.deals, len(found.own)) == ({}, 0)
    assert read(tmp_path, whole, whole).left_out == {"T203": len(whole["hands"])}


def test_a_kitty_that_is_not_told_is_the_rest_of_the_deck(tmp_path: Path) -> None:
    tree = game()
    for hand in tree["hands"]:
        del hand["kitty"]
    deals = read(tmp_path, tree).deals[FOUR]
    whole = read(tmp_path, game()).deals[FOUR]
    every = slice(0, len(deals))
    assert (deals.holders(every, seats=True) == whole.holders(every, seats=True)).all()
    assert (deals.up_cards(every) == whole.up_cards(every)).all()
    # Of another deck it would be another rest: without a house nobody knows.
    del tree["house"]
    assert read(tmp_path, tree).left_out == {"T201": len(tree["hands"])}


def test_t202_numbers_with_gaps(tmp_path: Path) -> None:
    tree = game()
    del tree["hands"][1]
    assert read(tmp_path, tree).left_out == {"T202": len(tree["hands"])}
    near = game()
    del near["hands"][-1]
    assert read(tmp_path, near).left_out == {}


def test_t203_and_t207_the_same_game_twice_and_another_of_its_name(tmp_path: Path) -> None:
    tree, other = game(), {**game(1), "game": game()["game"]}
    count = len(tree["hands"])
    assert read(tmp_path, tree, tree).left_out == {"T203": count}
    found = read(tmp_path, tree, other)
    assert found.left_out == {"T207": len(other["hands"])}
    assert len(found.deals[FOUR]) == count
    renamed = {**tree, "game": "club.example/s/other"}
    assert read(tmp_path, tree, renamed).left_out == {"T203": count}
    shorter = {**renamed, "hands": tree["hands"][:-1]}
    assert read(tmp_path, tree, shorter).left_out == {"T203": count - 1}
    assert read(tmp_path, shorter, tree).left_out == {"T207": count}
    replayed = copy.deepcopy(renamed)
    replayed["hands"][0]["log"] = replayed["hands"][1]["log"]
    assert len(read(tmp_path, tree, replayed).deals[FOUR]) == 2 * count
    unnamed = {key: value for key, value in tree.items() if key != "game"}
    for pair in ((unnamed, unnamed), (unnamed, tree), (tree, unnamed)):
        assert read(tmp_path, *pair).left_out == {"T203": count}
    unnamed = copy.deepcopy(unnamed)
    for hand in unnamed["hands"]:
        hand["dealt"] = [in_order(cards, "suit") for cards in hand["dealt"]]
    assert read(tmp_path, tree, unnamed).left_out == {"T203": count}


def in_order(cards: list[str], key: str) -> list[str]:
    if key == "name":
        return sorted(cards)
    rank = {card: CARDS[card] % 8 for card in cards}
    return sorted(cards, key=(lambda card: (card[1], -rank[card])) if key == "suit" else (lambda card: rank[card]))


SAME = dict(zip("cdhs", "shdc", strict=True))


def trump_first(cards: list[str], trump: str) -> list[str]:
    bowers = ("J" + trump, "J" + SAME[trump])
    return sorted(cards, key=lambda card: (card not in bowers, card[1] != trump, card))


def longest_first(cards: list[str], _: str) -> list[str]:
    return sorted(cards, key=lambda card: (-sum(card[1] == other[1] for other in cards), card))


SORTED = {
    "as dealt": lambda cards, _: cards,
    "by suit": lambda cards, _: in_order(cards, "suit"),
    "by name": lambda cards, _: in_order(cards, "name"),
    "trump first": trump_first,
    "longest suit first": longest_first,
}


@pytest.mark.parametrize("way", SORTED)
def test_t204_however_hands_are_sorted_only_secrets_give_the_order(tmp_path: Path, way: str) -> None:
    """What is asked of a list is the same however it stands: no way to sort hands or kitty changes an answer."""
    tree, plain = game(), read(tmp_path, game()).deals[FOUR]
    for hand in tree["hands"]:
        trump = hand["up"][1]
        hand["dealt"] = [SORTED[way](cards, trump) for cards in hand["dealt"]]
        hand["kitty"] = SORTED[way](hand["kitty"], trump)
    found = read(tmp_path, tree)
    deals = found.deals[FOUR]
    assert found.left_out == {}
    every = slice(0, len(deals))
    assert len(deals.decks(every)[0]) == 0
    assert (deals.holders(every, seats=True) == plain.holders(every, seats=True)).all()
    assert (deals.up_cards(every) == plain.up_cards(every)).all()


def test_t204_secrets_of_some_hands_of_a_game(tmp_path: Path) -> None:
    whole, some = game(evidence=True), game(1, evidence=True)
    del some["hands"][2]["deal"]
    found = read(tmp_path, whole, some)
    count = len(whole["hands"]) + len(some["hands"])
    assert len(found.deals[FOUR].decks(slice(0, count))[0]) == 0
    apart = read(tmp_path, whole, game(1))
    assert len(apart.deals[FOUR].decks(slice(0, count))[0]) == len(whole["hands"])


def test_an_up_card_is_not_guessed_from_a_kitty(tmp_path: Path) -> None:
    tree = game()
    del tree["hands"][0]["up"]
    assert read(tmp_path, tree).left_out == {"T201": len(tree["hands"])}


def test_other_games_of_a_folder(tmp_path: Path) -> None:
    shutil.copy("examples/three-players.json", tmp_path / "three.json")
    shutil.copy("examples/twelve-tricks.json", tmp_path / "two.json")
    (tmp_path / "four.json").write_text(json.dumps(game()))
    found = read_deals([str(tmp_path)])
    # Of the three one player's hands are known; the twelve tricks are known in part.
    assert (found.deals, found.left_out) == ({}, {"T201": 4, "T209": 7 + len(game()["hands"])})
    (tmp_path / "two.json").unlink()
    found = read_deals([str(tmp_path)])
    assert (list(found.deals), len(found.own), found.left_out) == ([FOUR], 7, {})


def saved(tree: Tree, index: int, **more: Any) -> Tree:
    """The hand file of one hand."""
    keep = {key: tree[key] for key in ("game", "house", "players")}
    return {"format": "euchre-hand/1", **keep, **tree["hands"][index], **more}


def test_t211_people_save_bad_beats(tmp_path: Path) -> None:
    tree = game(evidence=True)
    count = len(tree["hands"])
    every = [saved(tree, index) for index in range(count)]
    whole = read(tmp_path, *every)
    assert (whole.left_out, len(whole.deals[FOUR])) == ({}, count)
    assert read(tmp_path, *every[::-1]).deals[FOUR].slots == whole.deals[FOUR].slots
    assert read(tmp_path, *every, *every).deals[FOUR].slots == whole.deals[FOUR].slots
    for picked in (every[1:], [*every[:2], *every[3:]], every[3:4], every[:1], every[:-1]):
        found = read(tmp_path, *picked)
        assert (found.deals, found.left_out) == ({}, {"T211": len(picked)})
    # The first hands of many games, and whole games beside one of which hands were picked.
    firsts = [saved(game(number, evidence=True), 0) for number in range(4)]
    assert read(tmp_path, *firsts).left_out == {"T211": 4}
    assert read(tmp_path, *every, saved(game(1, evidence=True), 4)).left_out == {"T211": count + 1}
    assert read(tmp_path, *every, firsts[1]).left_out == {"T211": 1}
    nameless = {key: value for key, value in every[0].items() if key != "game"}
    assert read(tmp_path, nameless).left_out == {"T211": 1}


def test_two_copies_of_a_saved_hand_that_differ(tmp_path: Path) -> None:
    tree = game()
    other = saved(tree, 0)
    other["dealt"] = [other["dealt"][1], other["dealt"][0], *other["dealt"][2:]]
    found = read(tmp_path, *(saved(tree, index) for index in range(len(tree["hands"]))), other)
    assert found.left_out == {"T206": len(tree["hands"])}


def test_one_player_s_own_hands(tmp_path: Path) -> None:
    tree = game()
    for hand in tree["hands"]:
        hand["dealt"] = [None, None, hand["dealt"][2], None]
        del hand["kitty"]
    count = len(tree["hands"])
    found = read(tmp_path, tree)
    assert (found.deals, found.left_out, len(found.own)) == ({}, {}, count)
    for index, hand in enumerate(tree["hands"]):
        cards = [NAMES[FRESH[24][card]] for card in found.own.cards[5 * index : 5 * index + 5]]
        assert sorted(cards) == sorted(hand["dealt"][2])
        assert NAMES[FRESH[24][found.own.up[index]]] == hand["up"]
    alone = [saved(tree, index) for index in range(count)]
    assert read(tmp_path, *alone).own.cards == found.own.cards
    assert read(tmp_path, *alone[:3], *alone[4:]).left_out == {"T211": count - 1}
    assert read(tmp_path, {**tree, "hands": tree["hands"][:1], "ended": None, "result": None}).left_out == {
        "T211": 1
    }
    tree["hands"][3]["dealt"] = [None, tree["hands"][3]["dealt"][2], None, None]
    assert read(tmp_path, tree).left_out == {"T201": count}


def test_players_kinds_dates_and_first_dealers(tmp_path: Path) -> None:
    tree = game()
    tree["players"] = [{"id": "p-1", "name": "Ann", "kind": "person"}, {"id": "b-1", "kind": "bot"}, "Cy", "p-4"]
    tree["hands"][3]["players"] = ["Eve", "Cy", "b-1", "p-4"]
    tree |= {
        "played": "2026-11-30T19:04:00Z",
        "first_dealer": {"method": "drawn", "dealer": tree["hands"][0]["dealer"]},
    }
    (tmp_path / "game.json").write_text(json.dumps(tree))
    people = [{"id": "p-4", "kind": "bot"}, {"id": "p-1", "kind": "bot"}]
    (tmp_path / "archive.json").write_text(json.dumps({"format": "euchre-archive/1", "players": people}))
    found = read_deals([str(tmp_path)])
    deals = found.deals[FOUR]
    assert found.players == ["Ann", "b-1", "Cy", "p-4", "Eve"]
    assert deals.column("players")[2].tolist() == [0, 1, 2, 3]
    assert deals.column("players")[4].tolist() == [4, 2, 1, 3]
    assert deals.column("kinds")[2].tolist() == [PERSON, BOT, UNKNOWN, BOT]
    assert set(deals.column("date").tolist()) == {739_950}
    assert deals.first_dealers == {("drawn", tree["hands"][0]["dealer"]): 1}


def test_a_folder_a_zip_and_its_ledger(tmp_path: Path) -> None:
    folder = read_deals(["examples/club"])
    assert folder.unreadable == []
    path = tmp_path / "club.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name in sorted(os.listdir("examples/club")):
            made.write(os.path.join("examples/club", name), name)
    packed = read_deals([str(path)])
    assert {shape: deals.slots for shape, deals in packed.deals.items()} == {
        shape: deals.slots for shape, deals in folder.deals.items()
    }
    assert packed.inputs == folder.inputs
    assert len(folder.deals[FOUR]) > 0


def test_one_bad_file_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_text(json.dumps(game()))
    found = read_deals([str(tmp_path), str(tmp_path / "missing.json")])
    assert len(found.deals[FOUR]) == len(game()["hands"])
    assert len(found.unreadable) == 2


def test_histories_of_an_engine_are_a_set_of_deals(tmp_path: Path) -> None:
    from euchre_audit.notations.openspiel import write_openspiel
    from euchre_audit.records import HandRecord

    tree = game()
    lines = []
    for hand in tree["hands"]:
        record = HandRecord(dealer=hand["dealer"], up=hand["up"], dealt=hand["dealt"], log=["0 pass"])
        lines.append(json.dumps({"history": write_openspiel(record)[:22]}))
    path = tmp_path / "histories.jsonl"
    path.write_text("\n".join(lines) + "\n")
    found = read_deals([str(path)])
    whole = read(tmp_path, tree).deals[FOUR]
    assert found.left_out == {}
    path.write_text("\n".join([*lines, lines[0]]) + "\n")
    assert len(read_deals([str(path)]).deals[FOUR]) == len(whole) + 1  # a deal that comes again is one more
    path.write_text("\n".join(lines) + "\n")
    moved = tmp_path / "b" / "rotated.jsonl"
    moved.parent.mkdir()
    moved.write_text("\n".join(lines[2:]) + "\n")
    copied = read_deals([str(path), str(moved)])
    assert (len(copied.deals[FOUR]), copied.left_out) == (len(whole), {"T203": len(lines) - 2})
    every = slice(0, len(whole))
    assert (found.deals[FOUR].holders(every, seats=True) == whole.holders(every, seats=True)).all()
    assert not any(found.deals[FOUR].committed)


def test_makers_hold_most_bowers_of_games_that_are_fair() -> None:
    """Why T220 is so: deals by the procedure, called by players who look at their hands."""
    side = held = 0
    for number in range(12):
        for hand in game(number)["hands"]:
            calls = [line.split() for line in hand["log"] if line.split()[1] in ("order", "name")]
            if calls:
                maker, trump = int(calls[0][0]), calls[0][2] if calls[0][1] == "name" else hand["up"][1]
                bowers = {"J" + trump, "J" + dict(zip("cdhs", "shdc", strict=True))[trump]}
                for seat, cards in enumerate(hand["dealt"]):
                    found = len(bowers & set(cards))
                    held, side = held + found, side + found * (seat % 2 == maker % 2)
    assert 0.6 < side / held < 0.8


def test_the_control_differs_in_nothing_but_the_cards() -> None:
    deals = deals_of(fair(np.random.default_rng(2), 200), traced=np.random.default_rng(2))
    fresh = dealt_anew(deals)
    assert fresh.dealer == deals.dealer
    assert fresh.slots != deals.slots
    assert (np.sort(fresh.column("slots"), axis=1) == np.arange(24)).all()
    assert set(fresh.cut) <= set(range(10, 15))
    assert set(fresh.packets) <= set(range(14))
    assert dealt_anew(deals).slots != fresh.slots

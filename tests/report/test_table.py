"""The table at each moment: its cards by the second engine, what a seat may know, where the findings stand."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from rich.cells import cell_len

from euchre_audit.audit.words import pretty
from euchre_audit.cards import CARDS
from euchre_audit.records import read_source
from euchre_audit.report.style import Style
from euchre_audit.report.table import (
    FACE_DOWN,
    FACE_UP,
    Position,
    Seat,
    Table,
    at_position,
    findings_of,
    moments,
    read_position,
)
from euchre_audit.report.table_svg import sentences
from euchre_audit.report.table_text import KEY, table_lines, table_text
from tests.audit.games import Doc, clean_games, without_evidence
from tests.audit.variant_games import FAMILIES, HIDDEN, hand_of, hidden_again, table_at
from tests.cli.run import EXAMPLES
from tests.engine.test_casebook import needs_corpus
from tests.report.reports import faulty_games
from tests.report.tables import CORPUS, NAMES, audited, corpus, named, of_tree, tables_of
from tests.twin.generate import random_hand
from tests.twin.rules import HOUSES

WORDS = [pretty(name) for name in CARDS]
MOST = 22
"""Lines that the stepper has for the table in a terminal of 24."""


def hands_of_every_family(hidden: str = "none", count: int = 3) -> Iterator[Doc]:
    rng = Random(f"tables/{hidden}")
    for name in FAMILIES:
        for _ in range(count):
            yield hand_of(rng, name, hidden)
    for house in sorted(HOUSES):
        for _ in range(count):
            yield random_hand(rng, house, hidden=hidden, loners=0.6)


def moments_of(tree: Doc, viewer: int | None = None) -> tuple[Table, ...]:
    game, ((record, outcome),) = of_tree(tree)
    return moments(game, record, outcome, viewer)


def names(seat: Seat, *lies: str) -> list[str]:
    return sorted(card.name for card in seat.cards if card.lies in lies)


@pytest.mark.parametrize("part", range(4))
def test_every_card_lies_where_the_second_engine_has_it(part: int) -> None:
    legal = 0
    for tree in list(hands_of_every_family())[part::4]:
        tables = moments_of(tree)
        assert len(tables) == len(tree["log"]) + 2
        for step, table in enumerate(tables):
            twin = table_at(tree, min(max(step - 1, 0), len(tree["log"])))
            for seat, held in zip(table.seats, twin.hands, strict=True):
                assert names(seat, "hand", FACE_UP) == sorted(held), table.where
                assert seat.note is None
                assert names(seat, FACE_DOWN) == sorted(getattr(twin, "face_down", [[]] * 4)[seat.number])
            if table.deed is None or table.position is None:
                continue
            calls = ("pass", "order", "name", "play")
            (turn,) = {int(line[0]) for line in twin.legal_lines() if line.split()[1] in calls}
            assert [seat.number for seat in table.seats if seat.turn] == [turn]
            if table.position.trick:
                may = {line.split()[2] for line in twin.legal_lines() if line.split()[1] == "play"}
                cards = table.seats[turn].cards
                assert {card.name for card in cards if card.legal} == may
                assert all(card.why_not for card in cards if card.legal is False)
                assert all(card.legal is None for seat in table.seats if not seat.turn for card in seat.cards)
                assert [card.name for card in cards if card.now] == [tree["log"][step - 1].split()[2]]
                legal += len(may)
            else:
                told = " ".join(table.may)
                for line in twin.legal_lines():
                    verb = line.split()[1]
                    word = {"order": ("order up", "take up"), "name": ("name",), "pass": ("pass",)}.get(verb, ("",))
                    assert any(each in told for each in word), (line, told)
                assert ("pass" in told) == any(line.endswith(" pass") for line in twin.legal_lines())
    assert legal > 500


def test_the_trick_goes_to_whom_the_second_engine_gives_it() -> None:
    tricks = 0
    for tree in hands_of_every_family(count=2):
        for step, table in enumerate(moments_of(tree)):
            if table.position is None or not table.trick_over:
                continue
            twin = table_at(tree, step)
            (taker,) = [card.seat for card in table.trick if card.wins]
            after = [side - was for side, was in zip(twin.tricks, table_at(tree, step - 1).tricks, strict=True)]
            assert after.index(1) == twin.side_of(taker)
            assert [card.leads for card in table.trick] == [True] + [False] * (len(table.trick) - 1)
            tricks += 1
    assert tricks > 200


def can_be(halves: list[str], cards: list[str]) -> bool:
    """Whether each card of which half or nothing is told can be another one of these."""
    if not halves:
        return True
    fitting = [number for number, card in enumerate(cards) if halves[0] in card]
    return any(can_be(halves[1:], cards[:number] + cards[number + 1 :]) for number in fitting)


@pytest.mark.parametrize("hidden", [hidden for hidden in HIDDEN if hidden != "none"])
def test_what_is_not_recorded_is_never_guessed(hidden: str) -> None:
    """With less recorded of a hand, whatever is shown of it is so, and as many cards as there are."""
    rng = Random(f"less of it/{hidden}")
    unknown = 0
    for tree in hands_of_every_family(count=1):
        less = moments_of(hidden_again(rng, copy.deepcopy(tree), hidden))
        whole = moments_of(tree)
        assert len(less) == len(whole)
        for table, true in zip(less, whole, strict=True):
            assert table.where == true.where
            for seat, really in zip(table.seats, true.seats, strict=True):
                held = Counter(card.name for card in really.cards)
                told = Counter(card.name for card in seat.cards if "?" not in card.name)
                assert not told - held, (table.where, seat, really)
                assert len(seat.cards) == len(really.cards), (table.where, seat, really)
                rest = list((held - told).elements())
                halves = [card.name.strip("?") for card in seat.cards if "?" in card.name]
                assert can_be(halves, rest), (table.where, seat, really)
                unknown += len(rest)
                assert (seat.note is None) <= (not rest), (table.where, seat)
    assert unknown > 1000


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_seat_sees_its_own_cards_the_up_card_and_what_was_played(viewer: int) -> None:
    for tree in hands_of_every_family(count=2):
        dealt = tree["dealt"]
        for step, table in enumerate(moments_of(tree, viewer)):
            log = [line.split() for line in tree["log"][: max(step, 0)]]
            own = [*dealt[viewer], tree.get("up") or ""]
            rows = [card for hand in dealt for card in hand[8:12]] if len(dealt[0]) == 12 else []
            shown = [line[2] for line in log if line[1] in ("play", "uncover")]
            mine = [
                card
                for line in log
                if line[1] in ("give", "swap", "discard") and (int(line[0]) == viewer or line[-1] == str(viewer))
                for word in line[2:]
                for card in word.split(",")
            ]
            may_know = {pretty(card) for card in (*own, *rows, *shown, *mine) if card in CARDS}
            told = " ".join(sentences(table)).replace(",", " ").replace(".", " ").replace(";", " ").split()
            assert not {word for word in told if word in WORDS} - may_know, (table.where, tree["log"])
            if step and len(dealt[0]) == 12:
                assert all(
                    card.name == "??" for seat in table.seats for card in seat.cards if card.lies == FACE_DOWN
                )


@pytest.mark.parametrize("name", NAMES)
def test_every_finding_stands_at_one_moment(name: str) -> None:
    for game, hands in named(name):
        for record, outcome in hands:
            told = Counter(
                (fault.code, fault.message) for table in moments(game, record, outcome) for fault in table.faults
            )
            assert told == Counter((each.code, each.message) for each in findings_of(game, outcome))
        all_told = [each for _, outcome in hands for each in findings_of(game, outcome)]
        assert Counter(each.code for each in all_told) == Counter(
            each.code for each in game.all_findings() if each.severity != "note" or each.code[0] != "C"
        )


def test_findings_stand_where_they_say() -> None:
    for tree in faulty_games().values():
        game, hands = of_tree(tree)
        for record, outcome in hands:
            for finding in outcome.result.findings:
                where = finding.where
                if where.hand is None or where.play is None:
                    continue
                table = at_position(
                    moments(game, record, outcome), Position(where.hand, where.trick or 0, where.play)
                )
                assert table is not None and finding.message in [fault.message for fault in table.faults]
                assert table.seat == where.seat


def test_a_renege_is_told_with_its_reason() -> None:
    ((game, hands),) = named("disputed-game.json")
    record, outcome = hands[14]
    table = at_position(moments(game, record, outcome), Position(15, 1, 2))
    assert table is not None
    assert {card.name: card.why_not for card in table.seats[1].cards if card.legal is False} == dict.fromkeys(
        ("Ad", "Qs"), "♣ was led and East holds 10♣, K♣ and A♣"
    )
    assert [(fault.sign, fault.word, fault.code) for fault in table.faults] == [("✗", "fault", "P310")]
    assert [card.seat for card in table.trick if card.fault] == [1]


def test_a_seat_is_not_told_what_another_did_wrong_before_it_can_know() -> None:
    ((game, hands),) = named("disputed-game.json")
    record, outcome = hands[14]
    for viewer in (None, 0, 1, 2, 3):
        table = at_position(moments(game, record, outcome, viewer), Position(15, 1, 2))
        assert table is not None
        told = [fault.code for fault in table.faults], [card.fault for card in table.trick]
        assert told == ((["P310"], [False, True]) if viewer in (None, table.seat) else ([], [False, False]))


def test_a_renege_that_a_later_card_proves_is_marked_on_its_card() -> None:
    game = json.loads((EXAMPLES / "disputed-game.json").read_text("utf-8"))
    hand = {key: value for key, value in game["hands"][14].items() if key in ("dealer", "up", "dealt", "log")}
    hand["dealt"] = [cards if seat == 2 else None for seat, cards in enumerate(hand["dealt"])]
    tables = moments_of({"format": "euchre-hand/1", "house": game["house"], "rules": game["rules"], **hand})
    (table,) = [each for each in tables if any(fault.code == "P311" for fault in each.faults)]
    assert [card.fault for card in table.trick if card.now] == [True]
    assert sum(card.fault for each in tables for card in each.trick) == 1


def test_the_left_bower_is_named_in_the_reason() -> None:
    tree = without_evidence({"hands": [clean_games()[0]["hands"][0]]})["hands"][0]
    tree |= {"format": "euchre-hand/1", "house": "family", "dealer": 3, "start": [0, 0], "up": "9h"}
    tree["dealt"] = [
        ["Ah", "Kh", "9c", "Tc", "Qc"],
        ["Jd", "9s", "Ts", "Qs", "Ks"],
        ["9d", "Td", "Qd", "Kd", "Ad"],
        ["Th", "Qh", "Jc", "Ac", "As"],
    ]
    tree["kitty"] = ["9h", "Jh", "Kc", "Js"]
    tree["log"] = ["0 order", "3 discard As", "0 play Ah", "1 play 9s"]
    for key in ("ended", "claims"):
        tree.pop(key, None)
    table = at_position(moments_of(tree), Position(tree.get("hand", 1), 1, 2))
    assert table is not None
    assert table.seats[1].cards[0].name == "Jd" and table.seats[1].cards[0].legal
    assert table.seats[1].cards[1].why_not == "♥ was led and East holds J♦ (J♦ is the left bower)"


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_fits_a_terminal(name: str) -> None:
    fits(named(name))


@needs_corpus
def test_every_moment_of_real_games_fits_a_terminal() -> None:
    assert CORPUS
    paths = list(corpus())
    assert len(paths) > 10
    for path in paths:
        fits(audited(read_source(str(path)))[:5], viewers=False)


def fits(games: list[tuple[object, object]], *, viewers: bool = True) -> None:
    for table in tables_of(games, viewers=viewers):  # type: ignore[arg-type]
        lines = table_lines(table, Style())
        assert len(lines) <= MOST, "\n".join(lines)
        assert all(cell_len(line) < 80 for line in lines), "\n".join(lines)
        assert all(cell_len(line) < 40 for line in table_lines(table, Style(), 40))


@pytest.mark.parametrize(
    "name", ["Bob[/]", "\x1b[31mred", "日本語の名前がとても長い", "a\u0301\u0302", "שלום עולם", "x" * 500]
)
def test_a_hostile_name_does_not_break_the_frame(name: str) -> None:
    tree = {**clean_games()[0], "players": [name] * 4}
    for style in (Style(), Style(ascii=True), Style(colour=True)):
        for table in list(tables_of([of_tree(tree)], viewers=False))[:40]:
            text = table_text(table, style)
            assert style.colour or "\x1b" not in text
            assert not style.ascii or text.isascii()
            for line in text.splitlines():
                plain = re.sub(r"\x1b\[[0-9]+m", "", line)
                assert cell_len(plain) < 80, line
    assert KEY in text


def test_a_place_is_read_as_it_is_written() -> None:
    assert read_position("3.2.4") == Position(3, 2, 4)
    assert read_position("3.0.2") == Position(3, 0, 2)
    assert read_position("3") == Position(3)
    for wrong in ("", "0", "3.", "3.2.0", "3.2.4.1", "three", "٣", "-1", " 3"):
        assert read_position(wrong) is None

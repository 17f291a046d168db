"""From a key to the next place, without a terminal."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from euchre_audit.report.stepper import GOTO, HELP, KEYS, TABLE, TRACE, Games, Place, fitted, frame, press, start
from euchre_audit.report.style import Style
from euchre_audit.report.table import Position, findings_of
from tests.audit.games import PLAYERS, clean_games
from tests.report.reports import faulty_games
from tests.report.tables import named, of_tree

NAMES = ("right", "left", "up", "down", "pgup", "pgdn", "enter", "escape", "backspace")


@cache
def disputed() -> Games:
    return Games(named("disputed-game.json"))


@cache
def several() -> Games:
    """A game for four, one for two with cards on the table, one for three, and one with faults."""
    games = [*named("game.egn"), *named("twelve-tricks.json"), *named("three-players.json")]
    return Games([*games, *map(of_tree, faulty_games().values())])


def pressed(games: Games, *keys: str, at: Place | None = None) -> Place:
    place = Place() if at is None else at
    for key in keys:
        place = press(place, key, games)
    return place


def walked(games: Games, key: str, place: Place) -> list[tuple[int, int]]:
    """Every place that one key leads through until it goes no further."""
    places = [(place.hand, place.step)]
    while True:
        place = press(place, key, games)
        if (place.hand, place.step) == places[-1]:
            assert place.told
            return places
        places.append((place.hand, place.step))


def test_each_step_once_forward_and_the_same_way_back() -> None:
    games = several()
    every = [(hand, step) for hand in range(len(games.hands)) for step in range(len(games.tables(Place(hand))))]
    assert walked(games, "right", Place()) == every
    assert walked(games, "n", Place()) == walked(games, " ", Place()) == every
    last = pressed(games, "G")
    assert (last.hand, last.step) == every[-1]
    assert walked(games, "left", last) == walked(games, "p", last) == every[::-1]
    assert pressed(games, "g", at=last) == Place()


def test_hands_and_tricks() -> None:
    games = disputed()
    assert walked(games, "pgdn", Place())[:-1] == [(hand, 0) for hand in range(len(games.hands))]
    assert walked(games, "pgup", pressed(games, "G"))[1:] == [(hand, 0) for hand in range(len(games.hands))][::-1]
    down = [place for place in walked(games, "down", Place()) if place[0] == 0]
    tables = games.tables(Place())
    assert [tables[step].position for _, step in down[1:-1]] == [Position(1, trick, 1) for trick in range(1, 6)]
    assert down[-1][1] == len(tables) - 1
    up = walked(games, "up", Place(0, len(tables) - 1))
    assert up == down[::-1]
    middle = next(step for step, table in enumerate(tables) if table.position == Position(1, 3, 3))
    assert tables[pressed(games, "up", at=Place(0, middle)).step].position == Position(1, 3, 1)


def test_findings_forward_and_back() -> None:
    games = several()
    wanted = [
        (hand, step)
        for hand in range(len(games.hands))
        for step, table in enumerate(games.tables(Place(hand)))
        if table.faults
    ]
    assert len(wanted) >= 3
    assert walked(games, "f", Place())[1:] == wanted
    assert walked(games, "F", pressed(games, "G"))[-len(wanted) :] == wanted[::-1]
    told = sum(len(findings_of(game, outcome)) for game, _, outcome in games.hands)
    assert told == sum(len(games.tables(Place(hand))[step].faults) for hand, step in wanted)


def test_going_to_a_place() -> None:
    games = disputed()
    place = pressed(games, ":", *"3.2.4", "enter")
    assert place.mode == TABLE and games.table(place).position == Position(3, 2, 4)
    assert games.table(pressed(games, ":", *"3.0.2", "enter")).position == Position(3, 0, 2)
    assert pressed(games, ":", *"7", "enter") == Place(6)
    for wrong in ("9.9.9", "99", "3.", "", "3.2.0"):
        lost = pressed(games, ":", *wrong, "enter", at=place)
        assert (lost.hand, lost.step, lost.mode) == (place.hand, place.step, TABLE) and lost.told
    typing = pressed(games, ":", *"3x.q2", "backspace")
    assert (typing.mode, typing.typed) == (GOTO, "3.")
    assert pressed(games, "escape", at=typing) == Place()
    assert frame(typing, games, Style(), 80, 24)[-1] == ":3._"
    assert start(games, Position(3, 2, 4)) == place
    assert start(games, Position(99)).told == "there is no 99 here"


def test_a_place_of_the_game_that_is_shown_comes_first() -> None:
    games = several()
    firsts = [hand for hand, (_, _, outcome) in enumerate(games.hands) if outcome.result.number == 1]
    for first in firsts[1:]:
        assert pressed(games, ":", "1", "enter", at=Place(first, 3)).hand == first


def test_the_view_goes_round_and_hides_the_others() -> None:
    games = several()
    place = Place()
    seen = []
    for _ in range(5):
        seen.append(place.viewer)
        hidden = {seat.number for seat in games.table(place).seats if seat.note == "hidden"}
        assert hidden == (set() if place.viewer is None else {0, 1, 2, 3} - {place.viewer})
        place = press(place, "v", games)
    assert seen == [None, 0, 1, 2, 3] and place.viewer is None
    two = next(hand for hand, (game, _, _) in enumerate(games.hands) if game.rules.seats == 2)
    there = Place(two, 0, viewer=3)
    assert games.table(there).viewer is None
    assert press(there, "v", games).viewer == 0


def test_the_deal_stage_by_stage_only_where_there_is_one() -> None:
    games = Games([of_tree(clean_games()[0]), *named("game.egn")])
    place = pressed(games, "t")
    assert place.mode == TRACE
    shown = "\n".join(frame(place, games, Style(), 80, 40))
    dealt = games.hands[0][2].deal.dealt
    assert dealt is not None
    for stage in dealt.stages:
        assert f"stage {stage.number}" in shown
    assert dealt.commitment.hex() in shown
    assert pressed(games, "t", at=place) == pressed(games, "escape", at=place) == Place()
    assert pressed(games, "right", at=place) == Place(0, 1)
    last = pressed(games, "G", "t")
    assert last.mode == TABLE and "no deal" in last.told


def test_the_help_names_every_key_and_every_key_does_something() -> None:
    games = disputed()
    place = pressed(games, "?")
    assert place.mode == HELP
    shown = "\n".join(frame(place, games, Style(), 100, 40))
    assert all(keys in shown for keys, _ in KEYS)
    assert pressed(games, "?", at=place) == Place()
    middle = Place(2, 8, top=1)
    signs = {"PgDn": "pgdn", "PgUp": "pgup", "space": " "}
    for key in " ".join(keys for keys, _ in KEYS).split():
        assert press(middle, signs.get(key, key), games) != middle, key


KEY = st.sampled_from([*NAMES, *"npgGfFvt?:0123.4jkx é"])


@settings(max_examples=60, deadline=None)
@given(st.lists(KEY, max_size=30), st.integers(1, 120), st.integers(1, 50), st.booleans())
def test_any_keys_in_any_window(keys: list[str], width: int, height: int, ascii_only: bool) -> None:
    games = several()
    place = fitted(pressed(games, *keys), games, max(width, 20), max(height, 4))
    assert 0 <= place.hand < len(games.hands) and 0 <= place.step < len(games.tables(place))
    lines = frame(place, games, Style(ascii=ascii_only, colour=not ascii_only), width, height)
    assert len(lines) <= height
    for line in lines:
        plain = re.sub(r"\x1b\[[0-9]+m", "", line)
        assert "\x1b" not in plain and (not ascii_only or plain.isascii())
        assert cell_len(plain) <= width


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (30, 10)])
def test_everything_can_be_reached_in_a_small_window(size: tuple[int, int]) -> None:
    games = disputed()
    place = pressed(games, ":", *"15.1.2", "enter")
    seen: list[str] = []
    for _ in range(80):
        shown = frame(place, games, Style(), *size)
        seen += shown
        further = fitted(press(place, "j", games), games, *size)
        if further == place:
            break
        place = further
    text = " ".join(" ".join(seen).split())
    for word in (
        "fault P310",
        "on the table" if size[0] < 78 else "led best",
        "West",
        "legal: 10♣ K♣ A♣",
        "trick 1",
    ):
        assert word in text
    assert "more lines" not in frame(place, games, Style(), *size)[-2]


def test_a_hostile_name_stays_in_its_place() -> None:
    names = [{"id": f"p-{number}", "name": f"\x1b[2J{'日' * 60}\u202e\u0301"} for number in range(4)]
    assert len(names) == len(PLAYERS)
    games = Games([of_tree({**clean_games()[0], "players": names})])
    for width in (30, 40, 80, 120):
        for line in frame(Place(), games, Style(), width, 24):
            assert "\x1b" not in line and "\u202e" not in line and cell_len(line) <= width

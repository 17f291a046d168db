"""Matches: several games in one file, who sat in each, and games written as a match."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from euchre_audit.audit import load
from euchre_audit.audit.inputs import Loaded
from euchre_audit.findings import Finding, Unreadable
from euchre_audit.notations.emn import write_emn
from euchre_audit.records import Game, Source
from tests.audit.games import above_notes, line_number, report_of, source_of, told
from tests.notations.egn_schema import EMN_SCHEMA
from tests.notations.test_egn import file, game
from tests.twin.generate import random_game

Doc = dict[str, Any]
EMN = "match.emn"
VALIDATOR = jsonschema.Draft202012Validator(EMN_SCHEMA)


def match(count: int = 3, key: str = "players") -> Doc:
    """A match of five players; who sits out changes from game to game."""
    registry = [{"id": f"p-{number}", "name": name} for number, name in enumerate("VWXYZ", 1)]
    games = []
    for index in range(count):
        data = file(index)
        del data["metadata"]["players"]
        seats = [f"p-{(index + seat) % 5 + 1}" for seat in range(4)]
        games.append({"gameIndex": index, key: seats, "gameData": data})
    metadata = {"players": registry, "matchFormat": {"type": "ROUND_ROBIN", "target": 1.5}, "views": [{"a": 0.1}]}
    return {"fileType": "Euchre Match Notation", "version": "1.0", "metadata": metadata, "games": games}


def loaded(tree: Doc) -> list[Loaded | Finding]:
    return list(load(Source(EMN, json.dumps(tree, indent=1).encode())))


@pytest.mark.parametrize("key", ["players", "playersOverride"])
def test_every_game_of_a_match_is_clean_and_has_its_players(key: str) -> None:
    tree = match(3, key)
    report = report_of(source_of(tree, EMN))
    assert above_notes(report.all_findings()) == [], told(report.all_findings())
    assert [each.score for each in report.games] == [game(index)["result"]["score"] for index in range(3)]
    for index, each in enumerate(loaded(tree)):
        assert isinstance(each, Loaded)
        players = msgspec.to_builtins(each.game.players)
        assert players == [
            {"id": f"p-{(index + seat) % 5 + 1}", "name": "VWXYZ"[(index + seat) % 5]} for seat in range(4)
        ]


def test_a_fault_is_told_at_its_place_in_the_match() -> None:
    tree = match(3)
    tricks = tree["games"][1]["gameData"]["deals"][2]["phases"][1]["tricks"]
    tricks[3][0] = tricks[0][0]
    (finding,) = above_notes(report_of(source_of(tree, EMN)).all_findings())
    pointer = "/games/1/gameData/deals/2/phases/1/tricks/3/0"
    assert (finding.code, finding.where.pointer, finding.where.line) == (
        "P320",
        pointer,
        line_number(tree, pointer),
    )


def test_one_bad_game_does_not_hide_the_others() -> None:
    tree = match(3)
    tree["games"][1]["gameData"]["deals"][0]["initialState"]["dealer"] = 7
    report = report_of(source_of(tree, EMN))
    (finding,) = above_notes(report.all_findings())
    pointer = "/games/1/gameData/deals/0/initialState/dealer"
    assert (finding.code, finding.where.pointer, finding.where.line) == (
        "F110",
        pointer,
        line_number(tree, pointer),
    )
    assert len(report.games) == 2


def put(*path: str | int, value: Any) -> Any:
    def change(tree: Doc) -> None:
        place: Any = tree
        for part in path[:-1]:
            place = place[part]
        if value is None:
            del place[path[-1]]
        else:
            place[path[-1]] = value

    return change


REFUSED = {
    "fileType": (put("fileType", value="Euchre"), "F108", "/fileType"),
    "version": (put("version", value="2.0"), "F108", "/version"),
    "version a number": (put("version", value=1), "F108", "/version"),
    "metadata": (put("metadata", value=[]), "F110", "/metadata"),
    "no players": (put("metadata", "players", value=None), "F110", "/metadata/players"),
    "a player a text": (put("metadata", "players", 0, value="Ann"), "F110", "/metadata/players/0"),
    "an id twice": (put("metadata", "players", 1, "id", value="p-1"), "F110", "/metadata/players/1/id"),
    "games": (put("games", value={}), "F110", "/games"),
    "no games": (put("games", value=[]), "F150", ""),
    "a game a text": (put("games", 0, value="x"), "F110", "/games/0"),
    "no gameData": (put("games", 0, "gameData", value=None), "F110", "/games/0/gameData"),
    "gameData packed": (put("games", 0, "gameData", value="AQID"), "F110", "/games/0/gameData"),
    "gameData of another kind": (
        put("games", 0, "gameData", "fileType", value="x"),
        "F108",
        "/games/0/gameData/fileType",
    ),
    "gameData 1.6": (put("games", 0, "gameData", "version", value="1.6"), "F108", "/games/0/gameData/version"),
    "nobody": (put("games", 0, "players", value=None), "F110", "/games/0/players"),
    "three": (put("games", 0, "players", value=["p-1", "p-2", "p-3"]), "F110", "/games/0/players"),
    "a stranger": (put("games", 0, "players", 2, value="p-9"), "F110", "/games/0/players/2"),
    "a number": (put("games", 0, "players", 2, value=3), "F110", "/games/0/players/2"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    change, code, pointer = REFUSED[name]
    tree = match(1)
    change(tree)
    found = report_of(source_of(tree, EMN)).all_findings()
    assert [(each.code, each.where.pointer) for each in found] == [(code, pointer)], told(found)
    assert found[0].where.line is not None


def test_no_value_of_any_type_brings_the_reader_down() -> None:
    tree = match(1)
    tree["games"][0]["gameData"]["deals"] = tree["games"][0]["gameData"]["deals"][:1]
    strange = (None, True, -1, 10**17, "", "x", [], {}, [[]], {"a": 1})
    for path in (
        ("metadata",),
        ("metadata", "players"),
        ("games",),
        ("games", 0),
        ("games", 0, "players"),
        ("version",),
    ):
        for value in strange:
            other = copy.deepcopy(tree)
            place: Any = other
            for part in path[:-1]:
                place = place[part]
            place[path[-1]] = value
            found = report_of(Source(EMN, json.dumps(other).encode())).all_findings()
            assert "X901" not in {each.code for each in found}, (path, value)


# Written

PLAYERS = [{"id": "p-1", "name": "Ann"}, "Bo", {"id": "p-3", "name": "Cy", "kind": "bot"}, {"id": "p-4"}]


def games(count: int) -> list[tuple[Game, bool]]:
    made = []
    for seed in range(count):
        tree = random_game(Random(f"match {seed}"), "egn", {"stick_the_dealer": True}, loners=0.4)
        made.append((msgspec.convert({**tree, "players": PLAYERS}, Game), False))
    return made


def test_games_written_as_a_match_come_back() -> None:
    made = games(3)
    tree, lost = write_emn(made)
    VALIDATOR.validate(tree)
    assert tree["metadata"]["players"] == [
        {"id": "p-1", "name": "Ann"},
        {"id": "Bo", "name": "Bo"},
        {"id": "p-3", "name": "Cy"},
        {"id": "p-4", "name": "p-4"},
    ]
    assert [entry["players"] for entry in tree["games"]] == [["p-1", "Bo", "p-3", "p-4"]] * 3
    assert len(lost) == 3
    assert "/players/2/kind: that this is a bot" in lost[1]
    back = loaded(tree)
    assert len(back) == 3
    for each, (one, _) in zip(back, made, strict=True):
        assert isinstance(each, Loaded)
        assert [hand.up for hand in each.game.hands] == [hand.up for hand in one.hands]
        assert each.game.result is not None and one.result is not None
        assert each.game.result.score == one.result.score
    report = report_of(Source(EMN, json.dumps(tree).encode()))
    assert above_notes(report.all_findings()) == [], told(report.all_findings())


@pytest.mark.parametrize("players", [None, ["A", "B", "A", "D"], ["A", "B", "C", "x" * 65]])
def test_a_match_names_four_players_in_every_game(players: Any) -> None:
    (game, alone), *_ = games(1)
    game.players = players
    with pytest.raises(Unreadable) as refused:
        write_emn([(game, alone)])
    assert refused.value.finding.code == "F161"


def test_which_game_of_a_match_cannot_be_written() -> None:
    made = games(2)
    made[1][0].hands[0].log = ["0 order", "3 play Ac"]
    made[1][0].hands[0].dealer = 3
    with pytest.raises(Unreadable, match="game 2: this game cannot be written"):
        write_emn(made)

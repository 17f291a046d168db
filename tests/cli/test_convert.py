"""``convert``: from every form to every other, what is lost on the way, and what is not written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from euchre_audit.audit import Options, audit_files
from euchre_audit.records.write import encode, json_text
from tests.audit.games import above_notes, proven_game, told
from tests.cli.run import Ran, euchre_audit
from tests.notations.test_ptn import HAND
from tests.twin.generate import random_game, random_hand

Doc = dict[str, Any]


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    return tmp_path


def convert(cwd: Path, *words: str) -> Ran:
    return euchre_audit("convert", *words, cwd=cwd)


def game(seed: int = 1, house: str = "egn", **rules: Any) -> Doc:
    made: Doc = random_game(Random(f"convert {seed}"), house, {"stick_the_dealer": True, **rules}, loners=0.4)
    return made


def write(cwd: Path, name: str, *trees: Doc) -> None:
    (cwd / name).write_bytes(encode(list(trees), name.rsplit(".", 1)[1]))


def read(cwd: Path, name: str) -> Any:
    return json.loads((cwd / name).read_text("utf-8"))


def clean(cwd: Path, name: str) -> None:
    found = above_notes(audit_files([str(cwd / name)], Options()).all_findings())
    assert found == [], told(found)


@pytest.mark.parametrize("through", ["b.egn", "b.emn", "b.msgpack", "b.jsonl"])
def test_there_and_back(cwd: Path, through: str) -> None:
    write(cwd, "a.json", game())
    there = convert(cwd, "a.json", through)
    assert (there.code, there.err) == (0, ""), there
    assert there.out.splitlines()[0] == f"{through}: 1 record"
    back = convert(cwd, through, "c.json")
    assert (back.code, back.out) == (0, "c.json: 1 record\n")
    before, after = read(cwd, "a.json"), read(cwd, "c.json")
    assert [hand["log"] for hand in after["hands"]] == [hand["log"] for hand in before["hands"]]
    assert after["result"]["score"] == before["result"]["score"]
    for name in (through, "c.json"):
        clean(cwd, name)


def test_what_is_lost_is_listed_a_line_each(cwd: Path) -> None:
    write(cwd, "a.json", {**game(), "meta": {"table": 7}})
    lines = convert(cwd, "a.json", "b.egn").out.splitlines()
    assert all(line.startswith("not in b.egn: /") for line in lines[1:])
    assert "not in b.egn: /meta: notes that are no part of the game" in lines
    assert any(line.startswith("not in b.egn: /hands/0/claims: ") for line in lines)


def test_evidence_goes_beside_an_egn_game_and_comes_back(cwd: Path) -> None:
    (cwd / "a.json").write_text(json_text(proven_game(2)), encoding="utf-8")
    said = convert(cwd, "a.json", "b.egn")
    assert said.out.splitlines()[1] == "b.proof.json: the evidence of its deals"
    assert "/deal:" not in said.out
    assert convert(cwd, "b.egn", "c.json").code == 0
    before, after = read(cwd, "a.json"), read(cwd, "c.json")
    assert [hand["deal"] for hand in after["hands"]] == [hand["deal"] for hand in before["hands"]]
    assert euchre_audit("verify", "b.egn", "b.proof.json", cwd=cwd).code == 0
    assert euchre_audit("verify", "b.egn", "--require", "commitment", cwd=cwd).code == 0
    assert "stands in a.json, too" in euchre_audit("archive", ".", cwd=cwd).out
    (cwd / "a.json").rename(cwd / "a.txt")
    (cwd / "c.json").unlink()
    assert euchre_audit("archive", ".", cwd=cwd).code == 0
    (cwd / "a.txt").rename(cwd / "a.json")
    assert "/hands/0/deal: the evidence of the deal" in convert(cwd, "a.json", "d.emn").out


def test_evidence_that_is_there_is_not_written_over(cwd: Path) -> None:
    (cwd / "a.json").write_text(json_text(proven_game(2)), encoding="utf-8")
    (cwd / "b.proof.json").write_text("mine", encoding="utf-8")
    refused = convert(cwd, "a.json", "b.egn")
    assert (refused.code, refused.out) == (2, "")
    assert not (cwd / "b.egn").exists()
    assert (cwd / "b.proof.json").read_text("utf-8") == "mine"
    assert convert(cwd, "a.json", "b.egn", "--force").code == 0
    assert read(cwd, "b.proof.json")["format"] == "euchre-proof/1"


def test_evidence_of_another_file_stops_it(cwd: Path) -> None:
    (cwd / "a.json").write_text(json_text(proven_game(2)), encoding="utf-8")
    convert(cwd, "a.json", "b.egn")
    (cwd / "b.egn").write_bytes((cwd / "b.egn").read_bytes() + b" ")
    refused = convert(cwd, "b.egn", "c.json")
    assert refused.code == 2 and "F160" in refused.err
    assert not (cwd / "c.json").exists()


def test_a_ptn_hand_to_everything(cwd: Path) -> None:
    (cwd / "a.ptn").write_text(HAND, encoding="utf-8")
    for name in ("b.json", "b.egn", "b.emn", "b.msgpack"):
        assert convert(cwd, "a.ptn", name).code == 0
        clean(cwd, name)
    assert read(cwd, "b.json")["format"] == "euchre-hand/1"
    (cwd / "two.ptn").write_text(HAND * 2, encoding="utf-8")
    refused = convert(cwd, "two.ptn", "c.json")
    assert refused.code == 2 and ".jsonl" in refused.err
    assert convert(cwd, "two.ptn", "c.jsonl").out == "c.jsonl: 2 records\n"


def test_several_games_to_a_match_and_back(cwd: Path) -> None:
    games = [game(seed) for seed in range(3)]
    write(cwd, "a.jsonl", *games)
    refused = convert(cwd, "a.jsonl", "b.egn")
    assert refused.code == 2 and ".emn" in refused.err
    assert convert(cwd, "a.jsonl", "b.emn").code == 0
    assert convert(cwd, "b.emn", "c.jsonl").out == "c.jsonl: 3 records\n"
    lines = (cwd / "c.jsonl").read_text("utf-8").splitlines()
    for line, before in zip(lines, games, strict=True):
        assert [hand["log"] for hand in json.loads(line)["hands"]] == [hand["log"] for hand in before["hands"]]
    clean(cwd, "b.emn")


def test_a_refusal_names_the_line_of_the_log(cwd: Path) -> None:
    hand = {"format": "euchre-hand/1", "house": "egn", "dealer": 3, "up": "9d", "log": ["0 order", "2 play Ac"]}
    write(cwd, "a.json", hand)
    line = next(n for n, text in enumerate((cwd / "a.json").read_text().splitlines(), 1) if "2 play Ac" in text)
    refused = convert(cwd, "a.json", "b.egn")
    assert refused.err.startswith(f"a.json:{line}: ")


def test_evidence_of_another_game_beside_a_game_without_any(cwd: Path) -> None:
    write(cwd, "a.json", game())
    (cwd / "b.proof.json").write_text("mine", encoding="utf-8")
    for words in ((), ("--force",)):
        refused = convert(cwd, "a.json", "b.egn", *words)
        assert refused.code == 2 and "b.proof.json" in refused.err
    assert os.listdir(cwd).count("b.egn") == 0


@pytest.mark.parametrize("stick", [True, False])
def test_histories_and_back(cwd: Path, stick: bool) -> None:
    hands = [random_hand(Random(f"{stick} {seed}"), "openspiel", {"stick_the_dealer": stick}) for seed in range(5)]
    records = [
        {"format": "euchre-hand/1", "house": "openspiel", "rules": {"stick_the_dealer": stick}, **h} for h in hands
    ]
    write(cwd, "a.jsonl", *records)
    said = convert(cwd, "a.jsonl", "b.openspiel.jsonl")
    assert (said.code, said.out.splitlines()[0]) == (0, "b.openspiel.jsonl: 5 records")
    assert convert(cwd, "b.openspiel.jsonl", "c.jsonl").out == "c.jsonl: 5 records\n"
    for line, hand in zip((cwd / "c.jsonl").read_text("utf-8").splitlines(), hands, strict=True):
        back = json.loads(line)
        assert (back["format"], back["log"], back["dealt"], back["up"]) == (
            "euchre-hand/1",
            hand["log"],
            hand["dealt"],
            hand["up"],
        )
    clean(cwd, "b.openspiel.jsonl")


def test_a_history_of_a_game_says_which_hands_are_not_in_it(cwd: Path) -> None:
    made = game(3, "openspiel")
    made["hands"][0]["dealt"] = None
    write(
        cwd,
        "a.json",
        {**made, "hands": [{k: v for k, v in hand.items() if v is not None} for hand in made["hands"]]},
    )
    said = convert(cwd, "a.json", "b.openspiel.jsonl")
    assert said.out.splitlines()[0] == f"b.openspiel.jsonl: {len(made['hands']) - 1} records"
    assert any(
        line.startswith("not in b.openspiel.jsonl: /hands/0: the whole hand;") for line in said.out.splitlines()
    )


def test_a_history_that_would_read_as_another_hand_is_not_written(cwd: Path) -> None:
    hands = [hand for seed in range(9) for hand in game(seed, "openspiel", alone_lead="loner-left")["hands"]]
    made = {**game(3, "openspiel", alone_lead="loner-left"), "hands": [next(filter(another_leads, hands))]}
    write(cwd, "a.json", made)
    said = convert(cwd, "a.json", "b.openspiel.jsonl")
    assert said.code == 2 and "F161" in said.err
    assert not (cwd / "b.openspiel.jsonl").exists()


def another_leads(hand: Doc) -> bool:
    """Whether another seat leads to the first trick than where the dealer's left does."""
    maker = next((int(line[0]) for line in hand["log"] if line.endswith(" alone")), None)
    lead = next((int(line[0]) for line in hand["log"] if " play " in line), None)
    left = (hand["dealer"] + 1) % 4
    return maker is not None and lead != (left if left != (maker + 2) % 4 else (left + 1) % 4)


HEAD = {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": {"players": ["A", "B", "C", "D"]}}
NO_GAMES = json.dumps({**HEAD, "deals": []}).encode()
REFUSED: dict[str, tuple[dict[str, bytes], str, str, str]] = {
    "no such file": ({}, "a.json", "b.egn", "F101"),
    "no ending": ({"a.json": encode([game()], "json")}, "a.json", "b", "F101"),
    "an ending of ours alone": ({"a.json": encode([game()], "json")}, "a.json", "b.ptn", "F101"),
    "evidence alone": ({"a.proof.json": b"{}"}, "a.proof.json", "b.json", "F101"),
    "evidence as OUT": ({"a.json": encode([game()], "json")}, "a.json", "b.proof.json", "F101"),
    "empty": ({"a.egn": b""}, "a.egn", "b.json", "F150"),
    "no games": ({"a.egn": NO_GAMES}, "a.egn", "b.json", "F150"),
    "not EGN": ({"a.egn": b"{}"}, "a.egn", "b.json", "F108"),
    "not JSON": ({"a.emn": b"{"}, "a.emn", "b.json", "F103"),
    "not UTF-8": ({"a.ptn": b"\xff"}, "a.ptn", "b.json", "F102"),
    "no house": (
        {"a.json": encode([{**game(), "house": None}], "json").replace(b'  "house": null,\n', b"")},
        "a.json",
        "b.egn",
        "F120",
    ),
    "another house": ({"a.json": encode([{**game(), "house": "nowhere"}], "json")}, "a.json", "b.egn", "F120"),
    "a lead out of turn": (
        {
            "a.json": encode(
                [{**game(), "hands": [{"dealer": 3, "up": "9d", "log": ["0 order", "2 play Ac"]}]}], "json"
            )
        },
        "a.json",
        "b.egn",
        "F161",
    ),
    "hands that are not known": (
        {"a.json": encode([{**game(), "hands": [{"dealer": 3, "up": "9d", "log": ["0 order"]}]}], "json")},
        "a.json",
        "b.openspiel.jsonl",
        "F161",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_written(cwd: Path, name: str) -> None:
    files, source, target, code = REFUSED[name]
    for path, data in files.items():
        (cwd / path).write_bytes(data)
    refused = convert(cwd, source, target)
    assert (refused.code, refused.out) == (2, ""), refused
    assert refused.err.rstrip().endswith(code), refused.err
    if code in ("F120", "F161") and "OpenSpiel" not in name:
        assert refused.err.startswith("a.json:"), refused.err
    assert "Traceback" not in refused.err
    assert sorted(os.listdir(cwd)) == sorted(files)


def test_a_house_given_for_games_that_name_none(cwd: Path) -> None:
    made = game()
    del made["house"]
    write(cwd, "a.json", made)
    assert convert(cwd, "a.json", "b.egn", "--house", "egn").code == 0
    assert convert(cwd, "a.json", "c.egn", "--house", "nowhere").code == 2


def test_a_file_that_is_there_is_kept(cwd: Path) -> None:
    write(cwd, "a.json", game())
    for name in ("b.egn", "b.emn", "b.openspiel.jsonl", "b.msgpack"):
        (cwd / name).write_text("mine", encoding="utf-8")
        assert convert(cwd, "a.json", name).code == 2
        assert (cwd / name).read_text("utf-8") == "mine"


def test_what_a_reader_left_out_is_listed(cwd: Path) -> None:
    write(cwd, "a.json", game())
    convert(cwd, "a.json", "b.egn")
    tree = read(cwd, "b.egn")
    tree["metadata"]["ruleset"]["fast_break"] = True
    tree["deals"][0]["phases"][0]["calls"][-1] = "x"
    tricks = tree["deals"][1]["phases"][1]["tricks"]
    tricks[2][1] = tricks[0][0]
    (cwd / "b.egn").write_text(json.dumps(tree), encoding="utf-8")
    lines = convert(cwd, "b.egn", "c.json").out.splitlines()
    assert lines[0] == "c.json: 1 record"
    assert len(lines) == 4
    assert all(line.startswith("not in c.json: /") for line in lines[1:])
    assert any("/deals/1/phases/1/tricks/2/1: what came after this fault" in line for line in lines)


def test_from_standard_input(cwd: Path) -> None:
    data = json.dumps(game()).encode()
    assert euchre_audit("convert", "-", "b.egn", cwd=cwd, stdin=data).code == 0
    clean(cwd, "b.egn")


@pytest.mark.parametrize("name", ["Bob[/]", "\x1b[31mred", "::error::x", "Zoë ♠", "a\nb"])
def test_names_are_written_as_they_are_and_shown_clean(cwd: Path, name: str) -> None:
    made = {**game(), "players": [name, "B", "C", "D"]}
    write(cwd, "a.json", made)
    said = convert(cwd, "a.json", "b.emn")
    assert said.code == 0 and "\x1b" not in said.out
    assert convert(cwd, "b.emn", "c.json").code == 0
    assert read(cwd, "c.json")["players"][0] == {"id": name, "name": name}

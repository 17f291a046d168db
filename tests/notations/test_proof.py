"""The evidence of the deals of an EGN game, in a file beside it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_files, audit_folder
from euchre_audit.notations.convert import convert_any
from euchre_audit.records.write import json_text
from tests.audit.games import above_notes, proven_game, told

Doc = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """``game.egn`` and ``game.proof.json``, written from a proven game that stays elsewhere."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "theirs").mkdir()
    ours = tmp_path / "ours" / "game.json"
    ours.write_text(json_text(proven_game(1)), encoding="utf-8")
    said = convert_any(str(ours), str(tmp_path / "theirs" / "game.egn"))
    assert said[1] == f"{tmp_path / 'theirs' / 'game.proof.json'}: the evidence of its deals"
    return tmp_path / "theirs"


def audit(*paths: Path) -> Report:
    return audit_files([str(path) for path in paths], Options())


def proof(folder: Path) -> Doc:
    tree: Doc = json.loads((folder / "game.proof.json").read_text("utf-8"))
    return tree


def test_what_it_says(folder: Path) -> None:
    tree, game = proof(folder), proven_game(1)
    data = (folder / "game.egn").read_bytes()
    assert tree["format"] == "euchre-proof/1"
    assert tree["sha256"] == hashlib.sha256(data).hexdigest()
    assert tree["game"] == game["game"]
    assert tree["hands"] == [{"hand": hand["hand"], "deal": hand["deal"]} for hand in game["hands"]]
    assert b"secret" not in data


def test_the_evidence_beside_a_game_is_joined_to_its_hands(folder: Path) -> None:
    report = audit(folder / "game.egn")
    before = audit(folder.parent / "ours" / "game.json")
    assert above_notes(before.all_findings()) == []
    assert (report.answers["commitment"], before.answers["commitment"]) == ("pass", "pass")
    assert report.games[0].score == before.games[0].score
    (folder / "game.proof.json").unlink()
    assert audit(folder / "game.egn").answers["commitment"] == "unchecked"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("apart", [False, True])
def test_both_named_in_either_order(folder: Path, turned: bool, apart: bool) -> None:
    evidence = folder / "game.proof.json"
    if apart:
        (folder / "else").mkdir()
        evidence = evidence.rename(folder / "else" / "game.proof.json")
    paths = [folder / "game.egn", evidence]
    report = audit(*(reversed(paths) if turned else paths))
    assert (report.answers["commitment"], len(report.games), report.unreadable) == ("pass", 1, 0)


def test_a_folder_with_both_has_one_game_and_no_stranger(folder: Path) -> None:
    report = audit_folder(str(folder), Options())
    assert (len(report.games), report.unreadable, report.answers["commitment"]) == (1, 0, "pass")


def test_a_game_changed_afterwards_gets_none_of_it(folder: Path) -> None:
    path = folder / "game.egn"
    path.write_bytes(path.read_bytes() + b"\n")
    report = audit(path)
    (finding,) = above_notes(report.all_findings())
    assert (finding.code, finding.where.pointer, finding.where.line) == ("F160", "/sha256", 3)
    assert finding.where.path == str(folder / "game.proof.json")
    assert report.answers["commitment"] == "unchecked"
    assert len(report.games) == 1


def test_the_proof_without_its_game(folder: Path) -> None:
    for says in ("to be named too", "not beside it"):
        report = audit(folder / "game.proof.json")
        (finding,) = report.all_findings()
        assert (finding.code, "game.egn" in finding.message, says in finding.message) == ("F160", True, True)
        assert report.exit_code == 2
        (folder / "game.egn").unlink(missing_ok=True)
    assert [each.code for each in audit_folder(str(folder), Options()).all_findings()] == ["F160", "A120"]


def test_a_hand_that_the_game_has_not(folder: Path) -> None:
    for change in (lambda hands: hands[0].update(hand=99), lambda hands: hands.append(hands[0])):
        tree = proof(folder)
        change(tree["hands"])
        (folder / "other.proof.json").write_text(json_text(tree), encoding="utf-8")
        (folder / "other.egn").write_bytes((folder / "game.egn").read_bytes())
        report = audit(folder / "other.egn")
        (finding,) = above_notes(report.all_findings())
        assert (finding.code, finding.where.path) == ("F160", str(folder / "other.proof.json"))
        assert report.answers["commitment"] == "unchecked"


def test_evidence_that_is_wrong_is_told_where_it_stands(folder: Path) -> None:
    tree = proof(folder)
    tree["hands"][1]["deal"]["secret"] = "00" * 32
    text = json_text(tree)
    (folder / "game.proof.json").write_text(text, encoding="utf-8")
    found = above_notes(audit(folder / "game.egn").all_findings())
    assert found, "nothing was found"
    finding = found[0]
    assert finding.where.path == str(folder / "game.proof.json"), told(found)
    assert finding.where.pointer is not None and finding.where.pointer.startswith("/hands/1/deal")
    assert finding.where.line is not None
    assert (
        "secret" in text.split("\n")[finding.where.line - 1]
        or "commitment" in text.split("\n")[finding.where.line - 1]
    )


BAD = [
    b"",
    b"{",
    b"[]",
    b'{"format": "euchre-proof/2"}',
    b'{"format": "euchre-proof/1", "sha256": 5, "hands": []}',
    b'{"format": "euchre-proof/1", "sha256": "ABC", "hands": []}',
    b'{"format": "euchre-proof/1", "hands": []}',
    b'{"format": "euchre-proof/1", "sha256": "' + b"0" * 64 + b'", "hands": [{"hand": 0, "deal": {}}]}',
    b'{"format": "euchre-proof/1", "sha256": "' + b"0" * 64 + b'", "hands": [], "more": 1}',
    b'{"format": "euchre-proof/1", "format": "euchre-proof/1"}',
    b"\xff\xfe{}",
    b"[" * 100_000,
]


@pytest.mark.parametrize("data", BAD, ids=lambda data: repr(data[:60]))
def test_a_proof_that_is_none_leaves_the_game_as_it_is(folder: Path, data: bytes) -> None:
    (folder / "game.proof.json").write_bytes(data)
    report = audit(folder / "game.egn")
    found = above_notes(report.all_findings())
    assert len(found) == 1, told(found)
    assert found[0].where.path == str(folder / "game.proof.json")
    assert found[0].code[0] == "F" and found[0].where.line is not None
    assert len(report.games) == 1 and report.answers["play"] == "pass"


def test_the_first_dealer_s_draw_goes_with_it(tmp_path: Path) -> None:
    game = proven_game(1)
    game["first_dealer"] = {"method": "agreed", "dealer": game["hands"][0]["dealer"]}
    (tmp_path / "a.json").write_text(json_text(game), encoding="utf-8")
    convert_any(str(tmp_path / "a.json"), str(tmp_path / "b.egn"))
    assert json.loads((tmp_path / "b.proof.json").read_text("utf-8"))["first_dealer"] == game["first_dealer"]
    convert_any(str(tmp_path / "b.egn"), str(tmp_path / "c.json"))
    back = json.loads((tmp_path / "c.json").read_text("utf-8"))
    assert back["first_dealer"] == game["first_dealer"]
    assert [hand["deal"] for hand in back["hands"]] == [hand["deal"] for hand in game["hands"]]
    assert back["game"] == game["game"]


def test_the_house_of_the_match_header_judges_where_the_ruleset_is_what_egn_can_say_of_it(folder: Path) -> None:
    convert_any(str(folder / "game.egn"), str(folder / "back.json"))
    assert json.loads((folder / "back.json").read_text("utf-8"))["house"] == "club"
    game = json.loads((folder / "game.egn").read_text("utf-8"))
    game["metadata"]["ruleset"]["loner_march_score"] = 5
    data = json.dumps(game).encode()
    (folder / "game.egn").write_bytes(data)
    tree = {**proof(folder), "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "game.proof.json").write_text(json_text(tree), encoding="utf-8")
    assert "C104" in {finding.code for finding in audit(folder / "game.egn").all_findings()}

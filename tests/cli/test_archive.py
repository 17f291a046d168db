"""``archive init`` writes a manifest that ``archive`` finds right."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from tests.cli.run import ROOT, euchre_audit

CLUB = ROOT / "examples" / "club"
KEY = str(ROOT / "examples" / "club.key")


def folder_of(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    shutil.copytree(CLUB, folder)
    (folder / "archive.json").unlink()
    return folder


def test_a_manifest_of_what_is_there(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    before = CLUB / "archive.json"
    ran = euchre_audit("archive", "init", str(folder), "--event", "Open", "--previous", str(before))
    assert (ran.code, ran.err) == (0, "")
    tree = json.loads((folder / "archive.json").read_text("utf-8"))
    schema = json.loads((ROOT / "schemas" / "euchre-archive.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(tree)
    assert tree["event"] == "Open"
    assert tree["previous"] == hashlib.sha256(before.read_bytes()).hexdigest()
    (game,) = tree["games"]
    assert game["sha256"] == hashlib.sha256((folder / "table-1.json").read_bytes()).hexdigest()
    by_hand = json.loads(before.read_text("utf-8"))
    assert (game["seats"], game["score"]) == (by_hand["games"][0]["seats"], by_hand["games"][0]["score"])
    assert tree["ledger"] == by_hand["ledger"]
    assert euchre_audit("archive", str(folder), "--key", KEY, "--expect-games", "1").code == 0
    assert euchre_audit("archive", str(folder), "--key", KEY, "--expect-games", "2").code == 1


def test_what_init_refuses(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    shutil.copy(CLUB / "archive.json", folder)
    there = (folder / "archive.json").read_bytes()
    ran = euchre_audit("archive", "init", str(folder))
    assert (ran.code, "a manifest already" in ran.err) == (2, True)
    assert (folder / "archive.json").read_bytes() == there
    faulty = tmp_path / "faulty"
    shutil.copytree(ROOT / "examples" / "tournament", faulty)
    ran = euchre_audit("archive", "init", str(faulty))
    assert (ran.code, "S102" in ran.err) == (2, True)
    assert not (faulty / "archive.json").exists()
    (tmp_path / "empty").mkdir()
    for wrong in (str(tmp_path / "empty"), str(tmp_path / "none"), str(folder / "table-1.json")):
        ran = euchre_audit("archive", "init", wrong)
        assert (ran.code, "Traceback" in ran.err) == (2, False)
    assert "Write the archive.json" in euchre_audit("archive", "init", "--help").out


@pytest.mark.parametrize("kind", ["zip", "tar", "gztar"])
def test_packed_it_is_the_same(tmp_path: Path, kind: str) -> None:
    packed = shutil.make_archive(str(tmp_path / "club"), kind, CLUB)
    trees = []
    for path in (str(CLUB), packed):
        ran = euchre_audit("archive", path, "--key", KEY, "--format", "json")
        assert ran.code == 0, ran.out
        trees.append(json.loads(ran.out))
    assert trees[0] == trees[1]
    assert f"{Path(packed).name}  1 file, 1 game" in euchre_audit("archive", packed, "--key", KEY).out


def test_a_stream(tmp_path: Path) -> None:
    tables = [ROOT / "examples" / "tournament" / f"table-{number}.json" for number in (1, 2)]
    games = [json.loads(table.read_text("utf-8")) for table in tables]
    hands = sum(len(game["hands"]) for game in games)
    (tmp_path / "all.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    ran = euchre_audit("archive", str(tmp_path / "all.jsonl"), "--expect-games", "2")
    assert (ran.code, "A120" in ran.out, f"2 games, {hands} hands" in ran.out) == (0, True, True)
    assert euchre_audit("archive", str(tmp_path / "all.jsonl"), "--expect-games", "3").code == 1


def test_what_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "a.tar.xz").write_bytes(b"x")
    (tmp_path / "b.zip").write_bytes(b"PK")
    packed = shutil.make_archive(str(tmp_path / "club"), "zip", CLUB)
    for words in (
        [str(tmp_path / "a.tar.xz")],
        [str(tmp_path / "b.zip")],
        [str(tmp_path / "none.zip")],
        [packed, "--limit", "entries=2"],
        [packed, "--limit", "entries=x"],
    ):
        ran = euchre_audit("archive", *words)
        assert (ran.code, "Traceback" in ran.out + ran.err) == (2, False), words
    assert "no such file" in euchre_audit("archive", str(tmp_path / "none")).out
    ran = euchre_audit("archive", "-", stdin=Path(packed).read_bytes())
    assert (ran.code, "packed archive" in ran.out) == (2, True)


def test_a_file_of_several_games_has_no_manifest(tmp_path: Path) -> None:
    tables = [ROOT / "examples" / "tournament" / f"table-{number}.json" for number in (1, 2)]
    lines = [json.dumps(json.loads(table.read_text("utf-8"))) + "\n" for table in tables]
    (tmp_path / "all.jsonl").write_text("".join(lines), encoding="utf-8")
    ran = euchre_audit("archive", "init", str(tmp_path))
    assert (ran.code, "holds 2 games" in ran.err, [each.name for each in tmp_path.iterdir()]) == (
        2,
        True,
        ["all.jsonl"],
    )
    (tmp_path / "all.jsonl").write_text(lines[0], encoding="utf-8")
    assert euchre_audit("archive", "init", str(tmp_path)).code == 0
    assert euchre_audit("archive", str(tmp_path)).code == 0

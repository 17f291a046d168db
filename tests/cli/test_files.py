"""What the commands do to files: nothing that is audited is replaced, and nothing is left half written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, audit_folder
from euchre_audit.findings import Unreadable
from euchre_audit.records import write_together
from tests.cli.run import EXAMPLES, euchre_audit

GAME = EXAMPLES / "tournament" / "table-1.json"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("target", ["f.json", "link.json", "pub.txt"])
def test_a_report_does_not_replace_what_is_audited(tmp_path: Path, target: str) -> None:
    shutil.copy(EXAMPLES / "fair-hand.json", tmp_path / "f.json")
    shutil.copy(EXAMPLES / "published.txt", tmp_path / "pub.txt")
    (tmp_path / "link.json").symlink_to("f.json")
    before = contents(tmp_path)
    words = ("verify", "f.json", "--published", "pub.txt", "-o", f"json={target}")
    ran = euchre_audit(*words, cwd=tmp_path)
    assert ran.code == 2
    assert f"{target}: this file is what is audited; a report is written elsewhere  F101" in ran.err
    assert contents(tmp_path) == before
    assert euchre_audit(*words[:-1], "json=report.json", cwd=tmp_path).code == 0


def test_a_report_does_not_replace_a_game_of_the_folder(tmp_path: Path) -> None:
    shutil.copy(GAME, tmp_path / "t.json")
    before = contents(tmp_path)
    ran = euchre_audit("archive", str(tmp_path), "-o", f"text={tmp_path / 't.json'}")
    assert (ran.code, contents(tmp_path)) == (2, before)


def test_convert_writes_a_game_and_its_evidence_or_neither(tmp_path: Path) -> None:
    (tmp_path / "e.proof.json").mkdir()
    ran = euchre_audit("convert", str(GAME), "e.egn", "--force", cwd=tmp_path)
    assert ran.code == 2
    assert "this is a folder" in ran.err
    assert not (tmp_path / "e.egn").exists()
    (tmp_path / "e.egn").write_text("old")
    assert euchre_audit("convert", str(GAME), "e.egn", "--force", cwd=tmp_path).code == 2
    assert (tmp_path / "e.egn").read_text() == "old"


def test_files_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "none" / "b"
    with pytest.raises(Unreadable):
        write_together([(str(first), b"1"), (str(second), b"2")])
    assert list(tmp_path.iterdir()) == []
    write_together([(str(first), b"1"), (str(tmp_path / "b"), b"2")])
    assert contents(tmp_path) == {"a": b"1", "b": b"2"}


@pytest.mark.parametrize("target", ["n.egn", "n.jsonl", "n.msgpack", "n.emn", "n.openspiel.jsonl"])
def test_a_game_without_hands_is_not_converted(tmp_path: Path, target: str) -> None:
    (tmp_path / "n.json").write_text('{"format": "euchre-game/1", "game": "x", "house": "family", "hands": []}')
    ran = euchre_audit("convert", "n.json", target, cwd=tmp_path)
    assert (ran.code, "F150" in ran.err, (tmp_path / target).exists()) == (2, True, False)


def test_a_pipe_beside_an_egn_game_is_not_waited_for(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "game.egn", tmp_path / "game.egn")
    os.mkfifo(tmp_path / "game.proof.json")
    ran = euchre_audit("verify", "game.egn", cwd=tmp_path)
    assert ran.code == 2
    assert "this is not a plain file" in ran.out


def test_a_closed_folder_does_not_stop_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").mkdir()
    shutil.copy(GAME, tmp_path / "t.json")
    scan = os.scandir

    def refuse(path: Any) -> Iterator[os.DirEntry[str]]:
        if os.fspath(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    report = audit_folder(str(tmp_path), Options())
    told = [(each.code, each.where.path) for each in report.findings if each.severity == "error"]
    assert told == [("F101", "locked")]
    assert (len(report.games), report.exit_code) == (1, 2)


WORDS = [
    ("verify",),
    ("replay",),
    ("replay", "--scoresheet"),
    ("replay", "--scoresheet=csv"),
    ("replay", "--scoresheet=html"),
    ("replay", "--at", "1.1.2"),
]


@pytest.mark.parametrize("house", ["family-two", "family-cutthroat", "family-twelve"])
@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_game_of_four_by_the_rules_of_fewer_is_one_finding(house: str, words: tuple[str, ...]) -> None:
    command, *options = words
    ran = euchre_audit(command, str(EXAMPLES / "disputed-game.json"), "--house", house, *options)
    assert "X901" not in ran.out + ran.err
    assert ran.code == (2 if "--at" in options else 1)
    if "--at" not in options:
        assert "G130" in ran.out

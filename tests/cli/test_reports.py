"""Where reports go: looked at before the audit, each written for itself, none in the way of the next audit."""

from __future__ import annotations

import json
import os
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, NoReturn

import pytest

from euchre_audit.findings import Unreadable
from euchre_audit.records import check_writable
from tests.cli.run import EXAMPLES, euchre_audit

TABLE = EXAMPLES / "tournament" / "table-1.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game."""
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(TABLE, games)
    return games


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def no_audit(*_: Any) -> NoReturn:
    raise AssertionError("the audit has begun")


AS_A_GAME = "the next audit of this folder would read it as a game; a report goes elsewhere  F101"
AUDITED = "this file is what is audited; a report is written elsewhere  F101"
REFUSED = {
    "none/x.xml": "it cannot be written: there is no such folder  F101",
    "games/table-1.json/x.xml": "it cannot be written: there is no such folder  F101",
    "games/deep": "it cannot be written: this is a folder  F101",
    **dict.fromkeys(("key", "keys/a.key", "published.txt", "known.json"), AUDITED),
    **dict.fromkeys(("games/table-1.json", "games/x.json", "games/deep/X.JSONL", "games/archive.json"), AS_A_GAME),
    "link.xml": AS_A_GAME,
}


@pytest.mark.parametrize("target", REFUSED)
def test_a_target_is_refused_before_the_audit(
    tmp_path: Path, folder: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "deep").mkdir()
    (tmp_path / "keys").mkdir()
    for name in ("key", "keys/a.key"):
        shutil.copy(EXAMPLES / "club.key", tmp_path / name)
    shutil.copy(EXAMPLES / "published.txt", tmp_path)
    (tmp_path / "known.json").write_text('{"format": "euchre-baseline/1", "known": []}')
    (tmp_path / "link.xml").symlink_to("games/new.json")
    before = files(tmp_path)
    given = ("--key", "key", "--key", "keys", "--published", "published.txt", "--baseline", "known.json")
    words = ("archive", "games", *given, "-o", "text=good.txt")
    assert euchre_audit(*words, cwd=tmp_path).code == 0
    (tmp_path / "good.txt").unlink()
    monkeypatch.setattr("euchre_audit.audit.audit_archive", no_audit)
    ran = euchre_audit(*words, "-o", f"junit={target}", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (2, "", f"{target}: {REFUSED[target]}\n")
    assert files(tmp_path) == before


@pytest.mark.parametrize("path", ["table-1.json", "all.jsonl"])
def test_the_one_file_that_is_audited_is_no_target(
    folder: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(TABLE, folder / "all.jsonl")
    monkeypatch.setattr("euchre_audit.audit.audit_archive", no_audit)
    monkeypatch.setattr("euchre_audit.audit.audit_files", no_audit)
    command = "verify" if path == "table-1.json" else "archive"
    ran = euchre_audit(command, path, "-o", f"junit={path}", cwd=folder)
    assert (ran.code, "this file is what is audited" in ran.err) == (2, True)


def test_a_folder_that_is_closed_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: os.path.realpath(path) != os.path.realpath(tmp_path))
    with pytest.raises(Unreadable, match="its folder may not be written to"):
        check_writable(str(tmp_path / "x.xml"))
    check_writable(str(tmp_path.parent / "x.xml"))


def test_a_closed_folder_of_keys_is_told_as_one(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "keys").mkdir()

    def refuse(path: str) -> NoReturn:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "listdir", refuse)
    ran = euchre_audit("archive", "games", "--key", "keys", "-o", "junit=a.xml", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (2, "", "keys: it cannot be read: Permission denied  F101\n")


def test_what_the_next_audit_passes_over_may_lie_in_the_folder(folder: Path) -> None:
    names = ("a.xml", "a.sarif", "a.txt", ".hidden.json", "../b.json")
    reports = [word for name in names for word in ("-o", f"json={folder / name}")]
    assert euchre_audit("archive", str(folder), *reports).code == 0
    assert euchre_audit("archive", str(folder), *reports).code == 0
    assert all((folder / name).is_file() for name in names)


@pytest.mark.parametrize("again", ["a.xml", "./a.xml", "games/../a.xml", "link.xml", "hard.xml"])
@pytest.mark.parametrize("command", ["verify", "replay", "archive"])
def test_two_reports_to_one_path_are_wrong_usage(tmp_path: Path, folder: Path, command: str, again: str) -> None:
    (tmp_path / "a.xml").write_text("old")
    (tmp_path / "link.xml").symlink_to("a.xml")
    (tmp_path / "hard.xml").hardlink_to(tmp_path / "a.xml")
    path = "games" if command == "archive" else "games/table-1.json"
    ran = euchre_audit(command, path, "-o", "junit=a.xml", "-o", f"sarif={again}", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "Usage: " in ran.err and f"two reports would go to '{again}'" in ran.err
    assert (tmp_path / "a.xml").read_text() == "old"


def test_two_new_reports_to_one_path(tmp_path: Path, folder: Path) -> None:
    words = ("archive", "games", "-o", "junit=a.xml", "-o")
    assert euchre_audit(*words, "sarif=./a.xml", cwd=tmp_path).code == 2
    assert not (tmp_path / "a.xml").exists()
    assert (
        euchre_audit(*words, "sarif=b.xml", "-o", "json=/dev/null", "-o", "text=/dev/null", cwd=tmp_path).code == 0
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_one_report_that_cannot_be_written_takes_no_other_with_it(tmp_path: Path, folder: Path) -> None:
    targets = ("-o", "junit=a.xml", "-o", "text=/dev/full", "-o", "json=b.json")
    ran = euchre_audit("archive", "games", *targets, cwd=tmp_path)
    assert ran.code == 2
    assert ran.out.splitlines()[-1].startswith("PASS · ")
    assert ran.err.startswith("/dev/full: it cannot be written: ") and ran.err.count("\n") == 1
    assert ET.parse(tmp_path / "a.xml").getroot().tag == "testsuites"
    assert json.loads((tmp_path / "b.json").read_text())["verdict"] == "pass"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("form", ["text", "json"])
def test_so_does_replay(tmp_path: Path, folder: Path, form: str) -> None:
    targets = ("-o", "html=/dev/full", "-o", "json=b.json")
    plain = euchre_audit("replay", "games/table-1.json", "--format", form, cwd=tmp_path)
    ran = euchre_audit("replay", "games/table-1.json", "--format", form, *targets, cwd=tmp_path)
    assert (plain.code, ran.code, ran.out) == (0, 2, plain.out)
    assert ran.err.startswith("/dev/full: it cannot be written: ") and ran.err.count("\n") == 1
    assert json.loads((tmp_path / "b.json").read_text())["verdict"] == "pass"
    targets = ("-o", "json=games/table-1.json")
    ran = euchre_audit("replay", "games/table-1.json", *targets, cwd=tmp_path)
    assert (ran.code, ran.out, "this file is what is audited" in ran.err) == (2, "", True)


def test_a_checkpoint_that_only_the_audit_finds_is_not_replaced(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "club", tmp_path / "club")
    before = files(tmp_path / "club")
    targets = ("-o", "text=club/checkpoint.txt", "-o", "junit=a.xml")
    ran = euchre_audit("archive", "club", "--key", str(EXAMPLES / "club.key"), *targets, cwd=tmp_path)
    assert (ran.code, "PASS" in ran.out) == (2, True)
    assert ran.err == "club/checkpoint.txt: this file is what is audited; a report is written elsewhere  F101\n"
    assert files(tmp_path / "club") == before
    assert (tmp_path / "a.xml").is_file()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cut.zip", b"PK\x03\x04", "F184"),
        ("cut.tar.gz", b"\x1f\x8b", "F184"),
        ("none.zip", None, "F101"),
        ("a.tar.xz", b"x", "F183"),
    ],
)
def test_an_archive_that_cannot_be_opened_is_in_each_report(
    tmp_path: Path, name: str, data: bytes | None, code: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    reports = [word for form in ("junit", "sarif", "json", "jsonl", "text") for word in ("-o", f"{form}={form}")]
    summary = tmp_path / "summary"
    ran = euchre_audit(
        "archive", name, "--format", "github", *reports, cwd=tmp_path, GITHUB_STEP_SUMMARY=str(summary)
    )
    assert (ran.code, ran.err) == (2, "")
    assert f"::error file={name}" in ran.out and ran.out.splitlines()[-1].startswith("euchre-audit: fail; 1 error,")
    assert code in summary.read_text()
    suites = ET.parse(tmp_path / "junit").getroot()
    assert (suites.get("failures"), suites.get("errors")) == ("0", "1")
    (told,) = json.loads((tmp_path / "json").read_text())["findings"]
    assert (told["code"], told["where"]["path"]) == (code, name)
    (run,) = json.loads((tmp_path / "sarif").read_text())["runs"]
    assert (run["results"][0]["ruleId"], run["invocations"][0]["exitCode"]) == (code, 2)
    assert code in (tmp_path / "jsonl").read_text()
    assert "UNREADABLE · 1 file could not be read" in (tmp_path / "text").read_text()


def test_quiet_is_about_what_is_printed(tmp_path: Path, folder: Path) -> None:
    ran = euchre_audit("archive", "games", "-q", "-o", "text=audit.txt", cwd=tmp_path)
    assert len(ran.out.splitlines()) == 1
    assert (tmp_path / "audit.txt").read_text("utf-8") == euchre_audit("archive", "games", cwd=tmp_path).out

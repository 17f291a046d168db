"""The club's own archive, ledger and saved hand: they hold, and whatever is done to them is said exactly."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from euchre_audit.audit import Options, Report, audit_files, audit_folder
from euchre_audit.records import read_keys, read_seen
from tests.attacks.site import Doc, keys_in
from tests.attacks.test_attacks import errors_of, told

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
pytestmark = pytest.mark.skipif(CORPUS is None, reason="EUCHRE_AUDIT_CORPUS does not say where the corpus is")
CLUB = Path(CORPUS or ".", "corpus", "club")
OPEN, KEY, SAVED = CLUB / "open", CLUB / "open.key", CLUB / "saved-hand-with-proof.json"
LINES = 258


@pytest.fixture(scope="module")
def options() -> Options:
    return Options(keys=read_keys([str(KEY)]))


def copied(folder: Path) -> Path:
    """The archive, free to change."""
    made = shutil.copytree(OPEN, folder / "open")
    for each in [made, *made.rglob("*")]:
        each.chmod(0o755 if each.is_dir() else 0o644)
    return made


def saved_hand() -> Doc:
    return json.loads(SAVED.read_text())


def audit_hand(folder: Path, tree: Doc, options: Options) -> Report:
    (folder / "hand.json").write_text(json.dumps(tree, indent=1))
    return audit_files([str(folder / "hand.json")], options)


def test_the_archive_holds(options: Options) -> None:
    report = audit_folder(str(OPEN), options)
    assert not errors_of(report), told(report)
    (ledger,) = report.ledgers
    assert (ledger.lines, ledger.signed, ledger.signer) == (LINES, LINES, "club.example")
    assert (ledger.sessions, ledger.voids) == (12, 0)
    assert ledger.commits == ledger.reveals == sum(len(game.hands) for game in report.games)
    assert report.answers == {
        **dict.fromkeys(("deal", "commitment", "play", "score"), "pass"),
        **dict.fromkeys(("published", "choice"), "unproven"),
    }


def test_the_archive_with_its_checkpoint_kept(options: Options) -> None:
    kept = read_seen(str(OPEN / "checkpoint.txt"))
    report = audit_folder(str(OPEN), Options(keys=options.keys, checkpoints=(kept,)))
    assert not errors_of(report) and report.answers["published"] == "unproven"
    assert {each.message.partition(": ")[2] for each in report.all_findings() if each.code == "C321"} == {
        "it is from after the hand"
    }


def test_the_archive_without_a_key() -> None:
    report = audit_folder(str(OPEN), Options())
    assert not errors_of(report) and "C310" in {each.code for each in report.all_findings()}


def test_the_saved_hand_holds(options: Options) -> None:
    report = audit_files([str(SAVED)], options)
    assert not errors_of(report), told(report)
    assert report.answers["published"] == "unproven"
    kept = read_seen(str(OPEN / "checkpoint.txt"))
    report = audit_files([str(SAVED)], Options(keys=options.keys, checkpoints=(kept,)))
    assert not errors_of(report) and report.answers["published"] == "pass"
    assert "that it is from before the hand, only you know" in (report.games[0].hands[0].published_by or "")


def test_the_saved_hand_s_proof_is_that_of_the_ledger(options: Options) -> None:
    proof = saved_hand()["deal"]["proof"]
    lines = (OPEN / "ledger.jsonl").read_text().split("\n")
    assert lines[proof["index"]] == proof["leaf"]
    assert proof["checkpoint"] == (OPEN / "checkpoint.txt").read_text()


def test_another_key(tmp_path: Path) -> None:
    """The key of the tests has the same name, and signed nothing here."""
    other = Options(keys=read_keys(keys_in(tmp_path)))
    for report in (audit_folder(str(OPEN), other), audit_files([str(SAVED)], other)):
        (error,) = errors_of(report)
        assert (error.code, report.answers["published"]) == ("C305", "fail"), told(report)
        assert error.message == (
            "the checkpoint is signed by another key of the name club.example than the one you gave"
        )
        assert "e3390577" in str(error.found)


def lose(lines: list[str]) -> None:
    del lines[100]


def lose_the_last(lines: list[str]) -> None:
    del lines[-1]


def swap(lines: list[str]) -> None:
    lines[100], lines[101] = lines[101], lines[100]


def change(lines: list[str]) -> None:
    lines[0] = lines[0].replace("p-0", "p-9")


LACKS = f"the ledger lacks 1 line of the {LINES} that the checkpoint covers"
OTHERS = f"the first {LINES} lines of the ledger are not those that the checkpoint covers"


@pytest.mark.parametrize(
    ("edit", "code", "message"),
    [(lose, "C411", LACKS), (lose_the_last, "C411", LACKS), (swap, "C410", OTHERS), (change, "C410", OTHERS)],
)
def test_lines_changed(
    tmp_path: Path, options: Options, edit: Callable[[list[str]], None], code: str, message: str
) -> None:
    folder = copied(tmp_path)
    lines = (folder / "ledger.jsonl").read_text().splitlines(True)
    edit(lines)
    (folder / "ledger.jsonl").write_text("".join(lines))
    report = audit_folder(str(folder), options)
    (error,) = errors_of(report)
    assert (error.code, error.message) == (code, message), told(report)
    assert (error.where.path, error.where.line) == ("checkpoint.txt", 1)
    assert not any("signed this" in each.message for each in error.related)
    assert report.answers["published"] == "fail"


def test_a_line_more(tmp_path: Path, options: Options) -> None:
    folder = copied(tmp_path)
    line = (folder / "ledger.jsonl").read_text().splitlines(True)[0].replace("table-1/1", "table-1/2")
    with open(folder / "ledger.jsonl", "a") as ledger:
        ledger.write(line)
    report = audit_folder(str(folder), options)
    assert not errors_of(report), told(report)
    (note,) = [each for each in report.all_findings() if each.code == "C413"]
    assert (note.message, note.where.line) == (
        f"line {LINES + 1} is beyond the checkpoint, and not signed",
        LINES + 1,
    )


def resize(note: str) -> str:
    return note.replace(f"\n{LINES}\n", f"\n{LINES - 1}\n")


def reroot(note: str) -> str:
    return re.sub(r"\n(.)(\S{43})\n\n", lambda found: f"\n{'B' if found[1] != 'B' else 'C'}{found[2]}\n\n", note)


def resign(note: str) -> str:
    head, encoded = note.rstrip("\n").rsplit(" ", 1)
    data = bytearray(base64.b64decode(encoded))
    data[40] ^= 1
    return f"{head} {base64.b64encode(data).decode()}\n"


@pytest.mark.parametrize("edit", [resize, reroot, resign])
def test_a_checkpoint_changed(tmp_path: Path, options: Options, edit: Callable[[str], str]) -> None:
    folder = copied(tmp_path)
    note = folder / "checkpoint.txt"
    before = note.read_text()
    note.write_text(edit(before))
    assert note.read_text() != before
    report = audit_folder(str(folder), options)
    message = "the signature of club.example does not hold for this text; text or signature was changed"
    assert [(each.code, each.message) for each in errors_of(report)] == [("C305", message)], told(report)
    assert report.answers["published"] == "fail"
    tree = saved_hand()
    tree["deal"]["proof"]["checkpoint"] = edit(tree["deal"]["proof"]["checkpoint"])
    report = audit_hand(tmp_path, tree, options)
    (error,) = errors_of(report)
    assert (error.code, error.message, error.where.pointer) == ("C305", message, "/deal/proof/checkpoint")


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("index", 0, "C303"),
        ("index", LINES, "C302"),
        ("size", LINES + 1, "C302"),
        ("path", [], "C302"),
        ("leaf", "{}", "C301"),
        ("checkpoint", "club.example\n", "C304"),
    ],
)
def test_a_proof_changed(tmp_path: Path, options: Options, field: str, value: object, code: str) -> None:
    tree = saved_hand()
    tree["deal"]["proof"][field] = value
    report = audit_hand(tmp_path, tree, options)
    assert [each.code for each in errors_of(report)] == [code], told(report)
    assert report.answers["published"] == "fail"

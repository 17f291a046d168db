"""A tournament's archive with one fault each: exactly that fault is found, and where."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_archive, audit_files, audit_folder, shards
from euchre_audit.records import read_keys
from tests.examples.make_examples import play_game
from tests.twin.ledger import Ledger

Doc = dict[str, Any]
PLAYERS = ("ann", "bo", "cy", "di", "eve", "flo", "gus", "hal", "ida")
ROUNDS = (
    ((1, ("ann", "bo", "cy", "di")), (2, ("eve", "flo", "gus", "hal"))),
    ((1, ("ann", "eve", "ida", "flo")), (2, ("cy", "gus", "bo", "hal"))),
)
CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")


@cache
def made() -> tuple[Doc, dict[str, Doc], bytes, str, str]:
    """Manifest, games by path, ledger, checkpoint, key: two rounds at two tables, one bye each."""
    ledger = Ledger("club.example", b"\x07" * 32)
    games: dict[str, Doc] = {}
    listed: list[Doc] = []
    for number, tables in enumerate(ROUNDS, 1):
        for table, names in tables:
            game = play_game(f"club.example/open/r{number}-t{table}", names)
            ledger.append(json.loads(game["hands"][0]["deal"]["match"]))
            for hand in game["hands"]:
                deal = hand["deal"]
                commit = {key: deal[key] for key in ("terms", "commitment")}
                ledger.append({"commit": {**commit, "time": "2026-11-30T19:00:00Z"}})
                ledger.append({"reveal": {key: deal[key] for key in ("commitment", "secret")}})
            path = f"games/r{number}-t{table}.json"
            games[path] = game
            score = game["result"]["score"]
            listed.append(
                {"path": path, "sha256": "", "round": number, "table": table, "seats": list(names), "score": score}
            )
    manifest = {
        "format": "euchre-archive/1",
        "event": "club.example/open",
        "house": "club",
        "rules": {},
        "players": [{"id": name, "name": name.title(), "kind": "person"} for name in PLAYERS],
        "games": listed,
        "byes": [{"round": 1, "players": ["ida"]}, {"round": 2, "players": ["di"]}],
        "ledger": {"path": "ledger.jsonl", "checkpoints": ["checkpoint.txt"], "origin": "club.example"},
        "standings": {"order": ["won", "points"], "rows": standings(list(games.values()))},
        "previous": None,
    }
    return manifest, games, ledger.raw, ledger.checkpoint(), ledger.key


def standings(games: list[Doc]) -> list[Doc]:
    rows = {name: {"player": name, "played": 0, "won": 0, "points": 0} for name in PLAYERS}
    for game in games:
        for seat, player in enumerate(game["players"]):
            row = rows[player["id"]]
            row["played"] += 1
            row["won"] += seat % 2 in game["result"]["winners"]
            row["points"] += game["result"]["score"][seat % 2]
    return sorted(rows.values(), key=lambda row: (-row["won"], -row["points"]))


class Archive:
    """A copy on disk, and its manifest as plain values; ``save`` writes the manifest back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Doc = json.loads((folder / "archive.json").read_text("utf-8"))

    def file(self, index: int) -> Path:
        return self.folder / self.manifest["games"][index]["path"]

    def game(self, index: int) -> Doc:
        tree: Doc = json.loads(self.file(index).read_text("utf-8"))
        return tree

    def put(self, index: int, game: Doc, *, hashed: bool = True) -> None:
        data = json.dumps(game, indent=1).encode()
        self.file(index).write_bytes(data)
        if hashed:
            self.manifest["games"][index]["sha256"] = hashlib.sha256(data).hexdigest()

    def lines(self, change: Callable[[list[bytes]], object]) -> None:
        path = self.folder / "ledger.jsonl"
        lines = path.read_bytes().split(b"\n")[:-1]
        change(lines)
        path.write_bytes(b"".join(line + b"\n" for line in lines))

    def save(self) -> None:
        (self.folder / "archive.json").write_text(json.dumps(self.manifest, indent=1), encoding="utf-8")


def own(folder: Path) -> tuple[Archive, Path]:
    manifest, games, ledger, checkpoint, key = made()
    root = folder / "open"
    (root / "games").mkdir(parents=True)
    manifest = copy.deepcopy(manifest)
    for listed in manifest["games"]:
        data = json.dumps(games[listed["path"]], indent=1).encode()
        (root / listed["path"]).write_bytes(data)
        listed["sha256"] = hashlib.sha256(data).hexdigest()
    (root / "ledger.jsonl").write_bytes(ledger)
    (root / "checkpoint.txt").write_text(checkpoint, encoding="utf-8")
    (root / "archive.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    (folder / "open.key").write_text(key + "\n", encoding="utf-8")
    return Archive(root), folder / "open.key"


def corpus(folder: Path) -> tuple[Archive, Path]:
    if CORPUS is None:
        pytest.skip("EUCHRE_AUDIT_CORPUS is not set")
    club = Path(CORPUS) / "corpus" / "club"
    shutil.copytree(club / "open", folder / "open")
    for path in (folder / "open").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return Archive(folder / "open"), club / "open.key"


SOURCES = {"own": own, "corpus": corpus}


@dataclass(frozen=True)
class Fault:
    """What is done to the archive, and the codes and the place of what is found."""

    change: Callable[[Archive], object]
    codes: str
    pointer: str | None = None
    path: str = "archive.json"


def listed(index: int, **values: Any) -> Callable[[Archive], object]:
    return lambda archive: archive.manifest["games"][index].update(values)


def swapped(archive: Archive) -> None:
    one, two = archive.file(0).read_bytes(), archive.file(1).read_bytes()
    archive.file(0).write_bytes(two)
    archive.file(1).write_bytes(one)


def more(key: str) -> Callable[[Archive], object]:
    def change(archive: Archive) -> None:
        archive.manifest["standings"]["rows"][1][key] += 1

    return change


def rows_swapped(archive: Archive) -> None:
    rows = archive.manifest["standings"]["rows"]
    rows[0], rows[-1] = rows[-1], rows[0]


def smaller(archive: Archive) -> None:
    path = archive.folder / "checkpoint.txt"
    origin, size, *rest = path.read_text("utf-8").split("\n")
    path.write_text("\n".join([origin, str(int(size) - 1), *rest]), encoding="utf-8")


def two_seats(archive: Archive) -> None:
    seats = archive.manifest["games"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]


def other_rules(archive: Archive) -> None:
    archive.put(0, {**archive.game(0), "house": "family"})


def twice_in_a_file(archive: Archive) -> None:
    game = archive.game(0)
    path = archive.file(0).with_suffix(".jsonl")
    data = (json.dumps(game) + "\n").encode() * 2
    archive.file(0).unlink()
    path.write_bytes(data)
    archive.manifest["games"][0].update(
        path=path.relative_to(archive.folder).as_posix(), sha256=hashlib.sha256(data).hexdigest()
    )


def put_in(archive: Archive) -> None:
    (archive.folder / "games/x.json").write_text('{"format":"euchre-hand/1","log":[]}', encoding="utf-8")


def changed_file(archive: Archive) -> None:
    archive.file(2).write_bytes(archive.file(2).read_bytes() + b"\n")


def listed_twice(archive: Archive) -> None:
    archive.manifest["games"].append({**archive.manifest["games"][0], "round": None})


def one_seat(name: str | None) -> Callable[[Archive], object]:
    def change(archive: Archive) -> None:
        seats = archive.manifest["games"][0]["seats"]
        seats[1] = seats[0] if name is None else name

    return change


def one_table(archive: Archive) -> None:
    games = archive.manifest["games"]
    games[1]["table"] = games[0]["table"]


def score_more(archive: Archive) -> None:
    archive.manifest["games"][0]["score"][0] += 1


def rows(change: Callable[[list[Doc]], object]) -> Callable[[Archive], object]:
    return lambda archive: change(archive.manifest["standings"]["rows"])


def ledger(**values: str) -> Callable[[Archive], object]:
    return lambda archive: archive.manifest["ledger"].update(values)


def gone(name: str) -> Callable[[Archive], object]:
    return lambda archive: (archive.folder / name).unlink()


def lost(archive: Archive) -> None:
    archive.lines(lambda lines: lines.pop(7))


def exchanged(archive: Archive) -> None:
    archive.lines(lambda lines: lines.__setitem__(slice(7, 9), lines[8:6:-1]))


NOBODY = {"player": "x", "won": 0, "points": 0, "played": 3}
NOTE = "checkpoint.txt"
FAULTS = {
    "file missing": Fault(lambda archive: archive.file(1).unlink(), "A103", "/games/1/path"),
    "file extra": Fault(put_in, "A105", path="games/x.json"),
    "files swapped": Fault(swapped, "A104", "/games/0/sha256"),
    "file changed": Fault(changed_file, "A104", "/games/2/sha256"),
    "hash wrong": Fault(listed(0, sha256="0" * 64), "A104", "/games/0/sha256"),
    "listed twice": Fault(listed_twice, "A107"),
    "seats in another order": Fault(two_seats, "A106", "/games/0/seats"),
    "seat twice": Fault(one_seat(None), "A106 A110 A111"),
    "somebody else": Fault(one_seat("nobody"), "A106 A108 A111"),
    "table twice": Fault(one_table, "A109", "/games/1/table"),
    "score off by one": Fault(score_more, "A112", "/games/0/score"),
    "points off by one": Fault(more("points"), "A130 A131"),
    "won off by one": Fault(more("won"), "A130 A131"),
    "played off by one": Fault(more("played"), "A130", "/standings/rows/1/played"),
    "order": Fault(rows_swapped, "A131"),
    "row missing": Fault(rows(lambda them: them.pop()), "A132", "/standings/rows"),
    "row twice": Fault(rows(lambda them: them.append(dict(them[-1]))), "A132"),
    "row of nobody": Fault(rows(lambda them: them.append(NOBODY)), "A132"),
    "another house": Fault(other_rules, "A113 C104", "/house", "games"),
    "two games in a file": Fault(twice_in_a_file, "A114 A115"),
    "ledger missing": Fault(gone("ledger.jsonl"), "C414", "/ledger"),
    "checkpoint missing": Fault(gone(NOTE), "C414", "/ledger"),
    "ledger elsewhere": Fault(ledger(path="../ledger.jsonl"), "C414", "/ledger"),
    "ledger line missing": Fault(lost, "C411", path=NOTE),
    "ledger lines swapped": Fault(exchanged, "C410", path=NOTE),
    "origin": Fault(ledger(origin="other.example"), "C306", path=NOTE),
    "checkpoint changed": Fault(smaller, "C305", path=NOTE),
}
COVERED = {fault.codes.split()[0] for fault in FAULTS.values()} | {"A108", "A110", "A111", "A115", "A140"}


def report_of(archive: Archive, key: Path, **given: Any) -> Report:
    archive.save()
    return audit_archive(str(archive.folder), Options(keys=read_keys([str(key)])), **given)


def errors(report: Report) -> list[Any]:
    return [finding for finding in report.all_findings() if finding.severity == "error"]


@pytest.mark.parametrize("source", SOURCES)
def test_the_archive_is_clean(tmp_path: Path, source: str) -> None:
    report = report_of(*SOURCES[source](tmp_path))
    assert not errors(report)
    assert report.exit_code == 0


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", FAULTS)
def test_one_fault(tmp_path: Path, name: str, source: str) -> None:
    archive, key = SOURCES[source](tmp_path)
    fault = FAULTS[name]
    fault.change(archive)
    report = report_of(archive, key)
    found = errors(report)
    assert {finding.code for finding in found} <= set(fault.codes.split()), [(f.code, f.message) for f in found]
    first = [finding for finding in found if finding.code == fault.codes.split()[0]]
    assert len(first) == 1, [(f.code, f.message, f.where) for f in found]
    where = first[0].where
    assert (where.path or "").startswith(fault.path)
    assert fault.pointer is None or where.pointer == fault.pointer
    assert where.line is not None
    assert report.exit_code == 1


@pytest.mark.parametrize(
    ("byes", "code"),
    [
        ([{"round": 1, "players": ["ida"]}, {"round": 2, "players": ["di"]}], None),
        ([{"round": 1, "players": ["ida"]}], "A111"),
        ([{"round": 1, "players": ["ida", "ida"]}, {"round": 2, "players": ["di"]}], "A111"),
        ([{"round": 1, "players": ["ida", "ann"]}, {"round": 2, "players": ["di"]}], "A111"),
        ([{"round": 1, "players": ["ida", "x"]}, {"round": 2, "players": ["di"]}], "A108"),
    ],
)
def test_byes(tmp_path: Path, byes: list[Doc], code: str | None) -> None:
    archive, key = own(tmp_path)
    archive.manifest["byes"] = byes
    assert [finding.code for finding in errors(report_of(archive, key))] == ([code] if code else [])


def test_somebody_at_two_tables(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    archive.manifest["games"][2]["round"] = 1
    archive.manifest["games"][2]["table"] = 3
    archive.manifest["byes"] = []
    found = errors(report_of(archive, key))
    tables = [finding.message for finding in found if finding.code == "A110"]
    assert tables == [
        f"{name} sits at two tables in round 1: in games/r1-t{table}.json, too"
        for name, table in (("ann", 1), ("eve", 2), ("flo", 2))
    ]
    assert {finding.code for finding in found} == {"A110", "A111"}


@pytest.mark.parametrize(("expected", "codes"), [(4, []), (5, ["A140"]), (0, ["A140"])])
def test_the_number_of_games_expected(tmp_path: Path, expected: int, codes: list[str]) -> None:
    report = report_of(*own(tmp_path), expected_games=expected)
    assert [finding.code for finding in errors(report)] == codes


def test_equal_rows_stand_in_any_order(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    rows = archive.manifest["standings"]["rows"]
    same = next(i for i in range(8) if all(rows[i][key] == rows[i + 1][key] for key in ("won", "points")))
    rows[same], rows[same + 1] = rows[same + 1], rows[same]
    assert not errors(report_of(archive, key))


def test_a_game_in_two_files(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    shutil.copy(archive.file(0), archive.folder / "games" / "z.json")
    assert {finding.code for finding in errors(report_of(archive, key))} == {"A105", "A115"}
    (archive.folder / "games" / "z.json").unlink()
    assert not errors(report_of(archive, key))


def test_a_manifest_that_is_none(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    for text in ("", "{", '{"format": "euchre-archive/1", "x": 1}', '{"format": "euchre-archive/2"}', "[]"):
        (archive.folder / "archive.json").write_text(text, encoding="utf-8")
        report = audit_folder(str(archive.folder), Options(keys=read_keys([str(key)])))
        assert report.exit_code == 2
        assert len(report.games) == 4
        assert {finding.where.path for finding in errors(report)} == {"archive.json"}


def test_a_game_twice_without_a_ledger(tmp_path: Path) -> None:
    archive, _ = own(tmp_path / "whole")
    (tmp_path / "games").mkdir()
    first, second = tmp_path / "games" / "a.json", tmp_path / "games" / "b.json"
    shutil.copy(archive.file(0), first)
    shutil.copy(archive.file(1), second)
    assert not errors(audit_archive(str(first.parent), Options()))
    shutil.copy(archive.file(0), second)
    (found,) = errors(audit_archive(str(first.parent), Options()))
    assert (found.code, found.where.path, "stands in a.json" in found.message) == ("A115", "b.json", True)


def test_a_game_twice_in_a_stream(tmp_path: Path) -> None:
    archive, _ = own(tmp_path)
    stream = tmp_path / "games.jsonl"
    lines = [json.dumps(archive.game(index)) + "\n" for index in (0, 1, 0)]
    stream.write_text("".join(lines), encoding="utf-8")
    (found,) = errors(audit_archive(str(stream), Options()))
    assert (found.code, found.where.line) == ("A115", 3)
    assert not errors(audit_files([str(stream)], Options()))  # one verified on its own may be named twice
    stream.write_text("".join(lines[:2]), encoding="utf-8")
    assert not errors(audit_archive(str(stream), Options()))


def test_one_file_twice_that_names_no_session(tmp_path: Path) -> None:
    archive, _ = own(tmp_path / "whole")
    game = archive.game(0)
    del game["game"]
    for hand in game["hands"]:
        del hand["deal"]
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps(game), encoding="utf-8")
    (folder / "b.json").write_text(json.dumps(game, indent=1), encoding="utf-8")
    assert not errors(audit_archive(str(folder), Options()))
    shutil.copy(folder / "a.json", folder / "b.json")
    (found,) = errors(audit_archive(str(folder), Options()))
    assert (found.code, found.where.path) == ("A115", "b.json")


def test_an_interruption_accuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, key = own(tmp_path)
    monkeypatch.setattr(shards, "PIECE", 1)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    report = report_of(archive, key, progress=interrupt, expected_games=4)
    assert (report.partial, report.exit_code, len(report.games)) == (True, 130, 1)
    assert not errors(report)
    os.unlink(archive.file(3))
    assert {finding.code for finding in errors(report_of(archive, key, expected_games=4))} == {"A103", "A140"}


def test_a_manifest_that_leaves_the_ledger_out_does_not_hide_it(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    del archive.manifest["ledger"]
    assert not errors(report_of(archive, key))
    archive.lines(lambda lines: lines.pop(4))
    assert {finding.code[:2] for finding in errors(report_of(archive, key))} == {"C4"}


def test_what_is_packed_with_its_folder_is_that_folder(tmp_path: Path) -> None:
    archive, key = own(tmp_path)
    archive.save()
    options = Options(keys=read_keys([str(key)]))
    whole = shutil.make_archive(str(tmp_path / "packed"), "gztar", tmp_path, archive.folder.name)
    report, alone = audit_archive(whole, options), audit_folder(str(archive.folder), options)
    assert [each.code for each in report.all_findings()] == [each.code for each in alone.all_findings()]
    assert [ledger.sha256 for ledger in report.ledgers] == [ledger.sha256 for ledger in alone.ledgers]


def test_of_a_closed_folder_nobody_can_say_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, key = own(tmp_path)
    walk = os.walk

    def refusing(top: str, onerror: Any) -> Any:
        for parent, folders, files in walk(top):
            if os.path.basename(parent) == "games":
                onerror(PermissionError(13, "Permission denied", parent))
            else:
                yield parent, folders, files

    monkeypatch.setattr(os, "walk", refusing)
    report = report_of(archive, key)
    codes = {finding.code for finding in errors(report)}
    assert "F101" in codes
    assert "A103" not in codes

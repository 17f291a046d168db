"""Pieces of an archive by one process or several: the same report, to the byte, whatever happens to a worker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import euchre_audit.audit.shards as shards
from euchre_audit.audit import GameResult, Loaded, Options, Report, audit_archive, audit_folder
from euchre_audit.audit.shards import PIECE, Piece, audit_piece, split, together
from euchre_audit.findings import Finding, Where
from euchre_audit.records import Source, read_keys
from euchre_audit.records.container import Limits
from euchre_audit.report import as_json
from euchre_audit.report.github import step_summary
from euchre_audit.report.render import RENDERERS, render
from tests.audit.season import EXAMPLES, write_season


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of single games, a long file of many, one that cannot be read, one with a fault."""
    folder = write_season(tmp_path_factory.mktemp("season"), 25)
    return folder


def test_a_long_file_goes_in_pieces_and_keeps_its_lines(season: Path) -> None:
    data = (season / "long.jsonl").read_bytes()
    pieces = list(split(Source("long.jsonl", data)))
    assert len(pieces) > 2
    sources = [source for piece in pieces for source in piece.sources if isinstance(source, Source)]
    assert b"".join(source.data for source in sources) == data
    assert all(source.data.endswith(b"\n") for source in sources)
    assert [source.before for source in sources] == [
        data[: sum(len(each.data) for each in sources[:index])].count(b"\n") for index in range(len(sources))
    ]


def test_small_files_go_together_in_their_order() -> None:
    finding = Finding("F101", "it cannot be read", Where(path="b"))
    pieces = [Piece((Source("a", b"x" * 10),)), Piece((finding,)), Piece((Source("c", b"x" * PIECE),))]
    assert [piece.sources for piece in together(pieces)] == [
        (*pieces[0].sources, finding),
        pieces[2].sources,
    ]
    assert audit_piece(pieces[1], Options()).findings == [finding]


@pytest.mark.parametrize("jobs", [3])
def test_the_same_bytes_for_any_number_of_workers(season: Path, jobs: int) -> None:
    alone = audit_folder(str(season), Options())
    assert {finding.code for finding in alone.all_findings()} >= {"F103", "D201", "S102", "P310"}
    assert len(alone.games) == 4 + 3 + 8 * 25
    by_workers = audit_folder(str(season), Options(), jobs=jobs)
    for form in RENDERERS:
        assert render(form, by_workers) == render(form, alone)
    assert step_summary(by_workers) == step_summary(alone)


@pytest.mark.parametrize("piece", [2**13, 2**17])
def test_the_same_bytes_wherever_pieces_end(season: Path, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = as_json(audit_folder(str(season), Options()))
    monkeypatch.setattr(shards, "PIECE", piece)
    assert as_json(audit_folder(str(season), Options())) == alone


def test_the_same_bytes_with_a_ledger(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "club", tmp_path / "club")
    table = tmp_path / "club" / "table-1.json"
    shutil.copy(table, tmp_path / "club" / "again.json")
    (tmp_path / "club" / "x.jsonl").write_text(
        "\n".join([json.dumps(json.loads(table.read_text("utf-8")))] * 40) + "\n", encoding="utf-8"
    )
    options = Options(keys=read_keys([str(EXAMPLES / "club.key")]))
    alone = audit_folder(str(tmp_path / "club"), options)
    assert alone.ledgers[0].signer == "club.example"
    assert as_json(audit_folder(str(tmp_path / "club"), options, jobs=2)) == as_json(alone)


def test_a_game_that_takes_too_long_is_left(season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shards.audit_game

    def slow(loaded: Loaded, options: Options) -> GameResult:
        end = time.monotonic() + (5 if loaded.path == "slow.json" else 0)
        while time.monotonic() < end:
            pass
        return real(loaded, options)

    monkeypatch.setattr(shards, "audit_game", slow)
    for name in ("slow.json", "quick.json"):
        shutil.copy(season / "disputed-game.json", tmp_path / name)
    report = audit_archive(str(tmp_path), Options(), limits=Limits(seconds=1))
    (finding,) = [each for each in report.all_findings() if each.code == "F187"]
    assert (finding.where.path, finding.where.line) == ("slow.json", 1)
    assert [game.path for game in report.games] == ["quick.json"]
    assert report.exit_code == 2
    monkeypatch.setattr(shards, "audit_game", real)
    near = audit_archive(str(tmp_path), Options(), limits=Limits(seconds=1))
    assert "F187" not in {each.code for each in near.all_findings()}


def test_a_game_in_a_thread_has_no_more_time() -> None:
    def busy(seconds: float) -> GameResult:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        return cast(GameResult, "done")

    def in_thread(seconds: float) -> object:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(shards._in_time, 1, partial(busy, seconds)).result()

    assert in_thread(0.01) == "done"
    with pytest.raises(shards._OutOfTime):
        in_thread(30)


def test_pieces_are_read_as_they_are_wanted(season: Path) -> None:
    data = (season / "long.jsonl").read_bytes()
    lines = data.splitlines(keepends=True)
    taken = 0

    def pieces() -> Iterator[Piece]:
        nonlocal taken
        for line in (lines * 4)[:60]:
            taken += 1
            yield Piece((Source("long.jsonl", line),))

    mapped = shards.in_order(pieces(), Options(), None, None, 2)
    next(iter(mapped))
    assert taken <= 2 * shards._AHEAD + 2
    mapped.close()  # type: ignore[attr-defined]


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in path.read_text().split()] if path.exists() else []


def workers(pid: int) -> list[int]:
    """Those that audit, not those that multiprocessing keeps for itself."""
    found = []
    for child in children(pid):
        command = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"spawn_main" in command:
            found.append(child)
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find a worker")
def test_a_worker_that_dies_is_no_end(season: Path, tmp_path: Path) -> None:
    whole = as_json(audit_folder(str(season), Options()))
    script = (
        "import sys\n"
        "from euchre_audit.audit import Options, audit_folder\n"
        "from euchre_audit.report import as_json\n"
        "if __name__ == '__main__':\n"
        "    sys.stdout.write(as_json(audit_folder(sys.argv[1], Options(), jobs=2)))\n"
    )
    path = tmp_path / "run.py"
    path.write_text(script, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(path), str(season)], stdout=subprocess.PIPE) as process:
        end = time.monotonic() + 20
        while not (found := workers(process.pid)) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.3)
        os.kill(found[0], signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
    assert out.decode() == whole


def test_an_interruption_leaves_what_there_was(season: Path) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    report: Report = audit_folder(str(season), Options(), interrupt)
    assert report.partial
    assert report.exit_code == 130
    assert 0 < len(report.games) < 207
    tree = json.loads(as_json(report))
    assert tree["partial"] is True

"""An archive by a Dask cluster and by its URL: the same report, to the byte, whatever happens to a worker."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import re
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_archive, audit_folder, shards
from euchre_audit.audit import cluster as by_cluster
from euchre_audit.audit.cluster import ClusterError, Given, cluster, names_of, work_on
from euchre_audit.audit.shards import Piece, audit_piece
from euchre_audit.findings import Unreadable
from euchre_audit.notations.convert import convert_any
from euchre_audit.notations.load import find_evidence
from euchre_audit.records import Source, read_keys
from euchre_audit.records.container import Limits
from euchre_audit.records.fetch import is_url, without_secrets
from euchre_audit.records.write import json_text
from euchre_audit.report import as_json
from tests.audit.games import proven_game
from tests.audit.season import EXAMPLES, write_season
from tests.cli.run import euchre_audit

KEY = str(EXAMPLES / "club.key")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of single games, a file of many, one that cannot be read, some with faults, one with a proof."""
    folder = write_season(tmp_path_factory.mktemp("season"), 5)
    (folder / "with").mkdir()
    (folder / "ours.json").write_text(json_text(proven_game(1)), encoding="utf-8")
    convert_any(str(folder / "ours.json"), str(folder / "with" / "proven.egn"))
    shutil.copy(folder / "with" / "proven.proof.json", folder / "with" / "stray.proof.json")
    return folder


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger, and its game more than once."""
    folder = tmp_path_factory.mktemp("ledger") / "club"
    shutil.copytree(EXAMPLES / "club", folder)
    table = (folder / "table-1.json").read_text("utf-8")
    (folder / "x.jsonl").write_text("\n".join([json.dumps(json.loads(table))] * 12) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of two workers, which gives a piece up at the first death."""
    distributed = pytest.importorskip("distributed")
    with (
        importlib.import_module("dask").config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as local,
    ):
        yield local.scheduler_address


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some twenty of the season."""
    monkeypatch.setattr(shards, "PIECE", 2**15)


@pytest.fixture(scope="module")
def alone(season: Path) -> str:
    """What one process says of the season."""
    report = audit_folder(str(season), Options())
    assert {finding.code for finding in report.all_findings()} >= {"F103", "F160", "D201", "S102", "P310"}
    return as_json(report)


def test_the_same_bytes(season: Path, alone: str, address: str) -> None:
    with cluster(address) as by:
        assert as_json(audit_folder(str(season), Options(), by=by)) == alone


def test_the_same_bytes_with_a_ledger(club: Path, address: str) -> None:
    options = Options(keys=read_keys([KEY]))
    report = audit_folder(str(club), options)
    assert (report.ledgers[0].signer, report.answers["published"]) == ("club.example", "fail")
    with cluster(address) as by:
        assert as_json(audit_folder(str(club), options, by=by)) == as_json(report)


def test_a_worker_that_dies_is_no_end(season: Path, alone: str, address: str) -> None:
    died: list[int] = []

    def kill(_: object) -> None:
        if not died:
            died.extend(by.client.run(os.getpid).values())
            os.kill(died[0], signal.SIGKILL)

    with cluster(address) as by:
        report = audit_folder(str(season), Options(), kill, by=by)
        assert as_json(report) == alone
        by.client.wait_for_workers(2, timeout=20)
        assert died[0] not in by.client.run(os.getpid).values()


def die(given: Given, piece: bytes) -> bytes:
    """A worker that the disputed game kills."""
    held, _ = pickle.loads(piece)
    if any(isinstance(source, Source) and source.path == "disputed-game.json" for source in held.sources):
        os._exit(1)
    return work_on(given, piece)


def test_what_kills_workers_is_audited_here(season: Path, alone: str, address: str) -> None:
    with cluster(address) as by:
        by.work = die
        assert as_json(audit_folder(str(season), Options(), by=by)) == alone


def test_what_kills_here_too_is_a_finding(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kills(piece: Piece, options: Options, sessions: Any) -> shards.Audited:
        if any(source.path == "disputed-game.json" for source in piece.sources if isinstance(source, Source)):
            raise BrokenProcessPool
        return audit_piece(piece, options)

    monkeypatch.setattr(shards, "_alone", kills)
    names = ("tampered-hand.json", "disputed-game.json", "broken.json")
    piece = Piece(tuple(Source(name, (season / name).read_bytes()) for name in names))
    found = shards.audit_again(piece, Options(), None)
    assert [(head.source, head.path) for head in found.heads] == [(0, "tampered-hand.json")]
    assert [game.path for game in found.games.games()] == ["tampered-hand.json"]
    assert {each.game for each in found.promised} == {0}
    assert [(each.code, each.where.path) for each in found.findings] == [("X901", names[1]), ("F103", names[2])]


def test_an_interruption_leaves_what_there_was(season: Path, address: str) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with cluster(address) as by:
        report = audit_folder(str(season), Options(), interrupt, by=by)
    assert report.partial
    assert 0 < len(report.games) < 40


def test_a_worker_that_is_another_tool(season: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_cluster, "__version__", "9.9")
    with cluster(address) as by, pytest.raises(ClusterError, match=r"a worker has euchre-audit .*install the same"):
        audit_folder(str(season), Options(), by=by)


def test_by_the_command_line(club: Path, address: str) -> None:
    ran = euchre_audit("archive", str(club), "--key", KEY, "--format", "json", "--dask", address)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == as_json(audit_folder(str(club), Options(keys=read_keys([KEY]))))


def test_no_other_file_is_opened_by_a_worker(season: Path, tmp_path: Path) -> None:
    folder = tmp_path / "season"
    shutil.copytree(season / "with", folder)
    names = sorted(path.name for path in folder.iterdir())
    sources = tuple(Source(name, (folder / name).read_bytes(), str(folder)) for name in names)
    before = audit_piece(Piece(sources), Options())
    sent = pickle.dumps(Piece(sources, (), find_evidence(sources)))
    shutil.rmtree(folder)
    after = audit_piece(pickle.loads(sent), Options())
    assert after.games.games() == before.games.games()
    assert (after.heads, after.promised, after.findings) == (before.heads, before.promised, before.findings)
    assert {each.code for each in after.findings} == {"F160"}
    assert after.games.games()[0].all_answers()["commitment"] == "pass"
    assert pickle.loads(names_of(sent))[1] == [after.heads[0].session]


def test_a_scheduler_that_is_not_there(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(by_cluster, "_CONNECT", 0.3)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {nobody}"), cluster(nobody):
            pass
    ran = euchre_audit("archive", str(club), "--dask", "nowhere")
    assert (ran.code, "no scheduler's address" in ran.err, "Traceback" in ran.err) == (2, True, False)
    ran = euchre_audit("archive", str(club), "--dask", "nowhere", "-j", "2")
    assert (ran.code, "--jobs" in ran.err) == (2, True)


@pytest.mark.parametrize("words", [("--dask", "tcp://127.0.0.1:1"), ()])
def test_without_the_extra(tmp_path: Path, words: tuple[str, ...]) -> None:
    for name in ("distributed", "fsspec"):
        (tmp_path / f"{name}.py").write_text("raise ImportError\n", encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), str(EXAMPLES.parent)))
    where = str(EXAMPLES / "club") if words else "memory://club"
    ran = euchre_audit("archive", where, *words, PYTHONPATH=path)
    assert (ran.code, "pip install 'euchre-audit[cluster]'" in ran.err) == (2, True), ran.err


def in_memory(folder: Path, name: str) -> str:
    fsspec = pytest.importorskip("fsspec")
    files = fsspec.filesystem("memory")
    if folder.is_dir():
        files.put(f"{folder}/", f"/{name}/", recursive=True)
    else:
        files.pipe(f"/{name}", folder.read_bytes())
    return f"memory://{name}"


def on_disk(path: Path, _: str) -> str:
    pytest.importorskip("fsspec")
    return path.as_uri()


def _without_fingerprints(report: Report) -> str:
    """Those of the archive as a whole go by what it was called."""
    return re.sub('"fingerprint": "[0-9a-f]+"', "", as_json(report))


@pytest.mark.parametrize("place", [in_memory, on_disk])
def test_by_url_it_is_the_same(
    club: Path, tmp_path: Path, place: Callable[[Path, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = Options(keys=read_keys([KEY]))
    packed = Path(shutil.make_archive(str(tmp_path / "club"), "zip", club))
    for path in (club, packed, club / "x.jsonl"):
        monkeypatch.chdir(path.parent)
        here = _without_fingerprints(audit_archive(path.name, options, expected_games=1))
        url = place(path, path.name)
        there = audit_archive(url, options, expected_games=1)
        assert there.archive == url
        assert _without_fingerprints(there).replace(url, path.name) == here
        assert len(there.games) > 1


def test_what_a_url_leads_to_is_within_the_limits(club: Path, tmp_path: Path) -> None:
    packed = Path(shutil.make_archive(str(tmp_path / "club"), "zip", club))
    for url in (in_memory(club, "limited"), in_memory(packed, "limited.zip")):
        with pytest.raises(Unreadable, match="more bytes than the limit") as refused:
            audit_archive(url, Options(), limits=Limits(total_bytes=1000))
        assert (refused.value.finding.code, refused.value.finding.where.path) == ("F182", url)
    fsspec = importlib.import_module("fsspec")
    fsspec.filesystem("memory").pipe("/limited/a/b/c/game.json", b"{}")
    report = audit_archive("memory://limited", Options(), limits=Limits(depth=2))
    assert "F182" in {finding.code for finding in report.all_findings()}


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("memory://nothing-here", "F101"),
        ("memory://nothing-here.zip", "F101"),
        ("memory://game.json", "F183"),
        ("nowhere://x", "F101"),
        ("https://127.0.0.1:1/games/", "F183"),
        ("https://ann:secret@127.0.0.1:1/games.zip?token=secret", "F101"),
    ],
)
def test_what_a_url_does_not_lead_to(url: str, code: str) -> None:
    in_memory(EXAMPLES / "fair-hand.json", "game.json")
    with pytest.raises(Unreadable) as refused:
        audit_archive(url, Options())
    assert refused.value.finding.code == code
    assert "secret" not in repr(refused.value.finding)


def test_what_is_a_url() -> None:
    assert [is_url(each) for each in ("s3://a/b", "C:\\games", "a/b", "-", "games://")] == [
        True,
        *[False] * 3,
        True,
    ]
    assert without_secrets("https://ann:pw@host/a.zip?x=1#y") == "https://host/a.zip"
    assert without_secrets("s3://bucket/a?b#c") == "s3://bucket/a?b#c"

"""Killed between any two system calls, or out of disk: nothing acknowledged is lost, nothing mended in silence."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.findings import Unreadable
from euchre_audit.operator import Refused, Site, TailFound, cut_tail, keep_tail, keygen, read_tail
from tests.operator.club import (
    ORIGIN,
    PLAYERS,
    TABLE,
    contribute,
    contribution_of,
    files_of,
    ledger,
    new_club,
    play_hand,
    value_of,
    values_of,
)
from tests.operator.independent import check_evidence, read_note, signed_lines, tree_root

CALLS = (
    (os, "open"),
    (os, "write"),
    (os, "fsync"),
    (os, "sync"),
    (os, "replace"),
    (os, "rename"),
    (os, "ftruncate"),
    (os, "mkdir"),
    (os, "unlink"),
    (os, "chmod"),
    (os, "close"),
    (fcntl, "flock"),
)
SEATS = (0, 2)


class Killed(BaseException):
    """The process ends here."""


@contextmanager
def system_calls(before: Callable[[str, tuple[Any, ...]], None]) -> Iterator[None]:
    """Calls ``before`` ahead of every system call that can change a file; nothing waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in CALLS:
            real = (lambda *given: None) if name in ("fsync", "sync") else getattr(module, name)

            def wrapped(*given, _name=name, _real=real, **named):
                before(_name, given)
                return _real(*given, **named)

            patch.setattr(module, name, wrapped)
        yield


class Kill:
    """Kills at the k-th system call; ``torn``: when that is a write, after half of its bytes."""

    def __init__(self, at: int, *, torn: bool = False) -> None:
        self.at, self.torn, self.count, self.names = at, torn, 0, []

    def __call__(self, name: str, given: tuple[Any, ...]) -> None:
        self.count += 1
        self.names.append(name)
        if self.count == self.at:
            if self.torn and name == "write":
                REAL_WRITE(given[0], bytes(given[1])[: len(given[1]) // 2])
            if name == "close":
                REAL_CLOSE(given[0])
            raise Killed
        # Nothing runs after a kill but what closes the files, which the system would do.
        assert self.count < self.at or name == "close"


REAL_WRITE, REAL_CLOSE = os.write, os.close


def steps(site: Site) -> list[Callable[[], Any]]:
    """An hour at a table, one acknowledgement a step. Each can be tried again."""

    def add(hand: int, seat: int) -> Any:
        commitment = site.seal_of[hand]
        return site.contribute(commitment, seat, contribution_of(commitment, seat, value_of(hand, seat)))

    def seal(hand: int, dealer: int) -> Any:
        sealed = site.seal(TABLE, dealer, hand=hand, players=SEATS)
        site.seal_of[hand] = sealed.commitment
        return sealed

    return [
        lambda: site.open_session(TABLE, "club", PLAYERS, entropy="players"),
        lambda: seal(1, 3),
        lambda: add(1, 0),
        lambda: add(1, 2),
        lambda: site.deal(TABLE, 1, values_of(1, SEATS)),
        lambda: site.reveal(TABLE, 1),
        lambda: seal(2, 0),
        lambda: add(2, 0),
        lambda: site.void(TABLE, 2, "seat 2 stayed away", values_of(2, (0,))),
    ]


class Recorder(Site):
    """A site that knows by hand what is sealed in the ledger."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, wait=0)
        self.seal_of: dict[int, str] = {}
        for line in ledger(Path(folder)):
            if "commit" in line:
                hand = int(line["commit"]["terms"].split("\n")[3].split(" ")[1])
                self.seal_of[hand] = line["commit"]["commitment"]


def work(club: Path, done: list[Any]) -> None:
    """All steps; ``done`` gets what each returned."""
    with Recorder(str(club)) as site:
        for step in steps(site):
            done.append(step())


def finish(club: Path) -> None:
    """The steps that are not done yet; everything is there in the end."""
    with Recorder(str(club)) as site:
        for step in steps(site):
            try:
                step()
            except Refused as refused:
                assert "already" in str(refused) or "is closed" in str(refused), refused
    kinds = [next(iter(line)) for line in map(json.loads, signed_lines(club))]
    assert kinds == ["open", "commit", "contribute", "contribute", "reveal", "commit", "contribute", "void"]
    with Site(str(club)) as site:
        check_evidence(site.evidence(TABLE, 1), (club / "verifier.key").read_text().strip())


def check_acknowledged(club: Path, done: list[Any]) -> None:
    """What was returned is in the ledger and signed; what is signed can be opened."""
    key = (club / "verifier.key").read_text().strip()
    lines = signed_lines(club)
    for receipt in done:
        if hasattr(receipt, "checkpoint"):
            _, size, root = read_note(receipt.checkpoint, key)
            assert size == receipt.size <= len(lines)
            assert tree_root(lines[:size]) == root
    for line in map(json.loads, lines):
        if "commit" in line:
            secret = club / "private" / "deals" / f"{line['commit']['commitment']}.secret"
            assert len(bytes.fromhex(secret.read_text().strip())) == 32


def check_after(club: Path, done: list[Any], copies: Path, *, goes_on: bool = True) -> str:
    """A folder after a crash: nothing lost; clean, or its tail found and decided both ways. Which it was.

    ``goes_on``: a clean one is worked on to the end; one with a tail always is.
    """
    check_acknowledged(club, done)
    before = files_of(club)
    try:
        if goes_on:
            finish(club)
        else:
            Site(str(club), wait=0).close()
        return "clean"
    except TailFound as found:
        assert files_of(club) == before
        assert "operator tail" in str(found)
    tail = read_tail(str(club))
    other = Path(shutil.copytree(club, copies / "other", dirs_exist_ok=True))
    if tail.lines:
        assert keep_tail(str(other)) == len(signed_lines(club)) + len(tail.lines)
    else:
        with pytest.raises(Refused, match="nothing to sign"):
            keep_tail(str(other))
        assert files_of(other) == before
        cut_tail(str(other))
    finish(other)
    shutil.rmtree(other)
    moved = Path(str(cut_tail(str(club))))
    assert moved.read_bytes() == before["ledger.jsonl"][tail.start :]
    check_acknowledged(club, done)
    finish(club)
    return "whole" if tail.lines else "torn"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    return new_club(tmp_path_factory.mktemp("fresh"))


def calls_of(fresh: Path, folder: Path) -> list[str]:
    """The system calls of an undisturbed run."""
    club = Path(shutil.copytree(fresh, folder / "count"))
    counter = Kill(-1)
    counter.at = 10**9
    with system_calls(counter):
        work(club, [])
    shutil.rmtree(club)
    return counter.names


@pytest.mark.parametrize("torn", [False, True], ids=["between calls", "in a write"])
def test_killed_at_any_call(fresh, tmp_path, torn):
    names = calls_of(fresh, tmp_path)
    assert names.count("write") > 20
    outcomes = set()
    for at, name in enumerate(names, 1):
        if torn and name != "write":
            continue
        club = Path(shutil.copytree(fresh, tmp_path / "club"))
        done: list[Any] = []
        with system_calls(Kill(at, torn=torn)), pytest.raises(Killed):
            work(club, done)
        with system_calls(lambda name, given: None):
            outcomes.add(check_after(club, done, tmp_path, goes_on=at % 4 == 0))
        shutil.rmtree(club)
    assert outcomes == ({"clean", "torn", "whole"} if torn else {"clean", "whole"})


def test_what_is_on_the_disk_before_what(fresh, tmp_path):
    """Secret, then line, then checkpoint, each with its folder, before the commitment is returned."""
    club = Path(shutil.copytree(fresh, tmp_path / "club"))
    seen: list[tuple[str, str]] = []

    def note(name: str, given: tuple[Any, ...]) -> None:
        if name in ("write", "fsync"):
            seen.append((name, Path(os.readlink(f"/proc/self/fd/{given[0]}")).name))
        elif name == "replace":
            seen.append((name, Path(given[1]).name))

    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS)
        with system_calls(note):
            commitment = site.seal(TABLE, 1).commitment
            end = len(seen)
    for name in (f"{commitment}.terms", f"{commitment}.secret"):
        assert seen[:3] == [("write", name), ("fsync", name), ("fsync", "deals")]
        del seen[:3]
    assert seen[:6] == [
        ("write", "ledger.jsonl"),
        ("fsync", "ledger.jsonl"),
        ("write", "checkpoint.txt.new"),
        ("fsync", "checkpoint.txt.new"),
        ("replace", "checkpoint.txt"),
        ("fsync", "club"),
    ]
    assert end == len(seen) + 6 == 12


def test_keygen_killed_at_any_call_leaves_a_whole_folder_or_none(tmp_path):
    at = 0
    while True:
        at += 1
        place = tmp_path / str(at)
        place.mkdir()
        try:
            with system_calls(Kill(at)):
                keygen(str(place / "club"), ORIGIN)
        except Killed:
            if (place / "club").exists():
                finish(place / "club")
            else:
                keygen(str(place / "club"), ORIGIN)
        else:
            break
    assert at > 20


class Fail:
    """From the k-th call on, or at that alone, every call of these names fails as on a full or broken disk."""

    def __init__(self, names: tuple[str, ...], at: int, code: int, *, once: bool) -> None:
        self.names, self.at, self.code, self.once, self.count = names, at, code, once, 0

    def __call__(self, name: str, given: tuple[Any, ...]) -> None:
        if name in self.names:
            self.count += 1
            if self.count == self.at or (self.count > self.at and not self.once):
                raise OSError(self.code, os.strerror(self.code))


@pytest.mark.parametrize("once", [True, False], ids=["once", "from there on"])
@pytest.mark.parametrize(
    ("names", "code"), [(("write",), errno.ENOSPC), (("fsync",), errno.EIO), (("replace",), errno.EIO)]
)
def test_a_full_or_broken_disk(fresh, tmp_path, names, code, once):
    total = sum(name in names for name in calls_of(fresh, tmp_path))
    stopped = 0
    for at in range(1, total + 1):
        club = Path(shutil.copytree(fresh, tmp_path / "club"))
        done: list[Any] = []
        with system_calls(Fail(names, at, code, once=once)):
            try:
                work(club, done)
            except Unreadable as error:
                stopped += 1
                assert os.strerror(code) in str(error)
        check_acknowledged(club, done)
        if names == ("write",):
            assert (club / "ledger.jsonl").read_bytes().count(b"\n") == len(signed_lines(club))
            assert len(signed_lines(club)) == sum(hasattr(each, "checkpoint") for each in done)
        if once:
            with system_calls(lambda name, given: None):
                check_after(club, done, tmp_path, goes_on=at % 4 == 0)
        shutil.rmtree(club)
    assert stopped > total // 4


@pytest.mark.parametrize("names", [("write",), ("replace",)])
def test_a_full_disk_leaves_nothing_half_written(fresh, tmp_path, names):
    club = Path(shutil.copytree(fresh, tmp_path / "club"))
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS)
        for at in range(1, 5):
            with system_calls(Fail(names, at, errno.ENOSPC, once=False)), suppress(Unreadable):
                site.open_session(f"{TABLE}/{at}", "club", PLAYERS)
            assert not list(club.glob("*.new"))


def test_work_goes_on_when_there_is_room_again(fresh, tmp_path):
    club = Path(shutil.copytree(fresh, tmp_path / "club"))
    with Recorder(str(club)) as site:
        first, *rest = steps(site)
        with (
            system_calls(Fail(("write",), 1, errno.ENOSPC, once=False)),
            pytest.raises(Unreadable, match="nothing"),
        ):
            first()
        for step in (first, *rest):
            step()
    finish(club)


def test_a_cache_that_cannot_be_written_stops_nothing(fresh, tmp_path):
    club = Path(shutil.copytree(fresh, tmp_path / "club"))
    (club / "state").write_text("in the way")
    work(club, [])
    with pytest.raises(Refused, match="open already"), Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS)
    (club / "state").unlink()
    finish(club)


# Beyond the checkpoint


def with_tail(club: Path, data: bytes) -> None:
    with open(club / "ledger.jsonl", "ab") as file:
        file.write(data)


@pytest.fixture
def club(fresh, tmp_path):
    club = Path(shutil.copytree(fresh, tmp_path / "club"))
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        play_hand(site, 1, 3)
        contribute(site, site.seal(TABLE, 0), values_of(2, SEATS))
    return club


def contribution_line(club: Path, seat: int) -> bytes:
    commitment = ledger(club)[-1]["contribute"]["commitment"]
    tree = {"commitment": commitment, "seat": seat, "contribution": str(seat) * 64}
    return json.dumps({"contribute": tree}, separators=(",", ":")).encode() + b"\n"


def test_whole_lines_are_kept_and_a_torn_one_is_moved(club):
    good, torn = contribution_line(club, 1), contribution_line(club, 3)[:-20]
    size = len(signed_lines(club))
    with_tail(club, good + torn)
    with pytest.raises(TailFound, match="1 whole line and a line that is torn off after"):
        Site(str(club))
    assert keep_tail(str(club)) == size + 1
    assert (club / "ledger.tail-1").read_bytes() == torn
    assert signed_lines(club)[-1] + b"\n" == good
    with Site(str(club)) as site, pytest.raises(Refused, match="already"):
        site.contribute(json.loads(good)["contribute"]["commitment"], 1, "5" * 64)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (lambda club: [contribution_line(club, 1)] * 2, "line 12 .*already"),
        (lambda club: [contribution_line(club, 0)], "already"),
        (lambda club: [b'{"open":{}}\n'], "line 11 .*cannot be signed"),
        (lambda club: [b"\n"], "cannot be signed"),
        (lambda club: [contribution_line(club, 1)[:-1] + b"\r\n"], "CR LF"),
        (lambda club: [contribution_line(club, 1).replace(b'"commitment":"', b'"commitment":"00')[:-5]], "whole"),
        (lambda club: [(club / "ledger.jsonl").read_bytes().splitlines(keepends=True)[1]], "sealed already"),
    ],
)
def test_lines_that_may_not_come_next_are_not_kept(club, lines, words):
    with_tail(club, b"".join(lines(club)))
    before = files_of(club)
    with pytest.raises(Refused, match=words):
        keep_tail(str(club))
    assert files_of(club) == before
    assert cut_tail(str(club)) == str(club / "ledger.tail-1")
    assert cut_tail(str(club)) is None
    with_tail(club, b"more")
    assert cut_tail(str(club)) == str(club / "ledger.tail-2")
    with Site(str(club)) as site:
        sealed = ledger(club)[-1]["contribute"]["commitment"]
        for seat in (1, 3):
            site.contribute(sealed, seat, contribution_of(sealed, seat, value_of(2, seat)))
        site.reveal(TABLE, 2, values_of(2))


def closing(club: Path, kind: str, **changes: Any) -> bytes:
    """A line that closes hand 2, whose values of seats 0 and 2 are there."""
    commitment = ledger(club)[-1]["contribute"]["commitment"]
    secret = (club / "private" / "deals" / f"{commitment}.secret").read_text().strip()
    given = [value_of(2, 0).hex(), None, value_of(2, 2).hex(), None]
    tree = {"commitment": commitment, "secret": secret, "reason": "a player left", "values": given, **changes}
    if kind == "reveal":
        del tree["reason"]
    return json.dumps({kind: tree}, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("void", {}, None),
        ("void", {"secret": "0" * 64}, "does not open its commitment"),
        ("void", {"values": []}, "takes 4 values, not 0"),
        ("void", {"values": [None] * 5}, "takes 4 values, not 5"),
        ("void", {"values": [None, value_of(2, 1).hex(), None, None]}, "seat 1 has not contributed"),
        ("void", {"values": [value_of(1, 0).hex(), None, None, None]}, "not the one that it contributed"),
        ("void", {"signature": "00" * 48}, "name no beacon"),
        ("void", {"signature": "00" * 47}, "48 bytes, this one 47"),
        ("void", {"commitment": "0" * 64}, "no deal with its commitment"),
        ("reveal", {"values": [value_of(2, seat).hex() for seat in range(4)]}, "seat 1 has not contributed"),
    ],
)
def test_which_closings_are_kept(club, kind, changes, words):
    with_tail(club, closing(club, kind, **changes))
    if words is None:
        keep_tail(str(club))
        with_tail(club, closing_again := signed_lines(club)[-1] + b"\n")
        assert closing_again.startswith(b'{"void"')
        words = "closed already"
    before = files_of(club)
    with pytest.raises(Refused, match=words):
        keep_tail(str(club))
    assert files_of(club) == before


def test_a_commit_without_its_secret_is_not_kept(club):
    with Site(str(club)) as site:
        site.void(TABLE, 2, "a player left", values_of(2, SEATS))
        kept = {name: (club / name).read_bytes() for name in ("checkpoint.txt", "state/index.sqlite")}
        sealed = site.seal(TABLE, 0)
    for name, data in kept.items():
        (club / name).write_bytes(data)
    secret = club / "private" / "deals" / f"{sealed.commitment}.secret"
    secret.rename(club / "aside")
    with pytest.raises(Refused, match="secret"):
        keep_tail(str(club))
    (club / "aside").rename(secret)
    assert keep_tail(str(club)) == sealed.size
    signed_lines(club)


@pytest.mark.parametrize("decide", [keep_tail, cut_tail])
def test_killed_while_the_tail_is_decided(club, tmp_path, decide):
    good, torn = contribution_line(club, 1), b"torn"
    signed = signed_lines(club)
    with_tail(club, good + torn)
    at = 0
    while True:
        at += 1
        other = Path(shutil.copytree(club, tmp_path / str(at)))
        try:
            with system_calls(Kill(at)):
                decide(str(other))
        except Killed:
            everything = b"".join(path.read_bytes() for path in other.glob("ledger.*"))
            assert good[:-1] in everything and torn in everything
            assert signed_lines(other)[: len(signed)] == signed
            tail = read_tail(str(other))
            assert tail.lines in ((), (good[:-1],))
            if tail.lines or tail.torn:
                decide(str(other))
            Site(str(other)).close()
        else:
            break
    assert at > 10


# A real kill

CHILD = """
import sys
from tests.operator.test_crashes import Site, TABLE, PLAYERS
with Site(sys.argv[1]) as site:
    for number in range(10**6):
        table = f"{TABLE}/{number}"
        for receipt in (site.open_session(table, "club", PLAYERS), site.seal(table, 1), site.reveal(table, 1)):
            print(receipt.size, flush=True)
"""


def test_killed_by_the_system_while_it_writes(fresh, tmp_path):
    for number, lines in enumerate((5, 60)):
        club = Path(shutil.copytree(fresh, tmp_path / str(number)))
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(club)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        )
        with child:
            acknowledged = [int(child.stdout.readline()) for _ in range(lines)]
            time.sleep(0.003)
            with pytest.raises(Refused, match="another process"):
                Site(str(club), wait=0)
            child.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in child.stdout.read().splitlines()]
        assert len(signed_lines(club)) >= acknowledged[-1]
        if (club / "ledger.jsonl").read_bytes().count(b"\n") > len(signed_lines(club)):
            keep_tail(str(club))
        with Site(str(club)) as site:
            site.open_session(TABLE, "club", PLAYERS)

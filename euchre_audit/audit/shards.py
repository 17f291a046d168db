"""The games of an archive in pieces, audited by one process or several: the same pure function, the same order."""

import ctypes
import gc
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from ..findings import Finding, Unreadable, Where
from ..notations.load import Evidence
from ..records import Source
from ..records.read import is_one_json
from .fit import audit_game
from .game import Judged
from .games import Packed
from .index import Lines
from .inputs import Loaded, load
from .ledger import Sessions
from .result import GameResult, Options, Promise
from .session import Session, session_of_game
from .signed import Signed

PIECE = 2**19
"""Bytes of records that go to a worker at once: a second of work, or some."""
_AHEAD = 3
"""Pieces a worker that wait for it, so that it never waits."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some records: whole files, or lines of one; a finding for a file that cannot be read.

    ``named`` are the files that were named with them. ``evidence`` is what stands in other files, where the piece
    goes to someone who cannot open them.
    """

    sources: tuple[Source | Finding, ...]
    named: tuple[str, ...] = ()
    evidence: Evidence | None = None

    @property
    def size(self) -> int:
        """In bytes."""
        return sum(len(source.data) for source in self.sources if isinstance(source, Source))


@dataclass(slots=True)
class Head:
    """What is known of a game without opening it.

    ``source`` and ``record`` say which of the piece it is; ``session`` its name, ``in_ledger`` whether the ledger
    has it.
    """

    source: int
    record: int
    path: str
    name: str | None
    alone: bool
    session: str | None
    in_ledger: bool


class Promised(NamedTuple):
    """A promise as it is compared with those of other pieces: in which game, and in its hand of which index.

    ``hand`` is None for the draw; ``number`` is that of the deal in its ``session``, and ``place`` says both.
    ``codes`` are those of what was found where the promise stands; the rest is as in a
    :class:`~euchre_audit.audit.result.Promise`.
    """

    game: int
    hand: int | None
    session: str
    number: int
    place: str
    commitment: bytes | None
    secret: bytes | None
    signed: Signed | None
    in_ledger: bool
    codes: tuple[str, ...]


@dataclass(slots=True)
class Audited:
    """The games of a piece, with head and promises of each; findings in the place of those that are none."""

    games: Packed
    heads: list[Head]
    promised: list[Promised]
    findings: list[Finding]

    @classmethod
    def of(cls, games: list[GameResult], heads: list[Head], findings: list[Finding]) -> "Audited":
        """With the promises of the games."""
        promised = [each for number, game in enumerate(games) for each in _promised(number, game)]
        return cls(Packed(games), heads, promised, findings)


def _promised(number: int, game: GameResult) -> Iterator[Promised]:
    holders: list[tuple[int | None, Promise | None, list[Finding]]] = [(None, game.draw_promise, game.findings)]
    holders += [(index, hand.promise, hand.findings) for index, hand in enumerate(game.hands)]
    for index, promise, findings in holders:
        if promise is not None:
            yield Promised(
                number,
                index,
                promise.session,
                promise.hand,
                f"hand {promise.hand} of {promise.session}",
                None if promise.commitment is None else bytes.fromhex(promise.commitment),
                None if promise.secret is None else bytes.fromhex(promise.secret),
                promise.signed,
                promise.in_ledger,
                tuple(finding.code for finding in findings),
            )


Lookup = Callable[[str], Session | None]
"""What a ledger has of a session, by its name."""


def audit_piece(piece: Piece, options: Options, lookup: Lookup | None = None) -> Audited:
    """Audit every game of a piece. Pure but for ``lookup``, where there is a ledger, and for evidence elsewhere."""
    games: list[GameResult] = []
    heads: list[Head] = []
    findings: list[Finding] = []
    for index, source in enumerate(piece.sources):
        records = [source] if isinstance(source, Finding) else load(source, piece.named, piece.evidence)
        for record, loaded in enumerate(records):
            found = loaded if isinstance(loaded, Finding) else _audited(loaded, options, lookup)
            if isinstance(found, Finding):
                findings.append(found)
            else:
                game, session, in_ledger = found
                games.append(game)
                heads.append(Head(index, record, game.path, game.name, game.alone, session, in_ledger))
    return Audited.of(games, heads, findings)


def _audited(
    loaded: Loaded, options: Options, lookup: Lookup | None
) -> tuple[GameResult, str | None, bool] | Finding:
    """A game with the name of its session and whether the ledger has it, or what is to be told in its place."""
    try:
        name = session_of_game(loaded.game)
        session = None
        if lookup is not None and name is not None:
            session = lookup(name)
            loaded = replace(loaded, session=session)
        game = _in_time(options.seconds, partial(audit_game, loaded, options))
        return game, name, session is not None
    except Unreadable as error:
        return error.finding
    except _OutOfTime:
        message = f"this game takes longer than {options.seconds} seconds to audit, and was left"
        return Finding("F187", message, loaded.document.where)
    except Exception as error:  # our own defect: told as one, and the other games go on
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{last.name}, line {last.lineno}"
        message = f"this tool failed on this game: {type(error).__name__} in {place}; please report it"
        return Finding("X901", message, loaded.document.where)


class _OutOfTime(BaseException):
    """A game took longer than it may."""


def _in_time(seconds: int, work: Callable[[], GameResult]) -> GameResult:
    """What ``work`` gives; :class:`_OutOfTime` where that takes longer. 0 is no limit."""
    if not seconds:
        return work()
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return _in_time_of_thread(seconds, work)

    def late(*_: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_time_of_thread(seconds: int, work: Callable[[], GameResult]) -> GameResult:
    """The same where no signal comes: in the worker of a cluster, whose tasks are threads, and on some systems."""
    own, over, lock = ctypes.c_ulong(threading.get_ident()), False, threading.Lock()

    def late() -> None:
        with lock:
            if not over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(own, ctypes.py_object(_OutOfTime))

    timer = threading.Timer(seconds, late)
    timer.start()
    try:
        return work()
    finally:
        timer.cancel()
        with lock:
            over = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(own, None)  # what came too late, and was not seen yet


def placed(piece: Piece, head: Head, finding: Finding) -> Finding:
    """A finding about a game of a piece with its place in the file; the record is read again for it."""
    loaded = _loaded(piece, head)
    return loaded.placed(finding) if loaded is not None else finding


def judged_again(piece: Piece, head: Head, options: Options, session: Session | None) -> list[Judged]:
    """The hands of a game of a piece with all that was judged of them, which a result does not hold."""
    loaded, judged = _loaded(piece, head), list[Judged]()
    if loaded is not None:
        audit_game(replace(loaded, session=session), options, judged.append)
    return judged


def _loaded(piece: Piece, head: Head) -> Loaded | None:
    source = piece.sources[head.source]
    if isinstance(source, Finding):
        return None
    loaded = next(islice(load(source, piece.named, piece.evidence), head.record, None))
    return loaded if isinstance(loaded, Loaded) else None


def split(source: Source, named: tuple[str, ...] = ()) -> Iterator[Piece]:
    """A source as pieces: lines of a long ``.jsonl`` in several, every other file in one."""
    data = source.data
    if source.kind != "jsonl" or len(data) <= PIECE or is_one_json(source):
        yield Piece((source,), named)
        return
    start, before = 0, source.before
    while start < len(data):
        end = data.find(b"\n", start + PIECE) + 1
        part = data[start : end or len(data)]
        yield Piece((replace(source, data=part, before=before),), named)
        before += part.count(b"\n")
        start += len(part)


def together(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Small pieces joined until they are worth sending, in their order."""
    held: list[Source | Finding] = []
    size = 0
    named: tuple[str, ...] = ()
    for piece in pieces:
        if held and (size + piece.size > PIECE or piece.named != named):
            yield Piece(tuple(held), named)
            held, size = [], 0
        held += piece.sources
        size += piece.size
        named = piece.named
    if held:
        yield Piece(tuple(held), named)


Mapped = Iterator[tuple[Piece, Audited]]
Mapper = Callable[[Iterator[Piece], Options, Sessions | None, Lines | None], Mapped]
"""Gives every piece with what it gives, in the order of the pieces, whoever does the work."""


def in_order(
    pieces: Iterable[Piece],
    options: Options,
    sessions: Sessions | None,
    lines: Lines | None,
    jobs: int,
    by: Mapper | None = None,
) -> Mapped:
    """Every piece with what it gives, in the order of the pieces, by ``jobs`` processes; 1 is this one.

    Where ``by`` is given, that does it instead.
    """
    if by is not None:
        yield from by(iter(pieces), options, sessions, lines)
    elif jobs <= 1:
        lookup = sessions.lookup(lines.lines_of) if sessions is not None and lines is not None else None
        for piece in pieces:
            yield piece, audit_piece(piece, options, lookup)
    else:
        yield from _by_workers(iter(pieces), options, sessions, jobs)


def _by_workers(pieces: Iterator[Piece], options: Options, sessions: Sessions | None, jobs: int) -> Mapped:
    first = list(islice(pieces, 2))
    if len(first) < 2:  # not worth a process
        lookup = _lookup(sessions)
        for piece in first:
            yield piece, audit_piece(piece, options, lookup)
        return
    workers = _Workers(options, sessions, jobs)
    try:
        for piece in chain(first, pieces):
            if len(workers.waiting) >= jobs * _AHEAD:
                yield workers.next()
            workers.send(piece)
        while workers.waiting:
            yield workers.next()
    finally:
        workers.pool.shutdown(wait=True, cancel_futures=True)


def _lookup(sessions: Sessions | None) -> Lookup | None:
    return sessions.lookup(Lines(sessions.lines).lines_of) if sessions is not None else None


def _pool(options: Options, sessions: Sessions | None, jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _start, (options, sessions))


class _Workers:
    """Processes, and the pieces that they have; when one dies, others take its place."""

    def __init__(self, options: Options, sessions: Sessions | None, jobs: int) -> None:
        self.given = (options, sessions)
        self.jobs = jobs
        self.pool = _pool(*self.given, jobs)
        self.waiting: deque[tuple[Piece, Future[Audited]]] = deque()

    def send(self, piece: Piece) -> None:
        """Give a piece to whichever has time for it."""
        try:
            future = self.pool.submit(_work, piece)
        except BrokenProcessPool:
            self.pool = _pool(*self.given, self.jobs)
            future = self.pool.submit(_work, piece)
        self.waiting.append((piece, future))

    def next(self) -> tuple[Piece, Audited]:
        """The first piece that was sent and not fetched, with what it gives."""
        piece, future = self.waiting.popleft()
        try:
            return piece, future.result()
        except BrokenProcessPool:
            return piece, audit_again(piece, *self.given)


def audit_again(piece: Piece, options: Options, sessions: Sessions | None) -> Audited:
    """After a death: the piece in a process of its own; where that dies too, each file in one."""
    try:
        return _alone(piece, options, sessions)
    except BrokenProcessPool:
        pass
    games: list[GameResult] = []
    heads: list[Head] = []
    findings: list[Finding] = []
    for index, source in enumerate(piece.sources):
        try:
            again = _alone(replace(piece, sources=(source,)), options, sessions)
            games += again.games.games()
            heads += [replace(each, source=index) for each in again.heads]
            findings += again.findings
        except BrokenProcessPool:
            message = "the process that audited this file died, perhaps for want of memory; please report it"
            where = source.where if isinstance(source, Finding) else Where(source.path, line=source.before + 1)
            findings.append(Finding("X901", message, where))
    return Audited.of(games, heads, findings)


def _alone(piece: Piece, options: Options, sessions: Sessions | None) -> Audited:
    with _pool(options, sessions, 1) as pool:
        return pool.submit(_work, piece).result()


_here: Callable[[Piece], Audited] | None = None


def _start(options: Options, sessions: Sessions | None) -> None:
    """In a worker: what is the same for every piece."""
    global _here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to stop
    collect_seldom()
    lookup = _lookup(sessions)

    def work(piece: Piece) -> Audited:
        return audit_piece(piece, options, lookup)

    _here = work


def collect_seldom() -> None:
    """Have the garbage collector look rarely: an audit makes much that lives, and next to no cycles."""
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)


def _work(piece: Piece) -> Audited:
    assert _here is not None
    return _here(piece)


def all_cores() -> int:
    """How many processes there may be at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

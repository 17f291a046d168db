"""The pieces of an archive by the workers of a Dask cluster: the same pieces, function, order and bytes.

Workers need this package in the same version, and no file of this machine: a piece goes to them with the lines of
its sessions in the ledger, and with the evidence that stands beside its games.
"""

import asyncio
import importlib
import logging
import pickle
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from .. import __version__
from ..evidence import ExtraMissing
from ..findings import Finding
from ..notations.load import find_evidence
from ..records import Source
from .index import Lines
from .inputs import Loaded, load
from .ledger import Sessions
from .result import Options
from .session import session_of_game
from .shards import Audited, Mapped, Piece, audit_again, audit_piece

_AHEAD = 3
"""Pieces a thread that are sent before the first of them is waited for."""
_CONNECT = 10
"""Seconds in which a scheduler has to answer, and a first worker to be there."""
_PATIENCE = 60
"""Seconds for which a cluster may be without any worker."""
_LOOK = 5
"""Seconds after which the workers are counted again."""
_EXTRAS = {"beacon": "py_arkworks_bls12381", "timestamp": "rfc3161_client"}

Lined = dict[str, list[tuple[int, str]]]
"""Lines of a ledger, with their numbers, by session."""


class ClusterError(RuntimeError):
    """The cluster cannot be reached, or does not do the work; the message says it in words."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is the same for every piece."""

    options: Options
    sessions: Sessions | None


# By the workers


def hold(given: bytes) -> Any:
    """What is the same for every piece, kept where the pieces are audited."""
    return pickle.loads(given)


def names_of(piece: bytes) -> bytes:
    """The sessions of the games of a piece, for the parent to look up."""
    names: dict[str, None] = {}
    held: Piece = pickle.loads(piece)
    for source in held.sources:
        for loaded in load(source, held.named, held.evidence) if isinstance(source, Source) else ():
            with suppress(Exception):  # a defect of ours is told of the game where it is audited
                name = session_of_game(loaded.game) if isinstance(loaded, Loaded) else None
                if name is not None:
                    names[name] = None
    return pickle.dumps((this_tool(), list(names)))


def work_on(given: Given, piece: bytes) -> bytes:
    """Audit a piece, which comes with the lines of its sessions."""
    held, lined = pickle.loads(piece)
    lookup = None
    if given.sessions is not None:
        lookup = given.sessions.lookup(lambda name: lined.get(name, []))
    return pickle.dumps((this_tool(), audit_piece(held, given.options, lookup)))


def this_tool() -> str:
    """What answers depend on, beside the piece: the version, and the extras that are there."""
    extras = [extra for extra, module in _EXTRAS.items() if find_spec(module) is not None]
    return " with ".join([f"euchre-audit {__version__}", *([" and ".join(extras)] if extras else [])])


# By the one who asks


@contextmanager
def cluster(address: str) -> Iterator["Cluster"]:
    """The cluster whose scheduler is at ``address`` (``tcp://…``); ``ClusterError`` where it is not there."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise ExtraMissing("cluster", "--dask") from None
    with _quiet():
        client = _connect(distributed, address)
        try:
            yield Cluster(distributed, client)
        finally:
            client.close(timeout=_LOOK)


@contextmanager
def _quiet() -> Iterator[None]:
    """What the library would log is said in words here."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = [(log, log.level) for log in map(logging.getLogger, names)]
    for log, _ in levels:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in levels:
            log.setLevel(level)


def _connect(distributed: Any, address: str) -> Any:
    async def knock() -> None:
        security = distributed.Security().get_connection_args("client")
        comm = await distributed.comm.connect(address, timeout=_CONNECT, **security)
        await comm.close()

    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have a loop that runs
            thread.submit(lambda: asyncio.run(knock())).result()
        client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
    except ValueError as error:
        raise ClusterError(f"this is no scheduler's address, such as tcp://host:8786: {error}") from None
    except (OSError, RuntimeError):
        raise ClusterError(f"no Dask scheduler answers at {address}") from None
    try:
        client.wait_for_workers(1, timeout=_CONNECT)
    except (OSError, TimeoutError):
        client.close(timeout=_LOOK)
        raise ClusterError(f"the scheduler at {address} has no workers") from None
    found = client.run(find_spec, __name__, on_error="return")
    lacking = sorted(worker for worker, spec in found.items() if spec is None or isinstance(spec, Exception))
    if lacking:
        client.close(timeout=_LOOK)
        raise ClusterError(f"the worker at {lacking[0]} has no such euchre-audit as this; {_SAME}")
    return client


class Cluster:
    """A :data:`~euchre_audit.audit.shards.Mapper`; ``work`` is what its workers do with each piece."""

    def __init__(self, distributed: Any, client: Any) -> None:
        self.distributed, self.client = distributed, client
        self.work = work_on

    def __call__(
        self, pieces: Iterator[Piece], options: Options, sessions: Sessions | None, lines: Lines | None
    ) -> Mapped:
        """Every piece with what it gives, in the order of the pieces."""
        run = _Run(self, Given(options, sessions), lines)
        try:
            for piece in pieces:
                run.take(piece)
                while len(run.named) > run.ahead():
                    run.send()
                while len(run.waiting) > run.ahead():
                    yield run.next()
            while run.named or run.waiting:
                while run.named and len(run.waiting) <= run.ahead():
                    run.send()
                yield run.next()
        finally:
            run.stop()


class _Run:
    """Pieces on their way: first those of which the sessions are asked, then those that are audited."""

    def __init__(self, cluster: Cluster, given: Given, lines: Lines | None) -> None:
        self.cluster, self.given = cluster, given
        self.lines = lines if given.sessions is not None and given.sessions.fits else None
        self.named: deque[tuple[Piece, Any]] = deque()
        self.waiting: deque[tuple[Piece, Any]] = deque()
        self._counted, self._threads = 0.0, 1
        self.held = self._submit(hold, pickle.dumps(given))

    def ahead(self) -> int:
        """How many pieces may be on their way; workers may come and go."""
        if time.monotonic() > self._counted + _LOOK:
            self._threads = max(1, self._count())
            self._counted = time.monotonic()
        return self._threads * _AHEAD

    def take(self, piece: Piece) -> None:
        """Ask for the sessions of a piece, where there is a ledger; else send it at once."""
        piece = _complete(piece)
        if self.lines is None:
            self.named.append((piece, None))
            self.send()
        else:
            self.named.append((piece, self._submit(names_of, pickle.dumps(piece), priority=1)))

    def send(self) -> None:
        """Give the next piece to whichever worker has time for it, with what the ledger has of its sessions."""
        piece, names = self.named.popleft()
        try:
            lined = self._lined(self._result(names)) if names is not None else {}
        except self.cluster.distributed.KilledWorker:
            self.waiting.append((piece, None))
            return
        self.waiting.append((piece, self._submit(self.cluster.work, self.held, pickle.dumps((piece, lined)))))

    def next(self) -> tuple[Piece, Audited]:
        """The first piece that was sent and not fetched, with what it gives.

        One on which workers died, as often as the scheduler allows, is audited here, away from all others.
        """
        piece, future = self.waiting.popleft()
        if future is not None:
            try:
                audited: Audited = self._result(future)
                return piece, audited
            except self.cluster.distributed.KilledWorker:
                pass
        return piece, audit_again(piece, self.given.options, self.given.sessions)

    def stop(self) -> None:
        """Nothing more is wanted."""
        futures = [self.held, *(future for _, future in (*self.named, *self.waiting) if future is not None)]
        with suppress(Exception):  # where the cluster is gone, the work is, too
            self.cluster.client.cancel(futures, force=True)

    def _lined(self, names: Sequence[str]) -> Lined:
        assert self.lines is not None
        return {name: self.lines.lines_of(name) for name in names}

    def _submit(self, function: Any, *given: Any, priority: int = 0) -> Any:
        try:
            return self.cluster.client.submit(function, *given, pure=False, priority=priority)
        except (OSError, RuntimeError):
            raise ClusterError(_GONE) from None

    def _count(self) -> int:
        try:
            return sum(self.cluster.client.nthreads().values())
        except (OSError, RuntimeError):
            raise ClusterError(_GONE) from None

    def _result(self, future: Any) -> Any:
        alone = 0
        try:
            while True:
                try:
                    tool, value = pickle.loads(future.result(timeout=_LOOK))
                    break
                except TimeoutError:
                    if future.done():
                        raise
                    alone = 0 if self._count() else alone + _LOOK
                    if alone >= _PATIENCE:
                        raise ClusterError("the cluster has no workers left; its logs say why") from None
        except (asyncio.CancelledError, CancelledError):
            raise ClusterError(_GONE) from None
        except Exception as error:
            if isinstance(error, ImportError) or isinstance(error.__cause__, ImportError):
                raise ClusterError(f"the cluster cannot run this: {error.__cause__ or error}; {_SAME}") from None
            raise
        if tool != this_tool():
            raise ClusterError(f"a worker has {tool}, and this is {this_tool()}; {_SAME}")
        return value


_GONE = "the cluster went away during the run"
_SAME = "install the same euchre-audit, with the same extras, for the scheduler and each worker"


def _complete(piece: Piece) -> Piece:
    """A piece that needs no other file."""
    sources = [source for source in piece.sources if not isinstance(source, Finding)]
    return replace(piece, evidence=find_evidence(sources, piece.named))

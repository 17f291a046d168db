"""The ledger on the disk: lines, signed checkpoint, and a cache that is rebuilt from the two."""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import NoReturn, TypeVar

from ..evidence import (
    Checkpoint,
    Frontier,
    NoteError,
    Verifier,
    check_signature,
    checkpoint_text,
    leaf_hash,
    parse_checkpoint,
    sign,
)
from ..findings import Unreadable, Where
from ..records.ledger import MAX_LINE, Commit, LineError, Open, parse_line
from .files import replace, sync_folder, write_all, write_new
from .index import Damaged, Index, remove_index
from .keys import CHECKPOINT, DEALS, LEDGER, read_signing, read_verifier
from .refused import Busy, Refused, TailFound

STATE = "state"
INDEX = os.path.join(STATE, "index.sqlite")
_PAUSE = 0.02
_T = TypeVar("_T")


class _Unfit(Exception):
    """The lines are not those that the checkpoint covers."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What stands in a ledger beyond its checkpoint: whole lines without their LF, then bytes without one."""

    start: int
    lines: tuple[bytes, ...]
    torn: bytes

    def __str__(self) -> str:
        parts = []
        if self.lines:
            parts.append("1 whole line" if len(self.lines) == 1 else f"{len(self.lines)} whole lines")
        if self.torn:
            parts.append(f"a line that is torn off after {len(self.torn)} bytes")
        return " and ".join(parts)


def read_own_checkpoint(folder: str) -> tuple[Checkpoint, str]:
    """The checkpoint of a folder, checked under the folder's key, and its text."""
    return read_checkpoint(os.path.join(folder, CHECKPOINT), read_verifier(folder))


def read_checkpoint(path: str, verifier: Verifier) -> tuple[Checkpoint, str]:
    """The checkpoint in a file, checked under a key of the same name, and its text."""
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
        checkpoint = parse_checkpoint(text)
        check_signature(checkpoint.note, verifier)
        if checkpoint.origin != verifier.name:
            raise NoteError(f"it is of {checkpoint.origin[:100]}, the key of {verifier.name}")
    except OSError as error:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=path)) from None
    except (NoteError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: not a checkpoint by this folder's key: {error}; restore the right one") from None
    return checkpoint, text


def read_lines(path: str, start: int = 0) -> Iterator[tuple[bytes, bool]]:
    """``(line, whole)`` from byte ``start`` on; a line that is too long comes as one that is not whole."""
    try:
        with open(path, "rb", buffering=2**20) as file:
            file.seek(start)
            while line := file.readline(MAX_LINE):
                yield (line[:-1], True) if line.endswith(b"\n") else (line, False)
    except OSError as error:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=path)) from None


def _lock(path: str, handle: int, wait: float, how: int) -> None:
    """Lock an open ledger; :class:`Busy` where another process has it for longer than ``wait`` seconds."""
    end = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= end:
                folder = os.path.dirname(path)
                raise Busy(
                    f"{folder}: another process is writing there; only one may. Try again when it is done"
                ) from None
            time.sleep(_PAUSE)
        except OSError as error:
            raise Unreadable("F101", f"it cannot be locked: {error.strerror}", Where(path=path)) from None


class Signed:
    """A ledger as its checkpoint covers it, for reading alone: one pass over the lines, no key, nothing written.

    :class:`Busy` where another process writes there for longer than ``wait`` seconds; ``wait`` None reads beside
    it, for what it is writing is its own to settle.
    """

    def __init__(self, folder: str, wait: float | None) -> None:
        self.folder, self.path = folder, os.path.join(folder, LEDGER)
        self.end = 0
        self._length: int | None = None
        self.verifier = read_verifier(folder)
        handle = _open_ledger(self.path, os.O_RDONLY)
        try:
            try:
                _lock(self.path, handle, wait or 0, fcntl.LOCK_SH)
                self._length = os.fstat(handle).st_size
            except Busy:
                if wait is not None:
                    raise
            self.checkpoint, self.note = read_own_checkpoint(folder)
        finally:
            os.close(handle)

    def lines(self) -> Iterator[bytes]:
        """The lines under the checkpoint; refused at their end where they are not the ones that were signed."""
        frontier = Frontier()
        for raw, whole in read_lines(self.path) if self.checkpoint.size else iter(()):
            if not whole:
                break
            yield raw
            frontier.append(leaf_hash(raw))
            self.end += len(raw) + 1
            if frontier.size == self.checkpoint.size:
                break
        if frontier.size < self.checkpoint.size or frontier.root() != self.checkpoint.root:
            raise Refused(
                f"{self.path}: its lines are not those that its checkpoint covers; restore it from a copy"
            )

    def check_end(self) -> None:
        """That nothing stands beyond the checkpoint, once the lines are read; :class:`TailFound` where it does."""
        if self._length not in (None, self.end):
            raise _tail_found(self.folder, self.tail(), self.checkpoint.size)

    def tail(self) -> Tail:
        """What stands beyond the checkpoint, once the lines are read."""
        return _tail_of(self.path, self.end)


def _tail_of(path: str, start: int) -> Tail:
    """What stands in a ledger from byte ``start`` on."""
    found = list(read_lines(path, start))
    whole = next((number for number, (_, ended) in enumerate(found) if not ended), len(found))
    lines = tuple(raw for raw, _ in found[:whole])
    rest = b"".join(raw + b"\n" if ended else raw for raw, ended in found[whole:])
    return Tail(start, lines, rest)


def _tail_found(folder: str, tail: Tail, size: int) -> TailFound:
    """What is said of a tail that nobody has decided about."""
    return TailFound(
        f"{os.path.join(folder, LEDGER)}: {tail} after the last checkpoint (size {size}); something was "
        f"interrupted. Decide first: euchre-audit operator tail {folder} shows them, with --keep signs whole "
        "lines, with --cut moves them out of the ledger"
    )


def _open_ledger(path: str, how: int) -> int:
    try:
        return os.open(path, how | os.O_NOFOLLOW)
    except OSError as error:
        raise Unreadable("F101", f"it cannot be opened: {error.strerror}", Where(path=path)) from None


class Store:
    """A folder opened for writing, by one process at a time.

    Opening is O(log n) where the cache is up to date; else the ledger is read from where the cache ends, and from
    the beginning where there is none.
    :class:`Refused` where checkpoint and ledger disagree, :class:`TailFound` where the ledger goes on beyond the
    checkpoint (unless ``tail_allowed``), :class:`Busy` where another has it open longer than ``wait`` seconds.
    """

    def __init__(self, folder: str, wait: float, *, tail_allowed: bool = False) -> None:
        self.folder = folder
        self.verifier = read_verifier(folder)
        self._private = read_signing(folder, self.verifier)
        self._path = os.path.join(folder, LEDGER)
        self._handle = _open_ledger(self._path, os.O_RDWR | os.O_APPEND)
        self._broken = False
        self._index: Index | None = None
        self._frontier = Frontier()
        self.bytes = 0
        try:
            _lock(self._path, self._handle, wait, fcntl.LOCK_EX)
            self.checkpoint, self.note = read_own_checkpoint(folder)
            self._load()
            if not tail_allowed and os.fstat(self._handle).st_size != self.bytes:
                raise _tail_found(folder, self.tail(), self.size)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others write."""
        self._drop_cache()
        if self._handle >= 0:
            handle, self._handle = self._handle, -1
            os.close(handle)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def size(self) -> int:
        """Lines that the checkpoint covers."""
        return self._frontier.size

    # Opening

    def _load(self) -> Index:
        """Catch up from where the cache ends; where it is none, or not of this ledger, from the beginning."""
        with suppress(Damaged, _Unfit):
            index = Index(os.path.join(self.folder, INDEX), self._cache_key(), fresh=False)
            if index.frontier.size <= self.checkpoint.size and self._is_start(index.end):
                return self._walk(index)
            index.close()
        return self._rebuild()

    def _is_start(self, at: int) -> bool:
        """Whether a line can begin at byte ``at``."""
        with suppress(OSError):
            return at == 0 or os.pread(self._handle, 1, at - 1) == b"\n"
        return False

    def _cache_key(self) -> bytes:
        return hashlib.sha256(b"euchre-audit operator cache 1\x00" + self._private.private_bytes_raw()).digest()

    def _rebuild(self, *, in_file: bool = True) -> Index:
        """Make the cache from the whole ledger; where the folder takes none, in memory."""
        path = os.path.join(self.folder, INDEX)
        try:
            with suppress(OSError, Damaged):
                if in_file:
                    remove_index(path)
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    return self._walk(Index(path, self._cache_key(), fresh=True))
            return self._walk(Index(None, self._cache_key(), fresh=True))
        except _Unfit as error:
            raise Refused(
                f"{self._path}: {error}. What was signed is not there any more, and this tool cannot bring it "
                "back: restore the ledger from a copy"
            ) from None

    def _walk(self, index: Index) -> Index:
        """From where the cache ends to the checkpoint; :class:`_Unfit` where that does not lead there."""
        try:
            frontier, at = self._catch_up(index)
            if index.frontier.size < frontier.size or frontier.size == 0:
                index.save(frontier, at)
        except BaseException:
            index.close()
            raise
        self._index, self._frontier, self.bytes = index, frontier, at
        return index

    def _catch_up(self, index: Index) -> tuple[Frontier, int]:
        frontier, at = Frontier(index.frontier.size, index.frontier.peaks), index.end
        session_of: dict[str, str] = {}
        for raw, whole in read_lines(self._path, at) if frontier.size < self.checkpoint.size else iter(()):
            if not whole:
                break
            self._note(index, raw, frontier.size, at, session_of)
            frontier.append(leaf_hash(raw))
            at += len(raw) + 1
            if frontier.size == self.checkpoint.size:
                break
        if frontier.size < self.checkpoint.size:
            raise _Unfit(f"it has {frontier.size} whole lines, its checkpoint covers {self.checkpoint.size}")
        if frontier.root() != self.checkpoint.root:
            raise _Unfit(f"its first {frontier.size} lines are not those that its checkpoint covers")
        return frontier, at

    def _note(self, index: Index, raw: bytes, number: int, at: int, session_of: dict[str, str]) -> None:
        """Take a line of the ledger into the cache; ``session_of``: the commitments of this walk."""
        try:
            line = parse_line(raw)
        except LineError:
            return
        if isinstance(line, Open):
            index.add(line.session, number, at, raw)
        elif isinstance(line, Commit):
            session_of[line.commitment] = session = session_of_terms(line.terms)
            index.add(session, number, at, raw, line.commitment)
        else:
            known = session_of.get(line.commitment)
            if known is None:
                known = _session_of(index.commit(line.commitment, self._read))
            if known is not None:
                session_of[line.commitment] = known
                index.add(known, number, at, raw)

    # What the cache knows

    def _asked(self, ask: Callable[[Index], _T]) -> _T:
        """An answer of the cache, which is made anew where it is damaged."""
        if self._handle < 0:
            raise Refused(f"{self.folder}: writing was interrupted or ended here; open the folder again")
        for again in (self._load, self._rebuild, partial(self._rebuild, in_file=False)):
            index = self._index or again()
            try:
                return ask(index)
            except Damaged:
                self._drop_cache()
        raise Refused(f"{self._path}: it changes while it is read; open the folder again")

    def _drop_cache(self) -> None:
        """The cache is read again, or made anew, when it is asked next."""
        if self._index is not None:
            self._index.close()
            self._index = None

    def _read(self, start: int, length: int) -> bytes:
        return os.pread(self._handle, length, start)

    def session_lines(self, session: str) -> list[tuple[int, bytes]]:
        """``(index, line)`` of every line of a session under the checkpoint, each as it was signed."""
        return self._asked(lambda index: index.lines(session, self._read))

    def session_of_commitment(self, commitment: str) -> str | None:
        """The session of a commitment; None where it was never made here."""
        return _session_of(self._asked(lambda index: index.commit(commitment, self._read)))

    def deal_path(self, commitment: str, what: str) -> str:
        """Where a deal's ``terms``, ``secret`` or ``values`` are kept."""
        return os.path.join(self.folder, DEALS, f"{commitment}.{what}")

    def _save(self, lines: list[tuple[str, bytes, str | None]], number: int, at: int) -> None:
        """Take new lines into the cache, from line ``number`` on, which begins at byte ``at``."""
        if self._index is None:
            return
        try:
            for session, raw, commitment in lines:
                self._index.add(session, number, at, raw, commitment)
                number += 1
                at += len(raw) + 1
            self._index.save(self._frontier, self.bytes)
        except Damaged:
            self._drop_cache()

    # Writing

    def append(self, raw: bytes, session: str, commitment: str | None = None) -> int:
        """Add a line and sign the ledger with it; its index, once line and checkpoint are on the disk.

        ``commitment`` is what the line commits to.

        Where the disk is full, nothing was added, and ``Unreadable`` says so.
        """
        if len(raw) >= MAX_LINE:
            raise Refused(f"the line would have {len(raw)} bytes; a line has at most {MAX_LINE - 1}")
        self.check_place()
        index, start = self.size, self.bytes
        grown = Frontier(index, self._frontier.peaks)
        grown.append(leaf_hash(raw))
        self._broken = True
        try:
            write_all(self._handle, raw + b"\n")
            os.fsync(self._handle)
            note = self._replace_checkpoint(grown)
        except OSError as error:
            self._take_back(start, error)
        self._settle(grown, start + len(raw) + 1, note)
        self._save([(session, raw, commitment)], index, start)
        return index

    def check_place(self) -> None:
        """That a line can be added: the ledger is as this process left it."""
        if self._broken or self._handle < 0:
            raise Refused(f"{self.folder}: writing was interrupted or ended here; open the folder again")
        own = os.fstat(self._handle)
        try:
            there = os.stat(self._path)
        except OSError as error:
            raise Unreadable("F101", f"it cannot be found: {error.strerror}", Where(path=self._path)) from None
        if (own.st_dev, own.st_ino) != (there.st_dev, there.st_ino) or own.st_size != self.bytes:
            raise Refused(f"{self._path}: another program changed it in the meantime; open the folder again")

    def _replace_checkpoint(self, frontier: Frontier) -> str:
        text = checkpoint_text(self.verifier.name, frontier.size, frontier.root())
        note = sign(text, self.verifier.name, self._private)
        path = os.path.join(self.folder, CHECKPOINT)
        replace(path, note.encode("utf-8"))
        return note

    def _take_back(self, start: int, error: OSError) -> NoReturn:
        """The line was not signed: our own bytes go out again, which only this process knows to be its own."""
        with suppress(OSError):
            os.ftruncate(self._handle, start)
            os.fsync(self._handle)
            self._broken = False
        raise Unreadable("F101", f"nothing was added: {error.strerror}", Where(path=self._path)) from None

    def _settle(self, frontier: Frontier, end: int, note: str) -> None:
        """The new checkpoint is in its place: see that it stays, then go on from there."""
        try:
            sync_folder(self.folder)
        except OSError as error:
            message = f"signed, but the disk may not keep it ({error.strerror}); open the folder again to see"
            raise Unreadable("F101", message, Where(path=os.path.join(self.folder, CHECKPOINT))) from None
        self._frontier, self.bytes = frontier, end
        self.checkpoint, self.note = parse_checkpoint(note), note
        self._broken = False

    # Beyond the checkpoint

    def tail(self) -> Tail:
        """What stands beyond the checkpoint."""
        return _tail_of(self._path, self.bytes)

    def keep(self, tail: Tail, lines: list[tuple[str, bytes, str | None]]) -> None:
        """Sign the whole lines of the tail: session, line, what it commits to. A torn rest is moved out first."""
        end = tail.start + sum(len(raw) + 1 for raw in tail.lines)
        if tail.torn:
            self.cut(end)
        grown, first = Frontier(self.size, self._frontier.peaks), self.size
        for raw in tail.lines:
            grown.append(leaf_hash(raw))
        self._broken = True
        try:
            os.fsync(self._handle)
            note = self._replace_checkpoint(grown)
        except OSError as error:
            raise Unreadable("F101", f"nothing was signed: {error.strerror}", Where(path=self._path)) from None
        self._settle(grown, end, note)
        self._save(lines, first, tail.start)

    def cut(self, start: int) -> str:
        """Move what stands from byte ``start`` on to a file of its own, and give that file's name."""
        assert start >= self.bytes
        number = 1
        while os.path.lexists(path := os.path.join(self.folder, f"ledger.tail-{number}")):
            number += 1
        try:
            length = os.fstat(self._handle).st_size - start
            data = os.pread(self._handle, length, start)
            if len(data) != length:
                raise Refused(f"{self._path}: only {len(data)} of {length} bytes can be read; nothing was moved")
            write_new(path, data)
            os.ftruncate(self._handle, start)
            os.fsync(self._handle)
        except OSError as error:
            raise Unreadable("F101", f"it cannot be written: {error.strerror}", Where(path=path)) from None
        return path


def session_of_terms(terms: str) -> str:
    """The session that terms name."""
    parts = terms.split("\n", 3)
    return parts[2].removeprefix("session ") if len(parts) > 2 else ""


def _session_of(commit: bytes | None) -> str | None:
    """The session of a commit line."""
    if commit is None:
        return None
    line = parse_line(commit)
    assert isinstance(line, Commit)
    return session_of_terms(line.terms)

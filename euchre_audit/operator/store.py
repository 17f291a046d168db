"""The ledger on the disk: lines, signed checkpoint, and a cache that is rebuilt from the two."""

import fcntl
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import NoReturn

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
from ..records.ledger import MAX_LINE, Commit, LedgerLine, LineError, Open, parse_line
from .files import sync_folder, write_all, write_aside, write_new
from .keys import CHECKPOINT, DEALS, LEDGER, read_signing, read_verifier
from .refused import Busy, Refused, TailFound

STATE = "state"
FRONTIER = os.path.join(STATE, "frontier.json")
SESSIONS = os.path.join(STATE, "sessions")
_FEW = 8
"""Up to so many cache files are put on the disk one by one; more of them by one call for the whole machine."""

_PAUSE = 0.02
_COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)


class _Unfit(Exception):
    """The cache is not of this ledger."""


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


class Store:
    """A folder opened for writing, by one process at a time.

    Opening is O(log n) where the cache fits the checkpoint; else the ledger is read from where the cache ends.
    :class:`Refused` where checkpoint and ledger disagree, :class:`TailFound` where the ledger goes on beyond the
    checkpoint (unless ``tail_allowed``), :class:`Busy` where another has it open longer than ``wait`` seconds.
    """

    def __init__(self, folder: str, wait: float, *, tail_allowed: bool = False) -> None:
        self.folder = folder
        self.verifier = read_verifier(folder)
        self._private = read_signing(folder, self.verifier)
        self._path = os.path.join(folder, LEDGER)
        self._handle = self._open(wait)
        self._broken = False
        self._fresh = False
        self._saved = 0
        self._recent: dict[str, bytearray] = {}
        self._session_of: dict[str, str] = {}
        self._frontier = Frontier()
        self.bytes = 0
        try:
            self.checkpoint, self.note = read_own_checkpoint(folder)
            self._load()
            if not tail_allowed and os.fstat(self._handle).st_size != self.bytes:
                raise TailFound(
                    f"{self._path}: {self.tail()} after the last checkpoint (size {self.size}); something was "
                    f"interrupted. Decide first: euchre-audit operator tail {folder} shows them, with --keep signs "
                    "whole lines, with --cut moves them out of the ledger"
                )
        except BaseException:
            self.close()
            raise

    def _open(self, wait: float) -> int:
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        except OSError as error:
            raise Unreadable("F101", f"it cannot be opened: {error.strerror}", Where(path=self._path)) from None
        end = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return handle
            except BlockingIOError:
                if time.monotonic() >= end:
                    os.close(handle)
                    raise Busy(
                        f"{self.folder}: another process is writing there; only one may. Try again when it is done"
                    ) from None
                time.sleep(_PAUSE)
            except BaseException:
                os.close(handle)
                raise

    def close(self) -> None:
        """Let others write."""
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

    def _load(self) -> None:
        cached = self._cached()
        try:
            self._walk(*cached)
        except _Unfit:
            self._fresh = True
            try:
                self._walk(Frontier(), 0)
            except _Unfit as error:
                raise Refused(
                    f"{self._path}: {error}. What was signed is not there any more, and this tool cannot bring it "
                    "back: restore the ledger from a copy"
                ) from None
        self._save()

    def _cached(self) -> tuple[Frontier, int]:
        """What ``frontier.json`` says, where that can be true of this checkpoint and ledger."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            with open(os.path.join(self.folder, FRONTIER), "rb") as file:
                tree = json.loads(file.read(100_000))
            frontier, end = Frontier(tree["size"], map(bytes.fromhex, tree["peaks"])), tree["bytes"]
            fits = frontier.size <= self.checkpoint.size and 0 <= end <= os.fstat(self._handle).st_size
            before = os.pread(self._handle, 1, end - 1) if fits and end else b"\n"
            if fits and before == b"\n" and (end == 0) == (frontier.size == 0):
                self._saved = frontier.size
                return frontier, end
        self._fresh = True
        return Frontier(), 0

    def _walk(self, frontier: Frontier, at: int) -> None:
        """From ``frontier``, which ends at byte ``at``, to the checkpoint; :class:`_Unfit` where that fails."""
        if self._fresh:
            self._saved = 0
        self._recent.clear()
        self._session_of.clear()
        lines = read_lines(self._path, at) if frontier.size < self.checkpoint.size else iter(())
        for raw, whole in lines:
            if not whole:
                break
            self._note(raw, frontier.size, at)
            frontier.append(leaf_hash(raw))
            at += len(raw) + 1
            if frontier.size == self.checkpoint.size:
                break
        if frontier.size < self.checkpoint.size:
            raise _Unfit(f"it has {frontier.size} whole lines, its checkpoint covers {self.checkpoint.size}")
        if frontier.root() != self.checkpoint.root:
            raise _Unfit(f"its first {frontier.size} lines are not those that its checkpoint covers")
        self._frontier, self.bytes = frontier, at

    def _note(self, raw: bytes, index: int, start: int) -> None:
        """Remember whose line this is."""
        try:
            session = self.session_of(parse_line(raw))
        except LineError:
            return
        if session is None:
            if not self._fresh:
                raise _Unfit("the cache does not know a commitment")
            return
        self._recent.setdefault(_key(session), bytearray()).extend(b"%d %d %d\n" % (index, start, len(raw)))

    def session_of(self, line: LedgerLine) -> str | None:
        """To which session a line belongs; None where its commitment was never made here."""
        if isinstance(line, Open):
            return line.session
        if isinstance(line, Commit):
            parts = line.terms.split("\n")
            session = parts[2].removeprefix("session ") if len(parts) > 2 else ""
            self._session_of[line.commitment] = session
            return session
        return self.session_of_commitment(line.commitment)

    def session_of_commitment(self, commitment: str) -> str | None:
        """The session of a commitment; None where it was never made here."""
        found = self._session_of.get(commitment)
        if found is None and _COMMITMENT.fullmatch(commitment):
            with (
                suppress(OSError, IndexError),
                open(self.deal_path(commitment, "terms"), encoding="latin-1") as file,
            ):
                found = file.read(1000).split("\n")[2].removeprefix("session ")
        return found

    def deal_path(self, commitment: str, what: str) -> str:
        """Where a deal's ``terms``, ``secret`` or ``values`` are kept."""
        return os.path.join(self.folder, DEALS, f"{commitment}.{what}")

    # The cache

    def _save(self) -> None:
        """Write the cache, up to the checkpoint; what cannot be written now is written with the next line."""
        if self._saved == self.size and not self._fresh:
            return
        with suppress(OSError):
            folder, frontier = os.path.join(self.folder, SESSIONS), os.path.join(self.folder, FRONTIER)
            if self._fresh:
                with suppress(FileNotFoundError):
                    os.unlink(frontier)
                shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder, exist_ok=True)
            if self._fresh:
                sync_folder(os.path.join(self.folder, STATE))
            few = len(self._recent) <= _FEW
            for key, text in self._recent.items():
                path = os.path.join(folder, key)
                os.replace(write_aside(path, self._kept(key) + text, sync=few), path)
            # The frontier says up to where the other files of the cache hold, so it must not be there before them.
            if few:
                sync_folder(folder)
            else:
                os.sync()
            peaks = [peak.hex() for peak in self._frontier.peaks]
            tree = {"size": self.size, "bytes": self.bytes, "peaks": peaks}
            os.replace(write_aside(frontier, json.dumps(tree).encode("ascii") + b"\n"), frontier)
            self._saved, self._fresh = self.size, False
            self._recent.clear()

    def _kept(self, key: str) -> bytes:
        """What the cache holds of a session, without what the frontier does not cover."""
        if self._fresh:
            return b""
        try:
            with open(os.path.join(self.folder, SESSIONS, key), "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return b""
        return b"".join(line for line in data.splitlines(keepends=True) if int(line.split()[0]) < self._saved)

    def session_lines(self, session: str) -> Iterator[tuple[int, bytes]]:
        """``(index, line)`` of every line of a session under the checkpoint."""
        key = _key(session)
        for entry in (self._kept(key) + self._recent.get(key, b"")).splitlines():
            index, start, length = map(int, entry.split())
            yield index, os.pread(self._handle, length, start)

    # Writing

    def append(self, raw: bytes, session: str) -> int:
        """Add a line and sign the ledger with it; its index, once line and checkpoint are on the disk.

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
        self._recent.setdefault(_key(session), bytearray()).extend(b"%d %d %d\n" % (index, start, len(raw)))
        self._save()
        return index

    def check_place(self) -> None:
        """That a line can be added: the ledger is as this process left it."""
        if self._broken or self._handle < 0:
            raise Refused(f"{self.folder}: writing was interrupted or ended here; open the folder again")
        own, there = os.fstat(self._handle), os.stat(self._path)
        if (own.st_dev, own.st_ino) != (there.st_dev, there.st_ino) or own.st_size != self.bytes:
            raise Refused(f"{self._path}: another program changed it in the meantime; open the folder again")

    def _replace_checkpoint(self, frontier: Frontier) -> str:
        text = checkpoint_text(self.verifier.name, frontier.size, frontier.root())
        note = sign(text, self.verifier.name, self._private)
        path = os.path.join(self.folder, CHECKPOINT)
        os.replace(write_aside(path, note.encode("utf-8")), path)
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
        found = list(read_lines(self._path, self.bytes))
        whole = next((number for number, (_, ended) in enumerate(found) if not ended), len(found))
        lines = tuple(raw for raw, _ in found[:whole])
        rest = b"".join(raw + b"\n" if ended else raw for raw, ended in found[whole:])
        return Tail(self.bytes, lines, rest)

    def keep(self, tail: Tail, sessions: list[str]) -> None:
        """Sign the whole lines of the tail, which belong to ``sessions``; a torn rest is moved out first."""
        end = tail.start + sum(len(raw) + 1 for raw in tail.lines)
        if tail.torn:
            self.cut(end)
        grown, at = Frontier(self.size, self._frontier.peaks), tail.start
        for raw, session in zip(tail.lines, sessions, strict=True):
            entry = b"%d %d %d\n" % (grown.size, at, len(raw))
            self._recent.setdefault(_key(session), bytearray()).extend(entry)
            grown.append(leaf_hash(raw))
            at += len(raw) + 1
        self._broken = True
        try:
            os.fsync(self._handle)
            note = self._replace_checkpoint(grown)
        except OSError as error:
            raise Unreadable("F101", f"nothing was signed: {error.strerror}", Where(path=self._path)) from None
        self._settle(grown, end, note)
        self._save()

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


def _key(session: str) -> str:
    """The name of a session's file in the cache."""
    return hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()

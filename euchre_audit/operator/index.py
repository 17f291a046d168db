"""Where each session's lines stand in the ledger: a cache in one file that can be slow, but not wrong.

Nothing in the file is believed that does not lead to a MAC made with the operator's own key:

* the stand (size and peaks of the ledger that the cache is for, and the root of the sessions) has the MAC;
* the root is of a hash tree over all sessions and all commitments, each in its place by SHA-256 of its name, so
  that it also shows that a session has no line;
* a session is the number of its lines, the last of them, and a hash chained over the place and content of each.

So an older copy is of a shorter ledger and is caught up, and whatever else became of the file is :class:`Damaged`.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from ..evidence import Frontier, leaf_hash
from ..records.ledger import MAX_LINE

_LEVELS = 4
_WAYS = 16
_HASH = 32
_NONE = bytes(_HASH)
"""In place of the hash of a part of the tree without sessions."""

_NODE = bytes(_WAYS * _HASH)
_SESSION = struct.Struct(">32sQQ32s")
_PLACE = struct.Struct(">QQQ")
_BATCH = 20_000
_TABLES = """
CREATE TABLE stand (id INTEGER PRIMARY KEY, text TEXT, mac BLOB);
CREATE TABLE node (id INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE line (id INTEGER PRIMARY KEY, start INTEGER, length INTEGER, before INTEGER);
"""


class Damaged(Exception):
    """The cache is not there, or not as it was written."""


@dataclass(frozen=True, slots=True)
class _Head:
    """A session: the index of its last line, how many it has, and the chain over all of them."""

    last: int = 0
    count: int = 0
    chain: bytes = _NONE


class Index:
    """The cache in the file ``path``; ``fresh``: made there anew, or in memory where ``path`` is None."""

    def __init__(self, path: str | None, key: bytes, *, fresh: bool) -> None:
        self._key = key
        self._root = _NONE
        self._heads: dict[bytes, _Head] = {}
        self._lines: list[tuple[int, int, int, int]] = []
        self.frontier, self.end = Frontier(), 0
        with _damage():
            if path is not None and (os.path.islink(path) or (not fresh and not os.path.isfile(path))):
                raise Damaged
            # Two processes never write at once, for the ledger is locked; somebody's copying is waited for.
            self._file = sqlite3.connect(path or ":memory:", 1.0, isolation_level=None, check_same_thread=False)
        try:
            with _damage():
                # The disk is not waited for: a cache that goes with the power is seen to be gone, and made anew.
                self._file.executescript("PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF;")
                if fresh:
                    self._file.executescript(_TABLES)
                else:
                    self._read_stand()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the file as it was saved last."""
        with suppress(sqlite3.Error):
            self._file.close()

    def _read_stand(self) -> None:
        ((text, mac),) = self._file.execute("SELECT text, mac FROM stand")
        if not hmac.compare_digest(self._mac(text), mac):
            raise Damaged
        stand = json.loads(text)
        self.frontier, self.end = Frontier(stand["size"], map(bytes.fromhex, stand["peaks"])), stand["bytes"]
        self._root = bytes.fromhex(stand["sessions"])

    def _mac(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode("ascii"), "sha256")

    # Lines

    def add(self, session: str, index: int, start: int, raw: bytes, commitment: str | None = None) -> None:
        """Take in a line of a session; ``commitment`` is what it commits to."""
        with _damage():
            key = _key("session", session)
            head = self._head(key)
            self._lines.append((index, start, len(raw), head.last))
            self._heads[key] = _Head(index, head.count + 1, _chained(head.chain, index, start, raw))
            if commitment is not None:
                self._heads[_key("commitment", commitment)] = _Head(index, 1, _chained(_NONE, index, start, raw))
            if len(self._lines) >= _BATCH:
                self._flush()

    def commit(self, commitment: str, read: Callable[[int, int], bytes]) -> bytes | None:
        """The line that commits to this; None where none does."""
        found = self._chain(_key("commitment", commitment), read)
        return found[0][1] if found else None

    def lines(self, session: str, read: Callable[[int, int], bytes]) -> list[tuple[int, bytes]]:
        """``(index, line)`` of every line of a session; ``read(start, length)`` gives the ledger's bytes."""
        return self._chain(_key("session", session), read)

    def _chain(self, key: bytes, read: Callable[[int, int], bytes]) -> list[tuple[int, bytes]]:
        with _damage():
            head = self._head(key)
            self._flush()
            places, index = [], head.last
            for _ in range(head.count):
                ((start, length, before),) = self._file.execute(
                    "SELECT start, length, before FROM line WHERE id = ?", (index,)
                )
                if not 0 < length < MAX_LINE:
                    raise Damaged
                places.append((index, start, length))
                index = before
            found, chain = [], _NONE
            for index, start, length in reversed(places):
                raw = read(start, length)
                chain = _chained(chain, index, start, raw)
                found.append((index, raw))
            if chain != head.chain:
                raise Damaged
            return found

    def _flush(self) -> None:
        if self._lines:
            self._begin()
            self._file.executemany("REPLACE INTO line VALUES (?, ?, ?, ?)", self._lines)
            self._lines.clear()

    def _begin(self) -> None:
        if not self._file.in_transaction:
            self._file.execute("BEGIN IMMEDIATE")

    # The tree of sessions. The root has the number 1, a child 16 times its parent's and its own place.

    def _head(self, key: bytes) -> _Head:
        if (head := self._heads.get(key)) is not None:
            return head
        nodes: dict[int, bytes] = {}
        return _sessions(nodes[self._path(key, nodes)]).get(key, _Head())

    def _path(self, key: bytes, nodes: dict[int, bytes]) -> int:
        """Read the nodes from the root to a session's place, each checked by its parent; that place's number."""
        leaf: int = _WAYS**_LEVELS + int.from_bytes(key[:2], "big")
        expected = self._root
        for level in range(_LEVELS + 1):
            number = leaf >> 4 * (_LEVELS - level)
            if number not in nodes:
                nodes[number] = self._node(number, expected, b"" if level == _LEVELS else _NODE)
            if level < _LEVELS:
                expected = nodes[number][_slot(leaf >> 4 * (_LEVELS - level - 1))]
        return leaf

    def _node(self, number: int, expected: bytes, empty: bytes) -> bytes:
        if expected == _NONE:
            return empty
        data: bytes
        ((data,),) = self._file.execute("SELECT data FROM node WHERE id = ?", (number,))
        if hashlib.sha256(data).digest() != expected:
            raise Damaged
        return data

    def save(self, frontier: Frontier, end: int) -> None:
        """Write everything: the cache is of the ledger up to ``frontier``, which ends at byte ``end``."""
        with _damage():
            self._begin()
            self._flush()
            nodes: dict[int, bytes] = {}
            places: dict[int, dict[bytes, _Head]] = {}
            for key, head in self._heads.items():
                leaf = self._path(key, nodes)
                places.setdefault(leaf, _sessions(nodes[leaf]))[key] = head
            changed = {number: bytearray(data) for number, data in nodes.items()}
            for leaf, sessions in places.items():
                changed[leaf] = bytearray(
                    b"".join(
                        _SESSION.pack(key, head.last, head.count, head.chain)
                        for key, head in sorted(sessions.items())
                    )
                )
            root = self._root
            for number in sorted(changed, reverse=True):
                digest = hashlib.sha256(changed[number]).digest()
                if number == 1:
                    root = digest
                else:
                    changed[number >> 4][_slot(number)] = digest
            written = ((number, bytes(data)) for number, data in changed.items())
            self._file.executemany("REPLACE INTO node VALUES (?, ?)", written)
            peaks = [peak.hex() for peak in frontier.peaks]
            stand = {"size": frontier.size, "bytes": end, "peaks": peaks, "sessions": root.hex()}
            text = json.dumps(stand)
            self._file.execute("REPLACE INTO stand VALUES (1, ?, ?)", (text, self._mac(text)))
            self._file.execute("COMMIT")
        self._root = root
        self._heads.clear()
        self.frontier, self.end = Frontier(frontier.size, frontier.peaks), end


def remove_index(path: str) -> None:
    """Take the file away, and what an interrupted write left beside it."""
    for each in (path, f"{path}-journal", f"{path}-wal", f"{path}-shm"):
        with suppress(FileNotFoundError):
            os.unlink(each)


@contextmanager
def _damage() -> Iterator[None]:
    """Whatever a file that is not as it was written does to its reader."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError, TypeError, LookupError, ArithmeticError, struct.error) as error:
        raise Damaged from error
    except (AttributeError, MemoryError, RecursionError) as error:
        raise Damaged from error


def _key(kind: str, name: str) -> bytes:
    return hashlib.sha256(f"{kind} {name}".encode("utf-8", "surrogatepass")).digest()


def _chained(chain: bytes, index: int, start: int, raw: bytes) -> bytes:
    return hashlib.sha256(chain + _PLACE.pack(index, start, len(raw)) + leaf_hash(raw)).digest()


def _sessions(data: bytes) -> dict[bytes, _Head]:
    return {key: _Head(last, count, chain) for key, last, count, chain in _SESSION.iter_unpack(data)}


def _slot(number: int) -> slice:
    at = number % _WAYS * _HASH
    return slice(at, at + _HASH)

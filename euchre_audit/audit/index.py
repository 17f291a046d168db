"""What has to be unique or found again over a whole archive: SQLite's temporary databases, on disk."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_LINES = """
CREATE TABLE line (number INTEGER PRIMARY KEY, session INTEGER, text TEXT);
CREATE TABLE session (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE promised (commitment BLOB PRIMARY KEY, session INTEGER) WITHOUT ROWID;
CREATE TABLE published (value BLOB PRIMARY KEY, line INTEGER) WITHOUT ROWID;
"""
_SEEN = """
CREATE TABLE secret (secret BLOB PRIMARY KEY, commitment BLOB, place BLOB) WITHOUT ROWID;
CREATE TABLE deal (
    session TEXT, hand INTEGER, commitment BLOB, signer TEXT, place BLOB, PRIMARY KEY (session, hand)
) WITHOUT ROWID;
CREATE TABLE checkpoint (
    origin TEXT, size INTEGER, root BLOB, signed INTEGER, place BLOB, PRIMARY KEY (origin, size)
) WITHOUT ROWID;
CREATE TABLE told (session TEXT, hand INTEGER, code TEXT, PRIMARY KEY (session, hand, code)) WITHOUT ROWID;
CREATE TABLE held (session TEXT, hand INTEGER, PRIMARY KEY (session, hand)) WITHOUT ROWID;
CREATE TABLE audited (session TEXT PRIMARY KEY, path BLOB) WITHOUT ROWID;
"""
_CACHE_KIB = 32 * 1024
_NAMES = 1000


def _base(path: str, *, tables: str | None) -> "sqlite3.Connection":
    """A database that holds at most 32 MiB in memory; without ``tables`` one that is only read."""
    import sqlite3

    name = path if tables is not None else f"file:{path}?mode=ro"
    base = sqlite3.connect(name, isolation_level=None, check_same_thread=False, uri=tables is None)
    for line in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{_CACHE_KIB}"):
        base.execute(f"PRAGMA {line}")
    if tables is not None:
        base.executescript(tables)
        base.execute("BEGIN")
    return base


def _put(place: str) -> bytes:
    """A place as it is stored; the name of a file need not be text that SQLite would take."""
    return place.encode("utf-8", "surrogatepass")


def _got(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogatepass")


class Lines:
    """A ledger's lines by session, in a file that is gone with the run; other processes may read it."""

    def __init__(self, path: str | None = None) -> None:
        self._own = path is None
        if path is None:
            handle, path = tempfile.mkstemp(prefix="euchre-audit-")
            os.close(handle)
        self.path = path
        self._base = _base(path, tables=_LINES if self._own else None)
        self._last: dict[str, int] = {}

    def close(self) -> None:
        """Give the disk back."""
        self._base.close()
        if self._own:
            os.unlink(self.path)

    def complete(self) -> None:
        """No more lines come: they can be found by their session now, from other processes, too."""
        self._base.execute("CREATE INDEX line_session ON line (session, number)")
        self._base.execute("COMMIT")

    def add_line(self, number: int, session: str, text: str) -> None:
        """A line of a ledger, of a session."""
        self._base.execute("INSERT INTO line VALUES (?, ?, ?)", (number, self._session(session), text))

    def lines_of(self, session: str) -> list[tuple[int, str]]:
        """The lines of a session, in the order of the ledger."""
        return self._base.execute(
            "SELECT number, text FROM line WHERE session = (SELECT id FROM session WHERE name = ?) ORDER BY number",
            (session,),
        ).fetchall()

    def sessions(self) -> Iterator[str]:
        """Every session of the ledger, in its order."""
        return (name for (name,) in self._base.execute("SELECT name FROM session ORDER BY id"))

    def promise(self, commitment: str, session: str) -> None:
        """A commitment is one of this session's; the first to name it counts."""
        row = bytes.fromhex(commitment), self._session(session)
        self._base.execute("INSERT OR IGNORE INTO promised VALUES (?, ?)", row)

    def session_of(self, commitment: str) -> str | None:
        """Whose commitment this is."""
        row = self._base.execute(
            "SELECT name FROM promised JOIN session ON id = session WHERE commitment = ?",
            (bytes.fromhex(commitment),),
        ).fetchone()
        return None if row is None else str(row[0])

    def publish(self, value: str, line: int) -> None:
        """A value that the ledger shows; the first time counts."""
        self._base.execute("INSERT OR IGNORE INTO published VALUES (?, ?)", (bytes.fromhex(value), line))

    def published(self, value: str) -> int | None:
        """The line that shows a value first."""
        row = self._base.execute("SELECT line FROM published WHERE value = ?", (bytes.fromhex(value),)).fetchone()
        return None if row is None else int(row[0])

    def _session(self, name: str) -> int:
        known = self._last.get(name)
        if known is not None:
            return known
        self._base.execute("INSERT OR IGNORE INTO session (name) VALUES (?)", (name,))
        row = self._base.execute("SELECT id FROM session WHERE name = ?", (name,)).fetchone()
        if len(self._last) > _NAMES:
            self._last.clear()
        self._last[name] = int(row[0])
        return self._last[name]


class Seen:
    """What every record was seen to hold, on a disk that nobody else reads."""

    def __init__(self) -> None:
        self._base = _base("", tables=_SEEN)

    def close(self) -> None:
        """Give the disk back."""
        self._base.close()

    def hold(self, session: str, hands: Iterable[int]) -> None:
        """Records of these hands were audited."""
        self._base.executemany("INSERT OR IGNORE INTO held VALUES (?, ?)", [(session, hand) for hand in hands])

    def held(self, session: str) -> frozenset[int]:
        """The hands of a session of which that is so."""
        rows = self._base.execute("SELECT hand FROM held WHERE session = ?", (session,))
        return frozenset(hand for (hand,) in rows)

    def audit(self, session: str, path: str) -> str | None:
        """A record of this whole session was audited; the file of the one before it, if there was one."""
        row = self._base.execute("SELECT path FROM audited WHERE session = ?", (session,)).fetchone()
        if row is not None:
            return _got(row[0])
        self._base.execute("INSERT INTO audited VALUES (?, ?)", (session, _put(path)))
        return None

    def audited(self, session: str) -> bool:
        """Whether that is so."""
        row = self._base.execute("SELECT 1 FROM audited WHERE session = ?", (session,)).fetchone()
        return row is not None

    def use_secrets(self, used: Iterable[tuple[bytes, bytes, str]]) -> Iterator[tuple[int, str]]:
        """Take ``(secret, commitment, place)`` of each.

        Which (from 0) was used for another commitment before, and where.
        """
        rows = [(secret, own, _put(place)) for secret, own, place in used]
        put = self._base.executemany("INSERT OR IGNORE INTO secret VALUES (?, ?, ?)", rows)
        for number, (key, own, _) in enumerate(rows) if put.rowcount < len(rows) else ():
            query = "SELECT commitment, place FROM secret WHERE secret = ?"
            first, place = self._base.execute(query, (key,)).fetchone()
            if first != own:
                yield number, _got(place)

    def use_commitments(
        self, used: Iterable[tuple[str, int, bytes, str | None, str]]
    ) -> Iterator[tuple[int, tuple[bytes, str | None, str]]]:
        """Take ``(session, hand, commitment, signer, place)`` of each.

        Which (from 0) had another before for the same hand, with ``(commitment, signer, place)`` of that one.
        """
        rows = [(session, hand, own, by, _put(place)) for session, hand, own, by, place in used]
        put = self._base.executemany("INSERT OR IGNORE INTO deal VALUES (?, ?, ?, ?, ?)", rows)
        for number, (session, hand, own, _, _) in enumerate(rows) if put.rowcount < len(rows) else ():
            query = "SELECT commitment, signer, place FROM deal WHERE session = ? AND hand = ?"
            first, by, place = self._base.execute(query, (session, hand)).fetchone()
            if first != own:
                yield number, (first, by, _got(place))

    def use_checkpoint(
        self, origin: str, size: int, root: bytes, signed: bool, place: str
    ) -> tuple[bytes, bool, str] | None:
        """``(root, signed, place)`` of a checkpoint before of this origin and size with another root, or None."""
        row = self._base.execute(
            "SELECT root, signed, place FROM checkpoint WHERE origin = ? AND size = ?", (origin, size)
        ).fetchone()
        if row is None:
            self._base.execute(
                "INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?)", (origin, size, root, signed, _put(place))
            )
            return None
        return None if row[0] == root else (row[0], bool(row[1]), _got(row[2]))

    def tell(self, session: str, hand: int, codes: Iterable[str]) -> None:
        """What was found in the record of a hand, with the evidence that the ledger has."""
        rows = [(session, hand, code) for code in codes]
        self._base.executemany("INSERT OR IGNORE INTO told VALUES (?, ?, ?)", rows)

    def told(self, session: str) -> frozenset[tuple[int, str]]:
        """``(hand, code)`` of what was found in records of a session."""
        rows = self._base.execute("SELECT hand, code FROM told WHERE session = ?", (session,))
        return frozenset(rows)

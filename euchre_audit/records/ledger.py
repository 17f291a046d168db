"""A ledger's lines: what an operator publishes, in the order published, and never changes."""

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..dealing import Terms
from ..findings import Unreadable, Where
from ..rules.model import RulesDiff
from .documents import Hex
from .strict import parse_json

MAX_LINE = 2**16
_PLAIN = re.compile(rb"[\x20-\x7e]*")
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$(?!\n)"
Reveals = Literal["hand", "game", "round"]


class _Line(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    pass


class Open(_Line):
    """The match header: what is fixed before a session's first deal."""

    session: Annotated[str, Meta(max_length=128, pattern=r"^[A-Za-z0-9._:/-]{1,128}$(?!\n)")]
    house: Annotated[str, Meta(max_length=100)]
    rules: RulesDiff
    players: Annotated[list[Annotated[str, Meta(max_length=1000)]], Meta(min_length=2, max_length=6)]
    entropy: Literal["none", "players", "beacon"]
    reveal: Reveals


class Commit(_Line):
    """A deal is promised."""

    terms: Annotated[str, Meta(max_length=2000)]
    commitment: Hex32
    time: Annotated[str, Meta(max_length=40, pattern=_TIME)]


class Contribute(_Line):
    """A seat's contribution to a deal, before its value is shown."""

    commitment: Hex32
    seat: Annotated[int, Meta(ge=0, le=5)]
    contribution: Hex32


class Reveal(_Line):
    """A deal is opened: its secret, the values of the seats that its terms name in their order, the beacon."""

    commitment: Hex32
    secret: Hex32
    values: Annotated[list[Hex32], Meta(max_length=6)] | None = None
    signature: Hex | None = None


class Void(_Line):
    """A deal is opened and does not count. A value that was withheld is null."""

    commitment: Hex32
    secret: Hex32
    reason: Annotated[str, Meta(max_length=1000)]
    values: Annotated[list[Hex32 | None], Meta(max_length=6)] | None = None
    signature: Hex | None = None


LedgerLine = Open | Commit | Contribute | Reveal | Void
KINDS: dict[str, type[LedgerLine]] = {
    "open": Open,
    "commit": Commit,
    "contribute": Contribute,
    "reveal": Reveal,
    "void": Void,
}


class AnyLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line of any kind: an object with one key."""

    open: Open | None = None
    commit: Commit | None = None
    contribute: Contribute | None = None
    reveal: Reveal | None = None
    void: Void | None = None


_decode = msgspec.json.Decoder(AnyLine).decode
_encode = msgspec.json.Encoder().encode


class LineError(ValueError):
    """Bytes that are no line of a ledger, with the reason in words."""


def parse_line(raw: bytes) -> LedgerLine:
    """One line, without its LF; :class:`LineError` where it is none.

    Refused: bytes outside 0x20 to 0x7E, anything but one object with one key, names twice or unknown, values of
    another form.
    """
    if _PLAIN.fullmatch(raw) is None:
        at = next(index for index, byte in enumerate(raw) if not 0x20 <= byte <= 0x7E)
        if raw.endswith(b"\r"):
            raise LineError("the line ends in CR LF: an editor changed it, and its bytes are not those published")
        raise LineError(f"byte {at} is 0x{raw[at]:02x}; a ledger's bytes are 0x20 to 0x7E")
    with suppress(msgspec.MsgspecError):
        read = _decode(raw)
        # A line that is spelled as we would spell it holds no name twice; only others have to be looked through.
        if _encode(read) == raw:
            found = [each for each in _members(read) if each is not None]
            if len(found) == 1:
                return found[0]
    return _slowly(raw)


def _members(read: AnyLine) -> tuple[LedgerLine | None, ...]:
    return read.open, read.commit, read.contribute, read.reveal, read.void


def _slowly(raw: bytes) -> LedgerLine:
    try:
        tree = parse_json(raw, Where())
    except Unreadable as error:
        raise LineError(error.finding.message) from None
    if not isinstance(tree, dict) or len(tree) != 1:
        raise LineError("a line is one object with one key: " + ", ".join(KINDS))
    ((name, value),) = tree.items()
    if name not in KINDS:
        raise LineError(f"{name[:40]!r} is none of {', '.join(KINDS)}")
    try:
        read: LedgerLine = msgspec.convert(value, KINDS[name], strict=True)
    except msgspec.ValidationError as error:
        raise LineError(f"{name}: {error}") from None
    return read


def entropy_of(terms: Terms, line: Reveal | Void) -> tuple[dict[int, bytes], bytes | None]:
    """Values by seat and the beacon's signature, as a closing line gives them."""
    given = zip(terms.players, line.values or (), strict=False)
    values = {seat: bytes.fromhex(value) for seat, value in given if value is not None}
    return values, bytes.fromhex(line.signature) if line.signature is not None else None


def line_bytes(line: LedgerLine) -> bytes:
    """The exact bytes of a line as we write it, without its LF."""
    name = next(name for name, kind in KINDS.items() if type(line) is kind)
    tree: dict[str, Any] = {name: msgspec.to_builtins(line)}
    return json.dumps(tree, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def is_ledger(path: str, folder: str | None = None) -> bool:
    """Whether a file is a ledger: a plain .jsonl file whose first line opens a session or promises a deal."""
    if not path.lower().endswith(".jsonl"):
        return False
    full = os.path.join(folder or "", path)
    try:
        if not os.path.isfile(full):
            return False
        with open(full, "rb") as file:
            first = file.readline(MAX_LINE).removeprefix(b"\xef\xbb\xbf")
    except (OSError, ValueError):
        return False
    if first.startswith((b'{"open":', b'{"commit":')):
        return True
    try:
        parse_line(first.rstrip(b"\n"))
    except LineError:
        return False
    return True


def ledger_lines(path: str, folder: str | None = None) -> Iterator[tuple[bytes, bool]]:
    """``(line, whole)`` of a ledger's file, one after the other: the bytes without LF, and whether it had one.

    Only the last can lack it. ``Unreadable`` where the file cannot be read, or a line is longer than 64 KiB.
    """
    where = Where(path=path)
    try:
        full = os.path.join(folder or "", path)
        if folder is not None and not stat.S_ISREG(os.stat(full).st_mode):
            raise Unreadable("F101", "this is not a plain file", where)
        with open(full, "rb") as file:
            number = 0
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise Unreadable("F106", f"a line longer than {MAX_LINE // 1024} KiB", where.at(line=number))
                yield (line[:-1], True) if line.endswith(b"\n") else (line, False)
    except FileNotFoundError:
        raise Unreadable("F101", "there is no such file", where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("F101", f"it cannot be read: {reason}", where) from None

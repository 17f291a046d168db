"""Files to documents. One bad document never hides the others: each is a value or a finding."""

import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import msgspec

from ..cards import CARDS, in_words, suggest
from ..engine.events import EVENTS, parse_event
from ..findings import Finding, Unreadable, Where
from ..rules import allowed_values
from .documents import FORMATS, KINDS_OF_RECORD, Game, HandFile, HandRecord
from .positions import Places, depth, escape, line_of
from .strict import MAX_DOCUMENT, decode_text, parse_json, parse_msgpack, plain_values

MAX_FILE = 2**30
MAX_SMALL = 2**20
"""Of a key, a checkpoint, a commitment: bytes that no such file comes near."""
MAX_LIST = 2**26
MAX_META = 16_000
MAX_META_DEPTH = 32
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """The exact bytes of an input, and what to call it: from ``folder``, where that is given.

    ``before``: how many lines of the file come before these bytes, where they are a part of it.
    """

    path: str
    data: bytes
    folder: str | None = None
    before: int = 0

    @property
    def sha256(self) -> str:
        """Of the exact bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def kind(self) -> str:
        """The ending of the name, such as ``json`` or ``egn``; standard input counts as ``jsonl``."""
        if self.path == STANDARD_INPUT:
            return "jsonl"
        return os.path.splitext(self.path)[1].lower().lstrip(".")


@dataclass(frozen=True, slots=True)
class Document:
    """One record of a source. ``first_line`` is where its text begins; None in msgpack.

    ``text`` is kept to work out lines when there is a finding.
    """

    source: Source
    record: int | None
    first_line: int | None
    text: str | None
    tree: dict[str, Any]
    places: Places = field(default_factory=dict, compare=False, repr=False)

    @property
    def where(self) -> Where:
        """The document as a place."""
        return Where(path=self.source.path, pointer="", line=self.first_line)

    def line(self, pointer: str) -> int | None:
        """The line of the value at ``pointer`` (within the document)."""
        if self.text is None or self.first_line is None:
            return None
        if "\n" not in self.text:
            return self.first_line
        found = line_of(self.text, pointer, self.places)
        while found is None and pointer:
            pointer = pointer.rpartition("/")[0]
            found = line_of(self.text, pointer, self.places)
        return self.first_line + (found or 1) - 1


class Decoded(Document):
    """A record of ours that was decoded straight to its type. Text and tree are made when they are asked for."""

    __slots__ = ("_text", "_tree", "data", "value")
    _text: str | None
    _tree: dict[str, Any] | None
    data: bytes
    value: Game | HandFile

    def __init__(
        self, source: Source, record: int | None, first_line: int, data: bytes, value: Game | HandFile
    ) -> None:
        put = object.__setattr__
        put(self, "source", source)
        put(self, "record", record)
        put(self, "first_line", first_line)
        put(self, "data", data)
        put(self, "value", value)
        put(self, "places", {})
        put(self, "_text", None)
        put(self, "_tree", None)

    @property
    def text(self) -> str:
        """The text of the record."""
        text = self._text
        if text is None:
            text = decode_text(self.data, self.where)
            object.__setattr__(self, "_text", text)
        return text

    @property
    def tree(self) -> dict[str, Any]:
        """The record as plain values."""
        tree = self._tree
        if tree is None:
            tree = parse_json(self.data, self.where)
            object.__setattr__(self, "_tree", tree)
        return tree

    def line(self, pointer: str) -> int | None:
        """The line of the value at ``pointer``; a record that is one line needs no search."""
        one_line = self.record is not None or b"\n" not in self.data
        return self.first_line if one_line else Document.line(self, pointer)


def read_bytes(path: str, folder: str | None = None, most: int = MAX_FILE) -> bytes:
    """All bytes of a file or of standard input (``-``), at most ``most``; ``Unreadable`` says why not.

    Where ``folder`` is given, the file is a plain one below it and named from there.
    """
    where = Where(path=path)
    try:
        if folder is not None:
            path = os.path.join(folder, path)
            if not stat.S_ISREG(os.stat(path).st_mode):
                raise Unreadable("F101", "this is not a plain file", where)
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                mode = os.fstat(file.fileno()).st_mode
                if stat.S_ISDIR(mode):
                    raise IsADirectoryError
                data = file.read(most + 1)
    except FileNotFoundError:
        raise Unreadable("F101", "there is no such file", where) from None
    except IsADirectoryError:
        raise Unreadable(
            "F101", "this is a folder, not a file; euchre-audit archive reads folders of games", where
        ) from None
    except PermissionError:
        raise Unreadable("F101", "you may not read this file", where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("F101", f"it cannot be read: {reason}", where) from None
    if len(data) > most:
        raise Unreadable("F106", f"larger than {most // 2**20} MiB", where)
    return data


def read_source(path: str, folder: str | None = None) -> Source:
    """The bytes of ``path``, named as given; see :func:`read_bytes`."""
    return Source(path, read_bytes(path, folder), folder)


_PACKED = (b"PK\x03\x04", b"\x1f\x8b")


def read_documents(source: Source) -> Iterator[Document | Finding]:
    """Every record of a source: one in ``.json``, one a line in ``.jsonl``, a stream in ``.msgpack``."""
    if source.data.startswith(_PACKED):
        message = (
            "this is a packed archive, not a record: euchre-audit archive takes it by its name, .zip or .tar.gz"
        )
        yield Finding("F102", message, Where(path=source.path, line=1))
    elif source.kind == "msgpack":
        yield from _read_msgpack(source)
    elif source.kind == "jsonl" and not is_one_json(source):
        yield from _read_lines(source)
    else:
        yield _read_one(source, source.data, None, 1)


def is_one_json(source: Source) -> bool:
    """Standard input may hold one document over many lines."""
    if source.path != STANDARD_INPUT:
        return False
    try:
        json.loads(source.data)
    except (ValueError, RecursionError):
        return False
    return True


def _read_lines(source: Source) -> Iterator[Document | Finding]:
    found = False
    for number, line in enumerate(source.data.split(b"\n"), source.before + 1):
        if line.strip():
            found = True
            yield _read_one(source, line, number, number)
    if not found:
        yield Finding("F150", "the file is empty", Where(path=source.path, line=1))


def _read_msgpack(source: Source) -> Iterator[Document | Finding]:
    number = 0
    where = Where(path=source.path)
    try:
        for number, tree in enumerate(parse_msgpack(source.data, where), 1):
            if not isinstance(tree, dict):
                yield Finding("F108", f"object {number} is not a record, so the rest was not read", where)
                return
            yield Document(source, number, None, None, tree)
    except Unreadable as error:
        yield error.finding
        number = -1
    if number == 0:
        yield Finding("F150", "the file is empty", where)


def _read_one(source: Source, data: bytes, record: int | None, line: int) -> Document | Finding:
    if source.kind not in ("egn", "emn"):
        value = decode_record(data)
        if value is not None:
            return Decoded(source, record, line, data, value)
    where = Where(path=source.path, line=line)
    if not data.strip():
        return Finding("F150", "the file is empty", where)
    try:
        loose = source.kind == "egn" or b'"fileType"' in data
        tree = parse_json(data, where, loose_numbers=loose)
        if loose and isinstance(tree, dict) and "format" in tree and "fileType" not in tree:
            tree = parse_json(data, where)
        if not isinstance(tree, dict):
            raise Unreadable("F108", "a record is a JSON object in braces, and this is not", where)
    except Unreadable as error:
        return error.finding
    return Document(source, record, line, decode_text(data, where), tree)


_DECODER = msgspec.json.Decoder(Game | HandFile)
_ENCODER = msgspec.json.Encoder()
_ESCAPED_COLON = re.compile(rb"\\u003a", re.IGNORECASE)


def decode_record(data: bytes) -> Game | HandFile | None:
    """The record of ours that a JSON text is, decoded straight to its type; None where that cannot be vouched for.

    A name that stands twice shows in the colons. Written again, the value has one for each name that was kept and
    those within its texts. The original has the same, and one more for each name that was dropped: the first of
    two, or a default that was spelled out. An escaped colon would hide one, so that is not vouched for either. None
    says nothing: the slow reading decides, and finds the words.
    """
    if len(data) > MAX_DOCUMENT:
        return None
    try:
        value: Game | HandFile = _DECODER.decode(data)
        again = _ENCODER.encode(value)
    except (ValueError, RecursionError):
        return None
    if data.count(b":") != again.count(b":"):
        return None
    if b"\\u" in data and _ESCAPED_COLON.search(data) is not None:
        return None
    hands: Sequence[HandRecord] = value.hands if isinstance(value, Game) else (value,)
    for hand in hands:
        if hand.log is not None and not _all_known(hand.log):
            return None
        if hand.deal is not None and hand.deal.proof is not None:
            proof = hand.deal.proof
            if not plain_values([proof.index, proof.size]):
                return None
    if value.meta and not _sound_meta(value.meta):
        return None
    return value


def _all_known(log: Sequence[str]) -> bool:
    """Whether every line is of the grammar."""
    return all(map(EVENTS.__contains__, log)) or all(parse_event(line) is not None for line in log)


def _sound_meta(meta: dict[str, Any]) -> bool:
    """Whether ``meta`` is well within its limits: its size is measured with spaces, which at most double it."""
    text = _ENCODER.encode(meta)
    return 2 * len(text) <= MAX_META and depth(text.decode()) <= MAX_META_DEPTH and plain_values(meta)


def read_tree(document: Document) -> Game | HandFile:
    """The typed value of one of our own records; ``Unreadable`` with pointer and line otherwise."""
    if isinstance(document, Decoded):
        return document.value
    tree = document.tree
    name = tree.get("format")
    kind = FORMATS.get(name) if isinstance(name, str) else None
    if kind is None:
        known = " or ".join(FORMATS)
        message = "the record does not say what it is" if name is None else "this tool does not know the format"
        found = None if name is None else str(name)[:60]
        raise Unreadable("F108", message, _at(document, "/format"), f'"format": {known}, or an EGN game', found)
    value: Game | HandFile = typed(document, kind)
    _check_lines(document, value)
    _check_meta(document, value)
    return value


def typed(document: Document, kind: Any) -> Any:
    """The document as a value of ``kind``; ``Unreadable`` with pointer and line where it is none."""
    try:
        return msgspec.convert(document.tree, kind, strict=True)
    except msgspec.ValidationError as error:
        raise _unreadable(document, error) from None
    except RecursionError:
        raise Unreadable("F106", "nested too deep", document.where) from None


def _check_lines(document: Document, value: Game | HandFile) -> None:
    hands = value.hands if isinstance(value, Game) else [value]
    for number, hand in enumerate(hands):
        for index, line in enumerate(hand.log or ()):
            if line not in EVENTS and parse_event(line) is None:
                start = f"/hands/{number}" if isinstance(value, Game) else ""
                where = _at(document, f"{start}/log/{index}")
                raise Unreadable("F112", *_log_line_words(line, where))


def _log_line_words(line: str, where: Where) -> tuple[str, Where, str, str]:
    message = "this is not a log line"
    for word in line.split():
        meant = suggest(word)
        if len(word) > 1 and word not in CARDS and meant is not None and meant not in line:
            message = f'"{word}" is not a card; did you mean "{meant}" ({in_words(CARDS[meant])})?'
    return message, where, "a seat, a verb and its arguments, such as 0 pass or 3 play Td", line[:60]


def _check_meta(document: Document, value: Game | HandFile) -> None:
    if not value.meta:
        return
    where = _at(document, "/meta")
    try:
        text = json.dumps(value.meta, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (ValueError, TypeError, RecursionError):
        raise Unreadable("F110", "meta holds what JSON cannot say", where) from None
    if depth(text) > MAX_META_DEPTH:
        raise Unreadable("F110", "meta is nested too deep", where, f"at most {MAX_META_DEPTH} deep")
    if size > MAX_META:
        raise Unreadable("F110", f"meta holds {size} bytes", where, f"at most {MAX_META}")


_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_PATH = re.compile(r" - at `(?:key in )?\$(.*)`$", re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z0-9_]+)|\[(\d+)\]")


def _unreadable(document: Document, error: msgspec.ValidationError) -> Unreadable:
    """A validation error in our words: pointer, line, expected, found."""
    text = str(error)
    path = _PATH.search(text)
    steps = [name or index for name, index in _STEP.findall(path.group(1))] if path else []
    pointer = "".join("/" + escape(step) for step in steps)
    message = text[: path.start()] if path else text
    found = _value_at(document.tree, steps)
    unknown = _UNKNOWN.fullmatch(message)
    where = _at(document, pointer + "/" + escape(unknown.group(1)) if unknown else pointer)
    if message.startswith("Invalid enum value") and _is_card_place(steps):
        meant = suggest(found) if isinstance(found, str) else None
        hint = f'; did you mean "{meant}" ({in_words(CARDS[meant])})?' if meant else ""
        shown = found[:60] if isinstance(found, str) else found
        return Unreadable("F111", f'"{shown}" is not a card{hint}', where, "a card such as 9c, Td or ??", None)
    if pointer.startswith("/rules") or "/rules/" in pointer:
        allowed = allowed_values(".".join(steps[steps.index("rules") + 1 :]))
        return Unreadable("F121", f"rules: {_plain(message)}", where, allowed, json.dumps(found)[:60])
    shown = None if isinstance(found, dict | list) else json.dumps(found, ensure_ascii=False)[:60]
    return Unreadable("F110", _plain(message), where, None, shown)


_WORDS = {"int": "a whole number", "str": "text", "array": "a list", "object": "an object", "bool": "true or false"}
_WORDS |= {"null": "null", "float": "a number", "bytes": "binary"}
_FIELDS = frozenset(name for kind in KINDS_OF_RECORD for name in kind.__struct_fields__)


def _plain(message: str) -> str:
    """A validation message in a person's words."""
    unknown = _UNKNOWN.fullmatch(message)
    if unknown is not None:
        meant = get_close_matches(unknown.group(1), _FIELDS, 1, 0.75)
        return f'records have no "{unknown.group(1)[:60]}"' + (f'; did you mean "{meant[0]}"?' if meant else "")
    missing = re.fullmatch(r"Object missing required field `(.*)`", message)
    if missing is not None:
        return f'"{missing.group(1)}" is missing'
    types = re.compile(r"`([a-z |]+)`")
    plain = types.sub(
        lambda match: " or ".join(_WORDS.get(each, each) for each in match.group(1).split(" | ")), message
    )
    return plain[0].lower() + plain[1:]


def _is_card_place(steps: list[str]) -> bool:
    return any(step in ("dealt", "kitty", "up", "cards") for step in steps)


def _value_at(tree: Any, steps: list[str]) -> Any:
    for step in steps:
        try:
            tree = tree[int(step)] if isinstance(tree, list) else tree[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return tree


def _at(document: Document, pointer: str) -> Where:
    return Where(path=document.source.path, pointer=pointer, line=document.line(pointer))

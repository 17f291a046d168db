"""A person's own copies from before the hand: a commitment, a checkpoint, a published list; what they put in."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..evidence import Checkpoint, NoteError, parse_checkpoint
from ..findings import Finding, Unreadable, Where
from .read import MAX_LIST, MAX_SMALL, Source, read_bytes
from .strict import decode_text

_COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LINE = re.compile(r"([A-Za-z0-9._:/-]{1,128}) (0|[1-9][0-9]{0,8}) ([0-9a-f]{64})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublishedList:
    """Commitments by (session, hand), as a person noted or downloaded them before the cards."""

    path: str
    commitments: Mapping[tuple[str, int], str]
    contradictions: tuple[Finding, ...]


def _shown(text: str) -> str | None:
    """What is quoted of a file that is something else; a private key is not."""
    return None if "PRIVATE" in text else text


def is_list_line(line: str) -> bool:
    """Whether this is a line of a published list."""
    return _LINE.fullmatch(line.removesuffix("\r")) is not None


@dataclass(frozen=True, slots=True)
class ShownCheckpoint:
    """A checkpoint, and the file that holds it."""

    path: str
    checkpoint: Checkpoint


def is_checkpoint(path: str, folder: str | None = None) -> bool:
    """Whether a file is a signed note, by its first bytes and its ending: no record of a game is one."""
    full = os.path.join(folder or "", path)
    try:
        if path.lower().endswith((".json", ".jsonl", ".msgpack", ".egn", ".emn")) or not os.path.isfile(full):
            return False
        with open(full, "rb") as file:
            return b"\n\n\xe2\x80\x94 " in file.read(4096)
    except (OSError, ValueError):
        return False


def read_checkpoint(source: Source) -> ShownCheckpoint:
    """The checkpoint in a file; ``Unreadable`` (C304) where it holds none."""
    text = decode_text(source.data, Where(path=source.path))
    return ShownCheckpoint(source.path, _checkpoint(source.path, text))


def _checkpoint(path: str, text: str) -> Checkpoint:
    try:
        return parse_checkpoint(text)
    except NoteError as error:
        raise Unreadable("C304", f"this is not a checkpoint: {error}", Where(path=path, line=1)) from None


def read_seen(given: str) -> str | ShownCheckpoint:
    """The commitment that ``given`` is, or the commitment or checkpoint in the file of this name."""
    if _COMMITMENT.fullmatch(given):
        return given
    where = Where(path=given)
    try:
        text = decode_text(read_bytes(given, most=MAX_SMALL), where)
    except Unreadable as error:
        raise _meant_a_number(given, error, "commitment", "C102") from None
    if is_list_line(text.split("\n", 1)[0]):
        raise Unreadable("C102", "this looks like a published list, which goes with --published", where)
    if "\u2014 " in text and "\r" in text:
        message = "the checkpoint was saved with Windows line ends; save it as it was, with LF alone"
        raise Unreadable("C304", message, where.at(line=1))
    if "\n\n" in text.strip():
        return ShownCheckpoint(given, _checkpoint(given, text))
    if not _COMMITMENT.fullmatch(text.strip()):
        expected = "64 small hex digits, or a checkpoint"
        message = "the file holds neither a commitment nor a checkpoint"
        raise Unreadable("C102", message, where, expected, _shown(text.strip()[:60]))
    return text.strip()


def read_own_values(given: str) -> tuple[str, ...]:
    """A value (or contribution) that the person put in, or those in the file of this name, one a line."""
    if _COMMITMENT.fullmatch(given):
        return (given,)
    where = Where(path=given)
    try:
        lines = decode_text(read_bytes(given, most=MAX_SMALL), where).split()
    except Unreadable as error:
        raise _meant_a_number(given, error, "value", "C111") from None
    for line in lines or [""]:
        if not _COMMITMENT.fullmatch(line):
            raise Unreadable(
                "C111", "the file holds no value", where, "64 small hex digits a line", _shown(line[:60])
            )
    return tuple(lines)


def _meant_a_number(given: str, error: Unreadable, what: str, code: str) -> Unreadable:
    """What to say where no file has the name that was given."""
    if error.finding.code != "F101" or not re.fullmatch(r"[0-9A-Fa-f]{4,}[0-9A-Fa-f.…]*", given):
        return error
    message = f"this is not a whole {what} in small digits"
    return Unreadable(code, message, Where(path=given), "64 small hex digits, or a file that holds them")


def read_published(path: str) -> PublishedList:
    """A published list: one ``session hand commitment`` a line."""
    commitments: dict[tuple[str, int], str] = {}
    contradictions = []
    text = decode_text(read_bytes(path, most=MAX_LIST), Where(path=path))
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line)
        where = Where(path=path, line=number)
        if match is None:
            raise Unreadable(
                "F140", "not a line of a published list", where, "session hand commitment", _shown(line[:80])
            )
        session, hand, commitment = match.group(1), int(match.group(2)), match.group(3)
        first = commitments.setdefault((session, hand), commitment)
        if first != commitment:
            message = f"hand {hand} of {session} has two commitments in your list"
            contradictions.append(Finding("C202", message, where.at(game=session, hand=hand), first, commitment))
    if not commitments:
        raise Unreadable("F150", "the list is empty", Where(path=path))
    return PublishedList(path, commitments, tuple(contradictions))

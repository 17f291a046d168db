"""A person's own copies from before the hand: a commitment, or a published list of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..findings import Finding, Unreadable, Where
from .read import read_bytes
from .strict import decode_text

_COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LINE = re.compile(r"([A-Za-z0-9._:/-]{1,128}) (0|[1-9][0-9]{0,8}) ([0-9a-f]{64})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublishedList:
    """Commitments by (session, hand), as a person noted or downloaded them before the cards."""

    path: str
    commitments: Mapping[tuple[str, int], str]
    contradictions: tuple[Finding, ...]


def read_commitment(given: str) -> str:
    """The commitment that ``given`` is, or that the file of this name holds."""
    if _COMMITMENT.fullmatch(given):
        return given
    where = Where(path=given)
    try:
        text = decode_text(read_bytes(given), where).strip()
    except Unreadable as error:
        if error.finding.code == "F101" and re.fullmatch(r"[0-9A-Fa-f]{4,}[0-9A-Fa-f.…]*", given):
            message = "this is not a whole commitment in small digits"
            raise Unreadable("C102", message, where, "64 small hex digits, or a file that holds them") from None
        raise
    if not _COMMITMENT.fullmatch(text):
        raise Unreadable("C102", "the file does not hold a commitment", where, "64 small hex digits", text[:60])
    return text


def read_published(path: str) -> PublishedList:
    """A published list: one ``session hand commitment`` a line."""
    commitments: dict[tuple[str, int], str] = {}
    contradictions = []
    text = decode_text(read_bytes(path), Where(path=path))
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line)
        where = Where(path=path, line=number)
        if match is None:
            raise Unreadable("F140", "not a line of a published list", where, "session hand commitment", line[:80])
        session, hand, commitment = match.group(1), int(match.group(2)), match.group(3)
        first = commitments.setdefault((session, hand), commitment)
        if first != commitment:
            message = f"hand {hand} of {session} has two commitments in your list"
            contradictions.append(Finding("C202", message, where.at(game=session, hand=hand), first, commitment))
    if not commitments:
        raise Unreadable("F150", "the list is empty", Where(path=path))
    return PublishedList(path, commitments, tuple(contradictions))

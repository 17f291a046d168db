"""Checkpoints (C2SP tlog-checkpoint): what an operator signs of a ledger, in exactly three lines."""

import base64
import re
from dataclasses import dataclass

from .notes import Note, NoteError, parse_note, strict_base64

_SIZE = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Whose ledger, how many lines, and the root over them; ``note`` holds the signatures, not checked yet."""

    origin: str
    size: int
    root: bytes
    note: Note


def parse_checkpoint(text: str) -> Checkpoint:
    """A checkpoint from the text of its signed note; :class:`~euchre_audit.evidence.NoteError` where it is none."""
    note = parse_note(text)
    lines = note.text.split("\n")
    if len(lines) != 4:
        raise NoteError(f"a checkpoint has three lines, origin, size and root; this has {len(lines) - 1}")
    origin, size, root = lines[:3]
    if not origin:
        raise NoteError("the origin, its first line, is empty")
    if not _SIZE.fullmatch(size):
        raise NoteError("the size, its second line, is not a whole number")
    data = strict_base64(root)
    if data is None or len(data) != 32:
        raise NoteError("the root, its third line, is not 32 bytes in base64")
    return Checkpoint(origin, int(size), data, note)


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """The three lines that are signed, each ended by LF."""
    return f"{origin}\n{size}\n{base64.b64encode(root).decode('ascii')}\n"

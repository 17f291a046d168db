"""A finding, where it is, and the four answers."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from .catalogue import severity_of

Answer = Literal["pass", "fail", "unproven", "unchecked"]

PASS: Answer = "pass"
FAIL: Answer = "fail"
UNPROVEN: Answer = "unproven"
"""Evidence could exist and was not shown."""
UNCHECKED: Answer = "unchecked"
"""The file has no record of it."""

ANSWERS = ("deal", "commitment", "published", "choice", "play", "score")
"""What is answered, in the order of reports."""

SEVERITIES = ("error", "warning", "note")

_WORST: tuple[Answer, ...] = (FAIL, UNPROVEN, PASS, UNCHECKED)


def worst(answers: Iterable[Answer]) -> Answer:
    """One answer for many: fail before unproven before pass; unchecked only where nothing was checked."""
    found = set(answers)
    return next((answer for answer in _WORST if answer in found), UNCHECKED)


class Where(msgspec.Struct, frozen=True, gc=False):
    """A place: file, JSON pointer, line, and the place in the game.

    Hands, calls, tricks and plays count from 1, seats from 0. ``line`` is worked out late, from the pointer.
    """

    path: str | None = None
    pointer: str | None = None
    line: int | None = None
    game: str | None = None
    hand: int | None = None
    call: int | None = None
    trick: int | None = None
    play: int | None = None
    seat: int | None = None

    def at(self, **changes: Any) -> "Where":
        """The same place with some parts replaced."""
        return replace(self, **changes)


class Related(msgspec.Struct, frozen=True, gc=False):
    """A further place or fact that belongs to a finding."""

    message: str
    pointer: str | None = None


class Finding(msgspec.Struct, frozen=True, gc=False):
    """One fault, doubt or note. ``expected`` and ``found`` are short texts, or None where they say nothing.

    ``known``: why a person lets it stand, None where nobody does.
    """

    code: str
    message: str
    where: Where
    expected: str | None = None
    found: str | None = None
    related: tuple[Related, ...] = ()
    known: str | None = None

    def with_related(self, *more: Related) -> "Finding":
        """The same finding with more that belongs to it."""
        return replace(self, related=(*self.related, *more))

    def at(self, where: Where) -> "Finding":
        """The same finding at another place."""
        return replace(self, where=where)

    @property
    def severity(self) -> str:
        """``error``, ``warning`` or ``note``, as the catalogue says; a note where it is known."""
        return "note" if self.known is not None else severity_of(self.code)

    @property
    def is_unreadable(self) -> bool:
        """Where it is one of a run: whether some input could not be read, or this tool failed over it."""
        return severity_of(self.code) == "error" and (self.code[0] == "F" or self.code in ("C304", "X901"))


class Unreadable(Exception):
    """Input that cannot be read as what it should be; carries the finding."""

    def __init__(
        self, code: str, message: str, where: Where, expected: str | None = None, found: str | None = None
    ) -> None:
        super().__init__(message)
        self.finding = Finding(code, message, where, expected, found)

    @classmethod
    def of(cls, finding: Finding) -> "Unreadable":
        """The one that carries this finding."""
        return cls(finding.code, finding.message, finding.where, finding.expected, finding.found)

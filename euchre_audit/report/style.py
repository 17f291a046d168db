"""Marks, colour and the ASCII fall-back of plain text."""

from dataclasses import dataclass

from ..findings import FAIL, PASS, UNCHECKED, UNPROVEN, Answer
from .clean import unforgeable

_COLOURS = {"green": "32", "red": "31", "yellow": "33", "dim": "2", "bold": "1"}
_MARKS: dict[Answer, tuple[str, str, str]] = {
    PASS: ("✓", "ok", "green"),
    FAIL: ("✗", "FAIL", "red"),
    UNPROVEN: ("?", "?", "yellow"),
    UNCHECKED: ("·", "-", "dim"),
}
_ASCII = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "…": "...", "·": "-", "←": "<", "–": "-", "✗": "x", "✓": "ok"}
)


@dataclass(frozen=True, slots=True)
class Style:
    """How plain text is drawn: with colour or not, in ASCII or not."""

    colour: bool = False
    ascii: bool = False

    def paint(self, text: str, colour: str) -> str:
        """``text`` in a colour, where there is colour."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.colour and text else text

    def mark(self, answer: Answer) -> str:
        """The sign of an answer, padded to one width."""
        sign, plain, colour = _MARKS[answer]
        return self.paint(plain.ljust(4) if self.ascii else sign, colour)

    def finish(self, text: str) -> str:
        """The whole text as it goes out, with nothing in it that a CI would take for a command."""
        text = unforgeable(text)
        if not self.ascii:
            return text
        return text.translate(_ASCII).encode("ascii", "backslashreplace").decode("ascii")

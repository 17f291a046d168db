"""Where in a JSON text something stands. Slow, and asked only when there is a finding."""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]

_DECODER = JSONDecoder()
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_SPACE = " \t\n\r"
_TEXT_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?(?:[0-9][0-9.eE+-]*|Infinity)|NaN')


def escape(name: str) -> str:
    """A name as a part of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _unescape(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


Places = dict[int, dict[str, int]]
"""The places of an object's or array's values, by where it begins: what was looked up before."""


def line_of(text: str, pointer: str, known: Places | None = None) -> int | None:
    """The line, from 1, on which the value at ``pointer`` begins; None where the text has no such value.

    ``known`` remembers, from one call to the next, what was found in the same text.
    """
    known = {} if known is None else known
    try:
        place = _skip(text, 0)
        for part in pointer.split("/")[1:]:
            if place not in known:
                known[place] = dict(_members(text, place))
            place = known[place][_unescape(part)]
    except (KeyError, JSONDecodeError, IndexError):
        return None
    return text.count("\n", 0, place) + 1


def first_duplicate(text: str) -> tuple[str, int] | None:
    """``(pointer, line)`` of the first name that stands twice in one object."""
    found = _duplicate_below(text, _skip(text, 0), "")
    return found and (found[0], text.count("\n", 0, found[1]) + 1)


def depth(text: str) -> int:
    """How deep the objects and arrays of a JSON text are nested."""
    level = deepest = 0
    for match in _BRACKETS.finditer(text):
        sign = match.group()
        if sign in ("[", "{"):
            level += 1
            deepest = max(deepest, level)
        elif sign in ("]", "}"):
            level -= 1
    return deepest


def first_number(text: str, spelled: str) -> int:
    """The line on which the number that is spelled so first stands."""
    found = (match.start() for match in _TEXT_OR_NUMBER.finditer(text) if match.group() == spelled)
    return text.count("\n", 0, next(found, 0)) + 1


def _duplicate_below(text: str, place: int, pointer: str) -> tuple[str, int] | None:
    if text[place] not in "{[":
        return None
    seen = set()
    for name, start in _members(text, place):
        here = f"{pointer}/{escape(name)}"
        if name in seen:
            return here, start
        seen.add(name)
        below = _duplicate_below(text, start, here)
        if below:
            return below
    return None


def _members(text: str, place: int) -> Iterator[tuple[str, int]]:
    """Names (or indices) and the place of each value of the object or array at ``place``."""
    named = text[place] == "{"
    closing = "}" if named else "]"
    if text[place] not in "{[":
        return
    index = 0
    place = _skip(text, place + 1)
    while text[place] != closing:
        if named:
            name, place = scanstring(text, place + 1, True)
            place = _skip(text, _skip(text, place) + 1)
        else:
            name = str(index)
        yield name, place
        index += 1
        _, place = _DECODER.raw_decode(text, place)
        place = _skip(text, place)
        if text[place] == ",":
            place = _skip(text, place + 1)


def _skip(text: str, place: int) -> int:
    while text[place] in _SPACE:
        place += 1
    return place

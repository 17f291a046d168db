"""Bytes to plain values: the one place that decodes. Nothing is repaired, nothing read two ways."""

import io
import json
from collections.abc import Iterator
from typing import Any, NoReturn

import msgpack

from ..findings import Unreadable, Where
from .positions import depth, first_duplicate, first_number

MAX_DOCUMENT = 16 * 2**20
MAX_DIGITS = 18
MAX_DEPTH_TO_LOOK = 64
"""Deeper than this, a name that stands twice is refused without looking for its place, which would take long."""

_JSON_WORDS = {
    "Expecting value": "a value is missing",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this place",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing here",
    "Extra data": "there is more after the end of the record",
    "Unterminated string starting at": "a text has no closing quote; it begins here",
    "Invalid control character at": "a line end or control character stands inside a text",
}
_BOM = b"\xef\xbb\xbf"


class _Duplicate(ValueError):
    pass


class _Number(ValueError):
    def __init__(self, spelled: str, message: str) -> None:
        super().__init__(message)
        self.spelled = spelled


def parse_json(data: bytes, where: Where, *, loose_numbers: bool = False) -> Any:
    """The value of a JSON text, or :class:`~euchre_audit.findings.Unreadable`.

    Refused: another encoding than UTF-8, a byte order mark, a name twice in one object at any depth, numbers
    that are not whole or have more than 18 digits, NaN and Infinity, half a surrogate pair.
    ``loose_numbers`` lets other people's files hold any JSON number; those we do not use are kept as text.
    """
    text = decode_text(data, where)
    if len(data) > MAX_DOCUMENT:
        raise Unreadable("F106", f"larger than {MAX_DOCUMENT // 2**20} MiB", where)
    try:
        tree = json.loads(
            text,
            object_pairs_hook=_no_duplicates,
            parse_int=_loose_int if loose_numbers else _whole,
            parse_float=str if loose_numbers else _no_fraction,
            parse_constant=_no_constant,
        )
        if "\\u" in text:
            json.dumps(tree, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        line = (where.line or 1) + error.lineno - 1
        words = _JSON_WORDS.get(error.msg, error.msg)
        raise Unreadable("F103", f"not JSON: {words}, column {error.colno}", where.at(line=line)) from None
    except _Duplicate as error:
        place = _place_of_duplicate(text, where)
        raise Unreadable("F104", f'the name "{error}" stands twice in one object', place) from None
    except _Number as error:
        line = (where.line or 1) + first_number(text, error.spelled) - 1
        raise Unreadable("F105", str(error), where.at(line=line)) from None
    except RecursionError:
        raise Unreadable("F106", "nested too deep", where) from None
    except UnicodeEncodeError:
        raise Unreadable("F102", "half of a surrogate pair (\\ud800 to \\udfff) stands alone", where) from None
    return tree


def _place_of_duplicate(text: str, where: Where) -> Where:
    if depth(text) > MAX_DEPTH_TO_LOOK:
        return where
    pointer, line = first_duplicate(text) or ("", 1)
    return where.at(pointer=pointer, line=(where.line or 1) + line - 1)


def decode_text(data: bytes, where: Where) -> str:
    """``data`` as UTF-8 text without a byte order mark, or ``Unreadable``."""
    if data.startswith(_BOM):
        message = "the file begins with a byte order mark; an editor put it there. Save it as UTF-8 without one"
        raise Unreadable("F102", message, where.at(line=1))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            message = "the file is saved as UTF-16, which some editors call Unicode; save it as UTF-8"
            raise Unreadable("F102", message, where.at(line=1)) from None
        line = (where.line or 1) + data.count(b"\n", 0, error.start)
        raise Unreadable("F102", f"byte {error.start} is not UTF-8 text", where.at(line=line)) from None


def parse_msgpack(data: bytes, where: Where) -> Iterator[Any]:
    """The objects of a msgpack stream, one after the other; ``Unreadable`` at the first that is not whole."""
    unpacker = msgpack.Unpacker(
        io.BytesIO(data),
        raw=False,
        strict_map_key=True,
        object_pairs_hook=_no_duplicates,
        ext_hook=_no_extension,
        timestamp=0,
        max_buffer_size=max(len(data), 1),
        max_array_len=min(len(data), MAX_DOCUMENT),
        max_map_len=min(len(data), MAX_DOCUMENT),
    )
    while unpacker.tell() < len(data):
        start = unpacker.tell()
        try:
            tree = unpacker.unpack()
            _check_values(tree)
        except msgpack.OutOfData:
            raise Unreadable("F107", f"the object that begins at byte {start} is cut off", where) from None
        except _Duplicate as error:
            raise Unreadable("F104", f'the name "{error}" stands twice in one object', where) from None
        except _Number as error:
            raise Unreadable("F105", str(error), where) from None
        except UnicodeDecodeError:
            raise Unreadable("F102", f"text after byte {start} is not UTF-8", where) from None
        except (msgpack.StackError, RecursionError):
            raise Unreadable("F106", "nested too deep", where) from None
        except (ValueError, TypeError) as error:
            message = str(error) or type(error).__name__
            raise Unreadable("F107", f"not msgpack at byte {start}: {message}", where) from None
        if unpacker.tell() - start > MAX_DOCUMENT:
            raise Unreadable("F106", f"larger than {MAX_DOCUMENT // 2**20} MiB", where)
        yield tree


def _no_duplicates(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen = set()
        for name, _ in pairs:
            if name in seen:
                raise _Duplicate(name)
            seen.add(name)
    return made


def plain_values(tree: Any) -> bool:
    """Whether all of a decoded value is what records may hold: no fraction, no number of too many digits."""
    try:
        _check_values(tree)
    except _Number:
        return False
    return True


def _check_values(tree: Any) -> None:
    """Refuse what msgpack can hold and our records cannot; the unpacker has no hook for it."""
    todo = [tree]
    while todo:
        value = todo.pop()
        kind = type(value)
        if kind is dict:
            todo += value.keys()
            todo += value.values()
        elif kind is list:
            todo += value
        elif kind is float:
            raise _Number("", f"{value} is not a whole number")
        elif kind is int:
            if abs(value) >= 10**MAX_DIGITS:
                raise _too_long(str(value))
        elif kind is not str and kind is not bool and value is not None:
            raise TypeError("binary or a time, which records do not use")


def _too_long(text: str) -> _Number:
    digits = len(text.removeprefix("-"))
    return _Number(text, f"a number of {digits} digits; records use at most {MAX_DIGITS}")


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS and len(text.removeprefix("-")) > MAX_DIGITS:
        raise _too_long(text)
    return int(text)


def _loose_int(text: str) -> int | str:
    return int(text) if len(text) <= MAX_DIGITS else text


def _no_fraction(text: str) -> NoReturn:
    raise _Number(text, f"{text[:40]} is not a whole number written with digits alone")


def _no_constant(text: str) -> NoReturn:
    raise _Number(text, f"{text} is not a number")


def _no_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError("an extension type, which records do not use")

"""Strict reading: each thing that is refused is one finding with its place, and its near miss reads."""

from __future__ import annotations

import json
import struct
from typing import Any

import msgpack
import pytest

from euchre_audit.audit import load
from euchre_audit.findings import Finding
from euchre_audit.records import Source
from tests.audit.games import codes, report_of

HAND: dict[str, Any] = {
    "format": "euchre-hand/1",
    "house": "family",
    "hand": 1,
    "dealer": 0,
    "up": "9d",
    "claims": {"tricks": [0, 0], "points": [0, 0]},
    "meta": {"note": "kept", "deep": [{"a": [1, {"b": 2}]}]},
    "log": ["1 pass", "2 pass"],
}
TEXT = json.dumps(HAND, indent=1)


def read(data: bytes, path: str = "hand.json") -> list[Finding]:
    """What is refused of a file."""
    refused = [item for item in load(Source(path, data)) if isinstance(item, Finding)]
    assert codes(refused) == [f.code for f in report_of(Source(path, data)).all_findings() if f.code[0] == "F"]
    return refused


def line_of(part: str, text: str = TEXT) -> int:
    return text[: text.index(part)].count("\n") + 1


def replaced(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


# Numbers

NUMBERS = {
    "1.0": "F105",
    "1e0": "F105",
    "1E2": "F105",
    "-0.0": "F105",
    "NaN": "F105",
    "Infinity": "F105",
    "-Infinity": "F105",
    "1" * 19: "F105",
    "-" + "1" * 19: "F105",
    "1" * 5000: "F105",
    "01": "F103",
    "+1": "F103",
    "0x1": "F103",
    "1_0": "F103",
    "nan": "F103",
}


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:12])
@pytest.mark.parametrize("place", ['"hand": 1', '"b": 2'])
def test_numbers_that_records_do_not_use(number: str, place: str) -> None:
    name = place.split(":")[0]
    (finding,) = read(replaced(place, f"{name}: {number}").encode())
    assert finding.code == NUMBERS[number]
    assert finding.where.line == line_of(name)


@pytest.mark.parametrize("number", ["2", "-2", "0", "-0", "9" * 18, "-" + "9" * 18])
def test_whole_numbers_read(number: str) -> None:
    assert read(replaced('"b": 2', f'"b": {number}').encode()) == []


def test_a_number_in_a_text_is_no_number() -> None:
    text = replaced('"note": "kept"', '"note": "1.5 \\" NaN 1.5", "say": "1.5"')
    assert read(text.encode()) == []
    bad = text.replace('"b": 2', '"b": 1.5')
    (finding,) = read(bad.encode())
    assert (finding.code, finding.where.line) == ("F105", line_of('"b": 1.5', bad))


# Names twice


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('"hand": 1', '"hand": 1,\n"hand": 2', "/hand"),
        ('"tricks": [', '"tricks": null,\n"tricks": [', "/claims/tricks"),
        ('"b": 2', '"b": 2,\n"b": 2', "/meta/deep/0/a/1/b"),
        ('"b": 2', '"b": 2,\n"\\u0062": 2', "/meta/deep/0/a/1/b"),
        ('"note": "kept"', '"a/b~c": 1,\n"a/b~c": 2', "/meta/a~1b~0c"),
        ('"note": "kept"', '"": 1,\n"": 2', "/meta/"),
    ],
)
def test_a_name_twice_at_any_depth(old: str, new: str, pointer: str) -> None:
    text = replaced(old, new)
    (finding,) = read(text.encode())
    assert (finding.code, finding.where.pointer) == ("F104", pointer)
    second = next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(new.split("\n")[1]))
    assert finding.where.line == second


def test_the_same_name_in_two_objects_reads() -> None:
    assert read(replaced('"note": "kept"', '"x": {"hand": 1}, "y": {"hand": 1}, "hand": 1').encode()) == []


def test_names_that_differ_in_case_or_form_are_two_names() -> None:
    text = replaced('"note": "kept"', '"é": 1, "e\\u0301": 2, "A": 1, "a": 2')
    assert read(text.encode()) == []


@pytest.mark.parametrize("depth", [10, 300, 900, 960, 980, 986, 990, 1000, 3000])
def test_a_name_twice_however_deep_is_refused_in_words(depth: int) -> None:
    text = '{"a":' * depth + '{"x":1,\n"x":2}' + "}" * depth
    (finding,) = read(text.encode())
    assert finding.code in ("F104", "F106")
    assert finding.where.line in (1, 2)


# Depth and size


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("depth", [2000, 100_000])
def test_too_deep(opening: str, depth: int) -> None:
    (finding,) = read((opening * depth).encode())
    assert (finding.code, finding.where.line) == ("F106", 1)


@pytest.mark.parametrize("depth", [900, 940, 960, 970, 975, 980, 985, 990, 995, 1000, 1100])
def test_meta_of_any_depth_is_read_or_refused_in_words(depth: int) -> None:
    tree = replaced('"note": "kept"', '"note": ' + "[" * depth + "]" * depth)
    refused = [item for item in load(Source("hand.json", tree.encode())) if isinstance(item, Finding)]
    assert codes(refused) in ([], ["F106"], ["F110"])


def test_meta_nested_ten_deep_reads() -> None:
    assert read(replaced('"note": "kept"', '"note": ' + "[" * 10 + "]" * 10).encode()) == []


def test_meta_has_its_size() -> None:
    for size, expected in ((15_000, []), (17_000, ["F110"])):
        found = read(replaced('"kept"', '"' + "x" * size + '"').encode())
        assert codes(found) == expected
        assert all((f.where.pointer, f.where.line) == ("/meta", line_of('"meta"')) for f in found)


def test_a_document_has_its_size() -> None:
    data = TEXT.encode() + b" " * (16 * 2**20)
    (finding,) = read(data)
    assert (finding.code, finding.where.line) == ("F106", 1)


# Text


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"\xef\xbb\xbf" + TEXT.encode(), "F102", 1),
        (TEXT.encode("utf-16"), "F102", 1),
        (TEXT.encode("utf-16-le"), "F103", 1),
        (TEXT.encode("utf-32"), "F102", 1),
        (replaced("kept", "k\xe9pt").encode("latin-1"), "F102", line_of("kept")),
        (replaced("kept", "\\ud800").encode(), "F102", 1),
        (replaced("kept", "\\udc00\\ud800").encode(), "F102", 1),
        (replaced('"note"', '"\\uD83D"').encode(), "F102", 1),
        (replaced("kept", "\ud800").encode("utf-8", "surrogatepass"), "F102", line_of("kept")),
        (replaced("kept", "a\tb").encode(), "F103", line_of("kept")),
        (replaced("kept", "a\x00b").encode(), "F103", line_of("kept")),
        (b"\x00", "F103", 1),
        (b"", "F150", 1),
        (b" \r\n\t ", "F150", 1),
        (TEXT.encode() + b"x", "F103", TEXT.count("\n") + 1),
        (TEXT.encode() * 2, "F103", TEXT.count("\n") + 1),
        (TEXT.encode()[:-1], "F103", TEXT.count("\n") + 1),
        (TEXT.replace('"', "'").encode(), "F103", 2),
        (b"// a hand\n" + TEXT.encode(), "F103", 1),
    ],
    ids=repr,
)
def test_text_that_is_not_what_it_should_be(data: bytes, code: str, line: int) -> None:
    (finding,) = read(data)
    assert (finding.code, finding.where.line) == (code, line)


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        b"\n\n" + TEXT.encode() + b"\n\n",
        json.dumps(HAND).encode(),
        replaced("kept", "\\ud83d\\ude00").encode(),
        replaced("kept", "😀\u202e\u200b\\u0007").encode(),
        replaced("kept", "\\\\ud800").encode(),
    ],
    ids=repr,
)
def test_text_that_reads(data: bytes) -> None:
    assert read(data) == []


@pytest.mark.parametrize("place", range(1, len(TEXT)))
def test_every_cut_is_refused_in_one_finding(place: int) -> None:
    if TEXT[:place].strip() == TEXT:
        return
    (finding,) = read(TEXT[:place].encode())
    assert finding.code == "F103"
    assert finding.where.line is not None


# Form


@pytest.mark.parametrize(
    ("old", "new", "code", "pointer"),
    [
        ('"dealer"', '"deeler"', "F110", "/deeler"),
        ('"tricks"', '"trick"', "F110", "/claims/trick"),
        ('"dealer": 0', '"dealer": 4', "F110", "/dealer"),
        ('"dealer": 0', '"dealer": -1', "F110", "/dealer"),
        ('"dealer": 0', '"dealer": "0"', "F110", "/dealer"),
        ('"dealer": 0', '"dealer": false', "F110", "/dealer"),
        ('"dealer": 0', '"dealer": [0]', "F110", "/dealer"),
        ('"hand": 1', '"hand": 0', "F110", "/hand"),
        ('"house": "family"', '"house": 3', "F110", "/house"),
        ('"meta"', '"meta2"', "F110", "/meta2"),
        ('"up": "9d"', '"up": "10h"', "F111", "/up"),
        ('"up": "9d"', '"up": "1oh"', "F111", "/up"),
        ('"up": "9d"', '"up": "9D"', "F111", "/up"),
        ('"up": "9d"', '"up": "9♦"', "F111", "/up"),
        ('"up": "9d"', '"up": ""', "F111", "/up"),
        ('"up": "9d"', '"up": "' + "x" * 999 + '"', "F111", "/up"),
        ('"up": "9d"', '"up": 9', "F110", "/up"),
        ('"up": "9d"', '"up": "9d", "kitty": ["9d", "1Oh"]', "F111", "/kitty/1"),
        ('"up": "9d"', '"up": "9d", "dealt": [["Ac", "xx"], null, null, null]', "F111", "/dealt/0/1"),
        ('"up": "9d"', '"up": "9d", "dealt": [null]', "F110", "/dealt"),
        ('"up": "9d"', '"up": "9d", "card": {"maker": 1, "trump": "h"}', "F110", ""),
        ('"up": "9d"', '"up": "9d", "ended": "finished"', "F110", "/ended"),
        ('"up": "9d"', '"up": "9d", "players": ["a"]', "F110", "/players"),
        (
            '"up": "9d"',
            '"up": "9d", "players": ["a", "b", "c", {"id": "d", "nick": "e"}]',
            "F110",
            "/players/3/nick",
        ),
        ('"up": "9d"', '"up": "9d", "rules": {"targett": 5}', "F121", "/rules/targett"),
        ('"up": "9d"', '"up": "9d", "rules": {"points": {"make": "1"}}', "F121", "/rules/points/make"),
        ('"up": "9d"', '"up": "9d", "start": [0]', "F110", "/start"),
        ('"up": "9d"', '"up": "9d", "start": [0, 99999]', "F110", "/start/1"),
        ('"2 pass"', '"2 passes"', "F112", "/log/1"),
        ('"2 pass"', '"2  pass"', "F112", "/log/1"),
        ('"2 pass"', '" 2 pass"', "F112", "/log/1"),
        ('"2 pass"', '"4 pass"', "F112", "/log/1"),
        ('"2 pass"', '"2 PASS"', "F112", "/log/1"),
        ('"2 pass"', '"2 play 10h"', "F112", "/log/1"),
        ('"2 pass"', '"2 name x"', "F112", "/log/1"),
        ('"2 pass"', '"2 give Ac 4"', "F112", "/log/1"),
        ('"2 pass"', '"2 swap 9c for ??,??"', "F112", "/log/1"),
        ('"2 pass"', '"٢ pass"', "F112", "/log/1"),
        ('"2 pass"', '""', "F112", "/log/1"),
        ('"2 pass"', '"' + "x" * 101 + '"', "F110", "/log/1"),
        ('"2 pass"', "2", "F110", "/log/1"),
        ("euchre-hand/1", "euchre-hand/2", "F108", "/format"),
        ("euchre-hand/1", "Euchre-Hand/1", "F108", "/format"),
        ('"format": "euchre-hand/1"', '"format": 1', "F108", "/format"),
        ('"format": "euchre-hand/1"', '"format": ["euchre-hand/1"]', "F108", "/format"),
        ('"format": "euchre-hand/1"', '"formt": "euchre-hand/1"', "F108", "/format"),
    ],
    ids=repr,
)
def test_a_form_that_the_schema_does_not_give(old: str, new: str, code: str, pointer: str) -> None:
    text = replaced(old, new)
    (finding,) = read(text.encode())
    assert (finding.code, finding.where.pointer) == (code, pointer)
    assert finding.where.line is not None
    lines, name = text.split("\n"), pointer.split("/")[1:2]
    if name and f'"{name[0]}"' in text:
        start = next(number for number, line in enumerate(lines, 1) if f'"{name[0]}"' in line)
        assert start <= finding.where.line <= start + 2
    assert len(finding.message) < 300


@pytest.mark.parametrize(
    "new",
    [
        '"2 give Ac 3"',
        '"2 swap 9c,Td for ??,??"',
        '"2 name n alone"',
        '"2 discard ?h"',
        '"2 play K?"',
        '"2 misdeal other"',
        '"2 turn c"',
        '"2 uncover Ac"',
        '"2 concede game"',
    ],
)
def test_log_lines_that_read(new: str) -> None:
    assert read(replaced('"2 pass"', new).encode()) == []


@pytest.mark.parametrize("value", ["[]", "null", "1", '"euchre-hand/1"', "true"])
def test_what_is_no_object_is_no_record(value: str) -> None:
    (finding,) = read(value.encode())
    assert (finding.code, finding.where.line) == ("F108", 1)


@pytest.mark.parametrize("name", ["fileType", "filetype"])
def test_another_programs_name_in_meta_does_not_loosen_the_reading(name: str) -> None:
    text = replaced('"note": "kept"', f'"{name}": "Euchre Game Notation"')
    assert read(text.encode()) == []
    (finding,) = read(text.replace('"b": 2', '"b": 2.5').encode())
    assert finding.code == "F105"


# Many in one file


def test_lines_are_read_each_on_its_own() -> None:
    one = json.dumps(HAND)
    data = f'{one}\r\n\n{{"a":1,}}\n{one}\n{one[:-1]}\n{one.replace("9d", "9x")}\n'.encode()
    found = read(data, "hands.jsonl")
    assert [(f.code, f.where.line) for f in found] == [("F103", 3), ("F103", 5), ("F111", 6)]
    assert len(report_of(Source("hands.jsonl", data)).games) == 2


def test_standard_input_may_hold_one_document_or_a_line_each() -> None:
    assert read(TEXT.encode(), "-") == []
    assert len(report_of(Source("-", (json.dumps(HAND) + "\n").encode() * 3)).games) == 3


# msgpack


def packed(**changes: Any) -> bytes:
    data: bytes = msgpack.packb({**HAND, **changes})
    return data


PAIR = msgpack.packb("hand") + b"\x01"
MSGPACK: dict[str, tuple[bytes, str]] = {
    "cut off": (packed()[:-1], "F107"),
    "cut off in the second": (packed() + packed()[:-5], "F107"),
    "empty": (b"", "F150"),
    "not an object": (b"\x01", "F108"),
    "a list": (msgpack.packb([HAND]), "F108"),
    "never used byte": (b"\xc1", "F107"),
    "rubbish after it": (packed() + b"\xc1", "F107"),
    "extension": (packed(meta={"a": msgpack.ExtType(5, b"a")}), "F107"),
    "extension as a value": (packed(hand=msgpack.ExtType(5, b"a")), "F107"),
    "timestamp": (packed(meta={"a": msgpack.Timestamp(1, 2)}), "F107"),
    "timestamp as a value": (packed(hand=msgpack.Timestamp(1, 2)), "F107"),
    "binary": (packed(meta={"a": b"a"}), "F107"),
    "binary as a value": (packed(hand=b"\xff"), "F107"),
    "binary as a name": (packed(meta={b"a": 1}), "F107"),
    "number as a name": (packed(meta={1: 1}), "F107"),
    "nothing as a name": (packed(meta={None: 1}), "F107"),
    "float": (packed(meta={"a": 1.0}), "F105"),
    "float as a value": (packed(hand=1.0), "F105"),
    "nan": (packed(meta={"a": float("nan")}), "F105"),
    "large number": (packed(meta={"a": 10**18}), "F105"),
    "large negative number": (packed(meta={"a": -(10**18)}), "F105"),
    "largest number": (packed(hand=2**64 - 1), "F105"),
    "name twice": (b"\x82" + PAIR + PAIR, "F104"),
    "name twice within": (b"\x81\xa4meta\x82" + PAIR + PAIR, "F104"),
    "not UTF-8": (b"\x81\xa1a\xa1\xff", "F102"),
    "half a pair": (b"\x81\xa1a\xa3\xed\xa0\x80", "F102"),
    "huge list": (b"\xdd" + struct.pack(">I", 2**32 - 1), "F107"),
    "huge map": (b"\xdf" + struct.pack(">I", 2**32 - 1), "F107"),
    "huge text": (b"\xdb" + struct.pack(">I", 2**32 - 1) + b"a", "F107"),
    "huge binary": (b"\xc6" + struct.pack(">I", 2**32 - 1) + b"a", "F107"),
    "huge extension": (b"\xc9" + struct.pack(">I", 2**32 - 1) + b"\x01a", "F107"),
    "lists in lists": (b"\xdd\x00\x00\xff\xff" * 500, "F107"),
    "too deep": (b"\x91" * 100_000, "F106"),
    "too deep in a name": (b"\x81\xa1a" * 100_000, "F106"),
    "unknown name": (packed(deeler=1), "F110"),
    "not a card": (packed(up="10h"), "F111"),
}


@pytest.mark.parametrize("name", MSGPACK)
def test_msgpack_that_is_refused(name: str) -> None:
    data, code = MSGPACK[name]
    (finding,) = read(data, "hand.msgpack")
    assert finding.code == code
    assert finding.where.path == "hand.msgpack"


@pytest.mark.parametrize(
    "data",
    [packed(), packed() * 3, packed(meta={"a": 10**18 - 1, "b": [True, None, {"c": "😀"}]}), packed(meta={})],
    ids=["one", "three", "values", "empty meta"],
)
def test_msgpack_that_reads(data: bytes) -> None:
    assert read(data, "hand.msgpack") == []


def test_every_cut_of_msgpack_is_refused_in_one_finding() -> None:
    data = packed()
    for place in range(1, len(data)):
        assert codes(read(data[:place], "hand.msgpack")) == ["F107"]


def test_the_objects_before_a_fault_are_read() -> None:
    data = packed() + packed(up="9x") + packed() + packed()[:-1]
    report = report_of(Source("hands.msgpack", data))
    assert len(report.games) == 2
    assert codes(list(report.findings)) == ["F111", "F107"]


# Whatever the bytes


def flips() -> list[tuple[str, bytes]]:
    text, pack = TEXT.encode(), packed()
    cases = []
    for name, data in (("hand.json", text), ("hand.msgpack", pack), ("hand.egn", text)):
        for place in range(0, len(data), 3):
            cases.append((name, data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]))
            cases.append((name, data[:place] + b"\xff" + data[place:]))
            cases.append((name, data[:place] + data[place + 2 :]))
    return cases


def test_no_byte_changed_brings_the_tool_down() -> None:
    for name, data in flips():
        found = report_of(Source(name, data)).all_findings()
        assert "X901" not in codes(found), (name, data)

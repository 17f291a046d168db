"""A ledger's lines: what is read, what is refused beside it, and the file line by line."""

from __future__ import annotations

import json
import os
import threading

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.findings import Unreadable
from euchre_audit.records.ledger import LineError, ledger_lines, line_bytes, parse_line

A, B, C = "a" * 64, "0123456789abcdef" * 4, "f" * 64
TERMS = f"euchre-deal/v1\nmatch {A}\nsession club.example/1\nhand 1\n"
OPEN = {
    "session": "club.example/11/table-1/1",
    "house": "club",
    "rules": {"target": 15, "points": {"make": 2}, "patterns": ["3/2"], "no_trump": True},
    "players": ["p-0", 'Zoë \\ "x" \x7f \U0001f0a1', "p-2", "p-3"],
    "entropy": "none",
    "reveal": "hand",
}
COMMIT = {"terms": TERMS, "commitment": A, "time": "2026-11-01T00:02:00Z"}
CONTRIBUTE = {"commitment": A, "seat": 5, "contribution": B}
REVEAL = {"commitment": A, "secret": B}
VOID = {"commitment": A, "secret": B, "reason": "seat 2 withheld its value"}
HONEST = [
    ("open", OPEN),
    ("open", {**OPEN, "rules": {}, "players": ["a", "b"], "entropy": "players", "reveal": "game"}),
    ("open", {**OPEN, "rules": {}, "players": list("abcdef"), "entropy": "beacon", "reveal": "round"}),
    ("commit", COMMIT),
    ("commit", {**COMMIT, "time": "2026-11-01T23:59:59.123456789Z"}),
    ("contribute", CONTRIBUTE),
    ("contribute", {**CONTRIBUTE, "seat": 0}),
    ("reveal", REVEAL),
    ("reveal", {**REVEAL, "values": [A, B, C], "signature": "0" * 96}),
    ("reveal", {**REVEAL, "values": []}),
    ("void", VOID),
    ("void", {**VOID, "values": [A, None, C], "signature": "0" * 96}),
]


def spelled(tree: object) -> bytes:
    return json.dumps(tree, separators=(",", ":")).encode("ascii")


def raw_of(kind: str, body: dict, **changes: object) -> bytes:
    return spelled({kind: {**body, **changes}})


def without(body: dict, name: str) -> dict:
    return {key: value for key, value in body.items() if key != name}


def told(line: object) -> dict:
    """What a line holds, in JSON's own types."""
    return json.loads(json.dumps(msgspec.to_builtins(line)))


def refused(raw: bytes) -> str:
    with pytest.raises(LineError) as caught:
        parse_line(raw)
    return str(caught.value)


@pytest.mark.parametrize(("kind", "body"), HONEST)
def test_each_kind_is_read_and_written_as_it_stands(kind, body):
    raw = spelled({kind: body})
    line = parse_line(raw)
    assert type(line).__name__.lower() == kind
    assert told(line) == body
    again = line_bytes(line)
    assert json.loads(again) == {kind: body}
    assert all(0x20 <= byte <= 0x7E for byte in again)
    assert parse_line(again) == line
    if "rules" not in body or not body["rules"]:
        assert again == raw


@pytest.mark.parametrize(("kind", "body"), HONEST)
def test_blanks_order_and_escapes_are_the_operators_own(kind, body):
    line = parse_line(spelled({kind: body}))
    turned = dict(reversed(body.items()))
    assert parse_line(json.dumps({kind: turned}).encode()) == line
    assert parse_line(b"  " + json.dumps({kind: body}, separators=(" , ", "  :  ")).encode() + b" ") == line
    escaped = spelled({kind: body}).replace(b"p", b"\\u0070")
    assert parse_line(escaped) == line


@pytest.mark.parametrize(("kind", "body"), HONEST)
def test_a_name_may_not_stand_twice_not_even_with_the_same_value(kind, body):
    inner = spelled(body)[1:-1].decode()
    assert parse_line(f'{{"{kind}":{{{inner}}}}}'.encode())
    refused(f'{{"{kind}":{{{inner}}},"{kind}":{{{inner}}}}}'.encode())
    for name, value in body.items():
        twice = f'"{name}":{json.dumps(value)}'
        refused(f'{{"{kind}":{{{inner},{twice}}}}}'.encode())
        refused(f'{{"{kind}":{{{twice},{inner}}}}}'.encode())
        escaped = f'"\\u{ord(name[0]):04x}{name[1:]}":{json.dumps(value)}'
        refused(f'{{"{kind}":{{{inner},{escaped}}}}}'.encode())


def test_a_name_may_not_stand_twice_in_the_rules():
    raw = raw_of("open", OPEN).decode()
    parse_line(raw.encode())
    for once, twice in (
        ('"target":15', '"target":15,"target":15'),
        ('"target":15', '"target":10,"target":15'),
        ('"make":2', '"make":2,"make":2'),
        ('"points":{"make":2}', '"points":{"make":2},"points":{"make":2}'),
    ):
        assert once in raw
        refused(raw.replace(once, twice).encode())


@pytest.mark.parametrize(("kind", "body"), HONEST)
def test_unknown_names_and_missing_ones_are_refused(kind, body):
    optional = {"values", "signature"}
    refused(raw_of(kind, body, unknown=1))
    refused(raw_of(kind, body, Commitment=A))
    for name in body:
        short = spelled({kind: without(body, name)})
        if name in optional:
            parse_line(short)
        else:
            refused(short)
            refused(spelled({kind: {**without(body, name), name.upper(): body[name]}}))
    refused(spelled({kind: {}}))


@pytest.mark.parametrize(
    "rules", [{"unknown": 1}, {"points": {"unknown": 1}}, {"target": "15"}, {"target": None}, [], None]
)
def test_rules_are_switches_that_exist(rules):
    refused(raw_of("open", OPEN, rules=rules))


@pytest.mark.parametrize(("kind", "body"), HONEST)
def test_a_line_has_exactly_one_key_and_it_is_a_kind(kind, body):
    for tree in (
        {kind: body, "commit": COMMIT, "reveal": REVEAL},
        {kind: body, "other": 1},
        {"other": 1, kind: body},
        {kind: body, ("open" if kind != "open" else "void"): None},
        {kind.upper(): body},
        {kind + " ": body},
        {"": body},
        {"close": body},
        {kind: [body]},
        {kind: None},
        {kind: kind},
        {kind: {kind: body}},
        body,
        [{kind: body}],
    ):
        refused(spelled(tree))


@pytest.mark.parametrize(
    "raw", [b"", b" ", b"{}", b"[]", b"null", b"0", b'"open"', b"true", b"{", b"}", b'{"open"', b"x"]
)
def test_what_is_no_object_with_a_key_is_refused(raw):
    refused(raw)


def test_what_follows_or_lacks_at_the_end_is_refused():
    raw = raw_of("reveal", REVEAL)
    parse_line(raw)
    for other in (
        raw[:-1],
        raw + b"}",
        raw + raw,
        raw + b",",
        raw[:-2] + b",}}",
        raw[1:],
        raw + b" //",
        b"\xef\xbb\xbf" + raw,
    ):
        refused(other)


@pytest.mark.parametrize(
    "number", ["1.0", "1e0", "1E0", "1.5", "-1", "6", "01", "+1", "NaN", "Infinity", "-Infinity", "1" * 30]
)
def test_a_seat_is_a_whole_number_from_0_to_5(number):
    raw = raw_of("contribute", CONTRIBUTE, seat=1).decode()
    parse_line(raw.encode())
    assert '"seat":1' in raw
    refused(raw.replace('"seat":1', f'"seat":{number}').encode())


@pytest.mark.parametrize("value", ["1", True, False, None, [1], {"seat": 1}])
def test_a_seat_is_a_number(value):
    refused(raw_of("contribute", CONTRIBUTE, seat=value))


@pytest.mark.parametrize("spelling", ["15.0", "1.5e1", "NaN", "Infinity", "-Infinity", "15.5"])
def test_no_number_anywhere_has_a_fraction_or_is_none(spelling):
    raw = raw_of("open", OPEN).decode()
    refused(raw.replace('"target":15', f'"target":{spelling}').encode())
    refused(raw.replace('"make":2', f'"make":{spelling}').encode())


@pytest.mark.parametrize("byte", [*range(0x20), *range(0x7F, 0x100)])
def test_every_byte_is_0x20_to_0x7e(byte):
    raw, sign = raw_of("void", VOID), bytes([byte])
    refused(sign + raw)
    refused(raw + sign)
    refused(raw.replace(b"seat 2", b"seat" + sign + b"2"))
    refused(raw.replace(b'":', b'":' + sign))


def test_letters_beyond_ascii_are_escaped():
    for text in ("é", "\u2028", "\U0001f0a1", "\x7f", "\x00\t\n\r"):
        line = parse_line(raw_of("void", VOID, reason=text))
        assert msgspec.to_builtins(line)["reason"] == text
        assert parse_line(line_bytes(line)) == line
        if max(text) > "\x7f":
            refused(json.dumps({"void": {**VOID, "reason": text}}, ensure_ascii=False).encode())
    refused(raw_of("void", VOID, reason="X").replace(b"X", b"\\ud800"))
    refused(raw_of("void", VOID, reason="X").replace(b"X", b"\\udc00\\ud800"))
    refused(raw_of("void", VOID, reason="X").replace(b"X", b"\\x41"))


def test_a_line_from_an_editor_says_so():
    raw = raw_of("reveal", REVEAL)
    assert "editor" in refused(raw + b"\r")
    assert "0x09" in refused(b"\t" + raw)


HEX_PLACES = [
    ("commit", COMMIT, "commitment"),
    ("contribute", CONTRIBUTE, "commitment"),
    ("contribute", CONTRIBUTE, "contribution"),
    ("reveal", REVEAL, "commitment"),
    ("reveal", REVEAL, "secret"),
    ("void", VOID, "commitment"),
    ("void", VOID, "secret"),
]
NO_HEX = [
    "",
    A[1:],
    A + "a",
    A.upper(),
    "g" + A[1:],
    " " + A[1:],
    A + "\n",
    "\n" + A,
    "0x" + A[2:],
    "٣" + A[1:],
    None,
    1,
    [A],
]


@pytest.mark.parametrize(("kind", "body", "name"), HEX_PLACES)
@pytest.mark.parametrize("value", NO_HEX)
def test_32_bytes_are_64_small_hex_digits(kind, body, name, value):
    refused(raw_of(kind, body, **{name: value}))


@pytest.mark.parametrize("value", NO_HEX)
def test_values_are_64_small_hex_digits_and_only_a_void_has_null(value):
    refused(raw_of("reveal", REVEAL, values=[B, value]))
    if value is not None:
        refused(raw_of("void", VOID, values=[B, value]))
    for values in (A, {"0": A}, [A] * 7):
        refused(raw_of("reveal", REVEAL, values=values))
        refused(raw_of("void", VOID, values=values))
    assert parse_line(raw_of("reveal", REVEAL, values=[A] * 6))


@pytest.mark.parametrize(
    "time",
    [
        "",
        "2026-11-01",
        "2026-11-01T00:02:00",
        "2026-11-01T00:02:00z",
        "2026-11-01t00:02:00Z",
        "2026-11-01 00:02:00Z",
        "2026-11-01T00:02Z",
        "2026-11-01T00:02:00+00:00",
        "2026-11-01T00:02:00.Z",
        "2026-11-01T00:02:00.1234567890Z",
        "2026-11-01T00:02:00,5Z",
        "26-11-01T00:02:00Z",
        "2026-11-01T00:02:00Z\n",
        "2026-11-01T00:02:0٣Z",
        1793491320,
        None,
    ],
)
def test_a_time_is_rfc_3339_in_utc(time):
    refused(raw_of("commit", COMMIT, time=time))


@pytest.mark.parametrize("session", ["", "a b", "a\n", "a+b", "é", "a" * 129, "a\\b", None, 1])
def test_a_session_is_named_in_its_128_signs(session):
    refused(raw_of("open", OPEN, session=session))
    assert parse_line(raw_of("open", OPEN, session="aZ09._:/-" + "a" * 119))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", ["a"]),
        ("players", list("abcdefg")),
        ("players", "ab"),
        ("players", [1, 2]),
        ("players", [{"id": "a", "name": "A"}, "b"]),
        ("players", ["a", None]),
        ("entropy", "None"),
        ("entropy", "players 0,1"),
        ("entropy", None),
        ("reveal", "never"),
        ("reveal", "Hand"),
        ("house", None),
        ("house", 1),
    ],
)
def test_a_header_has_the_values_of_its_form(name, value):
    refused(raw_of("open", OPEN, **{name: value}))


@pytest.mark.parametrize(
    "raw", [b"[" * 60_000, b'{"commit":' * 6_000, b'{"open":' + b"[" * 30_000 + b"]" * 30_000 + b"}"]
)
def test_deep_nesting_is_refused(raw):
    refused(raw)


# The file


def write(folder, data: bytes):
    (folder / "ledger.jsonl").write_bytes(data)
    return "ledger.jsonl", str(folder)


def code_of(path: str, folder: str | None) -> str:
    with pytest.raises(Unreadable) as caught:
        list(ledger_lines(path, folder))
    assert caught.value.finding.where.path == path
    return caught.value.finding.code


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"one\n", [(b"one", True)]),
        (b"one\ntwo\n", [(b"one", True), (b"two", True)]),
        (b"one\ntwo", [(b"one", True), (b"two", False)]),
        (b"one", [(b"one", False)]),
        (b"\n", [(b"", True)]),
        (b"one\n\ntwo\n", [(b"one", True), (b"", True), (b"two", True)]),
        (b"one\r\ntwo\r\n", [(b"one\r", True), (b"two\r", True)]),
        (b"one\rtwo\x0b\x0c\x85\n", [(b"one\rtwo\x0b\x0c\x85", True)]),
        (b"\xef\xbb\xbf\x00\xff\n", [(b"\xef\xbb\xbf\x00\xff", True)]),
    ],
)
def test_lines_are_the_bytes_between_lf_and_a_torn_last_one_is_told(tmp_path, data, expected):
    path, folder = write(tmp_path, data)
    assert list(ledger_lines(path, folder)) == expected
    assert list(ledger_lines(str(tmp_path / path))) == expected


def test_a_ledger_of_honest_lines_is_read_back(tmp_path):
    raws = [spelled({kind: body}) for kind, body in HONEST]
    path, folder = write(tmp_path, b"".join(raw + b"\n" for raw in raws))
    assert list(ledger_lines(path, folder)) == [(raw, True) for raw in raws]
    assert [line_bytes(parse_line(raw)) for raw, _ in ledger_lines(path, folder)][3:] == raws[3:]


@pytest.mark.parametrize("end", [b"\n", b"", b"\nmore\n"])
def test_a_line_longer_than_64_kib_is_refused_where_it_stands(tmp_path, end):
    longest = b"x" * (2**16 - 1)
    path, folder = write(tmp_path, b"one\n" + longest + end)
    assert [line for line, _ in ledger_lines(path, folder)][1] == longest
    path, folder = write(tmp_path, b"one\n" + longest + b"xx" + end)
    found = ledger_lines(path, folder)
    assert next(found) == (b"one", True)
    with pytest.raises(Unreadable) as caught:
        next(found)
    assert (caught.value.finding.code, caught.value.finding.where.line) == ("F106", 2)


def test_what_is_not_there_or_no_file_is_refused(tmp_path):
    assert code_of("ledger.jsonl", str(tmp_path)) == "F101"
    assert code_of(str(tmp_path / "ledger.jsonl"), None) == "F101"
    (tmp_path / "folder").mkdir()
    assert code_of("folder", str(tmp_path)) == "F101"
    assert code_of(str(tmp_path / "folder"), None) == "F101"
    assert code_of("led\0ger", str(tmp_path)) == "F101"


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no device to name")
def test_a_device_in_a_folder_is_refused(tmp_path):
    (tmp_path / "ledger.jsonl").symlink_to("/dev/null")
    assert code_of("ledger.jsonl", str(tmp_path)) == "F101"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_in_a_folder_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "ledger.jsonl")
    codes: list[str] = []
    reader = threading.Thread(target=lambda: codes.append(code_of("ledger.jsonl", str(tmp_path))), daemon=True)
    reader.start()
    reader.join(0.5)
    waited = reader.is_alive()
    if waited:
        os.close(os.open(tmp_path / "ledger.jsonl", os.O_WRONLY | os.O_NONBLOCK))
        reader.join(5)
    assert not waited
    assert codes == ["F101"]


# Whatever is read


def no_duplicates(pairs: list[tuple[str, object]]) -> dict:
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)


def no_float(text: str) -> None:
    raise AssertionError(text)


NAMES = [
    "open",
    "commit",
    "contribute",
    "reveal",
    "void",
    "commitment",
    "secret",
    "seat",
    "values",
    "rules",
    "points",
    "x",
]
SCALARS = st.sampled_from(
    ["null", "0", "5", "6", "1.0", "true", f'"{A}"', f'"{B.upper()}"', '"none"', '"hand"', "[]", "{}"]
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(HONEST),
    st.lists(st.tuples(st.sampled_from(NAMES), SCALARS, st.integers(0, 40)), max_size=3),
    st.data(),
)
def test_what_is_accepted_has_one_key_no_name_twice_and_no_fraction(honest, added, draw):
    kind, body = honest
    raw = spelled({kind: body})
    for name, value, at in added:
        places = [index + 1 for index, byte in enumerate(raw) if byte in b"{,"]
        place = places[at % len(places)]
        raw = raw[:place] + f'"{name}":{value},'.encode() + raw[place:]
    if draw.draw(st.booleans()):
        cut = draw.draw(st.integers(0, len(raw)))
        raw = raw[:cut] + draw.draw(st.sampled_from([b"", b" ", b"0", b"\\u0030", b'"', b"}"])) + raw[cut:]
    try:
        line = parse_line(raw)
    except LineError:
        assert raw != spelled({kind: body})
        return
    tree = json.loads(raw, object_pairs_hook=no_duplicates, parse_float=no_float, parse_constant=no_float)
    ((name, inner),) = tree.items()
    assert type(line).__name__.lower() == name
    assert {key: value for key, value in inner.items() if value is not None} == {
        key: value for key, value in told(line).items() if value is not None
    }
    assert parse_line(line_bytes(line)) == line

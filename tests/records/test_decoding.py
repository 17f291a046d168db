"""What is decoded straight to its type is what the slow and careful reading would have read; it vouches for nothing
else. Above all, no name stands twice in it, at any depth."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from euchre_audit.findings import Finding, Unreadable, Where
from euchre_audit.records import Document, Game, HandFile, Source, read_documents, read_tree
from euchre_audit.records.read import Decoded, decode_record
from euchre_audit.records.strict import parse_json
from euchre_audit.records.write import json_text
from tests.audit.games import Doc, hand_file, proven_game

PIECES = [
    *(b'"', b",", b":", b"{", b"}", b"[", b"]", b"\\", b"\\u003a", b"\\u003A", b"\\u0041", b"\\ud800", b"\\/"),
    *(b"1", b"0", b"-", b".", b"e5", b"1e3", b"1.0", b"-0", b"01", b"NaN", b"true", b"null", b" ", b"\n", b"\x00"),
    *(b"\xff", b"\xc3\xa9", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"123456789012345678", b"1234567890123456789"),
    *(b'"hand":1,', b'"log":[],', b'"seat":0,', b'"deal":null,', b'"rulings":[],', b'"rules":{},', b'"meta":{},'),
    *(b'"\\u006cog":[],', b'"meta":{"a":1,"a":2},', b'"meta":{"a":[{"c":1,"c":1}]},', b'"format":"euchre-hand/1",'),
    *(b'"terms":"a:b",', b'"played":"::",', b'"fileType":"x",', b'"meta":{"a":1.5},', b'"meta":{"a":":"},'),
]


def documents() -> list[Doc]:
    """A hand and a short game with evidence, with texts that hold colons, names and quotes."""
    game = proven_game(3, entropy="players 0,2", max_hands=2)
    game |= {"played": "2026-11-30T19:00:00Z", "meta": {"a:b": ['x": 1', {"c": None, "d": [1, {}]}], "e": "é ::"}}
    hand = hand_file(game, 1)
    del hand["rules"]
    hand |= {"rulings": [{"what": "renege: yes", "points": [0, 2]}], "meta": {"number": 10**17, "flag": True}}
    hand["deal"]["proof"] = {"leaf": "{}", "index": 3, "size": 4, "path": [], "checkpoint": "a:b\n"}
    return [game, hand]


def texts() -> list[bytes]:
    made = []
    for tree in documents():
        made += [json.dumps(tree, separators=(",", ":"), ensure_ascii=ascii_).encode() for ascii_ in (True, False)]
        made += [json.dumps(tree, indent=1).encode(), json_text(tree).encode()]
    return made


def slowly(data: bytes) -> Game | HandFile | None:
    """The value by the careful reading alone; None for what it refuses."""
    source = Source("record.json", data)
    try:
        tree = parse_json(data, Where())
        return read_tree(Document(source, None, 1, data.decode(), tree)) if isinstance(tree, dict) else None
    except Unreadable:
        return None


@pytest.mark.parametrize("data", texts())
def test_a_record_is_decoded_straight_and_to_the_same_value(data: bytes) -> None:
    value = decode_record(data)
    assert value is not None
    assert value == slowly(data)
    (document,) = read_documents(Source("record.json", data))
    assert isinstance(document, Decoded)
    assert document.tree == json.loads(data)
    assert document.text == data.decode()
    slow = Document(document.source, None, 1, document.text, document.tree)
    for pointer in ("", "/meta", "/log/3", "/hands/1/deal/terms", "/no/such/place"):
        assert document.line(pointer) == slow.line(pointer)


def objects(tree: Any) -> Iterator[Doc]:
    if isinstance(tree, dict):
        yield tree
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from objects(value)


class Twice(str):
    """A name to be written like another one."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@pytest.mark.parametrize("other", [False, True], ids=["the same value", "null"])
@pytest.mark.parametrize("first", [False, True], ids=["after it", "before it"])
def test_a_name_twice_in_any_object_is_refused(first: bool, other: bool) -> None:
    tried = 0
    for base in documents():
        for number in range(len(list(objects(base)))):
            for name in list(list(objects(base))[number]):
                tree = copy.deepcopy(base)
                place = list(objects(tree))[number]
                members = [(Twice(name), None if other else place[name])]
                members = [*members, *place.items()] if first else [*place.items(), *members]
                place.clear()
                place.update(members)
                data = json.dumps(tree).encode()
                assert data.count(json.dumps(str(name)).encode() + b":") > 1
                assert decode_record(data) is None
                (found,) = read_documents(Source("record.json", data))
                assert isinstance(found, Finding)
                assert found.code == "F104"
                tried += 1
    assert tried > 100


def test_what_is_decoded_straight_is_what_the_careful_reading_reads() -> None:
    rng, straight, refused = Random(20261130), 0, 0
    bases = texts()
    for _ in range(6000):
        data = bytearray(rng.choice(bases))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            at, how = rng.randrange(len(data)), rng.randrange(6)
            if how == 0:
                data[at:at] = rng.choice(PIECES)
            elif how == 1:
                data[at : at + 1] = rng.choice(PIECES)
            elif how == 2:
                del data[at : at + rng.choice((1, 1, 2, 5, 20))]
            elif how == 3:
                at = data.find(rng.choice((b"{", b",")), at)
                data[at + 1 : at + 1] = rng.choice(PIECES)
            elif how == 4:
                start = data.find(b",", at)
                stop = data.find(b",", start + 1)
                data[stop:stop] = data[start:stop]
            else:
                data[at] = rng.randrange(256)
        value = decode_record(bytes(data))
        if value is None:
            refused += 1
            continue
        straight += 1
        assert value == slowly(bytes(data)), bytes(data)
    assert straight > 500
    assert refused > 2000


@pytest.mark.parametrize(
    "meta",
    [
        *('{"a":1.5}', '{"a":1e2}', '{"a":1234567890123456789}', '{"a":-1234567890123456789}', '{"a":"\\ud800"}'),
        *(
            '{"a":NaN}',
            '{"a":1,"\\u0061":2}',
            '{"":1,"":2}',
            '{"a":"\\u003a","a":1}',
            '{"a":"' + "x" * 16_001 + '"}',
        ),
        *('{"a":' + "[" * depth + "]" * depth + "}" for depth in (33, 200, 900, 5000)),
    ],
)
def test_what_meta_may_not_hold_is_left_to_the_careful_reading(meta: str) -> None:
    data = ('{"format":"euchre-hand/1","house":"club","log":[],"meta":' + meta + "}").encode()
    assert decode_record(data) is None
    assert slowly(data) is None

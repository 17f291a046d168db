"""Changes to files at random: to bytes and lines of any, to values where a file is JSON or msgpack."""

from __future__ import annotations

import gzip
import io
import json
import math
import tarfile
import warnings
import zipfile
from random import Random
from typing import Any

import msgpack

from euchre_audit.cards import CANDIDATES
from euchre_audit.engine.events import EVENTS

NUMBERS = [0, 1, -1, 4, 5, 255, 2**31, 2**63 - 1, 2**64 - 1, -(2**63), 10**17, 10**18 - 1, 10**18, 10**400]
NUMBERS += [0.5, -0.0, 1e308, math.inf, math.nan]
TEXTS = [
    "", "\0", "\x1b[31m", "\x9b2J", "\u202eba", "\ud800", "\u2028", "::error::x", "##[debug]", "٣", "é", "A" * 3000,
    "<script>", "../x", "C:\\x", "=1+1", "\r\n", "0 swap 9c for ??", "0 give Ac 2", "0" * 64, "f" * 63, "1e5", "??",
    "Ac", "Jo", "?h", "0 pass", "1 order alone", "3 play ??",
]  # fmt: skip
BYTES = [
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\n", b"\n\n", b"\x1b[2J", b"\xed\xa0\x80", b"\xd9\xa3",
    b"-1", b"0", b"00", b"18446744073709551616", b"1e999", b"NaN", b"[" * 3000, b'{"a":' * 900, b'"', b" ",
]  # fmt: skip
NAMES = [
    "../x.json", "/x.json", "a//b.json", "C:x.json", "\x1b[2J.json", "x\u202e.json", ".hidden.json", "CON.json",
    "d/" * 40 + "x.json", "n" * 1100 + ".json", "archive.json", "ledger.jsonl", "a\\b.json", "é.json", "a/",
]  # fmt: skip
CARDS, LINES = list(CANDIDATES), list(EVENTS)
ALIKE = {**dict.fromkeys(CARDS, "card"), **dict.fromkeys(LINES, "line")}


class Pairs(list[tuple[Any, Any]]):
    """An object as its names and values in order, of which two names may be alike."""


def mutate(rng: Random, name: str, data: bytes, others: list[bytes]) -> bytes:
    """The file ``name`` with one change or a few; ``others`` are files of its kind to take pieces from."""
    kind = name.rpartition(".")[2]
    made = data
    for _ in range(rng.choice((1, 1, 1, 1, 2, 4))):
        try:
            if rng.random() < 0.12:
                raise ValueError
            made = _in_tree(rng, kind, made, others)
        except Exception:  # not of its form any more: nothing is left but its bytes
            made = _in_bytes(rng, made, others)
    return made


def _in_bytes(rng: Random, data: bytes, others: list[bytes]) -> bytes:
    if rng.random() < 0.3:
        lines = data.splitlines(keepends=True) or [b""]
        first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[first : first + rng.randrange(2)] = rng.choice(([], [lines[second]], [lines[second], lines[first]]))
        return b"".join(lines)
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((1, 1, 2, 4, 16, 200)))
    other = rng.choice(others)
    start = rng.randrange(len(other) + 1)
    for byte in data[at : at + 1] if rng.random() < 0.2 else b"":
        return data[:at] + bytes([byte ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    piece = other[start : start + rng.choice((8, 64, 500))]
    new = rng.choice((b"", data[at:end] * 2, rng.choice(BYTES), rng.choice(BYTES), rng.randbytes(end - at), piece))
    return data[:at] + new + data[rng.choice((at, end, end, len(data))) :]


def _in_tree(rng: Random, kind: str, data: bytes, others: list[bytes]) -> bytes:
    if kind == "msgpack":
        unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, object_pairs_hook=Pairs)
        unpacker.feed(data)
        return b"".join(_packed(each) for each in _changed(rng, list(unpacker), others))
    if kind in ("zip", "tar", "gz"):
        return _repacked(rng, kind, data, others)
    if kind == "jsonl":
        lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        lines[at] = _in_tree(rng, "json", lines[at], others)
        return b"\n".join(lines)
    if kind not in ("json", "egn", "emn"):
        raise ValueError
    tree = json.loads(data, object_pairs_hook=Pairs)
    return _spelled(_changed(rng, [tree], others)[0]).encode("utf-8", "surrogatepass")


def _places(tree: Any) -> list[tuple[Any, int]]:
    """Every place of a value: what it stands in, and the index there."""
    found, todo = [], [tree]
    while todo:
        holder = todo.pop()
        for index, item in enumerate(holder):
            found.append((holder, index))
            value = item[1] if type(holder) is Pairs else item
            if isinstance(value, list):
                todo.append(value)
    return found


def _repacked(rng: Random, kind: str, data: bytes, others: list[bytes]) -> bytes:
    """A container with a file in it changed, called otherwise, put in twice, or made a link."""
    read = io.BytesIO(gzip.decompress(data) if kind == "gz" else data)
    if kind == "zip":
        with zipfile.ZipFile(read) as source:
            items = [(each.filename, source.read(each)) for each in source.infolist()]
    else:
        with tarfile.open(fileobj=read) as tar:
            items = [(each.name, (tar.extractfile(each) or io.BytesIO()).read()) for each in tar.getmembers()]
    at, link = rng.randrange(len(items)), rng.random() < 0.05
    how, (name, text) = rng.randrange(4), items[at]
    if how == 0:
        items[at] = (rng.choice([*NAMES, name.upper(), f"{name}/x.json", items[0][0]]), text)
    elif how == 1:
        items.append((rng.choice([name, *NAMES]), rng.choice(items)[1]))
    else:
        items[at] = (name, mutate(rng, name, text, [each for _, each in items]))
    made = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w") if kind == "zip" else _tar(made) as target:
        warnings.simplefilter("ignore")
        for name, text in items:
            if isinstance(target, zipfile.ZipFile):
                packed = zipfile.ZipInfo(name)
                packed.external_attr = (0o120777 if link else 0o100644) << 16
                target.writestr(packed, text, rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
            else:
                member = tarfile.TarInfo(name)
                member.size, member.type = len(text), rng.choice(b"1235x").to_bytes() if link else tarfile.REGTYPE
                target.addfile(member, io.BytesIO(text))
    return gzip.compress(made.getvalue(), mtime=0) if kind == "gz" else made.getvalue()


def _tar(made: io.BytesIO) -> tarfile.TarFile:
    return tarfile.open(fileobj=made, mode="w")


def _kind(value: Any) -> Any:
    """What a value looks like: values of one kind can stand for each other."""
    return (ALIKE.get(value, len(value) == 64) if isinstance(value, str) else None, type(value))


def _changed(rng: Random, tree: list[Any], others: list[bytes]) -> list[Any]:
    places = _places(tree)
    holder, index = rng.choice(places)
    pairs = type(holder) is Pairs
    values = [each[at][1] if type(each) is Pairs else each[at] for each, at in places]
    old = holder[index][1] if pairs else holder[index]
    how = rng.randrange(12)
    if how == 0 and holder is not tree:
        del holder[index]
    elif how == 1:
        holder.insert(rng.randrange(len(holder) + 1), holder[index])
    elif how == 2 and pairs:
        holder[index] = (rng.choice([*TEXTS, "format", "hands", "seat", holder[0][0]]), old)
    elif how == 3 and not pairs:
        other = rng.randrange(len(holder))
        holder[index], holder[other] = holder[other], holder[index]
    else:
        value = _value(rng, old, rng.choice([each for each in values if _kind(each) == _kind(old)]))
        if how == 4:
            value = rng.choice(values)
        if isinstance(value, list):
            value = json.loads(_spelled(value), object_pairs_hook=Pairs)
        holder[index] = (holder[index][0], value) if pairs else value
    return tree


def _value(rng: Random, old: Any, given: Any) -> Any:
    how = rng.randrange(12)
    if how < 4:
        return given
    if how < 9 and isinstance(old, str):
        if old in ALIKE:
            return rng.choice(CARDS if ALIKE[old] == "card" else LINES)
        at = rng.randrange(len(old) + 1)
        return old[:at] + rng.choice([*TEXTS, old[at:][::-1], "0", "a"]) + old[at + rng.randrange(2) :]
    if how < 9 and type(old) is int:
        return old + rng.choice((-1, 1, 2, -2, 10))
    if how == 9:
        deep: Any = rng.choice(TEXTS)
        for _ in range(rng.choice((1, 1, 3, 40, 600))):
            deep = [deep] if rng.random() < 0.7 else Pairs([("a", deep)])
        return deep
    return rng.choice([*NUMBERS, *TEXTS, None, True, False, [], Pairs(), [[]], [None] * 300])


def _spelled(tree: Any) -> str:
    """JSON with names as often as they stand there."""
    if type(tree) is Pairs:
        return "{" + ",".join(f"{json.dumps(str(name))}:{_spelled(value)}" for name, value in tree) + "}"
    return "[" + ",".join(map(_spelled, tree)) + "]" if isinstance(tree, list) else json.dumps(tree)


def _packed(tree: Any) -> bytes:
    packer = msgpack.Packer(unicode_errors="surrogatepass")
    if type(tree) is Pairs:
        return packer.pack_map_header(len(tree)) + b"".join(_packed(name) + _packed(value) for name, value in tree)
    if isinstance(tree, list):
        return packer.pack_array_header(len(tree)) + b"".join(map(_packed, tree))
    return packer.pack(tree)

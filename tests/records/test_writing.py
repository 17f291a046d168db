"""Records from one form to another without loss, and files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.audit import load
from euchre_audit.audit.inputs import Loaded
from euchre_audit.findings import Unreadable
from euchre_audit.notations.convert import convert_any
from euchre_audit.records import Source, write_atomically
from euchre_audit.records.write import encode, json_text
from tests.audit.games import Doc, proven_game
from tests.twin.generate import random_hand

VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**18) + 1, 10**18 - 1),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=15,
)


def trees_of(data: bytes, path: str) -> list[Any]:
    loaded = list(load(Source(path, data)))
    assert all(isinstance(item, Loaded) for item in loaded)
    return [item.document.tree for item in loaded if isinstance(item, Loaded)]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4), st.integers(0, 999))
def test_every_form_holds_the_same(meta: Doc, seed: int) -> None:
    hand = {**random_hand(Random(seed), "family"), "meta": meta}
    for kind in ("json", "jsonl", "msgpack"):
        assert trees_of(encode([hand], kind), f"hand.{kind}") == [hand]
    for kind in ("jsonl", "msgpack"):
        assert trees_of(encode([hand, hand, hand], kind), f"hand.{kind}") == [hand] * 3


def test_a_way_round_gives_the_first_file_again(tmp_path: Path) -> None:
    game = proven_game(1)
    (tmp_path / "a.json").write_text(json_text(game), encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("a.json", "b.msgpack", "c.jsonl", "d.json")]
    for source, target in pairwise(paths):
        assert convert_any(source, target) == [f"{target}: 1 record"]
    assert Path(paths[0]).read_bytes() == Path(paths[3]).read_bytes()
    assert json.loads(Path(paths[3]).read_text(encoding="utf-8")) == game


def test_a_stream_does_not_go_into_one_json_file(tmp_path: Path) -> None:
    hand = random_hand(Random(1), "family")
    (tmp_path / "a.jsonl").write_bytes(encode([hand, hand], "jsonl"))
    with pytest.raises(Unreadable) as refused:
        convert_any(str(tmp_path / "a.jsonl"), str(tmp_path / "b.json"))
    assert refused.value.finding.code == "F101"
    assert not (tmp_path / "b.json").exists()
    target = str(tmp_path / "b.msgpack")
    assert convert_any(str(tmp_path / "a.jsonl"), target) == [f"{target}: 2 records"]


@pytest.mark.parametrize("target", ["b.txt", "b", "b.ptn", "b.proof.json", "b.json.bak"])
def test_another_ending_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "a.json").write_bytes(encode([random_hand(Random(1), "family")], "json"))
    with pytest.raises(Unreadable):
        convert_any(str(tmp_path / "a.json"), str(tmp_path / target))
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize("bad", [b"", b"{", b'{"format": "euchre-hand/1"}', b'{"a": 1, "a": 2}', b"[]"])
def test_nothing_is_written_for_a_file_that_cannot_be_read(tmp_path: Path, bad: bytes) -> None:
    good = encode([random_hand(Random(1), "family")], "jsonl")
    (tmp_path / "a.jsonl").write_bytes(good + bad + b"\n" + good if bad else b"")
    with pytest.raises(Unreadable):
        convert_any(str(tmp_path / "a.jsonl"), str(tmp_path / "b.msgpack"))
    assert os.listdir(tmp_path) == ["a.jsonl"]


def test_a_file_that_is_there_is_not_touched_without_force(tmp_path: Path) -> None:
    path = tmp_path / "there.json"
    path.write_bytes(b"mine")
    before = path.stat()
    with pytest.raises(Unreadable) as refused:
        write_atomically(str(path), b"yours")
    assert (refused.value.finding.code, refused.value.finding.where.path) == ("F101", str(path))
    after = path.stat()
    assert (path.read_bytes(), after.st_mtime_ns, after.st_ino) == (b"mine", before.st_mtime_ns, before.st_ino)
    write_atomically(str(path), b"yours", force=True)
    assert path.read_bytes() == b"yours"
    assert os.listdir(tmp_path) == ["there.json"]


def test_a_link_that_leads_nowhere_counts_as_there(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "nowhere")
    with pytest.raises(Unreadable):
        write_atomically(str(link), b"data")
    assert link.is_symlink()


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("there", [True, False])
def test_a_failure_on_the_way_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, there: bool
) -> None:
    path = tmp_path / "out.json"
    if there:
        path.write_bytes(b"mine")

    def fails(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(Unreadable) as refused:
        write_atomically(str(path), b"x" * 100_000, force=True)
    assert "No space left" in str(refused.value)
    assert os.listdir(tmp_path) == (["out.json"] if there else [])
    assert not there or path.read_bytes() == b"mine"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        write_atomically(str(tmp_path / "no" / "out.json"), b"data")
    assert refused.value.finding.code == "F101"


def test_a_new_file_is_readable_as_the_user_has_it(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(str(tmp_path / "out.json"), b"data")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o640

"""Histories of another engine, read and written; its own hands stand in the corpus in both forms."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from euchre_audit.audit import Report
from euchre_audit.notations.openspiel import write_openspiel
from euchre_audit.records import HandRecord, Source
from tests.audit.games import report_of as source_report
from tests.twin.generate import random_hand

Doc = dict[str, Any]
CARDS = [rank + suit for rank in "9TJQKA" for suit in "cdhs"]
CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")


def report_of(*documents: Doc) -> Report:
    return source_report(Source("histories.jsonl", "".join(json.dumps(each) + "\n" for each in documents).encode()))


def record_of(tree: Doc) -> HandRecord:
    names = HandRecord.__struct_fields__
    return msgspec.convert({key: value for key, value in tree.items() if key in names}, HandRecord)


def history_of(hand: Doc, stick: bool = False) -> Doc:
    """The history of a hand by the description of the notation, made without the package."""
    dealer = hand["dealer"]
    dealt = [hand["dealt"][(dealer + card) % 4][card // 4] for card in range(20)]
    history = [dealer, *map(CARDS.index, [*dealt, hand["up"]])]
    alone = None
    for line in hand["log"]:
        words = line.split()
        if words[1] == "pass":
            history.append(24)
        elif words[1] in ("order", "name"):
            suit = hand["up"][1] if words[1] == "order" else words[2]
            history.append(25 + "cdhs".index(suit))
            alone = 29 if words[-1] == "alone" else 30
        else:
            if words[1] == "play" and alone is not None:
                history.append(alone)
                alone = None
            history.append(CARDS.index(words[2]))
    points = hand["claims"]["points"]
    made = points[0] - points[1]
    return {"params": {"stick_the_dealer": stick}, "history": history, "returns": [made, -made, made, -made]}


def hands(stick: bool) -> list[Doc]:
    rng = Random(f"openspiel/{stick}")
    return [random_hand(rng, "openspiel", {"stick_the_dealer": stick}) for _ in range(40)]


@pytest.mark.parametrize("stick", [False, True])
def test_a_history_is_read_as_the_hand_that_it_is(stick: bool) -> None:
    for hand in hands(stick):
        report = report_of(history_of(hand, stick))
        assert report.exit_code == 0, [finding.message for finding in report.all_findings()]
        assert report.answers["play"] == "pass"
        assert report.games[0].hands[0].points == hand["claims"]["points"]


@pytest.mark.parametrize("stick", [False, True])
def test_a_hand_is_written_as_its_history(stick: bool) -> None:
    for hand in hands(stick):
        assert write_openspiel(record_of(hand)) == history_of(hand, stick)["history"]


@pytest.mark.skipif(CORPUS is None, reason="EUCHRE_AUDIT_CORPUS is not set")
@pytest.mark.parametrize("name", ["stick", "throw-in"])
def test_the_engine_s_own_hands_both_ways(name: str) -> None:
    path = Path(str(CORPUS), "corpus", "openspiel", f"{name}.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    report = report_of(*lines)
    assert report.exit_code == 0
    assert len(report.games) == len(lines)
    for line, game in zip(lines, report.games, strict=True):
        assert game.hands[0].points == line["hand"]["claims"]["points"]
        assert write_openspiel(record_of(line["hand"])) == line["history"]


@pytest.mark.parametrize("name", ["stick", "throw-in"])
@pytest.mark.skipif(CORPUS is None, reason="EUCHRE_AUDIT_CORPUS is not set")
def test_the_engine_s_own_hands_in_our_form(name: str) -> None:
    path = Path(str(CORPUS), "corpus", "openspiel", f"{name}.jsonl")
    documents = []
    for line in path.read_text().splitlines():
        tree = json.loads(line)
        documents.append({"format": "euchre-hand/1", "house": "openspiel", "rules": tree["params"], **tree["hand"]})
    report = report_of(*documents)
    assert report.exit_code == 0
    assert not report.all_findings()
    assert report.answers["score"] == "pass"


def played() -> Doc:
    return next(
        history_of(hand) for hand in hands(False) if hand["ended"] == "played" and "order" in str(hand["log"])
    )


def test_a_wrong_return_is_told_at_its_place() -> None:
    tree = played()
    tree["returns"] = [9, -9, 9, -9]
    (finding,) = [each for each in report_of(tree).all_findings() if each.severity == "error"]
    assert (finding.code, finding.where.pointer) == ("S102", "/returns")


def test_a_card_played_twice_is_told_at_its_place() -> None:
    tree = played()
    tree["history"][-1] = tree["history"][-6]
    (finding,) = [each for each in report_of(tree).all_findings() if each.severity == "error"]
    assert (finding.code, finding.where.pointer) == ("P320", f"/history/{len(tree['history']) - 1}")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda tree: tree.update(history=5), "/history"),
        (lambda tree: tree["history"].__setitem__(0, 4), "/history/0"),
        (lambda tree: tree["history"].__setitem__(3, 24), "/history/3"),
        (lambda tree: tree["history"].__setitem__(3, True), "/history/3"),
        (lambda tree: tree["history"].__setitem__(21, "9c"), "/history/21"),
        (lambda tree: tree["history"].__setitem__(22, 29), "/history/22"),
        (lambda tree: tree.update(history=tree["history"][:9]), "/history"),
        (lambda tree: tree.update(params=[]), "/params"),
        (lambda tree: tree["params"].update(allow_lone_defender=True), "/params/allow_lone_defender"),
        (lambda tree: tree["params"].update(stick_the_dealer=1), "/params/stick_the_dealer"),
        (lambda tree: tree.update(returns=[1, 1, 1, 1]), "/returns"),
        (lambda tree: tree.update(returns="x"), "/returns"),
    ],
)
def test_what_is_no_history_is_refused_at_its_place(change: Any, pointer: str) -> None:
    tree = played()
    change(tree)
    report = report_of(tree)
    (finding,) = report.all_findings()
    assert (finding.code, finding.where.pointer, report.exit_code) == ("F110", pointer, 2)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"up": "??"}, "not known"),
        ({"dealt": None}, "all four hands"),
        ({"dealt": [["9c", "Tc", "Jc", "Qc", "Kc"]] * 3}, "all four hands"),
        ({"log": ["0 pass", "1 lay-down"]}, "cannot say"),
        ({"log": ["0 name n"]}, "without trump"),
        ({"log": ["0 play ??"]}, "not known"),
    ],
)
def test_what_a_history_cannot_say_is_refused_in_words(change: Doc, says: str) -> None:
    record = record_of({**hands(False)[0], **change})
    with pytest.raises(ValueError, match=says):
        write_openspiel(record)

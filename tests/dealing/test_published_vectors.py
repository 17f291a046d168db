"""The published vectors through the package, and what makes a vector fail."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.dealing import deal, parse_terms
from euchre_audit.dealing.check_vectors import check_vector, trace_entry

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
needs_corpus = pytest.mark.skipif(
    not CORPUS, reason="EUCHRE_AUDIT_CORPUS is unset: it names the folder with vectors/"
)


def vectors(name: str) -> list[dict[str, Any]]:
    text = files("euchre_audit.dealing").joinpath("vectors", name).read_text("ascii")
    return json.loads(text)["vectors"]


DEALS, TERMS = vectors("deal-v1.json"), vectors("terms-v1.json")
VALID = [vector for vector in DEALS if vector["result"] == "valid"]
INVALID = [vector for vector in DEALS if vector["result"] == "invalid"]
PLAYERS = next(vector for vector in VALID if vector["id"] == "players-two")


@pytest.mark.parametrize("vector", DEALS + TERMS, ids=lambda vector: vector["id"])
def test_vector_of_the_package(vector):
    assert check_vector(vector) is None


@needs_corpus
def test_vectors_of_the_corpus():
    paths = sorted((Path(CORPUS or "") / "vectors").glob("*.json"))
    assert paths
    for path in paths:
        for vector in json.loads(path.read_text("utf-8"))["vectors"]:
            assert check_vector(vector) is None, (path.name, vector["id"])


@pytest.mark.parametrize("vector", INVALID, ids=lambda vector: vector["id"])
def test_invalid_vector_does_not_pass_for_a_valid_one(vector):
    claimed = {**vector, "result": "valid"}
    difference = check_vector(claimed)
    assert difference is not None
    assert difference[0] == vector["fails_at"]


def test_valid_vector_does_not_pass_for_an_invalid_one():
    for vector in (PLAYERS, {"terms": PLAYERS["terms"]}):
        difference = check_vector({**vector, "result": "invalid"})
        assert difference is not None and difference[0] == "result"


def test_invalid_vector_fails_where_it_says():
    wrong = {**PLAYERS, "result": "invalid", "mix": "00"}
    assert check_vector(wrong) is None
    assert check_vector({**wrong, "fails_at": "mix"}) is None
    difference = check_vector({**wrong, "fails_at": "key"})
    assert difference == ("result", "a difference first at key", "first at mix")


def test_result_is_valid_where_none_is_given():
    given = {key: value for key, value in PLAYERS.items() if key != "result"}
    assert check_vector(given) is None
    assert check_vector({**given, "dealer": 9}) == ("dealer", PLAYERS["dealer"], 9)


def with_part(*path: Any, value: Any) -> dict[str, Any]:
    vector = deepcopy(PLAYERS)
    at = vector
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return vector


@pytest.mark.parametrize(
    ("vector", "stage"),
    [
        (with_part("terms", value=PLAYERS["terms"][:-1]), "terms"),
        (with_part("terms", value=PLAYERS["terms"] + "\ud800"), "terms"),
        (with_part("terms_hash", value="00" * 32), "terms_hash"),
        (with_part("secret", value=PLAYERS["secret"].upper()), "commitment"),
        (with_part("secret", value=PLAYERS["secret"][:-2]), "commitment"),
        (with_part("secret", value=None), "commitment"),
        (with_part("secret", value="00" * 32), "commitment"),
        (with_part("commitment", value="00" * 32), "commitment"),
        (with_part("mix", value="0000"), "mix"),
        (with_part("key", value=PLAYERS["commitment"]), "key"),
        (with_part("contributions", 0, "value", value="00"), "contributions"),
        (with_part("contributions", 0, "value", value="zz" * 32), "contributions"),
        (with_part("contributions", 0, "value", value=["00"] * 64), "contributions"),
        (with_part("contributions", 0, "label", value="seat 9"), "contributions"),
        (with_part("contributions", 0, "label", value="beacon"), "contributions"),
        (with_part("contributions", 1, "contribution", value="00" * 32), "contributions"),
        (with_part("contributions", value=PLAYERS["contributions"][:1]), "contributions"),
        (with_part("contributions", value=[]), "contributions"),
        *((with_part("trace", i, "deck", 3, value="Jo"), f"stage {i + 1}") for i in range(5)),
        (with_part("trace", 0, "draws", 0, value=24), "stage 1"),
        (with_part("trace", 1, "cut", value=9), "stage 2"),
        (with_part("trace", 3, "packets", value=[8, 8, 8, 0]), "stage 4"),
        (with_part("trace", 3, "order", value="ABC"), "stage 4"),
        (with_part("trace", 4, "kind", value="cut-middle"), "stage 5"),
        (with_part("deck", 0, value="Jo"), "deck"),
        (with_part("dealer", value=4), "dealer"),
        (with_part("hands", 0, 0, value="Jo"), "hands"),
        (with_part("up", value="Jo"), "up"),
        (with_part("kitty", value=[]), "kitty"),
    ],
)
def test_first_value_that_is_not_as_it_says(vector, stage):
    difference = check_vector(vector)
    assert difference is not None and difference[0] == stage


def test_contribution_need_not_be_shown():
    vector = with_part("contributions", 0, "contribution", value=None)
    del vector["contributions"][0]["contribution"]
    assert check_vector(vector) is None


def test_beacon_signature_and_its_value():
    beacon = next(
        vector for vector in VALID if vector["contributions"] and "signature" in vector["contributions"][0]
    )
    assert check_vector(beacon) is None
    for change in ({"value": "00" * 32}, {"signature": "00" * 48}, {"signature": "00"}, {"signature": None}):
        wrong = {**beacon, "contributions": [{**beacon["contributions"][0], **change}]}
        difference = check_vector(wrong)
        assert difference is not None and difference[0] == "contributions"


def test_trace_need_not_show_everything():
    vector = deepcopy(PLAYERS)
    for entry in vector["trace"]:
        entry.pop("draws", None)
    del vector["trace"][3:]
    assert check_vector(vector) is None


def test_there_is_no_sixth_stage():
    vector = deepcopy(PLAYERS)
    vector["trace"].append({"stage": 6, "kind": "shuffle"})
    assert check_vector(vector) == ("stage 6", "no further stage", {"stage": 6, "kind": "shuffle"})


def test_hand_0_has_no_hands():
    draw = next(vector for vector in VALID if "pattern none" in vector["terms"])
    assert check_vector(draw) is None
    assert check_vector({**draw, "dealer": 7}) == ("dealer", draw["dealer"], 7)
    assert check_vector({**draw, "hands": [], "up": None, "kitty": []}) is None
    assert check_vector({**draw, "hands": [["9c"]]}) == ("hands", [], [["9c"]])


@pytest.mark.parametrize("vector", [{}, {"terms": None}, {"terms": ["x"]}, {**PLAYERS, "result": "maybe"}])
def test_what_is_no_vector(vector):
    with pytest.raises(ValueError, match=r"a vector has its terms|result is valid"):
        check_vector(vector)


def test_trace_shows_of_each_stage_what_belongs_to_it():
    terms = parse_terms(PLAYERS["terms"].encode())
    values = {int(entry["label"].split()[1]): bytes.fromhex(entry["value"]) for entry in PLAYERS["contributions"]}
    dealt = deal(terms, bytes.fromhex(PLAYERS["secret"]), values)
    assert [trace_entry(stage) for stage in dealt.stages] == PLAYERS["trace"]
    assert dealt.commitment.hex() == PLAYERS["commitment"]

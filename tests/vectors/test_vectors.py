"""The published vectors are what the reference says, and no wrong reading agrees with all of them."""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.vectors.make_vectors import FOLDERS, ROOT, documents
from tests.vectors.reference import DECKS, STEPS, Procedure, Stream, TermsReader, Unusable, fault
from tests.vectors.wrong_readings import DEAL_READINGS, TERMS_READINGS

DEALS = json.loads((FOLDERS[0] / "deal-v1.json").read_text("ascii"))
TERMS = json.loads((FOLDERS[0] / "terms-v1.json").read_text("ascii"))
VALID = [vector for vector in DEALS["vectors"] if vector["result"] == "valid"]
INVALID = [vector for vector in DEALS["vectors"] if vector["result"] == "invalid"]


def by_id(vector: dict) -> str:
    return vector["id"]


def takes(reader: TermsReader, text: str) -> bool:
    try:
        reader.read(text.encode())
    except Unusable:
        return False
    return True


@pytest.fixture(scope="module")
def written_now() -> dict[str, str]:
    return documents()


@pytest.mark.parametrize("name", ["deal-v1.json", "terms-v1.json"])
def test_published_files_are_what_the_generator_writes(name: str, written_now: dict[str, str]) -> None:
    for folder in FOLDERS:
        assert (folder / name).read_bytes() == written_now[name].encode("ascii"), folder.relative_to(ROOT)


@pytest.mark.parametrize("document", [DEALS, TERMS], ids=["deal", "terms"])
def test_vectors_are_in_good_order(document: dict) -> None:
    vectors = document["vectors"]
    assert len({vector["id"] for vector in vectors}) == len(vectors)
    assert {flag for vector in vectors for flag in vector["flags"]} <= set(document["notes"])
    for vector in vectors:
        assert vector["comment"] and vector["flags"], vector["id"]
        assert ("fails_at" in vector) == (document is DEALS and vector["result"] == "invalid"), vector["id"]


@pytest.mark.parametrize("vector", VALID, ids=by_id)
def test_valid_deal_is_reproduced(vector: dict) -> None:
    assert fault(vector) is None


@pytest.mark.parametrize("vector", INVALID, ids=by_id)
def test_invalid_deal_fails_where_it_says(vector: dict) -> None:
    assert vector["fails_at"] in STEPS
    assert fault(vector) == vector["fails_at"]


def test_invalid_deals_fail_at_every_step() -> None:
    assert {vector["fails_at"] for vector in INVALID} == set(STEPS)


@pytest.mark.parametrize("vector", TERMS["vectors"], ids=by_id)
def test_terms_are_taken_or_refused(vector: dict) -> None:
    assert takes(TermsReader(), vector["terms"]) == (vector["result"] == "valid")


@pytest.mark.parametrize("vector", DEALS["vectors"], ids=by_id)
def test_terms_of_deals_are_taken_unless_they_are_the_fault(vector: dict) -> None:
    assert takes(TermsReader(), vector["terms"]) == (vector.get("fails_at") != "terms")


@pytest.mark.parametrize("reading", DEAL_READINGS, ids=lambda reading: reading.__name__)
def test_some_deal_tells_the_wrong_reading_apart(reading: type[Procedure]) -> None:
    assert any(fault(vector, reading()) for vector in VALID), f"no vector tells: {reading.__doc__}"


@pytest.mark.parametrize("reading", TERMS_READINGS, ids=lambda reading: reading.__name__)
def test_some_terms_tell_the_wrong_reading_apart(reading: type[TermsReader]) -> None:
    told = [v["id"] for v in TERMS["vectors"] if takes(reading(), v["terms"]) != (v["result"] == "valid")]
    assert told, f"no terms tell: {reading.__doc__}"


@pytest.mark.parametrize("reading", DEAL_READINGS + TERMS_READINGS, ids=lambda reading: reading.__name__)
def test_wrong_reading_is_described(reading: type) -> None:
    assert reading.__doc__ and reading.__doc__.endswith(".")


def test_draw_gives_every_result_equally_often() -> None:
    procedure = Procedure()
    for n in range(2, 257):
        results: Counter[int] = Counter()
        for byte in range(256):
            stream = Stream(1, iter([byte]))
            try:
                results[procedure.draw(stream, n)] += 1
            except StopIteration:
                assert byte >= 256 - 256 % n
        assert set(results) == set(range(n))
        assert set(results.values()) == {256 // n}


@pytest.mark.parametrize(
    ("deck", "lowest", "highest", "triples"),
    [
        ("24", 10, 14, 7),
        ("25", 10, 15, 12),
        ("28", 11, 17, 12),
        ("29", 12, 17, 12),
        ("32", 13, 19, 12),
        ("33", 13, 20, 7),
    ],
)
def test_cuts_have_the_bounds_of_the_table(deck: str, lowest: int, highest: int, triples: int) -> None:
    procedure = Procedure()
    assert procedure.middle(int(deck)) == (lowest, highest)
    assert len(procedure.triples(int(deck))) == triples
    assert len(set(procedure.fresh_deck(deck))) == int(deck)


def test_every_deck_is_dealt_by_some_vector() -> None:
    dealt = {(re.search("deck (.*)", v["terms"])[1], re.search("seats (.*)", v["terms"])[1]) for v in VALID}
    assert {deck for deck, _ in dealt} == set(DECKS)
    assert {seats for _, seats in dealt} == set("23456")


def test_written_procedure_shows_the_worked_example() -> None:
    text = (ROOT / "schemas" / "deal-procedure.md").read_text("utf-8")
    vector = next(v for v in VALID if v["id"] == "players-two")
    shown = [vector[name] for name in ("terms", "terms_hash", "secret", "commitment", "key", "up")]
    shown += [entry[name] for entry in vector["contributions"] for name in ("value", "contribution")]
    shown += [" ".join(cards) for cards in [vector["deck"], vector["kitty"], *vector["hands"]]]
    shown += [" ".join(entry["deck"]) for entry in vector["trace"]]
    shown += [" ".join(map(str, entry["draws"])) for entry in vector["trace"] if "draws" in entry]
    missing = [value for value in shown if value not in text]
    assert not missing
    assert vector["mix"] in text.replace("\n", "").replace(" ", "")


@pytest.mark.skipif(not os.environ.get("EUCHRE_AUDIT_CORPUS"), reason="EUCHRE_AUDIT_CORPUS names no corpus")
def test_reference_agrees_with_the_vectors_of_the_corpus() -> None:
    folder = Path(os.environ["EUCHRE_AUDIT_CORPUS"]) / "vectors"
    deals = json.loads((folder / "deal-v1.json").read_text("utf-8"))["vectors"]
    terms = json.loads((folder / "terms-v1.json").read_text("utf-8"))["vectors"]
    assert deals and terms
    for vector in deals:
        made = Procedure().deal(vector["id"], vector["terms"], vector["secret"], vector["contributions"])
        assert made == vector, vector["id"]
    for vector in terms:
        assert takes(TermsReader(), vector["terms"]) == (vector.get("result", "valid") == "valid"), vector["id"]

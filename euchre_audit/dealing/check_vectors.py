"""Vectors checked one by one: the first stage at which one fails, or None.

A vector is valid unless its ``result`` is ``invalid``. An invalid one passes when its terms are refused, when
it cannot be dealt, or when some value in it is not what the procedure gives.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from ..cards import NAMES
from .commitment import MissingEntropy, commitment, contribution, read_hex
from .deal import Dealt, deal
from .stages import Stage
from .terms import TermsError, parse_terms

Difference = tuple[str, Any, Any]


def check_vector(vector: Mapping[str, Any]) -> Difference | None:
    """``(stage, expected, found)`` where the vector is not as it says; None where it is.

    ``ValueError`` for a vector that is not of a vector's form.
    """
    if not isinstance(vector.get("terms"), str):
        raise ValueError("a vector has its terms as text")
    result = vector.get("result", "valid")
    if result not in ("valid", "invalid"):
        raise ValueError("result is valid or invalid")
    difference = next(_differences(vector), None)
    if result == "valid":
        return difference
    if difference is None:
        return "result", "a difference at some stage", "every value as the procedure gives it"
    fails_at = vector.get("fails_at")
    if fails_at is not None and fails_at != difference[0]:
        return "result", f"a difference first at {fails_at}", f"first at {difference[0]}"
    return None


def _differences(vector: Mapping[str, Any]) -> Iterator[Difference]:
    try:
        terms = parse_terms(vector["terms"].encode("utf-8", "surrogatepass"))
    except TermsError as error:
        yield "terms", "refused: " + str(error), "taken as valid"
        return
    yield from _compare(vector, "terms_hash", terms.terms_hash.hex())
    if "secret" not in vector:
        return
    secret = _bytes(vector["secret"], 32)
    if secret is None:
        yield "commitment", "a secret of 64 small hex digits", vector["secret"]
        return
    yield from _compare(vector, "commitment", commitment(terms.terms_hash, secret).hex())
    committed = commitment(terms.terms_hash, secret)
    values: dict[int, bytes] = {}
    signature = None
    for given in vector.get("contributions", []):
        label = given.get("label")
        if "signature" in given:
            signature = _bytes(given["signature"], 48)
            if signature is None or given.get("value") != hashlib.sha256(signature).hexdigest():
                yield "contributions", "a signature of 48 bytes and its SHA-256", given
            continue
        seat = next((seat for seat in terms.players if label == f"seat {seat}"), None)
        value = _bytes(given.get("value"), 32)
        if seat is None or value is None:
            yield "contributions", "32 bytes for a seat that the terms name", given
            return
        values[seat] = value
        made = contribution(committed, seat, value).hex()
        if given.get("contribution", made) != made:
            yield "contributions", made, given["contribution"]
    try:
        dealt = deal(terms, secret, values, signature)
    except (MissingEntropy, ValueError) as error:
        yield "contributions", str(error), vector.get("contributions")
        return
    yield from _compare(vector, "mix", dealt.mix.hex())
    yield from _compare(vector, "key", dealt.key.hex())
    for given, stage in zip(vector.get("trace", []), dealt.stages, strict=False):
        expected = {key: value for key, value in trace_entry(stage).items() if key in given}
        if given != expected:
            yield f"stage {stage.number}", expected, given
    for given in vector.get("trace", [])[len(dealt.stages) :]:
        yield f"stage {len(dealt.stages) + 1}", "no further stage", given
    yield from _outcome(vector, dealt)


def _outcome(vector: Mapping[str, Any], dealt: Dealt) -> Iterator[Difference]:
    yield from _compare(vector, "deck", names(dealt.deck))
    yield from _compare(vector, "dealer", dealt.dealer)
    yield from _compare(vector, "hands", [names(hand) for hand in dealt.hands])
    yield from _compare(vector, "up", None if dealt.up is None else NAMES[dealt.up])
    yield from _compare(vector, "kitty", names(dealt.kitty))


def _compare(vector: Mapping[str, Any], key: str, expected: Any) -> Iterator[Difference]:
    if key in vector and vector[key] != expected:
        yield key, expected, vector[key]


def _bytes(text: Any, size: int) -> bytes | None:
    return read_hex(text, size) if isinstance(text, str) else None


def names(cards: tuple[int, ...]) -> list[str]:
    """The spellings of cards."""
    return [NAMES[card] for card in cards]


def trace_entry(stage: Stage) -> dict[str, Any]:
    """A stage in the form that vectors and ``deal --trace`` show."""
    entry: dict[str, Any] = {"stage": stage.number, "kind": stage.kind}
    if stage.draws:
        entry["draws"] = list(stage.draws)
    if stage.cut is not None:
        entry["cut"] = stage.cut
    if stage.packets is not None:
        entry["packets"] = list(stage.packets)
        entry["order"] = stage.order
    entry["deck"] = names(stage.deck)
    return entry

"""Two implementations that share no check agree on records, honest and tampered, in the checks that both make."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.dealing.check_vectors import check_vector
from euchre_audit.rules import load_house
from tests.web.case import Case, by_python
from tests.web.cases import cases, corpus

NOT_MADE = {"B145", "C501", "C505", "P351"}
"""Findings that the page does not make."""

CHECK = """async (cases) => {
    const found = [];
    for (const { text, key, saw } of cases) {
        found.push(inShort(await checkBytes(utf8(text), await readOptions(key, saw))));
    }
    return found;
}"""
VECTORS = """async (vectors) => {
    const found = [];
    for (const each of vectors) found.push(await vectorFault(each));
    return found;
}"""


def by_page(browser: Any, verifier: Path, script: str, argument: Any) -> list[Any]:
    """What the page's own script makes of them, in one go."""
    page = browser.new_page()
    try:
        page.goto(verifier.as_uri())
        found: list[Any] = page.evaluate(script, argument)
        return found
    finally:
        page.close()


def compare(browser: Any, verifier: Path, compared: Iterable[Case]) -> Counter[str]:
    """Assert that both agree; how many hands were compared, and how often each code was given by both."""
    listed = list(compared)
    given = [{"text": case.text, "key": case.key, "saw": case.saw} for case in listed]
    seen: Counter[str] = Counter()
    differ = []
    for case, found in zip(listed, by_page(browser, verifier, CHECK, given), strict=True):
        expected = by_python(case, verifier.parent)
        seen["record"] += 1
        if "refused" in expected:
            seen[expected["refused"]] += 1
        elif "G122" in expected["codes"]:  # the log of another house: here it is judged by the one it names
            seen["G122"] += 1
            continue
        else:
            expected, found = made_by_both(case, expected, found)
            for holder in (expected, *expected["hands"]):
                seen.update(holder["codes"])
            seen["hand"] += len(expected["hands"])
        if expected != found:
            differ.append(f"{case.name}\n  python {json.dumps(expected)}\n  page   {json.dumps(found)}")
    assert not differ, "\n".join([f"{len(differ)} differ", *differ[:5]])
    return seen


def made_by_both(
    case: Case, expected: dict[str, Any], found: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both without what the page leaves to the command line."""
    for holder in (expected, *expected["hands"]):
        holder["codes"] = [code for code in holder["codes"] if code not in NOT_MADE]
    tree = json.loads(case.text)
    if load_house(tree["house"]).rules.seats != 4:
        assert {(hand["answers"]["play"], hand["answers"]["score"]) for hand in found["hands"]} == {
            ("unchecked",) * 2
        }
        for both in (expected, found):
            for holder in (both, *both["hands"]):
                holder["codes"] = [code for code in holder["codes"] if code[0] in "CDF"]
                for name in ("play", "score"):
                    del holder["answers"][name]
                for name in ("bidding", "points", "score", "tricks"):
                    holder.pop(name, None)
    return expected, found


def test_page_and_python_agree_on_examples_and_generated_records(browser: Any, verifier: Path) -> None:
    seen = compare(browser, verifier, cases())
    assert seen["record"] > 600
    assert seen["hand"] > 1000
    kinds = {code for code in seen if code[0] in "BCDFGPS" and code[1:].isdigit()}
    assert len(kinds) > 75, sorted(kinds)


def test_page_and_python_agree_on_games_of_another_club(browser: Any, verifier: Path) -> None:
    folder = os.environ.get("EUCHRE_AUDIT_CORPUS")
    if folder is None:
        pytest.skip("EUCHRE_AUDIT_CORPUS does not name the corpus")
    assert compare(browser, verifier, corpus(Path(folder)))["hand"] > 100


def vector_files() -> list[Path]:
    folders = [Path(__file__).resolve().parents[2] / "schemas" / "vectors"]
    if "EUCHRE_AUDIT_CORPUS" in os.environ:
        folders.append(Path(os.environ["EUCHRE_AUDIT_CORPUS"]) / "vectors")
    return [path for folder in folders for path in sorted(folder.glob("*.json"))]


def test_every_vector_is_as_it_says(browser: Any, verifier: Path) -> None:
    vectors = [vector for path in vector_files() for vector in json.loads(path.read_text("utf-8"))["vectors"]]
    assert len(vectors) > 150
    found = by_page(browser, verifier, VECTORS, vectors)
    assert [(vector["id"], fault) for vector, fault in zip(vectors, found, strict=True) if fault] == []


def test_a_vector_with_one_value_changed_is_told_at_its_step(browser: Any, verifier: Path) -> None:
    vectors = json.loads(vector_files()[0].read_text("utf-8"))["vectors"]
    whole = [vector for vector in vectors if vector.get("result") == "valid" and "secret" in vector]
    changed, steps = [], []
    for vector in whole:
        for name in ("terms_hash", "commitment", "mix", "key", "deck", "dealer", "hands", "up", "kitty"):
            if name in vector:
                changed.append({**vector, name: None if vector[name] is not None else "Jc"})
                steps.append(name)
        for place in range(len(vector["trace"])):
            trace = [*vector["trace"]]
            trace[place] = {**trace[place], "deck": trace[place]["deck"][::-1]}
            changed.append({**vector, "trace": trace})
            steps.append(f"stage {place + 1}")
    assert len(changed) > 100
    assert by_page(browser, verifier, VECTORS, changed) == steps
    assert [(check_vector(vector) or ("",))[0] for vector in changed] == steps

"""``schemas/attacks.md`` is the table of the attacks that are played here: no more, no fewer, in the same words."""

from __future__ import annotations

import re
from pathlib import Path

from euchre_audit.findings import all_codes, entry
from tests.attacks.test_attacks import ATTACKS, THREATS

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "schemas" / "attacks.md"
FURTHER = "Further"
MORE = {
    "Every index and path length in ledgers of 0, 1, 2, 3, 7 and 8 lines": (
        "refused; an empty path is right for a ledger of one line alone (C302, C303)",
        "test_attacks.py::test_proofs_in_small_ledgers",
    ),
    "A proof with any part changed at random": (
        "refused, or unreadable; never a pass, never a crash (F110, C301, C302, C303, C304, C305)",
        "test_hostile.py::test_proofs",
    ),
    "A ledger with any line changed at random": (
        "refused; never a pass, never a crash (C410, C411, C412)",
        "test_hostile.py::test_ledgers",
    ),
    "Keys of small order, in each of their spellings": (
        "refused: anybody can sign by them (C307)",
        "test_evidence_codes.py::test_it_fires_here_too",
    ),
    "A witness's key that is the club's own, under its own name or another": (
        "no fault: nobody outside saw the promise, and choice stays open (C221)",
        "test_attacks.py::test_the_club_is_no_witness_of_its_own",
    ),
    "A cosignature of time 0, or dated more than a minute before the promise itself": (
        "no fault: it is not counted, and choice stays open (C221)",
        "test_attacks.py::test_a_witness_cannot_see_what_is_not_made_yet",
    ),
    "A time stamp that the certificates given do not vouch for": (
        "no fault: it was not checked (C512)",
        "test_attacks.py::test_a_time_stamp_by_nobody_whom_the_person_trusts",
    ),
    "Certificates that cannot be read": ("refused (C307)", "test_attacks.py::test_certificates_that_are_none"),
    "A private key given in place of the public one": (
        "refused, and nothing of it is shown (C307)",
        "test_attacks.py::test_a_private_key_is_not_shown",
    ),
    "Lines of a real ledger lost, swapped or changed; its checkpoint changed": (
        "what was changed; nobody is blamed (C305, C410, C411)",
        "test_corpus.py::test_lines_changed",
    ),
}


def row(attack: str, says: str, test: str) -> str:
    return f"| {attack} | {says} | `{test}` |"


def sections() -> dict[str, list[str]]:
    """The tables as they have to be, by heading."""
    made: dict[str, list[str]] = {}
    for threat, heading in THREATS.items():
        made[heading] = []
        for name, case in ATTACKS.items():
            if case.threat == threat:
                codes = ", ".join(sorted(case.codes)) or case.note
                made[heading].append(
                    row(case.attack, f"{case.says} ({codes})", f"test_attacks.py::test_attack[{name}]")
                )
    made[FURTHER] = [row(words, says, test) for words, (says, test) in MORE.items()]
    return made


def read() -> dict[str, list[str]]:
    """The tables as they are."""
    made: dict[str, list[str]] = {}
    for part in DOCUMENT.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, *lines = part.split("\n")
        made[heading] = [line for line in lines if line.startswith("| ") and not line.startswith("| attack ")]
    return made


def test_the_tables_are_those_of_the_tests() -> None:
    assert list(read()) == list(sections())
    for heading, rows in sections().items():
        assert read()[heading] == rows, heading


def test_every_test_is_there() -> None:
    for name in re.findall(r"`(test_\w+\.py::\w+)", DOCUMENT.read_text(encoding="utf-8")):
        file, function = name.split("::")
        assert f"\ndef {function}(" in (HERE / file).read_text(encoding="utf-8"), name


def test_every_code_is_there() -> None:
    codes = set(re.findall(r"\b[A-Z][0-9]{3}\b", DOCUMENT.read_text(encoding="utf-8")))
    assert codes <= set(all_codes())
    for case in ATTACKS.values():
        assert all(entry(code).severity == "error" for code in case.codes)
        assert case.note is None or entry(case.note).severity == "note"


def test_no_attack_is_told_twice() -> None:
    told = [case.attack for case in ATTACKS.values()]
    assert len(told) == len(set(told))


def test_a_star_stands_where_the_signer_is_named() -> None:
    for name, case in ATTACKS.items():
        assert case.attack.endswith(" \u2605") == case.blames, name

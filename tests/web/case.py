"""A record with what a person gives along, and what the Python makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from euchre_audit.audit import Options, audit_files
from euchre_audit.evidence import parse_verifier
from euchre_audit.findings import ANSWERS, Finding
from euchre_audit.records import Keys

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True)
class Case:
    """A record's exact text, and what a person gives along."""

    name: str
    text: str
    key: str = ""
    saw: str = ""


def by_python(case: Case, folder: Path) -> dict[str, Any]:
    """Answers and codes of a record, in the form of the page's ``inShort``. ``folder`` is for its file."""
    keys = Keys(tuple(parse_verifier(line) for line in case.key.splitlines() if line))
    (folder / "record.json").write_bytes(case.text.encode("utf-8", "surrogatepass"))
    options = Options(keys=keys, saw=tuple(case.saw.split()))
    report = audit_files(["record.json"], options, folder=str(folder))
    if not report.games:
        return {"refused": report.findings[0].code}
    (game,) = report.games
    hands = [
        {
            "answers": {name: hand.answers[name] for name in ANSWERS},
            "bidding": hand.bidding,
            "codes": codes(hand.findings),
            "tricks": hand.tricks,
            "points": hand.points,
        }
        for hand in game.hands
    ]
    answers = {name: game.answers[name] for name in ANSWERS}
    return {
        "answers": answers,
        "codes": codes([*report.findings, *game.findings]),
        "score": game.score,
        "hands": hands,
    }


def codes(findings: list[Finding]) -> list[str]:
    """The codes of findings, in order."""
    return sorted(finding.code for finding in findings)

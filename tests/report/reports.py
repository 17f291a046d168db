"""Reports for the tests of the formats: real audits of files on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from euchre_audit.audit import Options, Report, audit_folder
from euchre_audit.findings import Finding
from euchre_audit.records.write import json_text
from tests.audit.games import clean_games, proven_game, without_evidence

DATA = Path(__file__).parent / "data"


def faulty_games() -> dict[str, dict[str, Any]]:
    """Three games by file name: one proven and clean, one with a wrong lead, one with wrong points and no end."""
    lead, fair = clean_games()[:2]
    lead, points = without_evidence(lead), without_evidence(proven_game(20, max_hands=3))
    lead["hands"][0]["log"].insert(2, "0 play Ac")
    points["hands"][1]["claims"]["points"] = [0, 4]
    return {"fair.json": fair, "round 1/lead, 50%.json": lead, "round 1/points.json": points}


def write_games(folder: Path) -> None:
    """The faulty games as files, and a file that is none."""
    for name, game in faulty_games().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json_text(game), encoding="utf-8")
    (folder / "broken.json").write_text('{"format": "euchre-game/1",\n "hands": [}', encoding="utf-8")


def report_on(folder: Path, **options: Any) -> Report:
    """The audit of the faulty games."""
    write_games(folder)
    return audit_folder(str(folder), Options(**options))


def line_text(folder: Path, finding: Finding) -> str:
    """The line of the file that a finding is about."""
    assert finding.where.path is not None and finding.where.line is not None
    return (folder / finding.where.path).read_text("utf-8").split("\n")[finding.where.line - 1]

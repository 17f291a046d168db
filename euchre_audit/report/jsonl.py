"""One finding a line, as in the JSON report, and a last line that sums up."""

import json
from collections.abc import Iterator
from typing import Any

from .. import __version__
from ..audit import Report
from ..findings import SEVERITIES, UNCHECKED, UNPROVEN
from .clean import unforgeable
from .json import finding_tree, in_order, sound


def as_jsonl(report: Report) -> str:
    """The report as JSON lines."""
    lines = (json.dumps(line, ensure_ascii=True, separators=(",", ":")) for line in _lines(report))
    return unforgeable("".join(f"{line}\n" for line in lines), "\\u{:04x}")


def _lines(report: Report) -> Iterator[dict[str, Any]]:
    found = in_order(report)
    for each in found:
        yield sound(finding_tree(*each))
    yield {
        "format": "euchre-report/1",
        "tool": __version__,
        **({"partial": True} if report.partial else {}),
        "verdict": UNPROVEN if report.verdict == UNCHECKED else report.verdict,
        "answers": report.answers,
        "inputs": len(report.inputs),
        "unreadable": report.unreadable,
        "games": len(report.games),
        "hands": report.games.tally.hands,
        "findings": {kind: sum(finding.severity == kind for finding, _ in found) for kind in SEVERITIES},
    }

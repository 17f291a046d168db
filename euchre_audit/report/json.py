"""The report as ``euchre-report/1``: sorted, without a clock, the same for the same input."""

import json
from typing import Any

from .. import __version__
from ..audit import GameResult, LedgerResult, Report
from ..findings import UNCHECKED, UNPROVEN, Finding
from ..findings.fingerprint import fingerprints


def as_json(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(sound(report_tree(report)), indent=2, ensure_ascii=True) + "\n"


def sound(value: Any) -> Any:
    """The same with half a surrogate pair, as in the name of a file that is not UTF-8, written out."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: sound(item) for key, item in value.items()}
    return [sound(item) for item in value] if isinstance(value, list) else value


def report_tree(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    found = in_order(report)
    return {
        "format": "euchre-report/1",
        "tool": __version__,
        "inputs": [{"path": path, "sha256": sha256} for path, sha256 in report.inputs],
        **({"partial": True} if report.partial else {}),
        "verdict": UNPROVEN if report.verdict == UNCHECKED else report.verdict,
        "answers": report.answers,
        "findings": [finding_tree(*each) for each in found],
        "ledgers": [_ledger(ledger) for ledger in report.ledgers],
        "games": [_game(game) for game in report.games],
    }


def in_order(report: Report) -> list[tuple[Finding, str]]:
    """Every finding with its fingerprint, by file, line, hand and code."""
    found = report.all_findings()
    return sorted(zip(found, fingerprints(found), strict=True), key=lambda pair: _order(pair[0]))


def _order(finding: Finding) -> tuple[str, int, int, str]:
    where = finding.where
    return (where.path or "", where.line or 0, where.hand or 0, finding.code)


def finding_tree(finding: Finding, fingerprint: str) -> dict[str, Any]:
    """A finding as plain values."""
    where = finding.where
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "where": {
            "path": where.path,
            "pointer": where.pointer or "",
            "line": where.line if where.line is not None or _binary(where.path) else 1,
            "game": where.game,
            "hand": where.hand,
            "call": where.call,
            "trick": where.trick,
            "play": where.play,
            "seat": where.seat,
        },
        "expected": finding.expected,
        "found": finding.found,
        "fingerprint": fingerprint,
        **({"known": finding.known} if finding.known is not None else {}),
        "related": [{"message": item.message, "pointer": item.pointer} for item in finding.related],
    }


def _binary(path: str | None) -> bool:
    return path is not None and path.lower().endswith(".msgpack")


def _ledger(ledger: LedgerResult) -> dict[str, Any]:
    return {
        "path": ledger.path,
        "lines": ledger.lines,
        "signed": ledger.signed,
        "signer": ledger.signer,
        "sessions": ledger.sessions,
        "commits": ledger.commits,
        "reveals": ledger.reveals,
        "voids": ledger.voids,
        "answers": ledger.answers,
    }


def _game(game: GameResult) -> dict[str, Any]:
    return {
        "game": game.name,
        "path": game.path,
        "house": game.house,
        "score": game.score,
        "claimed": game.claimed,
        "outcomes": [
            {
                "reading": path.reading,
                "score": path.score,
                "winners": path.winners,
                "hand": path.hand,
                "conceded": path.conceded,
            }
            for path in game.paths
        ],
        "hands": [
            {
                "hand": hand.number,
                "checks": hand.answers,
                "tricks": hand.tricks,
                "points": hand.points,
                "claimed": hand.claimed,
                "chain": [
                    {"step": step.name, "answer": step.answer, "values": dict(step.values)} for step in hand.chain
                ],
            }
            for hand in game.hands
        ],
    }

"""The match header that a deal's terms name: house, rules, players and entropy, fixed before the first deal."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ..dealing import Terms
from ..findings import Finding, Unreadable, Where
from ..records import DealEvidence
from ..records.documents import player_id
from ..records.ledger import LineError, Open, parse_line
from ..records.strict import parse_json
from ..rules import RulesDiff
from .outcome import Context, DealOutcome

_SHORT = 4096
"""Every hand of a game has the same header; what one says is remembered up to this length."""


class _Header(msgspec.Struct, frozen=True):
    """A header by itself: its SHA-256, what is wrong with it, else what it fixes."""

    sha256: str
    problem: str | None
    opened: Mapping[str, Any]
    rules: RulesDiff | None


def judge_header(outcome: DealOutcome, evidence: DealEvidence, terms: Terms, context: Context) -> None:
    """The header against its hash in the terms, and against the record."""
    if terms.match is None:
        message = "the terms name no match header, so house, rules and players were not fixed before the deal"
        outcome.findings.append(Finding("C230", message, context.at("/deal/terms")))
        return
    if evidence.match is None:
        message = "the match header that the terms name is not in the file"
        outcome.findings.append(Finding("C231", message, context.at("/deal")))
        return
    header = _known(evidence.match) if len(evidence.match) <= _SHORT else _read(evidence.match)
    if header.sha256 != terms.match:
        message = "the match header in the file is not the one that the terms name"
        where = context.at("/deal/match")
        outcome.fail("commitment", Finding("C103", message, where, terms.match, header.sha256))
        return
    problem, players = _header_problem(header, terms, context)
    if problem is not None:
        where = context.at("/deal/match")
        outcome.fail("commitment", Finding("C104", f"the match header: {problem}", where))
    elif players is not None:
        message = f"the match header: {players}; somebody may have sat in"
        outcome.findings.append(Finding("C232", message, context.at("/deal/match")))


def reveals(evidence: DealEvidence) -> str:
    """When the header says that deals are opened: after the ``hand``, the ``game`` or the ``round``."""
    try:
        line = parse_line((evidence.match or "").encode("utf-8"))
    except LineError:
        return "hand"
    return line.reveal if isinstance(line, Open) else "hand"


def _read(text: str) -> _Header:
    data = text.encode("utf-8")
    made = hashlib.sha256(data).hexdigest()
    try:
        tree = parse_json(data, Where())
    except Unreadable as error:
        return _Header(made, f"not an open line ({error.finding.message})", {}, None)
    try:
        parse_line(data)
    except LineError as error:
        return _Header(made, f"not an open line ({error})", {}, None)
    opened = tree.get("open") if isinstance(tree, dict) and len(tree) == 1 else None
    if not isinstance(opened, Mapping):
        return _Header(made, "not an open line", {}, None)
    try:
        rules = msgspec.convert(opened.get("rules", {}), RulesDiff, strict=True)
    except msgspec.ValidationError as error:
        return _Header(made, f"rules: {error}", {}, None)
    return _Header(made, None, opened, rules)


_known = lru_cache(maxsize=64)(_read)


def _header_problem(header: _Header, terms: Terms, context: Context) -> tuple[str | None, str | None]:
    """``(what is wrong, which players differ in a hand file)``; None for what is in order."""
    if header.problem is not None:
        return header.problem, None
    opened, rules = header.opened, header.rules
    players = None if context.players is None else [player_id(player) for player in context.players]
    for what, recorded, promised in (
        ("session", terms.session, opened.get("session")),
        ("house", context.house, opened.get("house")),
        ("rules", context.diff, rules),
        ("entropy", terms.entropy, opened.get("entropy")),
        ("players", players, opened.get("players")),
    ):
        if recorded is None or recorded == promised:
            continue
        if what == "rules":
            return "its rules are not those of the record", None
        problem = f"{what} is {_short(promised)}, in the record {_short(recorded)}"
        return (None, problem) if what == "players" and context.alone else (problem, None)
    return None, None


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."

"""Paths to the whole answer, as plain values: ``euchre-statistics/1``, from which every report is made."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from .. import __version__
from ..audit.words import seat_names
from ..cards import FRESH, NAMES
from ..findings import Finding, entry
from .control import dealt_anew
from .deals import Deals, Shape
from .evalues import COMPONENTS, State, components, e_value, feed, new_state
from .plan import LEAST, OWN_PLAN, Answered, Question, Result, answer, the_plan
from .read import Collected

NOT_ASKED = (
    "Not asked: who held the bowers or the trumps after the call, who made, who won. Players choose these; makers "
    "hold about two of three bowers in perfectly fair games, because they call on hands that have them."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The report's tree; whether a fault was found, anything unreadable, nothing tested; the state to be kept."""

    tree: dict[str, Any]
    exit_code: int
    state: State | None


def statistics(found: Collected, level: float, state: State | None, *, keep: bool, control: bool) -> Answer:
    """Ask the plan of what was read. ``keep``: with e-values, from ``state`` on, or from nothing."""
    deals = _largest(found, state)
    own = found.own if len(found.own) >= LEAST and (deals is None or len(deals) < LEAST) else None
    result: Result | None = None
    tested: dict[str, Any] = {}
    if own is not None:
        result = answer(own, OWN_PLAN, level)
        tested = {"deals": len(own), "games": len(own.games), "deck": own.deck, "hand": own.hand, "own_hands": True}
    elif deals is not None and len(deals) >= LEAST:
        result = answer(deals, the_plan(found.players), level)
        tested = _tested(deals)
    for shape, others in found.deals.items():
        if own is not None or deals is None or shape != deals.shape:
            found.leave_out("T205", len(others))
    if own is None and len(found.own):
        found.leave_out("T208", len(found.own))
    tree: dict[str, Any] = {
        "format": "euchre-statistics/1",
        "tool": __version__,
        "level": level,
        "inputs": [{"path": path, "sha256": sha256} for path, sha256 in found.inputs],
        "tested": tested,
        "unreadable": [_unreadable(finding) for finding in found.unreadable],
        "left_out": [
            {"code": code, "deals": count, "why": entry(code).title}
            for code, count in sorted(found.left_out.items())
        ],
        "plan": _plan_tree(result),
        "tests": [_test_tree(each) for each in result.answered] if result is not None else [],
        "not_asked": NOT_ASKED,
    }
    if state is not None and ("T201" in found.left_out or "T202" in found.left_out):
        state.closed = True
    evidence, state = _evidence(deals, state, level) if keep and own is None else (None, state)
    if evidence is not None:
        tree["e_value"] = evidence
    if control and result is not None and own is None and deals is not None:
        tree["control"] = _control(deals, result, found.players)
    rejected = evidence["rejected"] if evidence is not None else result is not None and result.rejected
    nothing = result is None and evidence is None
    tree["verdict"] = "nothing-tested" if nothing else "rejected" if rejected else "not-rejected"
    tree["decided_by"] = None if nothing else "e_value" if evidence is not None else "plan"
    code = 2 if nothing or found.unreadable else 1 if rejected else 0
    return Answer(tree, code, state)


def _largest(found: Collected, state: State | None) -> Deals | None:
    """The deals that are tested: those of the state's shape, else those of which there are most."""
    if state is not None:
        return found.deals.get(state.shape)
    return max(found.deals.values(), key=lambda deals: (len(deals), deals.shape == Shape(24, 4, 5)), default=None)


def _tested(deals: Deals) -> dict[str, Any]:
    date = deals.column("date")
    days = [int(day) for day in (date[date >= 0].min(), date.max())] if (date >= 0).any() else None
    return {
        "deals": len(deals),
        "games": deals.games,
        "deck": deals.shape.deck,
        "seats": deals.shape.seats,
        "hand": deals.shape.hand,
        "own_hands": False,
        "committed": int(deals.column("committed").sum()),
        "from": datetime.date.fromordinal(days[0]).isoformat() if days else None,
        "until": datetime.date.fromordinal(days[1]).isoformat() if days else None,
        "cards": [NAMES[card] for card in FRESH[deals.shape.deck]],
        "seat_names": list(seat_names(deals.shape.seats)),
    }


def _unreadable(finding: Finding) -> dict[str, Any]:
    where = finding.where
    return {"code": finding.code, "message": finding.message, "path": where.path, "line": where.line}


def _plan_tree(result: Result | None) -> dict[str, Any]:
    if result is None:
        return {"questions": [], "left_out": [], "correction": "Holm"}
    return {
        "questions": [_question(each.question) for each in result.answered],
        "left_out": [{**_question(question), "why": why} for question, why in result.not_asked],
        "correction": "Holm",
    }


def _question(question: Question) -> dict[str, str]:
    return {"code": question.code, "asks": question.asks}


def _test_tree(each: Answered) -> dict[str, Any]:
    outcome = msgspec.to_builtins(each.outcome)
    return {**_question(each.question), **outcome, "corrected": each.holm, "rejected": each.rejected}


def _evidence(deals: Deals | None, state: State | None, level: float) -> tuple[dict[str, Any] | None, State | None]:
    if deals is None and state is None:
        return None, None
    if state is None:
        assert deals is not None
        state = new_state(deals.shape)
    told = feed(state, deals) if deals is not None else {"new": 0, "known": 0, "grown": 0}
    bound = 1 / level
    tree = {
        "value": e_value(state),
        "bound": bound,
        "rejected": state.peak >= bound,
        "peak": state.peak,
        "peak_at": state.peak_at,
        "deals": state.deals,
        "games": state.games,
        "new_games": told["new"],
        "known_games": told["known"],
        "grown_games": told["grown"],
        "closed": state.closed,
        "components": {name: components(state)[name] for name in COMPONENTS},
        "history": [[deals, value] for deals, value in state.history],
    }
    return tree, state


def _control(deals: Deals, result: Result, players: Sequence[str]) -> dict[str, Any]:
    """The questions of the plan that a fresh deal can answer, asked of deals that are fair by construction."""
    fresh = answer(dealt_anew(deals), the_plan(players), result.level)
    return {
        "deals": len(deals),
        "rejected": fresh.rejected,
        "tests": [
            {
                "code": each.question.code,
                "p": each.outcome.p,
                "corrected": each.holm,
                "rejected": each.rejected,
                "saw": each.outcome.saw,
            }
            for each in fresh.answered
        ],
    }

"""Which deals are tested, what is kept apart, and what decides."""

from __future__ import annotations

import numpy as np
import pytest

from euchre_audit.statistics.deals import Deals, Shape
from euchre_audit.statistics.evalues import State, new_state
from euchre_audit.statistics.read import Collected
from euchre_audit.statistics.run import Answer, statistics
from tests.statistics.cases import own_hands
from tests.statistics.shufflers import SHAPE, deals_of, fair, off_by_one

THREE = Shape(24, 3, 5)


def some(count: int, shape: Shape = SHAPE, seed: int = 1) -> Deals:
    return deals_of(fair(np.random.default_rng(seed), count), shape=shape)


def ask(*deals: Deals, own: int = 0, state: State | None = None, keep: bool = False, level: float = 0.05) -> Answer:
    found = Collected({each.shape: each for each in deals})
    found.players = ["Ann", "Bo", "Cy", "Di"]
    if own:
        found.own = own_hands(np.random.default_rng(2), own, lambda deals: deals)
    return statistics(found, level, state, keep=keep, control=False)


def left_out(answer: Answer) -> dict[str, int]:
    return {each["code"]: each["deals"] for each in answer.tree["left_out"]}


def test_t205_the_most_deals_of_one_shape_are_tested() -> None:
    answer = ask(some(60, THREE), some(150))
    assert (answer.tree["tested"]["seats"], answer.tree["tested"]["deals"]) == (4, 150)
    assert left_out(answer) == {"T205": 60}
    more = ask(some(60, THREE), some(25))
    assert (more.tree["tested"]["seats"], left_out(more)) == (3, {"T205": 25})
    assert left_out(ask(some(60))) == {}


def test_t205_a_state_says_which_shape_it_is_about() -> None:
    answer = ask(some(60, THREE), some(150), state=new_state(THREE), keep=True)
    assert answer.tree["tested"]["seats"] == 3
    assert answer.state is not None
    assert answer.state.deals == 60
    nothing = ask(some(150), state=new_state(THREE), keep=True)
    assert (nothing.tree["tests"], nothing.tree["e_value"]["deals"]) == ([], 0)
    assert left_out(nothing) == {"T205": 150}


def test_t208_own_hands_beside_whole_deals() -> None:
    assert left_out(ask(some(60), own=60)) == {"T208": 60}
    alone = ask(own=60)
    assert (alone.tree["tested"]["own_hands"], left_out(alone)) == (True, {})
    few = ask(own=10)
    assert (few.tree["verdict"], few.exit_code, left_out(few)) == ("nothing-tested", 2, {"T208": 10})


@pytest.mark.parametrize(("count", "verdict", "code"), [(19, "nothing-tested", 2), (20, "not-rejected", 0)])
def test_t210_twenty_deals_are_the_least(count: int, verdict: str, code: int) -> None:
    answer = ask(some(count))
    assert (answer.tree["verdict"], answer.exit_code) == (verdict, code)


def test_t150_the_evidence_decides_at_its_bound() -> None:
    """Deals that the plan rejects, and a level that the evidence has not reached, and has."""
    broken = deals_of(off_by_one(np.random.default_rng(3), 24))
    plan = ask(broken)
    assert (plan.exit_code, plan.tree["decided_by"]) == (1, "plan")
    kept = ask(broken, keep=True)
    assert kept.state is not None
    peak = kept.state.peak
    for level, rejected in ((0.99 / peak, False), (1.01 / peak, True)):
        again = ask(broken, state=kept.state, keep=True, level=level)
        assert again.tree["e_value"]["rejected"] is rejected
        assert (again.tree["verdict"] == "rejected") is rejected
        assert again.tree["decided_by"] == "e_value"


def test_an_unreadable_file_outranks_an_answer() -> None:
    from euchre_audit.findings import Finding, Where

    found = Collected({SHAPE: some(150)}, players=["Ann", "Bo", "Cy", "Di"])
    found.unreadable.append(Finding("F110", "no", Where(path="x.json")))
    answer = statistics(found, 0.05, None, keep=False, control=False)
    assert (answer.exit_code, answer.tree["verdict"]) == (2, "not-rejected")

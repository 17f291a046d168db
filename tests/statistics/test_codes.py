"""Each question finds the fault that it is meant for, after the correction for the plan, and not its near miss."""

from __future__ import annotations

import numpy as np
import pytest

from euchre_audit.findings import all_codes
from euchre_audit.statistics.plan import OWN_PLAN, answer, the_plan
from tests.statistics import shufflers
from tests.statistics.cases import CASES, COVERED, OWN_CASES
from tests.statistics.shufflers import deals_of

NAMES = [f"player {number}" for number in range(20)]


def test_every_code_has_its_case() -> None:
    assert {code for code in all_codes() if code.startswith("T")} == COVERED
    assert {q.code for q in the_plan(NAMES)} == set(CASES)
    assert {q.code for q in OWN_PLAN} <= {*CASES, *OWN_CASES}


@pytest.mark.parametrize("code", [*CASES, *OWN_CASES])
def test_its_case_fires_and_its_near_miss_does_not(code: str) -> None:
    plan = OWN_PLAN if code in OWN_CASES else the_plan(NAMES)
    rejected = []
    for make in (CASES | OWN_CASES)[code]:  # type: ignore[operator]
        result = answer(make(np.random.default_rng(20)), plan, 0.05)
        rejected.append({each.question.code for each in result.answered if each.rejected})
    assert code in rejected[0]
    assert code not in rejected[1]


SHUFFLERS = {
    "off by one": (shufflers.off_by_one, 150, {"T101", "T102"}),
    "swap with any": (shufflers.swap_with_any, 520, {"T101"}),
    "three riffles": (shufflers.riffles(3), 150, {"T101", "T103", "T104"}),
    "byte modulo n": (shufflers.byte_mod_n, 14_000, {"T101"}),
    "sorted by a coin": (shufflers.comparator, 150, {"T101"}),
    "seed of 16 bits": (shufflers.seeded(16), 600, {"T120"}),
}
"""A broken shuffler, how many deals of it, and the questions that have to find it at least four times of five."""


@pytest.mark.parametrize("name", SHUFFLERS)
def test_broken_shufflers_are_found(name: str) -> None:
    shuffle, count, codes = SHUFFLERS[name]
    times = 10
    found = dict.fromkeys(codes, 0)
    rng = np.random.default_rng(21)
    for _ in range(times):
        result = answer(deals_of(shuffle(rng, count)), the_plan(NAMES), 0.05)
        for each in result.answered:
            if each.question.code in codes:
                found[each.question.code] += each.rejected
    assert min(found.values()) >= 0.8 * times, found

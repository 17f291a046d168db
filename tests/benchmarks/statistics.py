"""False alarms and power of ``statistics``, by simulation: ``python -m tests.benchmarks.statistics [SHARE]``.

Seeds are fixed. SHARE is how much of it is done, 1 by default (some minutes on one core). Errors are two standard
deviations of the simulation.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from math import sqrt

import numpy as np

from euchre_audit.statistics import runs
from euchre_audit.statistics.deals import Deals
from euchre_audit.statistics.evalues import feed, new_state
from euchre_audit.statistics.plan import answer, the_plan
from tests.statistics import shufflers
from tests.statistics.shufflers import MIXED, SHAPE, Decks, Rng, deals_of, fair, more_jacks

LEVEL = 0.05
PLAYERS = 40
PLAN = the_plan([f"player {number}" for number in range(PLAYERS)])


def archive(rng: Rng, count: int) -> Deals:
    """A fair archive of which every question can be asked: forty players, bots, dates, first dealers, traces."""
    tables = np.array([rng.permutation(PLAYERS)[:4] for _ in range(-(-count // 12))])
    players = np.repeat(tables, 12, axis=0)[:count]
    return deals_of(fair(rng, count), players=players, kinds=MIXED, days=1, traced=rng)


def error(share: float, times: int) -> float:
    """Two standard deviations of a share that was counted so often."""
    return 2 * sqrt(max(share, 1 / times) * (1 - share) / times)


def calibration(times: dict[int, int]) -> None:
    """How often the plan rejects anything of fair archives."""
    print(
        f"{'fair deals':>10}{'archives':>10}{'questions':>11}{'false alarms':>14}{'error':>9}  most by one question"
    )
    for count, archives in times.items():
        rng = np.random.default_rng(count)
        alarms = asked = 0
        single: Counter[str] = Counter()
        for _ in range(archives):
            result = answer(archive(rng, count), PLAN, LEVEL)
            alarms += result.rejected
            asked = len(result.answered)
            single.update(each.question.code for each in result.answered if each.outcome.p <= LEVEL)
        share = alarms / archives
        code, most = single.most_common(1)[0]
        print(
            f"{count:>10,}{archives:>10,}{asked:>11}{share:>14.1%}{error(share, archives):>9.1%}  "
            f"{code}: p below 5 % in {most / archives:.1%}"
        )


def evidence(archives: int, count: int = 10_000, bound: float = 20) -> None:
    """How often the e-value of fair archives ever crosses its bound, looked at after every hundred deals."""
    rng = np.random.default_rng(7)
    crossed, highest = 0, []
    for _ in range(archives):
        state = new_state(SHAPE)
        feed(state, deals_of(fair(rng, count), hands=100, kinds=MIXED))
        crossed += state.peak >= bound
        highest.append(state.peak)
    share = crossed / archives
    print(f"\n{archives:,} fair archives of {count:,} deals, looked at every 100: e-values that reach {bound:.0f}")
    print(
        f"{share:.1%} (error {error(share, archives):.1%}); one in twenty reaches {np.quantile(highest, 0.95):.1f}"
    )


FAULTS: tuple[tuple[str, str, Callable[[Rng, int], Deals], int, float], ...] = (
    ("off by one (no card stays)", "T102", lambda rng, n: deals_of(shufflers.off_by_one(rng, n)), 20, 1.0),
    ("off by one (no card stays)", "T101", lambda rng, n: deals_of(shufflers.off_by_one(rng, n)), 90, 1.6),
    ("swap with any", "T101", lambda rng, n: deals_of(shufflers.swap_with_any(rng, n)), 300, 1.6),
    ("three riffles", "T104", lambda rng, n: deals_of(shufflers.riffles(3)(rng, n)), 20, 1.0),
    ("three riffles", "T101", lambda rng, n: deals_of(shufflers.riffles(3)(rng, n)), 60, 1.6),
    ("byte modulo n", "T101", lambda rng, n: deals_of(shufflers.byte_mod_n(rng, n)), 9_000, 1.6),
    ("one seat 5 % more jacks", "T112", more_jacks, 2_600, 2.5),
    ("sort by a coin", "T101", lambda rng, n: deals_of(shufflers.comparator(rng, n)), 100, 1.6),
)
"""A fault, the question meant for it, deals for 80 % of that question alone, and the factor for the plan."""


def power(times: int) -> None:
    """How often each broken shuffler is found by the question meant for it: alone, and corrected for the plan."""
    heads = f"{'deals':>9}{'alone':>8}{'factor':>8}{'deals':>9}{'after Holm':>12}{'error':>8}"
    print(f"\n{'fault':<28}{'question':<10}{heads}")
    for name, code, make, alone, factor in FAULTS:
        rng = np.random.default_rng(alone)
        deals = round(alone * factor)
        (question,) = [each for each in PLAN if each.code == code]
        first = sum(question.test(make(rng, alone), LEVEL).p <= LEVEL for _ in range(times)) / times
        found = 0
        for _ in range(times):
            result = answer(make(rng, deals), PLAN, LEVEL)
            found += any(each.rejected for each in result.answered if each.question.code == code)
        row(name, code, alone, first, factor, found / times, times)
    rng = np.random.default_rng(32)
    count, times = 120_000, max(2, times // 4)
    ps = [runs.again(deals_of(shufflers.seeded(32)(rng, count)), LEVEL).p for _ in range(times)]
    share = sum(p * len(PLAN) <= LEVEL for p in ps) / times
    row("seed of 32 bits", "T120", count, share, 1.0, share, times)


LISTS: tuple[tuple[str, str, Callable[[Rng, int], Decks], int], ...] = (
    ("three riffles", "T110", shufflers.riffles(3), 120),
    ("sort by a coin", "T110", shufflers.comparator, 480),
    ("off by one (no card stays)", "T111", shufflers.off_by_one, 1_000),
    ("swap with any", "T111", shufflers.swap_with_any, 4_000),
)
"""A fault, the question that finds it where lists without secrets give no order, and deals for that."""


def lists(times: int) -> None:
    """How often shufflers are found, after Holm, by lists of cards without secrets."""
    print(f"\n{'fault, without secrets':<28}{'question':<10}{'deals':>9}{'after Holm':>12}{'error':>8}")
    for name, code, shuffle, count in LISTS:
        rng = np.random.default_rng(count)
        found = 0
        for _ in range(times):
            deals = deals_of(shuffle(rng, count))
            deals.committed = bytearray(count)
            found += any(
                each.rejected for each in answer(deals, PLAN, LEVEL).answered if each.question.code == code
            )
        print(f"{name:<28}{code:<10}{count:>9,}{found / times:>12.0%}{error(found / times, times):>8.0%}")


def crossing(times: int, most: int = 30_000, batch: int = 200) -> None:
    """After how many deals the e-value of each broken shuffler reaches 20, looked at every so often."""
    print(f"\n{'fault':<28}{'deals until the e-value is 20 (median)':>40}")
    for name, code, make, alone, _ in FAULTS:
        if (name, code) in (("off by one (no card stays)", "T101"), ("three riffles", "T101")):
            continue
        rng = np.random.default_rng(alone)
        needed = []
        for _ in range(times):
            state = new_state(SHAPE)
            while state.peak < 20 and state.deals < most:
                feed(state, make(rng, batch))
            needed.append(state.deals)
        median = int(np.median(needed))
        print(f"{name:<28}{f'more than {most:,}' if median >= most else f'{median:,}':>40}")


def row(name: str, code: str, deals: int, alone: float, factor: float, share: float, times: int) -> None:
    """One line of the table of power."""
    print(
        f"{name:<28}{code:<10}{deals:>9,}{alone:>8.0%}{factor:>8}{round(deals * factor):>9,}"
        f"{share:>12.0%}{error(share, times):>8.0%}"
    )


def size(count: int = 100_000) -> None:
    """How long the whole plan takes."""
    deals = archive(np.random.default_rng(1), count)
    begin = time.perf_counter()
    answer(deals, PLAN, LEVEL)
    middle = time.perf_counter()
    feed(new_state(SHAPE), deals)
    print(f"\n{count:,} deals: the plan {middle - begin:.1f} s, e-values {time.perf_counter() - middle:.1f} s")


def main() -> None:
    """Everything, or a share of it."""
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    begin = time.perf_counter()
    calibration({n: max(20, round(times * share)) for n, times in ((100, 2_000), (1_000, 1_000), (10_000, 1_000))})
    evidence(max(20, round(300 * share)))
    power(max(20, round(100 * share)))
    lists(max(20, round(100 * share)))
    crossing(max(5, round(20 * share)))
    size()
    print(f"{time.perf_counter() - begin:,.0f} seconds")


if __name__ == "__main__":
    main()

"""What a test found, in numbers and words; what it could have found; and the arithmetic they share."""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from scipy.special import chdtrc, chdtri, chndtrinc

from .deals import Numbers
from .laws import FLOOR, NORMAL, Sum

POWER = 0.8
_POWER_Z = NORMAL.inv_cdf(POWER)
_FAR = 5_000
"""Chi-squares beyond this are taken as normal, which they are by then."""
REPEATS = 4_999
"""Of a simulated null distribution: enough for the smallest level of the command over the whole plan."""
SEED = 20_240_229
"""Of every simulated null distribution, so that the same deals give the same answer."""


class Outcome(msgspec.Struct, frozen=True):
    """One test's answer.

    ``p``: in how large a share of fair archives luck shows at least as much. ``how``: ``exact``, ``simulated``,
    ``chi-square`` or ``bound`` (no more than that). ``value`` with ``low`` and ``high`` (95 %) is the effect,
    ``unit`` what it counts, ``saw`` the same in words. ``visible``: the smallest such fault that these deals show
    four times out of five.
    """

    p: float
    how: str
    deals: int
    unit: str
    value: float
    low: float
    high: float
    saw: str
    visible: float
    would: str
    luck: str = ""
    table: dict[str, Any] = {}


def percent(share: float) -> str:
    """``0.0534`` as ``5.3 %``."""
    each = 100 * abs(share)
    return f"{each:.0f} %" if each >= 10 else f"{each:.1f} %" if each >= 0.1 else f"{each:.2f} %"


def more(share: float, what: str) -> str:
    """``5.3 % more jacks`` or ``5.3 % fewer jacks``."""
    return f"{percent(share)} {'more' if share >= 0 else 'fewer'} {what}"


def signed(share: float) -> str:
    """``+5.3 %``."""
    return ("+" if share >= 0 else "-") + percent(share)


@cache
def lever(each: float, looks: int = 1) -> float:
    """What shift, in standard deviations, shows with power 80 % at level ``each``, two-sided, over ``looks``."""
    return NORMAL.inv_cdf(1 - each / looks / 2) + _POWER_Z


def half_width(looks: int = 1) -> float:
    """Of a 95 % interval, in standard deviations; ``looks`` of them hold together."""
    return NORMAL.inv_cdf(1 - 0.025 / looks)


@cache
def visible_excess(df: int, each: float) -> float:
    """The noncentrality that a chi-square test at level ``each`` shows with power 80 %."""
    return float(chndtrinc(chdtri(df, each), df, 1 - POWER))


def excess(statistic: float, df: int) -> tuple[float, float, float]:
    """The noncentrality behind a chi-square: what it is taken for, and the ends of a 95 % interval."""
    best = max(0.0, statistic - df)
    if statistic > _FAR:
        wide = half_width() * sqrt(2 * (df + 2 * best))
        return best, max(0.0, best - wide), best + wide
    below = 1 - chdtrc(df, statistic)
    low, high = (float(chndtrinc(statistic, df, tail)) if below > tail else 0.0 for tail in (0.975, 0.025))
    return best, low, high


def strays(what: str, value: float, low: float, high: float) -> str:
    """How far shares stray beyond what luck does to them, with the 95 % interval."""
    if high == 0:
        return f"{what} stray less than luck usually takes them"
    if value == 0:
        return f"{what} stray no further than luck takes them (95 %: up to {percent(high)})"
    return f"{what} stray by {percent(value)} beyond luck (95 %: {percent(low)} to {percent(high)})"


def tail(statistic: float, df: int, null: Numbers | None) -> tuple[float, str]:
    """The p-value of a large ``statistic``: by the simulated values in ``null``, or as a chi-square."""
    if null is None:
        return max(FLOOR, float(chdtrc(df, statistic))), "chi-square"
    return (1 + int((null >= statistic - 1e-9).sum())) / (len(null) + 1), "simulated"


def goodness(observed: Numbers, expected: Numbers) -> float:
    """Pearson's sum over (O - E)²/E."""
    return float(((observed - expected) ** 2 / expected).sum())


@cache
def _multinomial_null(shares: tuple[float, ...], count: int) -> Numbers:
    drawn = np.random.default_rng(SEED).multinomial(count, shares, 10 * REPEATS)
    expected = count * np.array(shares)
    null: Numbers = ((drawn - expected) ** 2 / expected).sum(1)
    return null


def even_shares(
    observed: Numbers, shares: Sequence[float], each: float, names: Sequence[str], what: str
) -> Outcome:
    """Whether things come up by their shares: exact for few by simulation, else a chi-square."""
    count = int(observed.sum())
    expected = count * np.array(shares)
    statistic, df = goodness(observed, expected), len(shares) - 1
    small = count < 2_000
    p, how = tail(statistic, df, _multinomial_null(tuple(shares), count) if small else None)
    value, low, high = (sqrt(end / count) for end in excess(statistic, df))
    visible = sqrt(visible_excess(df, each) / count)
    worst = int(np.argmax(np.abs(observed - expected) / np.sqrt(expected)))
    saw = (
        f"{strays(what, value, low, high)}; "
        f"furthest {names[worst]}, {observed[worst]:,} times for {expected[worst]:,.0f}"
    )
    would = f"{what} straying from their shares by {percent(visible)}"
    table = {"names": list(names), "observed": observed.tolist(), "expected": expected.tolist()}
    return Outcome(
        p, how, count, "typical departure from its share", value, low, high, saw, visible, would, "", table
    )


def by_count(
    law: Sum, observed: int, deals: int, each: float, saw: str, would: str, unit: str, *, fewer: bool = True
) -> Outcome:
    """Whether something is counted too often (or, with ``fewer``, too seldom) a deal: exact.

    ``saw`` and ``would`` have a place for the number a deal, and ``saw`` one for what luck gives.
    """
    p = law.both_sides(observed) if fewer else max(FLOOR, law.above(observed))
    value, mean, sd = observed / deals, law.mean / deals, law.sd / deals
    wide = half_width() * sd
    low, high = max(0.0, value - wide), value + wide
    visible = lever(each) * sd
    told = saw.format(value=f"{value:.2f}", luck=f"{mean:.2f}", low=f"{low:.2f}", high=f"{high:.2f}")
    return Outcome(p, "exact", deals, unit, value, low, high, told, visible, would.format(f"{visible:.2g}"))


def in_shares(
    names: Sequence[str], counts: Sequence[int], laws: Sequence[Sum], each: float, what: str, deals: int
) -> Outcome:
    """Whether one of several got more or fewer than its share: exact for each, and Bonferroni over them."""
    looks = len(names)
    ps = [law.both_sides(count) for law, count in zip(laws, counts, strict=True)]
    worst = min(range(looks), key=lambda i: (ps[i], -abs(counts[i] / laws[i].mean - 1)))
    law, share = laws[worst], counts[worst] / laws[worst].mean - 1
    wide = half_width(looks) * law.sd / law.mean
    low, high = max(-1.0, share - wide), share + wide
    visible = min(lever(each, looks) * law.sd / law.mean for law in laws)
    saw = (
        f"{names[worst]} got {more(share, what)} than luck's share (95 %: {signed(low)} to "
        f"{signed(high)}): {counts[worst]:,} for {law.mean:,.1f}"
    )
    bands = [law.band() for law in laws]
    # The luckiest of several gets further than each one does.
    spread = percent(max(law.band(1 - 0.05 / looks)[1] / law.mean - 1 for law in laws))
    would = f"{percent(visible)} more or fewer {what}"
    luck = f"with so many deals luck alone gives up to {spread} more {what}"
    if looks > 1:
        would += f" for one of the {looks}"
        luck = f"with so many deals luck alone gives one of them up to {spread} more {what}"
    table = {
        "names": list(names),
        "observed": list(counts),
        "expected": [law.mean for law in laws],
        "low": [low for low, _ in bands],
        "high": [high for _, high in bands],
    }
    return Outcome(
        min(1.0, looks * ps[worst]), "exact", deals, "share more or fewer", share, low, high, saw, visible, would,
        luck, table,
    )  # fmt: skip

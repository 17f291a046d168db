"""The words that the reports on many deals share."""

from collections.abc import Iterator
from typing import Any

Tree = dict[str, Any]


def title(tree: Tree) -> str:
    """What was looked at, in one line."""
    tested = tree["tested"]
    if not tested:
        return "Does luck explain the cards?"
    if tested["own_hands"]:
        return (
            f"Does luck explain the cards? {count(tested['deals'], 'hand')} of one player, {tested['deck']} cards"
        )
    dates = f", {tested['from']} to {tested['until']}" if tested["from"] else ""
    return (
        f"Does luck explain the cards? {count(tested['deals'], 'deal')} in {count(tested['games'], 'game')}, "
        f"{tested['deck']} cards, {tested['seats']} seats{dates}"
    )


def plan_words(tree: Tree) -> str:
    """What the plan promises."""
    number = len(tree["plan"]["questions"])
    if not number:
        return "Nothing was asked."
    return (
        f"The plan, fixed before the cards were looked at: {count(number, 'question')}. If luck dealt, at most "
        f"{rarity(tree['level'])} such archives raises a false alarm in any of them."
    )


def basis_words(tree: Tree) -> Iterator[str]:
    """What the deals are known by."""
    tested = tree["tested"]
    if not tested:
        return
    if tested["own_hands"]:
        yield "That these are all of the player's games, and none is missing, only the player knows (T211)."
        return
    if tested["committed"]:
        yield f"{count(tested['committed'], 'deal')} recomputed from a secret that opens its commitment."


def rarity(p: float) -> str:
    """``1 of 40``, for a share of archives."""
    if p > 2 / 3:
        return "most"
    if p > 0.4:
        return "1 of 2"
    number = 1 / p
    rounded = round(number) if number < 100 else round(number, 1 - len(str(int(number))))
    return f"1 of {rounded:,.0f}"


def chance_words(test: Tree, tree: Tree) -> str:
    """How rare what was seen is if luck deals."""
    # The smallest that a simulation or the arithmetic can tell, and bounds, are no more than that.
    least = test["p"] <= (2e-4 if test["how"] == "simulated" else 1e-10)
    at_most = "at most " if (least or test["how"] == "bound") and test["p"] <= 2 / 3 else ""
    words = f"luck shows as much in {at_most}{rarity(test['p'])} such archives"
    fresh = next((each for each in tree.get("control", {}).get("tests", ()) if each["code"] == test["code"]), None)
    if fresh is not None:
        words += f" (the control's in {rarity(fresh['p'])})"
    if test["rejected"]:
        words += f", and anything so rare among all questions in {rarity(test['corrected'])}"
    return words


def evidence_words(tree: Tree) -> Iterator[str]:
    """What the e-value says."""
    found = tree["e_value"]
    yield (
        f"Evidence that stays valid however often one looks: {number_words(found['value'])} for each 1 staked "
        f"against luck, over {count(found['deals'], 'deal')} in {count(found['games'], 'game')} "
        f"({found['new_games']:,} new in this look)."
    )
    yield (
        f"The highest was {number_words(found['peak'])}, after {count(found['peak_at'], 'deal')}; if luck deals, "
        f"{number_words(found['bound'])} is ever reached in at most {rarity(tree['level'])} archives."
    )
    if found["closed"]:
        yield "Nothing more is added to it: in a look at it games lacked hands or cards (T209)."
    if found["grown_games"]:
        yield f"Of {count(found['grown_games'], 'game')} some deals had been counted before; the others are new."


def number_words(value: float) -> str:
    """An e-value, of any size."""
    if value >= 1e6 or 0 < value < 1e-3:
        return f"{value:.0e}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"


def control_words(tree: Tree) -> str:
    """What the deals by our own procedure did."""
    found = tree["control"]
    codes = ", ".join(each["code"] for each in found["tests"] if each["rejected"])
    verdict = f"rejects luck, too ({codes}), as {rarity(tree['level'])} does" if codes else "does not reject luck"
    return f"The control, as many deals with fresh secrets by the deal procedure, {verdict}."


def verdict_words(tree: Tree) -> str:
    """The last line."""
    if tree["verdict"] == "nothing-tested":
        if any(each["code"] == "T209" for each in tree["left_out"]):
            return (
                "NOTHING TESTED · some games lack hands or cards, so that the others may be chosen by theirs (T209)"
            )
        return "NOTHING TESTED · fewer than 20 deals that count (T210)"
    rejected = [f"{each['code']} {each['asks']}" for each in tree["tests"] if each["rejected"]]
    rejected[3:] = [f"and {len(rejected) - 3} more"] if len(rejected) > 3 else []
    if tree["decided_by"] == "e_value":
        if tree["verdict"] == "rejected":
            return "REJECTED · the evidence crossed its bound (T150)"
        beside = f"; of this look alone, which does not count: {', '.join(rejected)}" if rejected else ""
        return f"NOT REJECTED · the evidence has not crossed its bound{beside}"
    if rejected:
        return f"REJECTED · luck does not explain: {', '.join(rejected)}"
    return (
        "NOT REJECTED · luck explains what was asked; that is not the same as fair: see what could have been missed"
    )


def caution_words(tree: Tree) -> str:
    """What to look at before anyone is blamed; empty where nothing is rejected."""
    if tree["verdict"] != "rejected":
        return ""
    return (
        "This says that luck is not the whole story, not whose story it is. Look first for games that are missing, "
        "copied, edited or sorted: euchre-audit archive, euchre-audit explain CODE."
    )


def left_words(tree: Tree) -> Iterator[tuple[str, str]]:
    """What was left out, with its code."""
    for each in tree["left_out"]:
        yield each["code"], f"{count(each['deals'], 'deal')} left out or kept apart: {each['why']}"
    for each in tree["plan"]["left_out"]:
        yield each["code"], f"not asked, {each['asks']}: {each['why']}"


def count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"

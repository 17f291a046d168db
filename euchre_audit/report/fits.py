"""Which houses explain a game, as ``rules infer`` prints it."""

import textwrap

from ..audit import Fit, Loaded
from ..audit.words import place_words
from ..findings import FAIL, PASS
from ..rules import spelled
from .clean import clean
from .style import Style

WIDTH = 100


def fits_text(loaded: Loaded, fits: list[Fit], style: Style) -> str:
    """The houses that fit, and for each other one what rules it out and the switch that would allow it."""
    named = f", house {clean(loaded.game.house)} by its own words" if loaded.game.house else ""
    hands = f"{len(loaded.game.hands)} hand{'' if len(loaded.game.hands) == 1 else 's'}"
    lines = [style.paint(f"{clean(loaded.game.game or loaded.path)}, {hands}{named}", "bold"), ""]
    fitting = [fit.house.name for fit in fits if fit.fault is None]
    lines += [f"  {style.mark(PASS)} {name:<24} explains every call, card and claim" for name in fitting]
    ruled_out = [fit for fit in fits if fit.fault is not None and fit.fault.code != "G130"]
    if not fitting:
        lines.append("  no shipped house explains this game as it stands; those with the fewest faults come first")
    groups: dict[tuple[str, ...], list[str]] = {}
    for fit in ruled_out:
        groups.setdefault(tuple(_reasons(fit)), []).append(fit.house.name)
    for reasons, names in groups.items():
        lines += ["", *_wrapped(f"{style.mark(FAIL)} {', '.join(names)}", "  ")]
        lines += [line for reason in reasons for line in _wrapped(reason, "      ")]
    others = [fit for fit in fits if fit.fault is not None and fit.fault.code == "G130"]
    if others and others[0].fault is not None:
        names = [f"{fit.house.name} ({fit.house.rules.seats})" for fit in others]
        lines += ["", *_wrapped(f"not for {others[0].fault.found}: {', '.join(names)}", "  ")]
    return style.finish("\n".join(lines) + "\n")


def _reasons(fit: Fit) -> list[str]:
    """What rules a house out, and what would allow it."""
    fault = fit.fault
    if fault is None:
        return []
    where = fault.where
    parts = place_words(where)
    place = f"{', '.join(parts)}: " if parts else ""
    line = f"  {clean(where.path or '')}:{where.line}" if where.line is not None else ""
    more = f"; {fit.count - 1} more fault{'' if fit.count == 2 else 's'} after it" if fit.count > 1 else ""
    return [f"{place}{clean(fault.message)}  {fault.code}{line}{more}", _switch(fit)]


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _switch(fit: Fit) -> str:
    if fit.switch is None:
        return "no single switch would allow it"
    value, own = spelled(fit.switch.value), spelled(fit.switch.own)
    may = ", which this house lets a table pick" if fit.switch.choice else ""
    if fit.switch.whole:
        return f"the game fits with {fit.switch.key} {value} instead of {own}{may}"
    return f"{fit.switch.key} {value} instead of {own} would allow that{may}; other faults stay"

"""Which houses explain a game, as ``rules infer`` prints it."""

from ..audit import Fit, Loaded
from ..findings import FAIL, PASS
from .clean import clean
from .style import Style


def fits_text(loaded: Loaded, fits: list[Fit], style: Style) -> str:
    """The houses that fit, and for each other one what rules it out and the switch that would allow it."""
    named = f", house {clean(loaded.game.house)} by its own words" if loaded.game.house else ""
    hands = f"{len(loaded.game.hands)} hand{'' if len(loaded.game.hands) == 1 else 's'}"
    lines = [style.paint(f"{clean(loaded.game.game or loaded.path)}, {hands}{named}", "bold"), ""]
    fitting = [fit for fit in fits if fit.fault is None]
    for fit in fitting:
        lines.append(f"  {style.mark(PASS)} {fit.house.name:<24} explains every call, card and claim")
    if not fitting:
        lines.append("  no shipped house explains this game as it stands")
    lines.append("")
    for fit in fits:
        if fit.fault is None:
            continue
        where = fit.fault.where
        parts = [f"hand {where.hand}"] if where.hand is not None else []
        parts += [f"trick {where.trick}"] if where.trick is not None else []
        parts += [f"call {where.call}"] if where.call is not None else []
        place = f"{', '.join(parts)}: " if parts else ""
        line = f"  {clean(where.path or '')}:{where.line}" if where.line is not None else ""
        lines.append(
            f"  {style.mark(FAIL)} {fit.house.name:<24} {place}{clean(fit.fault.message)}  {fit.fault.code}{line}"
        )
        lines.append(f"{'':<29}{_switch(fit)}")
    return style.finish("\n".join(lines) + "\n")


def _switch(fit: Fit) -> str:
    if fit.switch is None:
        return "no single switch would allow it"
    value = {True: "yes", False: "no"}.get(fit.switch.value, fit.switch.value)
    own = {True: "yes", False: "no"}.get(fit.switch.own, fit.switch.own)
    may = ", which this house lets a table pick" if fit.switch.choice else ""
    return f"it would be allowed with {fit.switch.key} {value} instead of {own}{may}"

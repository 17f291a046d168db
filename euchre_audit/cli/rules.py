"""``rules``: the houses and their switches."""

from typing import Any

import click

from .shared import emit, look_options, make_style


@click.group()
def rules() -> None:
    """List the houses, show the rules of one, or compare two."""


@rules.command("list")
@look_options
def list_houses(color: str, ascii_only: bool) -> int:
    """List every house: name, dates, what it is."""
    from ..rules import house_names, load_house

    lines = []
    for name in house_names():
        house = load_house(name)
        dates = f"  ({_dates(house)})" if house.since or house.until else ""
        lines.append(f"  {name:<24}{house.title}{dates}")
    emit(make_style(color, ascii_only).finish("\n".join(lines) + "\n"))
    return 0


@rules.command("show")
@click.argument("house", metavar="HOUSE")
@look_options
def show_house(house: str, color: str, ascii_only: bool) -> int:
    """Show every switch of HOUSE: its value, and whether the source states it or is silent."""
    from ..rules import switches

    found = _house(house)
    style = make_style(color, ascii_only)
    lines = [
        style.paint(f"{found.name} · {found.title}", "bold"),
        f"  source  {found.source}",
        f"  dates   {_dates(found)}",
        f"  {found.about}",
        "",
    ]
    stated = _stated(found.stated)
    for key, value, meaning in switches(found.rules):
        origin = "stated" if key in stated else "default"
        choices = found.choices.get(key)
        also = f"  (a table may pick {', '.join(map(_value, choices))})" if choices else ""
        lines.append(f"  {key:<22} {_value(value):<18} {origin:<8} {meaning}{also}")
    emit(style.finish("\n".join(lines) + "\n"))
    return 0


@rules.command("diff")
@click.argument("first", metavar="HOUSE")
@click.argument("second", metavar="HOUSE")
@look_options
def diff_houses(first: str, second: str, color: str, ascii_only: bool) -> int:
    """Show the switches in which two houses differ, and whether each states its value."""
    from ..rules import switches

    one, other = _house(first), _house(second)
    style = make_style(color, ascii_only)
    values = [{key: value for key, value, _ in switches(house.rules)} for house in (one, other)]
    stated = [_stated(house.stated) for house in (one, other)]
    lines = [style.paint(f"  {'':<22} {one.name:<28} {other.name}", "bold")]
    for key in values[0]:
        if values[0][key] != values[1][key]:
            told = [
                f"{_value(values[side][key])} ({'stated' if key in stated[side] else 'default'})" for side in (0, 1)
            ]
            lines.append(f"  {key:<22} {told[0]:<28} {told[1]}")
    if len(lines) == 1:
        lines = [f"{one.name} and {other.name} differ in no switch"]
    emit(style.finish("\n".join(lines) + "\n"))
    return 0


def _house(name: str) -> Any:
    from ..rules import UnknownHouse, load_house

    try:
        return load_house(name.lower())
    except UnknownHouse:
        raise click.BadParameter(f"there is no house {name!r}; see: euchre-audit rules list") from None


def _dates(house: Any) -> str:
    if house.since and house.until:
        return f"{house.since} to {house.until}"
    if house.since:
        return f"since {house.since}"
    return f"until {house.until}" if house.until else "no dates given"


def _stated(tree: dict[str, Any]) -> set[str]:
    found = set()
    for key, value in tree.items():
        found |= {f"{key}.{inner}" for inner in value} if isinstance(value, dict) else {key}
    return found


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " or ".join(map(str, value))
    return str(value)

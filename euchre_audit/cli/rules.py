"""``rules``: the houses and their switches, on the screen and on paper; a person's own; which fit a game."""

import os
import textwrap
from typing import Any

import click

from .shared import ValueMayBeLeftOut, emit, find_house, house_text, look_options, make_style, say_unreadable

WIDTH = 98


@click.group()
def rules() -> None:
    """List, show, print, compare and check the rules of houses; find those that fit a game.

    Where HOUSE is asked for, a house file of your own may stand, too, whose name ends in .toml.
    """


@rules.command("list")
@look_options
def list_houses(color: str, ascii_only: bool) -> int:
    """List every house: name, dates, what it is."""
    from ..rules import house_names, load_house

    lines = []
    for name in house_names():
        house = load_house(name)
        dates = f"  ({_dates(house)})" if house.since or house.until else ""
        lines.append(f"  {name:<24} {house.title}{dates}")
    emit(make_style(color, ascii_only).finish("\n".join(lines) + "\n"))
    return 0


@rules.command("show", cls=ValueMayBeLeftOut)
@click.argument("house", metavar="HOUSE")
@click.option(
    "--sheet",
    type=click.Choice(["text", "html"]),
    is_flag=False,
    flag_value="text",
    help="The rules in words on one page to print, as text or as HTML (--sheet=html).",
)
@look_options
def show_house(house: str, sheet: str | None, color: str, ascii_only: bool) -> int:
    """Show every switch of HOUSE: its value, and whether the source states it or is silent."""
    from ..report import clean
    from ..report.sheet import sheet_html, sheet_text
    from ..rules import spelled, switches

    found = find_house(house)
    style = make_style(color, ascii_only)
    if sheet is not None:
        emit(sheet_html(found) if sheet == "html" else style.finish(sheet_text(found)))
        return 0
    lines = [
        style.paint(clean(f"{found.name} · {found.title}"), "bold"),
        *_wrapped(f"  {'source':<8}", clean(found.source)),
        f"  {'dates':<8}{clean(_dates(found))}",
        *_wrapped("  ", clean(found.about)),
        "",
    ]
    stated = _stated(found.stated)
    rows = [(key, spelled(value), key in stated, meaning) for key, value, meaning in switches(found.rules)]
    wide = max(len(value) for _, value, _, _ in rows)
    for key, value, said, meaning in rows:
        lines += _wrapped(f"  {key:<21} {value:<{wide}}  {'stated' if said else 'default':<8} ", meaning)
        if key in found.choices:
            lines += _wrapped(f"{'':<24}", f"a table may pick {', '.join(map(spelled, found.choices[key]))}")
    emit(style.finish("\n".join(lines) + "\n"))
    return 0


@rules.command("infer")
@click.argument("files", metavar="GAME…", nargs=-1, required=True)
@look_options
def infer_house(files: tuple[str, ...], color: str, ascii_only: bool) -> int:
    """Say which shipped houses explain each game without a fault.

    For every other house: the first event that rules it out, and the one switch that would allow it. The house and
    rules that the record names are put aside. Exit 1 where no house explains a game.
    """
    from ..audit import infer, load
    from ..findings import Finding, Unreadable
    from ..records import read_source
    from ..report.fits import fits_text

    style, texts, code = make_style(color, ascii_only), [], 0
    for file in files:
        try:
            source = read_source(file)
        except Unreadable as error:
            say_unreadable(error.finding)
            code = 2
            continue
        for loaded in load(source):
            if isinstance(loaded, Finding):
                say_unreadable(loaded)
                code = 2
                continue
            fits = infer(loaded)
            texts.append(fits_text(loaded, fits, style))
            if all(fit.fault is not None for fit in fits):
                code = max(code, 1)
    emit("\n".join(texts))
    return code


@rules.command("check")
@click.argument("file", metavar="FILE.toml")
@look_options
def check_file(file: str, color: str, ascii_only: bool) -> int:
    """Check a house file of your own: FILE has the form of the houses that are shipped.

    What is wrong is told with its line. Where nothing is, the switches in which the house differs
    from the defaults are shown, and --house FILE judges games by it.
    """
    from ..findings import FAIL
    from ..report import clean
    from ..rules import Rules, check_house, spelled, switches

    style = make_style(color, ascii_only)
    house, findings = check_house(house_text(file), file, os.path.basename(file))
    if house is None:
        lines = []
        for finding in findings:
            place = f"{clean(file)}:{finding.where.line}"
            lines.append(f"  {style.mark(FAIL)} {place}  {clean(finding.message)}  {finding.code}")
            lines += [f"      expected   {clean(finding.expected)}"] if finding.expected else []
            lines += [f"      found      {clean(finding.found)}"] if finding.found else []
        count = f"{len(findings)} fault{'' if len(findings) == 1 else 's'}"
        emit(style.finish("\n".join([*lines, "", f"FAIL · {count}"]) + "\n"))
        return 1
    usual = {key: value for key, value, _ in switches(Rules())}
    lines = [style.paint(clean(f"{house.name} · {house.title}"), "bold")]
    for key, value, _ in switches(house.rules):
        if value != usual[key]:
            lines.append(f"  {key:<21} {spelled(value):<26} instead of {spelled(usual[key])}")
    if len(lines) == 1:
        lines.append("  every switch as the defaults have it")
    emit(style.finish("\n".join([*lines, "", "PASS · a house to play and to judge by"]) + "\n"))
    return 0


@rules.command("diff")
@click.argument("first", metavar="HOUSE")
@click.argument("second", metavar="HOUSE")
@look_options
def diff_houses(first: str, second: str, color: str, ascii_only: bool) -> int:
    """Show the switches in which two houses differ, and whether each states its value."""
    from ..rules import spelled, switches

    one, other = find_house(first), find_house(second)
    style = make_style(color, ascii_only)
    values = [{key: value for key, value, _ in switches(house.rules)} for house in (one, other)]
    stated = [_stated(house.stated) for house in (one, other)]
    lines = [style.paint(f"  {'':<22} {one.name:<28} {other.name}", "bold")]
    for key in values[0]:
        if values[0][key] != values[1][key]:
            told = [
                f"{spelled(values[side][key])} ({'stated' if key in stated[side] else 'default'})"
                for side in (0, 1)
            ]
            lines.append(f"  {key:<22} {told[0]:<28} {told[1]}")
    if len(lines) == 1:
        lines = [f"{one.name} and {other.name} differ in no switch"]
    emit(style.finish("\n".join(lines) + "\n"))
    return 0


def _wrapped(start: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start)) or [start]


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

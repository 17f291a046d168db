"""A ruling slip: one fault with its position, the rule, the source, the cards, and what it costs."""

import textwrap

from ..audit import GameResult, HandResult
from ..audit.words import place_words, seat_name
from ..findings import Finding
from ..findings.catalogue import entry
from .clean import clean
from .outcome import outcome_lines
from .replay import Judged
from .style import Style
from .table import Position, at_position, moments
from .table_text import table_lines

WIDTH = 96
RENEGES = ("P310", "P311")


def ruling_slips(game: GameResult, hands: list[Judged], style: Style, at: Position) -> str | None:
    """A slip for each fault at a place: a hand, a trick of it (0: the calls), or one play; None where none is."""
    placed: list[tuple[tuple[Judged, HandResult] | None, Finding]] = [(None, finding) for finding in game.findings]
    placed += [(item, finding) for item in zip(hands, game.hands, strict=True) for finding in item[1].findings]
    faults = [item for item in placed if item[1].severity != "note" and _is_at(item[1], at)]
    slips = ["\n".join(_slip(game, hand, finding, style)) for hand, finding in faults]
    return style.finish("\n\n".join(slips) + "\n") if slips else None


def places_of_faults(game: GameResult) -> list[str]:
    """Where there are faults, as ``--slip`` takes it."""
    whole = any(each.severity != "note" and each.where.hand is None for each in game.all_findings())
    places = ["the game as a whole"] if whole else []
    for finding in game.all_findings():
        where = finding.where
        if finding.severity != "note" and where.hand is not None:
            trick = where.trick if where.trick is not None else 0 if where.call is not None else None
            parts = (where.hand, trick, where.play or where.call)
            places.append(".".join(str(part) for part in parts if part is not None))
    return list(dict.fromkeys(places))


def _is_at(finding: Finding, at: Position) -> bool:
    where = finding.where
    if where.hand != at.hand:
        return False
    if at.trick is None:
        return True
    if at.trick == 0:
        return where.call is not None and at.play in (None, where.call)
    return where.trick == at.trick and at.play in (None, where.play)


def _slip(game: GameResult, hand: tuple[Judged, HandResult] | None, finding: Finding, style: Style) -> list[str]:
    where, found = finding.where, entry(finding.code)
    place = place_words(where)
    place += [f"play {where.play}"] if where.play is not None else []
    place += [seat_name(where.seat, game.rules.seats)] if where.seat is not None else []
    line = f":{where.line}" if where.line is not None else ""
    lines = [
        style.paint(f"Ruling slip · {clean(game.name or game.path)}, house {clean(game.house or '')}", "bold"),
        *_row("place", f"{', '.join(place)} · {clean(where.path or '')}{line}"),
        *_row("fault", f"{clean(finding.message)}  {finding.code}"),
    ]
    if finding.expected is not None:
        lines += _row("expected", clean(finding.expected))
    lines += _row("rule", found.rule) + _row("source", found.source)
    more = [clean(item.message) for item in finding.related]
    if finding.code in RENEGES:
        lines += _row("costs", more.pop(0))
    elif finding.code[0] in "BP":
        lines += _row("costs", "no source of this house states a penalty")
    for number, text in enumerate(more):
        lines += _row("also" if number == 0 else "", text)
    told = outcome_lines(game)
    for number, text in enumerate(told):
        lines += _row("result" if number == 0 else "", text)
    shown = _position(game, hand, finding, style)
    lines += ["", *(f"  {text}" for text in shown)] if shown else []
    return [*lines, "", "  ruled    ______________________________   points ______   by ____________________"]


def _position(
    game: GameResult, hand: tuple[Judged, HandResult] | None, finding: Finding, style: Style
) -> list[str]:
    where = finding.where
    if hand is None or where.hand is None or (where.play is None and where.call is None):
        return []
    at = Position(where.hand, where.trick or 0, where.play or where.call)
    table = at_position(moments(game, *hand[0]), at)
    return [] if table is None else table_lines(table, style, faults=False)


def _row(label: str, text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"  {label:<9}", subsequent_indent=" " * 11)

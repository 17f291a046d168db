"""``replay``: a game trick by trick."""

import sys
from contextlib import suppress
from typing import Any

import click

from ..findings import Finding, Unreadable
from .shared import (
    ValueMayBeLeftOut,
    emit,
    hands_in_full,
    house_option,
    look_options,
    make_style,
    parse_reports,
    read_options,
    report_options,
    say_unreadable,
)
from .targets import check_targets, write_targets


@click.command(cls=ValueMayBeLeftOut)
@click.argument("file", metavar="FILE")
@click.option("--hand", type=click.IntRange(1), help="Show this hand alone.")
@click.option("--at", metavar="HAND.TRICK.PLAY", help="Show one moment, such as 3.2.4; 3.0.2 is the second call.")
@click.option("--slip", metavar="HAND.TRICK", help="A ruling slip for each fault there: 3.2, 3.2.4, or 3 for all.")
@click.option(
    "--scoresheet",
    "sheet",
    is_flag=False,
    flag_value="text",
    type=click.Choice(["text", "csv", "html"]),
    help="A score sheet instead, one row a hand: text where no format is named, csv, or html to print.",
)
@click.option("--svg", is_flag=True, help="With --at: the table as an image (SVG).")
@click.option("--step", "stepping", is_flag=True, help="Step through the game with keys; ? lists them, q leaves.")
@report_options
@house_option
@look_options
def replay(
    file: str,
    hand: int | None,
    at: str | None,
    slip: str | None,
    sheet: str | None,
    svg: bool,
    stepping: bool,
    form: str,
    reports: tuple[str, ...],
    house: str | None,
    color: str,
    ascii_only: bool,
) -> int:
    """Show a game trick by trick: who leads and takes, the running score, each fault at its place.

    FILE is whatever verify reads; - is standard input. Plain text that pipes well; in the other formats it is the
    report of verify, html with each hand to step through.
    Exit 1 where there is a fault.
    """
    from ..audit import GameResult, Report, audit_game, load
    from ..audit.hand import HandOutcome
    from ..audit.run import audit_source
    from ..records import HandRecord, read_source
    from ..report import replay_text
    from ..report.render import render
    from ..report.replay import replay_svg
    from ..report.scoresheet import Sheet, score_sheet
    from ..report.slip import places_of_faults, ruling_slips

    if sheet is not None and (hand is not None or at is not None):
        raise click.UsageError("--scoresheet shows every hand in one table; leave out --hand and --at")
    if slip is not None and (hand is not None or at is not None or sheet is not None):
        raise click.UsageError("--slip names the place of the fault; leave out --hand, --at and --scoresheet")
    if svg and (at is None or stepping):
        raise click.UsageError("--svg is the image of one step; name it with --at, such as --at 3.2.4")
    if stepping:
        from .step import require_terminal

        if slip is not None or sheet is not None:
            raise click.UsageError("--step shows the table; leave out --slip and --scoresheet")
        require_terminal()
    if form != "text" and ((hand, at, slip, sheet) != (None,) * 4 or svg or stepping):
        raise click.UsageError(
            f"--format {form} is the report on the whole file; leave out --hand, --at and the like"
        )
    targets = parse_reports(reports)
    check_targets(targets, (file,), () if house is None else (house,))
    options = read_options(house, in_full=hands_in_full(form, targets))
    position = _position(None, slip, "--slip") if slip is not None else _position(hand, at, "--at")
    if svg and position.trick is None:
        raise click.UsageError("--svg is the image of one step; name it whole, such as --at 3.2.4")
    style = make_style(color, ascii_only)
    source = read_source(file)
    report = Report([(source.path, source.sha256)], options=options)
    if form != "text" or targets:
        whole = audit_source(source, options)
        failed = write_targets(whole, targets)
        if form != "text":
            emit(render(form, whole))
        for finding in failed:
            report.unreadable += 1
            say_unreadable(finding)
        if form != "text":
            return 2 if failed else int(whole.exit_code)
    texts: list[str] = []
    sheets: list[Sheet] = []
    stepped: list[tuple[GameResult, list[tuple[HandRecord, HandOutcome]]]] = []
    for loaded in load(source):
        if isinstance(loaded, Finding):
            report.unreadable += 1
            say_unreadable(loaded)
            continue
        judged: list[tuple[HandRecord, HandOutcome]] = []
        try:
            game = audit_game(loaded, options, judged.append)
        except Unreadable as error:
            report.unreadable += 1
            say_unreadable(error.finding)
            continue
        report.games.append(game)
        if sheet is not None:
            sheets.append(score_sheet(game, judged))
            continue
        if stepping:
            stepped.append((game, judged))
            continue
        if svg:
            text = replay_svg(game, judged, position)
        else:
            show = replay_text if slip is None else ruling_slips
            text = show(game, judged, style, position)
        if text is not None:
            texts.append(text)
    if sheet is not None:
        _emit_sheets(sheets, sheet, style)
        return report.exit_code
    if stepping:
        _step(stepped, style, position)
        return report.exit_code
    if report.games and not texts and slip is not None:
        places = ", ".join(places_of_faults(report.games[0])[:20])
        raise click.UsageError(
            f"there is no fault at {slip}; " + (f"faults: {places}" if places else "there is none")
        )
    if report.games and not texts:
        raise click.UsageError(_no_such_place(report.games[0], position))
    if svg and len(texts) > 1:
        raise click.UsageError(
            f"--svg is one image, and this step is in {len(texts)} games: extract one of them first"
        )
    emit("\n".join(texts))
    return report.exit_code


def _step(stepped: Any, style: Any, position: Any) -> None:
    from ..report.stepper import Games
    from .step import step

    games = Games(stepped)
    if games.hands:
        step(games, style, position)


def _emit_sheets(sheets: Any, form: str, style: Any) -> None:
    from ..report.scoresheet import sheet_text, sheets_csv, sheets_html

    if form == "csv" and sheets:
        with suppress(AttributeError):  # a line of CSV ends in CRLF on every system, and not in CR CRLF on one
            sys.stdout.reconfigure(newline="")  # type: ignore[union-attr]
        emit(sheets_csv(sheets, style))
    elif form == "html" and sheets:
        emit(sheets_html(sheets, style))
    else:
        emit("\n".join(sheet_text(sheet, style) for sheet in sheets))


def _no_such_place(game: Any, at: Any) -> str:
    numbers = [hand.number for hand in game.hands]
    if at.hand not in numbers:
        return f"there is no hand {at.hand}; the hands are {', '.join(map(str, numbers))}"
    if at.trick == 0:
        calls = next(hand.calls for hand in game.hands if hand.number == at.hand)
        return f"hand {at.hand} has no call {at.play or 1}; it has {calls}"
    what = f"trick {at.trick}, play {at.play or 1}"
    tricks = game.rules.tricks
    return f"hand {at.hand} has no {what}; a hand has tricks 1 to {tricks}, and a play for each who takes part"


def _position(hand: int | None, at: str | None, option: str) -> Any:
    from ..report import Position
    from ..report.table import read_position

    if at is None:
        return Position(hand) if hand is not None else None
    if hand is not None:
        raise click.UsageError("--at names the hand already; leave out --hand")
    position = read_position(at)
    if position is None:
        raise click.BadParameter(f"{at!r} is not HAND.TRICK.PLAY, such as 3.2.4", param_hint=option)
    return position

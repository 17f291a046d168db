"""``replay``: a game trick by trick."""

import re
from typing import Any

import click

from ..findings import Finding, Unreadable
from .shared import emit, house_option, look_options, make_style, read_options, say_unreadable


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--hand", type=click.IntRange(1), help="Show this hand alone.")
@click.option("--at", metavar="HAND.TRICK.PLAY", help="Show one moment, such as 3.2.4; 3.0.2 is the second call.")
@house_option
@look_options
def replay(file: str, hand: int | None, at: str | None, house: str | None, color: str, ascii_only: bool) -> int:
    """Show a game trick by trick: who leads and takes, the running score, each fault at its place.

    FILE is a game or hand of ours, or an EGN game (.egn); - is standard input. Plain text that pipes well.
    Exit 1 where there is a fault.
    """
    from ..audit import Report, audit_game, load
    from ..audit.hand import HandOutcome
    from ..records import HandRecord, read_source
    from ..report import replay_text

    options = read_options(house)
    position = _position(hand, at)
    style = make_style(color, ascii_only)
    source = read_source(file)
    report = Report([(source.path, source.sha256)], options=options)
    texts = []
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
        text = replay_text(game, judged, style, position)
        if text is not None:
            texts.append(text)
    if report.games and not texts:
        raise click.UsageError(_no_such_place(report.games[0], position))
    emit("\n".join(texts))
    return report.exit_code


def _no_such_place(game: Any, at: Any) -> str:
    numbers = [hand.number for hand in game.hands]
    if at.hand not in numbers:
        return f"there is no hand {at.hand}; the hands are {', '.join(map(str, numbers))}"
    what = f"call {at.play or 1}" if at.trick == 0 else f"trick {at.trick}, play {at.play or 1}"
    return f"hand {at.hand} has no {what}; a hand has tricks 1 to 5, and a play for each who takes part"


def _position(hand: int | None, at: str | None) -> Any:
    from ..report import Position

    if at is None:
        return Position(hand) if hand is not None else None
    if hand is not None:
        raise click.UsageError("--at names the hand already; leave out --hand")
    match = re.fullmatch(r"([1-9]\d{0,8})(?:\.(\d{1,2})(?:\.([1-9]\d?))?)?", at, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{at!r} is not HAND.TRICK.PLAY, such as 3.2.4", param_hint="--at")
    number, trick, play = (int(part) if part is not None else None for part in match.groups())
    return Position(number or 1, trick, play)

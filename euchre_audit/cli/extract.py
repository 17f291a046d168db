"""``extract``: one hand out of a game."""

import click

from ..findings import Finding, Unreadable, Where
from .shared import emit, house_option, is_house_file, read_options


@click.command()
@click.argument("file", metavar="GAME")
@click.option("--hand", type=click.IntRange(1), required=True, help="The number of the hand.")
@house_option
def extract(file: str, hand: int, house: str | None) -> int:
    """Print one hand of GAME as a hand file, which verifies on its own.

    House, rules, players and the score before the hand go along. An EGN game gives a hand of ours.
    """
    from ..audit import load
    from ..audit.extract import extract_hand
    from ..records import read_source
    from ..records.write import json_text
    from ..report.clean import unforgeable

    if house is not None and is_house_file(house):
        message = "a hand file names a house of rules list, so it cannot be that of a file"
        raise click.BadParameter(message, param_hint="--house")
    options = read_options(house)
    found = []
    for loaded in load(read_source(file)):
        if isinstance(loaded, Finding):
            raise Unreadable.of(loaded)
        tree = extract_hand(loaded, hand, options)
        if tree is not None:
            found.append(tree)
    if len(found) != 1:
        problem = f"there is no hand {hand}" if not found else f"{len(found)} games here have a hand {hand}"
        raise Unreadable("F101", problem, Where(path=file))
    emit(unforgeable(json_text(found[0]), "\\u{:04x}"))
    return 0

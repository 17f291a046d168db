"""``convert``: games from one form to another."""

import click

from .shared import emit


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--house", metavar="HOUSE", help="The house of games that name none, where OUT has to say the rules.")
@click.option("--force", is_flag=True, help="Replace OUT where it is there already.")
def convert(source: str, target: str, house: str | None, force: bool) -> int:
    """Rewrite the games of IN as OUT; the names say how.

    IN is .json, .jsonl, .msgpack, .egn, .emn, .ptn or a .jsonl of OpenSpiel histories; OUT is .json, .jsonl,
    .msgpack, .egn (one game), .emn (a match) or .openspiel.jsonl (a hand a line).

    Everything is read strictly first, and OUT is written whole or not at all. What OUT has no place for is
    listed, rules first: by other rules OUT may look faulty. A log that would read as another is not written. The
    evidence of the deals of an .egn game stands beside it, in a .proof.json file.
    """
    from ..notations.convert import convert_any
    from ..report.clean import clean, unforgeable

    lines = convert_any(source, target, house.lower() if house is not None else None, force=force)
    emit("".join(f"{unforgeable(clean(line))}\n" for line in lines))
    return 0

"""``convert``: records between JSON and msgpack."""

import click

from .shared import emit


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--force", is_flag=True, help="Replace OUT where it is there already.")
def convert(source: str, target: str, force: bool) -> int:
    """Rewrite the records of IN as OUT; the names say how: .json, .jsonl or .msgpack.

    Every record is read strictly first. OUT is written whole or not at all, and nothing is lost.
    """
    from ..records import convert_file
    from ..report import clean

    count = convert_file(source, target, force=force)
    emit(f"{clean(target)}: {count} record{'' if count == 1 else 's'}\n")
    return 0

"""``schema``: the JSON Schema of a record."""

import click

from .shared import emit


@click.command()
@click.argument("name", type=click.Choice(["hand", "game", "archive", "ledger"]))
def schema(name: str) -> int:
    """Print the JSON Schema (2020-12) of a hand file, a game, an archive's manifest or a line of a ledger.

    schemas/ holds the same.
    """
    from ..records.schema import schema_text

    emit(schema_text(name))
    return 0

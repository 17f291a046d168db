"""``schema``: the JSON Schema of a record."""

import click

from .shared import emit


@click.command()
@click.argument("name", type=click.Choice(["hand", "game"]))
def schema(name: str) -> int:
    """Print the JSON Schema (2020-12) of a hand file or a game; schemas/ holds the same."""
    from ..records.schema import schema_text

    emit(schema_text(name))
    return 0

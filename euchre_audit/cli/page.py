"""``page``: the verifier for a browser, as one file."""

import click

from .shared import emit


@click.command()
def page() -> int:
    """Print a page that checks hands and games in a browser.

    Keep it: euchre-audit page > verifier.html, then open that file on any device, without a network. It shares
    no check with this program: deal, evidence, calls, play and score are worked out by its own script.
    """
    from ..web import page as made

    emit(made())
    return 0

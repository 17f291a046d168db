"""``verify``: saved hands and games."""

from typing import Any

import click

from .shared import audit_options, give, make_style, parse_reports, read_options


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@audit_options
def verify(
    files: tuple[str, ...],
    form: str,
    reports: tuple[str, ...],
    house: str | None,
    color: str,
    ascii_only: bool,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> int:
    """Check saved hands and games: was it dealt as promised, played by the rules, scored right?

    FILE is a hand or game (.json, .jsonl, .msgpack) or an EGN game (.egn); - is standard input.

    Each of commitment, deal, bidding, play, score, published and choice is answered: pass, fail, unproven
    (evidence could exist and was not shown) or unchecked (the file has no record of it).
    """
    from ..audit import audit_files

    parse_reports(reports)
    report = audit_files(files, read_options(house, **given))
    return give(report, form, reports, make_style(color, ascii_only), quiet=quiet, verbose=verbose)

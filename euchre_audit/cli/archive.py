"""``archive``: every game file in a folder."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from .shared import audit_options, give, make_style, parse_reports, read_options


@click.command()
@click.argument("folder", metavar="FOLDER")
@audit_options
def archive(
    folder: str,
    form: str,
    reports: tuple[str, ...],
    house: str | None,
    color: str,
    ascii_only: bool,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> int:
    """Audit every game file in a FOLDER and below, and sum up.

    Game files are .json, .jsonl, .msgpack and .egn; hidden files and links are passed over. One bad file never
    stops the others.
    """
    from ..audit import audit_folder

    parse_reports(reports)
    options = read_options(house, **given)
    with _progress() as progress:
        report = audit_folder(folder, options, progress)
    return give(report, form, reports, make_style(color, ascii_only), quiet=quiet, verbose=verbose)


@contextmanager
def _progress() -> Iterator[Callable[[str], None] | None]:
    """How far the audit is, on standard error, and only where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} files"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("audit", total=None)
        yield lambda path: bar.advance(task)

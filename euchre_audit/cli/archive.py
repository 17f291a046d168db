"""``archive``: every game file in a folder."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from .shared import audit_options, run_audit


@click.command()
@click.argument("folder", metavar="FOLDER")
@audit_options
def archive(folder: str, **given: Any) -> int:
    """Audit every game file in a FOLDER and below, and sum up.

    Game files are .json, .jsonl, .msgpack, .egn, .emn and .ptn; hidden files and links are passed over. One bad
    file never stops the others.
    """
    from ..audit import audit_folder

    def audit(options: Any) -> Any:
        with _progress() as progress:
            return audit_folder(folder, options, progress)

    return run_audit(audit, **given)


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

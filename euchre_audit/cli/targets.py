"""Where the reports of a run go: looked at before the audit, written after it."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import click

from ..findings import Finding, Unreadable, Where
from .shared import same_file

Target = tuple[str, str]
"""A format and a path."""


def check_targets(targets: Sequence[Target], audited: Sequence[str], own: Sequence[str]) -> None:
    """Refuse, before any work, a report that could not be written or would be in the way of an audit.

    ``audited`` are the files and folders to audit, ``own`` those of the options.
    """
    from ..records import check_writable

    for place, (_, path) in enumerate(targets):
        if any(_same_target(path, other) for _, other in targets[:place]):
            raise click.BadParameter(f"two reports would go to {path!r}", param_hint="--report")
        _refuse_input(path, (*audited, *_files_of(own)))
        if any(_is_read_in(folder, path) for folder in audited):
            message = "the next audit of this folder would read it as a game; a report goes elsewhere"
            raise Unreadable("F101", message, Where(path=path))
        check_writable(path)


def write_targets(report: Any, targets: Sequence[Target], *, verbose: bool = False) -> list[Finding]:
    """Write each report to its file, unless the audit read that; what stood in the way of those that are not.

    ``verbose``: how text is.
    """
    from ..records import write_atomically
    from ..report import Style
    from ..report.render import render, render_text

    inputs = [os.path.join(report.folder or "", path) for path, _ in report.inputs]
    failed = []
    for kind, path in targets:
        try:
            _refuse_input(path, inputs)
            told = render_text(report, Style(), verbose=verbose) if kind == "text" else render(kind, report)
            write_atomically(path, told.encode("utf-8"), force=True)
        except Unreadable as error:
            failed.append(error.finding)
    return failed


def _files_of(paths: Sequence[str]) -> list[str]:
    """Files, and those in folders; that a folder may not be read is told by whoever reads it."""
    found = list(paths)
    for folder in filter(os.path.isdir, paths):
        with suppress(OSError):
            found += [os.path.join(folder, name) for name in os.listdir(folder)]
    return found


def _refuse_input(path: str, inputs: Iterable[str]) -> None:
    if any(same_file(path, each) for each in inputs):
        raise Unreadable("F101", "this file is what is audited; a report is written elsewhere", Where(path=path))


def _same_target(path: str, other: str) -> bool:
    """Whether the second report would replace the first; a device takes both."""
    if os.path.exists(path) and not os.path.isfile(path):
        return False
    return os.path.realpath(path) == os.path.realpath(other) or same_file(path, other)


def _is_read_in(folder: str, path: str) -> bool:
    """Whether the audit of this folder would take a file at this path for one of its games."""
    from ..audit.archive import GAME_FILES

    if not os.path.isdir(folder):
        return False
    try:
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(folder))
    except ValueError:  # another drive
        return False
    hidden = any(part.startswith(".") for part in inside.split(os.sep))
    return not hidden and inside.lower().endswith(GAME_FILES)

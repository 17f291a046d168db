"""``archive``: every game of a folder, packed or not, and its manifest."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from .shared import audit_options, emit, run_audit


def _limits(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> Any:
    from ..records.container import limits_from

    try:
        return limits_from(words)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


class WithInit(click.Command):
    """The command itself, or ``init`` where that is its first word."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever is meant."""
        if args[:1] == ["init"]:
            return init.make_context(f"{info_name} init", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=WithInit)
@click.argument("path", metavar="PATH")
@click.option(
    "--limit",
    "limits",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_limits,
    help="What a packed archive may hold, and how long one game may take. May be repeated. Without it: "
    "entries=200000, total-bytes=8GiB, ratio=200 (unpacked for packed, beyond the first MiB), depth=32, "
    "name-bytes=1024, seconds=60.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(1), metavar="N", help="Processes to audit by; as many as there are cores."
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Audit by the workers of a Dask cluster, whose scheduler is at tcp://host:8786; needs the extra cluster.",
)
@click.option("--expect-games", type=click.IntRange(0), metavar="N", help="How many games there have to be.")
@audit_options
def archive(
    path: str, expect_games: int | None, dask: str | None, jobs: int | None, limits: Any, **given: Any
) -> int:
    """Audit every game file in PATH, and sum up: a folder, .zip, .tar, .tar.gz, or a stream (.jsonl, .msgpack, -).

    Game files are .json, .jsonl, .msgpack, .egn, .emn and .ptn; hidden files and links are passed over. One bad
    file never stops the others. With the extra cluster PATH may be a URL (s3://, https://, memory://, …): what is
    there is copied here first.

    Where there is an archive.json at its root, the games are compared with it: which there are, who sat where,
    scores, byes, standings, and the ledger of their deals. "archive init FOLDER" writes it.
    """
    from ..audit import Report, audit_archive
    from ..audit.shards import all_cores, collect_seldom
    from ..evidence import ExtraMissing
    from ..findings import Unreadable

    def audit(options: Any) -> Any:
        try:
            with _workers(dask) as by, _progress(path) as progress:
                return audit_archive(path, options, progress, expect_games, jobs or all_cores(), limits, by)
        except Unreadable as error:
            shown = error.finding.where.path or "-"
            inputs: list[tuple[str, str | None]] = [(shown, None)]
            return Report(inputs, findings=[error.finding], unreadable=1, options=options, archive=shown)

    collect_seldom()
    if dask is not None and jobs is not None:
        raise click.UsageError("--jobs counts processes here; with --dask the cluster has its own")
    try:
        return run_audit(audit, (path,), **given)
    except ExtraMissing as missing:
        raise click.UsageError(str(missing)) from None


@click.command()
@click.argument("folder", metavar="FOLDER")
@click.option("--event", metavar="NAME", help="What the event is called.")
@click.option("--previous", metavar="FILE", help="The archive.json before this one, whose hash goes into it.")
def init(folder: str, event: str | None, previous: str | None) -> int:
    """Write the archive.json of a FOLDER of games: hashes, seats, scores, standings, the ledger.

    The games have to be without fault. Rounds, tables and byes are yours to add; archive checks them.
    """
    import hashlib

    from ..audit.draft import draft_manifest
    from ..records import read_bytes, write_atomically
    from ..records.manifest import MANIFEST
    from ..records.write import json_text
    from ..report import clean

    before = hashlib.sha256(read_bytes(previous)).hexdigest() if previous is not None else None
    tree = draft_manifest(folder, event, before)
    path = os.path.join(folder, MANIFEST)
    write_atomically(path, json_text(tree).encode())
    emit(f"{clean(path)}: {len(tree['games'])} games, {len(tree['players'])} players\n")
    return 0


@contextmanager
def _workers(address: str | None) -> Iterator[Any]:
    """The cluster at this address; None for none."""
    if address is None:
        yield None
        return
    from ..audit.cluster import ClusterError, cluster

    try:
        with cluster(address) as by:
            yield by
    except ClusterError as error:
        raise click.ClickException(f"--dask: {error}") from None


@contextmanager
def _progress(path: str) -> Iterator[Callable[[Any], None] | None]:
    """How far the audit is, on standard error, and only where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from ..audit.archive import size_of
    from ..audit.games import Tally

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[games]:,} games  {task.fields[rate]:,} hands/s  {task.fields[found]:,} faults"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("audit", total=size_of(path), games=0, rate=0, found=0)
        begun = time.monotonic()
        total = Tally()

        def show(done: Any) -> None:
            total.add(done.tally)
            rate = int(total.hands / max(time.monotonic() - begun, 0.001))
            bar.update(task, advance=done.size, games=total.games, rate=rate, found=total.findings("error"))

        yield show

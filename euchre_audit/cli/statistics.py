"""``statistics``: is the shuffling fair, over many deals?"""

import os
from typing import Any

import click

from .shared import emit, look_options, make_style, parse_reports, same_file

KINDS = ("text", "json", "html")


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option(
    "--level",
    type=click.FloatRange(0.005, 0.2),
    default=0.05,
    show_default=True,
    help="In how large a share of fair archives any question at all may raise a false alarm.",
)
@click.option(
    "--state",
    "state_path",
    metavar="FILE",
    help="Keep evidence here that stays valid however often one looks; made where there is none. Then it decides, "
    "each deal counts once, and the plan is told beside it.",
)
@click.option(
    "--control", is_flag=True, help="Deal as many deals anew by our procedure, and ask them the same, side by side."
)
@click.option(
    "-o",
    "--report",
    "reports",
    metavar="FORMAT=PATH",
    multiple=True,
    help="Write a report to a file, too, in a format of --format. May be repeated.",
)
@click.option(
    "--format", "form", type=click.Choice(KINDS), default="text", show_default=True, help="What to print."
)
@look_options
def statistics(
    paths: tuple[str, ...],
    level: float,
    state_path: str | None,
    control: bool,
    reports: tuple[str, ...],
    form: str,
    color: str,
    ascii_only: bool,
) -> int:
    """Ask of many deals whether luck explains who got which cards: a plan of questions, fixed before looking.

    PATH is a folder, a packed archive (.zip, .tar, .tar.gz) or a file of games or saved hands; - is standard input.
    Only what players cannot influence is asked, and only games of which every card of every hand is known count,
    none of them beside a game that lacks some; of your own saved hands only all of finished games. What needs the
    order of the deck is asked only of deals with an opened secret. Needs the extra stats.

    Exit 0: luck explains what was asked, which does not mean that nothing is wrong: each answer says what these
    deals could have shown. Exit 1: luck is rejected. Exit 2: unreadable, or too few deals to test anything.
    """
    from ..audit.shards import collect_seldom
    from ..evidence import ExtraMissing
    from ..records import write_together
    from ..report import Style
    from ..report.statistics import render
    from ..statistics import need_extra

    try:
        need_extra()
    except ExtraMissing as missing:
        raise click.UsageError(str(missing)) from None
    from ..statistics.evalues import stored
    from ..statistics.read import read_deals
    from ..statistics.run import statistics as ask

    targets = parse_reports(reports, KINDS)
    written = [*(path for _, path in targets), *([state_path] if state_path is not None else [])]
    _elsewhere(written, list(paths))
    state = _read_state(state_path)
    collect_seldom()
    found = read_deals(paths, state_path)
    folders = [path for path in paths if os.path.isdir(path)]
    _elsewhere(written, [os.path.join(folder, path) for path, _ in found.inputs for folder in folders])
    answer = ask(found, level, state, keep=state_path is not None, control=control)
    if state_path is not None and answer.state is None:
        apart = " that count (T209)" if "T209" in found.left_out else ""
        raise click.UsageError(f"--state keeps evidence on whole deals, and there are none here{apart}")
    if control and answer.tree["tests"] and "control" not in answer.tree:
        raise click.UsageError("--control deals whole deals anew, and here is one player's hands alone")
    files = [(path, render(kind, answer.tree, Style()).encode("utf-8")) for kind, path in targets]
    if state_path is not None and answer.state is not None:
        files.append((state_path, stored(answer.state)))
    write_together(files, force=True)
    emit(render(form, answer.tree, make_style(color, ascii_only)))
    return answer.exit_code


def _read_state(path: str | None) -> Any:
    """The state of the looks before this one; None where this is the first."""
    from ..records import read_bytes
    from ..statistics.evalues import restored

    if path is None or not os.path.lexists(path):
        return None
    return restored(read_bytes(path), path)


def _elsewhere(written: list[str], read: list[str]) -> None:
    """What is written replaces nothing that is read, nor each other."""
    from ..findings import Unreadable, Where

    for index, path in enumerate(written):
        if any(same_file(path, each) for each in read):
            raise Unreadable("F101", "this file is read here, and nothing is written over it", Where(path=path))
        if os.path.realpath(path) in map(os.path.realpath, written[:index]):
            raise Unreadable("F101", "two things would be written to this file", Where(path=path))

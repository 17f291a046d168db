"""``python -m tests.fuzz [READER…] [--seconds N | --runs N] [--seed S] [--keep FOLDER]``.

Every reader of files that people bring, given files changed at random. Run ``S + n`` is the same each time, so a
defect that is told with a seed comes back by ``--seed THAT --runs 1``. ``--keep`` writes its files, made small.
"""

from __future__ import annotations

import argparse
import platform
import sys

from .fuzz import Figures, fuzz
from .readers import READERS, put


def main() -> int:
    """Print what is found, and the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n\n")[1])
    parser.add_argument("readers", nargs="*", metavar="READER", help=", ".join(READERS))
    parser.add_argument("--seconds", type=float, default=10, help="how long each reader is run")
    parser.add_argument("--runs", type=int, help="how many runs of each instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", metavar="FOLDER", help="where the files of defects go")
    given = parser.parse_args()
    unknown = [name for name in given.readers if name not in READERS]
    if unknown:
        parser.error(f"{unknown[0]!r} is none of {', '.join(READERS)}")
    rows = []
    for name in given.readers or READERS:
        figures = Figures()
        for found in fuzz(name, given.seed, given.runs, given.seconds, figures):
            print(f"{name} --seed {found.run} --runs 1: {found.known_by}\n{found.told[-1500:]}", flush=True)
            for path, data in found.files.items():
                print(f"  {path}: {len(data)} bytes: {data[:300]!r}")
            if given.keep:
                print(f"  kept: {put(found.files, f'{given.keep}/{name}-{found.run}')}")
        rows.append((name, figures))
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print(
        f"{'reader':<12}{'runs':>10}{'value':>10}{'refused':>10}{'codes':>7}{'runs/s':>8}{'slowest':>9}{'defects':>9}"
    )
    for name, each in [*rows, ("all", together([figures for _, figures in rows]))]:
        bad = each.defects.total()
        value, rate = each.runs - each.refused - bad, each.runs / max(each.seconds, 0.001)
        print(
            f"{name:<12}{each.runs:>10,}{value:>10,}{each.refused:>10,}{len(each.codes):>7}{rate:>8,.0f}"
            f"{each.slowest:>8.2f}s{len(each.defects):>9}"
        )
    return 1 if any(each.defects for _, each in rows) else 0


def together(rows: list[Figures]) -> Figures:
    """The sum over all readers."""
    total = Figures(codes=set().union(*(each.codes for each in rows)))
    for each in rows:
        total.runs, total.refused = total.runs + each.runs, total.refused + each.refused
        total.seconds, total.slowest = total.seconds + each.seconds, max(total.slowest, each.slowest)
        total.defects += each.defects
    return total


if __name__ == "__main__":
    sys.exit(main())

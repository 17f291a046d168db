"""A season in CI: rate and memory of ``archive`` over it. ``python -m tests.benchmarks.season [HANDS] [FOLDER]``.

The season is whole games with deal evidence, a thousand in a ``.jsonl`` file, made by the second engine and the
second reading of the procedure. It is made in FOLDER, and stays there; without FOLDER it goes with the run. Each
row is the whole command as a process of its own: start, audit, text report. Memory is the peak of its largest
process; bytes a hand are how much more that is than for a tenth of the season.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.examples.make_examples import play_game

GAMES = 1_000
PLAYERS = ("Ann", "Bo", "Cy", "Di")
HANDS_A_GAME = 11.7


@dataclass(frozen=True)
class Run:
    """One run of the command: seconds on the clock and of all processors, and the largest process in KiB."""

    seconds: float
    cpu: float
    kib: int


def write_file(target: tuple[str, int]) -> int:
    """One file of the season; how many hands it holds."""
    folder, number = target
    hands = 0
    path = Path(folder, f"evening-{number:04}.jsonl")
    with path.with_suffix(".part").open("w", encoding="utf-8") as file:
        for table in range(GAMES):
            game = play_game(f"club.example/evening-{number}/table-{table}/1", PLAYERS)
            hands += len(game["hands"])
            file.write(json.dumps(game, separators=(",", ":")) + "\n")
    path.with_suffix(".part").replace(path)
    return hands


def make(folder: str, hands: int) -> None:
    """Whole files with about so many hands; those that are there stay."""
    wanted = [(folder, number) for number in range(max(1, round(hands / HANDS_A_GAME / GAMES)))]
    missing = [each for each in wanted if not Path(folder, f"evening-{each[1]:04}.jsonl").exists()]
    with multiprocessing.Pool() as pool:
        for done, _ in enumerate(pool.imap_unordered(write_file, missing), 1):
            print(f"made {done} of {len(missing)} files", end="\r", file=sys.stderr)


def audit(folder: str, *options: str) -> Run:
    """The command over a folder, which has to find nothing."""
    command = [sys.executable, "-c", "from euchre_audit.cli import main; main()", "archive", folder, *options]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    told = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, told
    return Run(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss)


def on_cluster(folder: str, workers: int) -> Run:
    """The same by a local Dask cluster, whose own processes are not counted."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        return audit(folder, "--dask", cluster.scheduler_address)


def part_of(folder: str, share: int) -> tempfile.TemporaryDirectory[str]:
    """A folder with a part of the files, as hard links."""
    part = tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(folder)))
    files = sorted(Path(folder).glob("*.jsonl"))
    for path in files[: max(1, len(files) // share)]:
        os.link(path, Path(part.name, path.name))
    return part


def count(folder: str) -> tuple[int, int, int]:
    """Games, hands and bytes."""
    games = hands = size = 0
    for path in Path(folder).glob("*.jsonl"):
        size += path.stat().st_size
        with path.open("rb") as file:
            for line in file:
                games += 1
                hands += line.count(b'{"hand":')
    return games, hands, size


def measure(folder: str) -> None:
    """Print the table."""
    games, hands, size = count(folder)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{games:,} games, {hands:,} hands, {size / 2**20:,.0f} MiB\n")
    with part_of(folder, 10) as part:
        fewer = count(part)[1]
        small = {jobs: audit(part, "-j", str(jobs)) for jobs in (1, 2)}
    print(f"{'':<22}{'seconds':>9}{'hands/s':>9}{'ratio':>7}{'cpu s':>8}{'MiB':>7}{'bytes a hand':>14}")
    runs = {jobs: audit(folder, "-j", str(jobs)) for jobs in (1, 2)}
    rows = [(f"{jobs} process{'es' if jobs > 1 else ''}", run, small[jobs]) for jobs, run in runs.items()]
    try:
        rows.append(("Dask, 2 workers", on_cluster(folder, 2), None))
    except ImportError:
        print("distributed is not installed, so there is no row for Dask")
    for name, run, less in rows:
        bytes_a_hand = f"{(run.kib - less.kib) * 1024 / (hands - fewer):,.0f}" if less and hands > fewer else ""
        print(
            f"{name:<22}{run.seconds:>9.1f}{hands / run.seconds:>9,.0f}{runs[1].seconds / run.seconds:>7.2f}"
            f"{run.cpu:>8.1f}{run.kib / 1024:>7,.0f}{bytes_a_hand:>14}"
        )


def main() -> None:
    """Make the season, or what is missing of it, and measure."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    if len(sys.argv) > 2:
        os.makedirs(sys.argv[2], exist_ok=True)
        make(sys.argv[2], hands)
        measure(sys.argv[2])
        return
    with tempfile.TemporaryDirectory() as folder:
        make(folder, hands)
        measure(folder)


if __name__ == "__main__":
    main()

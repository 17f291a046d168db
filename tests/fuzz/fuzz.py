"""A run over one reader: files changed at random, and what does not hold, made small."""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random

from .mutate import mutate
from .readers import check, seeds

Files = dict[str, bytes]
SECONDS = 5
"""What takes longer, by the processor's clock, is a hang."""


class Hang(BaseException):
    """A reader takes too long."""


@dataclass
class Found:
    """A defect: what it is known by, the first run that showed it, its files, and how it was told."""

    known_by: str
    run: int
    files: Files
    told: str


@dataclass
class Figures:
    """What came of the runs over one reader."""

    runs: int = 0
    refused: int = 0
    seconds: float = 0
    slowest: float = 0
    codes: set[str] = field(default_factory=set)
    defects: Counter[str] = field(default_factory=Counter)


@cache
def _seeds(name: str) -> list[Files]:
    return seeds(name)


def mutant(name: str, run: int) -> tuple[Files, int | None]:
    """The files of a run, and the command for it; the same for the same run."""
    rng = Random(f"{name} {run}")
    given = _seeds(name)
    files = dict(rng.choice(given))
    for _ in range(rng.choice((1, 1, 1, 2))):
        place = rng.choice(sorted(files))
        kind = place.rpartition(".")[2]
        others = [data for each in given for path, data in each.items() if path.endswith(kind)]
        files[place] = mutate(rng, place, files[place], others)
    return files, rng.randrange(99) if rng.random() < 0.15 else None


def fails(name: str, files: Files, command: int | None, figures: Figures | None = None) -> tuple[str, str] | None:
    """What a defect is known by and how it is told; None where there is none."""
    try:
        with _limited():
            refused, codes = check(name, files, command)
    except Hang:
        return "hang", f"longer than {SECONDS} seconds"
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if "euchre_audit/" in each.filename]
        last = f"{frames[-1].filename.partition('euchre_audit/')[2]}:{frames[-1].name}" if frames else ""
        words = "".join(sign for sign in str(error)[:60] if not sign.isdecimal())
        return f"{type(error).__name__} {last} {words if not last else ''}", "".join(
            traceback.format_exception(error)
        )
    if figures is not None:
        figures.refused += refused
        figures.codes |= codes
    return None


def fuzz(name: str, begin: int, runs: int | None, seconds: float, figures: Figures) -> Iterator[Found]:
    """Every kind of defect once, as it is found."""
    start = time.monotonic()
    while figures.runs < runs if runs is not None else time.monotonic() - start < seconds:
        run = begin + figures.runs
        files, command = mutant(name, run)
        before = time.process_time()
        failed = fails(name, files, command, figures)
        figures.slowest = max(figures.slowest, time.process_time() - before)
        figures.runs += 1
        if failed is not None:
            figures.defects[failed[0]] += 1
            if figures.defects[failed[0]] == 1:
                yield Found(failed[0], run, smaller(name, files, command, failed[0]), failed[1])
    figures.seconds = time.monotonic() - start


def smaller(name: str, files: Files, command: int | None, known_by: str, seconds: float = 20) -> Files:
    """The files with pieces taken out as long as the defect stays."""
    end = time.monotonic() + seconds
    for path in files:
        size = max(len(files[path]) // 2, 1)
        while size and time.monotonic() < end:
            at = 0
            while at < len(files[path]) and time.monotonic() < end:
                less = {**files, path: files[path][:at] + files[path][at + size :]}
                failed = fails(name, less, command)
                if failed is not None and failed[0] == known_by:
                    files = less
                else:
                    at += size
            size //= 2
    return files


@contextmanager
def _limited() -> Iterator[None]:
    def late(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

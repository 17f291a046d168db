"""Every seed, those of past finds among them, and some changes of each reader's, the same ones each time."""

from __future__ import annotations

import pytest

from .fuzz import fails, mutant
from .readers import READERS, audited, container, ledger, seeds, site

FEW, RUNS = 60, 300
"""How many changes: of what is audited as a whole, and of what is only read."""


@pytest.mark.parametrize("name", READERS)
def test_each_seed_with_each_command(name: str) -> None:
    count = max(len(READERS[name].commands), 1)
    for place, files in enumerate(seeds(name)):
        for command in range(count if place == 0 or "find-" in str(sorted(files)) else 1):
            failed = fails(name, files, command)
            assert failed is None, (sorted(files), failed)


@pytest.mark.parametrize("name", READERS)
def test_some_changes(name: str) -> None:
    for run in range(FEW if READERS[name].read in (audited, container, ledger, site) else RUNS):
        failed = fails(name, *mutant(name, run))
        assert failed is None, f"python -m tests.fuzz {name} --seed {run} --runs 1: {failed}"

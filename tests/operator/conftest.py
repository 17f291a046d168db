"""The disk is not waited for, so that thousands of appends take seconds; that the calls are made is counted."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

IN_MEMORY = "/dev/shm"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setattr(os, "sync", lambda: None)


@pytest.fixture
def tmp_path():
    """A folder in memory, where the machine has one: a rename on a disk takes its time without a sync, too."""
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="euchre-audit-", dir=place) as folder:
        yield Path(folder)

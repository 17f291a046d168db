"""Counting what can follow, by plain recursion."""

from __future__ import annotations

from tests.twin.engine import Table


def count(table: Table, depth: int) -> int:
    """Legal continuations of exactly `depth` log lines; a hand where nothing can follow before that counts once."""
    lines = table.legal_lines()
    if depth == 0 or not lines:
        return 1
    total = 0
    for line in lines:
        after = table.copy()
        after.do(line)
        total += count(after, depth - 1)
    return total

"""Counting what can follow, by plain recursion."""

from __future__ import annotations

from tests.twin.engine import Table


def count(table: Table, depth: int) -> int:
    """Legal continuations of exactly `depth` log lines; a hand that is over before that counts once."""
    if depth == 0 or table.over:
        return 1
    total = 0
    for line in table.legal_lines():
        after = table.copy()
        after.do(line)
        total += count(after, depth - 1)
    return total

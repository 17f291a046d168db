"""``schemas/rules.md``: every switch and house occurs, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from euchre_audit.rules import Rules, house_names, read_house, switches

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "schemas" / "rules.md").read_text("utf-8")
HEAD = ["statement", "where", "switch", "houses", "test"]
LINES = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")
]
ROWS = [cells for cells in LINES if cells != HEAD and not set("".join(cells)) <= {"-"}]
NO_SWITCH = {"engine", "none", "words"}


@cache
def functions(path: str) -> set[str]:
    return {node.name for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))) if hasattr(node, "name")}


def test_rows_have_five_cells():
    assert len(ROWS) > 100
    assert all(len(row) == len(HEAD) for row in ROWS)
    assert all(cell for row in ROWS for cell in row[:3])
    assert LINES.count(HEAD) == 5
    assert len({tuple(row) for row in ROWS}) == len(ROWS)


def test_every_switch_occurs_and_no_other():
    named = {key for row in ROWS for key in row[2].replace("`", "").split(", ")}
    assert named - NO_SWITCH == {key for key, _, _ in switches(Rules())}


def test_every_house_occurs():
    for name in house_names():
        assert any(re.search(rf"(?<![\w-]){name}(?![\w-])", row[3]) for row in ROWS), name


@pytest.mark.parametrize("row", [row for row in ROWS if row[2] != "none"], ids=lambda row: row[0])
def test_every_rule_names_a_test_that_is_there(row):
    path, sign, name = row[4].strip("`").partition("::")
    assert sign
    assert row[3]
    assert name in functions(path)


def test_what_no_record_can_break_names_no_test():
    assert all(row[3:] == ["", ""] for row in ROWS if row[2] == "none")


def test_the_house_file_of_the_page_is_right():
    block = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert block is not None
    house = read_house(block[1], "page", "page")
    assert (house.rules.target, house.rules.points.no_tricks) == (7, 4)

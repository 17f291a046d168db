"""Where something stands in a text, against a second way: a printer that notes the line of every value."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.records.positions import escape, first_duplicate, first_number, line_of

NAMES = st.text(alphabet='ab/~"\\ é\n{}[],:0', max_size=4)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(alphabet='ab"\\{}[],:\n é1', max_size=5))
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=25
)


class Printer:
    """Writes every value on a line of its own, and keeps the line by pointer."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: dict[str, int] = {}

    def value(self, tree: Any, pointer: str, before: str = "", after: str = "") -> None:
        self.places[pointer] = len(self.lines) + 1
        if isinstance(tree, dict):
            self.lines.append(before + "{")
            for number, (name, value) in enumerate(tree.items()):
                comma = "," if number < len(tree) - 1 else ""
                self.value(value, f"{pointer}/{escape(name)}", json.dumps(name) + " : ", comma)
            self.lines.append("}" + after)
        elif isinstance(tree, list):
            self.lines.append(before + "[")
            for number, value in enumerate(tree):
                self.value(value, f"{pointer}/{number}", "", "," if number < len(tree) - 1 else "")
            self.lines.append("]" + after)
        else:
            self.lines.append(before + json.dumps(tree) + after)


def printed(tree: Any) -> Printer:
    printer = Printer()
    printer.value(tree, "")
    return printer


@settings(max_examples=150, deadline=None, derandomize=True)
@given(TREES)
def test_every_pointer_has_the_line_that_the_printer_noted(tree: Any) -> None:
    printer = printed(tree)
    text = "\n".join(printer.lines)
    assert json.loads(text) == tree
    for pointer, line in printer.places.items():
        assert line_of(text, pointer) == line


@settings(max_examples=100, deadline=None, derandomize=True)
@given(TREES, st.sampled_from(["\r\n", " \n\t", "\n\n"]))
def test_line_ends_and_blanks_do_not_matter(tree: Any, end: str) -> None:
    printer = printed(tree)
    text = end.join(printer.lines)
    for pointer, line in printer.places.items():
        assert line_of(text, pointer) == 1 + (line - 1) * end.count("\n")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(TREES, NAMES)
def test_what_is_not_there_has_no_line(tree: Any, name: str) -> None:
    printer = printed(tree)
    text = "\n".join(printer.lines)
    for pointer in list(printer.places):
        missing = f"{pointer}/{escape('zz' + name)}"
        assert line_of(text, missing) is None


@settings(max_examples=150, deadline=None, derandomize=True)
@given(TREES, st.data())
def test_the_first_name_that_stands_twice(tree: Any, data: st.DataObject) -> None:
    printer = printed(tree)
    assert first_duplicate("\n".join(printer.lines)) is None
    named = [pointer for pointer in printer.places if pointer and parent_is_object(tree, pointer)]
    if not named:
        return
    pointer = data.draw(st.sampled_from(named))
    line = printer.places[pointer]
    name = json.dumps(unescaped(pointer))
    lines = list(printer.lines)
    lines.insert(line - 1, f"{name} : 0,")
    assert first_duplicate("\n".join(lines)) == (pointer, line + 1)


def unescaped(pointer: str) -> str:
    return pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")


def parent_is_object(tree: Any, pointer: str) -> bool:
    for part in pointer.split("/")[1:-1]:
        name = part.replace("~1", "/").replace("~0", "~")
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return isinstance(tree, dict)


def test_a_text_that_is_cut_off_has_no_line_rather_than_a_traceback() -> None:
    text = '{"a": [1, {"b": "c"}], "d": 2}'
    for place in range(len(text)):
        for pointer in ("/a/1/b", "/d", "/a/0"):
            assert line_of(text[:place], pointer) in (None, 1)


def test_numbers_are_found_outside_texts() -> None:
    text = '{"a": "1.5",\n"1.5": 2,\n"b": [1,\n1.5, NaN]}'
    assert first_number(text, "1.5") == 4
    assert first_number(text, "NaN") == 4
    assert first_number(text, "2") == 2

"""What many deals show, as text and JSON; the page is in :mod:`.statistics_page`. All are made of the same tree."""

import json
import textwrap
from collections.abc import Iterator

from .clean import clean, unforgeable
from .json import sound
from .statistics_page import page
from .statistics_words import (
    Tree,
    basis_words,
    caution_words,
    chance_words,
    control_words,
    evidence_words,
    left_words,
    plan_words,
    title,
    verdict_words,
)
from .style import Style

WIDTH = 110
_LONG = 2000


def render(kind: str, tree: Tree, style: Style) -> str:
    """The report in the format of this name: ``text``, ``json`` or ``html``."""
    if kind == "json":
        return unforgeable(json.dumps(sound(tree), indent=1, ensure_ascii=True) + "\n", "\\u{:04x}")
    return page(tree) if kind == "html" else style.finish("\n".join(_lines(tree, style)) + "\n")


def _wrapped(text: str, style: Style, first: str = "  ", after: str = "  ", mark: str = "") -> list[str]:
    # A number and its per cent sign stay on one line.
    kept = clean(text, _LONG).replace(" %", "\xa0%")
    lines = [
        line.replace("\xa0", " ")
        for line in textwrap.wrap(kept, WIDTH, initial_indent=first, subsequent_indent=after)
    ]
    return [mark + lines[0][len(first) :], *lines[1:]] if mark else lines


def _lines(tree: Tree, style: Style) -> Iterator[str]:
    yield style.paint(title(tree), "bold")
    yield ""
    yield from _wrapped(plan_words(tree), style)
    for text in basis_words(tree):
        yield from _wrapped(text, style)
    yield ""
    for test in tree["tests"]:
        mark = f"  {style.mark('fail' if test['rejected'] else 'unchecked')} {test['code']} "
        text = f"{test['asks']}: {test['saw']}"
        yield from _wrapped(text, style, " " * 9, " " * 9, mark)
        yield from _wrapped(
            f"{chance_words(test, tree)}; would have shown: {test['would']}", style, " " * 9, " " * 9
        )
        if test["luck"] and test["code"] in ("T112", "T141"):
            yield from _wrapped(test["luck"], style, " " * 9, " " * 9)
    if "e_value" in tree:
        yield ""
        for text in evidence_words(tree):
            yield from _wrapped(text, style)
    if "control" in tree:
        yield ""
        yield from _wrapped(control_words(tree), style)
    yield ""
    for code, text in left_words(tree):
        yield from _wrapped(f"{code} {text}", style, "  ", " " * 7)
    for each in tree["unreadable"]:
        place = f"{each['path']}:{each['line']}" if each["line"] else str(each["path"])
        yield from _wrapped(f"{place}: {each['message']}  {each['code']}", style)
    yield from _wrapped(f"T220 {tree['not_asked']}", style, "  ", " " * 7)
    if caution_words(tree):
        yield ""
        yield from _wrapped(caution_words(tree), style)
    yield ""
    colour = {"rejected": "red", "not-rejected": "bold"}.get(tree["verdict"], "yellow")
    yield style.paint(verdict_words(tree), colour)

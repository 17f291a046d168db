"""Imports run only downwards, and only the outer layers print or open a file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import euchre_audit

ROOT = Path(euchre_audit.__file__).parent

LAYERS = (
    {"cli"},
    {"report", "operator", "statistics", "web"},
    {"audit"},
    {"notations"},
    {"records"},
    {"evidence"},
    {"dealing", "engine"},
    {"rules"},
    {"findings", "cards"},
)
"""From the top; the parts of one layer do not import each other."""

WITHOUT_IMPORTS = {"__init__"}
"""The package itself: a version and nothing else."""

MAY_PRINT = {"cli", "report"}
MAY_OPEN = {"records", "notations", "operator", "cli"}
PACKAGE_DATA = {"rules/houses.py", "rules/words.py", "findings/catalogue.py", "web/page.py"}
"""Modules that read the package's own data, by ``importlib.resources``."""

PRINTS = {"print", ".stdout", ".stderr", ".echo", "echo", ".secho", "secho", "Console", ".print"}
OPENS = {"open", ".open", ".fdopen", "fdopen", ".read_text", ".read_bytes", ".write_text", ".write_bytes"}
"""A method has its dot. ``read_bytes`` without one is the records' own reader, for the layers above them."""

MODULES = sorted(ROOT.rglob("*.py"))


def layer_of(part: str) -> int:
    return next(level for level, parts in enumerate(LAYERS) if part in parts)


def part_of(path: Path) -> str:
    """``engine`` for ``engine/hand.py``, ``cards`` for ``cards.py``."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


PARTS = {part_of(path) for path in MODULES}


def imported_parts(path: Path, source: str) -> set[str]:
    """The parts of the package that a module imports from, anywhere in it; ``__init__`` for the package."""
    package = ["euchre_audit", *path.relative_to(ROOT).parts[:-1]]
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            # "from . import x" may bring in a module x, so both are looked at.
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "euchre_audit" else [base]
        for name in names:
            top, *rest = name.split(".")
            if top == "euchre_audit":
                found.add(rest[0] if rest and rest[0] in PARTS else "__init__")
    return found


def called_names(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            found.add(getattr(node.func, "id", "." + getattr(node.func, "attr", "")))
        elif isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr"):
            found.add("." + node.attr)
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_module_has_a_layer():
    known = set().union(*LAYERS, WITHOUT_IMPORTS)
    assert {part_of(path) for path in MODULES} <= known
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= known


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_run_only_downwards(path):
    part = part_of(path)
    imported = imported_parts(path, path.read_text("utf-8")) - {part}
    if part in WITHOUT_IMPORTS:
        assert imported == set()
        return
    above = {other for other in imported - WITHOUT_IMPORTS if layer_of(other) <= layer_of(part)}
    assert not above


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_the_outer_layers_print_or_open_files(path):
    part, called = part_of(path), called_names(path.read_text("utf-8"))
    if part not in MAY_PRINT:
        assert not called & PRINTS
    if part not in MAY_OPEN and name_of(path) not in PACKAGE_DATA:
        assert not called & OPENS


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("engine/hand.py", "from ..dealing import deal", {"dealing"}),
        ("engine/hand.py", "from ..dealing.deal import deal", {"dealing"}),
        ("engine/hand.py", "from .. import dealing, __version__", {"dealing", "__init__"}),
        ("engine/hand.py", "from . import faults\nfrom .events import PASS", {"engine"}),
        ("engine/hand.py", "import euchre_audit.audit.run as run", {"audit"}),
        ("engine/hand.py", "from euchre_audit.cards import NAMES", {"cards"}),
        ("engine/hand.py", "from euchre_audit import cards", {"cards"}),
        ("engine/hand.py", "def f():\n    from ..report import text", {"report"}),
        ("engine/hand.py", "import json\nfrom os import path", set()),
        ("cards.py", "from .rules import Rules\nfrom . import engine", {"rules", "engine"}),
        ("cards.py", "from . import __version__", {"__init__"}),
    ],
)
def test_imports_are_found_however_they_are_written(module, source, expected):
    assert imported_parts(ROOT / module, source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(1)", {"print"}),
        ("sys.stdout.write(x)", {".stdout"}),
        ("Path(x).read_text()", {".read_text"}),
        ("os.open(x)", {".open"}),
        ("read_bytes(x)", set()),
        ("console.print(x)", {".print"}),
        ("open(x)", {"open"}),
        ("opener = 1", set()),
    ],
)
def test_calls_are_found(source, expected):
    assert called_names(source) & (PRINTS | OPENS) == expected

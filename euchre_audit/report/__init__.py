"""Findings to text and JSON; everything that is shown goes through :mod:`.clean`."""

from .clean import clean
from .json import as_json, report_tree
from .replay import replay_text
from .style import Style
from .table import Position
from .text import explain_text, report_text

__all__ = [
    "Position",
    "Style",
    "as_json",
    "clean",
    "explain_text",
    "replay_text",
    "report_text",
    "report_tree",
]

"""Every format of a report by its name, as ``--format`` and ``--report`` take it."""

from collections.abc import Callable

from ..audit import Report
from .clean import unforgeable
from .github import as_github
from .html import as_html
from .json import as_json
from .jsonl import as_jsonl
from .junit import as_junit
from .sarif import as_sarif
from .style import Style
from .text import report_text

RENDERERS: dict[str, Callable[[Report], str]] = {
    "text": lambda report: render_text(report, Style()),
    "json": lambda report: unforgeable(as_json(report), "\\u{:04x}"),
    "jsonl": as_jsonl,
    "junit": as_junit,
    "sarif": as_sarif,
    "github": as_github,
    "html": as_html,
}


def render(name: str, report: Report) -> str:
    """The report in the format of this name."""
    return RENDERERS[name](report)


def render_text(report: Report, style: Style, *, quiet: bool = False, verbose: bool = False) -> str:
    """The report as a person reads it, with nothing in it that a CI would take for a command."""
    return unforgeable(report_text(report, style, quiet=quiet, verbose=verbose))

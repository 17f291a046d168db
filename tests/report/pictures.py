"""The README's pictures of the table and of the stepper: ``python -m tests.report.pictures`` writes them again."""

from __future__ import annotations

import contextlib
import io
import re

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

from euchre_audit.records import read_source
from euchre_audit.report.stepper import Games, frame, start
from euchre_audit.report.style import Style
from euchre_audit.report.table import Position
from euchre_audit.report.table_svg import table_svg
from tests.cli.run import EXAMPLES, ROOT
from tests.report.tables import audited

AT = Position(15, 1, 2)
WITHOUT_FONTS = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Rich's image of a terminal, with nothing in it to fetch."""


def pictures() -> dict[str, str]:
    """Each picture by its name."""
    with contextlib.chdir(ROOT):  # a finding names its file as the command was told it
        games = Games(audited(read_source("examples/disputed-game.json")))
    place = start(games, AT)
    console = Console(width=80, record=True, file=io.StringIO(), force_terminal=True)
    for line in frame(place, games, Style(colour=True), 80, 24):
        console.print(Text.from_ansi(line))
    screen = console.export_svg(
        title="euchre-audit replay --step", theme=DIMMED_MONOKAI, code_format=WITHOUT_FONTS, unique_id="stepper"
    )
    return {"table.svg": table_svg(games.table(place)), "stepper.svg": screen}


def main() -> None:
    """Write every picture."""
    folder = EXAMPLES / "pictures"
    folder.mkdir(exist_ok=True)
    for name, image in pictures().items():
        (folder / name).write_text(image, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

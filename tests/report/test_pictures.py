"""The README's pictures are those that the code makes, and fetch nothing."""

from __future__ import annotations

import re

from lxml import etree

from tests.cli.run import EXAMPLES, ROOT
from tests.report.pictures import pictures

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_is_as_it_is_made() -> None:
    assert (EXAMPLES / "pictures" / "table.svg").read_text(encoding="utf-8") == pictures()["table.svg"]


def test_the_stepper_shows_what_it_shows_now() -> None:
    """By its words: how a terminal is drawn is Rich's, and may change with it."""
    kept = (EXAMPLES / "pictures" / "stepper.svg").read_text(encoding="utf-8")
    said = [
        "".join(etree.fromstring(image.encode()).itertext("{http://www.w3.org/2000/svg}text")).replace("\xa0", " ")
        for image in (kept, pictures()["stepper.svg"])
    ]
    assert said[0] == said[1]
    assert "fault P310" in said[0] and str(ROOT) not in kept


def test_the_readme_shows_each_and_none_fetches() -> None:
    for name in pictures():
        assert f"](examples/pictures/{name})" in README
        image = (EXAMPLES / "pictures" / name).read_text(encoding="utf-8")
        assert not re.search(r"@import|@font-face|<script|<image|href=|url\((?!#)", image)

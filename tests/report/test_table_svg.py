"""The image of the table by its structure: whole, alone, for eyes and for readers."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from lxml import etree
from rich.cells import cell_len

from euchre_audit.audit.words import pretty
from euchre_audit.report.clean import clean
from euchre_audit.report.table import FACE_DOWN, Table
from euchre_audit.report.table_svg import WIDTH, sentences, table_svg
from tests.audit.games import clean_games
from tests.cli.run import EXAMPLES, euchre_audit
from tests.report.tables import NAMES, named, of_tree, tables_of
from tests.report.test_hostile import NAMES as HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "text"}
ATTRIBUTES = {
    *("viewBox", "width", "height", "role", "aria-labelledby", "aria-hidden", "focusable", "font-family", "id"),
    *("x", "y", "cx", "cy", "r", "rx", "fill", "stroke", "stroke-width", "stroke-dasharray"),
    *("font-size", "font-weight", "text-anchor", "unicode-bidi"),
}


def parsed(image: str) -> etree._Element:
    return etree.fromstring(image.encode(), etree.XMLParser(resolve_entities=False, no_network=True))


def texts(root: etree._Element) -> list[str]:
    return [each.text or "" for each in root.iter(SVG + "text")]


def inside(root: etree._Element) -> None:
    """Every shape and every text lies within the image; a text as far as its letters are at most so wide."""
    height = float(root.get("height", "0"))
    for each in root.iter():
        x, y = float(each.get("x", "0")), float(each.get("y", "0"))
        assert 0 <= x <= WIDTH and 0 <= y <= height, etree.tostring(each)
        if each.tag == SVG + "rect":
            assert x + float(each.get("width", "0")) <= WIDTH and y + float(each.get("height", "0")) <= height + 16
        if each.tag == SVG + "text" and each.get("text-anchor") == "start":
            assert x + 0.56 * float(each.get("font-size", "0")) * cell_len(each.text or "") <= WIDTH, each.text


def checked(table: Table) -> etree._Element:
    root = parsed(table_svg(table))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ELEMENTS
    assert {name for each in root.iter() for name in each.attrib} <= ATTRIBUTES
    told = texts(root)
    for seat in table.seats:
        assert any(text == seat.name or text.startswith(f"{seat.name} · ") for text in told)
    titles = [each.text or "" for each in root.iter(SVG + "title")]
    assert titles[0] == sentences(table)[0]
    assert len(titles) == 1 + sum(len(seat.cards) for seat in table.seats)
    dots = list(root.iter(SVG + "circle"))
    assert len(dots) == sum(bool(card.legal) for seat in table.seats for card in seat.cards)
    dashed = [each for each in root.iter() if each.get("stroke-dasharray")]
    assert len(dashed) == sum(card.legal is False for seat in table.seats for card in seat.cards)
    for fault in table.faults:
        assert any(text.startswith(f"{fault.sign} {fault.word} {fault.code}") for text in told)
    assert sum("✗ fault" in text and len(text) < 24 for text in told) >= sum(card.fault for card in table.trick)
    for seat in table.seats:
        for card in seat.cards:
            if "?" not in card.name and card.name != "Jo" and card.lies != FACE_DOWN:
                assert pretty(card.name)[-1] in told
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids)) == 2
    assert root.get("aria-labelledby") == " ".join(ids)
    inside(root)
    return root


@pytest.mark.parametrize("name", NAMES)
def test_the_image_of_every_moment(name: str) -> None:
    for number, table in enumerate(tables_of(named(name))):
        if number % 9 == 0 or table.faults:
            checked(table)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    tree = {**clean_games()[0], "players": [clean_of(name)] * 4}
    table = next(tables_of([of_tree(tree)]))
    for image in (table_svg(table),):
        image.encode("utf-8")
        assert "<script" not in image and "<b>" not in image
    checked(table)


def clean_of(name: str) -> str:
    """What of a hostile name a record may hold."""
    return name.encode("utf-8", "replace").decode()[:60] or "x"


class Reader(HTMLParser):
    """What a screen reader says: no image that is hidden from it."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = 0
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.hidden or dict(attrs).get("aria-hidden") == "true":
            self.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= bool(self.hidden)

    def handle_data(self, data: str) -> None:
        if not self.hidden and data.strip():
            self.said.append(data.strip())


def test_the_description_says_in_words_what_the_image_shows() -> None:
    for table in list(tables_of(named("disputed-game.json")))[:60]:
        told = " ".join(sentences(table))
        for seat in table.seats:
            assert seat.name in told and (seat.player is None or clean(seat.player) in told)
            for card in seat.cards:
                assert "not known" in told if card.name == "??" else pretty(card.name) in told


def test_the_command_prints_the_image_of_one_step() -> None:
    path = str(EXAMPLES / "disputed-game.json")
    ran = euchre_audit("replay", path, "--at", "15.1.2", "--svg")
    assert ran.code == 1
    root = parsed(ran.out)
    assert any(text.startswith("✗ fault P310: A♦ does not follow ♣") for text in texts(root))
    for words in (["--svg"], ["--at", "15", "--svg"], ["--hand", "3", "--svg"]):
        wrong = euchre_audit("replay", path, *words)
        assert wrong.code == 2 and wrong.out == "" and "--at 3.2.4" in wrong.err
    assert euchre_audit("replay", path, "--at", "15.9.2", "--svg").code == 2


def test_nothing_is_fetched_and_only_generic_fonts_are_named() -> None:
    for table in list(tables_of(named("twelve-tricks.json")))[:20]:
        page = table_svg(table)
        assert not re.search(r"href|url\(|@import|<style|<script|<image|<use", page)
        assert re.sub(r"http://www\.w3\.org/2000/svg", "", page).count("://") == 0
        assert set(re.findall(r'font-family="([^"]*)"', page)) == {"Helvetica, Arial, sans-serif"}

"""A page of HTML as the tests read it: strictly parsed, and held to what every page of ours has to be."""

from __future__ import annotations

import base64
import hashlib
import re
from itertools import pairwise

import html5lib
from lxml import etree

TAGS = set(
    re.findall(
        r"\w+",
        "html head meta title style body script header main footer nav section details summary div p span b i em "
        "strong code pre br ul ol li dl dt dd table thead tbody tfoot tr th td abbr a h1 h2 h3 h4 h5 bdi",
    )
)
ATTRIBUTES = set(
    re.findall(
        r"[\w-]+",
        "id class href lang charset content name http-equiv open tabindex role aria-label aria-hidden scope "
        "colspan rowspan title",
    )
)


class Page:
    """A page, and ways to ask for its parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), strict=True, namespaceHTMLElements=False)
        self.root = parser.parse(text).getroot()

    def all(self, path: str) -> list[etree._Element]:
        return self.root.xpath(path)

    def one(self, path: str) -> etree._Element:
        (found,) = self.all(path)
        return found

    def by_id(self, name: str) -> etree._Element:
        return self.one(f"//*[@id='{name}']")


def words(element: etree._Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(element.itertext()).split())


def check(text: str) -> Page:
    """The page, after what holds for every page: parts, ids, links, headings, policy, nothing from elsewhere."""
    assert text.isascii() and text.endswith("</html>\n")
    page = Page(text)
    assert page.root.get("lang") == "en"
    elements = [each for each in page.root.iter() if isinstance(each.tag, str)]
    assert {each.tag for each in elements} <= TAGS
    assert {name for each in elements for name in each.attrib} <= ATTRIBUTES
    ids = [each.get("id") for each in elements if each.get("id") is not None]
    assert len(ids) == len(set(ids)) and all(re.fullmatch(r"[a-zA-Z][\w-]*", name) for name in ids)
    links = [each.get("href") for each in elements if each.tag == "a"]
    assert all(href.startswith("#") and href[1:] in set(ids) for href in links)
    levels = [int(each.tag[1]) for each in elements if re.fullmatch("h[1-6]", each.tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for name in ("header", "main", "footer"):
        page.one(f"//body/{name}")
    assert all(each.get("aria-label") for each in page.all("//nav"))
    assert words(page.one("//head/title"))
    _check_policy(page)
    return page


def _check_policy(page: Page) -> None:
    style, script = page.one("//style").text, page.one("//script").text
    policy = page.one("//meta[@http-equiv='Content-Security-Policy']").get("content")
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "style-src": f"'{_digest(style)}'",
        "script-src": f"'{_digest(script)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert not re.search(r"url\(|@import|https?:|//[a-z]", style)
    assert not re.search(r"fetch|XMLHttp|import|innerHTML|eval|https?:|document\.write|cookie|Storage", script)
    assert page.all("//head/*")[1] is page.one("//meta[@http-equiv='Content-Security-Policy']")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

"""The report in a real browser: keys, anchors, print, width, an accessibility checker, and nothing that leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, audit_archive, audit_files
from euchre_audit.report.html import IN_FULL, as_html
from tests.cli.run import EXAMPLES
from tests.report.reports import write_games

FULL = Options(in_full=IN_FULL)
WIDTHS = (360, 768, 1280)
EVERYTHING = (
    "for (const each of document.querySelectorAll('details')) each.open = true;"
    "for (const each of document.querySelectorAll('.ms')) each.classList.remove('one')"
)
"""Opens what is folded, and shows every moment."""
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of each report."""
    folder = tmp_path_factory.mktemp("reports")
    write_games(folder / "games")
    reports = {
        "hand": audit_files([str(EXAMPLES / "tampered-hand.json")], FULL),
        "game": audit_files([str(EXAMPLES / "disputed-game.json")], FULL),
        "two": audit_files([str(EXAMPLES / "twelve-tricks.json")], FULL),
        "three": audit_files([str(EXAMPLES / "three-players.json")], FULL),
        "several": audit_files([str(EXAMPLES / name) for name in ("fair-hand.json", "three-players.json")], FULL),
        "archive": audit_archive(str(folder / "games"), FULL),
    }
    for name, report in reports.items():
        (folder / f"{name}.html").write_text(as_html(report), encoding="ascii")
    return {name: (folder / f"{name}.html").as_uri() for name in reports}


@pytest.fixture
def open_page(browser: Any, pages: dict[str, str]) -> Iterator[Open]:
    """Opens a report; whatever it asks of the network, says on the console or throws fails the test."""

    @contextmanager
    def opened(name: str, anchor: str = "", **context: Any) -> Iterator[Any]:
        told: list[str] = []
        with browser.new_context(**context) as around:
            page = around.new_page()
            page.on("request", lambda request: told.append(request.url))
            page.on("console", lambda message: told.append(message.text))
            page.on("pageerror", lambda error: told.append(str(error)))
            page.goto(pages[name] + anchor)
            yield page
            assert [each for each in told if each.partition("#")[0] != pages[name]] == []

    yield opened


NAMES = ("hand", "game", "two", "three", "several", "archive")


def shown(page: Any, hand: str) -> str:
    """The title of the one moment that is shown of a hand."""
    titles = page.locator(f"#{hand}-play .m:visible h5").all_inner_texts()
    assert len(titles) == 1
    return str(titles[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_sideways_scroll(open_page, name, width):
    with open_page(name, viewport={"width": width, "height": 740}) as page:
        page.evaluate(EVERYTHING)
        wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide <= room == width


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("hand", 360, "dark"), ("archive", 360, "dark"), ("hand", 1280, "light"), ("several", 1280, "light")],
)
def test_the_accessibility_checker_finds_nothing(open_page, name, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    with open_page(name, viewport={"width": width, "height": 740}, color_scheme=scheme) as page:
        if name in ("hand", "archive"):  # the checker takes minutes for hundreds of moments
            page.evaluate(EVERYTHING)
        found = axe.Axe().run(page).response["violations"]
        assert [(each["id"], each["impact"], each["nodes"][0]["html"]) for each in found] == []


def test_the_verdict_and_all_answers_are_on_the_first_screen(open_page):
    with open_page("hand", viewport={"width": 1280, "height": 800}) as page:
        assert page.locator(".verdict").bounding_box()["y"] < 200
        last = page.locator("#answers .answers > li").last.bounding_box()
        assert last["y"] + last["height"] <= 800


def test_arrow_keys_step_through_a_hand(open_page):
    with open_page("game", "#g1h1-play") as page:
        assert shown(page, "g1h1") == "Start"
        page.keyboard.press("ArrowLeft")
        assert shown(page, "g1h1") == "Start"
        page.keyboard.press("ArrowRight")
        assert shown(page, "g1h1").startswith("Call 1: ")
        for _ in range(100):
            page.keyboard.press("ArrowRight")
        assert shown(page, "g1h1") == "End"
        page.keyboard.press("ArrowLeft")
        assert shown(page, "g1h1").startswith("Trick 5, play 4: ")
        assert page.locator("#g1h1-play [role=status]").inner_text().endswith(shown(page, "g1h1"))
        assert shown(page, "g1h3") == "Start"


def test_a_hand_in_focus_has_the_keys_and_others_keep_theirs(open_page):
    with open_page("game") as page:
        page.locator("#g1h3-play button", has_text="→").focus()
        page.keyboard.press("ArrowRight")
        assert shown(page, "g1h3").startswith("Call 1: ") and shown(page, "g1h1") == "Start"
        page.locator("#g1h3-play .wide").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Control+ArrowRight")
        assert shown(page, "g1h3").startswith("Call 1: ")


def test_by_the_keyboard_alone(open_page):
    with open_page("hand", viewport={"width": 1280, "height": 800}) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the answers"
        page.keyboard.press("Enter")
        assert page.url.endswith("#answers")
        seen = set()
        for _ in range(200):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.tagName"))
            if page.evaluate("document.activeElement.textContent") == "→":
                break
        assert {"#f1", "#g1h1-deal", "#code-D201", "SUMMARY"} <= seen
        for _ in range(2):
            page.keyboard.press("Enter")
        assert shown(page, "g1h1").startswith("Call 2: ")


def test_a_fault_is_shown_first_and_links_lead_there_and_back(open_page):
    with open_page("game") as page:
        assert shown(page, "g1h15").startswith("Trick 1, play 2: ")
        page.locator("#g1h15-play button", has_text="→").click()
        assert shown(page, "g1h15").startswith("Trick 1, play 3: ")
        page.locator("#f1 .where a").click()
        assert shown(page, "g1h15").startswith("Trick 1, play 2: ")
        assert page.locator("#g1h15t1p2").evaluate("each => each.getBoundingClientRect().top < innerHeight")
        page.locator("#g1h15t1p2 a").click()
        assert page.url.endswith("#f1")
        page.locator("#sheet a", has_text="15").click()
        assert page.url.endswith("#g1h15")


def test_a_link_opens_what_is_folded(open_page):
    with open_page("game") as page:
        assert page.locator("#g1h1-deal").get_attribute("open") is None
        page.locator("nav a[href='#g1h1-deal']").click()
        assert page.locator("#g1h1-deal ol").is_visible()


def test_everything_is_there_without_a_script(open_page):
    with open_page("game", java_script_enabled=False) as page:
        assert page.locator(".m").count() == page.locator(".m:visible").count() > 300
        assert page.locator("details:not([open])").count() == 0
        assert page.locator(".bar").count() == 0


def test_on_paper_everything_is_there_in_black_and_white(open_page, tmp_path):
    with open_page("game", color_scheme="dark") as page:
        closed = page.pdf(path=tmp_path / "report.pdf", format="A4")
        assert closed.startswith(b"%PDF-") and 15 < closed.count(b"/Type /Page\n") < 60
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        faulty, clean = (page.locator(f".ms{which} .m") for which in (":has(.bad)", ":not(:has(.bad))"))
        assert 0 < faulty.count() == faulty.locator("visible=true").count()
        assert clean.count() > 300 and clean.locator("visible=true").count() == 0
        assert page.locator(".wide table:visible").count() >= 15
        assert page.locator("details:not([open])").count() == 0
        assert page.locator(".bar:visible").count() == page.locator("nav:visible").count() == 0
        colours = page.evaluate(
            "[...new Set([...document.querySelectorAll('body *')].flatMap((each) => {"
            " const style = getComputedStyle(each); return [style.color, style.backgroundColor]; }))]"
        )
        assert set(colours) <= {"rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)", "rgb(136, 136, 136)"}


def test_what_a_page_might_load_is_refused_by_its_policy(browser: Any, tmp_path: Path):
    text = as_html(audit_files([str(EXAMPLES / "fair-hand.json")], FULL))
    smuggled = (
        '<script>document.title = "taken"</script><img src="https://club.example/x.png"><p style="color: red">x</p>'
    )
    path = tmp_path / "page.html"
    path.write_text(text.replace("<main>", "<main>" + smuggled), encoding="ascii")
    with browser.new_context() as around:
        page = around.new_page()
        told: list[str] = []
        page.on("console", lambda message: told.append(message.text))
        page.goto(path.as_uri())
        assert page.title() != "taken"
        assert sum("Content Security Policy" in each for each in told) >= 3

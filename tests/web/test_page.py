"""The verifier as a person uses it, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.records.write import json_text
from tests.audit.games import Doc, proven_game
from tests.web.case import EXAMPLES

FAIR, TAMPERED = EXAMPLES / "fair-hand.json", EXAMPLES / "tampered-hand.json"
GAME = EXAMPLES / "disputed-game.json"
ANSWERS = ["deal", "commitment", "published", "choice", "calls and play", "score"]


@pytest.fixture
def opened(browser: Any, verifier: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page; at the end nothing may have been asked of a network or complained of."""
    contexts, told = [], []

    def open_page(width: int = 1280, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: told.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: told.append(f"error: {error}"))
        page.on("request", lambda request: told.append(request.url) if request.url != verifier.as_uri() else None)
        page.goto(verifier.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


def pick(page: Any, path: Path) -> None:
    """Pick a file and wait for the verdict."""
    page.locator("#result").evaluate("element => element.replaceChildren()")
    page.set_input_files("#file", path)
    page.wait_for_selector("#result .verdict")


def give(page: Any, tree: Doc | str, name: str = "hand.json") -> None:
    """Pick a file that is not on the disk."""
    text = tree if isinstance(tree, str) else json_text(tree)
    page.locator("#result").evaluate("element => element.replaceChildren()")
    page.set_input_files("#file", {"name": name, "mimeType": "application/json", "buffer": text.encode()})
    page.wait_for_selector("#result .verdict")


def answers(page: Any, within: str = "#hand") -> dict[str, str]:
    """The answers as they are read: name to word."""
    names = page.locator(f"{within} .answers .name").all_inner_texts()
    return dict(zip(names, page.locator(f"{within} .answers .word").all_inner_texts(), strict=True))


def verdict(page: Any) -> str:
    text: str = page.locator("#result .verdict").inner_text()
    return text


def test_a_fair_hand_passes_and_says_what_stays_open(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, FAIR)
    assert "PASS · 2 things that this file cannot prove" in verdict(page)
    words = ["pass", "pass", "unproven", "unproven", "pass", "pass"]
    assert answers(page) == dict(zip(ANSWERS, words, strict=True))
    assert "5 calls, 20 cards" in page.locator("#hand").inner_text()


def test_a_changed_card_is_shown_with_what_the_secret_deals(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, TAMPERED)
    assert verdict(page).endswith("FAIL · 1 fault")
    assert answers(page)["deal"] == "fail"
    found = page.locator(".finding.error").inner_text()
    assert "D201" in found and "K♦ 10♦ A♣ Q♥ A♠" in found and "K♦ 10♦ A♣ Q♥ 9♥" in found
    line = TAMPERED.read_text("utf-8").split("\n")[31]
    assert '"9h"' in line and "line 32 · /dealt/2/4" in found


def test_a_hand_can_be_pasted_or_dropped(opened: Callable[..., Any]) -> None:
    page = opened()
    page.get_by_text("Paste it as text").click()
    page.fill("#text", FAIR.read_text("utf-8"))
    page.click("#check")
    page.wait_for_selector("#result .verdict")
    assert "PASS" in verdict(page) and "pasted text" in page.locator(".what").inner_text()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "dropped.json"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        TAMPERED.read_text("utf-8"),
    )
    page.wait_for_selector("text=dropped.json")
    assert "FAIL" in verdict(page)


def test_the_own_commitment_decides_published(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, FAIR)
    page.get_by_text("What you noted before the hand").click()
    page.fill("#saw", (EXAMPLES / "commitment.txt").read_text("utf-8"))
    page.click("#check")
    page.wait_for_selector("text=1 thing that this file cannot prove")
    assert answers(page)["published"] == "pass"
    page.fill("#saw", "ab" * 32)
    page.click("#check")
    page.wait_for_selector("text=FAIL")
    assert answers(page)["published"] == "fail"
    assert "the commitment you saw is another one than the file's" in page.locator("#hand").inner_text()
    page.fill("#saw", "AB" * 32)
    page.click("#check")
    page.wait_for_selector("text=write its letters small")


def test_the_clubs_key_is_asked_for_and_used(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, EXAMPLES / "saved-hand.json")
    assert "no key was given" in page.locator("#hand .answers").inner_text()
    page.get_by_text("What you noted before the hand").click()
    page.fill("#key", (EXAMPLES / "club.key").read_text("utf-8"))
    page.click("#check")
    page.wait_for_selector("text=line 10 of the 37 that club.example signed")
    assert "stood in the club's ledger when its key signed that" in page.locator(".basis").inner_text()
    page.fill("#key", "club.example+00000000+AQ")
    page.click("#check")
    page.wait_for_selector("text=What you gave along")


def test_a_game_shows_each_hand_and_begins_at_the_fault(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, GAME)
    assert "FAIL · 1 fault" in verdict(page)
    hands = page.locator(".hands button")
    assert hands.count() == 15
    assert page.locator(".hands [aria-current]").inner_text().replace("\n", " ").startswith("✗ hand 15")
    assert answers(page)["calls and play"] == "fail"
    hands.nth(2).click()
    assert page.locator("#hand h3").inner_text().startswith("Hand 3,")
    assert answers(page)["calls and play"] == "pass"
    assert "line 740" not in page.locator("#hand").inner_text()


def test_all_of_it_goes_by_keyboard(opened: Callable[..., Any]) -> None:
    page = opened()

    def tab_to(selector: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard does not come to {selector}")

    tab_to("#file")
    tab_to("summary")
    page.keyboard.press("Enter")
    tab_to("#text")
    page.evaluate("text => { document.activeElement.value = text; }", GAME.read_text("utf-8"))
    tab_to("#check")
    page.keyboard.press("Enter")
    page.wait_for_selector("#result .verdict")
    assert page.evaluate("document.activeElement.id") == "result"
    tab_to(".hands button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent").startswith("Hand 1,")
    said = page.locator(".say")
    for key, start in (("ArrowRight", "1 of"), ("ArrowRight", "2 of"), ("ArrowLeft", "1 of"), ("End", "1 of")):
        page.keyboard.press(key)
        assert said.inner_text().startswith(start)
    tab_to(".buttons .end")
    page.keyboard.press("Enter")
    last = said.inner_text().split(" of ")[0]
    assert said.inner_text().startswith(f"{last} of {last}:") and int(last) > 20
    for key, start in (("Home", "0 of"), ("ArrowRight", "1 of"), ("End", f"{last} of")):
        page.keyboard.press(key)
        assert said.inner_text().startswith(start)


def test_the_arrows_move_no_hand_while_somebody_types(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, FAIR)
    page.get_by_text("Paste it as text").click()
    page.focus("#text")
    page.keyboard.press("ArrowRight")
    assert page.locator(".say").inner_text().startswith("0 of")


def test_the_stepper_shows_the_fault_where_it_is(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, GAME)
    page.click(".buttons .fault")
    said = page.locator(".say").inner_text()
    assert "P310" in said and "East plays A♦" in said
    page.keyboard.press("ArrowLeft")
    assert "East may play 10♣ K♣ A♣" in page.locator(".say").inner_text()
    legal = page.locator(".seat.s1 .card.legal").all_inner_texts()
    assert sorted(legal) == ["10♣", "A♣", "K♣"]


def test_every_step_shows_as_many_cards_as_there_are(opened: Callable[..., Any]) -> None:
    page = opened()
    shown = 0
    for path in (FAIR, TAMPERED, GAME, EXAMPLES / "saved-hand.json", EXAMPLES / "written-by-hand.json"):
        pick(page, path)
        for place in range(page.locator(".hands button").count())[:3] or (None,):
            if place is not None:
                page.locator(".hands button").nth(place).click()
            shown += page.evaluate(
                """() => {
                    if (state.stepper === null) return 0;
                    const { hand, last } = state.stepper;
                    for (let at = 0; at <= last; at++) {
                        state.stepper.go(at);
                        const board = document.querySelector(".board");
                        const cards = board.querySelectorAll(".seat .card").length;
                        const open = board.textContent.includes("one of these is buried") ? 1 : 0;
                        const out = hand.walk.log.slice(0, at).filter((each) => each.verb === "play").length;
                        const table = tableAt(hand, at);
                        const buried = table.gone.flat().length - out;
                        const wanted = 20 + (table.taken ? 1 : 0) + open - out - buried;
                        if (cards !== wanted) throw new Error(`${cards} cards at ${at}, not ${wanted}`);
                    }
                    return state.stepper.last;
                }"""
            )
    assert shown > 150


REFUSED = {
    "a name twice": ('"hand": 3,', '"hand": 3, "hand": 3,', "F104", 26, "/hand"),
    "a card": ('"Qh"', '"QH"', "F111", 32, "/dealt/2/3"),
    "a number": ('"hand": 3,', '"hand": 3.5,', "F105", 26, "/hand"),
    "a log line": ('"3 play Jh"', '"3 plays Jh"', "F112", 41, "/log/5"),
    "an unknown name": ('"dealer"', '"daeler"', "F110", 27, "/daeler"),
    "a house": ('"club"', '"cluub"', "F120", 5, "/house"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(opened: Callable[..., Any], name: str) -> None:
    old, new, code, line, pointer = REFUSED[name]
    page = opened()
    text = FAIR.read_text("utf-8")
    assert old in text
    give(page, text.replace(old, new, 1), "broken.json")
    assert "nothing was checked" in verdict(page)
    shown = page.locator("#result").inner_text()
    assert code in shown and f"broken.json, line {line} · {pointer}" in shown


def test_what_is_too_large_or_too_deep_is_refused(opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate("take(new File([new Uint8Array(2 ** 24 + 1)], 'long.json'), 'long.json')")
    page.wait_for_selector("#result .verdict")
    assert "larger than 16 MiB" in page.locator("#result").inner_text()
    give(page, '{"a":' * 100_000)
    assert "nested too deep" in page.locator("#result").inner_text()
    give(page, "{" + ",".join(f'"{number}":0' for number in range(200_000)) + "}")
    assert "F108" in page.locator("#result").inner_text()


NAMES = [
    "<img src=x onerror=alert(1)>",
    "<script>document.title = 'hacked'</script>",
    "\u202eevil\u2066",
    "\u0007\u001b[31m" + "x" * 900,
]


def test_hostile_names_are_text(opened: Callable[..., Any]) -> None:
    page = opened(360)
    game = proven_game(0, "club", max_hands=2)
    game["players"] = NAMES
    game["meta"] = {"</script>": NAMES}
    for hand in game["hands"]:
        del hand["deal"]
    give(page, game, NAMES[0])
    shown = page.locator("body").inner_text()
    assert NAMES[0] in shown and "\\u{202e}evil\\u{2066}" in shown and "\\u{7}\\u{1b}[31mxxx" in shown
    assert page.locator("#result img, #result script").count() == 0
    assert page.title() == "Check a euchre hand"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_other_games_are_checked_as_far_as_the_page_goes_and_it_says_so(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, EXAMPLES / "three-players.json")
    assert "UNCHECKED" in verdict(page)
    assert "this page does not judge the play of house family-cutthroat" in page.locator("#hand").inner_text()
    assert page.locator(".stepper").count() == 0


def test_the_page_tests_itself(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click("#self-test")
    page.wait_for_selector("text=vectors are as they say")
    said = page.locator("#test-result").inner_text()
    done, all_of_them = said.split(" vectors")[0].replace("✓", "").strip().split(" of ")
    assert done == all_of_them and int(done) > 150


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_screen(opened: Callable[..., Any], width: int, scheme: str) -> None:
    page = opened(width, color_scheme=scheme)
    for path in (FAIR, TAMPERED, GAME, EXAMPLES / "saved-hand.json"):
        pick(page, path)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.keyboard.press("End")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_accessibility_checker_finds_nothing(opened: Callable[..., Any], scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe (the dev extra)").Axe()
    page = opened(360, color_scheme=scheme)
    found = axe.run(page).response["violations"]
    for path in (TAMPERED, GAME):
        pick(page, path)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        found += axe.run(page).response["violations"]
    assert [(each["id"], each["impact"], each["nodes"][0]["html"][:200]) for each in found] == []


def test_printed_it_keeps_the_answers_and_drops_the_controls(opened: Callable[..., Any]) -> None:
    page = opened()
    pick(page, TAMPERED)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert "note the commitment before the cards are dealt" in page.locator("#hand .asks").inner_text()
    assert "the signature of a public beacon" in page.locator("#limits").inner_text()
    assert page.locator("#result .verdict").is_visible() and page.locator(".board").is_visible()
    assert not page.locator("#input").is_visible() and not page.locator(".buttons").is_visible()


def test_without_ed25519_the_page_says_that_nobody_checked_who_signed(opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate(
        """() => {
            const whole = crypto.subtle.importKey.bind(crypto.subtle);
            crypto.subtle.importKey = (form, key, how, ...more) => how.name === "Ed25519"
                ? Promise.reject(new DOMException("", "NotSupportedError")) : whole(form, key, how, ...more);
        }"""
    )
    page.get_by_text("What you noted before the hand").click()
    page.fill("#key", (EXAMPLES / "club.key").read_text("utf-8"))
    pick(page, EXAMPLES / "saved-hand.json")
    assert "this browser cannot check Ed25519 signatures" in page.locator("#hand .answers").inner_text()
    page.click("#self-test")
    page.wait_for_selector("text=it has no Ed25519")


def test_examples_say_what_the_tests_say() -> None:
    """The tampered hand is the fair one but for two cards."""
    fair, tampered = (json.loads(path.read_text("utf-8")) for path in (FAIR, TAMPERED))
    assert fair["deal"] == tampered["deal"] and fair["log"] == tampered["log"]

"""The printed sheet: every switch shows on it, every house fits on a page."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from euchre_audit.report.sheet import LINES, WIDTH, rules_sheet, sheet_html, sheet_text
from euchre_audit.rules import House, Rules, house_names, load_house, switches
from tests.rules.test_houses import DIFFERENCES

BEFORE_LEAD = {"alone_when": "before-lead"}
TWO = {"seats": 2, "sides": "solo", "alone_by": "nobody"}
THREE = {"seats": 3, "sides": "maker-against-rest", "alone_by": "nobody"}
TWELVE = {**TWO, "game": "twelve-trick", "patterns": ["4/4/4"], "target": 31}

# switch, the rules beside it, its values: no two of them give the same sheet
VALUES: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("deck", {}, [24, 25, 28, 29, 32, 33]),
    ("deck", TWELVE, [24, 25, 32]),
    ("target", {}, [1, 5, 7, 10, 11, 999]),
    ("target", TWELVE, [31, 21]),
    ("win_by", {}, [1, 2, 3]),
    ("tie", {"target": 0, "deals": 8}, ["shared", "play-on"]),
    ("tie", THREE, ["shared", "play-on"]),
    ("tie", TWELVE, ["shared", "play-on"]),
    ("patterns", {}, [["3/2", "2/3"], ["3/2"], ["2/3"], ["1/1/1/1/1"], ["5"], ["3,2/2,3"]]),
    ("first_dealer", {}, ["agreed", "drawn", "low-card", "black-jack"]),
    ("turned_down", {}, ["face-down", "face-up-under"]),
    ("stick_the_dealer", {}, [True, False]),
    ("thrown_in", {}, ["next", "same"]),
    ("partner_may_order", {}, ["with-partner", "only-alone", "only-alone-both"]),
    ("discard_up_card", {}, [True, False]),
    ("sitting_dealer_takes", {}, [True, False]),
    ("alone_by", {}, ["nobody", "caller", "either-maker", "anyone"]),
    ("alone_by", BEFORE_LEAD, ["nobody", "caller", "either-maker", "anyone"]),
    ("alone_when", {}, ["with-call", "before-lead"]),
    ("alone_when", {"alone_by": "anyone"}, ["with-call", "before-lead"]),
    ("alone_lead", {}, ["dealer-left", "loner-left"]),
    ("defend_alone", {}, ["off", "against-lone", "any"]),
    ("no_trump", {}, [True, False]),
    ("no_trump", TWELVE, [True, False]),
    ("joker_turned_up", {"deck": 25}, ["dealer-names", "c", "d", "h", "s"]),
    ("farmers_hand", {}, ["off", "redeal", "swap"]),
    ("farmers_hand_is", {"farmers_hand": "redeal"}, ["all-nines-tens", "three-nines-tens", "no-ace-no-face"]),
    ("farmers_hand_is", {"farmers_hand": "swap"}, ["all-nines-tens", "three-nines-tens", "no-ace-no-face"]),
    ("partners_best", {}, [True, False]),
    ("go_under", {}, [True, False]),
    ("points.make", {}, [1, 2, 0]),
    ("points.march", {}, [2, 3]),
    ("points.alone", {}, [1, 2]),
    ("points.alone_march", {}, [4, 5]),
    ("points.euchre", {}, [2, 3]),
    ("points.euchre", THREE, [2, 3]),
    ("points.euchre", TWO, [2, 3]),
    ("points.euchre_alone", {}, [2, 4]),
    ("points.lone_defence", {"defend_alone": "any"}, [4, 2]),
    ("points.no_tricks", {}, [0, 4, 3]),
    ("renege.rule", {}, ["unstated", "points-to-others", "points-off", "impossible"]),
    ("renege.points", {}, [2, 1]),
    ("renege.points", {"renege": {"rule": "points-off"}}, [2, 1]),
    ("renege.points_alone", {}, [2, 4, 5]),
    ("renege.hand", {"renege": {"rule": "points-to-others"}}, ["ends", "played-on"]),
]
WHOLE = [{}, {"target": 0, "deals": 8}, {"target": 0, "deals": 9}, TWO, THREE, TWELVE]
"""Rules that differ in several switches at once, since one alone makes no game."""


def house(changes: dict[str, Any], **more: Any) -> House:
    given = {"name": "ours", "title": "Ours", "source": "us", "about": "Ours.", "stated": changes, **more}
    return msgspec.convert(given, House)


def changed(base: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    outer, _, inner = key.partition(".")
    return {**base, outer: {**base.get(outer, {}), inner: value} if inner else value}


@pytest.mark.parametrize(("key", "base", "values"), VALUES)
def test_sheet_changes_with_the_switch(key, base, values):
    for write in (sheet_text, sheet_html):
        assert len({write(house(changed(base, key, value))) for value in values}) == len(values)


def test_sheet_changes_with_the_game_and_its_players():
    assert len({sheet_text(house(changes)) for changes in WHOLE}) == len(WHOLE)


def test_every_switch_and_every_value_is_varied():
    varied = {key for key, _, _ in VALUES} | {key for changes in WHOLE for key in changes}
    assert {key for key, _, _ in switches(Rules())} <= varied
    for key, _, _ in switches(Rules()):
        kind: Any = Rules
        for name in key.split("."):
            kind = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
        values = getattr(kind.__origin__, "__args__", ())
        tried = [value for each, _, values_tried in VALUES if each == key for value in values_tried]
        if values and key not in ("patterns", "game", "seats", "sides"):
            assert set(values) <= set(tried), key


@pytest.mark.parametrize("name", DIFFERENCES)
def test_sheet_of_a_house_is_a_page(name):
    lines = sheet_text(load_house(name)).removesuffix("\n").split("\n")
    assert len(lines) <= LINES == 66
    assert max(map(len, lines)) <= WIDTH == 80
    assert all(line == line.rstrip() and line.isprintable() for line in lines)
    headings = [line.split()[0] for line in lines[2:] if line and line[0] != " "]
    assert [*headings[-2:], "SCORE" in headings] == ["RENEGE", "WORDS", True]


@pytest.mark.parametrize("name", DIFFERENCES)
def test_page_of_html_is_whole_and_fetches_nothing(name):
    page = sheet_html(load_house(name))
    assert page.startswith("<!doctype html>\n")
    assert page.endswith("</html>\n")
    assert not re.search(r"<script|<img|<link|https?:|url\(|@import|\bon\w+=", page)
    opened = re.findall(r"<([a-z][a-z0-9]*)", page)
    closed = re.findall(r"</([a-z][a-z0-9]*)", page)
    assert sorted(set(opened) - {"meta"}) == sorted(set(closed))
    assert all(opened.count(tag) == closed.count(tag) for tag in set(closed))
    for sentence in (sentence for _, sentences in rules_sheet(load_house(name)).sections for sentence in sentences):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")


def test_text_of_a_person_is_escaped():
    page = sheet_html(house({}, title="<script>alert('1')</script> & more", source='"us" \x1b[31m'))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page
    assert "\x1b" not in sheet_text(house({}, title="a\x1bb"))


# What some sheets say, word for word


def said(house_or_changes: Any) -> str:
    given = load_house(house_or_changes) if isinstance(house_or_changes, str) else house(house_or_changes)
    return " ".join(sheet_text(given).split())


@pytest.mark.parametrize(
    ("rules", "there", "not_there"),
    [
        ("family", ["10 points wins", "Four players", "thrown in", "1 to the makers", "24 cards"], ["joker"]),
        ("club", ["may not pass", "no card that does not follow suit", "stays where it is"], ["thrown in"]),
        ("british", ["25 cards", "the joker, then the right bower", "11 points", "only by playing alone"], []),
        ("family-cutthroat", ["Three players", "3 to the maker", "2 to each of the others"], ["alone", "partner"]),
        ("family-two", ["Two players", "other 14 are the kitty", "2 to the other"], ["alone", "partner"]),
        ("family-two-32", ["32 cards", "A K Q 10 9 8 7", "5 points wins", "at the bridge"], ["alone"]),
        (
            "family-twelve",
            ["four in a row face down", "fewer than 7", "12 to the other", "31 points"],
            ["kitty", "order", "alone", "march"],
        ),
        ("pagat", ["black jack", "from the lone player's left", "before the first lead"], []),
        ("bicycle", ["half under the pack", "a deck of 25 or 28 or 29 or 32 or 33", "a game to 5 or 7"], []),
        ("cardgames-io-two-clear", ["lead of 2 points", "4 to the defenders"], []),
        ("openspiel", ["but not that one"], []),
        ({"points": {"no_tricks": 4}}, ["no trick at all", "the larger counts", "super-euchre"], []),
        ({"no_trump": True}, ["name another suit or no trump", "there are no bowers"], []),
        (
            {"deck": 32, "farmers_hand": "redeal"},
            ["nothing but sevens to tens", "a new deal by the same dealer"],
            [],
        ),
    ],
)
def test_what_a_sheet_says(rules, there, not_there):
    text = said(rules)
    for part in there:
        assert part in text
    for part in not_there:
        assert part not in text


def test_every_house_has_a_sheet():
    assert set(house_names()) == set(DIFFERENCES)

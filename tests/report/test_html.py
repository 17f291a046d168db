"""The report as a page: by its structure, its values against the files and a second reading of the procedure."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_archive, audit_files, shards
from euchre_audit.findings import Finding, entry
from euchre_audit.records.write import json_text
from euchre_audit.report import clean, html
from euchre_audit.report.html import IN_FULL, as_html
from tests.audit.games import clean_games, hand_file, proven_game, without_evidence
from tests.cli.run import EXAMPLES, euchre_audit
from tests.report.pages import Page, check, words
from tests.report.reports import faulty_games, write_games
from tests.vectors.reference import Procedure

SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
FULL = Options(in_full=IN_FULL)
GAMES = ["disputed-game.json", "three-players.json", "twelve-tricks.json", "game.egn", "written-by-hand.json"]
HANDS = ["fair-hand.json", "tampered-hand.json", "saved-hand.json"]


def page_of(*names: str, options: Options = FULL) -> Page:
    return check(as_html(audit_files([str(EXAMPLES / name) for name in names], options)))


def written(tmp_path: Path, **games: dict[str, Any]) -> list[str]:
    for name, game in games.items():
        (tmp_path / f"{name}.json").write_text(json_text(game), encoding="utf-8")
    return [str(tmp_path / f"{name}.json") for name in games]


def spelled(chip: str) -> str:
    """``Td`` for what the page shows as ``10♦``."""
    return chip[:-1].replace("10", "T") + SUITS[chip[-1]]


def cards(element: Any) -> list[str]:
    return [spelled(words(each)) for each in element.xpath(".//*[contains(@class, 'k') and self::b]")]


@pytest.mark.parametrize("name", [*GAMES, *HANDS])
def test_a_page_is_whole_and_sound(name):
    page_of(name)


def test_several_files_on_one_page():
    page = page_of(*HANDS, *GAMES[:2])
    assert len(page.all("//section[starts-with(@id, 'g') and h2]")) == 5


def test_nothing_but_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    page = check(as_html(audit_files([str(tmp_path / "a.json")], FULL)))
    assert "UNREADABLE" in words(page.one("//div[contains(@class, 'verdict')]"))
    assert "a.json:1" in words(page.by_id("f1"))


# The answers


@pytest.mark.parametrize("name", HANDS)
def test_the_verdict_and_the_answers_come_first(name):
    report = audit_files([str(EXAMPLES / name)], FULL)
    page = check(as_html(report))
    first, second, *_ = page.all("//main/*")
    assert report.verdict in first.get("class").split() and report.verdict.upper() in words(first)
    assert second.get("id") == "answers"
    told = {words(row[0]): words(row[1]) for row in second.xpath("./ul/li")}
    signs = {"pass": "✓", "fail": "✗", "unproven": "?", "unchecked": "·"}
    for answer, given in report.answers.items():
        assert told[answer] == f"{signs[given]} {given}"


def test_what_is_unproven_says_what_to_ask_for_and_whom():
    page = page_of("fair-hand.json")
    open_ = [row for row in page.by_id("answers").xpath("./ul/li") if "unproven" in words(row[1])]
    assert len(open_) == 2
    for row in open_:
        (code,) = re.findall(r"C\d{3}", words(row))
        assert f"Ask the club for {entry(code).ask}." in words(row)
        assert f"ask the club for {entry(code).ask}." in words(page.by_id("open"))


# Findings and their places


def listed(page: Page, finding: Finding) -> list[Any]:
    """The entries of a finding in the list."""
    return [
        item
        for item in page.all("//ol[@class='findings']/li")
        if finding.code in words(item) and clean(finding.message) in words(item)
    ]


def reports(tmp_path: Path) -> dict[str, Report]:
    write_games(tmp_path)
    files = [str(tmp_path / name) for name in faulty_games()]
    game = proven_game(20, max_hands=3)
    game["hands"][0]["dealt"][1][0], game["hands"][0]["kitty"][1] = (
        game["hands"][0]["kitty"][1],
        game["hands"][0]["dealt"][1][0],
    )
    game["hands"][1]["deal"]["secret"] = "0" * 64
    return {
        "files": audit_files(files, FULL),
        "alone": audit_files(files[1:2], FULL),
        "deal": audit_files(written(tmp_path, cards=game), FULL),
        "archive": audit_archive(str(tmp_path), FULL),
        "bare": audit_archive(str(tmp_path), Options()),
        "hand": audit_files([str(EXAMPLES / "tampered-hand.json")], FULL),
    }


def test_each_finding_is_listed_and_leads_to_its_place_and_back(tmp_path):
    seen = 0
    for name, report in reports(tmp_path).items():
        page = check(as_html(report))
        for finding in report.all_findings():
            if name in ("archive", "bare") and finding.severity == "note" and finding not in report.findings:
                assert f"{finding.code} {entry(finding.code).title}: " in words(page.by_id("findings"))
                continue
            items = listed(page, finding)
            assert items, (name, finding)
            assert page.by_id(f"code-{finding.code}") is not None
            back = [place for item in items for place in places(page, item, finding)]
            assert back, (name, finding)
            seen += 1
    assert seen > 30


def places(page: Page, item: Any, finding: Finding) -> list[Any]:
    """The places to which an entry leads, each of which has to lead back, and be of that hand, trick and play."""
    where, found = finding.where, []
    for link in item.xpath(".//p[@class='where']/a"):
        place = page.by_id(link.get("href")[1:])
        if place is not item and item not in place.iterdescendants():
            assert place.xpath(f".//a[@href='#{item.get('id')}']"), (finding, place.get("id"))
        hand = next((each for each in place.iterancestors("section") if each.find("h3") is not None), None)
        if where.play is not None and "m" in (place.get("class") or "").split():
            assert words(place.find("h5")).startswith(f"Trick {where.trick}, play {where.play}: ")
            assert re.match(rf"Hand {where.hand}\b", words(hand.find("h3")))
        if where.call is not None and "m" in (place.get("class") or "").split():
            assert words(place.find("h5")).startswith(f"Call {where.call}: ")
        found.append(place)
    return found


def test_a_fault_of_the_play_stands_at_its_card_and_one_of_the_deal_at_the_deal():
    page = page_of("disputed-game.json")
    (fault,) = page.all("//section[contains(@class, 'm bad')]")
    assert fault.get("id") == "g1h15t1p2" and "P310" in words(fault)
    (first,) = page.all("//div[contains(@class, 'verdict')]//a")
    assert first.get("href") == "#f1" and words(first).startswith(
        "hand 15, trick 1, play 2, East: A♦ does not follow"
    )
    page = page_of("tampered-hand.json")
    assert "D201" in words(page.by_id("g1h1-deal"))
    assert [words(each) for each in page.by_id("g1h1-deal").xpath(".//tr[@class='faulty']/th")] == [
        "South",
        "kitty",
    ]


def test_it_says_whether_the_result_changes():
    page = page_of("disputed-game.json")
    (row,) = [row for row in page.by_id("answers").xpath("./ul/li") if words(row[0]) == "result"]
    told = euchre_audit("verify", str(EXAMPLES / "disputed-game.json")).out
    assert len(row.xpath("./p")) > 1
    for line in row.xpath("./p"):
        assert words(line) in " ".join(told.split())


# The deal and its evidence


@pytest.mark.parametrize("name", ["fair-hand.json", "saved-hand.json"])
def test_the_chain_holds_the_values_of_the_file(name):
    page = page_of(name, options=Options(in_full=IN_FULL))
    deal = json.loads((EXAMPLES / name).read_text("utf-8"))["deal"]
    steps = {words(step.find("b")): words(step) for step in page.by_id("g1h1-chain").xpath(".//ol/li")}
    assert ", ".join(steps) == (
        "key, checkpoint, root, inclusion, commitment, terms, match, secret, mix, stages, cards seen, play, score"
    )
    assert deal["secret"] in steps["secret"] and deal["commitment"] in steps["commitment"]
    shown = [f"seat {each['seat']}" for each in deal.get("values", [])]
    made = Procedure().deal(
        "x",
        deal["terms"],
        deal["secret"],
        [
            {"label": label, "value": each["value"]}
            for label, each in zip(shown, deal.get("values", []), strict=True)
        ],
    )
    assert made["mix"] in steps["mix"] and made["key"] in steps["stages"]
    if "proof" in deal:
        assert deal["proof"]["checkpoint"].split("\n")[1] in steps["checkpoint"]
        assert str(deal["proof"]["index"]) in steps["inclusion"]


def test_the_deal_stage_by_stage_is_that_of_the_procedure_and_the_cuts_are_seen():
    deal = json.loads((EXAMPLES / "fair-hand.json").read_text("utf-8"))["deal"]
    made = Procedure().deal("x", deal["terms"], deal["secret"])
    rows = page_of("fair-hand.json").by_id("g1h1-deal").xpath(".//ol[@class='stages']/li")
    fresh, *stages, dealt = rows
    before = cards(fresh)
    assert len(before) == 24 and len(stages) == 5
    for row, entry_ in zip(stages, made["trace"], strict=True):
        *cut, after = row.xpath("./div[@class='deck']")
        assert cards(after) == entry_["deck"]
        if "draws" in entry_:
            assert not cut and words(row.find(".//code")) == " ".join(map(str, entry_["draws"]))
        else:
            (whole,) = cut
            packets = {words(each[0]): cards(each) for each in whole}
            assert [card for packet in packets.values() for card in packet] == before
            order = [words(each[0]) for each in after]
            assert [card for name in order for card in packets[name]] == entry_["deck"]
            if "cut" in entry_:
                assert len(packets["A"]) == entry_["cut"] and order == ["B", "A"]
            else:
                assert [len(each) for each in packets.values()] == entry_["packets"]
                assert order == list(entry_["order"])
        before = cards(after)
    assert cards(dealt) == made["deck"]
    given: dict[str, list[str]] = {}
    for packet in dealt.xpath(".//div[starts-with(@class, 'pk')]"):
        given.setdefault(words(packet[0]), []).extend(cards(packet))
    assert [given[seat] for seat in ("North", "East", "South", "West")] == made["hands"]
    assert given["up card"] + given["kitty"] == made["kitty"]


# The play


@pytest.mark.parametrize("name", [*GAMES[:3], *HANDS])
def test_each_event_of_the_log_has_its_moment(name):
    page = page_of(name)
    tree = json.loads((EXAMPLES / name).read_text("utf-8"))
    for number, hand in enumerate(tree.get("hands", [tree]), 1):
        titles = [words(each) for each in page.by_id(f"g1h{number}-play").xpath(".//h5")]
        assert len(titles) == len(hand["log"]) + 2
        assert titles[0] == "Start" and titles[-1] == "End"
        plays = [line.split()[2] for line in hand["log"] if " play " in line]
        assert [spelled(title.split()[-1]) for title in titles if " plays " in title or " leads " in title] == plays


def test_the_table_shows_the_cards_of_each_seat_as_they_were():
    page = page_of("fair-hand.json")
    log = json.loads((EXAMPLES / "fair-hand.json").read_text("utf-8"))["log"]
    played = [tuple(line.split()[::2]) for line in log if " play " in line]
    for place, (seat, card) in enumerate(played):
        table = page.by_id(f"g1h1t{place // 4 + 1}p{place % 4 + 1}").find("div")
        held = {name: cards(each) for name, each in zip("0312", _seats(table), strict=True)}
        assert card in held[seat]
        assert all(len(held[each]) == 5 - sum(who == each for who, _ in played[:place]) for each in held)
        assert set(cards(table[-1])) == {name for _, name in played[place // 4 * 4 : place + 1]}


def _seats(table: Any) -> list[Any]:
    """North, West, East and South, by where they stand."""
    return [table.xpath(f"./div[contains(concat(@class, ' '), 'q {side} ')]")[0] for side in "nwes"]


def test_the_score_sheet_is_the_one_of_replay():
    page = page_of("disputed-game.json")
    alone = Page(euchre_audit("replay", str(EXAMPLES / "disputed-game.json"), "--scoresheet=html").out)
    ours, theirs = page.by_id("sheet").find(".//table"), alone.one("//table")
    assert [words(row) for row in ours.iter("tr")] == [words(row) for row in theirs.iter("tr")]
    assert [each.get("href") for each in ours.xpath(".//tbody//th/a")] == [f"#g1h{n}" for n in range(1, 16)]


# An archive


def test_an_archive_shows_the_hands_with_faults_alone(tmp_path):
    write_games(tmp_path)
    report = audit_archive(str(tmp_path), FULL)
    page = check(as_html(report))
    shown = [words(each).split(" · ")[0] for each in page.by_id("hands").xpath(".//section/h3")]
    faulty = [
        f"Hand {hand.number}"
        for game in report.games
        for hand in game.hands
        if hand.findings and any(finding.severity == "error" for finding in hand.findings)
    ]
    assert shown == faulty and len(shown) == 2
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        for name in faulty_games():
            packed.write(tmp_path / name, name)
    again = check(as_html(audit_archive(str(tmp_path / "packed.zip"), FULL)))
    assert [words(each) for each in again.by_id("hands").xpath(".//h5")] == [
        words(each) for each in page.by_id("hands").xpath(".//h5")
    ]


def test_the_same_by_any_number_of_processes(tmp_path, monkeypatch):
    write_games(tmp_path)
    one = as_html(audit_archive(str(tmp_path), FULL, jobs=1))
    monkeypatch.setattr(shards, "PIECE", 1)
    assert as_html(audit_archive(str(tmp_path), FULL, jobs=2)) == one


def test_what_is_too_much_is_counted_and_said(tmp_path, monkeypatch):
    write_games(tmp_path)
    every = audit_archive(str(tmp_path), FULL)
    told = [finding for finding in every.all_findings() if finding.severity != "note"]
    monkeypatch.setattr(html, "MOST_FINDINGS", 2)
    page = check(as_html(audit_archive(str(tmp_path), Options(in_full=1))))
    assert len(page.all("//ol[@class='findings']/li")) == 2 < len(told)
    rest = len(every.all_findings()) - 2
    (head,) = [words(each) for each in page.by_id("findings").xpath("./h3") if words(each).startswith("And")]
    assert head == f"And {rest} more"
    counts = [int(words(each).rpartition(": ")[2]) for each in page.by_id("findings").xpath("./ul/li")]
    assert sum(counts) == rest
    assert "1 hand with a fault and 1 more are not shown" in words(page.by_id("hands"))


def test_of_many_games_whole_ones_leave_room_for_faults(tmp_path):
    games = {f"g{number}": clean_games()[0] for number in range(4)}
    bad = without_evidence(clean_games()[0])
    bad["hands"][-1]["claims"]["points"] = [0, 4]
    files = written(tmp_path, **games, last=bad)
    report = audit_files(files, Options(in_full=2 * len(games["g0"]["hands"])))
    assert {game for game, _ in report.in_full} == {0, 4}
    check(as_html(report))


def test_a_game_stays_small_enough_to_be_sent():
    assert len(as_html(audit_files([str(EXAMPLES / "disputed-game.json")], FULL))) < 1_500_000


# Hostile input


NAMES = [
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(1)</script>",
    "::error::x",
    "\u202e\x1b[31m]]>&amp;",
]


def test_names_stay_names(tmp_path):
    game = proven_game(20, max_hands=3)
    game["players"] = NAMES
    game["hands"][1]["players"] = NAMES[::-1]
    game["hands"][1]["rulings"] = [{"what": NAMES[1], "seat": 1, "points": [0, 0]}]
    game["hands"][0]["log"].insert(2, "0 play Ac")
    game["hands"][2]["deal"]["terms"] = NAMES[1]
    for tree in (game, hand_file(game, 1)):
        text = as_html(audit_files(written(tmp_path, x=tree), FULL))
        page = check(text)
        shown = {words(each) for each in page.all("//bdi")}
        assert {" ".join(clean(name, 40).split()) for name in NAMES} <= shown | {name[:39] + "…" for name in shown}
        assert not any(line.lstrip().startswith("::error") for line in text.split("\n"))


# The commands


def test_each_command_writes_it_and_prints_it(tmp_path):
    game = str(EXAMPLES / "disputed-game.json")
    out = tmp_path / "report.html"
    texts = set()
    for command in ("verify", "replay"):
        ran = euchre_audit(command, game, "-o", f"html={out}")
        assert ran.code == 1 and "<html" not in ran.out
        texts.add(out.read_text("ascii"))
        shown = euchre_audit(command, game, "--format", "html")
        assert shown.code == 1
        texts.add(shown.out)
    assert len(texts) == 1
    check(texts.pop())
    ran = euchre_audit("archive", str(EXAMPLES / "tournament"), "-o", f"html={out}", "-q")
    assert ran.code == 1
    assert "table-4.json" in words(check(out.read_text("ascii")).by_id("findings"))


def test_standard_input_and_a_json_beside_it(tmp_path):
    data = (EXAMPLES / "fair-hand.json").read_bytes()
    out, beside = tmp_path / "report.html", tmp_path / "report.json"
    ran = euchre_audit("replay", "-", "-o", f"html={out}", "-o", f"json={beside}", stdin=data)
    assert ran.code == 0 and ran.out.startswith("-, house") is False and "Hand" in ran.out
    assert check(out.read_text("ascii")).by_id("g1h1-deal") is not None
    alone = euchre_audit("verify", "-", "--format", "json", stdin=data)
    assert beside.read_text("utf-8") == alone.out


def test_it_is_never_written_over_the_input(tmp_path):
    (path,) = written(tmp_path, game=clean_games()[0])
    before = Path(path).read_bytes()
    for command in ("verify", "replay"):
        ran = euchre_audit(command, path, "-o", f"html={path}")
        assert ran.code == 2 and "written elsewhere" in ran.err
    assert Path(path).read_bytes() == before
    ran = euchre_audit("replay", path, "--format", "html", "--hand", "1")
    assert ran.code == 2 and "leave out" in ran.err

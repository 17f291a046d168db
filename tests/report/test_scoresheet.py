"""The score sheet: what it says of a game by a second count, what it leaves open, and hostile names in it."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from euchre_audit.audit import Options, audit_game, load
from euchre_audit.findings import Finding
from euchre_audit.report.scoresheet import Row, Sheet, score_sheet, sheet_text, sheets_csv, sheets_html
from euchre_audit.report.style import Style
from euchre_audit.rules import Rules
from tests.audit.games import Doc, clean_games, hand_file, proven_game, source_of, without_evidence
from tests.cli.run import EXAMPLES, euchre_audit
from tests.twin.generate import random_game

GAME = str(EXAMPLES / "game.egn")
FAULTY = str(EXAMPLES / "tournament" / "table-4.json")
PLAIN = Style()
SEATS = ("North", "East", "South", "West")
HOSTILE = [
    '=HYPERLINK("x";"y")',
    "@SUM(1)<script>alert(1)</script>",
    "\x1b[31m+Bo\x07\u202e\t-1\n",
    "</td></tr></table><img src=x onerror=alert(1)>",
]


def sheet_of(tree: Doc) -> Sheet:
    (loaded,) = load(source_of(tree))
    assert not isinstance(loaded, Finding), loaded
    judged: list[Any] = []
    return score_sheet(audit_game(loaded, Options(), judged.append), judged)


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def hand_rows(text: str) -> list[dict[str, str]]:
    return [row for row in read_csv(text) if row["hand"] not in ("start", "final")]


def card_hand(number: int, maker: int, trump: str, alone: bool, tricks: list[int], score: list[int]) -> Doc:
    """A hand of a score card; the points are what the score goes up by, filled in by :func:`card_game`."""
    card = {"maker": maker, "trump": trump, "alone": alone}
    claims = {"tricks": tricks, "score": score}
    return {"hand": number, "dealer": (number - 1) % 4, "card": card, "ended": "played", "claims": claims}


def card_game(hands: list[Doc], **fields: Any) -> Doc:
    before = [0, 0]
    for hand in hands:
        after = hand["claims"]["score"]
        hand["claims"]["points"] = [after[0] - before[0], after[1] - before[1]]
        before = after
    return {"format": "euchre-game/1", "house": "family", "game": "kitchen/1", "hands": hands, **fields}


def worked_example() -> Doc:
    """The source's four hands: 1, 2 and 4 points to your team, 2 to the other."""
    hands = [
        card_hand(1, 0, "h", False, [4, 1], [1, 0]),
        card_hand(2, 1, "s", False, [3, 2], [3, 0]),
        card_hand(3, 2, "d", True, [5, 0], [7, 0]),
        card_hand(4, 3, "c", False, [0, 5], [7, 2]),
    ]
    return card_game(hands, players=["You", "Her", "Partner", "Him"])


def logged(log: list[str], **fields: Any) -> Doc:
    hand = {"hand": 1, "dealer": 0, "up": "9d", "log": log, **fields}
    return {"format": "euchre-game/1", "house": "family", "hands": [hand]}


# What it says


def test_the_worked_example_of_the_source() -> None:
    sheet = sheet_of(worked_example())
    assert [row.points for row in sheet.rows] == [[1, 0], [2, 0], [4, 0], [0, 2]]
    assert [row.score for row in sheet.rows] == [[1, 0], [3, 0], [7, 0], [7, 2]]
    assert sheet.total() == [7, 2]
    assert [row.remarks for row in sheet.rows] == [
        ["card only"],
        ["card only", "euchred"],
        ["card only", "march"],
        ["card only", "march"],
    ]
    text = sheet_text(sheet, PLAIN)
    assert re.search(r"^ +3  South   South  ♦ +South +5   0 +4   0 +7   0  card only; march$", text, re.MULTILINE)
    assert text.splitlines()[-1] == "Final score: North-South 7, East-West 2 · not won yet"
    assert "You and Partner" in text
    assert "Her and Him" in text


@pytest.mark.parametrize("house", ["club", "family", "pagat"])
def test_rows_of_random_games_by_a_second_count(house: str) -> None:
    for game in clean_games(house)[:6]:
        sheet = sheet_of(game)
        rows = read_csv(sheets_csv([sheet], PLAIN))
        assert [row["hand"] for row in rows] == [*(str(hand["hand"]) for hand in game["hands"]), "final"]
        sums = [0, 0]
        for row, hand in zip(rows, game["hands"], strict=False):
            claims = hand["claims"]
            for side in (0, 1):
                sums[side] += int(row[f"points_{side}"])
                assert row[f"points_{side}"] == str(claims["points"][side])
                assert row[f"tricks_{side}"] == str(claims["tricks"][side])
                assert row[f"score_{side}"] == str(sums[side]) == str(claims["score"][side])
            assert row["dealer"] == SEATS[hand["dealer"]]
            assert (row["maker"], row["trump"]) == made_by(hand)
            assert (row["alone"] != "") == says_alone(hand, row["maker"])
            assert row["faults"] == ""
            assert ("euchred" in row["remarks"]) == is_euchre(hand)
            assert ("thrown in" in row["remarks"]) == (hand["ended"] == "thrown-in")
            assert "claimed" not in row["remarks"]
        assert [rows[-1]["score_0"], rows[-1]["score_1"]] == [str(points) for points in sums]
        (winner,) = game["result"]["winners"]
        assert rows[-1]["remarks"] == f"{('North-South', 'East-West')[winner]} won"
        assert sheet.total() == sums


@pytest.mark.parametrize("house", ["family-cutthroat", "family-two-32", "family-twelve"])
def test_rows_of_random_games_of_two_and_three(house: str) -> None:
    for seed in range(4):
        game = random_game(Random(seed), house)
        rows = read_csv(sheets_csv([sheet_of(game)], PLAIN))
        count = len(game["hands"][0]["claims"]["points"])
        assert f"score_{count}" not in rows[0]
        sums = [0] * count
        for row, hand in zip(rows, game["hands"], strict=False):
            sums = [before + points for before, points in zip(sums, hand["claims"]["points"], strict=True)]
            assert [row[f"points_{side}"] for side in range(count)] == [
                str(each) for each in hand["claims"]["points"]
            ]
            assert [row[f"score_{side}"] for side in range(count)] == [str(each) for each in sums]
            assert (row["alone"], row["faults"]) == ("", "")
        assert [int(rows[-1][f"score_{side}"]) for side in range(count)] == sums


def made_by(hand: Doc) -> tuple[str, str]:
    for line in hand["log"]:
        seat, verb, *rest = line.split()
        if verb == "order":
            return SEATS[int(seat)], hand["up"][1]
        if verb == "name":
            return SEATS[int(seat)], rest[0]
    return "", ""


def says_alone(hand: Doc, maker: str) -> bool:
    sides = [int(line[0]) % 2 for line in hand["log"] if line.endswith("alone")]
    return maker != "" and SEATS.index(maker) % 2 in sides


def is_euchre(hand: Doc) -> bool:
    maker, _ = made_by(hand)
    return maker != "" and hand["claims"]["points"][SEATS.index(maker) % 2] == 0


def test_the_example_game() -> None:
    ran = euchre_audit("replay", GAME, "--scoresheet")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "evening-game, house egn"
    assert lines[-1] == "Final score: North-South 10, East-West 3 · North-South won"
    final = json.loads(Path(GAME).read_text())["metadata"]["finalScore"]
    (total,) = [line.split() for line in lines if line.startswith("total")]
    assert sorted(map(int, total[1:])) == sorted(final if isinstance(final, list) else final.values())
    rows = hand_rows(euchre_audit("replay", GAME, "--scoresheet=csv").out)
    assert len(rows) == len(json.loads(Path(GAME).read_text())["deals"])
    assert [sum(int(row[f"points_{side}"]) for row in rows) for side in (0, 1)] == [10, 3]


def test_a_wrong_score_is_on_the_sheet_and_nobody_believes_it_clean() -> None:
    text, rows, page = (euchre_audit("replay", FAULTY, f"--scoresheet={form}") for form in ("text", "csv", "html"))
    assert [text.code, rows.code, page.code] == [1, 1, 1]
    assert re.search(r"^ +5  South .* fault S102; march; claimed points 3-0, score$", text.out, re.MULTILINE)
    assert "claimed North-South 8, East-West 10" in text.out
    assert text.out.splitlines()[-1] == "Result: stands: East-West win 8-10 with hand 13, 7-10 rescored"
    (fault,) = [row for row in hand_rows(rows.out) if row["faults"]]
    assert (fault["hand"], fault["faults"], fault["points_0"], fault["claimed_points_0"]) == ("5", "S102", "2", "3")
    assert '<tr class=faulty><th scope="row">5</th>' in page.out
    assert "points claimed North-South 3, East-West 0, made North-South 2, East-West 0" in page.out


def test_faults_of_the_game_itself_stand_at_their_hand_or_at_the_end() -> None:
    game = worked_example()
    game["hands"][2]["dealer"] = 0
    game["result"] = {"score": [7, 2], "winners": [0]}
    game["first_dealer"] = {"method": "low-card", "cards": ["9d", "Kc", "Qh", "9d"], "dealer": 0}
    rows = read_csv(sheets_csv([sheet_of(game)], PLAIN))
    assert [row["faults"] for row in rows] == ["", "", "G101", "", "G109"]
    assert "G101  hand 3: North deals; it was South's turn to deal" in sheet_text(sheet_of(game), PLAIN)


# How hands end


@pytest.mark.parametrize(
    ("tree", "remarks"),
    [
        (logged([f"{(seat + 1) % 4} pass" for seat in range(8)]), ["thrown in"]),
        (logged(["1 pass"], ended="redealt"), ["redealt"]),
        (logged(["1 pass", "2 order"], ended="abandoned"), ["abandoned", "points not recounted"]),
        (logged(["1 pass", "2 order"], ended="ruled"), ["ended by a ruling", "points not recounted"]),
        (logged(["1 pass", "2 order"]), ["not finished", "points not recounted"]),
        (
            logged(["1 pass", "2 order"], ended="conceded", claims={"points": [2, 0]}),
            ["conceded", "points not recounted, counted as claimed (2-0)"],
        ),
        (
            logged(["1 pass", "2 order", "0 discard 9d", "3 concede game"], ended="conceded"),
            ["game conceded by West", "points not recounted"],
        ),
    ],
    ids=["thrown in", "redealt", "abandoned", "ruled", "unfinished", "conceded", "game conceded"],
)
def test_how_a_hand_ended(tree: Doc, remarks: list[str]) -> None:
    assert sheet_of(tree).rows[0].remarks == remarks


def test_who_conceded_the_game_lost_it() -> None:
    sheet = sheet_of(logged(["1 pass", "2 order", "0 discard 9d", "3 concede game"], ended="conceded"))
    assert (sheet.winners, sheet.outcome) == ([0], "North-South won, conceded by East-West")


def test_what_is_not_known_is_no_number() -> None:
    game = logged(["1 pass", "2 order", "0 discard 9d", "1 play 9c"])
    del game["hands"][0]["dealer"]
    game["hands"][0]["hand"] = 4
    sheet = sheet_of(game)
    (row,) = hand_rows(sheets_csv([sheet], PLAIN))
    known = {name for name, cell in row.items() if cell}
    assert known == {"hand", "remarks"}
    text = sheet_text(sheet, PLAIN)
    assert re.search(r"^ +4  \? +\? +\? +\? +\?   \? +\?   \? +\?   \?  ", text, re.MULTILINE)
    assert text.splitlines()[-1] == "Final score: not known · winner not known"
    assert ">0<" not in sheets_html([sheet], PLAIN)


def test_which_maker_was_alone_is_not_guessed_from_a_card() -> None:
    game = card_game([card_hand(1, 2, "d", True, [5, 0], [4, 0])])
    assert sheet_of(game).rows[0].lone == 2
    game["house"] = "guide"
    sheet = sheet_of(game)
    assert sheet.rows[0].lone is None
    assert "one of the makers alone" in sheet.rows[0].remarks
    assert hand_rows(sheets_csv([sheet], PLAIN))[0]["alone"] == ""


def test_a_ruling_shows_and_counts() -> None:
    game = worked_example()
    game["hands"][1]["rulings"] = [{"what": "renege", "seat": 3, "trick": 2, "points": [0, -2]}]
    game["hands"][1]["claims"]["score"] = [3, -2]
    game["hands"][2]["claims"]["score"] = [7, -2]
    game["hands"][3]["claims"]["score"] = [7, 0]
    sheet = sheet_of(game)
    assert "ruling: renege by West in trick 2: -2 to East-West" in sheet.rows[1].remarks
    rows = hand_rows(sheets_csv([sheet], PLAIN))
    assert [(row["rulings_1"], row["score_1"]) for row in rows] == [("", "0"), ("-2", "-2"), ("", "-2"), ("", "0")]
    (total,) = [line for line in sheet_text(sheet, PLAIN).splitlines() if line.startswith("total")]
    assert total.split(maxsplit=3)[1:] == ["7", "2", "rulings: -2 to East-West"]


def test_a_hand_file_starts_from_its_score() -> None:
    game = without_evidence(proven_game(3, "family"))
    index = next(number for number, hand in enumerate(game["hands"]) if number and any(hand["claims"]["points"]))
    start, claims = game["hands"][index - 1]["claims"]["score"], game["hands"][index]["claims"]
    sheet = sheet_of(hand_file(game, index))
    first, hand, last = read_csv(sheets_csv([sheet], PLAIN))
    assert [first["hand"], last["hand"]] == ["start", "final"]
    for side in (0, 1):
        assert int(first[f"score_{side}"]) == start[side]
        assert int(hand[f"score_{side}"]) == start[side] + int(hand[f"points_{side}"]) == claims["score"][side]
    assert sheet_text(sheet, PLAIN).splitlines()[-1].startswith("Score after the hand: North-South ")


def test_in_the_barn_is_told_when_a_side_gets_there() -> None:
    hands = [
        card_hand(1, 0, "h", True, [5, 0], [4, 0]),
        card_hand(2, 0, "h", True, [5, 0], [8, 0]),
        card_hand(3, 0, "h", False, [3, 2], [9, 0]),
        card_hand(4, 1, "h", False, [2, 3], [9, 1]),
        card_hand(5, 0, "h", False, [3, 2], [10, 1]),
    ]
    sheet = sheet_of(card_game(hands))
    told = [[remark for remark in row.remarks if "barn" in remark] for row in sheet.rows]
    assert told == [[], [], ["North-South in the barn"], [], []]
    assert sheet.outcome == "North-South won"


@pytest.mark.parametrize(("others", "bridge"), [(2, True), (3, False)])
def test_at_the_bridge_in_a_game_to_five(others: int, bridge: bool) -> None:
    hands = [card_hand(number, 1, "h", False, [2, 3], [0, number]) for number in range(1, others + 1)]
    hands.append(card_hand(others + 1, 0, "h", True, [5, 0], [4, others]))
    sheet = sheet_of(card_game(hands, rules={"target": 5}))
    last = " ".join(sheet.rows[-1].remarks)
    assert "in the barn" in last
    assert ("at the bridge" in last) == bridge


# Two, three, four


def cutthroat() -> Sheet:
    rules = Rules(seats=3, sides="maker-against-rest", alone_by="nobody")
    sheet = Sheet("three", "family-cutthroat", False, rules, ["Ann", "Bo", "Cy"], [0, 0, 0])
    sheet.rows = [
        Row(1, sheet.players, 0, 1, "h", -1, -1, [0, 5, 0], [0, 3, 0], None, [0, 3, 0]),
        Row(2, sheet.players, 1, 2, "n", -1, -1, [2, 1, 2], [2, 2, 0], None, [2, 5, 0]),
    ]
    sheet.score = [2, 5, 0]
    return sheet


def test_three_players_have_three_columns() -> None:
    sheet = cutthroat()
    rows = read_csv(sheets_csv([sheet], PLAIN))
    assert [row["points_2"] for row in rows] == ["0", "0", ""]
    assert [[row[f"score_{side}"] for side in range(3)] for row in rows] == [
        ["0", "3", "0"],
        ["2", "5", "0"],
        ["2", "5", "0"],
    ]
    assert "player_3" not in rows[0]
    assert rows[1]["trump"] == "n"
    text = sheet_text(sheet, PLAIN)
    (total,) = [line.split() for line in text.splitlines() if line.startswith("total")]
    assert total == ["total", "2", "5", "0"]
    assert all(f"  {name}" in text for name in sheet.players)
    assert "alone" not in text
    page = sheets_html([sheet], PLAIN)
    assert page.count('colspan="3" class="g group"') == 3
    assert cells_of(page)[0][3:12] == ["0", "5", "0", "0", "3", "0", "0", "3", "0"]


def test_games_of_two_and_three_and_four_in_one_table() -> None:
    two = Sheet("two", "family-two", False, Rules(seats=2, sides="solo", alone_by="nobody"), [], None)
    rows = read_csv(sheets_csv([two, cutthroat(), sheet_of(worked_example())], PLAIN))
    assert [row["game"] for row in rows] == ["1 two"] + ["2 three"] * 3 + ["3 kitchen/1"] * 5
    assert rows[0]["hand"] == "final"
    assert rows[3]["score_2"] == "0"
    assert rows[8]["score_2"] == ""


# How it looks


@pytest.mark.parametrize("ascii_only", [False, True])
def test_text_fits_a_hundred_columns(ascii_only: bool) -> None:
    style = Style(ascii=ascii_only)
    games = [*clean_games("pagat")[:3], hostile_game()]
    for game in games:
        text = style.finish(sheet_text(sheet_of(game), style))
        assert max(map(len, text.splitlines())) <= 100
        assert text.isascii() or not ascii_only
        assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_remarks_go_under_a_row_that_leaves_no_room() -> None:
    rules = Rules(seats=3, sides="maker-against-rest", alone_by="nobody")
    sheet = Sheet("x", "x", False, rules, [], [0, 0, 0])
    big = [-100, 9999, 12345]
    sheet.rows = [Row(999_999_999, [], 0, 1, "h", -1, -1, big, big, None, big, remarks=["word " * 40])]
    lines = sheet_text(sheet, PLAIN).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("word") for line in lines) == 40


def test_ascii_and_colour_by_the_command() -> None:
    asked = euchre_audit("replay", FAULTY, "--scoresheet", "--ascii")
    assert asked.out.isascii()
    assert re.search(r"^ +5  South   South  c ", asked.out, re.MULTILINE)
    assert asked.out == euchre_audit("replay", FAULTY, "--scoresheet", PYTHONIOENCODING="ascii").out
    painted = euchre_audit("replay", FAULTY, "--scoresheet", "--color", "always").out
    assert "\x1b[31m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == euchre_audit("replay", FAULTY, "--scoresheet").out


def test_csv_ends_every_line_in_crlf() -> None:
    text = sheets_csv([sheet_of(worked_example())], PLAIN)
    assert text.count("\r\n") == text.count("\n") == text.count("\r") == 6
    assert text.split("\r\n")[0].startswith(
        "hand,dealer,maker,trump,alone,defended_alone,tricks_0,tricks_1,points_0,"
    )
    assert text.split("\r\n")[0].endswith(",faults,remarks")


# Hostile names


def hostile_game() -> Doc:
    game = worked_example()
    game["players"] = HOSTILE
    game["game"] = HOSTILE[3]
    game["hands"][2]["players"] = [HOSTILE[1], HOSTILE[0], "中" * 60, HOSTILE[2]]
    game["hands"][3]["rulings"] = [{"what": HOSTILE[3] + HOSTILE[2], "seat": 1, "points": [0, 0]}]
    return game


def test_hostile_names_do_nothing_in_a_terminal() -> None:
    text = sheet_text(sheet_of(hostile_game()), PLAIN)
    assert not [sign for sign in text if ord(sign) < 32 and sign != "\n"]
    assert "\u202e" not in text


def test_hostile_names_are_no_formulas() -> None:
    text = sheets_csv([sheet_of(hostile_game()), sheet_of(hostile_game())], PLAIN)
    assert not [sign for sign in text if ord(sign) < 32 and sign not in "\r\n"]
    rows = read_csv(text)
    assert len(rows) == 10
    for row in rows:
        for name, cell in row.items():
            if not re.fullmatch(r"-?\d+", cell):
                assert not re.match(r"[=+\-@\t\r]", cell), (name, cell)
                # What a spreadsheet that splits at semicolons would make of it.
                assert not re.search(r"[;,|\"]\s*[=+@]", cell), (name, cell)
    assert rows[0]["player_0"] == "'" + HOSTILE[0]
    assert rows[0]["player_1"].startswith("'@SUM(1)<script>")


class Page(HTMLParser):
    """What a browser would make of it: tags, and the text of cells by row of the table's body."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta",):
            self.open.append(tag)
        if tag == "tr" and "tbody" in self.open:
            self.rows.append([])
        if tag == "td" and "tbody" in self.open:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data
        if "td" in self.open and "tbody" in self.open:
            self.rows[-1][-1] += data


def parsed(page: str) -> Page:
    parser = Page()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


def cells_of(page: str) -> list[list[str]]:
    return parsed(page).rows


TAGS = "html head meta title style body section h1 h2 p ul li b bdi div table thead tbody tfoot tr th td abbr span"


@pytest.mark.parametrize("game", [worked_example(), hostile_game()], ids=["plain", "hostile"])
def test_the_page_is_only_what_we_wrote(game: Doc) -> None:
    page = sheets_html([sheet_of(game)], PLAIN)
    assert page.isascii()
    found = parsed(page)
    assert set(found.tags) <= set(TAGS.split())
    assert found.tags.count("tr") == 2 + 4 + 1
    names = {name for name, _ in found.attributes}
    assert names <= {
        "lang",
        "charset",
        "http-equiv",
        "content",
        "name",
        "class",
        "scope",
        "colspan",
        "rowspan",
        "title",
    }
    policy = next(value for name, value in found.attributes if name == "content" and "default-src" in (value or ""))
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert not re.search(r"url\(|@import|https?:|<script", page)
    for hostile in ("<img", "<script", "</td></tr></table>", "onerror=alert(1)>"):
        assert hostile not in page
    if game["players"] == HOSTILE:
        assert HOSTILE[3][:20] in found.text
        assert "@SUM(1)<script>alert(1)</script>" in found.text


def test_the_page_has_the_numbers_of_the_table() -> None:
    rows = cells_of(sheets_html([sheet_of(worked_example())], PLAIN))
    assert [row[4:10] for row in rows] == [
        ["4", "1", "1", "0", "1", "0"],
        ["3", "2", "2", "0", "3", "0"],
        ["5", "0", "4", "0", "7", "0"],
        ["0", "5", "0", "2", "7", "2"],
    ]
    assert [row[:4] for row in rows][2] == ["South", "South", "♦", "South"]


# The command


@pytest.mark.parametrize(
    "words",
    [
        ["--scoresheet", "--hand", "3"],
        ["--scoresheet=csv", "--at", "3.2.4"],
        ["--scoresheet=pdf"],
    ],
)
def test_what_does_not_go_together_is_told(words: list[str]) -> None:
    ran = euchre_audit("replay", GAME, *words)
    assert (ran.code, ran.out) == (2, "")
    assert "--scoresheet" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("form", ["text", "csv", "html"])
def test_the_exit_code_is_that_of_replay(form: str, tmp_path: Path) -> None:
    empty = tmp_path / "game.json"
    empty.write_text('{"format": "euchre-game/1", "house": "family", "hands": []}')
    for path in (GAME, FAULTY, str(empty), "there-is-none.json"):
        ran = euchre_audit("replay", path, f"--scoresheet={form}")
        assert ran.code == euchre_audit("replay", path).code, path
        assert "X901" not in ran.err


def test_several_games_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [worked_example(), {**worked_example(), "game": "kitchen/2"}]
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    rows = read_csv(euchre_audit("replay", str(path), "--scoresheet=csv").out)
    assert next(iter(rows[0])) == "game"
    assert {row["game"] for row in rows} == {"1 kitchen/1", "2 kitchen/2"}
    page = euchre_audit("replay", str(path), "--scoresheet=html").out
    assert parsed(page).tags.count("section") == 2
    text = euchre_audit("replay", str(path), "--scoresheet").out
    assert text.count("Final score: North-South 7, East-West 2") == 2

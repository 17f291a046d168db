"""The command as people run it: exit codes, words, reports, the state."""

from __future__ import annotations

import html.parser
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from euchre_audit.cards import FRESH, NAMES
from euchre_audit.cli.statistics import KINDS
from euchre_audit.findings import all_codes
from euchre_audit.report.statistics_words import chance_words
from euchre_audit.statistics.evalues import restored
from euchre_audit.statistics.read import read_deals
from euchre_audit.statistics.run import statistics
from tests.cli.run import ROOT, Ran, euchre_audit
from tests.statistics import shufflers
from tests.statistics.shufflers import Decks, fair

Tree = dict[str, Any]
PLAYERS: list[Any] = [
    {"id": "a", "name": "Ann", "kind": "person"},
    {"id": "r", "name": "Bob[/]<b>\x1b[31m", "kind": "bot"},
    {"id": "c", "name": "::error::Cy", "kind": "person"},
    {"id": "d", "name": "Di", "kind": "bot"},
]


def games(decks: Decks, name: str = "club.example/g", hands: int = 10) -> list[Tree]:
    """Games of deals without evidence, dealt 3/2."""
    made = []
    for start in range(0, len(decks), hands):
        number = start // hands
        game: Tree = {
            "format": "euchre-game/1",
            "game": f"{name}/{number}",
            "played": f"2026-{1 + number // 28 % 12:02}-{1 + number % 28:02}T19:00:00Z",
            "house": "club",
            "players": PLAYERS,
            "first_dealer": {"method": "drawn", "dealer": number * 7 % 4},
            "hands": [],
        }
        for index, deck in enumerate(decks[start : start + hands].tolist()):
            cards = [NAMES[FRESH[24][card]] for card in deck]
            dealer = (number + index) % 4
            dealt: list[list[str]] = [[], [], [], []]
            for size in (3, 2):
                for step in range(1, 5):
                    dealt[(dealer + step) % 4] += [cards.pop(0) for _ in range(size)]
            hand = {"hand": index + 1, "dealer": dealer, "dealt": dealt, "kitty": cards, "up": cards[0], "log": []}
            game["hands"].append(hand)
        made.append(game)
    return made


def write(path: Path, trees: list[Tree]) -> str:
    path.write_text("".join(json.dumps(tree) + "\n" for tree in trees), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("statistics")
    rng = np.random.default_rng(1)
    write(folder / "fair.jsonl", games(fair(rng, 600)))
    write(folder / "broken.jsonl", games(shufflers.riffles(2)(rng, 600)))
    write(folder / "few.jsonl", games(fair(rng, 10)))
    # The command is a fork of this process, and has from it what is simulated once for so many deals.
    statistics(read_deals([str(folder / "fair.jsonl")]), 0.05, None, keep=False, control=False)
    return folder


@cache
def run(folder: Path, name: str, *words: str) -> Ran:
    """What the command says; once for the same words, but with a state."""
    return euchre_audit("statistics", str(folder / name), *words)


def tree_of(ran: Ran) -> Tree:
    tree: Tree = json.loads(ran.out)
    return tree


def test_exit_codes_and_the_last_line(folder: Path) -> None:
    for name, code, start in (
        ("fair.jsonl", 0, "NOT REJECTED"),
        ("broken.jsonl", 1, "REJECTED"),
        ("few.jsonl", 2, "NOTHING"),
    ):
        ran = run(folder, name)
        assert (ran.code, ran.err) == (code, "")
        assert ran.out.splitlines()[-1].startswith(start)
    last = run(folder, "broken.jsonl").out.splitlines()[-1]
    assert "T110" in last
    assert run(folder, "missing.jsonl").code == 2


def test_the_plan_is_told_before_any_answer(folder: Path) -> None:
    out = run(folder, "fair.jsonl").out
    assert out.index("The plan, fixed before the cards were looked at: 14 questions.") < out.index("T110")
    assert "at most 1 of 20 such archives" in out


@pytest.mark.parametrize("name", ["fair.jsonl", "broken.jsonl", "few.jsonl"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_report_calls_it_fair(folder: Path, name: str, kind: str) -> None:
    """Fair is said of archives that luck dealt, and in denying it; never of these deals."""
    out = run(folder, name, "--format", kind, "--control").out.lower()
    for words in (
        "proves",
        "proven fair",
        "is fair",
        "are fair",
        "was fair",
        "fairly dealt",
        "cheat",
        "rigged",
        "guilty",
    ):
        assert words not in out, words
    if name == "fair.jsonl" and kind != "json":
        assert "not the same as fair" in out


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    for kind in KINDS:
        again = euchre_audit("statistics", str(folder / "fair.jsonl"), "--format", kind)
        assert run(folder, "fair.jsonl", "--format", kind) == again


def test_why_bowers_are_not_asked(folder: Path) -> None:
    assert "T220 Not asked: who held the bowers" in run(folder, "fair.jsonl").out
    assert "two of three bowers" in euchre_audit("explain", "T220").out
    codes = [code for code in all_codes() if code[0] == "T"]
    told = euchre_audit("explain", *codes)
    assert told.code == 0
    assert all(code in told.out for code in codes)


def test_every_answer_says_what_it_could_have_seen(folder: Path) -> None:
    tree = tree_of(run(folder, "fair.jsonl", "--format", "json"))
    assert [test["code"] for test in tree["tests"]] == [each["code"] for each in tree["plan"]["questions"]]
    for test in tree["tests"]:
        assert test["low"] <= test["value"] <= test["high"], test["code"]
        assert test["visible"] > 0
        assert test["would"]
        assert 0 < test["p"] <= test["corrected"] <= 1
    out = re.sub(r"\s+", " ", run(folder, "fair.jsonl").out)
    for test in tree["tests"]:
        assert re.sub(r"\s+", " ", test["would"]) in out
    assert "Bob[/]<b>\\x1b[31m" in json.dumps(tree).replace("\\\\", "\\") or "Bob" not in out


def test_the_members_of_the_json_are_those_of_the_page_on_it(folder: Path, tmp_path: Path) -> None:
    page = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    told = page.split("### `euchre-statistics/1`")[1].split("\n## ")[0]
    state = str(tmp_path / "state.json")
    tree = tree_of(run(folder, "fair.jsonl", "--format", "json", "--state", state, "--control"))

    def members(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield key
                if key not in ("components", "table"):
                    yield from members(item)
        elif isinstance(value, list):
            for item in value:
                yield from members(item)

    assert {name for name in members(tree) if f"`{name}`" not in told} == set()
    assert tree["format"] == "euchre-statistics/1"


class Page(html.parser.HTMLParser):
    """Tags, attributes and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.said = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "line", "rect", "circle", "polyline", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "rect", "circle", "polyline"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def test_the_page_fetches_nothing_and_runs_nothing(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    ran = run(folder, "broken.jsonl", "-o", f"html={path}", "--state", str(tmp_path / "s.json"), "--control")
    assert ran.code in (0, 1)
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "img", "link", "iframe", "object", "image", "use", "a", "b"}
    for _, attributes in page.tags:
        assert not {key for key in attributes if key.startswith("on") or key in ("href", "src", "style")}
    policy = next(a["content"] for t, a in page.tags if t == "meta" and "http-equiv" in a)
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert "url(" not in text
    assert "http" not in re.sub(r'http-equiv="[^"]*"', "", text)
    assert "\x1b" not in text
    assert not re.search(r"(?m)^\s*(::|##)", text)


def test_each_plot_has_words_and_numbers(folder: Path, tmp_path: Path) -> None:
    state = str(tmp_path / "state.json")
    page = Page(run(folder, "fair.jsonl", "--format", "html", "--state", state).out)
    plots = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(plots) >= 4
    assert all(each["role"] == "img" and len(each["aria-label"] or "") > 20 for each in plots)
    # A plot is never drawn narrower than its labels can be read: the narrow screen scrolls it, not the page.
    style = re.search(r"svg \{[^}]*min-width: (\d+)rem", run(folder, "fair.jsonl", "--format", "html").out)
    assert style is not None
    for plot in plots:
        assert int(style[1]) * 16 / float((plot["viewbox"] or "").split()[2]) * float(plot["font-size"] or 0) >= 10
    order = [tag for tag, _ in page.tags if tag in ("svg", "figcaption", "table", "figure")]
    assert order.count("figure") == order.count("figcaption") == len(plots)
    for start in (index for index, tag in enumerate(order) if tag == "figure"):
        assert order[start : start + 4] == ["figure", "svg", "figcaption", "table"]
    tournament = Page(euchre_audit("statistics", str(ROOT / "examples" / "tournament"), "--format", "html").out)
    assert sum(tag == "rect" for tag, _ in tournament.tags) >= 576


def test_with_a_state_the_evidence_decides(folder: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    fair_deals = str(folder / "fair.jsonl")
    first = euchre_audit("statistics", fair_deals, "--state", str(state))
    assert first.code == 0
    assert "600 deals in 60 games (60 new in this look)" in re.sub(r"\s+", " ", first.out)
    kept = state.read_bytes()
    again = euchre_audit("statistics", fair_deals, "--state", str(state))
    assert "(0 new in this look)" in re.sub(r"\s+", " ", again.out)
    assert state.read_bytes() == kept
    rng = np.random.default_rng(2)
    broken = write(tmp_path / "later.jsonl", games(shufflers.riffles(1)(rng, 600), "club.example/later"))
    later = euchre_audit("statistics", broken, "--state", str(state))
    assert later.code == 1
    assert "T150" in later.out.splitlines()[-1]
    # One riffle deals some hands twice, and each deal counts once.
    assert 1_150 < restored(state.read_bytes(), "state").deals <= 1_200
    # Once crossed it stays crossed, whatever comes.
    assert euchre_audit("statistics", fair_deals, "--state", str(state)).code == 1


def test_t301_a_damaged_state_is_left_as_it_is(folder: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    run(folder, "fair.jsonl", "--state", str(state))
    damaged = state.read_bytes().replace(b'"deals": 600', b'"deals": 601', 1)
    assert damaged != state.read_bytes()
    state.write_bytes(damaged)
    ran = run(folder, "few.jsonl", "--state", str(state), "-o", f"json={tmp_path / 'report.json'}")
    assert ran.code == 2
    assert "T301" in ran.err
    assert state.read_bytes() == damaged
    assert not (tmp_path / "report.json").exists()


def test_nothing_is_written_over_what_is_read(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "fair.jsonl"
    path.write_bytes((folder / "fair.jsonl").read_bytes())
    for words in (
        ["-o", f"json={path}"],
        ["--state", str(path)],
        ["--state", str(tmp_path / "s.json"), "-o", f"text={tmp_path / 's.json'}"],
    ):
        before = path.read_bytes()
        ran = euchre_audit("statistics", str(tmp_path), *words)
        assert ran.code == 2, words
        assert path.read_bytes() == before
        assert sorted(each.name for each in tmp_path.iterdir()) == ["fair.jsonl"]


def test_a_state_among_the_games_is_no_game(tmp_path: Path) -> None:
    write(tmp_path / "games.jsonl", games(fair(np.random.default_rng(4), 60)))
    for _ in range(2):
        ran = euchre_audit("statistics", str(tmp_path), "--state", str(tmp_path / "state.json"))
        assert (ran.code, ran.err) == (0, "")
        assert "F108" not in ran.out


def test_wrong_usage(folder: Path) -> None:
    for words in (["--level", "0"], ["--level", "0.5"], ["--format", "sarif"], ["-o", "junit=x"], ["-o", "html"]):
        assert run(folder, "fair.jsonl", *words).code == 2
    assert euchre_audit("statistics").code == 2


def test_without_the_extra_it_says_how_to_get_it(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nreal = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'scipy' else real(name, *a)\n"
    )
    ran = euchre_audit("statistics", str(folder / "fair.jsonl"), PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert ran.code == 2
    assert "pip install 'euchre-audit[stats]'" in ran.err
    assert ran.out == ""


def test_from_standard_input(folder: Path) -> None:
    ran = euchre_audit("statistics", "-", "--format", "json", stdin=(folder / "fair.jsonl").read_bytes())
    assert ran.code == 0
    told = tree_of(run(folder, "fair.jsonl", "--format", "json"))
    assert tree_of(ran)["tests"] == told["tests"]


def test_in_ascii(folder: Path) -> None:
    assert run(folder, "broken.jsonl", "--ascii").out.isascii()


def test_the_players_own_hands_alone(folder: Path, tmp_path: Path) -> None:
    trees = games(fair(np.random.default_rng(3), 520))
    for tree in trees:
        tree["ended"] = "target"
        for hand in tree["hands"]:
            hand["dealt"] = [None, None, hand["dealt"][2], None]
            del hand["kitty"]
    ran = euchre_audit("statistics", write(tmp_path / "own.jsonl", trees))
    assert ran.code == 0
    assert ran.out.startswith("Does luck explain the cards? 520 hands of one player")
    assert "only the player knows (T211)" in ran.out
    tree = tree_of(euchre_audit("statistics", str(tmp_path / "own.jsonl"), "--format", "json"))
    assert [test["code"] for test in tree["tests"]] == ["T140", "T111", "T141", "T142", "T121"]
    state = tmp_path / "state.json"
    for words in (["--control"], ["--state", str(state)]):
        refused = euchre_audit("statistics", str(tmp_path / "own.jsonl"), *words)
        assert (refused.code, words[0] in refused.err, state.exists()) == (2, True, False)
    del trees[0]["hands"][3]
    fewer = euchre_audit("statistics", write(tmp_path / "picked.jsonl", trees[:1]))
    assert (fewer.code, "T202" in fewer.out) == (2, True)


def test_the_control_stands_beside_it(folder: Path) -> None:
    tree = tree_of(run(folder, "broken.jsonl", "--control", "--format", "json"))
    fresh = {each["code"]: each["p"] for each in tree["control"]["tests"]}
    assert "T132" not in fresh
    assert {each["code"] for each in tree["tests"]} - set(fresh) == {"T132"}
    own = {each["code"]: each["p"] for each in tree["tests"]}
    assert own["T110"] < 1e-3 < fresh["T110"]
    assert tree["verdict"] == "rejected"


def test_the_smallest_p_is_told_as_a_bound() -> None:
    tree: Tree = {"level": 0.05}
    for how, p, words in (
        ("exact", 1e-10, "in at most 1 of 10,000,000,000"),
        ("exact", 0.001, "in 1 of 1,000"),
        ("bound", 0.001, "in at most 1 of 1,000"),
        ("simulated", 2e-4, "in at most 1 of 5,000"),
        ("bound", 1.0, "in most"),
    ):
        test = {"code": "T120", "how": how, "p": p, "rejected": False}
        assert words in chance_words(test, tree)


def test_the_order_is_asked_of_recomputed_deals_alone(folder: Path) -> None:
    asked = tree_of(euchre_audit("statistics", str(ROOT / "examples" / "tournament"), "--format", "json"))
    order = {f"T10{digit}" for digit in range(1, 8)}
    assert order <= {each["code"] for each in asked["plan"]["questions"]}
    listed = tree_of(run(folder, "fair.jsonl", "--format", "json"))
    why = {each["code"]: each["why"] for each in listed["plan"]["left_out"]}
    assert order <= set(why)
    assert all("T204" in why[code] for code in order)
    assert euchre_audit("explain", "T204").code == 0


def test_fair_hands_that_somebody_sorted_are_not_rejected(tmp_path: Path) -> None:
    """The longest suit first, kitties by rank; the evidence of a state stays where it would be, too."""
    values = []
    for name in ("dealt", "sorted"):
        trees = games(fair(np.random.default_rng(8), 360))
        for hand in (hand for tree in trees for hand in tree["hands"] if name == "sorted"):
            hand["dealt"] = [
                sorted(cards, key=lambda card: (-sum(card[1] == each[1] for each in cards), card))
                for cards in hand["dealt"]
            ]
            hand["kitty"] = sorted(hand["kitty"])
        path, state = write(tmp_path / f"{name}.jsonl", trees), str(tmp_path / f"{name}.json")
        ran = euchre_audit("statistics", path, "--state", state, "--format", "json")
        assert ran.code == 0
        values.append((tree_of(ran)["e_value"], tree_of(ran)["tests"]))
    assert values[0] == values[1]


def test_the_same_games_under_other_names_are_not_counted_again(tmp_path: Path) -> None:
    """Fair games that lose their names, or get others, at the next look."""
    trees = games(fair(np.random.default_rng(6), 200))
    state = str(tmp_path / "state.json")
    bare = [{key: value for key, value in tree.items() if key not in ("game", "played")} for tree in trees]
    renamed = [{**tree, "game": f"{tree['game']}x"} for tree in trees]
    values = []
    for index, look in enumerate((bare, trees, renamed)):
        ran = euchre_audit(
            "statistics", write(tmp_path / f"{index}.jsonl", look), "--state", state, "--format", "json"
        )
        assert ran.code == 0
        values.append(tree_of(ran)["e_value"])
    assert [each["new_games"] for each in values] == [20, 0, 0]
    assert [each["known_games"] for each in values] == [0, 20, 20]
    assert values[0]["value"] == values[2]["value"]


def test_t209_games_that_are_whole_by_their_cards(tmp_path: Path) -> None:
    """Fair games; a hand in which nobody holds two jacks has no cards. What is left would be rejected."""
    trees = games(fair(np.random.default_rng(5), 4_000), hands=2)
    for hand in (hand for tree in trees for hand in tree["hands"]):
        if max(sum(card[0] == "J" for card in cards) for cards in hand["dealt"]) < 2:
            del hand["dealt"], hand["kitty"]
    whole = [tree for tree in trees if all("dealt" in hand for hand in tree["hands"])]
    assert len(whole) > 300
    ran = euchre_audit("statistics", write(tmp_path / "all.jsonl", trees))
    assert ran.code == 2
    assert "T209" in ran.out.splitlines()[-1]
    state = tmp_path / "state.json"
    refused = euchre_audit("statistics", str(tmp_path / "all.jsonl"), "--state", str(state))
    assert (refused.code, "T209" in refused.err, state.exists()) == (2, True, False)
    some = games(fair(np.random.default_rng(7), 40), "club.example/some")
    assert euchre_audit("statistics", write(tmp_path / "some.jsonl", some), "--state", str(state)).code == 0
    for look, new in ((trees, 0), (whole, 0)):
        path = write(tmp_path / "look.jsonl", look)
        told = tree_of(euchre_audit("statistics", path, "--state", str(state), "--format", "json"))["e_value"]
        assert (told["new_games"], told["deals"], told["closed"]) == (new, 40, True)

"""Hostile names in every format: what comes out is whole, valid, UTF-8, and nobody's command."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from lxml import etree
from markdown_it import MarkdownIt

from euchre_audit.audit import Games, Options, Report, audit_folder
from euchre_audit.audit.result import GameResult, HandResult, LedgerResult
from euchre_audit.findings import ANSWERS, FAIL, Finding, Related, Where
from euchre_audit.records.write import json_text
from euchre_audit.report.github import SHOWN, step_summary
from euchre_audit.report.render import RENDERERS, render, render_text
from euchre_audit.report.style import Style
from euchre_audit.rules import Rules
from tests.audit.games import clean_games
from tests.report.pages import check as is_page
from tests.report.reports import DATA
from tests.report.runner import commands

SCHEMA = Draft202012Validator(json.loads((DATA / "sarif-2.1.0.json").read_text("utf-8")))
XSD = etree.XMLSchema(etree.parse(DATA / "junit-10.xsd"))
NAMES = [
    "Bob[/]",
    "\x1b[31mred\x1b]0;title\x07",
    "".join(map(chr, range(0x20))) + "\x7f\x80\x9f",
    "abc\u202edcba\u2028x\u2029\ufeff\u200b",
    "\ud800 \udcff\udfff",
    "]]> &lt; <script>alert(1)</script> -->",
    "::error::forged",
    "  ::stop-commands::token",
    "a\n::error file=x,line=1::forged",
    "a\r\n##[error]forged",
    "##[set-env name=PATH]x",
    "##vso[task.complete]",
    "%0A::error::forged %0D%25",
    "a,b:c=d;e",
    "| a | ` ``` <b> @octocat ![x](https://e.example/x.png) [y](https://e.example) {0} {{",
    "\ufffe\uffff\U0010ffff\ufdd0",
    "../../etc/passwd",
    "C:\\games\\t1.json",
    "",
    "x" * 100_000,
    "::" * 500,
]
SAFE_TAGS = {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "code"}


def hostile(name: str) -> Report:
    """A report in which everything that a file can choose is this name."""
    place = Where(name, f"/{name}/0", 3, name, 2, None, 1, 1, 0)
    found = [
        Finding(code, name, place, name, name, (Related(name, name), Related(f"also {name}")))
        for code in ("P310", "D201", "C210")
    ]
    game = GameResult(name, name, "club", Rules(), False, [name] * 4)
    game.hands = [HandResult(number, dict.fromkeys(ANSWERS, FAIL), findings=found) for number in (1, 2)]
    game.findings = [Finding("G105", name, Where(name, "", 1, name))]
    ledger = LedgerResult(name, signer=name, findings=[Finding("C414", name, Where(name, None, 1), name)])
    unread = [Finding("F103", name, Where(path, None, 1), name, name) for path in (name, f"{name}.json")]
    inputs: list[tuple[str, str | None]] = [(name, None), (f"{name}.json", None)]
    return Report(inputs, Games([game, game]), [ledger], unread, unreadable=2, folder=name)


def is_json(text: str) -> None:
    json.loads(text)


def is_jsonl(text: str) -> None:
    for line in text.removesuffix("\n").split("\n"):
        json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8")


def is_junit(text: str) -> None:
    root = etree.fromstring(text.encode("utf-8"), etree.XMLParser(huge_tree=True))
    assert XSD.validate(root), XSD.error_log
    cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(set(cases)) == len(cases) == int(root.get("tests"))


def is_sarif(text: str) -> None:
    log = json.loads(text)
    SCHEMA.validate(log)
    json.dumps(log, ensure_ascii=False).encode("utf-8")


def is_text(text: str) -> None:
    assert all(sign == "\n" or sign.isprintable() for sign in text)


VALID: dict[str, Callable[[str], None]] = {
    "text": is_text,
    "json": is_json,
    "jsonl": is_jsonl,
    "junit": is_junit,
    "sarif": is_sarif,
    "github": is_text,
    "html": is_page,
}


def check(form: str, report: Report) -> None:
    text = render(form, report)
    text.encode("utf-8")
    assert text.endswith("\n") and render(form, report) == text
    VALID[form](text)
    found = commands(text)
    if form == "github":
        levels = [each.name for each in found]
        kinds = [finding.severity for finding in report.all_findings()]
        assert levels.count("error") == min(SHOWN, kinds.count("error"))
        assert levels.count("notice") == min(SHOWN, kinds.count("note"))
        assert len(found) == len(text.splitlines()) - 1 == levels.count("error") + levels.count("notice")
        assert all(set(each.properties) <= {"file", "line", "title"} for each in found)
        assert all(re.fullmatch(r"[A-Z]\d{3} [a-z].*", each.properties["title"]) for each in found)
    else:
        assert found == []


def check_summary(report: Report) -> None:
    text = step_summary(report)
    text.encode("utf-8")
    shown = MarkdownIt("commonmark").enable("table").render(text)
    assert set(re.findall(r"</?([a-zA-Z!?][a-zA-Z0-9]*)", shown)) <= SAFE_TAGS
    columns = {line.count(" | ") for line in text.splitlines() if line.endswith((" P302 |", " P310 |"))}
    assert columns == {2}


def test_every_format_is_checked():
    assert set(VALID) == set(RENDERERS)


@pytest.mark.parametrize("form", RENDERERS)
@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:24])
def test_names_that_wish_to_be_more(form, name):
    check(form, hostile(name))


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:24])
def test_names_in_a_summary(name):
    check_summary(hostile(name))


SIGNS = st.characters(exclude_categories=()) | st.sampled_from("\n\r\t:#[]%|`<>&@!(){}\\,=/;\"'\x1b\u2028\udcff")
STRINGS = st.lists(SIGNS | st.sampled_from(NAMES[:-2]), max_size=12).map("".join)


@settings(max_examples=40, deadline=None, database=None, derandomize=True)
@given(STRINGS)
def test_any_name(name):
    report = hostile(name)
    for form in RENDERERS:
        check(form, report)
    check_summary(report)


@pytest.mark.parametrize("style", [Style(), Style(ascii=True)], ids=["signs", "ascii"])
def test_the_text_of_one_game_alone(style):
    for name in NAMES:
        report = hostile(name)
        report.archive, report.inputs, report.games = None, report.inputs[:1], Games(report.games[:1])
        for verbose in (False, True):
            text = render_text(report, style, verbose=verbose)
            is_text(text)
            assert commands(text) == []


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")
def test_hostile_names_of_files(tmp_path):
    game = clean_games()[0]
    game["hands"][0]["log"].insert(2, "0 play Ac")
    game["players"] = ["Bob[/]", "\x1b[31m", "::error::x", "a\n##[error]y"]
    game["game"] = "<script>]]>\u202e"
    names = [b"::error::x.json", b"a\n::error::y.json", b"\xff##[error]z.json", b"%0A,b:c.json", b"<&>'\".json"]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(json_text(game).encode())
    report = audit_folder(str(tmp_path), Options())
    assert {path for path, _ in report.inputs} == {os.fsdecode(name) for name in names}
    assert all(game.answers for game in report.games) and len(report.games) == len(names)
    for form in RENDERERS:
        check(form, report)
    check_summary(report)


def test_the_first_file_may_have_a_name_that_is_no_text(tmp_path):
    text = json_text(clean_games()[0])
    for name in (b"\xff.json", b"\xfe.json"):
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(text.encode())
    report = audit_folder(str(tmp_path), Options())
    assert [path for path, _ in report.inputs] == ["\udcfe.json", "\udcff.json"]
    assert len(report.games) == 2
    assert "X901" not in [finding.code for finding in report.all_findings()]

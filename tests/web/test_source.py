"""The page as a file: what it may do, by what stands in it; and the command that prints it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path

from euchre_audit.web import page
from euchre_audit.web.page import SCRIPTS
from tests.cli.run import euchre_audit

WEB = Path(str(files("euchre_audit.web")))
MADE = page()
FORBIDDEN = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "import(",
    "XMLHttpRequest", "WebSocket", "sendBeacon", "localStorage", "sessionStorage", "setTimeout",
)  # fmt: skip


def between(start: str, end: str) -> str:
    return MADE.split(start, 1)[1].split(end, 1)[0]


def hash_of(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_the_command_prints_the_page() -> None:
    done = euchre_audit("page")
    assert done.code == 0 and done.err == ""
    assert done.out == MADE


def test_the_policy_allows_this_script_and_this_style_and_nothing_else() -> None:
    policy = between('http-equiv="Content-Security-Policy" content="', '"')
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'{hash_of(between('<script>', '</script>'))}'",
        "style-src": f"'{hash_of(between('<style>', '</style>'))}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_there_is_one_script_one_style_and_no_address() -> None:
    assert len(re.findall(r"<script\b", MADE)) == 2 and MADE.count("<style>") == 1
    assert MADE.index('http-equiv="Content-Security-Policy"') < MADE.index("<style>")
    assert "@@" not in MADE
    markup = re.sub(r"<(script|style).*?</\1>", "", MADE, flags=re.DOTALL)
    assert not re.findall(r"""\s(?:src|href|action|style|on[a-z]+)\s*=""", markup)
    assert "url(" not in between("<style>", "</style>") and "@import" not in between("<style>", "</style>")


def test_no_text_is_ever_read_as_markup_or_as_code() -> None:
    script = between("<script>", "</script>")
    for word in FORBIDDEN:
        assert word not in script, word


def test_every_part_is_in_the_page_and_no_name_is_given_twice() -> None:
    assert sorted(f"{name}.js" for name in SCRIPTS) == sorted(path.name for path in WEB.glob("*.js"))
    names = [
        name
        for part in SCRIPTS
        for name in re.findall(
            r"^(?:async )?(?:function|class|const|let) \[?(\w+|\$)", (WEB / f"{part}.js").read_text("utf-8"), re.M
        )
    ]
    assert len(names) == len(set(names)) > 150


def test_the_data_is_whole() -> None:
    data = json.loads(between('id="data">', "</script>"))
    assert set(data) == {"codes", "houses", "schemas", "vectors"}
    for kind in ("hand", "game", "ledger"):
        published = WEB.parents[1] / "schemas" / f"euchre-{kind}.schema.json"
        assert data["schemas"][kind] == json.loads(published.read_text("utf-8"))

"""The command ``rules``, house files of a person's own, and the words of ``explain``."""

from __future__ import annotations

from pathlib import Path

import pytest

from euchre_audit.rules import Rules, house_names, switches
from tests.cli.run import EXAMPLES, euchre_audit

FAIR = str(EXAMPLES / "fair-hand.json")
GAME = str(EXAMPLES / "game.egn")
OURS = 'title = "Our table"\nsource = "us"\nabout = "Ours."\n\n[stated]\nstick_the_dealer = true\ntarget = 7\n'


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(OURS)
    return path


def test_every_house_is_listed_and_shown() -> None:
    rows = euchre_audit("rules", "list").out.splitlines()
    assert [row.split()[0] for row in rows] == list(house_names())
    assert any("(2016-10-05 to 2020-04-28)" in row for row in rows)


@pytest.mark.parametrize("house", ["family", "egn", "family-twelve", "Cardgames-IO-2015"])
def test_show_has_every_switch_and_fits_the_screen(house: str) -> None:
    ran = euchre_audit("rules", "show", house)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 100
    shown = [line.split()[0] for line in lines[5:] if line.startswith("  ") and line[2:3] != " "]
    assert shown == [key for key, _, _ in switches(Rules())]


def test_show_says_what_is_stated_and_what_a_table_may_pick() -> None:
    rows = [line.split() for line in euchre_audit("rules", "show", "club").out.splitlines()]
    assert ["stick_the_dealer", "yes", "stated"] in [row[:3] for row in rows]
    assert ["go_under", "no", "default"] in [row[:3] for row in rows]
    assert ["points.march", "2", "stated"] in [row[:3] for row in rows]
    assert ["a", "table", "may", "pick", "5,", "11,", "15"] in rows


def test_sheet_in_text_and_html() -> None:
    plain = euchre_audit("rules", "show", "club", "--sheet")
    assert plain.code == 0
    assert plain.out == euchre_audit("rules", "show", "club", "--sheet=text").out
    assert len(plain.out.splitlines()) <= 66
    assert euchre_audit("rules", "show", "club", "--sheet", "--ascii").out.isascii()
    page = euchre_audit("rules", "show", "club", "--sheet=html")
    assert page.code == 0
    assert page.out.startswith("<!doctype html>")
    assert euchre_audit("rules", "show", "club", "--sheet=pdf").code == 2


def test_a_house_file_that_is_right(ours: Path) -> None:
    ran = euchre_audit("rules", "check", str(ours))
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["ours.toml", "·", "Our", "table"]
    assert rows[1:3] == [["target", "7", "instead", "of", "10"], ["stick_the_dealer", "yes", "instead", "of", "no"]]
    assert rows[-1][0] == "PASS"
    ours.write_bytes(OURS.replace("\n", "\r\n").encode())
    assert euchre_audit("rules", "check", str(ours)).out == ran.out


def test_a_house_file_with_faults(ours: Path) -> None:
    ours.write_text(OURS.replace("target = 7", "taget = 7").replace('"us"', '""'))
    ran = euchre_audit("rules", "check", str(ours))
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"  ✗ {ours}:2  source says nothing")
    assert any(f"{ours}:7  there is no switch 'taget'; did you mean target?  F172" in line for line in lines)
    assert lines[-1] == "FAIL · 2 faults"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", 1),
        (b"\n", 1),
        (b"\xef\xbb\xbf" + OURS.encode(), 2),
        (OURS.encode("utf-16"), 2),
        (OURS.replace("Ours", "Zoë").encode("latin-1"), 2),
        (bytes(range(256)), 2),
        (b"\x00" * 1000, 2),
        (b"#" * 2_000_000, 2),
        (b"title = ", 2),
        (b"a = " + b"[" * 50_000, 2),
        (b'{"format": "euchre-hand/1"}', 2),
        (OURS.replace("\n", "\r").encode(), 2),
        (b'title = "a\\u001b[31m"\n[stated]\n"\\u202e" = 1\n', 1),
    ],
)
def test_files_that_are_none(ours: Path, data: bytes, code: int) -> None:
    ours.write_bytes(data)
    for words in (
        ["rules", "check", str(ours)],
        ["verify", FAIR, "--house", str(ours)],
        ["rules", "show", str(ours)],
    ):
        ran = euchre_audit(*words)
        assert ran.code == (code if words[1] == "check" else 2), ran.out + ran.err
        assert "Traceback" not in ran.out + ran.err
        assert "X901" not in ran.out + ran.err
        assert ran.out + ran.err
        assert "\x1b" not in ran.out + ran.err


def test_places_that_are_no_files(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        assert euchre_audit("rules", "check", str(path)).code == 2
    assert euchre_audit("verify", FAIR, "--house", str(tmp_path / "missing.toml")).code == 2


def test_a_game_is_judged_by_a_file_of_one_s_own(ours: Path) -> None:
    ran = euchre_audit("verify", FAIR, "--house", str(ours))
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith("house ours.toml")
    ours.write_text(OURS + "[choices]\ntarget = [5]\n")
    replayed = euchre_audit("replay", GAME, "--hand", "1", "--house", str(ours))
    assert "Traceback" not in replayed.out + replayed.err
    assert euchre_audit("extract", GAME, "--hand", "1", "--house", str(ours)).code == 2
    assert euchre_audit("rules", "diff", str(ours), "club").code == 0
    assert euchre_audit("rules", "show", str(ours), "--sheet").out.startswith("Our table")


def test_a_record_cannot_name_a_file(ours: Path) -> None:
    hand = ours.parent / "hand.json"
    for name in (str(ours), "ours.toml", "./ours.toml"):
        hand.write_text(Path(FAIR).read_text().replace('"house": "club"', f'"house": "{name}"'))
        assert name in hand.read_text()
        ran = euchre_audit("verify", str(hand), cwd=ours.parent)
        assert ran.code == 2
        assert "F120" in ran.out + ran.err


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (["bower"], "bower  "),
        (["BOWER"], "bower  "),
        (["in the barn"], "in the barn  "),
        (["in", "the", "Barn"], "in the barn  "),
        (["revoke"], "renege  "),
        (["screw the dealer"], "stick the dealer  "),
    ],
)
def test_words_are_explained(words: list[str], start: str) -> None:
    ran = euchre_audit("explain", *words)
    assert ran.code == 0
    assert ran.out.startswith(start)


def test_codes_and_words_at_once() -> None:
    out = euchre_audit("explain", "P310", "march", "p310").out
    assert out.count("P310") == 1
    assert "march  " in out
    assert euchre_audit("explain", "f172").code == 0


def test_what_is_neither_code_nor_word() -> None:
    ran = euchre_audit("explain", "bower", "snooker")
    assert ran.code == 2
    assert "there is no code or word 'snooker'" in ran.err
    assert "Words: trump, trick" in euchre_audit("explain").out

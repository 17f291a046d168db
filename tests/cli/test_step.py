"""``replay --step`` in a real pseudo-terminal: keys, sizes, names that mean harm, and every way out."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.audit.games import clean_games, proven_game
from tests.cli.run import EXAMPLES, euchre_audit

termios = pytest.importorskip("termios", reason="the stepper needs the terminal of a Unix system")
from euchre_audit.cli.step import keys_of  # noqa: E402
from tests.cli.terminal import Terminal  # noqa: E402

GAME = str(EXAMPLES / "disputed-game.json")
HAND = str(EXAMPLES / "saved-hand.json")


def test_a_walk_with_every_kind_of_key() -> None:
    with Terminal("replay", GAME, "--step") as terminal:
        assert "hand 1 (1 of 15) · step 1 of" in terminal.until("Hand 1, start")
        terminal.press("n")
        terminal.until("Hand 1, call 1")
        terminal.press("\x1b[C")
        terminal.until("Hand 1, call 2")
        terminal.press("\x1bOD")
        terminal.until("Hand 1, call 1")
        terminal.press("\x1b[B")
        terminal.until("Hand 1, trick 1, play 1")
        terminal.press("\x1b[6~")
        terminal.until("Hand 2, start")
        terminal.press("G")
        terminal.until("Hand 15, end")
        terminal.press("g:3.2.4\r")
        assert "step" in terminal.until("Hand 3, trick 2, play 4")
        terminal.press("v")
        terminal.until("as North knew it then")
        terminal.press("f")
        terminal.until("none after this that the seat shown could know of then")
        terminal.press("vv")
        terminal.until("as South knew it then")
        terminal.press("vvf")
        terminal.until("✗ fault P310")
        terminal.press("?")
        terminal.until("this help")
        terminal.press("\x1b")
        terminal.until("✗ fault P310")
        terminal.press("q")
        assert terminal.ends() == 1  # as replay gives it for this game
        assert terminal.is_restored()


def test_it_begins_where_one_says() -> None:
    with Terminal("replay", GAME, "--step", "--at", "15.1.2") as terminal:
        terminal.until("Hand 15, trick 1, play 2")
    with Terminal("replay", GAME, "--step", "--hand", "4") as terminal:
        terminal.until("Hand 4, start")


def test_the_deal_is_shown_stage_by_stage() -> None:
    with Terminal("replay", HAND, "--step") as terminal:
        terminal.until("start")
        terminal.press("t")
        shown = terminal.until("stage 5")
        assert "cut near the middle" in shown and "cut in thirds" in shown
        terminal.press("q")
        assert terminal.ends() == 0


def test_the_window_may_change_its_size() -> None:
    with Terminal("replay", GAME, "--step", "--at", "15.1.2") as terminal:
        terminal.until("East Ben")
        terminal.resize(40, 12)
        small = terminal.until("more lines: j k")
        assert "fault P310" in small
        terminal.press("jjjj")
        terminal.until(lambda shown: shown != small and "more lines" in shown)
        terminal.resize(12, 2)
        terminal.until("too small")
        terminal.resize(120, 40)
        wide = terminal.until("first be known in trick 2")
        assert "more lines" not in wide
        terminal.press("q")
        assert terminal.ends() == 1


def test_a_small_window_from_the_start() -> None:
    with Terminal("replay", GAME, "--step", columns=40, lines=12) as terminal:
        terminal.until("more lines: j k")
        terminal.press("q")
        assert terminal.ends() == 1


NAMES = [
    "\x1b[2J\x1b]0;owned\x07\x1b[5;1Hgone",
    "日本語" * 20,
    "e\u0301" * 30,
    "שלום \u202eעולם",
    "👩‍👩‍👧‍👦" * 9,
    "a\r\n\tb",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_does_not_break_the_frame(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**clean_games()[0], "players": ["Ann", name, "Cy", "Di"]}))
    with Terminal("replay", str(path), "--step") as terminal:
        shown = terminal.until("Hand 1, start").split("\n")
        assert shown[0].startswith("club.example/") and "? help" in shown[-1]
        (row,) = [line for line in shown if line.startswith(" West")]
        assert cell_len(row[: row.index("East")]) == 51
        assert b"\x1b]0;" not in terminal.sent and b"\x1b[5;1Hgone" not in terminal.sent
        terminal.press("q")
        terminal.ends()
        assert terminal.is_restored()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, -signal.SIGTERM),
        (signal.SIGHUP, -signal.SIGHUP),
        (signal.SIGQUIT, -signal.SIGQUIT),
    ],
)
def test_the_terminal_is_as_it_was_after_a_signal(number: int, code: int) -> None:
    with Terminal("replay", GAME, "--step") as terminal:
        terminal.until("Hand 1, start")
        assert termios.tcgetattr(terminal.slave) != terminal.modes
        terminal.signal(number)
        assert terminal.ends() == code
        assert terminal.is_restored()


def test_ctrl_c_as_it_is_typed() -> None:
    with Terminal("replay", GAME, "--step") as terminal:
        terminal.until("Hand 1, start")
        terminal.press("\x03")
        assert terminal.ends() == 130
        assert terminal.is_restored()


def test_the_terminal_is_as_it_was_after_a_fault_of_ours(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import euchre_audit.report.stepper as stepper\n"
        "def broken(*_):\n    raise RuntimeError('broken')\n"
        "stepper._MOVES['x'] = broken\n"
    )
    with Terminal("replay", GAME, "--step", path=str(tmp_path)) as terminal:
        terminal.until("Hand 1, start")
        terminal.press("x")
        assert terminal.ends() == 2
        assert terminal.is_restored()
        assert "X901 this tool failed: RuntimeError in broken" in terminal.text().replace("\n", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here, to stop a command and go on with it")
def test_ctrl_z_and_back() -> None:
    words = [sys.executable, "-c", "from euchre_audit.cli import main; main()", "replay", GAME, "--step"]
    with Terminal(command=["bash", "--norc", "--noediting", "-i"]) as terminal:
        line = " ".join(f"'{word}'" for word in words)
        terminal.press(f"PS1='> '; {line}\n")
        terminal.until("Hand 1, start")
        terminal.press("nn")
        terminal.until("Hand 1, call 2")
        terminal.press("\x1a")
        terminal.sends(b"Stopped")
        assert terminal.is_restored(modes=False)
        terminal.press("stty -a | tr ';' '\\n' | grep -w icanon; fg\n")
        terminal.sends(b" icanon")
        terminal.until("Hand 1, call 2")
        terminal.press("n")
        terminal.until("Hand 1, call 3")
        terminal.press("q")
        terminal.sends(b"\x1b[?1049l", times=2)
        terminal.press("exit 7\n")
        assert terminal.ends() == 7


def test_keys_that_are_typed_ahead_are_taken_in_turn() -> None:
    with Terminal("replay", GAME, "--step") as terminal:
        terminal.until("Hand 1, start")
        terminal.press("nnnn" + "\x1b[D" * 2 + "\x1b[1;5Cé\x1b[200~")
        terminal.until("Hand 1, call 2")


def test_a_terminal_that_goes_away_ends_it() -> None:
    terminal = Terminal("replay", GAME, "--step")
    terminal.until("Hand 1, start")
    os.close(terminal.slave)
    os.close(terminal.master)
    _, status = os.waitpid(terminal.child, 0)
    assert os.waitstatus_to_exitcode(status) in (-signal.SIGHUP, 1, 2)


def test_several_games_in_a_row(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first, second = proven_game(1, max_hands=1), proven_game(2, max_hands=1)
    second["game"] = "club.example/other"
    path.write_text("".join(json.dumps(each) + "\n" for each in (first, second)))
    with Terminal("replay", str(path), "--step") as terminal:
        terminal.until("club.example/2026-11-30/table-7/1 · hand 1 (1 of 2)")
        terminal.press("\x1b[6~")
        terminal.until("club.example/other · hand 1 (2 of 2)")


def test_without_a_terminal_it_says_what_to_do() -> None:
    ran = euchre_audit("replay", GAME, "--step")
    assert (ran.code, ran.out) == (2, "")
    assert "--step needs a terminal" in ran.err and "--at 3.2.4" in ran.err
    with Terminal("replay", GAME, "--step", term="dumb") as terminal:
        assert terminal.ends() == 2
        assert "TERM names none" in terminal.text().replace("\n", " ")
    for words in (["--slip", "15.1"], ["--scoresheet"], ["--at", "15.1.2", "--svg"]):
        assert euchre_audit("replay", GAME, "--step", *words).code == 2


def test_bytes_to_keys() -> None:
    assert list(keys_of(b"n\x1b[A\x1bOB\x1b[5~\x1b[6~ ")) == ["n", "up", "down", "pgup", "pgdn", " "]
    assert list(keys_of(b"\x1b[1;5Cx\x1b[200~y")) == ["x", "y"]
    assert list(keys_of("é\r\x7f\x08".encode())) == ["é", "enter", "backspace", "backspace"]
    assert list(keys_of(b"\x1b")) == ["escape"]
    assert list(keys_of(b"\xff\xc3\x01")) == []

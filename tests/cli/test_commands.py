"""Every command as a person types it: what it says, where it says it, its exit code."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.run import COMMAND, EXAMPLES, ROOT, euchre_audit

FAIR = str(EXAMPLES / "fair-hand.json")
TAMPERED = str(EXAMPLES / "tampered-hand.json")
GAME = str(EXAMPLES / "game.egn")
TOURNAMENT = str(EXAMPLES / "tournament")
COMMITMENT = (EXAMPLES / "commitment.txt").read_text().strip()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["verify", FAIR], 0),
        (["verify", str(EXAMPLES / "written-by-hand.json")], 0),
        (["verify", TAMPERED], 1),
        (["verify", GAME], 0),
        (["verify", FAIR, TAMPERED], 1),
        (["verify", "there-is-none.json"], 2),
        (["verify", TAMPERED, "there-is-none.json"], 2),
        (["verify"], 2),
        (["verify", FAIR, "--no-such-option"], 2),
        (["verify", FAIR, "--house", "nobody"], 2),
        (["verify", FAIR, "--require", "luck"], 2),
        (["verify", FAIR, "--require", "deal,score"], 0),
        (["verify", FAIR, "--require", "published"], 1),
        (["verify", FAIR, "--fail-on", "note"], 1),
        (["verify", FAIR, "-o", "xml=x"], 2),
        (["verify", TOURNAMENT], 2),
        (["replay", GAME], 0),
        (["replay", TAMPERED], 1),
        (["replay", GAME, "--hand", "99"], 2),
        (["replay", GAME, "--at", "three"], 2),
        (["replay", GAME, "--at", "3.2.4"], 0),
        (["replay", GAME, "--hand", "3", "--at", "3.2.4"], 2),
        (["archive", TOURNAMENT], 1),
        (["archive", FAIR], 2),
        (["archive", "no-such-folder"], 2),
        (["deal", str(EXAMPLES / "deal-terms.txt"), str(EXAMPLES / "deal-secret.txt")], 0),
        (["deal", str(EXAMPLES / "deal-secret.txt"), str(EXAMPLES / "deal-secret.txt")], 2),
        (["deal", str(EXAMPLES / "deal-terms.txt"), str(EXAMPLES / "deal-terms.txt")], 2),
        (["vectors"], 0),
        (["vectors", FAIR], 2),
        (["rules", "list"], 0),
        (["rules", "show", "club"], 0),
        (["rules", "show", "nobody"], 2),
        (["rules", "diff", "club", "Pagat"], 0),
        (["rules", "diff", "club", "nobody"], 2),
        (["explain", "P310", "c210"], 0),
        (["explain"], 0),
        (["explain", "stick_the_dealer", "points.march", "bower"], 0),
        (["replay", "--scoresheet", GAME], 0),
        (["replay", "--scoresheet", "csv", GAME], 0),
        (["replay", "--scoresheet", "--ascii", GAME], 0),
        (["replay", GAME, "--scoresheet", "pdf"], 2),
        (["rules", "show", "--sheet", "club"], 0),
        (["rules", "show", "--sheet", "html", "club"], 0),
        (["explain", "Z999"], 2),
        (["schema", "hand"], 0),
        (["schema", "report"], 2),
        (["extract", GAME, "--hand", "3"], 0),
        (["extract", GAME, "--hand", "99"], 2),
        (["--version"], 0),
        (["--help"], 0),
        (["nonsense"], 2),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else "",
)
def test_exit_codes(words: list[str], code: int) -> None:
    ran = euchre_audit(*words)
    assert ran.code == code, ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err
    assert ran.out + ran.err


def test_a_fair_hand_reads_as_one() -> None:
    ran = euchre_audit("verify", FAIR)
    lines = ran.out.splitlines()
    assert lines[0] == "Hand 3, club.example/2026-11-29/table-1/1, house club"
    answers = [line.split()[:2] for line in lines if line[2:3] in ("✓", "✗", "?", "·")]
    assert answers == [
        ["✓", "commitment"],
        ["✓", "deal"],
        ["✓", "bidding"],
        ["✓", "play"],
        ["✓", "score"],
        ["?", "published"],
        ["?", "choice"],
    ]
    assert lines[-1].startswith("PASS · 2 things this file cannot prove")
    assert sum("ask the club for" in line for line in lines) == 2


@pytest.mark.parametrize("given", [COMMITMENT, str(EXAMPLES / "commitment.txt")], ids=["hex", "file"])
def test_the_commitment_that_a_person_saw(given: str) -> None:
    ran = euchre_audit("verify", FAIR, "--saw", given, "--require", "published")
    assert ran.code == 0
    assert "✓ published" in ran.out


def test_another_commitment_than_the_person_saw() -> None:
    other = ("0" if COMMITMENT[0] != "0" else "1") + COMMITMENT[1:]
    ran = euchre_audit("verify", FAIR, "--saw", other)
    assert ran.code == 1
    assert "C201" in ran.out


@pytest.mark.parametrize("given", [COMMITMENT[:-1], COMMITMENT.upper(), FAIR], ids=["short", "capitals", "no hex"])
def test_what_is_no_commitment_is_refused(given: str) -> None:
    ran = euchre_audit("verify", FAIR, "--saw", given)
    assert (ran.code, ran.out) == (2, "")
    assert "C102" in ran.err


def test_the_persons_own_list() -> None:
    ran = euchre_audit("verify", FAIR, "--published", str(EXAMPLES / "published.txt"), "--require", "published")
    assert ran.code == 0
    assert "✓ published" in ran.out


def test_a_list_without_the_hand_proves_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "list.txt"
    mine.write_text(f"elsewhere/1 3 {COMMITMENT}\n")
    ran = euchre_audit("verify", FAIR, "--published", str(mine))
    assert ran.code == 0
    assert "your list has no line for hand 3" in ran.out


def test_json_is_the_report_of_records(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    ran = euchre_audit(
        "verify", TAMPERED, "--format", "json", "-o", f"json={path}", "-o", f"text={tmp_path / 'r.txt'}"
    )
    report = json.loads(ran.out)
    assert ran.out == path.read_text()
    assert (tmp_path / "r.txt").read_text().startswith("Hand 3,")
    assert report["format"] == "euchre-report/1"
    assert report["verdict"] == "fail"
    assert list(report["answers"]) == ["deal", "commitment", "published", "choice", "play", "score"]
    errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
    assert [finding["code"] for finding in errors] == ["D201"]
    where = errors[0]["where"]
    assert (where["pointer"], where["hand"], where["seat"]) == ("/dealt/2/4", 3, 2)
    line = Path(TAMPERED).read_text().splitlines()[where["line"] - 1]
    assert "9h" in line


def test_the_same_input_gives_the_same_bytes() -> None:
    first = euchre_audit("archive", TOURNAMENT, "--format", "json")
    assert first.out == euchre_audit("archive", TOURNAMENT, "--format", "json").out
    assert first.out.isascii()


def test_standard_input_holds_one_record_or_many() -> None:
    fair = Path(FAIR).read_bytes()
    assert euchre_audit("verify", "-", stdin=fair).code == 0
    lines = b"".join(json.dumps(json.loads(fair)).encode() + b"\n" for _ in range(3))
    ran = euchre_audit("verify", "-", "--format", "json", stdin=lines)
    assert ran.code == 0
    assert len(json.loads(ran.out)["games"]) == 3
    assert euchre_audit("verify", "-", stdin=Path(GAME).read_bytes()).code == 0
    assert euchre_audit("verify", "-", stdin=b"").code == 2


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["extract", "--hand", "1"]])
def test_a_game_without_hands_is_told_by_every_command(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": "euchre-game/1", "house": "family", "hands": []}')
    ran = euchre_audit(*command, str(path))
    assert ran.code == 2
    assert "F150" in ran.out + ran.err
    assert "X901" not in ran.out + ran.err


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    shutil.copytree(TOURNAMENT, tmp_path / "t")
    (tmp_path / "t" / "broken.json").write_text('{"format": "euchre-game/1"')
    ran = euchre_audit("archive", str(tmp_path / "t"), "--format", "json")
    assert ran.code == 2
    report = json.loads(ran.out)
    assert {finding["code"] for finding in report["findings"] if finding["severity"] == "error"} == {"F103", "S102"}
    assert len(report["games"]) == 4


def test_a_misspelt_card_is_told_with_what_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(Path(TAMPERED).read_text().replace('"9h"', '"1Oh"', 1))
    ran = euchre_audit("verify", str(path))
    assert ran.code == 2
    assert '"1Oh" is not a card; did you mean "Th" (ten of hearts)?' in ran.out
    assert f"{path}:" in ran.out


HOSTILE = 'Bob[/]\x1b[31m\x07\u202e::error::x\n"<script>&amp;'


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["verify", "--format", "json"], ["verify", "--ascii"]])
def test_hostile_names_do_nothing(tmp_path: Path, command: list[str]) -> None:
    game = json.loads(Path(TOURNAMENT, "table-1.json").read_text())
    game["players"][0]["name"] = HOSTILE
    del game["hands"][0]["deal"]
    game["game"] = "x" + HOSTILE
    for hand in game["hands"]:
        hand.pop("deal", None)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    ran = euchre_audit(*command, str(path))
    assert ran.code == 0
    assert not [sign for sign in ran.out if ord(sign) < 32 and sign != "\n"]
    assert "\u202e" not in ran.out
    assert not [line for line in ran.out.splitlines() if line.startswith("::error")]


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in euchre_audit("verify", FAIR).out
    assert "\x1b[32m" in euchre_audit("verify", FAIR, "--color", "always").out
    assert "\x1b[" not in euchre_audit("verify", FAIR, "--color", "never").out


@pytest.mark.parametrize(
    "words", [["verify", FAIR], ["replay", GAME, "--hand", "3"], ["archive", TOURNAMENT], ["rules", "show", "club"]]
)
def test_ascii_is_ascii(words: list[str]) -> None:
    asked = euchre_audit(*words, "--ascii")
    assert asked.out.isascii()
    told = euchre_audit(*words, PYTHONIOENCODING="ascii")
    assert told.out == asked.out


def test_every_mark_has_a_word_in_ascii() -> None:
    out = euchre_audit("verify", TAMPERED, "--ascii").out
    assert "  ok   commitment" in out
    assert "  FAIL deal" in out
    assert "  ?    published" in out


def test_a_reader_that_goes_away_is_no_fault() -> None:
    words = " ".join(f"'{word}'" for word in [*COMMAND, "replay", GAME])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {words} | head -1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "verify", FAIR], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert "F101" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    ran = euchre_audit("verify", FAIR, "-o", f"json={tmp_path / 'no' / 'such' / 'folder' / 'x.json'}")
    assert ran.code == 2
    assert "F101" in ran.err


def test_interrupted() -> None:
    process = subprocess.Popen(
        [*COMMAND, "verify", "-"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err


@pytest.mark.parametrize("module", ["traceback", "click", "msgspec", "zipfile"])
def test_interrupted_while_it_loads(tmp_path: Path, module: str) -> None:
    """The signal comes in the middle of an import: of the first, of one for findings, of one for the audit."""
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    ran = euchre_audit("verify", FAIR, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert (ran.code, ran.out) == (130, "")
    assert "Traceback" not in ran.err


def test_replay_shows_tricks_leaders_and_the_score() -> None:
    out = euchre_audit("replay", GAME, "--hand", "3").out
    assert out.startswith("Hand 3 of ")
    assert " deals" in out.splitlines()[0]
    tricks = [line for line in out.splitlines() if line[2:3].isdigit()]
    assert len(tricks) == 5
    assert all("←" in line for line in tricks)


def test_replay_at_a_play_shows_what_was_legal() -> None:
    ran = euchre_audit("replay", str(EXAMPLES / "written-by-hand.json"), "--at", "2.1.2")
    assert ran.code == 0
    assert "Hand 2, trick 1, play 2: West plays 9♣" in ran.out
    assert "legal: 9♣" in ran.out
    assert "not legal: 9♦ Q♦ 9♥ K♠, since ♣ was led and West holds 9♣" in ran.out


def test_a_fault_stands_at_its_hand_and_is_told_where_another_is_shown() -> None:
    game = str(Path(TOURNAMENT, "table-4.json"))
    assert "S102" in euchre_audit("replay", game, "--hand", "5").out
    other = euchre_audit("replay", game, "--hand", "4")
    assert "S102" not in other.out
    assert other.out.rstrip().endswith("there are faults elsewhere: hand 5")
    assert other.code == 1


def test_a_report_goes_through_links_and_into_devices(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert euchre_audit("verify", FAIR, "-o", f"json={link}").code == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["verdict"] == "pass"
    assert euchre_audit("verify", FAIR, "-o", "json=/dev/null").code == 0
    assert not os.path.isfile("/dev/null")
    assert euchre_audit("verify", FAIR, "-o", "json=-").code == 2


def test_evidence_taken_out_of_one_hand_does_not_pass_a_requirement(tmp_path: Path) -> None:
    game = json.loads(Path(TOURNAMENT, "table-1.json").read_text())
    path = tmp_path / "game.json"
    for code in (0, 1):
        path.write_text(json.dumps(game))
        ran = euchre_audit("verify", str(path), "--require", "deal,commitment", "--format", "json")
        assert ran.code == code
        game["hands"][3].pop("deal", None)
    assert json.loads(ran.out)["games"][0]["hands"][3]["checks"]["deal"] == "unproven"


def test_help_on_a_full_disk_is_no_crash_of_ours() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "--help"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, "X901" in done.stderr) == (2, False)


def test_deal_shows_a_deal_and_its_stages() -> None:
    terms, secret = str(EXAMPLES / "deal-terms.txt"), str(EXAMPLES / "deal-secret.txt")
    tree = json.loads(euchre_audit("deal", terms, secret, "--trace", "--format", "json").out)
    assert tree["commitment"] == COMMITMENT
    assert [stage["stage"] for stage in tree["trace"]] == [1, 2, 3, 4, 5]
    assert tree["deck"] == tree["trace"][-1]["deck"]
    fair = json.loads(Path(FAIR).read_text())
    assert tree["hands"][2] == fair["dealt"][2]
    assert tree["up"] == fair["up"] == tree["kitty"][0]
    text = euchre_audit("deal", terms, "-", stdin=Path(secret).read_bytes()).out
    assert COMMITMENT in text
    assert "stage" not in text


@pytest.mark.parametrize(
    ("entropy", "code"),
    [("0 " + "11" * 32 + "\n2 " + "22" * 32 + "\n", 0), ("0 " + "11" * 32 + "\n", 2), ("0 xyz\n", 2), (None, 2)],
    ids=["both values", "one missing", "not a value", "none given"],
)
def test_deal_takes_the_values_of_players(tmp_path: Path, entropy: str | None, code: int) -> None:
    terms = (EXAMPLES / "deal-terms.txt").read_text().replace("entropy none", "entropy players 0,2")
    (tmp_path / "terms").write_text(terms)
    words = ["deal", str(tmp_path / "terms"), str(EXAMPLES / "deal-secret.txt")]
    if entropy is not None:
        (tmp_path / "values").write_text(entropy)
        words += ["--entropy", str(tmp_path / "values")]
    ran = euchre_audit(*words)
    assert ran.code == code
    assert ("C110" in ran.err) == (code == 2)


def test_vectors_name_the_vector_and_the_stage(tmp_path: Path) -> None:
    tree = json.loads((ROOT / "schemas" / "vectors" / "deal-v1.json").read_text())
    vector = next(each for each in tree["vectors"] if each["result"] == "valid" and each.get("hands"))
    deck = vector["trace"][2]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    path = tmp_path / "v.json"
    path.write_text(json.dumps({"vectors": [vector]}))
    ran = euchre_audit("vectors", str(path))
    assert ran.code == 1
    assert f"{vector['id']}: at stage 3" in ran.out


def test_convert_there_and_back(tmp_path: Path) -> None:
    packed, back = tmp_path / "hand.msgpack", tmp_path / "hand.json"
    assert euchre_audit("convert", FAIR, str(packed)).code == 0
    assert euchre_audit("verify", str(packed)).code == 0
    assert euchre_audit("convert", str(packed), str(back)).code == 0
    assert json.loads(back.read_text()) == json.loads(Path(FAIR).read_text())
    assert euchre_audit("convert", FAIR, str(packed)).code == 2
    assert euchre_audit("convert", FAIR, str(packed), "--force").code == 0
    assert euchre_audit("convert", FAIR, str(tmp_path / "hand.txt")).code == 2


def test_an_extracted_hand_verifies_on_its_own(tmp_path: Path) -> None:
    game = str(Path(TOURNAMENT, "table-1.json"))
    path = tmp_path / "hand.json"
    path.write_text(euchre_audit("extract", game, "--hand", "3").out)
    ran = euchre_audit("verify", str(path), "--format", "json")
    assert ran.code == 0
    answers = json.loads(ran.out)["answers"]
    assert [answers[name] for name in ("deal", "commitment", "play", "score")] == ["pass"] * 4


def test_two_houses_are_compared_switch_by_switch() -> None:
    out = euchre_audit("rules", "diff", "cardgames-io-2016", "cardgames-io").out
    rows = [line.split() for line in out.splitlines()[1:]]
    assert rows == [["stick_the_dealer", "no", "(stated)", "yes", "(stated)"]]
    assert euchre_audit("rules", "diff", "club", "club").out == "club and club differ in no switch\n"


def test_secrets_are_never_arguments() -> None:
    for command in ("deal", "verify", "replay", "archive"):
        out = euchre_audit(command, "--help").out
        assert "--secret" not in out

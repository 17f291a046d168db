"""``operator``, as a site runs it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_audit.cli import main
from euchre_audit.operator import keygen
from tests.cli.run import EXAMPLES, ROOT, Ran, euchre_audit

TABLE = "club.example/t-1"
SEATED = [word for name in ("ann", "bo", "cy", "di") for word in ("--player", name)]


@pytest.fixture
def club(tmp_path):
    keygen(str(tmp_path / "club"), "club.example")
    return tmp_path / "club"


def here(folder: Path, monkeypatch, capsys, *words: str) -> Ran:
    """The same in this process, which is quicker."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["euchre-audit", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    said = capsys.readouterr()
    return Ran(stopped.value.code, said.out, said.err)


def run(folder: Path, command: str, *words: str) -> Ran:
    ran = euchre_audit("operator", command, "club", *words, cwd=folder)
    assert "Traceback" not in ran.err
    return ran


def secrets_of(club: Path) -> list[str]:
    private = club / "private"
    found = [path.read_text().strip() for path in (private / "deals").glob("*.secret")]
    return [*found, (private / "signing.key").read_text().strip().split("+", 4)[4]]


def test_a_hand_from_key_to_record(tmp_path):
    folder, club = tmp_path, tmp_path / "club"
    said = [run(folder, "keygen", "--origin", "club.example")]
    said += [
        run(folder, "open", TABLE, "--house", "family", "--entropy", "players", *SEATED, "--rules", "target=5")
    ]
    said.append(run(folder, "seal", TABLE, "--dealer", "3", "--players", "1,2", "--format", "json"))
    sealed = json.loads(said[-1].out)
    assert (sealed["hand"], sealed["size"]) == (1, 2)
    assert sealed["checkpoint"] == (club / "checkpoint.txt").read_text("utf-8")
    commitment = sealed["commitment"]
    words = []
    for seat in (1, 2):
        value = hashlib.sha256(str(seat).encode()).digest()
        (folder / f"value-{seat}.txt").write_text(value.hex() + "\n")
        tag = b"euchre-deal/v1 contribution\x00" + bytes.fromhex(commitment)
        said.append(
            run(
                folder, "contribute", commitment, str(seat), hashlib.sha256(tag + bytes([seat]) + value).hexdigest()
            )
        )
        words += ["--value", f"{seat}=value-{seat}.txt"]
    said.append(run(folder, "seal", TABLE, "--dealer", "0"))
    assert said.pop().code == 2
    said += [run(folder, "tail"), run(folder, "publish", "--list")]
    told = "".join(ran.out + ran.err for ran in said)
    assert all(ran.code == 0 for ran in said), told
    assert all(secret not in told for secret in secrets_of(club))
    assert said[-1].out == f"{TABLE} 1 {commitment}\n"
    kept = folder / "kept.txt"
    kept.write_bytes((club / "checkpoint.txt").read_bytes())
    assert run(folder, "reveal", TABLE, "1", *words).out.startswith(f"revealed hand 1 of {TABLE}\n")
    log = [f"{seat} pass" for seat in range(4)] * 2
    hand = {"format": "euchre-hand/1", "game": TABLE, "house": "family", "rules": {"target": 5}, "hand": 1}
    hand |= {"dealer": 3, "players": ["ann", "bo", "cy", "di"], "log": log, "ended": "thrown-in"}
    (folder / "hand.json").write_text(json.dumps(hand))
    assert run(folder, "publish", "hand.json", "-o", "out").out == "wrote out/hand.json\n"
    asked = ["--key", "club/verifier.key", "--saw", "kept.txt", "--require", "commitment,published"]
    checked = euchre_audit("verify", "out/hand.json", *asked, cwd=folder)
    assert checked.code == 0, checked.out


def test_a_void_and_what_differs_from_the_house(club):
    folder = club.parent
    (folder / "rules.json").write_text('{"points": {"make": 2}}')
    rules = ["--rules", "rules.json", "--rules", "stick_the_dealer=false", "--rules", "points.march=3"]
    assert run(folder, "open", TABLE, "--house", "club", *SEATED, *rules).code == 0
    opened = json.loads((club / "ledger.jsonl").read_text().splitlines()[0])["open"]
    assert opened["rules"] == {"stick_the_dealer": False, "points": {"make": 2, "march": 3}}
    assert run(folder, "seal", TABLE, "--dealer", "black-jack", "--hand", "0").code == 0
    assert run(folder, "void", TABLE, "0", "--reason", "the power went").code == 0
    assert "ends the session" in run(folder, "seal", TABLE, "--dealer", "1").err


def test_a_tail_is_decided(club, monkeypatch, capsys):
    def run(folder: Path, command: str, *words: str) -> Ran:
        return here(folder, monkeypatch, capsys, "operator", command, "club", *words)

    folder = club.parent
    assert run(folder, "open", TABLE, "--house", "club", *SEATED).code == 0
    line = (club / "ledger.jsonl").read_bytes()
    with open(club / "ledger.jsonl", "ab") as file:
        file.write(line.replace(b"t-1", b"t-2") + b'{"op')
    for command, words in (
        ("seal", [TABLE, "--dealer", "1"]),
        ("open", [f"{TABLE}b", "--house", "club", *SEATED]),
        ("reveal", [TABLE, "1"]),
        ("publish", ["--list"]),
    ):
        refused = run(folder, command, *words)
        assert (refused.code, refused.out) == (2, "")
        assert "1 whole line and a line that is torn off after 4 bytes" in refused.err
        assert "euchre-audit operator tail club" in refused.err
    shown = run(folder, "tail")
    assert (shown.code, shown.out.splitlines()[1:]) == (0, ["  open club.example/t-2"])
    assert run(folder, "tail", "--keep", "--cut").code == 2
    assert run(folder, "tail", "--keep").out == "signed; the checkpoint has size 2\n"
    assert run(folder, "tail", "--cut").out == "nothing stands beyond the checkpoint\n"
    assert (club / "ledger.tail-1").read_bytes() == b'{"op'
    assert run(folder, "seal", "club.example/t-2", "--dealer", "1").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["keygen", "club", "--origin", "club.example"], "never overwritten"),
        (["keygen", "new"], "--origin"),
        (["open", "club", TABLE, *SEATED], "--house"),
        (["open", "club", "x/1", "--house", "club", *SEATED], "begin with club.example/"),
        (["open", "club", TABLE, "--house", "club", *SEATED, "--rules", "none.json"], "no such file"),
        (["open", "club", TABLE, "--house", "club", *SEATED, "--rules", "empty"], "neither KEY=VALUE"),
        (["open", "club", TABLE, "--house", "club", *SEATED, "--rules", "target="], "not KEY=VALUE"),
        (["open", "club", TABLE + " t", "--house", "club", *SEATED], "1 to 128 of letters, digits"),
        (["open", "club", TABLE + "\x1b[31m", "--house", "club", *SEATED], "\\x1b[31m"),
        (["seal", "club", TABLE, "--dealer\x1b[31m"], "--dealer\\x1b[31m"),
        (["open", "club", TABLE, "--house", "club", *SEATED, "--rules", "a=1", "--rules", "a.b=1"], "given twice"),
        (["seal", "none", TABLE, "--dealer", "1"], "keygen makes one"),
        (["seal", "club", TABLE, "--dealer", "1"], "operator open opens it"),
        (["seal", "club", TABLE, "--dealer", "1", "--beacon", "1e9"], "'1e9' is not a whole number"),
        (["seal", "club", TABLE, "--dealer", "1", "--players", "0;1"], "'0;1' is not a whole number"),
        (["contribute", "club", "0" * 64, "0", "0" * 64], "no deal with this commitment"),
        (["reveal", "club", TABLE, "1", "--value", "0=" + "0" * 64], "given in a file"),
        (["reveal", "club", TABLE, "1", "--value", "nobody"], "SEAT=FILE"),
        (["reveal", "club", TABLE, "1", "--value", "0=club/verifier.key"], "64 small hex digits"),
        (["reveal", "club", TABLE, "1", "--signature", "club/verifier.key"], "96 small hex digits"),
        (["void", "club", TABLE, "1"], "--reason"),
        (["publish", "club"], "or --list"),
        (["publish", "club", "hand.json"], "-o names the folder"),
        (["publish", "club", "hand.json", "-o", "out"], "no such file"),
        (["publish", "club", "--list", "-o", "club/verifier.key"], "--force replaces it"),
        (["publish", "club", "--list", "--under", "club/checkpoint.txt"], "has no proofs"),
        (["deal", "club"], "No such command"),
    ],
)
def test_wrong_usage(club, words, said, monkeypatch, capsys):
    before = {path: path.read_bytes() for path in club.rglob("*") if path.is_file() and "state" not in path.parts}
    ran = here(club.parent, monkeypatch, capsys, "operator", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err
    after = {path: path.read_bytes() for path in club.rglob("*") if path.is_file() and "state" not in path.parts}
    assert before == after


def test_help_is_in_the_order_of_an_evening():
    said = euchre_audit("operator", "--help").out
    listed = [line.split()[0] for line in said[said.index("Commands:") :].splitlines()[1:]]
    assert listed == ["keygen", "open", "seal", "contribute", "reveal", "void", "publish", "tail"]
    assert "..." not in said[said.index("Commands:") :]


def test_the_example_runs(tmp_path):
    fake = tmp_path / "euchre-audit"
    fake.write_text('#!/bin/sh\nexec "$PYTHON" -c "from euchre_audit.cli import main; main()" "$@"\n')
    fake.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [EXAMPLES / "operator" / "table"], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ published" in done.stdout
    assert "✓ choice" in done.stdout
    assert "unproven" not in done.stdout


def test_what_is_signed_stands_where_only_the_answer_is_lost(club):
    """A retry that names the hand is safe."""
    script = "from euchre_audit.cli import main; main()"
    words = ["operator", "open", "club", TABLE, "--house", "club", *SEATED]
    for each in (words, ["operator", "seal", "club", TABLE, "--dealer", "1", "--hand", "1"]):
        with open("/dev/full", "w") as full:
            ran = subprocess.run(
                [sys.executable, "-c", script, *each],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                cwd=club.parent,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                check=False,
            )
        assert ran.returncode == 2
        assert "the line is signed and stands; only this message could not be written" in ran.stderr
    again = run(club.parent, "seal", TABLE, "--dealer", "1", "--hand", "1")
    assert (again.code, again.out) == (2, "")
    assert "hand 1 of club.example/t-1 is sealed already, as " in again.err
    assert len((club / "ledger.jsonl").read_text().splitlines()) == 2


def test_hostile_names_are_written_out(tmp_path):
    name = "nn\n::error::y\x1b[31m"
    ran = euchre_audit("operator", "keygen", name, "--origin", "club.example", cwd=tmp_path)
    assert ran.code == 0
    assert "nn\\x0a::error::y\\x1b[31m/private" in ran.out
    for words in (["tail", name], ["keygen", name, "--origin", "club.example"], ["seal", name, "a\n##[error]x"]):
        ran = euchre_audit("operator", *words, "--bad\x1b", cwd=tmp_path)
        assert ran.code == 2
        assert "\x1b" not in ran.out + ran.err
    assert "\n::error" not in euchre_audit("operator", "keygen", name, "--origin", "a", cwd=tmp_path).err


def test_own_messages_are_whole(club):
    with open(club / "ledger.jsonl", "ab") as file:
        file.write(b"{")
    ran = run(club.parent, "publish", "--list")
    assert ran.err.endswith("with --keep signs whole lines, with --cut moves them out of the ledger\n")


def test_a_void_tells_what_an_audit_will_tell(club):
    folder = club.parent
    run(folder, "open", TABLE, "--house", "club", *SEATED)
    run(folder, "seal", TABLE, "--dealer", "1")
    said = run(folder, "void", TABLE, "1", "--reason", "the power went")
    assert "an audit will tell that the dealer could know the cards" in said.out

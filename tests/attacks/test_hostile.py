"""Proofs and ledgers changed at random: never a crash, and never a pass by a proof that is broken."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_files
from euchre_audit.records import read_keys, read_seen
from tests.attacks.site import Doc, honest, keys_in, witness_key, write_files
from tests.attacks.test_attacks import errors_of, told
from tests.twin.ledger import check_proof

TRIES = 160
SPECIAL = ["", "0", "-1", "1e9", "\x00", "\ud800", "é", "\n", "\r\n", "“", "=", "+", "A" * 5000, "[]", "{}", "null"]
NUMBERS = [0, -1, 1, 57, 58, 59, 2**31, 2**63 - 1, 2**63, 2**64, 2**200, 1.5, True, None, "9", [], {}]


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> Options:
    """A person who has the keys and the club's checkpoint: published passes by the proof alone."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "mine.txt").write_text(honest().checkpoint(), encoding="utf-8")
    return Options(
        keys=read_keys(keys_in(folder, witness_key())), checkpoints=(read_seen(str(folder / "mine.txt")),)
    )


def bent(dice: random.Random, text: str) -> str:
    """A text with something in it changed."""
    at = dice.randrange(len(text) + 1)
    kind = dice.randrange(5)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + dice.choice(SPECIAL) + text[at:]
    if kind == 2:
        return text[:at] + chr(dice.randrange(0x20, 0x7F)) + text[at + 1 :]
    if kind == 3:
        return text[:at]
    lines = text.split("\n")
    dice.shuffle(lines)
    return "\n".join(lines) if len(lines) > 1 else text[::-1]


def mutated(dice: random.Random, proof: Doc) -> Doc:
    """A proof with one of its parts changed."""
    made: dict[str, Any] = copy.deepcopy(proof)
    part = dice.choice(["leaf", "index", "size", "path", "checkpoint", "checkpoint"])
    if part in ("index", "size"):
        made[part] = dice.choice([*NUMBERS, made[part] + dice.choice([-1, 1]), dice.randrange(100)])
    elif part == "path":
        path = made["path"]
        at = dice.randrange(len(path))
        kind = dice.randrange(5)
        if kind == 0:
            del path[at]
        elif kind == 1:
            path.insert(at, path[at])
        elif kind == 2:
            path[at] = bent(dice, path[at])
        elif kind == 3:
            path.reverse()
        else:
            made["path"] = dice.choice([[], path * 11, ["00" * 32] * len(path), "x", None, [1]])
    else:
        made[part] = dice.choice([bent(dice, made[part]), bent(dice, made[part]), dice.choice(SPECIAL)])
    return made


def as_bytes(tree: object) -> bytes:
    return json.dumps(tree).encode("ascii")


def never_crashed(report: Report) -> None:
    assert "X901" not in {each.code for each in report.all_findings()}, told(report)


def test_proofs(tmp_path: Path, options: Options) -> None:
    key, dice = honest().key, random.Random(20230823)
    good = honest().saved("plain", 3)
    path = tmp_path / "hand.json"
    path.write_bytes(as_bytes(good))
    assert audit_files([str(path)], options).answers["published"] == "pass"
    refused = 0
    for number in range(TRIES):
        tree = copy.deepcopy(good)
        proof = tree["deal"]["proof"] = mutated(dice, good["deal"]["proof"])
        path.write_bytes(as_bytes(tree))
        report = audit_files([str(path)], options)
        never_crashed(report)
        if proof == good["deal"]["proof"]:
            continue
        passed = report.answers["published"] == "pass"
        if passed:
            assert check_proof(proof, key) is None and proof["leaf"] == good["deal"]["proof"]["leaf"], (
                number,
                proof,
            )
            continue
        refused += 1
        assert errors_of(report), (number, proof)
    assert refused > TRIES // 2


def test_proofs_of_strange_types(tmp_path: Path, options: Options) -> None:
    good = honest().saved("plain", 3)
    path = tmp_path / "hand.json"
    for part in ("leaf", "index", "size", "path", "checkpoint", "timestamp"):
        for value in NUMBERS:
            tree = copy.deepcopy(good)
            if tree["deal"]["proof"].get(part) == value or (part == "timestamp" and value is None):
                continue
            tree["deal"]["proof"][part] = value
            path.write_bytes(as_bytes(tree))
            report = audit_files([str(path)], options)
            never_crashed(report)
            if part != "timestamp":
                assert report.answers["published"] != "pass", (part, value)


def test_ledgers(tmp_path: Path, options: Options) -> None:
    """One line changed: the ledger is not the one that was signed, and nothing passes by it."""
    dice = random.Random(1000)
    site = honest()
    games = {name: data for name, data in site.files().items() if name.startswith("games/plain")}
    write_files(tmp_path, games)
    (tmp_path / "checkpoint.txt").write_text(site.checkpoint(), encoding="utf-8")
    names = [str(tmp_path / name) for name in ("ledger.jsonl", "checkpoint.txt", "games/plain.json")]
    for number in range(2 * site.size):
        lines = [line.decode() for line in site.ledger.lines]
        at = number % len(lines)
        lines[at] = bent(dice, lines[at])
        (tmp_path / "ledger.jsonl").write_bytes(
            "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")
        )
        if lines[at].encode("utf-8", "surrogatepass") == site.ledger.lines[at]:
            continue
        report = audit_files(names, options)
        never_crashed(report)
        assert report.answers["published"] != "pass", (number, lines[at])
        assert errors_of(report), (number, lines[at])
        assert report.exit_code in (1, 2)


def test_checkpoints(tmp_path: Path, options: Options) -> None:
    """A checkpoint of the person's that was changed shows nothing."""
    dice = random.Random(58)
    hand = tmp_path / "hand.json"
    hand.write_bytes(as_bytes(honest().saved("plain", 3)))
    note = honest().checkpoint()
    for number in range(40):
        made = bent(dice, note)
        (tmp_path / "mine.txt").write_bytes(made.encode("utf-8", "surrogatepass"))
        if made == note:
            continue
        try:
            seen = read_seen(str(tmp_path / "mine.txt"))
        except Exception as error:
            assert type(error).__name__ == "Unreadable", (number, made)
            continue
        report = audit_files([str(hand)], Options(keys=options.keys, checkpoints=(seen,)))
        never_crashed(report)
        assert report.answers["published"] != "pass", (number, made)

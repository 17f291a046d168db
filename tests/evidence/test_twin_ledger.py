"""The second ledger against the package, and both against a tournament that neither made."""

from __future__ import annotations

import base64
import copy
import json
import os
from pathlib import Path

import pytest

from euchre_audit.evidence import (
    Frontier,
    NoteError,
    ProofError,
    Tree,
    check_consistency,
    check_signature,
    leaf_hash,
    parse_checkpoint,
    parse_verifier,
    root_of_inclusion,
)
from euchre_audit.records.ledger import ledger_lines, line_bytes, parse_line
from tests.twin.ledger import Ledger, check_proof, cosignature_line, key_text, mth, path, public_of

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
needs_corpus = pytest.mark.skipif(
    not CORPUS, reason="EUCHRE_AUDIT_CORPUS is unset: it names the folder with corpus/club/"
)
ONE = (1).to_bytes(32, "little")
COMMITMENTS = [f"{number:064x}" for number in range(30)]


def ledger_of(size: int) -> Ledger:
    ledger = Ledger()
    players = ["p-0", "p-1", "p-2", "Zo\u00eb"]
    header = {"session": "club.example/1", "house": "club", "rules": {}, "players": players}
    ledger.append({"open": {**header, "entropy": "none", "reveal": "hand"}})
    for number in range(1, size):
        ledger.append({"reveal": {"commitment": COMMITMENTS[number], "secret": COMMITMENTS[-number]}})
    return ledger


def package_accepts(proof: dict, key: str) -> bool:
    """The same question put to the package's parts."""
    try:
        verifier = parse_verifier(key)
        checkpoint = parse_checkpoint(proof["checkpoint"])
        check_signature(checkpoint.note, verifier)
        hashes = [bytes.fromhex(each) for each in proof["path"]]
        root = root_of_inclusion(leaf_hash(proof["leaf"].encode()), proof["index"], proof["size"], hashes)
    except (NoteError, ProofError):
        return False
    return (checkpoint.origin, checkpoint.size, checkpoint.root) == (verifier.name, proof["size"], root)


def test_both_accept_every_honest_proof():
    ledger = ledger_of(20)
    for size in (1, 2, 3, 7, 8, 20):
        for index in range(size):
            proof = ledger.proof(index, size)
            assert check_proof(proof, ledger.key) is None
            assert package_accepts(proof, ledger.key)


def test_both_make_the_same_tree_and_the_package_reads_the_lines():
    ledger, tree, frontier = ledger_of(20), Tree(), Frontier()
    for line in ledger.lines:
        assert line_bytes(parse_line(line)) == line
        tree.append(leaf_hash(line))
        frontier.append(leaf_hash(line))
    for size in range(1, 21):
        assert tree.root(size) == ledger.root(size)
        for old in range(1, size + 1):
            assert tree.consistency(old, size) == ledger.consistency(old, size)
            check_consistency(old, size, ledger.root(old), ledger.root(size), ledger.consistency(old, size))
    assert frontier.root() == ledger.root() == tree.root()
    assert ledger.raw.count(b"\n") == 20


def test_both_read_a_witness_beside_the_operator():
    ledger, seed = ledger_of(7), b"\x17" * 32
    key = key_text("witness.example/w1", public_of(seed), 4)
    proof = {**ledger.proof(3), "checkpoint": ledger.cosigned("witness.example/w1", seed, 1793491320)}
    assert check_proof(proof, ledger.key) is None and package_accepts(proof, ledger.key)
    note = parse_checkpoint(proof["checkpoint"]).note
    assert check_signature(note, parse_verifier(key)) == 1793491320
    assert proof["checkpoint"].endswith(cosignature_line("witness.example/w1", seed, 1793491320, ledger.text()))
    assert check_proof(proof, key) == "key"


def lies(ledger: Ledger, other: Ledger) -> list[tuple[str, dict, str]]:
    """One thing wrong in each, with the word that the second checker has for it."""
    honest, key = ledger.proof(5, 13), ledger.key
    hashes, note = honest["path"], honest["checkpoint"]
    text, line = note.split("\n\n")
    found = [
        ("root", {**honest, "leaf": ledger.lines[6].decode()}, key),
        ("root", {**honest, "leaf": honest["leaf"] + "\n"}, key),
        ("root", {**honest, "leaf": honest["leaf"].replace(":", ": ", 1)}, key),
        ("root", {**honest, "index": 4}, key),
        ("index", {**honest, "index": 13}, key),
        ("index", {**honest, "index": -1}, key),
        ("size", {**honest, "size": 14}, key),
        ("size", {**honest, "size": 8, "path": hashes[:3]}, key),
        ("path", {**honest, "path": []}, key),
        ("path", {**honest, "path": hashes[:-1]}, key),
        ("path", {**honest, "path": hashes[1:]}, key),
        ("path", {**honest, "path": [*hashes, hashes[0]]}, key),
        ("root", {**honest, "path": hashes[::-1]}, key),
        ("root", {**honest, "path": ["0" * 64, *hashes[1:]]}, key),
        ("signature", {**honest, "checkpoint": note.replace("\n13\n", "\n14\n"), "size": 14}, key),
        ("checkpoint", {**honest, "checkpoint": note.replace("\n13\n", "\n013\n")}, key),
        ("checkpoint", {**honest, "checkpoint": note[:-1]}, key),
        ("checkpoint", {**honest, "checkpoint": note.replace("\n", "\r\n")}, key),
        ("checkpoint", {**honest, "checkpoint": text + "\n\n"}, key),
        ("checkpoint", {**honest, "checkpoint": text + "\nmore\n\n" + line}, key),
        ("root", {**honest, "checkpoint": other.checkpoint(13)}, key),
        ("size", {**honest, "checkpoint": ledger.checkpoint(12)}, key),
        ("unsigned", honest, key_text("club.example", public_of(b"\1" * 32))),
        ("origin", honest, key_text("pub.example", public_of(ledger.seed))),
        ("key", honest, key.replace("+", "-", 1)),
        ("key", honest, key_text("club.example", ONE)),
    ]
    return found


def test_both_refuse_every_lie_about_a_line():
    ledger, other = ledger_of(13), ledger_of(12)
    other.append({"reveal": {"commitment": COMMITMENTS[1], "secret": COMMITMENTS[2]}})
    for word, proof, key in lies(ledger, other):
        assert check_proof(proof, key) == word
        assert not package_accepts(proof, key), word


def test_a_ledger_under_a_key_of_small_order_is_refused_by_both():
    ledger = ledger_of(3)
    key = key_text("club.example", ONE)
    data = base64.b64decode(key.split("+", 2)[2])
    forged = base64.b64encode(bytes.fromhex(key.split("+")[1]) + data[1:] + bytes(32)).decode()
    proof = {**ledger.proof(1), "checkpoint": f"{ledger.text()}\n\u2014 club.example {forged}\n"}
    assert check_proof(proof, key) == "key"
    assert not package_accepts(proof, key)


@needs_corpus
def test_the_tournament_of_another_hand_holds_for_both():
    club = Path(CORPUS) / "corpus" / "club"
    key = (club / "open.key").read_text("utf-8").strip()
    text = (club / "open" / "checkpoint.txt").read_bytes().decode("utf-8")
    lines = (club / "open" / "ledger.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    checkpoint, verifier = parse_checkpoint(text), parse_verifier(key)
    assert check_signature(checkpoint.note, verifier) is None
    assert (checkpoint.origin, checkpoint.size) == (verifier.name, len(lines))
    assert list(ledger_lines("ledger.jsonl", str(club / "open"))) == [(line, True) for line in lines]
    tree = Tree()
    for line in lines:
        tree.append(leaf_hash(line))
        assert line_bytes(parse_line(line)) == line
    assert checkpoint.root == tree.root() == mth(lines)
    for index in range(0, len(lines), 16):
        hashes = path(index, lines)
        assert tree.inclusion(index) == hashes
        proof = {"leaf": lines[index].decode(), "index": index, "size": len(lines), "checkpoint": text}
        assert check_proof({**proof, "path": [each.hex() for each in hashes]}, key) is None


@needs_corpus
def test_the_saved_hand_of_another_hand_proves_its_commitment_to_both():
    club = Path(CORPUS) / "corpus" / "club"
    key = (club / "open.key").read_text("utf-8").strip()
    deal = json.loads((club / "saved-hand-with-proof.json").read_bytes())["deal"]
    proof = deal["proof"]
    assert check_proof(proof, key) is None and package_accepts(proof, key)
    assert parse_line(proof["leaf"].encode()).commitment == deal["commitment"]
    assert (club / "open" / "ledger.jsonl").read_bytes().split(b"\n")[proof["index"]] == proof["leaf"].encode()
    for name, value in (("index", 56), ("size", 257), ("leaf", proof["leaf"] + " "), ("path", proof["path"][1:])):
        wrong = {**copy.deepcopy(proof), name: value}
        assert check_proof(wrong, key) is not None and not package_accepts(wrong, key)

"""A ledger checked from its pages alone: RFC 6962 as its definitions say it, notes with plain Ed25519."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.vectors.reference import Procedure


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def tree_root(lines: list[bytes]) -> bytes:
    """RFC 6962, section 2.1."""
    if not lines:
        return sha256(b"")
    if len(lines) == 1:
        return sha256(b"\x00" + lines[0])
    k = 1
    while 2 * k < len(lines):
        k *= 2
    return sha256(b"\x01" + tree_root(lines[:k]) + tree_root(lines[k:]))


def root_from_path(leaf: bytes, index: int, size: int, path: list[str]) -> bytes:
    """RFC 6962, section 2.1.1, undone: the path's last hash is the one next to the root."""
    if size == 1:
        assert path == []
        return sha256(b"\x00" + leaf)
    k = 1
    while 2 * k < size:
        k *= 2
    other = bytes.fromhex(path[-1])
    if index < k:
        return sha256(b"\x01" + root_from_path(leaf, index, k, path[:-1]) + other)
    return sha256(b"\x01" + other + root_from_path(leaf, index - k, size - k, path[:-1]))


def read_note(note: str, key: str) -> tuple[str, int, bytes]:
    """Origin, size and root of a checkpoint; an error where it is not signed by this verifier key."""
    text, signatures = note.split("\n\n")
    name, key_id, encoded = key.split("+", 2)
    public = base64.b64decode(encoded)
    assert sha256(name.encode() + b"\n" + public)[:4].hex() == key_id
    dash, signer, data = signatures.removesuffix("\n").split(" ")
    signature = base64.b64decode(data)
    assert (dash, signer, public[0], signature[:4].hex()) == ("\u2014", name, 1, key_id)
    Ed25519PublicKey.from_public_bytes(public[1:]).verify(signature[4:], (text + "\n").encode())
    origin, size, root = text.split("\n")
    assert origin == name
    return origin, int(size), base64.b64decode(root)


def signed_lines(folder: Path) -> list[bytes]:
    """The ledger's lines under its checkpoint, which is checked against them."""
    note = (folder / "checkpoint.txt").read_text("utf-8")
    _, size, root = read_note(note, (folder / "verifier.key").read_text().removesuffix("\n"))
    lines = (folder / "ledger.jsonl").read_bytes().split(b"\n")[:size]
    assert len(lines) == size
    assert tree_root(lines) == root
    return lines


def check_evidence(deal: dict[str, Any], key: str) -> dict[str, Any]:
    """A record's evidence against the procedure and the club's key; what the secret deals."""
    shown = [{"label": f"seat {each['seat']}", "value": each["value"]} for each in deal.get("values", [])]
    dealt = Procedure().deal("evidence", deal["terms"], deal["secret"], shown)
    assert dealt["commitment"] == deal["commitment"]
    assert [each["contribution"] for each in deal.get("values", [])] == [
        each["contribution"] for each in dealt["contributions"]
    ]
    assert f"match {sha256(deal['match'].encode()).hex()}\n" in deal["terms"]
    proof = deal["proof"]
    _, size, root = read_note(proof["checkpoint"], key)
    assert size == proof["size"]
    assert root_from_path(proof["leaf"].encode(), proof["index"], size, proof["path"]) == root
    leaf = json.loads(proof["leaf"])["commit"]
    assert (leaf["terms"], leaf["commitment"]) == (deal["terms"], deal["commitment"])
    return dealt

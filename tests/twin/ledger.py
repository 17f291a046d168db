"""A second ledger: RFC 6962 as its definitions say it, notes and keys as their pages do. Plain, naive, slow."""

from __future__ import annotations

import base64
import hashlib
import json
import re

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# RFC 6962, section 2.1


def split(n: int) -> int:
    """The largest power of two smaller than n."""
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def mth(d: list[bytes]) -> bytes:
    if not d:
        return sha256(b"")
    if len(d) == 1:
        return sha256(b"\x00" + d[0])
    k = split(len(d))
    return sha256(b"\x01" + mth(d[:k]) + mth(d[k:]))


def path(m: int, d: list[bytes]) -> list[bytes]:
    if len(d) == 1:
        return []
    k = split(len(d))
    return [*path(m, d[:k]), mth(d[k:])] if m < k else [*path(m - k, d[k:]), mth(d[:k])]


def proof(m: int, d: list[bytes]) -> list[bytes]:
    return subproof(m, d, True)


def subproof(m: int, d: list[bytes], whole: bool) -> list[bytes]:
    if m == len(d):
        return [] if whole else [mth(d)]
    k = split(len(d))
    if m <= k:
        return [*subproof(m, d[:k], whole), mth(d[k:])]
    return [*subproof(m - k, d[k:], False), mth(d[:k])]


def root_of(node: bytes, m: int, n: int, hashes: list[bytes]) -> bytes | None:
    """The root above leaf m of n, undoing ``path``; None where the hashes are not as many as they must be."""
    if n == 1:
        return node if not hashes else None
    if not hashes:
        return None
    k, last = split(n), hashes[-1]
    below = root_of(node, m, k, hashes[:-1]) if m < k else root_of(node, m - k, n - k, hashes[:-1])
    if below is None:
        return None
    return sha256(b"\x01" + below + last) if m < k else sha256(b"\x01" + last + below)


# RFC 8032, section 5.1: the curve, in plain coordinates

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(n: int, point: Point) -> Point:
    total = (0, 1)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def point_of(encoded: bytes) -> Point | None:
    """The point, its y taken modulo p and the sign bit of x = 0 ignored; None where the curve has no such y."""
    number = int.from_bytes(encoded, "little")
    y, sign = number % 2**255 % P, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    return (P - x) % P if x & 1 != sign else x, y


# Keys, notes, proofs


def key_id(name: str, kind: int, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + bytes([kind]) + public)[:4]


def public_of(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def key_text(name: str, public: bytes, kind: int = 1) -> str:
    encoded = base64.b64encode(bytes([kind]) + public).decode()
    return f"{name}+{key_id(name, kind, public).hex()}+{encoded}"


def signature_line(name: str, seed: bytes, text: str) -> str:
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(text.encode())
    return f"\u2014 {name} {base64.b64encode(key_id(name, 1, public_of(seed)) + signature).decode()}\n"


def cosignature_line(name: str, seed: bytes, time: int, text: str) -> str:
    message = f"cosignature/v1\ntime {time}\n{text}".encode()
    data = key_id(name, 4, public_of(seed)) + time.to_bytes(8, "big")
    data += Ed25519PrivateKey.from_private_bytes(seed).sign(message)
    return f"\u2014 {name} {base64.b64encode(data).decode()}\n"


def check_proof(proof: dict, key: str) -> str | None:
    """What is wrong with a ``deal.proof`` under an operator's key; None where all of it holds."""
    found = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", key)
    if not found:
        return "key"
    name, hexed, encoded = found.groups()
    kind, public = base64.b64decode(encoded)[0], base64.b64decode(encoded)[1:]
    point = point_of(public)
    if kind != 1 or key_id(name, 1, public).hex() != hexed or point is None or times(8, point) == (0, 1):
        return "key"
    body = r"([^\x00-\x1f]+)\n(0|[1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n"
    found = re.fullmatch(f"({body})\n((?:\u2014 [^\\s+]+ [A-Za-z0-9+/]+=*\n)+)", proof["checkpoint"])
    if not found:
        return "checkpoint"
    text, origin, size, root, lines = found.groups()
    if base64.b64encode(base64.b64decode(root)).decode() != root:
        return "checkpoint"
    if origin != name:
        return "origin"
    signatures = []
    for line in lines.splitlines():
        _, signer, encoded = line.split(" ")
        data = base64.b64decode(encoded)
        if signer == name and data[:4].hex() == hexed:
            signatures.append(data[4:])
    if not signatures:
        return "unsigned"
    for signature in signatures:
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
        except InvalidSignature:
            return "signature"
    if proof["size"] != int(size):
        return "size"
    if not 0 <= proof["index"] < proof["size"]:
        return "index"
    if any(not re.fullmatch(r"[0-9a-f]{64}", each) for each in proof["path"]):
        return "path"
    leaf = sha256(b"\x00" + proof["leaf"].encode())
    made = root_of(leaf, proof["index"], proof["size"], [bytes.fromhex(each) for each in proof["path"]])
    if made is None:
        return "path"
    return None if made == base64.b64decode(root) else "root"


class Ledger:
    """An honest operator's ledger, for tests that need one."""

    def __init__(self, origin: str = "club.example", seed: bytes = b"\x2a" * 32) -> None:
        self.origin = origin
        self.seed = seed
        self.lines: list[bytes] = []

    @property
    def key(self) -> str:
        return key_text(self.origin, public_of(self.seed))

    @property
    def raw(self) -> bytes:
        """The bytes of ``ledger.jsonl``."""
        return b"".join(line + b"\n" for line in self.lines)

    def append(self, tree: dict) -> bytes:
        self.lines.append(json.dumps(tree, separators=(",", ":")).encode("ascii"))
        return self.lines[-1]

    def first(self, size: int | None = None) -> list[bytes]:
        size = len(self.lines) if size is None else size
        assert 0 <= size <= len(self.lines)
        return self.lines[:size]

    def root(self, size: int | None = None) -> bytes:
        return mth(self.first(size))

    def path(self, index: int, size: int | None = None) -> list[bytes]:
        return path(index, self.first(size))

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        return proof(old, self.first(size))

    def text(self, size: int | None = None) -> str:
        """The three lines that are signed."""
        lines = self.first(size)
        return f"{self.origin}\n{len(lines)}\n{base64.b64encode(mth(lines)).decode()}\n"

    def checkpoint(self, size: int | None = None) -> str:
        text = self.text(size)
        return text + "\n" + signature_line(self.origin, self.seed, text)

    def cosigned(self, name: str, seed: bytes, time: int, size: int | None = None) -> str:
        """The checkpoint with a witness's line after the operator's."""
        return self.checkpoint(size) + cosignature_line(name, seed, time, self.text(size))

    def proof(self, index: int, size: int | None = None) -> dict:
        """The ``deal.proof`` of a line."""
        return {
            "leaf": self.lines[index].decode("ascii"),
            "index": index,
            "size": len(self.first(size)),
            "path": [each.hex() for each in self.path(index, size)],
            "checkpoint": self.checkpoint(size),
        }

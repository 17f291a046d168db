"""Hashes and keys (procedure, sections 2 to 4)."""

import hashlib
from collections.abc import Mapping

from .terms import Terms


class MissingEntropy(ValueError):
    """A value that the terms name is not there. ``seat`` is whose it is, None for the beacon's signature."""

    def __init__(self, seat: int | None) -> None:
        super().__init__("the beacon's signature is missing" if seat is None else f"seat {seat}'s value is missing")
        self.seat = seat


def read_hex(text: str, size: int) -> bytes | None:
    """``size`` bytes from exactly that many pairs of small hex digits; None for anything else."""
    if len(text) != 2 * size:
        return None
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return None
    return data if data.hex() == text else None


def tag(name: str) -> bytes:
    """The domain tag: ``euchre-deal/v1 `` and the name, then one zero byte."""
    return b"euchre-deal/v1 " + name.encode("ascii") + b"\x00"


_COMMIT, _CONTRIBUTION, _KEY = tag("commit"), tag("contribution"), tag("key")


def commitment(terms_hash: bytes, secret: bytes) -> bytes:
    """Section 2: the fingerprint published before the hand."""
    return hashlib.sha256(_COMMIT + terms_hash + secret).digest()


def contribution(committed: bytes, seat: int, value: bytes) -> bytes:
    """Section 3: what a player publishes before showing ``value``; ``committed`` is the commitment."""
    return hashlib.sha256(_CONTRIBUTION + committed + bytes([seat]) + value).digest()


_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class HmacKey:
    """HMAC-SHA-256 under one key of at most 64 bytes. Its two pads are hashed once, and copied for each message."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        if len(key) > _BLOCK:
            raise ValueError("a key is at most 64 bytes")
        padded = key.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(padded.translate(_INNER))
        self._outer = hashlib.sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """The HMAC of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def mix_of(terms: Terms, values: Mapping[int, bytes], signature: bytes | None) -> bytes:
    """Section 3: the entropy that the dealer did not choose, or :class:`MissingEntropy`.

    A value equal to that of an earlier seat counts as none.
    """
    parts: list[tuple[bytes, bytes]] = []
    for seat in terms.players:
        if seat not in values or any(values[seat] == value for _, value in parts):
            raise MissingEntropy(seat)
        parts.append((f"seat {seat}".encode("ascii"), values[seat]))
    if terms.beacon is not None:
        if signature is None:
            raise MissingEntropy(None)
        label = f"beacon drand-quicknet {terms.beacon}".encode("ascii")
        parts.append((label, hashlib.sha256(signature).digest()))
    joined = b"".join(_lp(label) + _lp(value) for label, value in parts)
    return len(parts).to_bytes(2, "big") + joined


def _lp(text: bytes) -> bytes:
    return len(text).to_bytes(2, "big") + text


def deal_key(secret: bytes, terms_hash: bytes, mix: bytes) -> bytes:
    """Section 4: the key of all streams."""
    return HmacKey(secret).digest(_KEY + terms_hash + mix)

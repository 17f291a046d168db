"""Hashes and keys (procedure, sections 2 to 4)."""

import hashlib
import hmac
import re
from collections.abc import Mapping

from .terms import Terms


class MissingEntropy(ValueError):
    """A value that the terms name is not there. ``seat`` is whose it is, None for the beacon's signature."""

    def __init__(self, seat: int | None) -> None:
        super().__init__("the beacon's signature is missing" if seat is None else f"seat {seat}'s value is missing")
        self.seat = seat


_HEX = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)


def read_hex(text: str, size: int) -> bytes | None:
    """``size`` bytes from exactly that many pairs of small hex digits; None for anything else."""
    return bytes.fromhex(text) if len(text) == 2 * size and _HEX.fullmatch(text) else None


def tag(name: str) -> bytes:
    """The domain tag: ``euchre-deal/v1 `` and the name, then one zero byte."""
    return b"euchre-deal/v1 " + name.encode("ascii") + b"\x00"


def commitment(terms_hash: bytes, secret: bytes) -> bytes:
    """Section 2: the fingerprint published before the hand."""
    return hashlib.sha256(tag("commit") + terms_hash + secret).digest()


def contribution(committed: bytes, seat: int, value: bytes) -> bytes:
    """Section 3: what a player publishes before showing ``value``; ``committed`` is the commitment."""
    return hashlib.sha256(tag("contribution") + committed + bytes([seat]) + value).digest()


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
    return hmac.digest(secret, tag("key") + terms_hash + mix, "sha256")

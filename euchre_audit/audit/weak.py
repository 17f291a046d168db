"""Secrets that are none: text, constants, counters, what everybody has. Section 2 asks for fresh random bytes."""

import hashlib
from functools import lru_cache
from itertools import pairwise

from ..dealing import Terms

_PRINTABLE = frozenset(range(0x20, 0x7F))
_FEW = 12
_ZEROS = bytes(12)


def weakness(secret: bytes) -> str | None:
    """What shows that 32 bytes did not come from a random generator; None where nothing does.

    A random secret is called weak less than once in 10**12.
    """
    distinct = len(set(secret))
    if distinct == 1:
        return "is one byte over and over"
    if secret.isascii() and set(secret) <= _PRINTABLE:
        return "is text"
    if distinct == len(secret) and len({(after - before) % 256 for before, after in pairwise(secret)}) == 1:
        return "is a count, byte by byte"
    if secret.startswith(_ZEROS) or secret.endswith(_ZEROS):
        return "is a small number with zeros around it"
    if distinct <= _FEW:
        return f"holds {distinct} different bytes alone"
    if distinct <= 16 and any(secret == (secret[:size] * 32)[:32] for size in range(2, 17)):
        return "repeats itself"
    return None


def published_as(secret: bytes, terms: Terms) -> str | None:
    """What that is out before the hand the secret is; None where it is none of it."""
    for what, value in published(terms):
        if value == secret:
            return what
    return None


def published(terms: Terms) -> list[tuple[str, bytes]]:
    """What everybody has before the cards, by the terms alone: 32 bytes each."""
    values = [
        ("the hash of the terms", terms.terms_hash),
        ("the hash of the session's name", _hash_of(terms.session)),
        ("the hash of session and hand", hashlib.sha256(f"{terms.session} {terms.hand}".encode()).digest()),
    ]
    if terms.match is not None:
        values.insert(1, ("the hash of the match header", bytes.fromhex(terms.match)))
    return values


@lru_cache(maxsize=64)
def _hash_of(session: str) -> bytes:
    return hashlib.sha256(session.encode()).digest()

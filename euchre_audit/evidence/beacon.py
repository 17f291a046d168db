"""The drand quicknet beacon: whether a signature is the one of a round (deal procedure, section 3).

The scheme is ``bls-unchained-g1-rfc9380``: BLS signatures in G1 of BLS12-381, hashed to the curve as RFC 9380
says, under one key for all rounds. Chain and key are those of https://api.drand.sh/, and fixed here.
"""

import hashlib
from functools import cache
from typing import Any

from .extras import ExtraMissing

CHAIN_HASH = bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")
"""The chain's name: SHA-256 over period, genesis, key, group hash and ``quicknet``."""
PUBLIC_KEY = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""The key of every round, a compressed point of G2."""
GENESIS = 1_692_803_367
"""The time of round 1, in Unix seconds."""
PERIOD = 3
"""Seconds from one round to the next."""
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain tag with which a round is hashed to the curve."""
LAST_ROUND = 2**64 - 1
SIGNATURE_BYTES = 48

_FIELD = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
_COMPRESSED, _INFINITY = 1 << 383, 1 << 382
_X = (1 << 381) - 1


class BeaconError(ValueError):
    """A round that cannot be, or a signature that is not the one of its round."""


BEFORE_ROUND = 10
"""Procedure, section 3: seconds by which a commitment has to be out before the round that it waits for."""


def round_time(number: int) -> int:
    """When a round comes, in Unix seconds; :class:`BeaconError` for a number that no round has."""
    _check_round(number)
    return GENESIS + PERIOD * (number - 1)


def check_beacon(number: int, signature: bytes) -> None:
    """That this is quicknet's signature of round ``number``, 48 bytes.

    :class:`BeaconError` says what is wrong with it; :class:`~euchre_audit.evidence.extras.ExtraMissing` where the
    extra ``beacon`` is not installed. Any spelling but the canonical one is refused, and any point outside the
    subgroup of prime order: the pairing alone would take several signatures for one round.
    """
    _check_round(number)
    _check_encoding(signature)
    curve = _curve()
    try:
        point = curve.G1Point.from_compressed_bytes(signature)
    except ValueError:
        raise BeaconError("the signature is a point outside the subgroup of prime order") from None
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = curve.G1Point.hash_to_curve(message, DOMAIN)
    # e(signature, generator) = e(hashed, key), as one product.
    if not curve.GT.pairing_check([point, -hashed], [curve.G2Point(), _key()]):
        raise BeaconError(f"the signature is not drand quicknet's of round {number}")


def _check_round(number: int) -> None:
    if not 1 <= number <= LAST_ROUND:
        raise BeaconError(f"the beacon's rounds are numbered 1 to {LAST_ROUND}")


def _check_encoding(signature: bytes) -> None:
    """That these bytes are the one spelling of a point of the curve, as the compressed form of ZCash has it."""
    if len(signature) != SIGNATURE_BYTES:
        raise BeaconError(f"a signature of the beacon has {SIGNATURE_BYTES} bytes, this one {len(signature)}")
    number = int.from_bytes(signature, "big")
    if not number & _COMPRESSED:
        raise BeaconError("the signature is not a compressed point: its first bit is not set")
    if number & _INFINITY:
        raise BeaconError("the signature is the point at infinity, which signs nothing")
    x = number & _X
    if x >= _FIELD:
        raise BeaconError("the signature's number is not below the field's prime")
    if pow(x**3 + 4, (_FIELD - 1) // 2, _FIELD) != 1:
        raise BeaconError("the signature is no point of the curve")


def _curve() -> Any:
    try:
        import py_arkworks_bls12381
    except ImportError:
        raise ExtraMissing("beacon", "Checking a beacon's signature") from None
    return py_arkworks_bls12381


@cache
def _key() -> Any:
    return _curve().G2Point.from_compressed_bytes(PUBLIC_KEY)

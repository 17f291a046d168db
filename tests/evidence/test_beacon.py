import hashlib
import random
import sys

import pytest

from euchre_audit.evidence import beacon
from euchre_audit.evidence.beacon import BeaconError, check_beacon, round_time
from euchre_audit.evidence.extras import ExtraMissing

# As the beacon's own servers answer, https://api.drand.sh/<chain hash>/public/<round>: signature, randomness.
ROUNDS = {
    1000: (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    ),
    1001: (
        "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
        "b0a591ad1b9002cfc372ac6e30abd3da8d3088d4caae026961743474fb94235f",
    ),
    1002: (
        "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
        "339d3f0e702ed27d36966c6ee85a2bc762a24e178e7e5c835d9b5a7509cb920c",
    ),
    1003: (
        "b104c82771698f45fd8dcfead083d482694c31ab519bcef077f126f3736fe98c8392fd5d45d88aeb76b56ccfcb0296d7",
        "758f0c906d8c5296a032a66f0d96c6e0eeea4291e8fc9830bbfb19a2ba8610a9",
    ),
    657413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
    ),
    32398885: (
        "8f6d5ddd520329a4ce9a25db41c0552a5ac04bd56577138cbb0ec2b9326af2b8012c7dc2c5bcddc439d922c93a281d24",
        "b6d412641a7d58b20ef5dded4ae48e9358cc35710f90961d8fe6e99d0e0281ef",
    ),
}
SIGNATURE = bytes.fromhex(ROUNDS[1000][0])

# BLS12-381, y² = x³ + 4 over the field of FIELD elements; the subgroup has ORDER points.
FIELD = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
ORDER = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
Point = tuple[int, int] | None


def add(one: Point, other: Point) -> Point:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % FIELD == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, FIELD) if one == other else (y2 - y1) * pow(x2 - x1, -1, FIELD)
    x = (slope * slope - x1 - x2) % FIELD
    return x, (slope * (x1 - x) - y1) % FIELD


def times(factor: int, point: Point) -> Point:
    total: Point = None
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def on_curve(x: int) -> Point:
    y = pow(x**3 + 4, (FIELD + 1) // 4, FIELD)
    return (x, y) if (y * y - x**3 - 4) % FIELD == 0 else None


def decoded(data: bytes) -> Point:
    number = int.from_bytes(data, "big")
    point = on_curve(number & (1 << 381) - 1)
    assert point is not None
    x, y = point
    return (x, y) if (y > FIELD - y) == bool(number >> 381 & 1) else (x, FIELD - y)


def encoded(point: Point) -> bytes:
    assert point is not None
    x, y = point
    return (x | 1 << 383 | (1 << 381 if y > FIELD - y else 0)).to_bytes(48, "big")


def torsion() -> Point:
    """A point of the curve whose order divides the cofactor: the first x with a point, times ORDER."""
    point = next(found for found in map(on_curve, range(1, 100)) if found is not None)
    found = times(ORDER, point)
    assert found is not None and times(ORDER, found) is not None
    return found


def test_times_of_rounds() -> None:
    assert round_time(1) == 1692803367
    assert round_time(1000) == 1692806364
    assert round_time(32398885) == 1790000019
    assert round_time(2**64 - 1) == 1692803367 + 3 * (2**64 - 2)


@pytest.mark.parametrize("number", [0, -1, 2**64, -(2**64)])
def test_no_such_round(number: int) -> None:
    with pytest.raises(BeaconError, match="numbered 1 to 18446744073709551615"):
        round_time(number)
    with pytest.raises(BeaconError, match="numbered 1 to 18446744073709551615"):
        check_beacon(number, SIGNATURE)


def test_the_chain_hash_is_that_of_key_period_and_genesis() -> None:
    group = bytes.fromhex("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
    data = beacon.PERIOD.to_bytes(4, "big") + beacon.GENESIS.to_bytes(8, "big") + beacon.PUBLIC_KEY + group
    assert hashlib.sha256(data + b"quicknet").digest() == beacon.CHAIN_HASH


@pytest.mark.parametrize("number", ROUNDS)
def test_real_rounds(number: int) -> None:
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    signature, randomness = map(bytes.fromhex, ROUNDS[number])
    check_beacon(number, signature)
    assert hashlib.sha256(signature).digest() == randomness


def test_signature_of_another_round() -> None:
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    for number in (1, 999, 1001, 2**64 - 1):
        with pytest.raises(BeaconError, match=f"not drand quicknet's of round {number}"):
            check_beacon(number, SIGNATURE)
    with pytest.raises(BeaconError, match="not drand quicknet's of round 1000"):
        check_beacon(1000, bytes.fromhex(ROUNDS[1001][0]))


def test_every_bit_counts() -> None:
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    number = int.from_bytes(SIGNATURE, "big")
    for bit in range(384):
        with pytest.raises(BeaconError):
            check_beacon(1000, (number ^ 1 << bit).to_bytes(48, "big"))


def test_the_negative_point() -> None:
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    with pytest.raises(BeaconError, match="not drand quicknet's"):
        check_beacon(1000, bytes([SIGNATURE[0] ^ 0x20]) + SIGNATURE[1:])


X = int.from_bytes(SIGNATURE, "big") & (1 << 381) - 1
OFF_CURVE = next(x for x in range(1, 100) if on_curve(x) is None)
POINT = decoded(SIGNATURE)
assert POINT is not None


@pytest.mark.parametrize(
    ("signature", "words"),
    [
        (b"", "has 48 bytes, this one 0"),
        (SIGNATURE[:-1], "has 48 bytes, this one 47"),
        (SIGNATURE + b"\x00", "has 48 bytes, this one 49"),
        (POINT[0].to_bytes(48, "big") + POINT[1].to_bytes(48, "big"), "has 48 bytes, this one 96"),
        (SIGNATURE.hex().encode(), "has 48 bytes, this one 96"),
        (POINT[0].to_bytes(48, "big"), "not a compressed point"),
        (b"\xc0" + bytes(47), "infinity"),
        (b"\xe0" + bytes(47), "infinity"),
        (bytes([SIGNATURE[0] | 0x40]) + SIGNATURE[1:], "infinity"),
        (bytes(48), "not a compressed point"),
        (b"\xff" * 48, "infinity"),
        (b"\x9f" + b"\xff" * 47, "not below the field's prime"),
        ((FIELD | 1 << 383).to_bytes(48, "big"), "not below the field's prime"),
        ((FIELD + next(x for x in range(99) if on_curve(x)) | 1 << 383).to_bytes(48, "big"), "not below"),
        ((OFF_CURVE | 1 << 383).to_bytes(48, "big"), "no point of the curve"),
    ],
)
def test_bad_spellings(signature: bytes, words: str) -> None:
    # None of these reaches the library.
    with pytest.raises(BeaconError, match=words):
        check_beacon(1000, signature)


def test_random_bytes() -> None:
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    dice = random.Random(1)
    for _ in range(300):
        data = bytearray(dice.randbytes(dice.choice((48, 48, 48, 47, 49, 96))))
        data[0] = data[0] & 0x3F | 0x80
        with pytest.raises(BeaconError):
            check_beacon(dice.randrange(1, 2**64), bytes(data))


def test_points_outside_the_subgroup() -> None:
    curve = pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")
    assert encoded(POINT) == SIGNATURE and times(ORDER, POINT) is None
    extra = torsion()
    for point in (extra, add(POINT, extra), add(POINT, add(extra, extra))):
        with pytest.raises(BeaconError, match="outside the subgroup"):
            check_beacon(1000, encoded(point))
    # The pairing does not see what was added, so the subgroup has to be checked.
    forged = curve.G1Point.from_compressed_bytes_unchecked(encoded(add(POINT, extra)))
    hashed = curve.G1Point.hash_to_curve(hashlib.sha256((1000).to_bytes(8, "big")).digest(), beacon.DOMAIN)
    key = curve.G2Point.from_compressed_bytes(beacon.PUBLIC_KEY)
    assert curve.GT.pairing_check([forged, -hashed], [curve.G2Point(), key])
    assert not forged.is_in_subgroup() and key.is_in_subgroup()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'euchre-audit\[beacon\]'") as caught:
        check_beacon(1000, SIGNATURE)
    assert caught.value.extra == "beacon"
    with pytest.raises(BeaconError):
        check_beacon(1000, b"")

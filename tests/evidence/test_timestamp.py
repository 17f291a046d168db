import contextlib
import random
import sys
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from euchre_audit.evidence.extras import ExtraMissing
from euchre_audit.evidence.timestamp import TimestampError, check_timestamp

DATA = Path(__file__).parent / "data"
TIME = 1692806340
"""2023-08-23 15:59:00 UTC, the time of every token in the folder (see its README)."""


def read(name: str) -> bytes:
    return (DATA / name).read_bytes()


def refused(words: str, token: bytes, *given: bytes, text: bytes | None = None) -> None:
    with pytest.raises(TimestampError, match=words):
        check_timestamp(token, TEXT if text is None else text, given)


def der(name: str) -> bytes:
    return x509.load_pem_x509_certificate(read(name)).public_bytes(Encoding.DER)


TEXT, ROOT, OTHER, TSA = read("checkpoint.txt"), read("root.pem"), read("other.pem"), read("tsa.pem")
GOOD = read("good.tst")


@pytest.fixture(autouse=True)
def library(request: pytest.FixtureRequest) -> None:
    if request.function is not test_without_the_extra:
        pytest.importorskip("rfc3161_client", reason="the extra timestamp is not installed")


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("good.tst", [ROOT]),
        ("good.tsr", [ROOT]),
        ("good.tst", [OTHER, ROOT]),
        ("good.tst", [ROOT, TSA]),
        ("good.tst", [ROOT, ROOT, TSA, TSA]),
        ("good.tst", [ROOT + TSA]),
        ("good.tst", [der("root.pem")]),
        ("bare.tst", [ROOT, TSA]),
        ("bare.tst", [der("tsa.pem"), der("root.pem")]),
        ("chain.tst", [ROOT]),
        ("chain.tst", [ROOT, read("middle.pem")]),
        ("short.tst", [ROOT, read("middle.pem"), read("lower.pem")]),
    ],
)
def test_good(name: str, given: list[bytes]) -> None:
    # The authorities' certificates ended in 2023: they are judged at the token's time.
    assert check_timestamp(read(name), TEXT, given) == TIME


def test_certificates_within_may_stand_in_any_order() -> None:
    # As openssl writes them, which is not DER's order, and the other way round.
    token = read("chain.tst")
    first, second = der("lower.pem"), der("middle.pem")
    assert first + second in token and first > second
    assert check_timestamp(token.replace(first + second, second + first), TEXT, [ROOT]) == TIME


def test_fraction_and_accuracy_count_upwards() -> None:
    # 15:59:00.001875, give or take 2.5001 s.
    assert check_timestamp(read("fine.tst"), TEXT, [ROOT]) == TIME + 3


def test_a_grant_with_changes_is_a_grant() -> None:
    assert check_timestamp(response(1, GOOD), TEXT, [ROOT]) == TIME
    for status in (2, 3, 4, 5, 6):
        refused("refuses a time stamp", response(status, GOOD), ROOT)
    refused("without a time stamp", response(0, b""), ROOT)
    refused("without a time stamp", response(0, GOOD + GOOD), ROOT)
    refused("refuses a time stamp", read("refused.tsr"), ROOT)


def response(status: int, token: bytes) -> bytes:
    return der_of(0x30, bytes([0x30, 3, 2, 1, status]) + token)


def der_of(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    return bytes([tag]) + (bytes([0x81, size]) if size < 0x100 else b"\x82" + size.to_bytes(2, "big")) + content


def test_another_text() -> None:
    for text in (b"", TEXT[:-1], TEXT + b"\n", TEXT.replace(b"258", b"259"), TEXT.replace(b"\n", b"\r\n")):
        refused("over another text", GOOD, ROOT, text=text)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("good.tst", [OTHER], "do not vouch for"),
        ("bare.tst", [OTHER, TSA], "do not vouch for"),
        ("bare.tst", [ROOT], "lacks its authority's certificate"),
        ("short.tst", [ROOT, read("lower.pem")], "do not vouch for"),
        ("good.tst", [], "none was given"),
        ("good.tst", [TSA], "none of the certificates given is a root"),
        ("good.tst", [ROOT, b""], "certificate 2 of those given"),
        ("good.tst", [b"-----BEGIN CERTIFICATE-----\n"], "certificate 1 of those given"),
        ("good.tst", [der("root.pem") + b"\x00"], "certificate 1 of those given"),
        ("good.tst", [GOOD], "certificate 1 of those given"),
        ("early.tst", [ROOT], "began only after"),
        ("late.tst", [ROOT], "had ended"),
        ("plain.tst", [ROOT], "not one for time stamps"),
        ("server.tst", [ROOT], "not one for time stamps"),
        ("sha384.tst", [ROOT], "another hash"),
        ("sha512.tst", [ROOT], "another hash"),
        ("data.tst", [ROOT], "something else"),
        ("noon.tst", [ROOT], "no time stamp"),
    ],
)
def test_bad(name: str, given: list[bytes], words: str) -> None:
    refused(words, read(name), *given)


def test_not_a_token() -> None:
    refused("empty", b"", ROOT)
    refused("never longer", GOOD + bytes(100_000), ROOT)
    for junk in (
        b"0",
        b"\x30\x00",
        b"\x30\x80\x00\x00",
        b"\x30\x02\x30\x00",
        b"\x30\x02\x06\x00",
        TEXT,
        ROOT,
        der("root.pem"),
    ):
        refused("no time stamp", junk, ROOT)
    for token in (GOOD, read("good.tsr")):
        refused("before or after", token + token, ROOT)
        refused("no time stamp", token + b"\x00", ROOT)
        refused("no time stamp", b"\x00" + token, ROOT)


@pytest.mark.parametrize("name", ["good.tst", "good.tsr", "fine.tst"])
def test_cut_off(name: str) -> None:
    token = read(name)
    for length in range(1, len(token), 3):
        refused("no time stamp", token[:length], ROOT)


@pytest.mark.parametrize(
    "time",
    [
        b"20230823155900",
        b"20230823155960Z",
        b"20230231155900Z",
        b"00000823155900Z",
        b"202308231559.5Z",
        b"20230823155900.0Z",
    ],
)
def test_times_that_are_none(time: bytes) -> None:
    old = b"\x18\x0f20230823155900Z"
    refused("not a time of the calendar", grown(GOOD, old, bytes([0x18, len(time)]) + time), ROOT)


@pytest.mark.parametrize("time", [b"00010101000000Z", b"19691231235959Z", b"22230823155900Z", b"99991231235959Z"])
def test_far_times(time: bytes) -> None:
    refused("began only after|had ended", GOOD.replace(b"20230823155900Z", time), ROOT)


@pytest.mark.parametrize(
    "accuracy",
    [
        "3000",
        "3003020102810164",
        "3003800100",
        "3004800203e8",
        "300302010180",
        "30030201ff",
        "30020200",
        "3006800101800101",
    ],
)
def test_odd_accuracies(accuracy: str) -> None:
    old = bytes.fromhex("300a020102800201f4810164")
    assert old in read("fine.tst")
    with pytest.raises(TimestampError):
        check_timestamp(grown(read("fine.tst"), old, bytes.fromhex(accuracy)), TEXT, [ROOT])


def test_an_accuracy_of_ages() -> None:
    old, new = bytes.fromhex("300a020102800201f4810164"), b"\x30\x0a\x02\x08" + b"\x7f" * 8
    refused("beyond the year 9999", grown(read("fine.tst"), old, new), ROOT)


def grown(token: bytes, old: bytes, new: bytes) -> bytes:
    """The token with ``old`` replaced within it, and every length around it put right."""
    at = token.index(old)

    def within(data: bytes, start: int, end: int) -> bytes:
        made = b""
        while start < end:
            if start == at:
                made, start = made + new, start + len(old)
                continue
            head = start + 2 + (data[start + 1] & 0x7F if data[start + 1] >= 0x80 else 0)
            size = int.from_bytes(data[start + 2 : head], "big") if head > start + 2 else data[start + 1]
            stop = head + size
            if start < at < stop:
                made += der_of(data[start], within(data, head, stop))
            else:
                made += data[start:stop]
            start = stop
        return made

    return within(token, 0, len(token))


@pytest.mark.parametrize(("name", "time"), [("good.tst", TIME), ("good.tsr", TIME), ("fine.tst", TIME + 3)])
def test_changed_bytes(name: str, time: int, capfd: pytest.CaptureFixture[str]) -> None:
    token, dice = read(name), random.Random(name)
    taken = 0
    for _ in range(400):
        data = bytearray(token)
        for _ in range(dice.choice((1, 1, 1, 2))):
            at = dice.randrange(len(data))
            data[at] = dice.choice((data[at] ^ 1 << dice.randrange(8), dice.randrange(256)))
        try:
            # Only what is not signed may change, and that changes no time.
            assert check_timestamp(bytes(data), TEXT, [ROOT, TSA]) == time
            taken += 1
        except TimestampError:
            pass
    assert taken < 20
    assert capfd.readouterr() == ("", "")


def test_changed_certificates(capfd: pytest.CaptureFixture[str]) -> None:
    dice, token = random.Random(3), read("bare.tst")
    for _ in range(300):
        pair = [bytearray(der("root.pem")), bytearray(der("tsa.pem"))]
        data = dice.choice(pair)
        at = dice.randrange(len(data))
        data[at] = dice.choice((data[at] ^ 1 << dice.randrange(8), 0x0C, 0x13, 0x17, 0x30))
        with contextlib.suppress(TimestampError):
            assert check_timestamp(token, TEXT, [bytes(each) for each in pair]) == TIME
    assert capfd.readouterr() == ("", "")


def test_a_name_that_only_openssl_refuses(capfd: pytest.CaptureFixture[str]) -> None:
    # The tag of the name's text, UTF8String, made one that no name has.
    odd = der("root.pem").replace(b"\x0c\x0cExample root", b"\x0d\x0cExample root")
    assert odd != der("root.pem")
    refused("certificate 1 of those given", GOOD, odd)
    assert capfd.readouterr() == ("", "")


def test_two_certificates_of_one_number() -> None:
    twin = bytearray(der("tsa.pem"))
    twin[-1] ^= 1
    refused("name and number", GOOD, ROOT, TSA, bytes(twin))
    refused("do not vouch for", GOOD, ROOT, bytes(twin))


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'euchre-audit\[timestamp\]'") as caught:
        check_timestamp(GOOD, TEXT, [ROOT])
    assert caught.value.extra == "timestamp"

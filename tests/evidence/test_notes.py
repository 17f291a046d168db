"""Signed notes, keys, cosignatures, checkpoints: published examples, each refusal beside what is accepted."""

from __future__ import annotations

import base64
import hashlib
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.evidence import (
    COSIGNATURE,
    ED25519,
    Note,
    NoteError,
    check_signature,
    checkpoint_text,
    parse_checkpoint,
    parse_note,
    parse_verifier,
    sign,
)
from tests.twin import ledger as twin

# From the tests of golang.org/x/mod/sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_PRIVATE = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETER_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_BASE64 = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
PETER_LINE = f"— PeterNeumann {PETER_BASE64}\n"
PETER_NOTE = PETER_TEXT + "\n" + PETER_LINE
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
ENOCH_LINE = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)

# From c2sp.org/tlog-cosignature.
SOFA = """\
example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa \
Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 \
jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""

# From c2sp.org/signed-note.
QUASIMODO = """\
Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore \
NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
"""

# RFC 8032, section 7.1: seed, public key, message, signature.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]

NAME = "club.example"
SEED = bytes(range(32))
KEY = twin.key_text(NAME, twin.public_of(SEED))
WITNESS = "witness.example/w1"
WITNESS_SEED = bytes(range(1, 33))
WITNESS_KEY = twin.key_text(WITNESS, twin.public_of(WITNESS_SEED), 4)
ROOT = hashlib.sha256(b"a root").digest()
ROOT_64 = base64.b64encode(ROOT).decode()
TEXT = f"{NAME}\n7\n{ROOT_64}\n"
LINE = twin.signature_line(NAME, SEED, TEXT)
NOTE = TEXT + "\n" + LINE
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def spelled(name: str, data: bytes) -> str:
    return f"— {name} {base64.b64encode(data).decode()}\n"


def signed(text: str, name: str = NAME, seed: bytes = SEED) -> str:
    return text + "\n" + twin.signature_line(name, seed, text)


def other_last_bits(encoded: str) -> str:
    """The same bytes in base64, with other bits where padding leaves some unused."""
    body = encoded.rstrip("=")
    assert body != encoded
    return body[:-1] + ALPHABET[ALPHABET.index(body[-1]) ^ 1] + encoded[len(body) :]


def refused_key(text: str) -> None:
    with pytest.raises(NoteError):
        parse_verifier(text)


def refused_note(text: str) -> None:
    with pytest.raises(NoteError):
        parse_note(text)
    with pytest.raises(NoteError):
        parse_checkpoint(text)


def refused_signature(text: str, key: str) -> None:
    note = parse_note(text)
    with pytest.raises(NoteError):
        check_signature(note, parse_verifier(key))


# Published examples


def test_the_note_of_the_go_package_holds_under_its_key():
    key = parse_verifier(PETER)
    assert (key.name, key.kind, key.key_id.hex(), str(key)) == ("PeterNeumann", ED25519, "c74f20a3", PETER)
    note = parse_note(PETER_NOTE)
    assert note.text == PETER_TEXT
    assert [(each.name, each.key_id + each.signature) for each in note.signatures] == [
        ("PeterNeumann", base64.b64decode(PETER_BASE64))
    ]
    assert check_signature(note, key) is None


def test_the_note_of_the_go_package_is_signed_byte_for_byte():
    private = Ed25519PrivateKey.from_private_bytes(base64.b64decode(PETER_PRIVATE)[1:])
    assert sign(PETER_TEXT, "PeterNeumann", private) == PETER_NOTE


def test_two_signatures_of_the_go_package_each_hold_under_their_own_key():
    note = parse_note(PETER_NOTE + ENOCH_LINE)
    for key in (PETER, ENOCH):
        assert check_signature(note, parse_verifier(key)) is None
    refused_signature(PETER_NOTE, ENOCH)
    refused_signature(PETER_TEXT + "\n" + ENOCH_LINE, PETER)


def test_no_part_of_a_key_is_a_key_and_no_byte_of_it_may_change():
    for start in range(len(PETER)):
        for stop in range(start, len(PETER) + 1):
            if (start, stop) != (0, len(PETER)):
                refused_key(PETER[start:stop])
    for at, letter in enumerate(PETER):
        refused_key(PETER[:at] + chr(ord(letter) + 1) + PETER[at + 1 :])


@pytest.mark.parametrize(
    "key",
    [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ],
)
def test_the_keys_that_the_go_package_refuses_are_refused(key):
    refused_key(key)


@pytest.mark.parametrize(
    "note",
    [
        PETER_TEXT,
        PETER_TEXT + "\n",
        PETER_NOTE[:-1],
        "\x01" + PETER_NOTE,
        PETER_TEXT + f"\n— Bad Name {PETER_BASE64}\n",
        PETER_TEXT + f"\n— Bad Name {PETER_BASE64}",
        PETER_NOTE + "Unexpected line.\n",
    ],
)
def test_the_notes_that_the_go_package_refuses_are_refused(note):
    refused_note(note)


def test_the_poem_of_the_page_keeps_its_empty_line():
    note = parse_note(QUASIMODO)
    assert note.text.endswith("raggio di sole:\n\ned è subito sera.\n")
    assert [(each.name, each.key_id.hex()) for each in note.signatures] == [
        ("quasimodo.example/salvatore", "367ba04b")
    ]


def test_the_checkpoint_of_the_page_is_read_with_its_witness():
    checkpoint = parse_checkpoint(SOFA)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.root.hex() == "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62"
    first, second = checkpoint.note.signatures
    assert (first.name, first.key_id.hex(), len(first.signature)) == (checkpoint.origin, "033de0ae", 64)
    assert (second.name, second.key_id.hex(), len(second.signature)) == ("witness.example.com/w1", "8d66cf3f", 72)
    assert int.from_bytes(second.signature[:8], "big") == 1679315147


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_signatures_are_those_of_rfc_8032(seed, public, message, signature):
    text, key = bytes.fromhex(message), bytes.fromhex(public)
    assert twin.public_of(bytes.fromhex(seed)) == key
    assert Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed)).sign(text).hex() == signature
    verifier = parse_verifier(twin.key_text(NAME, key))
    if len(text) < 2:
        line = twin.key_id(NAME, 1, key) + bytes.fromhex(signature)
        given = parse_note("\n" + "\n" + spelled(NAME, line)).signatures
        assert check_signature(Note(text.decode(), given), verifier) is None
        with pytest.raises(NoteError):
            check_signature(Note(text.decode() + "\n", given), verifier)


# Keys


def test_a_key_is_told_by_name_kind_and_bytes():
    for kind, name in ((1, NAME), (4, NAME), (1, "é.example/ledger-1"), (4, "x")):
        key = parse_verifier(twin.key_text(name, twin.public_of(SEED), kind))
        assert (key.name, key.kind, key.public) == (name, kind, twin.public_of(SEED))
        data = name.encode() + b"\n" + bytes([kind]) + key.public
        assert key.key_id == hashlib.sha256(data).digest()[:4]
        assert str(key) == twin.key_text(name, key.public, kind)
    assert (ED25519, COSIGNATURE) == (1, 4)


@pytest.mark.parametrize("kind", [0, 2, 3, 5, 6, 0xFA, 0xFF])
def test_a_key_of_another_kind_is_refused(kind):
    refused_key(twin.key_text(NAME, twin.public_of(SEED), kind))


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
@pytest.mark.parametrize("kind", [1, 4])
def test_a_key_of_another_length_is_refused(kind, length):
    refused_key(twin.key_text(NAME, (twin.public_of(SEED) * 2)[:length], kind))


@pytest.mark.parametrize(
    "name",
    ["", " ", "a b", "a\u00a0b", "a\u2003b", "a\u3000b", "a\nb", "a\tb", "a\u0085b", "a\u2028b", "a+b", "+", "a "],
)
def test_a_name_is_not_empty_and_has_neither_blank_nor_plus(name):
    refused_key(twin.key_text(name, twin.public_of(SEED)))
    refused_note(TEXT + "\n" + spelled(name, b"\1" * 68))


def test_a_key_is_three_parts():
    name, hexed, encoded = KEY.split("+", 2)
    assert str(parse_verifier(f"{name}+{hexed}+{encoded}")) == KEY
    for text in ("", "+", "++", name, f"{name}+{hexed}", f"{hexed}+{encoded}", f"{name}{hexed}+{encoded}"):
        refused_key(text)
    for text in (f"{name}+{hexed}+", f"{name}++{encoded}", f"+{hexed}+{encoded}", f"{KEY}+", f"{KEY}+x"):
        refused_key(text)
    for text in (f" {KEY}", f"{KEY} ", f"{KEY}\n", f"{KEY}\r\n", f"\ufeff{KEY}", f"{name} +{hexed}+{encoded}"):
        refused_key(text)


def test_the_id_of_a_key_is_eight_small_digits_and_that_of_the_key():
    name, hexed, encoded = KEY.split("+", 2)
    assert any(letter in "abcdef" for letter in hexed)
    for other in (hexed.upper(), hexed[:7], hexed + "0", "0" + hexed, "0x" + hexed[2:], "00000000"):
        refused_key(f"{name}+{other}+{encoded}")
    refused_key(f"{name}+{hexed[:7]}\u0661+{encoded}")
    refused_key(f"{NAME[:-1]}+{hexed}+{encoded}")
    cosigner = twin.key_text(NAME, twin.public_of(SEED), 4)
    refused_key(f"{name}+{hexed}+{cosigner.split('+', 2)[2]}")


def test_the_bytes_of_a_key_are_spelled_in_one_way():
    name, hexed, encoded = KEY.split("+", 2)
    assert len(encoded) == 44
    for other in (encoded[:-1], encoded + "=", encoded + "==", encoded + "A", encoded[:20] + "\n" + encoded[20:]):
        refused_key(f"{name}+{hexed}+{other}")
    seed = next(
        bytes([n] * 32)
        for n in range(256)
        if set("+/") & set(twin.key_text("n", twin.public_of(bytes([n] * 32)))[11:])
    )
    plain = twin.key_text("n", twin.public_of(seed))
    assert str(parse_verifier(plain)) == plain
    front, back = plain[:11], plain[11:]
    refused_key(front + back.replace("+", "-").replace("/", "_"))


def small_order_points() -> set[tuple[int, int]]:
    """All points P of the curve with 8 P = 0: multiples by the group's large order of points taken at random."""
    order = 2**252 + 27742317777372353535851937790883648493
    random, found = Random(8032), {(0, 1)}
    while len(found) < 8:
        point = twin.point_of(random.randbytes(32))
        if point is not None:
            found.add(twin.times(order, point))
    assert all(twin.times(8, point) == (0, 1) for point in found)
    return found


def test_every_key_of_small_order_is_refused_however_it_is_spelled():
    spellings = set()
    for _, y in small_order_points():
        for number in (y, y + twin.P):
            if number < 2**255:
                spellings |= {(number + sign * 2**255).to_bytes(32, "little") for sign in (0, 1)}
    assert len(spellings) == 14
    for public in spellings:
        point = twin.point_of(public)
        assert point is not None and twin.times(8, point) == (0, 1)
        for kind in (1, 4):
            with pytest.raises(NoteError, match="small order"):
                parse_verifier(twin.key_text(NAME, public, kind))


def test_a_key_beside_one_of_small_order_or_at_random_is_accepted():
    random = Random(25519)
    publics = [twin.public_of(random.randbytes(32)) for _ in range(200)]
    for _, y in small_order_points():
        for number in (y - 1, y + 1, y ^ 2**200):
            public = (number % twin.P).to_bytes(32, "little")
            point = twin.point_of(public)
            if point is not None and twin.times(8, point) != (0, 1):
                publics.append(public)
    assert len(publics) > 200
    for public in publics:
        assert parse_verifier(twin.key_text(NAME, public)).public == public


# Notes


def test_a_note_keeps_its_text_and_its_lines_in_order():
    lines = [spelled("a", b"1234" + b"x"), spelled("b/c", b"5678" + b"y" * 100), spelled("a", b"1234" + b"x")]
    note = parse_note("one\n\n\ntwo\n\n" + "".join(lines))
    assert note.text == "one\n\n\ntwo\n"
    assert [(each.name, each.key_id, each.signature) for each in note.signatures] == [
        ("a", b"1234", b"x"),
        ("b/c", b"5678", b"y" * 100),
        ("a", b"1234", b"x"),
    ]


@pytest.mark.parametrize("sign", [chr(code) for code in range(0x20) if code != 0x0A])
def test_no_control_character_may_stand_in_a_note(sign):
    refused_note(sign + NOTE)
    refused_note(NOTE.replace("club", f"cl{sign}ub", 1))
    refused_note(NOTE + sign)
    refused_note(NOTE[:-1] + sign + "\n")


def test_line_ends_are_lf_alone():
    refused_note(NOTE.replace("\n", "\r\n"))
    refused_note(NOTE.replace("\n", "\r"))
    refused_note(NOTE[:-1] + "\r\n")


def test_a_note_ends_in_lf_and_has_a_blank_line_before_its_signatures():
    assert parse_note(NOTE).text == TEXT
    for text in (
        "",
        "\n",
        "\n\n",
        NOTE[:-1],
        TEXT,
        TEXT + "\n",
        TEXT + LINE,
        LINE,
        "\n" + LINE,
        NOTE + "\n",
        NOTE + "\n\n",
    ):
        refused_note(text)
    refused_note(NOTE + "\n" + TEXT)
    refused_note(NOTE + TEXT)


def test_half_a_surrogate_pair_is_no_text():
    refused_note(NOTE.replace("club", "cl\ud800ub", 1))
    with pytest.raises(NoteError):
        parse_note("text \udfff\n\n" + LINE)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "—\n",
        "— \n",
        f"— {NAME}\n",
        f"— {NAME} \n",
        LINE.replace("—", "-"),
        LINE.replace("—", "--"),
        LINE.replace("—", "–"),
        LINE.replace("— ", "—"),
        LINE.replace("— ", "—  "),
        LINE.replace("— ", "—\u00a0"),
        LINE.replace(f"{NAME} ", f"{NAME}  "),
        LINE.replace(f"{NAME} ", f"{NAME}\u00a0"),
        " " + LINE,
        LINE[:-1] + " \n",
        LINE[:-1] + " x\n",
        LINE[:-2] + "\n",
        LINE[:-1] + "=\n",
        LINE[:-1] + "A\n",
        LINE[:40] + "\n" + LINE[40:],
        LINE[:40] + " " + LINE[40:],
        LINE[:40] + "-" + LINE[41:],
        spelled(NAME, b""),
        spelled(NAME, b"1234"),
    ],
)
def test_a_signature_line_is_spelled_in_one_way(line):
    refused_note(TEXT + "\n" + line)
    if line:
        refused_note(TEXT + "\n" + LINE + line)


def test_unused_bits_of_base64_are_zero():
    encoded = LINE.split(" ")[2][:-1]
    other = other_last_bits(encoded)
    assert base64.b64decode(other) == base64.b64decode(encoded)
    refused_note(NOTE.replace(encoded, other))
    other = other_last_bits(ROOT_64)
    assert base64.b64decode(other) == ROOT
    with pytest.raises(NoteError):
        parse_checkpoint(signed(TEXT.replace(ROOT_64, other)))


def test_five_bytes_are_the_least_signature_and_an_unknown_one_may_be_of_any_length():
    for length in (5, 6, 63, 68, 3000):
        note = parse_note(NOTE + spelled("unknown", b"u" * length))
        assert len(note.signatures[1].signature) == length - 4
        assert check_signature(note, parse_verifier(KEY)) is None


def test_a_hundred_signatures_are_accepted_and_no_more():
    assert len(parse_note(TEXT + "\n" + LINE * 16).signatures) == 16
    assert check_signature(parse_note(TEXT + "\n" + LINE * 100), parse_verifier(KEY)) is None
    refused_note(TEXT + "\n" + LINE * 101)


def test_a_note_of_a_million_characters_is_accepted_and_none_longer():
    text = "x" * (1_000_000 - len(LINE) - 2) + "\n"
    assert parse_note(text + "\n" + LINE).text == text
    with pytest.raises(NoteError):
        parse_note("x" + text + "\n" + LINE)


# Signatures


def test_a_signature_holds_for_its_text_alone():
    key = parse_verifier(KEY)
    assert check_signature(parse_note(NOTE), key) is None
    for text in (
        TEXT.replace("7", "8"),
        "x" + TEXT,
        TEXT + "x\n",
        TEXT + "\n",
        TEXT.replace("club", "Club"),
        TEXT[:-1] + " \n",
    ):
        refused_signature(text + "\n" + LINE, KEY)


def test_a_signature_changed_in_any_byte_does_not_hold():
    data = base64.b64decode(LINE.split(" ")[2])
    for at in range(len(data)):
        other = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        refused_signature(TEXT + "\n" + spelled(NAME, other), KEY)
    for other in (data[:-1], data + b"\0", data[:5], data[:36]):
        refused_signature(TEXT + "\n" + spelled(NAME, other), KEY)
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(data[36:], "little") + order
    refused_signature(TEXT + "\n" + spelled(NAME, data[:36] + scalar.to_bytes(32, "little")), KEY)


def test_a_signature_of_another_key_is_not_this_keys():
    other = bytes(range(2, 34))
    assert (
        check_signature(
            parse_note(signed(TEXT, NAME, other)), parse_verifier(twin.key_text(NAME, twin.public_of(other)))
        )
        is None
    )
    refused_signature(signed(TEXT, NAME, other), KEY)
    refused_signature(signed(TEXT, "other.example", SEED), KEY)
    relabelled = twin.key_id(NAME, 1, twin.public_of(SEED)) + Ed25519PrivateKey.from_private_bytes(other).sign(
        TEXT.encode()
    )
    refused_signature(TEXT + "\n" + spelled(NAME, relabelled), KEY)
    refused_signature(TEXT + "\n" + LINE.replace(NAME, "other.example"), KEY)
    refused_signature(TEXT + "\n" + LINE.replace(NAME, NAME.upper()), KEY)


def test_signatures_of_unknown_keys_are_ignored_even_with_the_same_name_or_the_same_id():
    own = twin.key_id(NAME, 1, twin.public_of(SEED))
    same_name = twin.signature_line(NAME, bytes(range(2, 34)), TEXT)
    for unknown in (
        spelled("unknown", b"u" * 68),
        spelled("unknown", own + b"u" * 64),
        same_name,
        spelled(NAME, b"u" * 68),
    ):
        for lines in (unknown + LINE, LINE + unknown, unknown + LINE + unknown):
            assert check_signature(parse_note(TEXT + "\n" + lines), parse_verifier(KEY)) is None
        refused_signature(TEXT + "\n" + unknown, KEY)


def test_a_signature_may_stand_twice_but_one_that_does_not_hold_spoils_the_note():
    wrong = spelled(NAME, twin.key_id(NAME, 1, twin.public_of(SEED)) + b"u" * 64)
    assert check_signature(parse_note(TEXT + "\n" + LINE + LINE), parse_verifier(KEY)) is None
    for lines in (wrong, wrong + LINE, LINE + wrong, LINE + LINE + wrong):
        refused_signature(TEXT + "\n" + lines, KEY)


def test_our_own_signature_is_the_one_that_another_hand_writes():
    assert sign(TEXT, NAME, Ed25519PrivateKey.from_private_bytes(SEED)) == NOTE


# Cosignatures


def cosigned(time: int, message: str | None = None, name: str = WITNESS, stated: int | None = None) -> str:
    """A witness's line by the words of the page; the signed message and the time that is stated may be others."""
    private = Ed25519PrivateKey.from_private_bytes(WITNESS_SEED)
    public = private.public_key().public_bytes_raw()
    message = f"cosignature/v1\ntime {time}\n{TEXT}" if message is None else message
    data = hashlib.sha256(name.encode() + b"\n\x04" + public).digest()[:4]
    data += (time if stated is None else stated).to_bytes(8, "big") + private.sign(message.encode())
    return f"— {name} {base64.b64encode(data).decode()}\n"


@pytest.mark.parametrize("time", [0, 1, 1679315147, 2**32, 2**63 - 1])
def test_a_cosignature_holds_and_says_its_time(time):
    assert cosigned(time) == twin.cosignature_line(WITNESS, WITNESS_SEED, time, TEXT)
    note = parse_note(NOTE + cosigned(time))
    assert check_signature(note, parse_verifier(WITNESS_KEY)) == time
    assert check_signature(note, parse_verifier(KEY)) is None
    assert check_signature(parse_note(TEXT + "\n" + cosigned(time)), parse_verifier(WITNESS_KEY)) == time


@pytest.mark.parametrize("time", [2**63, 2**64 - 1])
def test_a_cosignature_beyond_the_last_time_is_refused(time):
    refused_signature(NOTE + cosigned(time), WITNESS_KEY)


@pytest.mark.parametrize(
    "message",
    [
        TEXT,
        f"cosignature/v1\n{TEXT}",
        f"time 99\n{TEXT}",
        f"cosignature/v1\ntime 99\n{TEXT[:-1]}",
        f"cosignature/v1\ntime 99\n\n{TEXT}",
        f"cosignature/v1\ntime 99\n{NOTE}",
        f"cosignature/v1\ntime 099\n{TEXT}",
        f"cosignature/v1\ntime  99\n{TEXT}",
        f"cosignature/v1\ntime 98\n{TEXT}",
        f"cosignature/v2\ntime 99\n{TEXT}",
        f"cosignature/v1\r\ntime 99\r\n{TEXT}",
    ],
)
def test_a_cosignature_is_over_its_own_words_alone(message):
    assert check_signature(parse_note(NOTE + cosigned(99)), parse_verifier(WITNESS_KEY)) == 99
    refused_signature(NOTE + cosigned(99, message), WITNESS_KEY)


def test_a_cosignature_states_the_time_that_it_signed():
    refused_signature(NOTE + cosigned(99, stated=100), WITNESS_KEY)
    for text in (TEXT.replace("7", "8"), TEXT.replace("club", "pub")):
        refused_signature(text + "\n" + cosigned(99), WITNESS_KEY)


def test_of_two_cosignatures_the_earlier_time_counts_and_both_must_hold():
    for lines in (cosigned(100) + cosigned(99), cosigned(99) + cosigned(100), cosigned(99) * 2):
        assert check_signature(parse_note(NOTE + lines), parse_verifier(WITNESS_KEY)) == 99
    refused_signature(NOTE + cosigned(100) + cosigned(99, TEXT), WITNESS_KEY)


def test_a_plain_signature_is_no_cosignature_nor_the_other_way_round():
    public = twin.public_of(WITNESS_SEED)
    plain_key, witness_key = twin.key_text(WITNESS, public), WITNESS_KEY
    plain = Ed25519PrivateKey.from_private_bytes(WITNESS_SEED).sign(TEXT.encode())
    assert check_signature(parse_note(signed(TEXT, WITNESS, WITNESS_SEED)), parse_verifier(plain_key)) is None
    refused_signature(signed(TEXT, WITNESS, WITNESS_SEED), witness_key)
    refused_signature(NOTE + cosigned(99), plain_key)
    for data in (plain, b"\0" * 8 + plain, b"", plain[:8]):
        refused_signature(NOTE + spelled(WITNESS, twin.key_id(WITNESS, 4, public) + (data or b"\0")), witness_key)
    whole = base64.b64decode(cosigned(99).split(" ")[2])
    for data in (whole[:-1], whole + b"\0", whole[:4] + whole[12:]):
        refused_signature(NOTE + spelled(WITNESS, data), witness_key)


def test_a_cosignature_by_another_name_is_ignored():
    other = cosigned(99, name="witness.example/w2")
    refused_signature(NOTE + other, WITNESS_KEY)
    assert check_signature(parse_note(NOTE + other + cosigned(101)), parse_verifier(WITNESS_KEY)) == 101


# Checkpoints


def test_a_checkpoint_is_origin_size_and_root():
    checkpoint = parse_checkpoint(NOTE)
    assert (checkpoint.origin, checkpoint.size, checkpoint.root) == (NAME, 7, ROOT)
    assert checkpoint.note == parse_note(NOTE)
    assert checkpoint_text(NAME, 7, ROOT) == TEXT


@pytest.mark.parametrize("size", [0, 1, 9, 10, 258, 10**17, 10**18 - 1])
def test_a_size_is_a_whole_number(size):
    assert parse_checkpoint(signed(f"{NAME}\n{size}\n{ROOT_64}\n")).size == size
    assert checkpoint_text(NAME, size, ROOT) == f"{NAME}\n{size}\n{ROOT_64}\n"


@pytest.mark.parametrize(
    "size",
    [
        "",
        "00",
        "07",
        "+7",
        "-7",
        "-0",
        "7.0",
        "7e0",
        "0x7",
        "7 ",
        " 7",
        "1_0",
        "1,000",
        "٧",
        "७",
        "７",
        "²",
        "seven",
        "9" * 5000,
    ],
)
def test_a_size_in_any_other_spelling_is_refused(size):
    with pytest.raises(NoteError):
        parse_checkpoint(signed(f"{NAME}\n{size}\n{ROOT_64}\n"))


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        f"{NAME}\n",
        f"{NAME}\n7\n",
        f"{TEXT}extension\n",
        f"{TEXT}\n",
        f"\n{TEXT}",
        f"\n7\n{ROOT_64}\n",
        f"{NAME}\n\n7\n{ROOT_64}\n",
        f"{NAME}\n{ROOT_64}\n7\n",
        f"7\n{NAME}\n{ROOT_64}\n",
    ],
)
def test_a_checkpoint_has_exactly_three_lines(text):
    with pytest.raises(NoteError):
        parse_checkpoint(signed(text))


@pytest.mark.parametrize("length", [0, 1, 20, 31, 33, 48, 64])
def test_a_root_has_32_bytes(length):
    encoded = base64.b64encode((ROOT * 2)[:length]).decode()
    with pytest.raises(NoteError):
        parse_checkpoint(signed(f"{NAME}\n7\n{encoded}\n"))


@pytest.mark.parametrize(
    "root",
    [
        ROOT.hex(),
        ROOT_64[:-1],
        ROOT_64 + "=",
        ROOT_64 + " ",
        " " + ROOT_64,
        ROOT_64[:-1] + "\u00a0",
        "é" + ROOT_64[1:],
    ],
)
def test_a_root_is_spelled_in_base64_with_its_padding(root):
    with pytest.raises(NoteError):
        parse_checkpoint(signed(f"{NAME}\n7\n{root}\n"))


def test_a_root_is_spelled_in_the_standard_alphabet():
    root = b"\xfb\xef\xff" * 10 + b"\0\0"
    encoded = base64.b64encode(root).decode()
    assert {"+", "/"} & set(encoded)
    assert parse_checkpoint(signed(f"{NAME}\n7\n{encoded}\n")).root == root
    with pytest.raises(NoteError):
        parse_checkpoint(signed(f"{NAME}\n7\n{base64.urlsafe_b64encode(root).decode()}\n"))


@settings(max_examples=80, deadline=None)
@given(
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30), st.text("\n—a =+A1\t\r", max_size=40)
)
def test_any_text_that_is_a_note_is_made_of_what_was_read_from_it(text, tail):
    whole = f"{text}\n\n— {tail}"
    try:
        note = parse_note(whole)
    except NoteError:
        return
    lines = [spelled(each.name, each.key_id + each.signature) for each in note.signatures]
    assert note.text + "\n" + "".join(lines) == whole


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20), min_size=1, max_size=5))
def test_any_text_that_another_hand_signed_is_read_and_holds(lines):
    text = "\n".join(lines) + "\n"
    note = parse_note(signed(text))
    assert note.text == text
    assert check_signature(note, parse_verifier(KEY)) is None

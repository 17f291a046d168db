"""Signed notes (C2SP signed-note) with Ed25519 keys, and witnesses' cosignatures (``cosignature/v1``)."""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519 = 0x01
COSIGNATURE = 0x04
MAX_NOTE = 1_000_000
MAX_SIGNATURES = 100
_DASH = "\u2014 "
_FIELD = 2**255 - 19
_SMALL_ORDER = frozenset(
    y.to_bytes(32, "little")
    for y in (
        0,
        1,
        _FIELD - 1,
        _FIELD,
        _FIELD + 1,
        2707385501144840649318225287225658788936804267575313519463743609750303402022,
        _FIELD - 2707385501144840649318225287225658788936804267575313519463743609750303402022,
    )
)
"""Every y of a point whose order divides 8, spelled at or above the field's prime too; without the sign bit."""


class NoteError(ValueError):
    """A note or a key that is not of its form, or does not hold."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """A verifier key: whose, of which kind, and its four-byte id."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The first four bytes of SHA-256 over name, LF, kind and key."""
        return key_id(self.name, self.kind, self.public)

    def __str__(self) -> str:
        key = base64.b64encode(bytes([self.kind]) + self.public).decode("ascii")
        return f"{self.name}+{self.key_id.hex()}+{key}"


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line of a note: name, key id, and what follows the id."""

    name: str
    key_id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """A note's text, its last LF included, and the signatures as they stand, none of them checked."""

    text: str
    signatures: tuple[Signature, ...]

    def of(self, key: Verifier) -> list[Signature]:
        """The signatures that claim to be this key's."""
        return [each for each in self.signatures if each.name == key.name and each.key_id == key.key_id]


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The id of a key, by which a signature line says whose it is."""
    return hashlib.sha256(name.encode("utf-8") + b"\n" + bytes([kind]) + public).digest()[:4]


def parse_verifier(text: str) -> Verifier:
    """A verifier key from ``name+id+base64``; :class:`NoteError` says what is wrong with it."""
    name, plus, rest = text.partition("+")
    hexed, second, encoded = rest.partition("+")
    if not plus or not second or not is_name(name):
        raise NoteError("a verifier key is name+id+base64, as club.example+1a2b3c4d+AQ…")
    if not re.fullmatch(r"[0-9a-f]{8}", hexed, re.ASCII):
        raise NoteError("the id of a verifier key is 8 small hex digits")
    data = strict_base64(encoded)
    if data is None:
        raise NoteError("the key itself is not base64")
    if not data or data[0] not in (ED25519, COSIGNATURE):
        raise NoteError("the key is of another kind than Ed25519 (0x01) or a witness's cosignature (0x04)")
    if len(data) != 33:
        raise NoteError(f"an Ed25519 key has 32 bytes, this one {len(data) - 1}")
    key = Verifier(name, data[0], data[1:])
    if key.key_id.hex() != hexed:
        raise NoteError(f"the id is not that of this name and key, which is {key.key_id.hex()}")
    if is_small_order(key.public):
        raise NoteError("the key is of small order: signatures by it can be made by anybody")
    return key


def parse_note(text: str) -> Note:
    """A signed note; :class:`NoteError` where it is none. Signatures are not checked here."""
    if len(text) > MAX_NOTE:
        raise NoteError(f"longer than {MAX_NOTE:,} characters")
    if "\r" in text:
        raise NoteError("the lines of a note end in LF alone; these have CR, so an editor changed them")
    if any(ord(sign) < 0x20 and sign != "\n" for sign in text):
        raise NoteError("a control character stands in it")
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise NoteError("half of a surrogate pair stands in it")
    body, blank, tail = text.rpartition("\n\n")
    if not blank:
        raise NoteError("no blank line parts the text from the signatures")
    if not tail.endswith("\n"):
        raise NoteError("the last line does not end in LF")
    lines = tail[:-1].split("\n")
    if len(lines) > MAX_SIGNATURES:
        raise NoteError(f"more than {MAX_SIGNATURES} signatures")
    return Note(body + "\n", tuple(_signature(line) for line in lines))


def _signature(line: str) -> Signature:
    if not line.startswith(_DASH):
        raise NoteError("a signature line begins with an em dash and a space")
    name, _, encoded = line[len(_DASH) :].partition(" ")
    data = strict_base64(encoded)
    if not is_name(name) or data is None or len(data) < 5:
        raise NoteError("a signature line is an em dash, a name and base64, one space between")
    return Signature(name, data[:4], data[4:])


def check_signature(note: Note, key: Verifier) -> int | None:
    """That the note is signed by this key; for a witness's key, the time of its cosignature (Unix seconds).

    :class:`NoteError` where no signature is the key's, or one that claims to be does not hold.
    """
    own = note.of(key)
    if not own:
        raise NoteError(f"no signature here is by {key.name} with key id {key.key_id.hex()}")
    times = [_check(note.text, each, key) for each in own]
    return min((time for time in times if time is not None), default=None)


def _check(text: str, given: Signature, key: Verifier) -> int | None:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    data = given.signature
    message, time = text.encode("utf-8"), None
    if key.kind == COSIGNATURE:
        if len(data) != 72:
            raise NoteError("a cosignature is a time and 64 bytes")
        time, data = int.from_bytes(data[:8], "big"), data[8:]
        if time >= 2**63:
            raise NoteError("the time of a cosignature is below 2**63")
        message = cosigned(text, time)
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(data, message)
    except (InvalidSignature, ValueError):
        raise NoteError(f"the signature of {key.name} does not hold for this text") from None
    return time


def cosigned(text: str, time: int) -> bytes:
    """What a witness signs: that it saw this checkpoint at this time."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def sign(text: str, name: str, private: "Ed25519PrivateKey") -> str:
    """The note of ``text`` (which ends in LF), signed with an Ed25519 key."""
    public = private.public_key().public_bytes_raw()
    data = key_id(name, ED25519, public) + private.sign(text.encode("utf-8"))
    return f"{text}\n{_DASH}{name} {base64.b64encode(data).decode('ascii')}\n"


def is_name(name: str) -> bool:
    """Whether this may name a key: not empty, no blank of any kind, no plus."""
    return bool(name) and "+" not in name and name.isprintable() and not any(sign.isspace() for sign in name)


def is_small_order(public: bytes) -> bool:
    """Whether an encoded point is one of the few of small order, under which anything can be signed."""
    return public[:31] + bytes([public[31] & 0x7F]) in _SMALL_ORDER


def strict_base64(text: str) -> bytes | None:
    """The bytes of padded standard base64 in its one spelling; None for anything else."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None

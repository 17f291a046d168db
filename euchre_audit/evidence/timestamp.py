"""RFC 3161 time stamps: that a text was there at a time, signed by an authority that the reader trusts."""

import hashlib
import math
import re
import ssl
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from .extras import ExtraMissing

MAX_TOKEN = 100_000
_SEQUENCE, _SET, _OID, _INTEGER, _OCTETS, _TIME = 0x30, 0x31, 0x06, 0x02, 0x04, 0x18
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_TST_INFO = bytes.fromhex("2a864886f70d0109100104")
_IS_TST_INFO = bytes.fromhex("301a06092a864886f70d010903310d060b2a864886f70d0109100104")
"""The signed attribute that says what is signed: content-type, TSTInfo."""
_SHA256 = bytes.fromhex("608648016503040201")
_GRANTED = (b"\x00", b"\x01")
_GRANTED_INFO = bytes.fromhex("3003020100")
_GEN_TIME = re.compile(rb"([0-9]{14})(?:\.([0-9]{0,8}[1-9]))?Z")
_LACKING = "the time stamp lacks its authority's certificate; give that, too"
_UNTRUSTED = "the certificates given do not vouch for the authority that signed the time stamp"
_LAST_SECOND = 253_402_300_799
"""The end of the year 9999 in Unix seconds, beyond which no date can be written."""


class TimestampError(ValueError):
    """A time stamp that shows nothing: not of its form, over another text, or by nobody who is trusted.

    ``untrusted``: nothing is known against it but that the certificates given do not vouch for it.
    """

    def __init__(self, message: str, *, untrusted: bool = False) -> None:
        super().__init__(message)
        self.untrusted = untrusted


@dataclass(frozen=True, slots=True)
class _Item:
    """One DER value: its tag, its content, and both with the length between them."""

    tag: int
    content: bytes
    whole: bytes


@dataclass(frozen=True, slots=True)
class _Stamp:
    """What a token says, none of it checked: ``issuer`` is the name's DER, and the times are in seconds."""

    imprint: bytes
    time: datetime
    latest: Fraction
    issuer: bytes
    serial: int


def check_timestamp(token: bytes, text: bytes, certificates: Sequence[bytes]) -> int:
    """The time (Unix seconds) before which ``text`` was there: the token's, rounded up, plus its stated accuracy.

    ``token`` is the DER of a TimeStampToken (RFC 3161, section 2.4.2) or of a whole TimeStampResp that grants one;
    its imprint is SHA-256 of ``text``. ``certificates`` are those that the reader trusts, each DER or
    PEM: the authority's root, and its own and intermediate certificates where the token does not bring them. Chain
    and purpose (time stamping alone, and critical) are judged at the token's time, so an authority's certificate
    may have ended since. Revocation, policy and nonce are not looked at.

    :class:`TimestampError` says what is wrong; :class:`~euchre_audit.evidence.extras.ExtraMissing` where the extra
    ``timestamp`` is not installed.
    """
    whole = _token(token)
    stamp = _stamp(whole)
    if hashlib.sha256(text).digest() != stamp.imprint:
        raise TimestampError("the time stamp is over another text")
    latest = math.ceil(stamp.latest)
    if latest > _LAST_SECOND:
        raise TimestampError("the accuracy of the time stamp reaches beyond the year 9999")
    with warnings.catch_warnings():
        # Certificates that bend the rules are refused or taken; nobody at a table needs a warning of it.
        warnings.simplefilter("ignore")
        roots, others = _certificates(certificates)
        signers = [each for each in roots + others if _is_signer(each, stamp)]
        if len(signers) > 1:
            raise TimestampError("two of the certificates given have the authority's name and number")
        _verify(whole, text, roots, others, signers[0] if signers else None)
    return latest


def _verify(
    token: bytes,
    text: bytes,
    roots: list[x509.Certificate],
    others: list[x509.Certificate],
    signer: x509.Certificate | None,
) -> None:
    library = _library()
    builder = library.VerifierBuilder(roots=roots, intermediates=others, tsa_certificate=signer)
    try:
        response = library.decode_timestamp_response(_der(_SEQUENCE, _GRANTED_INFO + _sorted(token)))
        builder.build().verify_message(response, text)
    except library.VerificationError as error:
        words = _in_words(str(error))
        raise TimestampError(words, untrusted=words in (_UNTRUSTED, _LACKING)) from None
    except Exception:
        # What the library's parsers raise for odd certificates within the token has no common class.
        raise TimestampError("the time stamp, or a certificate within it, cannot be read") from None


def _in_words(error: str) -> str:
    for phrase, words in (
        ("certificate has expired", "a certificate of the authority had ended at the time stamp's time"),
        ("certificate is not yet valid", "a certificate of the authority began only after the time stamp's time"),
        ("certificate signature failure", _UNTRUSTED),
        ("signature failure", "the signature of the time stamp does not hold"),
        ("digest failure", "the signature of the time stamp does not hold"),
        ("signer certificate not found", _LACKING),
        ("purpose", "the authority's certificate is not one for time stamps"),
        ("EKU", "the authority's certificate is not one for time stamps"),
        ("Embedded certificate", "the time stamp brings another certificate of its authority than the one given"),
    ):
        if phrase in error:
            return words
    return _UNTRUSTED


def _token(data: bytes) -> bytes:
    """The token itself, out of its response if it comes in one."""
    if not data:
        raise TimestampError("the time stamp is empty")
    if len(data) > MAX_TOKEN:
        raise TimestampError(f"a time stamp is never longer than {MAX_TOKEN:,} bytes")
    parts = _items(_only(data, _SEQUENCE))
    if parts and parts[0].tag == _OID:
        return data
    status = _items(parts[0].content) if parts and parts[0].tag == _SEQUENCE else []
    if not status or status[0].tag != _INTEGER:
        raise TimestampError("this is no time stamp")
    if status[0].content not in _GRANTED:
        raise TimestampError("this is an authority's answer that refuses a time stamp")
    if len(parts) != 2:
        raise TimestampError("this is an authority's answer without a time stamp")
    return parts[1].whole


def _stamp(token: bytes) -> _Stamp:
    """A token's own words: RFC 5652, section 5, and RFC 3161, section 2.4.2."""
    kind, explicit = _tags(_only(token, _SEQUENCE), _OID, 0xA0)
    if kind.content != _SIGNED_DATA:
        raise TimestampError("this is no time stamp: nothing is signed in it")
    signed = _items(_only(explicit.content, _SEQUENCE))
    if len(signed) < 4 or signed[2].tag != _SEQUENCE or signed[-1].tag != _SET:
        raise TimestampError("this is no time stamp: its parts are not those of signed data")
    kind, explicit = _tags(signed[2].content, _OID, 0xA0)
    if kind.content != _TST_INFO:
        raise TimestampError("this is no time stamp: what is signed is something else")
    issuer, serial = _signer(_only(signed[-1].content, _SEQUENCE))
    # TSTInfo: version, policy, imprint, serial number, time; then, if stated, the accuracy and what is not needed.
    info = _items(_only(_only(explicit.content, _OCTETS), _SEQUENCE))
    if [each.tag for each in info[:5]] != [_INTEGER, _OID, _SEQUENCE, _INTEGER, _TIME]:
        raise TimestampError("this is no time stamp: its parts are not those of RFC 3161")
    algorithm, imprint = _tags(info[2].content, _SEQUENCE, _OCTETS)
    hashed = _items(algorithm.content)
    if not hashed or hashed[0].tag != _OID or hashed[0].content != _SHA256:
        raise TimestampError("the time stamp is made with another hash than SHA-256")
    time, fraction = _time(info[4].content)
    accuracy = _accuracy(info[5].content) if len(info) > 5 and info[5].tag == _SEQUENCE else Fraction(0)
    return _Stamp(imprint.content, time, int(time.timestamp()) + fraction + accuracy, issuer, serial)


def _sorted(token: bytes) -> bytes:
    """The token with the certificates within in DER's order of a set, on which the library insists.

    They are no part of what is signed, and many authorities put them in the order of the chain.
    """
    kind, explicit = _items(_only(token, _SEQUENCE))
    parts = [
        _der(each.tag, b"".join(sorted(item.whole for item in _items(each.content))))
        if each.tag == 0xA0
        else each.whole
        for each in _items(_only(explicit.content, _SEQUENCE))
    ]
    return _der(_SEQUENCE, kind.whole + _der(0xA0, _der(_SEQUENCE, b"".join(parts))))


def _signer(content: bytes) -> tuple[bytes, int]:
    """Whose certificate the one SignerInfo names: issuer (DER) and serial number."""
    parts = _items(content)
    if len(parts) < 6 or parts[1].tag != _SEQUENCE or parts[3].tag != 0xA0:
        raise TimestampError("the signature of the time stamp is not of the form of RFC 3161")
    # RFC 5652, section 5.3: what is signed says that it is a time stamp.
    if _IS_TST_INFO not in [each.whole for each in _items(parts[3].content)]:
        raise TimestampError("the signature is not one over a time stamp")
    issuer, serial = _tags(parts[1].content, _SEQUENCE, _INTEGER)
    return issuer.whole, int.from_bytes(serial.content, "big", signed=True)


def _time(content: bytes) -> tuple[datetime, Fraction]:
    match = _GEN_TIME.fullmatch(content)
    try:
        if match is None:
            raise ValueError
        whole = datetime.strptime(match[1].decode("ascii"), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        raise TimestampError("the time of the time stamp is not a time of the calendar, in UTC") from None
    digits = match[2] or b""
    return whole, Fraction(int(digits or b"0"), 10 ** len(digits))


def _accuracy(content: bytes) -> Fraction:
    """Seconds, thousandths [0] and millionths [1], each of them optional, in this order."""
    units = {_INTEGER: Fraction(1), 0x80: Fraction(1, 1_000), 0x81: Fraction(1, 1_000_000)}
    parts, total, order = _items(content), Fraction(0), list(units)
    tags = [each.tag for each in parts]
    if tags != [tag for tag in order if tag in tags]:
        raise TimestampError("the accuracy of the time stamp is not of the form of RFC 3161")
    for each in parts:
        value = int.from_bytes(each.content, "big", signed=True)
        if not each.content or value < 0 or (each.tag != _INTEGER and not 1 <= value <= 999):
            raise TimestampError("the accuracy of the time stamp is not of the form of RFC 3161")
        total += value * units[each.tag]
    return total


def _certificates(given: Sequence[bytes]) -> tuple[list[x509.Certificate], list[x509.Certificate]]:
    """The roots among the certificates given, which name themselves as their issuer, and the others."""
    roots: list[x509.Certificate] = []
    others: list[x509.Certificate] = []
    if not given:
        raise TimestampError("a time stamp is judged by certificates that you trust; none was given")
    for number, data in enumerate(given, 1):
        try:
            pem = b"-----BEGIN" in data
            for each in x509.load_pem_x509_certificates(data) if pem else [x509.load_der_x509_certificate(data)]:
                found = roots if each.issuer == each.subject else others
                if each not in found:
                    # OpenSSL reads some names more strictly, and the library of the check panics at those.
                    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(
                        cadata=each.public_bytes(Encoding.DER)
                    )
                    found.append(each)
        except (ValueError, TypeError, x509.InvalidVersion, ssl.SSLError):
            raise TimestampError(f"certificate {number} of those given cannot be read as one") from None
    if not roots:
        message = "none of the certificates given is a root, which signs itself; ask for the authority's"
        raise TimestampError(message, untrusted=True)
    return roots, others


def _is_signer(certificate: x509.Certificate, stamp: _Stamp) -> bool:
    return certificate.serial_number == stamp.serial and certificate.issuer.public_bytes() == stamp.issuer


def _items(data: bytes) -> list[_Item]:
    """The DER values that stand one after another; lengths definite and shortest, tags of one byte."""
    found, at = [], 0
    while at < len(data):
        start = at
        if at + 2 > len(data) or data[at] & 0x1F == 0x1F:
            raise TimestampError("this is no time stamp: it is cut off, or not DER")
        tag, length = data[at], data[at + 1]
        at += 2
        if length >= 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[at : at + count], "big")
            if not 1 <= count <= 4 or length < 0x80 or length >> 8 * (count - 1) == 0:
                raise TimestampError("this is no time stamp: it is cut off, or not DER")
            at += count
        if at + length > len(data):
            raise TimestampError("this is no time stamp: it is cut off, or not DER")
        found.append(_Item(tag, data[at : at + length], data[start : at + length]))
        at += length
    return found


def _tags(data: bytes, *tags: int) -> list[_Item]:
    items = _items(data)
    if tuple(each.tag for each in items[: len(tags)]) != tags:
        raise TimestampError("this is no time stamp: its parts are not those of RFC 3161")
    return items[: len(tags)]


def _only(data: bytes, tag: int) -> bytes:
    items = _items(data)
    if len(items) != 1 or items[0].tag != tag:
        raise TimestampError("this is no time stamp, or something stands before or after it")
    return items[0].content


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def _library() -> Any:
    try:
        import rfc3161_client
    except ImportError:
        raise ExtraMissing("timestamp", "Checking a time stamp") from None
    return rfc3161_client

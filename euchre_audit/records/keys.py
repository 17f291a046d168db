"""Keys that a person gives: verifier keys of clubs and witnesses, certificates of time stamp authorities."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..evidence import COSIGNATURE, ED25519, NoteError, Verifier, parse_verifier
from ..findings import Unreadable, Where
from .published import is_list_line
from .read import MAX_SMALL, read_bytes
from .strict import decode_text

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Keys:
    """What signatures are checked with. Never taken from what is checked."""

    verifiers: tuple[Verifier, ...] = ()
    certificates: tuple[bytes, ...] = ()

    @property
    def operators(self) -> tuple[Verifier, ...]:
        """The keys that sign checkpoints."""
        return tuple(key for key in self.verifiers if key.kind == ED25519)

    @property
    def witnesses(self) -> tuple[Verifier, ...]:
        """The keys that cosign them, with a time."""
        return tuple(key for key in self.verifiers if key.kind == COSIGNATURE)


def read_keys(paths: Iterable[str]) -> Keys:
    """The keys in files, and in the files of folders; ``Unreadable`` for one that cannot be used.

    A file holds verifier keys, one a line, or certificates in PEM. Blank lines and those that begin with # are
    passed over.
    """
    verifiers: list[Verifier] = []
    certificates: list[bytes] = []
    for path in paths:
        for file in _files(path):
            text = decode_text(read_bytes(file, most=MAX_SMALL), Where(path=file))
            found = [block.encode() for block in _PEM.findall(text)]
            for block in found:
                _check_certificate(block, file)
            certificates += found
            verifiers += _verifiers(_PEM.sub("", text), file, needed=not found)
    return Keys(tuple(dict.fromkeys(verifiers)), tuple(dict.fromkeys(certificates)))


def _check_certificate(block: bytes, path: str) -> None:
    from cryptography import x509  # takes long to import

    try:
        x509.load_pem_x509_certificate(block)
    except (ValueError, TypeError, x509.InvalidVersion):
        message = "a certificate in this file cannot be read as one"
        raise Unreadable("C307", message, Where(path=path), "a certificate in PEM") from None


def _files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    try:
        names = sorted(os.listdir(path))
    except OSError as error:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=path)) from None
    files = [os.path.join(path, name) for name in names if not name.startswith(".")]
    found = [file for file in files if os.path.isfile(file)]
    if not found:
        raise Unreadable("F150", "the folder holds no keys", Where(path=path))
    return found


def _verifiers(text: str, path: str, *, needed: bool) -> list[Verifier]:
    keys = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip() or line.startswith("#"):
            continue
        where = Where(path=path, line=number)
        if line.startswith("PRIVATE+KEY"):
            message = "this is a private key, which its owner shows to nobody; the verifier key is the one to give"
            raise Unreadable("C307", message, where)
        if is_list_line(line):
            raise Unreadable("C307", "this looks like a published list, which goes with --published", where)
        if "\n\n\u2014 " in text:
            raise Unreadable("C307", "this looks like a checkpoint, which goes with --saw", where)
        try:
            keys.append(parse_verifier(line))
        except NoteError as error:
            raise Unreadable("C307", str(error), where, "a key as name+id+base64") from None
    if not keys and needed:
        raise Unreadable("F150", "the file holds no key", Where(path=path))
    return keys

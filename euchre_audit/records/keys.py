"""Keys that a person gives: verifier keys of clubs and witnesses, certificates of time stamp authorities."""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ..evidence import COSIGNATURE, ED25519, NoteError, Verifier, parse_verifier
from ..findings import Unreadable, Where
from .read import read_bytes
from .strict import decode_text

_PEM = "-----BEGIN CERTIFICATE-----"


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
            text = decode_text(read_bytes(file), Where(path=file))
            if _PEM in text:
                certificates.append(text.encode())
            else:
                verifiers += _verifiers(text, file)
    return Keys(tuple(dict.fromkeys(verifiers)), tuple(certificates))


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


def _verifiers(text: str, path: str) -> list[Verifier]:
    keys = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            keys.append(parse_verifier(line))
        except NoteError as error:
            where = Where(path=path, line=number)
            raise Unreadable("C307", str(error), where, "a key as name+id+base64", line[:60]) from None
    if not keys:
        raise Unreadable("F150", "the file holds no key", Where(path=path))
    return keys

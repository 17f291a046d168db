"""An operator's folder and its one key, made together, and the key read again."""

import base64
import os
import re
import shutil
import tempfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ..evidence import ED25519, EMPTY_ROOT, NoteError, Verifier, checkpoint_text, parse_verifier, sign
from ..findings import Unreadable, Where
from .files import OWNER_FILE, OWNER_FOLDER, check_private_folder, read_private, sync_folder, write_new
from .refused import Refused

LEDGER = "ledger.jsonl"
CHECKPOINT = "checkpoint.txt"
VERIFIER = "verifier.key"
PRIVATE = "private"
DEALS = os.path.join(PRIVATE, "deals")
SIGNING = os.path.join(PRIVATE, "signing.key")
_ORIGIN = re.compile(
    r"(?!.*\.\.)(?=.{1,100}\Z)[A-Za-z0-9][A-Za-z0-9._:-]*(?:/[A-Za-z0-9][A-Za-z0-9._:-]*)*", re.ASCII
)
_SIGNING = "PRIVATE+KEY+"


def keygen(folder: str, origin: str) -> str:
    """Make an operator's folder: a fresh key, an empty ledger and its signed checkpoint. The verifier key's text.

    ``origin`` names the ledger and its signer, and begins every session: letters, digits and ``._:-``, in parts
    joined by ``/``, each of which begins with a letter or digit; no ``..``.
    The folder must not be there, or be empty: a key is never overwritten. It appears whole or not at all.
    """
    if not _ORIGIN.fullmatch(origin):
        raise Refused(
            f"{origin[:100]!r} cannot name a ledger: 1 to 100 of letters, digits and ._:-, beginning with a letter "
            "or digit, after a / too, and without two dots in a row, such as club.example"
        )
    target = os.path.abspath(folder)
    where = Where(path=folder)
    try:
        if os.path.lexists(target) and (not os.path.isdir(target) or os.listdir(target)):
            raise Refused(
                f"{folder}: something is there already, and a key is never overwritten; name a new folder"
            )
        made = tempfile.mkdtemp(prefix=".euchre-audit-", dir=os.path.dirname(target))
    except OSError as error:
        raise Unreadable("F101", f"the folder cannot be made: {error.strerror}", where) from None
    try:
        verifier = _fill(made, origin)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(made, 0o777 & ~umask)
        os.rename(made, target)
        sync_folder(os.path.dirname(target))
    except OSError as error:
        shutil.rmtree(made, ignore_errors=True)
        raise Unreadable("F101", f"the folder cannot be made: {error.strerror}", where) from None
    return verifier


def _fill(folder: str, origin: str) -> str:
    private = Ed25519PrivateKey.generate()
    verifier = Verifier(origin, ED25519, private.public_key().public_bytes_raw())
    os.mkdir(os.path.join(folder, PRIVATE), OWNER_FOLDER)
    os.mkdir(os.path.join(folder, DEALS), OWNER_FOLDER)
    seed = base64.b64encode(bytes([ED25519]) + private.private_bytes_raw()).decode("ascii")
    text = f"{_SIGNING}{origin}+{verifier.key_id.hex()}+{seed}\n"
    write_new(os.path.join(folder, SIGNING), text.encode("ascii"), OWNER_FILE)
    write_new(os.path.join(folder, VERIFIER), f"{verifier}\n".encode("ascii"))
    write_new(os.path.join(folder, LEDGER), b"")
    note = sign(checkpoint_text(origin, 0, EMPTY_ROOT), origin, private)
    write_new(os.path.join(folder, CHECKPOINT), note.encode("utf-8"))
    return str(verifier)


def read_verifier(folder: str) -> Verifier:
    """The public key of a folder."""
    path = os.path.join(folder, VERIFIER)
    try:
        with open(path, encoding="ascii") as file:
            return parse_verifier(file.read(1000).removesuffix("\n"))
    except FileNotFoundError:
        message = "there is no such file: this is not an operator's folder; operator keygen makes one"
        raise Unreadable("F101", message, Where(path=path)) from None
    except OSError as error:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=path)) from None
    except (NoteError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: not a verifier key ({error}); put back the one that keygen printed") from None


def read_signing(folder: str, verifier: Verifier) -> Ed25519PrivateKey:
    """The signing key of a folder; refused where others can read it, or it is not the verifier key's."""
    check_private_folder(os.path.join(folder, PRIVATE))
    path = os.path.join(folder, SIGNING)
    data = read_private(path, "the signing key")
    start = f"{_SIGNING}{verifier.name}+{verifier.key_id.hex()}+".encode()
    seed = b""
    if data.startswith(start):
        try:
            seed = base64.b64decode(data[len(start) :].strip(), validate=True)
        except ValueError:
            seed = b""
    if len(seed) == 33 and seed[0] == ED25519:
        private = Ed25519PrivateKey.from_private_bytes(seed[1:])
        if private.public_key().public_bytes_raw() == verifier.public:
            return private
    raise Refused(f"{path}: not the key of {VERIFIER}; one key signs a ledger for its life, so put back that one")

"""A checkpoint's signatures, by the keys that the person gave."""

from dataclasses import dataclass

from ..evidence import Checkpoint, NoteError, Verifier, check_signature
from ..findings import FAIL, PASS, UNPROVEN, Answer, Finding, Where
from ..records import Keys


@dataclass(frozen=True, slots=True)
class Signed:
    """What the signatures of a checkpoint are worth.

    ``answer`` is ``unproven`` where no operator's key was given. ``times`` (Unix seconds, with who says so) are
    those at which witnesses saw it.
    """

    checkpoint: Checkpoint
    answer: Answer
    key: Verifier | None = None
    times: tuple[tuple[int, str], ...] = ()
    findings: tuple[Finding, ...] = ()


def check_signed(checkpoint: Checkpoint, keys: Keys, where: Where) -> Signed:
    """Check origin, signer and key, which are all one, and the witnesses whose keys were given."""
    times, findings = _witnessed(checkpoint, keys, where)
    if not keys.operators:
        return Signed(checkpoint, FAIL if findings else UNPROVEN, times=times, findings=findings)
    key, problem = _signer(checkpoint, keys, where)
    if problem is not None:
        findings = (problem, *findings)
    return Signed(checkpoint, FAIL if findings else PASS, key, times, findings)


def _signer(checkpoint: Checkpoint, keys: Keys, where: Where) -> tuple[Verifier | None, Finding | None]:
    origin, note = checkpoint.origin, checkpoint.note
    named = [key for key in keys.operators if key.name == origin]
    if not named:
        names = " and ".join(dict.fromkeys(key.name for key in keys.operators))
        message = f"the checkpoint is of {origin[:100]}; the key you gave is that of {names}"
        return None, Finding("C306", message, where, names, origin[:100])
    ids = [each.key_id.hex() for each in note.signatures if each.name == origin]
    own = next((key for key in named if note.of(key)), None)
    if own is None:
        given = " or ".join(key.key_id.hex() for key in named)
        if not ids:
            return None, Finding("C305", f"the checkpoint is not signed by {origin}", where, f"key {given}")
        message = f"the checkpoint is signed by another key of the name {origin} than the one you gave"
        return None, Finding("C305", message, where, f"key {given}", f"key {', '.join(ids)}")
    try:
        check_signature(note, own)
    except NoteError:
        message = f"the signature of {origin} does not hold for this text; text or signature was changed"
        return None, Finding("C305", message, where)
    return own, None


def _witnessed(
    checkpoint: Checkpoint, keys: Keys, where: Where
) -> tuple[tuple[tuple[int, str], ...], tuple[Finding, ...]]:
    times, findings = [], []
    operators = {key.public for key in keys.operators}
    for witness in keys.witnesses:
        if witness.name == checkpoint.origin or witness.public in operators:
            continue  # nobody is a witness of their own
        if not checkpoint.note.of(witness):
            continue
        try:
            time = check_signature(checkpoint.note, witness)
        except NoteError:
            message = f"the cosignature of {witness.name} does not hold for this checkpoint"
            findings.append(Finding("C308", message, where))
        else:
            times.append((time or 0, witness.name))
    return tuple(times), tuple(findings)

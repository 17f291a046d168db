"""Was the commitment out before the hand? The proof in the file, the ledger, the person's own copies.

Procedure, section 6: the person's own copy from before the cards answers that; for a beacon, an outside time.
"""

import base64
import binascii

import msgspec

from ..dealing import Terms, TermsError, parse_terms
from ..evidence import (
    ExtraMissing,
    NoteError,
    ProofError,
    leaf_hash,
    parse_checkpoint,
    root_of_inclusion,
)
from ..findings import FAIL, PASS, UNPROVEN, Finding
from ..records import DealEvidence
from ..records.documents import Proof
from ..records.ledger import Commit, LineError, Void, parse_line
from .outcome import Context, DealOutcome, Shown
from .result import Options
from .session import Entry
from .signed import check_signed


def judge_promise(
    outcome: DealOutcome,
    evidence: DealEvidence,
    terms: Terms | None,
    hand: int | None,
    context: Context,
    options: Options,
) -> Shown:
    """Answer ``published``, and say what is shown of the promise."""
    outcome.answers["published"] = UNPROVEN
    shown = outcome.shown
    if evidence.proof is not None:
        _proof(shown, outcome, evidence, evidence.proof, terms, hand, context, options)
    _ledger(shown, outcome, evidence, terms, hand, context)
    _own_checkpoints(shown, outcome, context, options)
    _own_copy(shown, outcome, terms, hand, context, options)
    return shown


def judge_no_evidence(outcome: DealOutcome, context: Context) -> None:
    """A hand without evidence of its own, of a session that the ledger has."""
    session, number = context.session, context.where.hand
    if session is None or number is None:
        return
    entry = session.entries.get(number)
    if entry is None:
        _never_promised(outcome, number, context)
    elif isinstance(entry.closing, Void):
        _played_void(outcome, number, entry, context)


def _never_promised(outcome: DealOutcome, number: int, context: Context) -> None:
    message = f"hand {number} was dealt and played, and the ledger has no commitment for it"
    outcome.fail("published", Finding("C420", message, context.at("/deal")))


def _played_void(outcome: DealOutcome, number: int, entry: Entry, context: Context) -> None:
    message = f"the ledger makes hand {number} void, in line {entry.closings[0][0]}; here it was played"
    outcome.fail("published", Finding("C423", message, context.at("/deal"), "no such hand"))


def with_leaf(evidence: DealEvidence, hand: int | None, context: Context) -> DealEvidence:
    """The evidence with what it leaves out and its proof's leaf has, where that is the commit of this hand."""
    if evidence.proof is None or (evidence.terms is not None and evidence.commitment is not None):
        return evidence
    try:
        line = parse_line(evidence.proof.leaf.encode("utf-8"))
    except LineError:
        return evidence
    if not isinstance(line, Commit) or _of_another(line, hand, context) is not None:
        return evidence
    terms, commitment = evidence.terms, evidence.commitment
    return msgspec.structs.replace(
        evidence,
        terms=line.terms if terms is None else terms,
        commitment=line.commitment if commitment is None else commitment,
    )


def _of_another(line: Commit, hand: int | None, context: Context) -> str | None:
    """Which other hand a commit line is of; None where it may be of this one."""
    try:
        terms = parse_terms(line.terms.encode("utf-8"))
    except TermsError:
        return "no hand: its terms are malformed"
    if context.game not in (None, terms.session) or hand not in (None, terms.hand):
        return f"hand {terms.hand} of {terms.session}"
    return None


def note_unproven(outcome: DealOutcome, shown: Shown, context: Context) -> None:
    """Why the answer is open, where nothing decided it."""
    if outcome.answers["published"] == UNPROVEN:
        code, message = shown.why
        outcome.findings.append(Finding(code, message, context.at("/deal/commitment")))


def _proof(
    shown: Shown,
    outcome: DealOutcome,
    evidence: DealEvidence,
    proof: Proof,
    terms: Terms | None,
    hand: int | None,
    context: Context,
    options: Options,
) -> None:
    """Leaf, path, root, signature; the first that does not hold is the finding."""
    where = context.at("/deal/proof")
    try:
        checkpoint = parse_checkpoint(proof.checkpoint)
    except NoteError as error:
        message = f"the proof's checkpoint is none: {error}"
        return outcome.fail("published", Finding("C304", message, context.at("/deal/proof/checkpoint")))
    signed = check_signed(checkpoint, options.keys, context.at("/deal/proof/checkpoint"))
    if signed.answer == FAIL:
        for finding in signed.findings:
            outcome.fail("published", finding)
        return None
    if proof.size != checkpoint.size:
        message = f"the proof is for a ledger of {proof.size} lines, its checkpoint for one of {checkpoint.size}"
        where = context.at("/deal/proof/size")
        return outcome.fail("published", Finding("C302", message, where, str(checkpoint.size), str(proof.size)))
    commit = _leaf(outcome, evidence, proof, hand, context)
    if commit is None:
        return None
    try:
        path = [_hash(each) for each in proof.path]
        root = root_of_inclusion(leaf_hash(proof.leaf.encode()), proof.index, proof.size, path)
    except ProofError as error:
        return outcome.fail("published", Finding("C302", f"the proof is not of its form: {error}", where))
    if root != checkpoint.root:
        message = "the path does not lead from this line to the checkpoint's root; leaf, index or path was changed"
        return outcome.fail("published", Finding("C303", message, where, checkpoint.root.hex(), root.hex()))
    if terms is not None and not terms.session.startswith(checkpoint.origin + "/"):
        message = f"session {terms.session} is not one of {checkpoint.origin[:100]}'s"
        return outcome.fail("published", Finding("C306", message, where, checkpoint.origin[:100] + "/"))
    shown.index, shown.time, shown.proof = proof.index, commit.time, signed
    shown.outside += signed.times
    if proof.timestamp is not None:
        _timestamp(shown, outcome, proof.timestamp, checkpoint.note.text, context, options)
    return None


def _hash(text: str) -> bytes:
    if len(text) != 64:
        raise ProofError(f"a hash of the path has 64 small hex digits, this one {len(text)}")
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if data.hex() != text:
        raise ProofError("a hash of the path is not small hex digits")
    return data


def _leaf(
    outcome: DealOutcome, evidence: DealEvidence, proof: Proof, hand: int | None, context: Context
) -> Commit | None:
    """The leaf has to be the commit line of this deal."""
    where = context.at("/deal/proof/leaf")
    try:
        line = parse_line(proof.leaf.encode("utf-8"))
    except LineError as error:
        outcome.fail("published", Finding("C301", f"the proof's leaf is no line of a ledger: {error}", where))
        return None
    if not isinstance(line, Commit):
        message = "the proof's leaf is a line of another kind than a commit"
        outcome.fail("published", Finding("C301", message, where, "a commit line", type(line).__name__.lower()))
        return None
    for what, promised, held in (
        ("terms", line.terms, evidence.terms),
        ("commitment", line.commitment, evidence.commitment),
    ):
        if held is not None and promised != held:
            message = f"the proof's leaf is a commit with another {what.removesuffix('s')}"
            if what == "terms":
                message = "the proof's leaf is the commit of other terms"
            outcome.fail("published", Finding("C301", message, where, held, promised))
            return None
    other = _of_another(line, hand, context) if evidence.terms is None else None
    if other is not None:
        outcome.fail("published", Finding("C301", f"the proof's leaf is the commit of {other}", where))
        return None
    return line


def _timestamp(
    shown: Shown, outcome: DealOutcome, encoded: str, text: str, context: Context, options: Options
) -> None:
    from ..evidence.timestamp import TimestampError, check_timestamp  # certificates take long to import

    where = context.at("/deal/proof/timestamp")
    if not options.keys.certificates:
        message = "the time stamp was not checked: give the authority's certificate with --key"
        outcome.findings.append(Finding("C512", message, where))
        return
    try:
        token = base64.b64decode(encoded, validate=True)
        time = check_timestamp(token, text.encode("utf-8"), options.keys.certificates)
    except TimestampError as error:
        if error.untrusted:
            outcome.findings.append(Finding("C512", f"the time stamp was not checked: {error}", where))
        else:
            outcome.fail("published", Finding("C511", f"the time stamp does not hold: {error}", where))
    except binascii.Error:
        words = "it is not base64"
        outcome.fail("published", Finding("C511", f"the time stamp does not hold: {words}", where))
    except ExtraMissing as error:
        outcome.findings.append(Finding("C512", f"the time stamp was not checked: {error}", where))
    else:
        shown.outside.append((time, "a time stamp"))


def _ledger(
    shown: Shown,
    outcome: DealOutcome,
    evidence: DealEvidence,
    terms: Terms | None,
    hand: int | None,
    context: Context,
) -> None:
    """The ledger's lines of this hand against the file."""
    session = context.session
    number = terms.hand if terms is not None else hand
    if session is None or number is None or (terms is not None and terms.session != session.name):
        return
    entry = session.entries.get(number)
    if entry is None:
        _never_promised(outcome, number, context)
        return
    difference = _difference(evidence, entry)
    if difference is not None:
        what, line, listed, held = difference
        message = f"the ledger has another {what} for hand {number}, in line {line}; one of the two was changed"
        outcome.fail("published", Finding("C421", message, context.at("/deal"), listed, held))
        return
    if isinstance(entry.closing, Void):
        _played_void(outcome, number, entry, context)
        return
    shown.entry, shown.index, shown.time = entry, entry.line - 1, entry.commit.time
    opened = entry.closings[0][0] if entry.closings else session.size + 1
    shown.own = max((size for size in session.own if entry.line <= size < opened), default=0)
    shown.outside += [(time, who) for size, time, who in session.times if size >= entry.line]


def _difference(evidence: DealEvidence, entry: Entry) -> tuple[str, int, str, str] | None:
    """What file and ledger say otherwise: the thing, its line, and both."""
    closing = entry.closing
    line = entry.closings[0][0] if entry.closings else 0
    pairs = [
        ("terms", entry.line, entry.commit.terms, evidence.terms),
        ("commitment", entry.line, entry.commit.commitment, evidence.commitment),
    ]
    if closing is not None:
        pairs.append(("secret", line, closing.secret, evidence.secret))
        signature = evidence.beacon.signature if evidence.beacon is not None else None
        pairs.append(("beacon's signature", line, closing.signature or "none", signature))
    seats = entry.terms.players if entry.terms is not None else ()
    values = dict(zip(seats, (closing.values or ()) if closing is not None else (), strict=False))
    for each in evidence.values:
        given = entry.contribution(each.seat)
        if given is not None:
            pairs.append(("contribution", given[0], given[1], each.contribution))
        if closing is not None and each.seat in seats:
            pairs.append(("value", line, values.get(each.seat) or "none", each.value))
    for what, at, listed, held in pairs:
        if held is not None and listed != held:
            return what, at, listed, held
    return None


def _own_checkpoints(shown: Shown, outcome: DealOutcome, context: Context, options: Options) -> None:
    """The person's own checkpoints against the proof's; against a ledger they were compared with its lines."""
    if shown.proof is None or shown.index is None:
        return
    theirs = shown.proof.checkpoint
    for own in options.checkpoints:
        checkpoint = own.checkpoint
        if (checkpoint.origin, checkpoint.size) != (theirs.origin, theirs.size):
            continue
        if checkpoint.root == theirs.root:
            shown.own = max(shown.own, checkpoint.size)
            continue
        signed = check_signed(checkpoint, options.keys, context.at())
        both = f"; {theirs.origin} signed both" if signed.answer == shown.proof.answer == PASS else ""
        message = f"your checkpoint over {theirs.size} lines has another root than the file's{both}"
        where = context.at("/deal/proof/checkpoint")
        roots = checkpoint.root.hex(), theirs.root.hex()
        outcome.fail("published", Finding("C320", message, where, *roots))


def _own_copy(
    shown: Shown, outcome: DealOutcome, terms: Terms | None, hand: int | None, context: Context, options: Options
) -> None:
    """Set the answer by the person's own copies, or say why none of them shows it."""
    given = outcome.commitment
    if shown.own:
        line = (shown.index or 0) + 1
        told = f"your checkpoint of {shown.own} lines covers it, as line {line}"
        told += "" if shown.entry is not None else "; that it is from before the hand, only you know"
        _pass(outcome, told)
        return
    shown.why = _why_unproven(shown, context, options)
    if options.published is not None:
        session = terms.session if terms is not None else context.game
        number = terms.hand if terms is not None else hand
        listed = options.published.commitments.get((session or "", number if number is not None else -1))
        contradicted = any(item.where.hand == number for item in options.published.contradictions)
        if contradicted:
            shown.why = "C210", f"your list contradicts itself about hand {number}, so it proves nothing of it"
        elif listed is not None and given is not None:
            if listed == given:
                _pass(outcome, "the commitment is the one in your own copy")
                return
            text = f"your list has another commitment for hand {number}"
            outcome.fail("published", Finding("C201", text, context.at("/deal/commitment"), listed, given))
            return
        if listed is None:
            shown.why = "C210", f"your list has no line for hand {number} of {session}; ask the club why"
        elif given is None:
            words = "the file holds none to compare with it"
            shown.why = "C210", f"your list has a commitment for hand {number}, and {words}"
    if given is not None and given in options.saw:
        _pass(outcome, "the commitment is the one in your own copy")


def _pass(outcome: DealOutcome, by: str) -> None:
    if outcome.answers["published"] == UNPROVEN:
        outcome.answers["published"] = PASS
        outcome.published_by = by


def _why_unproven(shown: Shown, context: Context, options: Options) -> tuple[str, str]:
    session = context.session
    if shown.proof is None and shown.entry is None:
        if options.checkpoints:
            message = (
                "your checkpoint cannot be followed to this hand: the file has no proof, and there is no ledger"
            )
            return "C321", message
        message = "the file holds no proof that the commitment was out before the hand"
        return "C210", message + ("; nothing in it is signed by your key" if options.keys.operators else "")
    line = (shown.index or 0) + 1
    if shown.entry is not None and shown.entry.closings and session is not None:
        opened = shown.entry.closings[0][0]
        late = [size for size in session.own if size >= opened]
        if late:
            message = f"your checkpoint of {late[0]} lines covers line {opened}, too, where this deal was opened"
            return "C321", f"{message}: it is from after the hand"
    if shown.proof is not None:
        size, origin = shown.proof.checkpoint.size, shown.proof.checkpoint.origin
        signed = shown.proof.answer == PASS
    else:
        assert session is not None
        size, origin = session.size, session.origin or "the club"
        signed = session.signed is not None and line <= size
    own = [each.checkpoint for each in options.checkpoints if each.checkpoint.origin == origin]
    if own and max(each.size for each in own) < line:
        sizes = max(each.size for each in own)
        return "C321", f"your checkpoint covers {sizes} lines; the commitment is line {line}, so it came later"
    if own and session is None:
        return "C321", "your checkpoint has another size than the file's, and only the ledger joins the two"
    if not signed and not options.keys.operators:
        message = f"line {line} of {origin}'s ledger by the file; who signed that was not checked: no key was given"
        return "C310", message
    if not signed:
        return "C210", f"line {line} of {origin}'s ledger, which no checkpoint covers"
    return (
        "C210",
        f"line {line} of the {size} that {origin} signed; that it stood there before the hand is its word",
    )

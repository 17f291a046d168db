"""A ledger as a whole: its lines, the checkpoints over it, and each of its sessions."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isinf

from ..evidence import Checkpoint, Tree, leaf_hash
from ..findings import FAIL, PASS, UNPROVEN, Finding, Related, Where
from ..records import ShownCheckpoint
from ..records.ledger import Commit, Contribute, LineError, Open, Reveal, Void, ledger_lines, parse_line
from .beacon import seconds
from .index import Lines, Seen
from .result import LedgerResult, Options
from .session import Session, check_session, gather, session_of, voids
from .signed import Signed, check_signed

_MOST_TOLD = 10
_MOST_LINES = 100
_BAD = 4096

LinesOf = Callable[[str], Sequence[tuple[int, str]]]
"""The lines of a session, with their numbers, by its name."""


@dataclass(slots=True)
class Ledger:
    """A ledger that was read once: the tree over its lines, and the lines themselves on disk.

    ``fits``: its lines are those of every checkpoint; only then are games compared with it. ``own`` and ``times``
    as in :class:`~euchre_audit.audit.session.Session`.
    """

    result: LedgerResult
    lines: Lines
    seen: Seen
    tree: Tree = field(default_factory=Tree)
    origin: str | None = None
    fits: bool = True
    signer: str | None = None
    own: tuple[int, ...] = ()
    times: tuple[tuple[int, int, str], ...] = ()
    bad: list[bytes] = field(default_factory=list)
    older: bool = False
    checkpoints: dict[int, tuple[str, Signed]] = field(default_factory=dict)

    def sessions(self) -> "Sessions":
        """What games are compared with, as another process can have it."""
        signer = self.signer if self.fits else None
        facts = (self.result.path, self.origin, signer, self.result.signed, self.own, self.times)
        return Sessions(self.lines.path, self.fits, *facts)

    def read(self, name: str) -> Session | None:
        """What the ledger has of a session, whatever it is worth; None for nothing."""
        return self.sessions().read(name, self.lines.lines_of)

    def signed_over(self, signed: Signed) -> bool:
        """Whether the club signed these very lines as far as a checkpoint goes, and that checkpoint, too."""
        both = self.signer is not None and signed.answer == PASS
        return both and signed.checkpoint.size <= self.result.signed

    def add_checkpoint(self, path: str, signed: Signed, *, own: bool = False) -> list[Finding]:
        """Compare a checkpoint with the lines, and with every other one of its size."""
        checkpoint, where = signed.checkpoint, Where(path=path, line=1)
        if self.origin is not None and checkpoint.origin != self.origin:
            message = f"the checkpoint is of {checkpoint.origin[:100]}, the ledger of {self.origin}"
            return [Finding("C306", message, where, self.origin, checkpoint.origin[:100])]
        if signed.answer == FAIL:
            return []
        size, root = checkpoint.size, checkpoint.root
        other = self.checkpoints.setdefault(size, (path, signed))
        if other[1].checkpoint.root != root:
            both = signed.answer == other[1].answer == PASS
            return [fork(checkpoint, path, other[1].checkpoint.root, other[0], both=both)]
        if size > self.tree.size and own:
            self.older = True
            message = f"your checkpoint covers {size} lines; this ledger has {self.tree.size}: it is an older one"
            return [Finding("C321", message, where)]
        if size > self.tree.size:
            missing = size - self.tree.size
            lines = "1 line" if missing == 1 else f"{missing} lines"
            message = f"the ledger lacks {lines} of the {size} that the checkpoint covers"
            return [Finding("C411", message, where, f"{size} lines", f"{self.tree.size} lines")]
        if self.tree.root(size) != root:
            message = f"the first {size} lines of the ledger are not those that the checkpoint covers"
            if own:
                message = f"the ledger does not begin with the {size} lines that your checkpoint covers"
            return [Finding("C410", message, where, root.hex(), self.tree.root(size).hex())]
        self.times += tuple((size, time, who) for time, who in signed.times)
        if own:
            self.own += (size,)
        return []


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of a ledger: where its lines are, and what is known of them as a whole."""

    lines: str
    fits: bool
    path: str
    origin: str | None
    signer: str | None
    signed: int
    own: tuple[int, ...]
    times: tuple[tuple[int, int, str], ...]

    def lookup(self, lines_of: LinesOf) -> Callable[[str], Session | None]:
        """What a game is compared with; None where the ledger has nothing of it, or is not what was signed."""
        return lambda name: self.read(name, lines_of) if self.fits else None

    def read(self, name: str, lines_of: LinesOf) -> Session | None:
        """What the ledger has of a session, whatever it is worth; None for nothing."""
        parsed = [(number, text, parse_line(text.encode())) for number, text in lines_of(name)]
        if not parsed:
            return None
        made = gather(self.path, name, parsed, self.origin)
        return replace(made, signed=self.signer, size=self.signed, own=self.own, times=self.times)


def fork(checkpoint: Checkpoint, path: str, root: bytes, other: str, *, both: bool) -> Finding:
    """One origin and size over different lines: two histories. ``both``: each was signed by the same key."""
    message = f"two histories: {checkpoint.size} lines of {checkpoint.origin}'s ledger with different roots"
    if both:
        message += f"; {checkpoint.origin} signed both"
    where = Where(path=path, line=1)
    return Finding("C320", message, where, root.hex(), checkpoint.root.hex(), (Related(f"the other is {other}"),))


def read_ledger(
    path: str,
    folder: str | None,
    checkpoints: Iterable[ShownCheckpoint],
    origin: str | None,
    own: Iterable[tuple[str, Signed]],
    options: Options,
    seen: Seen,
) -> Ledger:
    """Read a ledger, and compare it with its checkpoints and the person's own. ``Unreadable`` where that fails.

    ``origin`` is the one that the manifest names, None where there is none; ``own`` are the person's checkpoints.
    """
    result = LedgerResult(path)
    ledger = Ledger(result, Lines(), seen, origin=origin)
    try:
        torn = _read_lines(ledger, folder)
    except BaseException:
        ledger.lines.close()
        raise
    ledger.lines.complete()
    faults: list[Finding] = []
    signed: list[Signed] = []
    for shown in checkpoints:
        each = check_signed(shown.checkpoint, options.keys, Where(path=shown.path, line=1))
        ledger.origin = ledger.origin or shown.checkpoint.origin
        signed.append(each)
        found = ledger.add_checkpoint(shown.path, each)
        faults += found
        result.findings += each.findings
        if each.answer != FAIL and not found:
            result.signed = max(result.signed, shown.checkpoint.size)
            if each.key is not None:
                ledger.signer = each.key.name
    for place, each in own:
        if ledger.origin in (None, each.checkpoint.origin):
            ledger.origin = each.checkpoint.origin
            found = _own(ledger, place, each)
            faults += [finding for finding in found if finding.severity == "error"]
            result.findings += [finding for finding in found if finding.severity != "error"]
    result.signer = ledger.signer
    ledger.fits = not faults and torn is None
    if torn is not None:
        short = [each for each in faults if each.code == "C411"]
        faults = [torn.with_related(*(Related(each.message) for each in short))]
    result.findings += faults
    _note_unsigned(ledger, signed)
    if any(each.severity == "error" and each.code not in _FOLLOWING for each in result.findings):
        result.answers["published"] = FAIL
    return ledger


def _own(ledger: Ledger, path: str, signed: Signed) -> list[Finding]:
    """The person's own checkpoint; where both it and the ledger's are signed, a difference is the signer's."""
    found = ledger.add_checkpoint(path, signed, own=True)
    if found and found[0].code == "C410" and ledger.signed_over(signed):
        first = found[0]
        message = f"{first.message}; {ledger.signer} signed both"
        return [Finding("C320", message, first.where, first.expected, first.found)]
    return found


def _read_lines(ledger: Ledger, folder: str | None) -> Finding | None:
    """Every line into tree and index; a finding where the last one is torn."""
    result, tree, index = ledger.result, ledger.tree, ledger.lines
    digest = hashlib.sha256()
    for number, (raw, whole) in enumerate(ledger_lines(result.path, folder), 1):
        digest.update(raw)
        if not whole:
            result.sha256 = digest.hexdigest()
            message = "the last line does not end in LF: it was cut off, or an editor changed it"
            return Finding("C412", message, Where(path=result.path, line=number))
        digest.update(b"\n")
        tree.append(leaf_hash(raw))
        result.lines = number
        try:
            _place(ledger, index, number, raw)
        except LineError as error:
            ledger.bad.append(raw[:_BAD])
            where = Where(path=result.path, line=number)
            message = str(error) if raw else "the line is empty"
            _tell(result, Finding("C401", message, where, None, raw[:60].decode("latin-1") or None))
    result.sha256 = digest.hexdigest()
    return None


def _place(ledger: Ledger, index: Lines, number: int, raw: bytes) -> None:
    line = parse_line(raw)
    text = raw.decode("ascii")
    result = ledger.result
    if isinstance(line, Open):
        session: str | None = line.session
        result.sessions += 1
        index.publish(hashlib.sha256(raw).hexdigest(), number)
    elif isinstance(line, Commit):
        terms = line.terms.encode()
        session = session_of(line.terms)
        if session is None:
            raise LineError("the terms name no session")
        if isinf(seconds(line.time)):
            raise LineError(f"{line.time} is no time of the calendar")
        result.commits += 1
        index.promise(line.commitment, session)
        index.publish(line.commitment, number)
        index.publish(hashlib.sha256(terms).hexdigest(), number)
    else:
        session = index.session_of(line.commitment)
        result.voids += isinstance(line, Void)
        result.reveals += isinstance(line, Reveal)
    if session is None:
        what = "contributes to" if isinstance(line, Contribute) else "closes"
        where = Where(path=result.path, line=number)
        found = line.commitment if not isinstance(line, Open | Commit) else None
        message = f"the line {what} a commitment that no line before it makes"
        _tell(result, Finding("C405", message, where, None, found))
        return
    index.add_line(number, session, text)
    if isinstance(line, Contribute):
        index.publish(line.contribution, number)
    elif isinstance(line, Reveal | Void):
        _opened(ledger, number, session, line)


def _tell(result: LedgerResult, finding: Finding) -> None:
    """A fault of one line; of very many of a kind the first are told."""
    count = result.faults[finding.code] = result.faults.get(finding.code, 0) + 1
    if count <= _MOST_LINES:
        result.findings.append(finding)
    elif count == _MOST_LINES + 1:
        message = "there are more lines like these; they are not told one by one"
        result.findings.append(Finding(finding.code, message, finding.where))


def _opened(ledger: Ledger, number: int, session: str, line: Reveal | Void) -> None:
    """A secret that was used before, or could be read in the ledger before it was sealed."""
    index, where = ledger.lines, Where(path=ledger.result.path, line=number, game=session)
    used = bytes.fromhex(line.secret), bytes.fromhex(line.commitment), f"line {number}"
    before = dict(ledger.seen.use_secrets([used])).get(0)
    shown, sealed = index.published(line.secret), index.published(line.commitment)
    if before is not None:
        message = f"this secret was used before: {before}"
        ledger.result.findings.append(Finding("C507", message, where))
    elif shown is not None and sealed is not None and shown <= sealed:
        message = f"this secret stood in the ledger before the hand, in line {shown}, for everybody to read"
        ledger.result.findings.append(Finding("C509", message, where))
    for value in line.values or ():
        if value is not None:
            index.publish(value, number)


def _note_unsigned(ledger: Ledger, signed: Sequence[Signed]) -> None:
    result = ledger.result
    where = Where(path=result.path, line=1)
    if not signed:
        result.findings.append(Finding("C415", "no checkpoint is given with the ledger: nobody signed it", where))
    elif any(each.answer == UNPROVEN for each in signed):
        message = "who signed the ledger's checkpoint was not checked: no key was given"
        result.findings.append(Finding("C310", message, where))
    beyond = result.lines - result.signed
    if ledger.fits and signed and beyond > 0:
        lines = f"line {result.lines} is" if beyond == 1 else f"lines {result.signed + 1} to {result.lines} are"
        message = f"{lines} beyond the checkpoint, and not signed"
        result.findings.append(Finding("C413", message, where.at(line=result.signed + 1)))


def check_sessions(ledger: Ledger, *, event: str | None, rounds: Mapping[str, int]) -> None:
    """Every session by the procedure. Where the ledger is not what was signed, what that breaks is told with it.

    ``event``: how the sessions begin whose result is out, so that all of their deals have to be opened; ``rounds``:
    the round of each session that is known.
    """
    result = ledger.result
    found: list[Finding] = []
    early = {each.where.line: each for each in result.findings if each.code in _EARLY}
    by_round: dict[int, list[_Span]] = {}
    for name in ledger.lines.sessions():
        session = ledger.read(name)
        if session is not None:
            told = ledger.seen.told(name)
            finished = event is not None and name.startswith(event) and not ledger.older
            each = [*check_session(session, finished=finished), *_used(session, early)]
            found += [fault for fault in each if (fault.where.hand or 0, fault.code) not in told]
            found += voids(session)
            if name in rounds:
                by_round.setdefault(rounds[name], []).append(_span(session))
    found += _rounds(by_round)
    found += [each for each in result.findings if each.code in _FOLLOWING and each.code not in _EARLY]
    found.sort(key=lambda each: (each.where.line or 0, each.code))
    result.findings = [each for each in result.findings if each.code not in _FOLLOWING]
    cause = next((i for i, each in enumerate(result.findings) if each.code in _CAUSES), None)
    if cause is not None and not ledger.fits:
        result.findings[cause] = _with(result.findings[cause], found)
        return
    if result.reveals:
        result.answers["commitment"] = PASS
    for name, codes in _ANSWERS.items():
        if any(each.severity == "error" and each.code in codes for each in found):
            result.answers[name] = FAIL
    result.findings += _one_cause(found, ledger)


def _used(session: Session, early: Mapping[int | None, Finding]) -> Iterator[Finding]:
    """What the reading of the lines found of secrets, with the hand."""
    for entry in session.commits:
        for line, _ in entry.closings:
            if line in early:
                hand = entry.terms.hand if entry.terms is not None else None
                yield early[line].at(session.where(line, hand))


def _with(cause: Finding, found: Sequence[Finding]) -> Finding:
    """A finding, and what follows from it."""
    told = [Related(f"line {each.where.line}: {each.message}") for each in found if each.severity == "error"]
    more = [Related(f"and {len(told) - _MOST_TOLD} more")] if len(told) > _MOST_TOLD else []
    return cause.with_related(*told[:_MOST_TOLD], *more)


def _one_cause(found: list[Finding], ledger: Ledger) -> list[Finding]:
    """A line that cannot be read may be what another lacks; sessions of another origin are told once."""
    for code in ("C401", "C306"):
        first = next((place for place, each in enumerate(found) if each.code == code), None)
        if first is None:
            continue
        rest = [each for place, each in enumerate(found) if place != first]
        follows = [each for each in rest if each.code == "C306" or (code == "C401" and _is_lost(each, ledger))]
        cause = _with(found[first], follows)
        found = [cause if place == first else each for place, each in enumerate(found) if each not in follows]
    return found


def _is_lost(finding: Finding, ledger: Ledger) -> bool:
    """Whether a line that cannot be read names what this one misses."""
    if finding.code == "C405":
        name = finding.found
    elif finding.code == "C403" and finding.where.game is not None:
        session = ledger.read(finding.where.game)
        entry = session.entries.get(finding.where.hand or 0) if session is not None else None
        name = entry.commit.commitment if entry is not None else None
    else:
        name = finding.where.game if finding.code == "C407" else None
    return name is not None and any(name.encode() in raw for raw in ledger.bad)


_EARLY = ("C507", "C509")
_FOLLOWING = ("C401", "C405", *_EARLY)
_CAUSES = ("C306", "C320", "C410", "C411", "C412")
_ANSWERS: dict[str, tuple[str, ...]] = {
    "commitment": ("C402", "C403", "C404", "C408", "D101"),
    "published": ("C401", "C405", "C406", "C407", "C409", "C306"),
    "choice": ("C110", "C111", "C112", "C503", "C507", "C508", "C509"),
}


@dataclass(frozen=True, slots=True)
class _Span:
    """From where to where a session's deals go in the ledger."""

    first: int
    last: int
    by_round: bool
    where: Where


def _span(session: Session) -> _Span:
    commits = [entry.line for entry in session.commits]
    closings = [line for entry in session.commits for line, _ in entry.closings]
    last = max(closings, default=0)
    by_round = bool(session.opened) and session.opened[0][1].reveal == "round"
    return _Span(min(commits, default=0), last, by_round, session.where(last))


def _rounds(by_round: Mapping[int, list[_Span]]) -> Iterator[Finding]:
    """With ``reveal`` round, all deals of a round are opened before the next one's first commit."""
    for number, after in pairwise(sorted(by_round)):
        starts = [span.first for span in by_round[after] if span.first]
        for span in by_round[number]:
            if span.by_round and starts and span.last > min(starts):
                message = f"a deal of round {number} is opened after the first of round {after} was promised"
                yield Finding("C406", message, span.where, f"before line {min(starts)}", f"line {span.last}")


def event_of(sessions: Iterable[str]) -> str | None:
    """How the sessions of one event begin: what they share, and at most all but the table and the game."""
    parts: list[str] | None = None
    for name in sessions:
        own = name.split("/")[:-2] or name.split("/")[:1]
        parts = own if parts is None else [a for a, b in zip(parts, own, strict=False) if a == b][: len(own)]
    return "/".join(parts) + "/" if parts else None


def sessions_without_record(ledger: Ledger, event: str) -> Iterator[Finding]:
    """Sessions of which the archive lacks the game, or some of the hands; of other events that is a note."""
    for name in ledger.lines.sessions() if ledger.fits else ():
        session = None if ledger.seen.audited(name) else ledger.read(name)
        if session is None:
            continue
        where = session.where(session.lines[0][0])
        opened = {hand for hand, entry in session.entries.items() if isinstance(entry.closing, Reveal)}
        missing = sorted(opened - ledger.seen.held(name))
        if not name.startswith(event):
            yield Finding("C426", f"session {name} is not in this archive; it is of another event", where)
        elif missing and len(missing) < len(opened):
            hands = ", ".join(map(str, missing[:20]))
            message = f"of session {name} the archive has single hands alone; it lacks {hands}"
            yield Finding("C422", message, where)
        elif missing:
            hands = "1 hand" if len(opened) == 1 else f"{len(opened)} hands"
            message = f"session {name} was dealt ({hands} opened), and its game is missing"
            yield Finding("C425", message, where)

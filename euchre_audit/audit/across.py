"""What is compared between files: games with the ledger, with each other, with the person's own copies."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..dealing import contribution
from ..findings import FAIL, PASS, Finding, Where
from ..records import ShownCheckpoint, Source
from .chain import with_faults
from .index import Seen
from .ledger import Ledger, check_sessions, event_of, fork, read_ledger, sessions_without_record
from .report import Report
from .result import GameResult, HandResult, Options
from .shards import Audited, Piece, Promised, placed
from .signed import Signed, check_signed
from .words import seat_name

NO_ROUNDS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class _Fault:
    """What was found about a game of a piece: in its hand of this index, or None for the whole."""

    game: int
    hand: int | None
    answer: str | None
    finding: Finding

    def holder(self, games: Sequence[GameResult]) -> GameResult | HandResult:
        """Where it goes."""
        return games[self.game] if self.hand is None else games[self.game].hands[self.hand]


class Across:
    """One run's view over all of its files. ``report`` is added to; ``options`` hold what of the person's holds."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.seen = Seen()
        self.ledger: Ledger | None = None
        self.whole = False
        self.own: list[tuple[str, Signed]] = []
        self.named: list[tuple[str, str | None]] = []
        """File and name of every game, where there is a ledger."""
        valid: list[ShownCheckpoint] = []
        for shown in report.options.checkpoints:
            signed = check_signed(shown.checkpoint, report.options.keys, Where(path=shown.path, line=1))
            report.findings += signed.findings
            if signed.answer == FAIL:
                continue
            valid.append(shown)
            self.own.append((shown.path, signed))
            fault = self._checkpoint(signed, shown.path)
            report.findings += [fault] if fault is not None else []
        self.options: Options = replace(report.options, checkpoints=tuple(valid))

    def read_ledger(self, path: str, checkpoints: Sequence[ShownCheckpoint], origin: str | None = None) -> None:
        """Read the ledger of this run, before any game. ``Unreadable`` where that fails."""
        self.ledger = read_ledger(path, self.report.folder, checkpoints, origin, self.own, self.options, self.seen)
        self.report.ledgers.append(self.ledger.result)
        self.report.inputs.append((path, self.ledger.result.sha256))
        self.report.beside.append(path)

    def add(self, piece: Piece, audited: Audited) -> None:
        """Compare the games of a piece with everything before them; what is found goes into them."""
        heads = audited.heads
        faults = [fault for game in range(len(heads)) for fault in self._twice(piece, audited, game)]
        faults += [fault for game in range(len(heads)) for fault in self._in_ledger(audited, game)]
        faults += [*self._secrets(audited), *self._commitments(audited), *self._checkpoints(audited)]
        if faults:
            with audited.games.changing() as games:
                for fault in faults:
                    holder = fault.holder(games)
                    holder.findings.append(placed(piece, heads[fault.game], fault.finding))
                    if fault.answer is not None:
                        holder.answers[fault.answer] = FAIL
                    if isinstance(holder, HandResult):
                        holder.chain = with_faults(holder.chain, holder)
        if self.ledger is not None:
            self.named += [(head.path, head.name) for head in heads]
            for each in audited.promised:
                if each.in_ledger:
                    new = [fault.finding.code for fault in faults if each[:2] == (fault.game, fault.hand)]
                    self.seen.tell(each.session, each.number, {*each.codes, *new})

    def _twice(self, piece: Piece, audited: Audited, number: int) -> Iterator[_Fault]:
        """One game of a session in an archive; where a game names none, one file of the same bytes."""
        head, source = audited.heads[number], piece.sources[audited.heads[number].source]
        if head.alone or self.report.archive is None or not isinstance(source, Source):
            return
        game, message = head.session, f"the game of session {head.session}"
        if game is None and source.kind not in ("jsonl", "msgpack"):
            game = message = f"a file of the same bytes ({source.sha256[:8]}…)"
        before = self.seen.audit(game, head.path) if game is not None else None
        if before is not None:
            message += " stands in this file twice" if before == head.path else f" stands in {before}, too"
            where = Where(path=head.path, pointer="/game", game=head.name)
            answer = "published" if self.ledger is not None else None
            yield _Fault(number, None, answer, Finding("A115", message, where))

    def _in_ledger(self, audited: Audited, number: int) -> Iterator[_Fault]:
        ledger, head = self.ledger, audited.heads[number]
        if ledger is None or not ledger.fits:
            return
        session = head.session
        where = Where(path=head.path, pointer="/game", game=head.name)
        if head.in_ledger and session is not None:
            hands = [each for each in audited.promised if each.game == number and each.hand is not None]
            self.seen.hold(session, [each.number for each in hands if each.session == session])
        elif self.whole or (ledger.origin is not None and (session or "").startswith(ledger.origin + "/")):
            of = f" of {ledger.origin}" if ledger.origin is not None else ""
            name = session or "of this game"
            message = f"the ledger{of} has no session {name}: these hands were never promised in it"
            yield _Fault(number, None, "published", Finding("C420", message, where))

    def _secrets(self, audited: Audited) -> Iterator[_Fault]:
        """No secret twice."""
        opened = [
            (each, each.secret, each.commitment)
            for each in audited.promised
            if each.secret is not None and each.commitment is not None
        ]
        used = [(secret, commitment, each.place) for each, secret, commitment in opened]
        for number, before in self.seen.use_secrets(used):
            message = f"the secret of this deal was used before: {before}"
            yield _fault(audited, opened[number][0], "choice", Finding("C507", message, Where()), "/secret")

    def _commitments(self, audited: Audited) -> Iterator[_Fault]:
        """One commitment a hand."""
        held = [(each, each.commitment) for each in audited.promised if each.commitment is not None]
        used = [
            (each.session, each.number, own, _signer(each), f"{audited.heads[each.game].path}, {each.place}")
            for each, own in held
        ]
        for number, (first, by, file) in self.seen.use_commitments(used):
            each, own = held[number]
            message = f"another file has another commitment for this hand: {file}"
            signer = _signer(each)
            if signer is not None and by == signer:
                message += f"; {signer} signed both"
            two = Finding("C204", message, Where(), first.hex(), own.hex())
            yield _fault(audited, each, "commitment", two, "/commitment")

    def _checkpoints(self, audited: Audited) -> Iterator[_Fault]:
        """One history."""
        for each in audited.promised:
            if each.signed is not None and "C320" not in each.codes:
                other = self._checkpoint(each.signed, audited.heads[each.game].path)
                if other is not None:
                    yield _fault(audited, each, "published", other, "/proof/checkpoint")

    def _checkpoint(self, signed: Signed, path: str) -> Finding | None:
        """A checkpoint against every other of its origin and size, and against the ledger."""
        checkpoint = signed.checkpoint
        other = self.seen.use_checkpoint(
            checkpoint.origin, checkpoint.size, checkpoint.root, signed.answer == PASS, path
        )
        ledger = self.ledger
        if other is not None:
            root, was_signed, file = other
            return fork(checkpoint, path, root, file, both=was_signed and signed.answer == PASS)
        if ledger is None or not ledger.fits or checkpoint.origin != ledger.origin:
            return None
        if checkpoint.size > ledger.tree.size or ledger.tree.root(checkpoint.size) == checkpoint.root:
            return None
        root = ledger.tree.root(checkpoint.size)
        return fork(checkpoint, path, root, ledger.result.path, both=ledger.signed_over(signed))

    def finish(self, *, finished: bool, rounds: Mapping[str, int] = NO_ROUNDS) -> None:
        """What only the whole shows, and so nothing where the audit was interrupted.

        ``finished``: the archive is the result, and every session of its event has its game; ``rounds``: the round
        of each file, where it is known.
        """
        if self.report.partial:
            self.close()
            return
        ledger = self.ledger
        if ledger is not None:
            by_name = {name: rounds[path] for path, name in self.named if name and path in rounds}
            names = [name for _, name in self.named if name is not None]
            event = (event_of(names) or f"{ledger.origin}/") if finished else None
            check_sessions(ledger, event=event, rounds=by_name)
            if event is not None:
                missing = list(sessions_without_record(ledger, event))
                ledger.result.findings += missing
                if any(each.severity == "error" for each in missing):
                    ledger.result.answers["published"] = FAIL
        known = self.ledger.lines.session_of if self.ledger is not None else None
        _own_copies(self.report, known)
        self._own_values()
        self.close()

    def close(self) -> None:
        """Give the disk back."""
        self.seen.close()
        if self.ledger is not None:
            self.ledger.lines.close()

    def _own_values(self) -> None:
        """What the person put in has to be in some deal; in the same seat's of one session, in every one."""
        mine, games = set(self.options.mine), self.report.games
        found: set[str] = set()
        seats: dict[str | None, set[int]] = {}
        for game in games if mine else ():
            for given in (*game.draw_put.values(), *(given for hand in game.hands for given in hand.put.values())):
                found |= {each for each in given if each is not None} if mine & set(given) else set()
            own = {seat for hand in game.hands for seat, given in hand.put.items() if mine & set(given)}
            if own:
                seats.setdefault(game.name, set()).update(own)
        missing = {each for each in mine - found if not self._in_void(each)}
        if not missing or not games:
            return
        other = False
        for game in games.to_change() if seats else ():
            for hand in game.hands:
                for seat in sorted(seats.get(game.name, set()) & hand.put.keys()):
                    if not mine & set(hand.put[seat]):
                        other = True
                        who = seat_name(seat, game.rules.seats)
                        message = (
                            f"{who}'s number is none of yours, and one of yours is in no deal; is it of this game?"
                        )
                        _blame_choice(hand, Finding("C506", message, _where(game, hand).at(seat=seat)))
        if other or found or not games.tally.hands:
            return
        with games.packs[0].changing() as first:
            game = first[0]
            if games.tally.hands == 1:
                message = "the number that you put in is not among those of this deal"
                _blame_choice(game.hands[0], Finding("C506", message, _where(game, game.hands[0])))
            else:
                message = "no number that you put in is among those of these deals"
                _blame_choice(game, Finding("C506", message, Where(path=self.report.inputs[0][0])))

    def _in_void(self, value: str) -> bool:
        """Whether a number went into a deal of the ledger that no record holds, or was withheld from one."""
        if self.ledger is None:
            return False
        if self.ledger.lines.published(value) is not None:
            return True
        for _, name in self.named:
            session = self.ledger.read(name) if name is not None else None
            for entry in session.commits if session is not None else ():
                committed = bytes.fromhex(entry.commit.commitment)
                for _, each in entry.contributions:
                    if contribution(committed, each.seat, bytes.fromhex(value)).hex() == each.contribution:
                        return True
        return False


def _signer(promised: Promised) -> str | None:
    signed = promised.signed
    return signed.key.name if signed is not None and signed.key is not None else None


def _fault(audited: Audited, promised: Promised, answer: str, finding: Finding, part: str) -> _Fault:
    """A finding about a part of a deal's evidence."""
    head = audited.heads[promised.game]
    deal = "/first_dealer/deal" if promised.hand is None else f"/hands/{promised.hand}/deal"
    where = Where(path=head.path, pointer=deal + part, game=head.name, hand=promised.number)
    return _Fault(promised.game, promised.hand, answer, finding.at(where))


def _own_copies(report: Report, known: Callable[[str], str | None] | None) -> None:
    """A commitment that the person saw has to be that of some deal here; a list may hold more than the file.

    ``known``: the session of a commitment in the ledger, where there is one; void deals are there, too.
    """
    options, games = report.options, report.games
    count = games.tally.hands
    unknown = list(options.saw) if count else []
    if unknown:
        held = {game.draw_commitment for game in games}
        held |= {hand.commitment for game in games for hand in game.hands}
        unknown = [seen for seen in unknown if seen not in held and (known is None or known(seen) is None)]
    if count == 1 and len(unknown) < len(options.saw):
        unknown = []  # the person noted several, and one is this hand's
    for seen in unknown:
        with games.packs[0].changing() as (game, *_):
            if count == 1:
                _not_seen(game, game.hands[0], seen)
            else:
                message = "a commitment you saw is not that of any hand here"
                report.findings.append(Finding("C201", message, Where(path=report.inputs[0][0]), seen))
                game.answers["published"] = FAIL
    if options.published is None:
        return
    report.findings += options.published.contradictions
    for game in games.to_change():
        listed = {number for session, number in options.published.commitments if session == game.name}
        absent = sorted(listed - {hand.number for hand in game.hands} - {0})
        if absent and not game.alone:
            numbers = ", ".join(map(str, absent[:20]))
            message = f"your list has hands that this game does not: {numbers}"
            game.findings.append(Finding("C203", message, Where(path=game.path, pointer="/hands", game=game.name)))


def _not_seen(game: GameResult, hand: HandResult, seen: str) -> None:
    message = "the commitment you saw is another one than the file's"
    if hand.commitment is None:
        message = "you saw a commitment, and the file holds none"
    where = Where(path=game.path, game=game.name, hand=hand.number)
    hand.findings = [finding for finding in hand.findings if finding.code != "C210"]
    hand.findings.append(Finding("C201", message, where, seen, hand.commitment))
    hand.answers["published"] = FAIL


def _where(game: GameResult, hand: HandResult) -> Where:
    return Where(path=game.path, game=game.name, hand=hand.number)


def _blame_choice(holder: GameResult | HandResult, finding: Finding) -> None:
    holder.findings.append(finding)
    holder.answers["choice"] = FAIL

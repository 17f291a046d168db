"""What is compared between files: games with the ledger, with each other, with the person's own copies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..dealing import contribution
from ..findings import FAIL, PASS, Finding, Where
from ..records import ShownCheckpoint
from .chain import with_faults
from .index import Seen
from .ledger import Ledger, check_sessions, event_of, fork, read_ledger, sessions_without_record
from .result import GameResult, HandResult, Options, Promise, Report
from .signed import Signed, check_signed
from .words import seat_name

Place = Callable[[Finding], Finding]
NO_ROUNDS: Mapping[str, int] = {}


class Across:
    """One run's view over all of its files. ``report`` is added to; ``options`` hold what of the person's holds."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.seen = Seen()
        self.ledger: Ledger | None = None
        self.whole = False
        self.own: list[tuple[str, Signed]] = []
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

    def add(self, game: GameResult, session: str | None, in_ledger: bool, place: Place) -> None:
        """Compare a game that was audited with everything before it. ``place`` finds the line of a finding."""
        self._in_ledger(game, session, in_ledger, place)
        if game.draw_promise is not None:
            self._promise(game.draw_promise, place, game, game, "/first_dealer/deal")
        for index, hand in enumerate(game.hands):
            if hand.promise is not None:
                self._promise(hand.promise, place, game, hand, f"/hands/{index}/deal")

    def _in_ledger(self, game: GameResult, session: str | None, in_ledger: bool, place: Place) -> None:
        ledger = self.ledger
        if ledger is None or not ledger.fits:
            return
        if in_ledger and session is not None:
            for hand in game.hands:
                if hand.promise is not None and hand.promise.session == session:
                    self.seen.hold(session, hand.promise.hand)
            before = None if game.alone else self.seen.audit(session, game.path)
            if before not in (None, game.path) and self.report.folder is not None:
                where = Where(path=game.path, pointer="/game", game=game.name)
                message = f"the game of session {session} stands in {before}, too"
                game.findings.append(place(Finding("A115", message, where)))
                game.answers["published"] = FAIL
        elif self.whole or (ledger.origin is not None and (session or "").startswith(ledger.origin + "/")):
            of = f" of {ledger.origin}" if ledger.origin is not None else ""
            name = session or "of this game"
            message = f"the ledger{of} has no session {name}: these hands were never promised in it"
            where = Where(path=game.path, pointer="/game", game=game.name)
            game.findings.append(place(Finding("C420", message, where)))
            game.answers["published"] = FAIL

    def _promise(
        self, promise: Promise, placed: Place, game: GameResult, holder: GameResult | HandResult, pointer: str
    ) -> None:
        """No secret twice, one commitment a hand, one history."""
        place = f"hand {promise.hand} of {promise.session}"
        found: list[Finding] = []

        def at(part: str) -> Where:
            return Where(path=game.path, pointer=pointer + part, game=game.name, hand=promise.hand)

        if promise.secret is not None and promise.commitment is not None:
            before = self.seen.use_secret(promise.secret, promise.commitment, place)
            if before is not None:
                message = f"the secret of this deal was used before: {before}"
                found.append(Finding("C507", message, at("/secret")))
                holder.answers["choice"] = FAIL
        if promise.commitment is not None:
            two = self._two_commitments(promise, promise.commitment, f"{game.path}, {place}")
            if two is not None:
                found.append(two.at(at("/commitment")))
                holder.answers["commitment"] = FAIL
        if promise.signed is not None and all(each.code != "C320" for each in holder.findings):
            other = self._checkpoint(promise.signed, game.path)
            if other is not None:
                found.append(other.at(at("/proof/checkpoint")))
                holder.answers["published"] = FAIL
        if found:
            holder.findings += [placed(finding) for finding in found]
            if isinstance(holder, HandResult):
                holder.chain = with_faults(holder.chain, holder)
        if promise.in_ledger:
            self.seen.tell(promise.session, promise.hand, {each.code for each in holder.findings})

    def _two_commitments(self, promise: Promise, commitment: str, place: str) -> Finding | None:
        signed = promise.signed
        signer = signed.key.name if signed is not None and signed.key is not None else None
        other = self.seen.use_commitment(promise.session, promise.hand, commitment, signer, place)
        if other is None:
            return None
        first, by, file = other
        message = f"another file has another commitment for this hand: {file}"
        if signer is not None and by == signer:
            message += f"; {signer} signed both"
        return Finding("C204", message, Where(), first, commitment)

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
        """What only the whole shows.

        ``finished``: the archive is the result, and every session of its event has its game; ``rounds``: the round
        of each file, where it is known.
        """
        ledger = self.ledger
        if ledger is not None:
            by_name = {
                game.name: rounds[game.path] for game in self.report.games if game.name and game.path in rounds
            }
            names = [game.name for game in self.report.games if game.name is not None]
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
        mine, report = set(self.options.mine), self.report
        found: set[str] = set()
        seats: dict[str | None, set[int]] = {}
        for game in report.games:
            for given in game.draw_put.values():
                found |= {each for each in given if each is not None} if mine & set(given) else set()
            for hand in game.hands:
                for seat, given in hand.put.items():
                    own = mine & set(given)
                    found |= {each for each in given if each is not None} if own else set()
                    if own:
                        seats.setdefault(game.name, set()).add(seat)
        missing = {each for each in mine - found if not self._in_void(each)}
        if not missing or not report.games:
            return
        hands = [(game, hand) for game in report.games for hand in game.hands]
        other = [
            (game, hand, seat)
            for game, hand in hands
            for seat in sorted(seats.get(game.name, set()))
            if seat in hand.put and not mine & set(hand.put[seat])
        ]
        if other:
            for game, hand, seat in other:
                who = seat_name(seat, game.rules.seats)
                message = f"{who}'s number is none of yours, and one of yours is in no deal; is it of this game?"
                _blame_choice(hand, Finding("C506", message, _where(game, hand).at(seat=seat)))
        elif not found and len(hands) == 1:
            game, hand = hands[0]
            message = "the number that you put in is not among those of this deal"
            _blame_choice(hand, Finding("C506", message, _where(game, hand)))
        elif not found and hands:
            message = "no number that you put in is among those of these deals"
            _blame_choice(hands[0][0], Finding("C506", message, Where(path=report.inputs[0][0])))

    def _in_void(self, value: str) -> bool:
        """Whether a number went into a deal of the ledger that no record holds, or was withheld from one."""
        if self.ledger is None:
            return False
        if self.ledger.lines.published(value) is not None:
            return True
        for game in self.report.games:
            session = self.ledger.read(game.name) if game.name is not None else None
            for entry in session.commits if session is not None else ():
                committed = bytes.fromhex(entry.commit.commitment)
                for _, each in entry.contributions:
                    if contribution(committed, each.seat, bytes.fromhex(value)).hex() == each.contribution:
                        return True
        return False


def _own_copies(report: Report, known: Callable[[str], str | None] | None) -> None:
    """A commitment that the person saw has to be that of some deal here; a list may hold more than the file.

    ``known``: the session of a commitment in the ledger, where there is one; void deals are there, too.
    """
    options = report.options
    hands = [(game, hand) for game in report.games for hand in game.hands]
    held = {hand.commitment for _, hand in hands} | {game.draw_commitment for game in report.games}
    unknown = [seen for seen in options.saw if seen not in held] if hands else []
    unknown = [seen for seen in unknown if known is None or known(seen) is None]
    if len(hands) == 1 and len(unknown) < len(options.saw):
        unknown = []  # the person noted several, and one is this hand's
    for seen in unknown:
        message = "a commitment you saw is not that of any hand here"
        if len(hands) == 1:
            game, hand = hands[0]
            message = "the commitment you saw is another one than the file's"
            if hand.commitment is None:
                message = "you saw a commitment, and the file holds none"
            where = Where(path=game.path, game=game.name, hand=hand.number)
            hand.findings = [finding for finding in hand.findings if finding.code != "C210"]
            hand.findings.append(Finding("C201", message, where, seen, hand.commitment))
            hand.answers["published"] = FAIL
        else:
            report.findings.append(Finding("C201", message, Where(path=report.inputs[0][0]), seen))
            report.games[0].answers["published"] = FAIL
    if options.published is None:
        return
    report.findings += options.published.contradictions
    for game in report.games:
        listed = {number for session, number in options.published.commitments if session == game.name}
        absent = sorted(listed - {hand.number for hand in game.hands} - {0})
        if absent and not game.alone:
            numbers = ", ".join(map(str, absent[:20]))
            message = f"your list has hands that this game does not: {numbers}"
            game.findings.append(Finding("C203", message, Where(path=game.path, pointer="/hands", game=game.name)))


def _where(game: GameResult, hand: HandResult) -> Where:
    return Where(path=game.path, game=game.name, hand=hand.number)


def _blame_choice(holder: GameResult | HandResult, finding: Finding) -> None:
    holder.findings.append(finding)
    holder.answers["choice"] = FAIL

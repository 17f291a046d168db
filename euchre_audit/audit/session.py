"""One session of a ledger: what its lines say of each hand, and whether they keep to the procedure. Pure."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from ..dealing import MissingEntropy, Terms, TermsError, commitment, contribution, deal, parse_terms
from ..findings import Finding, Related, Where
from ..records import DealEvidence, Game, HandRecord
from ..records.documents import Beacon, Value
from ..records.ledger import Commit, Contribute, LedgerLine, Open, Reveal, Void, entropy_of
from .beacon import beacon_faults
from .weak import published_as, weakness
from .words import seat_name

Numbered = tuple[int, LedgerLine]
"""A line and its number, which counts from 1; its leaf's index is one less."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One commit: its line, its terms (None where they are malformed), and the lines that name it."""

    line: int
    commit: Commit
    terms: Terms | None
    contributions: tuple[tuple[int, Contribute], ...] = ()
    closings: tuple[tuple[int, Reveal | Void], ...] = ()

    @property
    def closing(self) -> Reveal | Void | None:
        """What closes it first."""
        return self.closings[0][1] if self.closings else None

    def contribution(self, seat: int) -> tuple[int, str] | None:
        """The first contribution of a seat, with its line."""
        return next(((line, each.contribution) for line, each in self.contributions if each.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Session:
    """What a ledger holds of one session.

    ``header`` is the open line as it stands. ``commits`` are all of them, in the order of the ledger; ``entries``
    the first of each hand; ``again`` lines that repeat a commit, with the line of the first. Of the ledger:
    ``signed`` says who signed it, None where no key was given; ``size`` how many lines are signed; ``own`` are the
    sizes of the person's own checkpoints that it begins with; ``times`` are sizes that were seen from outside, with
    when (Unix seconds) and by whom.
    """

    path: str
    name: str
    origin: str | None
    header: str | None
    opened: tuple[tuple[int, Open], ...]
    commits: tuple[Entry, ...]
    entries: Mapping[int, Entry]
    lines: tuple[Numbered, ...]
    signed: str | None = None
    size: int = 0
    own: tuple[int, ...] = ()
    times: tuple[tuple[int, int, str], ...] = ()
    again: tuple[tuple[int, int], ...] = ()

    def where(self, line: int, hand: int | None = None, seat: int | None = None) -> Where:
        """A line of the ledger as a place."""
        return Where(path=self.path, line=line, game=self.name, hand=hand, seat=seat)

    def blame(self, *lines: int) -> str:
        """Who is to be blamed for what these lines say: who signed them, where the signature was checked."""
        signed = self.signed is not None and max(lines) <= self.size
        return f"; {self.signed} signed this" if signed else ""


@dataclass(slots=True)
class _Gathering:
    line: int
    commit: Commit
    terms: Terms | None
    contributions: list[tuple[int, Contribute]] = field(default_factory=list)
    closings: list[tuple[int, Reveal | Void]] = field(default_factory=list)


def gather(path: str, name: str, lines: Sequence[tuple[int, str, LedgerLine]], origin: str | None) -> Session:
    """A session from its lines (number, text, value), in the order of the ledger."""
    opened = tuple((number, line) for number, _, line in lines if isinstance(line, Open))
    header = next((text for _, text, line in lines if isinstance(line, Open)), None)
    commits: list[_Gathering] = []
    by_commitment: dict[str, _Gathering] = {}
    again: list[tuple[int, int]] = []
    for number, _, line in lines:
        if isinstance(line, Commit):
            first_of = by_commitment.get(line.commitment)
            if first_of is not None and first_of.commit.terms == line.terms:
                again.append((number, first_of.line))
                continue
            made = _Gathering(number, line, _terms(line.terms))
            commits.append(made)
            by_commitment.setdefault(line.commitment, made)
        elif isinstance(line, Contribute) and line.commitment in by_commitment:
            by_commitment[line.commitment].contributions.append((number, line))
        elif isinstance(line, Reveal | Void) and line.commitment in by_commitment:
            by_commitment[line.commitment].closings.append((number, line))
    entries = tuple(
        Entry(each.line, each.commit, each.terms, tuple(each.contributions), tuple(each.closings))
        for each in commits
    )
    first: dict[int, Entry] = {}
    for entry in entries:
        if entry.terms is not None:
            first.setdefault(entry.terms.hand, entry)
    numbered = tuple((number, line) for number, _, line in lines)
    return Session(path, name, origin, header, opened, entries, first, numbered, again=tuple(again))


_HAND = re.compile(r"\nhand ([1-9][0-9]{0,8})\n", re.ASCII)
_SESSION = re.compile(r"\nsession ([A-Za-z0-9._:/-]{1,128})\n", re.ASCII)


def session_of(terms: str) -> str | None:
    """The session that terms name, whatever else they say; None for none."""
    match = _SESSION.search(terms)
    return match.group(1) if match is not None else None


def session_of_game(game: Game) -> str | None:
    """The session of a game: its name, else that of the terms of its first deal."""
    if game.game is not None:
        return game.game
    for hand in game.hands:
        name = session_of((hand.deal.terms or "") if hand.deal is not None else "")
        if name is not None:
            return name
    return None


def _terms(text: str) -> Terms | None:
    try:
        return parse_terms(text.encode("utf-8"))
    except TermsError:
        return None


def number_in(session: Session, record: HandRecord, index: int, *, alone: bool) -> int | None:
    """The number of a hand: its own, else that of its terms, else by its place among those that are not void.

    None for a hand ``alone`` that does not say.
    """
    if record.hand is not None:
        return record.hand
    deal = record.deal
    for text in (deal.terms, deal.proof.leaf if deal.proof is not None else None) if deal is not None else ():
        found = _HAND.search((text or "").replace("\\n", "\n"))
        if found is not None:
            return int(found.group(1))
    if alone:
        return None
    played = {hand for hand, entry in session.entries.items() if hand and not isinstance(entry.closing, Void)}
    return sorted(played)[index] if index < len(played) else index + 1


def completed(deal: DealEvidence | None, session: Session, number: int) -> DealEvidence | None:
    """A hand's evidence, with what the record leaves out and the ledger has."""
    entry = session.entries.get(number)
    if entry is None or isinstance(entry.closing, Void):
        return deal
    closing, seats = entry.closing, entry.terms.players if entry.terms is not None else ()
    if deal is not None and deal.terms is not None and deal.terms != entry.commit.terms:
        return deal
    held = deal if deal is not None else DealEvidence()
    values, beacon, secret = held.values, held.beacon, held.secret
    if closing is not None:
        secret = secret if secret is not None else closing.secret
        shown = {value.seat for value in values}
        given = zip(seats, closing.values or (), strict=False)
        more = [Value(seat=seat, value=value) for seat, value in given if value is not None and seat not in shown]
        values = [*values, *more]
        if beacon is None and closing.signature is not None:
            beacon = Beacon(signature=closing.signature)
    put = {seat: entry.contribution(seat) for seat in seats}
    values = [
        msgspec.structs.replace(value, contribution=found[1])
        if value.contribution is None and (found := put.get(value.seat)) is not None
        else value
        for value in values
    ]
    return msgspec.structs.replace(
        held,
        match=held.match if held.match is not None else session.header,
        terms=held.terms if held.terms is not None else entry.commit.terms,
        commitment=held.commitment if held.commitment is not None else entry.commit.commitment,
        secret=secret,
        values=values,
        beacon=beacon,
    )


def check_session(session: Session, *, finished: bool) -> list[Finding]:
    """Everything in which a session's lines break the procedure.

    ``finished``: the result is out, so that every commit has to be closed.
    """
    found: list[Finding] = []
    for check in _CHECKS:
        found += check(session)
    found += _closed(session, finished)
    shown: dict[str, int] = {}
    for entry in session.commits:
        found += _opens(session, entry, shown)
        if entry.terms is not None and entry.closing is not None:
            for value in entry.closing.values or ():
                if value is not None:
                    shown.setdefault(value, entry.terms.hand)
    return sorted(found, key=lambda finding: (finding.where.line or 0, finding.code))


def _header(session: Session) -> Iterator[Finding]:
    """Once a session, before its commits."""
    if session.origin is not None and not session.name.startswith(session.origin + "/"):
        first = session.lines[0][0]
        message = f"session {session.name} is not one of {session.origin}'s: it does not begin with its name and /"
        yield Finding("C306", message, session.where(first), session.origin + "/", session.name)
    for number, _ in session.opened[1:]:
        message = f"session {session.name} is opened twice; it was in line {session.opened[0][0]}"
        yield Finding("C408", message, session.where(number))
    opened_at = session.opened[0][0] if session.opened else None
    digest = hashlib.sha256((session.header or "").encode()).hexdigest()
    for entry in session.commits:
        hand = entry.terms.hand if entry.terms is not None else None
        where = session.where(entry.line, hand)
        if entry.terms is None:
            message = "the terms of this commit are malformed"
            yield Finding("D101", message, where)
        elif entry.terms.match is None:
            if opened_at is not None:
                message = f"hand {hand} names no match header, and its session has one, in line {opened_at}"
                yield Finding("C408", message, where, digest, "none")
        elif opened_at is None or opened_at > entry.line:
            message = f"hand {hand} is promised before its session is opened"
            yield Finding("C408", message, where, f"open {session.name} first")
        elif entry.terms.match != digest:
            message = f"hand {hand} names another match header than the one that opens its session"
            yield Finding("C408", message, where, digest, entry.terms.match)
        elif entry.terms.entropy != session.opened[0][1].entropy:
            message = f"the session is opened for entropy {session.opened[0][1].entropy}, hand {hand} has another"
            yield Finding("C408", message, where, session.opened[0][1].entropy, entry.terms.entropy)
        elif entry.terms.seats != len(session.opened[0][1].players):
            players = len(session.opened[0][1].players)
            message = f"the session is opened for {players} players, hand {hand} has {entry.terms.seats} seats"
            yield Finding("C408", message, where, str(players), str(entry.terms.seats))


def _one_commit(session: Session) -> Iterator[Finding]:
    """At most one commit for a (session, hand)."""
    for line, before in session.again:
        yield Finding("C402", f"the commit of line {before} stands here again", session.where(line), "once")
    for entry in session.commits:
        hand = entry.terms.hand if entry.terms is not None else None
        if hand is None or session.entries[hand] is entry:
            continue
        first = session.entries[hand]
        message = f"hand {hand} of {session.name} has two commitments{session.blame(first.line, entry.line)}"
        related = (Related(f"the first stands in line {first.line}: {first.commit.commitment}"),)
        where = session.where(entry.line, hand)
        yield Finding("C402", message, where, "one", entry.commit.commitment, related)


def _running_on(session: Session) -> Iterator[Finding]:
    """Numbers run on from 0 or 1, void ones included; what follows a void, a draw and hand 0."""
    entries = list(session.entries.values())
    numbered = [(entry, entry.terms) for entry in entries if entry.terms is not None]
    if numbered and numbered[0][1].hand > 1:
        entry, terms = numbered[0]
        message = f"the first hand promised is hand {terms.hand}: those before it are missing"
        yield Finding("C407", message, session.where(entry.line, terms.hand), "hand 0 or 1", str(terms.hand))
    for (before, old), (after, new) in pairwise(numbered):
        where = session.where(after.line, new.hand)
        if new.hand != old.hand + 1:
            message = f"after hand {old.hand} of {session.name} comes hand {new.hand}"
            yield Finding("C407", message, where, f"hand {old.hand + 1}", f"hand {new.hand}")
            continue
        void = isinstance(before.closing, Void)
        if void and old.dealer == "drawn":
            message = f"hand {old.hand}, which draws the dealer, is void: that ends the session"
            yield Finding("C409", message, where, "a new session", f"hand {new.hand}")
        elif void and old.hand == 0:
            message = "the draw for first dealer is void: that ends the session"
            yield Finding("C409", message, where, "a new session", f"hand {new.hand}")
        elif void and new.dealer != old.dealer:
            message = f"hand {old.hand} is void, and the next is another's deal"
            yield Finding("C409", message, where, f"dealer {old.dealer}", f"dealer {new.dealer}")
        elif old.hand == 0 and new.dealer != _first_dealer(before, old, new.dealer):
            message = "hand 1 is not dealt by the one whom the draw gave"
            yield Finding("C409", message, where, str(_first_dealer(before, old, new.dealer)), str(new.dealer))


def _first_dealer(entry: Entry, terms: Terms, otherwise: int | str) -> int | str:
    """Whom hand 0 gave the deal; ``otherwise`` where it cannot be recomputed."""
    closing = entry.closing
    if closing is None:
        return otherwise
    try:
        return deal(terms, bytes.fromhex(closing.secret), *entropy_of(terms, closing)).dealer
    except (MissingEntropy, ValueError):
        return otherwise


def _in_order(session: Session) -> Iterator[Finding]:
    """With ``reveal`` hand, a hand is committed after the one before it is closed."""
    if not session.opened or session.opened[0][1].reveal != "hand":
        return
    numbered = [entry for entry in session.commits if entry.terms is not None]
    for before, after in pairwise(numbered):
        hand = after.terms.hand if after.terms is not None else None
        closed = before.closings[0][0] if before.closings else None
        if closed is not None and closed > after.line:
            message = f"hand {hand} is promised in line {after.line}, before the one before it is opened"
            where = session.where(after.line, hand)
            yield Finding("C406", message, where, "reveal, then the next commit", f"opened in line {closed}")


def _contributions(session: Session) -> Iterator[Finding]:
    """A contribution of every named seat, once, before the deal is opened."""
    for entry in session.commits:
        if entry.terms is None:
            continue
        hand, seats = entry.terms.hand, entry.terms.seats
        closed = entry.closings[0][0] if entry.closings else None
        given: dict[int, int] = {}
        hashes: dict[str, int] = {}
        for line, each in entry.contributions:
            where = session.where(line, hand, each.seat)
            who = seat_name(each.seat, max(seats, each.seat + 1))
            if each.seat not in entry.terms.players:
                yield Finding("C503", f"{who} contributes to hand {hand}, whose terms do not name it", where)
            elif each.seat in given:
                message = f"{who} contributes to hand {hand} a second time; line {given[each.seat]} counts"
                yield Finding("C503", message, where)
            elif closed is not None and line > closed:
                message = f"{who} contributes to hand {hand} after it was opened in line {closed}"
                yield Finding("C503", message, where)
            elif each.contribution in hashes:
                message = f"{who}'s contribution to hand {hand} is the one of line {hashes[each.contribution]}"
                yield Finding("C503", message, where)
            given.setdefault(each.seat, line)
            hashes.setdefault(each.contribution, line)


_CHECKS: tuple[Callable[[Session], Iterable[Finding]], ...] = (
    _header,
    _one_commit,
    _running_on,
    _in_order,
    _contributions,
)


def _closed(session: Session, finished: bool) -> Iterator[Finding]:
    """Exactly one line closes each commit."""
    last = session.lines[-1][0] if session.lines else 0
    for entry in session.commits:
        hand = entry.terms.hand if entry.terms is not None else None
        for line, _ in entry.closings[1:]:
            message = f"hand {hand} is closed twice; it was in line {entry.closings[0][0]}"
            yield Finding("C405", message, session.where(line, hand))
        if entry.closings:
            continue
        touched = max([entry.line, *(line for line, _ in entry.contributions)])
        by_hand = bool(session.opened) and session.opened[0][1].reveal == "hand"
        if finished or (by_hand and touched < last):
            lines = "the ledger"
            if session.signed is not None and entry.line <= session.size:
                lines = f"the {session.size} lines that {session.signed} signed"
            message = f"hand {hand} of {session.name} was promised, and is not opened in {lines}"
            yield Finding("C403", message, session.where(entry.line, hand), "a reveal or a void", "none")
        else:
            message = f"hand {hand} of {session.name} is promised and not opened yet"
            yield Finding("C416", message, session.where(entry.line, hand))


def _opens(session: Session, entry: Entry, shown: Mapping[str, int]) -> Iterator[Finding]:
    """Section 2: the secret gives the commitment; section 3: what each seat and the beacon put in.

    ``shown``: values that earlier hands show, with the hand.
    """
    if entry.terms is None or entry.closing is None:
        return
    terms, (line, closing) = entry.terms, entry.closings[0]
    where = session.where(line, terms.hand)
    secret = bytes.fromhex(closing.secret)
    made = commitment(terms.terms_hash, secret).hex()
    if made != entry.commit.commitment:
        message = f"the secret of hand {terms.hand} does not open its commitment of line {entry.line}"
        yield Finding("C404", message + session.blame(entry.line, line), where, made, entry.commit.commitment)
        return
    weak, public = weakness(secret), published_as(secret, terms)
    if weak is not None:
        yield Finding("C508", f"the secret of hand {terms.hand} {weak}", where)
    elif public is not None:
        yield Finding("C509", f"the secret of hand {terms.hand} is {public}, which everybody has", where)
    if terms.beacon is not None:
        yield from _beacon(terms.beacon, entry, closing, where)
    values = list(closing.values or ())
    if len(values) > len(terms.players):
        message = (
            f"hand {terms.hand} is opened with {len(values)} values; its terms name {len(terms.players)} seats"
        )
        yield Finding("C111", message, where, str(len(terms.players)), str(len(values)))
        return
    seen: dict[str, int] = {}
    for place, seat in enumerate(terms.players):
        who = seat_name(seat, terms.seats)
        at = where.at(seat=seat)
        value = values[place] if place < len(values) else None
        given = entry.contribution(seat)
        if value is None:
            if isinstance(closing, Reveal):
                yield Finding(
                    "C110", f"hand {terms.hand} is opened without {who}'s value, which its terms name", at
                )
        elif value in seen or value in shown:
            first = seat_name(seen[value], terms.seats) if value in seen else f"was shown in hand {shown[value]}"
            yield Finding("C112", f"{who} gives the same value as {first}, which counts as none", at)
        elif given is None:
            yield Finding("C503", f"{who}'s value for hand {terms.hand} was never contributed", at)
        elif contribution(bytes.fromhex(entry.commit.commitment), seat, bytes.fromhex(value)).hex() != given[1]:
            message = f"{who}'s value is not the one contributed in line {given[0]}"
            yield Finding("C111", message, at, given[1])
        if value is not None:
            seen.setdefault(value, seat)


def _beacon(number: int, entry: Entry, closing: Reveal | Void, where: Where) -> Iterator[Finding]:
    """The beacon's signature, where the terms wait for a round; a void may lack it."""
    if closing.signature is None:
        if isinstance(closing, Reveal):
            yield Finding("C110", "the deal is opened without the beacon's signature, which its terms name", where)
        return
    for code, message, expected, found in beacon_faults(number, closing.signature, entry.commit.time):
        yield Finding(code, message, where, expected, found)


def voids(session: Session) -> Iterator[Finding]:
    """What to tell of a session's void hands: how many, whose value was withheld, which came late."""
    void = [(entry, entry.closing) for entry in session.commits if isinstance(entry.closing, Void)]
    if not void:
        return
    withheld: dict[int, int] = {}
    late = 0
    for entry, closing in void:
        terms = entry.terms
        if terms is None or not isinstance(closing, Void):
            continue
        values = [*(closing.values or ()), *[None] * len(terms.players)][: len(terms.players)]
        missing = [seat for seat, value in zip(terms.players, values, strict=True) if value is None]
        for seat in missing:
            withheld[seat] = withheld.get(seat, 0) + 1
        late += not missing
    of = len(session.commits)
    parts = [f"by the ledger, {len(void)} of {of} hands of {session.name} were made void"]
    seats = next((entry.terms.seats for entry, _ in void if entry.terms is not None), 4)
    parts += [f"{seat_name(seat, seats)}'s value withheld in {count}" for seat, count in sorted(withheld.items())]
    if late:
        parts.append(f"{late} with no value missing, so that the dealer could know the cards")
    first = void[0][0].closings[0][0]
    yield Finding("C424", ", ".join(parts), session.where(first))

"""A dealing site's side of the procedure: promise, collect contributions, deal, open."""

import hashlib
import json
import os
import re
import time
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, TypeVar

import msgspec

from ..dealing import Dealt, MissingEntropy, commitment, read_hex
from ..dealing import deal as deal_cards
from ..dealing.terms import DRAWS, parse_terms
from ..evidence.beacon import BEFORE_ROUND, PERIOD, round_time
from ..findings import Unreadable, Where
from ..records.ledger import (
    Commit,
    Contribute,
    LedgerLine,
    LineError,
    Open,
    Reveal,
    Void,
    entropy_of,
    line_bytes,
    parse_line,
)
from ..rules import Rules, RulesDiff, UnknownHouse, allowed_values, load_house, outside_choices, resolve
from .files import OWNER_FILE, read_private, replace, sync_folder, write_new
from .keys import LEDGER
from .publish import Book
from .refused import Refused
from .session import Deal, Session
from .store import Signed, Store, Tail, session_of_terms

Entropy = Literal["none", "players", "beacon"]
Reveals = Literal["hand", "game", "round"]
_Line = TypeVar("_Line", bound=LedgerLine)
_KEEP = 1000
"""Sessions kept in memory; others are read again from the ledger when they are asked for."""

DAYS_AHEAD = 30
"""So many days after the commitment the round may come, at the most: a later one is a slip of the keyboard."""

_SESSION = re.compile(r"[A-Za-z0-9._:/-]{1,128}", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LONGEST = 1000
"""Characters of a player's id and of a reason, at the most."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A line that is in the ledger. ``index`` counts from 0; ``checkpoint`` is the signed note that covers it."""

    session: str
    index: int
    size: int
    checkpoint: str


@dataclass(frozen=True, slots=True)
class Sealed(Receipt):
    """A deal that is promised: show players ``commitment`` and ``checkpoint`` before any card."""

    hand: int
    commitment: str
    terms: str


@dataclass(frozen=True, slots=True)
class Closed(Receipt):
    """A deal that is opened. ``beacon``: whether its signature was checked; None where none was given.

    ``known``: whether the dealer could know its cards by then, because nothing was withheld that went into them.
    """

    hand: int
    commitment: str
    beacon: bool | None
    known: bool


class Site:
    """An operator's folder, open for writing by this process alone, as a context manager.

    Every method that adds a line returns once that line and the checkpoint over it are on the disk, and raises
    :class:`Refused` where the procedure does not let the line come next; then nothing was changed.

    >>> import os, tempfile
    >>> from euchre_audit.dealing import contribution
    >>> from euchre_audit.operator import Site, keygen
    >>> folder = os.path.join(tempfile.mkdtemp(), "club")
    >>> key = keygen(folder, "club.example")
    >>> table = "club.example/2026-11-30/table-1/1"
    >>> with Site(folder) as site:
    ...     _ = site.open_session(table, "club", ["ann", "bo", "cy", "di"], entropy="players")
    ...     sealed = site.seal(table, dealer=3)  # to the players: sealed.commitment, sealed.checkpoint
    ...     values = {seat: os.urandom(32) for seat in range(4)}  # each at its player, who shows the hash first
    ...     for seat, value in values.items():
    ...         made = contribution(bytes.fromhex(sealed.commitment), seat, value)
    ...         receipt = site.contribute(sealed.commitment, seat, made.hex())
    ...     dealt = site.deal(table, 1, values)  # values come once the players hold receipt.checkpoint
    ...     closed = site.reveal(table, 1)  # when the hand is over
    ...     evidence = site.evidence(table, 1)
    >>> len(dealt.hands[0]), closed.size, sorted(evidence)
    (5, 7, ['commitment', 'match', 'proof', 'secret', 'terms', 'values'])
    """

    def __init__(self, folder: str, wait: float = 5.0) -> None:
        """Open ``folder``; where another process writes there, wait up to ``wait`` seconds for it."""
        self.folder = folder
        self._store = Store(folder, wait)
        self._sessions: dict[str, Session] = {}

    def close(self) -> None:
        """Let other processes write."""
        self._store.close()

    def __enter__(self) -> "Site":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def origin(self) -> str:
        """The ledger's name, with which its sessions begin."""
        return self._store.verifier.name

    @property
    def checkpoint(self) -> str:
        """The signed note over the whole ledger, to show to anybody."""
        return self._store.note

    def open_session(
        self,
        session: str,
        house: str,
        players: Sequence[str],
        rules: Mapping[str, Any] | None = None,
        entropy: Entropy = "none",
        reveal: Reveals = "hand",
    ) -> Receipt:
        """Fix what holds for a session: house, what differs from it, players by seat, entropy, when to reveal."""
        made = _rules(house, dict(rules or {}))
        if len(players) != made.seats:
            raise Refused(f"{house} is played by {made.seats}; {len(players)} players are named")
        if not _SESSION.fullmatch(session):
            raise Refused(f"session {session[:130]!r} is not 1 to 128 of letters, digits and ._:/-")
        if len(set(players)) != len(players) or not all(players):
            raise Refused("the players are named by their ids, each another, in the order of the seats")
        for player in players:
            _check_text(player, "a player's id")
        tree = {"session": session, "house": house, "rules": rules or {}, "players": list(players)}
        line = _typed(Open, {**tree, "entropy": entropy, "reveal": reveal})
        return Receipt(session, *self._append(self._session(session), line))

    def seal(
        self,
        session: str,
        dealer: int | str,
        *,
        hand: int | None = None,
        pattern: str | None = None,
        players: Sequence[int] | None = None,
        beacon: int | None = None,
    ) -> Sealed:
        """Promise a deal: a fresh secret, kept in the folder; its commitment, in the ledger.

        ``dealer`` is a seat, ``drawn``, or ``black-jack`` or ``low-card`` for hand 0. ``hand`` is the next where it
        is left out, ``pattern`` the first of the house's, ``players`` (seats that contribute) all.
        """
        state = self._session(session)
        opened = state.need_opened()
        rules = _rules(opened.house, msgspec.to_builtins(opened.rules))
        draw = dealer in DRAWS
        if dealer not in (*range(rules.seats), *DRAWS, "drawn"):
            raise Refused(
                f"{str(dealer)[:40]!r} is no dealer: a seat from 0 to {rules.seats - 1}, drawn (by the first hand) "
                f"or {' or '.join(DRAWS)} for hand 0"
            )
        if not draw and pattern is not None and pattern not in rules.patterns:
            raise Refused(f"{opened.house} deals {' or '.join(rules.patterns)}, not {pattern[:40]}")
        if opened.entropy == "players" and players is None:
            players = range(rules.seats)
        if opened.entropy == "beacon" and beacon is None and players is None:
            raise Refused(f"session {session} was opened for the beacon; name the round that this deal waits for")
        text = _terms_text(
            match=state.match,
            session=session,
            hand=state.next_hand(draw=draw) if hand is None else hand,
            dealer=dealer,
            deck=rules.deck,
            seats=rules.seats,
            pattern=pattern or ("none" if draw else rules.patterns[0]),
            entropy=_entropy_text(players, beacon),
        )
        # Section 2: 32 bytes from the operating system's generator, fresh for each deal.
        secret = os.urandom(32)
        digest = hashlib.sha256(text.encode("utf-8")).digest()
        committed = commitment(digest, secret).hex()
        line = Commit(terms=text, commitment=committed, time=_rfc3339(_now()))
        state.check(line)
        terms = parse_terms(text.encode("ascii"))
        _check_round(terms.beacon)
        self._keep_secret(committed, text, secret)
        index, size, checkpoint = self._append(state, line)
        return Sealed(session, index, size, checkpoint, terms.hand, committed, text)

    def _keep_secret(self, committed: str, terms: str, secret: bytes) -> None:
        self._store.check_place()
        path = self._store.deal_path(committed, "secret")
        try:
            write_new(self._store.deal_path(committed, "terms"), terms.encode("ascii"), OWNER_FILE)
            write_new(path, secret.hex().encode("ascii") + b"\n", OWNER_FILE)
        except OSError as error:
            message = f"the secret cannot be kept, so nothing was promised: {error.strerror}"
            raise Unreadable("F101", message, Where(path=path)) from None

    def contribute(self, commitment: str, seat: int, contribution: str) -> Receipt:
        """Publish a player's contribution to a deal: the hash, not the value."""
        session = self._store.session_of_commitment(commitment)
        if session is None:
            raise Refused(f"{commitment[:64]!r}: no deal with this commitment was sealed here")
        if not _HEX32.fullmatch(contribution):
            raise Refused("a contribution is 64 small hex digits: the hash of the player's value")
        tree = {"commitment": commitment, "seat": seat, "contribution": contribution}
        return Receipt(session, *self._append(self._session(session), _typed(Contribute, tree)))

    def deal(
        self, session: str, hand: int, values: Mapping[int, bytes] | None = None, signature: bytes | None = None
    ) -> Dealt:
        """The cards of a deal, for the site's own use, from the values of the seats that its terms name.

        What was put in is on the disk (for its owner alone) before a card is known, so that the deal can be opened
        whatever happens; :meth:`reveal` finds it there. Of a deal that is open already, the cards as it was opened.
        """
        made = self._session(session).need_deal(hand)
        if isinstance(made.closing, Reveal):
            return deal_cards(made.terms, bytes.fromhex(made.closing.secret), *entropy_of(made.terms, made.closing))
        if made.closing is not None:
            raise Refused(f"{made.named} of {session} is void; no cards are dealt from it")
        secret = _secret_of(self._store, made)
        values, signature = self._entropy(session, made, values, signature)
        self._session(session).check_values(made, values, whole=True)
        if made.terms.beacon is not None:
            if signature is None:
                raise Refused(f"{made.named} waits for round {made.terms.beacon} of the beacon; give its signature")
            _check_signature(made.terms.beacon, signature)
        try:
            dealt = deal_cards(made.terms, secret, values, signature)
        except (MissingEntropy, ValueError) as error:
            raise Refused(f"{made.named} cannot be dealt: {error}") from None
        self._keep_entropy(made, values, signature)
        return dealt

    def reveal(
        self,
        session: str,
        hand: int,
        values: Mapping[int, bytes] | None = None,
        signature: bytes | None = None,
    ) -> Closed:
        """Open a deal when its hand is over: its secret, the players' values, the beacon's signature.

        ``values`` and ``signature`` may be left out where :meth:`deal` was given them.
        """
        return self._closing(session, hand, values, signature, None)

    def void(
        self,
        session: str,
        hand: int,
        reason: str,
        values: Mapping[int, bytes] | None = None,
        signature: bytes | None = None,
    ) -> Closed:
        """Open a deal that does not count: values that were withheld are left out of ``values``.

        The hand's number is used up; the deal in its place takes the next, with the same dealer. Once a card has
        been shown there is no void for absence. It is not refused where the dealer could know the cards, for the
        power may go then, too; but an audit tells it, and so does ``known`` of what is returned.
        """
        if not reason.strip():
            raise Refused("a void says its reason")
        _check_text(reason, "the reason")
        return self._closing(session, hand, values, signature, reason)

    def _closing(
        self,
        session: str,
        hand: int,
        values: Mapping[int, bytes] | None,
        signature: bytes | None,
        reason: str | None,
    ) -> Closed:
        state = self._session(session)
        made = state.need_deal(hand)
        if made.closing is not None:
            raise Refused(f"{made.named} of {session} is closed already; a deal is closed once")
        secret = _secret_of(self._store, made)
        values, signature = self._entropy(session, made, values, signature)
        state.check_values(made, values, whole=reason is None)
        checked = None
        if made.terms.beacon is not None and signature is not None:
            checked = _check_signature(made.terms.beacon, signature)
        tree: dict[str, Any] = {"commitment": made.commitment, "secret": secret.hex()}
        if made.terms.players:
            given = ((seat, values.get(seat)) for seat in made.terms.players)
            tree["values"] = [None if value is None else value.hex() for _, value in given]
        if signature is not None:
            tree["signature"] = signature.hex()
        known = len(values) == len(made.terms.players)
        if made.terms.beacon is not None:
            known = signature is not None or round_time(made.terms.beacon) <= _now()
        line = _typed(Reveal, tree) if reason is None else _typed(Void, {**tree, "reason": reason})
        return Closed(session, *self._append(state, line), made.hand, made.commitment, checked, known)

    def evidence(self, session: str, hand: int) -> dict[str, Any]:
        """What a record of this hand holds as ``deal``. One pass over the ledger: for many hands, ``publish``."""
        return Book(self.folder, {session}).evidence(session, hand)

    # What is kept for a deal

    def _entropy(
        self, session: str, made: Deal, values: Mapping[int, bytes] | None, signature: bytes | None
    ) -> tuple[dict[int, bytes], bytes | None]:
        """What was put in: as it was kept when the cards were dealt, else as given."""
        if any(len(value) != 32 for value in (values or {}).values()):
            raise Refused("a player's value is 32 bytes")
        if signature is not None and len(signature) != 48:
            raise Refused(f"a beacon's signature is 48 bytes, this one {len(signature)}")
        if signature is not None and made.terms.beacon is None:
            raise Refused(f"the terms of {made.named} name no beacon, so there is no signature to give")
        path = self._store.deal_path(made.commitment, "values")
        if not os.path.lexists(path):
            return dict(values or {}), signature
        kept: dict[int, bytes] = {}
        kept_signature = None
        for line in read_private(path, "what players put in").decode("latin-1").splitlines():
            seat, _, value = line.rpartition(" ")
            if seat:
                kept[int(seat)] = bytes.fromhex(value)
            else:
                kept_signature = bytes.fromhex(value)
        other = any(kept.get(seat) != value for seat, value in (values or {}).items())
        if other or signature not in (None, kept_signature):
            raise Refused(f"{made.named} of {session} was dealt with other values; leave them out, {path} has them")
        return kept, kept_signature

    def _keep_entropy(self, made: Deal, values: Mapping[int, bytes], signature: bytes | None) -> None:
        lines = [f"{seat} {value.hex()}\n" for seat, value in sorted(values.items())]
        if signature is not None:
            lines.append(signature.hex() + "\n")
        path = self._store.deal_path(made.commitment, "values")
        if not lines or os.path.lexists(path):
            return
        try:
            replace(path, "".join(lines).encode("ascii"), OWNER_FILE)
            sync_folder(os.path.dirname(path))
        except OSError as error:
            message = f"what was put in cannot be kept, so no card was dealt: {error.strerror}"
            raise Unreadable("F101", message, Where(path=path)) from None

    # Sessions

    def _session(self, name: str) -> Session:
        if name not in self._sessions:
            self._sessions[name] = _read_session(self._store, name)
            if len(self._sessions) > _KEEP:
                del self._sessions[next(iter(self._sessions))]
        return self._sessions[name]

    def _append(self, state: Session, line: LedgerLine) -> tuple[int, int, str]:
        state.check(line)
        raw = line_bytes(line)
        try:
            parse_line(raw)
        except LineError as error:
            raise Refused(f"this cannot stand in a ledger: {error}") from None
        # The session is read again from the ledger where writing does not come to its end.
        self._sessions.pop(state.name, None)
        index = self._store.append(raw, state.name, line.commitment if isinstance(line, Commit) else None)
        state.add(line, raw, index)
        self._sessions[state.name] = state
        return index, self._store.size, self.checkpoint


def _secret_of(store: Store, made: Deal) -> bytes:
    path = store.deal_path(made.commitment, "secret")
    secret = read_hex(read_private(path, "the secret").decode("latin-1").strip(), 32)
    if secret is None or commitment(made.terms.terms_hash, secret).hex() != made.commitment:
        raise Refused(f"{path}: this does not open {made.named}; restore the folder private/ from a copy")
    return secret


def _read_session(store: Store, name: str) -> Session:
    state = Session(name, store.verifier.name)
    for index, raw in store.session_lines(name):
        try:
            state.add(parse_line(raw), raw, index)
        except (LineError, Refused) as error:
            raise Refused(
                f"{os.path.join(store.folder, LEDGER)}: line {index + 1} does not fit session {name}: {error}; "
                "restore the ledger from a copy, or go on in another session"
            ) from None
    return state


# Beyond the checkpoint


def read_tail(folder: str, wait: float = 5.0) -> Tail:
    """What stands in the ledger beyond its checkpoint, because something was interrupted."""
    ledger = Signed(folder, wait)
    for _ in ledger.lines():
        pass
    return ledger.tail()


def keep_tail(folder: str, wait: float = 5.0) -> int:
    """Sign the whole lines beyond the checkpoint, each of which has to be one that may come next; the new size.

    A torn line after them is moved to a file of its own, ``ledger.tail-<n>``.
    """
    with Store(folder, wait, tail_allowed=True) as store:
        tail = store.tail()
        if not tail.lines:
            raise Refused("there is no whole line beyond the checkpoint, so there is nothing to sign")
        states: dict[str, Session] = {}
        kept: list[tuple[str, bytes, str | None]] = []
        sealed: dict[str, str] = {}
        for number, raw in enumerate(tail.lines):
            index = store.size + number
            try:
                line = parse_line(raw)
                commits = line.commitment if isinstance(line, Commit) else None
                if isinstance(line, Open):
                    name: str | None = line.session
                elif isinstance(line, Commit):
                    name = sealed[line.commitment] = session_of_terms(line.terms)
                else:
                    name = sealed.get(line.commitment) or store.session_of_commitment(line.commitment)
                if name is None:
                    raise Refused("no deal with its commitment was sealed here")
                if name not in states:
                    states[name] = _read_session(store, name)
                states[name].add(line, raw, index)
                if isinstance(line, Commit):
                    _secret_of(store, states[name].deal_of(line.commitment))
            except (LineError, Refused, Unreadable) as error:
                raise Refused(
                    f"line {index + 1} of the ledger cannot be signed: {error}; --cut moves these lines out"
                ) from None
            kept.append((name, raw, commits))
        store.keep(tail, kept)
        return store.size


def cut_tail(folder: str, wait: float = 5.0) -> str | None:
    """Move what stands beyond the checkpoint to ``ledger.tail-<n>``; that file's path, None where nothing does."""
    with Store(folder, wait, tail_allowed=True) as store:
        tail = store.tail()
        return store.cut(tail.start) if tail.lines or tail.torn else None


# Parts of lines


def _typed(kind: type[_Line], tree: dict[str, Any]) -> _Line:
    try:
        return msgspec.convert(tree, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Refused(f"this cannot stand in a ledger: {error}") from None


def _check_text(text: str, what: str) -> None:
    """That people can read it and a ledger can hold it."""
    if len(text) > _LONGEST:
        raise Refused(f"{what} has {len(text)} characters; at most {_LONGEST} can stand in a ledger")
    for sign in text:
        if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp"):
            raise Refused(f"{what} holds the character U+{ord(sign):04X}, which cannot be read; leave it out")


def _rules(house: str, diff: dict[str, Any]) -> Rules:
    try:
        found = load_house(house)
        rules = resolve(found, msgspec.convert(diff, RulesDiff))
    except UnknownHouse:
        raise Refused(f"there is no house {house[:60]!r}; see: euchre-audit rules list") from None
    except msgspec.ValidationError as error:
        message = f"the rules on top of {house}: {_in_words(str(error), diff)}"
        raise Refused(f"{message}; see: euchre-audit rules show {house}") from None
    for key, value, allowed in outside_choices(found, rules):
        listed = ", ".join(map(str, allowed))
        raise Refused(f"{house} lets a table pick {key} from {listed}, not {value}")
    return rules


def _in_words(message: str, diff: Any) -> str:
    """What is wrong with rules, as the names and values that were given."""
    what, _, at = message.partition(" - at `$")
    keys = [name for name in at.rstrip("`").split(".") if name]
    unknown = re.fullmatch("Object contains unknown field `(.*)`", what, re.DOTALL)
    if unknown is not None:
        return f"there is no switch {'.'.join([*keys, unknown[1]])[:60]!r}"
    if not keys:
        return what
    value = diff
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    key = ".".join(keys).partition("[")[0]
    allowed = allowed_values(key)
    given = json.dumps(value, ensure_ascii=False)[:60]
    return f"{key} cannot be {given}" + (f", only {allowed}" if allowed else "")


def _terms_text(**parts: object) -> str:
    lines = ["euchre-deal/v1", *(f"{keyword} {value}" for keyword, value in parts.items())]
    return "\n".join(lines) + "\n"


def _entropy_text(players: Sequence[int] | None, beacon: int | None) -> str:
    if players is not None and beacon is not None:
        raise Refused("a deal takes its entropy from players or from the beacon, not from both")
    if players is not None:
        return "players " + ",".join(map(str, players))
    return "none" if beacon is None else f"beacon drand-quicknet {beacon}"


def _check_round(number: int | None) -> None:
    """Section 3: the round must come at least 10 s after the commitment was out; and not in years."""
    if number is None:
        return
    late = _now() + BEFORE_ROUND - round_time(number)
    if late > 0:
        raise Refused(
            f"round {number} of the beacon is out, or comes less than {BEFORE_ROUND} s from now; take one from "
            f"{number + int(late // PERIOD) + 5} on, later still where witnesses sign first"
        )
    if round_time(number) - _now() > DAYS_AHEAD * 86400:
        latest = number - int((round_time(number) - _now() - DAYS_AHEAD * 86400) // PERIOD) - 1
        raise Refused(
            f"round {number} of the beacon comes more than {DAYS_AHEAD} days from now, and until then nothing can "
            f"be dealt; take one up to {latest}"
        )


def _check_signature(number: int, signature: bytes) -> bool:
    """Whether the signature could be checked; refused where it is not the round's."""
    from ..evidence.beacon import BeaconError, check_beacon
    from ..evidence.extras import ExtraMissing

    try:
        check_beacon(number, signature)
    except ExtraMissing:
        return False
    except BeaconError as error:
        raise Refused(f"this is not the signature of round {number} of the beacon: {error}") from None
    return True


def _now() -> float:
    return time.time()


def _rfc3339(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

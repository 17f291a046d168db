"""What an audit gives: answers and findings for hands and games, and what was asked for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from ..findings import ANSWERS, UNCHECKED, Answer, Finding, worst
from ..records import Keys, PublishedList, ShownCheckpoint
from ..rules import Rules, RulesDiff
from .effect import Path
from .signed import Signed

NO_KEYS = Keys()


@dataclass(frozen=True, slots=True)
class Event:
    """By whose rules all games of an archive are, as its manifest says."""

    house: str
    rules: RulesDiff


@dataclass(frozen=True, slots=True)
class Options:
    """What the person gives along.

    A house; keys; their own copies from before the hand (commitments, checkpoints, a published list); what they put
    into deals themselves (values or contributions); what they require. ``chain``: every step of the evidence is
    wanted, not only the answers. ``event`` is the archive's, not the person's. ``seconds``: how long the audit of
    one game may take, 0 for as long as it does. ``in_full``: how many hands are to be shown in full, of very many.
    ``baseline``: findings that are known, by fingerprint, with the reason, and the file that holds them.
    """

    house: str | None = None
    keys: Keys = NO_KEYS
    saw: tuple[str, ...] = ()
    checkpoints: tuple[ShownCheckpoint, ...] = ()
    published: PublishedList | None = None
    mine: tuple[str, ...] = ()
    chain: bool = False
    event: Event | None = None
    seconds: int = 0
    in_full: int = 0
    baseline: Mapping[str, str] | None = None
    baseline_path: str | None = None
    require: tuple[str, ...] = ()
    fail_on: str = "error"


def nothing_checked() -> dict[str, Answer]:
    """Every answer unchecked."""
    return dict.fromkeys(ANSWERS, UNCHECKED)


@dataclass(slots=True)
class Renege:
    """A renege found: who, in which trick (from 1), and the size of its penalty.

    ``open``: it is still to be paid for; not, where a ruling settles it, or where it may follow from another.
    """

    seat: int
    trick: int
    size: int
    open: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One step from the club's key to the score: what it is called, its answer, and its values by name."""

    name: str
    answer: Answer
    values: tuple[tuple[str, str], ...] = ()


class Promise(msgspec.Struct, frozen=True):
    """What a record shows of one deal's promise, to be compared with other records and with the ledger.

    ``commitment`` and ``secret`` in hex, None where they are not there or not of their form. ``signed`` is the
    checkpoint of its proof, None where it has none or its path does not hold.
    """

    session: str
    hand: int
    commitment: str | None
    secret: str | None
    signed: Signed | None = None
    in_ledger: bool = False


class HandResult(msgspec.Struct):
    """One hand: its answers and findings, and what was recounted.

    ``tricks`` and ``points`` are by side, None where they could not be recounted; ``claimed`` are the points
    that the record claims. ``dealer``, ``maker``, ``lone`` and ``lone_defender`` are seats, ``trump`` a suit (4 for
    none), ``conceded`` the seat that gave the game up. ``calls`` and ``cards`` count what was judged, ``hidden``
    those of the cards that are not recorded. ``published_by`` says which own copy shows that the commitment was out
    before, ``chosen_by`` what shows that the dealer could not choose; ``put`` are values and contributions by seat.
    """

    number: int | None
    answers: dict[str, Answer] = msgspec.field(default_factory=nothing_checked)
    bidding: Answer = UNCHECKED
    findings: list[Finding] = []
    tricks: list[int] | None = None
    points: list[int] | None = None
    claimed: list[int] | None = None
    score: list[int] | None = None
    dealer: int | None = None
    maker: int | None = None
    trump: int | None = None
    lone: int | None = None
    lone_defender: int | None = None
    ended: str | None = None
    conceded: int | None = None
    reneges: list[Renege] = []
    calls: int = 0
    cards: int = 0
    hidden: int = 0
    cards_seen: int = 0
    commitment: str | None = None
    promise: Promise | None = None
    published_by: str | None = None
    chosen_by: str | None = None
    put: dict[int, tuple[str, str | None]] = {}
    chain: list[Step] = []


@dataclass(slots=True)
class GameResult:
    """A game, or a hand file as a game of one hand.

    ``readings`` say how the game comes out, as recorded, as rescored, and with its reneges paid for; none where
    that cannot be told. ``score`` is rescored, None where it cannot be;
    ``seats`` are the players' ids by seat; ``draw_commitment`` is that of the draw for first dealer.
    """

    path: str
    name: str | None
    house: str | None
    rules: Rules
    alone: bool
    players: list[str]
    seats: list[str] = field(default_factory=list)
    start: list[int] | None = None
    draw_commitment: str | None = None
    draw_promise: Promise | None = None
    draw_put: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    hands: list[HandResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=nothing_checked)
    score: list[int] | None = None
    claimed: list[int] | None = None
    readings: list[Path] = field(default_factory=list)

    @property
    def ending(self) -> Path | None:
        """How the game comes out as rescored."""
        return self.readings[1] if self.readings else None

    @property
    def paths(self) -> list[Path]:
        """The readings, where a fault makes them worth telling."""
        broken = any(each.severity == "error" and each.code[0] in "BPSG" for each in self.all_findings())
        return self.readings if broken else []

    def faulty(self) -> set[int]:
        """The hands that have a fault, by their place in the game, those told by the game included."""
        numbers = {finding.where.hand for finding in self.findings if finding.severity == "error"}
        return {
            place
            for place, hand in enumerate(self.hands)
            if hand.number in numbers or any(finding.severity == "error" for finding in hand.findings)
        }

    def all_findings(self) -> Iterable[Finding]:
        """Those of the game and of its hands."""
        yield from self.findings
        for hand in self.hands:
            yield from hand.findings

    def all_answers(self) -> dict[str, Answer]:
        """One answer of each kind for the whole game."""
        return {name: worst([self.answers[name], *(hand.answers[name] for hand in self.hands)]) for name in ANSWERS}


@dataclass(slots=True)
class LedgerResult:
    """A ledger: its lines by kind, how many of them a checkpoint covers, and whose key signed that."""

    path: str
    sha256: str | None = None
    lines: int = 0
    sessions: int = 0
    commits: int = 0
    reveals: int = 0
    voids: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    signed: int = 0
    signer: str | None = None
    findings: list[Finding] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=nothing_checked)

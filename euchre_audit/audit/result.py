"""What an audit gives: answers and findings for hands and games, and what was asked for."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..findings import ANSWERS, FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Finding, worst
from ..records import PublishedList
from ..rules import Rules
from .effect import Path


@dataclass(frozen=True, slots=True)
class Options:
    """What the person gives along: a house, their own copies from before the hand, what they require."""

    house: str | None = None
    saw: tuple[str, ...] = ()
    published: PublishedList | None = None
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


@dataclass(slots=True)
class HandResult:
    """One hand: its answers and findings, and what was recounted.

    ``tricks`` and ``points`` are by side, None where they could not be recounted; ``claimed`` are the points
    that the record claims. ``dealer``, ``maker``, ``lone`` and ``lone_defender`` are seats, ``trump`` a suit (4 for
    none), ``conceded`` the seat that gave the game up. ``calls`` and ``cards`` count what was judged, ``hidden``
    those of the cards that are not recorded.
    """

    number: int | None
    answers: dict[str, Answer] = field(default_factory=nothing_checked)
    bidding: Answer = UNCHECKED
    findings: list[Finding] = field(default_factory=list)
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
    reneges: list[Renege] = field(default_factory=list)
    calls: int = 0
    cards: int = 0
    hidden: int = 0
    cards_seen: int = 0
    commitment: str | None = None


@dataclass(slots=True)
class GameResult:
    """A game, or a hand file as a game of one hand.

    ``readings`` say how the game comes out, as recorded, as rescored, and with its reneges paid for; none where
    that cannot be told. ``score`` is rescored, None where it cannot be;
    ``draw_commitment`` is that of the draw for first dealer.
    """

    path: str
    name: str | None
    house: str | None
    rules: Rules
    alone: bool
    players: list[str]
    start: list[int] | None = None
    draw_commitment: str | None = None
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

    def all_findings(self) -> Iterable[Finding]:
        """Those of the game and of its hands."""
        yield from self.findings
        for hand in self.hands:
            yield from hand.findings

    def all_answers(self) -> dict[str, Answer]:
        """One answer of each kind for the whole game."""
        return {name: worst([self.answers[name], *(hand.answers[name] for hand in self.hands)]) for name in ANSWERS}


@dataclass(slots=True)
class Report:
    """All that a run found, over all its inputs, in input order. ``folder`` is what paths are counted from."""

    inputs: list[tuple[str, str | None]] = field(default_factory=list)
    games: list[GameResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unreadable: int = 0
    options: Options = field(default_factory=Options)
    folder: str | None = None

    def all_findings(self) -> list[Finding]:
        """Every finding, in the order of inputs and games."""
        found = list(self.findings)
        for game in self.games:
            found += game.all_findings()
        return found

    @property
    def answers(self) -> dict[str, Answer]:
        """One answer of each kind for the run."""
        each = [game.all_answers() for game in self.games]
        return {name: worst(answers[name] for answers in each) for name in ANSWERS}

    @property
    def checked(self) -> bool:
        """Whether anything at all was judged."""
        return any(answer != UNCHECKED for answer in self.answers.values())

    @property
    def missing(self) -> list[str]:
        """The answers that the person required and that not every hand passes."""
        hands = [hand for game in self.games for hand in game.hands]
        return [name for name in self.options.require if any(hand.answers[name] != PASS for hand in hands)]

    @property
    def verdict(self) -> Answer:
        """``fail`` if anything failed, ``unproven`` if something required is, else ``pass``."""
        if any(finding.severity in self._counting for finding in self.all_findings()):
            return FAIL
        if FAIL in self.answers.values():
            return FAIL
        if not self.checked:
            return UNCHECKED
        return UNPROVEN if self.missing else PASS

    @property
    def exit_code(self) -> int:
        """0 nothing at or above ``fail_on``; 1 findings; 2 unreadable input, nothing checked, or our crash."""
        found = self.all_findings()
        if self.unreadable or not self.checked or any(finding.code == "X901" for finding in found):
            return 2
        return 1 if self.verdict == FAIL or self.missing else 0

    @property
    def _counting(self) -> tuple[str, ...]:
        """The severities that fail the run."""
        return SEVERITIES[: SEVERITIES.index(self.options.fail_on) + 1]

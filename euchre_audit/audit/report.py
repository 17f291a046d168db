"""What a whole run gives: all games, what else was found, and what it comes to."""

from dataclasses import dataclass, field

from ..findings import ANSWERS, FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Finding, worst
from ..findings.catalogue import severity_of
from .game import Judged
from .games import Games, Tally
from .result import LedgerResult, Options


@dataclass(slots=True)
class Report:
    """All that a run found, over all its inputs, in input order. ``folder`` is what paths are counted from.

    ``beside`` are the inputs that hold no games but go with them: ledgers, checkpoints, manifests.
    ``archive`` is what the person named: the folder, or the file from which it was unpacked.
    ``partial``: the audit was interrupted, and this is what there was by then.
    ``in_full``: hands with all that was judged of them, by the places of game and hand; as many as the options ask
    for, whole games first, then hands with a fault; of an archive those with a fault alone.
    """

    inputs: list[tuple[str, str | None]] = field(default_factory=list)
    games: Games = field(default_factory=Games)
    ledgers: list[LedgerResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unreadable: int = 0
    options: Options = field(default_factory=Options)
    folder: str | None = None
    beside: list[str] = field(default_factory=list)
    partial: bool = False
    archive: str | None = None
    in_full: dict[tuple[int, int], Judged] = field(default_factory=dict)

    def all_findings(self, *, notes: bool = True) -> list[Finding]:
        """Every finding: of the run, of ledgers, of games in their order. Without notes, of faulty games alone."""
        found = list(self.findings)
        for ledger in self.ledgers:
            found += ledger.findings
        for game in self.games if notes else self.games.above_notes():
            found += game.all_findings()
        return found if notes else [finding for finding in found if finding.severity != "note"]

    @property
    def tally(self) -> Tally:
        """That of the games, with all findings of the run and of ledgers."""
        total = self.games.tally
        for findings in (self.findings, *(ledger.findings for ledger in self.ledgers)):
            total.find(findings)
        return total

    @property
    def answers(self) -> dict[str, Answer]:
        """One answer of each kind for the run."""
        tally = self.games.tally
        given = {*tally.of_hands, *tally.of_games}
        for ledger in self.ledgers:
            given |= ledger.answers.items()
        return {name: worst(answer for kind, answer in given if kind == name) for name in ANSWERS}

    @property
    def checked(self) -> bool:
        """Whether anything at all was judged."""
        return any(answer != UNCHECKED for answer in self.answers.values())

    @property
    def missing(self) -> list[str]:
        """The answers that the person required and that not every hand passes, nor every draw."""
        tally = self.games.tally
        return [
            name
            for name in self.options.require
            if not tally.hands
            or tally.of_hands[name, PASS] != tally.hands
            or any(tally.of_games[name, answer] for answer in (FAIL, UNPROVEN))
        ]

    @property
    def known(self) -> int:
        """How many findings are known."""
        return self.tally.known.total()

    @property
    def verdict(self) -> Answer:
        """``fail`` if anything failed, ``unproven`` if something required is, else ``pass``."""
        counting = SEVERITIES[: SEVERITIES.index(self.options.fail_on) + 1]
        if any(severity_of(code) in counting for code in self.tally.found):
            return FAIL
        if FAIL in self.answers.values() and not self.known:
            return FAIL
        if not self.checked:
            return UNCHECKED
        return UNPROVEN if self.missing else PASS

    @property
    def exit_code(self) -> int:
        """0 nothing at or above ``fail_on``; 1 findings; 2 unreadable input, nothing checked, or our crash.

        130 where it was interrupted.
        """
        if self.partial:
            return 130
        if self.unreadable or not self.checked or "X901" in self.tally.codes:
            return 2
        return 1 if self.verdict == FAIL or self.missing else 0

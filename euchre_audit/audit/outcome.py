"""What the audit of one deal is told, and what it gives."""

from collections.abc import Hashable

import msgspec
from msgspec.structs import replace

from ..cards import DECK_MASK
from ..dealing import Dealt, Terms
from ..findings import FAIL, Answer, Finding, Related, Where
from ..records import HandRecord
from ..records.documents import Player
from ..rules import Rules, RulesDiff
from .result import Promise
from .session import Entry, Session
from .signed import Signed
from .walk import Slots, Walk, recorded_kitty, recorded_slots, recorded_up


class Shuffles(msgspec.Struct):
    """What shuffles gave, by all that goes into them: the rules of a house do not.

    Whoever judges a game by one house after the other keeps them. ``dealt``: the deal of a secret; ``public``: what
    that everybody had gives the recorded cards, None where nothing does.
    """

    dealt: dict[Hashable, Dealt] = {}
    public: dict[Hashable, str | None] = {}


class Context(msgspec.Struct, frozen=True):
    """What the record around a deal says: the game it belongs to, and where it stands in the file.

    ``alone``: the record, a hand file above all, does not say who sat down first. ``over``: it says that the hand
    ended. ``shown_before``: values that players showed earlier in the session, with the
    hand. ``session``: what a ledger has of this game. ``shuffles``: those that were carried out before.
    """

    game: str | None
    house: str | None
    rules: Rules
    diff: RulesDiff
    players: list[Player] | None
    where: Where
    pointer: str
    alone: bool = False
    over: bool = False
    shown_before: dict[str, int] = {}
    session: Session | None = None
    shuffles: Shuffles = msgspec.field(default_factory=Shuffles)

    def at(self, part: str = "") -> Where:
        """A place within this hand."""
        return replace(self.where, pointer=self.pointer + part)


class Shown(msgspec.Struct):
    """What is shown of a promise.

    ``index`` of the commit's leaf (from 0) and its own ``time``; ``proof``: the checkpoint to which the file's path
    leads; ``entry``: the ledger's; ``own``: the size of the person's own checkpoint that covers the commit, and not
    what opens it, 0 for none; ``outside``: times (Unix seconds) at which others saw a checkpoint that covers it.
    """

    index: int | None = None
    time: str | None = None
    proof: Signed | None = None
    entry: Entry | None = None
    own: int = 0
    outside: list[tuple[int, str]] = []
    why: tuple[str, str] = ("C210", "nothing shows that the commitment was out before the hand")


class DealOutcome(msgspec.Struct):
    """What the evidence gives: answers, findings, and what is known of the cards for the play.

    Of the cards, ``slots``, ``kitty`` and ``up`` (the mask of what the up card may be). ``contradicted`` names what
    the terms say otherwise than the record; ``explains`` is the finding (by index) from which other cards follow.
    ``misplaced``: the deal is that of other seats, or of another hand, than the record's.
    """

    slots: Slots = []
    kitty: int = 0
    up: int = 0
    answers: dict[str, Answer] = {}
    findings: list[Finding] = []
    dealt: Dealt | None = None
    terms: Terms | None = None
    commitment: str | None = None
    published_by: str | None = None
    chosen_by: str | None = None
    put: dict[int, tuple[str, str | None]] = {}
    shown: Shown = msgspec.field(default_factory=Shown)
    promise: Promise | None = None
    cards_seen: int = 0
    contradicted: frozenset[str] = frozenset()
    explains: int | None = None
    misplaced: bool = False

    def walk(self, record: HandRecord, rules: Rules, dealer: int) -> Walk:
        """The log of the hand, to be carried out with what is known of the cards."""
        return Walk(record, rules, dealer, self.slots, self.kitty, self.up)

    def know_as_recorded(self, record: HandRecord, rules: Rules) -> None:
        """The cards as far as the record knows them, whatever the deal says."""
        self.slots = recorded_slots(record, rules)
        self.kitty, self.up = recorded_kitty(record, rules), recorded_up(record, rules)

    def know_nothing(self, rules: Rules) -> None:
        """Where the recorded cards are contradicted as a whole, the play is judged without them."""
        self.slots = [[DECK_MASK[rules.deck]] * rules.hand_size for _ in range(rules.seats)]
        self.kitty = 0

    def explain(self, more: Related) -> bool:
        """Tell ``more`` with the finding from which it follows; whether there is one."""
        if self.explains is None:
            return False
        self.findings[self.explains] = self.findings[self.explains].with_related(more)
        return True

    def fail(self, answer: str, finding: Finding) -> None:
        """Record a fault that decides an answer."""
        self.answers[answer] = FAIL
        self.findings.append(finding)

"""What a ledger has of one session, and what may come next in it. Pure."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..dealing import Terms, TermsError, commitment, contribution, deal, parse_terms
from ..records.ledger import Commit, Contribute, LedgerLine, Open, Reveal, Void, entropy_of
from .refused import Refused


@dataclass(slots=True)
class Deal:
    """One commit of a session: its line, the contributions to it by seat, and the line that closes it.

    ``ready`` is the size of the ledger in which everything stands that comes before the cards.
    """

    terms: Terms
    commitment: str
    raw: bytes
    index: int
    ready: int
    contributions: dict[int, str] = field(default_factory=dict)
    closing: Reveal | Void | None = None
    dealer: int | None = None

    @property
    def hand(self) -> int:
        """The number of the hand; 0 is the draw for first dealer."""
        return self.terms.hand

    @property
    def named(self) -> str:
        """What to call it."""
        return "the draw for first dealer (hand 0)" if self.hand == 0 else f"hand {self.hand}"


class Session:
    """A session as its lines have made it. :meth:`check` says what may come next, :meth:`add` takes it in."""

    def __init__(self, name: str, origin: str) -> None:
        self.name = name
        self._origin = origin
        self.opened: Open | None = None
        self.header = b""
        self._deals: dict[int, Deal] = {}
        self._by_commitment: dict[str, Deal] = {}
        self._shown: dict[str, str] = {}

    @property
    def match(self) -> str:
        """What terms name: SHA-256 of the open line."""
        return hashlib.sha256(self.header).hexdigest()

    @property
    def last(self) -> Deal | None:
        """The deal that was promised last."""
        return next(reversed(self._deals.values()), None)

    def need_opened(self) -> Open:
        """The open line's content; refused where there is none."""
        if self.opened is None:
            raise Refused(f"session {self.name} is not open; operator open opens it")
        return self.opened

    def need_deal(self, hand: int) -> Deal:
        """The deal of a hand; refused where it was never sealed."""
        self.need_opened()
        if hand not in self._deals:
            raise Refused(f"hand {hand} of {self.name} was never sealed; operator seal does that")
        return self._deals[hand]

    def deal_of(self, committed: str) -> Deal:
        """The deal of a commitment."""
        if committed not in self._by_commitment:
            raise Refused(f"{committed[:64]}: the ledger has no deal with this commitment")
        return self._by_commitment[committed]

    def next_hand(self, *, draw: bool) -> int:
        """The number that the next deal has; ``draw`` where it is to find the first dealer by cards."""
        if self.last is None:
            return 0 if draw else 1
        return self.last.hand + 1

    def check(self, line: LedgerLine) -> None:
        """:class:`Refused` where the procedure does not let this line come next."""
        if isinstance(line, Open):
            self._check_open(line)
        elif isinstance(line, Commit):
            self._check_commit(line)
        elif isinstance(line, Contribute):
            self._check_contribute(line)
        else:
            self._check_closing(line)

    def add(self, line: LedgerLine, raw: bytes, index: int) -> None:
        """Take in a line that stands in the ledger, once it is checked."""
        self.check(line)
        if isinstance(line, Open):
            self.opened, self.header = line, raw
        elif isinstance(line, Commit):
            made = Deal(parse_terms(line.terms.encode("ascii")), line.commitment, raw, index, index + 1)
            self._deals[made.hand] = self._by_commitment[made.commitment] = made
        elif isinstance(line, Contribute):
            made = self.deal_of(line.commitment)
            made.contributions[line.seat] = line.contribution
            made.ready = index + 1
        else:
            self._close(self.deal_of(line.commitment), line)

    def _close(self, made: Deal, line: Reveal | Void) -> None:
        made.closing = line
        for value in line.values or ():
            if value is not None:
                self._shown[value] = made.named
        if isinstance(line, Reveal):
            values, signature = entropy_of(made.terms, line)
            made.dealer = deal(made.terms, bytes.fromhex(line.secret), values, signature).dealer

    def _check_open(self, line: Open) -> None:
        if not line.session.startswith(self._origin + "/") or line.session == self._origin + "/":
            raise Refused(
                f"session {line.session}: the sessions of this ledger begin with {self._origin}/ and a name, such "
                f"as {self._origin}/2026-11-30/table-1/1"
            )
        if self.opened is not None:
            raise Refused(f"session {self.name} is open already; a session is opened once, so take another name")

    def _check_commit(self, line: Commit) -> None:
        opened = self.need_opened()
        try:
            terms = parse_terms(line.terms.encode("utf-8"))
        except TermsError as error:
            raise Refused(f"the terms would be malformed: {error}") from None
        if terms.match != self.match or terms.session != self.name:
            raise Refused(f"the terms are not for session {self.name} as it was opened")
        if terms.hand in self._deals:
            there = self._deals[terms.hand]
            raise Refused(f"{there.named} of {self.name} is sealed already, as {there.commitment}")
        kind = terms.entropy
        if kind != opened.entropy:
            raise Refused(f"session {self.name} was opened for entropy {opened.entropy}, these terms have {kind}")
        if terms.seats != len(opened.players):
            raise Refused(f"session {self.name} has {len(opened.players)} players, these terms {terms.seats} seats")
        if self.last is None:
            if terms.hand > 1:
                raise Refused(
                    f"the first deal of {self.name} is hand 1, or hand 0 to find the first dealer by cards"
                )
            return
        self._check_next(self.last, terms, opened)

    def _check_next(self, before: Deal, terms: Terms, opened: Open) -> None:
        draws = before.hand == 0 or before.terms.dealer == "drawn"
        if isinstance(before.closing, Void) and draws:
            raise Refused(
                f"{before.named} of {self.name} drew the first dealer and is void, which ends the session; "
                "open another"
            )
        if terms.hand != before.hand + 1:
            raise Refused(f"the next deal of {self.name} is hand {before.hand + 1}, not hand {terms.hand}")
        if before.closing is None and (opened.reveal == "hand" or before.hand == 0):
            raise Refused(
                f"{before.named} of {self.name} is not closed; operator reveal or operator void closes it first"
            )
        if before.hand == 0 and terms.dealer != before.dealer:
            raise Refused(
                f"the draw gave the deal to seat {before.dealer}; hand 1 of {self.name} names that dealer, not "
                f"{terms.dealer}"
            )
        if isinstance(before.closing, Void) and terms.dealer != before.terms.dealer:
            raise Refused(
                f"{before.named} of {self.name} is void, and the deal in its place is the same dealer's, seat "
                f"{before.terms.dealer}, not {terms.dealer}"
            )

    def _check_contribute(self, line: Contribute) -> None:
        made = self.deal_of(line.commitment)
        who = f"seat {line.seat}"
        if line.seat not in made.terms.players:
            named = ", ".join(map(str, made.terms.players)) or "nobody"
            raise Refused(f"the terms of {made.named} name {named} to contribute, not {who}")
        if made.closing is not None:
            raise Refused(f"{made.named} of {self.name} is closed; {who} contributes before that, or not at all")
        if line.seat in made.contributions:
            raise Refused(f"{who} has contributed to {made.named} of {self.name} already; the first counts")
        if line.contribution in made.contributions.values():
            raise Refused(f"{who} gives another seat's contribution, which counts as none; ask for a fresh one")

    def _check_closing(self, line: Reveal | Void) -> None:
        made = self.deal_of(line.commitment)
        if made.closing is not None:
            raise Refused(f"{made.named} of {self.name} is closed already; a deal is closed once")
        if commitment(made.terms.terms_hash, bytes.fromhex(line.secret)).hex() != line.commitment:
            raise Refused(
                f"the secret kept for {made.named} of {self.name} does not open its commitment; restore the folder "
                "private/ from a copy"
            )
        listed = line.values or []
        if len(listed) != len(made.terms.players):
            raise Refused(f"{made.named} takes {len(made.terms.players)} values, not {len(listed)}")
        given = zip(made.terms.players, listed, strict=True)
        values = {seat: bytes.fromhex(value) for seat, value in given if value is not None}
        self.check_values(made, values, whole=isinstance(line, Reveal))
        if line.signature is not None and len(line.signature) != 96:
            raise Refused(f"a beacon's signature is 48 bytes, this one {len(line.signature) // 2}")
        if line.signature is not None and made.terms.beacon is None:
            raise Refused(f"the terms of {made.named} name no beacon, so there is no signature to give")
        if isinstance(line, Reveal) and made.terms.beacon is not None and line.signature is None:
            raise Refused(
                f"{made.named} was sealed for round {made.terms.beacon} of the beacon; give that round's signature"
            )

    def check_values(self, made: Deal, values: Mapping[int, bytes], *, whole: bool) -> None:
        """Section 3: each value against its contribution and every value shown before; ``whole``: none may lack."""
        seen: dict[str, str] = {}
        for seat, value in sorted(values.items()):
            text, who = value.hex(), f"seat {seat}"
            if seat not in made.terms.players:
                raise Refused(f"the terms of {made.named} do not name {who}, so it has no value to give")
            if seat not in made.contributions:
                raise Refused(
                    f"{who} has not contributed to {made.named}; operator contribute comes before its value"
                )
            if contribution(bytes.fromhex(made.commitment), seat, value).hex() != made.contributions[seat]:
                raise Refused(f"the value of {who} is not the one that it contributed to {made.named}")
            before = seen.get(text) or self._shown.get(text)
            if before is not None:
                raise Refused(
                    f"the value of {who} was shown before, by {before}; it counts as none: void {made.named}"
                )
            seen[text] = who
        missing = [seat for seat in made.terms.players if seat not in values]
        if whole and missing:
            raise Refused(
                f"{made.named} takes a value from seat {missing[0]} and it is not there; void the hand where it "
                "stays away"
            )

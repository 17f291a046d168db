"""One deal's evidence against the record: commitment, match header, values, and every card seen."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from ..cards import CANDIDATES, DECK_MASK, NAMES, PARTIAL
from ..dealing import (
    Dealt,
    MissingEntropy,
    Terms,
    TermsError,
    commitment,
    contribution,
    deal,
    parse_terms,
)
from ..findings import FAIL, PASS, UNPROVEN, Answer, Finding, Related, Unreadable, Where
from ..records import DealEvidence, HandRecord
from ..records.documents import Player, player_id
from ..records.strict import parse_json
from ..rules import Rules, RulesDiff
from .result import Options
from .walk import HAND_SIZE, Slots, recorded_kitty, recorded_slots, recorded_up
from .words import SEATS, pretty

_HEX = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Context:
    """What the record around a deal says: the game it belongs to, and where it stands in the file."""

    game: str | None
    house: str | None
    rules: Rules
    diff: RulesDiff
    players: list[Player] | None
    where: Where
    pointer: str

    def at(self, part: str = "") -> Where:
        """A place within this hand."""
        return self.where.at(pointer=self.pointer + part)


@dataclass(slots=True)
class DealOutcome:
    """What the evidence gives: answers, findings, and what is known of the cards for the play.

    ``misplaced``: the deal is that of other seats, or of another hand, than the record's. ``up_known`` is false
    where the record's up card is contradicted.
    """

    slots: Slots
    kitty: int
    answers: dict[str, Answer] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    dealt: Dealt | None = None
    terms: Terms | None = None
    commitment: str | None = None
    cards_seen: int = 0
    misplaced: bool = False
    up_known: bool = True

    def fail(self, answer: str, finding: Finding) -> None:
        """Record a fault that decides an answer."""
        self.answers[answer] = FAIL
        self.findings.append(finding)


def audit_deal(record: HandRecord, context: Context, options: Options, dealer: int | None) -> DealOutcome:
    """Recompute a hand's deal and compare everything that the record says of it."""
    outcome = DealOutcome(recorded_slots(record, context.rules), recorded_kitty(record))
    evidence = record.deal
    if evidence is not None:
        _audit_evidence(outcome, evidence, record.hand, dealer, context, options)
    if outcome.dealt is not None and outcome.terms is not None:
        _compare_cards(outcome, record, context, outcome.dealt, dealer)
    else:
        _check_recorded(outcome, record, context)
    return outcome


def audit_draw(evidence: DealEvidence, context: Context, options: Options) -> DealOutcome:
    """Recompute hand 0, the draw for first dealer."""
    outcome = DealOutcome([], 0)
    _audit_evidence(outcome, evidence, 0, None, context, options)
    if outcome.dealt is not None:
        outcome.answers.setdefault("deal", PASS)
    return outcome


def _audit_evidence(
    outcome: DealOutcome,
    evidence: DealEvidence,
    hand: int | None,
    dealer: int | None,
    context: Context,
    options: Options,
) -> None:
    terms = _read_terms(outcome, evidence, context)
    secret = _read_secret(outcome, evidence, context)
    given = _read_commitment(outcome, evidence, context)
    outcome.commitment = evidence.commitment if given is not None else None
    if evidence.commitment is None:
        outcome.answers["commitment"] = UNPROVEN
        message = "the file holds no commitment for this deal"
        outcome.findings.append(Finding("C211", message, context.at("/deal")))
    _published(outcome, terms, hand, context, options)
    if terms is None:
        return
    if terms.players or terms.beacon is not None:
        what = "a public beacon" if terms.beacon is not None else "the players"
        message = f"what {what} put in is as the file says; that it came after the commitment is not shown"
    else:
        message = "only the dealer's own secret went into this shuffle"
    outcome.answers["choice"] = UNPROVEN
    choice = Finding("C220", message, context.at("/deal/terms"))
    if secret is None:
        if "deal" not in outcome.answers:
            outcome.answers["deal"] = UNPROVEN
            message = "the secret of this deal is not in the file, so the deal cannot be recomputed"
            outcome.findings.append(Finding("D210", message, context.at("/deal")))
        outcome.answers.setdefault("commitment", UNPROVEN)
        _compare_terms(outcome, terms, hand, dealer, context)
        _match(outcome, evidence, terms, context)
        outcome.findings.append(choice)
        return
    if given is not None and commitment(terms.terms_hash, secret) != given:
        _mismatch(outcome, evidence, terms, secret, context)
        outcome.findings.append(choice)
        return
    if given is not None:
        outcome.answers["commitment"] = PASS
    _compare_terms(outcome, terms, hand, dealer, context)
    _match(outcome, evidence, terms, context)
    _contributions(outcome, evidence, terms, given, context)
    try:
        outcome.dealt = _deal(evidence, terms, secret)
    except MissingEntropy as error:
        outcome.answers["deal"] = FAIL
        if outcome.answers["choice"] == UNPROVEN:
            message = f"the terms promise it, but {error}"
            outcome.fail("choice", Finding("C110", message, context.at("/deal")))
        return
    if outcome.answers["choice"] == UNPROVEN:
        outcome.findings.append(choice)
    outcome.terms = terms
    if isinstance(terms.dealer, str) and hand != 0 and dealer is not None and outcome.dealt.dealer != dealer:
        message = f"the deal draws {SEATS[outcome.dealt.dealer]} as dealer; the record says {SEATS[dealer]}"
        place = context.at("/dealer").at(seat=dealer)
        outcome.fail("deal", Finding("D102", message, place, SEATS[outcome.dealt.dealer], SEATS[dealer]))


def _read_terms(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> Terms | None:
    where = context.at("/deal/terms")
    if evidence.terms is None:
        outcome.answers["deal"] = UNPROVEN
        outcome.answers.setdefault("commitment", UNPROVEN)
        message = "the terms of this deal are not in the file, so the deal cannot be recomputed"
        outcome.findings.append(Finding("D210", message, context.at("/deal")))
        return None
    try:
        return parse_terms(evidence.terms.encode("utf-8"))
    except TermsError as error:
        message = f"the terms are malformed: {error}"
        related: tuple[Related, ...] = ()
        if "\r" in evidence.terms and evidence.commitment is not None:
            related = (Related("an editor may have changed the line ends; ask for the terms as published"),)
        outcome.fail("deal", Finding("D101", message, where, related=related))
        return None


def _hex(text: str, size: int) -> bytes | None:
    if len(text) == 2 * size and _HEX.fullmatch(text):
        return bytes.fromhex(text)
    return None


def _read_secret(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> bytes | None:
    if evidence.secret is None:
        return None
    secret = _hex(evidence.secret, 32)
    if secret is None:
        message = f"the secret is not 64 small hex digits ({len(evidence.secret)} characters)"
        outcome.fail("deal", Finding("D104", message, context.at("/deal/secret")))
    return secret


def _read_commitment(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> bytes | None:
    if evidence.commitment is None:
        return None
    given = _hex(evidence.commitment, 32)
    if given is None:
        message = f"the commitment is not 64 small hex digits ({len(evidence.commitment)} characters)"
        outcome.fail("commitment", Finding("C102", message, context.at("/deal/commitment")))
    return given


def _published(
    outcome: DealOutcome, terms: Terms | None, hand: int | None, context: Context, options: Options
) -> None:
    """Procedure, section 6: only the person's own copy from before the cards lets this pass."""
    outcome.answers["published"] = UNPROVEN
    given = outcome.commitment
    where = context.at("/deal/commitment")
    message = "the file holds no proof that the commitment was out before the hand"
    if options.published is not None:
        session = terms.session if terms is not None else context.game
        number = terms.hand if terms is not None else hand
        listed = options.published.commitments.get((session or "", number if number is not None else -1))
        if listed is not None and given is not None:
            if listed == given:
                outcome.answers["published"] = PASS
                return
            text = f"your list has another commitment for hand {number}"
            outcome.fail("published", Finding("C201", text, where, listed, given))
            return
        message = f"your list has no line for hand {number} of {session}"
    if given is not None and given in options.saw:
        outcome.answers["published"] = PASS
        return
    outcome.findings.append(Finding("C210", message, where))


def _mismatch(outcome: DealOutcome, evidence: DealEvidence, terms: Terms, secret: bytes, context: Context) -> None:
    made = commitment(terms.terms_hash, secret).hex()
    listed = [i for i, each in enumerate(outcome.findings) if each.code == "C201" and each.expected == made]
    if listed:
        follows = Related("the listed one fits the terms and the secret: the commitment in the file was changed")
        outcome.findings[listed[0]] = outcome.findings[listed[0]].with_related(follows)
        outcome.answers["commitment"] = FAIL
        return
    related = []
    try:
        dealt = _deal(evidence, terms, secret)
    except (MissingEntropy, ValueError):
        dealt = None
    if dealt is not None and dealt.hands:
        for seat, cards in enumerate(dealt.hands[: len(SEATS)]):
            shown = " ".join(pretty(NAMES[card]) for card in cards)
            related.append(Related(f"this secret would deal {SEATS[seat]} {shown}"))
    message = "the commitment does not fit the terms and the secret; one of the three was changed"
    where = context.at("/deal/commitment")
    finding = Finding("C101", message, where, made, evidence.commitment, tuple(related))
    outcome.fail("commitment", finding)


def _deal(evidence: DealEvidence, terms: Terms, secret: bytes) -> Dealt:
    """The deal of what the evidence holds; a value that is not of its form counts as missing."""
    values: dict[int, bytes] = {}
    for given in evidence.values:
        value = _hex(given.value, 32)
        if value is not None and given.seat in terms.players:
            values.setdefault(given.seat, value)
    signature = _hex(evidence.beacon.signature, 48) if evidence.beacon is not None else None
    return deal(terms, secret, values, signature)


def _compare_terms(
    outcome: DealOutcome, terms: Terms, hand: int | None, dealer: int | None, context: Context
) -> None:
    pairs: list[tuple[str, object, object, str]] = [
        ("session", terms.session, context.game, "/deal/terms"),
        ("hand", terms.hand, hand, "/deal/terms"),
        ("seats", terms.seats, context.rules.seats, "/deal/terms"),
        ("deck", terms.deck, context.rules.deck, "/deal/terms"),
    ]
    if isinstance(terms.dealer, int):
        pairs.append(("dealer", terms.dealer, dealer, "/deal/terms"))
    wrong = [pair for pair in pairs if pair[2] is not None and pair[1] != pair[2]]
    if wrong:
        what, promised, recorded, part = wrong[0]
        message = f"the terms are for {what} {promised}, the record is of {what} {recorded}"
        related = tuple(Related(f"{pair[0]}: terms {pair[1]}, record {pair[2]}") for pair in wrong[1:])
        seat = dealer if what == "dealer" else None
        finding = Finding("D102", message, context.at(part).at(seat=seat), str(promised), str(recorded), related)
        outcome.fail("deal", finding)
    elif terms.pattern is not None and terms.pattern not in context.rules.patterns:
        allowed = " or ".join(context.rules.patterns)
        message = f"dealt in the pattern {terms.pattern}; this house deals {allowed}"
        outcome.fail("deal", Finding("D103", message, context.at("/deal/terms"), allowed, terms.pattern))


def _match(outcome: DealOutcome, evidence: DealEvidence, terms: Terms, context: Context) -> None:
    where = context.at("/deal/match")
    if terms.match is None:
        message = "the terms name no match header, so house, rules and players were not fixed before the deal"
        outcome.findings.append(Finding("C230", message, context.at("/deal/terms")))
        return
    if evidence.match is None:
        message = "the match header that the terms name is not in the file"
        outcome.findings.append(Finding("C231", message, context.at("/deal")))
        return
    made = hashlib.sha256(evidence.match.encode("utf-8")).hexdigest()
    if made != terms.match:
        message = "the match header in the file is not the one that the terms name"
        outcome.fail("commitment", Finding("C103", message, where, terms.match, made))
        return
    problem = _header_problem(evidence.match, terms, context)
    if problem is not None:
        outcome.fail("commitment", Finding("C104", f"the match header: {problem}", where))


def _header_problem(header: str, terms: Terms, context: Context) -> str | None:
    try:
        tree = parse_json(header.encode("utf-8"), context.where)
    except Unreadable as error:
        return f"not an open line ({error.finding.message})"
    opened = tree.get("open") if isinstance(tree, dict) and len(tree) == 1 else None
    if not isinstance(opened, Mapping):
        return "not an open line"
    entropy = "players" if terms.players else "none" if terms.beacon is None else "beacon"
    same: list[tuple[str, object, object]] = [
        ("session", terms.session, opened.get("session")),
        ("house", context.house, opened.get("house")),
        ("entropy", entropy, opened.get("entropy")),
    ]
    if context.players is not None:
        same.append(("players", [player_id(player) for player in context.players], opened.get("players")))
    for what, recorded, promised in same:
        if recorded is not None and recorded != promised:
            return f"{what} is {_short(promised)}, in the record {_short(recorded)}"
    try:
        rules = msgspec.convert(opened.get("rules", {}), RulesDiff, strict=True)
    except msgspec.ValidationError as error:
        return f"rules: {error}"
    return None if rules == context.diff else "its rules are not those of the record"


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."


def _contributions(
    outcome: DealOutcome, evidence: DealEvidence, terms: Terms, given: bytes | None, context: Context
) -> None:
    seen: dict[str, int] = {}
    given_by: set[int] = set()
    for index, value in enumerate(evidence.values):
        where = context.at(f"/deal/values/{index}").at(seat=value.seat)
        raw = _hex(value.value, 32)
        seat = SEATS[value.seat] if value.seat < len(SEATS) else f"seat {value.seat}"
        if value.seat not in terms.players:
            outcome.fail("choice", Finding("C111", f"{seat} gives a value that the terms do not name", where))
        elif value.seat in given_by:
            outcome.fail("choice", Finding("C111", f"{seat} gives a second value; the first counts", where))
        elif raw is None:
            outcome.fail("choice", Finding("C110", f"{seat}'s value is not 64 small hex digits", where))
        elif value.value in seen:
            message = f"{seat} gives the same value as {SEATS[seen[value.value]]}, which counts as none"
            outcome.fail("choice", Finding("C112", message, where))
        elif value.contribution is not None and given is not None:
            made = contribution(given, value.seat, raw).hex()
            if made != value.contribution:
                message = f"{seat}'s value is not the one published before the deal"
                outcome.fail("choice", Finding("C111", message, where, value.contribution, made))
        seen.setdefault(value.value, value.seat)
        given_by.add(value.seat)


# The cards


def _compare_cards(
    outcome: DealOutcome, record: HandRecord, context: Context, dealt: Dealt, dealer: int | None
) -> None:
    """Every card that the record saw against the deal; what both say counts as known for the play."""
    if len(dealt.hands) != context.rules.seats or any(len(hand) != HAND_SIZE for hand in dealt.hands):
        outcome.answers.setdefault("deal", FAIL)
        return
    rotated = _rotation(record, dealt)
    if rotated:
        message = f"every hand recorded is the one dealt {rotated} seat{'s' if rotated > 1 else ''} further on"
        if dealer is not None and (dealer + rotated) % len(dealt.hands) == dealt.dealer:
            outcome.misplaced = True
            outcome.findings = [each for each in outcome.findings if not _of_dealer_alone(each)]
        outcome.fail("deal", Finding("D202", message, context.at("/dealt")))
        outcome.slots = _unknown(context.rules)
        outcome.kitty = 0
        return
    wrong: list[tuple[str, int | None, str, str]] = []
    slots: Slots = []
    deck = DECK_MASK[context.rules.deck]
    for seat, cards in enumerate(dealt.hands):
        recorded = record.dealt[seat] if record.dealt else None
        if recorded is None:
            slots.append([1 << card for card in cards])
            continue
        outcome.cards_seen += sum(name not in PARTIAL for name in recorded)
        if len(recorded) != len(cards):
            text = f"{SEATS[seat]} has {len(recorded)} cards in the record, {len(cards)} in the deal"
            wrong.append((f"/dealt/{seat}", seat, text, _row(cards)))
        own = []
        for index, card in enumerate(cards):
            name = recorded[index] if index < len(recorded) else "??"
            fits = _fits(name, card)
            own.append(1 << card if fits else deck)
            if not fits:
                text = f"{SEATS[seat]}'s {_ordinal(index)} card is not what the secret deals"
                wrong.append((f"/dealt/{seat}/{index}", seat, text, _row(cards)))
        slots.append(own)
    kitty = 0
    for index, card in enumerate(dealt.kitty):
        name = record.kitty[index] if record.kitty and index < len(record.kitty) else "??"
        outcome.cards_seen += name not in PARTIAL
        if _fits(name, card):
            kitty |= 1 << card
        else:
            text = f"the {_ordinal(index)} card of the kitty is not what the secret deals"
            wrong.append((f"/kitty/{index}", None, text, _row(dealt.kitty)))
    up = recorded_up(record)
    if record.up is not None and up is not None and not _fits(up, dealt.kitty[0]):
        text = "the up card is not what the secret deals"
        wrong.append(("/up", None, text, pretty(NAMES[dealt.kitty[0]])))
        kitty &= ~(1 << dealt.kitty[0])
    outcome.slots = slots
    outcome.kitty = kitty
    if not wrong:
        outcome.answers.setdefault("deal", PASS)
        return
    part, place, text, recomputed = wrong[0]
    told = [i for i, each in enumerate(outcome.findings) if each.code in ("C111", "D102")]
    if told and not _of_dealer_alone(outcome.findings[told[0]]):
        # Another hand's evidence, or another value, deals other cards: one cause.
        follows = Related(f"so it deals other cards: {text}", context.pointer + part)
        outcome.findings[told[0]] = outcome.findings[told[0]].with_related(follows)
        outcome.slots, outcome.kitty = recorded_slots(record, context.rules), recorded_kitty(record)
        outcome.answers["deal"] = FAIL
        outcome.misplaced = True
        return
    related = tuple(Related(item[2], context.pointer + item[0]) for item in wrong[1:])
    where = context.at(part).at(seat=place)
    outcome.fail("deal", Finding("D201", text, where, recomputed, _recorded_row(record, part), related))
    if any(card_wrong[0] == "/up" for card_wrong in wrong):
        outcome.slots = _unknown(context.rules)
        outcome.up_known = False


def _of_dealer_alone(finding: Finding) -> bool:
    """Whether a finding says that the terms name another dealer, and nothing else."""
    return finding.code == "D102" and finding.where.seat is not None


def _fits(name: str, card: int) -> bool:
    return bool(CANDIDATES[name] >> card & 1)


def _unknown(rules: Rules) -> Slots:
    return [[DECK_MASK[rules.deck]] * HAND_SIZE for _ in range(rules.seats)]


def _rotation(record: HandRecord, dealt: Dealt) -> int:
    """How many seats further on every recorded hand was dealt; 0 where that explains nothing."""
    if not record.dealt:
        return 0
    known = [(seat, hand) for seat, hand in enumerate(record.dealt) if hand]
    if len(known) < 2:
        return 0

    def agrees(shift: int) -> bool:
        return all(
            len(hand) == HAND_SIZE and all(map(_fits, hand, dealt.hands[(seat + shift) % len(dealt.hands)]))
            for seat, hand in known
        )

    if agrees(0):
        return 0
    return next((shift for shift in range(1, len(dealt.hands)) if agrees(shift)), 0)


def _check_recorded(outcome: DealOutcome, record: HandRecord, context: Context) -> None:
    """Where no deal can be recomputed, the recorded cards have to be a deal at all."""
    deck = DECK_MASK[context.rules.deck]
    seen: dict[str, str] = {}
    problem: tuple[str, int | None, str] | None = None

    def place(name: str, part: str, seat: int | None, whose: str) -> None:
        nonlocal problem
        if problem is not None or name in PARTIAL:
            return
        if not CANDIDATES[name] & deck:
            problem = (part, seat, f"{pretty(name)} is not in this deck")
        elif name in seen:
            problem = (part, seat, f"{pretty(name)} is dealt twice: {seen[name]} and {whose}")
        seen[name] = whose

    for seat, hand in enumerate(record.dealt or ()):
        if hand is None:
            continue
        if len(hand) != HAND_SIZE and problem is None:
            problem = (f"/dealt/{seat}", seat, f"{SEATS[seat]} is dealt {len(hand)} cards, not {HAND_SIZE}")
        for index, name in enumerate(hand):
            place(name, f"/dealt/{seat}/{index}", seat, SEATS[seat])
    size = context.rules.deck - HAND_SIZE * context.rules.seats
    if record.kitty is not None and len(record.kitty) != size and problem is None:
        problem = ("/kitty", None, f"the kitty has {len(record.kitty)} cards, not {size}")
    for index, name in enumerate(record.kitty or ()):
        place(name, f"/kitty/{index}", None, "kitty")
    if record.up is not None and record.kitty:
        if not CANDIDATES[record.up] & CANDIDATES[record.kitty[0]] and problem is None:
            problem = ("/up", None, f"{pretty(record.up)} is up, and the kitty's first card is another")
    elif record.up is not None:
        place(record.up, "/up", None, "the up card")
    if problem is not None:
        part, where_seat, message = problem
        outcome.findings.append(Finding("D120", message, context.at(part).at(seat=where_seat)))
        if "deal" not in outcome.answers or outcome.answers["deal"] != FAIL:
            outcome.answers["deal"] = FAIL
        outcome.slots = _unknown(context.rules)
        outcome.kitty = 0
        outcome.up_known = part != "/up"


def _row(cards: tuple[int, ...]) -> str:
    return " ".join(pretty(NAMES[card]) for card in cards)


def _recorded_row(record: HandRecord, part: str) -> str | None:
    steps = part.split("/")
    if steps[1] == "dealt" and record.dealt:
        return " ".join(pretty(name) for name in record.dealt[int(steps[2])] or ())
    if steps[1] == "kitty" and record.kitty:
        return " ".join(pretty(name) for name in record.kitty)
    return pretty(record.up) if record.up else None


def _ordinal(index: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return words[index] if index < len(words) else f"{index + 1}th"

"""One deal's evidence: terms, commitment, match header, what players put in."""

import hashlib
from collections.abc import Mapping

import msgspec

from ..cards import NAMES
from ..dealing import (
    Dealt,
    MissingEntropy,
    Terms,
    TermsError,
    commitment,
    contribution,
    deal,
    parse_terms,
    read_hex,
)
from ..findings import FAIL, PASS, UNPROVEN, Finding, Related, Unreadable
from ..records import DealEvidence, HandRecord
from ..records.documents import player_id
from ..records.strict import parse_json
from ..rules import RulesDiff
from .outcome import Context, DealOutcome
from .result import Options
from .seen import check_recorded, compare_cards
from .walk import recorded_kitty, recorded_slots, recorded_up
from .words import pretty, seat_name


def audit_deal(record: HandRecord, context: Context, options: Options, dealer: int | None) -> DealOutcome:
    """Recompute a hand's deal and compare everything that the record says of it."""
    slots = recorded_slots(record, context.rules)
    outcome = DealOutcome(slots, recorded_kitty(record, context.rules), recorded_up(record, context.rules))
    evidence = record.deal
    if evidence is not None:
        _audit_evidence(outcome, evidence, record.hand, dealer, context, options)
    if outcome.dealt is not None and outcome.terms is not None:
        compare_cards(outcome, record, context, outcome.dealt, dealer)
    else:
        check_recorded(outcome, record, context)
    return outcome


def audit_draw(evidence: DealEvidence, context: Context, options: Options) -> DealOutcome:
    """Recompute hand 0, the draw for first dealer."""
    outcome = DealOutcome([], 0, 0)
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
    _published(outcome, terms, hand, context, options, evidence.proof is not None)
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
        _contributions(outcome, evidence, terms, given, context)
        missing = set(terms.players) - {value.seat for value in evidence.values}
        if missing and context.over and outcome.answers["choice"] == UNPROVEN:
            message = f"the terms promise {_seat(min(missing), terms)}'s value, and it is missing"
            outcome.fail("choice", Finding("C110", message, context.at("/deal")))
        if outcome.answers["choice"] == UNPROVEN:
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
            whose = "the beacon's signature" if error.seat is None else f"{_seat(error.seat, terms)}'s value"
            message = f"the terms promise {whose}, and it is missing"
            outcome.fail("choice", Finding("C110", message, context.at("/deal")))
        return
    if outcome.answers["choice"] == UNPROVEN:
        outcome.findings.append(choice)
    outcome.terms = terms
    if isinstance(terms.dealer, str) and hand != 0 and dealer is not None and outcome.dealt.dealer != dealer:
        drawn, named = _seat(outcome.dealt.dealer, terms), _seat(dealer, terms)
        message = f"the deal draws {drawn} as dealer; the record says {named}"
        place = context.at("/dealer").at(seat=dealer)
        outcome.fail("deal", Finding("D102", message, place, drawn, named))
        outcome.contradicted |= {"dealer"}


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
        related = (Related(_without_cr(evidence)),) if "\r" in evidence.terms else ()
        outcome.fail("deal", Finding("D101", message, where, related=related))
        return None


def _without_cr(evidence: DealEvidence) -> str:
    """What the terms would say without the CRs that an editor put in; it is told, and is no pass."""
    ask = "ask for the terms as published"
    secret = read_hex(evidence.secret or "", 32)
    try:
        terms = parse_terms((evidence.terms or "").replace("\r\n", "\n").encode("utf-8"))
    except TermsError:
        return f"an editor changed the line ends, and more; {ask}"
    if secret is not None and commitment(terms.terms_hash, secret).hex() == evidence.commitment:
        return f"with LF for each CR LF they would fit the commitment; {ask}"
    return f"an editor changed the line ends; {ask}"


def _read_secret(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> bytes | None:
    if evidence.secret is None:
        return None
    secret = read_hex(evidence.secret, 32)
    if secret is None:
        message = f"the secret is not 64 small hex digits ({len(evidence.secret)} characters)"
        outcome.fail("deal", Finding("D104", message, context.at("/deal/secret")))
    return secret


def _read_commitment(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> bytes | None:
    if evidence.commitment is None:
        return None
    given = read_hex(evidence.commitment, 32)
    if given is None:
        message = f"the commitment is not 64 small hex digits ({len(evidence.commitment)} characters)"
        outcome.fail("commitment", Finding("C102", message, context.at("/deal/commitment")))
    return given


def _published(
    outcome: DealOutcome, terms: Terms | None, hand: int | None, context: Context, options: Options, proof: bool
) -> None:
    """Procedure, section 6: only the person's own copy from before the cards lets this pass."""
    outcome.answers["published"] = UNPROVEN
    given = outcome.commitment
    where = context.at("/deal/commitment")
    message = "the file holds no proof that the commitment was out before the hand"
    if proof:
        message = "the file holds a proof of publication, which was not looked at here"
    if options.published is not None:
        session = terms.session if terms is not None else context.game
        number = terms.hand if terms is not None else hand
        listed = options.published.commitments.get((session or "", number if number is not None else -1))
        contradicted = any(item.where.hand == number for item in options.published.contradictions)
        if contradicted:
            message = f"your list contradicts itself about hand {number}, so it proves nothing of it"
        elif listed is not None and given is not None:
            if listed == given:
                outcome.answers["published"] = PASS
                return
            text = f"your list has another commitment for hand {number}"
            outcome.fail("published", Finding("C201", text, where, listed, given))
            return
        if listed is None:
            message = f"your list has no line for hand {number} of {session}; ask the club why"
        elif given is None:
            message = f"your list has a commitment for hand {number}, and the file holds none to compare with it"
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
        for seat, cards in enumerate(dealt.hands):
            shown = " ".join(pretty(NAMES[card]) for card in cards)
            related.append(Related(f"this secret would deal {_seat(seat, terms)} {shown}"))
    message = "the commitment does not fit the terms and the secret; one of the three was changed"
    where = context.at("/deal/commitment")
    finding = Finding("C101", message, where, made, evidence.commitment, tuple(related))
    outcome.fail("commitment", finding)


def _deal(evidence: DealEvidence, terms: Terms, secret: bytes) -> Dealt:
    """The deal of what the evidence holds; a value that is not of its form counts as missing."""
    values: dict[int, bytes] = {}
    for given in evidence.values:
        value = read_hex(given.value, 32)
        if value is not None and given.seat in terms.players:
            values.setdefault(given.seat, value)
    signature = read_hex(evidence.beacon.signature, 48) if evidence.beacon is not None else None
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
        if what == "dealer":
            promised = _seat(terms.dealer if isinstance(terms.dealer, int) else 0, terms)
            recorded = _seat(dealer or 0, terms)
        message = f"the terms are for {what} {promised}, the record is of {what} {recorded}"
        related = tuple(Related(f"{pair[0]}: terms {pair[1]}, record {pair[2]}") for pair in wrong[1:])
        seat = dealer if what == "dealer" else None
        finding = Finding("D102", message, context.at(part).at(seat=seat), str(promised), str(recorded), related)
        outcome.fail("deal", finding)
        outcome.contradicted = frozenset(pair[0] for pair in wrong)
        if outcome.contradicted != {"dealer"}:
            outcome.explains = len(outcome.findings) - 1
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
    problem, players = _header_problem(evidence.match, terms, context)
    if problem is not None:
        outcome.fail("commitment", Finding("C104", f"the match header: {problem}", where))
    elif players is not None:
        outcome.findings.append(Finding("C232", f"the match header: {players}; somebody may have sat in", where))


def _header_problem(header: str, terms: Terms, context: Context) -> tuple[str | None, str | None]:
    """``(what is wrong, which players differ in a hand file)``; None for what is in order."""
    try:
        tree = parse_json(header.encode("utf-8"), context.where)
    except Unreadable as error:
        return f"not an open line ({error.finding.message})", None
    opened = tree.get("open") if isinstance(tree, dict) and len(tree) == 1 else None
    if not isinstance(opened, Mapping):
        return "not an open line", None
    try:
        rules = msgspec.convert(opened.get("rules", {}), RulesDiff, strict=True)
    except msgspec.ValidationError as error:
        return f"rules: {error}", None
    entropy = "players" if terms.players else "none" if terms.beacon is None else "beacon"
    players = None if context.players is None else [player_id(player) for player in context.players]
    for what, recorded, promised in (
        ("session", terms.session, opened.get("session")),
        ("house", context.house, opened.get("house")),
        ("rules", context.diff, rules),
        ("entropy", entropy, opened.get("entropy")),
        ("players", players, opened.get("players")),
    ):
        if recorded is None or recorded == promised:
            continue
        if what == "rules":
            return "its rules are not those of the record", None
        problem = f"{what} is {_short(promised)}, in the record {_short(recorded)}"
        return (None, problem) if what == "players" and context.alone else (problem, None)
    return None, None


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."


def _contributions(
    outcome: DealOutcome, evidence: DealEvidence, terms: Terms, given: bytes | None, context: Context
) -> None:
    """Procedure, section 3: each value against its seat, its contribution, and every value shown before it."""
    seen: dict[str, str] = {value: f"hand {hand}" for value, hand in context.shown_before.items()}
    given_by: set[int] = set()
    for index, value in enumerate(evidence.values):
        where = context.at(f"/deal/values/{index}").at(seat=value.seat)
        raw = read_hex(value.value, 32)
        seat = _seat(value.seat, terms)
        if value.seat not in terms.players:
            outcome.fail("choice", Finding("C111", f"{seat} gives a value that the terms do not name", where))
        elif value.seat in given_by:
            outcome.fail("choice", Finding("C111", f"{seat} gives a second value; the first counts", where))
            outcome.explains = len(outcome.findings) - 1
        elif raw is None:
            outcome.fail("choice", Finding("C110", f"{seat}'s value is not 64 small hex digits", where))
        elif value.value in seen:
            message = f"{seat} gives the same value as {seen[value.value]}, which counts as none"
            outcome.fail("choice", Finding("C112", message, where))
        elif value.contribution is not None and given is not None:
            made = contribution(given, value.seat, raw).hex()
            if made != value.contribution:
                message = f"{seat}'s value is not the one published before the deal"
                outcome.fail("choice", Finding("C111", message, where, value.contribution, made))
                outcome.explains = len(outcome.findings) - 1
        seen.setdefault(value.value, seat)
        given_by.add(value.seat)
    for value in evidence.values:
        context.shown_before.setdefault(value.value, terms.hand)


def _seat(number: int, terms: Terms) -> str:
    return seat_name(number, terms.seats)

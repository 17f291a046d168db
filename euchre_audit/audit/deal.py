"""One deal's evidence: terms, commitment and secret, and the deal that they give."""

from ..cards import NAMES
from ..dealing import (
    Dealt,
    MissingEntropy,
    Terms,
    TermsError,
    commitment,
    deal,
    parse_terms,
    read_hex,
)
from ..findings import FAIL, PASS, UNPROVEN, Finding, Related
from ..records import DealEvidence, HandRecord
from .choice import judge_choice, judge_secret
from .header import judge_header
from .outcome import Context, DealOutcome
from .promise import judge_no_evidence, judge_promise, note_unproven, with_leaf
from .public import from_public
from .result import Options, Promise
from .seen import check_recorded, compare_cards
from .words import pretty, seat_name


def audit_deal(record: HandRecord, context: Context, options: Options, dealer: int | None) -> DealOutcome:
    """Recompute a hand's deal and compare everything that the record says of it."""
    outcome = DealOutcome()
    evidence = record.deal
    if evidence is None:
        judge_no_evidence(outcome, context)
    else:
        _audit_evidence(outcome, evidence, record.hand, dealer, context, options)
    if outcome.dealt is not None and outcome.terms is not None:
        compare_cards(outcome, record, context, outcome.dealt, dealer)
        if evidence is not None and outcome.answers["deal"] == FAIL:
            from_public(outcome, evidence, record, outcome.terms, context)
    else:
        outcome.know_as_recorded(record, context.rules)
        check_recorded(outcome, record, context)
    return outcome


def audit_draw(evidence: DealEvidence, context: Context, options: Options) -> DealOutcome:
    """Recompute hand 0, the draw for first dealer."""
    outcome = DealOutcome()
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
    """The steps of section 6, in the order in which one rests on the other."""
    evidence = with_leaf(evidence, hand, context)
    terms = _read_terms(outcome, evidence, context)
    secret = _read_secret(outcome, evidence, context)
    given = _read_commitment(outcome, evidence, context)
    outcome.commitment = evidence.commitment if given is not None else None
    if evidence.commitment is None:
        outcome.answers["commitment"] = UNPROVEN
        message = "the file holds no commitment for this deal"
        outcome.findings.append(Finding("C211", message, context.at("/deal")))
    shown = judge_promise(outcome, evidence, terms, hand, context, options)
    if terms is not None:
        _audit_terms(outcome, evidence, terms, secret, given, hand, dealer, context, options)
        opens = secret is not None and outcome.answers.get("commitment") == PASS
        used = evidence.secret if opens else None
        in_ledger = shown.entry is not None
        outcome.promise = Promise(terms.session, terms.hand, outcome.commitment, used, shown.proof, in_ledger)
    note_unproven(outcome, shown, context)


def _audit_terms(
    outcome: DealOutcome,
    evidence: DealEvidence,
    terms: Terms,
    secret: bytes | None,
    given: bytes | None,
    hand: int | None,
    dealer: int | None,
    context: Context,
    options: Options,
) -> None:
    shown = outcome.shown
    outcome.answers["choice"] = UNPROVEN
    if secret is None:
        if "deal" not in outcome.answers:
            outcome.answers["deal"] = UNPROVEN
            message = "the secret of this deal is not in the file, so the deal cannot be recomputed"
            outcome.findings.append(Finding("D210", message, context.at("/deal")))
        outcome.answers.setdefault("commitment", UNPROVEN)
    elif given is not None and commitment(terms.terms_hash, secret) != given:
        _mismatch(outcome, evidence, terms, secret, context)
        message = "what went into this shuffle is not shown: what was revealed is not what was promised"
        outcome.findings.append(Finding("C220", message, context.at("/deal/terms")))
        return
    elif given is not None:
        outcome.answers["commitment"] = PASS
    _compare_terms(outcome, terms, hand, dealer, context)
    judge_header(outcome, evidence, terms, context)
    if secret is not None:
        judge_secret(outcome, evidence, terms, secret, context)
    judge_choice(outcome, evidence, terms, given, shown, context, options)
    if secret is None:
        return
    try:
        outcome.dealt = _deal(evidence, terms, secret, context)
    except MissingEntropy:
        outcome.answers["deal"] = FAIL  # C110 to C112 say whose value is missing
        return
    outcome.terms = terms
    if isinstance(terms.dealer, str) and hand != 0 and dealer is not None and outcome.dealt.dealer != dealer:
        drawn, named = _seat(outcome.dealt.dealer, terms), _seat(dealer, terms)
        message = f"the deal draws {drawn} as dealer; the record says {named}"
        place = context.at("/dealer").at(seat=dealer)
        outcome.fail("deal", Finding("D102", message, place, drawn, named))
        outcome.contradicted |= {"dealer"}


def _read_terms(outcome: DealOutcome, evidence: DealEvidence, context: Context) -> Terms | None:
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
        outcome.fail("deal", Finding("D101", message, context.at("/deal/terms"), related=related))
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


def _mismatch(outcome: DealOutcome, evidence: DealEvidence, terms: Terms, secret: bytes, context: Context) -> None:
    made = commitment(terms.terms_hash, secret).hex()
    differs = [i for i, each in enumerate(outcome.findings) if each.code == "C421"]
    if differs:
        follows = Related("so the secret in the file does not fit the commitment and the terms")
        outcome.findings[differs[0]] = outcome.findings[differs[0]].with_related(follows)
        outcome.answers["commitment"] = FAIL
        return
    listed = [i for i, each in enumerate(outcome.findings) if each.code == "C201" and each.expected == made]
    if listed:
        follows = Related("the listed one fits the terms and the secret: the commitment in the file was changed")
        outcome.findings[listed[0]] = outcome.findings[listed[0]].with_related(follows)
        outcome.answers["commitment"] = FAIL
        return
    related = []
    try:
        dealt = _deal(evidence, terms, secret, context)
    except (MissingEntropy, ValueError):
        dealt = None
    if dealt is not None and dealt.hands:
        for seat, cards in enumerate(dealt.hands):
            shown = " ".join(pretty(NAMES[card]) for card in cards)
            related.append(Related(f"this secret would deal {_seat(seat, terms)} {shown}"))
    where = context.at("/deal/commitment")
    entry, session = outcome.shown.entry, context.session
    closing = entry.closing if entry is not None else None
    if entry is not None and session is not None and closing is not None and closing.secret == evidence.secret:
        lines = f"lines {entry.line} and {entry.closings[0][0]} of the ledger"
        blame = session.blame(entry.line, entry.closings[0][0])
        message = f"the secret does not open the commitment, in {lines}, either{blame}"
        outcome.fail("commitment", Finding("C404", message, where, made, evidence.commitment, tuple(related)))
        return
    message = "the commitment does not fit the terms and the secret; one of the three was changed"
    finding = Finding("C101", message, where, made, evidence.commitment, tuple(related))
    outcome.fail("commitment", finding)


def _deal(evidence: DealEvidence, terms: Terms, secret: bytes, context: Context) -> Dealt:
    """The deal of what the evidence holds; a value that is not of its form counts as missing."""
    values: dict[int, bytes] = {}
    for given in evidence.values:
        value = read_hex(given.value, 32)
        if value is not None and given.seat in terms.players:
            values.setdefault(given.seat, value)
    signature = read_hex(evidence.beacon.signature, 48) if evidence.beacon is not None else None
    key = (terms, secret, tuple(values.items()), signature)
    made = context.shuffles.dealt.get(key)
    if made is None:
        made = context.shuffles.dealt[key] = deal(terms, secret, values, signature)
    return made


def _compare_terms(
    outcome: DealOutcome, terms: Terms, hand: int | None, dealer: int | None, context: Context
) -> None:
    pairs: tuple[tuple[str, object, object], ...] = (
        ("session", terms.session, context.game),
        ("hand", terms.hand, hand),
        ("seats", terms.seats, context.rules.seats),
        ("deck", terms.deck, context.rules.deck),
        ("dealer", terms.dealer, dealer if isinstance(terms.dealer, int) else None),
    )
    wrong = [pair for pair in pairs if pair[2] is not None and pair[1] != pair[2]]
    if wrong:
        what, promised, recorded = wrong[0]
        if what == "dealer":
            promised = _seat(terms.dealer if isinstance(terms.dealer, int) else 0, terms)
            recorded = _seat(dealer or 0, terms)
        message = f"the terms are for {what} {promised}, the record is of {what} {recorded}"
        related = tuple(Related(f"{pair[0]}: terms {pair[1]}, record {pair[2]}") for pair in wrong[1:])
        seat = dealer if what == "dealer" else None
        where = context.at("/deal/terms").at(seat=seat)
        finding = Finding("D102", message, where, str(promised), str(recorded), related)
        outcome.fail("deal", finding)
        outcome.contradicted = frozenset(pair[0] for pair in wrong)
        if outcome.contradicted != {"dealer"}:
            outcome.explains = len(outcome.findings) - 1
    elif terms.pattern is not None and terms.pattern not in context.rules.patterns:
        allowed = " or ".join(context.rules.patterns)
        message = f"dealt in the pattern {terms.pattern}; this house deals {allowed}"
        outcome.fail("deal", Finding("D103", message, context.at("/deal/terms"), allowed, terms.pattern))


def _seat(number: int, terms: Terms) -> str:
    return seat_name(number, terms.seats)

"""Could the dealer have chosen this shuffle? What others put in, and when (procedure, section 3)."""

from ..dealing import Terms, contribution, read_hex
from ..evidence import BEFORE_ROUND, round_time
from ..findings import PASS, UNPROVEN, Finding
from ..records import DealEvidence
from ..records.documents import Value
from .beacon import SKEW, beacon_faults, clock, seconds
from .header import reveals
from .outcome import Context, DealOutcome, Shown
from .result import Options
from .weak import published_as, weakness
from .words import seat_name


def judge_secret(
    outcome: DealOutcome, evidence: DealEvidence, terms: Terms, secret: bytes, context: Context
) -> None:
    """A secret that anybody could guess, or has, was no choice of chance."""
    weak = weakness(secret)
    if weak is not None:
        outcome.fail("choice", Finding("C508", f"the secret {weak}", context.at("/deal/secret")))
        return
    public = published_as(secret, terms)
    for each in evidence.values if public is None else ():
        if each.contribution == evidence.secret:
            public = f"the contribution of {_seat(each.seat, terms)}"
            break
    if public is not None:
        message = f"the secret is {public}, which everybody has"
        outcome.fail("choice", Finding("C509", message, context.at("/deal/secret")))


def judge_choice(
    outcome: DealOutcome,
    evidence: DealEvidence,
    terms: Terms,
    given: bytes | None,
    shown: Shown,
    context: Context,
    options: Options,
) -> None:
    """Answer ``choice``. ``given`` is the commitment."""
    outcome.answers.setdefault("choice", UNPROVEN)
    # A house may open its deals at the end of the game or round, and says so in the header.
    opened = evidence.secret is not None or (context.over and reveals(evidence) == "hand")
    _values(outcome, evidence, terms, given, context)
    if terms.beacon is not None:
        why = _beacon(outcome, evidence, terms.beacon, shown, context, opened=opened)
    elif terms.players:
        why = _players(outcome, evidence, terms, given, shown, context, options, opened=opened)
    else:
        why = "only the dealer's own secret went into this shuffle"
    if why is not None and outcome.answers["choice"] == UNPROVEN:
        code = "C221" if terms.players or terms.beacon is not None else "C220"
        outcome.findings.append(Finding(code, why, context.at("/deal/terms")))


def _values(
    outcome: DealOutcome, evidence: DealEvidence, terms: Terms, given: bytes | None, context: Context
) -> None:
    """Each value against its seat, its contribution, and every value shown before it."""
    if not evidence.values:
        return
    seen: dict[str, str] = {
        value: f"was shown in hand {hand}" for value, hand in context.shown_before.items() if hand != terms.hand
    }
    given_by: set[int] = set()
    for index, value in enumerate(evidence.values):
        where = context.at(f"/deal/values/{index}").at(seat=value.seat)
        raw = read_hex(value.value, 32)
        seat = _seat(value.seat, terms)
        if value.seat not in terms.players:
            outcome.fail("choice", Finding("C111", f"{seat} gives a value that the terms do not name", where))
        elif value.seat in given_by:
            message = f"{seat} gives a second value; the first of its form counts"
            outcome.fail("choice", Finding("C111", message, where))
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


def _players(
    outcome: DealOutcome,
    evidence: DealEvidence,
    terms: Terms,
    given: bytes | None,
    shown: Shown,
    context: Context,
    options: Options,
    *,
    opened: bool,
) -> str | None:
    """Why it is not shown that a player's own number made the shuffle one that nobody chose; None where it is."""
    valid = {value.seat for value in evidence.values if read_hex(value.value, 32) is not None}
    missing = [seat for seat in terms.players if seat not in valid]
    if missing and opened and outcome.answers["choice"] == UNPROVEN:
        message = f"the terms promise {_seat(missing[0], terms)}'s value, and it is missing"
        outcome.fail("choice", Finding("C110", message, context.at("/deal")))
    own = [
        value
        for value in evidence.values
        if value.seat in terms.players and {value.value, value.contribution} & set(options.mine)
    ]
    outcome.put = {value.seat: (value.value, value.contribution) for value in evidence.values}
    entry = shown.entry
    put = {seat: entry.contribution(seat) for seat in terms.players} if entry is not None else {}
    if entry is not None and outcome.answers["choice"] == UNPROVEN:
        closed = entry.closings[0][0] if entry.closings else None
        for seat, sent in put.items():
            if sent is None or (closed is not None and sent[0] > closed):
                message = f"the ledger has no contribution of {_seat(seat, terms)} before the deal was opened"
                outcome.fail("choice", Finding("C503", message, context.at("/deal/values").at(seat=seat)))
                break
    if not own:
        return "what the players put in is as the file says; that it came after the commitment is not shown"
    if outcome.answers.get("commitment") != PASS:
        return "your number went in; but the deal is not shown to be the one that was promised"
    who = _seat(own[0].seat, terms)
    if not shown.own:
        return f"your number went in, as {who}'s; that the commitment was out before you showed it is not shown"
    if entry is None and len(terms.players) > 1:
        return "your number went in; that the others' were fixed before you showed it, only the ledger can show"
    if entry is None and not _is_bound(own[0], given, options):
        return "your number went in; that it was for this commitment, the hash that you published shows: give that"
    late = [seat for seat, sent in put.items() if (sent or (0, ""))[0] > shown.own]
    if late:
        return f"your checkpoint does not cover {_seat(late[0], terms)}'s contribution, which may have come later"
    if outcome.answers["choice"] == UNPROVEN:
        outcome.answers["choice"] = PASS
        outcome.chosen_by = f"your own number went in, as {who}'s, and your checkpoint covers what was fixed before"
    return None


def _is_bound(value: Value, given: bytes | None, options: Options) -> bool:
    """Whether the hash that the person published is the one of this value for this commitment."""
    raw = read_hex(value.value, 32)
    return given is not None and raw is not None and contribution(given, value.seat, raw).hex() in options.mine


def _beacon(
    outcome: DealOutcome, evidence: DealEvidence, round_: int, shown: Shown, context: Context, *, opened: bool
) -> str | None:
    """Why it is not shown that the beacon came after the commitment; None where it is, or a fault is told."""
    where = context.at("/deal/beacon")
    if evidence.beacon is None:
        if opened:
            message = "the terms promise the beacon's signature, and it is missing"
            outcome.fail("choice", Finding("C110", message, context.at("/deal")))
            return None
        return "the beacon's signature is not in the file"
    unchecked = False
    for code, message, expected, found in beacon_faults(round_, evidence.beacon.signature, shown.time):
        finding = Finding(code, message, where, expected, found)
        if code == "C502":
            unchecked = True
            outcome.findings.append(finding)
        else:
            outcome.fail("choice", finding)
    if unchecked:
        return "what a public beacon put in was not checked"
    drawn = round_time(round_)
    promised = seconds(shown.time) if shown.time is not None else 0
    outside = [each for each in shown.outside if each[0] >= promised - SKEW]
    if not outside:
        return "the beacon's number is right; that the commitment was out before it, nobody outside the club says"
    first, who = min(outside)
    if first > drawn - BEFORE_ROUND:
        at = f"{who} saw the commitment at {clock(first)}"
        return f"{at}; round {round_} was drawn at {clock(drawn)}, which is not {BEFORE_ROUND} seconds later"
    by = f"{who} saw the commitment at {clock(first)}, before round {round_} of the beacon at {clock(drawn)}"
    if shown.entry is None:
        by += "; that it is the only one for this hand, the ledger shows"
    if outcome.answers["choice"] == UNPROVEN and outcome.answers.get("commitment") == PASS:
        outcome.answers["choice"] = PASS
        outcome.chosen_by = by
    if outcome.answers["published"] == UNPROVEN:
        outcome.answers["published"] = PASS
        outcome.published_by = by
    return None


def _seat(number: int, terms: Terms) -> str:
    return seat_name(number, terms.seats)

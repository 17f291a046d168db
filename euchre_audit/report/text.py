"""The report as a person reads it: the answers first, each fault with its place, what to ask for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..audit import GameResult, HandResult, Report
from ..audit.result import Promise
from ..audit.words import place_words, score_text, seat_name, seat_names, side_name
from ..findings import FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Entry, Finding, entry, worst
from ..findings.catalogue import severity_of
from .clean import clean
from .outcome import outcome_lines
from .style import Style

GROUPS = {
    "commitment": ("C101", "C102", "C103", "C104", "C204", "C211", "C230", "C231", "C232", "C402", "C403", "C404"),
    "deal": ("D",),
    "bidding": ("B",),
    "play": ("P", "G106", "G107", "G108"),
    "score": ("S",),
    "published": ("C201", "C202", "C203", "C210", "C3", "C41", "C42"),
    "choice": ("C110", "C111", "C112", "C220", "C221", "C5"),
}
WHY_UNCHECKED = {
    "commitment": "the file holds no commitment",
    "deal": "the file holds no terms and no secret, so the cards cannot be checked against a deal",
    "bidding": "no calls were judged",
    "play": "no cards were judged",
    "score": "the file claims no score that could be compared",
    "published": "there is no commitment that could have been published",
    "choice": "the file does not say how the cards were shuffled",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line about an answer: its sign, what is answered, in words, the code; what to ask the club for.

    ``finding`` is the fault that it tells, None for what is no fault. The text is not cleaned.
    """

    answer: Answer
    name: str
    text: str
    code: str = ""
    ask: str | None = None
    finding: Finding | None = None


def report_text(report: Report, style: Style, *, quiet: bool = False, verbose: bool = False) -> str:
    """One hand or game in full; several as a list of what is wrong, and a summary."""
    lines: list[str] = []
    single = is_single(report)
    if not quiet and single:
        lines += _one(report.games[0], style)
        lines += _ledgers(report, style)
        if verbose:
            lines += _chains(report.games[0], style)
        report_findings = [*report.findings, *(each for ledger in report.ledgers for each in ledger.findings)]
    else:
        report_findings = report.all_findings(notes=verbose) if not quiet else []
        if not quiet and report.games:
            lines += _many(report, style)
        elif not quiet:
            lines += _ledgers(report, style)
    shown = [finding for finding in report_findings if verbose or single or finding.severity != "note"]
    if not quiet:
        lines += _listed(shown, style)
        lines += [] if single else _changed(report, style)
        told = closing(report) if single else []
        lines += ["", *told] if told else [] if single else _notes(report, style)
        lines += [""] if lines else []
    lines.append(_verdict(report, style))
    return style.finish("\n".join(lines).lstrip("\n") + "\n")


def is_single(report: Report) -> bool:
    """Whether the report is about one file with one hand or game in it."""
    named = [path for path, _ in report.inputs if not path.lower().endswith(".proof.json")]
    named = [path for path in named if path not in report.beside]
    return len(report.games) == 1 and len(named) == 1 and report.archive is None


def _ledgers(report: Report, style: Style) -> list[str]:
    return [_line(style, told) for told in ledgers_told(report)]


def ledgers_told(report: Report) -> list[Told]:
    """What each ledger holds, and who signed how much of it."""
    lines = []
    for ledger in report.ledgers:
        if not ledger.sha256:
            continue
        signed = f"; {ledger.signed:,} signed" if ledger.signed else "; none signed as they stand"
        by = f" by {clean(ledger.signer)}" if ledger.signer is not None else ""
        by = by or (" by a key that was not given" if ledger.signed else "")
        what = f"{ledger.commits:,} deals promised, {ledger.reveals:,} opened, {ledger.voids:,} void"
        failed = any(finding.severity == "error" for finding in ledger.findings)
        whole = ledger.signer is not None and ledger.signed == ledger.lines
        answer: Answer = FAIL if failed else PASS if whole else UNPROVEN
        text = f"{clean(ledger.path)}: {count_words(ledger.lines, 'line')}{signed}{by}; {what}"
        lines.append(Told(answer, "ledger", text))
    return lines


def _chains(game: GameResult, style: Style) -> list[str]:
    lines = []
    for hand in game.hands:
        if hand.chain:
            lines += ["", f"Step by step, hand {hand.number}", *chain_lines(hand, style)]
    return lines


# One hand or game


def _one(game: GameResult, style: Style) -> list[str]:
    title, *rest = _title(game).split("\n")
    lines = [style.paint(title, "bold"), *rest, ""]
    for told in answers_told(game):
        lines.append(_line(style, told))
        lines += _details(told.finding, style) if told.finding is not None else []
        lines += [_under(style, f"ask the club for {told.ask}")] if told.ask is not None else []
    lines += _listed([finding for finding in game.all_findings() if not is_answered(finding)], style)
    return lines + _outcome(game, style)


def answers_told(game: GameResult) -> Iterator[Told]:
    """Each answer of a hand or game in words, and under it its faults and what it leaves open."""
    for name in GROUPS:
        yield from _answer(game, name, [finding for finding in game.all_findings() if _in_group(finding, name)])


def is_answered(finding: Finding) -> bool:
    """Whether a finding belongs to one of the answers."""
    return any(_in_group(finding, name) for name in GROUPS)


def chain_lines(hand: HandResult, style: Style) -> list[str]:
    """The steps from the club's key to the score, numbered, each with its values."""
    lines = []
    for number, step in enumerate(hand.chain, 1):
        (name, value), *rest = step.values or (("", ""),)
        named = "" if name == step.name else f"{clean(name)} "
        first = f"{named}{clean(value, 400)}" if name else _NO_STEP[step.answer]
        lines.append(f"  {number:>2} {style.mark(step.answer)} {step.name:<11}{first}".rstrip())
        lines += [f"     {_under(style, f'{clean(name)} {clean(value, 400)}')}"[2:] for name, value in rest]
    return lines


_NO_STEP = {PASS: "", FAIL: "it does not hold", UNPROVEN: "not shown", UNCHECKED: "not in the file"}


def _outcome(game: GameResult, style: Style) -> list[str]:
    """Whether the faults change how the game comes out."""
    told = outcome_lines(game)
    sign: Answer = PASS if told and told[0].startswith("stands") else UNPROVEN
    return (
        [_line(style, Told(sign, "result", told[0])), *(_under(style, text) for text in told[1:])] if told else []
    )


def _title(game: GameResult) -> str:
    name = clean(game.name) if game.name else clean(game.path)
    house = f", house {game.house}"
    players = ""
    if game.players:
        names = seat_names(game.rules.seats)
        seats = [f"{seat} {clean(player, 40)}" for seat, player in zip(names, game.players, strict=False)]
        players = "\n" + " · ".join(seats)
    if game.alone:
        number = game.hands[0].number
        return f"Hand {number}, {name}{house}{players}"
    hands = f"{len(game.hands)} hand{'s' if len(game.hands) != 1 else ''}"
    return f"Game {name}, {hands}{house}{players}"


def _in_group(finding: Finding, name: str) -> bool:
    return finding.code.startswith(GROUPS[name])


def _answer(game: GameResult, name: str, found: list[Finding]) -> Iterator[Told]:
    answer = worst(hand.bidding for hand in game.hands) if name == "bidding" else game.all_answers()[name]
    errors = [finding for finding in found if finding.severity == "error"]
    if answer == FAIL or errors:
        for finding in errors:
            yield Told(FAIL, name, _with_hand(game, finding), finding.code, finding=finding)
        if not errors:
            yield Told(FAIL, name, _told_elsewhere(game, name))
    elif answer == PASS:
        yield Told(PASS, name, _passed(game, name))
    elif answer == UNCHECKED and not found:
        yield Told(UNCHECKED, name, _why_unchecked(game, name))
    elif not found:
        passed = sum(hand.answers[name] == PASS for hand in game.hands)
        of = f"{passed} of {len(game.hands)} hands fit; the others " if passed else "it "
        yield Told(UNPROVEN, name, f"{of}cannot be compared without the secret")
    yield from _notes_of(name, answer, [finding for finding in found if finding.severity != "error"])


def _told_elsewhere(game: GameResult, name: str) -> str:
    """Where an answer fails by a fault that is told under another."""
    if name == "play" and any(hand.bidding == FAIL for hand in game.hands):
        cards = sum(hand.cards for hand in game.hands)
        return f"not in order after the calls above; {count_words(cards, 'card')} judged"
    if name == "play":
        return "something else of the game is not right: see below"
    if name == "deal" and any(finding.code == "G130" for finding in game.findings):
        return "what is recorded of it does not fit the number of players: see below"
    if name == "deal":
        return "it cannot be recomputed: see choice"
    return "see below"


def _why_unchecked(game: GameResult, name: str) -> str:
    answers = game.all_answers()
    codes = {finding.code for finding in game.all_findings()}
    if name == "deal" and answers["commitment"] == FAIL:
        return "not judged: what was revealed is not what was promised"
    if name in ("commitment", "choice") and codes & {"D101", "D104"}:
        return "not judged: the terms or the secret cannot be read"
    if name == "score" and any(hand.answers["play"] == FAIL for hand in game.hands):
        return "not recounted, since the play is not in order"
    if name == "score" and codes & {"P340", "S120", "S121"}:
        return "it could not be recounted"
    return WHY_UNCHECKED[name]


def _notes_of(name: str, answer: Answer, notes: list[Finding]) -> Iterator[Told]:
    for code in dict.fromkeys(finding.code for finding in notes):
        same = [finding for finding in notes if finding.code == code]
        text = same[0].message if len(same) == 1 else f"{same[0].message} ({len(same)} deals)"
        sign: Answer = UNPROVEN if answer == UNPROVEN or code[0] == "C" else UNCHECKED
        yield Told(sign, name, text, code, entry(code).ask)


def _with_hand(game: GameResult, finding: Finding) -> str:
    where = finding.where
    parts = place_words(where.at(hand=None) if game.alone else where)
    names = seat_names(game.rules.seats)
    if where.trick is not None and where.seat is not None and not finding.message.startswith(names):
        parts.append(seat_name(where.seat, game.rules.seats))
    return f"{', '.join(parts)}: {finding.message}" if parts else finding.message


def _passed(game: GameResult, name: str) -> str:
    hands = game.hands
    count = len(hands)
    every = [hand for hand in hands if (hand.bidding if name == "bidding" else hand.answers[name]) == PASS]
    of = "" if game.alone else f"{len(every)} of {count} hands: "
    if name == "commitment":
        if game.alone:
            return f"{_short(hands[0].commitment)} fits the terms and the revealed secret"
        return f"{of}each fits its terms and its revealed secret"
    if name == "deal":
        seen = sum(hand.cards_seen for hand in hands)
        where = (
            f"all {seen} recorded as dealt are where they should be" if seen else "the file records none as dealt"
        )
        return f"{of}{game.rules.deck * len(every)} cards recomputed; {where}"
    if name == "bidding":
        return f"{of}{count_words(sum(hand.calls for hand in hands), 'call')}, nothing against the rules"
    if name == "play":
        hidden = sum(hand.hidden for hand in hands)
        more = f" ({hidden} of them not recorded)" if hidden else ""
        return f"{of}{count_words(sum(hand.cards for hand in hands), 'card')}{more}, nothing against the rules"
    if name == "score" and not every:
        return f"the final score {score_text(game.score or [])} is what the play gives; no hand claims its own"
    if name == "score":
        return _score(game, hands, of)
    if name == "published":
        return f"{of}{_reason(hand.published_by for hand in every)}"
    if name == "choice":
        return f"{of}{_reason(hand.chosen_by for hand in every)}"
    return of


def _reason(reasons: Iterable[str | None]) -> str:
    """Why an answer is pass: the first hand's reason, and that others have others."""
    told = list(dict.fromkeys(reason for reason in reasons if reason is not None))
    return (told[0] if told else "") + (" (and the like)" if len(told) > 1 else "")


def _score(game: GameResult, hands: list[HandResult], of: str) -> str:
    if not game.alone:
        score = score_text(game.score) if game.score is not None else "not known"
        return f"{of}tricks, points and running score add up; final score {score}"
    hand = hands[0]
    after = f", {score_text(hand.score)}" if hand.score is not None else ""
    if hand.tricks is None or hand.points is None or hand.maker is None:
        return f"nobody scores{after}" if hand.points is not None and not any(hand.points) else f"as claimed{after}"
    rules = game.rules
    side = rules.side_of(hand.maker)
    makers, taken = side_name(side, rules.seats), count_words(hand.tricks[side], "trick")
    pairs = rules.sides == "pairs"
    if hand.points[side]:
        points = count_words(hand.points[side], "point")
        return f"{makers} {'make' if pairs else 'makes'} it with {taken}: {points}{after}"
    others = [other for other in range(rules.side_count) if other != side]
    names = " and ".join(side_name(other, rules.seats) for other in others)
    points = count_words(hand.points[others[0]], "point") + (" each" if len(others) > 1 else "")
    return f"{makers} {'are' if pairs else 'is'} euchred with {taken}: {points} to {names}{after}"


def closing(report: Report) -> list[str]:
    """What one hand or game comes to, in a card player's words; lines, the last one about what no check sees."""
    answers = report.answers
    played = answers["play"] == PASS
    if report.verdict == FAIL:
        return [_what_is_wrong(report)]
    if answers["deal"] == PASS and answers["published"] == PASS and played:
        text = (
            "These are the cards that were promised. If your copy of the fingerprint is from before the hand,\n"
            "they were fixed before it"
        )
        text += ", and the dealer could not choose them." if answers["choice"] == PASS else "."
    elif answers["deal"] == PASS:
        promises = [hand.promise for hand in report.games[0].hands if hand.promise is not None]
        signed = len(promises) == len(report.games[0].hands) and all(map(_is_signed, promises))
        signed = signed or any(ledger.signer is not None for ledger in report.ledgers)
        shown = any(promise.signed is not None for promise in promises)
        text = (
            "The secret deals exactly these cards. Whether it was fixed before the hand, only a copy of the\n"
            "fingerprint from before the hand can show; "
        )
        unsigned = (
            "who signed the proof in it was not checked." if shown else "nothing in it is signed by a dealer."
        )
        if signed:
            text += "the club's signature says that it was promised, not when."
        else:
            text += f"the file by itself only agrees with itself:\n{unsigned}"
    elif played:
        text = "The play keeps to the rules. How the cards were dealt, this file cannot show."
    else:
        return []
    return [text, "No check can see a dealer who peeks."]


def _is_signed(promise: Promise) -> bool:
    """Whether a promise stands under the club's key, which the person gave."""
    return promise.signed is not None and promise.signed.answer == PASS


def _what_is_wrong(report: Report) -> str:
    errors = [finding for finding in report.all_findings(notes=False) if finding.severity == "error"]
    if all(finding.code[0] in "BP" for finding in errors):
        if report.answers["deal"] == PASS:
            return (
                "The cards are those that were dealt. The log, as it stands, breaks a rule where it says so;\n"
                "a player may have broken it, or a line of the log may be wrong or missing."
            )
        return "The log, as it stands, breaks a rule where it says so; or a line of it is wrong or missing."
    if all(finding.code[0] == "S" for finding in errors):
        return "The cards and the play are not in question here; the score is wrong where it says so."
    return "Something here does not fit. This check shows where, not who changed what."


# Several


def _many(report: Report, style: Style) -> list[str]:
    tally = report.games.tally
    files = f"{count_words(len(report.inputs) - len(report.beside), 'file')}, "
    if report.archive is not None:
        files = f"{clean(report.archive)}  {files}"
    lines = [
        style.paint(f"{files}{count_words(tally.games, 'game')}, {count_words(tally.hands, 'hand')}", "bold"),
        "",
    ]
    return lines + [_line(style, told) for told in counts_told(report)] + _ledgers(report, style)


def counts_told(report: Report) -> list[Told]:
    """How many hands give which answer."""
    tally, lines = report.tally, []
    for name, answer in report.answers.items():
        kinds = (PASS, FAIL, UNPROVEN, UNCHECKED)
        told = [f"{tally.of_hands[name, kind]} {kind}" for kind in kinds if tally.of_hands[name, kind]]
        if answer == FAIL and not tally.of_hands[name, FAIL]:
            told.append("a fault of a game or the ledger as a whole")
        lines.append(Told(answer, name, ", ".join(told)))
    return lines


def _changed(report: Report, style: Style) -> list[str]:
    """The games in which the faults change the result, or leave it open."""
    lines = []
    for game in report.games.above_notes():
        told = outcome_lines(game)
        if len(told) > 1:
            lines.append(f"  {style.mark(UNPROVEN)} {clean(game.path)}  the result {told[0]}")
            lines += [_under(style, text) for text in told[1:]]
    shown = lines[: 4 * MOST_OF_A_KIND]
    more = sum(line.startswith("  ") and "  the result " in line for line in lines[len(shown) :])
    return ["", *shown, *([f"    and {more} more games"] if more else [])] if lines else []


def _notes(report: Report, style: Style) -> list[str]:
    counts = report.tally.notes()
    lines = [""] if counts else []
    for code, count in sorted(counts.items()):
        found = entry(code)
        lines.append(f"  {code}  {count} ×  {found.title}".replace("×", "x" if style.ascii else "×"))
    return lines


# Findings


MOST_OF_A_KIND = 10


def _listed(findings: Iterable[Finding], style: Style) -> list[str]:
    lines = []
    told: dict[tuple[str, str | None], int] = {}
    for finding in findings:
        kind = finding.code, finding.where.path
        told[kind] = told.get(kind, 0) + 1
        if told[kind] > MOST_OF_A_KIND:
            continue
        sign: Answer = FAIL if finding.severity == "error" else UNPROVEN
        where = finding.where
        place = clean(where.path or "") + (f":{where.line}" if where.line is not None else "")
        hand = f"hand {where.hand}  " if where.hand is not None else ""
        pointer = f"{clean(where.pointer)}  " if where.pointer and where.hand is None else ""
        lines.append(f"  {style.mark(sign)} {place}  {pointer}{hand}{clean(finding.message)}  {finding.code}")
        if finding.expected is not None:
            lines.append(_under(style, f"expected   {clean(finding.expected)}"))
        if finding.found is not None:
            lines.append(_under(style, f"found      {clean(finding.found)}"))
        lines += [_under(style, clean(item.message)) for item in finding.related]
    for (code, path), count in told.items():
        if count > MOST_OF_A_KIND:
            lines.append(f"    {clean(path or '')}  and {count - MOST_OF_A_KIND} more like it  {code}")
    return ["", *lines] if lines else []


def _details(finding: Finding, style: Style) -> list[str]:
    lines = []
    if finding.code == "D201":
        lines.append(_under(style, f"recorded   {clean(finding.found or 'nothing')}"))
        lines.append(_under(style, f"recomputed {clean(finding.expected or 'nothing')}"))
    else:
        if finding.expected is not None:
            lines.append(_under(style, f"expected   {clean(finding.expected)}"))
        if finding.found is not None and finding.code[0] not in "BP":
            lines.append(_under(style, f"found      {clean(finding.found)}"))
    lines += [_under(style, clean(item.message)) for item in finding.related]
    where = finding.where
    line = f":{where.line}" if where.line is not None else ""
    place = f"{clean(where.path or '')}{line}  {clean(where.pointer or '')}".rstrip()
    return [*lines, _under(style, style.paint(place, "dim"))]


def _line(style: Style, told: Told) -> str:
    end = f"  {style.paint(told.code, 'dim')}" if told.code else ""
    return f"  {style.mark(told.answer)} {told.name:<11}{clean(told.text, 400)}{end}"


def _under(style: Style, text: str) -> str:
    return " " * (18 if style.ascii else 15) + text


def _verdict(report: Report, style: Style) -> str:
    parts = verdict_parts(report, style)
    codes = sorted(report.tally.codes, key=lambda code: (SEVERITIES.index(entry(code).severity), code))
    if codes:
        more = " …" if len(codes) > MOST_CODES else ""
        parts.append(f"euchre-audit explain {' '.join(codes[:MOST_CODES])}{more}")
    return " · ".join(parts)


def verdict_parts(report: Report, style: Style) -> list[str]:
    """The verdict in a word, and what stands behind it."""
    tally = report.tally
    unread = [finding for finding in report.findings if finding.is_unreadable]
    faults = tally.findings("error") - len(unread)
    parts = []
    if faults:
        of = f" in {tally.faulty} of {tally.games} games" if tally.games > 1 and tally.faulty else ""
        parts.append(f"{style.paint('FAIL', 'red')} · {count_words(faults, 'fault')}{of}")
    if unread:
        files = len({finding.where.path for finding in unread})
        parts.append(f"{style.paint('UNREADABLE', 'red')} · {count_words(files, 'file')} could not be read")
    if not parts:
        parts += _without_faults(report, style)
    known = report.known
    if known:
        parts.append(f"{count_words(known, 'finding')} known")
    if report.partial:
        parts.insert(0, f"{style.paint('INTERRUPTED', 'red')} · this is what there was by then")
    return parts


MOST_CODES = 6


def _without_faults(report: Report, style: Style) -> list[str]:
    answers = report.answers
    if report.verdict == UNCHECKED:
        return [f"{style.paint('UNCHECKED', 'yellow')} · nothing could be checked"]
    parts = [style.paint("PASS", "green")]
    if report.verdict == FAIL:
        parts = [f"{style.paint('FAIL', 'red')} · {_why_it_fails(report)}"]
    elif report.missing:
        parts = [style.paint("UNPROVEN", "yellow")]
    parts += [f"required and not proven: {', '.join(report.missing)}"] if report.missing else []
    unproven = sum(answer == UNPROVEN for answer in answers.values())
    if unproven:
        what = "this file" if len(report.inputs) == 1 else "these files"
        parts.append(f"{count_words(unproven, 'thing')} {what} cannot prove")
    unchecked = [name for name in ("deal", "play", "score") if answers[name] == UNCHECKED]
    if unchecked:
        parts.append(f"not checked: {', '.join(unchecked)}")
    return parts


def _why_it_fails(report: Report) -> str:
    """Why it does where there is no error: by what the person has count as one, or by an answer alone."""
    counting = SEVERITIES[1 : SEVERITIES.index(report.options.fail_on) + 1]
    found = {severity_of(code) for code in report.tally.found}
    told = [f"{level}s" for level in counting if level in found]
    if told:
        return f"{' and '.join(told)} count as faults here (--fail-on {report.options.fail_on})"
    return ", ".join(name for name, answer in report.answers.items() if answer == FAIL)


def explain_text(item: Entry, style: Style) -> str:
    """What a code means, as ``explain`` prints it."""
    lines = [
        f"{style.paint(item.code, 'bold')}  {item.title}  ({item.severity})",
        "",
        item.rule,
        "",
        f"  it fires:   {item.fires}",
        f"  near miss:  {item.near}",
        f"  source:     {item.source}",
    ]
    if item.ask is not None:
        lines.append(f"  ask for:    {item.ask}")
    return style.finish("\n".join(lines) + "\n")


def count_words(number: int, what: str) -> str:
    """``1,234 hands``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _short(commitment: str | None) -> str:
    return f"{commitment[:8]}…{commitment[-4:]}" if commitment else ""

"""The report as a person reads it: the answers first, each fault with its place, what to ask for."""

from collections.abc import Iterable

from ..audit import GameResult, HandResult, Report
from ..audit.words import SEATS, SIDES
from ..findings import FAIL, PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Entry, Finding, entry, worst
from .clean import clean
from .style import Style

_GROUPS = {
    "commitment": ("C101", "C102", "C103", "C104", "C211", "C230", "C231", "C232"),
    "deal": ("D",),
    "bidding": ("B",),
    "play": ("P", "G106", "G107", "G108"),
    "score": ("S",),
    "published": ("C201", "C202", "C203", "C210"),
    "choice": ("C110", "C111", "C112", "C220"),
}
_UNCHECKED = {
    "commitment": "the file has no record of a commitment",
    "deal": "the file has no record of how the cards were dealt",
    "bidding": "no calls were judged",
    "play": "no cards were judged",
    "score": "the file claims no score that could be compared",
    "published": "there is no commitment that could have been published",
    "choice": "the file has no record of how the cards were dealt",
}


def report_text(report: Report, style: Style, *, quiet: bool = False, verbose: bool = False) -> str:
    """One hand or game in full; several as a list of what is wrong, and a summary."""
    lines: list[str] = []
    single = len(report.games) == 1 and len(report.inputs) == 1
    if not quiet and single:
        lines += _one(report.games[0], style)
        report_findings = report.findings
    else:
        report_findings = report.all_findings()
        if not quiet and report.games:
            lines += _many(report, style)
    shown = [finding for finding in report_findings if verbose or single or finding.severity != "note"]
    if not quiet:
        lines += _listed(shown, style)
        lines += _closing(report, style) if single else _notes(report, style)
    lines.append(_verdict(report, style))
    return style.finish("\n".join(lines) + "\n")


# One hand or game


def _one(game: GameResult, style: Style) -> list[str]:
    lines = [style.paint(_title(game), "bold"), ""]
    placed: set[int] = set()
    for name in _GROUPS:
        found = [finding for finding in game.all_findings() if _in_group(finding, name)]
        placed |= {id(finding) for finding in found}
        lines += _answer(game, name, found, style)
    rest = [finding for finding in game.all_findings() if id(finding) not in placed]
    lines += _listed(rest, style)
    return lines


def _title(game: GameResult) -> str:
    name = clean(game.name) if game.name else clean(game.path)
    house = f", house {game.house}"
    if game.alone:
        number = game.hands[0].number
        return f"Hand {number}, {name}{house}"
    hands = f"{len(game.hands)} hand{'s' if len(game.hands) != 1 else ''}"
    players = ""
    if len(game.players) == 4:
        north, east, south, west = (clean(player, 40) for player in game.players)
        players = f"\nNorth-South {north} and {south}, East-West {east} and {west}"
    return f"Game {name}, {hands}{house}{players}"


def _in_group(finding: Finding, name: str) -> bool:
    return finding.code.startswith(_GROUPS[name])


def _answer(game: GameResult, name: str, found: list[Finding], style: Style) -> list[str]:
    answer = worst(hand.bidding for hand in game.hands) if name == "bidding" else game.all_answers()[name]
    lines = []
    errors = [finding for finding in found if finding.severity == "error"]
    if answer == FAIL or errors:
        for finding in errors:
            lines.append(_line(style, FAIL, name, _with_hand(game, finding), finding.code))
            lines += _details(finding, style)
        if not errors:
            lines.append(_line(style, FAIL, name, _told_elsewhere(game, name), ""))
    elif answer == PASS:
        lines.append(_line(style, PASS, name, _passed(game, name), ""))
    elif answer == UNCHECKED:
        lines.append(_line(style, UNCHECKED, name, _why_unchecked(game, name), ""))
    notes = [finding for finding in found if finding.severity != "error"]
    lines += _notes_of(game, name, answer, notes, style)
    return lines


def _told_elsewhere(game: GameResult, name: str) -> str:
    """Where an answer fails by a fault that is told under another."""
    if name == "play" and any(hand.bidding == FAIL for hand in game.hands):
        cards = sum(hand.cards for hand in game.hands)
        return f"not in order after the calls above; {_count(cards, 'card')} judged"
    if name == "play":
        return "the order of the hands is not right: see below"
    if name == "deal":
        return "it cannot be recomputed: see choice"
    return "see below"


def _why_unchecked(game: GameResult, name: str) -> str:
    answers = game.all_answers()
    if name == "deal" and answers["commitment"] == FAIL:
        return "not judged: what was revealed is not what was promised"
    if name in ("commitment", "choice") and answers["deal"] == FAIL:
        return "not judged: the terms or the secret cannot be read"
    if name == "score" and answers["play"] == FAIL:
        return "not rescored, since the play is not in order"
    return _UNCHECKED[name]


def _notes_of(game: GameResult, name: str, answer: Answer, notes: list[Finding], style: Style) -> list[str]:
    lines = []
    for code in dict.fromkeys(finding.code for finding in notes):
        same = [finding for finding in notes if finding.code == code]
        text = same[0].message if len(same) == 1 else f"{same[0].message} ({len(same)} deals)"
        sign: Answer = UNPROVEN if answer == UNPROVEN or code[0] == "C" else UNCHECKED
        lines.append(_line(style, sign, name, text, code))
        ask = entry(code).ask
        if ask is not None:
            lines.append(_under(style, f"ask the club for {ask}"))
    return lines


def _with_hand(game: GameResult, finding: Finding) -> str:
    where = finding.where
    parts = []
    if not game.alone and where.hand is not None:
        parts.append(f"hand {where.hand}")
    if where.trick is not None:
        parts.append(f"trick {where.trick}")
    if where.call is not None:
        parts.append(f"call {where.call}")
    if where.trick is not None and where.seat is not None and not finding.message.startswith(SEATS):
        parts.append(SEATS[where.seat])
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
        return f"{of}{24 * len(every)} cards recomputed; {where}"
    if name == "bidding":
        return f"{of}{_count(sum(hand.calls for hand in hands), 'call')}, nothing against the rules"
    if name == "play":
        return f"{of}{_count(sum(hand.cards for hand in hands), 'card')}, nothing against the rules"
    if name == "score":
        return _score(game, hands, of)
    if name == "published":
        return f"{of}it is the commitment that you had before the hand"
    return of


def _score(game: GameResult, hands: list[HandResult], of: str) -> str:
    if not game.alone:
        score = "-".join(map(str, game.score)) if game.score is not None else "not known"
        return f"{of}tricks, points and running score add up; final score {score}"
    hand = hands[0]
    after = f", {'-'.join(map(str, hand.score))}" if hand.score is not None else ""
    if hand.tricks is None or hand.points is None or hand.maker is None:
        return f"nobody scores{after}" if hand.points == [0, 0] else f"as claimed{after}"
    side = hand.maker % 2
    taken = hand.tricks[side]
    if hand.points[side]:
        return f"{SIDES[side]} make it with {_count(taken, 'trick')}: {_count(hand.points[side], 'point')}{after}"
    points = _count(hand.points[1 - side], "point")
    return f"{SIDES[side]} are euchred with {_count(taken, 'trick')}: {points} to {SIDES[1 - side]}{after}"


def _closing(report: Report, style: Style) -> list[str]:
    """What it comes to, in a card player's words."""
    answers = report.answers
    if report.verdict == FAIL:
        errors = [finding for finding in report.all_findings() if finding.severity == "error"]
        text = "Something here does not fit. This check shows where, not who changed what."
        if all(finding.code[0] in "BP" for finding in errors):
            text = "The cards are those that were dealt, and the rules were broken where it says so."
            if answers["deal"] != PASS:
                text = "The rules were broken where it says so, if the record is right."
        if all(finding.code[0] in "SG" and finding.code not in _GROUPS["play"] for finding in errors):
            text = "The play is in order; the book-keeping is not, where it says so."
        return ["", text]
    played = answers["play"] == PASS
    if answers["deal"] == PASS and answers["published"] == PASS and played:
        text = "The cards were fixed before the hand, and they are the ones that were played."
    elif answers["deal"] == PASS:
        text = (
            "The secret deals exactly these cards. The file agrees with itself; nothing in it is signed by a\n"
            "dealer, and whether the deal was fixed before the hand only your own copy of the fingerprint can show."
        )
    elif played:
        text = "The play keeps to the rules. How the cards were dealt, this file cannot show."
    else:
        return []
    return ["", text, "No check can see a dealer who peeks."]


# Several


def _many(report: Report, style: Style) -> list[str]:
    games = report.games
    hands = [hand for game in games for hand in game.hands]
    files = f"{_count(len(report.inputs), 'file')}, "
    if report.folder is not None:
        files = f"{clean(report.folder)}  {files}"
    lines = [style.paint(f"{files}{_count(len(games), 'game')}, {_count(len(hands), 'hand')}", "bold"), ""]
    for name, answer in report.answers.items():
        each = [hand.answers[name] for hand in hands]
        told = [
            f"{each.count(kind)} {word}"
            for kind, word in ((PASS, "pass"), (FAIL, "fail"), (UNPROVEN, "unproven"), (UNCHECKED, "unchecked"))
            if each.count(kind)
        ]
        lines.append(_line(style, answer, name, ", ".join(told), ""))
    return lines


def _notes(report: Report, style: Style) -> list[str]:
    counts: dict[str, int] = {}
    for finding in report.all_findings():
        if finding.severity == "note":
            counts[finding.code] = counts.get(finding.code, 0) + 1
    lines = [""] if counts else []
    for code, count in sorted(counts.items()):
        found = entry(code)
        lines.append(f"  {code}  {count} ×  {found.title}".replace("×", "x" if style.ascii else "×"))
    return lines


# Findings


def _listed(findings: Iterable[Finding], style: Style) -> list[str]:
    lines = []
    for finding in findings:
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
    return ["", *lines] if lines else []


def _details(finding: Finding, style: Style) -> list[str]:
    lines = []
    if finding.code == "D201":
        lines.append(_under(style, f"recorded   {clean(finding.found or 'nothing')}"))
        lines.append(_under(style, f"recomputed {clean(finding.expected or 'nothing')}"))
    else:
        if finding.expected is not None:
            lines.append(_under(style, f"expected   {clean(finding.expected)}"))
        if finding.found is not None:
            lines.append(_under(style, f"found      {clean(finding.found)}"))
    lines += [_under(style, clean(item.message)) for item in finding.related]
    where = finding.where
    line = f":{where.line}" if where.line is not None else ""
    place = f"{clean(where.path or '')}{line}  {clean(where.pointer or '')}".rstrip()
    return [*lines, _under(style, style.paint(place, "dim"))]


def _line(style: Style, answer: Answer, name: str, text: str, code: str) -> str:
    end = f"  {style.paint(code, 'dim')}" if code else ""
    return f"  {style.mark(answer)} {name:<11}{clean(text, 400)}{end}"


def _under(style: Style, text: str) -> str:
    return " " * (18 if style.ascii else 15) + text


def _verdict(report: Report, style: Style) -> str:
    found = report.all_findings()
    faults = sum(finding.severity == "error" for finding in found)
    verdict = report.verdict
    if report.unreadable and verdict == FAIL and faults == report.unreadable:
        head = style.paint("UNREADABLE", "red")
        parts = [f"{head} · {_count(report.unreadable, 'input')} could not be read"]
    elif verdict == FAIL:
        parts = [f"{style.paint('FAIL', 'red')} · {_count(faults, 'fault')}"]
        if len(report.games) > 1:
            bad = sum(any(item.severity == "error" for item in game.all_findings()) for game in report.games)
            parts[0] += f" in {bad} of {len(report.games)} games"
    elif verdict == UNCHECKED:
        parts = [f"{style.paint('UNCHECKED', 'yellow')} · nothing could be checked"]
    elif verdict == UNPROVEN:
        parts = [f"{style.paint('UNPROVEN', 'yellow')} · required and not proven: {', '.join(report.missing)}"]
    else:
        parts = [style.paint("PASS", "green")]
    unproven = [name for name, answer in report.answers.items() if answer == UNPROVEN]
    if verdict in (PASS, UNPROVEN) and unproven:
        things = _count(len(unproven), "thing")
        what = "this file" if len(report.inputs) == 1 else "these files"
        parts.append(f"{things} {what} cannot prove")
    codes = sorted(
        {finding.code for finding in found}, key=lambda code: (SEVERITIES.index(entry(code).severity), code)
    )
    if codes:
        parts.append(f"euchre-audit explain {' '.join(codes[:6])}")
    return ("\n" if report.games else "") + " · ".join(parts)


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


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _short(commitment: str | None) -> str:
    return f"{commitment[:8]}…{commitment[-4:]}" if commitment else ""

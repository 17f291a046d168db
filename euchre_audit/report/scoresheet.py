"""A game as a score sheet, one row a hand: as text, as CSV, or as one page of HTML to print.

Names are hostile: each goes through :func:`.clean.clean`, and then through what its format needs.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from ..audit import GameResult, HandResult
from ..audit.effect import Path
from ..audit.hand import HandOutcome
from ..audit.words import by_side_text, score_text, seat_name, side_name, suit_sign
from ..cards import SUIT_WORDS
from ..engine import is_over
from ..findings import Finding
from ..records import Claims, HandRecord
from ..records.documents import player_name
from ..rules import Rules, at_the_bridge, in_the_barn
from .clean import clean, unforgeable
from .outcome import outcome_lines
from .style import Style

Numbers = list[int] | None

WIDTH = 100
_NAME = 32
_MOST_FAULTS = 12
_UNKNOWN, _NOBODY = "?", "–"
_SUITS = "cdhs"
_ENDS = {
    "thrown-in": "thrown in",
    "redealt": "redealt",
    "claimed": "claimed",
    "conceded": "conceded",
    "ruled": "ended by a ruling",
    "abandoned": "abandoned",
}


@dataclass(slots=True)
class Row:
    """One hand. Lists are by side; None is not known, and -1 for a seat is nobody.

    ``lone`` is also None where a score card says that someone was alone and the house lets either maker.
    ``points`` are those recounted, ``rulings`` the referee's, ``score`` stands after both.
    """

    hand: int | None
    players: list[str]
    dealer: int | None = None
    maker: int | None = None
    trump: str | None = None
    lone: int | None = None
    lone_defender: int | None = None
    tricks: Numbers = None
    points: Numbers = None
    rulings: Numbers = None
    score: Numbers = None
    claims: Claims = field(default_factory=Claims)
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Sheet:
    """A game: its rows, and how it came out. ``winners`` is None where there are none or they are not known.

    ``result`` says whether the faults change how the game came out.
    """

    name: str
    house: str
    alone: bool
    rules: Rules
    players: list[str]
    start: Numbers
    rows: list[Row] = field(default_factory=list)
    score: Numbers = None
    claimed: Numbers = None
    winners: list[int] | None = None
    outcome: str = ""
    faults: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    result: list[str] = field(default_factory=list)

    @property
    def sides(self) -> list[str]:
        """The names of the sides."""
        return [side_name(side, self.rules.seats) for side in range(self.rules.side_count)]

    def seat(self, seat: int | None) -> str:
        """The name of a seat; a sign for nobody, another where it is not known."""
        if seat is None:
            return _UNKNOWN
        return seat_name(seat, self.rules.seats) if seat >= 0 else _NOBODY

    def who(self, side: int) -> str:
        """Who plays for a side at the start, where the record says it; cleaned."""
        if len(self.players) != self.rules.seats:
            return ""
        mine = [name for seat, name in enumerate(self.players) if self.rules.side_of(seat) == side]
        return " and ".join(mine)

    def total(self) -> Numbers:
        """The points recounted, by side; None where not every hand could be."""
        known = [row.points for row in self.rows if row.points is not None]
        if len(known) < len(self.rows):
            return None
        return [sum(points[side] for points in known) for side in range(self.rules.side_count)]

    def ruled(self) -> Numbers:
        """The points of all rulings, by side; None where there are none."""
        given = [row.rulings for row in self.rows if row.rulings is not None]
        return [sum(points) for points in zip(*given, strict=True)] or None


def score_sheet(game: GameResult, hands: list[tuple[HandRecord, HandOutcome]]) -> Sheet:
    """The sheet of a game, from what the audit found and the hands as it was shown them."""
    rules = game.rules
    names = [clean(name, _NAME) for name in game.players]
    sheet = Sheet(
        clean(game.name or game.path), clean(game.house or _UNKNOWN), game.alone, rules, names, game.start
    )
    sheet.score, sheet.claimed = game.score, game.claimed if game.claimed != game.score else None
    before, players, counted = game.start, names, 0
    for (record, outcome), result in zip(hands, game.hands, strict=True):
        row = Row(result.number, players, dealer=outcome.dealer)
        sheet.rows.append(row)
        found = [*(finding for finding in game.findings if finding.where.hand == result.number), *result.findings]
        row.faults = _codes(found)
        _cards(row, record, outcome, rules)
        row.tricks, row.points, row.score = result.tricks, result.points, result.score
        row.claims = record.claims or Claims()
        given = [ruling.points for ruling in record.rulings if ruling.points is not None]
        row.rulings = [sum(points) for points in zip(*given, strict=True)] or None
        if record.players is not None:
            row.players = players = [clean(player_name(player), _NAME) for player in record.players]
        counted += "redealt" not in (record.ended, result.ended)
        row.remarks = [
            *_card_only(record, row),
            *_ending(record, result, sheet),
            *_making(row, result, rules),
            *_unsure(row),
            *_claimed(row),
            *_ruled(record, sheet),
            *_seated(sheet, row),
            *_standing(before, row.score, counted, sheet),
        ]
        before = row.score
    numbers = {row.hand for row in sheet.rows}
    sheet.faults = _codes(finding for finding in game.findings if finding.where.hand not in numbers)
    sheet.findings = [finding for finding in game.all_findings() if finding.severity == "error"]
    sheet.result = outcome_lines(game)
    sheet.winners, sheet.outcome = _outcome(sheet, game.ending)
    return sheet


def _codes(findings: Iterable[Finding]) -> list[str]:
    return list(dict.fromkeys(finding.code for finding in findings if finding.severity == "error"))


def _cards(row: Row, record: HandRecord, outcome: HandOutcome, rules: Rules) -> None:
    """Maker, trump and who was alone, as far as the log or the card tells."""
    card = record.card
    if card is not None:
        row.maker, row.trump = card.maker, card.trump
        row.lone = -1 if not card.alone else card.maker if rules.alone_by in ("caller", "nobody") else None
        row.lone_defender = -1 if rules.defend_alone == "off" else None
        return
    if outcome.walk is None:
        return
    hand, sure = outcome.walk.hand, outcome.walk.stopped is None
    nobody = -1 if sure else None
    row.maker = hand.maker if hand.maker >= 0 else nobody
    if 0 <= hand.trump < 5:
        row.trump = "cdhsn"[hand.trump]
    elif row.maker == -1:
        row.trump = ""
    row.lone = hand.lone if hand.lone >= 0 else nobody
    row.lone_defender = hand.lone_defender if hand.lone_defender >= 0 else nobody


# Remarks


def _ending(record: HandRecord, result: HandResult, sheet: Sheet) -> list[str]:
    codes = {finding.code for finding in result.findings}
    if codes & {"G106", "G107"}:
        return ["not finished"]
    last = record.log[-1] if record.log else ""
    if result.conceded is not None:
        return [f"game conceded by {sheet.seat(result.conceded)}"]
    told, remarks = (result.ended, record.ended), []
    if "G108" in codes:
        told, remarks = (result.ended, None), [f"recorded as {_ENDS.get(record.ended or '', record.ended)}"]
    for ended in dict.fromkeys(told):
        if ended is None or ended == "played":
            continue
        by = f" by {sheet.seat(int(last[0]))}" if last.endswith((" lay-down", " concede hand")) else ""
        remarks.insert(0, _ENDS.get(ended, ended) + (by if ended in ("claimed", "conceded") else ""))
    return remarks


def _card_only(record: HandRecord, row: Row) -> list[str]:
    """That the tricks are what a score card says, and what the card leaves open."""
    if record.card is None:
        return []
    return ["card only", *(["one of the makers alone"] if row.lone is None else [])]


def _making(row: Row, result: HandResult, rules: Rules) -> list[str]:
    """Whether the makers were euchred or marched, where their tricks are sure."""
    if row.maker is None or row.maker < 0 or row.points is None or row.tricks is None:
        return []
    side = rules.side_of(row.maker)
    if sum(row.tricks) != rules.tricks or side >= rules.side_count:
        return []
    made = row.tricks[side]
    if rules.game == "twelve-trick":
        return [f"short of {rules.to_make}"] if made < rules.to_make else []
    return ["euchred"] if made < rules.to_make else ["march"] if made == rules.tricks else []


def _unsure(row: Row) -> list[str]:
    if row.points is not None:
        return []
    claimed = row.claims.points
    if claimed is None or row.score is None:
        return ["points not recounted"]
    return [f"points not recounted, counted as claimed ({score_text(claimed)})"]


def _claimed(row: Row) -> list[str]:
    told = []
    for what in ("tricks", "points", "score"):
        claimed, found = getattr(row.claims, what), getattr(row, what)
        if claimed is None or claimed == found:
            continue
        if found is None and (not any(claimed) or (what == "points" and row.score is not None)):
            continue
        told.append(f"{what} {score_text(claimed)}")
    return [f"claimed {', '.join(told)}"] if told else []


def _ruled(record: HandRecord, sheet: Sheet) -> list[str]:
    remarks = []
    for ruling in record.rulings:
        who = f" by {sheet.seat(ruling.seat)}" if ruling.seat is not None else ""
        trick = f" in trick {ruling.trick}" if ruling.trick is not None else ""
        points = f": {_given(sheet, ruling.points)}" if any(ruling.points or ()) else ""
        remarks.append(f"ruling: {clean(ruling.what, 40)}{who}{trick}{points}")
    return remarks


def _given(sheet: Sheet, points: Numbers) -> str:
    """``2 to North-South``."""
    given = zip(points or (), sheet.sides, strict=False)
    return ", ".join(f"{count} to {side}" for count, side in given if count)


def _rulings(sheet: Sheet) -> str:
    """What stands beside the total of the points."""
    given = _given(sheet, sheet.ruled())
    return f"rulings: {given}" if given else ""


def _seated(sheet: Sheet, row: Row) -> list[str]:
    """Who sits down with this hand in place of another."""
    before = sheet.rows[-2].players if len(sheet.rows) > 1 else sheet.players
    if len(row.players) != len(before):
        return []
    pairs = enumerate(zip(before, row.players, strict=True))
    return [f"{sheet.seat(seat)} is now {new}" for seat, (old, new) in pairs if old != new]


def _standing(before: Numbers, score: Numbers, counted: int, sheet: Sheet) -> list[str]:
    """Sides that come to stand at the bridge or in the barn with this hand."""
    remarks = []
    for side, name in enumerate(sheet.sides):
        was = _standing_words(before, side, counted, sheet.rules)
        now = [words for words in _standing_words(score, side, counted, sheet.rules) if words not in was]
        if now:
            remarks.append(f"{name} {' and '.join(now)}")
    return remarks


def _standing_words(score: Numbers, side: int, counted: int, rules: Rules) -> list[str]:
    if score is None or not rules.target or is_over(rules, score, counted):
        return []
    words = []
    if in_the_barn(score, side, rules):
        words.append("in the barn")
    if at_the_bridge(score, side, rules):
        words.append("at the bridge")
    return words


def _outcome(sheet: Sheet, ending: Path | None) -> tuple[list[int] | None, str]:
    """Who won as rescored, and that in words."""
    if ending is None:
        return None, "" if sheet.alone else "winner not known"
    conceded = f"conceded by {sheet.sides[ending.conceded]}" if ending.conceded is not None else ""
    if ending.winners is not None:
        names = " and ".join(sheet.sides[side] for side in ending.winners)
        return ending.winners, f"{names} won" + (f", {conceded}" if conceded else "")
    if conceded:
        return None, conceded
    if ending.score is None:
        return None, "winner not known"
    return None, "" if sheet.alone else "not won yet"


def final_words(sheet: Sheet) -> str:
    """The last line: what it came to, who won, what the record claims in place of it."""
    head = "Score after the hand" if sheet.alone else "Final score"
    seats = sheet.rules.seats
    parts = [f"{head}: {by_side_text(sheet.score, seats) if sheet.score is not None else 'not known'}"]
    if sheet.outcome:
        parts.append(sheet.outcome)
    if sheet.claimed is not None:
        parts.append(f"claimed {by_side_text(sheet.claimed, seats)}")
    return " · ".join(parts)


def _alone(sheet: Sheet, row: Row) -> str:
    """``South``; ``East defends``; empty where nobody was; a question mark where it is not known."""
    if row.maker is None or (row.maker >= 0 and row.lone is None):
        return _UNKNOWN
    told = [sheet.seat(row.lone)] if row.lone is not None and row.lone >= 0 else []
    if row.lone_defender is not None and row.lone_defender >= 0:
        told.append(f"{sheet.seat(row.lone_defender)} defends")
    return ", ".join(told)


def _told_faults(sheet: Sheet) -> tuple[list[str], int]:
    """The first faults in words, and how many more there are."""
    told = []
    for finding in sheet.findings[:_MOST_FAULTS]:
        hand = finding.where.hand
        place = f"hand {hand}: " if hand else ""
        told.append(f"{finding.code}  {place}{clean(finding.message)}")
    return told, len(sheet.findings) - len(told)


# Text


def sheet_text(sheet: Sheet, style: Style) -> str:
    """The sheet in 100 columns."""
    finish = style.finish
    lines = [style.paint(part, "bold") for part in _wrapped(finish(f"{sheet.name}, house {sheet.house}"), WIDTH)]
    short = _short_names(sheet.sides)
    for side, name in enumerate(sheet.sides):
        players = f"  {sheet.who(side)}" if sheet.who(side) else ""
        lines += _wrapped(finish(f"  {short[side]:<4} {name}{players}"), WIDTH)
    lines += ["", *_text_table(sheet, short, style), ""]
    told, more = _told_faults(sheet)
    for fault in told:
        first, *rest = _wrapped(finish(fault), WIDTH - 4)
        lines += [style.paint(f"  {first}", "red"), *(f"    {part}" for part in rest)]
    if more:
        lines.append(f"  and {more} more")
    lines += [""] if told else []
    lines += _wrapped(finish(final_words(sheet)), WIDTH)
    for number, text in enumerate(sheet.result):
        lines += _wrapped(("Result: " if number == 0 else "  ") + text, WIDTH)
    return "\n".join(lines) + "\n"


def _text_table(sheet: Sheet, short: list[str], style: Style) -> list[str]:
    bodies = [_text_cells(sheet, row) for row in sheet.rows]
    lists = [[row.tricks, row.points, row.score] for row in sheet.rows]
    if sheet.start is not None and any(sheet.start):
        bodies.insert(0, ["start", "", "", "", ""])
        lists.insert(0, [[], [], sheet.start])
    bodies.append(["total", "", "", "", ""])
    lists.append([[], sheet.total(), []])
    heads = _heads(sheet)
    bodies = [cells[: len(heads)] for cells in bodies]
    top, second = ["" for _ in heads], list(heads)
    for at, what in enumerate(("tricks", "points", "score")):
        width = max(len(text) for row in lists for text in _numbers(row[at], short))
        width = max(width, *map(len, short))
        groups = [" ".join(text.rjust(width) for text in _numbers(row[at], short)) for row in lists]
        for cells, group in zip(bodies, groups, strict=True):
            cells.append(group)
        top.append(what)
        second.append(" ".join(name.rjust(width) for name in short))
    table = [[style.finish(cell) for cell in cells] for cells in (top, second, *bodies)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    words = len(heads)
    rows = []
    for cells in table:
        padded = [
            cell.rjust(width) if at >= words or at == 0 else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        rows.append("  ".join(padded))
    return _with_remarks(sheet, rows, len(bodies), style)


def _with_remarks(sheet: Sheet, rows: list[str], count: int, style: Style) -> list[str]:
    """The rows, with their remarks beside them, or under them where there is no room."""
    room = WIDTH - len(rows[0]) - 2
    beside = room >= 24
    head = rows[1] + "  remarks" if beside else rows[1]
    lines = [style.paint(rows[0].rstrip(), "bold"), style.paint(head.rstrip(), "bold")]
    started = count - 1 - len(sheet.rows)
    lines += rows[2 : 2 + started]
    remarks = [(row, _remark(row)) for row in sheet.rows]
    for text, (row, remark) in zip(rows[2 + started :], [*remarks, (Row(None, []), _rulings(sheet))], strict=True):
        parts = _wrapped(style.finish(remark), room if beside else WIDTH - 6) if remark else []
        colour = "red" if row.faults else ""
        if beside:
            indent = " " * (len(text) + 2)
            lines.append(text.rstrip() if not parts else f"{text}  {_paint(style, parts[0], colour)}")
            lines += [indent + _paint(style, part, colour) for part in parts[1:]]
        else:
            lines.append(text.rstrip())
            lines += [" " * 6 + _paint(style, part, colour) for part in parts]
    return lines


def _paint(style: Style, text: str, colour: str) -> str:
    return style.paint(text, colour) if colour else text


def _remark(row: Row) -> str:
    fault = [f"fault {' '.join(row.faults)}"] if row.faults else []
    return "; ".join([*fault, *row.remarks])


def _text_cells(sheet: Sheet, row: Row) -> list[str]:
    hand = str(row.hand) if row.hand is not None else _UNKNOWN
    return [hand, sheet.seat(row.dealer), sheet.seat(row.maker), _trump_sign(row), _alone(sheet, row)]


def _trump_sign(row: Row) -> str:
    if row.trump is None:
        return _UNKNOWN
    if row.trump == "n":
        return "none"
    return suit_sign(_SUITS.index(row.trump)) if row.trump else _NOBODY


def _numbers(numbers: Numbers, sides: list[str]) -> list[str]:
    """A cell a side: question marks where they are not known, empty for an empty list."""
    if numbers is None:
        return [_UNKNOWN] * len(sides)
    return [str(number) for number in numbers] or [""] * len(sides)


def _short_names(sides: list[str]) -> list[str]:
    """``N-S``; the initials of each side, its number where they do not tell sides apart."""
    short = ["-".join(part[0] for part in name.split("-") if part) for name in sides]
    distinct = len(set(short)) == len(short)
    return short if distinct else [str(side) for side in range(len(sides))]


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines no wider than ``width``, broken at spaces, and within a word that is too long for one."""
    indent = len(text) - len(text.lstrip(" "))
    lines, line = [], " " * indent
    for word in re.findall(r"\S+\s*", text[indent:]):
        if _width(line + word.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = " " * indent
        for sign in word if _width(line + word.rstrip()) > width else [word]:
            if _width(line + sign.rstrip()) > width:
                lines.append(line)
                line = " " * indent
            line += sign
    return [*lines, line.rstrip()]


# CSV


_BY_SIDE = ("tricks", "points", "rulings", "score", "claimed_tricks", "claimed_points", "claimed_score")
_TRIGGER = re.compile("(^|[\t,;|\"'\\\\])(\\s*)(?=[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")


def sheets_csv(sheets: list[Sheet], style: Style) -> str:
    """The rows of all sheets for a spreadsheet or a program, with CRLF ends.

    What is not known is empty. A row ``start`` stands before the first hand where the score does not start at
    nothing, a row ``final`` after the last; ``game`` comes first where there are several games.
    """
    sides = max((sheet.rules.side_count for sheet in sheets), default=2)
    seats = max((sheet.rules.seats for sheet in sheets), default=4)
    several = len(sheets) > 1
    names = ["hand", "dealer", "maker", "trump", "alone", "defended_alone"]
    names += [f"{what}_{side}" for what in _BY_SIDE for side in range(sides)]
    names += [f"player_{seat}" for seat in range(seats)] + ["faults", "remarks"]
    out = io.StringIO()
    writer = csv.DictWriter(out, ["game", *names] if several else names, restval="", lineterminator="\r\n")
    writer.writeheader()
    for number, sheet in enumerate(sheets, 1):
        game = {"game": f"{number}"} if several else {}
        if several and sheet.name:
            game = {"game": f"{number} {sheet.name}"}
        for cells in _csv_rows(sheet):
            writer.writerow({name: _csv_cell(cell, style) for name, cell in {**game, **cells}.items()})
    return out.getvalue()


def _csv_rows(sheet: Sheet) -> Iterable[dict[str, str | int]]:
    if sheet.start is not None and any(sheet.start):
        yield {"hand": "start", **_csv_numbers("score", sheet.start), **_csv_players(sheet.players)}
    for row in sheet.rows:
        cells: dict[str, str | int] = {
            "hand": row.hand if row.hand is not None else "",
            "dealer": _csv_seat(sheet, row.dealer),
            "maker": _csv_seat(sheet, row.maker),
            "trump": row.trump or "",
            "alone": _csv_seat(sheet, row.lone),
            "defended_alone": _csv_seat(sheet, row.lone_defender),
        }
        for what, numbers in (
            ("tricks", row.tricks),
            ("points", row.points),
            ("rulings", row.rulings),
            ("score", row.score),
            ("claimed_tricks", row.claims.tricks),
            ("claimed_points", row.claims.points),
            ("claimed_score", row.claims.score),
        ):
            cells |= _csv_numbers(what, numbers)
        yield {
            **cells,
            **_csv_players(row.players),
            "faults": " ".join(row.faults),
            "remarks": "; ".join(row.remarks),
        }
    yield {
        "hand": "final",
        **_csv_numbers("score", sheet.score),
        **_csv_numbers("claimed_score", sheet.claimed),
        **_csv_players(sheet.rows[-1].players if sheet.rows else sheet.players),
        "faults": " ".join(sheet.faults),
        "remarks": sheet.outcome,
    }


def _csv_numbers(what: str, numbers: Numbers) -> dict[str, str | int]:
    return {f"{what}_{side}": number for side, number in enumerate(numbers or ())}


def _csv_players(players: list[str]) -> dict[str, str | int]:
    return {f"player_{seat}": name for seat, name in enumerate(players)}


def _csv_seat(sheet: Sheet, seat: int | None) -> str:
    return sheet.seat(seat) if seat is not None and seat >= 0 else ""


def _csv_cell(cell: str | int, style: Style) -> str | int:
    """A cell that no spreadsheet takes for a formula, whatever it takes for a separator; a number as it is."""
    return cell if isinstance(cell, int) else _TRIGGER.sub(r"\1\2'", style.finish(cell))


# HTML


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_CSS = """
:root { color-scheme: light; font-variant-emoji: text }
* { box-sizing: border-box }
body { margin: 2rem auto; padding: 0 1rem; max-width: 62rem; color: #1b1b1b; background: #fff;
  font: 15px/1.4 system-ui, "Segoe UI", "DejaVu Sans", sans-serif }
section + section { margin-top: 3rem }
h1 { margin: 0; font-size: 1.4em; overflow-wrap: anywhere }
.house { margin: 0 0 .8rem; color: #555 }
.sides { margin: 0 0 1rem; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 2rem }
.sides li { overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .28rem .5rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid #d8d8d8 }
tbody td:not(.remarks) { white-space: nowrap }
thead { border-bottom: 2px solid #1b1b1b }
thead th { border-bottom: 0; font-size: .85em; color: #444; white-space: nowrap; vertical-align: bottom }
abbr { text-decoration: none }
.n { text-align: right; width: 2.6rem }
.g { border-left: 1px solid #d8d8d8 }
thead .group { text-align: center }
tbody th { font-weight: 600; text-align: right; width: 3rem }
.suit { font-size: 1.1em; line-height: 1 }
.red { color: #b3261e }
.remarks { min-width: 12rem; overflow-wrap: anywhere }
.score { font-weight: 600 }
tfoot th, tfoot td { border-bottom: 0; border-top: 2px solid #1b1b1b; font-weight: 600 }
tr.faulty > * { background: #fdecea }
.fault { color: #8c1d18; font-weight: 700 }
.faults { margin: 1rem 0 0; padding: .6rem 1rem; border: 2px solid #8c1d18; break-inside: avoid }
.faults h2 { margin: 0; font-size: 1em; color: #8c1d18 }
.faults ul { margin: .3rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere }
.final { margin: 1rem 0 0; font-size: 1.15em; font-weight: 600 }
@media (max-width: 40rem) {
  body { margin: 1rem auto; padding: 0 .6rem; font-size: 13px }
  th, td { padding: .25rem .3rem }
  .n { width: 1.8rem }
}
@page { margin: 12mm }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; line-height: 1.3 }
  th, td { padding: .14rem .35rem }
  .wide { overflow: visible }
  .n { width: 2rem }
  .remarks { min-width: 0 }
  tr { break-inside: avoid }
  tr.faulty > * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  section + section { margin-top: 0; break-before: page }
}
"""


def sheets_html(sheets: list[Sheet], style: Style) -> str:
    """All sheets as one page that needs nothing else: no script, no network, a table a game.

    It is pure ASCII, with references for what is not, so that no encoding of standard output changes it.
    """
    title = sheets[0].name if len(sheets) == 1 else "Score sheets"
    body = "".join(_section(sheet, style) for sheet in sheets)
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_CSS}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
    return unforgeable(page.encode("ascii", "xmlcharrefreplace").decode("ascii"), "&#{};")


def sheet_table(sheet: Sheet, style: Style, anchors: Sequence[str] = ()) -> str:
    """The table of a sheet in HTML; ``anchors`` are places of its page to which the hands lead."""
    linked = [*anchors, *[""] * len(sheet.rows)]
    rows = "".join(_html_row(sheet, row, style, anchor) for row, anchor in zip(sheet.rows, linked, strict=False))
    return f"<table>\n{_html_head(sheet)}<tbody>\n{_html_start(sheet)}{rows}</tbody>\n{_html_foot(sheet)}</table>"


def _section(sheet: Sheet, style: Style) -> str:
    sides = "".join(
        f"<li><b>{escape(name)}</b>{f' <bdi>{escape(sheet.who(side))}</bdi>' if sheet.who(side) else ''}</li>"
        for side, name in enumerate(sheet.sides)
    )
    return (
        f'<section>\n<h1><bdi>{escape(sheet.name)}</bdi></h1>\n<p class="house">house '
        f'{escape(sheet.house)}</p>\n<ul class="sides">{sides}</ul>\n<div class="wide">'
        f"{sheet_table(sheet, style)}</div>\n"
        f'{_html_faults(sheet)}<p class="final">{escape(final_words(sheet))}</p>\n'
        f"{''.join(f'<p>{escape(text)}</p>' for text in sheet.result)}</section>\n"
    )


def _heads(sheet: Sheet) -> list[str]:
    """The words above a hand; nothing of being alone where nobody was."""
    alone = ["alone"] if any(_alone(sheet, row) for row in sheet.rows) else []
    return ["hand", "dealer", "maker", "trump", *alone]


def _html_head(sheet: Sheet) -> str:
    count = len(sheet.sides)
    words = "".join(f'<th scope="col" rowspan="2">{what}</th>' for what in _heads(sheet))
    groups = "".join(
        f'<th scope="colgroup" colspan="{count}" class="g group">{what}</th>'
        for what in ("tricks", "points", "score")
    )
    names = "".join(
        f'<th scope="col" class="{_number_class(at)}"><abbr title="{escape(name)}">{escape(short)}</abbr></th>'
        for at, (name, short) in enumerate(zip(sheet.sides, _short_names(sheet.sides), strict=True))
    )
    return (
        f'<thead>\n<tr>{words}{groups}<th scope="col" rowspan="2" class="g">remarks</th></tr>\n'
        f"<tr>{names * 3}</tr>\n</thead>\n"
    )


def _html_start(sheet: Sheet) -> str:
    if sheet.start is None or not any(sheet.start):
        return ""
    return _html_line(sheet, "start", [], sheet.start)


def _html_line(sheet: Sheet, what: str, points: Numbers, score: Numbers, remark: str = "") -> str:
    """A row that is no hand."""
    none: list[int] = []
    numbers = _html_numbers(sheet, none) + _html_numbers(sheet, points) + _html_numbers(sheet, score, "score")
    empty = f'<td colspan="{len(_heads(sheet)) - 1}"></td>'
    return f'<tr><th scope="row">{what}</th>{empty}{numbers}<td class="g">{remark}</td></tr>\n'


def _html_row(sheet: Sheet, row: Row, style: Style, anchor: str) -> str:
    hand, dealer, maker, trump, alone = map(escape, _text_cells(sheet, row))
    if row.trump in tuple(_SUITS):
        suit = SUIT_WORDS[_SUITS.index(row.trump)]
        colour = " red" if row.trump in "dh" else ""
        trump = f'<span class="suit{colour}" title="{suit}">{style.finish(trump)}</span>'
    hand = f'<a href="#{anchor}">{hand}</a>' if anchor else hand
    faults = f'<span class="fault">fault {escape(" ".join(row.faults))}</span>' if row.faults else ""
    remarks = f"<bdi>{escape('; '.join(row.remarks))}</bdi>" if row.remarks else ""
    between = "; " if faults and remarks else ""
    words = "".join(f"<td>{cell}</td>" for cell in (dealer, maker, trump, alone)[: len(_heads(sheet)) - 1])
    return (
        f'<tr{" class=faulty" if row.faults else ""}><th scope="row">{hand}</th>{words}'
        f"{_html_numbers(sheet, row.tricks)}{_html_numbers(sheet, row.points)}"
        f'{_html_numbers(sheet, row.score, "score")}<td class="g remarks">{faults}{between}{remarks}</td></tr>\n'
    )


def _html_foot(sheet: Sheet) -> str:
    return f"<tfoot>\n{_html_line(sheet, 'total', sheet.total(), [], _rulings(sheet))}</tfoot>\n"


def _html_numbers(sheet: Sheet, numbers: Numbers, more: str = "") -> str:
    cells = enumerate(_numbers(numbers, sheet.sides))
    return "".join(f'<td class="{_number_class(at)}{" " + more if more else ""}">{cell}</td>' for at, cell in cells)


def _number_class(at: int) -> str:
    return "n" if at else "n g"


def _html_faults(sheet: Sheet) -> str:
    told, more = _told_faults(sheet)
    if not told:
        return ""
    lines = [*told, *([f"and {more} more"] if more else [])]
    items = "".join(f"<li><bdi>{escape(line)}</bdi></li>" for line in lines)
    count = len(sheet.findings)
    return f'<div class="faults"><h2>{count} fault{"" if count == 1 else "s"}</h2><ul>{items}</ul></div>\n'

"""The report as one page of HTML: the answers first, then what was found, each hand in full, and what is open.

It is sorted, without a clock, and needs neither a network nor, but for the arrow keys, its script.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import __version__
from ..audit import GameResult, Report
from ..audit.words import place_words, seat_name
from ..findings import PASS, SEVERITIES, UNCHECKED, UNPROVEN, Answer, Finding, entry
from .html_hand import SEVERITY_MARKS, Flags, HandView, Item, flags_html, link, mark, text, wide
from .outcome import outcome_lines
from .page import page
from .scoresheet import final_words, score_sheet, sheet_table
from .style import Style
from .text import Told, answers_told, closing, count_words, counts_told, is_single, ledgers_told, verdict_parts

MOST_FINDINGS = 400
"""Findings that are listed one by one, over all games."""
MOST_FILES = 100
"""Files that are named with their SHA-256."""
FIRST = 3
"""Faults that are told with the verdict."""
IN_FULL = 80
"""Hands that are shown in full."""


@dataclass(slots=True)
class _Game:
    """A game that is told of: where it stands, its hands in full, its findings."""

    anchor: str
    game: GameResult
    whole: bool
    hands: list[HandView] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    @property
    def name(self) -> str:
        """HTML."""
        name = f" · {text(self.game.name)}" if self.game.name else ""
        return f"<bdi>{text(self.game.path)}{name}</bdi>"


def as_html(report: Report) -> str:
    """The report as a page; the hands in full are those that it holds."""
    return _Page(report).html()


class _Page:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.single = is_single(report)
        self.many = report.archive is not None
        self.flags: Flags = {}
        self.number = 0
        self.games: list[_Game] = []
        self.other: list[Item] = []
        self.notes: list[Item] = []
        self.codes: dict[str, int] = {}
        self.left: dict[str, int] = {}
        self.hidden = 0
        """Hands with a fault that are not shown in full."""
        self._gather()

    # What is told where

    def _gather(self) -> None:
        """One pass over all games, of which few are kept."""
        report = self.report
        whole_run = [(finding, ("files", "what was read")) for finding in report.findings]
        for ledger in report.ledgers:
            whole_run += [(finding, ("ledger", "the ledger")) for finding in ledger.findings]
        self._take(self.other, [each for each in whole_run if each[0].severity != "note"])
        for number, game in enumerate(report.games):
            faulty = game.faulty()
            places = [place for place in range(len(game.hands)) if (number, place) in report.in_full]
            whole = len(places) == len(game.hands) and not self.many
            places = places if whole else [place for place in places if place in faulty]
            found = list(game.all_findings())
            told = whole or any(finding.severity != "note" for finding in found)
            if not told:
                self._count(found)
                continue
            shown = _Game(f"g{len(self.games) + 1}", game, whole)
            shown.hands = [
                HandView(game, place, report.in_full[number, place], f"{shown.anchor}h{place + 1}")
                for place in places
            ]
            placed = [(finding, self._of_hand(shown, finding, None)) for finding in game.findings]
            for place, hand in enumerate(game.hands):
                placed += [(finding, self._of_hand(shown, finding, place)) for finding in hand.findings]
            self._take(shown.items, placed, notes=whole or self.single)
            if whole or shown.items:
                self.games.append(shown)
                faulty -= set(places)
            self.hidden += len(faulty)
        self._take(self.notes, [each for each in whole_run if each[0].severity == "note"])

    def _take(
        self, items: list[Item], placed: list[tuple[Finding, tuple[str, str]]], *, notes: bool = True
    ) -> None:
        """Findings into the list, those that fail first; notes that say the same as one, or only counted."""
        same: dict[tuple[str, str, str | None], Item] = {}
        for severity in SEVERITIES:
            for finding, place in placed:
                if finding.severity != severity:
                    continue
                self.codes[finding.code] = self.codes.get(finding.code, 0) + 1
                key = finding.code, finding.message, finding.known
                item = same.get(key) if severity == "note" else None
                if item is None:
                    if self.number >= MOST_FINDINGS or (severity == "note" and not notes):
                        self.left[finding.code] = self.left.get(finding.code, 0) + 1
                        continue
                    self.number += 1
                    item = same[key] = Item(self.number, finding)
                    items.append(item)
                if place not in item.places:
                    item.places.append(place)
                    self.flags.setdefault(place[0], []).append(item)

    def _count(self, findings: list[Finding]) -> None:
        for finding in findings:
            self.codes[finding.code] = self.codes.get(finding.code, 0) + 1
            self.left[finding.code] = self.left.get(finding.code, 0) + 1

    def _of_hand(self, shown: _Game, finding: Finding, place: int | None) -> tuple[str, str]:
        where = finding.where
        words = place_words(where)
        words += [f"play {where.play}"] if where.play is not None else []
        words += [seat_name(where.seat, shown.game.rules.seats)] if where.seat is not None else []
        for view in shown.hands:
            if view.place == place or (
                place is None and where.hand is not None and view.result.number == where.hand
            ):
                anchor = view.place_of(finding)
                part = {"chain": "its evidence", "deal": "its deal"}.get(anchor.rpartition("-")[2])
                return anchor, ", ".join(words + ([part] if part else [])) or view.title
        return shown.anchor, ", ".join(words) or "the game"

    # The page

    def html(self) -> str:
        title, house = self._title()
        parts = [
            ("answers", "The answers", self._answers()),
            ("findings", "What was found", self._findings()),
            *self._sheets(),
            *((game.anchor, self._game_title(game), self._game(game)) for game in self.games if game.whole),
            ("hands", "The hands with faults", self._faulty()),
            ("open", "What is open, and whom to ask", self._open()),
            ("codes", "What the codes mean", self._codes()),
            ("files", "What was read", self._files()),
        ]
        parts = [part for part in parts if part[2]]
        contents = "".join(f"<li>{link(anchor, name)}</li>" for anchor, name, _ in parts)
        first, *others = (
            f'<section id="{anchor}">\n<h2>{name}</h2>\n{told}</section>\n' for anchor, name, told in parts
        )
        head, *rest = (text(each) for each in verdict_parts(self.report, Style()))
        verdict = self.report.verdict
        several = ' class="several"' if sum(len(game.hands) for game in self.games) > 1 else ""
        told = f'<p class="small">{" · ".join(rest)}</p>' if rest else ""
        closed = [f"<p>{text(line.replace(chr(10), ' '), 600)}</p>" for line in self._closing()]
        return page(
            f"{title} · {head}",
            '<a class="skip" href="#answers">Skip to the answers</a>\n'
            f"<header>\n<h1><bdi>{text(title)}</bdi></h1>\n{house}</header>\n<main{several}>\n"
            f'<div class="verdict {verdict}"><strong>{mark(verdict, head)}</strong>{told}{self._first()}'
            f"{''.join(closed)}</div>\n"
            f'{first}<nav aria-label="Contents"><ul>{contents}</ul></nav>\n{"".join(others)}</main>\n'
            f"<footer><p>Made by euchre-audit {__version__}, offline, from the files named above. The same files "
            "give the same page.</p></footer>\n",
        )

    def _title(self) -> tuple[str, str]:
        if not self.single:
            tally = self.report.games.tally
            files = count_words(len(self.report.inputs) - len(self.report.beside), "file")
            counts = f"{files}, {count_words(tally.games, 'game')}, {count_words(tally.hands, 'hand')}"
            return self.report.archive or "Report", f"<p>{counts}</p>\n"
        game = next(iter(self.report.games))
        name = game.name or game.path
        title = f"Hand {game.hands[0].number}, {name}" if game.alone else name
        count = "" if game.alone else f"{count_words(len(game.hands), 'hand')}, "
        seats = " · ".join(
            f"{seat_name(seat, game.rules.seats)} <bdi>{text(player, 40)}</bdi>"
            for seat, player in enumerate(game.players)
        )
        return title, f"<p>{count}house {text(game.house or '?')}</p>\n" + (f"<p>{seats}</p>\n" if seats else "")

    def _first(self) -> str:
        """The first faults, for who reads no further."""
        faults = [item for shown in self.games for item in shown.items if item.finding.severity == "error"]
        told = "".join(f"<li>{link(item.anchor, text(self._place_of(item)))}</li>" for item in faults[:FIRST])
        return f"<ul>{told}</ul>" if told else ""

    def _place_of(self, item: Item) -> str:
        told = f"{item.places[0][1]}: {item.finding.message}"
        path = item.finding.where.path
        return told if self.single or path is None else f"{path}, {told}"

    def _closing(self) -> list[str]:
        return closing(self.report) if self.single else ["No check can see a dealer who peeks."]

    def _answers(self) -> str:
        if not self.single:
            return self._rows([(told, None) for told in counts_told(self.report)]) + self._ledgers()
        game = next(iter(self.report.games))
        rows = [*answers_told(game), *self._result(game)]
        return self._rows([(told, self._item(told)) for told in rows]) + self._ledgers()

    def _item(self, told: Told) -> Item | None:
        """The listed finding that a line tells; for notes the first of its code."""
        listed = [item for shown in self.games for item in shown.items if item.finding.code == told.code]
        return next((item for item in listed if told.finding in (None, item.finding)), None)

    def _rows(self, rows: list[tuple[Told, Item | None]]) -> str:
        lines = []
        last = ""
        for told, item in rows:
            code = ""
            if told.code:
                code = f" {link(item.anchor, item.name)}" if item else self._code(told.code)
            ask = f'<p class="ask">Ask the club for {text(told.ask)}.</p>' if told.ask else ""
            name = told.name if told.name != last else f'<span class="more">{told.name}</span>'
            last = told.name
            first, *more = told.text.split("\n")
            words = f"<p>{text(first)}{code}</p>" + "".join(f"<p>{text(line)}</p>" for line in more)
            lines.append(f"<li><b>{name}</b> <span>{mark(told.answer)}</span> {words}{ask}</li>\n")
        return f'<ul class="answers">\n{"".join(lines)}</ul>\n'

    def _code(self, code: str) -> str:
        return f" {link(f'code-{code}', code)}"

    def _result(self, game: GameResult) -> Iterator[Told]:
        """Whether the faults change how the game comes out."""
        told = outcome_lines(game)
        if told:
            sign: Answer = PASS if told[0].startswith("stands") else UNPROVEN
            yield Told(sign, "result", "\n".join(told))

    # Findings

    def _findings(self) -> str:
        parts = [_list(self.other)]
        for shown in self.games:
            if not shown.items:
                continue
            if not self.single:
                result = outcome_lines(shown.game) if not shown.whole else []
                told = f"<p>The result {text('; '.join(result), 1000)}</p>\n" if result else ""
                at = "" if shown.whole else f' id="{shown.anchor}"'
                name = link(shown.anchor, shown.name) if shown.whole else shown.name
                parts.append(f"<section{at}>\n<h3>{name}</h3>\n{told}{_list(shown.items)}</section>\n")
            else:
                parts.append(_list(shown.items))
        rest = sum(self.left.values())
        if rest:
            listed = "".join(
                f"<li>{link(f'code-{code}', code)} {text(entry(code).title)}: {count:,}</li>"
                for code, count in sorted(self.left.items())
            )
            parts.append(
                f"<h3>And {rest:,} more</h3>\n<p>Counted here, not listed; JSON has all.</p><ul>{listed}</ul>\n"
            )
        parts.append(_list(self.notes))
        return "".join(parts) or "<p>Nothing.</p>\n"

    # Games

    def _sheets(self) -> Iterator[tuple[str, str, str]]:
        for shown in self.games:
            if shown.whole and self.single:
                yield "sheet", "Score sheet", self._sheet(shown)

    def _sheet(self, shown: _Game) -> str:
        judged = [(view.record, view.outcome) for view in shown.hands]
        sheet = score_sheet(shown.game, judged)
        anchors = [view.anchor for view in shown.hands]
        table = sheet_table(sheet, Style(), anchors)
        return (
            f'<div class="sheet">{wide(f"Score sheet, {shown.game.path}")}{table}</div></div>\n'
            f"<p><b>{text(final_words(sheet))}</b></p>\n"
        )

    def _game_title(self, shown: _Game) -> str:
        if self.single:
            return "The hand" if shown.game.alone else "Hand by hand"
        return f"{shown.name}"

    def _game(self, shown: _Game) -> str:
        parts = [flags_html(self.flags, shown.anchor)]
        if not self.single:
            told = list(answers_told(shown.game))
            parts.append(self._rows([(each, None) for each in [*told, *self._result(shown.game)]]))
            parts.append(f"<h3>Score sheet</h3>\n{self._sheet(shown)}")
        elif len(shown.hands) > 1:
            parts.append(
                '<nav aria-label="Hands"><ul>'
                + "".join(f"<li>{link(view.anchor, view.title)}</li>" for view in shown.hands)
                + "</ul></nav>\n"
            )
        parts += [view.html(self.flags) for view in shown.hands]
        return "".join(parts)

    def _faulty(self) -> str:
        views = [(shown, view) for shown in self.games if not shown.whole for view in shown.hands]
        if not views and not self.hidden:
            return ""
        more = f" and {self.hidden:,} more are not shown; replay shows each" if self.hidden else ""
        head = f"<p>Shown in full: {count_words(len(views), 'hand')} with a fault{more}.</p>\n"
        body = "".join(
            f'<p class="small">{link(shown.anchor, shown.name)}</p>\n{view.html(self.flags)}'
            for shown, view in views
        )
        return head + body

    def _ledgers(self) -> str:
        if not self.report.ledgers:
            return ""
        rows = self._rows([(told, None) for told in ledgers_told(self.report)])
        return f'<section id="ledger">\n<h3>The ledger</h3>\n{rows}{_back(self.flags.get("ledger"))}</section>\n'

    # What is open

    def _open(self) -> str:
        asks: dict[str, list[str]] = {}
        for code in sorted(self.codes):
            ask = entry(code).ask
            if ask is not None:
                asks.setdefault(ask, []).append(code)
        answers = self.report.answers
        rows = [
            f"<li>{text(entry(codes[0]).title)}: <b>ask the club for {text(ask)}.</b> "
            f"{' '.join(link(f'code-{code}', code) for code in codes)}</li>"
            for ask, codes in asks.items()
        ]
        if not self.single:
            counts = [f"{name}: {answer}" for name, answer in answers.items() if answer in (UNPROVEN, UNCHECKED)]
            rows += [f"<li>Not every hand could be checked for {text(each)}.</li>" for each in counts]
        else:
            game = next(iter(self.report.games))
            for told in answers_told(game):
                if told.answer in (UNPROVEN, UNCHECKED) and told.ask is None:
                    rows.append(f"<li><b>{told.name}</b> was not checked: {text(told.text)}.</li>")
        rows += [
            "<li>No check here sees a dealer who peeks, or partners who talk. Ask who else was there.</li>",
            "<li>Where file and deal disagree, this shows where; it cannot tell which of them was changed. Ask for "
            "the other players’ copies of the hand.</li>",
        ]
        return f"<ul>{''.join(rows)}</ul>\n"

    def _codes(self) -> str:
        parts = []
        for code in sorted(self.codes, key=lambda code: (SEVERITIES.index(entry(code).severity), code)):
            item = entry(code)
            ask = f"<dt>ask for</dt><dd>{text(item.ask)}</dd>" if item.ask else ""
            parts.append(
                f'<section id="code-{code}">\n<h3>{code}: {text(item.title)} ({item.severity})</h3>\n'
                f"<p>{text(item.rule, 2000)}</p>\n"
                f'<dl class="values"><dt>it fires</dt><dd>{text(item.fires, 2000)}</dd><dt>near miss</dt>'
                f"<dd>{text(item.near, 2000)}</dd><dt>source</dt><dd>{text(item.source, 2000)}</dd>{ask}</dl>\n"
                "</section>\n"
            )
        return "".join(parts)

    def _files(self) -> str:
        inputs = self.report.inputs
        rows = "".join(
            f"<li><bdi>{text(path)}</bdi><br><code>{sha256 or 'could not be read'}</code></li>"
            for path, sha256 in inputs[:MOST_FILES]
        )
        more = f"<p>And {len(inputs) - MOST_FILES:,} more files.</p>\n" if len(inputs) > MOST_FILES else ""
        return f"<p>Each file with its SHA-256.</p>\n{_back(self.flags.get('files'))}<ul>{rows}</ul>\n{more}"


def _back(items: list[Item] | None) -> str:
    """The findings about a whole part, where the list already tells them."""
    if not items:
        return ""
    return f"<p>Found here: {', '.join(link(item.anchor, item.name) for item in items)}.</p>\n"


def _list(items: list[Item]) -> str:
    return f'<ol class="findings">\n{"".join(map(_entry, items))}</ol>\n' if items else ""


def _entry(item: Item) -> str:
    finding = item.finding
    where = finding.where
    kind, word = SEVERITY_MARKS[finding.severity]
    places = ", ".join(link(anchor, text(words)) for anchor, words in item.places)
    line = f":{where.line}" if where.line is not None else ""
    file = f"{text(where.path or '', 300)}{line} {text(where.pointer or '', 300)}".strip()
    found = None if finding.code[0] in "BP" else finding.found  # the message says which card it is
    values = [(name, told) for name, told in (("expected", finding.expected), ("found", found)) if told]
    rows = "".join(f"<dt>{name}</dt><dd>{text(told, 2000)}</dd>" for name, told in values)
    related = "".join(f"<li>{text(each.message)}</li>" for each in finding.related)
    ask = entry(finding.code).ask
    return (
        f'<li class="{finding.severity}" id="{item.anchor}">\n<p><b>{item.number}.</b> '
        f'<span class="mark {kind}">{word}</span> '
        f"{text(finding.message)} {link(f'code-{finding.code}', finding.code)}</p>\n"
        + (f'<dl class="values">{rows}</dl>\n' if rows else "")
        + (f"<ul>{related}</ul>\n" if related else "")
        + (f'<p class="ask">Ask the club for {text(ask)}.</p>\n' if ask else "")
        + (f"<p>Known, and let stand: {text(finding.known)}</p>\n" if finding.known is not None else "")
        + f'<p class="where">See {places} · <bdi>{file}</bdi></p>\n</li>\n'
    )

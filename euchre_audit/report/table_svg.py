"""The table as one SVG image, and in sentences for who does not see it.

No script, no style sheet, no font of its own, nothing to fetch; made to be read in black and white, too: a fault
has a sign and a word, a legal card a dot, a card that is not legal a dashed edge.
"""

import textwrap
from html import escape

from ..audit.words import pretty
from .clean import clean
from .table import FACE_DOWN, FACE_UP, IN_HAND, Card, Fault, Seat, Table
from .table_text import AROUND, badges, cut, middle_cards, notes, standing

WIDTH = 760
_CARD_WIDE, _CARD_HIGH, _STEP, _ROW = 42, 58, 34, 86
_SIDE = 250
_INK, _PALE, _RED, _FAULT, _FELT = "#1a1a1a", "#6b6b6b", "#b00020", "#b00020", "#f4f6f2"
_FONT = 'font-family="Helvetica, Arial, sans-serif"'
_ROWS = ((IN_HAND, "in hand"), (FACE_UP, "face up"), (FACE_DOWN, "face down"))
_LINE = 86


def table_svg(table: Table) -> str:
    """The table as an ``<svg>`` element, with a title and a description that say the same."""
    drawing = _Drawing(table)
    drawing.draw()
    lines = sentences(table)
    size = f'width="{WIDTH}" height="{drawing.height}"'
    named = 'role="img" aria-labelledby="table-title table-desc"'
    body = "\n".join(drawing.parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {drawing.height}" {size} {named} {_FONT}>\n'
        f'<title id="table-title">{_esc(lines[0])}</title>\n'
        f'<desc id="table-desc">{_esc(" ".join(lines[1:]))}</desc>\n'
        f'<rect {size} fill="#fff"/>\n{body}\n</svg>\n'
    )


def sentences(table: Table) -> list[str]:
    """The whole table in sentences, the place first."""
    told = table.deed if table.deed is not None else table.result
    lines = [f"{table.where}{f': {told}' if told else ''}."]
    lines += [f"{'; '.join(_fault_words(fault))}." for fault in table.faults]
    lines += [f"{part}." for part in standing(table)]
    for card in table.trick:
        marks = [
            word
            for is_so, word in (
                (card.leads, "led"),
                (card.now, "now"),
                (card.fault, "fault"),
                (card.wins, "takes the trick" if table.trick_over else "best so far"),
            )
            if is_so
        ]
        what = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"On the table, {table.seats[card.seat].name}: {_spoken(card.name)}{what}.")
    for seat in table.seats:
        who = seat.name + (f" ({clean(seat.player)})" if seat.player else "")
        is_so = badges(seat)
        cards = ", ".join(_card_words(card) for card in seat.cards) or "no cards"
        lines.append(f"{who}{', ' + ', '.join(is_so) if is_so else ''}: {cards}.")
    return lines + [f"{part}." for part in (middle_cards(table), *table.may, *notes(table)) if part]


class _Drawing:
    """The parts of the image, from the top down."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.parts: list[str] = []
        self.height = 0

    def draw(self) -> None:
        table = self.table
        y = 30
        told = table.deed if table.deed is not None else table.result
        for number, line in enumerate(_wrap(table.where + (f": {told}" if told else ""), 58)):
            self.text(20, y, line, size=20, bold=number == 0)
            y += 24
        y = self.lines(y, _joined(standing(table)), colour=_INK) + 10
        top, right, bottom, left = (
            None if seat is None else table.seats[seat] for seat in AROUND[len(table.seats)]
        )
        if top is not None:
            y = self.seat(top, WIDTH // 2, y, centred=True)
        middle = y + 8
        height = 176
        self.felt(middle, height)
        for seat, x in ((left, 20), (right, WIDTH - _SIDE + 20)):
            if seat is not None:
                self.seat(seat, x, middle + 14, centred=False)
        y = middle + height + 12
        if bottom is not None:
            y = self.seat(bottom, WIDTH // 2, y, centred=True)
        y += 16
        y = self.lines(y, [middle_cards(table), *table.may, *notes(table)], colour=_INK)
        for fault in table.faults:
            first, *more = _fault_words(fault)
            rows = _wrap(first, _LINE - 12)
            bold = len(rows)
            rows += [row for each in more for row in _wrap(each, _LINE - 8)]
            size = 18 * len(rows) + 12
            self.parts.append(
                f'<rect x="20" y="{y - 10}" width="{WIDTH - 40}" height="{size}" fill="#fff" '
                f'stroke="{_FAULT}" stroke-width="2"/>'
            )
            for number, row in enumerate(rows):
                self.text(30, y + 8 + 18 * number, row, size=15, bold=number < bold, colour=_FAULT)
            y += size + 8
        key = (
            "dot: legal · dashed: not legal · raised: played now"
            if any(card.legal is not None or card.now for seat in table.seats for card in seat.cards)
            else ""
        )
        y = self.lines(y, [key], colour=_PALE, size=12)
        self.height = y

    def lines(self, y: int, lines: list[str], *, colour: str, size: int = 15) -> int:
        for line in lines:
            for row in _wrap(line, _LINE):
                self.text(20, y, row, size=size, colour=colour)
                y += size + 4
        return y

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = 15,
        bold: bool = False,
        colour: str = _INK,
        anchor: str = "start",
    ) -> None:
        if not text:
            return
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight} '
            f'unicode-bidi="isolate">{_esc(text)}</text>'
        )

    def felt(self, y: int, height: int) -> None:
        """The middle of the table with the trick, each card towards its player."""
        wide = 210
        x = (WIDTH - wide) / 2
        self.parts.append(
            f'<rect x="{x:g}" y="{y}" width="{wide}" height="{height}" rx="16" fill="{_FELT}" stroke="{_PALE}"/>'
        )
        places = AROUND[len(self.table.seats)]
        centre, half = WIDTH / 2, _CARD_WIDE / 2
        where = {
            0: (centre - half, y + 8),
            1: (centre + 42, y + (height - _CARD_HIGH) / 2),
            2: (centre - half, y + height - _CARD_HIGH - 22),
            3: (centre - 42 - _CARD_WIDE, y + (height - _CARD_HIGH) / 2),
        }
        for card in self.table.trick:
            left, top = where[places.index(card.seat)]
            self.card(left, top, card.name, heavy=card.now, fault=card.fault)
            marks = [word for is_so, word in ((card.leads, "led"),) if is_so]
            marks += ["takes" if self.table.trick_over else "best"] if card.wins else []
            marks += ["✗ fault"] if card.fault else []
            self.text(
                left + half,
                top + _CARD_HIGH + 13,
                ", ".join(marks),
                size=12,
                anchor="middle",
                colour=_FAULT if card.fault else _INK,
                bold=card.fault,
            )

    def seat(self, seat: Seat, x: float, y: float, *, centred: bool) -> int:
        """Name, what it is, and cards; where the next thing may begin."""
        anchor = "middle" if centred else "start"
        name = seat.name + (f" · {cut(clean(seat.player), 16)}" if seat.player else "")
        self.text(x, y + 14, name, bold=True, anchor=anchor)
        told = badges(seat)
        self.text(x, y + 31, " · ".join(told), size=13, anchor=anchor, bold=seat.turn)
        y += 46 if told else 32
        for lies, word in _ROWS:
            cards = [card for card in seat.cards if card.lies == lies]
            if not cards:
                continue
            step = _STEP if len(cards) < 7 or centred else 200 // len(cards)
            wide = step * (len(cards) - 1) + _CARD_WIDE
            left = x - wide / 2 if centred else x
            if lies != IN_HAND or any(card.lies != IN_HAND for card in seat.cards):
                self.text(left - 10, y + 34, word, size=12, anchor="end")
            for number, card in enumerate(cards):
                self.hand_card(left + step * number, y, card, faded=seat.sits_out)
            y += _ROW
        if not seat.cards:
            self.text(x, y + 12, "no cards", size=13, anchor=anchor, colour=_PALE)
            y += 24
        return int(y)

    def hand_card(self, x: float, y: float, card: Card, *, faded: bool) -> None:
        y = y - 8 if card.now else y
        words = f"<title>{_esc(_card_words(card))}</title>"
        self.parts.append(f"<g>{words}")
        self.card(
            x,
            y,
            card.name,
            heavy=card.now,
            barred=card.legal is False,
            down=card.lies == FACE_DOWN,
            faded=faded or card.legal is False,
        )
        if card.legal:
            self.parts.append(f'<circle cx="{x + _STEP / 2:g}" cy="{y + _CARD_HIGH + 9:g}" r="4" fill="{_INK}"/>')
        self.parts.append("</g>")

    def card(
        self,
        x: float,
        y: float,
        name: str,
        *,
        heavy: bool = False,
        barred: bool = False,
        fault: bool = False,
        down: bool = False,
        faded: bool = False,
    ) -> None:
        ink = _FAULT if fault else _PALE if faded and not heavy else _INK
        edge = f'stroke="{ink}" stroke-width="{2.5 if heavy else 1}"'
        edge += ' stroke-dasharray="4 3"' if barred else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{_CARD_WIDE}" height="{_CARD_HIGH}" rx="5" '
            f'fill="{"#e4e4e4" if down or name == "??" else "#fff"}" {edge}/>'
        )
        colour = _PALE if faded else _RED if name[-1] in "dh" else _INK
        if name == "Jo":
            self.text(x + 4, y + 18, "joker", size=12, colour=colour)
            return
        if name == "??":
            self.text(x + _CARD_WIDE / 2, y + 37, "?", size=22, colour=_PALE, anchor="middle")
            return
        rank, suit = pretty(name)[:-1], pretty(name)[-1]
        self.text(x + 5, y + 20, rank, size=18, bold=True, colour=colour)
        self.text(x + 5, y + 44, suit, size=22, colour=colour)


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _joined(parts: list[str]) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and len(rows[-1]) + 3 + len(part) <= _LINE:
            rows[-1] += f" · {part}"
        else:
            rows.append(part)
    return rows


def _fault_words(fault: Fault) -> list[str]:
    return [f"{fault.sign} {fault.word} {fault.code}: {clean(fault.message)}", *map(clean, fault.more)]


def _spoken(name: str) -> str:
    return "a card not known" if name == "??" else pretty(name)


def _card_words(card: Card) -> str:
    told = [_spoken(card.name)]
    told += [{FACE_UP: "face up", FACE_DOWN: "face down"}[card.lies]] if card.lies != IN_HAND else []
    told += ["now"] if card.now else []
    told += ["legal"] if card.legal else []
    told += [f"not legal: {card.why_not}"] if card.legal is False and card.why_not else []
    return " ".join([told[0], *(f"({each})" for each in told[1:])])


def _esc(text: str) -> str:
    return escape(text)

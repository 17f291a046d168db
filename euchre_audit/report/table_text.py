"""The table as text: the seats around the trick in 80 columns by 24 lines, a list of them where it is narrower."""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

from ..audit.words import pretty
from ..cards import NO_TRUMP
from ..findings import FAIL
from .clean import clean
from .style import Style
from .table import FACE_DOWN, FACE_UP, IN_HAND, Card, Fault, Played, Seat, Table

WIDTH, HEIGHT = 80, 24
AROUND = {2: (0, None, 1, None), 3: (0, 1, None, 2), 4: (0, 1, 2, 3)}
"""Which seat is at the top, right, bottom and left of the table, by the number of seats: clockwise from the top."""
_SIDE = 27
_ROWS = ((IN_HAND, "in hand"), (FACE_UP, "face up"), (FACE_DOWN, "face down"))

Row = tuple[str, str]
"""A line as it is measured, and as it is painted."""


def table_text(table: Table, style: Style) -> str:
    """The table as it is printed, with a line that explains its marks."""
    return style.finish("\n".join([*table_lines(table, style), "", KEY]) + "\n")


KEY = "+ legal  - not legal  [ ] played now  ?? not known"


def table_lines(table: Table, style: Style, width: int = WIDTH, *, faults: bool = True) -> list[str]:
    """The table in lines of at most ``width`` cells; with colour where the style has it, not yet in ASCII."""
    width = max(width - 1, 20)
    lines = [style.paint(text, "bold") for text in wrap(_head(table), width, 2)]
    found = [line for fault in table.faults if faults for line in _fault(fault, style, width)]
    head = [f"  {text}" for text in _joined(standing(table), width - 2)]
    may = [f"  {text}" for part in table.may for text in wrap(part, width - 2, 2)]
    more = [f"  {text}" for part in (middle_cards(table), *notes(table)) for text in wrap(part, width - 2, 2)]
    if width < WIDTH - 2:
        return [*lines, *found, *_on_table(table, width), *may, *_listed(table, style, width), *head, *more]
    return [*lines, *head, *_around(table, style, width), *more, *may, *found]


def _head(table: Table) -> str:
    told = table.deed if table.deed is not None else table.result
    return table.where + (f": {told}" if told else "")


def standing(table: Table) -> list[str]:
    """Trump, tricks, score, and who looks on."""
    maker = "" if table.maker is None else f", made by {table.seats[table.maker].name}"
    parts = ["no trump made yet"]
    if table.trump_words is not None:
        parts = [f"{'' if table.trump == NO_TRUMP else 'trump '}{table.trump_words}{maker}"]
        parts.append(f"tricks {by_side(table, table.tricks)}")
    if table.score is not None:
        parts.append(f"score before {by_side(table, table.score)}")
    if table.viewer is not None:
        parts.append(f"as {table.seats[table.viewer].name} knew it then")
    return parts


def by_side(table: Table, values: tuple[int, ...] | None) -> str:
    """``North-South 4, East-West 2``."""
    if values is None:
        return "not known"
    sides = (side + ":" if side[-1].isdigit() else side for side in table.sides)
    return ", ".join(f"{side} {value}" for side, value in zip(sides, values, strict=False))


def middle_cards(table: Table) -> str:
    """The up card, what was buried, the kitty."""
    parts = []
    if table.up is not None:
        name, fate = table.up
        parts.append(f"up card {fate}" if name == "??" else f"up card {pretty(name)}, {fate}")
    if table.buried is not None:
        parts.append(f"buried {_names(table.buried.split())}")
    if table.kitty:
        parts.append(f"kitty {_names(table.kitty)}")
    return " · ".join(parts)


def _names(names: Iterable[str]) -> str:
    return " ".join(pretty(name) for name in names)


def notes(table: Table) -> list[str]:
    """What is not known of the hands."""
    notes: dict[str, list[str]] = {}
    for seat in table.seats:
        if seat.note is not None and seat.note != "hidden":
            notes.setdefault(seat.note, []).append(seat.name)
    return [f"{', '.join(seats)}: cards {note}" for note, seats in notes.items()]


def _fault(fault: Fault, style: Style, width: int) -> list[str]:
    line = f":{fault.line}" if fault.line is not None else ""
    place = f"  {clean(fault.path)}{line}" if fault.path else ""
    parts = [f"{fault.sign} {fault.word} {fault.code}: {clean(fault.message)}{place}", *map(clean, fault.more)]
    parts = list(map(style.finish, parts))
    first, *rest = [row for number, part in enumerate(parts) for row in wrap("  " * bool(number) + part, width, 4)]
    return [style.paint(first, "red" if fault.answer == FAIL else "yellow"), *rest]


# Seats


def _title(seat: Seat, room: int, style: Style) -> str:
    """Seat and player, in ``room`` cells."""
    if not seat.player:
        return seat.name
    name = style.finish(clean(seat.player))
    return f"{seat.name} {cut(name, max(room - len(seat.name) - 1, 4), style.finish('…'))}"


def cut(text: str, cells: int, more: str = "…") -> str:
    """``text`` in so many cells, ``more`` included where that is not all."""
    return text if cell_len(text) <= cells else set_cell_size(text, max(cells - len(more), 0)).rstrip() + more


def badges(seat: Seat) -> list[str]:
    """What a seat is: dealer, maker, alone."""
    told = (
        (seat.dealer, "dealer"),
        (seat.maker, "maker"),
        (seat.alone, "alone"),
        (seat.sits_out, "sits out"),
        (seat.turn, "to act"),
    )
    return [word for is_so, word in told if is_so]


def _card(card: Card, style: Style) -> Row:
    name = pretty(card.name)
    if card.legal is not None:
        name = ("+" if card.legal else "-") + name
    if card.now:
        name = f"[{name}]"
    return name, style.paint(name, "bold" if card.now else "dim") if card.now or card.legal is False else name


def _cards(cards: Iterable[Card], style: Style, width: int) -> list[Row]:
    rows: list[Row] = []
    plain = painted = ""
    for card in cards:
        name, shown = _card(card, style)
        if plain and cell_len(plain) + 1 + cell_len(name) > width:
            rows.append((plain, painted))
            plain = painted = ""
        plain, painted = f"{plain} {name}".lstrip(), f"{painted} {shown}".lstrip()
    return [*rows, (plain, painted)] if plain else rows


def _block(seat: Seat, style: Style, width: int, *, wide: bool) -> list[Row]:
    """Name, badges and cards of a seat; where it is wide, name and badges share a line."""
    told = " · ".join(badges(seat))
    if wide:
        head = _title(seat, 30, style) + (f" · {told}" if told else "")
        rows = [(head, style.paint(head, "bold") if seat.turn else head)]
    else:
        head = _title(seat, width, style)
        rows = [(head, style.paint(head, "bold") if seat.turn else head)]
        rows += [(cut(told, width),) * 2] if told else []
    if all(card.lies == IN_HAND for card in seat.cards):
        return rows + (_cards(seat.cards, style, width) or [("no cards", "no cards")])
    for lies, word in _ROWS:
        for plain, painted in _cards([card for card in seat.cards if card.lies == lies], style, width - 11):
            rows.append((f"{word} {plain}", f"{word} {painted}"))
    return rows


def _around(table: Table, style: Style, width: int) -> list[str]:
    top, right, bottom, left = (None if seat is None else table.seats[seat] for seat in AROUND[len(table.seats)])
    lines = [""]
    if top is not None:
        lines += [_fit(row, width, "^") for row in _block(top, style, width, wide=True)]
    sides = [[] if seat is None else _block(seat, style, _SIDE, wide=False) for seat in (left, right)]
    inner = width - 2 * _SIDE - 4
    middle = _trick(table, style, inner)
    height = max(map(len, (*sides, middle)))
    first, second, centre = (
        [*[("", "")] * ((height - len(block)) // 2), *block, *[("", "")] * height] for block in (*sides, middle)
    )
    for row in range(height):
        columns = _fit(first[row], _SIDE, "<"), _fit(centre[row], inner, "^"), _fit(second[row], _SIDE, "<")
        lines.append(" " + " ".join(columns))
    if bottom is not None:
        lines += [_fit(row, width, "^") for row in _block(bottom, style, width, wide=True)]
    return [line.rstrip() for line in lines] + [""]


def _fit(row: Row, width: int, align: str) -> str:
    plain, painted = row
    space = max(width - cell_len(plain), 0)
    before = 0 if align == "<" else space // 2
    return " " * before + painted + " " * (space - before)


def _trick(table: Table, style: Style, width: int) -> list[Row]:
    """The cards on the table, each towards its player."""
    top, right, bottom, left = (_of(table, seat, style) for seat in AROUND[len(table.seats)])
    inside = width - 2
    between = " " * max(inside - 2 - cell_len(left[0]) - cell_len(right[0]), 1)
    sides = (f" {left[0]}{between}{right[0]} ", f" {left[1]}{between}{right[1]} ")
    rows = [f"|{_fit(row, inside, '^')}|" for row in (top, sides, bottom)]
    edge = "-" * inside
    return [(" " * width, row) for row in (f".{edge}.", *rows, f"'{edge}'")]


def _of(table: Table, seat: int | None, style: Style) -> Row:
    card = next((each for each in table.trick if each.seat == seat), None)
    if card is None:
        return "", ""
    text = _played(card, table)
    return text, style.paint(text, "red" if card.fault else "bold") if card.fault or card.now else text


def _played(card: Played, table: Table) -> str:
    marks = ["led"] if card.leads else []
    marks += ["takes" if table.trick_over else "best"] if card.wins else []
    name = f"[{pretty(card.name)}]" if card.now else pretty(card.name)
    return " ".join([name, *(["✗"] if card.fault else []), *marks])


def _on_table(table: Table, width: int) -> list[str]:
    """The trick in a row, for a narrow screen."""
    played = ", ".join(f"{table.seats[card.seat].name} {_played(card, table)}" for card in table.trick)
    return wrap(f"on the table: {played}", width, 2) if played else []


def _listed(table: Table, style: Style, width: int) -> list[str]:
    """Two lines or more a seat, for a narrow screen."""
    lines = []
    for seat in table.seats:
        head = " · ".join([_title(seat, width // 2, style), *badges(seat)])
        lines += [style.paint(text, "bold") if seat.turn else text for text in wrap(head, width)]
        lines += [f"  {painted}" for _, painted in _block(seat, style, width - 2, wide=True)[1:]]
    return lines


def _joined(parts: list[str], width: int) -> list[str]:
    """Parts with a dot between them, in lines that break at the dots."""
    rows: list[str] = []
    for part in parts:
        if rows and cell_len(rows[-1]) + 3 + cell_len(part) <= width:
            rows[-1] += f" · {part}"
        else:
            rows.append(part)
    return [text for row in rows for text in wrap(row, width)]


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """``text`` in lines of at most ``width`` cells, those after the first indented."""
    lines: list[str] = []
    row = ""
    lead = text[: len(text) - len(text.lstrip(" "))]
    for word in text.split(" "):
        joined = f"{row} {word}" if row.strip() else f"{row}{word}" if word else row
        if cell_len(joined) > width and row.strip():
            lines.append(row)
            row = " " * indent + word
        else:
            row = joined if lines or row else lead + word
        while cell_len(row) > width:
            lines.append(set_cell_size(row, width))
            row = " " * indent + row[len(lines[-1].rstrip()) :]
    return [*lines, row] if row.strip() else lines

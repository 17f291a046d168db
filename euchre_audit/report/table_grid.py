"""The table in plain HTML, as a page shows many of them: it fits a phone, follows dark and light, and is small.

The page's style lays it out. No mark is by colour alone: a card that may be played stands on a thick line, one that
may not is dashed, the one played now has a frame; words below say the same.
"""

from html import escape

from ..audit.words import pretty
from .clean import clean
from .table import FACE_DOWN, FACE_UP, IN_HAND, Card, Played, Seat, Table
from .table_text import AROUND, badges, middle_cards, notes, standing

_SIDES = "nesw"
_ROWS = ((IN_HAND, "in hand"), (FACE_UP, "face up"), (FACE_DOWN, "face down"))


def table_grid(table: Table) -> str:
    """The seats around the trick, and the words below; the place and the findings are the page's to tell."""
    around = [(side, seat) for side, seat in zip(_SIDES, AROUND[len(table.seats)], strict=True) if seat is not None]
    played = {card.seat: card for card in table.trick}
    seats = "".join(_seat(table.seats[seat], side) for side, seat in around)
    trick = "".join(_played(table, played[seat], side) for side, seat in around if seat in played)
    now = [part for part in standing(table) if not part.startswith("score")]
    lines = [" · ".join(now), middle_cards(table), *table.may, *notes(table)]
    words = "".join(f"<p>{escape(clean(line, 400))}</p>" for line in lines if line)
    return f'<div class="t">{seats}<div class="x">{trick}</div></div>{words}\n'


def chip(name: str, more: str = "") -> str:
    """A card, spelled as records do."""
    red = " r" if name[-1] in "dh" else ""
    return f'<b class="k{red}{more}">{escape("?" if name == "??" else pretty(name))}</b>'


def _seat(seat: Seat, side: str) -> str:
    player = f" <bdi>{escape(clean(seat.player, 40))}</bdi>" if seat.player else ""
    told = badges(seat)
    marks = f" <i>{', '.join(told)}</i>" if told else ""
    rows = []
    for lies, word in _ROWS:
        cards = " ".join(_card(card) for card in seat.cards if card.lies == lies)
        if cards:
            rows.append(f"<div>{cards}</div>" if lies == IN_HAND else f"<div>{word}: {cards}</div>")
    return f'<div class="q {side}{" out" if seat.sits_out else ""}">{seat.name}{player}{marks}{"".join(rows)}</div>'


def _card(card: Card) -> str:
    more = "" if card.legal is None else " may" if card.legal else " not"
    return chip(card.name, more + (" now" if card.now else ""))


def _played(table: Table, card: Played, side: str) -> str:
    told = (
        (card.leads, "led"),
        (card.wins, "takes" if table.trick_over else "best"),
        (card.fault, "✗ fault"),
    )
    marks = ", ".join(word for is_so, word in told if is_so)
    bad = ' class="fault"' if card.fault else ""
    name = f'<span class="v">{table.seats[card.seat].name} </span>'
    return f'<div class="{side}">{name}{chip(card.name, " now" if card.now else "")} <i{bad}>{marks}</i></div>'

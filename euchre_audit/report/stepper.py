"""Stepping through games: from a key to the next place, and what is shown there. Knows no terminal.

Drawn with the table's own lines alone: one screen redrawn at each key needs no widgets, so neither textual nor
prompt_toolkit would make it plainer, and nothing more has to be installed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..audit import GameResult
from ..findings import FAIL, PASS
from .clean import clean
from .replay import Judged
from .style import Style
from .table import Position, Table, at_position, findings_of, moments, read_position
from .table_text import KEY, cut, table_lines, wrap
from .trace import trace_paragraphs

TABLE, HELP, TRACE, GOTO = "table", "help", "trace", "goto"

KEYS = (
    ("right n space", "next step; right, left, down and up are the arrow keys"),
    ("left p", "step before"),
    ("down up", "next trick, trick before"),
    ("PgDn PgUp", "next hand, hand before"),
    ("g G", "first step, last step"),
    ("f F", "next finding, finding before"),
    (":", "go to a place: 3.2.4 is hand 3, trick 2, play 4; 3.0.2 is its second call"),
    ("v", "whose cards are shown: all, then one seat after the other as it knew them then"),
    ("t", "the deal stage by stage, where the file has it"),
    ("j k", "down, up, where the screen is too small for all"),
    ("?", "this help"),
    ("q", "leave"),
)
"""Every key with what it does."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is: the hand and its moment, from 0; whose cards are shown; what is on the screen.

    ``typed`` is what was typed after ``:``, ``top`` the first line shown of a long text, ``told`` a line of answer.
    """

    hand: int = 0
    step: int = 0
    viewer: int | None = None
    mode: str = TABLE
    typed: str = ""
    top: int = 0
    told: str = ""
    over: bool = False


class Games:
    """All hands of some games in a row, with their moments."""

    def __init__(self, games: Sequence[tuple[GameResult, Sequence[Judged]]]) -> None:
        self.hands = [(game, *judged) for game, hands in games for judged in hands]
        self.several = len(games) > 1
        self._tables = lru_cache(maxsize=16)(self._make)

    def _make(self, hand: int, viewer: int | None) -> tuple[Table, ...]:
        return moments(*self.hands[hand], viewer)

    def tables(self, place: Place, hand: int | None = None) -> tuple[Table, ...]:
        """The moments of the hand at a place, or of another one seen by the same seat."""
        hand = place.hand if hand is None else hand
        seats = self.hands[hand][0].rules.seats
        return self._tables(hand, place.viewer if place.viewer is not None and place.viewer < seats else None)

    def table(self, place: Place) -> Table:
        """What stands at a place."""
        return self.tables(place)[place.step]


def start(games: Games, at: Position | None = None) -> Place:
    """The first step, or the one that a position names; where there is none, that is told."""
    return Place() if at is None else _go(Place(), games, at)


def press(place: Place, key: str, games: Games) -> Place:
    """The place that a key leads to. Keys are characters, or names such as ``right`` and ``pgdn``."""
    place = replace(place, told="")
    if place.mode == GOTO:
        return _typing(place, key, games)
    if key == "q":
        return replace(place, over=True)
    if key in ("j", "k"):
        return replace(place, top=max(place.top + (1 if key == "j" else -1), 0))
    closes = key == "escape" or (place.mode, key) in ((HELP, "?"), (TRACE, "t"))
    place = replace(place, mode=TABLE, top=0)
    if closes:
        return place
    move = _MOVES.get(key)
    return place if move is None else move(place, games)


def _typing(place: Place, key: str, games: Games) -> Place:
    if key == "escape":
        return replace(place, mode=TABLE, typed="")
    if key == "backspace":
        return replace(place, typed=place.typed[:-1]) if place.typed else replace(place, mode=TABLE)
    if key != "enter":
        return replace(place, typed=place.typed + key) if key in _DIGITS and len(place.typed) < 16 else place
    there = replace(place, mode=TABLE, typed="")
    at = read_position(place.typed)
    if at is None:
        return replace(there, told=f"{place.typed or 'nothing'} is not HAND.TRICK.PLAY, such as 3.2.4")
    return _go(there, games, at)


def _go(place: Place, games: Games, at: Position) -> Place:
    """To a position: in the game that is shown, else in the next one that has it."""
    here = games.hands[place.hand][0] if games.hands else None
    order = sorted(range(len(games.hands)), key=lambda hand: games.hands[hand][0] is not here)
    for hand in order:
        if games.hands[hand][2].result.number != at.hand:
            continue
        if at.trick is None:
            return replace(place, hand=hand, step=0)
        tables = games.tables(place, hand)
        found = at_position(tables, at)
        if found is not None:
            return replace(place, hand=hand, step=tables.index(found))
    shown = ".".join(str(part) for part in (at.hand, at.trick, at.play) if part is not None)
    return replace(place, told=f"there is no {shown} here")


def _next(place: Place, games: Games) -> Place:
    if place.step + 1 < len(games.tables(place)):
        return replace(place, step=place.step + 1)
    return _next_hand(place, games)


def _before(place: Place, games: Games) -> Place:
    if place.step:
        return replace(place, step=place.step - 1)
    if not place.hand:
        return replace(place, told="this is the first step")
    return _last_of(replace(place, hand=place.hand - 1), games)


def _next_hand(place: Place, games: Games) -> Place:
    if place.hand + 1 < len(games.hands):
        return replace(place, hand=place.hand + 1, step=0)
    return replace(_last_of(place, games), told="this is the last step")


def _hand_before(place: Place, games: Games) -> Place:
    if place.step:
        return replace(place, step=0)
    if place.hand:
        return replace(place, hand=place.hand - 1, step=0)
    return replace(place, told="this is the first hand")


def _last_of(place: Place, games: Games) -> Place:
    return replace(place, step=len(games.tables(place)) - 1)


def _tricks(tables: tuple[Table, ...]) -> list[int]:
    """The steps at which a trick begins, the calls and the end counting as one each."""
    groups = [*(table.trick_number for table in tables[:-1]), -1]
    return [step for step, group in enumerate(groups) if not step or group != groups[step - 1]]


def _next_trick(place: Place, games: Games) -> Place:
    later = [step for step in _tricks(games.tables(place)) if step > place.step]
    return replace(place, step=later[0]) if later else _next_hand(place, games)


def _trick_before(place: Place, games: Games) -> Place:
    earlier = [step for step in _tricks(games.tables(place)) if step < place.step]
    return replace(place, step=earlier[-1]) if earlier else _before(place, games)


def _first(place: Place, games: Games) -> Place:
    return replace(place, hand=0, step=0)


def _last(place: Place, games: Games) -> Place:
    return _last_of(replace(place, hand=len(games.hands) - 1), games)


def _finding(place: Place, games: Games, hands: Sequence[int], *, forward: bool) -> Place | None:
    for hand in hands:
        game, _, outcome = games.hands[hand]
        if not findings_of(game, outcome):
            continue
        steps = [step for step, table in enumerate(games.tables(place, hand)) if table.faults]
        if hand == place.hand:
            steps = [step for step in steps if (step > place.step if forward else step < place.step)]
        if steps:
            return replace(place, hand=hand, step=steps[0 if forward else -1])
    return None


def _next_finding(place: Place, games: Games) -> Place:
    found = _finding(place, games, range(place.hand, len(games.hands)), forward=True)
    return found if found is not None else replace(place, told=_none(place, "after"))


def _finding_before(place: Place, games: Games) -> Place:
    found = _finding(place, games, range(place.hand, -1, -1), forward=False)
    return found if found is not None else replace(place, told=_none(place, "before"))


def _none(place: Place, where: str) -> str:
    if place.viewer is None:
        return f"there is no finding {where} this"
    return f"none {where} this that the seat shown could know of then; v shows all"


def _view(place: Place, games: Games) -> Place:
    seats = games.hands[place.hand][0].rules.seats
    seen = -1 if place.viewer is None or place.viewer >= seats else place.viewer
    return replace(place, viewer=seen + 1 if seen + 1 < seats else None)


def _trace(place: Place, games: Games) -> Place:
    if games.hands[place.hand][2].deal.dealt is None:
        return replace(place, told="the file has no deal of this hand that could be recomputed")
    return replace(place, mode=TRACE, top=0)


_DIGITS = tuple("0123456789.")
_MOVES: dict[str, Callable[[Place, Games], Place]] = {
    **dict.fromkeys(("right", "n", " "), _next),
    **dict.fromkeys(("left", "p"), _before),
    "down": _next_trick,
    "up": _trick_before,
    "pgdn": _next_hand,
    "pgup": _hand_before,
    "g": _first,
    "G": _last,
    "f": _next_finding,
    "F": _finding_before,
    "v": _view,
    "t": _trace,
    "?": lambda place, games: replace(place, mode=HELP, top=0),
    ":": lambda place, games: replace(place, mode=GOTO, typed=""),
}


# What is shown


def frame(place: Place, games: Games, style: Style, width: int, height: int) -> list[str]:
    """The screen: at most ``height`` lines of at most ``width`` cells, a head first and a line of answer last."""
    if width < 20 or height < 4:
        return ["too small"[:width]][:height]
    game = games.hands[place.hand][0]
    name = f"{clean(game.name or game.path)} · " if games.several or width >= 60 else ""
    steps = len(games.tables(place))
    number, count = games.table(place).hand, len(games.hands)
    hand = f"hand {number}" if count == 1 else f"hand {number} ({place.hand + 1} of {count})"
    head = f"{name}{hand} · step {place.step + 1} of {steps}"
    body = _body(place, games, style, width)
    room = height - 2
    shown = body[place.top : place.top + room]
    more = len(body) - place.top - room
    if more > 0:
        shown[-1] = style.paint(f"{more + 1} more lines: j k", "yellow")
    shown += [""] * (room - len(shown))
    keys = f"{KEY}  ? help  q leave" if place.mode == TABLE and width >= 72 else "? help  q leave"
    foot = f":{place.typed}_" if place.mode == GOTO else place.told or keys
    head, foot = (cut(style.finish(each), width - 1, style.finish("…")) for each in (head, foot))
    return [style.paint(head, "dim"), *map(style.finish, shown), foot]


def fitted(place: Place, games: Games, width: int, height: int) -> Place:
    """The place with no more scrolled away than a screen of this size asks for."""
    most = max(len(_body(place, games, Style(), width)) - (height - 2), 0) if place.top else 0
    return replace(place, top=min(place.top, most))


def _body(place: Place, games: Games, style: Style, width: int) -> list[str]:
    game, _, outcome = games.hands[place.hand]
    if place.mode == HELP:
        return [line for keys, what in KEYS for line in wrap(f"{keys:<15}{what}", width - 1, 4)]
    if place.mode == TRACE and outcome.deal.dealt is not None:
        parts = trace_paragraphs(outcome.deal.dealt, game.rules.seats)
        answer = outcome.result.answers["deal"]
        told = {PASS: "these are the cards of the file", FAIL: "the file has other cards, or another promise"}
        return [line for part in [*parts, f"deal: {told.get(answer, answer)}"] for line in wrap(part, width - 1, 4)]
    return table_lines(games.table(place), style, width)

"""Lists by seat and by side against the number of players that the rules say."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from ..findings import Finding, Related, Where
from ..records import Game, HandRecord
from ..rules import Rules

_ENOUGH = 4
"""So many log lines of seats that the house does not have are no slip."""


def other_game(game: Game, rules: Rules) -> tuple[str, int] | None:
    """Where the record shows that so many play, and not as many as the rules say; None where it does not.

    Lists of players and of hands tell it; without them the log does, by who acts and how the calls go round.
    """
    if game.players is not None and len(game.players) == rules.seats:
        return None
    lists: list[tuple[str, Sequence[object] | None]] = [("/players", game.players)]
    for index, hand in enumerate(game.hands):
        lists += [(f"/hands/{index}/players", hand.players), (f"/hands/{index}/dealt", hand.dealt)]
    shown = [(pointer, len(each)) for pointer, each in lists if each is not None]
    if shown:
        counts = {count for _, count in shown}
        return shown[0] if len(counts) == 1 and rules.seats not in counts else None
    lines: list[Sequence[str]] = [hand.log or () for hand in game.hands]
    seats = [int(line[0]) for log in lines for line in log]
    if sum(seat >= rules.seats for seat in seats) >= _ENOUGH:
        return "/hands", max(seats) + 1
    count = max(seats, default=0) + 1
    if count < rules.seats and _calls_go_round(lines, count):
        return "/hands", count
    return None


def _calls_go_round(logs: list[Sequence[str]], count: int) -> bool:
    """Whether the calls go round so many seats, and past the last of them to the first at least once."""
    steps = set()
    for log in logs:
        callers = [int(line[0]) for line in log if line.split(" ")[1] in ("pass", "order", "name")]
        steps |= set(pairwise(callers))
    return (count - 1, 0) in steps and all(after == (before + 1) % count for before, after in steps)


def fit_seats(game: Game, rules: Rules, where: Where) -> tuple[Game, list[Finding]]:
    """The game without what is not of so many seats or sides, and one finding that names all of it."""
    wrong: list[tuple[str, str]] = []
    seats, sides = rules.seats, rules.side_count

    def keep(part: Any, pointer: str, names: tuple[str, ...]) -> Any:
        """``part`` without those of its fields that do not fit."""
        bad = [name for name in names if _problem(name, getattr(part, name), seats, sides) is not None]
        for name in bad:
            wrong.append((f"{pointer}/{name}", _problem(name, getattr(part, name), seats, sides) or ""))
        return replace(part, **dict.fromkeys(bad)) if bad else part

    hands = []
    for index, hand in enumerate(game.hands):
        hands.append(_fit_hand(hand, f"/hands/{index}", keep))
    game = keep(game, "", ("players", "start"))
    if any(made is not given for made, given in zip(hands, game.hands, strict=True)):
        game = replace(game, hands=hands)
    if game.first_dealer is not None and game.first_dealer.dealer >= rules.seats:
        wrong.append(("/first_dealer/dealer", f"seat {game.first_dealer.dealer}"))
        game = replace(game, first_dealer=None)
    if game.result is not None:
        result = keep(game.result, "/result", ("score", "winners"))
        game = game if result is game.result else replace(game, result=result)
    if not wrong:
        return game, []
    (pointer, problem), *more = wrong
    message = f"{problem}, in a game of {rules.seats} players and {rules.side_count} sides"
    related = tuple(Related(f"and {text}", place) for place, text in more[:10])
    return game, [Finding("G130", message, where.at(pointer=pointer), related=related)]


def _fit_hand(hand: HandRecord, pointer: str, keep: Any) -> HandRecord:
    fitted: HandRecord = keep(hand, pointer, ("dealer", "dealt", "players"))
    if hand.claims is not None:
        claims = keep(hand.claims, pointer + "/claims", ("tricks", "points", "score"))
        fitted = fitted if claims is hand.claims else replace(fitted, claims=claims)
    if hand.rulings:
        rulings = [
            keep(each, f"{pointer}/rulings/{place}", ("points", "seat")) for place, each in enumerate(hand.rulings)
        ]
        if any(made is not given for made, given in zip(rulings, hand.rulings, strict=True)):
            fitted = replace(fitted, rulings=rulings)
    return fitted


def _problem(name: str, value: Any, seats: int, sides: int) -> str | None:
    if value is None:
        return None
    if name == "dealer":
        return f"seat {value} deals" if value >= seats else None
    if name == "seat":
        return f"seat {value} is ruled on" if value >= seats else None
    if name == "winners":
        return f"side {max(value)} wins" if any(side >= sides for side in value) else None
    if name in ("dealt", "players"):
        what = "hands are dealt" if name == "dealt" else "players sit down"
        return f"{len(value)} {what}" if len(value) != seats else None
    return f"{len(value)} numbers for {name}" if len(value) != sides else None

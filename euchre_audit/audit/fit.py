"""Which houses explain a log, and what rules the others out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace as with_fields

from ..findings import FAIL, Finding, Related, Where
from ..records.documents import number_of
from ..rules import House, Rules, house_names, load_house, resolve, spelled, switches
from .game import Watch, judge, judge_as_named
from .inputs import Loaded
from .outcome import Shuffles
from .result import GameResult, HandResult, Options

_BY_RULES = ("B", "P", "S", "G", "D120")
"""What another house may see otherwise: calls, play, score, order of the game, and whether cards are a deal."""

_NUMBERS: dict[str, tuple[int, ...]] = {"target": (5, 7, 10, 11, 15, 21, 31), "win_by": (1, 2)}
_MOST_POINTS = 5


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch that would allow what the house rules out.

    ``choice``: the house lets a table pick it; ``whole``: the whole game fits then, and not that event alone.
    """

    key: str
    value: Any
    own: Any
    choice: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """How a log stands to a house: ``fault`` is the first event that rules it out, None where none does.

    ``count`` is how many faults there are.
    """

    house: House
    fault: Finding | None
    count: int = 0
    switch: Switch | None = None


def audit_game(loaded: Loaded, options: Options, watch: Watch | None = None) -> GameResult:
    """Judge everything that a game's record says. ``Unreadable`` where it names no usable rules.

    Where faults in several hands all go away with the seats of every log so many on, or under one other house, that
    is told instead, as one. ``watch`` is shown each hand as it was judged.
    """
    judged: list[Any] = []
    result = judge_as_named(loaded, options, judged.append)
    faults = _faults(result)
    if len({fault.where.hand for fault in faults} - {None}) > 1:
        shuffles = Shuffles()
        for other in _readings(loaded, options, result):
            seen: list[Any] = []
            found = _fitting(other, options, result, seen, shuffles)
            if found is None:
                continue
            if other.shift and _fitting(_by_dealers(loaded, other), options, result, [], shuffles) is not None:
                result = _apart(loaded, result, faults, other)  # the log or the dealers, and nothing says which
            else:
                result, judged = _told(loaded, result, found, faults, other), seen
            break
    if watch is not None:
        for item in judged:
            watch(item)
    return result


def _fitting(
    other: "_Reading", options: Options, result: GameResult, seen: list[Any], shuffles: Shuffles
) -> GameResult | None:
    """The game by another reading, where nothing is wrong with it then that was not wrong before."""
    by = other.house, other.rules
    found = judge(other.loaded, options, *by, seen.append, shuffles=shuffles, until=_is_fault)
    return found if not _faults(found) and _errors(found) <= _errors(result) else None


def _errors(result: GameResult) -> set[tuple[str, str | None]]:
    """Everything that is wrong, and where, by whatever it is judged."""
    return {(each.code, each.where.pointer) for each in result.all_findings() if each.severity == "error"}


def _faults(result: GameResult) -> list[Finding]:
    """What is wrong by the rules as they stand; whether a table may pick them is not asked."""
    return [each for each in result.all_findings() if _is_fault(each)]


def _is_fault(found: Finding) -> bool:
    if found.severity != "error" or found.code == "G120":
        return False
    return found.code.startswith(_BY_RULES) or _of_another_deck(found)


def _of_another_deck(fault: Finding) -> bool:
    """Whether the terms of a deal are for another deck, or other seats, than the house's."""
    starts = ("the terms are for deck", "the terms are for seats")
    return fault.code == "D103" or (fault.code == "D102" and fault.message.startswith(starts))


@dataclass(frozen=True, slots=True)
class _Reading:
    """Another way to read a whole game: with the seats of its logs, or else its dealers, ``shift`` on, by a choice
    of its house, or by another house.
    """

    loaded: Loaded
    house: House
    rules: Rules
    shift: int = 0
    dealers: bool = False
    choice: str | None = None


def _readings(loaded: Loaded, options: Options, result: GameResult) -> Iterator[_Reading]:
    own = load_house(options.house or loaded.game.house or "")
    for shift in range(1, result.rules.seats):
        hands = [with_fields(hand, log=_shifted(hand.log, shift, result.rules.seats)) for hand in loaded.game.hands]
        shifted = replace(loaded, game=with_fields(loaded.game, hands=hands))
        yield _Reading(shifted, own, result.rules, shift)
    for shift in range(1, result.rules.seats):
        yield _by_dealers(loaded, _Reading(loaded, own, result.rules, -shift))
    for key, values in own.choices.items():
        for value in values if key != "patterns" else ():
            try:
                yield _Reading(
                    loaded, own, _with_switch(result.rules, key, value), choice=f"{key} {spelled(value)}"
                )
            except ValueError:
                continue
    if options.house is None:
        for house, rules in _others(loaded, result):
            yield _Reading(loaded, house, rules)


def _by_dealers(loaded: Loaded, other: _Reading) -> _Reading:
    """The reading that moves the dealers as far back as ``other`` moves the logs on."""
    shift, seats = -other.shift % other.rules.seats, other.rules.seats
    hands = [
        with_fields(hand, dealer=None if hand.dealer is None else (hand.dealer + shift) % seats)
        for hand in loaded.game.hands
    ]
    moved = replace(loaded, game=with_fields(loaded.game, hands=hands))
    return _Reading(moved, other.house, other.rules, shift, dealers=True)


def _shifted(log: list[str] | None, shift: int, seats: int) -> list[str] | None:
    """The lines of a log as if each were of the seat so many on."""
    if log is None:
        return None
    lines = []
    for line in log:
        seat, verb, *rest = line.split(" ")
        if verb == "give":
            rest[-1] = str((int(rest[-1]) + shift) % seats)
        lines.append(" ".join([str((int(seat) + shift) % seats), verb, *rest]))
    return lines


def _others(loaded: Loaded, result: GameResult) -> list[tuple[House, Rules]]:
    """The other houses with the game's own rules on top, those that differ least first."""
    found = []
    for name in house_names():
        house = load_house(name)
        try:
            rules = resolve(house, loaded.game.rules)
        except msgspec.ValidationError:
            continue
        if rules != result.rules and rules.seats == result.rules.seats:
            found.append((house, rules))
    return sorted(found, key=lambda other: len(_differing(result.rules, other[1])))


def _differing(rules: Rules, others: Rules) -> list[str]:
    values = {key: value for key, value, _ in switches(others)}
    return [key for key, value, _ in switches(rules) if value != values[key]]


def _told(
    loaded: Loaded, result: GameResult, found: GameResult, faults: list[Finding], other: _Reading
) -> GameResult:
    """The game by the other reading, with the one finding that says so."""
    gone = _gone(faults)
    read_as = ""
    more: tuple[Related, ...] = ()
    if other.shift:
        code, part, expected = ("G101" if other.dealers else "P326"), "/hands", None
        whose = "the player who deals is" if other.dealers else "the log is of the player"
        message = f"in every hand {whose} {_seats(other.shift)} on from the one it names: {gone} with that"
    elif other.choice is not None:
        code, part, expected, read_as = "G122", "/rules", other.choice, other.choice
        message = f"the whole log fits with {read_as}, which house {result.house} lets a table pick: {gone}"
    else:
        code, part, expected, read_as = "G122", "/house", other.house.name, other.house.name
        message = f"the whole log fits house {read_as}, not {result.house}: {gone} under it"
        more = (Related("switches that differ: " + ", ".join(_differing(result.rules, other.rules))),)
    found.house = f"{result.house}, read as {read_as}" if read_as else result.house
    found.findings.append(_whole(loaded, result, code, part, message, faults, expected, more))
    found.answers["play"] = FAIL
    return found


def _apart(loaded: Loaded, result: GameResult, faults: list[Finding], other: _Reading) -> GameResult:
    """The game as it was judged, its faults told as one: dealers and logs do not go together."""
    message = (
        f"in every hand the dealer and the log are {_seats(other.shift)} apart, and either may be wrong: "
        f"{_gone(faults)} with that"
    )
    holders: list[GameResult | HandResult] = [result, *result.hands]
    for holder in holders:
        holder.findings = [each for each in holder.findings if each not in faults]
    result.findings.append(_whole(loaded, result, "P326", "/hands", message, faults))
    result.answers["play"] = FAIL
    return result


def _whole(
    loaded: Loaded,
    result: GameResult,
    code: str,
    part: str,
    message: str,
    faults: list[Finding],
    expected: str | None = None,
    more: tuple[Related, ...] = (),
) -> Finding:
    """One finding about a whole game, in place of many."""
    pointer = loaded.pointer(part)
    where = Where(path=loaded.path, pointer=pointer, line=loaded.document.line(pointer), game=result.name)
    related = tuple(Related(f"{fault.code} {fault.message}", fault.where.pointer) for fault in faults[:20])
    found = result.house if expected is not None else None
    return Finding(code, message, where, expected, found, (*related, *more))


def _gone(faults: list[Finding]) -> str:
    hands = {fault.where.hand for fault in faults} - {None}
    return f"{len(faults)} faults in {len(hands)} hands go away"


def _seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"


def infer(loaded: Loaded) -> list[Fit]:
    """Each shipped house against a log, those with the fewest faults first: its first fault there, and the one
    switch that would allow that event.

    What the record itself says of its house and rules is put aside.
    """
    loaded = replace(loaded, game=with_fields(loaded.game, rules=type(loaded.game.rules)()))
    fits, shuffles = [], Shuffles()
    for name in house_names():
        house = load_house(name)
        faults = _faults(judge(loaded, Options(), house, house.rules, shuffles=shuffles))
        first = min(faults, key=_place, default=None)
        switch = None
        if first is not None and first.code != "G130":
            switch = _switch(loaded, house, first, shuffles)
        fits.append(Fit(house, first, len(faults), switch))
    return sorted(fits, key=lambda fit: (fit.fault is not None and fit.fault.code == "G130", fit.count))


def _place(fault: Finding) -> tuple[int, int, int]:
    """When it happens: by hand, the cards, the calls, the tricks, then what is claimed of the hand or the game."""
    where = fault.where
    if fault.code in ("G101", "G104"):
        stage, step = -2, 0
    elif fault.code[0] == "B" or where.call is not None:
        stage, step = 0, where.call or 99
    elif fault.code[0] == "D":
        stage, step = -1, 0
    elif where.trick is not None:
        stage, step = where.trick, where.play or 0
    else:
        stage, step = 99, 0
    return (where.hand or 10**9, stage, step)


def _switch(loaded: Loaded, house: House, fault: Finding, shuffles: Shuffles) -> Switch | None:
    """The one switch that makes the log fit, or as far as the fault; first what the house lets a table pick."""
    upto, place = _as_far_as(loaded, fault), _place(fault)

    def faults(game: Loaded, rules: Rules, until: Callable[[Finding], bool]) -> list[Finding]:
        return _faults(judge(game, Options(), house, rules, shuffles=shuffles, until=until))

    def no_later(found: Finding) -> bool:
        return _is_fault(found) and _place(found) <= place

    own = {key: value for key, value, _ in switches(house.rules)}
    best: tuple[int, Switch] | None = None
    for key, value in _candidates(loaded, house, own):
        try:
            rules = _with_switch(house.rules, key, value)
        except ValueError:
            continue
        first = min(map(_place, faults(upto, rules, no_later)), default=None)
        if first is not None and first <= place:
            continue
        whole = first is None and (upto is loaded or not faults(loaded, rules, _is_fault))
        rank = 0 if whole else 1 if first is None else 2
        if best is None or rank < best[0]:
            best = rank, Switch(key, value, own[key], value in house.choices.get(key, ()), whole)
        if whole:
            break
    return best[1] if best is not None else None


def _as_far_as(loaded: Loaded, fault: Finding) -> Loaded:
    """The game up to the hand of a fault; the whole of it where that is its last, or none is named."""
    hands = loaded.game.hands
    numbers = [number_of(hand, index) for index, hand in enumerate(hands)]
    kept = hands[: numbers.index(fault.where.hand) + 1] if fault.where.hand in numbers else hands
    if len(kept) == len(hands):
        return loaded
    return replace(loaded, game=with_fields(loaded.game, hands=kept, result=None, ended=None))


def _candidates(loaded: Loaded, house: House, own: dict[str, Any]) -> list[tuple[str, Any]]:
    """The switches to try and their values; for a fixed number of deals, as many as there are."""
    chosen = [(key, value) for key, values in house.choices.items() for value in values if key != "patterns"]
    every = [(key, value) for key in own for value in _values(key) if value != own[key]]
    every.append(("deals", sum(hand.ended != "redealt" for hand in loaded.game.hands)))
    return chosen + [each for each in every if each not in chosen]


def _values(key: str) -> tuple[Any, ...]:
    """The values to try for a switch; none for those of which the log shows nothing."""
    if key in _NUMBERS:
        return _NUMBERS[key]
    if key.startswith("points."):
        return tuple(range(_MOST_POINTS + 1))
    kind = get_type_hints(Rules).get(key)
    if kind is bool:
        return (False, True)
    return get_args(kind) if key not in ("patterns", "first_dealer", "turned_down", "points", "renege") else ()


def _with_switch(rules: Rules, key: str, value: Any) -> Rules:
    if key in ("target", "deals"):
        return with_fields(rules, **{"target": 0, "deals": 0, key: value})
    outer, dot, inner = key.partition(".")
    if dot:
        value = with_fields(getattr(rules, outer), **{inner: value})
    return with_fields(rules, **{outer: value})

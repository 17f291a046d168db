"""``Rules``: one value holding every switch that tells houses apart, with its default and meaning.

The switches are declared once, here. Records, JSON Schema and ``rules show`` read them from the declaration.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

Count = Annotated[int, Meta(ge=0, le=99)]
SIDES_OF = {2: "solo", 3: "maker-against-rest", 4: "pairs"}
"""Who plays together, by the number of seats."""

_PATTERN = re.compile(r"[1-9][0-9]?(,[1-9][0-9]?)*(/[1-9][0-9]?(,[1-9][0-9]?)*)*", re.ASCII)


def _means(text: str) -> Meta:
    return Meta(description=text)


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What each result of a hand is worth."""

    make: Annotated[Count, _means("makers take three or four tricks")] = 1
    march: Annotated[Count, _means("makers take all five")] = 2
    alone: Annotated[Count, _means("a lone maker takes three or four")] = 1
    alone_march: Annotated[Count, _means("a lone maker takes all five")] = 4
    euchre: Annotated[Count, _means("makers are euchred")] = 2
    euchre_alone: Annotated[Count, _means("a lone maker is euchred")] = 2
    lone_defence: Annotated[Count, _means("makers are euchred by a lone defender")] = 4
    no_tricks: Annotated[Count, _means("makers take no trick; 0 counts as any euchre, else the larger")] = 0


class Renege(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house does about a renege."""

    rule: Annotated[
        Literal["unstated", "points-to-others", "points-off", "impossible"],
        _means("unstated, points to the others, points off, or impossible (the software refuses it)"),
    ] = "unstated"
    points: Annotated[Count, _means("size of the penalty")] = 2
    points_alone: Annotated[Count, _means("size of the penalty against a lone player")] = 2
    hand: Annotated[Literal["ends", "played-on"], _means("whether the hand ends there")] = "played-on"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """The rules of one game of euchre."""

    game: Annotated[
        Literal["five-trick", "twelve-trick"], _means("five tricks a hand, or two players and twelve tricks")
    ] = "five-trick"
    seats: Annotated[Literal[2, 3, 4], _means("players")] = 4
    sides: Annotated[
        Literal["pairs", "solo", "maker-against-rest"], _means("who plays together, as the number of players asks")
    ] = "pairs"
    deck: Annotated[
        Literal[24, 25, 28, 29, 32, 33],
        _means("cards in the deck: 24 is nine to ace, 28 from the eight, 32 from the seven; one more is the joker"),
    ] = 24
    target: Annotated[int, Meta(ge=0, le=999), _means("points that win; 0 with a fixed number of deals")] = 10
    win_by: Annotated[int, Meta(ge=1, le=99), _means("points ahead that a win takes")] = 1
    deals: Annotated[int, Meta(ge=0, le=999), _means("fixed number of deals instead of a target")] = 0
    tie: Annotated[Literal["shared", "play-on"], _means("two arrive together")] = "shared"
    patterns: Annotated[tuple[str, ...], Meta(min_length=1), _means("deal patterns allowed")] = ("3/2", "2/3")
    first_dealer: Annotated[
        Literal["agreed", "drawn", "low-card", "black-jack"], _means("how the first dealer is found")
    ] = "agreed"
    turned_down: Annotated[
        Literal["face-down", "face-up-under"], _means("where the turned-down card lies; judged nowhere")
    ] = "face-down"
    stick_the_dealer: Annotated[bool, _means("the dealer must name a suit if all others passed")] = False
    thrown_in: Annotated[Literal["next", "same"], _means("who deals after a throw-in")] = "next"
    partner_may_order: Annotated[
        Literal["with-partner", "only-alone", "only-alone-both"],
        _means("how the dealer's partner may order up; -both: may name, too"),
    ] = "with-partner"
    discard_up_card: Annotated[bool, _means("the dealer may bury the card just taken")] = True
    sitting_dealer_takes: Annotated[
        bool, _means("a dealer who sits out still takes the up card and buries one")
    ] = True
    alone_by: Annotated[
        Literal["nobody", "caller", "either-maker", "anyone"], _means("which makers may go alone")
    ] = "caller"
    alone_when: Annotated[Literal["with-call", "before-lead"], _means("until when a maker may say it")] = (
        "with-call"
    )
    alone_lead: Annotated[
        Literal["dealer-left", "loner-left"], _means("whose left leads when someone plays alone")
    ] = "dealer-left"
    defend_alone: Annotated[Literal["off", "against-lone", "any"], _means("when a defender may play alone")] = "off"
    no_trump: Annotated[bool, _means("no trump may be named in round two")] = False
    joker_turned_up: Annotated[
        Literal["dealer-names", "c", "d", "h", "s"], _means("the suit of a turned-up joker")
    ] = "dealer-names"
    farmers_hand: Annotated[
        Literal["off", "redeal", "swap"],
        _means("a hand of low cards: dealt again by the same dealer, or three of it swapped with the kitty"),
    ] = "off"
    farmers_hand_is: Annotated[
        Literal["all-nines-tens", "three-nines-tens", "no-ace-no-face"], _means("what such a hand is")
    ] = "all-nines-tens"
    partners_best: Annotated[bool, _means("a lone player gets the partner's best card")] = False
    go_under: Annotated[bool, _means("three low cards may be swapped with the kitty")] = False
    points: Points = Points()
    renege: Renege = Renege()

    def __post_init__(self) -> None:
        if bool(self.target) == bool(self.deals):
            raise ValueError("exactly one of target and deals is above 0")
        sides = SIDES_OF[self.seats]
        if self.sides != sides:
            raise ValueError(f"sides is {self.sides}; a game of {self.seats} is played {sides}")
        if self.game == "twelve-trick" and self.seats != 2:
            raise ValueError("the twelve-trick game is for two players: seats has to be 2, sides solo")
        if self.seats != 4:
            self._nobody_alone()
        for pattern in self.patterns:
            if not _PATTERN.fullmatch(pattern) or not self._deals(pattern):
                cards = "four, four and four (4/4/4)" if self.game == "twelve-trick" else "five cards"
                raise ValueError(f"{pattern!r} is not a pattern that deals {cards} to each seat")

    def _nobody_alone(self) -> None:
        for key, off in (
            ("alone_by", "nobody"),
            ("defend_alone", "off"),
            ("partner_may_order", "with-partner"),
            ("partners_best", False),
        ):
            if getattr(self, key) != off:
                shown = "false" if off is False else off
                raise ValueError(f"{key}: in a game of {self.seats} nobody has a partner; it has to be {shown}")

    def _deals(self, pattern: str) -> bool:
        if self.game == "twelve-trick":
            return pattern == "4/4/4"
        return all(cards == self.hand_size for cards in _dealt(pattern, self.seats))

    @property
    def tricks(self) -> int:
        """Tricks of a hand."""
        return 12 if self.game == "twelve-trick" else 5

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat."""
        return self.tricks

    @property
    def to_make(self) -> int:
        """Tricks that the makers need."""
        return 7 if self.game == "twelve-trick" else 3

    @property
    def most_calls(self) -> int:
        """Calls after which the calling is over: twice round; once, where no card is turned up."""
        return self.seats if self.game == "twelve-trick" else 2 * self.seats

    @property
    def joker(self) -> bool:
        """Whether the joker is in the deck."""
        return self.deck % 2 == 1

    @property
    def side_count(self) -> int:
        """Sides of the game: two with partners, else each player is one."""
        return 2 if self.sides == "pairs" else self.seats

    def side_of(self, seat: int) -> int:
        """The side of a seat: 0 for seats 0 and 2 where partners play, else the seat."""
        return seat % 2 if self.sides == "pairs" else seat


def _dealt(pattern: str, seats: int) -> list[int]:
    """How many cards a pattern deals to each seat, from the dealer's left."""
    rounds = [[int(count) for count in part.split(",")] for part in pattern.split("/")]
    return [sum(counts[seat % len(counts)] for counts in rounds) for seat in range(seats)]


def _partial(name: str, whole: type[msgspec.Struct], doc: str) -> type[msgspec.Struct]:
    fields: list[tuple[str, Any, Any]] = []
    for field in msgspec.structs.fields(whole):
        kind = field.type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = _partial(f"{field.name.title()}Diff", kind, kind.__doc__ or "")
        fields.append((field.name, kind | UnsetType, UNSET))
    return msgspec.defstruct(
        name,
        fields,
        namespace={"__doc__": doc},
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )


if TYPE_CHECKING:

    class RulesDiff(msgspec.Struct):
        """Like :class:`Rules` with every switch optional and nothing assumed for one left out."""

else:
    RulesDiff = _partial("RulesDiff", Rules, "The switches in which a game differs from its house.")


@cache
def _declared() -> tuple[tuple[str, str | None, str], ...]:
    declared: list[tuple[str, str | None, str]] = []
    for field in msgspec.structs.fields(Rules):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            inner = msgspec.structs.fields(field.type)
            declared += [(field.name, each.name, _meaning(each.type)) for each in inner]
        else:
            declared.append((field.name, None, _meaning(field.type)))
    return tuple(declared)


def switches(rules: Rules) -> Iterator[tuple[str, Any, str]]:
    """``(key, value, meaning)`` of every switch, nested ones as ``points.make``."""
    for outer, inner, meaning in _declared():
        value = getattr(rules, outer)
        yield (outer, value, meaning) if inner is None else (f"{outer}.{inner}", getattr(value, inner), meaning)


def spelled(value: Any) -> str:
    """A value of a switch as people read it: yes, no, or the word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " or ".join(map(str, value))
    return str(value)


def allowed_values(key: str) -> str | None:
    """The values that a switch may have, where they can be listed: ``"next or same"``."""
    kind: Any = Rules
    for name in key.split("."):
        fields = (
            {field.name: field.type for field in msgspec.structs.fields(kind)} if isinstance(kind, type) else {}
        )
        kind = fields.get(name)
    choices = get_args(get_args(kind)[0]) if get_args(kind) else ()
    return " or ".join(map(str, choices)) or None


def _meaning(annotated: Any) -> str:
    for extra in getattr(annotated, "__metadata__", ()):
        if isinstance(extra, Meta) and extra.description:
            return extra.description
    raise TypeError(f"a switch without a meaning: {annotated}")

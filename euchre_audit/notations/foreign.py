"""What reading another notation gives: a game of ours and the way back to its places in the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import CANDIDATES, CARDS, DECK_MASK, JOKER
from ..engine import Hand
from ..records import Document, Game
from ..rules import Rules
from ..rules.model import switches


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a hand was not read whole: a note, or a fault of the file at a place of its own (in our pointers)."""

    message: str
    code: str = "P340"
    pointer: str | None = None
    trick: int | None = None


@dataclass(slots=True)
class ForeignGame:
    """Another notation's file as a game of ours.

    ``origin`` maps each pointer of the game to the file's; ``alone``: one hand on its own; ``refusals`` say why
    a hand (by index) was not read whole, ``no_score`` why the points are not judged. ``faults`` has the place of
    the fault after which the rest of a hand was not read, since who acted cannot be told. ``proof`` is the
    document that the evidence came from, ``proof_origin`` where in it the parts of our game stand.
    """

    document: Document
    game: Game
    origin: dict[str, str] = field(default_factory=dict)
    alone: bool = False
    refusals: dict[int, Refusal] = field(default_factory=dict)
    no_score: str | None = None
    faults: dict[int, str] = field(default_factory=dict)
    proof: Document | None = None
    proof_origin: dict[str, str] = field(default_factory=dict)


def nearest(origin: Mapping[str, str], pointer: str) -> str:
    """The place in the file of ``pointer``, or of what holds it."""
    while pointer and pointer not in origin:
        pointer = pointer.rpartition("/")[0]
    return origin.get(pointer, "")


def new_table(rules: Rules, dealer: int, up: str | None) -> Hand:
    """A hand to be followed with no card known but the up card: who acts, who sits out, which suit is trump."""
    card = CARDS.get(up or "", -1)
    suits = {each // 8 for each in range(JOKER) if CANDIDATES[up or "??"] >> each & 1}
    suit = suits.pop() if len(suits) == 1 else -1
    unknown = [[DECK_MASK[rules.deck]] * rules.hand_size for _ in range(rules.seats)]
    return Hand(rules, dealer, card, suit, unknown, 0)


def shown(value: object) -> str:
    """A value of a switch as records spell it."""
    if isinstance(value, tuple):
        return " or ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_lost(rules: Rules, said: Rules, notation: str) -> list[str]:
    """A line for each switch that the notation cannot say, with what its reader takes instead."""
    other = {key: value for key, value, _ in switches(said)}
    return [
        f"/rules: {key} is {shown(value)}, which {notation} cannot say; there it is {shown(other[key])}"
        for key, value, _ in switches(rules)
        if other[key] != value and not _plays_no_part(key, rules)
    ]


def _plays_no_part(key: str, rules: Rules) -> bool:
    return (key == "joker_turned_up" and not rules.joker) or (
        key == "farmers_hand_is" and rules.farmers_hand == "off"
    )

"""The documents as types. JSON Schemas are generated from here; the field names are the contract."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..cards import CANDIDATES
from ..rules.model import RulesDiff

if TYPE_CHECKING:
    Card = str
else:
    Card = Annotated[
        Literal[tuple(CANDIDATES)],
        Meta(description="rank then suit, 9c to As, Jo; ?? unknown, ?h or K? half known"),
    ]
Seat = Annotated[int, Meta(ge=0, le=3, description="clockwise; four-handed 0 North, 1 East, 2 South, 3 West")]
HandNumber = Annotated[int, Meta(ge=1, le=999_999_999, description="from 1, every deal of the game counted")]
Points = Annotated[int, Meta(ge=-999, le=9999)]
BySide = Annotated[
    list[Points],
    Meta(min_length=2, max_length=3, description="by side: seats 0 and 2, seats 1 and 3; without partners by seat"),
]
Text = Annotated[str, Meta(max_length=1000)]
_CARD = "([7-9TJQKA?][cdhs?]|Jo)"
_VERBS = (
    f"pass|order( alone)?|name [cdhsn]( alone)?|alone|turn [cdhs]|(discard|play|uncover) {_CARD}"
    f"|give {_CARD} [0-3]|swap {_CARD}(,{_CARD})* for {_CARD}(,{_CARD})*"
    "|misdeal (farmers-hand|exposed-card|wrong-count|other)|lay-down|concede (hand|game)"
)
LogLine = Annotated[
    str,
    Meta(
        max_length=100,
        description="<seat> <verb> [arguments], as it happened",
        extra_json_schema={"pattern": f"^[0-3] ({_VERBS})$"},
    ),
]
Hex = Annotated[str, Meta(max_length=1000, extra_json_schema={"pattern": "^[0-9a-f]*$"})]
"""The pattern is the schema's alone: here a wrong value is a finding about the deal, not about the file."""


class _Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    pass


class Person(_Record):
    """Who sits there: an id that stays the same, a name, a person or a bot."""

    id: Text
    name: Text | None = None
    kind: Literal["person", "bot"] | None = None


Player = Text | Person


class Value(_Record):
    """What a player put into the shuffle, and the hash published for it before."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    value: Hex
    contribution: Hex | None = None


class Beacon(_Record):
    """The public beacon's signature of the round that the terms name."""

    signature: Hex


class Proof(_Record):
    """That the commitment stands in the operator's ledger under a signed checkpoint."""

    leaf: str
    index: Annotated[int, Meta(ge=0)]
    size: Annotated[int, Meta(ge=0)]
    path: Annotated[list[Hex], Meta(max_length=64)]
    checkpoint: str
    timestamp: str | None = None


class DealEvidence(_Record):
    """What was promised before a deal and revealed after it."""

    match: str | None = None
    terms: str | None = None
    commitment: Hex | None = None
    secret: Hex | None = None
    values: Annotated[list[Value], Meta(max_length=6)] = []
    beacon: Beacon | None = None
    proof: Proof | None = None


class Claims(_Record):
    """What the record says the hand made. ``points`` without rulings, ``score`` with them."""

    tricks: BySide | None = None
    points: BySide | None = None
    score: BySide | None = None


class Ruling(_Record):
    """What a referee decided, and the points given for it, by side."""

    what: Text
    seat: Seat | None = None
    trick: Annotated[int, Meta(ge=1, le=12)] | None = None
    points: BySide | None = None


class ScoreCard(_Record):
    """A hand of which only the score card was kept."""

    maker: Seat
    trump: Literal["c", "d", "h", "s", "n"]
    alone: bool = False


Ended = Literal["played", "thrown-in", "redealt", "claimed", "conceded", "ruled", "abandoned"]
Dealt = Annotated[
    list[Annotated[list[Card], Meta(max_length=32)] | None],
    Meta(min_length=2, max_length=4, description="by seat"),
]


class HandRecord(_Record):
    """One hand as it happened."""

    hand: HandNumber | None = None
    dealer: Seat | None = None
    up: Card | None = None
    dealt: Dealt | None = None
    kitty: Annotated[list[Card], Meta(max_length=32)] | None = None
    log: Annotated[list[LogLine], Meta(max_length=200)] | None = None
    card: ScoreCard | None = None
    ended: Ended | None = None
    claims: Claims | None = None
    rulings: Annotated[list[Ruling], Meta(max_length=50)] = []
    players: Annotated[list[Player], Meta(min_length=2, max_length=4)] | None = None
    deal: DealEvidence | None = None

    def __post_init__(self) -> None:
        if (self.log is None) == (self.card is None):
            raise ValueError("a hand has a log or a card, and not both")

    @property
    def farmers_hand(self) -> bool:
        """Whether the log ends with a hand that a farmer gave back."""
        return (self.log or [""])[-1].endswith(" misdeal farmers-hand")


class FirstDealer(_Record):
    """How the first dealer was found."""

    method: Literal["agreed", "drawn", "low-card", "black-jack"]
    dealer: Seat
    cards: Annotated[list[Card], Meta(max_length=40)] | None = None
    deal: DealEvidence | None = None


class Result(_Record):
    """How the game came out."""

    score: BySide | None = None
    winners: Annotated[list[Annotated[int, Meta(ge=0, le=3)]], Meta(max_length=4)] | None = None


class Game(_Record, tag_field="format", tag="euchre-game/1"):
    """A game: hands in the order dealt."""

    hands: Annotated[list[HandRecord], Meta(max_length=2000)]
    game: Annotated[str, Meta(max_length=200)] | None = None
    played: Annotated[str, Meta(max_length=40, description="RFC 3339, UTC")] | None = None
    house: Annotated[str, Meta(max_length=100)] | None = None
    rules: RulesDiff = RulesDiff()
    players: Annotated[list[Player], Meta(min_length=2, max_length=4)] | None = None
    start: BySide | None = None
    first_dealer: FirstDealer | None = None
    ended: Literal["target", "deals", "conceded", "abandoned"] | None = None
    result: Result | None = None
    meta: dict[str, Any] = {}


class HandFile(HandRecord, tag_field="format", tag="euchre-hand/1"):
    """One hand on its own, as a player saves it. ``start`` is the score before it."""

    game: Annotated[str, Meta(max_length=200)] | None = None
    played: Annotated[str, Meta(max_length=40, description="RFC 3339, UTC")] | None = None
    house: Annotated[str, Meta(max_length=100)] | None = None
    rules: RulesDiff = RulesDiff()
    start: BySide | None = None
    meta: dict[str, Any] = {}

    def as_game(self) -> Game:
        """The game of this one hand."""
        fields = {name: getattr(self, name) for name in HandRecord.__struct_fields__}
        fields["players"] = None
        return Game(
            hands=[HandRecord(**fields)],
            game=self.game,
            played=self.played,
            house=self.house,
            rules=self.rules,
            players=self.players,
            start=self.start,
            meta=self.meta,
        )


FORMATS: dict[str, type[Game] | type[HandFile]] = {"euchre-game/1": Game, "euchre-hand/1": HandFile}


KINDS_OF_RECORD: tuple[type[msgspec.Struct], ...] = (
    Game,
    HandFile,
    DealEvidence,
    Value,
    Beacon,
    Proof,
    Claims,
    Ruling,
    ScoreCard,
    FirstDealer,
    Result,
    Person,
)
"""Every type of object that records are made of."""


def number_of(record: HandRecord, index: int) -> int:
    """The number of a hand: its own, else by its place (from 0)."""
    return index + 1 if record.hand is None else record.hand


def player_name(player: Player) -> str:
    """What to call a player."""
    if isinstance(player, str):
        return player
    return player.name or player.id


def player_id(player: Player) -> str:
    """By what a match header knows a player: the id, else the name."""
    return player if isinstance(player, str) else player.id

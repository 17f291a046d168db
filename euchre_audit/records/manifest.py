"""An archive's manifest: which games it holds, and the ledger of their deals. It is not signed."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..rules.model import RulesDiff
from .documents import BySide, Person, Text

MANIFEST = "archive.json"
FORMAT = "euchre-archive/1"
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Path = Annotated[str, Meta(min_length=1, max_length=1000)]
Round = Annotated[int, Meta(ge=1, le=9999)]
Count = Annotated[int, Meta(ge=-999_999, le=999_999)]


class _Part(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    pass


class ListedGame(_Part):
    """One game of the archive: its file, and who sat where in which round."""

    path: Path
    sha256: Sha256
    round: Round | None = None
    table: Round | None = None
    seats: Annotated[list[Text], Meta(min_length=2, max_length=4)] | None = None
    score: BySide | None = None


class Bye(_Part):
    """Who did not play in a round."""

    round: Round
    players: list[Text]


class LedgerPart(_Part):
    """Where the ledger is, the checkpoints over it, and whose it is."""

    path: Path
    checkpoints: Annotated[list[Path], Meta(max_length=10_000)] = []
    origin: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class Row(_Part):
    """A player's standing."""

    player: Text
    played: Count | None = None
    won: Count | None = None
    points: Count | None = None


class Standings(_Part):
    """The standings, and by what they are ordered."""

    order: list[Literal["won", "points", "played"]]
    rows: list[Row]


class Manifest(_Part, tag_field="format", tag=FORMAT):
    """What an archive says of itself."""

    event: Annotated[str, Meta(max_length=200)] | None = None
    house: Annotated[str, Meta(max_length=100)] | None = None
    rules: RulesDiff = RulesDiff()
    players: list[Person] = []
    games: list[ListedGame] = []
    byes: list[Bye] = []
    ledger: LedgerPart | None = None
    standings: Standings | None = None
    previous: Sha256 | None = None
    meta: dict[str, Any] = {}

"""The published constraints of Euchre Game Notation 1.4 and of a match of such games, as a JSON Schema.

Keys, types, ranges and enumerations are facts of the notation, put down here again for the tests.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def text(longest: int) -> Schema:
    return {"type": "string", "maxLength": longest}


def closed(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def at_most(count: int, items: Schema) -> Schema:
    return {"type": "array", "maxItems": count, "items": items}


WHOLE: Schema = {"type": "integer"}
YES_NO: Schema = {"type": "boolean"}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 9}
CARD: Schema = {"type": "string", "pattern": "^(?:[NTJQKAX789][cdhsCDHSxntg]|L|R|B)$"}
CARDS = at_most(10, CARD)

PLAYER = closed(
    ["name"],
    id=text(64),
    name=text(64),
    playerIds=at_most(10, closed(["id", "source"], id=text(64), source=text(64))),
)

_WHOLE_RULES = ("min_rank", "num_players", "loner_march_score", "loner_euchred_score")
_YES_NO_RULES = ("std", "canadian", "defend_alone", "farmers", "partners_best", "go_under", "joker")
_YES_NO_RULES += ("allow_no_trump", "fast_break", "four_trick_tokens")

RULESET = closed(
    [],
    loner_lead={"enum": ["LEFT_OF_DEALER", "LEFT_OF_LONER"]},
    winning_score={"type": "integer", "minimum": 1},
    num_deals={"type": "integer", "minimum": 1},
    **dict.fromkeys(_WHOLE_RULES, WHOLE),
    **dict.fromkeys(_YES_NO_RULES, YES_NO),
)
RULESET["not"] = {"required": ["num_deals", "winning_score"]}

METADATA = closed(
    ["players", "initialScore"],
    gameId=text(64),
    title=text(128),
    description=text(1024),
    players=at_most(10, {"oneOf": [text(64), PLAYER]}),
    teamNames={"type": "array", "items": text(64), "minItems": 2, "maxItems": 2},
    initialScore=at_most(2, WHOLE),
    finalScore=at_most(2, WHOLE),
    date={
        "type": "string",
        "maxLength": 64,
        "pattern": r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$",
    },
    ruleset=RULESET,
)

BIDDING = closed(
    ["phaseNumber", "type", "calls"],
    phaseNumber=WHOLE,
    type={"const": "EUCHRE_BIDDING"},
    calls=at_most(16, {"enum": ["Pass", "Order", "c", "d", "h", "s", "n", "x"]}),
    isAlone=YES_NO,
    aloneDefender=WHOLE,
    discard=CARD,
    cardExchanges=at_most(4, closed(["receiver", "cards"], sender=SEAT, receiver=SEAT, cards=CARDS)),
)

PLAY = closed(
    ["phaseNumber", "type", "tricks"],
    phaseNumber=WHOLE,
    type={"const": "TRICK_PLAY"},
    tricks=at_most(10, CARDS),
    isAlone=YES_NO,
)

DEAL = closed(
    ["dealNumber", "initialState", "phases"],
    dealNumber={"type": "integer", "minimum": 0},
    initialState=closed(["dealer", "upCard"], dealer=SEAT, upCard=CARD, playerCards=at_most(10, CARDS)),
    phases=at_most(2, {"oneOf": [BIDDING, PLAY]}),
)

EGN_SCHEMA = closed(
    ["fileType", "version", "metadata", "deals"],
    fileType={"const": "Euchre Game Notation"},
    version={"type": "string", "pattern": r"^1\.4(\.\d+)?$"},
    metadata=METADATA,
    deals=at_most(100, DEAL),
)

EMN_SCHEMA = closed(
    ["fileType", "version", "metadata", "games"],
    fileType={"const": "Euchre Match Notation"},
    version={"type": "string", "pattern": r"^1\.0(\.\d+)?$"},
    metadata=closed(
        ["players"],
        matchId=text(64),
        title=text(128),
        players={
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {**PLAYER, "required": ["id", "name"]},
        },
    ),
    games={
        "type": "array",
        "items": closed(
            ["gameIndex", "players", "gameData"],
            gameIndex={"type": "integer", "minimum": 0},
            players={
                "type": "array",
                "minItems": 4,
                "maxItems": 4,
                "uniqueItems": True,
                "items": {"type": "string"},
            },
            gameData=EGN_SCHEMA,
        ),
    },
)

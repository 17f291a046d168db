"""House rules as plain dicts: the defaults, and what each house changes in them."""

from __future__ import annotations

from typing import Any

Rules = dict[str, Any]

DEFAULTS: Rules = {
    "deck": 24,
    "target": 10,
    "win_by": 1,
    "deals": 0,
    "tie": "shared",
    "patterns": ["3/2", "2/3"],
    "stick_the_dealer": False,
    "thrown_in": "next",
    "partner_may_order": "with-partner",
    "discard_up_card": True,
    "sitting_dealer_takes": True,
    "alone_by": "caller",
    "alone_when": "with-call",
    "alone_lead": "dealer-left",
    "defend_alone": "off",
    "points": {
        "make": 1,
        "march": 2,
        "alone": 1,
        "alone_march": 4,
        "euchre": 2,
        "euchre_alone": 2,
        "lone_defence": 4,
        "no_tricks": 0,
    },
}

# Switches that this engine does not play: it accepts only the value that turns them off.
TURNED_OFF: Rules = {
    "game": "five-trick",
    "seats": 4,
    "sides": "pairs",
    "no_trump": False,
    "farmers_hand": "off",
    "partners_best": False,
    "go_under": False,
}

# Switches that have no bearing on a legal deal, its play or its points.
WITHOUT_EFFECT = ["first_dealer", "turned_down", "joker_turned_up", "farmers_hand_is", "renege"]

FAMILY: Rules = {}
CANADIAN: Rules = {
    "partner_may_order": "only-alone",
    "patterns": ["3/2", "2/3", "1/1/1/1/1"],
}
AUSTRALIAN: Rules = {"partner_may_order": "only-alone"}
PAGAT: Rules = {"alone_by": "anyone", "alone_when": "before-lead", "alone_lead": "loner-left"}
CARDGAMES_IO: Rules = {"stick_the_dealer": True}
CARDGAMES_IO_2016: Rules = {}
CARDGAMES_IO_2015: Rules = {"alone_by": "anyone", "alone_when": "before-lead", "defend_alone": "any"}
CARDGAMES_IO_TWO_CLEAR: Rules = {**CARDGAMES_IO_2015, "win_by": 2}
CLUB: Rules = {"stick_the_dealer": True, "patterns": ["3/2"], "sitting_dealer_takes": False}
GUIDE: Rules = {"stick_the_dealer": True, "alone_by": "either-maker", "alone_when": "before-lead"}


def egn(stick_the_dealer: bool = True) -> Rules:
    return {"stick_the_dealer": stick_the_dealer}


def openspiel(stick_the_dealer: bool = False) -> Rules:
    return {
        "stick_the_dealer": stick_the_dealer,
        "discard_up_card": False,
        "sitting_dealer_takes": True,
    }


HOUSES: dict[str, Rules] = {
    "family": FAMILY,
    "canadian": CANADIAN,
    "australian": AUSTRALIAN,
    "pagat": PAGAT,
    "cardgames-io": CARDGAMES_IO,
    "cardgames-io-2016": CARDGAMES_IO_2016,
    "cardgames-io-2015": CARDGAMES_IO_2015,
    "cardgames-io-two-clear": CARDGAMES_IO_TWO_CLEAR,
    "club": CLUB,
    "guide": GUIDE,
    "egn": egn(),
    "openspiel": openspiel(),
}


def with_defaults(*changes: Rules | None) -> Rules:
    """The full rules: the defaults, then each set of changes in turn, the later one before the earlier."""
    rules = {**DEFAULTS, "points": dict(DEFAULTS["points"])}
    for change in changes:
        for key, value in (change or {}).items():
            if key == "points":
                for name in value:
                    if name not in DEFAULTS["points"]:
                        raise ValueError(f"unknown points: {name}")
                rules["points"].update(value)
            elif key in DEFAULTS:
                rules[key] = value
            elif key in TURNED_OFF:
                if value != TURNED_OFF[key]:
                    raise ValueError(f"not played here: {key} = {value}")
            elif key not in WITHOUT_EFFECT:
                raise ValueError(f"unknown rule: {key}")
    # A fixed number of deals stands in the place of the target.
    if rules["deals"]:
        rules["target"] = 0
    return rules


def rules_of(house: str, changes: Rules | None = None) -> Rules:
    """The full rules of a house, with the changes that a game makes to it."""
    return with_defaults(HOUSES[house], changes)

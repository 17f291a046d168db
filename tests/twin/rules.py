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

# What sets the variants apart from the common game (four players, five tricks), and the value that turns each off.
TURNED_OFF: Rules = {
    "game": "five-trick",
    "seats": 4,
    "sides": "pairs",
    "no_trump": False,
    "farmers_hand": "off",
    "partners_best": False,
    "go_under": False,
}

# Switches that have no bearing on a legal deal of the common game, its play or its points.
WITHOUT_EFFECT = ["first_dealer", "turned_down", "joker_turned_up", "farmers_hand_is", "renege"]

ALL_DEFAULTS: Rules = {
    **DEFAULTS,
    **TURNED_OFF,
    "joker_turned_up": "dealer-names",
    "farmers_hand_is": "all-nines-tens",
}

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


BRITISH: Rules = {"deck": 25, "target": 11, "partner_may_order": "only-alone"}
BICYCLE: Rules = {"first_dealer": "low-card", "turned_down": "face-up-under"}
TRICKSTER: Rules = {"target": 10}
FAMILY_CUTTHROAT: Rules = {
    "seats": 3,
    "sides": "maker-against-rest",
    "alone_by": "nobody",
    "points": {"march": 3},
}
FAMILY_TWO: Rules = {"seats": 2, "sides": "solo", "alone_by": "nobody"}
FAMILY_TWO_32: Rules = {**FAMILY_TWO, "deck": 32, "target": 5}
FAMILY_TWELVE: Rules = {**FAMILY_TWO, "game": "twelve-trick", "patterns": ["4/4/4"], "target": 31}

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


VARIANT_HOUSES: dict[str, Rules] = {
    "family-cutthroat": FAMILY_CUTTHROAT,
    "family-two": FAMILY_TWO,
    "family-two-32": FAMILY_TWO_32,
    "family-twelve": FAMILY_TWELVE,
    "british": BRITISH,
    "bicycle": BICYCLE,
    "trickster": TRICKSTER,
}

DECKS = [24, 25, 28, 29, 32, 33]
SIDES_OF_SEATS = {4: "pairs", 3: "maker-against-rest", 2: "solo"}


def with_defaults(*changes: Rules | None) -> Rules:
    """The rules of the common game: the defaults, then each set of changes in turn, the later one first."""
    for change in changes:
        for key, value in (change or {}).items():
            if value != TURNED_OFF.get(key, value):
                raise ValueError(f"not played here: {key} = {value}")
    return changed(DEFAULTS, changes, passed_over=[*TURNED_OFF, *WITHOUT_EFFECT])


def complete_rules(*changes: Rules | None) -> Rules:
    """The rules with every switch, also those of the variants."""
    rules = changed(ALL_DEFAULTS, changes, passed_over=WITHOUT_EFFECT)
    refuse_impossible(rules)
    return rules


def changed(defaults: Rules, changes: tuple[Rules | None, ...], passed_over: list[str]) -> Rules:
    rules = {**defaults, "points": dict(defaults["points"])}
    for change in changes:
        for key, value in (change or {}).items():
            if key == "points":
                for name in value:
                    if name not in defaults["points"]:
                        raise ValueError(f"unknown points: {name}")
                rules["points"].update(value)
            elif key in defaults:
                rules[key] = value
            elif key not in passed_over:
                raise ValueError(f"unknown rule: {key}")
    # A fixed number of deals stands in the place of the target.
    if rules["deals"]:
        rules["target"] = 0
    return rules


def refuse_impossible(rules: Rules) -> None:
    """Switches that do not go together."""
    if rules["deck"] not in DECKS:
        raise ValueError(f"no such deck: {rules['deck']}")
    if rules["sides"] != SIDES_OF_SEATS[rules["seats"]]:
        raise ValueError(f"{rules['seats']} seats, but the sides are {rules['sides']}")
    if rules["seats"] != 4:
        without_partner = {
            "alone_by": "nobody",
            "defend_alone": "off",
            "partner_may_order": "with-partner",
            "partners_best": False,
        }
        for key, value in without_partner.items():
            if rules[key] != value:
                raise ValueError(f"nobody has a partner here: {key} = {rules[key]}")
    if rules["game"] == "twelve-trick":
        if rules["seats"] != 2 or rules["patterns"] != ["4/4/4"]:
            raise ValueError("twelve tricks are for two players, dealt 4/4/4")
    elif any(sum(int(batch) for batch in pattern.split("/")) != 5 for pattern in rules["patterns"]):
        raise ValueError(f"not five cards a seat: {rules['patterns']}")
    if not rules["target"] and not rules["deals"]:
        raise ValueError("neither a target nor a number of deals")


def is_common(changes: Rules) -> bool:
    """Whether changes to a house of the common game leave it one."""
    return changes.get("deck", 24) % 2 == 0 and all(changes.get(k, v) == v for k, v in TURNED_OFF.items())


def rules_of(house: str, changes: Rules | None = None) -> Rules:
    """The full rules of a house, with the changes that a game makes to it."""
    if house in HOUSES and is_common(changes or {}):
        return with_defaults(HOUSES[house], changes)
    return complete_rules({**HOUSES, **VARIANT_HOUSES}[house], changes)

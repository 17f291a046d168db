"""Whole games with a change, and files that are refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from euchre_audit.records.write import json_text
from tests.audit.games import Doc, proven_game
from tests.web.case import EXAMPLES, Case


def of_games() -> Iterator[Case]:
    """Games with their numbers, turns, scores or end changed."""
    for house, seed in (("club", 0), ("family", 1)):
        clean = proven_game(seed, house)
        for name, change in GAMES.items():
            game = copy.deepcopy(clean)
            change(game)
            yield Case(f"{house}, {name}", json_text(game))
    deals = proven_game(2, "family", {"target": 0, "deals": 4})
    again = {**copy.deepcopy(deals["hands"][1]), "log": ["0 misdeal exposed-card"], "ended": "redealt"}
    again["claims"] = {"score": deals["hands"][0]["claims"]["score"]}
    deals["hands"].insert(1, again)
    yield Case("four deals and one dealt again", json_text(deals))
    yield from ruled()
    for house, method in (("pagat", "black-jack"), ("family", "low-card")):
        for number, cards in enumerate(SHOWN):
            drawn = proven_game(number, house, max_hands=1)
            for dealer in (drawn["hands"][0]["dealer"], 0, 1):
                first = {"method": method, "cards": cards.split(), "dealer": dealer}
                yield Case(f"first dealer {first}", json_text({**drawn, "first_dealer": first}))
    for skipped in (2, 3):
        yield Case(f"dealer passed over at {skipped}", json_text(proven_game(5, "club", skip_dealer_at=skipped)))
    for rules in ({"target": 0, "deals": 7}, {"target": 0, "deals": 4, "tie": "play-on"}, {"thrown_in": "same"}):
        yield Case(f"family {rules}", json_text(proven_game(2, "family", rules)))


def ruled() -> Iterator[Case]:
    """The last hand of a final, with its renege ruled on in many ways."""
    final = json.loads((EXAMPLES / "disputed-game.json").read_text("utf-8"))
    final["start"] = final["hands"][-3]["claims"]["score"]
    final["hands"] = final["hands"][-2:]
    for rules in ({}, {"renege": {"rule": "points-to-others"}}, {"renege": {"rule": "points-off", "points": 3}}):
        for number, ruling in enumerate(RULINGS):
            for place in (-1, -2):
                game = copy.deepcopy(final)
                game["rules"] = rules
                game["hands"][place]["rulings"] = [ruling, RULINGS[0]][: 1 + number % 2]
                yield Case(f"{rules} {ruling} at {place}", json_text(game))
                if place == -2:
                    game["hands"][place] = {**_card(game["hands"][place]), "rulings": [ruling]}
                    game["hands"][place]["card"]["alone"] = True
                    yield Case(f"{rules} {ruling} on a score card", json_text(game))


SHOWN = (
    "9d Kc Qh Js",
    "Jc",
    "9d Js Jc",
    "9d 9d Jc",
    "9d Kc Qh",
    "7d Jc",
    "?? Jc",
    "Ah 9h Th Jh",
    "Ah Ac Th Jh 9d 9c",
    "Ah Ac Th Jh 9d 9c Ts Td",
    "9h 9c 9s 9d Th Tc Ts Td Jh Jc Js Jd Qh Qc Qs Qd Kh Kc Ks Kd Ah Ac As Ad",
)
RULINGS: tuple[Doc, ...] = (
    {"what": "renege", "seat": 1, "trick": 3, "points": [2, 0]},
    {"what": "Revoke", "seat": 1, "points": [0, -2]},
    {"what": "a renege", "points": [0, -3]},
    {"what": "no renege"},
    {"what": "no renege", "points": [0, 2]},
    {"what": "renege, not proven", "seat": 0},
    {"what": "renege", "seat": 2},
    {"what": "renege", "seat": 2, "trick": 9, "points": [0, 2]},
    {"what": "late", "points": [5, 5]},
)


def _claim(index: int, what: str, value: list[int]) -> Callable[[Doc], Any]:
    return lambda game: game["hands"][index]["claims"].update({what: value})


GAMES: dict[str, Callable[[Doc], Any]] = {
    "points": _claim(1, "points", [4, 0]),
    "points that none makes": _claim(1, "points", [3, 3]),
    "tricks": _claim(1, "tricks", [3, 2]),
    "six tricks": _claim(1, "tricks", [3, 3]),
    "score": _claim(1, "score", [9, 9]),
    "number twice": lambda game: game["hands"][2].update(hand=2),
    "number left out": lambda game: game["hands"].pop(1),
    "dealer's name": lambda game: game["hands"][1].update(dealer=(game["hands"][1]["dealer"] + 1) % 4),
    "no dealers": lambda game: [hand.pop("dealer") for hand in game["hands"]],
    "one hand without evidence": lambda game: game["hands"][1].pop("deal"),
    "a hand after the end": lambda game: game["hands"].append(copy.deepcopy(game["hands"][-1])),
    "result": lambda game: game.update(result={"score": [1, 2], "winners": [0]}),
    "winners": lambda game: game["result"].update(winners=[1 - side for side in game["result"]["winners"]]),
    "nobody won": lambda game: game["result"].update(winners=[]),
    "abandoned": lambda game: game.update(ended="abandoned"),
    "ended by deals": lambda game: game.update(ended="deals"),
    "no end": lambda game: (game.pop("ended"), game.pop("result"), game["hands"].pop()),
    "ended too soon": lambda game: game["hands"].pop(),
    "conceded": lambda game: game["hands"][-1]["log"].append("1 concede game"),
    "a hand stops short": lambda game: (game["hands"][1].pop("ended"), game["hands"][1]["log"].pop()),
    "the last hand stops short": lambda game: (game["hands"][-1].pop("ended"), game["hands"][-1]["log"].pop()),
    "another house": lambda game: game.update(house="pagat"),
    "rules without a choice": lambda game: game.update(rules={"target": 8}),
    "played before its house": lambda game: game.update(house="cardgames-io", played="2012-01-01"),
    "start": lambda game: game.update(start=[3, 0]),
    "no start": lambda game: game.pop("start"),
    "won at the start": lambda game: game.update(start=[12, 0]),
    "a ruling": lambda game: game["hands"][0].update(rulings=[{"what": "late", "points": [0, 1]}]),
    "first dealer": lambda game: game.update(
        first_dealer={"method": "drawn", "dealer": game["hands"][0]["dealer"]}
    ),
    "another first dealer": lambda game: game.update(
        first_dealer={"method": "drawn", "dealer": (game["hands"][0]["dealer"] + 1) % 4}
    ),
    "score cards": lambda game: game.update(hands=[_card(hand) for hand in game["hands"]]),
    "a score card": lambda game: game["hands"].__setitem__(1, _card(game["hands"][1])),
}


def _card(hand: Doc) -> Doc:
    card: Doc = {key: hand[key] for key in ("hand", "dealer", "ended", "claims")}
    return {**card, "card": {"maker": 1, "trump": "h", "alone": False}}


def refused() -> Iterator[Case]:
    """Files that nothing can be made of, each for one reason."""
    text = (EXAMPLES / "fair-hand.json").read_text("utf-8")
    for name, (old, new) in TEXTS.items():
        assert old in text
        yield Case(f"refused: {name}", text.replace(old, new, 1))
    yield Case("refused: empty", "  \n")
    yield Case("refused: cut off", text[:-20])
    yield Case("refused: a list", "[]")
    yield Case("refused: more behind", text + "{}")
    yield Case("refused: byte order mark", "\ufeff" + text)
    yield Case("refused: a number", "7")
    yield Case("refused: no hands", json.dumps({"format": "euchre-game/1", "house": "club", "hands": []}))
    yield Case("meta", text.replace('"house"', '"meta": {"a": [1, {"b": "\\u00e9"}]}, "house"', 1))


TEXTS = {
    "a card": ('"Kd"', '"KD"'),
    "text for a hand": ('["Kd", "Td", "Ac", "Qh", "As"]', '"Kd"'),
    "ten as 10": ('"Td"', '"10d"'),
    "a name twice": ('"hand": 3', '"hand": 3, "hand": 3'),
    "a name twice, escaped": ('"hand": 3', '"hand": 3, "h\\u0061nd": 3'),
    "a name twice, deep": ('"id": "ann"', '"id": "ann", "id": "ann"'),
    "NaN": ('"hand": 3', '"hand": NaN'),
    "minus infinity": ('"hand": 3', '"hand": -Infinity'),
    "a fraction": ('"hand": 3', '"hand": 3.0'),
    "an exponent": ('"hand": 3', '"hand": 3e0'),
    "twenty digits": ('"hand": 3', '"hand": 33333333333333333333'),
    "a leading zero": ('"hand": 3', '"hand": 03'),
    "too large": ('"hand": 3', '"hand": 1000000000'),
    "hand 0": ('"hand": 3', '"hand": 0'),
    "a number as text": ('"hand": 3', '"hand": "3"'),
    "true for a number": ('"dealer": 2', '"dealer": true'),
    "seat 4": ('"dealer": 2', '"dealer": 4'),
    "an unknown name": ('"dealer"', '"daeler"'),
    "__proto__": ('"dealer": 2', '"dealer": 2, "__proto__": {}'),
    "a log line": ('"3 pass"', '"3 pas"'),
    "a log line's end": ('"3 pass"', '"3 pass\\n"'),
    "a card in a log line": ('"3 play Jh"', '"3 play Jx"'),
    "a rule": ('"rules": {}', '"rules": {"x": 1}'),
    "a rule's value": ('"rules": {}', '"rules": {"target": "ten"}'),
    "rules that make no game": ('"rules": {}', '"rules": {"deals": 3, "target": 5}'),
    "no bracket": ('"start": [0, 2]', '"start": [0, 2'),
    "a comma too many": ('"start": [0, 2]', '"start": [0, 2,]'),
    "single quotes": ('"start"', "'start'"),
    "a line end in a text": ('"2026-11-29T19:00:00Z"', '"2026\n"'),
    "half a pair": ('"Ann"', '"\\ud800"'),
    "a wrong escape": ('"Ann"', '"\\x41"'),
    "another format": ("euchre-hand/1", "euchre-hand/2"),
    "a list as format": ('"euchre-hand/1"', '["euchre-hand/1"]'),
    "no format": ('"format": "euchre-hand/1",', ""),
    "another house": ('"club"', '"clubb"'),
    "no house": ('"house": "club",', ""),
    "neither log nor card": ('"log"', '"meta"'),
    "meta too deep": ('"rules": {}', '"meta": {"a": ' + "[" * 40 + "]" * 40 + "}"),
    "meta too long": ('"rules": {}', '"meta": {"a": "' + "x" * 16_000 + '"}'),
    "one seat's start": ('"start": [0, 2]', '"start": [0]'),
}

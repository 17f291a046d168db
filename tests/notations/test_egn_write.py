"""Games written as Euchre Game Notation: what comes back, what is lost, what is refused."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from euchre_audit.audit import load
from euchre_audit.findings import Finding, Unreadable
from euchre_audit.notations.egn import read_egn
from euchre_audit.notations.egn_write import write_egn
from euchre_audit.records import Document, Game, Source
from euchre_audit.records.documents import player_id, player_name
from euchre_audit.rules import load_house, resolve
from tests.audit.games import above_notes, findings_of, told
from tests.cli.run import EXAMPLES
from tests.notations.egn_schema import EGN_SCHEMA
from tests.twin.generate import random_game

Doc = dict[str, Any]
CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
VALIDATOR = jsonschema.Draft202012Validator(EGN_SCHEMA)


def game_of(tree: Doc) -> Game:
    return msgspec.convert(tree, Game)


def written(tree: Doc, **how: Any) -> tuple[Doc, list[str]]:
    made, lost = write_egn(game_of(tree), **how)
    VALIDATOR.validate(made)
    return made, lost


def read(tree: Doc, text: str | None = None) -> Game:
    text = text or json.dumps(tree)
    game = read_egn(Document(Source("game.egn", text.encode()), None, 1, text, json.loads(text)))
    assert game.refusals == {}
    return game.game


def meaning(game: Game) -> Doc:
    """What two games have in common that are the same: calls, cards, names, rules, scores."""
    rules = resolve(load_house(str(game.house)), game.rules)
    hands = []
    for index, hand in enumerate(game.hands):
        dealt = [cards if cards and set(cards) != {"??"} else None for cards in hand.dealt or []]
        number = hand.hand if hand.hand is not None else index + 1
        cards = dealt if any(dealt) else None
        hands.append((number, hand.dealer, hand.up, cards, hand.log))
    players = [(player_id(each), player_name(each)) for each in game.players or []]
    score = None if game.result is None else game.result.score
    return {"rules": rules, "players": players, "start": game.start, "score": score, "hands": hands}


RULES: list[Doc] = [
    {},
    {"stick_the_dealer": False},
    {"partner_may_order": "only-alone"},
    {"alone_lead": "loner-left"},
    {"defend_alone": "against-lone", "alone_lead": "loner-left"},
    {"target": 5},
    {"target": 0, "deals": 6},
    {"no_trump": True},
    {"deck": 28},
    {"deck": 32, "no_trump": True},
    {"points": {"alone_march": 5, "euchre_alone": 4}},
]


@pytest.mark.parametrize("rules", RULES, ids=repr)
@pytest.mark.parametrize("hidden", ["none", "partial", "all"])
def test_a_game_comes_back_as_it_was(rules: Doc, hidden: str) -> None:
    full = {"stick_the_dealer": True, **rules}
    for seed in range(3):
        made = random_game(Random(f"{rules} {seed}"), "egn", full, hidden=hidden, loners=0.5)
        text, lost = written(made)
        kept = {"kitty", "claims", "winners", "ended"}
        assert all(line.split(":")[0].rsplit("/", 1)[1] in kept for line in lost), lost
        back = read(text)
        assert meaning(back)["rules"] == meaning(game_of(made))["rules"]
        assert known(meaning(back)) == known(meaning(game_of(made)))
        found = findings_of(text, path="game.egn")
        assert above_notes(found) == [], told(found)


def known(meaning: Doc) -> Doc:
    """Without the discards that nobody saw, which are a line in one file and none in another.

    A lone defender may speak before or after the dealer buries a card; the notation does not say which.
    """
    hands = []
    for *head, log in meaning["hands"]:
        lines = [line for line in log or [] if not line.endswith("discard ??")]
        between = [line for line in lines if (line.endswith(" alone") and len(line) == 7) or " discard " in line]
        hands.append((*head, [line for line in lines if line not in between], sorted(between)))
    return {**meaning, "hands": hands}


@pytest.mark.skipif(CORPUS is None, reason="EUCHRE_AUDIT_CORPUS is not set")
def test_every_game_of_the_corpus_comes_back_as_it_was() -> None:
    paths = sorted(Path(str(CORPUS), "corpus", "egn").glob("*.egn"))
    assert paths
    for path in paths:
        game = read({}, path.read_text("utf-8"))
        text, lost = write_egn(game)
        VALIDATOR.validate(text)
        assert lost == []
        assert meaning(read(text)) == meaning(game)
        assert plain(text["deals"]) == plain(json.loads(path.read_text("utf-8"))["deals"])


def plain(deals: list[Doc]) -> list[Any]:
    """Dealer, up card, calls, alone, discard and tricks of each deal, read without the package."""
    found = []
    for deal in deals:
        state, (bidding, play) = deal["initialState"], deal["phases"]
        hands = state.get("playerCards", state.get("player_cards"))
        head = (state["dealer"], state["upCard"], hands if hands and any(hands) else None)
        calls = (bidding["calls"], bidding.get("isAlone", False), bidding.get("discard") or None)
        found.append((*head, *calls, play["tricks"]))
    return found


def test_only_what_differs_from_the_notation_s_defaults_is_stated() -> None:
    plain_game = random_game(Random(1), "egn", {}, max_hands=1)
    assert written(plain_game)[0]["metadata"]["ruleset"] == {}
    rules = {
        "stick_the_dealer": False,
        "target": 11,
        "deck": 33,
        "partner_may_order": "only-alone",
        "alone_lead": "loner-left",
        "defend_alone": "against-lone",
        "no_trump": True,
        "partners_best": True,
        "go_under": True,
        "points": {"alone_march": 3, "euchre_alone": 5},
    }
    hand = {"hand": 1, "dealer": 0, "up": "9d", "log": []}
    game = {
        "format": "euchre-game/1",
        "house": "egn",
        "rules": rules,
        "players": ["A", "B", "C", "D"],
        "hands": [hand],
    }
    assert written(game)[0]["metadata"]["ruleset"] == {
        "std": False,
        "min_rank": 7,
        "winning_score": 11,
        "canadian": True,
        "loner_lead": "LEFT_OF_LONER",
        "loner_march_score": 3,
        "loner_euchred_score": 5,
        "defend_alone": True,
        "partners_best": True,
        "go_under": True,
        "joker": True,
        "allow_no_trump": True,
    }


# One hand, written by hand: dealer West, up card 9d, East orders alone and is euchred by nobody.

HAND: Doc = {
    "hand": 4,
    "dealer": 3,
    "up": "9d",
    "dealt": [["Ac", "Jd", "9h", "Th", "Ks"], None, ["J?", "?d", "??", "Qh", "9c"], None],
    "log": [
        "0 pass",
        "1 order alone",
        "3 discard Tc",
        "0 play Ac",
        "1 play Kc",
        "2 play 9c",
    ],
}
GAME: Doc = {
    "format": "euchre-game/1",
    "game": "club/1",
    "played": "2026-11-30T19:04:00Z",
    "house": "egn",
    "players": ["Ann", {"id": "p-2", "name": "Bo", "kind": "person"}, "Cy", {"id": "b-1", "name": "Robo"}],
    "start": [3, 4],
    "hands": [HAND],
}


def changed(**changes: Any) -> Doc:
    tree = copy.deepcopy(GAME)
    for name, value in changes.items():
        (tree["hands"][0] if name in ("log", "up", "kitty", "dealer", "card", "ended", "rulings") else tree)[
            name
        ] = value
    return tree


def test_a_hand_with_half_known_cards_word_for_word() -> None:
    text, lost = written(GAME)
    assert lost == ["/players/1/kind: that this is a person"]
    assert text == {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {
            "gameId": "club/1",
            "date": "2026-11-30T19:04:00Z",
            "players": ["Ann", {"id": "p-2", "name": "Bo"}, "Cy", {"id": "b-1", "name": "Robo"}],
            "initialScore": [3, 4],
            "ruleset": {},
        },
        "deals": [
            {
                "dealNumber": 3,
                "initialState": {
                    "dealer": 3,
                    "upCard": "9d",
                    "playerCards": [
                        ["Ac", "Jd", "9h", "Th", "Ks"],
                        [],
                        ["Jx", "Xd", "Xx", "Qh", "9c"],
                        [],
                    ],
                },
                "phases": [
                    {
                        "phaseNumber": 0,
                        "type": "EUCHRE_BIDDING",
                        "calls": ["Pass", "Order"],
                        "isAlone": True,
                        "discard": "Tc",
                    },
                    {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [["Ac", "Kc", "9c"]]},
                ],
            }
        ],
    }


LOST: dict[str, tuple[Doc, str]] = {
    "kitty": ({"kitty": ["9d", "Ah", "??", "??"]}, "/hands/0/kitty"),
    "meta": ({"meta": {"a": 1}}, "/meta"),
    "end": ({"ended": "claimed"}, "/hands/0/ended"),
    "ruling": ({"rulings": [{"what": "renege"}]}, "/hands/0/rulings/0"),
    "winners": ({"result": {"winners": [0]}}, "/result/winners"),
    "first dealer": ({"first_dealer": {"method": "drawn", "dealer": 1}}, "/first_dealer"),
    "a rule": ({"rules": {"win_by": 2}}, "/rules"),
    "another rule": ({"rules": {"points": {"march": 3}}}, "/rules"),
    "a time": ({"played": "yesterday"}, "/played"),
    "a long name": ({"game": "x" * 129}, "/game"),
    "names": ({"players": None}, "/players"),
    "the score before": ({"start": None}, "/start"),
    "lay-down": ({"log": [*HAND["log"], "1 lay-down"]}, "/hands/0/log/6"),
    "concede": ({"log": [*HAND["log"], "0 concede hand"]}, "/hands/0/log/6"),
}


@pytest.mark.parametrize("name", LOST)
def test_what_the_notation_cannot_say_is_told(name: str) -> None:
    changes, pointer = LOST[name]
    tree = {key: value for key, value in changed(**changes).items() if value is not None}
    _, lost = written(tree)
    assert len(lost) == 1 + (name != "names"), lost
    assert any(line.startswith(f"{pointer}: ") for line in lost), lost


def test_a_redealt_hand_is_left_out_and_told() -> None:
    redealt = {"hand": 4, "dealer": 3, "up": "Ah", "log": ["0 misdeal farmers-hand"]}
    tree = {**GAME, "hands": [redealt, {**HAND, "hand": 5}]}
    text, lost = written(tree)
    assert [deal["dealNumber"] for deal in text["deals"]] == [4]
    assert any(line.startswith("/hands/0: ") for line in lost)


def test_alone_said_after_the_call_is_written_at_the_call() -> None:
    log = ["0 pass", "1 order", "1 alone", *HAND["log"][2:]]
    text, lost = written(changed(log=log, house="pagat", rules={"alone_lead": "dealer-left"}))
    assert text["deals"][0]["phases"][0]["isAlone"] is True
    assert any(line == "/hands/0/log/2: that alone was said after the call" for line in lost)


def test_a_dealer_not_recorded_is_who_was_next() -> None:
    hands = [{**HAND, "log": [f"{seat} pass" for seat in (0, 1, 2, 3) * 2]}, {"up": "9h", "log": ["1 pass"]}]
    text, _ = written({**GAME, "house": "family", "hands": hands})
    assert [deal["initialState"]["dealer"] for deal in text["deals"]] == [3, 0]


REFUSED: dict[str, tuple[Doc, str]] = {
    "no house": ({"house": None}, "/house"),
    "no such house": ({"house": "nowhere"}, "/house"),
    "no game": ({"rules": {"target": 0}}, "/rules"),
    "twelve tricks": ({"house": "family-twelve", "players": None, "start": None}, "/rules"),
    "a call out of turn": ({"log": ["1 pass", "0 pass"]}, "/hands/0/log/0"),
    "a lead out of turn": ({"log": [*HAND["log"][:3], "1 play Kc"]}, "/hands/0/log/3"),
    "a card of who sits out": ({"log": [*HAND["log"], "3 play 9s"]}, "/hands/0/log/6"),
    "alone by the partner": ({"log": ["0 pass", "1 order", "3 alone", "3 discard Tc"]}, "/hands/0/log"),
    "a lone defender of nobody": ({"log": ["0 pass", "1 order", "3 discard Tc", "0 alone"]}, "/hands/0/log"),
    "a discard in the play": ({"log": [*HAND["log"][:2], "0 play Ac", "3 discard Tc"]}, "/hands/0/log/3"),
    "a call after the discard": ({"log": [*HAND["log"][:3], "0 pass"]}, "/hands/0/log/3"),
    "more after a card twice": ({"log": [*HAND["log"], "0 play Ac", "1 play Kh"]}, "/hands/0/log/7"),
    "the joker up": ({"rules": {"deck": 25}, "up": "Jo"}, "/hands/0/up"),
    "no dealer": ({"dealer": None}, "/hands/0"),
    "a score below 0": ({"start": [-1, 0]}, "/start"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_read_as_another_game_is_refused(name: str) -> None:
    changes, pointer = REFUSED[name]
    tree = changed(**changes)
    tree = {key: value for key, value in tree.items() if value is not None}
    tree["hands"] = [{key: value for key, value in hand.items() if value is not None} for hand in tree["hands"]]
    with pytest.raises(Unreadable) as refused:
        write_egn(game_of(tree))
    assert refused.value.finding.where.pointer == pointer, refused.value.finding.message


def test_a_score_card_alone_is_refused() -> None:
    hand = {"hand": 1, "dealer": 0, "card": {"maker": 1, "trump": "h"}}
    with pytest.raises(Unreadable, match="score card"):
        write_egn(game_of({**GAME, "hands": [hand]}))


def test_more_deals_than_the_notation_holds_are_refused() -> None:
    hands = [{**HAND, "hand": number, "log": []} for number in range(1, 102)]
    with pytest.raises(Unreadable, match="100"):
        write_egn(game_of({**GAME, "hands": hands}))
    assert len(written({**GAME, "hands": hands[:100]})[0]["deals"]) == 100


# Exchanges, and other numbers of players

EXCHANGES: list[Doc] = [
    {"farmers_hand": "redeal", "farmers_hand_is": "three-nines-tens"},
    {"farmers_hand": "swap", "farmers_hand_is": "three-nines-tens"},
    {"go_under": True},
    {"partners_best": True},
    {"partners_best": True, "go_under": True, "alone_lead": "loner-left", "defend_alone": "against-lone"},
]


@pytest.mark.parametrize("rules", EXCHANGES, ids=repr)
def test_games_with_exchanges_come_back_but_for_the_cards_put_away(rules: Doc) -> None:
    exchanged = 0
    for seed in range(8):
        full = {"stick_the_dealer": True, **rules}
        made = random_game(Random(f"exchange {rules} {seed}"), "egn", full, loners=0.8)
        text, lost = written(made)
        dealt_again = [hand for hand in made["hands"] if hand["ended"] == "redealt"]
        exchanged += len(dealt_again) + json.dumps(text).count("cardExchanges")
        hands = [hand for hand in made["hands"] if hand["ended"] != "redealt"]
        back = read(text)
        for hand, theirs in zip(hands, back.hands, strict=True):
            assert played(theirs.log or []) == played(hand["log"])
        found = above_notes(findings_of(text, path="game.egn"))
        assert found == [], told(found)
        assert len([line for line in lost if "dealt again" in line]) == len(dealt_again)
    assert exchanged


def played(log: list[str]) -> list[str]:
    """Without what was put away, and what has no fixed order before the first lead."""
    words = [line.split(" ") for line in log]
    lines = [f"{each[0]} took {each[4]}" if each[1] == "swap" else " ".join(each) for each in words]
    return [line for line in lines if " discard " not in line and not (line.endswith(" alone") and len(line) == 7)]


@pytest.mark.parametrize("rules", [{"seats": 2, "sides": "solo"}, {"seats": 3, "sides": "maker-against-rest"}])
def test_two_and_three_players(rules: Doc) -> None:
    full = {"stick_the_dealer": True, "alone_by": "nobody", "target": 5, **rules}
    for seed in range(3):
        made = random_game(Random(f"{rules} {seed}"), "egn", full)
        text, lost = written(made)
        assert text["metadata"]["ruleset"]["num_players"] == rules["seats"]
        assert ("finalScore" in text["metadata"]) is (rules["seats"] == 2)
        assert any(line.startswith("/result/score: ") for line in lost) is (rules["seats"] == 3)
        assert [hand.log for hand in read(text).hands] == [hand["log"] for hand in made["hands"]]
    if rules["seats"] == 3:
        with pytest.raises(Unreadable, match="three scores"):
            write_egn(game_of({**made, "start": [1, 0, 0]}))


BEST = {"partners_best": True}
GIVEN = ["0 pass", "1 order alone", "3 give 9s 1", "3 discard Tc", "1 discard Qh", "0 play Ac", "1 play Kc"]


def test_the_partner_s_best_is_an_exchange_and_what_was_buried_is_told() -> None:
    text, lost = written(changed(rules=BEST, log=GIVEN))
    bidding = text["deals"][0]["phases"][0]
    assert bidding["cardExchanges"] == [{"sender": 3, "receiver": 1, "cards": ["9s"]}]
    assert bidding["discard"] == "Tc"
    assert any(line.startswith("/hands/0/log/4: ") for line in lost)
    assert read(text).hands[0].log == [*GIVEN[:4], "1 discard ??", *GIVEN[5:]]


def test_a_swap_is_an_exchange_and_what_went_into_the_kitty_is_told() -> None:
    log = ["0 pass", "1 swap 9c,Td,9h for Ac,??,Kd", "1 pass"]
    tree = changed(rules={"go_under": True}, log=log)
    del tree["hands"][0]["dealt"]
    text, lost = written(tree)
    assert text["deals"][0]["phases"][0]["cardExchanges"] == [{"receiver": 1, "cards": ["Ac", "Xx", "Kd"]}]
    assert any(line.startswith("/hands/0/log/1: ") for line in lost)
    assert read(text).hands[0].log == ["0 pass", "1 swap ??,??,?? for Ac,??,Kd", "1 pass"]


@pytest.mark.parametrize(("title", "kept"), [("Winter final", True), ("x" * 200, False)])
def test_a_title_beside_an_id_comes_back_or_is_listed(title: str, kept: bool) -> None:
    tree = json.loads((EXAMPLES / "game.egn").read_text(encoding="utf-8"))
    tree["metadata"]["title"] = title
    (game,) = load(Source("game.egn", json.dumps(tree).encode()))
    assert not isinstance(game, Finding)
    written, lost = write_egn(game.game, None, path="game.egn")
    assert (written["metadata"].get("title") == title, "/meta: notes that are no part of the game" in lost) == (
        kept,
        not kept,
    )

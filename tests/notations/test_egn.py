"""Euchre Game Notation: games written from the second engine's, clean and with one fault; what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from euchre_audit.audit import Options
from euchre_audit.findings import Finding
from euchre_audit.records import Source
from tests.audit.games import above_notes, audit, codes, findings_of, line_number, report_of, told
from tests.twin.engine import Table, effective_suit, left_bower, right_bower
from tests.twin.generate import random_game
from tests.twin.rules import rules_of

Doc = dict[str, Any]
EGN = "game.egn"


def egn_of(game: Doc, cards: bool = True) -> Doc:
    """A game of the second engine in this notation."""
    rules = rules_of("egn", game["rules"])
    ruleset = {
        "std": rules["stick_the_dealer"],
        "canadian": rules["partner_may_order"] == "only-alone",
        "loner_lead": "LEFT_OF_LONER" if rules["alone_lead"] == "loner-left" else "LEFT_OF_DEALER",
        "defend_alone": rules["defend_alone"] == "against-lone",
        "winning_score": rules["target"],
    }
    ruleset |= {
        "allow_no_trump": rules.get("no_trump", False),
        "joker": rules.get("deck", 24) % 2 == 1,
        "num_players": rules.get("seats", 4),
    }
    ruleset["min_rank"] = {24: 9, 28: 8, 32: 7}[rules.get("deck", 24) // 2 * 2]
    if rules["deals"]:
        ruleset = {**ruleset, "num_deals": rules["deals"]}
        del ruleset["winning_score"]
    metadata = {
        "title": "A game",
        "players": game["players"],
        "initialScore": game["start"],
        "ruleset": ruleset,
    }
    if "result" in game:
        metadata["finalScore"] = game["result"]["score"]
    deals = [deal_of(number, hand, rules, cards) for number, hand in enumerate(game["hands"])]
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": metadata, "deals": deals}


def deal_of(number: int, hand: Doc, rules: Doc, cards: bool) -> Doc:
    bidding: Doc = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": [], "isAlone": False}
    tricks: list[list[str]] = []
    table = Table(rules, hand["dealer"], hand["dealt"], hand["kitty"])
    for line in hand["log"]:
        seat, verb, *rest = line.split()
        if verb == "alone":
            bidding["aloneDefender"] = int(seat)
        elif verb == "discard":
            bidding["discard"] = rest[0].replace("Jo", "B")
        elif verb == "play":
            if not table.trick:
                tricks.append([])
            tricks[-1].append(rest[0].replace("Jo", "B"))
        else:
            bidding["calls"].append({"pass": "Pass", "order": "Order"}.get(verb) or rest[0])
            bidding["isAlone"] = "alone" in rest
        table.do(line)
    if not cards:
        bidding.pop("discard", None)
    state: Doc = {"dealer": hand["dealer"], "upCard": hand["up"]}
    if cards:
        state["playerCards"] = [[card.replace("Jo", "B") for card in held] for held in hand["dealt"]]
    phases = [bidding, {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}]
    return {"dealNumber": number, "initialState": state, "phases": phases}


@cache
def _game(seed: int, loners: float = 0.3, **rules: Any) -> str:
    rng = Random(f"egn {seed}")
    made = random_game(rng, "egn", {"stick_the_dealer": True, **rules}, loners=loners)
    return json.dumps(made)


def game(seed: int = 0, loners: float = 0.3, **rules: Any) -> Doc:
    made: Doc = json.loads(_game(seed, loners, **rules))
    return made


def file(seed: int = 0, cards: bool = True, loners: float = 0.3) -> Doc:
    """A clean file, free to change."""
    return egn_of(game(seed, loners), cards)


def errors(tree: Doc) -> list[Finding]:
    return above_notes(findings_of(tree, path=EGN))


def check(tree: Doc, code: str, pointer: str | None = None) -> Finding:
    """The one error that a file has, at its place and line."""
    found = errors(tree)
    assert codes(found) == [code], told(found)
    if pointer is not None:
        assert found[0].where.pointer == pointer
        assert found[0].where.line == line_number(tree, pointer)
    return found[0]


def bidding(tree: Doc, deal: int) -> Doc:
    phase: Doc = tree["deals"][deal]["phases"][0]
    return phase


def tricks(tree: Doc, deal: int) -> list[list[str]]:
    found: list[list[str]] = tree["deals"][deal]["phases"][1]["tricks"]
    return found


def deals(tree: Doc, fits: Callable[[Doc, list[list[str]]], object]) -> list[int]:
    return [i for i in range(len(tree["deals"])) if fits(bidding(tree, i), tricks(tree, i))]


def at_call(deal: int, call: int) -> str:
    return f"/deals/{deal}/phases/0/calls/{call}"


def at_card(deal: int, trick: int, card: int) -> str:
    return f"/deals/{deal}/phases/1/tricks/{trick}/{card}"


# Clean


@pytest.mark.parametrize("cards", [True, False], ids=["cards", "no cards"])
@pytest.mark.parametrize("seed", range(10))
def test_a_legal_game_is_clean_and_comes_to_the_same_score(seed: int, cards: bool) -> None:
    tree = file(seed, cards)
    result = audit(tree, path=EGN)
    assert list(result.all_findings()) == [], told(list(result.all_findings()))
    assert result.score == game(seed)["result"]["score"]
    answers = result.all_answers()
    assert (answers["play"], answers["score"]) == ("pass", "pass")
    assert answers["commitment"] == answers["published"] == answers["choice"] == "unchecked"


@pytest.mark.parametrize(
    "rules",
    [
        {"stick_the_dealer": False},
        {"partner_may_order": "only-alone"},
        {"alone_lead": "loner-left"},
        {"defend_alone": "against-lone"},
        {"defend_alone": "against-lone", "alone_lead": "loner-left", "partner_may_order": "only-alone"},
        {"target": 5},
        {"target": 0, "deals": 6},
    ],
    ids=repr,
)
@pytest.mark.parametrize("seed", range(3))
def test_the_rulesets_switches_are_the_houses(seed: int, rules: Doc) -> None:
    made = game(seed, 0.6, **rules)
    result = audit(egn_of(made), path=EGN)
    assert above_notes(list(result.all_findings())) == [], told(list(result.all_findings()))
    assert result.score == made["result"]["score"]


def spelled(card: str, how: str, trump: str | None) -> str:
    if how == "upper":
        return card[0] + card[1].upper()
    if how == "nine":
        return card.replace("9", "N")
    if how == "bowers" and trump:
        return {right_bower(trump): "R", left_bower(trump): "L"}.get(card, card)
    return card


@pytest.mark.parametrize("how", ["upper", "nine", "bowers"])
@pytest.mark.parametrize("seed", range(4))
def test_other_spellings_of_cards(seed: int, how: str) -> None:
    tree = file(seed)
    for deal in tree["deals"]:
        state, (calls, play) = deal["initialState"], deal["phases"]
        call = calls["calls"][-1]
        trump = state["upCard"][1] if call == "Order" else call
        play["tricks"] = [[spelled(card, how, trump) for card in trick] for trick in play["tricks"]]
        state["playerCards"] = [[spelled(card, how, None) for card in hand] for hand in state["playerCards"]]
        state["upCard"] = spelled(state["upCard"], how, None)
        if "discard" in calls:
            calls["discard"] = spelled(calls["discard"], how, trump)
        if how == "upper":
            calls["calls"] = [each.upper() for each in calls["calls"]]
    assert audit(tree, path=EGN).score == game(seed)["result"]["score"]
    assert errors(tree) == []


def test_snake_case_keys_of_version_1_0() -> None:
    tree = file(3)
    tree["version"] = "1.0.0"
    for deal in tree["deals"]:
        state, calls = deal["initialState"], deal["phases"][0]
        state["up_card"] = state.pop("upCard")
        state["player_cards"] = state.pop("playerCards")
        state["kitty"] = ["", "", ""]
        deal["initial_state"] = deal.pop("initialState")
        calls["is_alone"] = calls.pop("isAlone")
        deal["phases"][1]["initialLead"] = 1
        deal["deal_number"] = deal.pop("dealNumber")
    metadata = tree["metadata"]
    metadata["initial_score"] = metadata.pop("initialScore")
    metadata["final_score"] = metadata.pop("finalScore")
    assert errors(tree) == [], told(errors(tree))
    metadata["final_score"] = [1, 2]
    assert check(tree, "S104").where.pointer == "/metadata/final_score"


@pytest.mark.parametrize("part", ["Xx", "xx", "", "X{}", "{}x"])
def test_cards_that_are_not_known_are_no_fault(part: str) -> None:
    for seed in range(6):
        tree = file(seed, cards=False)
        rng = Random(f"{part} {seed}")
        for deal in range(len(tree["deals"])):
            trick = tricks(tree, deal)[rng.randrange(5)]
            place = rng.randrange(len(trick))
            card = trick[place]
            trick[place] = part.format(card[1] if part.startswith("X") else card[0])
        assert errors(tree) == [], told(errors(tree))


def test_hands_partly_known() -> None:
    for seed in range(6):
        tree = file(seed)
        for deal in tree["deals"]:
            hands = deal["initialState"]["playerCards"]
            hands[1] = []
            hands[2] = ["Xx"] * 5
            hands[3] = [*hands[3][:2], "", "Xx", "X" + hands[3][4][1]]
        assert errors(tree) == [], told(errors(tree))


def test_what_is_not_named_here_is_skipped_with_its_numbers() -> None:
    tree = file(1)
    text = json.dumps(tree, indent=1)
    for name in ('"metadata": {', '"initialState": {', '"fileType"'):
        odd = f'"views": [{{"zoom": 1.5e-300, "count": {"9" * 400}, "deep": [[[0.1]]]}}], '
        text = text.replace(name, odd + name if name == '"fileType"' else name + odd, 1)
    assert above_notes(report_of(Source(EGN, text.encode())).all_findings()) == []


def test_a_file_of_this_notation_is_known_by_what_it_says() -> None:
    data = json.dumps(file(1)).encode()
    assert above_notes(report_of(Source("game.json", data)).all_findings()) == []
    assert len(report_of(Source("games.jsonl", data + b"\n" + data)).games) == 2


@pytest.mark.parametrize("part", ["title", "initialScore", "finalScore", "ruleset"])
def test_optional_parts_left_out(part: str) -> None:
    tree = file(1)
    del tree["metadata"][part]
    assert errors(tree) == []


def test_a_later_start() -> None:
    made = game(2)
    later = {**made, "hands": made["hands"][3:], "start": made["hands"][2]["claims"]["score"]}
    tree = egn_of(later)
    result = audit(tree, path=EGN)
    assert list(result.all_findings()) == []
    assert result.score == made["result"]["score"]


# One fault


def test_a_renege_with_hands_known_and_with_hands_unknown() -> None:
    tried = 0
    for seed in range(8):
        for deal, trick, place, later in reneges(seed):
            for cards, code in ((True, "P310"), (False, "P311")):
                tree = file(seed, cards)
                played = tricks(tree, deal)
                held, shown = played[trick][place], played[later[0]][later[1]]
                played[trick][place], played[later[0]][later[1]] = shown, held
                found = errors(tree)
                if codes(found) == [code]:
                    tried += 1
                    assert found[0].where.pointer == at_card(deal, trick, place)
                    assert found[0].where.line == line_number(tree, at_card(deal, trick, place))
                else:
                    assert found and found[0].code[0] in "PS", told(found)
                    assert code in codes(found), told(found)
    assert tried >= 6


def reneges(seed: int) -> list[tuple[int, int, int, tuple[int, int]]]:
    """A place in each deal where the dealer's hand keeps a card that follows for the last trick."""
    made, found = game(seed), []
    for deal, hand in enumerate(made["hands"]):
        plays = [line.split() for line in hand["log"] if " play " in line]
        if len(plays) != 20:
            continue
        call = next(line.split() for line in hand["log"] if line.split()[1] in ("order", "name"))
        trump = call[2] if call[1] == "name" else hand["up"][1]
        for trick in range(4):
            led = effective_suit(plays[trick * 4][2], trump)
            for place in (1, 2, 3):
                seat, _, card = plays[trick * 4 + place]
                last = next(i for i in range(16, 20) if plays[i][0] == seat)
                follows = effective_suit(card, trump) == led
                if follows and last > 16 and effective_suit(plays[last][2], trump) not in (led, trump):
                    if card[0] in "9T" and trump != card[1]:
                        found.append((deal, trick, place, (4, last - 16)))
                    break
    return found


def test_the_turned_down_suit_named() -> None:
    tree = file(0)
    for deal in deals(tree, lambda calls, _: len(calls["calls"]) > 4)[:3]:
        changed = copy.deepcopy(tree)
        suit = changed["deals"][deal]["initialState"]["upCard"][1]
        place = len(bidding(changed, deal)["calls"]) - 1
        bidding(changed, deal)["calls"][place] = suit
        check(changed, "B104", at_call(deal, place))


@pytest.mark.parametrize(
    ("calls", "code", "place"),
    [
        (["Pass", "s"], "B102", 1),
        (["s"], "B102", 0),
        (["Pass"] * 4 + ["Order"], "B103", 4),
        (["Pass"] * 8, "B105", 7),
        (["Order", "Pass"], "B106", 1),
        (["Pass", "Order", "Order"], "B106", 2),
        (["Pass"] * 4 + ["n"], "B111", 4),
    ],
    ids=repr,
)
def test_an_auction_that_cannot_be(calls: list[str], code: str, place: int) -> None:
    tree = file(0)
    tree["deals"] = tree["deals"][:1]
    del tree["metadata"]["finalScore"]
    bidding(tree, 0)["calls"] = calls
    bidding(tree, 0)["isAlone"] = False
    tree["deals"][0]["initialState"]["upCard"] = "9d"
    del tree["deals"][0]["initialState"]["playerCards"]
    check(tree, code, at_call(0, place))


def test_nine_passes_without_stick_the_dealer() -> None:
    tree = file(0)
    tree["metadata"]["ruleset"]["std"] = False
    tree["deals"] = tree["deals"][:1]
    del tree["metadata"]["finalScore"]
    tree["deals"][0]["phases"] = [{"type": "EUCHRE_BIDDING", "calls": ["Pass"] * 8}]
    assert errors(tree) == []
    bidding(tree, 0)["calls"].append("Pass")
    check(tree, "B107", at_call(0, 8))


def test_a_deal_after_the_game_was_won() -> None:
    tree, other = file(1), file(2)
    last, more = tree["deals"][-1]["initialState"]["dealer"], other["deals"]
    extra = next(deal for deal in more if deal["initialState"]["dealer"] == (last + 1) % 4)
    tree["deals"].append({**extra, "dealNumber": len(tree["deals"])})
    del tree["metadata"]["finalScore"]
    check(tree, "G104", f"/deals/{len(tree['deals']) - 1}")


def test_the_final_score() -> None:
    tree = file(1)
    tree["metadata"]["finalScore"][0] += 1
    check(tree, "S104", "/metadata/finalScore")


def test_the_deal_passed_over() -> None:
    tree = file(1)
    tree["deals"] = [tree["deals"][0], *tree["deals"][2:]]
    del tree["metadata"]["finalScore"]
    check(tree, "G101", "/deals/1/initialState/dealer")


def lone(tree: Doc) -> list[int]:
    return deals(tree, lambda calls, played: calls["isAlone"] and all(len(trick) == 3 for trick in played))


@pytest.mark.parametrize("cards", [True, False])
def test_a_lone_trick_with_four_cards(cards: bool) -> None:
    tree = file(4, cards, loners=0.9)
    for deal in lone(tree)[:3]:
        hand = game(4, 0.9)["hands"][deal]
        sits = (next(int(line[0]) for line in hand["log"] if line.endswith(" alone")) + 2) % 4
        plays = [line.split() for line in hand["log"] if " play " in line]
        for trick in range(5):
            place = (sits - int(plays[trick * 3][0])) % 4
            changed = copy.deepcopy(tree)
            tricks(changed, deal)[trick].insert(place, hand["dealt"][sits][0])
            over = trick == 4 and place == 3
            check(changed, "P305" if over else "P303", at_card(deal, trick, place))


@pytest.mark.parametrize("cards", [True, False])
def test_a_trick_with_a_card_too_few(cards: bool) -> None:
    tree = file(4, cards)
    for deal in deals(tree, lambda calls, _: not calls["isAlone"])[:3]:
        for trick in range(4):
            changed = copy.deepcopy(tree)
            tricks(changed, deal)[trick].pop()
            found = errors(changed)
            assert len(found) == 1, told(found)
            assert (found[0].code, found[0].where.pointer) == ("P306", f"/deals/{deal}/phases/1/tricks/{trick}")
            assert found[0].where.trick == trick + 1


def test_a_trick_with_a_card_too_many() -> None:
    tree = file(4, cards=False)
    for deal in deals(tree, lambda calls, _: not calls["isAlone"])[:3]:
        spare = tree["deals"][deal]["initialState"]["upCard"]
        used = {card for trick in tricks(tree, deal) for card in trick}
        if spare in used:
            spare = next(rank + suit for rank in "9TJQKA" for suit in "cdhs" if rank + suit not in used)
        changed = copy.deepcopy(tree)
        tricks(changed, deal)[1].append(spare)
        found = errors(changed)
        assert len(found) == 1, told(found)
        assert (found[0].code, found[0].where.pointer) == ("P306", f"/deals/{deal}/phases/1/tricks/1")


def test_a_sixth_trick() -> None:
    tree = file(4)
    tricks(tree, 0).append(["9c"])
    check(tree, "P305", at_card(0, 5, 0))


def test_a_trick_left_out_in_the_middle_of_a_game_and_at_its_end() -> None:
    tree = file(4, cards=False)
    tricks(tree, 1).pop()
    assert check(tree, "G106", "/deals/1").where.hand == 2
    end = file(4, cards=False)
    tricks(end, len(end["deals"]) - 1).pop()
    del end["metadata"]["finalScore"]
    assert errors(end) == []
    assert "G107" in codes(findings_of(end, path=EGN))


def test_a_card_played_twice_and_one_of_another_hand() -> None:
    tree = file(4)
    twice = copy.deepcopy(tree)
    tricks(twice, 0)[3][0] = tricks(twice, 0)[0][0]
    check(twice, "P320", at_card(0, 3, 0))
    other = copy.deepcopy(tree)
    tricks(other, 0)[0][0] = tricks(other, 0)[0][1]
    check(other, "P324", at_card(0, 0, 0))


def test_a_card_dealt_twice() -> None:
    tree = file(4)
    hands = tree["deals"][0]["initialState"]["playerCards"]
    hands[2][1] = hands[0][0]
    check(tree, "D120", "/deals/0/initialState/playerCards/2/1")


def test_a_defender_alone_where_that_is_not_played() -> None:
    tree = file(4)
    (deal, *_) = lone(file(4))
    seat = tree["deals"][deal]["initialState"]["dealer"]
    bidding(tree, deal)["aloneDefender"] = -1
    assert errors(tree) == []
    bidding(tree, deal)["aloneDefender"] = seat
    found = errors(tree)
    assert codes(found) == ["B120"], told(found)
    assert found[0].where.pointer == f"/deals/{deal}/phases/0/aloneDefender"


# Not judged, and said


@pytest.mark.parametrize(
    ("change", "ruleset"),
    [
        (lambda calls: calls.__setitem__(-1, "x"), {}),
        (
            lambda calls: calls.__setitem__(slice(None), ["Pass"] * 4 + ["n"]),
            {"allow_no_trump": True, "joker": True},
        ),
        (None, {}),
    ],
    ids=["unknown suit", "no trump with the joker", "exchanges"],
)
def test_a_deal_that_is_not_judged_is_named_and_no_fault(
    change: Callable[[list[str]], object] | None, ruleset: Doc
) -> None:
    tree = file(5)
    tree["metadata"]["ruleset"].update(ruleset)
    if change is None:
        bidding(tree, 2)["cardExchanges"] = [{"sender": 0, "receiver": 2, "cards": ["9c"]}]
    else:
        change(bidding(tree, 2)["calls"])
    found = findings_of(tree, path=EGN)
    assert above_notes(found) == [], told(found)
    (note,) = [finding for finding in found if finding.code == "P340"]
    assert note.where.hand == 3
    result = audit(tree, path=EGN)
    assert result.score is None
    assert [hand.answers["play"] for hand in result.hands].count("pass") == len(tree["deals"]) - 1


@pytest.mark.parametrize("token", ["fast_break", "four_trick_tokens"])
def test_ways_of_scoring_that_are_not_judged(token: str) -> None:
    tree = file(5)
    tree["metadata"]["ruleset"][token] = False
    assert findings_of(tree, path=EGN) == []
    tree["metadata"]["ruleset"][token] = True
    tree["metadata"]["finalScore"] = [3, 1]
    found = findings_of(tree, path=EGN)
    assert codes(found) == ["S120"], told(found)
    assert found[0].where.pointer == "/metadata/ruleset"
    result = audit(tree, path=EGN)
    assert (result.all_answers()["score"], result.all_answers()["play"]) == ("unchecked", "pass")
    tricks(tree, 0)[3][0] = tricks(tree, 0)[0][0]
    check(tree, "P320")


# Refused


def put(*path: str | int, value: object) -> Callable[[Doc], None]:
    def change(tree: Doc) -> None:
        place: Any = tree
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value

    return change


REFUSED: dict[str, tuple[Callable[[Doc], object], str, str]] = {
    "packed": (put("deals", 0, value="AQIDBA"), "F130", "/deals/0"),
    "a packed deal later": (put("deals", 2, value="AQIDBA"), "F130", "/deals/2"),
    "version 1.6": (put("version", value="1.6"), "F108", "/version"),
    "version 2": (put("version", value="2.0"), "F108", "/version"),
    "version a number": (put("version", value=1), "F110", "/version"),
    "other fileType": (put("fileType", value="Bridge"), "F108", "/fileType"),
    "deals missing": (lambda tree: tree.pop("deals"), "F110", "/deals"),
    "deals an object": (put("deals", value={}), "F110", "/deals"),
    "a deal a list": (put("deals", 0, value=[]), "F110", "/deals/0"),
    "no metadata": (lambda tree: tree.pop("metadata"), "F110", "/metadata"),
    "three players": (put("metadata", "players", value=["a", "b", "c"]), "F110", "/metadata/players"),
    "a player a number": (put("metadata", "players", 1, value=3), "F110", "/metadata/players/1"),
    "one score": (put("metadata", "initialScore", value=[0]), "F110", "/metadata/initialScore"),
    "a score of text": (put("metadata", "finalScore", value=["1", "2"]), "F110", "/metadata/finalScore"),
    "a true score": (put("metadata", "finalScore", value=[True, 2]), "F110", "/metadata/finalScore"),
    "dealer 4": (put("deals", 0, "initialState", "dealer", value=4), "F110", "/deals/0/initialState/dealer"),
    "dealer true": (put("deals", 0, "initialState", "dealer", value=True), "F110", "/deals/0/initialState/dealer"),
    "no dealer": (put("deals", 0, "initialState", "dealer", value=None), "F110", "/deals/0/initialState/dealer"),
    "up card": (put("deals", 0, "initialState", "upCard", value="10d"), "F111", "/deals/0/initialState/upCard"),
    "a call": (put("deals", 0, "phases", 0, "calls", 0, value="Spades"), "F110", at_call(0, 0)),
    "a call a number": (put("deals", 0, "phases", 0, "calls", 0, value=1), "F110", at_call(0, 0)),
    "a card": (put("deals", 0, "phases", 1, "tricks", 0, 1, value="1h"), "F111", at_card(0, 0, 1)),
    "a card a number": (put("deals", 0, "phases", 1, "tricks", 0, 1, value=9), "F111", at_card(0, 0, 1)),
    "a trick a text": (put("deals", 0, "phases", 1, "tricks", 0, value="9c"), "F110", "/deals/0/phases/1/tricks/0"),
    "two auctions": (put("deals", 0, "phases", 1, "type", value="EUCHRE_BIDDING"), "F110", "/deals/0/phases/1"),
    "a phase a text": (put("deals", 0, "phases", 0, value="x"), "F110", "/deals/0/phases/0"),
    "three hands": (
        put("deals", 0, "initialState", "playerCards", value=[[], [], []]),
        "F110",
        "/deals/0/initialState/playerCards",
    ),
    "six players": (put("metadata", "ruleset", "num_players", value=6), "F121", "/metadata/ruleset/num_players"),
    "tens": (put("metadata", "ruleset", "min_rank", value=10), "F121", "/metadata/ruleset/min_rank"),
    "target 0": (put("metadata", "ruleset", "winning_score", value=0), "F121", "/metadata/ruleset"),
    "a lead": (put("metadata", "ruleset", "loner_lead", value="LEFT"), "F110", "/metadata/ruleset/loner_lead"),
    "std a text": (put("metadata", "ruleset", "std", value="yes"), "F110", "/metadata/ruleset/std"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    change, code, pointer = REFUSED[name]
    tree = file(3)
    change(tree)
    found = findings_of(tree, path=EGN)
    assert [(f.code, f.where.pointer) for f in found] == [(code, pointer)], told(found)
    assert found[0].where.line is not None


@pytest.mark.parametrize("old", ['"version"', '"calls"', '"dealer"', '"views"'])
def test_names_twice_are_refused(old: str) -> None:
    tree = {**file(3), "views": [{"views": 1}]}
    text = json.dumps(tree)
    (finding,) = report_of(Source(EGN, text.replace(old, f"{old}: 1, {old}", 1).encode())).all_findings()
    assert finding.code == "F104"


def test_no_value_of_any_type_brings_the_reader_down() -> None:
    """Every member of a small file, in turn replaced by everything that JSON has."""
    tree = file(3)
    tree["deals"] = tree["deals"][:2]
    strange = (None, True, -1, 3, 10**17, "", "x", "??", [], {}, [[]], {"a": 1}, ["9c"] * 7)
    for pointer in pointers(tree, ""):
        for value in strange:
            changed = copy.deepcopy(tree)
            place: Any = changed
            *parents, last = pointer
            for part in parents:
                place = place[part]
            place[last] = value
            found = report_of(Source(EGN, json.dumps(changed).encode())).all_findings()
            assert "X901" not in codes(found), (pointer, value, told(found))


def pointers(tree: Any, last: object) -> list[list[Any]]:
    if isinstance(tree, dict):
        members = list(tree.items())
    elif isinstance(tree, list):
        members = list(enumerate(tree[:3]))
    else:
        return []
    return [[name, *rest] for name, value in members for rest in [[], *pointers(value, name)]]


def test_a_house_given_by_the_person_is_used() -> None:
    tree = file(3)
    assert above_notes(findings_of(tree, Options(house="cardgames-io"), path=EGN)) == []

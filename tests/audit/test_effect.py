"""Whether faults change the result; rulings against the log; claims that were not certain; the house that fits."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random

import pytest

from euchre_audit.audit import Options, infer, load
from euchre_audit.audit.game import judge
from euchre_audit.audit.outcome import Shuffles
from euchre_audit.engine import takes_the_rest
from euchre_audit.findings import Finding
from euchre_audit.rules import house_names, load_house
from tests.audit.games import (
    Doc,
    above_notes,
    audit,
    clean_games,
    codes,
    findings_of,
    source_of,
    told,
    without_cards,
    without_evidence,
)
from tests.cli.run import EXAMPLES, euchre_audit
from tests.engine.layout import after, lay
from tests.twin.generate import random_game


def card(number: int, maker: int, tricks: list[int], points: list[int], score: list[int]) -> Doc:
    claims = {"tricks": tricks, "points": points, "score": score}
    return {"hand": number, "card": {"maker": maker, "trump": "h"}, "claims": claims}


def score_cards(*made: tuple[list[int], int], house: str = "family", start: tuple[int, int] = (0, 0)) -> Doc:
    """A game of score cards: tricks by side, and which side made trump; the points follow by hand."""
    score, hands = list(start), []
    for number, (tricks, maker) in enumerate(made, 1):
        taken = tricks[maker]
        points = [0, 0]
        points[maker if taken >= 3 else 1 - maker] = 2 if taken in (0, 1, 2, 5) else 1
        score = [sum(pair) for pair in zip(score, points, strict=True)]
        hands.append(card(number, maker, tricks, points, list(score)))
    game: Doc = {"format": "euchre-game/1", "house": house, "start": list(start), "hands": hands}
    return game


def endings(game: Doc) -> list[tuple[str, list[int] | None, list[int] | None, int | None]]:
    return [(path.reading, path.score, path.winners, path.hand) for path in audit(game).paths]


def test_a_game_without_a_fault_says_nothing_of_its_result() -> None:
    assert audit(score_cards(([4, 1], 0), ([3, 2], 1))).paths == []


def test_a_wrong_score_that_does_not_change_who_won() -> None:
    game = score_cards(([5, 0], 0), ([5, 0], 0), start=(7, 3))
    game["hands"][0]["claims"].update(points=[1, 0], score=[8, 3])
    game["hands"][1]["claims"]["score"] = [10, 3]
    assert codes(above_notes(findings_of(game))) == ["S102"]
    assert endings(game) == [("as recorded", [10, 3], [0], 2), ("as rescored", [11, 3], [0], 2)]


def test_a_wrong_score_that_hides_the_winner() -> None:
    """8-8: a march of side 0 wins the game, and is written down as one point; side 1 wins it later."""
    game = score_cards(([5, 0], 0), ([0, 5], 1), start=(8, 8))
    game["hands"][0]["claims"].update(points=[1, 0], score=[9, 8])
    game["hands"][1]["claims"]["score"] = [9, 10]
    game["result"] = {"score": [9, 10], "winners": [1]}
    assert endings(game)[:2] == [("as recorded", [9, 10], [1], 2), ("as rescored", [10, 8], [0], 1)]


def a_renege(house: str, before: tuple[int, int], rules: Doc | None = None, **more: object) -> Doc:
    """East leads clubs; South, who holds the nine of clubs, throws a heart. North-South make 3 tricks."""
    log = [
        "1 pass", "2 order", "0 discard 9s",
        "1 play Ac", "2 play 9h", "3 play Tc", "0 play Kc",
        "1 play Ah", "2 play Qh", "3 play Kh", "0 play Js",
        "1 play Qc", "2 play 9c", "3 play Jc", "0 play Ad",
    ]  # fmt: skip
    dealt = [
        ["Kc", "Js", "Ad", "9s", "Ks"],
        ["Ac", "Ah", "Qc", "Th", "Ts"],
        ["9h", "Qh", "9c", "Jh", "As"],
        ["Tc", "Kh", "Jc", "9d", "Td"],
    ]
    hand = {"hand": 1, "dealer": 0, "up": "Qd", "dealt": dealt, "log": log, **more}
    return {"format": "euchre-game/1", "house": house, "rules": rules or {}, "start": list(before), "hands": [hand]}


def finding(game: Doc, code: str) -> Finding:
    (found,) = [each for each in findings_of(game) if each.code == code]
    return found


def test_a_renege_says_what_it_costs_and_when_the_table_could_know() -> None:
    said = [item.message for item in finding(a_renege("family", (9, 9)), "P310").related]
    assert said[0] == "the house states no penalty; custom: 2 points to East-West, or 2 off North-South"
    assert said[1] == "at the table it could first be known in trick 3, when 9♣ is played"
    terms = {"renege": {"rule": "points-off", "points": 3, "points_alone": 4}}
    said = [item.message for item in finding(a_renege("family", (9, 9), terms), "P310").related]
    assert said[0] == "by this house: 3 points off North-South"


def test_a_renege_that_nothing_later_shows() -> None:
    game = a_renege("family", (9, 9))
    game["hands"][0]["log"] = game["hands"][0]["log"][:7]
    game["hands"][0]["ended"] = "abandoned"
    said = [item.message for item in finding(game, "P310").related]
    assert said[1] == "at the table no later card shows it"


def test_both_customs_are_carried_to_the_end_of_the_game() -> None:
    game = a_renege("family", (9, 9))
    game["hands"][0]["log"] = game["hands"][0]["log"][:7]
    game["hands"][0]["ended"] = "abandoned"
    game["hands"][0]["claims"] = {"points": [1, 0], "score": [10, 9]}
    assert endings(game) == [
        ("as recorded", [10, 9], [0], 1),
        ("as rescored", [10, 9], [0], 1),
        ("rescored, a renege giving the others points", [10, 11], [1], 1),
        ("rescored, a renege taking points off", [8, 9], None, None),
    ]
    ran = euchre_audit("verify", "-", stdin=json.dumps(game).encode()).out
    assert "result     hangs on how the renege is settled" in ran
    assert "rescored, a renege giving the others points: East-West win 10-11 with hand 1" in ran
    stated = a_renege("family", (9, 9), {"renege": {"rule": "points-to-others"}})
    stated["hands"] = game["hands"]
    assert [reading for reading, *_ in endings(stated)][2:] == ["rescored, a renege giving the others points"]


def test_a_renege_that_ends_the_hand_takes_its_points() -> None:
    game = a_renege("family", (0, 0), {"renege": {"rule": "points-to-others", "hand": "ends"}})
    game["hands"][0].update(ended="abandoned", claims={"points": [1, 0], "score": [1, 0]})
    assert endings(game)[2] == ("rescored, a renege giving the others points", [0, 2], None, None)


def test_a_hand_that_nobody_could_rescore_leaves_the_result_open() -> None:
    """A lead out of turn in the last hand: what was really played is open, and so is who won."""
    game = without_evidence(clean_games()[0])
    log = game["hands"][-1]["log"]
    lead = [index for index, line in enumerate(log) if " play " in line][8]
    log[lead] = f"{(int(log[lead][0]) + 1) % 4}{log[lead][1:]}"
    (found,) = [each for each in findings_of(game) if each.severity == "error"]
    assert found.code in ("P301", "P302", "P303")
    assert any("more log lines were not judged" in item.message for item in found.related)
    recorded, rescored = endings(game)
    assert recorded[2] is not None
    assert rescored == ("as rescored", None, None, None)
    assert "is open" in euchre_audit("verify", "-", stdin=json.dumps(game).encode()).out


def test_who_concedes_the_game_loses_it_by_every_reading() -> None:
    game = score_cards(([4, 1], 0), ([3, 2], 0))
    game["hands"][0]["claims"].update(points=[2, 0], score=[2, 0])
    game["hands"][1]["claims"]["score"] = [3, 0]
    log = ["1 pass", "0 concede game"]
    game["hands"].append({"hand": 3, "dealer": 0, "log": log, "claims": {"points": [0, 0]}})
    assert [(path[0], path[2], path[3]) for path in endings(game)] == [
        ("as recorded", [1], 3),
        ("as rescored", [1], 3),
    ]


@pytest.mark.parametrize(
    ("rule", "points", "found"),
    [
        ("points-to-others", [0, 2], ["P310"]),
        ("points-to-others", [-2, 0], ["P310", "S107"]),
        ("points-to-others", [0, 3], ["P310", "S107"]),
        ("points-off", [-2, 0], ["P310"]),
        ("points-off", [0, 2], ["P310", "S107"]),
        ("unstated", [0, 3], ["P310"]),
    ],
)
def test_rulings_are_compared_with_the_terms(rule: str, points: list[int], found: list[str]) -> None:
    game = a_renege("family", (0, 0), {"renege": {"rule": rule}})
    game["hands"][0]["rulings"] = [{"what": "Revoke by South", "seat": 2, "trick": 1, "points": points}]
    game["hands"][0]["ended"] = "abandoned"
    assert sorted(codes(above_notes(findings_of(game)))) == found
    assert len(endings(game)) == 2, "a renege that was ruled on is paid for"
    said = [item.message for item in finding(game, "P310").related]
    assert any(text.startswith("ruled on, with North-South") for text in said)


@pytest.mark.parametrize(
    ("ruling", "found"),
    [
        ({"what": "renege", "seat": 3, "trick": 1}, ["P310", "S108"]),
        ({"what": "renege", "seat": 2, "trick": 2}, ["P310", "S108"]),
        ({"what": "renege", "seat": 2, "trick": 5}, ["P310"]),
        ({"what": "renege"}, ["P310"]),
        ({"what": "slow play", "seat": 3, "trick": 1}, ["P310"]),
        ({"what": "no renege by West", "seat": 3, "trick": 1}, ["P310"]),
        ({"what": "a revoke, warned", "seat": 3, "trick": 1}, ["P310", "S108"]),
    ],
)
def test_rulings_that_the_log_does_not_show(ruling: Doc, found: list[str]) -> None:
    game = a_renege("family", (0, 0))
    game["hands"][0].update(rulings=[ruling], ended="abandoned")
    assert sorted(codes(above_notes(findings_of(game)))) == found


def test_a_ruling_against_the_terms_fails_the_score() -> None:
    game = a_renege("family", (0, 0), {"renege": {"rule": "points-to-others", "points_alone": 4}})
    game["hands"][0]["rulings"] = [{"what": "renege", "seat": 2, "trick": 1, "points": [0, 4]}]
    assert audit(game).all_answers()["score"] == "fail"
    game["hands"][0]["rulings"][0]["points"] = [0, 2]
    assert audit(game).all_answers()["score"] != "fail"
    alone = copy.deepcopy(game)
    alone["hands"][0]["log"] = ["1 order alone", "0 discard 9s", "1 play Ac", "2 play 9h", "0 play Kc"]
    alone["hands"][0]["ended"] = "abandoned"
    assert codes(above_notes(findings_of(alone))) == ["P310", "S107"], "4 points against a lone player"
    alone["hands"][0]["rulings"][0]["points"] = [0, 4]
    assert codes(above_notes(findings_of(alone))) == ["P310"]


def test_a_ruling_on_a_seat_that_nobody_has() -> None:
    game = json.loads((EXAMPLES / "three-players.json").read_text(encoding="utf-8"))
    game["rules"] = {"renege": {"rule": "points-off"}}
    game["hands"][0]["rulings"] = [{"what": "renege", "seat": 3, "trick": 1, "points": [0, 0, 0]}]
    (found,) = above_notes(findings_of(game))
    assert (found.code, found.where.pointer) == ("G130", "/hands/0/rulings/0/seat")


def test_a_ruling_on_the_last_trick_played() -> None:
    game = a_renege("family", (0, 0))
    game["hands"][0].update(rulings=[{"what": "renege", "seat": 3, "trick": 3}], ended="abandoned")
    assert codes(above_notes(findings_of(game))) == ["P310", "S108"]
    game["hands"][0]["rulings"][0]["trick"] = 4
    assert codes(above_notes(findings_of(game))) == ["P310"], "that trick the log does not have"


def test_two_rulings_on_one_renege_and_two_reneges_on_one_lead() -> None:
    game = a_renege("family", (0, 0))
    hand = game["hands"][0]
    hand.update(rulings=[{"what": "renege", "seat": 2, "trick": 1, "points": [0, 2]}], ended="abandoned")
    hand["rulings"].append({"what": "renege, warned", "seat": 2, "trick": 1})
    assert codes(above_notes(findings_of(game))) == ["P310"]
    hand["log"][5] = "3 play Kh"
    hand["log"][9] = "3 play Tc"
    hand["rulings"] = [{"what": "renege", "seat": seat, "trick": 1} for seat in (2, 3)]
    found = codes(above_notes(findings_of(game)))
    assert found.count("P310") == 1
    assert "S108" not in found


@pytest.mark.parametrize(("points", "found"), [([0, 2], []), ([0, 5], ["S107"])])
def test_a_ruling_on_a_hand_of_which_only_the_card_was_kept(points: list[int], found: list[str]) -> None:
    game = score_cards(([4, 1], 0))
    game["rules"] = {"renege": {"rule": "points-to-others"}}
    game["hands"][0]["rulings"] = [{"what": "renege", "seat": 2, "trick": 1, "points": points}]
    game["hands"][0]["claims"].pop("score")
    assert codes(above_notes(findings_of(game))) == found


def test_a_ruling_on_a_hand_that_is_not_known_is_believed() -> None:
    game = a_renege("family", (0, 0))
    game["hands"][0].update(rulings=[{"what": "renege", "seat": 3, "trick": 1}], ended="abandoned")
    game["hands"][0]["dealt"][3] = None
    assert "S108" not in codes(findings_of(game))


# Claims


def test_claims_that_hold_and_that_do_not() -> None:
    hand = after("0 order", "3 discard 9c")
    assert takes_the_rest(hand, 0) is True, "the five best trumps"
    assert takes_the_rest(hand, 2) is True, "the partner's tricks are the side's"
    assert takes_the_rest(hand, 1) is False
    assert takes_the_rest(lay(), 0) is None, "before trump"
    unknown = after("0 order", "3 discard 9c", hands=("Jh Jd Ah Kh Qh", None, None, None))
    assert takes_the_rest(unknown, 0) is None


def test_a_finesse_is_no_certain_trick() -> None:
    """Seat 0 leads from king and ten of trump; the ace lies with seat 1."""
    hand = after(
        "0 order", "3 discard 9c",
        hands=("Kh Th As Ks Qs", "Ah 9s Ts Td 9d", "Ad Kd Qd 7d 8d", "Ac Kc Qc Tc 9c"), up="9h", deck=32,
    )  # fmt: skip
    assert takes_the_rest(hand, 0) is False
    better = after(
        "0 order", "3 discard 9c",
        hands=("Jh Ah As Ks Qs", "9s Ts Td 9d 7c", "Ad Kd Qd 7d 8d", "Ac Kc Qc Tc 9c"), up="9h", deck=32,
    )  # fmt: skip
    assert takes_the_rest(better, 0) is True


# Which house


def fits(game: Doc) -> dict[str, tuple[str | None, str | None]]:
    """By house: the code that rules it out, and the switch that would allow it."""
    (loaded,) = load(source_of(game))
    assert not isinstance(loaded, Finding)
    return {
        fit.house.name: (
            fit.fault.code if fit.fault is not None else None,
            f"{fit.switch.key}={fit.switch.value}" if fit.switch is not None else None,
        )
        for fit in infer(loaded)
    }


def passed_out(hands: int) -> Doc:
    """Hands that are thrown in, each dealt by the next seat."""
    game: Doc = {"format": "euchre-game/1", "house": "club", "hands": []}
    for number in range(hands):
        dealer = number % 4
        log = [f"{(dealer + 1 + call) % 4} pass" for call in range(8)]
        game["hands"].append({"hand": number + 1, "dealer": dealer, "up": "9d", "log": log, "ended": "thrown-in"})
    return game


def test_infer_tells_the_houses_apart_by_the_first_event() -> None:
    found = fits(passed_out(2))
    assert found["family"] == found["pagat"] == found["cardgames-io-2016"] == (None, None)
    assert found["club"] == found["guide"] == ("B105", "stick_the_dealer=False")
    assert found["family-cutthroat"] == ("G130", None)


def test_infer_by_the_score() -> None:
    """11-10 in a game that says it ended: the target was 11."""
    game = score_cards(([5, 0], 0), start=(9, 10))
    game.update(ended="target", result={"score": [11, 10], "winners": [0]})
    found = fits(game)
    assert found["british"] == (None, None)
    assert found["family"] == ("G104", "target=11")
    assert found["cardgames-io-two-clear"][0] is not None


@pytest.mark.parametrize("house", ["club", "pagat", "cardgames-io-2015", "canadian", "family-cutthroat"])
def test_infer_agrees_with_an_audit_by_each_house(house: str) -> None:
    rng = Random(f"infer {house}")
    for _ in range(2):
        game = random_game(rng, house, {}, "none", 0.6)
        for name, (code, _) in fits(game).items():
            found = findings_of(game, Options(house=name))
            errors = [each for each in found if each.severity == "error"]
            assert (code is None) == (not errors), (name, code, told(errors))
        assert fits(game)[house] == (None, None)


def damaged(game: Doc, rng: Random) -> Doc:
    """A game with one hand's dealer, cards, calls or secret changed."""
    game = copy.deepcopy(game)
    hand = rng.choice(game["hands"])
    match rng.choice(["dealer", "dealt", "log", "secret"]):
        case "dealer":
            hand["dealer"] = (hand["dealer"] + 1) % 4
        case "dealt":
            hand["dealt"] = hand["dealt"][1:] + hand["dealt"][:1]
        case "log":
            del hand["log"][rng.randrange(len(hand["log"]))]
        case "secret":
            hand["deal"]["secret"] = rng.randbytes(32).hex()
    return game


@pytest.mark.parametrize("seed", range(6))
def test_shuffles_that_are_shared_or_cut_short_change_no_answer(seed: int) -> None:
    """Every house against one game: alone, after all the others' shuffles, and no further than the first fault."""
    rng = Random(seed)
    (loaded,) = load(source_of(damaged(rng.choice(clean_games()), rng)))
    assert not isinstance(loaded, Finding)
    shared, faulty = Shuffles(), set()
    for name in house_names():
        house = load_house(name)
        apart = judge(loaded, Options(), house, house.rules)
        assert judge(loaded, Options(), house, house.rules, shuffles=shared) == apart
        stopped = judge(
            loaded, Options(), house, house.rules, shuffles=shared, until=lambda each: each.severity == "error"
        )
        errors = [any(each.severity == "error" for each in found.all_findings()) for found in (apart, stopped)]
        assert errors[0] == errors[1]
        assert [each.number for each in stopped.hands] == [each.number for each in apart.hands][
            : len(stopped.hands)
        ]
        assert errors[0] or stopped == apart
        faulty.add(len(stopped.hands) < len(apart.hands))
    assert len(shared.dealt) == len(loaded.game.hands), "each hand has its secret: one deal each, for all houses"
    assert True in faulty or len(loaded.game.hands) == 1


def test_infer_by_a_fixed_number_of_deals() -> None:
    game = score_cards(([4, 1], 0), ([3, 2], 1), ([5, 0], 0), ([2, 3], 0))
    game["ended"] = "deals"
    assert fits(game)["family"] == ("G110", "deals=4")


def test_infer_offers_the_switch_that_allows_the_event_where_another_fault_follows() -> None:
    game = passed_out(2)
    game["hands"][1]["log"][1:2] = ["1 pass"]
    assert fits(game)["club"] == ("B105", "stick_the_dealer=False")
    assert fits(game)["family"][0] == "B101"


def test_infer_of_a_game_that_goes_on_after_it_was_won() -> None:
    """The first event is that it goes on, whatever else is wrong with the hand."""
    game = score_cards(([5, 0], 0), ([5, 0], 0), start=(8, 0))
    game["hands"][1]["claims"]["points"] = [4, 0]
    assert fits(game)["family"][0] == "G104"


def test_infer_puts_aside_what_the_record_says_of_its_rules() -> None:
    game = passed_out(1)
    game["rules"] = {"stick_the_dealer": False}
    assert fits(game)["club"] == ("B105", "stick_the_dealer=False")


def test_a_whole_log_under_another_house_is_one_finding() -> None:
    assert codes(above_notes(findings_of(passed_out(1)))) == ["B105"], "one fault is told as what it is"
    found = above_notes(findings_of(passed_out(3)))
    assert codes(found) == ["G122"]
    assert found[0].expected == "cardgames-io-2016" or found[0].expected is not None
    assert "3 faults in 3 hands" in found[0].message
    assert [item.message[:4] for item in found[0].related[:3]] == ["B105"] * 3
    named = copy.deepcopy(passed_out(3))
    named["house"] = "family"
    assert above_notes(findings_of(named)) == []


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_seats_rotated_in_every_hand_is_one_finding(shift: int) -> None:
    """The logs of another seat; or the hands of another seat; the dealers as they were."""
    game = without_evidence(clean_games()[0])
    logs, hands = copy.deepcopy(game), copy.deepcopy(game)
    for hand in logs["hands"]:
        hand["log"] = [f"{(int(line[0]) + shift) % 4}{line[1:]}" for line in hand["log"]]
    for hand in hands["hands"]:
        hand["dealt"] = hand["dealt"][shift:] + hand["dealt"][:shift]
    for rotated in (logs, hands):
        found = above_notes(findings_of(rotated))
        assert codes(found) == ["P326"]
        assert found[0].severity == "error"
    one = copy.deepcopy(game)
    one["hands"][2]["log"] = logs["hands"][2]["log"]
    assert codes(above_notes(findings_of(one))) == ["B101"]


def test_a_choice_of_the_house_comes_before_another_house() -> None:
    """Two hands given back by a farmer at the club, where a host may allow it; the game does not say so."""
    game: Doc = {"format": "euchre-game/1", "house": "club", "hands": []}
    for number in (1, 2):
        log = ["1 misdeal farmers-hand"]
        game["hands"].append({"hand": number, "dealer": 0, "up": "9d", "log": log, "ended": "redealt"})
    (found,) = above_notes(findings_of(game))
    assert (found.code, found.where.pointer, found.expected) == ("G122", "/rules", "farmers_hand redeal")
    assert "which house club lets a table pick: 2 faults in 2 hands go away" in found.message
    assert above_notes(findings_of({**game, "rules": {"farmers_hand": "redeal"}})) == []


def test_a_card_given_goes_round_with_the_seats() -> None:
    rng = Random("partner's best")
    rules = {"partners_best": True, "alone_by": "caller"}
    game = random_game(rng, "egn", {"stick_the_dealer": True, **rules}, "none", 1.0)
    assert sum(" give " in line for hand in game["hands"] for line in hand["log"]) > 1
    for hand in game["hands"]:
        lines = []
        for line in hand["log"]:
            seat, verb, *rest = line.split()
            if verb == "give":
                rest[-1] = str((int(rest[-1]) + 1) % 4)
            lines.append(" ".join([str((int(seat) + 1) % 4), verb, *rest]))
        hand["log"] = lines
    (found,) = [each for each in above_notes(findings_of(game)) if each.code != "G120"]
    assert (found.code, "3 seats on" in found.message) == ("P326", True)


def test_dealers_and_logs_that_are_apart_and_nothing_says_which() -> None:
    """Seats counted from 1 for the dealer alone: without cards and claims the log may be what was renumbered."""
    game = without_cards(clean_games()[0])
    for hand in game["hands"]:
        hand["dealer"] = (hand["dealer"] + 1) % 4
        del hand["claims"]
    del game["result"]
    (found,) = above_notes(findings_of(game))
    assert found.code == "P326"
    assert "either may be wrong" in found.message
    assert audit(game).score is None
    known = without_evidence(clean_games()[0])
    for hand in known["hands"]:
        hand["dealer"] = (hand["dealer"] + 1) % 4
    (found,) = above_notes(findings_of(known))
    assert (found.code, found.where.hand) == ("G101", None)


def test_the_named_winner_is_a_reading_of_the_result() -> None:
    game = without_evidence(clean_games()[0])
    (right,) = game["result"]["winners"]
    game["result"]["winners"] = [1 - right]
    assert codes(above_notes(findings_of(game))) == ["S105"]
    recorded, rescored = endings(game)
    assert (recorded[2], rescored[2]) == ([1 - right], [right])
    assert "result     changes" in euchre_audit("verify", "-", stdin=json.dumps(game).encode()).out


def test_a_log_of_three_who_act_is_no_game_of_three() -> None:
    """The fourth sits out, and nobody called before the lone player did."""
    plays = [f"{seat} play ??" for _ in range(5) for seat in (1, 2, 0)]
    hand = {"hand": 1, "dealer": 0, "up": "9d", "log": ["1 order alone", "0 discard ??", *plays]}
    game = {"format": "euchre-game/1", "house": "family", "hands": [hand]}
    assert above_notes(findings_of(game)) == []
    three = json.loads((EXAMPLES / "three-players.json").read_text(encoding="utf-8"))
    del three["players"]
    for each in three["hands"]:
        del each["dealt"]
    assert codes(above_notes(findings_of({**three, "house": "family"}))) == ["G130"]
    assert above_notes(findings_of(three)) == []


def test_a_seat_that_nobody_has_concedes_nothing() -> None:
    game: Doc = {"format": "euchre-game/1", "house": "family-two", "start": [1, 0]}
    game["hands"] = [{"hand": 1, "dealer": 1, "log": ["0 pass", "3 concede game"]}]
    assert codes(above_notes(findings_of(game))) == ["P300"]
    assert [path[2] for path in endings(game)] == [None, None]


def test_a_ruling_in_many_words() -> None:
    game = a_renege("family", (0, 0), {"renege": {"rule": "points-to-others"}})
    ruling = {"what": "renege: did not follow suit, no excuse", "seat": 2, "trick": 1, "points": [0, 2]}
    game["hands"][0].update(ended="abandoned", rulings=[ruling])
    assert codes(above_notes(findings_of(game))) == ["P310"]
    assert len(endings(game)) == 2
    ruling.update(what="revoke, no points", points=[0, 0])
    assert codes(above_notes(findings_of(game))) == ["P310", "S107"]


def test_a_log_that_no_house_explains_keeps_its_faults() -> None:
    game = passed_out(3)
    game["hands"][2]["log"][0] = "1 pass"
    assert codes(above_notes(findings_of(game)))[:2] == ["B105", "B105"]


def test_a_game_outside_the_days_of_its_house() -> None:
    game = passed_out(0) | {"house": "cardgames-io", "played": "2019-05-01T10:00:00Z"}
    game["hands"] = [passed_out(1)["hands"][0] | {"log": ["1 pass"], "ended": "abandoned"}]
    found = finding(game, "G121")
    assert (found.severity, found.expected) == ("note", "cardgames-io-2016")
    for day in ("2020-04-29", "2026-01-01", "yesterday", ""):
        assert "G121" not in codes(findings_of(game | {"played": day}))


# The command line


def test_infer_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(passed_out(2)))
    ran = euchre_audit("rules", "infer", str(path))
    assert ran.code == 0
    assert "✓ family                   explains every call, card and claim" in ran.out
    assert "✗ cardgames-io, club, egn, guide" in ran.out or "✗ cardgames-io, club, guide" in ran.out
    assert "      hand 1, call 8: North deals and is stuck, and passes  B105" in ran.out
    assert "      the game fits with stick_the_dealer no instead of yes\n" in ran.out
    assert "not for 4 players: family-cutthroat (3), family-twelve (2), family-two (2)" in ran.out
    path.write_text("{")
    assert euchre_audit("rules", "infer", str(path)).code == 2


def test_a_ruling_slip(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_renege("family", (9, 9))))
    ran = euchre_audit("replay", str(path), "--slip", "1.1")
    assert ran.code == 1
    for text in (
        "hand 1, trick 1, play 2, South",
        "fault    9♥ does not follow ♣; South held 9♣  P310",
        "source   family-game-rules",
        "costs    the house states no penalty; custom: 2 points to East-West",
        "A♣ led best",
        "[9♥] ✗",
    ):
        assert text in ran.out, ran.out
    nowhere = euchre_audit("replay", str(path), "--slip", "1.4")
    assert nowhere.code == 2
    assert "there is no fault at 1.4; faults: 1.1.2" in nowhere.err
    assert euchre_audit("replay", str(path), "--slip", "1.1", "--at", "1.1.1").code == 2

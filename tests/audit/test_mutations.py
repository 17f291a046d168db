"""One change to a clean record is one error, with its code, at its place; no change is none.

Each change to a hand is tried on many hands and with the cards known from a verified deal, from the record
alone, or not at all where the fault can still be seen.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from euchre_audit.audit import Options
from tests.audit.games import (
    KNOWN,
    Doc,
    above_notes,
    as_known,
    clean_games,
    contribution_of,
    findings_of,
    hand_file,
    hex_of,
    line_number,
    proven_game,
    published_of,
    told,
    without_evidence,
)
from tests.twin.engine import SUITS, Table, effective_suit, full_deck, legal_cards, trick_winner
from tests.twin.rules import rules_of

HOUSES = ("club", "family", "pagat")
TRIES = 8
SEEN = ("verified deal", "recorded hands")
ALL = tuple(KNOWN)


@cache
def _hands(house: str) -> tuple[Doc, ...]:
    return tuple(hand_file(game, index) for game in clean_games(house) for index in range(len(game["hands"])))


def hands(house: str) -> list[Doc]:
    """Clean hand files of a house, free to change."""
    return [copy.deepcopy(hand) for hand in _hands(house)]


@dataclass
class Play:
    """A card played: where in the log, which trick and play (from 0), by whom, and what that player held."""

    index: int
    trick: int
    place: int
    seat: int
    card: str
    held: list[str]


@dataclass
class Story:
    """A clean hand as the second engine plays it again."""

    doc: Doc
    table: Table
    plays: list[Play]
    leaders: list[list[tuple[int, str]]]
    calls: int

    @property
    def log(self) -> list[str]:
        return self.doc["log"]

    @property
    def sits(self) -> list[int]:
        return [seat for seat in range(4) if not self.table.active(seat)]

    @property
    def ordered(self) -> bool:
        return any(" order" in line for line in self.log)

    @property
    def buried(self) -> str | None:
        return next((line.split()[2] for line in self.log if " discard " in line), None)

    @property
    def taken(self) -> bool:
        return self.buried is not None

    def left(self, seat: int, index: int) -> list[str]:
        """What a seat still holds at a place in the log."""
        cards = list(self.doc["dealt"][seat])
        if self.taken and seat == self.doc["dealer"]:
            cards.append(self.doc["up"])
            cards.remove(self.buried)
        gone = [play.card for play in self.plays if play.index < index]
        return [card for card in cards if card not in gone]


def story(doc: Doc) -> Story:
    """Replay a clean hand."""
    table = Table(rules_of(doc["house"], doc["rules"]), doc["dealer"], doc["dealt"], doc["kitty"])
    plays: list[Play] = []
    tricks: list[list[tuple[int, str]]] = []
    calls = 0
    for index, line in enumerate(doc["log"]):
        seat, verb, *rest = line.split()
        if verb == "play":
            trick = sum(table.tricks)
            if not table.trick:
                tricks.append([])
            held = list(table.hands[int(seat)])
            plays.append(Play(index, trick, len(table.trick), int(seat), rest[0], held))
            tricks[-1].append((int(seat), rest[0]))
        elif verb in ("pass", "order", "name"):
            calls += 1
        table.do(line)
    return Story(doc, table, plays, tricks, calls)


@dataclass
class Case:
    """A changed hand: the code and where it has to stand."""

    doc: Doc
    code: str | dict[str, str]
    pointer: str
    seat: int | None = None
    trick: int | None = None
    play: int | None = None
    call: int | None = None

    def code_for(self, known: str) -> str:
        return self.code if isinstance(self.code, str) else self.code[known]


def changed(told: Story, edit: Callable[[list[str]], object]) -> Doc:
    """The hand with its log edited."""
    doc = copy.deepcopy(told.doc)
    edit(doc["log"])
    return doc


def at_play(doc: Doc, code: str | dict[str, str], play: Play, seat: int | None = None) -> Case:
    """A case whose fault is a card played where ``play`` was."""
    seat = play.seat if seat is None else seat
    return Case(doc, code, f"/log/{play.index}", seat, play.trick + 1, play.place + 1)


def replaced(told: Story, play: Play, card: str) -> Doc:
    """The hand with another card in the place of one that was played."""
    return changed(told, lambda log: log.__setitem__(play.index, f"{play.seat} play {card}"))


Mutation = Callable[[Story, Random], Iterator[Case]]
MUTATIONS: dict[str, tuple[Mutation, tuple[str, ...], tuple[str, ...]]] = {}


def mutation(known: tuple[str, ...] = ALL, houses: tuple[str, ...] = HOUSES) -> Callable[[Mutation], Mutation]:
    """Enter a change in the table: with which knowledge of the cards it is seen, in which houses tried."""

    def enter(change: Mutation) -> Mutation:
        MUTATIONS[change.__name__] = (change, known, houses)
        return change

    return enter


# Cards


@mutation(("verified deal",))
def card_swapped_between_hands(told: Story, rng: Random) -> Iterator[Case]:
    one, other = sorted(rng.sample(range(4), 2))
    here, there = rng.randrange(5), rng.randrange(5)
    doc = copy.deepcopy(told.doc)
    dealt = doc["dealt"]
    dealt[one][here], dealt[other][there] = dealt[other][there], dealt[one][here]
    yield Case(doc, "D201", f"/dealt/{one}/{here}", one)


@mutation(("verified deal",))
def card_swapped_with_the_kitty(told: Story, rng: Random) -> Iterator[Case]:
    seat, here, there = rng.randrange(4), rng.randrange(5), rng.randrange(1, 4)
    doc = copy.deepcopy(told.doc)
    doc["dealt"][seat][here], doc["kitty"][there] = doc["kitty"][there], doc["dealt"][seat][here]
    yield Case(doc, "D201", f"/dealt/{seat}/{here}", seat)


@mutation(("verified deal",))
def kitty_in_another_order(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    doc["kitty"][1:] = [*doc["kitty"][2:], doc["kitty"][1]]
    yield Case(doc, "D201", "/kitty/1")


@mutation(("verified deal",))
def another_up_card(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    doc["up"] = rng.choice([card for card in full_deck() if card != doc["up"]])
    yield Case(doc, "D201", "/up")


@mutation(("verified deal",))
def a_card_dealt_twice(told: Story, rng: Random) -> Iterator[Case]:
    one, other = rng.sample(range(4), 2)
    doc = copy.deepcopy(told.doc)
    doc["dealt"][one][2] = doc["dealt"][other][3]
    yield Case(doc, "D201", f"/dealt/{one}/2", one)


@mutation(("recorded hands",))
def a_card_recorded_in_two_hands(told: Story, rng: Random) -> Iterator[Case]:
    one, other = sorted(rng.sample(range(4), 2))
    doc = copy.deepcopy(told.doc)
    doc["dealt"][other][3] = doc["dealt"][one][2]
    yield Case(doc, "D120", f"/dealt/{other}/3", other)


@mutation()
def card_played_twice(told: Story, rng: Random) -> Iterator[Case]:
    play = rng.choice(told.plays[1:])
    again = rng.choice([earlier for earlier in told.plays if earlier.index < play.index])
    yield at_play(replaced(told, play, again.card), "P320", play)


@mutation(SEEN)
def card_from_the_kitty_played(told: Story, rng: Random) -> Iterator[Case]:
    play = rng.choice(told.plays)
    yield at_play(replaced(told, play, rng.choice(told.doc["kitty"][1:])), "P323", play)


@mutation(SEEN)
def card_of_another_player_played(told: Story, rng: Random) -> Iterator[Case]:
    play = rng.choice(told.plays[:-1])
    others = [seat for seat in range(4) if seat != play.seat]
    cards = [card for seat in others for card in told.left(seat, play.index) if card != told.doc["up"]]
    if cards:
        yield at_play(replaced(told, play, rng.choice(cards)), "P324", play)


@mutation()
def card_that_is_not_in_the_deck_played(told: Story, rng: Random) -> Iterator[Case]:
    play = rng.choice(told.plays)
    yield at_play(replaced(told, play, rng.choice(["8c", "7h", "Jo"])), "P330", play)


@mutation(SEEN)
def buried_card_played(told: Story, rng: Random) -> Iterator[Case]:
    dealers = [play for play in told.plays if play.seat == told.doc["dealer"]]
    if told.taken and dealers:
        play = rng.choice(dealers)
        yield at_play(replaced(told, play, told.buried), "P321", play)


@mutation()
def up_card_played_by_another(told: Story, rng: Random) -> Iterator[Case]:
    up = told.doc["up"]
    mine = [play for play in told.plays if play.card == up]
    allowed = [play for play in told.plays if not told.taken or play.seat != told.doc["dealer"]]
    allowed = [play for play in allowed if not mine or play.index < mine[0].index]
    if allowed and told.buried != up:
        play = rng.choice(allowed)
        yield at_play(replaced(told, play, up), "P322", play)


# Following suit


@mutation()
def renege(told: Story, rng: Random) -> Iterator[Case]:
    """A player keeps the card that follows for a later trick, and plays that trick's card now."""
    trump = told.table.trump
    places = [
        (now, later)
        for now in told.plays
        for later in told.plays
        if now.place > 0 and later.seat == now.seat and later.trick > now.trick
    ]
    rng.shuffle(places)
    for now, later in places:
        led = told.leaders[now.trick][0][1]
        if effective_suit(later.card, trump) == effective_suit(led, trump):
            continue
        if effective_suit(now.card, trump) != effective_suit(led, trump):
            continue
        doc = replaced(told, now, later.card)
        doc["log"][later.index] = f"{later.seat} play {now.card}"
        if same_but_one_renege(told, doc, now):
            codes = {"verified deal": "P310", "recorded hands": "P310", "unknown hands": "P311"}
            yield at_play(doc, codes, now)
            return


def same_but_one_renege(told: Story, doc: Doc, now: Play) -> bool:
    """Whether the changed play has the same winners, and only one card that may not be played."""
    trump = told.table.trump
    hands = {seat: told.left(seat, 0) for seat in range(4)}
    wrong = []
    tricks: list[list[tuple[int, str]]] = [[] for _ in told.leaders]
    for play in told.plays:
        card = doc["log"][play.index].split()[2]
        led = tricks[play.trick][0][1] if tricks[play.trick] else None
        if card not in legal_cards(hands[play.seat], led, trump):
            wrong.append(play.index)
        hands[play.seat].remove(card)
        tricks[play.trick].append((play.seat, card))
    winners = [trick_winner(trick, trump) for trick in tricks]
    return wrong == [now.index] and winners == [trick_winner(trick, trump) for trick in told.leaders]


# Turns


@mutation()
def out_of_turn(told: Story, rng: Random) -> Iterator[Case]:
    pairs = [
        (one, other)
        for one, other in zip(told.plays, told.plays[1:], strict=False)
        if one.trick == other.trick and one.place > 0
    ]
    one, other = rng.choice(pairs)

    def swap(log: list[str]) -> None:
        log[one.index], log[other.index] = log[other.index], log[one.index]

    yield at_play(changed(told, swap), "P301", one, other.seat)


@mutation()
def wrong_next_leader(told: Story, rng: Random) -> Iterator[Case]:
    lead = rng.choice([play for play in told.plays if play.place == 0])
    other = rng.choice([seat for seat in range(4) if seat != lead.seat and seat not in told.sits])

    def change(log: list[str]) -> None:
        log[lead.index] = f"{other} play {lead.card}"

    yield at_play(changed(told, change), "P302", lead, other)


@mutation()
def sitting_partner_plays_between(told: Story, rng: Random) -> Iterator[Case]:
    for seat in told.sits:
        play = rng.choice(told.plays)
        card = rng.choice(told.doc["dealt"][seat])
        doc = changed(told, lambda log: log.insert(play.index, f"{seat} play {card}"))  # noqa: B023
        yield at_play(doc, "P303", play, seat)


@mutation()
def sitting_partner_plays_instead(told: Story, rng: Random) -> Iterator[Case]:
    for seat in told.sits:
        play = rng.choice(told.plays)
        doc = changed(told, lambda log: log.__setitem__(play.index, f"{seat} play {play.card}"))  # noqa: B023
        yield at_play(doc, "P303", play, seat)


@mutation()
def card_after_the_last(told: Story, rng: Random) -> Iterator[Case]:
    doc = changed(told, lambda log: log.append(f"0 play {told.doc['kitty'][1]}"))
    yield Case(doc, "P305", f"/log/{len(told.log)}", 0)


@mutation()
def card_before_trump(told: Story, rng: Random) -> Iterator[Case]:
    seat = int(told.log[0][0])
    doc = changed(told, lambda log: log.insert(0, f"{seat} play {told.doc['dealt'][seat][0]}"))
    yield Case(doc, "P304", "/log/0", seat)


# Calls


@mutation()
def call_out_of_turn(told: Story, rng: Random) -> Iterator[Case]:
    index = rng.randrange(told.calls)
    seat = int(told.log[index][0])
    other = rng.choice([each for each in range(4) if each != seat])
    doc = changed(told, lambda log: log.__setitem__(index, f"{other}{log[index][1:]}"))
    yield Case(doc, "B101", f"/log/{index}", other, call=index + 1)


@mutation()
def suit_named_in_round_one(told: Story, rng: Random) -> Iterator[Case]:
    index = rng.randrange(min(told.calls, 4))
    seat = int(told.log[index][0])
    suit = rng.choice(SUITS)
    doc = changed(told, lambda log: log.__setitem__(index, f"{seat} name {suit}"))
    yield Case(doc, "B102", f"/log/{index}", seat, call=index + 1)


@mutation()
def turned_down_suit_named(told: Story, rng: Random) -> Iterator[Case]:
    if told.calls > 4:
        index = told.calls - 1
        seat = int(told.log[index][0])
        doc = changed(told, lambda log: log.__setitem__(index, f"{seat} name {told.doc['up'][1]}"))
        yield Case(doc, "B104", f"/log/{index}", seat, call=index + 1)


@mutation()
def ordered_up_in_round_two(told: Story, rng: Random) -> Iterator[Case]:
    if told.calls > 4:
        index = rng.randrange(4, told.calls)
        seat = int(told.log[index][0])
        doc = changed(told, lambda log: log.__setitem__(index, f"{seat} order"))
        yield Case(doc, "B103", f"/log/{index}", seat, call=index + 1)


@mutation(houses=("club",))
def stuck_dealer_passes(told: Story, rng: Random) -> Iterator[Case]:
    if told.calls == 8:
        seat = told.doc["dealer"]
        doc = changed(told, lambda log: log.__setitem__(7, f"{seat} pass"))
        yield Case(doc, "B105", "/log/7", seat, call=8)


@mutation()
def call_after_trump(told: Story, rng: Random) -> Iterator[Case]:
    index = rng.randrange(told.calls, len(told.log))
    call = rng.choice(["pass", "order", "name s alone"])
    doc = changed(told, lambda log: log.insert(index, f"{int(log[told.calls - 1][0])} {call}"))
    yield Case(doc, "B106", f"/log/{index}", int(told.log[told.calls - 1][0]), call=told.calls + 1)


@mutation()
def discard_by_another(told: Story, rng: Random) -> Iterator[Case]:
    if told.taken:
        index = next(i for i, line in enumerate(told.log) if " discard " in line)
        other = rng.choice([seat for seat in range(4) if seat != told.doc["dealer"]])
        doc = changed(told, lambda log: log.__setitem__(index, f"{other} discard {told.buried}"))
        yield Case(doc, "B130", f"/log/{index}", other)


@mutation()
def discard_twice(told: Story, rng: Random) -> Iterator[Case]:
    if told.taken:
        index = next(i for i, line in enumerate(told.log) if " discard " in line)
        doc = changed(told, lambda log: log.insert(index + 1, log[index]))
        yield Case(doc, "B131", f"/log/{index + 1}", told.doc["dealer"])


@mutation()
def discard_after_a_suit_was_named(told: Story, rng: Random) -> Iterator[Case]:
    if told.calls > 4:
        dealer = told.doc["dealer"]
        card = told.doc["dealt"][dealer][0]
        doc = changed(told, lambda log: log.insert(told.calls, f"{dealer} discard {card}"))
        yield Case(doc, "B131", f"/log/{told.calls}", dealer)


@mutation(SEEN)
def discard_of_a_card_not_held(told: Story, rng: Random) -> Iterator[Case]:
    if told.taken:
        index = next(i for i, line in enumerate(told.log) if " discard " in line)
        other = rng.choice([seat for seat in range(4) if seat != told.doc["dealer"]])
        card = rng.choice(told.doc["dealt"][other])
        doc = changed(told, lambda log: log.__setitem__(index, f"{told.doc['dealer']} discard {card}"))
        yield Case(doc, "B133", f"/log/{index}", told.doc["dealer"])


# Seats


@mutation(("verified deal",))
def hands_rotated(told: Story, rng: Random) -> Iterator[Case]:
    shift = rng.randrange(1, 4)
    doc = copy.deepcopy(told.doc)
    doc["dealt"] = doc["dealt"][shift:] + doc["dealt"][:shift]
    yield Case(doc, "D202", "/dealt")


@mutation(("recorded hands",))
def log_rotated(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    turn_log(doc, rng.randrange(1, 4))
    yield Case(doc, "P326", "/log")


@mutation(("verified deal",))
def whole_record_rotated(told: Story, rng: Random) -> Iterator[Case]:
    shift = rng.randrange(1, 4)
    doc = copy.deepcopy(told.doc)
    turn_log(doc, shift)
    doc["dealt"] = doc["dealt"][-shift:] + doc["dealt"][:-shift]
    yield Case(doc, "D202", "/dealt")


def turn_log(doc: Doc, shift: int) -> None:
    """Renumber the seats of dealer, log and claims."""
    doc["dealer"] = (doc["dealer"] + shift) % 4
    doc["log"] = [f"{(int(line[0]) + shift) % 4}{line[1:]}" for line in doc["log"]]
    if shift % 2:
        for name in ("tricks", "points"):
            doc["claims"][name].reverse()
        before = doc["start"]
        doc["claims"]["score"] = [before[side] + doc["claims"]["points"][side] for side in (0, 1)]


# Claims


@mutation()
def tricks_claimed(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    won = doc["claims"]["tricks"][0]
    other = rng.choice([tricks for tricks in range(6) if tricks != won])
    doc["claims"]["tricks"] = [other, 5 - other]
    yield Case(doc, "S101", "/claims/tricks")


@mutation()
def points_claimed(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    points = [[1, 0], [2, 0], [4, 0], [0, 1], [0, 2], [0, 4], [0, 0], [1, 1]]
    doc["claims"]["points"] = rng.choice([pair for pair in points if pair != doc["claims"]["points"]])
    yield Case(doc, "S102", "/claims/points")


@mutation()
def score_claimed(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    doc["claims"]["score"][rng.randrange(2)] += rng.choice([-1, 1, 2, 10])
    yield Case(doc, "S103", "/claims/score")


@mutation()
def ended_otherwise(told: Story, rng: Random) -> Iterator[Case]:
    doc = copy.deepcopy(told.doc)
    doc["ended"] = rng.choice(["thrown-in", "abandoned", "redealt", "claimed", "conceded"])
    yield Case(doc, "G108", "/ended")


@mutation()
def last_card_left_out(told: Story, rng: Random) -> Iterator[Case]:
    yield Case(changed(told, lambda log: log.pop()), "G108", "/ended")


SEEN_WITH = [(name, known) for name in sorted(MUTATIONS) for known in MUTATIONS[name][1]]


@pytest.mark.parametrize(("name", "known"), SEEN_WITH, ids=[" with ".join(pair) for pair in SEEN_WITH])
def test_a_changed_hand_has_one_fault(name: str, known: str) -> None:
    change, _, houses = MUTATIONS[name]
    tried = 0
    for house in houses:
        rng = Random(f"{name}/{house}")
        made = 0
        for doc in hands(house):
            if made == TRIES or doc["ended"] != "played":
                continue
            for case in change(story(doc), rng):
                made += 1
                check(case, known)
        tried += made
    assert tried >= 3


def check(case: Case, known: str) -> None:
    doc = as_known(case.doc, known)
    found = above_notes(findings_of(doc))
    assert [finding.code for finding in found] == [case.code_for(known)], told(found)
    where = found[0].where
    assert where.pointer == case.pointer
    assert where.line == line_number(doc, case.pointer)
    if case.seat is not None:
        assert where.seat == case.seat
    if case.trick is not None:
        assert (where.trick, where.play) == (case.trick, case.play)
    if case.call is not None:
        assert where.call == case.call
    assert where.hand == doc["hand"]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_change_to_any_hand_has_one_fault(data: st.DataObject) -> None:
    change, seen_with, houses = MUTATIONS[data.draw(st.sampled_from(sorted(MUTATIONS)))]
    house = data.draw(st.sampled_from(houses))
    played = [doc for doc in _hands(house) if doc["ended"] == "played"]
    doc = copy.deepcopy(data.draw(st.sampled_from(played)))
    rng = Random(data.draw(st.integers(0, 2**32)))
    for case in change(story(doc), rng):
        check(case, data.draw(st.sampled_from(seen_with)))


@pytest.mark.parametrize("known", ALL)
@pytest.mark.parametrize("house", HOUSES)
def test_an_unchanged_hand_gives_nothing_above_a_note(house: str, known: str) -> None:
    for doc in hands(house):
        found = above_notes(findings_of(as_known(doc, known)))
        assert not found, told(found)


@pytest.mark.parametrize("known", ALL)
def test_a_ninth_call_comes_after_the_throw_in(known: str) -> None:
    thrown = [doc for doc in hands("family") if doc["ended"] == "thrown-in"]
    assert thrown
    for doc in thrown:
        seat = (doc["dealer"] + 1) % 4
        doc["log"].append(f"{seat} pass")
        check(Case(doc, "B107", "/log/8", seat, call=9), known)


@pytest.mark.parametrize("partner", ["another hand", "the kitty"])
@pytest.mark.parametrize("known", SEEN)
def test_a_card_that_the_record_puts_elsewhere_is_one_fault_and_no_renege(known: str, partner: str) -> None:
    """Without evidence the play shows it: at a card that is not in its player's hand, and nowhere before."""
    rng = Random(partner)
    tried = 0
    for doc in hands("club")[:80]:
        one, other = rng.sample(range(4), 2)
        mine, place = doc["dealt"][one], rng.randrange(5)
        theirs, there = (doc["dealt"][other], 0) if partner == "another hand" else (doc["kitty"], 1)
        mine[place], theirs[there] = theirs[there], mine[place]
        if not any(line.endswith((f" play {mine[place]}", f" play {theirs[there]}")) for line in doc["log"]):
            continue
        tried += 1
        found = above_notes(findings_of(as_known(doc, known)))
        assert len(found) == 1, told(found)
        expected = {"D201"} if known == "verified deal" else {"P323", "P324", "B133", "P326"}
        assert found[0].code in expected, told(found)
    assert tried > 20


# Whole games


@dataclass
class GameCase:
    """A changed game, and the one error it has to give."""

    doc: Doc
    code: str
    pointer: str


def game_of(seed: int) -> Doc:
    return clean_games()[seed]


def change_points(game: Doc, index: int) -> GameCase:
    claims = game["hands"][index]["claims"]
    claims["points"] = [4, 0] if claims["points"] != [4, 0] else [2, 0]
    return GameCase(game, "S102", f"/hands/{index}/claims/points")


def change_tricks(game: Doc, index: int) -> GameCase:
    claims = game["hands"][index]["claims"]
    claims["tricks"] = [3, 2] if claims["tricks"] != [3, 2] else [4, 1]
    return GameCase(game, "S101", f"/hands/{index}/claims/tricks")


def change_score(game: Doc, index: int) -> GameCase:
    game["hands"][index]["claims"]["score"][0] += 1
    return GameCase(game, "S103", f"/hands/{index}/claims/score")


def change_score_past_the_target(game: Doc, index: int) -> GameCase:
    game["hands"][index]["claims"]["score"][0] += 20
    return GameCase(game, "S103", f"/hands/{index}/claims/score")


def change_points_from_there_on(game: Doc, index: int) -> GameCase:
    """A euchre counted twice, and every score after it: the record's own score goes on."""
    claims = game["hands"][index]["claims"]
    side = 0 if claims["points"][0] else 1
    claims["points"][side] += 1
    for hand in game["hands"][index:]:
        hand["claims"]["score"] = list(hand["claims"]["score"])
        hand["claims"]["score"][side] += 1
    game["result"]["score"] = list(game["hands"][-1]["claims"]["score"])
    return GameCase(game, "S102", f"/hands/{index}/claims/points")


def repeat_number(game: Doc, index: int) -> GameCase:
    game["hands"][index]["hand"] = index
    return GameCase(game, "D102", f"/hands/{index}/deal/terms")


GAME_CHANGES = (
    change_points,
    change_tricks,
    change_score,
    change_score_past_the_target,
    repeat_number,
)


@pytest.mark.parametrize("change", GAME_CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_a_changed_cell_of_a_game_is_one_fault(change: Callable[[Doc, int], GameCase], seed: int) -> None:
    for index in range(1, len(game_of(seed)["hands"])):
        case = change(game_of(seed), index)
        found = above_notes(findings_of(case.doc))
        assert [finding.code for finding in found] == [case.code], told(found)
        assert found[0].where.pointer == case.pointer
        assert found[0].where.line == line_number(case.doc, case.pointer)


@pytest.mark.parametrize("seed", range(4))
def test_points_counted_twice_are_told_once_though_every_later_score_follows(seed: int) -> None:
    for index in range(len(game_of(seed)["hands"])):
        game = game_of(seed)
        case = change_points_from_there_on(game, index)
        scores = [hand["claims"]["score"] for hand in game["hands"]]
        if max(max(score) for score in scores[:-1]) >= 10:
            continue
        found = above_notes(findings_of(case.doc))
        assert [finding.code for finding in found] == ["S102"], told(found)
        assert found[0].where.pointer == case.pointer


@pytest.mark.parametrize("proof", [True, False], ids=["with evidence", "without"])
def test_a_wrong_name_for_the_dealer_is_one_fault(proof: bool) -> None:
    for seed in range(3):
        for index in range(1, len(game_of(seed)["hands"])):
            game = game_of(seed) if proof else without_evidence(game_of(seed))
            game["hands"][index]["dealer"] = (game["hands"][index]["dealer"] + 1) % 4
            found = above_notes(findings_of(game))
            assert len(found) == 1, told(found)
            assert found[0].code in ("G101", "D102")
            assert found[0].where.hand == index + 1


def test_a_dealer_passed_over_is_one_fault() -> None:
    for seed in range(6):
        found = above_notes(findings_of(proven_game(seed, skip_dealer_at=3)))
        assert [finding.code for finding in found] == ["G101"], told(found)
        assert found[0].where.pointer == "/hands/2/dealer"


def test_a_hand_number_repeated_is_one_fault() -> None:
    game = without_evidence(game_of(1))
    game["hands"][3]["hand"] = 3
    found = above_notes(findings_of(game))
    assert [(f.code, f.where.pointer) for f in found] == [("G102", "/hands/3/hand")], told(found)


def test_a_hand_after_the_end_is_one_fault() -> None:
    for seed in range(6):
        game = game_of(seed)
        hand = copy.deepcopy(proven_game(seed + 50, max_hands=1, header=False)["hands"][0])
        last = game["hands"][-1]
        for name in ("deal", "claims"):
            hand.pop(name)
        shift = (last["dealer"] + 1 - hand["dealer"]) % 4
        hand["dealt"] = hand["dealt"][-shift:] + hand["dealt"][:-shift] if shift else hand["dealt"]
        hand["dealer"] = (hand["dealer"] + shift) % 4
        hand["log"] = [f"{(int(line[0]) + shift) % 4}{line[1:]}" for line in hand["log"]]
        hand["hand"] = last["hand"] + 1
        game["hands"].append(hand)
        game.pop("result")
        found = above_notes(findings_of(game))
        assert [finding.code for finding in found] == ["G104"], told(found)
        assert found[0].where.pointer == f"/hands/{len(game['hands']) - 1}"


@pytest.mark.parametrize("seed", range(6))
def test_a_changed_result_is_one_fault(seed: int) -> None:
    game = game_of(seed)
    game["result"]["score"] = [game["result"]["score"][0] + 1, game["result"]["score"][1]]
    found = above_notes(findings_of(game))
    assert [(f.code, f.where.pointer) for f in found] == [("S104", "/result/score")], told(found)
    for wrong in ([0, 1], [], [1 - game_of(seed)["result"]["winners"][0]]):
        game = game_of(seed)
        game["result"]["winners"] = wrong
        found = above_notes(findings_of(game))
        assert [(f.code, f.where.pointer) for f in found] == [("S105", "/result/winners")], told(found)


# Evidence


@cache
def _evident(entropy: str = "none") -> Doc:
    return hand_file(proven_game(3, entropy=entropy, max_hands=1), 0)


def evident(entropy: str = "none") -> Doc:
    return copy.deepcopy(_evident(entropy))


@pytest.mark.parametrize("name", ["secret", "commitment"])
def test_every_digit_of_secret_and_commitment_counts(name: str) -> None:
    for place in range(64):
        doc = evident()
        old = doc["deal"][name]
        for digit in {"0", "f", "89abcdef01234567"[int(old[place], 16)]} - {old[place]}:
            doc["deal"][name] = old[:place] + digit + old[place + 1 :]
            found = above_notes(findings_of(doc))
            assert [f.code for f in found] == ["C101"], (place, digit, told(found))
            assert found[0].where.pointer == "/deal/commitment"


@pytest.mark.parametrize("replacement", ["0", "9", "a", "A", " ", "\n", "\r", "/", "é", ""])
def test_every_byte_of_the_terms_counts(replacement: str) -> None:
    terms = evident()["deal"]["terms"]
    for place, old in enumerate(terms):
        if old == replacement:
            continue
        doc = evident()
        doc["deal"]["terms"] = terms[:place] + replacement + terms[place + 1 :]
        found = above_notes(findings_of(doc))
        assert len(found) == 1, (place, told(found))
        assert found[0].code in ("C101", "D101"), (place, told(found))
        assert found[0].where.pointer == ("/deal/terms" if found[0].code == "D101" else "/deal/commitment")


def test_every_byte_of_the_match_header_counts() -> None:
    header = evident()["deal"]["match"]
    for place, old in enumerate(header):
        doc = evident()
        doc["deal"]["match"] = header[:place] + ("x" if old != "x" else "y") + header[place + 1 :]
        found = above_notes(findings_of(doc))
        assert [(f.code, f.where.pointer) for f in found] == [("C103", "/deal/match")], told(found)


def copy_value(values: list[Doc], committed: str) -> None:
    values[1]["value"] = values[0]["value"]
    values[1]["contribution"] = contribution_of(bytes.fromhex(committed), values[1]["seat"], values[0]["value"])


CONTRIBUTIONS: dict[str, tuple[Callable[[list[Doc], str], object], str, str]] = {
    "value changed": (lambda v, c: v[1].update(value=hex_of("other")), "C111", "/deal/values/1"),
    "contribution changed": (lambda v, c: v[1].update(contribution=hex_of("other")), "C111", "/deal/values/1"),
    "of another seat": (lambda v, c: v[1].update(seat=1), "C111", "/deal/values/1"),
    "seat given twice": (lambda v, c: v[1].update(seat=0), "C111", "/deal/values/1"),
    "entry repeated": (lambda v, c: v.append(dict(v[0])), "C111", "/deal/values/3"),
    "second value": (lambda v, c: v.append({"seat": 0, "value": hex_of("second")}), "C111", "/deal/values/3"),
    "another value first": (
        lambda v, c: v.insert(0, {"seat": 0, "value": hex_of("second")}),
        "C111",
        "/deal/values/1",
    ),
    "missing": (lambda v, c: v.pop(1), "C110", "/deal"),
    "all missing": (lambda v, c: v.clear(), "C110", "/deal"),
    "not 32 bytes": (lambda v, c: v[2].update(value=v[2]["value"][:-2]), "C110", "/deal/values/2"),
    "capitals": (lambda v, c: v[2].update(value="AB" + v[2]["value"][2:]), "C110", "/deal/values/2"),
    "copied": (copy_value, "C112", "/deal/values/1"),
}


@pytest.mark.parametrize("name", CONTRIBUTIONS)
def test_a_wrong_missing_or_repeated_contribution_is_one_fault(name: str) -> None:
    edit, code, pointer = CONTRIBUTIONS[name]
    doc = evident("players 0,2,3")
    edit(doc["deal"]["values"], doc["deal"]["commitment"])
    found = above_notes(findings_of(doc))
    assert [(f.code, f.where.pointer) for f in found] == [(code, pointer)], told(found)


def test_a_changed_commitment_is_one_fault_for_a_person_who_has_the_list() -> None:
    game = game_of(2)
    listed = Options(published=published_of(game))
    deal = game["hands"][1]["deal"]
    deal["commitment"] = hex_of("another")
    found = above_notes(findings_of(game, listed))
    assert [(f.code, f.where.pointer) for f in found] == [("C201", "/hands/1/deal/commitment")], told(found)
    deal["secret"] = hex_of("another")
    assert sorted(f.code for f in above_notes(findings_of(game, listed))) == ["C101", "C201"]


@pytest.mark.parametrize("entropy", ["none", "players 0,2,3", "players 1"])
def test_unchanged_evidence_passes(entropy: str) -> None:
    game = proven_game(4, entropy=entropy)
    found = findings_of(game, Options(published=published_of(game)))
    assert {finding.code for finding in found} <= {"C220", "C221"}, told(found)


def test_the_evidence_of_another_hand_is_one_fault() -> None:
    game = game_of(2)
    game["hands"][1]["deal"] = copy.deepcopy(game["hands"][2]["deal"])
    found = above_notes(findings_of(game))
    assert [(f.code, f.where.pointer) for f in found] == [("D102", "/hands/1/deal/terms")], told(found)

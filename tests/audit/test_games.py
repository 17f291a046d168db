"""Packed games are as a list of them would be, and what they count up to is what counting one by one gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_audit.audit import GameResult, Games, HandResult, Options, Report, audit_files
from euchre_audit.audit.games import Packed
from euchre_audit.audit.index import Seen
from euchre_audit.audit.result import LedgerResult
from euchre_audit.findings import ANSWERS, SEVERITIES, Answer, Finding, Where
from euchre_audit.report import Style
from euchre_audit.report.render import render_text
from euchre_audit.rules import Rules
from tests.examples.make_examples import play_game

WORST: tuple[Answer, ...] = ("fail", "unproven", "pass", "unchecked")
SEVERITY = {"S102": "error", "P310": "error", "X901": "error", "S108": "warning", "C210": "note", "C220": "note"}
PACKED = 200
"""Bytes a hand that a season without faults may take; the docstring of ``Packed`` says about 130."""

found_findings = st.lists(
    st.builds(
        Finding,
        st.sampled_from(sorted(SEVERITY)),
        st.just("something"),
        st.just(Where("a.json")),
        known=st.sampled_from([None, None, "ruled"]),
    ),
    max_size=2,
)
given_answers = st.fixed_dictionaries({name: st.sampled_from(WORST) for name in ANSWERS})
some_hands = st.lists(st.builds(HandResult, st.integers(1, 20), given_answers, findings=found_findings), max_size=3)
some_games = st.lists(
    st.builds(
        GameResult,
        st.sampled_from(["a.json", "b.json"]),
        st.none(),
        st.just("club"),
        st.just(Rules()),
        st.just(False),
        st.just(["Ann", "Bo", "Cy", "Di"]),
        hands=some_hands,
        findings=found_findings,
        answers=given_answers,
    ),
    max_size=4,
)


def packed(packs: list[list[GameResult]]) -> Games:
    """Games of several packs; a pack of one as it is appended."""
    games = Games()
    for pack in packs:
        if len(pack) == 1:
            games.append(pack[0])
        else:
            games.add(Packed(pack))
    return games


@given(st.lists(some_games, max_size=4), st.data())
def test_as_a_list_would_be(packs: list[list[GameResult]], data: Any) -> None:
    games, plain = packed(packs), [game for pack in packs for game in pack]
    assert list(games) == plain
    assert (len(games), bool(games)) == (len(plain), bool(plain))
    assert list(reversed(games)) == plain[::-1]
    for index in range(-len(plain), len(plain)):
        assert games[index] == plain[index]
    for index in (len(plain), -len(plain) - 1):
        with pytest.raises(IndexError):
            games[index]
    part = data.draw(st.slices(len(plain)))
    assert games[part] == plain[part]
    assert list(Games(plain)) == plain


def spoil(games: Iterator[GameResult] | list[GameResult]) -> None:
    """Change every other game."""
    for number, game in enumerate(games):
        if number % 2:
            game.answers["play"] = "fail"
            game.findings.append(Finding("S102", "wrong", Where("a.json")))
            for hand in game.hands:
                hand.findings = []


@given(st.lists(some_games, max_size=4))
def test_a_change_stays_and_a_look_changes_nothing(packs: list[list[GameResult]]) -> None:
    games, plain = packed(packs), [game for pack in packs for game in pack]
    spoil(iter(games))
    assert list(games) == plain
    spoil(games.to_change())
    spoil(plain)
    assert list(games) == plain
    assert games.tally == Games(plain).tally


def is_(finding: Finding, *severities: str) -> bool:
    return ("note" if finding.known else SEVERITY[finding.code]) in severities


@given(st.lists(some_games, max_size=4), found_findings, found_findings, given_answers, st.sampled_from(SEVERITIES))
def test_the_report_is_what_counting_again_gives(
    packs: list[list[GameResult]],
    own: list[Finding],
    ledgers: list[Finding],
    answers: dict[str, Answer],
    fail_on: str,
) -> None:
    plain = [game for pack in packs for game in pack]
    ledger = LedgerResult("ledger.jsonl", findings=ledgers, answers=answers)
    options = Options(require=("play", "deal"), fail_on=fail_on)
    report = Report(games=packed(packs), findings=own, ledgers=[ledger], options=options)
    hands = [hand for game in plain for hand in game.hands]
    whole = [*own, *ledgers, *(each for game in plain for each in game.all_findings())]
    assert report.all_findings() == whole
    assert report.all_findings(notes=False) == [each for each in whole if is_(each, "error", "warning")]
    of_all = [answers, *(game.answers for game in plain), *(hand.answers for hand in hands)]
    worst = {name: next(each for each in WORST if each in {one[name] for one in of_all}) for name in ANSWERS}
    assert report.answers == worst
    missing = [
        name
        for name in ("play", "deal")
        if not hands
        or {hand.answers[name] for hand in hands} != {"pass"}
        or {game.answers[name] for game in plain} & {"fail", "unproven"}
    ]
    assert report.missing == missing
    known = [each for each in whole if each.known]
    assert report.known == len(known)
    counting = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    fails = any(not each.known and SEVERITY[each.code] in counting for each in whole)
    checked = set(worst.values()) != {"unchecked"}
    if fails or ("fail" in worst.values() and not known):
        verdict = "fail"
    else:
        verdict = ("unproven" if missing else "pass") if checked else "unchecked"
    assert report.verdict == verdict
    broken = not checked or any(each.code == "X901" for each in whole)
    assert report.exit_code == (2 if broken else int(verdict == "fail" or bool(missing)))
    tally = report.tally
    assert (tally.games, tally.hands) == (len(plain), len(hands))
    assert tally.faulty == sum(any(is_(each, "error") for each in game.all_findings()) for game in plain)
    assert {each: tally.findings(each) for each in SEVERITIES} == {
        each: sum(is_(one, each) for one in whole) for each in SEVERITIES
    }
    notes = [each.code for each in whole if is_(each, "note")]
    assert tally.notes() == {code: notes.count(code) for code in notes}
    for name in ANSWERS:
        for answer in WORST:
            assert tally.of_hands[name, answer] == sum(hand.answers[name] == answer for hand in hands)


few = st.integers(0, 3)


@given(st.lists(st.lists(st.tuples(few, few), max_size=5), max_size=5))
def test_a_secret_of_two_commitments_is_told_wherever_the_pieces_end(batches: list[list[tuple[int, int]]]) -> None:
    seen, first = Seen(), dict[int, tuple[int, str]]()
    for number, batch in enumerate(batches):
        used = [(secret, own, f"{number}.{place}") for place, (secret, own) in enumerate(batch)]
        expected = []
        for place, (secret, own, at) in enumerate(used):
            before = first.setdefault(secret, (own, at))
            expected += [(place, before[1])] if before[0] != own else []
        assert list(seen.use_secrets([(bytes([secret]), bytes([own]), at) for secret, own, at in used])) == expected
    seen.close()


@given(st.lists(st.lists(st.tuples(few, few, st.sampled_from([None, "club"])), max_size=5), max_size=5))
def test_two_commitments_of_a_hand_are_told_wherever_the_pieces_end(
    batches: list[list[tuple[int, int, str | None]]],
) -> None:
    seen, first = Seen(), dict[int, tuple[bytes, str | None, str]]()
    for number, batch in enumerate(batches):
        used = [
            ("s", hand, bytes([own]), signer, f"{number}.{place}")
            for place, (hand, own, signer) in enumerate(batch)
        ]
        expected = []
        for place, (_, hand, own, signer, at) in enumerate(used):
            before = first.setdefault(hand, (own, signer, at))
            expected += [(place, before)] if before[0] != own else []
        assert list(seen.use_commitments(used)) == expected
    seen.close()


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report on some games without fault, each with other cards."""
    path: Path = tmp_path_factory.mktemp("clean") / "season.jsonl"
    games = [play_game(f"club.example/clean/{number}", ("Ann", "Bo", "Cy", "Di")) for number in range(60)]
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return audit_files([str(path)], Options())


def test_what_a_hand_without_fault_takes(clean: Report) -> None:
    assert clean.games.tally.hands > 500
    assert sum(len(pack.data) for pack in clean.games.packs) < PACKED * clean.games.tally.hands


def test_a_season_without_fault_is_told_unopened(clean: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    told = render_text(clean, Style())

    def refuse(_: Packed) -> list[GameResult]:
        raise AssertionError("it was opened")

    monkeypatch.setattr(Packed, "games", refuse)
    assert render_text(clean, Style()) == told
    assert clean.exit_code == 0
    assert f"60 games, {clean.games.tally.hands} hands" in told

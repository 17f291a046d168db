"""Fingerprints: what keeps one, what changes it, and two that are alike."""

from __future__ import annotations

import json

import pytest

from euchre_audit.audit import Options, Report
from euchre_audit.findings import Finding, Where
from euchre_audit.findings.fingerprint import LENGTH, fingerprints
from euchre_audit.records import Source
from tests.audit.games import report_of, source_of
from tests.report.reports import faulty_games

PLACE = Where("g/t1.json", "/hands/2/log/14", 88, "club/1", 3, None, 2, 4, 3)
FINDING = Finding("P301", "out of turn", PLACE, "West to play", "9c")


def one(finding: Finding) -> str:
    return fingerprints([finding])[0]


def moved(**changes: object) -> Finding:
    return Finding("P301", "out of turn", PLACE.at(**changes), "West to play", "9c")


def test_it_is_the_same_where_lines_or_words_change():
    again = Finding("P301", "it was West's turn", PLACE.at(line=91, pointer="/hands/2/log/15"), "a card", "9♣")
    assert one(again) == one(FINDING) and len(one(FINDING)) == LENGTH


@pytest.mark.parametrize("change", ["path", "game", "hand", "trick", "play", "seat", "call"])
def test_it_is_another_where_the_place_is_another(change):
    value = "other" if change in ("path", "game") else 7
    assert one(moved(**{change: value})) != one(FINDING)


def test_another_code_is_another_finding():
    assert one(Finding("P302", "out of turn", PLACE)) != one(FINDING)


def test_what_is_alike_is_numbered():
    first, second, third = fingerprints([FINDING, FINDING, FINDING])
    assert (second, third) == (f"{first}-2", f"{first}-3")


def test_the_separator_of_paths_does_not_matter():
    there = moved(path="g\\t1.json")
    assert fingerprints([there], "\\") == [one(FINDING)]
    assert fingerprints([there], "/") != [one(FINDING)]


@pytest.mark.parametrize(
    ("pointer", "other", "same"),
    [
        ("/hands/2/log/14", "/hands/3/log/15", True),
        ("/hands/2/dealt/3/4", "/hands/3/dealt/3/4", True),
        ("/hands/2/dealt/3/4", "/hands/2/dealt/3/3", False),
        ("/hands/2/claims/points", "/claims/points", True),
        ("/hands/2/claims/points", "/hands/2/claims/tricks", False),
        ("", "/0", False),
    ],
)
def test_the_end_of_a_pointer_into_a_hand(pointer, other, same):
    hand = Where("a.json", None, None, "g", 3)
    marks = [one(Finding("S102", "x", hand.at(pointer=each))) for each in (pointer, other)]
    assert (marks[0] == marks[1]) is same


def test_of_no_hand_the_whole_pointer_counts():
    rows = [Finding("A101", "x", Where("archive.json", f"/standings/rows/{row}/points")) for row in (3, 4)]
    assert one(rows[0]) != one(rows[1])


def test_half_a_surrogate_pair_has_one_too():
    assert one(moved(path="\udcff.json")) != one(moved(path="\udcfe.json"))


def test_a_line_more_in_a_file_changes_no_fingerprint():
    game = faulty_games()["round 1/points.json"]
    plain = source_of(game)
    spread = Source(plain.path, json.dumps(game, indent=3).encode())
    reports: list[Report] = [report_of(source, Options()) for source in (plain, spread)]
    lines, marks = zip(*(([f.where.line for f in r.all_findings()], _marks(r)) for r in reports), strict=True)
    assert lines[0] != lines[1] and marks[0] == marks[1]
    assert len(set(marks[0])) == len(marks[0])


def _marks(report: Report) -> list[str]:
    return fingerprints(report.all_findings())

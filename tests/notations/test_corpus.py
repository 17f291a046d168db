"""Real games and other people's saved hands, where the folder that holds them is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from euchre_audit.audit import Options, audit_files, audit_folder
from euchre_audit.records import read_published, read_source
from tests.audit.games import above_notes, report_of, told

CORPUS = os.environ.get("EUCHRE_AUDIT_CORPUS")
pytestmark = pytest.mark.skipif(CORPUS is None, reason="EUCHRE_AUDIT_CORPUS names no folder with the corpus")
FOLDER = Path(CORPUS or ".") / "corpus"

FINAL_SCORES = {
    "pairs-final-11-deals": [9, 10],
    "finals-13-deals": [8, 10],
    "comeback-9-deals": [11, 9],
    "bears-12-deals": [10, 9],
    "with-player-cards": [10, 7],
    "masters-g3": [10, 5],
    "league-g1-v1.0": [10, 3],
    "league-g2-v1.0": [8, 10],
    "league-g3-v1.0": [10, 6],
    "partial-2-deals": [10, 9],
}


@pytest.mark.parametrize("name", FINAL_SCORES)
def test_a_real_game_replays_to_its_score(name: str) -> None:
    report = report_of(read_source(str(FOLDER / "egn" / f"{name}.egn")))
    assert report.all_findings() == [], told(report.all_findings())
    (game,) = report.games
    assert game.score == FINAL_SCORES[name]
    assert (report.answers["play"], report.exit_code) == ("pass", 0)


def test_every_real_game_is_in_the_list() -> None:
    assert {path.stem for path in (FOLDER / "egn").glob("*.egn")} == set(FINAL_SCORES)


@pytest.mark.parametrize("name", ["saved-hand.json", "saved-hand-with-proof.json"])
def test_a_saved_hand_passes_with_the_published_list(name: str) -> None:
    path = str(FOLDER / "club" / name)
    published = read_published(str(FOLDER / "club" / "published.txt"))
    report = audit_files([path], Options(published=published))
    assert above_notes(report.all_findings()) == [], told(report.all_findings())
    for answer in ("deal", "commitment", "published", "play", "score"):
        assert report.answers[answer] == "pass"
    assert report.answers["choice"] == "unproven"
    assert audit_files([path], Options()).answers["published"] == "unproven"


def test_a_tournament_is_clean_game_by_game() -> None:
    published = read_published(str(FOLDER / "club" / "published.txt"))
    report = audit_folder(str(FOLDER / "club" / "open"), Options(published=published))
    assert above_notes(report.all_findings()) == [], told(report.all_findings())
    assert len(report.games) == 12
    assert report.answers["deal"] == report.answers["published"] == "pass"

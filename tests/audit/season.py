"""A folder of games of every sort, for what audits archives in pieces."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.examples.make_examples import play_game

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def write_season(folder: Path, times: int) -> Path:
    """Single games, a file of eight games ``times`` over, one that cannot be read, some with faults."""
    shutil.copytree(EXAMPLES / "tournament", folder / "tournament")
    for name in ("game.egn", "disputed-game.json", "tampered-hand.json"):
        shutil.copy(EXAMPLES / name, folder)
    (folder / "broken.json").write_text("{", encoding="utf-8")
    lines = [json.dumps(play_game(f"club.example/s/{number}", ("Ann", "Bo", "Cy", "Di"))) for number in range(8)]
    (folder / "long.jsonl").write_text("\n".join(lines * times) + "\n", encoding="utf-8")
    return folder

"""What a file says is no command to a CI's runner, whichever command prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import EXAMPLES, ROOT, euchre_audit
from tests.report.runner import commands

TEXTS = ["##[error]forged", "::error::forged", "x\n::error::forged", "a\r\n##[error]forged"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "words",
    [
        "verify {} -v", "extract {} --hand 1", "replay {}", "replay {} --scoresheet html",
        "replay {} --scoresheet csv", "convert {} out.egn", "convert {} out.openspiel.jsonl", "rules infer {}",
    ],
)  # fmt: skip
def test_names_of_a_game(words: str, text: str, tmp_path: Path) -> None:
    tree = json.loads((EXAMPLES / "tournament" / "table-1.json").read_text())
    tree |= {
        "game": text,
        "meta": {text: text},
        "players": [{"id": f"{text}{seat}", "name": text} for seat in range(4)],
    }
    tree["hands"][0]["rulings"] = [{"what": text}]
    (tmp_path / "game.json").write_text(json.dumps(tree))
    ran = euchre_audit(*words.format("game.json").split(), cwd=tmp_path)
    assert ran.code in (0, 1), ran.err
    assert commands(ran.out + ran.err) == []
    if words.startswith("extract"):
        assert json.loads(ran.out)["players"][0]["name"] == text


@pytest.mark.parametrize("text", TEXTS)
def test_values_of_a_vector(text: str, tmp_path: Path) -> None:
    tree = json.loads((ROOT / "schemas" / "vectors" / "deal-v1.json").read_text())
    tree["vectors"] = [tree["vectors"][0] | {"id": text, "commitment": text}]
    (tmp_path / "vectors.json").write_text(json.dumps(tree))
    ran = euchre_audit("vectors", "vectors.json", cwd=tmp_path)
    assert ran.code == 1, ran.err
    assert commands(ran.out + ran.err) == []


@pytest.mark.parametrize("sheet", ["html", "text"])
@pytest.mark.parametrize("text", TEXTS)
def test_the_title_of_a_house(text: str, sheet: str, tmp_path: Path) -> None:
    house = (ROOT / "euchre_audit" / "rules" / "houses" / "family.toml").read_text().splitlines()
    told = [f"title = {json.dumps(text)}" if line.startswith("title = ") else line for line in house]
    (tmp_path / "mine.toml").write_text("\n".join(told) + "\n")
    ran = euchre_audit("rules", "show", "mine.toml", "--sheet", sheet, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert commands(ran.out + ran.err) == []

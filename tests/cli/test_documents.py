"""The README, the help, the schemas and the examples say the same as the code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest

from euchre_audit.cli import COMMANDS
from euchre_audit.records.container import Limits, limits_from
from euchre_audit.records.schema import KINDS, schema_text
from euchre_audit.report import clean
from tests.cli.run import EXAMPLES, ROOT, euchre_audit
from tests.examples.make_examples import files

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_lists_the_commands_as_help_does() -> None:
    listed = README.split("## Commands")[1].split("```")[1]
    told = euchre_audit("--help").out.split("Commands:")[1]
    assert listed.strip().splitlines() == told.strip().splitlines()


def test_each_command_has_the_help_that_the_list_promises() -> None:
    for name in COMMANDS:
        ran = euchre_audit(name, "--help")
        assert ran.code == 0
        assert ran.out.startswith(f"Usage: euchre-audit {name}")


def commands_of_the_readme() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("euchre-audit ")]


@pytest.mark.parametrize("line", commands_of_the_readme())
def test_each_line_of_the_readme_runs(line: str, tmp_path: Path) -> None:
    line = line.split(" > ")[0]
    words = line.replace("text=audit.txt", f"text={tmp_path / 'audit.txt'}").split()[1:]
    ran = euchre_audit(*words)
    assert ran.code == (1 if "examples/tournament" in words and words[0] == "archive" else 0), ran.out + ran.err


def test_the_readme_gives_the_exit_codes_as_help_does() -> None:
    told = " ".join(euchre_audit("--help").out.split("Exit:")[1].split("Options:")[0].split()).rstrip(".")
    assert told.startswith("0 nothing found; 1 findings; 2 wrong usage, unreadable input,")
    assert told.endswith("130 interrupted")
    assert told in " ".join(README.split())


def test_the_limits_that_are_told_are_those_that_hold() -> None:
    told = " ".join(euchre_audit("archive", "--help").out.split("--limit")[1].split("  -j")[0].split())
    for text in (told, README.split("Limits, unless you set others: ")[1].split("\n\n")[0]):
        words = re.findall(r"[a-z-]+=\w+", text)
        assert limits_from(words, Limits(1, 1, 1, 1, 1, 1)) == Limits()
        assert len(words) == len(fields(Limits))
    assert "beyond the first MiB" in told


def test_the_hook_of_the_readme_passes_a_club_and_shows_where_a_fault_is(tmp_path: Path) -> None:
    """As pre-commit does: all files that ``files`` matches and ``exclude`` does not, behind ``entry``."""
    hook = dict(re.findall(r"^ +(entry|files|exclude): (.+)$", README.split("id: euchre-audit\n")[1], re.MULTILINE))
    games = tmp_path / "games"
    shutil.copytree(EXAMPLES / "club", games)
    names = sorted(str(path.relative_to(tmp_path)) for path in games.iterdir())
    names = [name for name in names if re.search(hook["files"], name) and not re.search(hook["exclude"], name)]
    assert {"games/table-1.json", "games/ledger.jsonl"} <= set(names)
    program, *words = hook["entry"].split()
    assert program == "euchre-audit"
    assert euchre_audit(*words, *names, cwd=tmp_path).code == 0
    shutil.copy(EXAMPLES / "tampered-hand.json", games / "table-2.json")
    ran = euchre_audit(*words, *names, "games/table-2.json", cwd=tmp_path)
    assert ran.code == 1
    assert re.search(r"games/table-2\.json:[0-9]+  .*  D201", ran.out)


def test_the_workflow_may_do_what_its_steps_do() -> None:
    workflow = README.split("# .github/workflows/audit.yml\n")[1].split("```")[0]
    allowed = re.findall(r"^  ([a-z-]+): (read|write)$", workflow, re.MULTILINE)
    assert allowed == [("actions", "read"), ("contents", "read"), ("security-events", "write")]


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_schemas_are_those_of_the_types(name: str) -> None:
    assert (ROOT / "schemas" / f"euchre-{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.json")), ids=lambda path: path.name)
def test_each_example_is_valid_by_its_schema(path: Path) -> None:
    tree = json.loads(path.read_text(encoding="utf-8"))
    name = tree["format"].split("-")[1].split("/")[0]
    schema = json.loads((ROOT / "schemas" / f"euchre-{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(tree)


@pytest.mark.parametrize(
    "change",
    [
        {"deeler": 1},
        {"dealer": 4},
        {"log": ["0 plays Ac"]},
        {"up": "10h"},
        {"hand": 0},
        {"log": None, "card": None},
    ],
    ids=str,
)
def test_the_schema_refuses_what_the_reader_refuses(change: dict[str, object], tmp_path: Path) -> None:
    tree = json.loads((EXAMPLES / "fair-hand.json").read_text(encoding="utf-8"))
    for key, value in change.items():
        if value is None:
            tree.pop(key, None)
        else:
            tree[key] = value
    schema = json.loads(schema_text("hand"))
    assert not jsonschema.Draft202012Validator(schema).is_valid(tree)
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(tree))
    assert euchre_audit("verify", str(path)).code == 2


@pytest.mark.parametrize("name", sorted(files()))
def test_the_examples_are_those_that_are_made(name: str) -> None:
    assert (EXAMPLES / name).read_text(encoding="utf-8") == files()[name]


def test_the_tour_shows_each_exit_code_as_it_says() -> None:
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(
        ["sh", str(EXAMPLES / "tour")],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )
    if "not installed" in done.stderr:
        pytest.skip("the command is not installed beside this Python")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("-- exit 0") == 6
    assert done.stdout.count("-- exit 1") == 3


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë 王", "Zoë 王"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("a\nb\r", "a\\x0ab\\x0d"),
        ("\u202eevil", "\\u202eevil"),
        ("\udcff", "\\udcff"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_clean_writes_out_what_could_act(text: str, shown: str) -> None:
    assert clean(text) == shown

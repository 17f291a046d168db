"""Runs the command as a person does: another process, its output, its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
COMMAND = [sys.executable, "-c", "from euchre_audit.cli import main; main()"]


@dataclass(frozen=True)
class Ran:
    """What a run gave."""

    code: int
    out: str
    err: str


def euchre_audit(*words: str, cwd: Path = ROOT, stdin: bytes | None = None, **environment: str) -> Ran:
    """Run ``euchre-audit`` with these words."""
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    done = subprocess.run(
        [*COMMAND, *words],
        cwd=cwd,
        input=b"" if stdin is None else stdin,
        capture_output=True,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment},
        timeout=60,
        check=False,
    )
    encoding = environment.get("PYTHONIOENCODING", "utf-8").split(":")[0]
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))

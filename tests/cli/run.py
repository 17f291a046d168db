"""Runs the command as a person does: another process, its output, its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from euchre_audit.cli import main

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
    """Run ``euchre-audit`` with these words.

    Without an environment of its own it is a fork of this process, which has the modules already.
    """
    if not environment and hasattr(os, "fork"):
        return _forked(words, cwd, stdin or b"")
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


def _forked(words: tuple[str, ...], cwd: Path, stdin: bytes) -> Ran:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        child = os.fork()
        if child == 0:
            _be_the_command(words, cwd, given, out, err)
        _, status = os.waitpid(child, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8"))
    return Ran(os.waitstatus_to_exitcode(status), *texts)


def _be_the_command(words: tuple[str, ...], cwd: Path, given: BinaryIO, out: BinaryIO, err: BinaryIO) -> None:
    code = 70
    try:
        for number, file in enumerate((given, out, err)):
            os.dup2(file.fileno(), number)
        sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        os.chdir(cwd)
        for name in ("NO_COLOR", "COLUMNS"):
            os.environ.pop(name, None)
        os.environ["PYTHONPATH"] = str(ROOT)
        sys.argv = ["euchre-audit", *words]
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)

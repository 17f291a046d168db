"""Which lines of a log a runner of GitHub Actions takes for commands: a second reading of its documented rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

COMMANDS = {
    "add-mask",
    "add-matcher",
    "add-path",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "notice",
    "remove-matcher",
    "save-state",
    "set-env",
    "set-output",
    "stop-commands",
    "warning",
}


@dataclass(frozen=True)
class Command:
    """A command as the runner reads it."""

    name: str
    properties: dict[str, str]
    data: str


def commands(log: str) -> list[Command]:
    """Every command in a log."""
    return [found for line in re.split(r"\r\n|\r|\n", log) if (found := _new(line) or _old(line)) is not None]


def _new(line: str) -> Command | None:
    head, sign, data = line.lstrip()[2:].partition("::")
    if not line.lstrip().startswith("::") or not sign:
        return None
    name, _, rest = head.partition(" ")
    pairs = (each.split("=", 1) for each in rest.split(",") if "=" in each)
    properties = {key.strip(): _unescape(value, ":,") for key, value in pairs}
    return Command(name, properties, _unescape(data)) if name in COMMANDS else None


def _old(line: str) -> Command | None:
    found = re.search(r"##\[([^] ]*)([^]]*)\](.*)", line)
    return Command(found[1], {}, found[3]) if found is not None and found[1] in COMMANDS else None


def _unescape(text: str, more: str = "") -> str:
    for sign in "\r\n" + more + "%":
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text

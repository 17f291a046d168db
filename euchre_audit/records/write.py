"""Records to files: whole or not at all."""

import json
import os
import tempfile
from collections.abc import Sequence
from typing import Any

import msgpack

from ..findings import Unreadable, Where

KINDS = ("json", "jsonl", "msgpack")


def json_text(tree: Any) -> str:
    """A record as people read it: two spaces a level, lists of plain values on one line."""
    return _pretty(tree, 0) + "\n"


def _pretty(tree: Any, depth: int) -> str:
    pad, inner = "  " * depth, "  " * (depth + 1)
    if isinstance(tree, dict) and tree:
        members = [f"{inner}{_plain(name)}: {_pretty(value, depth + 1)}" for name, value in tree.items()]
        return "{\n" + ",\n".join(members) + f"\n{pad}}}"
    if isinstance(tree, list) and any(isinstance(value, dict | list) or _is_event(value) for value in tree):
        items = [inner + _pretty(value, depth + 1) for value in tree]
        return "[\n" + ",\n".join(items) + f"\n{pad}]"
    return _plain(tree)


def _is_event(value: Any) -> bool:
    return isinstance(value, str) and " " in value


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def encode(trees: list[Any], kind: str) -> bytes:
    """Records in the form of a file of ``kind``: ``json`` takes exactly one."""
    if kind == "msgpack":
        return b"".join(msgpack.packb(tree) for tree in trees)
    if kind == "jsonl":
        lines = [json.dumps(tree, ensure_ascii=False, separators=(",", ":")) + "\n" for tree in trees]
        return "".join(lines).encode()
    return json_text(trees[0]).encode()


def append_text(path: str, text: str) -> None:
    """Add to the end of a file that others add to."""
    try:
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        message = f"it cannot be written: {error.strerror}"
        raise Unreadable("F101", message, Where(path=path)) from None


def check_writable(path: str) -> None:
    """``Unreadable`` where it is plain before any work that this file cannot be written."""
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    reason = None
    if os.path.isdir(target):
        reason = "this is a folder"
    elif os.path.exists(target) and not os.path.isfile(target):
        reason = None if os.access(target, os.W_OK) else "this may not be written to"
    elif not os.path.isdir(folder):
        reason = "there is no such folder"
    elif not os.access(folder, os.W_OK | os.X_OK):
        reason = "its folder may not be written to"
    if reason is not None:
        raise Unreadable("F101", f"it cannot be written: {reason}", Where(path=path))


def write_atomically(path: str, data: bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all; without ``force`` one that is there is not touched.

    A link is followed; a device or a pipe is written to as it is.
    """
    write_together([(path, data)], force=force)


def write_together(files: Sequence[tuple[str, bytes]], *, force: bool = False) -> None:
    """Write several files, all of them or none: each is written beside its place first, and moved there at last."""
    for path, _ in files:
        if not force and os.path.lexists(path):
            raise Unreadable("F101", "there is such a file already; --force replaces it", Where(path=path))
        if os.path.isdir(path):
            raise Unreadable("F101", "it cannot be written: this is a folder", Where(path=path))
    ready: list[tuple[str, str, str]] = []
    path = ""
    try:
        for path, data in files:
            target = os.path.realpath(path)
            if os.path.exists(target) and not os.path.isfile(target):
                with open(target, "wb") as file:
                    file.write(data)
                continue
            handle, temporary = tempfile.mkstemp(prefix=".euchre-audit-", dir=os.path.dirname(target))
            ready.append((path, temporary, target))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(temporary, 0o666 & ~umask)
        while ready:
            path, temporary, target = ready[0]
            os.replace(temporary, target)
            del ready[0]
    except OSError as error:
        raise Unreadable("F101", f"it cannot be written: {error.strerror}", Where(path=path)) from None
    finally:
        for _, temporary, _ in ready:
            os.unlink(temporary)

"""Records to files: whole or not at all."""

import json
import os
import tempfile
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


def write_atomically(path: str, data: bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all; without ``force`` one that is there is not touched.

    A link is followed; a device or a pipe is written to as it is.
    """
    where = Where(path=path)
    if not force and os.path.lexists(path):
        raise Unreadable("F101", "there is such a file already; --force replaces it", where)
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        try:
            with open(path, "wb") as file:
                file.write(data)
        except OSError as error:
            raise Unreadable("F101", f"it cannot be written: {error.strerror}", where) from None
        return
    folder = os.path.dirname(os.path.abspath(path))
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=".euchre-audit-", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise Unreadable("F101", f"it cannot be written: {error.strerror}", where) from None
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)

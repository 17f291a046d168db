"""What a finding is known by from one run to the next: its fingerprint.

It stays the same when lines of the file move, when a message is worded anew, and when the folder is moved as a
whole: it is made of the code, the path as the report gives it, the game, and the place in the game (hand, call,
trick, play, seat). Of the pointer into a hand only its end counts (``dealt/3/4``), and never the number of a line
of the log. What is about no hand has no other place than its pointer, so there the whole pointer counts.

It is another one when the fault is another: another code, another file, another hand, trick or seat. Findings that
are alike in all of this are numbered in the order of the report: the second is ``…-2``, the third ``…-3``.
"""

import hashlib
import json
import os
from collections.abc import Iterable

from .model import Finding, Where

LENGTH = 32


def fingerprints(findings: Iterable[Finding], separator: str = os.sep) -> list[str]:
    """The fingerprint of each finding, in their order; ``separator`` is that of their paths."""
    seen: dict[str, int] = {}
    given = []
    for finding in findings:
        base = _digest(finding, separator)
        count = seen[base] = seen.get(base, 0) + 1
        given.append(base if count == 1 else f"{base}-{count}")
    return given


def _digest(finding: Finding, separator: str) -> str:
    where = finding.where
    path = where.path and where.path.replace(separator, "/")
    place = (where.hand, where.call, where.trick, where.play, where.seat)
    known_by = [finding.code, path, where.game, *place, _part(where)]
    return hashlib.sha256(json.dumps(known_by).encode("ascii")).hexdigest()[:LENGTH]


def _part(where: Where) -> str:
    """What the pointer says that the place in the game does not: its end, or all of it where there is no hand."""
    parts = (where.pointer or "").split("/")[1:]
    if where.hand is None:
        return "/".join(parts)
    last = max((place for place, part in enumerate(parts) if not part.isdecimal()), default=0)
    placed = where.call is not None or where.trick is not None or where.play is not None
    if placed or parts[last : last + 1] == ["log"]:
        return "".join(parts[last : last + 1])
    return "/".join(parts[last:])

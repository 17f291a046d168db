"""Known findings, each by its fingerprint and with a reason: a person's own file."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ..findings import Unreadable, Where
from .read import MAX_LIST, Document, Source, read_bytes, read_documents, typed

FORMAT = "euchre-baseline/1"


class Known(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A finding that is known, and why it is let stand."""

    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{32}(-[1-9][0-9]{0,8})?$", max_length=42)]
    reason: Annotated[str, Meta(min_length=1, max_length=1000)]
    code: Annotated[str, Meta(max_length=4)] | None = None


class Baseline(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag=FORMAT):
    """All of them."""

    known: list[Known]


def read_baseline(path: str) -> dict[str, str]:
    """The reason of each known finding, by fingerprint; ``Unreadable`` where the file is not of its form."""
    document = next(iter(read_documents(Source(path, read_bytes(path, most=MAX_LIST)))))
    if not isinstance(document, Document):
        raise Unreadable.of(document)
    read: Baseline = typed(document, Baseline)
    blank = next((index for index, each in enumerate(read.known) if not each.reason.strip()), None)
    if blank is not None:
        pointer = f"/known/{blank}/reason"
        where = Where(path=path, pointer=pointer, line=document.line(pointer))
        raise Unreadable("F110", "a known finding has a reason", where)
    first: dict[str, int] = {}
    for index, each in enumerate(read.known):
        before = first.setdefault(each.fingerprint, index)
        if before != index:
            pointer = f"/known/{index}/fingerprint"
            message = f"each fingerprint stands once, and /known/{before} has this one, too"
            raise Unreadable("F110", message, Where(path=path, pointer=pointer, line=document.line(pointer)))
    return {each.fingerprint: each.reason for each in read.known}

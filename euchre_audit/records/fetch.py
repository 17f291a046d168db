"""An archive by its URL (``s3://``, ``https://``, ``memory://``), brought here first, by ``fsspec``."""

import importlib
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ..evidence import ExtraMissing
from ..findings import Finding, Unreadable, Where
from .container import MIB, PACKED, Container, Limits, Listing, unpack

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_FILES = (*PACKED, ".jsonl", ".msgpack")
_WEB = ("http://", "https://")


def is_url(path: str) -> bool:
    """Whether this is a URL and no path."""
    return _URL.match(path) is not None


def without_secrets(url: str) -> str:
    """A URL as it can be shown: without a password, and from the web without what follows a question mark."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    web = url.lower().startswith(_WEB)
    if "@" not in parts.netloc and not web:
        return url
    query, fragment = ("", "") if web else (parts.query, parts.fragment)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, fragment))


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a URL led to, in a ``folder`` here: the file ``name`` in it, or all of it.

    ``shown`` is the URL without secrets; ``problems`` are what could not be brought.
    """

    shown: str
    folder: str
    name: str | None = None
    problems: tuple[Finding, ...] = ()


@contextmanager
def fetched(url: str, limits: Limits) -> Iterator[Fetched]:
    """Copy a file or a folder into a temporary folder, within ``limits``; ``Unreadable`` says why not.

    What is on this machine already is not copied.
    """
    try:
        fsspec: Any = importlib.import_module("fsspec.core")
    except ImportError:
        raise ExtraMissing("cluster", "an archive by its URL") from None
    shown = without_secrets(url)
    where = Where(path=shown)
    with TemporaryDirectory(prefix="euchre-audit-") as folder:
        try:
            if url.lower().startswith(_WEB):
                _check_name(urlsplit(url).path, where, ())
            files, path = fsspec.url_to_fs(url)
            name, whole = _kind(files, path, where)
            if "file" in files.protocol:
                found = Fetched(shown, path if whole else os.path.dirname(path), None if whole else name)
            elif whole:
                with Container(shown, limits, lambda listing, _: _list(files, path, listing)) as container:
                    failed = unpack(container, folder)
                    found = Fetched(shown, folder, None, (*container.problems, *failed))
            else:
                _copy(files, path, os.path.join(folder, name), limits, where)
                found = Fetched(shown, folder, name)
        except Unreadable:
            raise
        except Exception as error:
            raise _cannot(error, where) from None
        yield found


def _kind(files: Any, path: str, where: Where) -> tuple[str, bool]:
    """The name of the file there, and whether it is a folder."""
    if path.lower().startswith(_WEB):
        return _check_name(urlsplit(path).path, where, ()), False
    if files.isdir(path):
        return "", True
    if not files.exists(path):
        raise Unreadable("F101", "there is no such file or folder", where)
    return _check_name(path, where, ("a folder",)), False


def _check_name(path: str, where: Where, others: tuple[str, ...]) -> str:
    name = path.rpartition("/")[2]
    if not name.lower().endswith(_FILES):
        message = "the name is not that of an archive: pack it as .tar.gz or .zip"
        raise Unreadable("F183", message, where, ", ".join((*others, *_FILES)))
    return name


def _copy(files: Any, path: str, place: str, limits: Limits, where: Where) -> None:
    left = limits.total_bytes
    with files.open(path, "rb") as source, open(place, "xb") as file:
        while data := source.read(MIB):
            left -= len(data)
            if left < 0:
                message = "it has more bytes than the limit allows"
                raise Unreadable("F182", message, where, f"at most {limits.total_bytes}")
            file.write(data)


def _list(files: Any, root: str, listing: Listing) -> None:
    """Everything in a folder and below; what is deeper than the limit is told by the listing."""
    start = len(root.rstrip("/")) + 1
    for _, folders, names in files.walk(root, maxdepth=listing.limits.depth + 1, detail=True, on_error="raise"):
        for info in chain(folders.values(), names.values()):
            name = str(info["name"])[start:]
            if name.strip("/"):
                _add(files, info, name, listing)


def _add(files: Any, info: Any, name: str, listing: Listing) -> None:
    folder = info.get("type") == "directory"
    size = 0 if folder else info.get("size")
    listing.count()
    listing.total(size or 0)

    def pieces(where: Where) -> Iterator[bytes]:
        done = 0
        try:
            with ExitStack() as opened:
                source = opened.enter_context(files.open(info["name"], "rb"))
                while data := source.read(MIB):
                    done += len(data)
                    if size is None:
                        listing.total(len(data))
                    elif done > size:
                        break
                    yield data
        except Unreadable:
            raise
        except Exception as error:
            raise _cannot(error, where) from None
        if size is not None and done != size:
            message = "the archive changed while it was read; try again when nothing writes"
            raise Unreadable("F185", message, where)

    link = info.get("islink") or info.get("type") == "link"
    fault = ("A102", "this is a link; links are not followed") if link else None
    raw = (name.rstrip("/") + "/" * folder).encode("utf-8", "surrogateescape")
    listing.add(raw, pieces, folder=folder, fault=fault)


def _cannot(error: Exception, where: Where) -> Unreadable:
    """In words; what a library says may hold the URL with its secrets, and is left out but for what it lacks."""
    if isinstance(error, FileNotFoundError):
        return Unreadable("F101", "there is no such file or folder", where)
    if isinstance(error, PermissionError):
        return Unreadable("F101", "you may not read this", where)
    if isinstance(error, ImportError):
        return Unreadable("F101", f"this needs one more library: {error}", where)
    status = getattr(error, "status", None)
    words = getattr(error, "strerror", None) or type(error).__name__
    if isinstance(error, ValueError) and str(error).startswith("Protocol not known"):
        words = "fsspec does not know what begins like this"
    return Unreadable(
        "F101", f"it cannot be read: {words}" + (f" {status}" if isinstance(status, int) else ""), where
    )

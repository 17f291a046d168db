"""Files that are there whole, or not at all, and stay when the power goes."""

import os
import stat
from contextlib import suppress

from ..findings import Unreadable, Where
from .refused import Refused

OWNER_FILE = 0o600
OWNER_FOLDER = 0o700


def write_new(path: str, data: bytes, mode: int = 0o644) -> None:
    """Make a file that must not be there yet, and do not return before it is on the disk."""
    _write(path, data, os.O_EXCL, mode)
    sync_folder(os.path.dirname(path))


def replace(path: str, data: bytes, mode: int = 0o644) -> None:
    """Put a file in the place of another, in one step; its folder is not waited for."""
    _write(path + ".new", data, os.O_TRUNC, mode)
    try:
        os.replace(path + ".new", path)
    except OSError:
        _remove(path + ".new")
        raise


def _write(path: str, data: bytes, how: int, mode: int) -> None:
    """Write a file; where that fails, it is taken away again."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | how, mode)
    try:
        try:
            write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        _remove(path)
        raise


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def write_all(handle: int, data: bytes) -> None:
    """Write every byte; ``OSError`` where the disk takes no more."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def sync_folder(path: str) -> None:
    """Do not return before the names in a folder are on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_private(path: str, what: str) -> bytes:
    """A file that nobody but its owner can read; refused where others can."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError as error:
        raise Unreadable("F101", f"{what} cannot be read: {error.strerror}", Where(path=path)) from None
    with os.fdopen(handle, "rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise Refused(f"{path}: {what} can be read by others; make it yours alone with chmod 600, then go on")
        return file.read()


def check_private_folder(path: str) -> None:
    """That others cannot look into a folder."""
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except OSError as error:
        raise Unreadable("F101", f"it cannot be read: {error.strerror}", Where(path=path)) from None
    if mode & 0o077:
        raise Refused(f"{path}: others can look into this folder; make it yours alone with chmod 700, then go on")

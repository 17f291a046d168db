"""What is packed in a zip or a tar, read through one interface.

``zipfile`` and ``tarfile`` read the lists, ``zlib`` and ``gzip`` unpack. These libraries are lenient: what two
programs could read in two ways is refused here, and so is what would be unpacked outside of its folder.
"""

import gzip
import io
import os
import re
import shutil
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import chain
from typing import BinaryIO, NoReturn

from ..findings import Finding, Unreadable, Where

KIB, MIB, GIB = 2**10, 2**20, 2**30
_PIECE = 64 * KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may hold; sizes in bytes.

    ``entries``: everything in it, folders and hidden files included. ``total_bytes``: all of it, unpacked.
    ``ratio``: unpacked bytes for a packed one, beyond the first MiB. ``depth``: folders in folders.
    ``name_bytes``: a name with its folders. ``seconds``: how long the audit of one game may take.
    """

    entries: int = 200_000
    total_bytes: int = 8 * GIB
    ratio: int = 200
    depth: int = 32
    name_bytes: int = 1024
    seconds: int = 60


DEFAULT_LIMITS = Limits()
_LIMIT_NAMES = {each.name.replace("_", "-"): each.name for each in fields(Limits)}
_UNITS = {"": 1, "KiB": KIB, "MiB": MIB, "GiB": GIB}


def limits_from(words: Iterable[str], limits: Limits = DEFAULT_LIMITS) -> Limits:
    """``limits`` with some replaced: ``entries=500``, ``total-bytes=16MiB``; ``ValueError`` in words for others."""
    for word in words:
        read = re.fullmatch(r"([a-z-]+)=([1-9][0-9]{0,14})(|KiB|MiB|GiB)", word)
        if read is None or read[1] not in _LIMIT_NAMES or (read[3] and not read[1].endswith("-bytes")):
            names = ", ".join(_LIMIT_NAMES)
            raise ValueError(
                f"{word[:40]!r} is no limit, which is one of {names}, =, and a number: total-bytes=16MiB"
            )
        limits = replace(limits, **{_LIMIT_NAMES[read[1]]: int(read[2]) * _UNITS[read[3]]})
    return limits


class Container(AbstractContextManager["Container"]):
    """The plain files of an archive, by their names from its root.

    ``names`` are sorted by code points, with ``/`` between folders; hidden files and folders are passed over.
    Names that differ in anything, if only in capital letters, are different files. ``problems`` are what stands
    in the archive and is not among ``names``: links (a note), and whatever is refused.
    """

    def __init__(self, path: str, limits: Limits, fill: "Callable[[Listing, ExitStack], None]") -> None:
        with ExitStack() as opened:
            listing = Listing(path, limits)
            fill(listing, opened)
            self._files, self.problems = listing.finish()
            self._open = opened.pop_all()
        self.names = tuple(self._files)

    def stream(self, name: str) -> BinaryIO:
        """A file to be read from front to back; any read may raise ``Unreadable``.

        What was read is what the archive holds only once the end has been reached: sums are compared there.
        """
        return io.BufferedReader(_Raw(self._files[name](Where(path=name))), _PIECE)

    def close(self) -> None:
        """Let go of the files behind it; nothing can be read afterwards."""
        self._open.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def open_container(path: str, limits: Limits = DEFAULT_LIMITS) -> Container:
    """The archive at ``path``: a ``.zip``, ``.tar``, ``.tar.gz`` or ``.tgz``.

    ``Unreadable`` for what is none of these, exceeds the limits as a whole, or is damaged where its list is.
    """
    try:
        for endings, fill in _KINDS.items():
            if path.lower().endswith(endings):
                return Container(path, limits, fill)
    except (OSError, ValueError) as error:
        _cannot(error, Where(path=path))
    if not os.path.lexists(path):
        raise Unreadable("F101", "there is no such file or folder", Where(path=path))
    message = "the name is not that of an archive: pack it as .tar.gz or .zip, or verify it if it is one record"
    known = f"a folder, {', '.join(PACKED)}, .jsonl, .msgpack or -"
    raise Unreadable("F183", message, Where(path=path), known)


def unpack(container: Container, folder: str) -> list[Finding]:
    """Write every file below ``folder``, which is empty, under its own name; findings for those that cannot be.

    Names were looked over when the archive was opened: none leads out of the folder. What failed leaves no file.
    """
    failed = []
    for name in container.names:
        path = os.path.join(folder, *name.split("/"))
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with ExitStack() as undo:
                with container.stream(name) as packed, open(path, "xb") as file:
                    undo.callback(os.unlink, path)
                    shutil.copyfileobj(packed, file)
                undo.pop_all()
        except Unreadable as error:
            failed.append(error.finding)
        except (OSError, ValueError) as error:
            failed.append(Finding("F101", f"it cannot be unpacked here: {_reason(error)}", Where(path=name)))
    return failed


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _cannot(error: OSError | ValueError, where: Where) -> NoReturn:
    raise Unreadable("F101", f"it cannot be read: {_reason(error)}", where) from None


def _damaged(message: str, where: Where) -> NoReturn:
    raise Unreadable("F184", message, where) from None


# Bytes

_PLAINLY = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class _File:
    """An open plain file, read by position; ``Unreadable`` for anything else."""

    def __init__(self, descriptor: int, where: Where, opened: ExitStack) -> None:
        opened.callback(os.close, descriptor)
        self.descriptor, self._status = descriptor, os.fstat(descriptor)
        self.size = self._status.st_size
        if not stat.S_ISREG(self._status.st_mode):
            raise Unreadable("F101", "this is not a plain file", where)

    def read(self, position: int, count: int) -> bytes:
        """The bytes there; fewer only at the end of the file."""
        count = min(count, self.size - position)
        return os.pread(self.descriptor, count, position) if count > 0 and position >= 0 else b""

    def check(self, where: Where) -> None:
        """``Unreadable`` where the file is not as it was when it was opened."""
        now, was = os.fstat(self.descriptor), self._status
        if (now.st_size, now.st_mtime_ns) != (was.st_size, was.st_mtime_ns):
            raise Unreadable("F185", "the archive changed while it was read; try again when nothing writes", where)

    def pieces(self, start: int, size: int, where: Where) -> Iterator[bytes]:
        """A part of it."""
        end = start + size
        try:
            while start < end and (data := self.read(start, min(end - start, _PIECE))):
                start += len(data)
                yield data
            self.check(where)
        except OSError as error:
            _cannot(error, where)
        if start < end:
            _damaged("the file is shorter than it should be", where)


class _Raw(io.RawIOBase):
    """Pieces as a file, from front to back."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        left = self._left or next(self._pieces, b"")
        data, self._left = left[: len(buffer)], left[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _named(listing: "Listing", opened: ExitStack) -> _File:
    """The plain file that the person named; a link that they named is followed."""
    return _File(os.open(listing.path, _PLAINLY), listing.where, opened)


def _copied(pieces: Iterable[bytes], listing: "Listing", opened: ExitStack) -> _File:
    """A temporary file without a name."""
    with tempfile.TemporaryFile(prefix="euchre-audit-") as copy:
        for data in pieces:
            listing.total(len(data))
            copy.write(data)
        copy.flush()
        return _File(os.dup(copy.fileno()), listing.where, opened)


# Names

_NO_NAME = re.compile(r"/|[A-Za-z]:|(.*/)?\.{0,2}(/|\Z)|.*[\\\0]", re.DOTALL)
_Opener = Callable[[Where], Iterator[bytes]]
_Fault = tuple[str, str]
"""A code, and words for it."""
_LINK = ("A102", "this is a link; links are not followed")
_NO_FILE = ("F186", "this is a hard link, a device or a pipe, or has holes; pack plain files")


class Listing:
    """What an archive says is in it. A refused name is not made the place of a finding: it could lead out."""

    def __init__(self, path: str, limits: Limits) -> None:
        self.path, self.where, self.limits = path, Where(path=path), limits
        self.files: dict[str, _Opener | None] = {}
        """What is no folder; without an opener it cannot be read."""
        self._folders: set[str] = set()
        self._twice: set[str] = set()
        self._problems: list[Finding] = []
        self._entries = self._bytes = 0

    def over(self, words: str, most: int) -> NoReturn:
        raise Unreadable("F182", words, self.where, f"at most {most}")

    def count(self, more: int = 1) -> None:
        """So many more entries."""
        self._entries += more
        if self._entries > self.limits.entries:
            self.over("there are more entries than the limit allows", self.limits.entries)

    def total(self, more: int) -> None:
        """So many more bytes, unpacked."""
        self._bytes += more
        if self._bytes > self.limits.total_bytes:
            self.over("unpacked, it has more bytes than the limit allows", self.limits.total_bytes)

    def add(
        self, raw: bytes, opener: _Opener, *, folder: bool = False, fault: _Fault | None = None, wrong: str = ""
    ) -> None:
        """This name stands there: of a folder, of something with a fault, or of a plain file.

        One that is hidden is passed over, and one that is ``wrong`` is told.
        """
        shown = raw.decode("utf-8", "backslashreplace")
        name = shown.removeprefix("./").removesuffix("/" if folder else "")
        if folder and name in ("", "."):
            return
        code, limits = "F180", self.limits
        if shown.encode() != raw:
            wrong = "a name is not UTF-8"
        elif _NO_NAME.match(name):
            wrong = "a name leads out of the archive, or has a part that programs do not read alike"
        elif len(raw) > limits.name_bytes or name.count("/") + folder > limits.depth:
            code, wrong = "F182", f"a name has over {limits.name_bytes} bytes, or over {limits.depth} folders"
        if wrong:
            self._problems.append(Finding(code, wrong, self.where, None, shown[:200] + "…" * (len(shown) > 200)))
        if wrong or "/." in "/" + name:
            return
        if folder:
            self._folders.add(name)
            return
        if name in self.files:
            self._twice.add(name)
        self.files[name] = None if fault else opener
        if fault:
            self.refuse(*fault, name)

    def refuse(self, code: str, words: str, name: str) -> None:
        """What has this name is not read."""
        self._problems.append(Finding(code, words, Where(path=name)))

    def finish(self) -> tuple[dict[str, _Opener], tuple[Finding, ...]]:
        """What can be read, and what is told; names that stand twice are not among the first."""
        for name in [*self.files, *self._folders]:
            while (name := name.rpartition("/")[0]) and name not in self._folders:
                self._folders.add(name)
        twice = self._twice | (self._folders & self.files.keys())
        for name in twice:
            self.refuse("F181", "the archive has this name twice, for two files or a file and a folder", name)
        self._problems.sort(key=lambda each: (each.where.path or "", each.code, each.message, each.found or ""))
        files = sorted((name, opener) for name, opener in self.files.items() if opener and name not in twice)
        return dict(files), tuple(self._problems)


# Zip

_TWO_WAYS = "programs would read this archive in different ways: "
_ALL16, _ALL32 = 2**16 - 1, 2**32 - 1
_ENCRYPTED, _SUMS_FOLLOW, _PATCHED, _IS_UTF8 = 0x2041, 0x8, 0x20, 0x800
_ZIP64, _UTF8_NAME = 0x0001, 0x7075


class _ListReader(io.FileIO):
    """What ``zipfile`` reads a list from, all at once."""

    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self.most:
            raise OverflowError
        return super().read(size) or b""


def _zip(listing: Listing, opened: ExitStack) -> None:
    """Each byte of the file must belong to exactly one entry, to the list, or to its end."""
    file, where = _named(listing, opened), listing.where
    try:
        with _ListReader(os.dup(file.descriptor)) as reader:
            reader.most = max(MIB, 128 * listing.limits.entries)
            with zipfile.ZipFile(reader) as made:
                entries, comment = made.infolist(), made.comment
    except OverflowError:
        listing.over("the list of the zip has more bytes than the limit of entries allows", reader.most)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        _damaged(f"this is no zip that can be read, or it is damaged or cut off: {error}", where)
    listing.count(len(entries))
    start = _zip_end(file, entries, comment, where)
    done, between = 0, {b""}
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        listing.total(entry.file_size)
        if entry.header_offset < done or file.read(done, min(entry.header_offset - done, 25)) not in between:
            _damaged(f"{_TWO_WAYS}at byte {done} two entries share bytes, or some belong to none", where)
        done = _zip_entry(file, entry, listing)
        between = {b""}
        if entry.flag_bits & _SUMS_FOLLOW:
            sums = (entry.CRC, entry.compress_size, entry.file_size)
            after = [struct.pack("<L2Q", *sums), *([struct.pack("<3L", *sums)] if max(sums) <= _ALL32 else [])]
            between |= {mark + each for each in after for mark in (b"", b"PK\7\x08")}
    if start < done or file.read(done, min(start - done, 25)) not in between:
        _damaged(f"{_TWO_WAYS}at byte {done} an entry reaches into the list, or bytes belong to none", where)
    file.check(where)


def _raw_name(entry: zipfile.ZipInfo) -> bytes:
    return entry.orig_filename.encode("utf-8" if entry.flag_bits & _IS_UTF8 else "cp437")


def _zip_end(file: _File, entries: list[zipfile.ZipInfo], comment: bytes, where: Where) -> int:
    """Where the list of entries begins; what the end of the zip says must be what ``zipfile`` found."""
    lengths = [(len(_raw_name(each)), len(each.extra), len(each.comment)) for each in entries]
    size = sum(46 + sum(each) for each in lengths)
    end = file.size - 22 - len(comment)
    is_long = file.read(end - 20, 4) == b"PK\6\7"
    at = end - 76 * is_long
    values = (0, 0, len(entries), len(entries), size, at - size)
    most = (_ALL16,) * 4 + (_ALL32,) * 2 if is_long else values
    mark, *short, length = struct.unpack("<4s4H2LH", file.read(end, 22).ljust(22))
    fits = mark == b"PK\5\6" and length == len(comment) and at >= size
    if lengths:  # zipfile passes by that the last one is cut off.
        fits = fits and file.read(at - sum(lengths[-1]) - 18, 6) == struct.pack("<3H", *lengths[-1])
    if is_long and fits:
        last = struct.pack("<2L4Q4sLQ", *values, b"PK\6\7", 0, at)
        fits = file.read(at, 12) == struct.pack("<4sQ", b"PK\6\6", 44) and file.read(at + 16, len(last)) == last
    tail = file.read(max(0, file.size - 22 - _ALL16), 22 + _ALL16)
    ends = [tail[each.start() + 20 :] for each in re.finditer(b"PK\5\6", tail)]
    several = sum(int.from_bytes(each[:2], "little") == len(each) - 2 for each in ends) > 1
    if several or not fits or not all(one in both for one, *both in zip(short, values, most, strict=True)):
        words = "its end does not fit the rest, or something was put in front of it, taken out or added"
        _damaged(_TWO_WAYS + words, where)
    return at - size


def _extras(data: bytes, where: Where) -> dict[int, bytes]:
    """The extra fields of an entry, by number."""
    found: dict[int, bytes] = {}
    while len(data) >= 4:
        number, length = struct.unpack_from("<2H", data)
        if len(data) < 4 + length or (number in found and number in (_ZIP64, _UTF8_NAME)):
            _damaged("an entry's extra fields are damaged, or say two things", where)
        found[number], data = data[4 : 4 + length], data[4 + length :]
    return found


def _zip_entry(file: _File, entry: zipfile.ZipInfo, listing: Listing) -> int:
    """Tell the listing what an entry is, and return where its bytes end."""
    raw, at, flags, method = _raw_name(entry), entry.header_offset, entry.flag_bits, entry.compress_type
    header = struct.unpack("<4s2x2H4x3L2H", file.read(at, 30).ljust(30))
    mark, own_flags, own_method, *own, name_size, extra_size = header
    after = file.read(at + 30, name_size + extra_size)
    if mark != b"PK\3\4" or entry.volume:
        _damaged(f"the zip has no entry at byte {at}, where its list says", listing.where)
    begin = at + 30 + name_size + extra_size
    extra, listed = _extras(after[name_size:], listing.where), _extras(entry.extra, listing.where)
    later = {0, _ALL32} if flags & _SUMS_FOLLOW else set()
    if extra.get(_ZIP64, b"")[:16] == struct.pack("<2Q", entry.file_size, entry.compress_size):
        later.add(_ALL32)
    sums = zip(own, (entry.CRC, entry.compress_size, entry.file_size), strict=True)
    same = after[:name_size] == raw and own_method == method and all(one in later | {two} for one, two in sums)
    same = same and not (own_flags ^ flags) & (_ENCRYPTED | _SUMS_FOLLOW | _PATCHED | _IS_UTF8)
    mode = entry.external_attr >> 16 if entry.create_system in (3, 19) else None
    wrong = ""
    if {each[_UTF8_NAME][5:] for each in (extra, listed) if _UTF8_NAME in each} - {raw}:
        wrong = "an entry has two names"
    elif mode is None and not flags & _IS_UTF8 and not raw.isascii():
        # Zips made on Unix have the names that the disk has; elsewhere letters are those of some old code page.
        wrong = "a name is not ASCII and not said to be UTF-8"
    kind, fault = stat.S_IFMT(mode or 0), None
    folder = raw.endswith(b"/") and not entry.file_size and kind in (0, stat.S_IFDIR, stat.S_IFREG)
    if kind == stat.S_IFLNK:
        fault = _LINK
    elif raw.endswith(b"/") or kind not in (0, stat.S_IFREG):
        fault = _NO_FILE
    elif not same or (not method and entry.file_size != entry.compress_size):
        fault = ("F184", f"{_TWO_WAYS}the list and the entry say different things")
    elif flags & (_ENCRYPTED | _PATCHED) or method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        fault = ("F186", f"this is encrypted, or packed by method {method}; pack it plainly, by deflate")
    elif entry.file_size > MIB and entry.file_size > entry.compress_size * listing.limits.ratio:
        fault = ("F182", f"this is packed more tightly than {listing.limits.ratio} to 1")
    raw = raw if folder else raw.removesuffix(b"/")
    listing.add(raw, partial(_unpacked, file, begin, entry), folder=folder, fault=fault, wrong=wrong)
    return int(begin + entry.compress_size)


def _unpacked(file: _File, begin: int, entry: zipfile.ZipInfo, where: Where) -> Iterator[bytes]:
    """Where ``zipfile`` passes by what is beyond an entry's size, or behind its end, this refuses."""
    packed = file.pieces(begin, entry.compress_size, where)
    inflate, size, crc = zlib.decompressobj(-zlib.MAX_WBITS), 0, 0
    while True:
        try:
            data = feed = inflate.unconsumed_tail or next(packed, b"")
            if entry.compress_type:
                data = inflate.decompress(feed, _PIECE)
        except zlib.error:
            _damaged("this is damaged and cannot be unpacked", where)
        size, crc = size + len(data), zlib.crc32(data, crc)
        if size > entry.file_size or inflate.unused_data:
            _damaged("this is larger than the archive says", where)
        if data:
            yield data
        elif not feed:
            break
    if (size, crc) != (entry.file_size, entry.CRC) or (entry.compress_type and not inflate.eof):
        _damaged("this is cut off, or damaged: its size or sum is another than the archive says", where)


# Tar

_NUMBER = re.compile(rb" *[0-7]*[ \0]*|[\x80\xff].*", re.DOTALL)
_NUMBERS = ((100, 108), (108, 116), (116, 124), (124, 136), (136, 148), (148, 156), (329, 337), (337, 345))
_RECORD = re.compile(rb"([1-9][0-9]{0,6}) ([^=]+)=")
_EMPTY = (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)


def _gunzipped(packed: _File, listing: Listing) -> Iterator[bytes]:
    done, ratio = 0, listing.limits.ratio
    try:
        with open(os.dup(packed.descriptor), "rb") as file, gzip.GzipFile(fileobj=file) as unpacked:
            while data := unpacked.read(_PIECE):
                done += len(data)
                if done > MIB + ratio * file.tell():
                    listing.over("this is packed too tightly, in bytes for one", ratio)
                yield data
    except (EOFError, zlib.error, gzip.BadGzipFile):
        _damaged(f"this is no gzip, or damaged, cut off or added to, after {done} bytes unpacked", listing.where)


def _tar(listing: Listing, opened: ExitStack) -> None:
    """Each byte of the tar must belong to a member, or to its end. One in gzip is copied to a temporary file first.

    ``tarfile`` reads the headers. Which follows which is looked at here, where it guesses or takes a damaged one
    for the end; and a hostile size would have it run for ever, or fill the memory.
    """
    named = file = _named(listing, opened)
    if listing.path.lower().endswith("gz"):
        file = _copied(_gunzipped(named, listing), listing, opened)
    listing.total(file.size if file is named else 0)
    said: dict[bytes, bytes] = {}
    at = 0
    while any(block := file.read(at, 512)):
        listing.count()
        start = at
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        except tarfile.HeaderError:
            _damaged(f"this is no tar, or it is damaged or cut off, at byte {start}", listing.where)
        kind, size, at = block[156:157], info.size, at + 512
        fits = size >= 0 and all(_NUMBER.fullmatch(block, *place) for place in _NUMBERS)
        if fits and kind in b"xgLKX":
            if size > MIB:
                listing.over(f"the tar has too large a header at byte {start}", MIB)
            found = _further(kind, file.read(at, size + -size % 512), size)
            fits = found is not None and not found.keys() & said.keys()
            said |= found if found and kind != b"g" else {}
        elif fits:
            own, stated = size, said.get(b"size", b"%d" % size)
            size = int(stated) if stated.isdigit() and len(stated) < 19 else -1
            fits = (size == own or size >= 8**11) and not (size and info.type in _EMPTY)
            fits = fits and (not block[345] or kind == b"S" or block[257:265] == b"ustar\00000")
            more = kind == b"S" and block[482]
            while more:
                more = file.read(at, 512).ljust(512, b"\0")[504]
                at += 512
            raw = said.get(b"path", info.name.encode("utf-8", "surrogateescape"))
            holes = kind == b"S" or any(key.startswith(b"GNU.sparse.") for key in said)
            fault = None if info.isreg() and not holes else _LINK if info.issym() else _NO_FILE
            listing.add(raw, partial(file.pieces, at, size), folder=info.isdir(), fault=fault)
            said = {}
        at += size + -size % 512
        if not fits or at > file.size:
            _damaged(f"{_TWO_WAYS}the tar is damaged or cut off at byte {start}, or says two things", listing.where)
    rest = (file.read(each, MIB) for each in range(at, file.size, MIB))
    if said or file.size < at + 1024 or any(data.strip(b"\0") for data in rest):
        _damaged("the tar does not end as one does: it was cut off, or there is more after its end", listing.where)
    named.check(listing.where)


def _further(kind: bytes, data: bytes, size: int) -> dict[bytes, bytes] | None:
    """What a header says of the next member, or (``g``) of all; None where programs would read it in two ways."""
    text, found, at = data[:size], {kind: b""}, 0
    if kind in b"LK":
        text = text.rstrip(b"\0")
        return None if b"\0" in text else {b"path" if kind == b"L" else b"linkpath": text}
    while at < len(text):
        read = _RECORD.match(text, at)
        end = at + int(read[1]) if read else 0
        if not read or not read.end() < end <= len(text) or text[end - 1 : end] != b"\n":
            return None
        if read[2] in (b"path", b"size") and (read[2] in found or kind == b"g"):
            return None
        found[read[2]], at = text[read.end() : end - 1], end
    return None if kind == b"X" or any(data[size:]) else found


_KINDS: dict[tuple[str, ...], Callable[[Listing, ExitStack], None]] = {
    (".zip",): _zip,
    (".tar", ".tar.gz", ".tgz"): _tar,
}
PACKED = tuple(chain(*_KINDS))
"""How the names of archives end."""

"""Zips and tars made by hand, so that each part of them can be wrong."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

UNIX, WINDOWS = 3, 0


@dataclass(frozen=True)
class Item:
    """An entry of a zip; what is None follows from the rest, ``local_*`` from what the list says."""

    name: bytes = b"a.json"
    data: bytes = b"{}\n"
    method: int = 8
    flags: int = 0
    mode: int = 0o100644
    system: int = UNIX
    extra: bytes = b""
    crc: int | None = None
    size: int | None = None
    packed: bytes | None = None
    packed_size: int | None = None
    local_name: bytes | None = None
    local_flags: int | None = None
    local_method: int | None = None
    local_size: int | None = None
    local_crc: int | None = None
    local_extra: bytes = b""
    after: bytes = b""
    offset: int | None = None
    hidden_from_list: bool = False
    disk: int = 0


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def zipped(
    *items: Item,
    prefix: bytes = b"",
    comment: bytes = b"",
    after: bytes = b"",
    count: int | None = None,
    start: int | None = None,
    zip64: bool = False,
    other_end: int = 0,
) -> bytes:
    """A zip of ``items``. ``other_end``: what its 64-bit end says more than the other about the count."""
    made, listed = bytearray(prefix), bytearray()
    written = 0
    for item in items:
        data = item.packed if item.packed is not None else deflated(item.data) if item.method == 8 else item.data
        crc = zlib.crc32(item.data) if item.crc is None else item.crc
        size = len(item.data) if item.size is None else item.size
        packed = len(data) if item.packed_size is None else item.packed_size
        offset = len(made) if item.offset is None else item.offset
        name = item.name if item.local_name is None else item.local_name
        flags = item.flags if item.local_flags is None else item.local_flags
        method = item.method if item.local_method is None else item.local_method
        own = (crc, packed, size)
        if flags & 8:
            own = (0, 0, 0)
        if item.local_size is not None:
            own = (own[0], own[1], item.local_size)
        if item.local_crc is not None:
            own = (item.local_crc, *own[1:])
        if item.offset is None:
            made += struct.pack(
                "<4s5H3L2H", b"PK\3\4", 20, flags, method, 0, 33, *own, len(name), len(item.local_extra)
            )
            made += name + item.local_extra + data + item.after
        if not item.hidden_from_list:
            written += 1
            listed += struct.pack(
                "<4sBBHHHHH3L", b"PK\1\2", 20, item.system, 20, item.flags, item.method, 0, 33, crc, packed, size
            )
            listed += struct.pack(
                "<5HLL", len(item.name), len(item.extra), 0, item.disk, 0, item.mode << 16, offset
            )
            listed += item.name + item.extra
    begin = len(made) if start is None else start
    number = written if count is None else count
    made += listed
    if zip64:
        end = len(made)
        made += struct.pack(
            "<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, number, number + other_end, len(listed), begin
        )
        made += struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    made += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, number, number, len(listed), begin, len(comment)) + comment
    return bytes(made) + after


def octal(number: int, width: int) -> bytes:
    return b"%0*o\0" % (width - 1, number)


def member(
    name: bytes = b"a.json",
    data: bytes = b"{}\n",
    kind: bytes = b"0",
    *,
    size: int | None = None,
    size_field: bytes | None = None,
    magic: bytes = b"ustar\00000",
    prefix: bytes = b"",
    link: bytes = b"",
    checksum: int | None = None,
    last: bytes = b"",
) -> bytes:
    """A member of a tar with its data, filled to whole blocks."""
    field = size_field if size_field is not None else octal(len(data) if size is None else size, 12)
    head = name.ljust(100, b"\0") + octal(0o644, 8) + octal(0, 8) * 2 + field + octal(0, 12) + b" " * 8
    head += kind + link.ljust(100, b"\0") + magic.ljust(8, b"\0") + bytes(64) + octal(0, 8) * 2
    head += prefix.ljust(155, b"\0") + last
    head = head.ljust(512, b"\0")
    total = sum(head) if checksum is None else checksum
    return head[:148] + b"%06o\0 " % total + head[156:] + data + bytes(-len(data) % 512)


END = bytes(1024)


def tarred(*members: bytes, end: bytes = END) -> bytes:
    return b"".join(members) + end


def pax(*records: tuple[bytes, bytes], kind: bytes = b"x") -> bytes:
    return member(b"pax", b"".join(map(record, records)), kind)


def record(pair: tuple[bytes, bytes]) -> bytes:
    body = b" " + pair[0] + b"=" + pair[1] + b"\n"
    length = len(body) + 1
    while len(str(length)) + len(body) != length:
        length = len(str(length)) + len(body)
    return str(length).encode() + body


def with_sums(data: bytes) -> bytes:
    """A tar whose headers' sums fit again where they can, so that what is behind them is reached."""
    made = bytearray(data)
    for at in range(0, len(made) - 511, 512):
        block = made[at : at + 512]
        if block[257:262] == b"ustar":
            made[at + 148 : at + 156] = b"%06o\0 " % (sum(block[:148]) + 256 + sum(block[156:]))
    return bytes(made)

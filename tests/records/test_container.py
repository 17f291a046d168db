"""What is packed: the same files however it is; each thing that is refused, beside what is nearest and read."""

from __future__ import annotations

import gzip
import io
import os
import random
import shutil
import struct
import subprocess
import tarfile
import tempfile
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from euchre_audit.findings import Unreadable, entry
from euchre_audit.records.container import Container, Limits, limits_from, open_container, unpack
from tests.records.container_cases import (
    WINDOWS,
    Item,
    deflated,
    member,
    pax,
    tarred,
    with_sums,
    zipped,
)

A = Item()
B = Item(b"b.json", b"[]\n")
FILES = {
    "archive.json": b"{}",
    "checkpoint.txt": b"club.example\n",
    "games/Zoë \U0001f0a1.json": b"\xff\0 any bytes",
    "games/a b.json": b'{"hand": 1}\n' * 2000,
    "games/deep/er/t1.egn": b"",
    "games/t1.json": b"{}",
    "games/" + "long-" * 15 + "/" + "folder-" * 10 + "/t2.json": b"2",
    "ledger.jsonl": b'{"open":{}}\n' * 9000,
}


def write(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def read(container: Container, name: str) -> bytes:
    with container.stream(name) as file:
        return file.read()


def contents(container: Container) -> dict[str, bytes]:
    return {name: read(container, name) for name in container.names}


ARCHIVE = "the archive itself"


def told(container: Container) -> list[tuple[str, str | None]]:
    """Codes and places; the path of the archive is ``ARCHIVE``."""
    found = [(finding.code, finding.where.path or "") for finding in container.problems]
    return [(code, ARCHIVE if os.path.isfile(path) else path) for code, path in found]


def new_folder(tmp_path: Path, name: str = "into") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    return folder


def unpacked(folder: Path) -> dict[str, bytes]:
    """What lies below a folder, hidden or not."""
    files = [each for each in folder.rglob("*") if not each.is_dir()]
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}


def refused(path: str | Path, limits: Limits = Limits()) -> tuple[str, str]:  # noqa: B008
    with pytest.raises(Unreadable) as error:
        open_container(str(path), limits)
    finding = error.value.finding
    assert finding.where.path == str(path)
    return finding.code, finding.message


def refused_to_read(container: Container, name: str) -> tuple[str, str]:
    with pytest.raises(Unreadable) as error:
        read(container, name)
    finding = error.value.finding
    assert finding.where.path == name
    with pytest.raises(Unreadable), container.stream(name) as file:
        while file.read(1000):
            pass
    return finding.code, finding.message


# The same files however they are packed


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "season"
    for name, data in FILES.items():
        write(folder, name, data)
    write(folder, ".hidden.json", b"no")
    write(folder, "games/.git/config.json", b"no")
    (folder / "empty").mkdir()
    return folder


def pack_zip(folder: Path, path: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(path, "w", method) as made:
        for each in sorted(folder.rglob("*"), reverse=True):
            made.write(each, each.relative_to(folder))


def pack_zip_stream(folder: Path, path: str) -> None:
    """As to a pipe: sizes and sums follow the data."""

    class Pipe(io.RawIOBase):
        def __init__(self, file: io.BufferedWriter) -> None:
            self.file = file

        def writable(self) -> bool:
            return True

        def write(self, data) -> int:  # type: ignore[no-untyped-def]
            return self.file.write(data)

    with open(path, "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in FILES.items():
            with made.open(name, "w", force_zip64=len(name) % 2 == 0) as each:
                each.write(data)


def pack_tar(folder: Path, path: str, kind: int = tarfile.PAX_FORMAT, prefix: str = "./") -> None:
    with tarfile.open(path, "w:gz" if path.lower().endswith("gz") else "w", format=kind) as made:
        made.add(folder, prefix or ".", recursive=True)


PACKED: dict[str, Callable[[Path, str], None]] = {
    "deflated.zip": pack_zip,
    "stored.zip": lambda folder, path: pack_zip(folder, path, zipfile.ZIP_STORED),
    "stream.zip": pack_zip_stream,
    "pax.tar": pack_tar,
    "gnu.tar": lambda folder, path: pack_tar(folder, path, tarfile.GNU_FORMAT),
    "ustar.tar": lambda folder, path: pack_tar(folder, path, tarfile.USTAR_FORMAT),
    "pax.tar.gz": pack_tar,
    "gnu.TGZ": lambda folder, path: pack_tar(folder, path, tarfile.GNU_FORMAT),
}


@pytest.mark.parametrize("packed", PACKED)
def test_one_season_in_every_packing(season: Path, tmp_path: Path, packed: str) -> None:
    path = str(tmp_path / packed)
    PACKED[packed](season, path)
    with open_container(path) as made:
        assert made.names == tuple(sorted(FILES)) and made.problems == ()
        assert contents(made) == FILES
        for name, data in FILES.items():
            with made.stream(name) as lines:
                assert list(lines) == list(io.BytesIO(data))
        into = new_folder(tmp_path)
        assert unpack(made, str(into)) == []
        assert unpacked(into) == FILES


@pytest.mark.skipif(shutil.which("zip") is None or shutil.which("tar") is None, reason="no zip or tar here")
def test_what_other_programs_pack(season: Path, tmp_path: Path) -> None:
    commands = {
        "a.zip": "zip -qr ../a.zip .",
        "b.zip": "zip -qr - . > ../b.zip",
        "c.zip": "zip -qr -fz ../c.zip *",
        "d.tar": "tar -cf ../d.tar *",
        "e.tgz": "tar -czf ../e.tgz --format=gnu .",
        "f.tar": "tar -cf ../f.tar --format=pax .",
    }
    for name, command in commands.items():
        done = subprocess.run(command, shell=True, cwd=season, env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
        if done.returncode:
            continue
        with open_container(str(tmp_path / name)) as made:
            assert contents(made) == FILES, name
            assert made.problems == ()


def test_what_is_no_archive(tmp_path: Path) -> None:
    for name in ("a.tar.bz2", "a.tar.xz", "a.7z", "a.rar", "a.json", "a.jsonl", "a.txt", "a", "a.gz", "zip", "-"):
        assert refused(write(tmp_path, name, zipped(A)))[0] == "F183", name
    for name in ("missing.zip", "a\0b.zip", "a.txt/b.zip"):
        assert refused(tmp_path / name)[0] == "F101", name
    os.mkfifo(tmp_path / "pipe.zip")
    (tmp_path / "folder.zip").mkdir()
    for name in ("pipe.zip", "folder.zip"):
        assert refused(tmp_path / name) == ("F101", "this is not a plain file")
    (tmp_path / "link.zip").symlink_to(write(tmp_path, "a.zip", zipped(A)))
    for name in ("a.zip", "link.zip"):  # a link that the person named is what they meant
        open_container(str(tmp_path / name)).close()


def test_bytes_that_are_none_of_what_the_name_says(tmp_path: Path) -> None:
    made = {"zip": zipped(A), "tar": tarfile_of(), "tar.gz": gzip.compress(tarfile_of())}
    for ending in made:
        for kind, data in {**made, "none": b"", "text": b"{}\n" * 400, "gzip": gzip.compress(b"{}")}.items():
            path = write(tmp_path, f"x.{ending}", data)
            if kind == ending:
                open_container(path).close()
            else:
                assert refused(path)[0] == "F184", (ending, kind)


# Unpacked


def test_what_cannot_be_unpacked_leaves_no_file(tmp_path: Path) -> None:
    large = random.Random(7).randbytes(300_000)
    items = (A, Item(b"d/wrong.json", large, crc=1), Item(b"d/more.json", large, size=299_999), Item(b"d/e/f.json"))
    into = new_folder(tmp_path)
    with open_container(write(tmp_path, "x.zip", zipped(*items))) as made:
        found = unpack(made, str(into))
    assert [(each.code, each.where.path) for each in found] == [("F184", "d/more.json"), ("F184", "d/wrong.json")]
    assert unpacked(into) == {"a.json": b"{}\n", "d/e/f.json": b"{}\n"}


FULL = OSError(28, "No space left on device")


@pytest.mark.parametrize("when", ["opened", "written", "closed", "named"])
def test_a_disk_that_does_not_take_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    into = new_folder(tmp_path)

    class Full(io.FileIO):
        def write(self, data) -> int:  # type: ignore[no-untyped-def]
            super().write(data[:2])
            if when == "written":
                raise FULL
            return len(data)

        def close(self) -> None:
            closed = self.closed
            super().close()
            if when == "closed" and not closed:
                raise FULL

    def open_full(path: str, mode: str):  # type: ignore[no-untyped-def]
        if not path.endswith("b.json"):
            return open(path, mode)
        if when == "opened":
            raise FULL
        if when == "named":
            path.encode("ascii")
        return Full(path, mode)

    name = "d/Zoë b.json"
    with open_container(write(tmp_path, "x.zip", zipped(A, Item(name.encode()), Item(b"d/c.json")))) as made:
        monkeypatch.setattr("euchre_audit.records.container.open", open_full, raising=False)
        found = unpack(made, str(into))
    assert [(each.code, each.where.path) for each in found] == [("F101", name)]
    reason = "'ascii' codec can't encode" if when == "named" else "No space left on device"
    assert found[0].message.startswith(f"it cannot be unpacked here: {reason}")
    assert unpacked(into) == {"a.json": b"{}\n", "d/c.json": b"{}\n"}


def test_what_lies_there_is_left_alone(tmp_path: Path) -> None:
    """On a disk where two names are one file, the first is kept."""
    into = tmp_path / "into"
    write(into, "a.json", b"first")
    write(into, "d", b"a file where a folder should be")
    with open_container(write(tmp_path, "x.zip", zipped(A, B, Item(b"d/e.json")))) as made:
        found = unpack(made, str(into))
    assert [(each.code, each.where.path) for each in found] == [("F101", "a.json"), ("F101", "d/e.json")]
    assert unpacked(into) == {"a.json": b"first", "b.json": b"[]\n", "d": b"a file where a folder should be"}


@pytest.mark.parametrize("ending", ["zip", "tar"])
def test_a_disk_that_does_not_give_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    def fails(*_: int) -> bytes:
        raise OSError(5, "Input/output error")

    into = new_folder(tmp_path)
    with open_container(write(tmp_path, f"x.{ending}", zipped(A) if ending == "zip" else tarfile_of())) as made:
        for pread, code in ((fails, "F101"), (lambda *_: b"", "F184")):
            monkeypatch.setattr(os, "pread", pread)
            assert {(each.code, each.where.path) for each in unpack(made, str(into))} == {
                (code, name) for name in made.names
            }
            assert unpacked(into) == {}


def test_hostile_names_never_leave_the_folder(tmp_path: Path) -> None:
    outside = new_folder(tmp_path, "outside")
    absolute = os.fsencode(outside / "t1.json")
    names = [*BAD_NAMES, b"../outside/t1.json", b"d/../../outside/t1.json", absolute, b"/" + absolute, b"~/t1.json"]
    link = Item(b"way", b"../outside", mode=LINK)
    zip_of = zipped(link, *(Item(name) for name in names), Item(b"way/t1.json"), B)
    members = [pax((b"path", name)) + member() for name in names]
    tar_of = tarred(
        member(b"way", b"", b"2", link=b"../outside"), *members, member(b"way/t1.json"), member(b"b.json")
    )
    for file, data in (("x.zip", zip_of), ("x.tar", tar_of)):
        path = write(tmp_path, file, data)
        into = new_folder(tmp_path)
        before = unpacked(tmp_path)
        with open_container(path) as made:
            assert unpack(made, str(into)) == []
        written = {"into/b.json", "into/way/t1.json", "into/~/t1.json"}
        assert unpacked(tmp_path).keys() - before.keys() == written
        assert not (into / "way").is_symlink() and os.listdir(outside) == []
        shutil.rmtree(into)


# Changed while it is read


@pytest.mark.parametrize("ending", ["zip", "tar"])
@pytest.mark.parametrize("change", ["longer", "shorter", "rewritten", "none"])
def test_an_archive_that_changes_while_it_is_read(tmp_path: Path, change: str, ending: str) -> None:
    files = {"a.json": random.Random(3).randbytes(300_000), "b.json": b"{}"}
    path = Path(packed_both(tmp_path, files)[ending == "tar"])
    into = new_folder(tmp_path)
    with open_container(str(path)) as made, made.stream("a.json") as file:
        file.read(10)
        status = path.stat()
        if change == "longer":
            with path.open("ab") as more:
                more.write(b"y")
        elif change == "shorter":
            os.truncate(path, status.st_size - 1)
        elif change == "rewritten":
            with path.open("r+b") as more:
                more.seek(-1, os.SEEK_END)
                more.write(b"y")
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))
        if change == "none":
            assert len(file.read()) == 300_000 - 10
            assert (unpack(made, str(into)), unpacked(into)) == ([], files)
            return
        with pytest.raises(Unreadable) as error:
            file.read()
        assert (error.value.finding.code, error.value.finding.where.path) == ("F185", "a.json")
        found = unpack(made, str(into))
        assert [(each.code, each.where.path) for each in found] == [("F185", "a.json"), ("F185", "b.json")]
        assert unpacked(into) == {}


# Limits


def packed_both(tmp_path: Path, files: dict[str, bytes]) -> list[str]:
    paths = [str(tmp_path / f"x.{ending}") for ending in ("zip", "tar", "tar.gz")]
    with zipfile.ZipFile(paths[0], "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    for path in paths[1:]:
        with tarfile.open(path, "w:gz" if path.endswith("gz") else "w") as tar:
            for name, data in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    return paths


def test_limits_of_packed_archives(tmp_path: Path) -> None:
    names = {"a/b/in.json": b"{}", "a/b/c/out.json": b"{}", "n" * 30: b"{}", "n" * 31: b"{}"}
    for path in packed_both(tmp_path, names):
        with open_container(path, Limits(depth=2, name_bytes=30)) as made:
            assert made.names == ("a/b/in.json", "n" * 30)
            assert sorted(each.found or "" for each in made.problems) == ["a/b/c/out.json", "n" * 31]
            assert {each.code for each in made.problems} == {"F182"}
        assert refused(path, Limits(entries=3))[0] == "F182"
        open_container(path, Limits(entries=4)).close()
        total = os.path.getsize(tmp_path / "x.tar") if "tar" in path else 4 * 2
        assert refused(path, Limits(total_bytes=total - 1))[0] == "F182"
        open_container(path, Limits(total_bytes=total)).close()


def test_the_ratio(tmp_path: Path) -> None:
    paths = packed_both(tmp_path, {"bomb.json": bytes(6 * 2**20), "game.json": b"{}"})
    with open_container(paths[0]) as made:
        assert (made.names, told(made)) == (("game.json",), [("F182", "bomb.json")])
    with open_container(paths[0], Limits(ratio=1100)) as made:
        assert read(made, "bomb.json") == bytes(6 * 2**20)
    open_container(paths[1]).close()
    assert refused(paths[2])[0] == "F182"
    with open_container(paths[2], Limits(ratio=1100)) as made:
        assert read(made, "bomb.json") == bytes(6 * 2**20)
    for path in packed_both(tmp_path, {"small.json": bytes(500_000), "game.json": b'{"hand": 1}' * 900}):
        with open_container(path) as made:
            assert made.problems == () and len(read(made, "small.json")) == 500_000


def test_a_gzip_bomb_is_left_early(tmp_path: Path) -> None:
    zeros = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = member(size=2**33 - 1)
    bomb = b"".join([zeros.compress(head), *(zeros.compress(bytes(2**20)) for _ in range(60))])
    path = write(tmp_path, "x.tgz", bomb + zeros.flush())
    tracemalloc.start()
    try:
        assert refused(path)[0] == "F182"
        assert refused(path, Limits(ratio=10_000, total_bytes=2**22))[0] == "F182"
        assert refused(path, Limits(ratio=10_000))[0] == "F184"
        assert tracemalloc.get_traced_memory()[1] < 2**21
    finally:
        tracemalloc.stop()


def test_memory_stays_flat(tmp_path: Path) -> None:
    data = random.Random(5).randbytes(2**20) * 6
    paths = packed_both(tmp_path, {"ledger.jsonl": data, "a.json": b"{}"})
    for path in paths:
        into = new_folder(tmp_path, os.path.basename(path) + " unpacked")
        tracemalloc.start()
        try:
            with open_container(path) as made:
                assert unpack(made, str(into)) == []
                assert tracemalloc.get_traced_memory()[1] < 3 * 2**20, path
        finally:
            tracemalloc.stop()
        assert (into / "ledger.jsonl").read_bytes() == data


def test_limits_in_words() -> None:
    assert limits_from(()) == Limits()
    words = ("entries=5", "total-bytes=2MiB", "ratio=50", "depth=3", "name-bytes=100")
    assert limits_from(words) == Limits(5, 2**21, 50, 3, 100)
    assert limits_from(["total-bytes=1GiB"]) == Limits(total_bytes=2**30)
    assert limits_from(["depth=3", "depth=4"]).depth == 4
    for word in (
        "entries",
        "entries=",
        "entries=0",
        "entries=-1",
        "size=5",
        "",
        "ratio=2MiB",
        "total-bytes=2MB",
        "file-bytes=2MiB",
        "depth=٣",
    ):
        with pytest.raises(ValueError, match="limit"):
            limits_from([word])


# Zip


def open_zip(tmp_path: Path, data: bytes) -> Container:
    return open_container(write(tmp_path, "x.zip", data))


def test_a_zip_made_by_hand(tmp_path: Path) -> None:
    with open_zip(tmp_path, zipped(A, B, comment=b"a comment", zip64=True)) as made:
        assert contents(made) == {"a.json": b"{}\n", "b.json": b"[]\n"}
    with zipfile.ZipFile(io.BytesIO(zipped(A, B, comment=b"a comment", zip64=True))) as made_too:
        assert made_too.testzip() is None


BAD_NAMES = [
    b"../a.json",
    b"games/../../a.json",
    b"games/..",
    b"/etc/passwd",
    b"//server/a.json",
    b"C:a.json",
    b"c:/a.json",
    b"games\\a.json",
    b"..\\a.json",
    b"a\0.json",
    b"games//a.json",
    b"games/./a.json",
    b"././a.json",
    b"",
]
GOOD_NAMES = {
    b"..a/b..json": None,
    b"a..b.json": "a..b.json",
    b"games/...": None,
    b"./a.json": "a.json",
    b"CC:a.json": "CC:a.json",
    b"etc/passwd": "etc/passwd",
    b".a.json": None,
    b"__MACOSX/._a.json": None,
    b"con.json": "con.json",
    b"A.json": "A.json",
    b"%2e%2e/a.json": "%2e%2e/a.json",
    "Zoë.json".encode(): "Zoë.json",
}


@pytest.mark.parametrize("name", BAD_NAMES, ids=repr)
def test_names_that_lead_out_or_mean_two_things(tmp_path: Path, name: bytes) -> None:
    found = []
    with open_zip(tmp_path, zipped(Item(name, flags=0x800), B)) as made:
        found.append(made)
    with open_container(
        write(tmp_path, "x.tar", tarred(pax((b"path", name)), member(), member(b"b.json")))
    ) as made:
        found.append(made)
    if b"\0" not in name and name:
        for made_tar in (
            tarred(member(name), member(b"b.json")),
            tarred(member(b"long", name + b"\0", b"L"), member(), member(b"b.json")),
        ):
            with open_container(write(tmp_path, "x.tar", made_tar)) as made:
                found.append(made)
    for made in found:
        assert made.names == ("b.json",)
        assert told(made) == [("F180", ARCHIVE)]


@pytest.mark.parametrize("name", GOOD_NAMES, ids=repr)
def test_names_that_only_look_so(tmp_path: Path, name: bytes) -> None:
    names = tuple(sorted(each for each in ("b.json", GOOD_NAMES[name]) if each is not None))
    with open_zip(tmp_path, zipped(Item(name, flags=0x800), B)) as made:
        assert (made.names, made.problems) == (names, ())
    with open_container(write(tmp_path, "x.tar", tarred(member(name), member(b"b.json")))) as made:
        assert (made.names, made.problems) == (names, ())


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    for name in (b"\xff.json", b"\xed\xa0\x80.json"):
        for data, ending in ((zipped(Item(name), B), "zip"), (tarred(member(name), member(b"b.json")), "tar")):
            with open_container(write(tmp_path, f"x.{ending}", data)) as made:
                assert (made.names, told(made)) == (("b.json",), [("F180", ARCHIVE)])
        # zipfile reads no list with a name that is not what it is said to be
        assert refused(write(tmp_path, "x.zip", zipped(Item(name, flags=0x800), B)))[0] == "F184"


def utf8_extra(name: bytes, real: str) -> bytes:
    value = b"\1" + struct.pack("<L", zlib.crc32(name)) + real.encode()
    return struct.pack("<HH", 0x7075, len(value)) + value


def test_the_letters_of_names_in_zips(tmp_path: Path) -> None:
    """UTF-8 where it is said, or where the disk of a Unix had it; no further field says another."""
    old, new = b"Zo\x89.json", "Zoë.json"
    extra = utf8_extra(old, new)
    stale = utf8_extra(b"other", new)
    for item, name in {
        Item(new.encode(), flags=0x800, system=WINDOWS): new,
        Item(new.encode()): new,
        Item(new.encode(), system=WINDOWS): None,
        Item(old, system=WINDOWS): None,
        Item(old): None,
        Item(old, extra=extra, local_extra=extra, system=WINDOWS): None,
        Item(old, extra=stale, local_extra=stale, system=WINDOWS): None,
        Item(b"zoe.json", extra=(e := utf8_extra(b"zoe.json", "zoe.json")), local_extra=e): "zoe.json",
        Item(b"zoe.json", extra=(e := utf8_extra(b"zoe.json", "../x.json")), local_extra=e): None,
        Item(old, extra=(e := utf8_extra(old, "../x.json")), local_extra=e): None,
    }.items():
        with open_zip(tmp_path, zipped(item)) as made:
            assert made.names == (() if name is None else (name,)), item
            assert told(made) == ([("F180", ARCHIVE)] if name is None else []), item


def test_names_that_stand_twice(tmp_path: Path) -> None:
    other = Item(b"a.json", b"other\n")
    with open_zip(tmp_path, zipped(A, other, B)) as made:
        assert (made.names, told(made)) == (("b.json",), [("F181", "a.json")])
    with open_zip(tmp_path, zipped(A, Item(b"./a.json", b"other\n"), Item(b"A.json"), B)) as made:
        assert (made.names, told(made)) == (("A.json", "b.json"), [("F181", "a.json")])
    with open_zip(tmp_path, zipped(A, Item(b"a.json/b/c.json"), Item(b"d/", b""), Item(b"d/", b""))) as made:
        assert (made.names, told(made)) == (("a.json/b/c.json",), [("F181", "a.json")])
    with open_zip(tmp_path, zipped(A, Item(b"a.json/", b"", method=0))) as made:
        assert (made.names, told(made)) == ((), [("F181", "a.json")])
    for ending in ("tar", "tgz"):
        data = tarred(member(), member(data=b"other"), member(b"./b.json"), member(b"d", b"", b"5"), member(b"d/e"))
        with open_container(
            write(tmp_path, f"x.{ending}", gzip.compress(data) if ending == "tgz" else data)
        ) as made:
            assert (made.names, told(made)) == (("b.json", "d/e"), [("F181", "a.json")])
    with open_container(
        write(tmp_path, "x.tar", tarred(member(), member(b"a.json", b"", b"2", link=b"b")))
    ) as made:
        assert (made.names, told(made)) == ((), [("A102", "a.json"), ("F181", "a.json")])


LINK = 0o120777
ODD_ENTRIES = {
    "link": (Item(mode=LINK, data=b"/etc/passwd"), "A102"),
    "link with a slash": (Item(b"a.json/", mode=LINK, data=b"/etc"), "A102"),
    "pipe": (Item(mode=0o010644), "F186"),
    "device": (Item(mode=0o020644), "F186"),
    "folder by mode alone": (Item(mode=0o040755, data=b"", method=0), "F186"),
    "folder with bytes": (Item(b"a.json/"), "F186"),
    "encrypted": (Item(flags=0x1), "F186"),
    "strongly encrypted": (Item(flags=0x41), "F186"),
    "masked": (Item(flags=0x2000), "F186"),
    "AES": (Item(method=99), "F186"),
    "a 64-bit size that is missing": (Item(size=2**32 - 1), "F182"),
    "bzip2": (Item(method=12), "F186"),
    "LZMA": (Item(method=14), "F186"),
    "patch": (Item(flags=0x20), "F186"),
    "stored with two sizes": (Item(method=0, size=2), "F184"),
    "another name of its own": (Item(local_name=b"b.json"), "F184"),
    "another length of its name": (Item(local_name=b"a.json2"), "F184"),
    "flags of its own": (Item(flags=0x800, local_flags=0), "F184"),
    "a method of its own": (Item(local_method=0), "F184"),
    "a size of its own": (Item(local_size=4), "F184"),
    "a sum of its own": (Item(local_crc=1), "F184"),
}
PLAIN_ENTRIES = {
    "no mode": Item(mode=0),
    "a mode of another system": Item(mode=LINK, system=WINDOWS),
    "hints of the packer": Item(flags=0x6),
    "stored": Item(method=0),
    "empty": Item(data=b""),
    "empty and stored": Item(data=b"", method=0),
    "sums follow": Item(flags=8, after=struct.pack("<3L", zlib.crc32(b"{}\n"), len(deflated(b"{}\n")), 3)),
    "sums follow with a mark": Item(
        flags=8, after=b"PK\7\x08" + struct.pack("<3L", zlib.crc32(b"{}\n"), len(deflated(b"{}\n")), 3)
    ),
    "long sums follow": Item(flags=8, after=struct.pack("<LQQ", zlib.crc32(b"{}\n"), len(deflated(b"{}\n")), 3)),
    "sums said to follow, and in front": Item(flags=8, local_size=3),
    "extra fields": Item(extra=b"UT\1\0\0", local_extra=b"UT\2\0\0\0\0\0"),
}


@pytest.mark.parametrize("kind", ODD_ENTRIES)
def test_an_entry_that_is_not_read_does_not_stop_the_others(tmp_path: Path, kind: str) -> None:
    item, code = ODD_ENTRIES[kind]
    with open_zip(tmp_path, zipped(Item(b"c.json"), item, B)) as made:
        assert contents(made) == {"b.json": b"[]\n", "c.json": b"{}\n"}
        assert told(made) == [(code, "a.json")]


@pytest.mark.parametrize("kind", PLAIN_ENTRIES)
def test_its_nearest_neighbour_is_read(tmp_path: Path, kind: str) -> None:
    item = PLAIN_ENTRIES[kind]
    with open_zip(tmp_path, zipped(Item(b"c.json"), item, B)) as made:
        assert contents(made) == {"a.json": item.data, "b.json": b"[]\n", "c.json": b"{}\n"}
        assert made.problems == ()


LYING = {
    "larger than it says": Item(data=b"x" * 2000, size=1999, crc=zlib.crc32(b"x" * 1999)),
    "far larger than it says": Item(data=b"x" * 2**22, size=10, crc=zlib.crc32(b"x" * 10)),
    "smaller than it says": Item(size=4),
    "said to be empty": Item(size=0, crc=0),
    "another sum": Item(crc=1),
    "another sum, stored": Item(crc=1, method=0),
    "cut off": Item(packed=deflated(b"{}\n")[:-1]),
    "more after its end": Item(packed=deflated(b"{}\n") + b"\0"),
    "no deflate": Item(packed=b"\xff\xff\xff"),
    "nothing": Item(packed=b"", size=3),
}


@pytest.mark.parametrize("kind", LYING)
def test_what_an_entry_says_is_held_against_its_bytes(tmp_path: Path, kind: str) -> None:
    tracemalloc.start()
    try:
        with open_zip(tmp_path, zipped(LYING[kind], B)) as made:
            tracemalloc.reset_peak()
            assert refused_to_read(made, "a.json")[0] == "F184"
            assert read(made, "b.json") == b"[]\n"
            assert tracemalloc.get_traced_memory()[1] < 3 * 2**20
    finally:
        tracemalloc.stop()


LARGE = struct.pack("<HHQQ", 1, 16, 3, len(deflated(b"{}\n")))


def quoting() -> bytes:
    """As in the zip bombs of Fifield: the first entry's stored bytes are the second entry, header and all."""
    inner = zipped(B)
    inner = inner[: inner.index(b"PK\1\2")]
    outer = Item(data=inner, method=0)
    return zipped(outer, Item(b"b.json", b"[]\n", offset=30 + len(b"a.json")))


BROKEN_ZIPS = {
    "two entries in one place": zipped(A, Item(offset=0, name=b"b.json")),
    "twice the same entry": zipped(A, Item(offset=0)),
    "an entry in an entry": quoting(),
    "something in front": zipped(A, B, prefix=b"#!/bin/sh\n"),
    "something in front that nobody counts": b"#!/bin/sh\n" + zipped(A, B),
    "an entry that is not in the list": zipped(A, Item(b"c.json", hidden_from_list=True), B),
    "a last entry that is not in the list": zipped(A, Item(b"c.json", hidden_from_list=True)),
    "something after an entry": zipped(Item(after=b"x"), B),
    "sums that are others": zipped(Item(flags=8, after=struct.pack("<3L", 1, 5, 3)), B),
    "something after its end": zipped(A, after=b"\0"),
    "cut off at its end": zipped(A, B)[:-1],
    "cut off in its list": zipped(A, B)[:-60],
    "cut off in its middle": zipped(A, B)[:40],
    "without its first byte": zipped(A, B)[1:],
    "two ends": zipped(A, comment=zipped(B)),
    "a comment that looks like an end": zipped(A, B, comment=b"PK\5\6" + bytes(18) + b"more"),
    "fewer entries than listed": zipped(A, B, count=1),
    "a last comment that is not there": (made := zipped(A, B))[:-42] + b"\2" + made[-41:],
    "more entries than listed": zipped(A, B, count=3),
    "a list elsewhere": zipped(A, B, start=3),
    "a part of several": zipped(Item(disk=1)),
    "the last of several": zipped(A, B)[:-18] + b"\1\0\1\0" + zipped(A, B)[-14:],
    "64-bit end with another number": zipped(A, B, zip64=True, other_end=1),
    "an entry far away": zipped(A, Item(b"b.json", offset=2**31)),
    "an entry reaching into the list": zipped(Item(packed_size=60), B),
    "extra fields cut off": zipped(Item(extra=b"UT\x09\0\0")),
    "two 64-bit fields": zipped(Item(extra=LARGE * 2, size=2**32 - 1, packed_size=2**32 - 1)),
    "no zip": b"PK\3\4" + b"x" * 100,
}


@pytest.mark.parametrize("kind", BROKEN_ZIPS)
def test_a_zip_that_can_be_read_in_two_ways_or_not_at_all(tmp_path: Path, kind: str) -> None:
    assert refused(write(tmp_path, "x.zip", BROKEN_ZIPS[kind]))[0] == "F184"


GOOD_ZIPS = {
    "empty": zipped(),
    "empty with 64-bit end": zipped(zip64=True),
    "a comment": zipped(A, B, comment=b"x" * 65535),
    "64-bit end": zipped(A, B, zip64=True),
    "64-bit sizes": zipped(
        Item(extra=LARGE, size=2**32 - 1, packed_size=2**32 - 1, local_extra=LARGE),
        B,
    ),
}


@pytest.mark.parametrize("kind", GOOD_ZIPS)
def test_a_zip_that_is_only_unusual(tmp_path: Path, kind: str) -> None:
    with open_zip(tmp_path, GOOD_ZIPS[kind]) as made:
        expected = {} if kind.startswith("empty") else {"a.json": b"{}\n", "b.json": b"[]\n"}
        assert contents(made) == expected and made.problems == ()


def test_an_end_that_counts_what_is_not_there(tmp_path: Path) -> None:
    huge = bytearray(zipped(A, B, zip64=True))
    at = huge.index(b"PK\6\6")
    huge[at + 24 : at + 40] = struct.pack("<QQ", 2**60, 2**60)
    huge[-14:-10] = b"\xff" * 4
    assert refused(write(tmp_path, "x.zip", bytes(huge)))[0] == "F184"


def test_a_list_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    many = zipped(*(Item(b"%d" % number, extra=b"\1\2\x60\xea" + bytes(60_000)) for number in range(20)))
    assert refused(write(tmp_path, "x.zip", many), Limits(entries=100))[0] == "F182"
    open_container(str(tmp_path / "x.zip"), Limits(entries=20_000)).close()


def test_a_zip_that_says_it_holds_more_than_the_limit(tmp_path: Path) -> None:
    data = zipped(Item(size=2**31), Item(b"b.json", size=2**31))
    assert refused(write(tmp_path, "x.zip", data), Limits(total_bytes=2**32 - 1))[0] == "F182"
    with open_container(str(tmp_path / "x.zip"), Limits(total_bytes=2**32)) as made:
        assert told(made) == [("F182", "a.json"), ("F182", "b.json")]


# Tar


def tarfile_of() -> bytes:
    return tarred(member(), member(b"b.json", b"[]\n"))


BOTH = {"a.json": b"{}\n", "b.json": b"[]\n"}


def open_tars(tmp_path: Path, data: bytes) -> list[Container]:
    plain = write(tmp_path, "x.tar", data)
    packed = write(tmp_path, "x.tar.gz", gzip.compress(data))
    return [open_container(plain), open_container(packed)]


ODD_MEMBERS = {
    "link": (member(kind=b"2", data=b"", link=b"/etc/passwd"), "A102"),
    "hard link": (member(kind=b"1", data=b"", link=b"/etc/passwd"), "F186"),
    "pipe": (member(kind=b"6", data=b""), "F186"),
    "device": (member(kind=b"3", data=b""), "F186"),
    "block device": (member(kind=b"4", data=b""), "F186"),
    "holes": (member(kind=b"S", magic=b"ustar  \0"), "F186"),
    "holes said in front": (pax((b"GNU.sparse.major", b"1")) + member(), "F186"),
    "a volume": (member(kind=b"V", data=b""), "F186"),
    "of no known kind": (member(kind=b"Z"), "F186"),
    "a name with a slash": (member(b"a.json/"), "F180"),
}
PLAIN_MEMBERS = {
    "old": member(kind=b"\0", magic=b""),
    "contiguous": member(kind=b"7"),
    "GNU": member(magic=b"ustar  \0"),
    "size in binary": member(size_field=b"\x80" + bytes(10) + b"\3"),
    "size in spaces": member(size_field=b"          3 "),
    "named in front": pax((b"path", b"a.json"), (b"mtime", b"1.5"), (b"comment", b"=\n=")) + member(b"other"),
    "named in front by GNU": member(b"././@LongLink", b"a.json\0", b"L") + member(b"other", magic=b"ustar  \0"),
    "sized in front": pax((b"size", b"3")) + member(),
    "a remark about all": pax((b"comment", b"x"), kind=b"g") + member(),
    "two parts": member(b"a.json", prefix=b"."),
    "a folder first": member(b"games/", b"", b"5") + member(),
    "an old folder first": member(b"games/", b"", b"\0", magic=b"") + member(),
}


@pytest.mark.parametrize("kind", ODD_MEMBERS)
def test_a_member_that_is_not_read_does_not_stop_the_others(tmp_path: Path, kind: str) -> None:
    data, code = ODD_MEMBERS[kind]
    for made in open_tars(tmp_path, tarred(member(b"c.json"), data, member(b"b.json", b"[]\n"))):
        with made:
            assert contents(made) == {"b.json": b"[]\n", "c.json": b"{}\n"}
            assert told(made) == [(code, ARCHIVE if code == "F180" else "a.json")]


@pytest.mark.parametrize("kind", PLAIN_MEMBERS)
def test_its_nearest_member_is_read(tmp_path: Path, kind: str) -> None:
    for made in open_tars(tmp_path, tarred(member(b"c.json"), PLAIN_MEMBERS[kind], member(b"b.json", b"[]\n"))):
        with made:
            assert contents(made) == {**BOTH, "c.json": b"{}\n"}
            assert made.problems == ()


def test_headers_of_holes_are_passed_by(tmp_path: Path) -> None:
    head = member(b"holes", b"", b"S", size=3)
    head = head[:482] + b"\1" + head[483:]
    head = head[:148] + b"%06o\0 " % (sum(head[:148]) + 8 * 32 + sum(head[156:])) + head[156:]
    more = bytes(504) + b"\1" + bytes(7)
    last = bytes(512)
    data = tarred(head, more, last, b"{}\n" + bytes(509), member(b"b.json", b"[]\n"))
    for made in open_tars(tmp_path, data):
        with made:
            assert (contents(made), told(made)) == ({"b.json": b"[]\n"}, [("F186", "holes")])
    assert refused(write(tmp_path, "x.tar", tarred(head, more, end=b"")))[0] == "F184"


TWO = member(b"b.json", b"[]\n")
BROKEN_TARS = {
    "cut off at a member": tarred(member(), TWO, end=b""),
    "cut off in a header": tarred(member(), TWO)[:700],
    "cut off in its data": tarred(member(), member(b"b.json", b"x" * 900))[:-1400],
    "half of its end": tarred(member(), TWO, end=bytes(512)),
    "half an end and more": tarred(member(), bytes(512), TWO),
    "more after its end": tarred(member(), TWO) + b"x",
    "a further tar": tarfile_of() + tarfile_of(),
    "a wrong sum": tarred(member(), member(b"b.json", checksum=1)),
    "a wrong first sum": tarred(member(checksum=1), TWO),
    "no owner": with_sums(tarred(member(), TWO[:108] + b"x" + TWO[109:])),
    "no size": tarred(member(size_field=b"x" * 12), TWO),
    "less than no size": tarred(member(size_field=b"\xff" * 12), TWO),
    "a huge size": tarred(member(size_field=b"\x80" + b"\x7f" * 11), TWO),
    "a folder with bytes": tarred(member(b"d/", kind=b"5"), TWO),
    "a link with bytes": tarred(member(kind=b"1"), TWO),
    "two sizes": tarred(pax((b"size", b"512")), member(), bytes(512), TWO),
    "a size that is none": tarred(pax((b"size", b"3.0")), member(), TWO),
    "a size for all": tarred(pax((b"size", b"3"), kind=b"g"), member(), TWO),
    "a name for all": tarred(pax((b"path", b"x"), kind=b"g"), member(), TWO),
    "two names in front": tarred(pax((b"path", b"x"), (b"path", b"y")), member(), TWO),
    "two headers in front": tarred(pax((b"path", b"x")), pax((b"mtime", b"1")), member(), TWO),
    "two long names": tarred(member(b"l", b"x\0", b"L"), member(b"l", b"y\0", b"L"), member(), TWO),
    "two kinds of long names": tarred(member(b"l", b"x\0", b"L"), pax((b"path", b"y")), member(), TWO),
    "two kinds of long names, the other first": tarred(pax((b"path", b"y")), member(b"l", b"x\0", b"L"), TWO),
    "a long name in two": tarred(member(b"l", b"x\0y\0", b"L"), member(), TWO),
    "a header in front of nothing": tarred(member(), pax((b"path", b"x"))),
    "a header of Solaris": tarred(pax((b"path", b"x"), kind=b"X"), member(), TWO),
    "a prefix that GNU has no place for": tarred(member(magic=b"ustar  \0", prefix=b"games"), TWO),
    "a record that is longer than its header": tarred(member(b"pax", b"99 path=x\n", b"x"), member(), TWO),
    "a record without an end": tarred(member(b"pax", b"8 path=x", b"x"), member(), TWO),
    "a record without a length": tarred(member(b"pax", b"path=x\n", b"x"), member(), TWO),
    "a record without a name": tarred(member(b"pax", b"5 =x\n", b"x"), member(), TWO),
    "a record of nothing": tarred(member(b"pax", b"2 3 a\n", b"x"), member(), TWO),
    "no tar": b"x" * 2048,
}


@pytest.mark.parametrize("kind", BROKEN_TARS)
def test_a_tar_that_can_be_read_in_two_ways_or_not_at_all(tmp_path: Path, kind: str) -> None:
    assert refused(write(tmp_path, "x.tar", BROKEN_TARS[kind]))[0] == "F184"
    code, _ = refused(write(tmp_path, "x.tgz", gzip.compress(BROKEN_TARS[kind])))
    assert code == "F184"


def test_headers_that_are_too_large(tmp_path: Path) -> None:
    for kind in (b"x", b"g", b"L", b"K"):
        for size, code in ((2**20 + 1, "F182"), (2**33 - 1, "F182"), (600, "F184")):
            head = member(b"h", b"", kind, size=size)
            for name, data in (("x.tar", head), ("x.tgz", gzip.compress(head))):
                assert refused(write(tmp_path, name, data))[0] == code
    many = b"".join(member(b"h", b"", b"g") for _ in range(2000))
    assert refused(write(tmp_path, "x.tar", tarred(many)), Limits(entries=1999))[0] == "F182"
    open_container(write(tmp_path, "x.tar", tarred(many)), Limits(entries=2000)).close()
    value = b"x" * 900_000
    for made in open_tars(tmp_path, tarred(pax((b"SCHILY.xattr.a", value)), member(), TWO)):
        with made:
            assert contents(made) == BOTH


def test_a_folder_that_ends_a_tar_and_an_empty_tar(tmp_path: Path) -> None:
    for data, names in ((tarred(), ()), (tarred(member(b"./", b"", b"5"), end=bytes(10240)), ())):
        for made in open_tars(tmp_path, data):
            with made:
                assert (made.names, made.problems) == (names, ())


def test_gzip_around_a_tar(tmp_path: Path) -> None:
    data = tarfile_of()
    whole = gzip.compress(data)
    parts = gzip.compress(data[:700]) + gzip.compress(data[700:])
    for packed in (whole, parts, whole + gzip.compress(b""), whole + bytes(9)):
        with open_container(write(tmp_path, "x.tgz", packed)) as made:
            assert contents(made) == BOTH
    for packed in (
        whole + b"garbage after its end",
        whole[:-1],
        whole[:-9],
        whole[:30],
        whole[:5],
        whole[:-8] + bytes(8),
        whole[:-4] + b"\1\0\0\0",
        whole + gzip.compress(b"more"),
        whole + whole,
        b"",
    ):
        assert refused(write(tmp_path, "x.tgz", packed))[0] == "F184"


def test_no_room_for_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "x.tgz", gzip.compress(tarfile_of()))

    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", lambda prefix: Full())
    assert refused(path) == ("F101", "it cannot be read: No space left on device")


# Left clean


def test_nothing_is_left_open_or_lying_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, season: Path) -> None:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("no list of open files here")
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    for number, data in enumerate([zipped(A, A), zipped(A)[:-3], b"", zipped(Item(size=5))]):
        write(tmp_path, f"{number}.zip", data)
    for number, data in enumerate([tarfile_of(), tarfile_of()[:-800], b""]):
        write(tmp_path, f"{number}.tar", data)
        write(tmp_path, f"{number}.tgz", gzip.compress(data) if data else data)
    before = len(os.listdir("/proc/self/fd"))
    for number, path in enumerate([*sorted(tmp_path.iterdir()), season]):
        into = new_folder(tmp_path, f"into {number}")
        with suppress(Unreadable), open_container(str(path)) as made:
            unpack(made, str(into))
    assert len(os.listdir("/proc/self/fd")) == before
    assert os.listdir(room) == []


# Any bytes at all


def reference(kind: str, data: bytes) -> dict[str, bytes] | None:
    """What Python's own lenient readers make of it; None where they cannot, or take one name twice."""
    found: dict[str, bytes] = {}
    try:
        if kind == "zip":
            with zipfile.ZipFile(io.BytesIO(data)) as made:
                for info in made.infolist():
                    if not info.is_dir():
                        found[info.orig_filename.removeprefix("./")] = made.read(info)
        else:
            with tarfile.open(fileobj=io.BytesIO(data), mode="r:*") as tar:
                for each in tar:
                    if each.isreg():
                        file = tar.extractfile(each)
                        assert file is not None
                        found[each.name.removeprefix("./")] = file.read()
    except Exception:
        return None
    return found


def mutated(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if not made:
            break
        at = rng.randrange(len(made))
        match rng.randrange(6):
            case 0:
                made[at] ^= 1 << rng.randrange(8)
            case 1:
                made[at] = rng.randrange(256)
            case 2:
                made[at : at + rng.choice((1, 2, 4, 8))] = rng.choice((b"\xff", b"\0", b"\x80")) * rng.choice(
                    (1, 4, 8)
                )
            case 3:
                del made[at : at + rng.choice((1, 3, 512))]
            case 4:
                other = rng.randrange(len(made))
                made[at:at] = made[other : other + rng.choice((4, 30, 46, 512))]
            case 5:
                made = made[: max(1, at)]
    return bytes(made)


SEEDS = {
    "zip": zipped(
        A,
        Item(b"games/b.json", b"[1, 2, 3]\n" * 30),
        Item(b"d/", b"", method=0),
        Item(b"c.json", b"stored", method=0),
        Item(flags=8, name=b"s.json", after=struct.pack("<3L", zlib.crc32(b"{}\n"), len(deflated(b"{}\n")), 3)),
        comment=b"remark",
        zip64=True,
    ),
    "tar": tarred(
        member(),
        member(b"games/", b"", b"5"),
        pax((b"path", b"games/b.json"), (b"mtime", b"1.5")),
        member(b"x", b"[1, 2, 3]\n" * 60),
        member(b"././@LongLink", b"c.json\0", b"L", magic=b"ustar  \0"),
        member(b"y", b"third", magic=b"ustar  \0"),
        member(b"l.json", b"", b"2", link=b"a.json"),
    ),
}
SEEDS["tgz"] = gzip.compress(SEEDS["tar"], mtime=0)


@pytest.mark.parametrize("kind", SEEDS)
def test_any_bytes_end_in_words_or_in_what_everybody_reads(tmp_path: Path, kind: str) -> None:
    rng = random.Random(20261130)
    count = 0
    limits = Limits(total_bytes=2**22)
    for number in range(500):
        data = mutated(SEEDS[kind], rng) if number else SEEDS[kind]
        if kind == "tar" and number % 2:
            data = with_sums(data)
        if kind == "tgz" and number % 2:
            data = gzip.compress(with_sums(mutated(SEEDS["tar"], rng)), 1)
        path = write(tmp_path, f"x.{kind}", data)
        try:
            with open_container(path, limits) as made:
                expected = None
                for name in made.names:
                    try:
                        got = read(made, name)
                    except Unreadable as error:
                        assert error.finding.where.path == name
                        continue
                    expected = expected if expected is not None else reference(kind, data)
                    if expected is not None:
                        assert expected[name] == got
                    count += 1
        except Unreadable as error:
            assert error.finding.code in ("F101", "F182", "F184")
            assert error.finding.where.path == path
    assert count > 50


def test_time_for_the_worst_lists(tmp_path: Path) -> None:
    """Nothing grows with the square of what an archive holds."""
    tail = b"PK\5\6" * 16_000
    names = [b"d/" * 400 + b"%d.json" % number for number in range(1500)]
    many = b"".join(member(b"", b"") for _ in range(1500))
    started = time.process_time()
    assert refused(write(tmp_path, "a.zip", tail))[0] == "F184"
    with open_container(
        write(tmp_path, "b.zip", zipped(*(Item(name) for name in names))), Limits(depth=500)
    ) as made:
        assert len(made.names) == len(names)
    with open_container(write(tmp_path, "c.tar", tarred(many))) as made:
        assert len(made.problems) == 1500
    assert time.process_time() - started < 3


# Every code, and what just does not fire it


def files_of(tmp_path: Path, name: str, data: bytes, limits: Limits = Limits()) -> set[str]:  # noqa: B008
    """Codes of what is wrong with an archive and its files."""
    try:
        with open_container(write(tmp_path, name, data), limits) as made:
            contents(made)
            return {finding.code for finding in made.problems}
    except Unreadable as error:
        return {error.finding.code}


def changed(tmp_path: Path, while_read: bool) -> set[str]:
    path = Path(write(tmp_path, "x.zip", zipped(A)))
    if not while_read:
        path.write_bytes(zipped(A, B))
    with open_container(str(path)) as made:
        if while_read:
            path.write_bytes(zipped(A, B))
        return {each.code for each in unpack(made, str(new_folder(tmp_path, f"into {while_read}")))}


ZEROS = Item(data=bytes(6 * 2**20))
CONTAINER_CASES: dict[str, tuple[Callable[[Path], set[str]], Callable[[Path], set[str]]]] = {
    "F180": (
        lambda at: files_of(at, "x.zip", zipped(Item(b"../t1.json"))),
        lambda at: files_of(at, "x.zip", zipped(Item(b"games/t1.json"))),
    ),
    "F181": (
        lambda at: files_of(at, "x.zip", zipped(A, A)),
        lambda at: files_of(at, "x.zip", zipped(A, Item(b"A.json"))),
    ),
    "F182": (
        lambda at: files_of(at, "x.zip", zipped(ZEROS)),
        lambda at: files_of(at, "x.zip", zipped(ZEROS), Limits(ratio=1100)),
    ),
    "F183": (
        lambda at: files_of(at, "x.tar.xz", tarfile_of()),
        lambda at: files_of(at, "x.tar.gz", gzip.compress(tarfile_of())),
    ),
    "F184": (
        lambda at: files_of(at, "x.zip", zipped(A, after=b"x")),
        lambda at: files_of(at, "x.zip", zipped(A, comment=b"x")),
    ),
    "F185": (lambda at: changed(at, True), lambda at: changed(at, False)),
    "F186": (
        lambda at: files_of(at, "x.zip", zipped(Item(flags=1))),
        lambda at: files_of(at, "x.zip", zipped(Item(flags=2))),
    ),
}
CONTAINER_CODES = set(CONTAINER_CASES)


@pytest.mark.parametrize("code", sorted(CONTAINER_CODES))
def test_each_code_has_a_case_that_fires_it_and_one_that_just_does_not(tmp_path: Path, code: str) -> None:
    fires, near = CONTAINER_CASES[code]
    assert (fires(tmp_path), near(tmp_path)) == ({code}, set())
    assert entry(code).severity == "error"

"""Whatever becomes of the cache's files, nothing is signed that contradicts what was."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from euchre_audit.findings import Unreadable
from euchre_audit.operator import Refused, Site
from tests.operator.club import (
    ORIGIN,
    PLAYERS,
    TABLE,
    contribute,
    contribution_of,
    ledger,
    new_club,
    play_hand,
    value_of,
    values_of,
)
from tests.operator.independent import signed_lines

TABLES = tuple(f"{ORIGIN}/t-{number}" for number in range(1, 7))


@pytest.fixture(scope="module")
def worked(tmp_path_factory):
    """A club with some tables, and older copies of its cache."""
    folder = tmp_path_factory.mktemp("worked")
    club = new_club(folder)
    with Site(str(club)) as site:
        for number, table in enumerate(TABLES):
            site.open_session(table, "club", PLAYERS, entropy="players")
            play_hand(site, 1, 3, table)
            shutil.copy(club / "state" / "index.sqlite", folder / f"old-{number}")
        contribute(site, site.seal(TABLE, 0), values_of(2, (0, 1)))
    return folder


def index_of(club: Path) -> Path:
    return club / "state" / "index.sqlite"


def check_ledger(club: Path) -> None:
    """From its lines alone: nothing is there twice that may be there once."""
    signed_lines(club)
    seen: Counter[tuple[object, ...]] = Counter()
    for line in ledger(club):
        ((kind, value),) = line.items()
        if kind == "open":
            seen["open", value["session"]] += 1
        elif kind == "commit":
            seen[("commit", *value["terms"].split("\n")[2:4])] += 1
        elif kind == "contribute":
            seen["contribute", value["commitment"], value["seat"]] += 1
        else:
            seen["close", value["commitment"]] += 1
    assert max(seen.values()) == 1


def work(club: Path) -> None:
    """Everything that would contradict what is signed is tried, then an evening goes on."""
    hand = next(line["commit"] for line in reversed(ledger(club)) if "commit" in line)["commitment"]
    with Site(str(club)) as site:
        for table in TABLES:
            for act in (
                lambda table=table: site.open_session(table, "club", PLAYERS),
                lambda table=table: site.seal(table, 3, hand=1),
                lambda table=table: site.reveal(table, 1, values_of(1)),
                lambda table=table: site.void(table, 1, "no reason"),
            ):
                with pytest.raises(Refused, match="already"):
                    act()
        with pytest.raises(Refused, match="already"):
            site.seal(TABLE, 0, hand=2)
        for seat in (0, 1):
            with pytest.raises(Refused, match="already"):
                site.contribute(hand, seat, contribution_of(hand, seat, value_of(3, seat)))
        for seat in (2, 3):
            site.contribute(hand, seat, contribution_of(hand, seat, value_of(2, seat)))
        site.reveal(TABLE, 2, values_of(2))
        assert site.seal(TABLE, 1).hand == 3
        assert site.seal(TABLES[1], 1).hand == 2
        site.open_session(f"{ORIGIN}/new", "club", PLAYERS)
    check_ledger(club)


def sql(*statements: str) -> Callable[[Path, Path], None]:
    """Something done to the rows."""

    def act(index: Path, folder: Path) -> None:
        with sqlite3.connect(index) as file:
            for each in statements:
                file.execute(each)
        file.close()

    return act


def mixed(index: Path, folder: Path) -> None:
    """The newest stand with the rows of an older copy."""
    with sqlite3.connect(index) as file:
        stand = file.execute("SELECT * FROM stand").fetchall()
    file.close()
    shutil.copy(folder / "old-2", index)
    with sqlite3.connect(index) as file:
        file.executemany("REPLACE INTO stand VALUES (?, ?, ?)", stand)
    file.close()


def of_another(index: Path, folder: Path) -> None:
    """The cache of another club of the same name, as long."""
    (folder / "other").mkdir(exist_ok=True)
    if not (folder / "other" / "club").exists():
        with Site(str(new_club(folder / "other"))) as site:
            for number in range(len(TABLES) * 8):
                site.open_session(f"{ORIGIN}/x-{number}", "club", PLAYERS)
    shutil.copy(folder / "other" / "club" / "state" / "index.sqlite", index)


def stale_journal(index: Path, folder: Path) -> None:
    """What an interrupted write of another file left."""
    Path(f"{index}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 2000)


DAMAGE: dict[str, Callable[[Path, Path], object]] = {
    "nothing": lambda index, folder: None,
    "folder removed": lambda index, folder: shutil.rmtree(index.parent),
    "removed": lambda index, folder: index.unlink(),
    "emptied": lambda index, folder: index.write_bytes(b""),
    "halved": lambda index, folder: os.truncate(index, index.stat().st_size // 2),
    "one page lost": lambda index, folder: os.truncate(index, index.stat().st_size - 4096),
    "not a database": lambda index, folder: index.write_text("{}"),
    "random": lambda index, folder: index.write_bytes(random.Random(1).randbytes(20_000)),
    "a folder": lambda index, folder: (index.unlink(), index.mkdir()),
    "a link": lambda index, folder: (index.unlink(), index.symlink_to(folder / "old-1")),
    "of another club": of_another,
    "mixed": mixed,
    "stale journal": stale_journal,
    "no sessions": sql("DELETE FROM node"),
    "no lines": sql("DELETE FROM line"),
    "no stand": sql("DELETE FROM stand"),
    "two stands": sql("INSERT INTO stand SELECT 2, text, mac FROM stand"),
    "a place emptied": sql("UPDATE node SET data = zeroblob(512)"),
    "places of text": sql("UPDATE node SET data = 'x'"),
    "lines elsewhere": sql("UPDATE line SET start = start + 1"),
    "lines of another": sql("UPDATE line SET before = before - 1"),
    "lines of text": sql("UPDATE line SET length = 'x'"),
    "lines of no length": sql("UPDATE line SET length = 10000000000"),
    "a stand made up": sql("UPDATE stand SET text = replace(text, 'sessions', 'Sessions')"),
    "a stand without key": sql("UPDATE stand SET mac = zeroblob(32)"),
    "no table": sql("DROP TABLE node"),
    **{
        f"copy {number}": lambda index, folder, number=number: shutil.copy(folder / f"old-{number}", index)
        for number in range(len(TABLES))
    },
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_cache_signs_no_contradiction(worked, tmp_path, damage):
    club = Path(shutil.copytree(worked / "club", tmp_path / "club"))
    DAMAGE[damage](index_of(club), worked)
    old = [path.read_bytes() for path in worked.glob("old-*")]
    work(club)
    assert old == [path.read_bytes() for path in worked.glob("old-*")]


@pytest.mark.parametrize("damage", [name for name in DAMAGE if name != "stale journal"])
def test_damage_while_a_site_is_open(worked, tmp_path, damage):
    club = Path(shutil.copytree(worked / "club", tmp_path / "club"))
    with Site(str(club)) as site:
        with suppress(sqlite3.Error):
            DAMAGE[damage](index_of(club), worked)
        for table in TABLES:
            with pytest.raises(Refused, match="already"):
                site.open_session(table, "club", PLAYERS)
            with pytest.raises(Refused, match="already"):
                site.seal(table, 3, hand=1)
        site.open_session(f"{ORIGIN}/while", "club", PLAYERS)
        with pytest.raises(Refused, match="already"):
            site.open_session(f"{ORIGIN}/while", "club", PLAYERS)
    work(club)


@pytest.mark.parametrize("seed", range(60))
def test_bytes_anywhere_in_the_cache(worked, tmp_path, seed):
    club = Path(shutil.copytree(worked / "club", tmp_path / "club"))
    choose = random.Random(seed)
    data = bytearray(index_of(club).read_bytes())
    for _ in range(choose.choice((1, 5, 100))):
        at, length = choose.randrange(len(data)), choose.choice((1, 40, 4096))
        some = choose.randrange(len(data))
        data[at : at + length] = choose.choice(
            (choose.randbytes(length), bytes(length), data[some : some + length])
        )
    index_of(club).write_bytes(data)
    work(club)


def test_pages_of_an_older_copy(worked, tmp_path):
    """As where a disk lost some of its writes."""
    new = (worked / "club" / "state" / "index.sqlite").read_bytes()
    for number in range(len(TABLES)):
        old = (worked / f"old-{number}").read_bytes()
        for page in range(len(old) // 4096):
            at = slice(page * 4096, page * 4096 + 4096)
            if old[at] != new[at]:
                club = Path(shutil.copytree(worked / "club", tmp_path / f"{number}-{page}"))
                index_of(club).write_bytes(new[: at.start] + old[at] + new[at.stop :])
                work(club)


def test_a_line_edited_in_the_middle_of_the_ledger_is_not_built_upon(worked, tmp_path):
    club = Path(shutil.copytree(worked / "club", tmp_path / "club"))
    kept = (club / "ledger.jsonl").read_bytes()
    (club / "ledger.jsonl").write_bytes(kept.replace(b'"ann"', b'"eve"', 1))
    with Site(str(club)) as site, pytest.raises(Refused, match="not those that its checkpoint covers"):
        site.seal(TABLES[0], 0)
    assert json.loads(signed_after(club, kept)[0])["open"]["players"][0] == "ann"


def signed_after(club: Path, data: bytes) -> list[bytes]:
    (club / "ledger.jsonl").write_bytes(data)
    return signed_lines(club)


def test_where_no_cache_can_be_written_it_is_in_memory(worked, tmp_path, monkeypatch):
    club = Path(shutil.copytree(worked / "club", tmp_path / "club"))
    shutil.rmtree(club / "state")
    (club / "state").write_text("in the way")
    work(club)
    with suppress(Unreadable):
        assert (club / "state").read_text() == "in the way"

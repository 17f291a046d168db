"""A club to deal at: its folder, a table, players with values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from euchre_audit.operator import Refused, Sealed, Site, keygen

ORIGIN = "club.example"
TABLE = "club.example/t-1"
PLAYERS = ("ann", "bo", "cy", "di")


def new_club(folder: Path) -> Path:
    """A fresh folder."""
    keygen(str(folder / "club"), ORIGIN)
    return folder / "club"


def value_of(hand: int, seat: int) -> bytes:
    """What a player puts in."""
    return hashlib.sha256(f"value {hand} {seat}".encode()).digest()


def values_of(hand: int, seats: Iterable[int] = range(4)) -> dict[int, bytes]:
    """What the players put in."""
    return {seat: value_of(hand, seat) for seat in seats}


def contribution_of(commitment: str, seat: int, value: bytes) -> str:
    """Procedure, section 3."""
    tag = b"euchre-deal/v1 contribution\x00"
    return hashlib.sha256(tag + bytes.fromhex(commitment) + bytes([seat]) + value).hexdigest()


def contribute(site: Site, sealed: Sealed, values: dict[int, bytes]) -> None:
    """Every player's contribution."""
    for seat, value in values.items():
        site.contribute(sealed.commitment, seat, contribution_of(sealed.commitment, seat, value))


def play_hand(site: Site, hand: int, dealer: int | str, session: str = TABLE) -> Sealed:
    """A hand with every player's value, from the promise to the reveal."""
    sealed = site.seal(session, dealer, hand=hand)
    contribute(site, sealed, values_of(hand))
    site.deal(session, hand, values_of(hand))
    site.reveal(session, hand)
    return sealed


def ledger(folder: Path) -> list[dict]:
    """The lines of a ledger."""
    return [json.loads(line) for line in (folder / "ledger.jsonl").read_text().splitlines()]


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file but the cache."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and "state" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


class Refuses:
    """``with refuses(folder, words):`` a refusal in these words that changes no file."""

    def __init__(self, folder: Path, words: str) -> None:
        self.folder, self.words = folder, words

    def __enter__(self) -> None:
        self.before = files_of(self.folder)
        self.raises = pytest.raises(Refused, match=self.words)
        self.raises.__enter__()

    def __exit__(self, *given: object) -> bool:
        caught = bool(self.raises.__exit__(*given))
        assert files_of(self.folder) == self.before
        return caught

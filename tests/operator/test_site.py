"""A site at work: what it may do, and the nearest thing that it may not."""

from __future__ import annotations

import doctest
import hashlib
import json
import os
import shutil
import threading
import time
from pathlib import Path

import pytest

import euchre_audit.operator.site as site_module
from euchre_audit.cards import NAMES
from euchre_audit.evidence.beacon import BeaconError, round_time
from euchre_audit.evidence.extras import ExtraMissing
from euchre_audit.findings import Unreadable
from euchre_audit.operator import Busy, Refused, Site, keygen
from tests.operator.club import (
    ORIGIN,
    PLAYERS,
    TABLE,
    Refuses,
    contribute,
    contribution_of,
    files_of,
    ledger,
    new_club,
    play_hand,
    value_of,
    values_of,
)
from tests.operator.independent import check_evidence, read_note, signed_lines


@pytest.fixture
def club(tmp_path):
    return new_club(tmp_path)


@pytest.fixture
def site(club):
    with Site(str(club)) as opened:
        yield opened


def key_of(club: Path) -> str:
    return (club / "verifier.key").read_text().strip()


# A whole evening


def test_an_evening_checks_by_an_independent_route(club, site):
    site.open_session(TABLE, "family", PLAYERS, {"target": 5, "points": {"make": 1}}, entropy="players")
    draw = site.seal(TABLE, "low-card")
    contribute(site, draw, values_of(0))
    dealer = site.deal(TABLE, 0, values_of(0)).dealer
    site.reveal(TABLE, 0)
    for hand in (1, 2, 3):
        sealed = site.seal(TABLE, dealer)
        assert (sealed.hand, sealed.size) == (hand, sealed.index + 1)
        assert read_note(sealed.checkpoint, key_of(club))[1] == sealed.size
        contribute(site, sealed, values_of(hand))
        dealt = site.deal(TABLE, hand, values_of(hand))
        if hand == 2:
            closed = site.void(TABLE, hand, "the power went", values_of(hand))
        else:
            closed = site.reveal(TABLE, hand)
            again = check_evidence(site.evidence(TABLE, hand), key_of(club))
            assert again["hands"] == [[NAMES[card] for card in cards] for cards in dealt.hands]
            dealer = (dealer + 1) % 4
        assert closed.commitment == sealed.commitment
    assert check_evidence(site.evidence(TABLE, 0), key_of(club))["dealer"] is not None
    lines = signed_lines(club)
    assert [next(iter(json.loads(line))) for line in lines].count("commit") == 4
    assert b'"rules":{"target":5,"points":{"make":1}}' in lines[0]
    assert f"match {hashlib.sha256(lines[0]).hexdigest()}\n" in sealed.terms


def test_the_example_of_the_site_runs():
    assert doctest.testmod(site_module) == (0, 8)


def test_a_site_goes_on_where_it_was_closed(club):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        sealed = site.seal(TABLE, 3)
    with Site(str(club)) as site:
        contribute(site, sealed, values_of(1))
    with Site(str(club)) as site:
        site.deal(TABLE, 1, values_of(1))
    with Site(str(club)) as site:
        site.reveal(TABLE, 1)
        assert check_evidence(site.evidence(TABLE, 1), key_of(club))["hands"]


def test_many_tables_at_once(club, site):
    tables = [f"{ORIGIN}/t-{number}" for number in range(5)]
    for table in tables:
        site.open_session(table, "club", PLAYERS, entropy="players")
    for hand in (1, 2):
        sealed = {table: site.seal(table, hand) for table in tables}
        for table in reversed(tables):
            contribute(site, sealed[table], values_of(hand))
            site.reveal(table, hand, values_of(hand))
    signed_lines(club)
    for table in tables:
        check_evidence(site.evidence(table, 2), key_of(club))


@pytest.mark.parametrize(
    ("house", "players", "deck", "pattern"),
    [("family-cutthroat", 3, 24, None), ("family-two", 2, 24, None), ("family-twelve", 2, 24, "4/4/4")],
)
def test_houses_of_other_sizes(site, house, players, deck, pattern):
    site.open_session(TABLE, house, PLAYERS[:players])
    sealed = site.seal(TABLE, 1)
    assert f"deck {deck}\nseats {players}\n" in sealed.terms
    assert pattern is None or f"pattern {pattern}\n" in sealed.terms
    assert len(site.deal(TABLE, 1).hands) == players


# Opening a session


@pytest.mark.parametrize(
    "session", [ORIGIN + "/" + "x" * 128, ORIGIN, ORIGIN + "/", "club.examples/t", "other/t", ORIGIN + "/t t", ""]
)
def test_a_session_begins_with_the_origin(club, site, session):
    with Refuses(club, "session"):
        site.open_session(session, "club", PLAYERS)
    site.open_session(ORIGIN + "/t", "club", PLAYERS)


def test_a_session_is_opened_once(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    with Refuses(club, "open already"):
        site.open_session(TABLE, "club", PLAYERS)
    site.open_session(TABLE + "b", "club", PLAYERS)


@pytest.mark.parametrize(
    ("house", "players", "rules", "words"),
    [
        ("clubb", PLAYERS, {}, "no house 'clubb'"),
        ("club", PLAYERS[:3], {}, "played by 4; 3 players"),
        ("club", (*PLAYERS[:3], "ann"), {}, "each another"),
        ("club", (*PLAYERS[:3], ""), {}, "each another"),
        ("club", PLAYERS, {"targett": 5}, "rules on top of club: there is no switch 'targett'"),
        ("club", PLAYERS, {"points": {"mak": 5}}, "there is no switch 'points.mak'"),
        ("club", PLAYERS, {"points": {"make": "x"}}, 'points.make cannot be "x"'),
        ("club", PLAYERS, {"points": 3}, "points cannot be 3"),
        ("club", PLAYERS, {"thrown_in": "nxt"}, 'thrown_in cannot be "nxt", only .*next'),
        ("club", PLAYERS, {"target": 0}, "rules on top of club"),
        ("club", PLAYERS, {"target": 7}, "pick target from 10, 5, 11, 15"),
    ],
)
def test_what_a_session_cannot_be_opened_with(club, site, house, players, rules, words):
    with Refuses(club, words):
        site.open_session(TABLE, house, players, rules)
    site.open_session(TABLE, "club", PLAYERS, {"target": 5})


def test_what_could_not_be_read_again_is_not_written(club, site):
    for player in ("di\udcff", "di\n", "di\x1b[31m", "x" * 1001):
        with Refuses(club, "a player's id h"):
            site.open_session(TABLE, "club", (*PLAYERS[:3], player))
    with Refuses(club, "is not open"):
        site.seal(TABLE + "\udcff", 1)
    site.open_session(TABLE, "club", (*PLAYERS[:3], "Zoë 王"))
    sealed = site.seal(TABLE, 1)
    for reason in ("\udcff", "a\nb", "\x1b[2J", "x" * 1001):
        with Refuses(club, "the reason h"):
            site.void(TABLE, 1, reason)
    with Refuses(club, "no deal"):
        site.contribute(sealed.commitment + "\udcff", 1, "0" * 64)
    site.void(TABLE, 1, "☂" * 1000)
    assert all(0x20 <= byte <= 0x7E for line in signed_lines(club) for byte in line)


# Sealing


def test_hands_are_sealed_in_order(club, site):
    with Refuses(club, "is not open"):
        site.seal(TABLE, 0)
    site.open_session(TABLE, "club", PLAYERS)
    with Refuses(club, "is hand 1, or hand 0"):
        site.seal(TABLE, 0, hand=2)
    site.seal(TABLE, 0, hand=1)
    with Refuses(club, "sealed already"):
        site.seal(TABLE, 0, hand=1)
    with Refuses(club, "not closed"):
        site.seal(TABLE, 0)
    site.reveal(TABLE, 1)
    with Refuses(club, "next deal .* is hand 2, not hand 3"):
        site.seal(TABLE, 1, hand=3)
    assert site.seal(TABLE, 1).hand == 2


@pytest.mark.parametrize("reveal", ["game", "round"])
def test_hands_may_be_opened_later_where_the_session_says_so(club, site, reveal):
    site.open_session(TABLE, "club", PLAYERS, reveal=reveal)
    for hand in (1, 2, 3):
        site.seal(TABLE, hand)
    with Refuses(club, "next deal .* is hand 4, not hand 5"):
        site.seal(TABLE, 1, hand=5)
    for hand in (2, 1, 3):
        site.reveal(TABLE, hand)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dealer": 4}, "'4' is no dealer: a seat from 0 to 3"),
        ({"dealer": -1}, "is no dealer"),
        ({"dealer": "drwn"}, "'drwn' is no dealer: .*drawn.* or black-jack or low-card"),
        ({"dealer": "low-card", "hand": 1}, "hand 0 alone"),
        ({"dealer": 1, "hand": 0}, "hand 0 is the draw"),
        ({"dealer": "drawn", "hand": 2}, "hand 1 alone"),
        ({"dealer": 1, "pattern": "2/3"}, "deals 3/2, not 2/3"),
        ({"dealer": "low-card", "pattern": "3/2"}, "pattern none goes with hand 0"),
        ({"dealer": 1, "players": [0]}, "opened for entropy none"),
        ({"dealer": 1, "beacon": 2**40}, "opened for entropy none"),
        ({"dealer": 1, "beacon": 2**40, "players": [0]}, "not from both"),
    ],
)
def test_what_cannot_be_sealed(club, site, given, words):
    site.open_session(TABLE, "club", PLAYERS)
    with Refuses(club, words):
        site.seal(TABLE, **given)
    site.seal(TABLE, 1, pattern="3/2")


def test_the_draw_names_the_dealer_of_hand_1(club, site):
    site.open_session(TABLE, "club", PLAYERS, reveal="game")
    site.seal(TABLE, "black-jack")
    with Refuses(club, "hand 0.* is not closed"):
        site.seal(TABLE, 0)
    site.reveal(TABLE, 0)
    dealer = site.deal(TABLE, 0).dealer
    with Refuses(club, f"gave the deal to seat {dealer}"):
        site.seal(TABLE, (dealer + 1) % 4)
    with Refuses(club, f"gave the deal to seat {dealer}"):
        site.seal(TABLE, "drawn")
    site.seal(TABLE, dealer)


def test_a_drawn_dealer_is_for_the_first_hand(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    site.seal(TABLE, "drawn")
    site.reveal(TABLE, 1)
    with Refuses(club, "hand 1 alone"):
        site.seal(TABLE, "drawn")
    site.seal(TABLE, 2)


@pytest.mark.parametrize("dealer", ["drawn", "low-card", "black-jack"])
def test_a_void_draw_ends_the_session(club, site, dealer):
    site.open_session(TABLE, "club", PLAYERS)
    hand = site.seal(TABLE, dealer).hand
    site.void(TABLE, hand, "a player left")
    with Refuses(club, "ends the session"):
        site.seal(TABLE, 1)


def test_after_a_void_the_same_dealer_deals(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    site.seal(TABLE, 2)
    site.void(TABLE, 1, "a player left")
    with Refuses(club, "same dealer's, seat 2, not 3"):
        site.seal(TABLE, 3)
    with Refuses(club, "sealed already"):
        site.seal(TABLE, 2, hand=1)
    assert site.seal(TABLE, 2).hand == 2


def test_every_secret_is_fresh(club, site):
    site.open_session(TABLE, "club", PLAYERS, reveal="game")
    for _ in range(20):
        site.seal(TABLE, 1)
    secrets = {path.read_text() for path in (club / "private" / "deals").glob("*.secret")}
    assert len(secrets) == 20


# Contributions and values


def test_who_may_contribute(club, site):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    sealed = site.seal(TABLE, 3, players=[0, 2])
    assert "entropy players 0,2\n" in sealed.terms
    made = contribution_of(sealed.commitment, 0, value_of(1, 0))
    with Refuses(club, "name 0, 2 to contribute, not seat 1"):
        site.contribute(sealed.commitment, 1, made)
    with Refuses(club, "no deal with this commitment"):
        site.contribute("0" * 64, 0, made)
    with Refuses(club, "no deal with this commitment"):
        site.contribute("../../signing", 0, made)
    with Refuses(club, "64 small hex digits"):
        site.contribute(sealed.commitment, 0, made.upper())
    site.contribute(sealed.commitment, 0, made)
    with Refuses(club, "contributed to hand 1 .*already"):
        site.contribute(sealed.commitment, 0, "1" * 64)
    with Refuses(club, "another seat's"):
        site.contribute(sealed.commitment, 2, made)
    with Refuses(club, "seat 2 has not contributed"):
        site.reveal(TABLE, 1, values_of(1, (0, 2)))
    site.contribute(sealed.commitment, 2, contribution_of(sealed.commitment, 2, value_of(1, 2)))
    site.reveal(TABLE, 1, values_of(1, (0, 2)))
    other = site.seal(TABLE, 0, players=[0, 2])
    with Refuses(club, "is closed"):
        site.contribute(sealed.commitment, 2, "1" * 64)
    site.contribute(other.commitment, 2, "1" * 64)


@pytest.mark.parametrize("players", [[], [2, 0], [0, 0], [4]])
def test_seats_that_terms_cannot_name(club, site, players):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    with Refuses(club, "players"):
        site.seal(TABLE, 3, players=players)
    site.seal(TABLE, 3, players=[3])


@pytest.mark.parametrize("way", ["deal", "reveal"])
def test_which_values_are_taken(club, site, way):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    sealed = site.seal(TABLE, 3)
    give = getattr(site, way)
    contribute(site, sealed, values_of(1))
    with Refuses(club, "takes a value from seat 0"):
        give(TABLE, 1)
    with Refuses(club, "takes a value from seat 2"):
        give(TABLE, 1, values_of(1, (0, 1, 3)))
    with Refuses(club, "value of seat 3 is not the one"):
        give(TABLE, 1, {**values_of(1), 3: value_of(2, 3)})
    with Refuses(club, "32 bytes"):
        give(TABLE, 1, {**values_of(1), 3: b"short"})
    with Refuses(club, "do not name seat 4"):
        give(TABLE, 1, {**values_of(1), 4: value_of(1, 4)})
    with Refuses(club, "no beacon"):
        give(TABLE, 1, values_of(1), bytes(48))
    with Refuses(club, "never sealed"):
        give(TABLE, 2, values_of(1))
    give(TABLE, 1, values_of(1))


def test_a_value_shown_before_counts_as_none(club, site):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    play_hand(site, 1, 3)
    sealed = site.seal(TABLE, 0)
    repeated = {**values_of(2), 2: value_of(1, 1)}
    contribute(site, sealed, repeated)
    with Refuses(club, "value of seat 2 was shown before, by hand 1"):
        site.reveal(TABLE, 2, repeated)
    with Refuses(club, "value of seat 2 was shown before, by hand 1"):
        site.void(TABLE, 2, "a repeated value", repeated)
    site.void(TABLE, 2, "a repeated value", values_of(2, (0, 1, 3)))
    assert ledger(club)[-1]["void"]["values"][2] is None


def test_two_seats_with_one_value(club, site):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    sealed = site.seal(TABLE, 0)
    same = {**values_of(1), 2: value_of(1, 1)}
    contribute(site, sealed, same)
    with Refuses(club, "value of seat 2 was shown before, by seat 1"):
        site.reveal(TABLE, 1, same)
    site.void(TABLE, 1, "a repeated value", values_of(1, (0, 1, 3)))


def test_a_void_says_whether_the_cards_could_be_known(club, site):
    site.open_session(TABLE, "club", PLAYERS, entropy="players")
    for hand, given, known in ((1, range(4), True), (2, (0, 1, 2), False)):
        contribute(site, site.seal(TABLE, 0), values_of(hand))
        assert site.void(TABLE, hand, "a player left", values_of(hand, given)).known is known
    site.open_session(TABLE + "b", "club", PLAYERS)
    site.seal(TABLE + "b", 0)
    assert site.void(TABLE + "b", 1, "the power went").known


def test_a_deal_is_closed_once(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    site.seal(TABLE, 3)
    with Refuses(club, "says its reason"):
        site.void(TABLE, 1, " ")
    site.reveal(TABLE, 1)
    with Refuses(club, "closed already"):
        site.reveal(TABLE, 1)
    with Refuses(club, "closed already"):
        site.void(TABLE, 1, "changed my mind")


def test_values_outlive_the_site_once_cards_are_known(club):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        contribute(site, site.seal(TABLE, 3), values_of(1))
        dealt = site.deal(TABLE, 1, values_of(1))
        assert site.deal(TABLE, 1) == dealt
    with Site(str(club)) as site:
        assert site.deal(TABLE, 1) == dealt
        with Refuses(club, "dealt with other values"):
            site.reveal(TABLE, 1, {0: value_of(2, 0)})
        site.reveal(TABLE, 1)
    assert ledger(club)[-1]["reveal"]["values"] == [value.hex() for value in values_of(1).values()]


# The beacon


@pytest.fixture
def at_round_1000(monkeypatch):
    monkeypatch.setattr(site_module, "_now", lambda: float(round_time(1000)))


def test_a_beacon_round_comes_late_enough(club, site, at_round_1000):
    site.open_session(TABLE, "club", PLAYERS, entropy="beacon")
    with Refuses(club, "name the round"):
        site.seal(TABLE, 1)
    with Refuses(club, "less than 10 s from now; take one from 1008 on"):
        site.seal(TABLE, 1, beacon=1003)
    with Refuses(club, "is out"):
        site.seal(TABLE, 1, beacon=5)
    with Refuses(club, "beacon"):
        site.seal(TABLE, 1, beacon=0)
    with Refuses(club, "opened for entropy beacon"):
        site.seal(TABLE, 1, players=[0])
    month = 30 * 86400 // 3
    with Refuses(club, f"more than 30 days from now, .* up to {1000 + month - 1}"):
        site.seal(TABLE, 1, beacon=99999999999)
    with Refuses(club, "more than 30 days"):
        site.seal(TABLE, 1, beacon=1001 + month)
    assert "entropy beacon drand-quicknet 1004\n" in site.seal(TABLE, 1, beacon=1004).terms


@pytest.mark.parametrize("given", [None, BeaconError("no"), ExtraMissing("beacon", "this")])
def test_a_beacon_signature(club, site, at_round_1000, monkeypatch, given):
    def check(number, signature):
        assert (number, signature) == (2000, bytes(48))
        if given is not None:
            raise given

    monkeypatch.setattr("euchre_audit.evidence.beacon.check_beacon", check)
    site.open_session(TABLE, "club", PLAYERS, entropy="beacon")
    sealed = site.seal(TABLE, 1, beacon=2000)
    with Refuses(club, "give that round's signature"):
        site.reveal(TABLE, 1)
    with Refuses(club, "48 bytes, this one 47"):
        site.reveal(TABLE, 1, signature=bytes(47))
    with Refuses(club, "do not name seat 0"):
        site.reveal(TABLE, 1, {0: bytes(32)}, bytes(48))
    if isinstance(given, BeaconError):
        with Refuses(club, "not the signature of round 2000"):
            site.reveal(TABLE, 1, signature=bytes(48))
        assert site.void(TABLE, 1, "no such round").beacon is None
        return
    site.deal(TABLE, 1, signature=bytes(48))
    closed = site.reveal(TABLE, 1)
    assert (closed.commitment, closed.beacon) == (sealed.commitment, given is None)
    assert site.evidence(TABLE, 1)["beacon"] == {"signature": "00" * 48}


# The folder


def test_files_that_only_the_owner_can_read(club):
    os.umask(old := os.umask(0))
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        play_hand(site, 1, 3)
    modes = {str(path.relative_to(club)): path.stat().st_mode & 0o777 for path in club.rglob("*")}
    private = {name: mode for name, mode in modes.items() if name.startswith("private")}
    assert len(private) == 6
    for name, mode in private.items():
        assert mode == (0o700 if name in ("private", "private/deals") else 0o600), name
    assert modes["ledger.jsonl"] == modes["checkpoint.txt"] == 0o644 & ~old


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_signing_key_that_others_can_read_is_refused(club, mode):
    (club / "private" / "signing.key").chmod(mode)
    with Refuses(club, "chmod 600"):
        Site(str(club))
    (club / "private" / "signing.key").chmod(0o400)
    Site(str(club)).close()


def test_a_private_folder_that_others_can_enter_is_refused(club):
    (club / "private").chmod(0o750)
    with Refuses(club, "chmod 700"):
        Site(str(club))


def test_a_secret_that_others_can_read_is_refused(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    sealed = site.seal(TABLE, 1)
    secret = club / "private" / "deals" / f"{sealed.commitment}.secret"
    secret.chmod(0o644)
    with Refuses(club, "the secret can be read by others"):
        site.reveal(TABLE, 1)
    secret.chmod(0o600)
    kept = secret.read_text()
    secret.write_text("0" * 64 + "\n")
    with Refuses(club, "does not open hand 1"):
        site.reveal(TABLE, 1)
    secret.write_text(kept)
    site.reveal(TABLE, 1)


def test_a_key_is_never_overwritten(tmp_path, club):
    with Refuses(club, "never overwritten"):
        keygen(str(club), ORIGIN)
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="never overwritten"):
        keygen(str(tmp_path / "file"), ORIGIN)
    with pytest.raises(Unreadable, match="cannot be made"):
        keygen(str(tmp_path / "no" / "club"), ORIGIN)
    (tmp_path / "empty").mkdir()
    assert keygen(str(tmp_path / "empty"), ORIGIN) != key_of(club)
    assert {path.name for path in tmp_path.iterdir()} == {"club", "file", "empty"}


WORSE = ("::error::x", ".", "..", "-x", "a/../b", "a//b", "a/-b", "a..b", ".a", "a/.b")


@pytest.mark.parametrize(
    "origin", ["", "club example", "club+example", "clüb", "a/", "/a", "a" * 101, "a\nb", "a\n", *WORSE]
)
def test_names_that_no_ledger_can_have(tmp_path, origin):
    with pytest.raises(Refused, match="cannot name a ledger"):
        keygen(str(tmp_path / "club"), origin)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("origin", ["a", "club.example", "club.example/euchre", "A-1:b_c/d", "a" * 100])
def test_names_of_ledgers(tmp_path, origin):
    keygen(str(tmp_path / "club"), origin)
    with Site(str(tmp_path / "club")) as site:
        site.open_session(f"{origin}/t", "club", PLAYERS)
        assert read_note(site.checkpoint, key_of(tmp_path / "club"))[:2] == (origin, 1)


def test_a_key_of_another_folder_is_refused(tmp_path, club):
    other = new_club(tmp_path / "two") if (tmp_path / "two").mkdir() is None else club
    kept = (club / "private" / "signing.key").read_bytes()
    shutil.copy(other / "private" / "signing.key", club / "private" / "signing.key")
    with Refuses(club, "not the key of verifier.key"):
        Site(str(club))
    (club / "private" / "signing.key").write_bytes(kept)
    shutil.copy(other / "checkpoint.txt", club / "checkpoint.txt")
    with Refuses(club, "not a checkpoint by this folder's key"):
        Site(str(club))


def test_a_folder_that_is_none(tmp_path):
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(Unreadable, match="keygen makes one"):
            Site(str(folder))


# Ledger and checkpoint


def change(path: Path, edit) -> None:
    path.write_bytes(edit(path.read_bytes()))


@pytest.mark.parametrize("cache", ["kept", "removed"])
@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda data: data[:-1], "whole lines, its checkpoint covers"),
        (lambda data: data[: data.rindex(b"\n", 0, -1) + 1], "whole lines, its checkpoint covers"),
        (lambda data: b"", "whole lines, its checkpoint covers"),
    ],
)
def test_a_ledger_that_is_too_short_is_refused(club, cache, edit, words):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        play_hand(site, 1, 3)
    change(club / "ledger.jsonl", edit)
    if cache == "removed":
        shutil.rmtree(club / "state")
    with Refuses(club, words):
        Site(str(club))


def test_a_ledger_that_was_edited_is_refused(club):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS)
    change(club / "ledger.jsonl", lambda data: data.replace(b"ann", b"eve"))
    shutil.rmtree(club / "state")
    with Refuses(club, "not those that its checkpoint covers"):
        Site(str(club))


def test_a_cache_that_is_behind_is_caught_up(club, tmp_path):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        sealed = site.seal(TABLE, 0)
        shutil.copytree(club / "state", tmp_path / "old")
        contribute(site, sealed, values_of(1))
        site.open_session(TABLE + "b", "club", PLAYERS)
    shutil.rmtree(club / "state")
    shutil.copytree(tmp_path / "old", club / "state")
    with Site(str(club)) as site:
        site.reveal(TABLE, 1, values_of(1))
        with Refuses(club, "open already"):
            site.open_session(TABLE + "b", "club", PLAYERS)
    assert len(signed_lines(club)) == 8


def test_a_ledger_changed_while_it_is_open_is_not_written_to(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    kept = (club / "ledger.jsonl").read_bytes()
    with open(club / "ledger.jsonl", "ab") as file:
        file.write(b"x")
    with Refuses(club, "another program changed it"):
        site.seal(TABLE, 1)
    with open(club / "ledger.jsonl", "r+b") as file:
        file.truncate(len(kept))
    site.seal(TABLE, 1)


# Two at once


def test_two_writers_at_once_are_refused(club, site):
    start = time.monotonic()
    with Refuses(club, "another process is writing"):
        Site(str(club), wait=0)
    with pytest.raises(Busy):
        Site(str(club), wait=0.1)
    assert time.monotonic() - start < 2
    site.close()
    with Site(str(club), wait=0) as other:
        other.open_session(TABLE, "club", PLAYERS)
    with Refuses(club, "open the folder again"):
        site.open_session(TABLE + "b", "club", PLAYERS)


def test_writers_wait_for_each_other(club):
    with Site(str(club)) as site:
        site.open_session(TABLE, "club", PLAYERS, entropy="players")
        sealed = site.seal(TABLE, 0)

    def add(seat: int) -> None:
        with Site(str(club), wait=20) as own:
            contribute(own, sealed, values_of(1, (seat,)))

    threads = [threading.Thread(target=add, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Site(str(club)) as site:
        site.reveal(TABLE, 1, values_of(1))
    assert len(signed_lines(club)) == 7


def test_refusals_leave_no_secret_behind(club, site):
    site.open_session(TABLE, "club", PLAYERS)
    before = files_of(club)
    for given in ({"dealer": 9}, {"dealer": 1, "hand": 5}, {"dealer": 1, "pattern": "5"}):
        with pytest.raises(Refused):
            site.seal(TABLE, **given)
    assert files_of(club) == before

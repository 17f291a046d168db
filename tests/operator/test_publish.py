"""What players get: evidence in their records, and the list."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from euchre_audit.findings import Unreadable
from euchre_audit.operator import Refused, Site, TailFound, publish, published_list, read_tail
from euchre_audit.records import read_published
from euchre_audit.records.write import encode
from tests.operator.club import ORIGIN, PLAYERS, TABLE, Refuses, contribute, new_club, play_hand, values_of
from tests.operator.independent import check_evidence

PASSES = [f"{seat} pass" for seat in (0, 1, 2, 3)] * 2


def record(hand: int, **more: object) -> dict:
    """A saved hand."""
    tree = {"format": "euchre-hand/1", "game": TABLE, "house": "family", "rules": {}, "players": list(PLAYERS)}
    return {**tree, "start": [0, 0], "hand": hand, "dealer": 3, "log": PASSES, "ended": "thrown-in", **more}


def save(path: Path, *trees: dict) -> str:
    path.write_bytes(encode(list(trees), path.suffix.lstrip(".")))
    return str(path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Hands 1 to 3 and the draw; hand 2 is void, hand 4 not closed."""
    club = new_club(tmp_path_factory.mktemp("played"))
    with Site(str(club)) as site:
        site.open_session(TABLE, "family", PLAYERS, entropy="players")
        contribute(site, site.seal(TABLE, "low-card"), values_of(0))
        site.reveal(TABLE, 0, values_of(0))
        dealer = site.deal(TABLE, 0).dealer
        play_hand(site, 1, dealer)
        contribute(site, site.seal(TABLE, 3), values_of(2))
        site.void(TABLE, 2, "the power went", values_of(2))
        play_hand(site, 3, 3)
        other = f"{ORIGIN}/t-2"
        site.open_session(other, "family", PLAYERS)
        site.seal(other, 1)
        site.reveal(other, 1)
        site.seal(TABLE, 0)
    return club


@pytest.fixture
def club(played, tmp_path):
    return Path(shutil.copytree(played, tmp_path / "club"))


def key_of(club: Path) -> str:
    return (club / "verifier.key").read_text().strip()


@pytest.mark.parametrize("kind", ["json", "jsonl", "msgpack"])
def test_evidence_goes_into_hands(club, tmp_path, kind):
    from euchre_audit.records import read_documents, read_source

    path = save(tmp_path / f"hand.{kind}", record(1, meta={"kept": "as it is"}))
    kept = Path(path).read_bytes()
    assert publish(str(club), [path], str(tmp_path / "out")) == [str(tmp_path / "out" / f"hand.{kind}")]
    (found,) = read_documents(read_source(str(tmp_path / "out" / f"hand.{kind}")))
    deal = found.tree.pop("deal")
    check_evidence(deal, key_of(club))
    assert found.tree == record(1, meta={"kept": "as it is"})
    assert Path(path).read_bytes() == kept


def test_evidence_goes_into_games(club, tmp_path):
    hands = [{key: value for key, value in record(n).items() if key in ("hand", "dealer", "log")} for n in (1, 3)]
    game = {"format": "euchre-game/1", "game": TABLE, "house": "family", "hands": hands}
    other = {"format": "euchre-game/1", "game": f"{ORIGIN}/t-2", "house": "family", "hands": hands[:1]}
    paths = [save(tmp_path / "one.json", game), save(tmp_path / "two.jsonl", other, record(3))]
    publish(str(club), paths, str(tmp_path / "out"))
    one = json.loads((tmp_path / "out" / "one.json").read_text())
    two = [json.loads(line) for line in (tmp_path / "out" / "two.jsonl").read_text().splitlines()]
    draw = check_evidence(one["first_dealer"]["deal"], key_of(club))
    assert (one["first_dealer"]["dealer"], one["first_dealer"]["method"]) == (draw["dealer"], "low-card")
    for number, hand in zip((1, 3), one["hands"], strict=True):
        assert f"\nhand {number}\n" in hand["deal"]["terms"]
        check_evidence(hand["deal"], key_of(club))
    assert "first_dealer" not in two[0]
    check_evidence(two[0]["hands"][0]["deal"], key_of(club))
    check_evidence(two[1]["deal"], key_of(club))


def test_a_game_keeps_what_it_says_of_its_first_dealer(club, tmp_path):
    first = {"method": "low-card", "dealer": 2, "cards": ["9c"]}
    game = {"format": "euchre-game/1", "game": TABLE, "house": "family", "first_dealer": first, "hands": []}
    publish(str(club), [save(tmp_path / "one.json", game)], str(tmp_path / "out"))
    made = json.loads((tmp_path / "out" / "one.json").read_text())["first_dealer"]
    assert {key: made[key] for key in first} == first


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (record(4), "hand 4 of club.example/t-1 is not closed"),
        (record(2), "hand 2 of club.example/t-1 is void"),
        (record(5), "hand 5 of club.example/t-1 was never sealed"),
        (record(1, game="club.example/t-9"), "club.example/t-9 is not open"),
    ],
)
def test_what_cannot_be_published(club, tmp_path, tree, words):
    paths = [save(tmp_path / "good.json", record(1)), save(tmp_path / "bad.json", tree)]
    with Refuses(club, words):
        publish(str(club), paths, str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("hand.json", b"{", "not JSON"),
        ("hand.json", json.dumps({**record(1), "deeler": 1}).encode(), 'no "deeler"'),
        (
            "hand.json",
            json.dumps({k: v for k, v in record(1).items() if k != "game"}).encode(),
            '"game" is missing',
        ),
        ("hand.egn", b"{}", "evidence is put into hands and games in .json, .jsonl, .msgpack"),
    ],
)
def test_records_that_are_none(club, tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    with pytest.raises((Unreadable, Refused), match=words):
        publish(str(club), [str(tmp_path / name)], str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_files_that_are_there_are_kept(club, tmp_path):
    path = save(tmp_path / "hand.json", record(1))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "hand.json").write_text("mine")
    with pytest.raises(Unreadable, match="--force replaces it"):
        publish(str(club), [path], str(tmp_path / "out"))
    with pytest.raises(Unreadable, match="--force replaces it"):
        publish(str(club), [path], str(tmp_path))
    assert (tmp_path / "out" / "hand.json").read_text() == "mine"
    publish(str(club), [path], str(tmp_path / "out"), force=True)
    (tmp_path / "other").mkdir()
    with pytest.raises(Refused, match=r"two of the files are called hand\.json"):
        publish(str(club), [path, save(tmp_path / "other" / "hand.json", record(3))], str(tmp_path / "two"))
    with pytest.raises(Unreadable, match="cannot be made"):
        publish(str(club), [path], path)


def test_a_deal_is_proved_under_the_checkpoint_that_players_held(tmp_path):
    club = new_club(tmp_path)
    busy = f"{ORIGIN}/t-2"
    with Site(str(club)) as site:
        site.open_session(TABLE, "family", PLAYERS, entropy="players")
        site.open_session(busy, "family", PLAYERS, reveal="game")
        sealed = site.seal(TABLE, 3, players=[1, 2])
        site.seal(busy, 0)
        contribute(site, sealed, values_of(1, (1,)))
        contribute(site, sealed, values_of(1, (2,)))
        held = site.checkpoint
        site.seal(busy, 1)
        later = site.checkpoint
        site.reveal(TABLE, 1, values_of(1, (1, 2)))
        site.reveal(busy, 1)
        assert site.evidence(TABLE, 1)["proof"]["checkpoint"] == held
        assert site.evidence(busy, 1)["proof"]["size"] == 4
    path = save(tmp_path / "hand.json", record(1))
    publish(str(club), [path], str(tmp_path / "out"))
    made = json.loads((tmp_path / "out" / "hand.json").read_text())["deal"]
    assert made["proof"]["checkpoint"] == held
    check_evidence(made, key_of(club))
    (tmp_path / "later.txt").write_text(later)
    publish(str(club), [path], str(tmp_path / "out"), under=str(tmp_path / "later.txt"), force=True)
    made = json.loads((tmp_path / "out" / "hand.json").read_text())["deal"]
    assert made["proof"]["checkpoint"] == later
    check_evidence(made, key_of(club))


def test_checkpoints_that_prove_nothing_of_a_deal(club, tmp_path):
    path, note = save(tmp_path / "hand.json", record(1)), tmp_path / "note.txt"
    with pytest.raises(Unreadable, match="cannot be read"):
        publish(str(club), [path], str(tmp_path / "out"), under=str(note))
    (tmp_path / "two").mkdir()
    other = new_club(tmp_path / "two")
    shutil.copy(other / "checkpoint.txt", note)
    with Refuses(club, "not a checkpoint by this folder's key"):
        publish(str(club), [path], str(tmp_path / "out"), under=str(note))
    fork = tmp_path / "fork"
    shutil.copytree(club, fork)
    for folder, table in ((club, "t-3"), (fork, "t-4")):
        with Site(str(folder)) as site:
            site.open_session(f"{ORIGIN}/{table}", "club", PLAYERS)
    shutil.copy(fork / "checkpoint.txt", note)
    with Refuses(club, "does not begin with the"):
        publish(str(club), [path], str(tmp_path / "out"), under=str(note))
    with Site(str(club)) as site:
        site.seal(f"{ORIGIN}/t-3", 1)
        note.write_text(site.checkpoint)
        site.reveal(f"{ORIGIN}/t-3", 1)
        site.seal(f"{ORIGIN}/t-3", 1)
        site.reveal(f"{ORIGIN}/t-3", 2)
    for hand, fits in ((1, True), (2, False)):
        path = save(tmp_path / f"{hand}.json", record(hand, game=f"{ORIGIN}/t-3"))
        if fits:
            publish(str(club), [path], str(tmp_path / "out"), under=str(note))
        else:
            with Refuses(club, "the checkpoint to prove it under covers"):
                publish(str(club), [path], str(tmp_path / "out"), under=str(note))


def test_the_list(club, tmp_path):
    lines = list(published_list(str(club)))
    (tmp_path / "list.txt").write_text("".join(f"{line}\n" for line in lines))
    found = read_published(str(tmp_path / "list.txt"))
    assert [(session, hand) for session, hand in found.commitments] == [
        *((TABLE, hand) for hand in (0, 1, 2, 3)),
        (f"{ORIGIN}/t-2", 1),
        (TABLE, 4),
    ]
    assert not found.contradictions
    with Site(str(club)) as site:
        sealed = site.seal(f"{ORIGIN}/t-2", 2)
        assert list(published_list(str(club)))[-1] == f"{ORIGIN}/t-2 2 {sealed.commitment}"


def test_publishing_while_the_site_is_open(club, tmp_path):
    with Site(str(club)) as site:
        contribute(
            site, type("Sealed", (), {"commitment": list(published_list(str(club)))[-1][-64:]}), values_of(4)
        )
        site.reveal(TABLE, 4, values_of(4))
        publish(str(club), [save(tmp_path / "hand.json", record(4))], str(tmp_path / "out"))
    check_evidence(json.loads((tmp_path / "out" / "hand.json").read_text())["deal"], key_of(club))


def test_an_empty_ledger_has_an_empty_list(tmp_path):
    assert list(published_list(str(new_club(tmp_path)))) == []


def test_nothing_is_published_from_a_ledger_that_is_not_in_order(club, tmp_path):
    path = save(tmp_path / "hand.json", record(1))
    kept = (club / "ledger.jsonl").read_bytes()
    (club / "ledger.jsonl").write_bytes(kept + b"{")
    with pytest.raises(TailFound):
        publish(str(club), [path], str(tmp_path / "out"))
    with pytest.raises(TailFound):
        list(published_list(str(club)))
    for old, new, words in (
        (b'"ann"', b'"eve"', "line 2: .*restore"),
        (b'"time":"2', b'"time":"1', "not those that"),
    ):
        (club / "ledger.jsonl").write_bytes(kept.replace(old, new))
        with Refuses(club, words):
            publish(str(club), [path], str(tmp_path / "out"))
    (club / "ledger.jsonl").write_bytes(kept)
    publish(str(club), [path], str(tmp_path / "out"))


def test_a_ledger_that_cannot_be_written_is_read(club, tmp_path, monkeypatch):
    """By whom it does not belong to, the private folder shut, on a disk that takes nothing."""
    real = os.open

    def refuse(path, how, *given, **named):
        if how & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(13, "Permission denied")
        return real(path, how, *given, **named)

    monkeypatch.setattr(os, "open", refuse)
    shutil.rmtree(club / "private")
    shutil.rmtree(club / "state")
    before = sorted(club.rglob("*"))
    assert len(published_list(str(club))) == 6
    assert read_tail(str(club)).lines == ()
    with pytest.raises(Unreadable):
        Site(str(club))
    with open(club / "ledger.jsonl", "ab") as file:
        file.write(b"{")
    assert read_tail(str(club)).torn == b"{"
    assert sorted(club.rglob("*")) == before


def test_the_list_of_a_ledger_that_was_edited_is_refused(club):
    kept = (club / "ledger.jsonl").read_bytes()
    (club / "ledger.jsonl").write_bytes(kept.replace(b'"ann"', b'"eve"'))
    with Refuses(club, "not those that its checkpoint covers"):
        published_list(str(club))

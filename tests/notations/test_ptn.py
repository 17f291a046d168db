"""Trickster Cards' hands: tags, rows with fixed columns, exchanges, and files that are not well made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Report, load
from euchre_audit.audit.inputs import Loaded
from euchre_audit.findings import Finding
from euchre_audit.notations.convert import convert_any
from euchre_audit.records import Source
from tests.audit.games import above_notes, codes, report_of, told

PTN = "hand.ptn"

# Dealer West, up card 9d; East orders it, and West buries the ten of clubs.
#
#   North Ac Jd 9h Th Ks   East Kc Qc 9s Qs Ah   South Jc Td Qd Qh 9c   West Tc As Js Kh Kd   kitty 9d Ad Ts Jh

HAND = """\
% PTN ---------------------------
[Event "A table"]
[UTCDate "2026.11.30"]
[UTCTime "19:04:05"]
[GameCode "Euchre"]
[GameOptionsJson "{\\"stickTheDealer\\":true,\\"noWatching\\":true}"]
[GameScores "S:3 4 3 4"]
[West "Di"]
[North "Ann"]
[East "Bo (Auto)"]
[South "Cy"]
[Dealer "W"]
[Deal "N:K.9T.J.A 9Q.A..KQ .Q.TQ.J9 AJ.K.K.T"]
[Undealt "D9DASTHJ"]
[Declarer "E"]
[Contract "♦"]
[Auction "N"]
Pass ♦ - -
[CardsAdded "W:D9"]
[CardsRemoved "W:CT"]
[Play "N"]
CA CK C9 D9
SK SQ CJ SA
"""

LOG = [
    "0 pass",
    "1 order",
    "3 discard Tc",
    "0 play Ac",
    "1 play Kc",
    "2 play 9c",
    "3 play 9d",
    "3 play As",
    "0 play Ks",
    "1 play Qs",
    "2 play Jc",
]


def without(text: str, *starts: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(starts))


def line_of(text: str, start: str, below: int = 0) -> int:
    lines = text.splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start)) + below


def loaded(text: str | bytes) -> list[Loaded | Finding]:
    return list(load(Source(PTN, text if isinstance(text, bytes) else text.encode())))


def one(text: str | bytes) -> Loaded:
    (game,) = loaded(text)
    assert isinstance(game, Loaded), game
    return game


def log_of(text: str) -> list[str]:
    return one(text).game.hands[0].log or []


def report(text: str | bytes) -> Report:
    return report_of(Source(PTN, text if isinstance(text, bytes) else text.encode()))


def refused(text: str | bytes) -> Finding:
    (finding,) = report(text).all_findings()
    assert finding.code[0] == "F", finding
    return finding


def test_a_hand_word_for_word() -> None:
    game = one(HAND).game
    (hand,) = game.hands
    assert (game.house, game.played, game.players) == (
        "trickster",
        "2026-11-30T19:04:05Z",
        ["Ann", "Bo (Auto)", "Cy", "Di"],
    )
    assert game.meta["GameScores"] == "S:3 4 3 4"
    assert (hand.dealer, hand.up, hand.kitty, hand.log) == (3, "9d", ["9d", "Ad", "Ts", "Jh"], LOG)
    assert [sorted(cards or ()) for cards in hand.dealt or ()] == [
        sorted(["Ac", "Jd", "9h", "Th", "Ks"]),
        sorted(["Kc", "Qc", "9s", "Qs", "Ah"]),
        sorted(["Jc", "Td", "Qd", "Qh", "9c"]),
        sorted(["Tc", "As", "Js", "Kh", "Kd"]),
    ]
    found = report(HAND)
    assert codes(found.all_findings()) == ["G107"], told(found.all_findings())
    assert found.answers["play"] == "pass"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ('[West "Di"]', '[West "Di"'),
        ('[Undealt "D9DASTHJ"]', '[Undealt "D9DASTHJ"'),
        ('{\\"stickTheDealer\\":true,\\"noWatching\\":true}', '{"stickTheDealer":true,"noWatching":true}'),
        ('{\\"stickTheDealer\\":true,', '{\\\\\\"stickTheDealer\\\\\\": true, '),
        ("Pass ♦ - -", "pass d"),
        ("Pass ♦ - -", "PASS\tD  -"),
        ("[Play", "\n\n% a comment\n[Play"),
        ('"♦"', '"D"'),
        ('"♦"', '""'),
        ("CA CK C9 D9", "ca ck c9 d9"),
        ('[Dealer "W"]', '[Dealer "w"]'),
    ],
    ids=repr,
)
def test_the_same_hand_however_it_is_written(old: str, new: str) -> None:
    assert old in HAND
    game = one(HAND.replace(old, new)).game
    assert game.hands[0].log == LOG
    assert game.rules.stick_the_dealer is True


def test_without_a_dealer_the_first_hand_is_the_dealer_s() -> None:
    text = without(HAND, "[Dealer").replace(
        "N:K.9T.J.A 9Q.A..KQ .Q.TQ.J9 AJ.K.K.T", "W:AJ.K.K.T K.9T.J.A 9Q.A..KQ .Q.TQ.J9"
    )
    game = one(text).game
    assert (game.hands[0].dealer, game.hands[0].log) == (3, LOG)
    assert sorted((game.hands[0].dealt or [])[0] or ()) == sorted(["Ac", "Jd", "9h", "Th", "Ks"])


def test_hands_that_are_not_shown() -> None:
    text = HAND.replace("N:K.9T.J.A 9Q.A..KQ .Q.TQ.J9 AJ.K.K.T", "N:- - .Q.TQ.J9 -")
    game = one(text).game
    assert [bool(cards) for cards in game.hands[0].dealt or ()] == [False, False, True, False]
    assert above_notes(report(text).all_findings()) == []
    assert one(HAND.replace("N:K.9T.J.A 9Q.A..KQ .Q.TQ.J9 AJ.K.K.T", "N:- - - -")).game.hands[0].dealt is None


def test_a_fault_is_told_at_its_row_and_line() -> None:
    text = HAND.replace("SK SQ CJ SA", "SK SQ QD SA".replace("QD", "HQ"))
    assert above_notes(report(text).all_findings()) == []  # South has no spade: any card is legal
    text = HAND.replace("SK SQ CJ SA", "TH SQ CJ SA".replace("TH", "HT"))
    (finding,) = above_notes(report(text).all_findings())
    assert (finding.code, finding.where.pointer) == ("P310", "/Play/1/0")
    assert finding.where.line == line_of(text, "[Play", 2)
    assert (finding.where.trick, finding.where.seat) == (2, 0)


def test_a_call_out_of_turn_is_told_at_its_row_and_line() -> None:
    text = HAND.replace("Pass ♦ - -", "- ♦ - -")
    (finding,) = above_notes(report(text).all_findings())
    assert (finding.code, finding.where.pointer) == ("B101", "/Auction/0/1")
    assert finding.where.line == line_of(text, "[Auction", 1)


def test_the_second_round_and_no_trump() -> None:
    text = without(HAND, "[Declarer", "[Contract", "[Cards", "[Play", "CA", "SK")
    text = text.replace('stickTheDealer\\":true', 'allowNotrump\\":true').replace(
        "Pass ♦ - -", "Pass Pass Pass Pass\nPass NTalone - -"
    )
    assert log_of(text)[-2:] == ["0 pass", "1 name n alone"]
    assert log_of(text.replace("NTalone", "♠ alone"))[-1] == "1 name s alone"
    assert above_notes(report(text).all_findings()) == []
    same = text.replace("NTalone", "♦")
    assert "B104" in codes(report(same).all_findings())  # the suit turned down


def test_everybody_passes() -> None:
    text = without(HAND, "[Declarer", "[Contract", "[Cards", "[Play", "CA", "SK", "[GameOptions")
    text = text.replace("Pass ♦ - -", "Pass Pass Pass Pass\nPass Pass Pass Pass")
    assert log_of(text) == [f"{seat} pass" for seat in (0, 1, 2, 3) * 2]
    assert above_notes(report(text).all_findings()) == []


def test_who_sits_out_has_a_dash_in_every_row() -> None:
    text = HAND.replace("Pass ♦ - -", "Pass ♦alone - -").replace('"♦"', '"♦ alone"')
    text = text.replace("CA CK C9 D9", "CA CK C9 -").replace("SK SQ CJ SA", "C9 S9 - -")
    text = without(text, "[Cards", "C9 S9")
    assert log_of(text)[-3:] == ["0 play Ac", "1 play Kc", "2 play 9c"]
    assert above_notes(report(text).all_findings()) == []
    played = text.replace("CA CK C9 -", "CA CK C9 SA")
    assert codes(above_notes(report(played).all_findings())) == ["P303"]


def test_a_swap_with_the_kitty_comes_before_the_first_call() -> None:
    swap = '[CardsAdded "S:DASTHJ"]\n[CardsRemoved "S:C9DTHQ"]\n'
    options = 'goUnder\\":true,\\"stickTheDealer'
    text = HAND.replace("stickTheDealer", options).replace("Pass ♦ - -\n", "Pass Pass Pass ♦\n" + swap)
    text = without(text, "[Declarer", "[Play", "CA", "SK")
    assert log_of(text) == ["0 pass", "1 pass", "2 swap 9c,Td,Qh for Ad,Ts,Jh", "2 pass", "3 order", "3 discard Tc"]
    found = above_notes(report(text).all_findings())
    assert len(found) == 1, told(found)  # a queen is not one of the low cards that go under
    assert (found[0].where.pointer, found[0].where.line) == ("/CardsRemoved/0", line_of(text, '[CardsRemoved "S'))
    early = text.replace("Pass Pass Pass ♦", "Pass ♦ - -").replace('Contract "♦"', 'Contract ""')
    assert "P340" in codes(report(early).all_findings())
    assert above_notes(report(early).all_findings()) == []


PASSED = '[CardsPassed "W:E:SJ"]\n[CardsPassed "E:W:S9"]\n'


def best(passed: str = PASSED) -> str:
    text = HAND.replace("stickTheDealer", 'callForBest\\":true,\\"stickTheDealer')
    text = text.replace("Pass ♦ - -", "Pass ♦alone - -").replace('"♦"', '"♦ alone"')
    text = text.replace('[Play "N"]', passed + '[Play "N"]').replace("CA CK C9 D9", "CA CK C9 -")
    return without(text, "SK")


def test_cards_passed_both_ways() -> None:
    assert log_of(best())[2:5] == ["3 give Js 1", "3 discard Tc", "1 discard 9s"]
    assert above_notes(report(best()).all_findings()) == [], told(report(best()).all_findings())
    turned = best("\n".join(reversed(PASSED.splitlines())) + "\n")
    assert log_of(turned) == log_of(best())


def test_the_lone_player_s_own_card_there_and_back_changes_nothing() -> None:
    text = best('[CardsPassed "W:E:S9"]\n[CardsPassed "E:W:S9"]\n')
    assert [line for line in log_of(text) if "give" in line or " 9s" in line] == []
    assert above_notes(report(text).all_findings()) == []


@pytest.mark.parametrize(
    "passed",
    [
        '[CardsPassed "W:E:SJ"]\n',
        '[CardsPassed "E:W:S9"]\n',
        '[CardsPassed "N:S:CA"]\n[CardsPassed "S:N:C9"]\n',
        '[CardsPassed "W:E:SJSA"]\n[CardsPassed "E:W:S9SQ"]\n',
        PASSED + PASSED,
    ],
)
def test_other_passes_are_not_judged(passed: str) -> None:
    found = report(best(passed))
    assert above_notes(found.all_findings()) == [], told(found.all_findings())
    assert "P340" in codes(found.all_findings())


def test_the_joker() -> None:
    text = HAND.replace('stickTheDealer\\":true', 'withJoker\\":true').replace("AJ.K.K.T", "AJ.K.K..H")
    text = without(text, "[Cards", "[Play", "CA", "SK")
    game = one(text).game
    assert "Jo" in ((game.hands[0].dealt or [])[3] or [])
    assert game.rules.deck == 25
    up = text.replace("AJ.K.K..H", "AJ.K.K.T").replace("D9DASTHJ", "JHDASTHJD9").replace("♦", "♠")
    assert one(up).game.hands[0].up == "Jo"
    assert log_of(up) == ["0 pass", "1 order"]
    assert above_notes(report(up).all_findings()) == [], told(report(up).all_findings())


@pytest.mark.parametrize(
    ("option", "says"),
    [("aloneTake5", "five"), ("take4for1", "four tricks"), ("somethingNew", "somethingnew")],
)
def test_options_under_which_points_are_not_judged(option: str, says: str) -> None:
    found = report(HAND.replace("noWatching", option))
    (note,) = [finding for finding in found.all_findings() if finding.code == "S120"]
    assert says in note.message
    assert note.where.line == line_of(HAND, "[GameOptionsJson")
    off = HAND.replace('noWatching\\":true', option + '\\":false')
    assert "S120" not in codes(report(off).all_findings())


def test_several_hands_in_one_file() -> None:
    other = HAND.replace("A table", "Another").replace("SK SQ CJ SA", "HT SQ CJ SA")
    text = HAND + "\n" + other + other.replace("% PTN", "% again")
    result = report(text)
    assert len(result.games) == 3
    bare = without(HAND, *(line for line in HAND.splitlines() if line[:4] in ("% PT", "[Eve", "[UTC", "[Gam")))
    bare = without(bare, "[West", "[North", "[East", "[South", "[Dealer")
    bare = bare.replace("N:K.9T.J.A 9Q.A..KQ .Q.TQ.J9 AJ.K.K.T", "W:AJ.K.K.T K.9T.J.A 9Q.A..KQ .Q.TQ.J9")
    assert len(report(bare + bare).games) == 2
    found = above_notes(result.all_findings())
    assert codes(found) == ["P310", "P310"]
    lines = text.splitlines()
    assert all(lines[(finding.where.line or 0) - 1] == "HT SQ CJ SA" for finding in found)
    assert len({finding.where.line for finding in found}) == 2


def test_one_bad_hand_does_not_hide_the_others() -> None:
    result = report(HAND + HAND.replace("CA CK", "CA C1") + HAND)
    assert len(result.games) == 2
    (finding,) = [each for each in result.all_findings() if each.severity == "error"]
    assert (finding.code, finding.where.pointer) == ("F111", "/Play/0/1")
    assert finding.where.line == len(HAND.splitlines()) + line_of(HAND, "[Play", 1)


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_players(players: int) -> None:
    deal = {2: "N:K.9T.J.A 9Q.A..KQ", 3: "E:K.9T.J.A 9Q.A..KQ AJ.K.K.T"}[players]
    letters = {2: "NS", 3: "ESW"}[players]
    rest = "CTDKHKSASJ"[(players - 2) * 10 :] + "CJDTDQHQC9"
    text = (
        f'[Event "x"]\n[GameOptionsJson "{{\\"players\\":{players}}}"]\n[Dealer "{letters[-1]}"]\n[Deal "{deal}"]\n'
        f'[Undealt "D9DASTHJ{rest}"]\n[Auction "{letters[0]}"]\nPass ♦\n'
    )
    game = one(text).game
    assert game.rules.seats == players
    assert game.hands[0].log == ["0 pass", "1 order"]
    assert above_notes(report(text).all_findings()) == [], told(report(text).all_findings())


REFUSED: dict[str, tuple[str, str, str, str]] = {
    "another game": ('GameCode "Euchre"', 'GameCode "Bridge"', "F108", "/GameCode"),
    "bid euchre": ("noWatching", 'variation\\":1,\\"x', "F121", "/GameOptionsJson"),
    "two decks": ('noWatching\\":true', 'numDecks\\":2', "F121", "/GameOptionsJson"),
    "a deck of 16": ('noWatching\\":true', 'deckSize\\":16', "F121", "/GameOptionsJson"),
    "six players": ('noWatching\\":true', 'players\\":6', "F121", "/GameOptionsJson"),
    "three players, four hands": ('noWatching\\":true', 'players\\":3', "F110", "/Deal"),
    "options of another form": ('true,\\"no', 'maybe,\\"no', "F110", "/GameOptionsJson"),
    "an option twice": ('noWatching\\":true', 'stickTheDealer\\":false', "F104", "/GameOptionsJson"),
    "no target": ('noWatching\\":true', 'gameOverScore\\":0', "F121", "/GameOptionsJson"),
    "no seat": ('Dealer "W"', 'Dealer "X"', "F110", "/Dealer"),
    "five hands": ("AJ.K.K.T", "AJ.K.K.T -", "F110", "/Deal"),
    "no letter": ("N:K.9T", "K.9T", "F110", "/Deal"),
    "three suits": ("AJ.K.K.T", "AJ.K.K", "F110", "/Deal"),
    "a card": ("AJ.K.K.T", "A1.K.K.T", "F111", "/Deal"),
    "half a card": ("D9DASTHJ", "D9DASTH", "F111", "/Undealt"),
    "an unknown suit": ("D9DASTHJ", "X9DASTHJ", "F111", "/Undealt"),
    "a call": ("Pass ♦", "Pass ♦♦", "F110", "/Auction/0/1"),
    "another call": ("Pass ♦", "Passalone ♦", "F110", "/Auction/0/0"),
    "five calls": ("Pass ♦ - -", "Pass ♦ - - -", "F110", "/Auction/0"),
    "five cards": ("CA CK C9 D9", "CA CK C9 D9 DA", "F110", "/Play/0"),
    "a card of three letters": ("CA CK", "CA C10", "F111", "/Play/0/1"),
    "another declarer": ('Declarer "E"', 'Declarer "S"', "F110", "/Declarer"),
    "another contract": ('Contract "♦"', 'Contract "♠"', "F110", "/Contract"),
    "another contract, alone": ('Contract "♦"', 'Contract "♦ alone"', "F110", "/Contract"),
    "more removed": ('Removed "W:CT"', 'Removed "W:CTDK"', "F110", "/CardsRemoved/0"),
    "a pass of no form": ('[CardsAdded "W:D9"]', '[CardsPassed "W"]', "F110", "/CardsPassed/0"),
    "added to another": ('Added "W:D9"', 'Added "N:D9"', "F110", "/CardsAdded/0"),
    "a tag twice": ('[Dealer "W"]', '[Dealer "W"]\n[Dealer "W"]', "F104", ""),
    "text before the tags": ("% PTN", "hello\n% PTN", "F108", ""),
    "a row under no table": ('[South "Cy"]', '[South "Cy"]\nPass', "F108", ""),
    "not a tag": ('[South "Cy"]', '[South Cy"]', "F108", ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_and_where(name: str) -> None:
    old, new, code, pointer = REFUSED[name]
    assert old in HAND
    text = HAND.replace(old, new, 1)
    finding = refused(text)
    assert finding.code == code, finding
    assert finding.where.line is not None
    if pointer:
        assert finding.where.pointer == pointer
        tag, _, row = pointer.strip("/").partition("/")
        below = int(row.split("/")[0]) + 1 if row and tag in ("Auction", "Play") else 0
        assert finding.where.line == line_of(text, f"[{tag} ", below)


def test_the_dealer_s_discard_may_be_missing_and_the_deal_may_not() -> None:
    assert above_notes(report(without(HAND, "[CardsRemoved")).all_findings()) == []
    assert "Deal" in refused(without(HAND, "[Deal ")).message


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "F150"),
        (b"\n\n% nothing\n", "F150"),
        (b"\xff\xfe[\x00", "F102"),
        (HAND.encode("latin-1", "replace").replace(b"Cy", b"C\xe9"), "F102"),
        (b"\xef\xbb\xbf" + HAND.encode(), "F102"),
        (b"[" * 100_000, "F108"),
        (b"\x00" * 100, "F108"),
        (b'[Event "x"]\n' * 3, "F110"),
        (b"% " + b"x" * (17 * 2**20), "F106"),
    ],
    ids=["empty", "comments", "utf-16", "latin-1", "bom", "brackets", "zeros", "events", "huge"],
)
def test_what_is_no_file_of_this_kind(data: bytes, code: str) -> None:
    found = report(data).all_findings()
    assert found and {finding.code for finding in found} == {code}, told(found)


def test_a_file_cut_off_anywhere_is_a_hand_or_an_error_with_its_line() -> None:
    for end in range(0, len(HAND.encode()), 3):
        for finding in report(HAND.encode()[:end]).all_findings():
            assert finding.code != "X901", (end, finding)
            assert finding.where.line is not None


def test_lines_in_any_order_or_left_out_bring_nothing_down() -> None:
    lines = best().splitlines(keepends=True)
    for index in range(len(lines)):
        for text in (lines[:index] + lines[index + 1 :], [*lines[index:], *lines[:index]], [*lines, lines[index]]):
            for finding in report("".join(text)).all_findings():
                assert finding.code != "X901", ("".join(text), finding)


def test_converted_it_is_the_same_hand(tmp_path: Path) -> None:
    (tmp_path / "a.ptn").write_text(HAND, encoding="utf-8")
    assert convert_any(str(tmp_path / "a.ptn"), str(tmp_path / "b.json")) == [f"{tmp_path / 'b.json'}: 1 record"]
    tree: dict[str, Any] = json.loads((tmp_path / "b.json").read_text("utf-8"))
    assert (tree["format"], tree["house"], tree["log"]) == ("euchre-hand/1", "trickster", LOG)
    said = convert_any(str(tmp_path / "a.ptn"), str(tmp_path / "c.egn"))
    assert any("/start" in line for line in said)
    egn = json.loads((tmp_path / "c.egn").read_text("utf-8"))
    assert egn["deals"][0]["phases"][0] == {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": ["Pass", "Order"],
        "isAlone": False,
        "discard": "Tc",
    }

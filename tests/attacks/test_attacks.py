"""Every attack on a deal that we know of, played once against an honest site or a hand saved there.

The operator (``resigned``, ``deal_out``) signs whatever then stands in the ledger; an editor (``honest``) cannot.
Each attack gives exactly its codes. The words in ``attack`` and ``says`` stand in ``schemas/attacks.md``, too.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from euchre_audit.audit import Options, Report
from euchre_audit.findings import Finding, Unreadable
from euchre_audit.records import read_keys, read_own_values, read_published, read_seen
from euchre_audit.report import Style, report_text
from tests.attacks.site import (
    EARLY,
    EARLY_SIZE,
    LAST,
    ORIGIN,
    ROOT_PEM,
    ROUND_1000,
    SEED,
    Doc,
    Site,
    audit_archive,
    audit_beside,
    audit_saved,
    club_options,
    cosigned,
    deal_out,
    honest,
    keys_in,
    needs_beacon,
    needs_timestamp,
    resigned,
    session_of,
    token,
    witness_key,
)
from tests.audit.games import contribution_of, evidence_of, hex_of, terms_of
from tests.cli.run import euchre_audit
from tests.evidence.test_beacon import POINT, ROUNDS, add, encoded, torsion
from tests.twin.ledger import (
    Ledger,
    cosignature_line,
    key_id,
    key_text,
    mth,
    public_of,
    sha256,
    signature_line,
)
from tests.vectors.reference import Procedure

SIGNED = f"{ORIGIN} signed"
OTHER_SEED = b"\x55" * 32

THREATS = {
    "changed deal": "The deal is changed after the promise",
    "changed secret": "Secret or terms are changed",
    "late promise": "The promise is made after the fact",
    "ground secret": "Secrets are tried until a deal suits",
    "invented": "The operator invents the players' numbers",
    "contributions": "A player's number is copied, repeated, withheld or late",
    "many promises": "Many promises, one opened",
    "never opened": "A promise is never opened; hands are made void as it suits",
    "dropped": "Hands are dropped, dealt again, moved or replayed",
    "header": "House, rules, seats or entropy are chosen after the cards are seen",
    "secret": "A secret is used twice, or can be guessed",
    "computable": "The deal can be computed from what was published",
    "beacon": "The beacon is faked",
    "histories": "Two histories",
    "keys": "Another origin, another key, a key of small order, no signature",
    "proofs": "A node shown as a leaf, an index beyond the size, a path of wrong length, a leaf of another kind",
    "stripped": "Evidence is left out to turn a fault into an open question",
    "accused": "A file is edited to accuse an honest dealer, or invented",
    "two readings": "A file that is read in two ways, or changed by an editor",
    "biased": "A biased shuffle",
    "peeking": "A dealer who peeks, partners who talk",
}


@dataclass(frozen=True)
class Attack:
    """``codes``: of all errors. ``message``: in the first of them, or in the note where the attack leaves an answer
    open. ``blames``: whether it names the signer; nothing else may. ``answers``: of the report."""

    threat: str
    attack: str
    says: str
    run: Callable[[Path], tuple[Report, dict[str, Any]]]
    codes: frozenset[str]
    message: str
    blames: bool = False
    note: str | None = None
    answers: dict[str, str] = field(default_factory=dict)
    times: int = 0
    """How often it may be told where that is not once for each code."""


ATTACKS: dict[str, Attack] = {}
Run = Callable[[Path], tuple[Report, dict[str, Any]]]


def attack(threat: str, words: str, says: str, codes: str, message: str, **more: Any) -> Callable[[Run], Run]:
    """Put an attack into the table. It gives the report, and the place of its first error."""

    def put(run: Run) -> Run:
        name = run.__name__.replace("_", "-")
        assert name not in ATTACKS and threat in THREATS
        answers = dict(each.split("=") for each in more.pop("answers", "").split())
        ATTACKS[name] = Attack(threat, words, says, run, frozenset(codes.split()), message, answers=answers, **more)
        return run

    return put


# The person, and what the person has


def archive(folder: Path, site: Site, *keys: str, changed: Doc | None = None, **given: Any) -> Report:
    """The archive as a person audits it who has the keys of the club and of the witness."""
    site.write(folder / "archive", **(changed or {}))
    return audit_archive(folder / "archive", club_options(folder, witness_key(), *keys, **given))


def saved(folder: Path, *hands: Doc, keys: tuple[str, ...] = (), **given: Any) -> Report:
    """Saved hands as a person audits them who has the keys of the club and of the witness."""
    return audit_saved(folder / "saved", list(hands), club_options(folder, witness_key(), *keys, **given))


def beside(folder: Path, site: Site, *paths: str, hands: Sequence[Doc] = (), **given: Any) -> Report:
    """The ledger, its checkpoint and single files, by a person who has the keys of the club and of the witness."""
    options = club_options(folder, witness_key(), **given)
    return audit_beside(folder / "beside", site, *paths, hands=hands, options=options)


def kept(folder: Path, note: str, name: str = "mine.txt") -> Any:
    """A checkpoint that the person saved."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(note, encoding="utf-8")
    return read_seen(str(folder / name))


def own(folder: Path, size: int | None = None) -> Any:
    """A checkpoint that the person saved while the site was honest."""
    return kept(folder, honest().checkpoint(size), f"mine-{size}.txt")


def value_of(site: Site, table: str, hand: int, seat: int) -> str:
    return next(each["value"] for each in site.hand(table, hand)["deal"]["values"] if each["seat"] == seat)


def commitment_of(site: Site, table: str, hand: int) -> str:
    return str(site.hand(table, hand)["deal"]["commitment"])


def in_ledger(site: Site, *place: Any) -> dict[str, Any]:
    return {"path": "ledger.jsonl", "line": site.line(*place)}


def in_game(site: Site, table: str, hand: int, rest: str = "/deal") -> dict[str, Any]:
    return {"path": f"games/{table}.json", "hand": hand, "pointer": site.pointer(table, hand, rest)}


def errors_of(report: Report) -> list[Finding]:
    return [finding for finding in report.all_findings() if finding.severity == "error"]


def notes_of(report: Report) -> set[str]:
    return {each.code for each in report.all_findings() if each.severity != "error"}


def told(report: Report) -> str:
    lines = []
    for each in report.all_findings():
        if each.severity == "error":
            where = each.where
            lines.append(f"{each.code} {where.path}:{where.line} {where.pointer} hand {where.hand}: {each.message}")
            lines += [f"    {item.message}" for item in each.related]
    return "\n".join([*lines, str(report.answers)])


# The honest twin


def test_the_honest_site_is_clean(tmp_path: Path) -> None:
    needs_beacon()
    report = archive(tmp_path, honest())
    assert not errors_of(report), told(report)
    assert (report.exit_code, report.verdict) == (0, "pass")
    assert report.answers == {
        **dict.fromkeys(("deal", "commitment", "play", "score"), "pass"),
        **dict.fromkeys(("published", "choice"), "unproven"),
    }
    (ledger,) = report.ledgers
    assert (ledger.lines, ledger.signed, ledger.signer) == (58, 58, ORIGIN)
    assert (ledger.sessions, ledger.commits, ledger.reveals, ledger.voids) == (4, 16, 15, 1)
    codes = {each.code for each in report.all_findings()}
    assert codes == {"C210", "C220", "C221", "C424"}
    (void,) = [each for each in report.all_findings() if each.code == "C424"]
    assert "South's value withheld in 1" in void.message
    for game in report.games:
        for hand in game.hands:
            by_beacon = "pass" if game.name == session_of("beacon") else "unproven"
            assert (hand.answers["published"], hand.answers["choice"]) == (by_beacon, by_beacon)


def test_with_everything_that_a_player_kept(tmp_path: Path) -> None:
    needs_beacon()
    site = honest()
    mine = tuple(value_of(site, "players", hand, 0) for hand in (1, 3, 4))
    mine += tuple(value_of(site, "pair", hand, 2) for hand in (1, 2, 3))
    given = [own(tmp_path, size) for size in (1, 7)]
    given += [own(tmp_path, site.before("players", hand)) for hand in (1, 3, 4)]
    given += [own(tmp_path, site.before("pair", hand)) for hand in (1, 2, 3)]
    report = archive(tmp_path, site, mine=mine, checkpoints=tuple(given))
    assert not errors_of(report), told(report)
    chosen = {(game.name, hand.number): hand.answers["choice"] for game in report.games for hand in game.hands}
    for (name, _), answer in chosen.items():
        assert answer == ("unproven" if name == session_of("plain") else "pass")


def test_a_number_that_went_into_a_void_hand_is_there(tmp_path: Path) -> None:
    mine = honest().entry("void", "players", 2)["values"][0]
    report = archive(tmp_path, honest(), mine=(mine,))
    assert not errors_of(report), told(report)


def test_a_withheld_number_is_not_the_operator_s_fault(tmp_path: Path) -> None:
    """The player who withheld it has it still; the contribution is in the ledger."""
    mine = hex_of("attack lab", "value", "players", 2, 2)
    report = archive(tmp_path, honest(), mine=(mine,))
    assert not errors_of(report), told(report)


def test_numbers_may_be_of_other_evenings(tmp_path: Path) -> None:
    """Of a file of numbers one saved hand has one."""
    site = honest()
    mine = (*(value_of(site, "players", hand, 0) for hand in (1, 3, 4)), hex_of("another evening"))
    report = saved(tmp_path, site.saved("players", 3), mine=mine)
    assert not errors_of(report), told(report)


def test_a_later_checkpoint_of_mine_speaks_against_nothing(tmp_path: Path) -> None:
    """The ledger grew after the archive was made."""
    site = honest()
    site.entries.append({"commit": second_commit(site, "pair", 4)})
    later = kept(tmp_path, site.checkpoint())
    report = archive(tmp_path, honest(), checkpoints=(later,))
    assert not errors_of(report), told(report)
    report = saved(tmp_path, honest().saved("plain", 2), checkpoints=(later,))
    assert not errors_of(report), told(report)


def test_what_a_record_leaves_out_the_ledger_has(tmp_path: Path) -> None:
    site = honest()
    for table in ("plain", "players", "pair"):
        for number, hand in enumerate(site.game(table)["hands"]):
            deal = hand["deal"]
            if number == 0:
                deal.pop("secret")
            elif number == 1:
                deal["values"] = deal.get("values", [])[:1]
            else:
                del hand["deal"]
    report = archive(tmp_path, site)
    assert not errors_of(report), told(report)
    assert report.answers["deal"] == "pass"


def test_a_hand_at_which_nothing_is_opened_yet(tmp_path: Path) -> None:
    """A player saves a hand while it is played: no secret, no values, and no fault."""
    tree = honest().saved("players", 3, 38)
    for name in ("secret", "values"):
        del tree["deal"][name]
    for name in ("ended", "claims", "kitty"):
        del tree[name]
    tree["dealt"][1:] = [None, None, None]
    tree["log"] = tree["log"][:2]
    report = saved(tmp_path, tree, checkpoints=(own(tmp_path, 38),))
    assert not errors_of(report), told(report)
    assert report.answers["published"] == "pass"


@pytest.mark.parametrize(("table", "hand"), [("plain", 2), ("players", 3), ("pair", 1), ("beacon", 2)])
def test_a_saved_hand_with_its_checkpoint(tmp_path: Path, table: str, hand: int) -> None:
    site = honest()
    size = site.before(table, hand)
    tree = site.saved(table, hand, size)
    report = saved(tmp_path, tree, checkpoints=(own(tmp_path, size),))
    assert not errors_of(report), told(report)
    assert report.answers["published"] == "pass"
    assert saved(tmp_path, tree, saw=(commitment_of(site, table, hand),)).answers["published"] == "pass"
    listed = tmp_path / "published.txt"
    listed.write_text(site.listed())
    assert saved(tmp_path, tree, published=read_published(str(listed))).answers["published"] == "pass"
    plain = saved(tmp_path, tree)
    assert not errors_of(plain) and plain.answers["published"] == "unproven"


def test_a_saved_hand_whose_beacon_came_after_a_time_stamp(tmp_path: Path) -> None:
    needs_timestamp()
    needs_beacon()
    for hand in (1, 2, 3):
        tree = honest().saved("beacon", hand, EARLY_SIZE, stamped=True)
        report = saved(tmp_path, tree, keys=(ROOT_PEM.read_text(),))
        assert not errors_of(report), told(report)
        assert set(report.answers.values()) == {"pass"}


def test_a_saved_hand_whose_beacon_came_after_a_witness(tmp_path: Path) -> None:
    needs_beacon()
    tree = honest().saved("beacon", 1, EARLY_SIZE)
    for before, answer in ((10, "pass"), (9, "unproven")):
        tree["deal"]["proof"]["checkpoint"] = cosigned(honest().checkpoint(EARLY_SIZE), ROUND_1000 - before)
        report = saved(tmp_path, tree)
        assert not errors_of(report), told(report)
        assert (report.answers["published"], report.answers["choice"]) == (answer, answer)


# Whose checkpoint, and when


def answers_of(report: Report, answer: str) -> dict[tuple[str, int], str]:
    """The answer of each hand, by table and number."""
    return {
        ((game.name or "").split("/")[-2], hand.number or 0): hand.answers[answer]
        for game in report.games
        for hand in game.hands
    }


def test_of_several_checkpoints_the_one_between_counts(tmp_path: Path) -> None:
    """Between a hand's last contribution and its opening, whatever else was saved before and after."""
    site = honest()
    drawn = {(table, hand) for table in ("players", "pair") for hand in (1, 3)}
    sizes = (4, 7, site.before("players", 3) - 1, site.before("players", 4), site.before("pair", 2), 58)
    mine = tuple(value_of(site, table, hand, 2) for table, hand in drawn | {("players", 4), ("pair", 2)})
    report = archive(tmp_path, site, mine=mine, checkpoints=tuple(own(tmp_path, size) for size in sizes))
    assert not errors_of(report), told(report)
    published, choice = answers_of(report, "published"), answers_of(report, "choice")
    for table, hand in published:
        if table == "beacon":
            continue
        first, opened = site.line("commit", table, hand), site.line("reveal", table, hand)
        between = [size for size in sizes if first <= size < opened]
        assert (published[table, hand] == "pass") == bool(between), (table, hand)
        fixed = [size for size in between if size >= site.before(table, hand)]
        assert (choice[table, hand] == "pass") == bool(fixed and table != "plain"), (table, hand)
    assert published["players", 3] == choice["players", 4] == choice["pair", 2] == "pass"
    assert choice["players", 3] == published["players", 1] == choice["pair", 3] == "unproven"


ONE_PLAYER = {"pair": "players 2"}


def only_player(folder: Path) -> tuple[Site, Doc, tuple[str, str], tuple[Any, ...]]:
    """A site where South alone puts a number in; hand 2 as South saved it, number and hash, own checkpoint."""
    site = deal_out(entropy=ONE_PLAYER)
    size = site.before("pair", 2)
    tree = site.saved("pair", 2, size)
    (given,) = tree["deal"]["values"]
    return site, tree, (given["value"], given["contribution"]), (kept(folder, site.checkpoint(size)),)


def test_the_number_of_the_only_player(tmp_path: Path) -> None:
    """It shows that nobody chose, with what was published for it, or with the ledger; the number alone does not."""
    site, tree, (value, published), seen = only_player(tmp_path)
    for mine, checkpoints, answer in (
        ((value,), seen, "unproven"),
        ((value, published), (), "unproven"),
        ((value, published), seen, "pass"),
        ((published,), seen, "pass"),
    ):
        report = saved(tmp_path / "alone", tree, mine=mine, checkpoints=checkpoints)
        assert not errors_of(report), told(report)
        assert report.answers["choice"] == answer
    for report in (
        archive(tmp_path, site, mine=(value,), checkpoints=seen),
        beside(tmp_path, site, hands=[tree], mine=(value,), checkpoints=seen),
    ):
        assert not errors_of(report), told(report)
        assert answers_of(report, "choice")["pair", 2] == "pass"


def test_the_number_of_the_only_player_where_the_hand_lacks_its_hash(tmp_path: Path) -> None:
    """What the person gives is enough: the hash of this commitment, seat and number is the one published."""
    _, tree, (value, published), seen = only_player(tmp_path)
    del tree["deal"]["values"][0]["contribution"]
    report = saved(tmp_path / "alone", tree, mine=(value,), checkpoints=seen)
    assert not errors_of(report) and report.answers["choice"] == "unproven", told(report)
    report = saved(tmp_path / "alone", tree, mine=(value, hex_of("of another commitment")), checkpoints=seen)
    assert report.answers["choice"] != "pass"
    report = saved(tmp_path / "alone", tree, mine=(value, published), checkpoints=seen)
    assert not errors_of(report) and report.answers["choice"] == "pass", told(report)


def test_a_beacon_s_hand_alone_says_what_the_ledger_would_show(tmp_path: Path) -> None:
    needs_beacon()
    tree = honest().saved("beacon", 1, EARLY_SIZE)
    tree["deal"]["proof"]["checkpoint"] = honest().notes[EARLY]
    report = saved(tmp_path, tree)
    assert not errors_of(report), told(report)
    assert report.answers["choice"] == "pass"
    (hand,) = report.games[0].hands
    assert "the only one for this hand" in (hand.chosen_by or "") and "ledger" in (hand.chosen_by or "")
    report = archive(tmp_path, honest())
    (first, *_) = next(game for game in report.games if game.name == session_of("beacon")).hands
    assert first.answers["choice"] == "pass" and "the only one" not in (first.chosen_by or "")


OWN_WITNESS = {
    "named as the origin": (ORIGIN, SEED),
    "named as the origin, another key": (ORIGIN, OTHER_SEED),
    "the club's key under another name": ("friend.example", SEED),
    "somebody else": ("friend.example", OTHER_SEED),
}


@pytest.mark.parametrize("who", OWN_WITNESS)
def test_the_club_is_no_witness_of_its_own(tmp_path: Path, who: str) -> None:
    needs_beacon()
    name, seed = OWN_WITNESS[who]
    note = honest().checkpoint(EARLY_SIZE)
    note += cosignature_line(name, seed, ROUND_1000 - 19, note.partition("\n\n")[0] + "\n")
    key = key_text(name, public_of(seed), 4) + "\n"
    tree, site = honest().saved("beacon", 1, EARLY_SIZE), honest()
    tree["deal"]["proof"]["checkpoint"] = site.notes[EARLY] = note
    for report in (saved(tmp_path, tree, keys=(key,)), archive(tmp_path, site, key)):
        assert not errors_of(report), told(report)
        answer = "pass" if who == "somebody else" else "unproven"
        for each in ("published", "choice"):
            assert answers_of(report, each)["beacon", 1] == answer
        assert "C221" in notes_of(report) or answer == "pass"


@pytest.mark.parametrize(
    ("time", "answer"),
    [(0, "unproven"), (1, "unproven"), (ROUND_1000 - 95, "unproven"), (ROUND_1000 - 94, "pass")],
)
def test_a_witness_cannot_see_what_is_not_made_yet(tmp_path: Path, time: int, answer: str) -> None:
    """The commit is dated 34 seconds before its round; clocks may differ by 60 seconds, and by no more."""
    needs_beacon()
    tree, site = honest().saved("beacon", 1, EARLY_SIZE), honest()
    note = cosigned(site.checkpoint(EARLY_SIZE), time)
    tree["deal"]["proof"]["checkpoint"] = site.notes[EARLY] = note
    for report in (saved(tmp_path, tree), archive(tmp_path, site)):
        assert not errors_of(report), told(report)
        for each in ("published", "choice"):
            assert answers_of(report, each)["beacon", 1] == answer
        assert "C221" in notes_of(report) or answer == "pass"


def test_a_time_of_no_clock_does_not_hide_that_another_came_too_late(tmp_path: Path) -> None:
    needs_beacon()
    note = cosigned(honest().checkpoint(EARLY_SIZE), ROUND_1000 - 9)
    friend = cosignature_line("friend.example", OTHER_SEED, 0, note.partition("\n\n")[0] + "\n")
    tree = honest().saved("beacon", 1, EARLY_SIZE)
    tree["deal"]["proof"]["checkpoint"] = note + friend
    report = saved(tmp_path, tree, keys=(key_text("friend.example", public_of(OTHER_SEED), 4) + "\n",))
    assert not errors_of(report), told(report)
    assert (report.answers["published"], report.answers["choice"]) == ("unproven", "unproven")


def test_what_is_required_is_asked_of_hands(tmp_path: Path) -> None:
    """A ledger alone has none; every commitment in it opens, and that is not what was asked."""
    for require in (("published",), ("choice",), ("published", "choice")):
        report = beside(tmp_path, honest(), require=require)
        assert report.exit_code in (1, 2) and report.verdict != "pass"
        assert report.missing == list(require)


def test_what_is_required_is_asked_of_the_draw_too(tmp_path: Path) -> None:
    site = deal_out(entropy={"plain": "players 0,1,2,3"})
    last = len(site.game("plain")["hands"])
    seen = [kept(tmp_path, site.checkpoint(site.before("plain", hand)), f"{hand}.txt") for hand in range(last + 1)]
    mine = [site.entry("reveal", "plain", hand)["values"][1] for hand in range(last + 1)]
    given = {"mine": tuple(mine), "require": ("published", "choice")}
    report = beside(tmp_path, site, "games/plain.json", checkpoints=tuple(seen), **given)
    assert (report.exit_code, report.verdict, report.missing) == (0, "pass", []), told(report)
    report = beside(tmp_path, site, "games/plain.json", checkpoints=tuple(seen[1:]), **given)
    assert not errors_of(report), told(report)
    for answer in ("published", "choice"):
        assert set(answers_of(report, answer).values()) == {"pass"}
    assert (report.exit_code, report.verdict) == (1, "unproven")
    assert report.missing == ["published", "choice"]


def test_a_number_that_went_into_the_draw_is_there(tmp_path: Path) -> None:
    site = deal_out(entropy={"plain": "players 0,1,2,3"})
    mine = tuple(site.entry("reveal", "plain", hand)["values"][1] for hand in (0, 1))
    for given in (mine[:1], mine):
        for report in (
            archive(tmp_path, site, mine=given),
            beside(tmp_path, site, "games/plain.json", mine=given),
            saved(tmp_path, site.game("plain"), mine=given),
        ):
            assert not errors_of(report), told(report)


# A table at which is still played


def in_play(site: Site, table: str, size: int) -> Doc:
    """The game of a table when the ledger has so many lines; what is not opened then is not in it."""
    game = copy.deepcopy(site.game(table))
    game["hands"] = [hand for hand in game["hands"] if site.line("commit", table, hand["hand"]) <= size]
    for hand in game["hands"]:
        if site.line("reveal", table, hand["hand"]) > size:
            for name in ("secret", "values", "beacon"):
                hand["deal"].pop(name, None)
            if site.entry("open", table)["reveal"] == "hand":
                del hand["ended"], hand["claims"], hand["kitty"]
                hand["log"] = hand["log"][:2]
    del game["ended"], game["result"]
    return game


IN_PLAY = {
    "hand": ("plain", {}, lambda site: site.line("commit", "plain", 3)),
    "hand, its numbers in": ("players", {}, lambda site: site.before("players", 3)),
    "game, all ahead": ("pair", {}, lambda site: site.place("reveal", "pair", 1)),
    "game, one opened": ("pair", {}, lambda site: site.line("reveal", "pair", 1)),
    "game, a beacon": ("beacon", {"header": {"beacon": {"reveal": "game"}}}, lambda site: EARLY_SIZE),
    "round, all ahead": ("beacon", {}, lambda site: EARLY_SIZE),
    "round, one opened": ("beacon", {}, lambda site: site.line("reveal", "beacon", 1)),
}


@pytest.mark.parametrize("when", IN_PLAY)
def test_a_table_in_play(tmp_path: Path, when: str) -> None:
    table, changes, where = IN_PLAY[when]
    site = deal_out(**changes)
    size = where(site)
    game = in_play(site, table, size)
    site.entries, site.notes[LAST] = site.entries[:size], site.checkpoint(size)
    for games in ([], [game]):
        report = beside(tmp_path, site, hands=games)
        assert not errors_of(report), told(report)
        (ledger,) = report.ledgers
        assert {"C416"} <= {each.code for each in ledger.findings} <= {"C416", "C424"}
        assert {code for code in notes_of(report) if code[:2] == "C4"} <= {"C416", "C424"}


def test_a_ledger_at_any_hour(tmp_path: Path) -> None:
    """Every line of it was the last one once."""
    whole = honest()
    for size in range(1, whole.size + 1):
        site = honest()
        site.entries, site.notes[LAST] = whole.entries[:size], whole.checkpoint(size)
        report = beside(tmp_path, site)
        assert not errors_of(report), (size, told(report))
        assert notes_of(report) <= {"C416", "C424"}, (size, notes_of(report))


@pytest.mark.parametrize(("table", "hand"), [("pair", 2), ("beacon", 1)])
def test_a_hand_that_is_over_and_opened_later(tmp_path: Path, table: str, hand: int) -> None:
    """The house opens its deals after the game, or the round: none of it is missing until then."""
    site = honest()
    tree = site.saved(table, hand, site.before(table, hand))
    for name in ("secret", "values", "beacon"):
        tree["deal"].pop(name, None)
    assert tree["ended"] == "played"
    report = saved(tmp_path, tree)
    assert not errors_of(report), told(report)
    tree = site.saved("players", 3)
    del tree["deal"]["secret"], tree["deal"]["values"]
    assert {each.code for each in errors_of(saved(tmp_path, tree))} == {"C110"}


# What others did, or left out


OTHER_DAYS = ("2024-01-01", "2023-08-23b", "spring/2023-08-23")


def with_another_day(day: str, *, finished: bool, at: int | None = None) -> Site:
    """The club's ledger has a table of another day, too."""
    site = resigned()
    header = {**site.entry("open", "pair"), "session": f"{ORIGIN}/{day}/table/1", "entropy": "none"}
    match = sha256(json.dumps({"open": header}, separators=(",", ":")).encode()).hex()
    made = evidence_of(terms_of(match=match, session=header["session"]), hex_of("another day"))["evidence"]
    named = {"commitment": made["commitment"]}
    lines: list[Doc] = [
        {"open": header},
        {"commit": {"terms": made["terms"], **named, "time": "2024-01-01T19:00:00Z"}},
    ]
    lines += [{"reveal": {**named, "secret": made["secret"]}}] if finished else []
    at = site.size if at is None else at
    site.entries[at:at] = lines
    return site


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("day", OTHER_DAYS)
def test_a_table_of_another_day(tmp_path: Path, day: str, finished: bool) -> None:
    for at in (None, honest().place("open", "players")):
        report = archive(tmp_path, with_another_day(day, finished=finished, at=at))
        assert not errors_of(report), told(report)
        notes = [
            each.code for each in report.all_findings() if (each.where.game or "").startswith(f"{ORIGIN}/{day}/")
        ]
        assert sorted(notes) == (["C426"] if finished else ["C416", "C426"])


def test_records_without_the_numbers_of_hands(tmp_path: Path) -> None:
    """They are counted, and a void hand is not in the record."""
    for bare in (False, True):
        site = honest()
        for table in ("plain", "players", "pair"):
            for hand in site.game(table)["hands"]:
                del hand["hand"]
                if bare:
                    del hand["deal"]
        report = archive(tmp_path, site)
        assert not errors_of(report), told(report)
        assert report.answers["deal"] == "pass"
        report = beside(tmp_path, site, "games/players.json")
        assert not errors_of(report), told(report)


def test_a_saved_hand_whose_terms_alone_say_its_number(tmp_path: Path) -> None:
    tree = honest().saved("players", 3)
    del tree["hand"], tree["deal"]["secret"], tree["deal"]["values"]
    by_leaf = copy.deepcopy(tree)
    del by_leaf["deal"]["terms"]
    for each in (tree, by_leaf):
        report = beside(tmp_path, honest(), hands=[each])
        assert not errors_of(report), told(report)
        assert report.answers["deal"] == report.answers["commitment"] == "pass"
        del each["ended"], each["claims"]
        report = saved(tmp_path, each)
        assert not errors_of(report), told(report)


def test_the_commitment_of_a_void_hand_was_seen(tmp_path: Path) -> None:
    site = honest()
    saw = (site.entry("void", "players", 2)["commitment"], commitment_of(site, "players", 3))
    for given in (saw[:1], saw):
        for report in (
            archive(tmp_path, site, saw=given),
            beside(tmp_path, site, "games/players.json", saw=given),
            beside(tmp_path, site, hands=[site.saved("players", 3)], saw=given),
        ):
            assert not errors_of(report), told(report)


# Keys


CERTIFICATES = ROOT_PEM.parent


@pytest.mark.parametrize("name", ["other.pem", "tsa.pem"])
def test_a_time_stamp_by_nobody_whom_the_person_trusts(tmp_path: Path, name: str) -> None:
    """Another authority's root, or the authority's own certificate alone, says nothing against the time stamp."""
    needs_timestamp()
    tree = honest().saved("beacon", 1, EARLY_SIZE, stamped=True)
    report = saved(tmp_path, tree, keys=((CERTIFICATES / name).read_text(),))
    assert not errors_of(report), told(report)
    assert "C512" in notes_of(report)
    assert report.answers["published"] == "unproven"


def refused(path: Path, text: str, read: Callable[[str], Any] = lambda path: read_keys([path])) -> Finding:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable) as raised:
        read(str(path))
    return raised.value.finding


def test_certificates_that_are_none(tmp_path: Path) -> None:
    good = ROOT_PEM.read_text()
    head, *body, foot = good.strip().split("\n")
    for garbage in (
        "\n".join([head, "AAAA", foot]),
        "\n".join([head, "no base64 at all", foot]),
        "\n".join([head, foot]),
        "\n".join([head, *body[:-1], foot]),
        good + "\n".join([head, "AAAA", foot]),
    ):
        assert refused(tmp_path / "stamps.pem", garbage + "\n").code == "C307"


def test_a_private_key_is_not_shown(tmp_path: Path) -> None:
    """Somebody gives the wrong one of the two files; the report may go to everybody."""
    encoded = base64.b64encode(b"\x01" + SEED).decode()
    line = f"PRIVATE+KEY+{ORIGIN}+{key_id(ORIGIN, 1, public_of(SEED)).hex()}+{encoded}"
    pem = Ed25519PrivateKey.from_private_bytes(SEED).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    secrets = [encoded, *pem.decode().split("\n")[1:-2]]
    for text in (line + "\n", line, f"# ours\n{line}\n", line + "\r\n", f" {line}\n", f"\t{line}\n", pem.decode()):
        finding = refused(tmp_path / "signing.key", text)
        assert finding.code == "C307"
        shown = repr(finding)
        for secret in secrets:
            assert not any(secret[at : at + 6] in shown for at in range(len(secret) - 5)), shown


@pytest.mark.parametrize("read", [read_seen, read_own_values, read_published])
def test_a_private_key_is_not_shown_where_something_else_is_asked_for(
    tmp_path: Path, read: Callable[[str], Any]
) -> None:
    encoded = base64.b64encode(b"\x01" + SEED).decode()
    line = f"PRIVATE+KEY+{ORIGIN}+{key_id(ORIGIN, 1, public_of(SEED)).hex()}+{encoded}\n"
    assert encoded[:6] not in repr(refused(tmp_path / "signing.key", line, read))


@pytest.mark.parametrize("size", [2**21, 2**20 + 1])
def test_a_file_too_large_for_what_it_is_given_as(tmp_path: Path, size: int) -> None:
    text = "# \n" * (size // 3 + 1)
    for read in (lambda path: read_keys([path]), read_seen, read_own_values):
        assert refused(tmp_path / "large.txt", text, read).code == "F106"
    ran = euchre_audit("verify", "none.json", "--key", "large.txt", cwd=tmp_path)
    assert ran.code == 2 and "F106" in ran.err


# The deal is changed after the promise


def an_ace(hands: list[list[str]], kitty: list[str]) -> None:
    """North's first card against the last of the kitty."""
    hands[0][0], kitty[3] = kitty[3], hands[0][0]


def another_deal(hands: list[list[str]], kitty: list[str]) -> None:
    made = Procedure().deal("", honest().hand("plain", 3)["deal"]["terms"], hex_of("another"), [])
    hands[:], kitty[:] = made["hands"], made["kitty"]


def one_seat_on(hands: list[list[str]], kitty: list[str]) -> None:
    hands[:] = [*hands[1:], hands[0]]


CHANGED = "the recorded card, or hand, that the revealed secret deals otherwise; not which of the two was changed"


@attack(
    "changed deal",
    "One card of a hand is exchanged for one of the kitty",
    CHANGED,
    "D201",
    "North",
    answers="deal=fail commitment=pass",
)
def card_from_the_kitty(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(cards={("plain", 2): an_ace})
    return archive(folder, site), in_game(site, "plain", 2, "/dealt/0/0") | {"seat": 0}


@attack(
    "changed deal",
    "The cards at the table are those of another secret",
    CHANGED,
    "D201",
    "",
    answers="deal=fail commitment=pass",
)
def cards_of_another_secret(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(cards={("plain", 2): another_deal})
    honestly, dealt = (each.hand("plain", 2)["dealt"] for each in (honest(), site))
    seat, card = next((s, c) for s in range(4) for c in range(5) if dealt[s][c] != honestly[s][c])
    return archive(folder, site), in_game(site, "plain", 2, f"/dealt/{seat}/{card}") | {"seat": seat}


@attack(
    "changed deal",
    "One card is exchanged, in a hand that a player saved with its proof",
    CHANGED,
    "D201",
    "",
    answers="deal=fail commitment=pass published=unproven",
)
def cards_changed_in_a_saved_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(cards={("plain", 2): an_ace})
    return saved(folder, site.saved("plain", 2)), {"pointer": "/dealt/0/0", "hand": 2, "seat": 0}


@attack(
    "changed deal",
    "Every hand goes to the next seat",
    "that every hand is the one dealt one seat further on",
    "D202",
    "one dealt 1 seat further on",
    answers="deal=fail",
)
def hands_one_seat_on(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(cards={("plain", 2): one_seat_on})
    return archive(folder, site), in_game(site, "plain", 2, "/dealt")


@attack(
    "changed deal",
    "The first dealer is not the one whom the draw gave",
    "whom the draw gave, and whom the record names",
    "D203",
    "",
    answers="deal=fail",
)
def another_first_dealer(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    first = site.game("plain")["first_dealer"]
    first["dealer"] = (first["dealer"] + 1) % 4
    return archive(folder, site), {"path": "games/plain.json", "pointer": "/first_dealer/dealer"}


# Secret or terms are changed

ONE_OF_THREE = (
    "that commitment, terms and secret do not fit; one of the three was changed; what the secret would deal"
)


def other_digit(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


@attack(
    "changed secret",
    "The secret in a saved hand is another one",
    ONE_OF_THREE,
    "C101",
    "one of the three was changed",
    answers="commitment=fail",
)
def secret_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"]["secret"] = other_digit(tree["deal"]["secret"])
    report = saved(folder, tree)
    (finding,) = [each for each in errors_of(report) if each.code == "C101"]
    assert sum("this secret would deal" in each.message for each in finding.related) == 4
    return report, {"pointer": "/deal/commitment", "hand": 2}


@attack(
    "changed secret",
    "The secret in the archive's game is another one than in the ledger",
    "that record and ledger disagree, and the line",
    "C421",
    "the ledger has another secret for hand 2, in line",
    answers="commitment=fail published=fail",
)
def secret_of_a_game_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    deal = site.hand("plain", 2)["deal"]
    deal["secret"] = other_digit(deal["secret"])
    return archive(folder, site), in_game(site, "plain", 2)


@attack(
    "changed secret",
    "The terms in a saved hand are changed: another round of the beacon, without its proof",
    ONE_OF_THREE,
    "C101",
    "one of the three was changed",
    answers="commitment=fail",
)
def terms_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("beacon", 1)
    tree["deal"]["terms"] = tree["deal"]["terms"].replace("quicknet 1000", "quicknet 1001")
    tree["deal"]["beacon"]["signature"] = ROUNDS[1001][0]
    del tree["deal"]["proof"]
    return saved(folder, tree), {"pointer": "/deal/commitment", "hand": 1}


@attack(
    "changed secret",
    "The terms in a saved hand are changed, and its proof is still there",
    "that commitment, terms and secret do not fit, and that the proof is of other terms",
    "C101 C301",
    "the commit of other terms",
    answers="published=fail commitment=fail",
)
def terms_changed_under_their_proof(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the commitment and the proof each speak against the terms.
    tree = honest().saved("beacon", 1)
    tree["deal"]["terms"] = tree["deal"]["terms"].replace("quicknet 1000", "quicknet 1001")
    tree["deal"]["beacon"]["signature"] = ROUNDS[1001][0]
    return saved(folder, tree), {"pointer": "/deal/proof/leaf", "hand": 1}


@attack(
    "changed secret",
    "The operator signs a reveal that does not open its commitment; the record holds the same ★",
    "that the secret does not open the commitment, and who signed that",
    "C404",
    "does not open",
    blames=True,
    answers="commitment=fail",
)
def opening_that_does_not_open(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    secret = other_digit(site.hand("plain", 2)["deal"]["secret"])
    site.entry("reveal", "plain", 2)["secret"] = secret
    site.hand("plain", 2)["deal"]["secret"] = secret
    return archive(folder, site), {"hand": 2}


@attack(
    "changed secret",
    "The operator signs a reveal that does not open its commitment; the record leaves its secret out ★",
    "that the secret does not open the commitment, and who signed that",
    "C404",
    "does not open",
    blames=True,
    answers="commitment=fail",
)
def opening_that_does_not_open_in_the_ledger_alone(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    site.entry("reveal", "plain", 2)["secret"] = other_digit(site.hand("plain", 2)["deal"]["secret"])
    del site.hand("plain", 2)["deal"]["secret"]
    return archive(folder, site), {"hand": 2}


# The promise is made after the fact


def remade() -> Site:
    """The operator made hand 3 of the players' table anew, with all that follows from it, and signed that."""
    return deal_out(secret={("players", 3): hex_of("a better one")})


@attack(
    "late promise",
    "A hand is promised anew afterwards; a player had noted its fingerprint",
    "that the fingerprint seen is another one",
    "C201",
    "commitment you saw is another one",
    answers="published=fail commitment=pass",
)
def promised_anew(folder: Path) -> tuple[Report, dict[str, Any]]:
    seen = commitment_of(honest(), "players", 3)
    return saved(folder, remade().saved("players", 3), saw=(seen,)), {"hand": 3}


@attack(
    "late promise",
    "A hand is promised anew afterwards; a player had kept the published list",
    "that the list has another fingerprint for this hand",
    "C201",
    "your list has another commitment for hand 3",
    answers="published=fail commitment=pass",
)
def promised_otherwise_than_listed(folder: Path) -> tuple[Report, dict[str, Any]]:
    (folder / "published.txt").write_text(honest().listed())
    listed = read_published(str(folder / "published.txt"))
    return saved(folder, remade().saved("players", 3), published=listed), {"hand": 3, "pointer": "/deal/commitment"}


@attack(
    "late promise",
    "A hand is promised anew afterwards; a player had saved the checkpoint of that hour, and has the archive ★",
    "that there are two histories, and who signed both",
    "C320",
    "does not begin with the",
    blames=True,
    answers="published=fail",
)
def promised_after_a_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    size = honest().before("players", 3)
    return archive(folder, remade(), checkpoints=(own(folder, size),)), {"path": str(folder / f"mine-{size}.txt")}


@attack(
    "late promise",
    "A hand is promised anew afterwards, and nobody kept anything",
    "no fault: inclusion and order are the operator's word, and published stays open",
    "",
    "that it stood there before the hand is its word",
    note="C210",
    answers="published=unproven commitment=pass deal=pass",
)
def promised_anew_unseen(folder: Path) -> tuple[Report, dict[str, Any]]:
    return saved(folder, remade().saved("players", 3)), {"hand": 3}


@attack(
    "late promise",
    "A hand is promised after the checkpoint that a player had saved",
    "no fault: the checkpoint does not cover the promise, and published stays open",
    "",
    "so it came later",
    note="C321",
    answers="published=unproven",
)
def promised_after_my_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    size = site.place("commit", "players", 3)
    return saved(folder, site.saved("players", 3), checkpoints=(own(folder, size),)), {"hand": 3}


@attack(
    "late promise",
    "A beacon's hand is promised less than 10 seconds before its round, by the ledger's own clock",
    "that the round could be known",
    "C505",
    "less than 10 seconds",
    answers="choice=fail",
)
def promised_at_the_round(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(time={("beacon", 1): "2023-08-23T15:59:15Z"})
    site.notes = {EARLY: site.checkpoint(EARLY_SIZE)}
    return archive(folder, site), in_game(site, "beacon", 1, "/deal/beacon")


@attack(
    "late promise",
    "A beacon's hand is promised in time by the ledger's clock; the witness saw it 9 seconds before the round",
    "no fault: the outside time is too late, and choice stays open",
    "",
    "which is not 10 seconds later",
    note="C221",
    answers="choice=unproven published=unproven",
)
def witness_too_late(folder: Path) -> tuple[Report, dict[str, Any]]:
    needs_beacon()
    tree = honest().saved("beacon", 1, EARLY_SIZE)
    tree["deal"]["proof"]["checkpoint"] = cosigned(honest().checkpoint(EARLY_SIZE), ROUND_1000 - 9)
    return saved(folder, tree), {"hand": 1}


@attack(
    "late promise",
    "A beacon's hand is promised after the checkpoint that the witness saw",
    "no fault: nobody outside saw the promise, and choice stays open",
    "",
    "nobody outside the club says",
    note="C221",
    answers="choice=unproven published=unproven",
)
def promised_after_the_witness(folder: Path) -> tuple[Report, dict[str, Any]]:
    needs_beacon()
    site = resigned()
    site.notes = {EARLY: site.checkpoint(1, ROUND_1000 - 19)}
    report = archive(folder, site)
    hands = [hand for game in report.games if game.name == session_of("beacon") for hand in game.hands]
    assert {hand.answers["choice"] for hand in hands} == {"unproven"}
    return report, {"hand": 1}


@attack(
    "late promise",
    "A time stamp of another checkpoint is put to the proof",
    "that the time stamp is over another text",
    "C511",
    "over another text",
    answers="published=fail",
)
def time_stamp_of_another_text(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = remade().saved("beacon", 1)
    tree["deal"]["proof"]["timestamp"] = token()
    return saved(folder, tree, keys=(ROOT_PEM.read_text(),)), {"pointer": "/deal/proof/timestamp", "hand": 1}


@attack(
    "late promise",
    "A hand is promised anew afterwards; the player gives the final checkpoint, which covers all that was opened",
    "no fault: that checkpoint is from after the hand, and published and choice stay open",
    "",
    "from after the hand",
    note="C321",
    answers="published=unproven choice=unproven",
)
def promised_anew_before_the_final_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = remade()
    mine = tuple(value_of(site, "players", hand, 0) for hand in (1, 3, 4))
    report = archive(folder, site, mine=mine, checkpoints=(kept(folder, site.checkpoint()),))
    for answer in ("published", "choice"):
        given = answers_of(report, answer)
        assert {given["players", hand] for hand in (1, 3, 4)} == {"unproven"}
    return report, {"hand": 3, "path": "games/players.json"}


# Secrets are tried until a deal suits


@attack(
    "ground secret",
    "Entropy none: the operator tries secrets before promising one",
    "no fault can be seen: choice stays open, since only the dealer's secret went in",
    "",
    "only the dealer's own secret went into this shuffle",
    note="C220",
    answers="choice=unproven",
)
def secret_tried(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("plain", 2): hex_of("the best of a thousand")})
    size = site.before("plain", 2)
    seen = kept(folder, site.checkpoint(size))
    report = saved(folder, site.saved("plain", 2, size), checkpoints=(seen,))
    assert report.answers["published"] == "pass"
    return report, {"hand": 2}


@attack(
    "ground secret",
    "The operator tries secrets once the players' contributions are there, and promises another",
    "that the values are not those contributed, which were bound to the first promise",
    "C111",
    "not the one published before the deal",
    answers="choice=fail",
)
def secret_tried_after_the_contributions(folder: Path) -> tuple[Report, dict[str, Any]]:
    old, site = honest().saved("pair", 1), deal_out(secret={("pair", 1): hex_of("tried")})
    site.entry("contribute", "pair", 1, 0)["contribution"] = old["deal"]["values"][0]["contribution"]
    site.hand("pair", 1)["deal"]["values"][0]["contribution"] = old["deal"]["values"][0]["contribution"]
    return archive(folder, site), in_game(site, "pair", 1, "/deal/values/0") | {"seat": 0}


@attack(
    "ground secret",
    "The operator tries secrets once the beacon's round is known, and dates the promise back",
    "no fault can be seen: without an outside time choice stays open",
    "",
    "nobody outside the club says",
    note="C221",
    answers="choice=unproven",
)
def secret_tried_after_the_round(folder: Path) -> tuple[Report, dict[str, Any]]:
    needs_beacon()
    site = deal_out(secret={("beacon", 1): hex_of("tried")})
    return saved(folder, site.saved("beacon", 1, EARLY_SIZE)), {"hand": 1}


# The operator invents the players' numbers


@attack(
    "invented",
    "The operator puts in a number of its own for a player's; the player has that number",
    "that the player's number is not in this deal",
    "C506",
    "not among those of this deal",
    answers="choice=fail",
)
def number_invented(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(value={("players", 3, 0): hex_of("invented")})
    mine = value_of(honest(), "players", 3, 0)
    return saved(folder, site.saved("players", 3), mine=(mine,)), {"hand": 3}


@attack(
    "invented",
    "The operator puts in a number of its own in one hand of several; the player has the numbers of all",
    "that the player's number is not in this deal",
    "C506",
    "",
    answers="choice=fail",
)
def number_invented_once(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(value={("players", 3, 0): hex_of("invented")})
    mine = tuple(value_of(honest(), "players", hand, 0) for hand in (1, 3, 4))
    return archive(folder, site, mine=mine), {}


@attack(
    "invented",
    "The operator invents a player's number; the player has it, the checkpoint of that hour, and the archive ★",
    "two histories, and who signed both; and that the number is not in this deal",
    "C320 C506",
    "does not begin with the",
    blames=True,
    answers="choice=fail published=fail",
)
def number_invented_after_a_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the checkpoint and the number are two things of the person's, and either alone would tell.
    site = deal_out(value={("players", 3, 0): hex_of("invented")})
    size = honest().before("players", 3)
    mine = (value_of(honest(), "players", 3, 0),)
    return archive(folder, site, mine=mine, checkpoints=(own(folder, size),)), {}


@attack(
    "invented",
    "The operator invents all numbers, and nobody has one",
    "no fault: choice stays open, and the file's word is told as that",
    "",
    "what the players put in is as the file says",
    note="C221",
    answers="choice=unproven",
)
def numbers_invented(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(value={("players", 3, seat): hex_of("invented", seat) for seat in range(4)})
    return saved(folder, site.saved("players", 3)), {"hand": 3}


@attack(
    "invented",
    "The operator invents the others' numbers after the one player has shown the own one",
    "no fault: the player's checkpoint does not cover the others' contributions, and choice stays open",
    "",
    "which may have come later",
    note="C221",
    answers="choice=unproven",
)
def others_after_mine(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    seen = [own(folder, site.before("players", hand)) for hand in (1, 3)]
    seen.append(own(folder, site.line("contribute", "players", 4, 1)))
    mine = tuple(value_of(site, "players", hand, 1) for hand in (1, 3, 4))
    report = archive(folder, site, mine=mine, checkpoints=tuple(seen))
    hands = [hand for game in report.games if game.name == session_of("players") for hand in game.hands]
    assert [hand.answers["choice"] for hand in hands] == ["pass", "pass", "unproven"]
    return report, {"hand": 4}


# A player's number is copied, repeated, withheld or late


@attack(
    "contributions",
    "A player gives the number of another",
    "that it counts as none",
    "C112",
    "gives the same value as North, which counts as none",
    answers="choice=fail",
)
def number_copied(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(value={("players", 3, 2): value_of(honest(), "players", 3, 0)})
    return archive(folder, site), in_game(site, "players", 3, "/deal/values/2") | {"seat": 2}


@attack(
    "contributions",
    "A player gives a number that was shown earlier in the session",
    "that it counts as none",
    "C112",
    "which counts as none",
    answers="choice=fail",
)
def number_repeated(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(value={("players", 3, 2): value_of(honest(), "players", 1, 0)})
    return archive(folder, site), in_game(site, "players", 3, "/deal/values/2") | {"seat": 2}


@attack(
    "contributions",
    "A player gives a number that was shown in a void hand, which no game holds",
    "that it counts as none",
    "C112",
    "which counts as none",
    answers="choice=fail",
)
def number_repeated_from_a_void_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    shown = honest().entry("void", "players", 2)["values"][0]
    site = deal_out(value={("players", 3, 0): shown})
    return archive(folder, site), {"hand": 3, "seat": 0}


@attack(
    "contributions",
    "A contribution is put under another player's name: its hash holds the seat",
    "that the value is not the one contributed",
    "C111",
    "East's value is not the one published before the deal",
    answers="choice=fail",
)
def contribution_of_another_seat(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    deal = site.hand("players", 3)["deal"]
    value = deal["values"][1]
    other = contribution_of(bytes.fromhex(deal["commitment"]), 0, value["value"])
    value["contribution"] = site.entry("contribute", "players", 3, 1)["contribution"] = other
    return archive(folder, site), in_game(site, "players", 3, "/deal/values/1") | {"seat": 1}


@attack(
    "contributions",
    "Two players have the same contribution in the ledger: one was copied before it was shown",
    "whose contribution it is, and the line of the first; and that the value shown does not fit it",
    "C111 C503",
    "",
    answers="choice=fail",
)
def contribution_copied(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the ledger's line is a copy, and no value fits it under another seat.
    site = resigned()
    values = site.hand("players", 3)["deal"]["values"]
    values[1]["contribution"] = values[0]["contribution"]
    site.entry("contribute", "players", 3, 1)["contribution"] = values[0]["contribution"]
    return archive(folder, site), {}


@attack(
    "contributions",
    "A number that the terms promise is not in the record of a hand that is over",
    "whose number is promised and missing",
    "C110",
    "the terms promise South's value, and it is missing",
    answers="choice=fail",
)
def number_withheld(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("players", 3)
    del tree["deal"]["values"][2]
    return saved(folder, tree), {"pointer": "/deal", "hand": 3}


@attack(
    "contributions",
    "A hand is dealt and opened though a player's number is missing, in ledger and record",
    "whose number is promised and missing",
    "C110",
    "South's value",
    answers="choice=fail",
)
def dealt_without_a_number(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    del site.entry("reveal", "players", 3)["values"][2:]
    del site.hand("players", 3)["deal"]["values"][2:]
    return archive(folder, site), in_game(site, "players", 3)


@attack(
    "contributions",
    "A contribution stands in the ledger after the deal was opened",
    "that it came late",
    "C503",
    "",
    answers="choice=fail",
)
def contribution_late(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    late = site.entries.pop(site.place("contribute", "players", 4, 3))
    site.entries.insert(site.place("reveal", "players", 4) + 1, late)
    return archive(folder, site), {"hand": 4, "seat": 3}


@attack(
    "contributions",
    "A player contributes twice, to choose between two numbers",
    "that the first counts",
    "C503",
    "a second time",
    answers="choice=fail",
)
def contribution_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    more = copy.deepcopy(site.entries[site.place("contribute", "players", 3, 2)])
    more["contribute"]["contribution"] = hex_of("second thoughts")
    site.entries.insert(site.place("contribute", "players", 3, 3), more)
    line = site.places("contribute", "players", 3, 2)[1] + 1
    return archive(folder, site), {"path": "ledger.jsonl", "line": line, "hand": 3, "seat": 2}


@attack(
    "contributions",
    "A hand is opened with a number that was never contributed",
    "whose contribution the ledger does not have",
    "C503",
    "no contribution of",
    answers="choice=fail",
)
def number_never_contributed(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    del site.entries[site.place("contribute", "players", 3, 2)]
    del site.hand("players", 3)["deal"]["values"][2]["contribution"]
    return archive(folder, site), in_game(site, "players", 3, "/deal/values") | {"seat": 2}


# Many promises, one opened


def second_promise(table: str, hand: int) -> Doc:
    return copy.deepcopy(deal_out(secret={(table, hand): hex_of("second")}).entry("commit", table, hand))


@attack(
    "many promises",
    "Two promises for one hand, one of them opened ★",
    "that the hand has two commitments, where the first stands, and who signed this",
    "C402",
    "hand 2 of club.example/2023-08-23/pair/1 has two commitments",
    blames=True,
    answers="commitment=fail",
)
def two_promises(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    second = second_promise("pair", 2)
    site.entries.insert(site.place("commit", "pair", 3), {"commit": second})
    site.entries.append({"void": {"commitment": second["commitment"], "secret": hex_of("second"), "reason": "x"}})
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.line("commit", "pair", 3) - 1, "hand": 2}


@attack(
    "many promises",
    "A void hand is promised again under its own number ★",
    "that the hand has two commitments, where the first stands, and who signed this",
    "C402",
    "hand 2 of club.example/2023-08-23/players/1 has two commitments",
    blames=True,
    answers="commitment=fail",
)
def void_hand_promised_again(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    second = second_promise("players", 2)
    values = site.entry("reveal", "players", 3)["values"]
    at = site.place("commit", "players", 3)
    lines = [{"commit": second}]
    values = [hex_of("again", seat) for seat in range(4)]
    for seat, value in enumerate(values):
        given = contribution_of(bytes.fromhex(second["commitment"]), seat, value)
        lines.append({"contribute": {"commitment": second["commitment"], "seat": seat, "contribution": given}})
    closing = {"commitment": second["commitment"], "secret": hex_of("second"), "values": values, "reason": "x"}
    site.entries[at:at] = [*lines, {"void": closing}]
    return archive(folder, site), {"path": "ledger.jsonl", "line": at + 1, "hand": 2}


@attack(
    "many promises",
    "A promise is opened twice",
    "that it is closed twice, and the line of the first",
    "C405",
    "closed twice",
)
def opened_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("reveal", "plain", 3)
    site.entries.insert(at + 1, copy.deepcopy(site.entries[at]))
    return archive(folder, site), {"path": "ledger.jsonl", "line": at + 2, "hand": 3}


@attack(
    "many promises",
    "Two saved hands with two promises for one hand, each proven under the club's key ★",
    "that two files have two commitments for one hand, and who signed both",
    "C204",
    "another commitment for this hand",
    blames=True,
    answers="commitment=fail",
)
def two_promises_in_two_hands(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    other = deal_out(secret={("pair", 2): hex_of("second")})
    site.entries.append({"commit": second_promise("pair", 2)})
    one, two = site.saved("pair", 2), other.saved("pair", 2)
    two["deal"]["proof"] = site.ledger.proof(site.size - 1)
    return saved(folder, one, two), {"path": str(folder / "saved" / "hand-1.json"), "hand": 2}


@attack(
    "many promises",
    "Two saved hands with two promises for one hand, neither with a proof",
    "that two files have two commitments for one hand; only the ledger shows which was published",
    "C204",
    "another commitment for this hand",
    answers="commitment=fail published=unproven",
)
def two_promises_without_proofs(folder: Path) -> tuple[Report, dict[str, Any]]:
    trees = [site.saved("pair", 2) for site in (honest(), deal_out(secret={("pair", 2): hex_of("second")}))]
    for tree in trees:
        del tree["deal"]["proof"]
    return saved(folder, *trees), {"path": str(folder / "saved" / "hand-1.json"), "hand": 2}


@attack(
    "many promises",
    "Many promises, and a saved hand with one of them, without the ledger",
    "no fault: published stays open",
    "",
    "that it stood there before the hand is its word",
    note="C210",
    answers="published=unproven",
)
def many_promises_unseen(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    site.entries.insert(site.place("commit", "pair", 3), {"commit": second_promise("pair", 2)})
    return saved(folder, site.saved("pair", 2)), {"hand": 2}


def promise_of(terms: str, secret: str) -> Doc:
    made = sha256(b"euchre-deal/v1 commit\x00" + sha256(terms.encode()) + bytes.fromhex(secret)).hex()
    return {"terms": terms, "commitment": made, "time": "2023-08-23T17:00:00Z"}


def contribute(commitment: str, seat: int, value: str) -> Doc:
    given = contribution_of(bytes.fromhex(commitment), seat, value)
    return {"contribute": {"commitment": commitment, "seat": seat, "contribution": given}}


def void_of(commitment: str, secret: str) -> Doc:
    return {"void": {"commitment": commitment, "secret": secret, "values": [None], "reason": "x"}}


def six_for_one_number() -> tuple[Site, Doc, str, str]:
    """South alone puts a number in, and shows it for one of six promises of one hand; another is opened.

    The site, the saved hand under the checkpoint that South held then, South's number and what South published.
    """
    value = hex_of("South's own")
    best = {("pair", 2): hex_of("six", 5)}
    site = deal_out(entropy=ONE_PLAYER, secret=best, value={("pair", 2, 2): value})
    terms = site.entry("commit", "pair", 2)["terms"]
    others = [(promise_of(terms, hex_of("six", n)), hex_of("six", n)) for n in range(5)]
    first = contribute(others[0][0]["commitment"], 2, value)
    at = site.line("commit", "pair", 2)
    site.entries[at:at] = [*({"commit": promise} for promise, _ in others), first]
    site.entries += [void_of(promise["commitment"], secret) for promise, secret in others]
    size = at + len(others) + 1
    return site, site.saved("pair", 2, size), value, first["contribute"]["contribution"]


def tried_on(name: str, words: str, change: Callable[[Doc, str], tuple[str, ...]]) -> None:
    """``change`` the saved hand, whose number and first hash South has; what of these South gives."""

    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        site, tree, value, first = six_for_one_number()
        mine = (value, *change(tree, first))
        seen = kept(folder, site.checkpoint(tree["deal"]["proof"]["size"]))
        return saved(folder, tree, mine=mine, checkpoints=(seen,)), {"hand": 2}

    run.__name__ = name
    attack(
        "many promises",
        words,
        "no fault: only the hash that the player published shows for which promise it was; choice stays open",
        "",
        "give that",
        note="C221",
        answers="published=pass choice=unproven",
    )(run)


def as_it_is(tree: Doc, first: str) -> tuple[str, ...]:
    return ()


def without_its_hash(tree: Doc, first: str) -> tuple[str, ...]:
    del tree["deal"]["values"][0]["contribution"]
    return ()


def with_the_hash(tree: Doc, first: str) -> tuple[str, ...]:
    return (first,)


tried_on(
    "six_promises_for_one_number",
    "Six promises for a hand, and the only player's number put into the best, its hash made anew; no ledger",
    as_it_is,
)
tried_on(
    "six_promises_and_no_hash",
    "Six promises for a hand, and the only player's number put into the best, its hash left out; no ledger",
    without_its_hash,
)
tried_on(
    "six_promises_and_another_hash",
    "Six promises for a hand, and the only player's number put into the best; the player gives the hash, too",
    with_the_hash,
)


@attack(
    "many promises",
    "Six promises for a hand, and the only player's number put into the best; the player has the ledger ★",
    "that the hand has two commitments, each time, and who signed this",
    "C402",
    "has two commitments",
    blames=True,
    answers="commitment=fail",
    times=5,
)
def six_promises_in_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    site, tree, value, first = six_for_one_number()
    seen = kept(folder, site.checkpoint(tree["deal"]["proof"]["size"]))
    given = {"mine": (value, first), "checkpoints": (seen,)}
    report = beside(folder / "other", site, hands=[tree], **given)
    assert "C402" in {each.code for each in errors_of(report)} and report.answers["choice"] != "pass"
    return archive(folder, site, **given), {"path": "ledger.jsonl", "hand": 2}


def promises_under_other_numbers() -> tuple[Site, int, str, str]:
    """South shows a number for hand 2, which is void then; of hands 3 to 7, promised as early, the best is played.

    The site, the size of the checkpoint that South held then, South's number and what South published.
    """
    value = hex_of("South's own")
    terms = {("pair", 3): {"dealer": 2}}
    site = deal_out(entropy=ONE_PLAYER, value={("pair", 3, 2): value}, terms=terms)
    without_hand(site, "pair", 2)
    promise, secret = site.entry("commit", "pair", 2), hex_of("attack lab", "secret", "pair", 2)
    first = site.entries[site.place("contribute", "pair", 2)] = contribute(promise["commitment"], 2, value)
    site.entries[site.place("reveal", "pair", 2)] = void_of(promise["commitment"], secret)
    last = site.entry("commit", "pair", 3)["terms"]
    texts = [last.replace("hand 3", f"hand {n}").replace("dealer 2", "dealer 3") for n in range(4, 8)]
    others = [(promise_of(text, hex_of(text)), hex_of(text)) for text in texts]
    at = site.line("commit", "pair", 3)
    site.entries[at:at] = [{"commit": promise} for promise, _ in others]
    site.entries += [void_of(promise["commitment"], secret) for promise, secret in others]
    return site, at + len(others), value, first["contribute"]["contribution"]


@attack(
    "many promises",
    "The only player's number, shown for a hand that is void then, is put into the best of five others; no ledger",
    "no fault: only the hash that the player published shows for which promise it was; choice stays open",
    "",
    "give that",
    note="C221",
    answers="published=pass choice=unproven",
)
def promised_under_other_numbers(folder: Path) -> tuple[Report, dict[str, Any]]:
    site, size, value, first = promises_under_other_numbers()
    tree, seen = site.saved("pair", 3, size), (kept(folder, site.checkpoint(size)),)
    assert saved(folder, tree, mine=(value, first), checkpoints=seen).answers["choice"] != "pass"
    return saved(folder, tree, mine=(value,), checkpoints=seen), {"hand": 3}


@attack(
    "many promises",
    "The only player's number, shown for a hand that is void then, is put into another; the player has the ledger",
    "no fault: the void hands are counted; the hash for this promise came after the player's checkpoint",
    "",
    "which may have come later",
    note="C221",
    answers="choice=unproven",
)
def promised_under_other_numbers_in_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    site, size, value, first = promises_under_other_numbers()
    seen = (kept(folder, site.checkpoint(size)),)
    report = beside(folder, site, hands=[site.saved("pair", 3, size)], mine=(value, first), checkpoints=seen)
    assert any("5 of 7 hands" in each.message for each in report.all_findings() if each.code == "C424")
    return report, {"hand": 3}


@attack(
    "many promises",
    "Two promises for a beacon's hand, both seen by the witness before the round ★",
    "that the hand has two commitments, which a saved hand alone does not show, and who signed this",
    "C402",
    "hand 1 of club.example/2023-08-23/beacon/1 has two commitments",
    blames=True,
    answers="commitment=fail",
)
def two_promises_before_the_round(folder: Path) -> tuple[Report, dict[str, Any]]:
    needs_beacon()
    site = resigned()
    second = second_promise("beacon", 1)
    site.entries.insert(2, {"commit": second})
    closing = {"commitment": second["commitment"], "secret": hex_of("second"), "signature": ROUNDS[1000][0]}
    site.entries.insert(site.line("reveal", "beacon", 3), {"void": {**closing, "reason": "x"}})
    site.notes = {EARLY: site.checkpoint(EARLY_SIZE + 1, ROUND_1000 - 19)}
    tree = site.saved("beacon", 1, EARLY_SIZE + 1)
    tree["deal"]["proof"]["checkpoint"] = site.notes[EARLY]
    alone = saved(folder, tree)
    assert alone.answers["choice"] == "pass" and not errors_of(alone), told(alone)
    assert "the only one for this hand" in (alone.games[0].hands[0].chosen_by or "")
    return archive(folder, site), {"path": "ledger.jsonl", "line": 3, "hand": 1}


@attack(
    "many promises",
    "A commit line stands in the ledger twice",
    "that the commit stands there again, and the line of the first; nobody is blamed, for it is one promise",
    "C402",
    "stands here again",
    answers="commitment=fail",
)
def commit_line_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("commit", "pair", 2)
    site.entries.insert(at + 1, copy.deepcopy(site.entries[at]))
    return archive(folder, site), {"path": "ledger.jsonl", "line": at + 2}


# A promise is never opened; hands are made void


@attack(
    "never opened",
    "A promise is not opened when the result is out ★",
    "which hand was promised and is not opened, and in which lines, and who signed them",
    "C403",
    "was promised, and is not opened in the",
    blames=True,
    answers="commitment=fail",
)
def never_opened(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    site.entries.append({"commit": second_commit(site, "pair", 4)})
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.size, "hand": 4}


def second_commit(site: Site, table: str, hand: int) -> Doc:
    """One more promise at the end of a session, the next dealer's."""
    last = site.entry("commit", table, hand - 1)
    dealer = 1 + int(last["terms"].partition("dealer ")[2][0])
    terms = last["terms"].replace(f"hand {hand - 1}", f"hand {hand}").replace(f"r {dealer - 1}", f"r {dealer % 4}")
    made = hashlib.sha256(b"euchre-deal/v1 commit\x00" + sha256(terms.encode()) + bytes.fromhex(hex_of("more")))
    return {"terms": terms, "commitment": made.hexdigest(), "time": "2023-08-23T20:00:00Z"}


@attack(
    "never opened",
    "A hand in the middle is never opened, its record without a secret ★",
    "which hand was promised and is not opened, and in which lines, and who signed them",
    "C403",
    "was promised, and is not opened in the",
    blames=True,
    answers="commitment=fail deal=unproven",
)
def never_opened_within(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    del site.entries[site.place("reveal", "plain", 3)]
    del site.hand("plain", 3)["deal"]["secret"]
    return archive(folder, site), in_ledger(site, "commit", "plain", 3) | {"hand": 3}


@attack(
    "never opened",
    "A hand is made void without a player's fault, once the dealer could know the cards",
    "no fault: it is counted as late, and told",
    "",
    "1 with no value missing, so that the dealer could know the cards",
    note="C424",
)
def void_when_known(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("reveal", "pair", 3)
    site.entries[at] = {"void": {**site.entries[at]["reveal"], "reason": "the connection"}}
    game = site.game("pair")
    game["hands"].pop()
    game["result"] = {"score": game["hands"][-1]["claims"]["score"]}
    return archive(folder, site), {}


@attack(
    "never opened",
    "A void hand's secret does not open its promise ★",
    "that the secret does not open the commitment, and who signed that",
    "C404",
    "the secret of hand 2 does not open its commitment",
    blames=True,
    answers="commitment=fail",
)
def void_that_does_not_open(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    line = site.entry("void", "players", 2)
    line["secret"] = other_digit(line["secret"])
    return archive(folder, site), in_ledger(site, "void", "players", 2) | {"hand": 2}


@attack(
    "never opened",
    "A hand that the ledger makes void is played all the same",
    "that the ledger makes it void, and the line",
    "C423",
    "the ledger makes hand 3 void",
    answers="published=fail",
)
def void_hand_played(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("reveal", "pair", 3)
    site.entries[at] = {"void": {**site.entries[at]["reveal"], "reason": "the connection"}}
    return archive(folder, site), in_game(site, "pair", 3)


@attack(
    "never opened",
    "After a void hand another seat deals",
    "whose deal it was",
    "C409 G101",
    "hand 2 is void, and the next is another's deal",
    answers="published=fail",
)
def void_moves_the_deal(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the record's own order of dealers shows it, too.
    void = honest().entry("commit", "players", 2)["terms"]
    dealer = (int(void.partition("dealer ")[2][0]) + 1) % 4
    terms = {("players", hand): {"dealer": (dealer + hand - 3) % 4} for hand in (3, 4)}
    site = deal_out(terms=terms)
    for hand in (3, 4):
        assert site.hand("players", hand)["dealer"] == (dealer + hand - 3) % 4
    report = archive(folder, site)
    return report, in_ledger(site, "commit", "players", 3) | {"hand": 3}


@attack(
    "never opened",
    "The draw for first dealer is made void, and the session goes on",
    "that a void draw ends the session",
    "C409",
    "the draw for first dealer is void: that ends the session",
    answers="published=fail",
)
def void_draw(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("reveal", "plain", 0)
    site.entries[at] = {"void": {**site.entries[at]["reveal"], "reason": "again"}}
    first = site.game("plain")["first_dealer"]
    site.game("plain")["first_dealer"] = {"method": "agreed", "dealer": first["dealer"]}
    return archive(folder, site), in_ledger(site, "commit", "plain", 1) | {"hand": 1}


@attack(
    "never opened",
    "Hand 1 is dealt by another than the one whom the draw gave",
    "whom the draw gave, and that the record tells of another way to find the first dealer",
    "C409 D203",
    "hand 1 is not dealt by the one whom the draw gave",
    answers="published=fail",
)
def draw_passed_over(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the ledger's draw was passed over, and the record says otherwise how the dealer was found.
    drawn = honest().hand("plain", 1)["dealer"]
    site = deal_out(terms={("plain", hand): {"dealer": (drawn + hand) % 4} for hand in range(1, 6)})
    site.game("plain")["first_dealer"] = {"method": "agreed", "dealer": (drawn + 1) % 4}
    return archive(folder, site), in_ledger(site, "commit", "plain", 1) | {"hand": 1}


@attack(
    "never opened",
    "A promise is never opened, and a line of the ledger that nobody can read is to hide that ★",
    "both: that the line is none, and which hand is not opened, and who signed the lines",
    "C401 C403",
    "",
    blames=True,
    answers="commitment=fail published=fail",
)
def never_opened_beside_garbage(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the line names nothing of that hand, so it is not what would open it.
    site = resigned()
    del site.entries[site.place("reveal", "plain", 3)]
    del site.hand("plain", 3)["deal"]["secret"]
    site.entries.insert(site.place("commit", "pair", 2), b'{"reveal":{"commitment":"' + b"0" * 64 + b'"}}')
    return archive(folder, site), in_ledger(site, "commit", "plain", 3) | {"hand": 3}


@attack(
    "never opened",
    "The line that opens a promise has a name that no such line has; the operator signs it ★",
    "that it is no line of a ledger, and with it which hand is not opened, and who signed the lines",
    "C401",
    "",
    blames=True,
    answers="published=fail",
)
def opening_malformed(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    site.entry("reveal", "plain", 3)["more"] = 1
    report = archive(folder, site)
    (finding,) = errors_of(report)
    assert any("hand 3" in each.message for each in finding.related), told(report)
    return report, in_ledger(site, "reveal", "plain", 3)


# Hands are dropped, dealt again, moved or replayed


def without_hand(site: Site, table: str, number: int) -> None:
    """Leave a hand out of a game, and let the score run on over the gap."""
    game = site.game(table)
    index = next(index for index, hand in enumerate(game["hands"]) if hand["hand"] == number)
    lost = game["hands"].pop(index)["claims"]["points"]
    for hand in game["hands"][index:]:
        hand["claims"]["score"] = [each - less for each, less in zip(hand["claims"]["score"], lost, strict=True)]
    game["result"] = {"score": game["hands"][-1]["claims"]["score"]}
    game["ended"] = "abandoned"


@attack(
    "dropped",
    "A hand is left out of its game's record",
    "that it was promised and opened, and its lines",
    "C422",
    "hand 3 was promised and opened",
    answers="published=fail",
)
def hand_dropped(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    without_hand(site, "pair", 3)
    return archive(folder, site), {"path": "games/pair.json", "hand": 3, "pointer": "/hands"}


@attack(
    "dropped",
    "A hand is left out of its game's record, and there is no ledger",
    "no fault: a gap in the numbers may be a void deal, and is told",
    "",
    "void deals, or hands left out",
    note="G103",
)
def hand_dropped_without_a_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    game = honest().game("players")
    folder.mkdir(exist_ok=True)
    return saved(folder, game), {"hand": 3}


@attack(
    "dropped",
    "A whole game is left out of the archive",
    "that its session was dealt, and its game is missing",
    "C425",
    "session club.example/2023-08-23/pair/1 was dealt (3 hands opened), and its game is missing",
    answers="published=fail",
)
def game_dropped(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    del site.games["games/pair.json"]
    site.manifest["games"] = [each for each in site.manifest["games"] if each["path"] != "games/pair.json"]
    return archive(folder, site), in_ledger(site, "open", "pair")


@attack(
    "dropped",
    "A hand is dropped from ledger and record: the numbers do not run on",
    "which number is missing",
    "C407 G101",
    "comes hand 3",
    answers="published=fail",
)
def number_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the record's own order of dealers shows it, too.
    site = resigned()
    for kind in ("reveal", "contribute", "commit"):
        for index in reversed(site.places(kind, "pair", 2)):
            del site.entries[index]
    without_hand(site, "pair", 2)
    report = archive(folder, site)
    return report, in_ledger(site, "commit", "pair", 3) | {"hand": 3}


@attack(
    "dropped",
    "The first hand is dropped",
    "that those before it are missing",
    "C407",
    "the first hand promised is hand 2",
    answers="published=fail",
)
def first_hand_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    for kind in ("reveal", "contribute", "commit"):
        for index in reversed(site.places(kind, "pair", 1)):
            del site.entries[index]
    without_hand(site, "pair", 1)
    site.game("pair")["first_dealer"]["dealer"] = 2
    return archive(folder, site), in_ledger(site, "commit", "pair", 2) | {"hand": 2}


@attack(
    "dropped",
    "Promises stand in another order than their numbers",
    "where the order breaks",
    "C407",
    "comes hand",
    answers="published=fail",
    times=2,
)
def promises_reordered(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once where the order leaves, once where it comes back.
    site = resigned()
    two, three = (site.place("commit", "beacon", hand) for hand in (2, 3))
    entries = site.entries
    entries[two], entries[three] = entries[three], entries[two]
    for hand in site.game("beacon")["hands"]:
        hand["deal"].pop("proof", None)
    site.notes = {EARLY: site.checkpoint(EARLY_SIZE, ROUND_1000 - 19)}
    return archive(folder, site), {"path": "ledger.jsonl", "line": two + 1}


@attack(
    "dropped",
    "Reveal hand, and a hand is promised before the one before it is opened",
    "that it was promised before the hand before was opened",
    "C406",
    "before the one before it is opened",
    answers="published=fail",
)
def promised_ahead(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    reveal = site.entries.pop(site.place("reveal", "plain", 2))
    site.entries.insert(site.place("commit", "plain", 3) + 1, reveal)
    return archive(folder, site), in_ledger(site, "commit", "plain", 3) | {"hand": 3}


@attack(
    "dropped",
    "Reveal round, and a promise is opened only after the next round's first promise",
    "that it was opened too late",
    "C406",
    "",
    answers="published=fail",
)
def opened_after_the_round(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    reveal = site.entries.pop(site.place("reveal", "beacon", 3))
    site.entries.insert(site.place("commit", "players", 1) + 1, reveal)
    return archive(folder, site), {"path": "ledger.jsonl"}


@attack(
    "dropped",
    "The record tells the hands in another order than they were dealt",
    "where the numbers go back",
    "G101 G102",
    "hand 2 comes after hand 3",
    times=3,
)
def hands_reordered(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the order of numbers, and the order of dealers.
    site = honest()
    hands = site.game("pair")["hands"]
    hands[1], hands[2] = hands[2], hands[1]
    before = hands[0]["claims"]["score"]
    for hand in hands[1:]:
        before = [each + more for each, more in zip(before, hand["claims"]["points"], strict=True)]
        hand["claims"]["score"] = before
    report = archive(folder, site)
    return report, {"path": "games/pair.json", "hand": 2}


@attack(
    "dropped",
    "An earlier hand is shown again as another one of the game",
    "that the evidence is that of another hand",
    "D102",
    "the terms are for hand 1, the record is of hand 2",
)
def hand_replayed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("pair", 1)
    tree["hand"] = 2
    return saved(folder, tree), {"hand": 2, "pointer": "/deal/terms"}


@attack(
    "dropped",
    "A hand of another session is shown as one of this",
    "that the evidence is that of another session",
    "D102",
    "the terms are for session club.example/2023-08-23/plain/1",
)
def hand_of_another_session(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 1)
    tree["game"] = session_of("plain").replace("plain", "plain-2")
    return saved(folder, tree), {"hand": 1, "pointer": "/deal/terms"}


@attack(
    "dropped",
    "A hand is played that the ledger does not promise",
    "that it was dealt without a promise",
    "C420",
    "the ledger has no commitment for it",
    answers="published=fail",
)
def never_promised(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    for kind in ("reveal", "contribute", "commit"):
        for index in reversed(site.places(kind, "pair", 3)):
            del site.entries[index]
    return archive(folder, site), in_game(site, "pair", 3)


@attack(
    "dropped",
    "A game is put in of whose session the ledger has nothing",
    "that its hands were never promised in it",
    "C420",
    "these hands were never promised in it",
    answers="published=fail",
)
def game_never_promised(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    for index in reversed(range(site.place("open", "pair"), site.size)):
        del site.entries[index]
    return archive(folder, site), {"path": "games/pair.json"}


@attack(
    "dropped",
    "A whole game of the archive is replaced by a hand file of its first hand",
    "that the archive has single hands of the session alone, and which it lacks",
    "C422",
    "hands alone; it lacks 2, 3",
    answers="published=fail",
)
def game_replaced_by_its_first_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.games["games/pair.json"] = site.saved("pair", 1)
    return archive(folder, site), {"path": "ledger.jsonl"}


@attack(
    "dropped",
    "One game stands in two files, so that it counts twice",
    "which file has the same session",
    "A115",
    "games/again.json, too",
    answers="published=fail",
)
def game_in_two_files(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.games["games/again.json"] = copy.deepcopy(site.game("pair"))
    return archive(folder, site, changed={"archive.json": None}), {"path": "games/pair.json", "pointer": "/game"}


@attack(
    "dropped",
    "The draw for first dealer is left out of its game's record, and the ledger opens it",
    "that the draw was promised and opened, and its lines",
    "C422",
    "the draw for first dealer was promised and opened",
    answers="published=fail",
)
def draw_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    del site.game("plain")["first_dealer"]
    return archive(folder, site), {"path": "games/plain.json", "hand": 0}


# House, rules, seats or entropy are chosen after the cards are seen


@attack(
    "header",
    "The match header in a saved hand is another one",
    "that it is not the one that the terms name",
    "C103",
    "not the one that the terms name",
    answers="commitment=fail",
)
def header_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"]["match"] = tree["deal"]["match"].replace('"target":5', '"target":11')
    tree["rules"] = {"target": 11}
    return saved(folder, tree), {"pointer": "/deal/match", "hand": 2}


@attack(
    "header",
    "The record names another house than the match header",
    "what the header says, and what the record",
    "C104",
    "house",
    answers="commitment=fail",
)
def house_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("pair", 2)
    tree["house"] = "family"
    report = saved(folder, tree)
    return report, {"pointer": "/deal/match", "hand": 2}


@attack(
    "header",
    "The record has other rules than the match header",
    "that its rules are not those of the record",
    "C104",
    "its rules are not those of the record",
    answers="commitment=fail",
)
def rules_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("pair", 2)
    tree["rules"] = {"target": 11}
    return saved(folder, tree), {"pointer": "/deal/match", "hand": 2}


@attack(
    "header",
    "Two players of a game change seats in its record",
    "what the header says, and what the record",
    "C104",
    "players is",
    answers="commitment=fail",
)
def seats_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    game = honest().game("pair")
    game["players"][0], game["players"][1] = game["players"][1], game["players"][0]
    game["hands"] = game["hands"][:1]
    game.pop("result")
    return saved(folder, game), {"pointer": "/hands/0/deal/match", "hand": 1}


@attack(
    "header",
    "The operator changes the open line of a session that is dealt, and signs that",
    "that the promises name another header",
    "C408",
    "names another match header",
    answers="commitment=fail",
    times=3,
)
def open_line_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once for each promise.
    site = resigned()
    site.entry("open", "pair")["players"][0] = "p-zoe"
    report = archive(folder, site)
    assert len([each for each in errors_of(report) if each.code == "C408"]) == 3
    return report, in_ledger(site, "commit", "pair", 1) | {"hand": 1}


@attack(
    "header",
    "A session is opened only after its first promise",
    "that the hand was promised before its session was opened",
    "C408",
    "promised before its session is opened",
    answers="commitment=fail",
)
def opened_late(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    line = site.entries.pop(site.place("open", "pair"))
    site.entries.insert(site.place("commit", "pair", 1) + 1, line)
    return archive(folder, site), in_ledger(site, "commit", "pair", 1) | {"hand": 1}


@attack(
    "header",
    "A session is opened twice, with two sets of rules",
    "that it is opened twice, and the line of the first",
    "C408",
    "is opened twice",
    answers="commitment=fail",
)
def session_opened_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    second = copy.deepcopy(site.entries[site.place("open", "pair")])
    second["open"]["rules"] = {"target": 11}
    site.entries.append(second)
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.size}


@attack(
    "header",
    "A session is opened for the players' numbers, and dealt without",
    "what the session is opened for, and what the hand has",
    "C104 C408",
    "opened for entropy players",
    answers="commitment=fail",
    times=8,
)
def entropy_changed(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the promise against its session's opening, and each hand's header against its terms.
    site = deal_out(header={"plain": {"entropy": "players"}})
    report = archive(folder, site)
    return report, in_ledger(site, "commit", "plain", 0)


@attack(
    "header",
    "match none: the operator names house and players afterwards",
    "no fault: that they were not fixed before the deal is told",
    "",
    "house, rules and players were not fixed before the deal",
    note="C230",
)
def no_header(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(terms={("pair", 2): {"match": "none"}})
    return saved(folder, site.saved("pair", 2)), {"hand": 2}


@attack(
    "header",
    "A session is opened, and a hand of it promised with match none",
    "that the hand names no header, and the line of the session's",
    "C408",
    "hand 2 names no match header, and its session has one",
    answers="commitment=fail",
)
def no_header_in_an_opened_session(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(terms={("pair", 2): {"match": "none"}})
    return archive(folder, site), in_ledger(site, "commit", "pair", 2) | {"hand": 2}


@attack(
    "header",
    "The match header of a saved hand is no open line: it has a name more, which the terms bind",
    "that it is no open line",
    "C104",
    "not an open line",
    answers="commitment=fail",
)
def header_with_a_name_more(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = deal_out(header={"plain": {"more": 1}}).saved("plain", 2)
    return saved(folder, tree), {"pointer": "/deal/match", "hand": 2}


@attack(
    "header",
    "The match header of a saved hand is an open line with something beside it, which the terms bind",
    "that it is no open line",
    "C104",
    "not an open line",
    answers="commitment=fail",
)
def header_beside_something(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    match = tree["deal"]["match"].replace("}}", '},"more":{}}').replace("}}}", "}}")
    bound = sha256(match.encode()).hex()
    assert set(json.loads(match)) == {"open", "more"}
    site = deal_out(terms={("plain", 2): {"match": bound}})
    tree = site.saved("plain", 2)
    tree["deal"]["match"] = match
    return saved(folder, tree), {"pointer": "/deal/match", "hand": 2}


# A secret is used twice, or can be guessed


@attack(
    "secret",
    "Two deals of the ledger have one secret",
    "where it was used before",
    "C507",
    "was used before",
    answers="choice=fail published=unproven",
)
def secret_used_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("plain", 4): hex_of("attack lab", "secret", "plain", 2)})
    return archive(folder, site), {"hand": 4}


@attack(
    "secret",
    "Two saved hands have one secret, and there is no ledger",
    "where it was used before",
    "C507",
    "was used before: hand 2 of club.example/2023-08-23/plain/1",
    answers="choice=fail",
)
def secret_used_twice_in_two_hands(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("plain", 4): hex_of("attack lab", "secret", "plain", 2)})
    return saved(folder, site.saved("plain", 2), site.saved("plain", 4)), {"hand": 4}


@attack(
    "secret",
    "A void hand has the secret of another hand",
    "where it was used before",
    "C507",
    "was used before",
    answers="choice=fail published=unproven",
)
def secret_of_a_void_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("players", 2): hex_of("attack lab", "secret", "players", 1)})
    return archive(folder, site), in_ledger(site, "void", "players", 2)


WEAK = {
    "zeros": bytes(32),
    "text": b"club.example, table 7, hand two.",
    "a-count": bytes(range(32)),
    "a-small-number": (1234567).to_bytes(32, "big"),
    "one-word-again": b"\x8f\x03secret!" * 3 + b"\x8f\x03sec",
}


def weak_secret(name: str) -> Run:
    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        site = deal_out(secret={("plain", 2): WEAK[name].hex()})
        return archive(folder, site), in_game(site, "plain", 2, "/deal/secret")

    run.__name__ = f"weak_secret_{name}"
    return run


for _name in WEAK:
    attack(
        "secret",
        f"A secret that can be guessed: {_name.replace('-', ' ')}",
        "what shows that no random generator made it",
        "C508",
        "the secret",
        answers="choice=fail",
    )(weak_secret(_name))


@attack(
    "secret",
    "A secret that can be guessed, in a void hand, which no game holds",
    "what shows that no random generator made it",
    "C508",
    "the secret of hand 2",
    answers="choice=fail",
)
def weak_secret_of_a_void_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("players", 2): WEAK["text"].hex()})
    return archive(folder, site), in_ledger(site, "void", "players", 2)


# The deal can be computed from what was published


def dealt_by(what: str) -> Run:
    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        deal = honest().hand("plain", 2)["deal"]
        terms = deal["terms"]
        public = {
            "commitment": deal["commitment"],
            "terms": sha256(terms.encode()).hex(),
            "header": sha256(deal["match"].encode()).hex(),
        }[what]

        def cards(hands: list[list[str]], kitty: list[str]) -> None:
            made = Procedure().deal("", terms, public, [])
            hands[:], kitty[:] = made["hands"], made["kitty"]

        site = deal_out(cards={("plain", 2): cards})
        return archive(folder, site), {"hand": 2}

    run.__name__ = f"dealt_by_the_{what}"
    return run


for _name in ("commitment", "terms", "header"):
    # Two codes: the cards are not those of the secret, and whose they are.
    attack(
        "computable",
        f"The cards at the table are those that the {_name} gives as a secret",
        "that the cards are not the secret's, and that anybody could compute them",
        "C509 D201",
        "",
        answers="choice=fail deal=fail",
    )(dealt_by(_name))


@attack(
    "computable",
    "The cards are dealt with the commitment as the key itself",
    "that the cards are not the secret's, and that anybody could compute them",
    "C509 D201",
    "",
    answers="choice=fail deal=fail",
)
def dealt_with_a_public_key(folder: Path) -> tuple[Report, dict[str, Any]]:
    class Public(Procedure):
        def key(self, secret: bytes, terms_hash: bytes, mix: bytes) -> bytes:
            return self.commitment(terms_hash, secret)

    site = honest()
    deal = site.hand("plain", 2)["deal"]
    made = Public().deal("", deal["terms"], deal["secret"], [])

    def cards(hands: list[list[str]], kitty: list[str]) -> None:
        hands[:], kitty[:] = made["hands"], made["kitty"]

    return archive(folder, deal_out(cards={("plain", 2): cards})), {"hand": 2}


@attack(
    "computable",
    "The secret is the hash of the match header, which everybody has; a saved hand",
    "that the secret could be computed",
    "C509",
    "",
    answers="choice=fail",
)
def secret_is_public(folder: Path) -> tuple[Report, dict[str, Any]]:
    header = honest().hand("plain", 2)["deal"]["match"]
    site = deal_out(secret={("plain", 2): sha256(header.encode()).hex()})
    return saved(folder, site.saved("plain", 2)), {"hand": 2}


@attack(
    "computable",
    "The secret is the hash of its own terms, which everybody has; a saved hand",
    "that the secret could be computed",
    "C509",
    "",
    answers="choice=fail",
)
def secret_is_the_hash_of_the_terms(folder: Path) -> tuple[Report, dict[str, Any]]:
    terms = honest().hand("plain", 2)["deal"]["terms"]
    site = deal_out(secret={("plain", 2): sha256(terms.encode()).hex()})
    return saved(folder, site.saved("plain", 2)), {"hand": 2}


@attack(
    "computable",
    "The secret is an earlier commitment of the ledger",
    "that it stood in the ledger before the hand, and the line",
    "C509",
    "stood in the ledger before the hand",
    answers="choice=fail published=unproven",
)
def secret_is_in_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("plain", 3): commitment_of(honest(), "plain", 1)})
    return archive(folder, site), in_ledger(site, "reveal", "plain", 3)


@attack(
    "computable",
    "The secret is the value that a player showed in an earlier hand",
    "that it stood in the ledger before the hand, and the line",
    "C509",
    "stood in the ledger before the hand",
    answers="choice=fail published=unproven",
)
def secret_is_a_value(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(secret={("players", 3): value_of(honest(), "players", 1, 1)})
    return archive(folder, site), in_ledger(site, "reveal", "players", 3)


# The beacon is faked


def beacon_with(signature: str) -> Doc:
    """A saved hand dealt with this as its round's signature."""
    site = deal_out(signature={("beacon", 1): signature})
    tree = site.saved("beacon", 1, EARLY_SIZE)
    tree["deal"]["proof"]["checkpoint"] = cosigned(site.checkpoint(EARLY_SIZE), ROUND_1000 - 19)
    return tree


def faked(words: str, says: str, name: str, signature: Callable[[], str], message: str = "") -> None:
    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        needs_beacon()
        return saved(folder, beacon_with(signature())), {"pointer": "/deal/beacon", "hand": 1}

    run.__name__ = f"beacon_{name}"
    attack("beacon", words, says, "C501", message or "round 1000", answers="choice=fail commitment=pass")(run)


faked(
    "The signature of another round",
    "that it is not this round's",
    "of_another_round",
    lambda: ROUNDS[1001][0],
)
faked(
    "A signature of the operator's making",
    "that it is no point of the curve",
    "made_up",
    lambda: "8" + hex_of("made up") + hex_of("more")[:31],
)
faked(
    "The negative of the round's signature",
    "that it is not this round's",
    "negative",
    lambda: f"{int(ROUNDS[1000][0][:2], 16) ^ 0x20:02x}" + ROUNDS[1000][0][2:],
)
faked(
    "The round's signature and a point of small order: the pairing would not see it",
    "that the point is outside the subgroup",
    "outside_the_subgroup",
    lambda: encoded(add(POINT, torsion())).hex(),
    "outside the subgroup",
)


@attack(
    "beacon",
    "The signature cannot be checked, since a library is missing",
    "no fault: choice stays open, with how to get the library",
    "",
    "euchre-audit[beacon]",
    note="C502",
    answers="choice=unproven published=unproven",
)
def beacon_unchecked(folder: Path) -> tuple[Report, dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "py_arkworks_bls12381", None)
        return saved(folder, beacon_with(ROUNDS[1000][0])), {"hand": 1}


# Two histories

BOTH = "that there are two histories, and who signed both"


@attack(
    "histories",
    "The proof of a saved hand is under another checkpoint of the size that the player saved ★",
    BOTH,
    "C320",
    "has another root than the file's",
    blames=True,
    answers="published=fail",
)
def fork_of_a_saved_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    size = honest().before("players", 4)
    tree = remade().saved("players", 4, size)
    return saved(folder, tree, checkpoints=(own(folder, size),)), {"hand": 4, "pointer": "/deal/proof/checkpoint"}


@attack(
    "histories",
    "Two saved hands with proofs under two checkpoints of one size ★",
    BOTH,
    "C320",
    "two histories",
    blames=True,
    answers="published=fail",
)
def fork_of_two_hands(folder: Path) -> tuple[Report, dict[str, Any]]:
    one, two = honest().saved("plain", 1), remade().saved("plain", 2)
    return saved(folder, one, two), {"hand": 2}


@attack(
    "histories",
    "An archive with two checkpoints of one size and two roots ★",
    BOTH,
    "C320",
    "two histories",
    blames=True,
    answers="published=fail",
)
def fork_in_the_archive(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.notes["other.txt"] = remade().checkpoint()
    site.manifest["ledger"]["checkpoints"].append("other.txt")
    return archive(folder, site), {"path": "other.txt"}


@attack(
    "histories",
    "The ledger does not begin with the lines of the player's checkpoint; the other players see another one ★",
    BOTH,
    "C320",
    "does not begin with the 58 lines that your checkpoint covers",
    blames=True,
    answers="published=fail",
)
def fork_of_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = remade()
    site.entries.append({"commit": second_commit(site, "pair", 4)})
    closing = {"commitment": site.entries[-1]["commit"]["commitment"], "secret": hex_of("more"), "reason": "x"}
    site.entries.append({"void": {**closing, "values": [None, None]}})
    return archive(folder, site, checkpoints=(own(folder, 58),)), {"path": str(folder / "mine-58.txt")}


@attack(
    "histories",
    "A saved hand's proof is under a checkpoint that the archive's ledger does not hold ★",
    BOTH,
    "C320",
    "two histories",
    blames=True,
    answers="published=fail",
)
def fork_of_hand_and_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.hand("plain", 2)["deal"]["proof"] = remade().proof("plain", 2, 45)
    return archive(folder, site), {"path": "games/plain.json", "hand": 2}


@attack(
    "histories",
    "Two checkpoints of the player's own, of one size and two roots ★",
    BOTH,
    "C320",
    "two histories",
    blames=True,
)
def fork_of_my_own(folder: Path) -> tuple[Report, dict[str, Any]]:
    mine = own(folder, 58), kept(folder, remade().checkpoint(58), "mine-too.txt")
    return saved(folder, honest().saved("plain", 2, 30), checkpoints=mine), {"path": str(folder / "mine-too.txt")}


@attack(
    "histories",
    "A saved hand under another checkpoint than the player saved, and no key is given",
    "that there are two histories, and nobody is blamed",
    "C320",
    "has another root than the file's",
    answers="published=fail",
)
def fork_without_a_key(folder: Path) -> tuple[Report, dict[str, Any]]:
    size = honest().before("players", 4)
    tree = remade().saved("players", 4, size)
    return audit_saved(folder / "saved", [tree], Options(checkpoints=(own(folder, size),))), {"hand": 4}


@attack(
    "histories",
    "A witness's cosignature is moved to another history",
    "that it does not hold for this checkpoint",
    "C308",
    "the cosignature of witness.example does not hold",
    answers="published=fail",
)
def cosignature_moved(folder: Path) -> tuple[Report, dict[str, Any]]:
    line = honest().checkpoint(EARLY_SIZE, ROUND_1000 - 19).splitlines(True)[-1]
    site = deal_out(secret={("beacon", 2): hex_of("another")})
    tree = site.saved("beacon", 1, EARLY_SIZE)
    tree["deal"]["proof"]["checkpoint"] += line
    return saved(folder, tree), {"pointer": "/deal/proof/checkpoint", "hand": 1}


@attack(
    "histories",
    "The operator makes up a cosignature with an earlier time",
    "that it does not hold for this checkpoint",
    "C308",
    "the cosignature of witness.example does not hold",
    answers="published=fail",
)
def cosignature_dated_back(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("beacon", 1, EARLY_SIZE)
    note = honest().checkpoint(EARLY_SIZE)
    late = cosigned(note, ROUND_1000 + 60).splitlines(True)[-1].rstrip()
    data = base64.b64decode(late.split(" ")[-1])
    early = base64.b64encode(data[:4] + (ROUND_1000 - 60).to_bytes(8, "big") + data[12:]).decode()
    tree["deal"]["proof"]["checkpoint"] = f"{note}{late.rpartition(' ')[0]} {early}\n"
    return saved(folder, tree), {"pointer": "/deal/proof/checkpoint", "hand": 1}


# Another origin, another key, a key of small order, no signature


@attack(
    "keys",
    "The checkpoint of another origin, by its own key",
    "whose checkpoint it is, and whose key was given",
    "C306",
    "the checkpoint is of other.example; the key you gave is that of",
    answers="published=fail",
)
def another_origin(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    other = Ledger("other.example", OTHER_SEED)
    other.lines = honest().ledger.lines
    tree["deal"]["proof"] = other.proof(tree["deal"]["proof"]["index"])
    report = audit_saved(folder / "saved", [tree], Options(keys=read_keys(keys_in(folder / "keys"))))
    return report, {"pointer": "/deal/proof/checkpoint", "hand": 2}


@attack(
    "keys",
    "A key of the club's name that is not the club's",
    "that it is signed by another key of that name",
    "C305",
    "signed by another key of the name club.example",
    answers="published=fail",
)
def another_key(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.seed = OTHER_SEED
    return saved(folder, site.saved("plain", 2)), {"pointer": "/deal/proof/checkpoint", "hand": 2}


@attack(
    "keys",
    "The whole archive is signed by a key of the club's name that is not the club's",
    "that it is signed by another key of that name",
    "C305",
    "signed by another key of the name club.example",
    answers="published=fail",
    times=2,
)
def archive_of_another_key(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once for each checkpoint.
    site = resigned()
    site.seed = OTHER_SEED
    return archive(folder, site), {"path": EARLY, "line": 1}


@attack(
    "keys",
    "The key's id in the signature is the club's, the signature another's",
    "that the signature does not hold for this text",
    "C305",
    "the signature of club.example does not hold for this text",
    answers="published=fail",
)
def signature_under_the_club_s_id(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    text = honest().ledger.text()
    mine = signature_line(ORIGIN, SEED, "another text\n")
    tree["deal"]["proof"]["checkpoint"] = f"{text}\n{mine}"
    return saved(folder, tree), {"pointer": "/deal/proof/checkpoint", "hand": 2}


@attack(
    "keys",
    "A checkpoint that somebody else alone signed",
    "that the club did not sign it",
    "C305",
    "the checkpoint is not signed by club.example",
    answers="published=fail",
)
def unsigned_root(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    text = honest().ledger.text()
    tree["deal"]["proof"]["checkpoint"] = f"{text}\n{signature_line('other.example', OTHER_SEED, text)}"
    return saved(folder, tree), {"pointer": "/deal/proof/checkpoint", "hand": 2}


@attack(
    "keys",
    "A checkpoint without any signature",
    "that this is no checkpoint",
    "C304",
    "the proof's checkpoint is none",
    answers="published=fail",
)
def no_signature(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"]["proof"]["checkpoint"] = honest().ledger.text()
    return saved(folder, tree), {"pointer": "/deal/proof/checkpoint", "hand": 2}


@attack(
    "keys",
    "The origin in the manifest is another one than in the checkpoints",
    "whose checkpoint it is, and whose ledger",
    "C306",
    "",
    answers="published=fail",
    times=2,
)
def origin_of_the_manifest(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once for each checkpoint.
    site = honest()
    site.manifest["ledger"]["origin"] = "other.example"
    report = archive(folder, site)
    return report, {"path": EARLY}


@attack(
    "keys",
    "A session of another origin in the club's ledger",
    "that the session is not one of the club's",
    "C306",
    "is not one of club.example's",
    answers="published=fail",
)
def session_of_another_origin(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    line = copy.deepcopy(site.entries[site.place("open", "pair")])
    line["open"]["session"] = "club.example.evil/1"
    site.entries.append(line)
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.size}


@attack(
    "keys",
    "A saved hand of another session under the club's signature",
    "that the session is not one of the club's",
    "C306",
    "is not one of club.example's",
    answers="published=fail",
)
def saved_hand_of_another_origin(folder: Path) -> tuple[Report, dict[str, Any]]:
    name = "club.example.evil/1"
    site = deal_out(terms={("pair", 2): {"session": name, "match": "none"}})
    tree = copy.deepcopy(site.hand("pair", 2))
    index = next(i for i, each in enumerate(site.entries) if name in each.get("commit", {}).get("terms", ""))
    tree["deal"]["proof"] = site.ledger.proof(index)
    del tree["deal"]["match"]
    tree = {"format": "euchre-hand/1", "game": name, "house": "club", **tree, "claims": {}}
    return saved(folder, tree), {"pointer": "/deal/proof", "hand": 2}


@attack(
    "keys",
    "Any other key, and none is given to check it by",
    "no fault: who signed was not checked, and published stays open",
    "",
    "who signed that was not checked: no key was given",
    note="C310",
    answers="published=unproven",
)
def no_key(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.seed = OTHER_SEED
    return audit_saved(folder / "saved", [site.saved("plain", 2)]), {"hand": 2}


# A node shown as a leaf, an index beyond the size, a path of wrong length


def proof_with(
    change: Callable[[Doc], object], table: str = "plain", hand: int = 2, size: int | None = None
) -> Doc:
    tree = honest().saved(table, hand, size)
    change(tree["deal"]["proof"])
    return tree


def broken(name: str, words: str, says: str, codes: str, message: str, change: Callable[[Doc], object]) -> None:
    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        return saved(folder, proof_with(change)), {"hand": 2}

    run.__name__ = name
    attack("proofs", words, says, codes, message, answers="published=fail commitment=pass")(run)


def shift(key: str, by: int) -> Callable[[Doc], object]:
    return lambda proof: proof.update({key: proof[key] + by})


broken(
    "index_beyond_the_size",
    "An index as large as the size",
    "that the proof is not of its form",
    "C302",
    "",
    lambda proof: proof.update(index=proof["size"]),
)
broken(
    "another_index",
    "The index of the next line",
    "that the path does not lead to the root",
    "C303",
    "root",
    shift("index", 1),
)
broken(
    "another_size",
    "Another size than the checkpoint's",
    "both sizes",
    "C302",
    "the proof is for a ledger of 57 lines, its checkpoint for one of 58",
    shift("size", -1),
)
broken(
    "path_too_short",
    "A path with its last hash left out",
    "that the proof is not of its form",
    "C302",
    "not of its form",
    lambda proof: proof["path"].pop(),
)
broken(
    "path_too_long",
    "A path with one hash more",
    "that the proof is not of its form",
    "C302",
    "not of its form",
    lambda proof: proof["path"].append(hex_of("more")),
)
broken(
    "empty_path",
    "An empty path, which is right for a ledger of one line alone",
    "that the proof is not of its form",
    "C302",
    "not of its form",
    lambda proof: proof["path"].clear(),
)
broken(
    "hash_of_the_path",
    "One digit of a hash of the path",
    "that the path does not lead to the root",
    "C303",
    "does not lead",
    lambda proof: proof["path"].__setitem__(2, other_digit(proof["path"][2])),
)
broken(
    "hash_in_capitals",
    "A hash of the path in capitals",
    "that the proof is not of its form",
    "C302",
    "",
    lambda proof: proof["path"].__setitem__(2, proof["path"][2].upper()),
)


def another_kind(kind: str) -> Callable[[Doc], object]:
    site = honest()
    return lambda proof: proof.update(site.ledger.proof(site.place(kind, "players")))


for _kind in ("open", "contribute", "reveal", "void"):
    broken(
        f"leaf_is_{'an' if _kind == 'open' else 'a'}_{_kind}_line",
        f"The leaf is the ledger's {_kind} line, with its true proof",
        "that the leaf is a line of another kind",
        "C301",
        "a line of another kind than a commit",
        another_kind(_kind),
    )
broken(
    "leaf_of_another_hand",
    "The leaf is the commit of another hand, with its true proof",
    "that the leaf is that of other terms",
    "C301",
    "the commit of other terms",
    lambda proof: proof.update(honest().proof("plain", 3)),
)
broken(
    "leaf_spelled_otherwise",
    "The leaf says the same with a blank more",
    "that the path does not lead to the root",
    "C303",
    "does not lead",
    lambda proof: proof.update(leaf=proof["leaf"].replace('":{"', '": {"')),
)


def node_as_leaf(proof: Doc) -> None:
    """Two hashes of the tree as the bytes of a leaf."""
    hashes = [mth([line]) for line in honest().ledger.lines]
    proof["leaf"] = (hashes[0] + hashes[1]).hex()


broken(
    "node_as_leaf",
    "A node of the tree is shown as a leaf",
    "that the leaf is no line of a ledger",
    "C301",
    "no line of a ledger",
    node_as_leaf,
)


@attack(
    "proofs",
    "The proof of another hand's commit, in a hand that has neither terms nor fingerprint of its own",
    "that the leaf is that of another hand",
    "C301",
    "",
    answers="published=fail",
)
def proof_of_another_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"] = {"proof": honest().proof("pair", 1)}
    return saved(folder, tree, checkpoints=(own(folder, 58),)), {"hand": 2}


@attack(
    "proofs",
    "The proof of the next hand's commit, in a hand that has neither terms nor fingerprint of its own",
    "that the leaf is that of another hand",
    "C301",
    "",
    answers="published=fail",
)
def proof_of_the_next_hand(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"] = {"proof": honest().proof("plain", 3), "secret": tree["deal"]["secret"]}
    return saved(folder, tree, checkpoints=(own(folder, 58),)), {"hand": 2}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8])
def test_proofs_in_small_ledgers(tmp_path: Path, size: int) -> None:
    """Every commit among so many lines, and nothing else, has a path that holds."""
    site = honest()
    commit = site.entries[site.place("commit", "plain", 1)]
    for index in range(size):
        small = Ledger(ORIGIN, SEED)
        lines = [{"open": {"n": each}} for each in range(size)]
        lines[index] = commit
        for line in lines:
            small.append(line)
        tree = site.saved("plain", 1)
        tree["deal"]["proof"] = good = small.proof(index)
        assert (good["path"] == []) == (size == 1)
        assert not errors_of(saved(tmp_path, tree))
        for other in {*range(size + 2)} - {index}:
            tree["deal"]["proof"] = {**good, "index": other}
            codes = {each.code for each in errors_of(saved(tmp_path, tree))}
            assert codes <= {"C302", "C303"} and codes, (size, index, other)
        for path in (good["path"][1:], [*good["path"], hex_of("x")]):
            if path != good["path"]:
                tree["deal"]["proof"] = {**good, "path": path}
                assert {each.code for each in errors_of(saved(tmp_path, tree))} == {"C302"}


def test_a_proof_in_a_ledger_of_no_line(tmp_path: Path) -> None:
    tree = honest().saved("plain", 1)
    tree["deal"]["proof"] = {**tree["deal"]["proof"], "size": 0, "index": 0, "path": []}
    tree["deal"]["proof"]["checkpoint"] = Ledger(ORIGIN, SEED).checkpoint()
    report = saved(tmp_path, tree)
    assert {each.code for each in errors_of(report)} == {"C302"}, told(report)


# Evidence is left out to turn a fault into an open question


@attack(
    "stripped",
    "The manifest names a ledger that is not there",
    "what is named and missing",
    "C414",
    "the manifest names ledger.jsonl, and it is not in the archive",
    answers="published=fail",
)
def ledger_missing(folder: Path) -> tuple[Report, dict[str, Any]]:
    return archive(folder, honest(), changed={"ledger.jsonl": None}), {"path": "archive.json", "pointer": "/ledger"}


@attack(
    "stripped",
    "The manifest names a checkpoint that is not there",
    "what is named and missing",
    "C414",
    "the manifest names checkpoint.txt, and it is not in the archive",
    answers="published=fail",
)
def checkpoint_missing(folder: Path) -> tuple[Report, dict[str, Any]]:
    return archive(folder, honest(), changed={LAST: None}), {"path": "archive.json", "pointer": "/ledger"}


@attack(
    "stripped",
    "The beacon's signature is left out",
    "that it is promised and missing",
    "C110",
    "the terms promise the beacon's signature, and it is missing",
    answers="choice=fail",
)
def beacon_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("beacon", 1)
    del tree["deal"]["beacon"]
    return saved(folder, tree), {"pointer": "/deal", "hand": 1}


@attack(
    "stripped",
    "Every number of the players is left out",
    "whose is promised and missing",
    "C110",
    "the terms promise North's value, and it is missing",
    answers="choice=fail",
)
def numbers_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("players", 3)
    del tree["deal"]["values"]
    return saved(folder, tree), {"pointer": "/deal", "hand": 3}


@attack(
    "stripped",
    "A changed hand loses its evidence; the ledger still has it",
    CHANGED,
    "D201",
    "",
    answers="deal=fail",
)
def evidence_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(cards={("plain", 2): an_ace})
    del site.hand("plain", 2)["deal"]
    return archive(folder, site), {"path": "games/plain.json", "hand": 2}


@attack(
    "stripped",
    "A game loses its evidence and its name, by which the ledger knows it",
    "that a session of the ledger was dealt and its game is missing, and that this game was never promised",
    "C420 C425",
    "its game is missing",
    answers="published=fail",
)
def name_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the session without a game, and the game without a session.
    site = honest()
    game = site.game("plain")
    del game["game"]
    game.pop("first_dealer")
    for hand in game["hands"]:
        del hand["deal"]
    return archive(folder, site), in_ledger(site, "open", "plain")


@attack(
    "stripped",
    "The match header is left out of a saved hand",
    "no fault: that house and rules cannot be compared is told",
    "",
    "the match header that the terms name is not in the file",
    note="C231",
)
def header_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    del tree["deal"]["match"]
    return saved(folder, tree), {"hand": 2}


@attack(
    "stripped",
    "The proof is left out of a saved hand",
    "no fault: published stays open",
    "",
    "holds no proof that the commitment was out before the hand",
    note="C210",
    answers="published=unproven",
)
def proof_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    del tree["deal"]["proof"]
    return saved(folder, tree), {"hand": 2}


@attack(
    "stripped",
    "The secret is left out of a saved hand",
    "no fault: deal and commitment stay open",
    "",
    "the secret of this deal is not in the file",
    note="D210",
    answers="deal=unproven commitment=unproven",
)
def secret_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    del tree["deal"]["secret"]
    return saved(folder, tree), {"hand": 2}


@attack(
    "stripped",
    "The fingerprint is left out of a saved hand whose secret was changed; the proof still has it",
    "that commitment, terms and secret do not fit",
    "C101",
    "",
    answers="commitment=fail",
)
def commitment_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = deal_out(secret={("plain", 2): hex_of("another")}).saved("plain", 2)
    tree["deal"]["proof"] = honest().proof("plain", 2)
    del tree["deal"]["commitment"]
    return saved(folder, tree, checkpoints=(own(folder, 58),)), {"hand": 2}


@attack(
    "stripped",
    "A hand that the ledger does not promise is played, and its record has no evidence",
    "that it was dealt without a promise",
    "C420",
    "the ledger has no commitment for it",
    answers="published=fail",
)
def never_promised_and_no_evidence(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    for kind in ("reveal", "contribute", "commit"):
        for index in reversed(site.places(kind, "pair", 3)):
            del site.entries[index]
    del site.hand("pair", 3)["deal"]
    return archive(folder, site), {"path": "games/pair.json", "hand": 3}


@attack(
    "stripped",
    "A void hand is played, and its record has no evidence",
    "that the ledger makes it void, and the line",
    "C423",
    "the ledger makes hand 3 void",
    answers="published=fail",
)
def void_hand_played_and_no_evidence(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    at = site.place("reveal", "pair", 3)
    site.entries[at] = {"void": {**site.entries[at]["reveal"], "reason": "the connection"}}
    del site.hand("pair", 3)["deal"]
    return archive(folder, site), {"path": "games/pair.json", "hand": 3}


@attack(
    "stripped",
    "A game of the archive is dealt without promises, under a name that is none of the ledger's",
    "that its hands were never promised",
    "C420",
    "never promised",
    answers="published=fail",
)
def game_of_another_name(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    for index in reversed(range(site.place("open", "pair"), site.size)):
        del site.entries[index]
    game = site.game("pair")
    game["game"] = "exhibition/1"
    for hand in game["hands"]:
        del hand["deal"]
    return archive(folder, site), {"path": "games/pair.json"}


@attack(
    "stripped",
    "The manifest is left out, so that nobody sees which games are missing",
    "no fault: what that leaves unchecked is told",
    "",
    "",
    note="A120",
)
def manifest_left_out(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    del site.games["games/pair.json"]
    return archive(folder, site, changed={"archive.json": None}), {}


# A file is edited to accuse an honest dealer, or invented


@attack(
    "accused",
    "An editor changes a card of a saved hand",
    CHANGED,
    "D201",
    "",
    answers="deal=fail commitment=pass",
)
def card_edited(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["dealt"][0][4], tree["dealt"][1][4] = tree["dealt"][1][4], tree["dealt"][0][4]
    tree["log"] = []
    for key in ("ended", "claims"):
        del tree[key]
    return saved(folder, tree), {"pointer": "/dealt/0/4", "hand": 2}


@attack(
    "accused",
    "An editor swaps two lines of the ledger",
    "that the ledger is not the one that was signed; nobody is blamed",
    "C410",
    "the first 58 lines of the ledger are not those that the checkpoint covers",
    answers="published=fail",
)
def lines_swapped(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    entries = site.entries
    entries[6], entries[7] = entries[7], entries[6]
    return archive(folder, site), {"path": LAST}


@attack(
    "accused",
    "An editor changes the secret of a reveal line, so that it does not open",
    "that the ledger is not the one that was signed, what that breaks, and nobody is blamed",
    "C410",
    "are not those that the checkpoint covers",
    answers="published=fail",
)
def reveal_edited(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.entry("reveal", "plain", 2)["secret"] = other_digit(site.entry("reveal", "plain", 2)["secret"])
    report = archive(folder, site)
    (finding,) = [each for each in errors_of(report) if each.code == "C410"]
    line = site.line("reveal", "plain", 2)
    assert any(each.message.startswith(f"line {line}: ") for each in finding.related), told(report)
    return report, {"path": LAST}


@attack(
    "accused",
    "An editor puts a second promise into the ledger",
    "that the ledger is not the one that was signed, what that breaks, and nobody is blamed",
    "C410",
    "are not those that the checkpoint covers",
    answers="published=fail",
)
def promise_put_in(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.entries.insert(site.place("commit", "pair", 3), {"commit": second_promise("pair", 2)})
    return archive(folder, site), {"path": LAST}


@attack(
    "accused",
    "An editor appends a second promise beyond the last checkpoint, where nothing is signed",
    "that the hand has two commitments, in a line that nobody signed; nobody is blamed",
    "C402 C403",
    "has two commitments",
    answers="commitment=fail",
)
def promise_appended(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the line is a second promise, and it is not closed.
    site = honest()
    site.entries.append({"commit": second_promise("pair", 2)})
    report = archive(folder, site)
    assert "C413" in {each.code for each in report.all_findings()}
    return report, {"path": "ledger.jsonl", "line": 59, "hand": 2}


@attack(
    "accused",
    "An editor appends a promise that is never opened, beyond the last checkpoint",
    "that a promise was not opened, in a line that nobody signed; nobody is blamed",
    "C403",
    "is not opened in the ledger",
    answers="commitment=fail",
)
def promise_appended_and_not_opened(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.entries.append({"commit": second_commit(site, "pair", 4)})
    return archive(folder, site), {"path": "ledger.jsonl", "line": 59, "hand": 4}


@attack(
    "accused",
    "An editor cuts the ledger's last lines off",
    "how many lines are missing; nobody is blamed",
    "C411",
    "the ledger lacks 1 line of the 58 that the checkpoint covers",
    answers="published=fail",
)
def ledger_cut(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    del site.entries[-1]
    return archive(folder, site), {"path": LAST}


@attack(
    "accused",
    "An editor changes size and root of a checkpoint",
    "that the signature does not hold; text or signature was changed",
    "C305",
    "text or signature was changed",
    answers="published=fail",
)
def checkpoint_edited(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    body, line = site.notes[LAST].split("\n\n")
    del body
    site.entries.append({"commit": second_commit(site, "pair", 4)})
    site.notes[LAST] = site.ledger.text() + "\n" + line
    site.entries.pop()
    return archive(folder, site), {"path": LAST, "line": 1}


@attack(
    "accused",
    "A whole hand is invented, with terms, secret and commitment that fit",
    "no fault: the file agrees with itself, and nothing in it is signed by a dealer",
    "",
    "holds no proof that the commitment was out before the hand",
    note="C210",
    answers="published=unproven choice=unproven",
)
def hand_invented(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = deal_out(secret={("plain", 2): hex_of("invented")}).saved("plain", 2)
    del tree["deal"]["proof"]
    report = saved(folder, tree)
    assert "agrees with itself" in report_text(report, Style()).replace("\n", " ")
    return report, {"hand": 2}


@attack(
    "accused",
    "An archive with two promises for one hand is invented under the club's name, and signed by another key",
    "that it is signed by another key of that name; nobody is blamed for its promises",
    "C305 C402",
    "signed by another key of the name club.example",
    answers="published=fail",
    times=3,
)
def archive_invented(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the lines contradict themselves, whoever wrote them.
    site = remade()
    site.seed = OTHER_SEED
    second = second_promise("pair", 2)
    site.entries.insert(site.place("commit", "pair", 3), {"commit": second})
    site.entries.append({"void": {"commitment": second["commitment"], "secret": hex_of("second"), "reason": "x"}})
    report = archive(folder, site)
    return report, {"path": EARLY}


@attack(
    "accused",
    "An editor changes a line of the ledger; a player has the own checkpoint, which is right",
    "that the ledger is not the one that was signed; nobody is blamed",
    "C410",
    "",
    answers="published=fail",
    times=2,
)
def line_edited_under_my_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    # For the archive's checkpoint and for the player's.
    site = honest()
    site.entry("void", "players", 2)["reason"] = "an editor was here"
    return archive(folder, site, checkpoints=(own(folder, 38),)), {}


@attack(
    "accused",
    "An editor changes a line and leaves out the checkpoints that cover it; a player has the own one",
    "that the ledger does not begin with the player's lines; nobody is blamed, for nobody signed the others",
    "C410",
    "does not begin with the 38 lines that your checkpoint covers",
    answers="published=fail",
)
def line_edited_beyond_the_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.entry("void", "players", 2)["reason"] = "an editor was here"
    del site.notes[LAST]
    site.manifest["ledger"]["checkpoints"] = [EARLY]
    return archive(folder, site, checkpoints=(own(folder, 38),), changed={LAST: None}), {}


@attack(
    "accused",
    "An editor changes a line that no checkpoint of the archive covers; the proof in a hand speaks against it",
    "that there are two histories; nobody is blamed, for nobody signed one of them",
    "C320",
    "",
    answers="published=fail",
)
def line_edited_beyond_a_proof(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    site.hand("plain", 1)["deal"]["proof"] = honest().proof("plain", 1, 45)
    site.entry("void", "players", 2)["reason"] = "an editor was here"
    site.manifest["ledger"]["checkpoints"] = [EARLY]
    site.notes = {EARLY: site.notes[EARLY]}
    return archive(folder, site, changed={LAST: None}), {"path": "games/plain.json"}


@attack(
    "accused",
    "An editor puts a checkpoint of the same size and another root, by another key, beside the club's",
    "that it is signed by another key of that name; it is nobody's second history",
    "C305",
    "signed by another key of the name club.example",
    answers="published=fail",
)
def checkpoint_put_in(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    other = remade()
    other.seed = OTHER_SEED
    site.notes["a.txt"] = other.checkpoint()
    site.manifest["ledger"]["checkpoints"].insert(0, "a.txt")
    return archive(folder, site), {"path": "a.txt"}


@attack(
    "accused",
    "A player shows a checkpoint that the club did not sign, to prove a second history",
    "that it is signed by another key of that name",
    "C305",
    "signed by another key of the name club.example",
)
def checkpoint_of_mine_invented(folder: Path) -> tuple[Report, dict[str, Any]]:
    other = remade()
    other.seed = OTHER_SEED
    report = saved(folder, honest().saved("plain", 2), checkpoints=(kept(folder, other.checkpoint()),))
    assert report.answers["published"] != "pass"
    return report, {"path": str(folder / "mine.txt"), "line": 1}


NO_LINES = Ledger(ORIGIN, SEED).checkpoint()
"""What the club signed before its first evening."""


def invented_under_a_checkpoint_of_no_line() -> Site:
    """Two promises for one hand, and a checkpoint that is the club's own and covers none of it."""
    site = remade()
    second = second_promise("pair", 2)
    site.entries.insert(site.place("commit", "pair", 3), {"commit": second})
    site.entries.append({"void": {"commitment": second["commitment"], "secret": hex_of("second"), "reason": "x"}})
    site.notes = {EARLY: NO_LINES}
    site.manifest["ledger"]["checkpoints"] = [EARLY]
    return site


@attack(
    "accused",
    "An archive with two promises for one hand is invented, beside the club's own checkpoint of no line",
    "what the lines contradict, and that none of them is signed; nobody is blamed",
    "C402",
    "has two commitments",
    answers="commitment=fail published=unproven",
)
def archive_invented_under_no_line(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = invented_under_a_checkpoint_of_no_line()
    report = archive(folder, site, changed={LAST: None})
    (ledger,) = report.ledgers
    assert ledger.signed == 0 and "C413" in {each.code for each in ledger.findings}
    text = " ".join(report_text(report, Style(), verbose=True).split())
    assert f"signed by {ORIGIN}" not in text and f"that {ORIGIN} signed" not in text
    return report, {"path": "ledger.jsonl", "hand": 2}


@attack(
    "accused",
    "Such an archive, beside the club's own checkpoint of no line; a player has the own one, which is right",
    "that the ledger does not begin with the player's lines; nobody is blamed, for nobody signed the others",
    "C410",
    "does not begin with the 38 lines that your checkpoint covers",
    answers="published=fail",
)
def archive_invented_under_no_line_and_mine(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = invented_under_a_checkpoint_of_no_line()
    return archive(folder, site, checkpoints=(own(folder, 38),), changed={LAST: None}), {}


def cut_back(size: int) -> Site:
    """The archive with an older ledger, and the checkpoint that the club signed then."""
    site = honest()
    site.notes[LAST] = site.checkpoint(size)
    del site.entries[size:]
    return site


@attack(
    "accused",
    "An editor cuts the ledger back to an older checkpoint of the club's; a player has a later one",
    "no fault: the player's checkpoint tells that the ledger is an older one, in which deals may be open",
    "",
    "it is an older one",
    note="C321",
    answers="published=unproven",
)
def ledger_cut_back(folder: Path) -> tuple[Report, dict[str, Any]]:
    report = archive(folder, cut_back(57), checkpoints=(own(folder, 58),))
    assert "C416" in notes_of(report)
    return report, {"path": str(folder / "mine-58.txt")}


@attack(
    "accused",
    "An editor cuts the ledger back into a game, and takes the game out; a player has a later checkpoint",
    "no fault: the player's checkpoint tells that the ledger is an older one, in which deals may be open",
    "",
    "it is an older one",
    note="C321",
    answers="published=unproven",
)
def ledger_cut_back_further(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = cut_back(honest().before("pair", 1))
    del site.games["games/pair.json"]
    return archive(folder, site, checkpoints=(own(folder, 58),)), {}


@attack(
    "accused",
    "An editor changes the fingerprint in one of two copies of a saved hand",
    "that it does not fit its secret, and that the copies differ; of the honest one nothing else",
    "C101 C204",
    "",
    answers="commitment=fail",
)
def fingerprint_changed_in_a_copy(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the copy against itself, and against the other.
    right, wrong = honest().saved("plain", 2), honest().saved("plain", 2)
    wrong["deal"]["commitment"] = other_digit(wrong["deal"]["commitment"])
    del wrong["deal"]["proof"]
    report = saved(folder / "turned", right, wrong)
    assert {each.code for each in errors_of(report)} == {"C101", "C204"}, told(report)
    report = saved(folder, wrong, right)
    honestly = [each for each in errors_of(report) if (each.where.path or "").endswith("hand-1.json")]
    assert {each.code for each in honestly} == {"C204"}, told(report)
    return report, {}


# A file that is read in two ways, or changed by an editor


def saved_bytes(folder: Path, change: Callable[[bytes], bytes]) -> Report:
    from euchre_audit.audit import audit_files
    from euchre_audit.records.write import json_text

    path = folder / "hand.json"
    path.write_bytes(change(json_text(honest().saved("plain", 2)).encode()))
    return audit_files([str(path)], club_options(folder))


def two_readings(
    name: str, words: str, says: str, codes: str, change: Callable[[bytes], bytes], **more: Any
) -> None:
    def run(folder: Path) -> tuple[Report, dict[str, Any]]:
        return saved_bytes(folder, change), {}

    run.__name__ = name
    attack("two readings", words, says, codes, more.pop("message", ""), **more)(run)


two_readings(
    "key_twice",
    "A name stands twice in a file",
    "which name, and where",
    "F104",
    lambda data: data.replace(b'"hand": 2,', b'"hand": 2, "hand": 3,', 1),
)
two_readings(
    "unknown_name",
    "A name that no record has",
    "which name, and where",
    "F110",
    lambda data: data.replace(b'"hand": 2,', b'"hand": 2, "Hand": 3,', 1),
)
two_readings(
    "not_a_whole_number",
    "A number with a fraction",
    "which number, and where",
    "F105",
    lambda data: data.replace(b'"hand": 2,', b'"hand": 2.0,', 1),
)
two_readings(
    "byte_order_mark",
    "An editor puts a byte order mark before the file",
    "that the file begins with one",
    "F102",
    lambda data: b"\xef\xbb\xbf" + data,
)


@attack(
    "two readings",
    "An editor changes the line ends within the terms of a saved hand",
    "that with the first line ends they would fit, which is no pass",
    "D101",
    "the terms are malformed",
    answers="deal=fail",
)
def line_ends_of_terms(folder: Path) -> tuple[Report, dict[str, Any]]:
    tree = honest().saved("plain", 2)
    tree["deal"]["terms"] = tree["deal"]["terms"].replace("\n", "\r\n")
    del tree["deal"]["proof"]
    report = saved(folder, tree)
    (finding,) = errors_of(report)
    assert any("they would fit the commitment" in each.message for each in finding.related)
    return report, {"pointer": "/deal/terms", "hand": 2}


@attack(
    "two readings",
    "An editor changes the ledger's line ends",
    "that the ledger is not the one that was signed, and that the line ends were changed",
    "C410",
    "are not those that the checkpoint covers",
    answers="published=fail",
    times=2,
)
def line_ends_of_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once for each checkpoint.
    site = honest()
    raw = site.ledger.raw.replace(b"\n", b"\r\n")
    report = archive(folder, site, changed={"ledger.jsonl": raw})
    assert any("CR" in each.message for finding in errors_of(report) for each in finding.related), told(report)
    return report, {}


@attack(
    "two readings",
    "An editor changes a checkpoint's line ends",
    "that this is no checkpoint, since an editor changed it",
    "C304",
    "an editor changed them",
)
def line_ends_of_a_checkpoint(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    raw = site.notes[LAST].replace("\n", "\r\n").encode()
    return archive(folder, site, changed={LAST: raw}), {"path": LAST, "line": 1}


@attack(
    "two readings",
    "A line of the ledger has a name twice; the operator signs it",
    "that it is no line of a ledger",
    "C401",
    "",
    answers="published=fail",
)
def line_with_a_name_twice(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    raw = site.ledger.lines[site.place("void", "players", 2)]
    site.entries.append(raw.replace(b'{"void":{', b'{"void":{"reason":"one",', 1))
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.size}


@attack(
    "two readings",
    "A letter outside ASCII stands in a line of the ledger; the operator signs it",
    "which byte it is",
    "C401",
    "0x",
    answers="published=fail",
)
def line_with_other_letters(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = resigned()
    line = {**site.entries[site.place("open", "pair")]["open"], "session": session_of("other"), "house": "café"}
    site.entries.append(json.dumps({"open": line}, ensure_ascii=False, separators=(",", ":")).encode())
    return archive(folder, site), {"path": "ledger.jsonl", "line": site.size}


@attack(
    "two readings",
    "The ledger's last line end is cut off",
    "that the last line was cut off",
    "C412",
    "the last line does not end in LF",
    answers="published=fail",
)
def last_byte_cut(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = honest()
    report = archive(folder, site, changed={"ledger.jsonl": site.ledger.raw[:-1]})
    return report, {"path": "ledger.jsonl", "line": 58}


@attack(
    "two readings",
    "An editor puts a byte order mark before the ledger",
    "that the ledger is not the one that was signed",
    "C410",
    "are not those that the checkpoint covers",
    answers="published=fail",
    times=2,
)
def byte_order_mark_of_the_ledger(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Once for each checkpoint.
    raw = b"\xef\xbb\xbf" + honest().ledger.raw
    return archive(folder, honest(), changed={"ledger.jsonl": raw}), {}


@attack(
    "two readings",
    "A promise is dated by a day that no calendar has; the operator signs it",
    "that it is no line of a ledger, and that the hand has no promise then",
    "C401 C420",
    "no time of the calendar",
    answers="published=fail",
)
def promise_of_no_day(folder: Path) -> tuple[Report, dict[str, Any]]:
    # Two codes: the line, and the hand of the record that it leaves without one.
    site = deal_out(time={("plain", 2): "2023-02-30T16:05:00Z"})
    return archive(folder, site), in_ledger(site, "commit", "plain", 2)


# A biased shuffle


class Biased(Procedure):
    """Takes every byte, and so deals low numbers more often."""

    def keeps(self, byte: int, n: int) -> bool:
        return True


@attack(
    "biased",
    "The site's shuffle takes the bytes that have to be passed over",
    CHANGED,
    "D201",
    "",
    answers="deal=fail commitment=pass",
)
def biased_shuffle(folder: Path) -> tuple[Report, dict[str, Any]]:
    site = deal_out(procedure={("plain", 2): Biased()})
    return archive(folder, site), {"path": "games/plain.json", "hand": 2}


# A dealer who peeks


@attack(
    "peeking",
    "The dealer looks at the cards, partners talk",
    "nothing: no check sees it, and every report says so",
    "",
    "only the dealer's own secret went into this shuffle",
    note="C220",
)
def peeking(folder: Path) -> tuple[Report, dict[str, Any]]:
    report = saved(folder, honest().saved("plain", 2))
    assert "No check can see a dealer who peeks." in report_text(report, Style())
    return report, {"hand": 2}


# Played


def messages(report: Report) -> Iterator[str]:
    for finding in errors_of(report):
        yield finding.message
        yield from (each.message for each in finding.related)


@cache
def played(name: str) -> tuple[Report, dict[str, Any]]:
    """Each attack is played once in a run."""
    with tempfile.TemporaryDirectory() as folder:
        return ATTACKS[name].run(Path(folder))


@pytest.mark.parametrize("name", ATTACKS)
def test_attack(name: str) -> None:
    case = ATTACKS[name]
    report, place = played(name)
    errors = errors_of(report)
    assert {each.code for each in errors} == case.codes, told(report)
    assert len(errors) <= (case.times or len(case.codes)), told(report)
    findings = [each for each in report.all_findings() if each.code == case.note] if case.note else errors
    fitting = [each for each in findings if case.message in each.message]
    assert fitting, [each.message for each in findings]
    at = [each for each in fitting if all(getattr(each.where, key) == value for key, value in place.items())]
    assert at, [(each.message, each.where) for each in fitting]
    for answer, value in case.answers.items():
        assert report.answers[answer] == value, (answer, report.answers)
    assert report.exit_code in ((1, 2) if case.codes else (0,))
    assert "X901" not in {each.code for each in report.all_findings()}


@pytest.mark.parametrize("name", ATTACKS)
def test_blame(name: str) -> None:
    """Whoever signed is named where the fault is in what was signed, and nowhere else."""
    case = ATTACKS[name]
    report, _ = played(name)
    blamed = [each for each in messages(report) if SIGNED in each]
    if case.blames:
        assert blamed, told(report)
    else:
        assert not blamed, blamed


def test_every_threat_has_its_attacks() -> None:
    assert {case.threat for case in ATTACKS.values()} == set(THREATS)


STEPS = {
    "another-key": "key",
    "no-signature": "checkpoint",
    "hash-of-the-path": "root",
    "index-beyond-the-size": "inclusion",
    "leaf-is-a-reveal-line": "inclusion",
    "secret-changed": "commitment",
    "line-ends-of-terms": "terms",
    "header-changed": "match",
    "number-withheld": "mix",
    "card-edited": "cards seen",
}


@pytest.mark.parametrize("name", STEPS)
def test_the_step_that_breaks(name: str) -> None:
    """The first step that fails is the one that the attack breaks; what rests on it in the proof does not pass."""
    report, _ = played(name)
    (hand,) = report.games[0].hands
    answers = {step.name: step.answer for step in hand.chain}
    names = list(answers)
    failing = [step for step in names if answers[step] == "fail"]
    assert failing and failing[0] == STEPS[name], answers
    proof = names[: names.index("commitment")]
    if STEPS[name] in proof:
        assert "pass" not in [answers[step] for step in proof[proof.index(STEPS[name]) :]], answers

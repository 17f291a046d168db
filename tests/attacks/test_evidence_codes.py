"""Every code of proofs, checkpoints, ledgers and entropy: one case that fires, and its nearest neighbour."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_files
from euchre_audit.findings import Finding, Unreadable, all_codes, entry
from euchre_audit.records import Keys, read_keys, read_published, read_seen
from tests.attacks.site import (
    EARLY_SIZE,
    LAST,
    ORIGIN,
    ROOT_PEM,
    ROUND_1000,
    SEED,
    Doc,
    Site,
    audit_saved,
    club_options,
    cosigned,
    deal_out,
    honest,
    needs_beacon,
    needs_timestamp,
    resigned,
    session_of,
    token,
)
from tests.attacks.test_attacks import (
    archive,
    commitment_of,
    errors_of,
    own,
    played,
    saved,
    second_commit,
    value_of,
)
from tests.audit.games import evidence_of, hex_of, terms_of
from tests.evidence.test_beacon import ROUNDS
from tests.twin.ledger import key_id, key_text, public_of

Findings = list[Finding]
Play = Callable[[Path], Findings]


@dataclass
class Case:
    """What fires a code and what just does not; ``place`` is of the one that fires."""

    fires: Play
    near: Play
    place: dict[str, Any] = field(default_factory=dict)


CASES: dict[str, Case] = {}
ALSO: list[tuple[str, Play]] = []
"""More that fires a code."""


def found(report: Report) -> Findings:
    return report.all_findings()


def attacked(name: str) -> Play:
    """An attack of the table."""
    return lambda folder: found(played(name)[0])


def site_is(make: Callable[[], Site], **changed: bytes | None) -> Play:
    """An archive, with some files changed."""
    return lambda folder: found(
        archive(folder, make(), changed={k.replace("_", "."): v for k, v in changed.items()})
    )


def hand_is(make: Callable[[], Doc], *keys: str, **given: Any) -> Play:
    """A saved hand; what is given may be a function of the folder."""

    def play(folder: Path) -> Findings:
        options = {name: value(folder) if callable(value) else value for name, value in given.items()}
        return found(saved(folder, make(), keys=keys, **options))

    return play


def ledger_is(make: Callable[[], Site], *, checkpoint: bool = True) -> Play:
    """A ledger alone, with its checkpoint or without."""

    def play(folder: Path) -> Findings:
        site = make()
        names = ["ledger.jsonl", *([LAST] if checkpoint else [])]
        for name in names:
            (folder / name).write_bytes(site.files()[name])
        return found(audit_files([str(folder / name) for name in names], club_options(folder)))

    return play


def changed(change: Callable[[Site], object], *, signed: bool = True) -> Callable[[], Site]:
    """The honest site with a change, signed by the operator or not."""

    def make() -> Site:
        site = resigned() if signed else honest()
        change(site)
        return site

    return make


def case(code: str, fires: Play, near: Play, **place: Any) -> None:
    assert code not in CASES
    CASES[code] = Case(fires, near, place)


def plain() -> Doc:
    return honest().saved("plain", 2)


def players() -> Doc:
    return honest().saved("players", 3)


@cache
def honest_findings() -> Findings:
    with tempfile.TemporaryDirectory() as folder:
        return site_is(honest)(Path(folder))


def honest_archive(folder: Path) -> Findings:
    """The honest archive, audited once."""
    return honest_findings()


SAVED = hand_is(plain)

# Files against each other and against the person's copies


def twice(first: Callable[[], Doc], second: Callable[[], Doc]) -> Play:
    return lambda folder: found(saved(folder, first(), second()))


case("C204", attacked("two-promises-without-proofs"), twice(plain, plain), hand=2)
case(
    "C201",
    attacked("promised-anew"),
    hand_is(players, saw=lambda folder: (commitment_of(honest(), "players", 3),)),
    hand=3,
)


def listed(*more: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        (folder / "list.txt").write_text("".join([*honest().listed().splitlines(True), *more]))
        return read_published(str(folder / "list.txt"))

    return read


SECOND = f"{session_of('pair')} 2 {hex_of('second')}\n"
FIRST = next(line for line in honest().listed().splitlines(True) if line.startswith(f"{session_of('pair')} 2 "))


def with_list(make: Callable[[], Site], *more: str) -> Play:
    return lambda folder: found(archive(folder, make(), published=listed(*more)(folder)))


case("C202", with_list(honest, SECOND), with_list(honest, FIRST), hand=2)


def only(*tables: str) -> Callable[[], Site]:
    """The site with some of its tables alone."""

    def make() -> Site:
        site = resigned()
        kinds = ("open", "commit", "contribute", "reveal", "void")
        keep = {index for table in tables for kind in kinds for index in site.places(kind, table)}
        site.entries = [each for index, each in enumerate(site.entries) if index in keep]
        site.games = {path: game for path, game in site.games.items() if path[6:-5] in tables}
        site.manifest["games"] = [each for each in site.manifest["games"] if each["path"] in site.games]
        for game in site.games.values():
            for hand in game["hands"]:
                hand["deal"].pop("proof", None)
        return site

    return make


case("C203", with_list(only("players")), with_list(only("pair")), path="games/players.json")

# Proofs, checkpoints, keys

case("C301", attacked("leaf-of-another-hand"), SAVED, pointer="/deal/proof/leaf", hand=2)
case("C302", attacked("index-beyond-the-size"), SAVED, pointer="/deal/proof", hand=2)
ALSO.append(("C302", attacked("path-too-short")))
case("C303", attacked("hash-of-the-path"), SAVED, pointer="/deal/proof", hand=2)


def noted(
    change: Callable[[str], str], table: str = "plain", hand: int = 2, size: int | None = None
) -> Callable[[], Doc]:
    def make() -> Doc:
        tree = honest().saved(table, hand, size)
        tree["deal"]["proof"]["checkpoint"] = change(tree["deal"]["proof"]["checkpoint"])
        return tree

    return make


case(
    "C304",
    hand_is(noted(lambda note: note.replace("\n\n", "\nmore\n\n", 1))),
    SAVED,
    pointer="/deal/proof/checkpoint",
    hand=2,
)
ALSO.append(("C304", attacked("line-ends-of-a-checkpoint")))


def other_root(note: str) -> str:
    origin, size, root, *rest = note.split("\n")
    return "\n".join([origin, size, ("A" if root[0] != "A" else "B") + root[1:], *rest])


case("C305", hand_is(noted(other_root)), SAVED, pointer="/deal/proof/checkpoint", hand=2)
case("C306", attacked("another-origin"), SAVED, pointer="/deal/proof/checkpoint", hand=2)
ALSO.append(("C306", attacked("session-of-another-origin")))


def key_file(text: str) -> Play:
    def play(folder: Path) -> Findings:
        (folder / "club.key").write_text(text, encoding="utf-8")
        try:
            read = read_keys([str(folder / "club.key")])
        except Unreadable as refused:
            return [refused.finding]
        assert isinstance(read, Keys) and len(read.verifiers) == 1
        return []

    return play


PUBLIC = public_of(SEED)
GOOD_KEY = key_text(ORIGIN, PUBLIC)
OTHER_ID = key_id("other.example", 1, PUBLIC).hex()
case(
    "C307",
    key_file(GOOD_KEY.replace(GOOD_KEY.split("+")[1], OTHER_ID)),
    key_file(f"# the club's\n{GOOD_KEY}\n"),
    line=1,
)
# Points whose order divides 8.
SMALL = [
    bytes(32),
    b"\x01" + bytes(31),
    b"\xec" + b"\xff" * 30 + b"\x7f",
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
]
SMALL += [point[:31] + bytes([point[31] | 0x80]) for point in SMALL]
for _point in SMALL:
    ALSO.append(("C307", key_file(key_text(ORIGIN, _point))))
for _key in (
    GOOD_KEY[:-4],
    GOOD_KEY.replace("+", " "),
    key_text(ORIGIN, PUBLIC + b"\x00"),
    key_text(ORIGIN, PUBLIC, 2),
):
    ALSO.append(("C307", key_file(_key)))


def witnessed(note: str) -> str:
    return cosigned(note, ROUND_1000)


case("C308", attacked("cosignature-dated-back"), hand_is(noted(witnessed)), pointer="/deal/proof/checkpoint")
case("C310", lambda folder: found(audit_saved(folder, [plain()], Options())), SAVED, hand=2)
case("C320", attacked("fork-of-two-hands"), twice(plain, lambda: honest().saved("plain", 3, 40)), hand=2)
ALSO += [("C320", attacked(name)) for name in ("fork-of-my-own", "promised-after-a-checkpoint")]


case(
    "C321",
    attacked("promised-after-my-checkpoint"),
    hand_is(lambda: honest().saved("players", 3, 40), checkpoints=lambda folder: (own(folder, 40),)),
    hand=3,
)


def test_c321_in_an_archive(tmp_path: Path) -> None:
    """The checkpoint of 20 lines shows the hands that are promised in them and opened later, and no other."""
    site = honest()
    report = archive(tmp_path, site, checkpoints=(own(tmp_path, 20),))
    assert not errors_of(report)
    for game in report.games:
        table = (game.name or "").split("/")[-2]
        for hand in game.hands:
            promised, opened = (site.line(kind, table, hand.number) for kind in ("commit", "reveal"))
            if table != "beacon":
                assert (hand.answers["published"] == "pass") == (promised <= 20 < opened)
                assert ("C321" in {each.code for each in hand.findings}) == (promised > 20 or opened <= 20)


# Lines of the ledger


def unknown_name(site: Site) -> None:
    site.entry("reveal", "plain", 3)["more"] = 1


case("C401", attacked("line-with-a-name-twice"), honest_archive, path="ledger.jsonl", line=59)
ALSO.append(("C401", ledger_is(changed(unknown_name))))
case("C402", attacked("two-promises"), honest_archive, path="ledger.jsonl", hand=2)


def one_more(site: Site) -> None:
    site.entries.append({"commit": second_commit(site, "pair", 4)})


def one_more_void(site: Site) -> None:
    one_more(site)
    line = {
        "commitment": site.entries[-1]["commit"]["commitment"],
        "secret": hex_of("more"),
        "reason": "nobody came",
    }
    site.entries.append({"void": {**line, "values": [None, None]}})


case("C403", site_is(changed(one_more)), site_is(changed(one_more_void)), path="ledger.jsonl", line=59, hand=4)
case("C404", attacked("void-that-does-not-open"), honest_archive, path="ledger.jsonl", hand=2)
case("C405", attacked("opened-twice"), honest_archive, path="ledger.jsonl", hand=3)


def reveal_first(site: Site) -> None:
    reveal = site.entries.pop(site.place("reveal", "plain", 5))
    site.entries.insert(site.place("commit", "plain", 5), reveal)


def unknown_commitment(site: Site) -> None:
    site.entries.append({"contribute": {"commitment": hex_of("none"), "seat": 0, "contribution": hex_of("x")}})


ALSO.append(("C405", site_is(changed(unknown_commitment))))
ALSO.append(("C405", ledger_is(changed(reveal_first))))


def ahead(site: Site) -> None:
    reveal = site.entries.pop(site.place("reveal", "plain", 2))
    site.entries.insert(site.place("commit", "plain", 3) + 1, reveal)


def ahead_with_reveal_game() -> Site:
    site = deal_out(header={"plain": {"reveal": "game"}})
    ahead(site)
    return site


case("C406", attacked("promised-ahead"), site_is(ahead_with_reveal_game), path="ledger.jsonl", hand=3)
case("C407", attacked("first-hand-left-out"), honest_archive, path="ledger.jsonl", hand=2)
case("C408", attacked("opened-late"), honest_archive, path="ledger.jsonl", hand=1)
ALSO += [("C408", attacked(name)) for name in ("open-line-changed", "session-opened-twice")]
case("C409", attacked("void-draw"), honest_archive, path="ledger.jsonl")


def drawn_hand_void(site: Site) -> None:
    """The hand that drew the dealer is void, and the session goes on; the game has hands 3 and 4."""
    at = site.place("reveal", "players", 1)
    site.entries[at] = {"void": {**site.entries[at]["reveal"], "reason": "the connection"}}
    game = site.game("players")
    gone = game["hands"].pop(0)["claims"]["points"]
    for hand in game["hands"]:
        hand["claims"]["score"] = [a - b for a, b in zip(hand["claims"]["score"], gone, strict=True)]
    game["result"]["score"] = game["hands"][-1]["claims"]["score"]
    game["first_dealer"] = {"method": "agreed", "dealer": game["hands"][0]["dealer"]}


ALSO.append(("C409", site_is(changed(drawn_hand_void))))

# The ledger as a whole

case("C410", attacked("lines-swapped"), honest_archive, path=LAST)
case("C411", attacked("ledger-cut"), site_is(changed(one_more_void, signed=False)), path=LAST)
case("C412", attacked("last-byte-cut"), honest_archive, path="ledger.jsonl", line=58)
case(
    "C413",
    site_is(changed(one_more_void, signed=False)),
    site_is(changed(one_more_void)),
    path="ledger.jsonl",
    line=59,
)


def no_ledger(site: Site) -> None:
    del site.manifest["ledger"]


case(
    "C414",
    attacked("ledger-missing"),
    site_is(changed(no_ledger), ledger_jsonl=None, early_txt=None, checkpoint_txt=None),
    path="archive.json",
)
ALSO.append(("C414", attacked("checkpoint-missing")))


def outside(site: Site) -> None:
    site.manifest["ledger"]["checkpoints"].append("../checkpoint.txt")


ALSO.append(("C414", site_is(changed(outside, signed=False))))
case("C415", ledger_is(honest, checkpoint=False), ledger_is(honest), line=1)
case("C416", ledger_is(changed(one_more)), ledger_is(honest), line=59, hand=4)

# Games against the ledger

case("C420", attacked("never-promised"), honest_archive, path="games/pair.json", hand=3)
ALSO.append(("C420", attacked("game-never-promised")))


def another_game(site: Site) -> None:
    other = deal_out(secret={("pair", 3): hex_of("another")})
    site.games["games/pair.json"] = other.game("pair")


def without_secret(site: Site) -> None:
    for hand in site.game("pair")["hands"]:
        for name in ("secret", "values"):
            del hand["deal"][name]


case(
    "C421",
    site_is(changed(another_game, signed=False)),
    site_is(changed(without_secret, signed=False)),
    path="games/pair.json",
    hand=3,
)
case("C422", attacked("hand-dropped"), honest_archive, path="games/pair.json", hand=3)
case("C423", attacked("void-hand-played"), honest_archive, path="games/pair.json", hand=3)
case("C424", honest_archive, site_is(only("plain", "pair")), path="ledger.jsonl")


def opened_alone(site: Site) -> None:
    """A session that was opened, and in which nobody played."""
    line = {**site.entries[site.place("open", "pair")]["open"], "session": session_of("empty")}
    site.entries.append({"open": line})


case("C425", attacked("game-dropped"), site_is(changed(opened_alone)), path="ledger.jsonl")


def other_event() -> Site:
    """The ledger goes on with a table of another day, whose games are in another archive."""
    site = honest()
    name = f"{ORIGIN}/2024-01-01/table/1"
    header = {**site.entry("open", "pair"), "session": name, "entropy": "none"}
    match = hashlib.sha256(json.dumps({"open": header}, separators=(",", ":")).encode()).hexdigest()
    made = evidence_of(terms_of(match=match, session=name), hex_of("another day"))["evidence"]
    named = {"commitment": made["commitment"]}
    site.entries += [
        {"open": header},
        {"commit": {"terms": made["terms"], **named, "time": "2024-01-01T19:00:00Z"}},
        {"reveal": {**named, "secret": made["secret"]}},
    ]
    return site


case("C426", site_is(other_event), honest_archive, path="ledger.jsonl")

# Entropy and secrets


def beacon() -> Doc:
    needs_beacon()
    return honest().saved("beacon", 1, EARLY_SIZE)


case("C501", attacked("beacon-of-another-round"), hand_is(beacon), pointer="/deal/beacon", hand=1)
case("C502", attacked("beacon-unchecked"), hand_is(beacon), pointer="/deal/beacon", hand=1)
case("C503", attacked("contribution-twice"), honest_archive, path="ledger.jsonl", hand=3, seat=2)
ALSO += [("C503", attacked(name)) for name in ("contribution-late", "number-never-contributed")]


def of_no_seat(site: Site) -> None:
    """A seat contributes that the terms do not name."""
    line = {**site.entry("contribute", "pair", 3, 0), "seat": 1, "contribution": hex_of("East, too")}
    site.entries.insert(site.place("contribute", "pair", 3, 2), {"contribute": line})


ALSO.append(("C503", site_is(changed(of_no_seat))))


def committed_at(time: str) -> Play:
    def make() -> Doc:
        return deal_out(time={("beacon", 1): time}).saved("beacon", 1, EARLY_SIZE)

    return hand_is(make)


case(
    "C505",
    committed_at("2023-08-23T15:59:15Z"),
    committed_at("2023-08-23T15:59:14Z"),
    hand=1,
    pointer="/deal/beacon",
)
ALSO.append(("C505", committed_at("2023-08-23T15:59:14.5Z")))
case(
    "C506",
    attacked("number-invented"),
    hand_is(players, mine=lambda folder: (value_of(honest(), "players", 3, 0),)),
    hand=3,
)
case("C507", attacked("secret-used-twice-in-two-hands"), twice(plain, plain), hand=4)
ALSO += [("C507", attacked(name)) for name in ("secret-used-twice", "secret-of-a-void-hand")]
case(
    "C508",
    attacked("weak-secret-zeros"),
    honest_archive,
    path="games/plain.json",
    hand=2,
    pointer="/hands/1/deal/secret",
)
case("C509", attacked("secret-is-in-the-ledger"), honest_archive, path="ledger.jsonl")
ALSO.append(("C509", attacked("secret-is-the-hash-of-the-terms")))


def stamped(text_of: Callable[[], Doc]) -> Callable[[], Doc]:
    def make() -> Doc:
        needs_timestamp()
        tree = text_of()
        tree["deal"]["proof"]["timestamp"] = token()
        return tree

    return make


PEM = ROOT_PEM.read_text()
case("C511", hand_is(stamped(plain), PEM), hand_is(stamped(beacon), PEM), pointer="/deal/proof/timestamp", hand=2)
case("C512", hand_is(stamped(beacon)), hand_is(stamped(beacon), PEM), pointer="/deal/proof/timestamp", hand=1)


def without_the_extra(folder: Path) -> Findings:
    tree = stamped(beacon)()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rfc3161_client", None)
        return hand_is(lambda: tree, PEM)(folder)


ALSO.append(("C512", without_the_extra))

# Numbers, by the ledger alone


def short(site: Site) -> None:
    site.entry("reveal", "players", 3)["values"].pop()


def another_value(site: Site) -> None:
    site.entry("reveal", "players", 3)["values"][1] = hex_of("another")


def copied() -> Site:
    return deal_out(value={("players", 3, 2): value_of(honest(), "players", 3, 0)})


LEDGER = ledger_is(honest)
case("C110", ledger_is(changed(short)), LEDGER, hand=3, seat=3)
case("C111", ledger_is(changed(another_value)), LEDGER, hand=3, seat=1)
case("C112", ledger_is(copied), LEDGER, hand=3, seat=2)
ALSO.append(("C112", attacked("number-repeated-from-a-void-hand")))


def too_many(site: Site) -> None:
    site.entry("reveal", "pair", 3)["values"].append(hex_of("East, too"))


ALSO.append(("C111", ledger_is(changed(too_many))))


def void_of_another_value(site: Site) -> None:
    site.entry("void", "players", 2)["values"][0] = hex_of("another")


ALSO.append(("C111", site_is(changed(void_of_another_value))))

# The beacon, by the ledger alone


def no_signature(site: Site) -> None:
    del site.entry("reveal", "beacon", 1)["signature"]


def another_signature(site: Site) -> None:
    site.entry("reveal", "beacon", 1)["signature"] = ROUNDS[1001][0]


def promised_late(site: Site) -> None:
    site.entry("commit", "beacon", 1)["time"] = "2023-08-23T15:59:15Z"


ALSO.append(("C110", ledger_is(changed(no_signature))))
ALSO.append(("C501", ledger_is(changed(another_signature))))
ALSO.append(("C505", ledger_is(changed(promised_late))))

# What came of choice

case(
    "C221",
    hand_is(players),
    lambda folder: found(own_choice(folder)),
    hand=3,
)


def own_choice(folder: Path) -> Report:
    """The players' game with the number of one in each hand, the checkpoint and the ledger."""
    site = only("players")()
    mine = tuple(value_of(site, "players", hand, 1) for hand in (1, 3, 4))
    kept = []
    for hand in (1, 3, 4):
        (folder / f"{hand}.txt").write_text(site.checkpoint(site.before("players", hand)), encoding="utf-8")
        kept.append(read_seen(str(folder / f"{hand}.txt")))
    return archive(folder, site, mine=mine, checkpoints=tuple(kept))


COVERED = frozenset(CASES)


def test_every_code_of_evidence_has_its_case() -> None:
    wanted = {code for code in all_codes() if code[:2] in ("C3", "C4", "C5")} | {"C204", "C221"}
    assert wanted | {"C110", "C111", "C112", "C201", "C202", "C203"} == COVERED


@pytest.mark.parametrize("code", sorted(CASES))
def test_the_case_fires(code: str, tmp_path: Path) -> None:
    findings = CASES[code].fires(tmp_path)
    mine = [each for each in findings if each.code == code]
    assert mine, findings
    errors = {each.code for each in findings if each.severity == "error"}
    assert errors == ({code} if entry(code).severity == "error" else set()), errors
    for name, value in CASES[code].place.items():
        assert any(getattr(each.where, name) == value for each in mine), (name, [each.where for each in mine])


@pytest.mark.parametrize("number", range(len(ALSO)))
def test_it_fires_here_too(number: int, tmp_path: Path) -> None:
    code, fires = ALSO[number]
    findings = [each for each in fires(tmp_path) if each.severity == "error" or each.code == code]
    assert {each.code for each in findings} == {code}, findings


@pytest.mark.parametrize("code", sorted(CASES))
def test_its_near_miss_does_not(code: str, tmp_path: Path) -> None:
    findings = CASES[code].near(tmp_path)
    assert code not in {each.code for each in findings}, [each for each in findings if each.code == code]
    errors = [each for each in findings if each.severity == "error"]
    assert not errors, errors

"""The commands against the honest site and an attacked one, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from euchre_audit.records.write import json_text
from tests.attacks.site import (
    EARLY_SIZE,
    ORIGIN,
    ROOT_PEM,
    deal_out,
    honest,
    keys_in,
    needs_beacon,
    needs_timestamp,
    witness_key,
)
from tests.attacks.test_attacks import value_of
from tests.audit.games import hex_of
from tests.cli.run import euchre_audit
from tests.twin.ledger import key_text, public_of

STEPS = [
    "key",
    "checkpoint",
    "root",
    "inclusion",
    "commitment",
    "terms",
    "match",
    "secret",
    "mix",
    "stages",
    "cards seen",
    "play",
    "score",
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lies before the person: two archives, saved hands, keys, the own checkpoint."""
    folder = tmp_path_factory.mktemp("desk")
    site = honest()
    site.write(folder / "honest")
    deal_out(secret={("players", 3): hex_of("a better one")}).write(folder / "remade")
    keys_in(folder, witness_key(), ROOT_PEM.read_text())
    keys_in(folder / "keys", witness_key(), ROOT_PEM.read_text())
    (folder / "other.key").write_text(key_text(ORIGIN, public_of(b"\x55" * 32)))
    (folder / "no.key").write_text(key_text(ORIGIN, bytes(32)))
    size = site.before("pair", 3)
    (folder / "mine.txt").write_text(site.checkpoint(size), encoding="utf-8")
    (folder / "early-mine.txt").write_text(site.checkpoint(site.before("players", 3)), encoding="utf-8")
    (folder / "hand.json").write_text(json_text(site.saved("pair", 3, size)))
    (folder / "beacon.json").write_text(json_text(site.saved("beacon", 1, EARLY_SIZE, stamped=True)))
    return folder


def test_archives(desk: Path) -> None:
    ran = euchre_audit("archive", "honest", "--key", "club.key", cwd=desk)
    assert (ran.code, ran.err) == (0, "")
    assert "ledger.jsonl: 58 lines; 58 signed by club.example; 16 deals promised, 15 opened, 1 void" in ran.out
    again = euchre_audit("archive", "remade", "--key", "club.key", cwd=desk)
    assert again.code == 0, again.out
    ran = euchre_audit("archive", "remade", "--key", "club.key", "--saw", "early-mine.txt", cwd=desk)
    assert ran.code == 1
    assert "C320" in ran.out and "club.example signed both" in " ".join(ran.out.split())
    assert ran.out.rstrip().splitlines()[-1].startswith("FAIL")
    ran = euchre_audit("archive", "honest", "--key", "other.key", cwd=desk)
    assert ran.code == 1 and "C305" in ran.out


def test_a_saved_hand(desk: Path) -> None:
    mine = value_of(honest(), "pair", 3, 2)
    ran = euchre_audit(
        *("verify", "hand.json", "--key", "club.key", "--saw", "mine.txt", "--mine", mine),
        *("--require", "published"),
        cwd=desk,
    )
    assert ran.code == 0, ran.out
    assert "your checkpoint of 55 lines covers it, as line 53" in ran.out
    ran = euchre_audit("verify", "hand.json", "--key", "club.key", "--require", "published", cwd=desk)
    assert ran.code == 1 and "FAIL" not in ran.out, ran.out
    ran = euchre_audit("verify", "hand.json", "--key", "club.key", "--mine", hex_of("not in it"), cwd=desk)
    assert ran.code == 1 and "C506" in ran.out


def test_published_and_choice_by_a_beacon(desk: Path) -> None:
    needs_timestamp()
    needs_beacon()
    words = ("verify", "beacon.json", "--require", "published,choice")
    assert euchre_audit(*words, "--key", "keys", cwd=desk).code == 0
    ran = euchre_audit(*words, "--key", "club.key", cwd=desk)
    assert ran.code == 1 and "C512" in ran.out


def test_every_step(desk: Path) -> None:
    ran = euchre_audit("verify", "hand.json", "--key", "club.key", "-v", cwd=desk)
    assert ran.code == 0
    start = ran.out.index("Step by step")
    steps = [line for line in ran.out[start:].splitlines() if line[:4].strip().isdigit()]
    assert [int(line[:4]) for line in steps] == list(range(1, len(STEPS) + 1))
    for number, name in enumerate(STEPS):
        assert steps[number][7:].startswith(name), steps[number]


def test_every_step_for_another_tool(desk: Path) -> None:
    """All values of the chain, equal to those of the second reading."""
    words = ("verify", "hand.json", "--key", "club.key", "--format", "json", "-v")
    tree = json.loads(euchre_audit(*words, cwd=desk).out)
    (hand,) = tree["games"][0]["hands"]
    assert [step["step"] for step in hand["chain"]] == STEPS
    values = {step["step"]: step["values"] for step in hand["chain"]}
    site = honest()
    deal, proof = site.hand("pair", 3)["deal"], site.proof("pair", 3, site.before("pair", 3))
    assert values["key"]["key"] == site.key
    assert values["root"]["root"] == site.ledger.root(site.before("pair", 3)).hex()
    assert (values["inclusion"]["leaf"], int(values["inclusion"]["index"])) == (proof["leaf"], proof["index"])
    assert values["commitment"]["commitment"] == deal["commitment"]
    assert values["match"]["SHA-256"] in deal["terms"]
    assert values["secret"]["secret"] == deal["secret"]
    mix = "0002"
    for each in deal["values"]:
        label = f"seat {each['seat']}".encode()
        mix += f"{len(label):04x}{label.hex()}0020{each['value']}"
    assert values["mix"]["mix"] == mix


def test_keys(desk: Path) -> None:
    ran = euchre_audit("verify", "hand.json", "--key", "no.key", cwd=desk)
    assert ran.code == 2 and "small order" in ran.err and "C307" in ran.err
    ran = euchre_audit("archive", "honest", "--key", "keys", "--format", "json", cwd=desk)
    tree = json.loads(ran.out)
    assert (ran.code, tree["verdict"], tree["ledgers"][0]["signer"]) == (0, "pass", ORIGIN)

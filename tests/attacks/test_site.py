"""The site of the attack lab itself: the same bytes each time, and as the procedure's second reading has it."""

from __future__ import annotations

import json

from tests.attacks.site import DATA, EARLY_SIZE, NAMES, WITNESS, deal_out, honest
from tests.audit.games import contribution_of
from tests.twin.ledger import check_proof, mth
from tests.vectors.reference import Procedure

EARLY_TEXT = "club.example\n4\nqTbFhiV+NUqZbkD9q5o3znOlZdu0uaXAse6Xl8sLyV4=\n"


def test_the_same_bytes() -> None:
    assert deal_out().files() == honest().files()
    assert honest().ledger.text(EARLY_SIZE) == EARLY_TEXT
    assert (DATA / "early.tst").stat().st_size < 1000


def test_proofs_and_checkpoints() -> None:
    site = honest()
    for table in NAMES:
        for hand in site.game(table)["hands"]:
            for size in (site.before(table, hand["hand"]), site.size):
                assert check_proof(site.proof(table, hand["hand"], size), site.key) is None
    assert f"\n\u2014 {WITNESS} " in site.checkpoint(EARLY_SIZE, 1)
    assert site.ledger.root() == mth(site.ledger.lines)


def test_deals_and_contributions() -> None:
    site = honest()
    for table in NAMES:
        for hand in site.game(table)["hands"]:
            deal = hand["deal"]
            shown = [{"label": f"seat {each['seat']}", "value": each["value"]} for each in deal.get("values", [])]
            if "beacon" in deal:
                label = deal["terms"].splitlines()[-1].removeprefix("entropy ")
                shown = [{"label": label, **deal["beacon"]}]
            made = Procedure().deal("", deal["terms"], deal["secret"], shown)
            assert (made["hands"], made["kitty"]) == (hand["dealt"], hand["kitty"])
            assert made["commitment"] == deal["commitment"]
            for each in deal.get("values", []):
                given = contribution_of(bytes.fromhex(deal["commitment"]), each["seat"], each["value"])
                assert given == each["contribution"]


def test_lines() -> None:
    for line in honest().ledger.lines:
        assert all(0x20 <= byte <= 0x7E for byte in line)
        assert len(json.loads(line)) == 1

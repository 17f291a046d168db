"""Writes the seeds that a program makes: ``python -m tests.fuzz.make_seeds``. Those of past finds stay."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import msgpack

from euchre_audit.audit.draft import draft_manifest
from euchre_audit.notations.convert import convert_any
from euchre_audit.records.write import json_text
from tests.examples.make_examples import EXAMPLES, hand_file, play_game
from tests.notations.test_openspiel import history_of
from tests.notations.test_ptn import HAND
from tests.twin.generate import random_hand
from tests.twin.ledger import Ledger

SEEDS = Path(__file__).parent / "seeds"
VECTORS = EXAMPLES.parent / "schemas" / "vectors"


def write(path: str, data: bytes | str) -> Path:
    file = SEEDS / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return file


def lines(trees: list[Any]) -> str:
    return "".join(json.dumps(tree, separators=(",", ":")) + "\n" for tree in trees)


def ledger_of(game: Any) -> Ledger:
    """A ledger that promises and opens the game's deals."""
    ledger = Ledger("club.example", hashlib.sha256(b"example key").digest())
    ledger.append(json.loads(game["hands"][0]["deal"]["match"]))
    for hand in game["hands"]:
        deal, named = hand["deal"], {"commitment": hand["deal"]["commitment"]}
        ledger.append({"commit": {"terms": deal["terms"], **named, "time": "2026-11-29T19:00:00Z"}})
        for each in deal["values"]:
            ledger.append({"contribute": {**named, "seat": each["seat"], "contribution": each["contribution"]}})
        values = [each["value"] for each in deal["values"]]
        ledger.append({"reveal": {**named, "secret": deal["secret"], "values": values}})
    return ledger


def main() -> None:
    """Write them."""
    game = play_game("club.example/fuzz/1", ("Ann", "Bo", "Cy", "Di"), seats=(0, 2))
    game["hands"] = game["hands"][:2]
    del game["result"], game["ended"]
    hands = [hand_file(game, 1, None), hand_file(game, 2, 1)]
    write("game/game.json", json_text(game))
    write("hand/saved.json", (EXAMPLES / "saved-hand.json").read_bytes())
    write("hand/written.json", (EXAMPLES / "written-by-hand.json").read_bytes())
    for house in ("family-twelve", "family-cutthroat", "pagat"):
        write(f"hand/{house}.json", json_text(random_hand(Random("seed"), house, hidden="none")))
    write("jsonl/hands.jsonl", lines(hands))
    write("msgpack/hands.msgpack", b"".join(map(msgpack.packb, hands)))
    plain = play_game("club.example/fuzz/2", ("Rose", "Sam", "Tess", "Uwe"), "egn")
    plain["hands"] = plain["hands"][:2]
    del plain["result"], plain["ended"]
    made = str(write("proof/evening/game.json", json_text(plain)))
    for target in ("proof/evening/game.egn", "egn/game.egn", "emn/match.emn"):
        (SEEDS / target).parent.mkdir(parents=True, exist_ok=True)
        convert_any(made, str(SEEDS / target), force=True)
    Path(made).unlink()
    (SEEDS / "egn" / "game.proof.json").unlink(missing_ok=True)
    write("ptn/hand.ptn", HAND)
    dealt = [random_hand(Random(f"seed {number}"), "openspiel", hidden="none") for number in range(2)]
    write("openspiel/histories.jsonl", lines([history_of(hand) for hand in dealt]))

    ledger = ledger_of(game)
    for folder in ("ledger/club", "archive/club"):
        write(f"{folder}/ledger.jsonl", ledger.raw)
        write(f"{folder}/checkpoint.txt", ledger.checkpoint())
    write("archive/club/table-1.json", json_text(game))
    (SEEDS / "archive" / "club" / "archive.json").unlink(missing_ok=True)
    write("archive/club/archive.json", json_text(draft_manifest(str(SEEDS / "archive" / "club"), "Fuzz", None)))
    write("checkpoint/checkpoint.txt", ledger.checkpoint())
    write("seen/checkpoint.txt", ledger.checkpoint())
    write("seen/commitment.txt", hands[0]["deal"]["commitment"] + "\n")
    write("mine/number.txt", hands[0]["deal"]["values"][0]["value"] + "\n")
    write("keys/club.key", ledger.key + "\n")
    write("keys/root.pem", (Path(__file__).parents[1] / "evidence" / "data" / "root.pem").read_bytes())
    promised = [f"{game['game']} {hand['hand']} {hand['deal']['commitment']}\n" for hand in game["hands"]]
    write("published/list.txt", "".join(promised))
    known = [{"fingerprint": "0" * 32, "reason": "ruled"}, {"fingerprint": "f" * 32 + "-2", "reason": "a misprint"}]
    write("baseline/known.json", json_text({"format": "euchre-baseline/1", "known": known}))
    for number, hand in enumerate(game["hands"], 1):
        write(f"terms/{number}.txt", hand["deal"]["terms"])
    draw = (EXAMPLES / "deal-terms.txt").read_text().splitlines()
    draw[3:8] = ["hand 0", "dealer black-jack", "deck 24", "seats 4", "pattern none"]
    write("terms/draw.txt", "\n".join(draw) + "\n")
    tree = json.loads((VECTORS / "deal-v1.json").read_text())
    write("vectors/vectors.json", json_text({**tree, "vectors": tree["vectors"][:2]}))
    for house in ("family", "trickster"):
        shipped = Path(__file__).parents[2] / "euchre_audit" / "rules" / "houses" / f"{house}.toml"
        write(f"house/{house}.toml", shipped.read_bytes())
    write("log/lines.txt", "\n".join([*hands[0]["log"], "0 give Ac 2", "2 swap 9c,Td for ??,??"]) + "\n")

    packed = {"club/table-1.json": json_text(hands[0]), "club/more/hands.jsonl": lines(hands[1:])}
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in packed.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    with tarfile.open(fileobj=tarred, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, text in packed.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
    write("container/season.zip", zipped.getvalue())
    short = tarred.getvalue().rstrip(b"\0")
    write("container/season.tar", short + bytes(-len(short) % 512 + 1024))
    write("container/season.tar.gz", gzip.compress(short + bytes(-len(short) % 512 + 1024), mtime=0))


if __name__ == "__main__":
    main()

"""A played hand with its evidence changed, piece by piece."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from euchre_audit.records.write import json_text
from tests.audit.games import Doc, hand_file
from tests.examples.make_examples import play_game
from tests.twin.ledger import key_text
from tests.web.case import EXAMPLES, Case


def of_evidence() -> Iterator[Case]:
    """A played hand with its evidence changed, piece by piece."""
    game = play_game("club.example/2026-11-30/table-9/1", ("Ann", "Bo", "Cy", "Di"), seats=(0, 2))
    plain = play_game("club.example/2026-11-30/table-8/1", ("Ann", "Bo", "Cy", "Di"))
    for source in (game, plain):
        for index in (0, 3):
            for name, change in EVIDENCE.items():
                hand = hand_file(source, index)
                change(hand, hand["deal"])
                yield Case(f"{source['game']} {index} {name}", json_text(hand))
    saved = json.loads((EXAMPLES / "saved-hand.json").read_text("utf-8"))
    key = (EXAMPLES / "club.key").read_text("utf-8")
    for name, change in PROOF.items():
        hand = copy.deepcopy(saved)
        change(hand["deal"], hand["deal"]["proof"])
        for given in ("", key):
            yield Case(f"saved hand, {name}, key {bool(given)}", json_text(hand), given)
    yield Case("saved hand, another's key", json_text(saved), key_text("other.example", b"\x11" * 32))
    yield Case("saved hand, another key of the name", json_text(saved), key_text("club.example", b"\x11" * 32))


def _set(what: str, value: Any) -> Callable[[Doc, Doc], None]:
    return lambda hand, deal: hand.__setitem__(what, value(hand) if callable(value) else value)


def _digit(text: str, place: int = 5) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


EVIDENCE: dict[str, Callable[[Doc, Doc], Any]] = {
    "unchanged": lambda hand, deal: None,
    "commitment digit": lambda hand, deal: deal.update(commitment=_digit(deal["commitment"])),
    "commitment in capitals": lambda hand, deal: deal.update(commitment=deal["commitment"].upper()),
    "commitment short": lambda hand, deal: deal.update(commitment=deal["commitment"][:-1]),
    "no commitment": lambda hand, deal: deal.pop("commitment"),
    "secret digit": lambda hand, deal: deal.update(secret=_digit(deal["secret"])),
    "secret short": lambda hand, deal: deal.update(secret="00"),
    "no secret": lambda hand, deal: deal.pop("secret"),
    "no terms": lambda hand, deal: deal.pop("terms"),
    "no match": lambda hand, deal: deal.pop("match"),
    "match changed": lambda hand, deal: deal.update(match=deal["match"].replace("ann", "eve")),
    "match is no line": lambda hand, deal: deal.update(match="{}"),
    "terms CR LF": lambda hand, deal: deal.update(terms=deal["terms"].replace("\n", "\r\n")),
    "terms one line less": lambda hand, deal: deal.update(terms=deal["terms"].replace("seats 4\n", "")),
    "terms deck 32": lambda hand, deal: deal.update(terms=deal["terms"].replace("deck 24", "deck 32")),
    "terms hand": lambda hand, deal: deal.update(terms=deal["terms"].replace("\nhand ", "\nhand 9")),
    "terms pattern": lambda hand, deal: deal.update(terms=deal["terms"].replace("3/2", "2/3")),
    "terms match none": lambda hand, deal: deal.update(terms=deal["terms"].replace(deal["terms"][21:85], "none")),
    "secret all of one": lambda hand, deal: deal.update(secret="11" * 32),
    "empty": lambda hand, deal: deal.clear(),
    "no deal": lambda hand, deal: hand.pop("deal"),
    "another game": _set("game", "club.example/other/1"),
    "another hand": _set("hand", 77),
    "another dealer": _set("dealer", lambda hand: (hand["dealer"] + 1) % 4),
    "another dealer, two on": _set("dealer", lambda hand: (hand["dealer"] + 2) % 4),
    "no dealer": lambda hand, deal: hand.pop("dealer"),
    "another house": _set("house", "family"),
    "other rules": _set("rules", {"target": 11}),
    "other players": _set("players", ["A", "B", "C", "D"]),
    "no players": lambda hand, deal: hand.pop("players"),
    "no hands": lambda hand, deal: (hand.pop("dealt"), hand.pop("kitty"), hand.pop("up")),
    "half known": lambda hand, deal: hand["dealt"][1].__setitem__(0, "?" + hand["dealt"][1][0][1]),
    "half known, wrong": lambda hand, deal: hand["dealt"][1].__setitem__(
        0, "?" + ("c" if hand["dealt"][1][0][1] != "c" else "h")
    ),
    "values dropped": lambda hand, deal: deal.pop("values", None),
    "one value": lambda hand, deal: deal.update(values=deal.get("values", [])[:1]),
    "value twice": lambda hand, deal: deal.update(values=deal.get("values", [])[:1] * 2),
    "value changed": lambda hand, deal: [each.update(value="ab" * 32) for each in deal.get("values", [])[:1]],
    "values alike": lambda hand, deal: [each.update(value="cd" * 32) for each in deal.get("values", [])],
    "value not hex": lambda hand, deal: [each.update(value="XY") for each in deal.get("values", [])],
    "contribution changed": lambda hand, deal: [
        each.update(contribution="ab" * 32) for each in deal.get("values", [])
    ],
    "no contribution": lambda hand, deal: [each.pop("contribution") for each in deal.get("values", [])],
    "value of another seat": lambda hand, deal: deal.update(values=[{"seat": 3, "value": "ab" * 32}]),
    "beacon unasked": lambda hand, deal: deal.update(beacon={"signature": "ab" * 48}),
}

PROOF: dict[str, Callable[[Doc, Doc], Any]] = {
    "unchanged": lambda deal, proof: None,
    "index": lambda deal, proof: proof.update(index=8),
    "index beyond": lambda deal, proof: proof.update(index=37),
    "huge index": lambda deal, proof: proof.update(index=10**17),
    "size": lambda deal, proof: proof.update(size=36),
    "path short": lambda deal, proof: proof["path"].pop(),
    "path long": lambda deal, proof: proof["path"].append("00" * 32),
    "path digit": lambda deal, proof: proof["path"].__setitem__(0, _digit(proof["path"][0])),
    "path not hex": lambda deal, proof: proof["path"].__setitem__(0, "zz"),
    "leaf changed": lambda deal, proof: proof.update(leaf=proof["leaf"].replace("19:06", "19:07")),
    "leaf of another hand": lambda deal, proof: proof.update(leaf=proof["leaf"].replace("hand 3", "hand 4")),
    "leaf is no line": lambda deal, proof: proof.update(leaf="x"),
    "leaf with a name twice": lambda deal, proof: proof.update(leaf=proof["leaf"][:-2] + ',"time":"x"}}'),
    "leaf of another kind": lambda deal, proof: proof.update(leaf=deal["match"]),
    "root": lambda deal, proof: proof.update(checkpoint=proof["checkpoint"].replace("WlDD", "WlDE")),
    "signature": lambda deal, proof: proof.update(checkpoint=proof["checkpoint"].replace("RqVLK", "RqVLL")),
    "origin": lambda deal, proof: proof.update(
        checkpoint=proof["checkpoint"].replace("club.example\n", "club.exampl\n")
    ),
    "no signature": lambda deal, proof: proof.update(checkpoint=proof["checkpoint"].split("\u2014")[0]),
    "CR LF": lambda deal, proof: proof.update(checkpoint=proof["checkpoint"].replace("\n", "\r\n")),
    "no checkpoint": lambda deal, proof: proof.update(checkpoint=""),
    "terms from the leaf": lambda deal, proof: deal.pop("terms"),
    "commitment from the leaf": lambda deal, proof: deal.pop("commitment"),
    "commitment changed": lambda deal, proof: deal.update(commitment=_digit(deal["commitment"])),
    "terms changed": lambda deal, proof: deal.update(terms=deal["terms"].replace("dealer 0", "dealer 1")),
    "time stamp": lambda deal, proof: proof.update(timestamp="AAAA"),
}

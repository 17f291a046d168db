"""Whole legal games with the evidence of every deal, made without the package: the cards by the procedure's
second reading in tests/vectors, the play by the second engine in tests/twin. And what tests do with them."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from euchre_audit.audit import GameResult, Options, Report, audit_files, audit_game, load
from euchre_audit.findings import Finding
from euchre_audit.records import PublishedList, Source
from euchre_audit.records.write import json_text
from tests.twin.engine import Table, left_of
from tests.twin.generate import hide, how_it_ended, random_line, without_discard
from tests.twin.rules import rules_of
from tests.vectors.reference import Procedure

Doc = dict[str, Any]
PLAYERS = [
    {"id": "p-1", "name": "Ann", "kind": "person"},
    {"id": "p-2", "name": "Bo"},
    {"id": "b-1", "name": "Robo", "kind": "bot"},
    {"id": "p-4", "name": "Di"},
]
SESSION = "club.example/2026-11-30/table-7/1"
PATTERNS = {"club": "3/2"}


def hex_of(*parts: object) -> str:
    """32 bytes that nothing but the parts decides."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def open_line(house: str, rules: Doc, entropy: str = "none", players: list[Any] | None = None) -> str:
    """The match header of a session, as a ledger publishes it."""
    ids = [player if isinstance(player, str) else player["id"] for player in players or PLAYERS]
    header = {
        "session": SESSION,
        "house": house,
        "rules": rules,
        "players": ids,
        "entropy": entropy,
        "reveal": "hand",
    }
    return json.dumps({"open": header}, separators=(",", ":"))


def terms_of(**changes: Any) -> str:
    """Terms, with the usual values for what is not given."""
    lines = {
        "match": "none",
        "session": SESSION,
        "hand": 1,
        "dealer": 0,
        "deck": 24,
        "seats": 4,
        "pattern": "3/2",
        "entropy": "none",
        **changes,
    }
    return "euchre-deal/v1\n" + "".join(f"{keyword} {value}\n" for keyword, value in lines.items())


def evidence_of(terms: str, secret: str, match: str | None = None, values: dict[int, str] | None = None) -> Doc:
    """``evidence``: what the file holds of a deal; ``vector``: what the procedure deals from it."""
    shown = [{"label": f"seat {seat}", "value": value} for seat, value in (values or {}).items()]
    vector = Procedure().deal("", terms, secret, shown)
    evidence: Doc = {"terms": terms, "commitment": vector["commitment"], "secret": secret}
    if match is not None:
        evidence = {"match": match, **evidence}
    if values:
        committed = bytes.fromhex(vector["commitment"])
        evidence["values"] = [
            {"seat": seat, "value": value, "contribution": contribution_of(committed, seat, value)}
            for seat, value in values.items()
        ]
    return {"evidence": evidence, "vector": vector}


def contribution_of(committed: bytes, seat: int, value: str) -> str:
    """What a player publishes before showing the value."""
    tagged = b"euchre-deal/v1 contribution\x00" + committed + bytes([seat]) + bytes.fromhex(value)
    return hashlib.sha256(tagged).hexdigest()


def proven_game(
    seed: int,
    house: str = "club",
    rules: Doc | None = None,
    *,
    entropy: str = "none",
    header: bool = True,
    hidden: str = "none",
    loners: float = 0.25,
    max_hands: int | None = None,
    skip_dealer_at: int | None = None,
) -> Doc:
    """A random legal game, every hand dealt from a secret that the file reveals.

    ``skip_dealer_at``: the hand that one seat too far on deals, terms and play included.
    """
    rng = Random(f"{seed}/{house}")
    full = rules_of(house, rules)
    match = open_line(house, rules or {}, entropy.split(" ")[0]) if header else None
    match_hash = hashlib.sha256(match.encode()).hexdigest() if match is not None else "none"
    game: Doc = {
        "format": "euchre-game/1",
        "game": SESSION,
        "house": house,
        "rules": rules or {},
        "players": PLAYERS,
        "start": [0, 0],
        "hands": [],
    }
    score, dealer, ended, seat_shown = [0, 0], rng.randrange(4), None, rng.randrange(4)
    while ended is None and (max_hands is None or len(game["hands"]) < max_hands):
        number = len(game["hands"]) + 1
        if number == skip_dealer_at:
            dealer = left_of(dealer)
        terms = terms_of(match=match_hash, hand=number, dealer=dealer, entropy=entropy, pattern=full["patterns"][0])
        seats = [int(seat) for seat in entropy.split(" ")[1].split(",")] if entropy != "none" else []
        values = {seat: hex_of("value", seed, number, seat) for seat in seats}
        made = evidence_of(terms, hex_of("secret", seed, house, number), match, values)
        dealt, kitty = made["vector"]["hands"], made["vector"]["kitty"]
        table = Table(full, dealer, dealt, kitty)
        while not table.over:
            table.do(random_line(rng, table, loners))
        score = [score[side] + table.points[side] for side in (0, 1)]
        hand = {
            "hand": number,
            "dealer": dealer,
            "up": kitty[0],
            "dealt": dealt,
            "kitty": kitty,
            "log": table.log,
            "ended": table.ended,
            "claims": {"tricks": table.tricks, "points": table.points, "score": score},
        }
        game["hands"].append({**hide(rng, hand, hidden, seat_shown), "deal": made["evidence"]})
        if table.ended == "played" or full["thrown_in"] == "next":
            dealer = left_of(dealer)
        ended = how_it_ended(full, score, number)
    if ended is not None:
        best = max(score)
        game["ended"] = ended
        game["result"] = {"score": score, "winners": [side for side in (0, 1) if score[side] == best]}
    return game


def without_evidence(game: Doc) -> Doc:
    """The same game with the cards as dealt, and nothing that proves them."""
    plain = copy.deepcopy(game)
    for hand in plain["hands"]:
        hand.pop("deal", None)
    return plain


def without_cards(game: Doc) -> Doc:
    """The same game as an onlooker notes it: the up card, the calls, the cards played."""
    plain = without_evidence(game)
    for hand in plain["hands"]:
        hand.pop("dealt", None)
        hand.pop("kitty", None)
        hand["log"] = [without_discard(line) for line in hand["log"]]
    return plain


KNOWN: dict[str, Callable[[Doc], Doc]] = {
    "verified deal": copy.deepcopy,
    "recorded hands": without_evidence,
    "unknown hands": without_cards,
}
"""What a document may tell of the cards."""


def as_known(tree: Doc, known: str) -> Doc:
    """A game or a hand file with as much of the cards as ``known`` says."""
    if "hands" in tree:
        return KNOWN[known](tree)
    return KNOWN[known]({"hands": [tree]})["hands"][0]


@cache
def _games(house: str) -> tuple[Doc, ...]:
    return tuple(proven_game(seed, house) for seed in range(12))


def clean_games(house: str = "club") -> list[Doc]:
    """A dozen games with evidence, free to change."""
    return [copy.deepcopy(game) for game in _games(house)]


def hand_file(game: Doc, index: int) -> Doc:
    """One hand of a game as a player saves it."""
    start = game["hands"][index - 1]["claims"]["score"] if index else [0, 0]
    head = {key: game[key] for key in ("game", "house", "rules", "players") if key in game}
    return copy.deepcopy({"format": "euchre-hand/1", **head, "start": start, **game["hands"][index]})


# Audits


def source_of(tree: Doc, path: str = "game.json") -> Source:
    """A document as the bytes of a file, one log line a line."""
    return Source(path, json_text(tree).encode())


def audit(tree: Doc, options: Options | None = None, path: str = "game.json") -> GameResult:
    """The audit of one document that can be read."""
    (loaded,) = load(source_of(tree, path))
    assert not isinstance(loaded, Finding), loaded
    return audit_game(loaded, options or Options())


def report_of(source: Source, options: Options | None = None) -> Report:
    """The report on one source, readable or not."""
    with TemporaryDirectory() as folder:
        Path(folder, source.path).write_bytes(source.data)
        return audit_files([source.path], options or Options(), folder=folder)


def findings_of(tree: Doc, options: Options | None = None, path: str = "game.json") -> list[Finding]:
    """Every finding on one document."""
    return report_of(source_of(tree, path), options).all_findings()


def above_notes(findings: list[Finding]) -> list[Finding]:
    """Errors and warnings."""
    return [finding for finding in findings if finding.severity != "note"]


def codes(findings: list[Finding]) -> list[str]:
    """Their codes, in order."""
    return [finding.code for finding in findings]


def told(findings: list[Finding]) -> str:
    """Findings as a failing test shows them."""
    return "\n".join(f"{f.code} {f.where.pointer}:{f.where.line} {f.message}" for f in findings) or "nothing"


def line_number(tree: Doc, pointer: str) -> int:
    """The line of a pointer in the text that :func:`source_of` makes, counted by looking for it."""
    mark = "here-" + hex_of(pointer)[:12]
    marked = copy.deepcopy(tree)
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    place: Any = marked
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place[part]
    key = int(last) if isinstance(place, list) else last
    kind, spaced = type(place[key]), " " in str(place[key])
    plain = f"{mark} 0" if spaced else mark
    place[key] = {mark: 0} if kind is dict else [f"{mark} 0"] if kind is list else plain
    after = json_text(marked).split("\n")
    number = next(number for number, line in enumerate(after) if mark in line)
    return number + 1 - (kind in (dict, list))


def published_of(game: Doc) -> PublishedList:
    """The commitments of a game, as a player noted them before the cards."""
    pairs = {(SESSION, hand["hand"]): hand["deal"]["commitment"] for hand in game["hands"]}
    return PublishedList("published.txt", pairs, ())

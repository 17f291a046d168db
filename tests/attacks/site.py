"""An honest site, made without the package: four tables in two rounds, their ledger, its checkpoints. And whatever
a dishonest operator, player or editor makes of it: every part can be changed, and written signed anew or not.

| table | entropy | reveal | hands |
|---|---|---|---|
| beacon | three rounds of drand quicknet | round | 1-3, promised in lines 2-4 |
| plain | none | hand | 0 (first dealer by cards), then a whole game |
| players | all four | hand | 1 (draws its dealer), 2 (void: South withholds a value), 3, 4 |
| pair | seats 0 and 2 | game | 1-3 |
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from euchre_audit.audit import Options, Report, audit_files, audit_folder
from euchre_audit.records import read_keys
from euchre_audit.records.write import json_text
from tests.audit.games import contribution_of, hex_of
from tests.evidence.test_beacon import ROUNDS
from tests.twin.engine import Table, left_of
from tests.twin.generate import how_it_ended, random_line
from tests.twin.ledger import Ledger, cosignature_line, key_text, public_of
from tests.twin.rules import rules_of
from tests.vectors.reference import Procedure, Unusable

Doc = dict[str, Any]
DATA = Path(__file__).parent / "data"
ROOT_PEM = Path(__file__).parents[1] / "evidence" / "data" / "root.pem"
"""The certificate that vouches for the time stamp in ``data``."""

ORIGIN, SEED = "club.example", b"\x2a" * 32
WITNESS, WITNESS_SEED = "witness.example", b"\x07" * 32
ROUND_1000 = 1692803367 + 3 * 999
SEEN = ROUND_1000 - 19
"""When the witness saw the checkpoint over the beacon's promises."""
EARLY, LAST = "early.txt", "checkpoint.txt"
EARLY_SIZE = 4
NAMES = ("beacon", "plain", "players", "pair")
PLAYERS = {
    "beacon": ["Ann", "Bo", "Cy", "Di"],
    "plain": ["Eve", "Fay", "Gus", "Hal"],
    "players": ["Ann", "Fay", "Cy", "Hal"],
    "pair": ["Eve", "Bo", "Gus", "Di"],
}
ENTROPY = {"plain": "none", "players": "players 0,1,2,3", "pair": "players 0,2"}
REVEAL = {"beacon": "round", "plain": "hand", "players": "hand", "pair": "game"}
RULES = {"plain": {"target": 5}}
HANDS = {"beacon": 3, "plain": 99, "players": 4, "pair": 3}
ROUND = {"beacon": 1, "plain": 1, "players": 2, "pair": 2}
VOID = ("players", 2)


def session_of(table: str) -> str:
    """The session of a table."""
    return f"{ORIGIN}/2023-08-23/{table}/1"


def ident(name: str) -> str:
    return "p-" + name.lower()


@dataclass
class Changes:
    """What is done otherwise than honestly, or only otherwise, when the site deals. Each is by (table, hand).

    ``cards`` changes what is dealt at the table, the evidence staying that of the secret; ``procedure`` deals by
    another reading of the procedure. ``terms`` are lines of the terms, ``header`` parts of the open line,
    ``entropy`` what the session is opened for (both by table), ``time`` that of the commit; ``value`` is by (table,
    hand, seat).
    """

    secret: dict[tuple[str, int], str] = field(default_factory=dict)
    value: dict[tuple[str, int, int], str] = field(default_factory=dict)
    cards: dict[tuple[str, int], Callable[[list[list[str]], list[str]], None]] = field(default_factory=dict)
    procedure: dict[tuple[str, int], Procedure] = field(default_factory=dict)
    terms: dict[tuple[str, int], Doc] = field(default_factory=dict)
    header: dict[str, Doc] = field(default_factory=dict)
    entropy: dict[str, str] = field(default_factory=dict)
    time: dict[tuple[str, int], str] = field(default_factory=dict)
    signature: dict[tuple[str, int], str] = field(default_factory=dict)


@dataclass
class Site:
    """The ledger's lines, the games by path and the manifest as plain values; ``write`` makes an archive of them.

    Trees, signatures and the beacon's proofs are made from the lines as they then are; ``sign`` fixes the
    checkpoints as of now. An entry may be bytes, which are then a line as it stands.
    """

    entries: list[Any] = field(default_factory=list)
    games: dict[str, Doc] = field(default_factory=dict)
    manifest: Doc = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    seed: bytes = SEED

    def copy(self) -> Site:
        return copy.deepcopy(self)

    # The ledger

    @property
    def ledger(self) -> Ledger:
        """The lines as they are."""
        made = Ledger(ORIGIN, self.seed)
        for entry in self.entries:
            if isinstance(entry, bytes):
                made.lines.append(entry)
            else:
                made.append(entry)
        return made

    @property
    def size(self) -> int:
        return len(self.entries)

    def checkpoint(self, size: int | None = None, seen: int | None = None) -> str:
        """The checkpoint over the first lines, with the time at which the witness saw it."""
        ledger = self.ledger
        if seen is None:
            return ledger.checkpoint(size)
        return ledger.cosigned(WITNESS, WITNESS_SEED, seen, size)

    def sign(self) -> Site:
        """Fix the checkpoints over the lines as they are now, whatever is done to these afterwards."""
        self.notes = self.signed()
        return self

    def signed(self) -> dict[str, str]:
        """The checkpoints of the archive, by name."""
        made = {EARLY: self.checkpoint(min(EARLY_SIZE, self.size), SEEN), LAST: self.checkpoint()}
        return {**made, **self.notes}

    def place(self, kind: str, table: str, hand: int | None = None, seat: int | None = None) -> int:
        """The index in ``entries`` of the first line of this kind, of a table, of a hand, of a seat."""
        return self.places(kind, table, hand, seat)[0]

    def places(self, kind: str, table: str, hand: int | None = None, seat: int | None = None) -> list[int]:
        found = []
        owners: dict[str, tuple[str, int]] = {}
        for index, entry in enumerate(self.entries):
            if isinstance(entry, bytes):
                continue
            ((name, line),) = entry.items()
            owner: tuple[str, int | None] | None
            if name == "open":
                owner = line["session"], None
            elif name == "commit":
                terms = dict(each.split(" ", 1) for each in line["terms"].splitlines()[1:])
                owner = owners.setdefault(line["commitment"], (terms["session"], int(terms["hand"])))
            else:
                owner = owners.get(line["commitment"])
            if name != kind or owner is None or owner[0] != session_of(table):
                continue
            if hand in (None, owner[1]) and seat in (None, line.get("seat")):
                found.append(index)
        return found

    def line(self, kind: str, table: str, hand: int | None = None, seat: int | None = None) -> int:
        """The same, counted from 1 as lines are."""
        return self.place(kind, table, hand, seat) + 1

    def entry(self, kind: str, table: str, hand: int | None = None, seat: int | None = None) -> Doc:
        """What a line says, free to change."""
        return self.entries[self.place(kind, table, hand, seat)][kind]

    def before(self, table: str, hand: int) -> int:
        """How many lines there are when all is fixed that goes into a hand: commit and contributions."""
        places = [*self.places("commit", table, hand)[:1], *self.places("contribute", table, hand)]
        return max(places) + 1

    # The games

    def game(self, table: str) -> Doc:
        return self.games[f"games/{table}.json"]

    def hand(self, table: str, number: int) -> Doc:
        return next(hand for hand in self.game(table)["hands"] if hand["hand"] == number)

    def pointer(self, table: str, number: int, rest: str = "") -> str:
        index = [hand["hand"] for hand in self.game(table)["hands"]].index(number)
        return f"/hands/{index}{rest}"

    def proof(self, table: str, hand: int, size: int | None = None, *, stamped: bool = False) -> Doc:
        """The proof of a hand's commit under the checkpoint over so many lines."""
        proof = self.ledger.proof(self.place("commit", table, hand), size)
        if stamped:
            proof["timestamp"] = token()
        return proof

    def saved(self, table: str, number: int, size: int | None = None, *, stamped: bool = False) -> Doc:
        """A hand as a player saves it, with its proof under the checkpoint over so many lines."""
        game = self.game(table)
        before = [hand for hand in game["hands"] if hand["hand"] < number]
        start = before[-1]["claims"]["score"] if before else [0, 0]
        head = {key: game[key] for key in ("game", "house", "rules", "players")}
        hand = copy.deepcopy(self.hand(table, number))
        hand["deal"]["proof"] = self.proof(table, number, size, stamped=stamped)
        return copy.deepcopy({"format": "euchre-hand/1", **head, "start": start, **hand})

    # Files

    @property
    def key(self) -> str:
        return key_text(ORIGIN, public_of(self.seed))

    def listed(self) -> str:
        """The published list of every commitment."""
        lines = []
        for entry in self.entries:
            if "commit" in entry:
                terms = dict(each.split(" ", 1) for each in entry["commit"]["terms"].splitlines()[1:])
                lines.append(f"{terms['session']} {terms['hand']} {entry['commit']['commitment']}\n")
        return "".join(lines)

    def files(self) -> dict[str, bytes]:
        """The archive by path."""
        made = {path: json_text(game).encode() for path, game in self.games.items()}
        manifest = copy.deepcopy(self.manifest)
        # It is not signed: whoever changes a game lists what is there then.
        manifest["games"] = [listed for listed in manifest["games"] if listed["path"] in made]
        for listed in manifest["games"]:
            listed["sha256"] = hashlib.sha256(made[listed["path"]]).hexdigest()
            game = self.games[listed["path"]]
            listed["score"] = game["result"]["score"] if "result" in game else game["claims"]["score"]
        everybody = {player["id"] for player in manifest["players"]}
        seated: dict[int, set[str]] = {}
        for listed in manifest["games"]:
            seated.setdefault(listed["round"], set()).update(listed["seats"])
        byes = {number: sorted(everybody - seats) for number, seats in seated.items()}
        manifest["byes"] = [{"round": number, "players": away} for number, away in byes.items() if away]
        notes = {name: note.encode() for name, note in self.signed().items()}
        return {
            **made,
            "archive.json": json_text(manifest).encode(),
            "ledger.jsonl": self.ledger.raw,
            **notes,
        }

    def write(self, folder: Path, **changed: bytes | None) -> Path:
        """The archive as a folder; ``changed`` files are others, or None for left out."""
        return write_files(folder, {**self.files(), **changed})


def write_files(folder: Path, files: dict[str, bytes | None]) -> Path:
    for path, data in files.items():
        if data is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
    return folder


def token() -> str:
    """The time stamp over the first checkpoint's text."""
    return base64.b64encode((DATA / "early.tst").read_bytes()).decode()


# How the site deals


def terms_text(header: str, table: str, hand: int, dealer: object, entropy: str, changes: Doc) -> str:
    lines = {
        "match": hashlib.sha256(header.encode()).hexdigest(),
        "session": session_of(table),
        "hand": hand,
        "dealer": dealer,
        "deck": 24,
        "seats": 4,
        "pattern": "none" if hand == 0 else "3/2",
        "entropy": entropy,
        **changes,
    }
    return "euchre-deal/v1\n" + "".join(f"{keyword} {value}\n" for keyword, value in lines.items())


class Dealer:
    """Deals one session after the other, and publishes what has to be published."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.site = Site()
        self.headers: dict[str, str] = {}
        self.clock = 0

    def time(self) -> str:
        self.clock += 1
        return f"2023-08-23T{16 + self.clock // 60:02}:{self.clock % 60:02}:00Z"

    def publish(self, kind: str, line: Doc) -> None:
        self.site.entries.append({kind: line})

    def entropy(self, table: str, hand: int) -> str:
        given = self.changes.entropy.get(table) or ENTROPY.get(table)
        return given or f"beacon drand-quicknet {999 + hand}"

    def open(self, table: str) -> None:
        header = {
            "session": session_of(table),
            "house": "club",
            "rules": RULES.get(table, {}),
            "players": [ident(name) for name in PLAYERS[table]],
            "entropy": self.entropy(table, 1).split(" ")[0],
            "reveal": REVEAL[table],
            **self.changes.header.get(table, {}),
        }
        self.headers[table] = json.dumps({"open": header}, separators=(",", ":"))
        self.publish("open", header)
        self.site.games[f"games/{table}.json"] = {
            "format": "euchre-game/1",
            "game": session_of(table),
            "house": "club",
            "rules": RULES.get(table, {}),
            "players": [{"id": ident(name), "name": name, "kind": "person"} for name in PLAYERS[table]],
            "start": [0, 0],
            "hands": [],
        }

    def promise(self, table: str, hand: int, dealer: object) -> Doc:
        """Commit and contributions; what the deal is, and how it is opened."""
        key = (table, hand)
        entropy = self.entropy(table, hand)
        terms = terms_text(self.headers[table], table, hand, dealer, entropy, self.changes.terms.get(key, {}))
        secret = self.changes.secret.get(key) or hex_of("attack lab", "secret", table, hand)
        opening: Doc = {"secret": secret}
        evidence: Doc = {"match": self.headers[table], "terms": terms, "commitment": "", "secret": secret}
        shown: list[Doc] = []
        values: dict[int, str] = {}
        if entropy.startswith("beacon"):
            signature = self.changes.signature.get(key) or ROUNDS[999 + hand][0]
            shown = [{"label": entropy, "signature": signature}]
            opening["signature"], evidence["beacon"] = signature, {"signature": signature}
        elif entropy.startswith("players"):
            for seat in map(int, entropy.split(" ")[1].split(",")):
                own = hex_of("attack lab", "value", table, hand, seat)
                values[seat] = self.changes.value.get((table, hand, seat)) or own
            shown = [{"label": f"seat {seat}", "value": value} for seat, value in values.items()]
            opening["values"] = list(values.values())
        made = self.procedure(key, terms, secret, shown)
        evidence["commitment"] = made["commitment"]
        time = "2023-08-23T15:58:50Z" if table == "beacon" else self.time()
        time = self.changes.time.get(key) or time
        self.publish("commit", {"terms": terms, "commitment": made["commitment"], "time": time})
        for seat, value in values.items():
            given = contribution_of(bytes.fromhex(made["commitment"]), seat, value)
            self.publish("contribute", {"commitment": made["commitment"], "seat": seat, "contribution": given})
            evidence.setdefault("values", []).append({"seat": seat, "value": value, "contribution": given})
        return {"key": key, "vector": made, "evidence": evidence, "opening": opening}

    def procedure(self, key: tuple[str, int], terms: str, secret: str, shown: list[Doc]) -> Doc:
        deals = self.changes.procedure.get(key, Procedure())
        try:
            return deals.deal("", terms, secret, shown)
        except Unusable:  # one value counts as none: there is no deal, and this site deals nevertheless
            others = [{**each, "value": hex_of(each["value"], each["label"])} for each in shown]
            return deals.deal("", terms, secret, others)

    def reveal(self, deal: Doc) -> None:
        self.publish("reveal", {"commitment": deal["evidence"]["commitment"], **deal["opening"]})

    def void(self, deal: Doc, seat: int) -> None:
        values: list[str | None] = list(deal["opening"]["values"])
        values[seat] = None
        line = {**deal["opening"], "values": values, "reason": "a value was withheld"}
        self.publish("void", {"commitment": deal["evidence"]["commitment"], **line})

    def play(self, table: str, deal: Doc) -> bool:
        """Play a hand, and record it; whether it ends the game."""
        game = self.site.game(table)
        number = deal["key"][1]
        hands, kitty = copy.deepcopy((deal["vector"]["hands"], deal["vector"]["kitty"]))
        if deal["key"] in self.changes.cards:
            self.changes.cards[deal["key"]](hands, kitty)
        rules = rules_of("club", RULES.get(table, {}))
        rng = Random(f"{table}/{number}")
        played = Table(rules, deal["vector"]["dealer"], hands, kitty)
        while not played.over:
            played.do(random_line(rng, played, 0.25))
        before = game["hands"][-1]["claims"]["score"] if game["hands"] else [0, 0]
        score = [before[side] + played.points[side] for side in (0, 1)]
        game["hands"].append(
            {
                "hand": number,
                "dealer": deal["vector"]["dealer"],
                "up": kitty[0],
                "dealt": hands,
                "kitty": kitty,
                "log": played.log,
                "ended": played.ended,
                "claims": {"tricks": played.tricks, "points": played.points, "score": score},
                "deal": copy.deepcopy(deal["evidence"]),
            }
        )
        ended = how_it_ended(rules, score, len(game["hands"]))
        if ended is None and number >= HANDS[table]:
            ended = "abandoned"
        if ended is None:
            return False
        game["ended"] = ended
        game["result"] = {"score": score}
        if ended != "abandoned":
            game["result"]["winners"] = [score.index(max(score))]
        return True

    # The tables

    def beacon(self) -> Callable[[], None]:
        """All hands are promised at once; what is left to do once their rounds are drawn."""
        self.open("beacon")
        deals = [self.promise("beacon", hand, hand - 1) for hand in (1, 2, 3)]

        def rest() -> None:
            for deal in deals:
                self.play("beacon", deal)
                self.reveal(deal)

        return rest

    def plain(self) -> None:
        self.open("plain")
        draw = self.promise("plain", 0, "black-jack")
        self.reveal(draw)
        dealer, number, over = draw["vector"]["dealer"], 0, False
        self.site.game("plain")["first_dealer"] = {
            "method": "black-jack",
            "dealer": dealer,
            "deal": copy.deepcopy(draw["evidence"]),
        }
        while not over:
            number += 1
            deal = self.promise("plain", number, dealer)
            over = self.play("plain", deal)
            self.reveal(deal)
            dealer = left_of(dealer)

    def players(self) -> None:
        self.open("players")
        dealer: object = "drawn"
        for number in range(1, HANDS["players"] + 1):
            deal = self.promise("players", number, dealer)
            dealer = deal["vector"]["dealer"]
            if number == 1:
                self.site.game("players")["first_dealer"] = {"method": "drawn", "dealer": dealer}
            if ("players", number) == VOID:
                self.void(deal, 2)
                continue
            self.play("players", deal)
            self.reveal(deal)
            dealer = left_of(deal["vector"]["dealer"])

    def pair(self) -> None:
        self.open("pair")
        self.site.game("pair")["first_dealer"] = {"method": "agreed", "dealer": 1}
        deals = []
        for number in (1, 2, 3):
            deals.append(self.promise("pair", number, number))
            self.play("pair", deals[-1])
        for deal in deals:
            self.reveal(deal)

    def run(self) -> Site:
        rest = self.beacon()
        self.plain()
        rest()
        self.players()
        self.pair()
        site = self.site
        site.manifest = {
            "format": "euchre-archive/1",
            "event": f"{ORIGIN}/2023-08-23",
            "players": [
                {"id": ident(name), "name": name}
                for name in sorted({name for names in PLAYERS.values() for name in names})
            ],
            "games": [
                {
                    "path": f"games/{table}.json",
                    "sha256": "",
                    "round": ROUND[table],
                    "table": 1 + (table in ("plain", "pair")),
                    "seats": [ident(name) for name in PLAYERS[table]],
                    "score": site.game(table)["result"]["score"],
                }
                for table in NAMES
            ],
            "ledger": {"path": "ledger.jsonl", "checkpoints": [EARLY, LAST], "origin": ORIGIN},
        }
        return site


def deal_out(**changes: Any) -> Site:
    """The site, dealt with changes (see :class:`Changes`) and signed over what it then publishes."""
    return Dealer(Changes(**changes)).run()


@cache
def _honest() -> Site:
    return deal_out().sign()


def honest() -> Site:
    """The honest site, free to change; its checkpoints are fixed, until ``notes`` is emptied."""
    return _honest().copy()


def resigned() -> Site:
    """The honest site, free to change by the operator, who signs what then stands there."""
    site = honest()
    site.notes.clear()
    return site


# Optional parts


def needs_beacon() -> None:
    """Skip where the beacon's signature cannot be checked."""
    pytest.importorskip("py_arkworks_bls12381", reason="the extra beacon is not installed")


def needs_timestamp() -> None:
    """Skip where a time stamp cannot be checked."""
    pytest.importorskip("rfc3161_client", reason="the extra timestamp is not installed")


# A person, with what the person kept


def keys_in(folder: Path, *more: str) -> tuple[str, ...]:
    """Files of keys: the club's, and others."""
    texts = {"club.key": key_text(ORIGIN, public_of(SEED)) + "\n"}
    texts |= {f"more-{index}.key": text for index, text in enumerate(more)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(str(folder / name) for name in texts)


def witness_key() -> str:
    return key_text(WITNESS, public_of(WITNESS_SEED), 4) + "\n"


def audit_archive(folder: Path, options: Options | None = None) -> Report:
    return audit_folder(str(folder), options or Options())


def audit_beside(
    folder: Path, site: Site, *paths: str, hands: Sequence[Doc] = (), options: Options | None = None
) -> Report:
    """The ledger with its last checkpoint, some of the archive's games and saved hands, each a file named alone."""
    files = site.files()
    written = {path: files[path] for path in ("ledger.jsonl", LAST, *paths)}
    written |= {f"hand-{index}.json": json_text(hand).encode() for index, hand in enumerate(hands)}
    write_files(folder, written)
    return audit_files([str(folder / path) for path in written], options or Options())


def audit_saved(folder: Path, hands: list[Doc], options: Options | None = None) -> Report:
    """Saved hands, each a file, audited together."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for index, hand in enumerate(hands):
        path = folder / f"hand-{index}.json"
        path.write_bytes(json_text(hand).encode())
        paths.append(str(path))
    return audit_files(paths, options or Options())


def cosigned(note: str, time: int, seed: bytes = WITNESS_SEED) -> str:
    """A checkpoint with the witness's line."""
    return note + cosignature_line(WITNESS, seed, time, note.partition("\n\n")[0] + "\n")


def club_options(folder: Path, *more: str, **given: Any) -> Options:
    """Options of a person who has the club's key."""
    return Options(keys=read_keys(keys_in(folder / "keys", *more)), **given)

"""Games from one form to another, by the names of the files; a line for each thing that the other cannot say."""

import json
import os
import re
from typing import Any

import msgspec

from ..findings import Finding, Unreadable, Where
from ..records import Document, Game, Source, read_source, read_tree, write_atomically, write_together
from ..records.documents import number_of
from ..records.read import STANDARD_INPUT
from ..records.write import KINDS, encode, json_text
from ..rules import RulesDiff, load_house, resolve
from .egn_write import game_rules, write_egn
from .emn import write_emn
from .foreign import ForeignGame, nearest, rules_lost
from .load import read_any
from .openspiel import read_openspiel, write_openspiel
from .proof import is_proof, proof_path, write_proof

OPENSPIEL = ".openspiel.jsonl"
ENDINGS = ".json, .jsonl, .msgpack, .egn, .emn or .openspiel.jsonl"
Read = ForeignGame | Document


def convert_any(source: str, target: str, house: str | None = None, *, force: bool = False) -> list[str]:
    """Write the games of one file as another; what was written, then what is not in it, a line each.

    Everything is read strictly first; ``Unreadable`` at the first that cannot be, and nothing is written.
    ``house`` is used for games that name none.
    """
    where = Where(path=target)
    if is_proof(source) or is_proof(target):
        message = "the evidence of a game is written and read with its .egn file, not on its own"
        raise Unreadable("F101", message, Where(path=source if is_proof(source) else target))
    ending = os.path.splitext(target)[1].lower().lstrip(".")
    openspiel = target.lower().endswith(OPENSPIEL)
    if ending not in (*KINDS, "egn", "emn"):
        raise Unreadable("F101", "its name does not say what to write", where, ENDINGS)
    read = _read(read_source(source))
    try:
        return _write(read, source, target, ending, house, openspiel=openspiel, force=force)
    except Unreadable as error:
        raise _in_file(error, read) if error.finding.where.path == source else error from None


def _in_file(error: Unreadable, read: list[Read]) -> Unreadable:
    """The error with its place in the file, where it is about the one game that stands there."""
    finding = error.finding
    if len(read) != 1 or finding.where.pointer is None:
        return error
    document = read[0].document if isinstance(read[0], ForeignGame) else read[0]
    pointer = _place(read[0], finding.where.pointer)
    where = finding.where.at(pointer=pointer, line=document.line(pointer))
    return Unreadable(finding.code, finding.message, where, finding.expected, finding.found)


def _write(
    read: list[Read], source: str, target: str, ending: str, house: str | None, *, openspiel: bool, force: bool
) -> list[str]:
    if openspiel:
        return _write_openspiel(read, source, target, house, force=force)
    if ending == "egn":
        return _write_egn(read, source, target, house, force=force)
    if ending == "emn":
        tree, lost = write_emn([_game(each) for each in read], house, path=source)
        write_atomically(target, json_text(tree).encode(), force=force)
        return [_written(target, len(read)), *_lines(target, read, lost)]
    trees = [each.tree if isinstance(each, Document) else _record(each) for each in read]
    if ending == "json" and len(trees) != 1:
        message = f"a .json file holds one record; there are {len(trees)}"
        raise Unreadable("F101", message, Where(path=target), ".jsonl")
    write_atomically(target, encode(trees, ending), force=force)
    return [_written(target, len(trees)), *_lines(target, read, [[] for _ in read])]


def _read(source: Source) -> list[Read]:
    read: list[Read] = []
    for each in read_any(source):
        if isinstance(each, Finding):
            raise Unreadable.of(each)
        if not _game(each)[0].hands:
            document = each if isinstance(each, Document) else each.document
            raise Unreadable("F150", "the game has no hands, so there is nothing to write", document.where)
        read.append(each)
    if not read:
        raise Unreadable("F150", "there is nothing in it", Where(path=source.path))
    return read


def _game(read: Read) -> tuple[Game, bool]:
    """The game, and whether it is one hand alone."""
    if isinstance(read, ForeignGame):
        return read.game, read.alone
    value = read_tree(read)
    return (value, False) if isinstance(value, Game) else (value.as_game(), True)


def _record(read: ForeignGame) -> dict[str, Any]:
    """The record of ours that says what another notation's file does."""
    tree: dict[str, Any] = msgspec.to_builtins(read.game)
    if not read.alone:
        return tree
    (hand,) = tree.pop("hands")
    return {**tree, "format": "euchre-hand/1", **hand}


def _not_read(read: Read) -> list[str]:
    """What the reader of another notation left out, with its place in the file."""
    if isinstance(read, Document):
        return []
    lost = [f"{_place(read, f'/hands/{index}')}: {refusal.message}" for index, refusal in read.refusals.items()]
    lost += [f"{place}: what came after this fault" for place in read.faults.values()]
    return lost if read.no_score is None else [*lost, f"{_place(read, '/rules')}: {read.no_score}"]


def _place(read: Read, pointer: str) -> str:
    """The pointer into the file for one into the game."""
    if isinstance(read, ForeignGame):
        return nearest(read.origin, pointer) or pointer
    return pointer if "hands" in read.tree else pointer.removeprefix("/hands/0")


def _written(target: str, count: int) -> str:
    return f"{target}: {count} record{'' if count == 1 else 's'}"


def _lines(target: str, read: list[Read], lost: list[list[str]]) -> list[str]:
    """A line for each thing that was not read, or that the target does not hold (by game, in our pointers)."""
    lines = []
    for number, (each, missing) in enumerate(zip(read, lost, strict=True), 1):
        start = f"not in {os.path.basename(target)}: " + (f"game {number}" if len(read) > 1 else "")
        lines += [start + line for line in _not_read(each)]
        rules_first = sorted(missing, key=lambda line: not line.startswith("/rules"))
        lines += [start + line for line in _gathered(each, rules_first)]
    return lines


def _gathered(read: Read, missing: list[str]) -> list[str]:
    """What is missing, with its place in the file; what is missing of several hands alike, once."""
    places: dict[str, list[str]] = {}
    for line in missing:
        pointer, _, what = line.partition(": ")
        hand = re.match(r"/hands/([0-9]+)", pointer)
        part = pointer[hand.end() :] if hand is not None else pointer
        key = f"{part}: {what}" if hand is not None else ""
        places.setdefault(key or line, []).append(pointer)
    lines = []
    for key, pointers in places.items():
        what = key.partition(": ")[2]
        more = f" (and {len(pointers) - 1} more like it)" if len(pointers) > 1 else ""
        lines.append(f"{_place(read, pointers[0])}: {what}{more}")
    return lines


def _write_egn(read: list[Read], source: str, target: str, house: str | None, *, force: bool) -> list[str]:
    if len(read) != 1:
        message = f"an .egn file holds one game; there are {len(read)}"
        raise Unreadable("F101", message, Where(path=target), ".emn")
    game, alone = _game(read[0])
    evidence = any(hand.deal is not None for hand in game.hands)
    evidence = evidence or (game.first_dealer is not None and game.first_dealer.deal is not None)
    tree, lost = write_egn(game, house, path=source, alone=alone, proof=evidence)
    data = json_text(tree).encode()
    written = {deal["dealNumber"] + 1 for deal in tree["deals"]}
    proof = write_proof(game, data, written)
    beside = proof_path(target)
    if os.path.lexists(beside) and (proof is None or not force):
        message = "there is such a file already; --force replaces it"
        if proof is None:
            message = "this is the evidence of another game, and would lie beside this one; it has to go first"
        raise Unreadable("F101", message, Where(path=beside))
    said = [_written(target, 1)]
    files = [(target, data)]
    if proof is not None:
        files.append((beside, json_text(proof).encode()))
        said.append(f"{beside}: the evidence of its deals")
    write_together(files, force=force)
    for index, hand in enumerate(game.hands):
        if hand.deal is not None and number_of(hand, index) not in written:
            lost.append(f"/hands/{index}/deal: the evidence of a deal that is not in it")
    return [*said, *_lines(target, read, [lost])]


def _write_openspiel(read: list[Read], source: str, target: str, house: str | None, *, force: bool) -> list[str]:
    histories: list[dict[str, Any]] = []
    lost: list[list[str]] = []
    for each in read:
        game, _ = _game(each)
        rules = game_rules(game, house, source)
        params = {"stick_the_dealer": rules.stick_the_dealer}
        said = resolve(load_house("openspiel"), msgspec.convert(params, RulesDiff))
        told = rules_lost(rules, said, "the engine")
        told += [f"/{name}: {what}" for name, what in _AROUND.items() if getattr(game, name)]
        for index, hand in enumerate(game.hands):
            at = f"/hands/{index}"
            try:
                history = write_openspiel(hand)
            except ValueError as error:
                told.append(f"{at}: the whole hand; {error}")
                continue
            tree: dict[str, Any] = {"params": params, "history": history}
            if hand.claims is not None and hand.claims.points is not None:
                points = hand.claims.points[0] - hand.claims.points[1]
                tree["returns"] = [points, -points, points, -points]
            if not _reads_as(tree, hand.log or []):
                told.append(f"{at}: the whole hand; seats follow from places there, and it would read as another")
                continue
            told += [f"{at}/{name}: {what}" for name, what in _IN_HAND.items() if getattr(hand, name)]
            histories.append(tree)
        lost.append(told)
    if not histories:
        reason = next((line for told in lost for line in told if "the whole hand; " in line), "")
        message = f"no hand can be written as a history: {reason.partition('; ')[2]}"
        raise Unreadable("F161", message, Where(path=source))
    write_atomically(target, encode(histories, "jsonl"), force=force)
    return [_written(target, len(histories)), *_lines(target, read, lost)]


_AROUND = {
    "game": "its name",
    "played": "when it was played",
    "players": "who played",
    "start": "the score before it",
    "first_dealer": "how the first dealer was found",
    "ended": "how it ended",
    "result": "the result",
    "meta": "notes that are no part of the game",
}
_IN_HAND = {
    "kitty": "the cards under the up card",
    "ended": "how it ended",
    "claims": "tricks and score; its points are there",
    "rulings": "a referee's rulings",
    "players": "who sat in from this hand on",
    "deal": "the evidence of the deal",
}


def _reads_as(tree: dict[str, Any], log: list[str]) -> bool:
    document = Document(Source(STANDARD_INPUT, json.dumps(tree).encode()), None, 1, None, tree)
    try:
        return read_openspiel(document).game.hands[0].log == log
    except Unreadable:
        return False

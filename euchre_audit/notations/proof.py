"""The evidence of an EGN game's deals, for which EGN has no place: ``<stem>.proof.json`` beside ``<stem>.egn``."""

import hashlib
import os
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..findings import Finding, Unreadable, Where
from ..records import DealEvidence, Document, FirstDealer, Game, Source, read_documents, read_source
from ..records.documents import HandNumber, number_of
from ..records.read import typed
from ..records.strict import parse_json
from ..rules import RulesDiff, load_house, resolve
from .egn_write import ruleset_of
from .foreign import ForeignGame

SUFFIX = ".proof.json"
FORMAT = "euchre-proof/1"


class ProvenHand(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The evidence of one hand, by its number."""

    hand: HandNumber
    deal: DealEvidence


class Proof(
    msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="format", tag=FORMAT
):
    """The evidence of a game's deals, and the SHA-256 of the exact bytes of the file that it belongs to."""

    sha256: Annotated[str, Meta(max_length=64)]
    hands: Annotated[list[ProvenHand], Meta(max_length=2000)]
    game: Annotated[str, Meta(max_length=200)] | None = None
    first_dealer: FirstDealer | None = None


def is_proof(path: str) -> bool:
    """Whether a file holds such evidence, by its name."""
    return path.lower().endswith(SUFFIX)


def proof_path(path: str) -> str:
    """Where the evidence of the game at ``path`` stands."""
    return os.path.splitext(path)[0] + SUFFIX


def alone(source: Source, named: Iterable[str]) -> Finding | None:
    """A finding where the game of a proof is not read with it: not in its folder, nor among the files ``named``."""
    stem = source.path[: -len(SUFFIX)]
    game = os.path.basename(stem) + ".egn"
    beside = os.path.isfile(os.path.join(source.folder or "", stem + ".egn"))
    if (beside and source.folder is not None) or any(
        os.path.basename(path).lower() == game.lower() for path in named
    ):
        return None
    message = f"this is the evidence of the game {game}, " + (
        "to be named too" if beside else "which is not beside it"
    )
    return Finding("F160", message, Where(path=source.path, line=1), game)


def find_proof(source: Source, named: Iterable[str]) -> Source | None:
    """The evidence beside a game's file, else among the files ``named``; ``Unreadable`` where it cannot be read."""
    beside = proof_path(source.path)
    there = os.path.join(source.folder or "", beside)
    if os.path.lexists(there):
        if not os.path.isfile(there):
            raise Unreadable("F101", "this is not a plain file", Where(path=beside))
        return read_source(beside, source.folder)
    for path in named:
        if os.path.basename(path).lower() == os.path.basename(beside).lower():
            return read_source(path, source.folder)
    return None


def join_proof(game: ForeignGame, proof: Source) -> None:
    """Give the hands of ``game`` their evidence; ``Unreadable``, and nothing joined, where it is not theirs."""
    documents = list(read_documents(proof))
    document = documents[0]
    if isinstance(document, Finding):
        raise Unreadable.of(document)
    if document.tree.get("format") != FORMAT:
        raise _fault("F108", document, "/format", "this is not the evidence of a game", f'"format": "{FORMAT}"')
    read: Proof = typed(document, Proof)
    source = game.document.source
    if read.sha256 != source.sha256:
        name = os.path.basename(source.path)
        message = f"this evidence is of another file than {name}, or {name} was changed; none of it was used"
        raise _fault("F160", document, "/sha256", message, source.sha256, read.sha256)
    hands = {number_of(hand, index): index for index, hand in enumerate(game.game.hands)}
    origin = {"/first_dealer": "/first_dealer"}
    for place, proven in enumerate(read.hands):
        index = hands.pop(proven.hand, None)
        if index is None:
            message = f"the game has no hand {proven.hand}, or it is here twice; none of this evidence was used"
            raise _fault("F160", document, f"/hands/{place}/hand", message)
        origin[f"/hands/{index}/deal"] = f"/hands/{place}/deal"
    for ours, theirs in origin.items():
        if ours != "/first_dealer":
            game.game.hands[int(ours.split("/")[2])].deal = read.hands[int(theirs.split("/")[2])].deal
    game.game.first_dealer = read.first_dealer or game.game.first_dealer
    game.game.game = game.game.game or read.game
    _take_house(game.game, [proven.deal.match for proven in read.hands if proven.deal.match is not None])
    game.proof, game.proof_origin = document, origin


def _take_house(game: Game, headers: list[str]) -> None:
    """Judge by the house that the match header names, where the game's ruleset is what EGN can say of it."""
    try:
        opened = parse_json(headers[0].encode(), Where())["open"]
        diff = msgspec.convert(opened.get("rules", {}), RulesDiff)
        rules = resolve(load_house(opened["house"]), diff)
        own = resolve(load_house("egn"), game.rules)
    except (AttributeError, LookupError, TypeError, ValueError, Unreadable):
        return  # the audit says what is wrong with a header
    if rules.game == own.game and ruleset_of(rules) == ruleset_of(own):
        game.house, game.rules = opened["house"], diff


def write_proof(game: Game, egn: bytes, written: set[int]) -> dict[str, Any] | None:
    """The evidence of the hands ``written`` (by number), for the bytes of their file; None where there is none."""
    numbered = [(number_of(hand, index), hand.deal) for index, hand in enumerate(game.hands)]
    hands = [ProvenHand(hand=number, deal=deal) for number, deal in numbered if deal and number in written]
    drawn = game.first_dealer is not None and game.first_dealer.deal is not None
    if not hands and not drawn:
        return None
    digest = hashlib.sha256(egn).hexdigest()
    proof = Proof(sha256=digest, game=game.game, hands=hands, first_dealer=game.first_dealer)
    tree: dict[str, Any] = msgspec.to_builtins(proof)
    return tree


def _fault(
    code: str, document: Document, pointer: str, message: str, expected: str | None = None, found: str | None = None
) -> Unreadable:
    where = Where(path=document.source.path, pointer=pointer, line=document.line(pointer))
    return Unreadable(code, message, where, expected, found)

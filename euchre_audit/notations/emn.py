"""Euchre Match Notation (``.emn``): the games of a match in one file, each an EGN game, and who sat in it."""

import re
from collections.abc import Iterator
from typing import Any

from ..findings import Finding, Unreadable, Where
from ..records import Document, Game
from ..records.documents import player_id, player_name
from .egn import read_egn
from .egn_write import MAX_NAME, write_egn
from .foreign import ForeignGame

FILE_TYPE = "Euchre Match Notation"
VERSION = "1.0"
SEATS = 4
_VERSION = re.compile(r"1\.[0-2](\.[0-9]+)?", re.ASCII)


def is_emn(document: Document) -> bool:
    """Whether a document is in this notation, by what it says or by its name."""
    return document.tree.get("fileType") == FILE_TYPE or document.source.kind == "emn"


def read_emn(document: Document) -> Iterator[ForeignGame | Finding]:
    """Every game of a match; a finding in place of one that cannot be read."""

    def fail(pointer: str, message: str, expected: str, code: str = "F110") -> Unreadable:
        where = Where(path=document.source.path, pointer=pointer, line=document.line(pointer))
        return Unreadable(code, message, where, expected)

    tree = document.tree
    if tree.get("fileType") != FILE_TYPE:
        raise fail("/fileType", "the file does not say that it is EMN", f'"{FILE_TYPE}"', "F108")
    version = tree.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise fail("/version", f"this is EMN {str(version)[:20]}", "version 1.0 to 1.2", "F108")
    metadata, games = tree.get("metadata"), tree.get("games")
    if not isinstance(metadata, dict):
        raise fail("/metadata", "metadata is not an object", "an object")
    registry = metadata.get("players")
    if not isinstance(registry, list):
        raise fail("/metadata/players", "players is not a list", "a list")
    names: dict[str, str] = {}
    for place, player in enumerate(registry):
        id_ = player.get("id") if isinstance(player, dict) else None
        name = player.get("name") if isinstance(player, dict) else None
        if not isinstance(id_, str) or not isinstance(name, str):
            raise fail(f"/metadata/players/{place}", "a player has no id or no name", "an id and a name")
        if id_ in names:
            raise fail(f"/metadata/players/{place}/id", "two players have this id", "an id of its own")
        names[id_] = name
    if not isinstance(games, list):
        raise fail("/games", "games is not a list", "a list")
    if not games:
        yield Finding("F150", "the match has no games, so there is nothing to check", document.where)
    for place, entry in enumerate(games):
        at = f"/games/{place}"
        try:
            if not isinstance(entry, dict):
                raise fail(at, "a game is not an object", "an object")
            data = entry.get("gameData")
            if not isinstance(data, dict):
                raise fail(f"{at}/gameData", "gameData is not an object", "an EGN game")
            key = "playersOverride" if "playersOverride" in entry else "players"
            seats = entry.get(key)
            if not isinstance(seats, list) or len(seats) != SEATS:
                raise fail(f"{at}/{key}", "it does not say who sat in the four seats", "four ids")
            for seat, id_ in enumerate(seats):
                if not isinstance(id_, str) or id_ not in names:
                    raise fail(
                        f"{at}/{key}/{seat}", "no player of the match has this id", "an id of metadata.players"
                    )
            players = [{"id": id_[:1000], "name": names[id_][:1000]} for id_ in seats]
            game = read_egn(document, f"{at}/gameData", data, players)
        except Unreadable as error:
            yield error.finding
            continue
        game.origin |= {"/players": f"{at}/{key}", "": at}
        yield game


def write_emn(
    games: list[tuple[Game, bool]], house: str | None = None, *, path: str | None = None
) -> tuple[dict[str, Any], list[list[str]]]:
    """The games (each with whether it is one hand alone) as a match; by game, a line for each part not in it.

    An ``Unreadable`` says which game it is about at the beginning of its message.
    """
    registry: dict[str, str] = {}
    entries = []
    lost: list[list[str]] = []
    for place, (game, alone) in enumerate(games):
        try:
            data, missing = write_egn(game, house, path=path, alone=alone)
            ids = _ids(game, path)
        except Unreadable as error:
            finding = error.finding
            raise Unreadable(finding.code, f"game {place + 1}: {finding.message}", finding.where) from None
        lost.append(missing)
        for seat, player in enumerate(game.players or ()):
            name = player_name(player)[:MAX_NAME]
            if registry.setdefault(ids[seat], name) != name:
                missing.append(f"/players/{seat}: another name of the player {ids[seat]}")
        entries.append({"gameIndex": place, "players": ids, "gameData": data})
    players = [{"id": id_, "name": name} for id_, name in registry.items()]
    tree = {"fileType": FILE_TYPE, "version": VERSION, "metadata": {"players": players}, "games": entries}
    return tree, lost


def _ids(game: Game, path: str | None) -> list[str]:
    """The ids of the four players, which a match has to have."""
    where = Where(path=path, pointer="/players")
    if game.players is None or len(game.players) != SEATS:
        raise Unreadable("F161", "a match is of games of four whose names are recorded", where)
    ids = [player_id(player) for player in game.players]
    if len(set(ids)) != SEATS or any(len(id_) > MAX_NAME for id_ in ids):
        message = f"two players have one id, or an id is longer than {MAX_NAME} characters"
        raise Unreadable("F161", message, where)
    return ids

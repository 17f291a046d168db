"""An archive's manifest against what is in the archive: files, seats, rounds, scores, standings. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..findings import Finding, Related, Where
from ..records.manifest import MANIFEST, ListedGame, Manifest, Row
from .result import GameResult
from .words import score_text


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was audited: who sat down (ids by seat), how it came out as rescored and by its own record.

    ``side_of`` is the side of each seat; None for what could not be told.
    """

    seats: tuple[str, ...] | None
    score: tuple[int, ...] | None
    claimed: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    side_of: tuple[int, ...]


def compare(
    manifest: Manifest, present: Mapping[str, str | None], games: Mapping[str, Sequence[Played]]
) -> list[Finding]:
    """Everything in which the manifest and the archive disagree.

    ``present``: the SHA-256 of each game file, None where it could not be read; ``games``: those in each file.
    """
    found = check_files(manifest, present)
    played: dict[int, Played] = {}
    by_hash = {sha256: path for path, sha256 in present.items() if sha256 is not None}
    for index, game in _entries(manifest):
        # A file that stands in another's place is known by its hash.
        held = games.get(by_hash.get(game.sha256, game.path), ())
        if len(held) == 1:
            played[index] = held[0]
        elif len(held) > 1:
            message = f"{game.path} holds {len(held)} games; the manifest lists one"
            found.append(Finding("A114", message, _at(f"/games/{index}/path"), "1", str(len(held))))
    return [
        *found,
        *check_seats(manifest, played),
        *check_scores(manifest, played),
        *check_standings(manifest, played),
    ]


def _entries(manifest: Manifest) -> Iterator[tuple[int, ListedGame]]:
    """The games that the manifest lists, with their places; a file that is listed again counts once."""
    seen: set[str] = set()
    for index, game in enumerate(manifest.games):
        if game.path not in seen:
            seen.add(game.path)
            yield index, game


def played_of(game: GameResult) -> Played:
    """What the manifest is compared with of a game."""
    ending = game.ending
    seats = tuple(game.seats) if game.seats else None
    side_of = tuple(game.rules.side_of(seat) for seat in range(game.rules.seats))
    score = tuple(game.score) if game.score is not None else None
    claimed = tuple(game.claimed) if game.claimed is not None else None
    winners = tuple(ending.winners) if ending is not None and ending.winners is not None else None
    return Played(seats, score, claimed, winners, side_of)


def check_files(manifest: Manifest, present: Mapping[str, str | None]) -> list[Finding]:
    """Listed, present and hashed. ``present``: the SHA-256 of each file, None where it could not be read."""
    found: list[Finding] = []
    listed: dict[str, int] = {}
    by_hash = {game.sha256: game.path for game in manifest.games}
    wrong: dict[str, tuple[int, str]] = {}
    for index, game in enumerate(manifest.games):
        where = _at(f"/games/{index}/path")
        if game.path in listed:
            message = f"{game.path} is listed twice; it was entry {listed[game.path] + 1}"
            found.append(Finding("A107", message, where))
            continue
        listed[game.path] = index
        if game.path not in present:
            found.append(Finding("A103", f"{game.path} is listed, and is not in the archive", where, game.path))
            continue
        held = present[game.path]
        if held is not None and held != game.sha256:
            wrong[game.path] = index, held
    found += _wrong(manifest, wrong, by_hash)
    for path in sorted(present.keys() - listed.keys()):
        message = f"{path} is in the archive, and the manifest does not list it"
        found.append(Finding("A105", message, Where(path=path, line=1)))
    return found


def _wrong(
    manifest: Manifest, wrong: Mapping[str, tuple[int, str]], by_hash: Mapping[str, str]
) -> Iterator[Finding]:
    """Files that are not those listed; two that stand in each other's place are one finding."""
    told: set[str] = set()
    for path, (index, held) in wrong.items():
        if path in told:
            continue
        where, listed = _at(f"/games/{index}/sha256"), manifest.games[index].sha256
        other = by_hash.get(held)
        if other is not None and other in wrong and by_hash.get(wrong[other][1]) == path:
            told |= {path, other}
            yield Finding("A104", f"{path} and {other} stand in each other's place", where, listed, held)
        elif other is not None:
            yield Finding("A104", f"{path} is the file that is listed as {other}", where, listed, held)
        else:
            message = f"{path} is not the file that was listed: it was changed, or the manifest was"
            yield Finding("A104", message, where, listed, held)


def check_seats(manifest: Manifest, games: Mapping[int, Played]) -> list[Finding]:
    """Who sat where, by the manifest and by each game; nobody at two tables, byes stated."""
    found: list[Finding] = []
    known = {player.id for player in manifest.players}
    tables: dict[tuple[int, int], int] = {}
    where_in: dict[int, dict[str, int]] = {}
    for index, game in _entries(manifest):
        played = games.get(index)
        seats = game.seats
        if seats is None and played is not None and played.seats is not None:
            seats = list(played.seats)
        elif seats is not None and played is not None and played.seats is not None:
            found += _seated(index, game, seats, played.seats)
        for seat, player in enumerate(seats or ()):
            if known and player not in known and game.seats is not None:
                message = f"{player} sits at a table, and is not among the players of the event"
                found.append(Finding("A108", message, _at(f"/games/{index}/seats/{seat}", seat=seat), None, player))
        if game.round is None:
            continue
        if game.table is not None:
            first = tables.setdefault((game.round, game.table), index)
            if first != index:
                message = (
                    f"round {game.round} has two games at table {game.table}: {manifest.games[first].path}, too"
                )
                found.append(Finding("A109", message, _at(f"/games/{index}/table")))
        in_round = where_in.setdefault(game.round, {})
        for seat, player in enumerate(seats or ()):
            first = in_round.setdefault(player, index)
            if first != index:
                message = f"{player} sits at two tables in round {game.round}: in {manifest.games[first].path}, too"
                found.append(Finding("A110", message, _at(f"/games/{index}/seats/{seat}", seat=seat)))
            elif list(seats or ()).index(player) != seat:
                message = f"{player} sits on two seats of one table"
                found.append(Finding("A110", message, _at(f"/games/{index}/seats/{seat}", seat=seat)))
    return found + list(_byes(manifest, known, where_in))


def _seated(index: int, game: ListedGame, listed: list[str], held: tuple[str, ...]) -> Iterator[Finding]:
    if listed == list(held):
        return
    if sorted(listed) == sorted(held):
        message = f"the players of {game.path} sit in another order than the manifest says"
    else:
        message = f"other players sit in {game.path} than the manifest says"
    yield Finding("A106", message, _at(f"/games/{index}/seats"), ", ".join(listed), ", ".join(held))


def _byes(manifest: Manifest, known: set[str], where_in: Mapping[int, Mapping[str, int]]) -> Iterator[Finding]:
    stated: dict[int, dict[str, str]] = {}
    for index, bye in enumerate(manifest.byes):
        for place, player in enumerate(bye.players):
            pointer = f"/byes/{index}/players/{place}"
            if player in stated.setdefault(bye.round, {}):
                yield Finding("A111", f"{player} has two byes in round {bye.round}", _at(pointer))
            stated[bye.round].setdefault(player, pointer)
            if known and player not in known:
                message = f"{player} has a bye, and is not among the players of the event"
                yield Finding("A108", message, _at(pointer), None, player)
            elif player in where_in.get(bye.round, {}):
                game = manifest.games[where_in[bye.round][player]]
                message = f"{player} has a bye in round {bye.round}, and plays in {game.path}"
                yield Finding("A111", message, _at(pointer))
    for number, seated in sorted(where_in.items()):
        absent = sorted(known - seated.keys() - stated.get(number, {}).keys())
        if absent:
            names = ", ".join(absent[:10]) + (f" and {len(absent) - 10} more" if len(absent) > 10 else "")
            message = f"round {number}: {names} neither play nor have a bye"
            yield Finding("A111", message, _at("/byes"), None, names)


def check_scores(manifest: Manifest, games: Mapping[int, Played]) -> list[Finding]:
    """The manifest's scores against the games'. A score that the game's own record claims is told at the game."""
    found = []
    for index, game in _entries(manifest):
        played = games.get(index)
        if game.score is None or played is None or played.score is None:
            continue
        if tuple(game.score) not in (played.score, played.claimed):
            listed, right = score_text(game.score), score_text(list(played.score))
            message = f"{game.path} came out {right}; the manifest has {listed}"
            found.append(Finding("A112", message, _at(f"/games/{index}/score"), right, listed))
    return found


def check_standings(manifest: Manifest, games: Mapping[int, Played]) -> list[Finding]:
    """Games, wins and points of every player from the games, and the order by the keys that the standings name."""
    standings = manifest.standings
    if standings is None:
        return []
    found: list[Finding] = []
    made, unsure = _recomputed(manifest, games)
    rows: dict[str, int] = {}
    for index, row in enumerate(standings.rows):
        if row.player in rows:
            message = f"{row.player} has two rows in the standings"
            found.append(Finding("A132", message, _at(f"/standings/rows/{index}/player")))
            continue
        rows[row.player] = index
        right = made.get(row.player)
        if right is None and row.player not in unsure:
            if row.played or row.won or row.points:
                message = f"{row.player} is in the standings, and in no game"
                found.append(Finding("A132", message, _at(f"/standings/rows/{index}/player")))
            continue
        if row.player not in unsure and right is not None:
            found += _row(index, row, right)
    missing = sorted(made.keys() - rows.keys())
    if missing:
        names = ", ".join(missing[:10])
        found.append(Finding("A132", f"the standings lack {names}, who played", _at("/standings/rows"), names))
    return found + _order(manifest, rows)


Tally = dict[str, int]


def _recomputed(manifest: Manifest, games: Mapping[int, Played]) -> tuple[dict[str, Tally], set[str]]:
    """What each player made; and of whom that cannot be told, since a game of theirs is missing or not rescored."""
    made: dict[str, Tally] = {}
    unsure: set[str] = set()
    for index, listed in _entries(manifest):
        game = games.get(index)
        if game is None or game.seats is None:
            unsure |= set(listed.seats if listed.seats is not None else (each.id for each in manifest.players))
            continue
        for seat, player in enumerate(game.seats):
            tally = made.setdefault(player, {"played": 0, "won": 0, "points": 0})
            tally["played"] += 1
            if game.score is None or game.winners is None:
                unsure.add(player)
                continue
            tally["won"] += game.side_of[seat] in game.winners
            tally["points"] += game.score[game.side_of[seat]]
    return made, unsure


def _row(index: int, row: Row, right: Tally) -> Iterator[Finding]:
    wrong = [
        (name, given, right[name])
        for name, given in (("played", row.played), ("won", row.won), ("points", row.points))
        if given is not None and given != right[name]
    ]
    if not wrong:
        return
    name, given, made = wrong[0]
    message = f"{row.player}: recorded {given} {name}, recomputed {made}"
    related = tuple(Related(f"and {given} {name}, recomputed {made}") for name, given, made in wrong[1:])
    where = _at(f"/standings/rows/{index}/{name}")
    yield Finding("A130", message, where, str(made), str(given), related)


def _order(manifest: Manifest, rows: Mapping[str, int]) -> list[Finding]:
    """The rows as they stand, by the keys that the standings name; equal ones may stand in any order."""
    standings = manifest.standings
    if standings is None:
        return []

    def key(row: Row) -> tuple[int, ...] | None:
        values = [getattr(row, name) for name in standings.order]
        return None if any(value is None for value in values) else tuple(values)

    before: tuple[tuple[int, ...], str] | None = None
    for index, row in enumerate(standings.rows):
        made = key(row)
        if made is None:
            continue
        if before is not None and made > before[0]:
            message = f"{row.player} stands below {before[1]}, and is ahead by {', then '.join(standings.order)}"
            return [Finding("A131", message, _at(f"/standings/rows/{index}"))]
        before = made, row.player
    return []


def _at(pointer: str, seat: int | None = None) -> Where:
    return Where(path=MANIFEST, pointer=pointer, seat=seat)

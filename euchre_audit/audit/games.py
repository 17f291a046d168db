"""The games of a report, packed, and what they count up to: a season is told without opening every game."""

import pickle
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import overload

from ..findings import Answer, Finding
from ..findings.catalogue import severity_of
from .result import GameResult


@dataclass(slots=True)
class Tally:
    """What some games count up to.

    ``faulty``: games with an error. ``of_hands`` and ``of_games``: how many gave each answer of each kind, by
    ``(kind, answer)``; ``found`` and ``known``: findings by code, those that somebody lets stand apart.
    """

    games: int = 0
    hands: int = 0
    faulty: int = 0
    of_hands: Counter[tuple[str, Answer]] = field(default_factory=Counter)
    of_games: Counter[tuple[str, Answer]] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)

    def count(self, game: GameResult) -> None:
        """One game more."""
        self.games += 1
        self.hands += len(game.hands)
        self.faulty += any(finding.severity == "error" for finding in game.all_findings())
        self.of_games.update(game.answers.items())
        for hand in game.hands:
            self.of_hands.update(hand.answers.items())
        self.find(game.all_findings())

    def find(self, findings: Iterable[Finding]) -> None:
        """Findings more."""
        for finding in findings:
            (self.found if finding.known is None else self.known)[finding.code] += 1

    def add(self, other: "Tally") -> None:
        """All that another counts."""
        self.games += other.games
        self.hands += other.hands
        self.faulty += other.faulty
        self.of_hands.update(other.of_hands)
        self.of_games.update(other.of_games)
        self.found.update(other.found)
        self.known.update(other.known)

    @property
    def codes(self) -> set[str]:
        """Of all findings."""
        return {*self.found, *self.known}

    def findings(self, severity: str) -> int:
        """How many there are of a severity; what is known is a note."""
        count = sum(count for code, count in self.found.items() if severity_of(code) == severity)
        return count + (self.known.total() if severity == "note" else 0)

    def notes(self) -> Counter[str]:
        """Those that are notes, by code."""
        return self.known + Counter(
            {code: count for code, count in self.found.items() if severity_of(code) == "note"}
        )


class Packed:
    """Some games as bytes, and their tally: about 130 bytes a hand where nothing is wrong and nothing is signed."""

    __slots__ = ("data", "tally")

    def __init__(self, games: Sequence[GameResult]) -> None:
        self._pack(games)

    def _pack(self, games: Sequence[GameResult]) -> None:
        self.data = zlib.compress(pickle.dumps(games, pickle.HIGHEST_PROTOCOL), 1)
        self.tally = Tally()
        for game in games:
            self.tally.count(game)

    def games(self) -> list[GameResult]:
        """The games; what is done to them is done to copies."""
        games: list[GameResult] = pickle.loads(zlib.decompress(self.data))
        return games

    @contextmanager
    def changing(self) -> Iterator[list[GameResult]]:
        """The games, to be packed again with what is done to them."""
        games = self.games()
        yield games
        self._pack(games)


class Games(Sequence[GameResult]):
    """The games of a report in their order. Each look gives a copy; :meth:`to_change` is the way to change some."""

    def __init__(self, games: Iterable[GameResult] = ()) -> None:
        self.packs: list[Packed] = []
        self.add(Packed(list(games)))

    def append(self, game: GameResult) -> None:
        """One game more."""
        self.add(Packed([game]))

    def add(self, packed: Packed) -> None:
        """Games more, which are packed."""
        if packed.tally.games:
            self.packs.append(packed)

    @property
    def tally(self) -> Tally:
        """What all games count up to."""
        total = Tally()
        for pack in self.packs:
            total.add(pack.tally)
        return total

    def to_change(self) -> Iterator[GameResult]:
        """Every game, and what is done to it stays, if all of them are gone through."""
        for pack in self.packs:
            with pack.changing() as games:
                yield from games

    def above_notes(self) -> Iterator[GameResult]:
        """The games with errors or warnings; packs without any stay closed."""
        for pack in self.packs:
            if pack.tally.findings("error") or pack.tally.findings("warning"):
                for game in pack.games():
                    if any(finding.severity != "note" for finding in game.all_findings()):
                        yield game

    def __len__(self) -> int:
        return sum(pack.tally.games for pack in self.packs)

    def __iter__(self) -> Iterator[GameResult]:
        for pack in self.packs:
            yield from pack.games()

    @overload
    def __getitem__(self, index: int) -> GameResult: ...
    @overload
    def __getitem__(self, index: slice) -> list[GameResult]: ...
    def __getitem__(self, index: int | slice) -> GameResult | list[GameResult]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        place = range(len(self))[index]
        for pack in self.packs:
            if place < pack.tally.games:
                return pack.games()[place]
            place -= pack.tally.games
        raise IndexError(index)

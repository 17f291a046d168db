"""Any file to games: our own records, or another notation's, with the way back to its places."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..findings import Finding, Unreadable, Where
from ..notations.egn import Refusal, is_egn, read_egn
from ..notations.openspiel import is_openspiel, read_openspiel
from ..records import Document, Game, Source, read_documents, read_tree


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game, and where its parts stand in the file.

    ``alone``: a hand file. ``origin`` maps pointers into ``game`` to pointers into the file where they differ;
    ``refusals`` say in words why a hand (by index) could not be read whole, ``no_score`` why the points of the
    game are not judged.
    """

    path: str
    game: Game
    document: Document
    alone: bool
    origin: Mapping[str, str] | None = None
    refusals: Mapping[int, Refusal] = field(default_factory=dict)
    no_score: str | None = None

    def pointer(self, pointer: str) -> str:
        """The pointer into the file for one into the game."""
        if self.origin is None:
            return pointer.removeprefix("/hands/0") if self.alone else pointer
        while pointer and pointer not in self.origin:
            pointer = pointer.rpartition("/")[0]
        return self.origin.get(pointer, "")

    def placed(self, finding: Finding) -> Finding:
        """The finding with its place in the file: pointer and line."""
        pointer = self.pointer(finding.where.pointer or "")
        where = finding.where.at(pointer=pointer, line=self.document.line(pointer))
        related = tuple(
            type(item)(item.message, self.pointer(item.pointer)) if item.pointer else item
            for item in finding.related
        )
        return Finding(finding.code, finding.message, where, finding.expected, finding.found, related)


def load(source: Source) -> Iterator[Loaded | Finding]:
    """Every game and hand of a source; a finding in place of one that cannot be read or has nothing in it."""
    for document in read_documents(source):
        if isinstance(document, Finding):
            yield document
            continue
        try:
            loaded = _load_one(document)
        except Unreadable as error:
            yield error.finding
            continue
        if loaded.game.hands:
            yield loaded
        else:
            message = "the game has no hands, so there is nothing to check"
            yield loaded.placed(Finding("F150", message, Where(path=source.path, pointer="/hands")))


def _load_one(document: Document) -> Loaded:
    path = document.source.path
    if is_egn(document):
        read = read_egn(document)
        return Loaded(path, read.game, document, False, read.origin, read.refusals, read.no_score)
    if is_openspiel(document):
        history = read_openspiel(document)
        return Loaded(path, history.game, document, True, history.origin)
    value = read_tree(document)
    if isinstance(value, Game):
        return Loaded(path, value, document, False)
    return Loaded(path, value.as_game(), document, True)

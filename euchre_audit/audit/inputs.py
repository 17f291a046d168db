"""Any file to games: our own records, or another notation's, with the way back to its places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..findings import Finding, Related, Unreadable, Where
from ..notations.foreign import ForeignGame, Refusal, nearest
from ..notations.load import Evidence, read_any
from ..records import Document, Game, Source, read_tree
from .session import Session


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game, and where its parts stand in the file.

    ``alone``: a hand file. ``origin`` maps pointers into ``game`` to pointers into the file where they differ;
    ``refusals`` say in words why a hand (by index) could not be read whole, ``no_score`` why the points of the
    game are not judged. ``proof`` and ``proof_origin``: the same for evidence that stands in a file of its own.
    ``session``: what a ledger has of this game.
    """

    path: str
    game: Game
    document: Document
    alone: bool
    origin: Mapping[str, str] | None = None
    refusals: Mapping[int, Refusal] = field(default_factory=dict)
    no_score: str | None = None
    proof: Document | None = None
    proof_origin: Mapping[str, str] = field(default_factory=dict)
    session: Session | None = None

    def pointer(self, pointer: str) -> str:
        """The pointer into the file for one into the game."""
        if self.origin is None:
            return pointer.removeprefix("/hands/0") if self.alone else pointer
        return nearest(self.origin, pointer)

    def placed(self, finding: Finding) -> Finding:
        """The finding with its place in the file that it is about: pointer and line."""
        ours = finding.where.pointer or ""
        document, pointer = self.document, self.pointer(ours)
        where = finding.where
        if self.proof is not None:
            held = next((each for each in self.proof_origin if ours == each or ours.startswith(each + "/")), None)
            if held is not None:
                document, pointer = self.proof, self.proof_origin[held] + ours.removeprefix(held)
                where = where.at(path=document.source.path)
        where = where.at(pointer=pointer, line=document.line(pointer))
        related = finding.related and tuple(
            Related(item.message, self.pointer(item.pointer)) if item.pointer else item for item in finding.related
        )
        return Finding(finding.code, finding.message, where, finding.expected, finding.found, related)


def load(source: Source, named: Sequence[str] = (), evidence: Evidence | None = None) -> Iterator[Loaded | Finding]:
    """Every game and hand of a source; a finding in place of one that cannot be read or has nothing in it.

    ``named``: the other files that were named with it, among which the evidence of a game may be. ``evidence``: as
    in :func:`~euchre_audit.notations.load.read_any`.
    """
    for read in read_any(source, named, evidence):
        if isinstance(read, Finding):
            yield read
            continue
        try:
            loaded = _loaded(read)
        except Unreadable as error:
            yield error.finding
            continue
        if loaded.game.hands:
            yield loaded
        else:
            message = "the game has no hands, so there is nothing to check"
            yield loaded.placed(Finding("F150", message, Where(path=source.path, pointer="/hands")))


def _loaded(read: ForeignGame | Document) -> Loaded:
    if isinstance(read, ForeignGame):
        path = read.document.source.path
        known = (read.origin, read.refusals, read.no_score, read.proof, read.proof_origin)
        return Loaded(path, read.game, read.document, read.alone, *known)
    value = read_tree(read)
    if isinstance(value, Game):
        return Loaded(read.source.path, value, read, False)
    return Loaded(read.source.path, value.as_game(), read, True)

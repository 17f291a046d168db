"""Any source to games: other notations are read here, our own records are left to their reader."""

from collections.abc import Iterator, Sequence

from ..findings import Finding, Unreadable
from ..records import Document, Source, read_documents
from .egn import is_egn, read_egn
from .emn import is_emn, read_emn
from .foreign import ForeignGame
from .openspiel import is_openspiel, read_openspiel
from .proof import alone, find_proof, is_proof, join_proof
from .ptn import read_ptn


def read_any(source: Source, named: Sequence[str] = ()) -> Iterator[ForeignGame | Document | Finding]:
    """Every game of another notation, every record of ours as a document, a finding for what cannot be read.

    ``named``: the other files that were named with this one; the evidence of a game may be among them.
    """
    if is_proof(source.path):
        stray = alone(source, named)
        if stray is not None:
            yield stray
        return
    if source.kind == "ptn":
        yield from read_ptn(source)
        return
    for document in read_documents(source):
        if isinstance(document, Finding):
            yield document
            continue
        try:
            if is_emn(document):
                yield from read_emn(document)
            elif is_egn(document):
                yield from _with_proof(read_egn(document), source, named)
            elif is_openspiel(document):
                yield read_openspiel(document)
            else:
                yield document
        except Unreadable as error:
            yield error.finding


def _with_proof(game: ForeignGame, source: Source, named: Sequence[str]) -> Iterator[ForeignGame | Finding]:
    if source.kind == "egn":
        try:
            proof = find_proof(source, named)
            if proof is not None:
                join_proof(game, proof)
        except Unreadable as error:
            yield error.finding
    yield game

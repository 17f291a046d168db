"""Any source to games: other notations are read here, our own records are left to their reader."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..findings import Finding, Unreadable
from ..records import Document, Source, read_documents
from ..records.read import Decoded
from .egn import is_egn, read_egn
from .emn import is_emn, read_emn
from .foreign import ForeignGame
from .openspiel import is_openspiel, read_openspiel
from .proof import alone, find_proof, is_proof, join_proof
from .ptn import read_ptn

Evidence = Mapping[str, Source | Finding | None]
"""By the path of a game in EGN its evidence, or why that cannot be read; by that of evidence what is told of it."""


def find_evidence(sources: Iterable[Source], named: Sequence[str] = ()) -> Evidence:
    """What stands in other files than these, for someone who cannot open those."""
    found: dict[str, Source | Finding | None] = {}
    for source in sources:
        if is_proof(source.path):
            found[source.path] = alone(source, named)
        elif source.kind == "egn":
            try:
                found[source.path] = find_proof(source, named)
            except Unreadable as error:
                found[source.path] = error.finding
    return found


def read_any(
    source: Source, named: Sequence[str] = (), evidence: Evidence | None = None
) -> Iterator[ForeignGame | Document | Finding]:
    """Every game of another notation, every record of ours as a document, a finding for what cannot be read.

    ``named``: the other files that were named with this one; the evidence of a game may be among them. With
    ``evidence`` that is what there is, and no other file is opened.
    """
    evidence = find_evidence((source,), named) if evidence is None else evidence
    if is_proof(source.path):
        stray = evidence.get(source.path)
        if isinstance(stray, Finding):
            yield stray
        return
    if source.kind == "ptn":
        yield from read_ptn(source)
        return
    for document in read_documents(source):
        if isinstance(document, Finding | Decoded):
            yield document
            continue
        try:
            if is_emn(document):
                yield from read_emn(document)
            elif is_egn(document):
                yield from _with_proof(read_egn(document), source, evidence)
            elif is_openspiel(document):
                yield read_openspiel(document)
            else:
                yield document
        except Unreadable as error:
            yield error.finding


def _with_proof(game: ForeignGame, source: Source, evidence: Evidence) -> Iterator[ForeignGame | Finding]:
    proof = evidence.get(source.path)
    if isinstance(proof, Finding):
        yield proof
    elif proof is not None:
        try:
            join_proof(game, proof)
        except Unreadable as error:
            yield error.finding
    yield game

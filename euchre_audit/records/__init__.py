"""Our documents as typed values, strict readers and writers, and positions in files."""

from .documents import (
    Claims,
    DealEvidence,
    FirstDealer,
    Game,
    HandFile,
    HandRecord,
    Person,
    ScoreCard,
)
from .published import PublishedList, read_commitment, read_published
from .read import Document, Source, read_bytes, read_documents, read_source, read_tree
from .write import write_atomically, write_together

__all__ = [
    "Claims",
    "DealEvidence",
    "Document",
    "FirstDealer",
    "Game",
    "HandFile",
    "HandRecord",
    "Person",
    "PublishedList",
    "ScoreCard",
    "Source",
    "read_bytes",
    "read_commitment",
    "read_documents",
    "read_published",
    "read_source",
    "read_tree",
    "write_atomically",
    "write_together",
]

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
from .keys import Keys, read_keys
from .ledger import is_ledger
from .published import (
    PublishedList,
    ShownCheckpoint,
    is_checkpoint,
    read_checkpoint,
    read_own_values,
    read_published,
    read_seen,
)
from .read import Document, Source, read_bytes, read_documents, read_source, read_tree
from .write import append_text, check_writable, write_atomically, write_together

__all__ = [
    "Claims",
    "DealEvidence",
    "Document",
    "FirstDealer",
    "Game",
    "HandFile",
    "HandRecord",
    "Keys",
    "Person",
    "PublishedList",
    "ScoreCard",
    "ShownCheckpoint",
    "Source",
    "append_text",
    "check_writable",
    "is_checkpoint",
    "is_ledger",
    "read_bytes",
    "read_checkpoint",
    "read_documents",
    "read_keys",
    "read_own_values",
    "read_published",
    "read_seen",
    "read_source",
    "read_tree",
    "write_atomically",
    "write_together",
]

"""Evidence that a promise was out: the ledger's tree, signed notes, checkpoints, the beacon, outside time. Pure."""

from .beacon import BEFORE_ROUND, BeaconError, check_beacon, round_time
from .checkpoint import Checkpoint, checkpoint_text, parse_checkpoint
from .extras import ExtraMissing
from .merkle import (
    EMPTY_ROOT,
    Frontier,
    ProofError,
    Tree,
    check_consistency,
    leaf_hash,
    node_hash,
    root_of_inclusion,
)
from .notes import (
    COSIGNATURE,
    ED25519,
    Note,
    NoteError,
    Verifier,
    check_signature,
    parse_note,
    parse_verifier,
    sign,
)

__all__ = [
    "BEFORE_ROUND",
    "COSIGNATURE",
    "ED25519",
    "EMPTY_ROOT",
    "BeaconError",
    "Checkpoint",
    "ExtraMissing",
    "Frontier",
    "Note",
    "NoteError",
    "ProofError",
    "Tree",
    "Verifier",
    "check_beacon",
    "check_consistency",
    "check_signature",
    "checkpoint_text",
    "leaf_hash",
    "node_hash",
    "parse_checkpoint",
    "parse_note",
    "parse_verifier",
    "root_of_inclusion",
    "round_time",
    "sign",
]

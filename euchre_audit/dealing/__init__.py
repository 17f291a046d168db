"""The deal procedure ``euchre-deal/v1``: terms, commitment, streams, stages, hands. Pure; bytes in, cards out."""

from .commitment import MissingEntropy, commitment, contribution, deal_key, mix_of, read_hex
from .deal import Dealt, deal, first_dealer, hand_out
from .terms import Terms, TermsError, parse_terms

__all__ = [
    "Dealt",
    "MissingEntropy",
    "Terms",
    "TermsError",
    "commitment",
    "contribution",
    "deal",
    "deal_key",
    "first_dealer",
    "hand_out",
    "mix_of",
    "parse_terms",
    "read_hex",
]

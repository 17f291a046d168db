"""Findings: what was found, where, and the catalogue of every code."""

from .catalogue import Entry, all_codes, entry
from .model import (
    ANSWERS,
    FAIL,
    PASS,
    SEVERITIES,
    UNCHECKED,
    UNPROVEN,
    Answer,
    Finding,
    Related,
    Unreadable,
    Where,
    worst,
)

__all__ = [
    "ANSWERS",
    "FAIL",
    "PASS",
    "SEVERITIES",
    "UNCHECKED",
    "UNPROVEN",
    "Answer",
    "Entry",
    "Finding",
    "Related",
    "Unreadable",
    "Where",
    "all_codes",
    "entry",
    "worst",
]

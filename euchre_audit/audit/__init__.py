"""Records to findings: walk, deal, score, game, archive."""

from .archive import audit_archive, audit_folder, find_games
from .fit import Fit, audit_game, infer
from .games import Games
from .inputs import Loaded, load
from .report import Report
from .result import GameResult, HandResult, LedgerResult, Options, Step
from .run import audit_files

__all__ = [
    "Fit",
    "GameResult",
    "Games",
    "HandResult",
    "LedgerResult",
    "Loaded",
    "Options",
    "Report",
    "Step",
    "audit_archive",
    "audit_files",
    "audit_folder",
    "audit_game",
    "find_games",
    "infer",
    "load",
]

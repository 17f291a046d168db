"""Records to findings: walk, deal, score, game, archive."""

from .archive import audit_folder, find_games
from .game import audit_game
from .inputs import Loaded, load
from .result import GameResult, HandResult, Options, Report
from .run import audit_files

__all__ = [
    "GameResult",
    "HandResult",
    "Loaded",
    "Options",
    "Report",
    "audit_files",
    "audit_folder",
    "audit_game",
    "find_games",
    "load",
]

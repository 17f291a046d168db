"""Whether the faults of a game change its result, in words."""

from ..audit import GameResult
from ..audit.effect import Path
from ..audit.words import score_text, side_names


def outcome_lines(game: GameResult) -> list[str]:
    """One line where every reading of the score ends the game alike, else one for each; none to say nothing."""
    paths = game.paths
    known = [path for path in paths if path.score is not None]
    if not known:
        return []
    stands = all(path.same_end(known[0]) and path.hand == known[0].hand for path in known)
    if stands and len(known) == len(paths):
        scores = dict.fromkeys(score_text(path.score or []) for path in known)
        if known[0].winners is None and known[0].conceded is None:
            return [f"nobody has won either way: {' or '.join(scores)}"]
        _, *others = scores
        rescored = f", {' or '.join(others)} rescored" if others else ", recorded and rescored"
        return [f"stands: {_end(known[0], game)}{rescored}"]
    return [_head(paths), *(f"{path.reading}: {_end(path, game)}" for path in paths)]


def _head(paths: list[Path]) -> str:
    recorded, rescored, *settled = paths
    if recorded.score is None or rescored.score is None:
        return "is open"
    if not recorded.same_end(rescored):
        return "changes"
    if not all(path.same_end(rescored) for path in settled):
        return "hangs on what the renege costs" if len(settled) == 1 else "hangs on how the renege is settled"
    return "the winner stands, the score does not" if rescored.winners else "is open"


def _end(path: Path, game: GameResult) -> str:
    if path.score is None:
        return "not known"
    score = score_text(path.score)
    names = side_names(game.rules.seats)
    if path.winners is None and path.conceded is not None:
        return f"{score}, conceded by {names[path.conceded]}"
    if path.winners is None:
        return f"{score}, nobody has won"
    who = " and ".join(names[side] for side in path.winners)
    verb = "win" if game.rules.sides == "pairs" or len(path.winners) > 1 else "wins"
    return f"{who} {verb} {score} with hand {path.hand}"

"""Whether the faults of a game change its result, in words."""

from ..audit import GameResult
from ..audit.effect import Path
from ..audit.words import score_text, side_names


def outcome_lines(game: GameResult) -> list[str]:
    """One line where every reading of the score ends the game alike, else one for each; none to say nothing."""
    known = [path for path in game.paths if path.score is not None]
    if not known:
        return []
    stands = all(path.same_end(known[0]) and path.hand == known[0].hand for path in known)
    if stands and len(known) == len(game.paths):
        scores = {score_text(path.score or []) for path in known}
        if known[0].winners is None:
            return [f"the game goes on, recorded or rescored: {' or '.join(sorted(scores))}"]
        return [f"stands: {_end(known[0], game)}, recorded or rescored"]
    names = {tuple(path.winners or ()) for path in known}
    head = "is open" if len(known) < len(game.paths) else "changes" if len(names) > 1 else "the winner stands"
    return [head, *(f"{path.reading}: {_end(path, game)}" for path in game.paths)]


def _end(path: Path, game: GameResult) -> str:
    if path.score is None:
        return "not known"
    score = score_text(path.score)
    if path.winners is None:
        return f"{score}, nobody has won"
    names = side_names(game.rules.seats)
    who = " and ".join(names[side] for side in path.winners)
    verb = "win" if game.rules.sides == "pairs" or len(path.winners) > 1 else "wins"
    return f"{who} {verb} {score} with hand {path.hand}"

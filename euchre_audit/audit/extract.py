"""One hand of a game as a hand file."""

from typing import Any

import msgspec

from ..records import HandRecord
from ..records.documents import number_of
from .fit import audit_game
from .hand import HandOutcome
from .inputs import Loaded
from .result import Options


def extract_hand(loaded: Loaded, number: int, options: Options) -> dict[str, Any] | None:
    """The hand file of hand ``number``, None where the game has no such hand.

    The score before it is the one that the record claims after the hand before, else the rescored one. The
    dealer, which the game gives by its order, and the number, where the terms give it, are written down.
    """
    game = loaded.game
    numbers = [number_of(hand, index) for index, hand in enumerate(game.hands)]
    if number not in numbers:
        return None
    index = numbers.index(number)
    players = game.players
    for hand in game.hands[: index + 1]:
        players = hand.players or players
    judged: list[tuple[HandRecord, HandOutcome]] = []
    audited = audit_game(loaded, options, judged.append)
    start = audited.start
    if index:
        claims = game.hands[index - 1].claims
        start = audited.hands[index - 1].score
        if claims is not None and claims.score is not None:
            start = claims.score
    around = {
        "format": "euchre-hand/1",
        "game": game.game,
        "played": game.played,
        "house": options.house or game.house,
        "rules": msgspec.to_builtins(game.rules),
        "players": msgspec.to_builtins(players),
        "start": start,
    }
    record = msgspec.to_builtins(game.hands[index])
    record.pop("players", None)
    outcome = judged[index][1]
    derived: dict[str, Any] = {} if outcome.dealer is None else {"dealer": outcome.dealer}
    if outcome.deal.terms is not None:
        derived["hand"] = outcome.deal.terms.hand
    record = {**derived, **record}
    return {**{key: value for key, value in around.items() if value is not None}, **record}

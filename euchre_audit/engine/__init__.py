"""The game as a state machine: bidding, play, tricks, scoring. Pure, and without words.

An event is applied to a :class:`~euchre_audit.engine.hand.Hand` and gives a mask of the rules it breaks
(0 = legal). Legal moves are asked of the same predicate.
"""

from .claims import takes_the_rest
from .events import Event, parse_event, write_event
from .hand import Hand
from .scoring import by_side, hand_points, is_over, next_dealer, renege_points, winners

__all__ = [
    "Event",
    "Hand",
    "by_side",
    "hand_points",
    "is_over",
    "next_dealer",
    "parse_event",
    "renege_points",
    "takes_the_rest",
    "winners",
    "write_event",
]

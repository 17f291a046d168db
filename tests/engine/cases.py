"""Small cases with expectations worked out from the printed rules, in the form of the casebook."""

from __future__ import annotations

from typing import Any


def _legal(trump: str, lead: str | None, hand: str, legal: str) -> dict[str, Any]:
    return {"type": "legal", "trump": trump, "lead": lead, "hand": hand.split(), "legal": legal.split()}


def _trick(trump: str, first: int, plays: str, winner: int) -> dict[str, Any]:
    seated = [[(first + step) % 4, card] for step, card in enumerate(plays.split())]
    return {"type": "trick", "trump": trump, "plays": seated, "winner": winner}


def _score(
    tricks: int, expect: list[int], lone: bool = False, defend_alone: bool = False, **points: int
) -> dict[str, Any]:
    rules = {"points": points} if points else {}
    return {
        "type": "score",
        "maker_tricks": tricks,
        "alone": lone,
        "defend_alone": defend_alone,
        "rules": rules,
        "expect": expect,
    }


CASES: list[dict[str, Any]] = [
    # Any card may be led, trump or not.
    _legal("h", None, "Jh Jd 9c Ts As", "Jh Jd 9c Ts As"),
    # The suit led is followed, and need not be beaten.
    _legal("h", "Ks", "9s As Jh Ac Tc", "9s As"),
    _legal("c", "Th", "9h Jh Ah Jc Js", "9h Jh Ah"),
    # Who cannot follow may play anything, trump included, and need not play trump.
    _legal("h", "Ks", "Jh Jd 9c Td Ac", "Jh Jd 9c Td Ac"),
    # Trump is led: both bowers follow, the left one too where it is the only one.
    _legal("s", "9s", "Js Jc Ac Ad Ah", "Js Jc"),
    _legal("s", "As", "Jc Ac Kc Ad Ah", "Jc"),
    _legal("d", "9d", "Jh Ah Kh Qh Th", "Jh"),
    # The printed suit of the left bower is led: it does not follow, and its holder may be out of that suit.
    _legal("c", "As", "Js 9s Ah Ad Kd", "9s"),
    _legal("c", "As", "Js Ac Ah Ad Kd", "Js Ac Ah Ad Kd"),
    # The left bower led is a lead of trump.
    _legal("d", "Jh", "Ah Kh Qh 9d Tc", "9d"),
    _legal("d", "Jh", "Ah Kh Qh 9c Tc", "Ah Kh Qh 9c Tc"),
    # The jacks of the other colour are ordinary cards.
    _legal("h", "9c", "Jc Js Jd Jh Ac", "Jc Ac"),
    # Right bower, left bower, ace, king, queen, ten, nine.
    _trick("h", 0, "Jd Ah Jh Kh", 2),
    _trick("h", 1, "Ah Kh Jd Qh", 3),
    _trick("c", 2, "9c Tc Qc Kc", 1),
    _trick("c", 3, "Ac Js Kc 9c", 0),
    # The lowest trump beats the highest plain card.
    _trick("d", 0, "As Ks 9d Qs", 2),
    _trick("d", 1, "As Ks Jh 9d", 3),
    # Without a trump: the highest of the suit led, ace down to nine.
    _trick("d", 0, "9s Ac Ts Kc", 2),
    _trick("h", 3, "Qc Ac Kc Jc", 0),
    _trick("h", 2, "Jc Qc Tc 9c", 3),
    # Nobody follows and nobody ruffs: the lead takes it.
    _trick("h", 1, "9c As Ad Ks", 1),
    # In the left bower's printed suit the queen comes next above the ten.
    _trick("s", 0, "Tc Qc 9c Kc", 3),
    _trick("s", 0, "Tc Jc Ac Kc", 1),
    # Two ruffs: the higher one.
    _trick("s", 2, "Ah 9s Ts Kh", 0),
    # Makers 3 or 4, all five, alone or not.
    _score(3, [1, 0]),
    _score(4, [1, 0]),
    _score(5, [2, 0]),
    _score(3, [1, 0], lone=True),
    _score(4, [1, 0], lone=True),
    _score(5, [4, 0], lone=True),
    # Euchred: two to the others, alone or not, one trick or none.
    *(_score(tricks, [0, 2], lone=lone) for tricks in (0, 1, 2) for lone in (False, True)),
    # A lone defender euchres for four; a lone defender who does not changes nothing.
    _score(2, [0, 4], defend_alone=True),
    _score(2, [0, 4], lone=True, defend_alone=True),
    _score(3, [1, 0], defend_alone=True),
    _score(5, [4, 0], lone=True, defend_alone=True),
    # Super-euchre: four where the makers take no trick at all, and only there.
    _score(0, [0, 4], no_tricks=4),
    _score(1, [0, 2], no_tricks=4),
    _score(0, [0, 2], no_tricks=1),
    _score(0, [0, 4], defend_alone=True, no_tricks=3),
    # A lone maker's euchre may be worth more, or less, than a pair's.
    _score(2, [0, 3], lone=True, euchre_alone=3),
    _score(2, [0, 2], euchre_alone=3),
    _score(2, [0, 1], lone=True, euchre_alone=1),
    _score(2, [0, 5], lone=True, defend_alone=True, euchre_alone=5),
    # Each other result has a worth of its own.
    _score(3, [6, 0], make=6),
    _score(4, [6, 0], make=6),
    _score(5, [7, 0], march=7),
    _score(3, [8, 0], lone=True, alone=8),
    _score(5, [9, 0], lone=True, alone_march=9),
    _score(1, [0, 3], euchre=3),
    _score(0, [0, 6], defend_alone=True, lone_defence=6),
]

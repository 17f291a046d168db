"""Points of a hand, end of a game, the next dealer: arithmetic on the rules alone."""

from ..rules.model import Rules


def hand_points(rules: Rules, maker_tricks: int, alone: bool, defended_alone: bool) -> tuple[int, int]:
    """Points of (makers, each other side) for a hand that was played out.

    In the twelve-trick game each trick is a point, and makers who fall short lose all of them.

    >>> from euchre_audit.rules import Rules
    >>> hand_points(Rules(), 5, True, False)
    (4, 0)
    """
    points = rules.points
    made = maker_tricks >= rules.to_make
    if rules.game == "twelve-trick":
        return (maker_tricks, rules.tricks - maker_tricks) if made else (0, rules.tricks)
    if made:
        if maker_tricks == rules.tricks:
            return (points.alone_march if alone else points.march), 0
        return (points.alone if alone else points.make), 0
    worth = [points.euchre]
    if alone:
        worth = [points.euchre_alone]
    if defended_alone:
        worth.append(points.lone_defence)
    if maker_tricks == 0:
        worth.append(points.no_tricks)
    return 0, max(worth)


def is_over(rules: Rules, score: list[int], hands_scored: int) -> bool:
    """Whether a game with this score, after so many hands, has been won or played out."""
    first, second = sorted(score, reverse=True)[:2]
    if rules.deals:
        return hands_scored >= rules.deals and (rules.tie == "shared" or first > second)
    shared = first == second and rules.tie == "shared" and rules.win_by == 1
    return first >= rules.target and (shared or first - second >= rules.win_by)


def by_side(rules: Rules, side: int, made: int, defended: int) -> list[int]:
    """Points by side, where ``side`` are the makers."""
    return [made if each == side else defended for each in range(rules.side_count)]


def renege_points(rules: Rules, way: str, side: int, size: int) -> list[int]:
    """Points by side for a renege by ``side``, by ``points-to-others`` or ``points-off``."""
    if way == "points-off":
        return [-size if each == side else 0 for each in range(rules.side_count)]
    return [0 if each == side else size for each in range(rules.side_count)]


def winners(score: list[int]) -> list[int]:
    """The sides with the highest score."""
    return [side for side, points in enumerate(score) if points == max(score)]


def next_dealer(rules: Rules, dealer: int, ended: str | None, *, farmers_hand: bool = False) -> int | None:
    """Who deals after a hand that ended so; None where no house says it, after another redeal than a farmer's."""
    if ended == "redealt":
        return dealer if farmers_hand and rules.farmers_hand == "redeal" else None
    if ended == "thrown-in" and rules.thrown_in == "same":
        return dealer
    return (dealer + 1) % rules.seats

"""Points of a hand, end of a game, the next dealer: arithmetic on the rules alone."""

from ..rules.model import Rules


def hand_points(rules: Rules, maker_tricks: int, alone: bool, defended_alone: bool) -> tuple[int, int]:
    """Points of (makers, defenders) for a hand that was played out.

    >>> from euchre_audit.rules import Rules
    >>> hand_points(Rules(), 5, True, False)
    (4, 0)
    """
    points = rules.points
    if maker_tricks >= 3:
        if maker_tricks == 5:
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
    return first >= rules.target and first - second >= rules.win_by


def winners(score: list[int]) -> list[int]:
    """The sides with the highest score."""
    return [side for side, points in enumerate(score) if points == max(score)]


def next_dealer(rules: Rules, dealer: int, thrown_in: bool) -> int:
    """Who deals after this hand."""
    if thrown_in and rules.thrown_in == "same":
        return dealer
    return (dealer + 1) % rules.seats

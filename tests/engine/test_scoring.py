"""The end of a game and the next dealer. Points of a hand are in the casebook."""

from __future__ import annotations

import pytest

from euchre_audit.engine import is_over, next_dealer, winners
from tests.engine.layout import rules_from


@pytest.mark.parametrize(
    ("changes", "score", "hands", "over"),
    [
        ({}, [9, 9], 20, False),
        ({}, [9, 3], 20, False),
        ({}, [10, 9], 20, True),
        ({}, [9, 10], 20, True),
        ({}, [11, 3], 20, True),
        ({}, [10, 10], 20, True),
        ({"tie": "play-on"}, [10, 10], 20, False),
        ({"tie": "play-on"}, [11, 10], 20, True),
        ({"win_by": 2}, [11, 11], 20, False),
        ({}, [3, 10, 7], 20, True),
        ({}, [10, 3, 10], 20, True),
        ({}, [9, 3, 9], 20, False),
        ({"tie": "play-on"}, [10, 3, 10], 20, False),
        ({"target": 5}, [5, 4], 5, True),
        ({"target": 5}, [4, 4], 5, False),
        ({"win_by": 2}, [10, 9], 20, False),
        ({"win_by": 2}, [10, 8], 20, True),
        ({"win_by": 2}, [14, 12], 20, True),
        ({"deals": 8, "target": 0}, [40, 0], 7, False),
        ({"deals": 8, "target": 0}, [5, 4], 8, True),
        ({"deals": 8, "target": 0}, [4, 4], 8, True),
        ({"deals": 8, "target": 0}, [0, 0], 9, True),
        ({"deals": 8, "target": 0, "tie": "play-on"}, [4, 4], 8, False),
        ({"deals": 8, "target": 0, "tie": "play-on"}, [5, 4], 8, True),
        ({"deals": 8, "target": 0, "tie": "play-on"}, [4, 5], 9, True),
        ({"deals": 8, "target": 0, "tie": "play-on"}, [5, 4], 7, False),
    ],
)
def test_end_of_a_game(changes, score, hands, over):
    before = list(score)
    assert is_over(rules_from(changes), score, hands) is over
    assert score == before


def test_winners():
    assert winners([10, 7]) == [0]
    assert winners([7, 10]) == [1]
    assert winners([9, 9]) == [0, 1]


@pytest.mark.parametrize("dealer", range(4))
def test_next_dealer_sits_on_the_left(dealer):
    left = [1, 2, 3, 0][dealer]
    for ended in (None, "played", "thrown-in", "claimed", "conceded"):
        assert next_dealer(rules_from({}), dealer, ended) == left
    assert next_dealer(rules_from({}), dealer, "redealt") is None
    farmers = rules_from({"farmers_hand": "redeal"})
    assert next_dealer(farmers, dealer, "redealt", farmers_hand=True) == dealer
    assert next_dealer(farmers, dealer, "redealt") is None
    assert next_dealer(rules_from({}), dealer, "redealt", farmers_hand=True) is None
    same = rules_from({"thrown_in": "same"})
    assert (next_dealer(same, dealer, "thrown-in"), next_dealer(same, dealer, "played")) == (dealer, left)

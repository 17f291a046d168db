"""The table of words, and the names of a score."""

from __future__ import annotations

import pytest

from euchre_audit.rules import Rules, all_words, at_the_bridge, find_word, in_the_barn, load_house
from tests.engine.layout import rules_from

TERMS = """trump, trick, right bower, left bower, up card, turn-up, kitty, order up, assist, makers, defenders,
next, crossing, going alone, loner, march, sweep, euchred, renege, revoke, at the bridge, in the barn, farmer's
hand, stick the dealer, screw the dealer, joker, benny, lay-down, super-euchre, cutthroat, partner's
best, go under"""


@pytest.mark.parametrize("term", [term.strip() for term in TERMS.replace("\n", " ").split(",")])
def test_word_is_known_in_any_writing(term):
    word = find_word(term)
    assert word is not None
    assert find_word(f"  {term.upper()} ") is word
    assert find_word(term.replace("'", "’")) is word


def test_every_word_has_one_line_and_names_of_its_own():
    names = [name for word in all_words() for name in (word.word, *word.also)]
    assert len(names) == len(set(names))
    assert all(name == name.lower() for name in names)
    for word in all_words():
        assert word.meaning == " ".join(word.meaning.split())
        assert 8 <= len(word.meaning) <= 100
        word.belongs_to(Rules())


def test_what_is_no_word():
    for name in ("", "P310", "snooker", "trump trick"):
        assert find_word(name) is None


def test_words_of_some_rules():
    def words(house):
        return {word.word for word in all_words() if word.belongs_to(load_house(house).rules)}

    assert "at the bridge" in words("family-two-32") - words("family-two")
    assert "loner" in words("family") - words("family-cutthroat")
    assert "assist" in words("family") - words("family-two")
    assert "up card" in words("family-two") - words("family-twelve")
    assert "stick the dealer" in words("club") - words("family")


@pytest.mark.parametrize(
    ("target", "score", "expected"),
    [
        (5, [4, 2], True),
        (5, [4, 0], True),
        (5, [4, 3], False),
        (5, [3, 2], False),
        (5, [2, 4], False),
        (10, [4, 2], False),
        (10, [9, 2], False),
    ],
)
def test_at_the_bridge(target, score, expected):
    rules = rules_from({"target": target})
    assert at_the_bridge(score, 0, rules) is expected
    assert at_the_bridge(score[::-1], 1, rules) is expected


@pytest.mark.parametrize(
    ("changes", "score", "expected"),
    [
        ({}, [9, 0], True),
        ({}, [9, 9], True),
        ({}, [8, 9], False),
        ({}, [10, 9], False),
        ({"target": 5}, [4, 4], True),
        ({"target": 11}, [9, 0], False),
        ({"target": 11}, [10, 0], True),
        ({"target": 0, "deals": 8}, [9, 0], False),
    ],
)
def test_in_the_barn(changes, score, expected):
    assert in_the_barn(score, 0, rules_from(changes)) is expected


def test_three_players_at_the_bridge():
    rules = rules_from({"target": 5, "seats": 3, "sides": "maker-against-rest", "alone_by": "nobody"})
    assert at_the_bridge([4, 2, 1], 0, rules)
    assert not at_the_bridge([4, 2, 3], 0, rules)
    assert in_the_barn([0, 0, 4], 2, rules)

"""Terms read strictly: which line is refused, and never anything but a clear refusal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.dealing import TermsError, parse_terms
from euchre_audit.dealing.pattern import is_twelve_trick, parse_pattern

LINES = [
    "euchre-deal/v1",
    "match none",
    "session club.example/2026:a-b_c",
    "hand 7",
    "dealer 3",
    "deck 24",
    "seats 4",
    "pattern 3/2",
    "entropy none",
]
KEYWORDS = [line.split()[0] for line in LINES]


def terms(**changes: str) -> bytes:
    lines = [
        f"{keyword} {changes[keyword]}" if keyword in changes else line
        for keyword, line in zip(KEYWORDS, LINES, strict=True)
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")


def refused_at(raw: bytes) -> int | None:
    try:
        parse_terms(raw)
    except TermsError as error:
        assert str(error)
        return error.line
    return None


@pytest.mark.parametrize(
    ("raw", "line", "says"),
    [
        (terms(deck="26"), 6, "deck is 24, 25, 28, 29, 32 or 33"),
        (terms(hand="01"), 4, "hand is a whole number from 0 to 999999999, without sign or leading zero"),
        (
            terms(seats="2", pattern="6/6", dealer="0"),
            8,
            "the pattern deals 24 cards of 24, which leaves no up card",
        ),
        (terms()[:-5], 9, "the last line does not end in LF"),
        (terms(entropy="players 4"), 9, "players are seats from 0 to 3 joined by single commas"),
        (terms() + b"x\n", 0, "terms are nine lines; these are 10"),
    ],
)
def test_refusal_in_words(raw, line, says):
    with pytest.raises(TermsError) as raised:
        parse_terms(raw)
    assert (raised.value.line, str(raised.value)) == (line, says)


def test_terms_are_read():
    read = parse_terms(terms(match="ab" * 32, entropy="players 0,2"))
    assert read.raw == terms(match="ab" * 32, entropy="players 0,2")
    assert (read.match, read.session, read.hand, read.dealer) == ("ab" * 32, LINES[2].split()[1], 7, 3)
    assert (read.deck, read.seats, read.pattern, read.rounds) == (24, 4, "3/2", ((3, 3, 3, 3), (2, 2, 2, 2)))
    assert (read.players, read.beacon) == ((0, 2), None)
    assert parse_terms(terms()).match is None
    assert parse_terms(terms(hand="1", dealer="drawn")).dealer == "drawn"
    beacon = parse_terms(terms(entropy="beacon drand-quicknet 18446744073709551615"))
    assert (beacon.players, beacon.beacon) == ((), 2**64 - 1)
    draw = parse_terms(terms(hand="0", dealer="low-card", pattern="none"))
    assert (draw.hand, draw.dealer, draw.pattern, draw.rounds) == (0, "low-card", None, ())


@pytest.mark.parametrize(
    "changes",
    [
        {"session": "a"},
        {"session": "a" * 128},
        {"hand": "1", "dealer": "drawn"},
        {"hand": "0", "dealer": "black-jack", "pattern": "none"},
        {"hand": "999999999"},
        {"dealer": "0"},
        *({"deck": deck} for deck in ("24", "25", "28", "29", "32", "33")),
        {"seats": "2"},
        {"seats": "6", "deck": "32"},
        {"seats": "2", "pattern": "4/4/4"},
        {"pattern": "1/1/1/1/1"},
        {"pattern": "3,2/2,3"},
        {"entropy": "players 3"},
        {"entropy": "players 0,1,2,3"},
        {"entropy": "beacon drand-quicknet 1"},
    ],
)
def test_terms_at_their_limits_are_taken(changes):
    changes = {"dealer": "1", **changes}
    assert refused_at(terms(**changes)) is None


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"match": ""}, 2),
        ({"match": "None"}, 2),
        ({"match": "AB" * 32}, 2),
        ({"match": "ab" * 31}, 2),
        ({"match": "ab" * 33}, 2),
        ({"session": ""}, 3),
        ({"session": "a" * 129}, 3),
        ({"session": "a b"}, 3),
        ({"session": "a?"}, 3),
        ({"hand": "1000000000"}, 4),
        ({"hand": "-1"}, 4),
        ({"hand": "01"}, 4),
        ({"hand": "1_0"}, 4),
        ({"hand": ""}, 4),
        ({"hand": "1 "}, 4),
        ({"hand": "9" * 5000}, 4),
        ({"dealer": "4"}, 5),
        ({"dealer": "-1"}, 5),
        ({"dealer": "North"}, 5),
        ({"dealer": "drawn"}, 5),
        ({"dealer": "black-jack"}, 5),
        ({"dealer": "low-card"}, 5),
        ({"hand": "0"}, 5),
        ({"hand": "0", "dealer": "drawn", "pattern": "none"}, 5),
        ({"hand": "0", "pattern": "none"}, 5),
        ({"deck": "23"}, 6),
        ({"deck": "26"}, 6),
        ({"deck": "34"}, 6),
        ({"deck": "52"}, 6),
        ({"deck": "024"}, 6),
        ({"seats": "1"}, 7),
        ({"seats": "7"}, 7),
        ({"seats": "four"}, 7),
        ({"seats": "3", "dealer": "3"}, 5),
        ({"hand": "0", "dealer": "black-jack"}, 8),
        ({"pattern": "none"}, 8),
        ({"pattern": ""}, 8),
        ({"pattern": "3/"}, 8),
        ({"pattern": "3//2"}, 8),
        ({"pattern": "0/5"}, 8),
        ({"pattern": "100"}, 8),
        ({"pattern": "03/2"}, 8),
        ({"pattern": "3,3/2"}, 8),
        ({"pattern": "3,2/3,2"}, 8),
        ({"pattern": "3,2/2,3,2"}, 8),
        ({"pattern": "1,2,3,4,5/5"}, 8),
        ({"pattern": "3/3"}, 8),
        ({"pattern": "6"}, 8),
        ({"seats": "2", "dealer": "1", "pattern": "4/8"}, 8),
        ({"seats": "2", "dealer": "1", "pattern": "12"}, 8),
        ({"seats": "3", "dealer": "1", "pattern": "4/4"}, 8),
        ({"entropy": ""}, 9),
        ({"entropy": "None"}, 9),
        ({"entropy": "none "}, 9),
        ({"entropy": "players"}, 9),
        ({"entropy": "players "}, 9),
        ({"entropy": "players 4"}, 9),
        ({"entropy": "players 0, 1"}, 9),
        ({"entropy": "players 01"}, 9),
        ({"entropy": "players 1,0"}, 9),
        ({"entropy": "players 1,1"}, 9),
        ({"entropy": "players 0,,1"}, 9),
        ({"entropy": "players a"}, 9),
        ({"entropy": "Players 0"}, 9),
        ({"entropy": "beacon drand-quicknet"}, 9),
        ({"entropy": "beacon drand-quicknet 0"}, 9),
        ({"entropy": "beacon drand-quicknet 18446744073709551616"}, 9),
        ({"entropy": "beacon drand-quicknet 1e3"}, 9),
        ({"entropy": "beacon drand 5"}, 9),
        ({"entropy": "beacon drand-quickest 5"}, 9),
    ],
)
def test_line_that_is_refused(changes, line):
    assert refused_at(terms(**changes)) == line


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"", 0),
        (b"\n", 0),
        (terms()[:-1], 9),
        (terms() + b"\n", 0),
        (terms() + b"more", 10),
        (terms().replace(b"seats 4\n", b""), 0),
        (terms().replace(b"\n", b"\r\n"), 0),
        (terms().replace(b"hand 7", b"hand 7\r"), 0),
        (terms(hand="\u0667"), 0),
        (terms(session="caf\u00e9"), 0),
        (b"\xff" + terms(), 0),
        (b"\xef\xbb\xbf" + terms(), 0),
        (terms().replace(b"v1", b"v2"), 1),
        (terms().replace(b"euchre-deal/v1", b"euchre-deal/v1 "), 1),
        *(
            (terms().replace(keyword.encode() + b" ", keyword.encode() + b"\t"), number)
            for number, keyword in enumerate(KEYWORDS[1:], 2)
        ),
        *(
            (terms().replace(b"\n" + keyword.encode(), b"\n " + keyword.encode()), number)
            for number, keyword in enumerate(KEYWORDS[1:], 2)
        ),
        (terms().replace(b"match none\nsession", b"session none\nmatch"), 2),
        (terms().replace(b"hand 7", b"hand  7"), 4),
        (terms().replace(b"hand 7", b"hand"), 4),
    ],
)
def test_form_that_is_refused(raw, line):
    assert refused_at(raw) == line


@settings(max_examples=300, deadline=None, derandomize=True)
@given(raw=st.binary(max_size=300))
def test_random_bytes_are_refused_in_words(raw):
    with pytest.raises(TermsError):
        parse_terms(raw)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=st.data())
def test_terms_with_random_changes_are_taken_or_refused_in_words(data):
    raw = bytearray(terms(entropy=data.draw(st.sampled_from(("none", "players 0,1", "beacon drand-quicknet 12")))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.binary(max_size=3) | st.sampled_from((b"\n", b"0", b"9", b",", b"/", b" ", b"none"))
        )
    line = refused_at(bytes(raw))
    assert line is None or 0 <= line <= len(raw.split(b"\n"))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(values=st.lists(st.text(max_size=12), min_size=8, max_size=8))
def test_random_values_are_refused_in_words(values):
    text = "euchre-deal/v1\n" + "".join(
        f"{keyword} {value}\n" for keyword, value in zip(KEYWORDS[1:], values, strict=True)
    )
    with pytest.raises(TermsError):
        parse_terms(text.encode("utf-8", "surrogatepass"))


# Patterns


@pytest.mark.parametrize(
    ("text", "seats", "expected"),
    [
        ("3/2", 4, ((3, 3, 3, 3), (2, 2, 2, 2))),
        ("5", 3, ((5, 5, 5),)),
        ("3,2/2,3", 4, ((3, 2, 3, 2), (2, 3, 2, 3))),
        ("3,2/2,3", 3, ((3, 2, 3), (2, 3, 2))),
        ("2,2,3/3,3,2", 4, ((2, 2, 3, 2), (3, 3, 2, 3))),
        ("1,2,2,2/2,1,1,1", 4, ((1, 2, 2, 2), (2, 1, 1, 1))),
        ("99", 2, ((99, 99),)),
        ("10/10", 2, ((10, 10), (10, 10))),
    ],
)
def test_patterns(text, seats, expected):
    assert parse_pattern(text, seats) == expected


@pytest.mark.parametrize(
    ("text", "seats", "says"),
    [
        ("x", 4, "rounds of counts"),
        ("3/2\n", 4, "rounds of counts"),
        ("3,2,2,3,2/5", 4, "more counts than there are seats"),
        ("3,3/2", 4, "round of 3,3 has a shorter spelling"),
        ("3,2,3,2/2,3", 4, "round of 3,2,3,2 has a shorter spelling"),
        ("2,3,2/3,2", 3, "round of 2,3,2 has a shorter spelling"),
        ("3,2/3,2", 4, "equally many"),
        ("3/2,3", 4, "equally many"),
    ],
)
def test_patterns_that_are_refused(text, seats, says):
    with pytest.raises(ValueError, match=says):
        parse_pattern(text, seats)


def test_twelve_trick_game():
    assert is_twelve_trick(2, "4/4/4")
    assert not is_twelve_trick(3, "4/4/4")
    assert not is_twelve_trick(2, "4/4")
    for deck in (24, 25, 33):
        assert refused_at(terms(seats="2", dealer="1", pattern="4/4/4", deck=str(deck))) is None
    assert refused_at(terms(seats="2", dealer="1", pattern="6/6", deck="25")) is None

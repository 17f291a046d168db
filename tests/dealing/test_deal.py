"""Draws, cuts and whole deals against the reference of ``tests/vectors``."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.cards import FRESH, NAMES
from euchre_audit.dealing import (
    MissingEntropy,
    commitment,
    contribution,
    deal,
    deal_key,
    first_dealer,
    mix_of,
    parse_terms,
    stages,
)
from euchre_audit.dealing.commitment import HmacKey, tag
from euchre_audit.dealing.deal import hand_out
from euchre_audit.dealing.stages import cut_middle, cut_thirds, draw, shuffle, stream, thirds
from tests.vectors.reference import Procedure, Unusable

DECKS = (24, 25, 28, 29, 32, 33)
EXAMPLES = 150
"""Random deals compared."""


def stream_of(*read: int) -> Iterator[int]:
    """A stream of these bytes."""
    return iter(read)


def drawn(n: int, byte: int) -> int | None:
    """What one byte gives, or None where it is rejected and the next one is asked for."""
    marker = 0 if byte else 1
    read = stream_of(byte, marker)
    result = draw(n, read)
    return result if list(read) == [marker] else None


def test_draw_gives_every_result_equally_often():
    for n in range(2, 257):
        results = Counter(drawn(n, byte) for byte in range(256))
        rejected = results.pop(None, 0)
        assert rejected == 256 % n
        assert results == dict.fromkeys(range(n), 256 // n)
        assert all(drawn(n, byte) == byte % n for byte in range(256 - 256 % n))


def test_stream_goes_on_block_after_block():
    key = bytes(range(32))
    read = list(itertools.islice(stream(HmacKey(key), 3), 100))
    reference = Procedure()
    reference.stream_key, reference.streams = key, []
    assert read == list(itertools.islice(reference.stream(3).read, 100))
    assert read[:10] != list(itertools.islice(stream(HmacKey(key), 4), 10))


@pytest.mark.parametrize(
    ("size", "low", "high", "triples"),
    [(24, 10, 14, 7), (25, 10, 15, 12), (28, 11, 17, 12), (29, 12, 17, 12), (32, 13, 19, 12), (33, 13, 20, 7)],
)
def test_cuts_of_the_printed_table(size, low, high, triples):
    deck = list(range(size))
    found = {}
    for byte in range(high - low + 1):
        after, k = cut_middle(deck, stream_of(byte))
        assert after == [*range(k, size), *range(k)]
        found[byte] = k
    assert list(found.values()) == list(range(low, high + 1))
    assert cut_middle(deck, stream_of(high - low + 1))[1] == low
    assert len(thirds(size)) == triples
    assert list(thirds(size)) == sorted(thirds(size)) == Procedure().triples(size)
    floor, ceiling = size // 3 - 1, -(-size // 3) + 1
    assert all(sum(each) == size and floor <= min(each) and max(each) <= ceiling for each in thirds(size))


def test_cut_in_thirds_leaves_no_packet_in_its_place():
    deck = list("abcdefghijklmnopqrstuvwx")
    stacked, packets, order = cut_thirds(deck, stream_of(0, 0))
    assert (packets, order) == ((7, 8, 9), "BCA")
    assert "".join(stacked) == "hijklmnopqrstuvwxabcdefg"
    stacked, packets, order = cut_thirds(deck, stream_of(6, 1))
    assert (packets, order) == ((9, 8, 7), "CAB")
    assert "".join(stacked) == "rstuvwxabcdefghijklmnopq"
    assert deck == list("abcdefghijklmnopqrstuvwx")


def test_shuffle_exchanges_from_the_last_card_up():
    deck = ["a", "b", "c", "d"]
    assert shuffle(deck, stream_of(0, 1, 0)) == (["c", "d", "b", "a"], (0, 1, 0))
    assert shuffle(deck, stream_of(3, 2, 1)) == (deck, (3, 2, 1))
    assert deck == ["a", "b", "c", "d"]


def test_stages_are_numbered_and_named():
    ran = stages.run(FRESH[24], bytes(32))
    assert [(stage.number, stage.kind) for stage in ran] == [
        (1, "shuffle"),
        (2, "cut-middle"),
        (3, "shuffle"),
        (4, "cut-thirds"),
        (5, "shuffle"),
    ]
    for stage in ran:
        assert sorted(stage.deck) == sorted(FRESH[24])
        assert (len(stage.draws) == 23) == (stage.kind == "shuffle")
        assert (stage.cut is not None) == (stage.kind == "cut-middle")
        assert (stage.packets is not None) == (stage.order is not None) == (stage.kind == "cut-thirds")


# Whole deals

secrets = st.binary(min_size=32, max_size=32)
rounds = st.sampled_from(("1", "2", "3", "4", "3,2", "2,3", "1,2", "2,2,3", "1,2,3", "5,4,3,2"))


@st.composite
def terms_texts(draw) -> str:
    """Terms of every kind; some are refused, by both."""
    seats = draw(st.integers(2, 6))
    hand = draw(st.sampled_from((0, 1, 1, 2, 999_999_999)))
    if hand == 0:
        dealer, pattern = draw(st.sampled_from(("black-jack", "low-card"))), "none"
    else:
        dealer = draw(
            st.sampled_from(("drawn", *map(str, range(seats))) if hand == 1 else [*map(str, range(seats))])
        )
        spellings = ("3/2", "2/3", "1/1/1/1/1", "3,2/2,3", "2,3/3,2", "4/4/4", "1", "2/1", "1,2/2,1", "5")
        pattern = draw(st.sampled_from(spellings) | st.lists(rounds, min_size=1, max_size=4).map("/".join))
    players = draw(st.lists(st.integers(0, seats - 1), min_size=1, unique=True).map(sorted))
    beacon = f"beacon drand-quicknet {draw(st.integers(1, 2**64 - 1))}"
    entropy = draw(st.sampled_from(("none", "players " + ",".join(map(str, players)), beacon)))
    match = draw(st.sampled_from(("none", "ab" * 32)))
    deck = draw(st.sampled_from(DECKS))
    return (
        f"euchre-deal/v1\nmatch {match}\nsession s/1\nhand {hand}\ndealer {dealer}\ndeck {deck}\n"
        f"seats {seats}\npattern {pattern}\nentropy {entropy}\n"
    )


def value(seat: int, number: int) -> bytes:
    return hashlib.sha256(f"{seat}/{number}".encode()).digest()


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(text=terms_texts(), secret=secrets, number=st.integers(0, 1000))
def test_deal_is_the_references(text, secret, number):
    raw = text.encode("ascii")
    reference = Procedure()
    try:
        expected = reference.reader.read(raw)
    except Unusable:
        with pytest.raises(ValueError):
            parse_terms(raw)
        return
    terms = parse_terms(raw)
    assert (terms.players, terms.seats, terms.deck) == (expected.players, expected.seats, expected.cards)
    values = {seat: value(seat, number) for seat in terms.players}
    signature = (value(0, number) * 2)[:48] if terms.beacon else None
    shown = [{"label": f"seat {seat}", "value": values[seat].hex()} for seat in terms.players]
    if signature is not None:
        shown = [{"label": f"beacon drand-quicknet {terms.beacon}", "signature": signature.hex()}]
    vector = reference.deal("random", text, secret.hex(), shown)
    dealt = deal(terms, secret, values, signature)
    spelled = [NAMES[card] for card in dealt.deck]
    assert (terms.terms_hash.hex(), spelled, dealt.dealer) == (
        vector["terms_hash"],
        vector["deck"],
        vector["dealer"],
    )
    assert (dealt.commitment.hex(), dealt.mix.hex(), dealt.key.hex()) == (
        vector["commitment"],
        vector["mix"],
        vector["key"],
    )
    if terms.pattern is None:
        assert (dealt.hands, dealt.kitty, dealt.up) == ((), (), None)
        assert dealt.shown > 0
        return
    assert [[NAMES[card] for card in hand] for hand in dealt.hands] == vector["hands"]
    assert [NAMES[card] for card in dealt.kitty] == vector["kitty"]
    assert (None if dealt.up is None else NAMES[dealt.up]) == vector["up"]
    assert dealt.shown == 0


TERMS = (
    "euchre-deal/v1\nmatch none\nsession s\nhand 1\ndealer {dealer}\ndeck 24\nseats 4\npattern 3/2\n"
    "entropy {entropy}\n"
)


def terms_with(entropy: str = "none", dealer: str = "0"):
    return parse_terms(TERMS.format(entropy=entropy, dealer=dealer).encode())


def test_secret_and_values_have_their_length():
    plain, players, beacon = terms_with(), terms_with("players 1"), terms_with("beacon drand-quicknet 5")
    deal(plain, bytes(32))
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes each"):
            deal(plain, bytes(size))
        with pytest.raises(ValueError, match="32 bytes each"):
            deal(players, bytes(32), {1: bytes(size)})
    for size in (0, 47, 49, 96):
        with pytest.raises(ValueError, match="48 bytes"):
            deal(beacon, bytes(32), signature=bytes(size))
    deal(players, bytes(32), {1: bytes(32)})
    deal(beacon, bytes(32), signature=bytes(48))


def test_values_that_are_missing():
    players = terms_with("players 1,3")
    both = {1: value(1, 0), 3: value(3, 0)}
    assert mix_of(players, both, None)[:2] == b"\x00\x02"
    for values, seat, says in [
        ({}, 1, "seat 1's value is missing"),
        ({1: value(1, 0)}, 3, "seat 3's value is missing"),
        ({3: value(3, 0)}, 1, "seat 1's value is missing"),
        ({1: value(1, 0), 3: value(1, 0)}, 3, "seat 3's value is missing"),
    ]:
        with pytest.raises(MissingEntropy) as raised:
            deal(players, bytes(32), values)
        assert (raised.value.seat, str(raised.value)) == (seat, says)
    with pytest.raises(MissingEntropy) as raised:
        deal(terms_with("beacon drand-quicknet 5"), bytes(32))
    assert (raised.value.seat, str(raised.value)) == (None, "the beacon's signature is missing")


def test_value_of_a_seat_that_the_terms_do_not_name_is_not_mixed_in():
    assert deal(terms_with(), bytes(32), {2: value(2, 0)}).mix == b"\x00\x00"
    named = deal(terms_with("players 1"), bytes(32), {1: value(1, 0), 2: value(2, 0)})
    assert named.deck == deal(terms_with("players 1"), bytes(32), {1: value(1, 0)}).deck
    assert deal(terms_with(), bytes(32), signature=bytes(48)).mix == b"\x00\x00"


def test_hashes_are_those_of_the_procedure():
    reference = Procedure()
    terms_hash, secret = bytes(range(32)), bytes(range(32, 64))
    committed = commitment(terms_hash, secret)
    assert committed == reference.commitment(terms_hash, secret)
    assert contribution(committed, 5, secret) == reference.contribution(committed, 5, secret)
    assert deal_key(secret, terms_hash, b"mix") == reference.key(secret, terms_hash, b"mix")
    assert tag("key") == b"euchre-deal/v1 key\x00"


def test_drawn_dealer_is_dealt_to_last():
    seen = set()
    for number in range(40):
        dealt = deal(terms_with(dealer="drawn"), value(0, number))
        seen.add(dealt.dealer)
        assert (dealt.hands, dealt.kitty) == hand_out(dealt.deck, terms_with().rounds, dealt.dealer)
    assert seen == {0, 1, 2, 3}


def test_hands_are_dealt_from_the_dealers_left():
    hands, kitty = hand_out(range(24), ((3, 2, 3, 2), (2, 3, 2, 3)), dealer=2)
    assert hands == ((3, 4, 12, 13, 14), (5, 6, 7, 15, 16), (8, 9, 17, 18, 19), (0, 1, 2, 10, 11))
    assert kitty == (20, 21, 22, 23)


# The first dealer


@st.composite
def decks_with_ties(draw) -> tuple[int, ...]:
    """A deck of which the top was stacked by rank, so that many seats tie, once and again."""
    size = draw(st.sampled_from(DECKS))
    deck = list(draw(st.permutations(FRESH[size])))
    stacked = draw(st.integers(0, size))
    deck[:stacked] = sorted(deck[:stacked], key=lambda card: (card % 8, card))
    return tuple(deck)


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(deck=decks_with_ties(), seats=st.integers(2, 6))
def test_first_dealer_is_the_references(deck, seats):
    spelled = [NAMES[card] for card in deck]
    assert first_dealer(deck, seats, "low-card")[0] == Procedure().low_card(seats, spelled)
    dealer, shown = first_dealer(deck, seats, "black-jack")
    assert dealer == Procedure().black_jack(seats, spelled)
    assert spelled[shown - 1] in ("Jc", "Js")
    assert not {"Jc", "Js"} & set(spelled[: shown - 1])


@pytest.mark.parametrize(
    ("cards", "seats", "expected"),
    [
        ("9c Ac Kc Qc", 4, (1, 4)),
        ("Tc 9c Kc Qc", 4, (1, 4)),
        ("Tc 9c Kc Qc Td Th Jc Jd Jh", 4, (1, 4)),
        ("9c 9d Kc Qc Td Th Jc Jd Jh", 4, (0, 8)),
        ("9c Tc 9d 9h Kc Qc As", 4, (3, 7)),
        ("9c 9d 9h 9s Tc Td Th Ts Jc Jd Jh Js Kc Qc Kd Ah", 4, (3, 16)),
        ("9c 9d 9h 9s Tc Td", 4, (0, 4)),
        ("Kc 9d 9h 9s Tc Td", 4, (1, 4)),
        ("Jo Kc", 2, (1, 2)),
        ("Jo Ac", 2, (1, 2)),
        ("7c Ac", 2, (1, 2)),
        ("8c 7c", 2, (1, 2)),
        ("Kc Kd Qc Jc", 2, (1, 4)),
    ],
)
def test_low_card(cards, seats, expected):
    """Ace lowest, joker highest; who ties draws again, the lowest seat of them where too few cards are left."""
    deck = [NAMES.index(card) for card in cards.split()]
    assert first_dealer(deck, seats, "low-card") == expected


@pytest.mark.parametrize(
    ("cards", "seats", "expected"),
    [("Jc", 4, (0, 1)), ("Jd Js", 4, (1, 2)), ("9c 9d 9h 9s Jh Jc", 4, (1, 6)), ("9c 9d 9h Js Jc", 3, (0, 4))],
)
def test_black_jack(cards, seats, expected):
    deck = [NAMES.index(card) for card in cards.split()]
    assert first_dealer(deck, seats, "black-jack") == expected

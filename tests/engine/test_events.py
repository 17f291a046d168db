"""The log grammar, both ways."""

from __future__ import annotations

import pytest

from euchre_audit.cards import CANDIDATES, CARDS, PARTIAL
from euchre_audit.engine import events, faults, parse_event, write_event
from tests.engine.layout import FAULTS

FORMS = [
    "pass",
    "order",
    "order alone",
    "alone",
    "lay-down",
    *(f"name {suit}{alone}" for suit in "cdhsn" for alone in ("", " alone")),
    *(f"turn {suit}" for suit in "cdhs"),
    *(f"{verb} {card}" for verb in ("discard", "play", "uncover") for card in CANDIDATES),
    *(f"misdeal {reason}" for reason in ("farmers-hand", "exposed-card", "wrong-count", "other")),
    *(f"concede {what}" for what in ("hand", "game")),
]


def test_every_line_of_a_fixed_form_is_read_and_written():
    lines = {f"{seat} {form}" for seat in range(4) for form in FORMS}
    assert set(events.EVENTS) == lines
    assert len({parse_event(line) for line in lines}) == len(lines)
    for line in lines:
        event = parse_event(line)
        assert event is not None
        assert event[1] == int(line[0])
        assert write_event(event) == line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 pass", (events.PASS, 2, 0)),
        ("1 order", (events.ORDER, 1, 0)),
        ("1 order alone", (events.ORDER_ALONE, 1, 0)),
        ("0 name c", (events.NAME, 0, 0)),
        ("0 name s alone", (events.NAME_ALONE, 0, 3)),
        ("3 name n", (events.NAME, 3, 4)),
        ("3 alone", (events.ALONE, 3, 0)),
        ("3 turn d", (events.TURN, 3, 1)),
        ("3 discard 9c", (events.DISCARD, 3, CARDS["9c"])),
        ("0 play Jo", (events.PLAY, 0, CARDS["Jo"])),
        ("0 play ??", (events.PLAY, 0, -PARTIAL["??"])),
        ("0 play ?h", (events.PLAY, 0, -PARTIAL["?h"])),
        ("0 uncover K?", (events.UNCOVER, 0, -PARTIAL["K?"])),
        ("1 misdeal farmers-hand", (events.MISDEAL, 1, 0)),
        ("1 misdeal other", (events.MISDEAL, 1, 3)),
        ("1 lay-down", (events.LAY_DOWN, 1, 0)),
        ("1 concede hand", (events.CONCEDE, 1, 0)),
        ("1 concede game", (events.CONCEDE, 1, 1)),
    ],
)
def test_lines_that_are_read(line, expected):
    assert parse_event(line) == expected


@pytest.mark.parametrize(
    ("line", "verb", "given", "taken", "receiver"),
    [
        ("1 give 9c 3", events.GIVE, [CARDS["9c"]], [], 3),
        ("0 give ?? 2", events.GIVE, [-PARTIAL["??"]], [], 2),
        ("2 give 7c 0", events.GIVE, [0], [], 0),
        (
            "3 swap 9c,Td,9h for ??,?h,Jo",
            events.SWAP,
            [CARDS["9c"], CARDS["Td"], CARDS["9h"]],
            [-PARTIAL["??"], -PARTIAL["?h"], 32],
            -1,
        ),
        ("0 swap 9c for Ah", events.SWAP, [CARDS["9c"]], [CARDS["Ah"]], -1),
    ],
)
def test_exchanges_that_are_read(line, verb, given, taken, receiver):
    event = parse_event(line)
    assert event is not None
    assert event[:2] == (verb, int(line[0]))
    assert events.exchanged(event) == (given, taken, receiver)
    assert write_event(event) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "pass",
        "4 pass",
        "-1 pass",
        "00 pass",
        " 0 pass",
        "0 pass ",
        "0  pass",
        "0 Pass",
        "0 pass alone",
        "0 order up",
        "0 name h h",
        "0 name x",
        "0 turn n",
        "0 play 9C",
        "0 play 10c",
        "0 play",
        "0 play 9c Tc",
        "0 discard",
        "0 misdeal",
        "0 concede",
        "0 give 9c",
        "0 give 9c 4",
        "4 give 9c 0",
        "0 give xx 1",
        "0 take 9c 1",
        "0 give 9c 1 2",
        "0 swap 9c for Ah,Kh",
        "0 swap 9c,xx for Ah,Kh",
        "0 swap 9c,Tc for Ah,xx",
        "0 swap 9c to Ah",
        "0 trade 9c for Ah",
        "4 swap 9c for Ah",
        "0 swap  for ",
        "0 swap 9c for Ah now",
        "\u0660 pass",
    ],
)
def test_lines_that_are_not_of_the_grammar(line):
    assert parse_event(line) is None


@pytest.mark.parametrize("name", ["9c", "7c", "As", "Jo", "??", "?c", "?s", "A?", "7?"])
def test_card_text(name):
    event = parse_event(f"0 play {name}")
    assert event is not None
    assert events.card_text(event[2]) == name


def test_each_fault_has_a_bit_of_its_own_and_is_gone_on_after_or_not():
    names = [name for name in vars(faults) if name.isupper() and name != "GO_ON"]
    assert len(FAULTS) == len(names) == 44
    assert all(bit.bit_count() == 1 for bit in FAULTS)
    stop = {name for bit, name in FAULTS.items() if not bit & faults.GO_ON}
    assert stop == {
        "ACT_UNKNOWN_HERE",
        "CALL_AFTER_TRUMP",
        "CALL_AFTER_END",
        "CALL_TURN",
        "NAME_IN_ROUND_ONE",
        "ORDER_IN_ROUND_TWO",
        "NAME_TURNED_DOWN",
        "NAME_NO_TRUMP",
        "STUCK_DEALER_PASS",
        "ALONE_NOT_NOW",
        "DISCARD_BY",
        "DISCARD_NONE_DUE",
        "DISCARD_UP_CARD",
        "DISCARD_NOT_HELD",
        "PLAY_BEFORE_TRUMP",
        "PLAY_AFTER_END",
        "PLAY_SITTING_OUT",
        "LEAD_TURN",
        "PLAY_TURN",
        "CARD_NOT_IN_DECK",
        "CARD_TWICE",
        "CARD_BURIED",
        "CARD_UP",
        "CARD_KITTY",
        "CARD_OF_ANOTHER",
        "CARD_NEVER_HELD",
        "NO_SUCH_SEAT",
        "JOKER_NOT_NAMED",
        "TURN_NONE_DUE",
        "ORDER_NO_UP_CARD",
        "EXCHANGE_WHEN",
        "EXCHANGE_HAND",
        "EXCHANGE_CARDS",
        "GIVE_BY",
        "CARD_COVERED",
        "UNCOVER_NONE_DUE",
        "UNCOVER_CARD",
        "LAY_DOWN_NOT_NOW",
    }

"""A person's own house file: what is wrong with it, and on which line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from euchre_audit.findings import Unreadable
from euchre_audit.rules import Rules, check_house, read_house, switches

HEAD = 'title = "Ours"\nsource = "us"\nabout = "The table in the kitchen."\n'
WHOLE = HEAD + "[stated]\ntarget = 7\n\n[stated.points]\nno_tricks = 4\n\n[choices]\ntarget = [5]\n"


def found(text):
    house, findings = check_house(text, "ours.toml", "ours.toml")
    assert (house is None) is bool(findings)
    return [(finding.code, finding.where.line) for finding in findings]


def told(text):
    (finding,) = check_house(text, "ours.toml", "ours.toml")[1]
    return finding


def test_a_whole_file():
    house = read_house(WHOLE, "ours.toml", "ours.toml")
    assert (house.name, house.title, house.choices) == ("ours.toml", "Ours", {"target": [5]})
    assert (house.rules.target, house.rules.points.no_tricks, house.rules.points.march) == (7, 4, 2)


def test_every_switch_may_be_stated():
    defaults = {key: value for key, value, _ in switches(Rules())}
    tables: dict[str, list[str]] = {"": []}
    for key, value in defaults.items():
        outer, _, inner = key.partition(".")
        shown = str(value).lower() if isinstance(value, bool) else repr(value).replace("(", "[").replace(")", "]")
        tables.setdefault(outer if inner else "", []).append(f"{inner or outer} = {shown}")
    text = HEAD + "[stated]\n" + "\n".join(tables.pop(""))
    text += "".join(f"\n[stated.{outer}]\n" + "\n".join(lines) for outer, lines in tables.items())
    assert read_house(text, "ours.toml", "ours.toml").rules == Rules()


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.replace("\n", "\r\n"),
        WHOLE + "# the end",
        WHOLE.replace("[stated.points]\nno_tricks", "points.no_tricks").replace("\n\npoints", "\npoints"),
        HEAD + "stated = {target = 7}\n",
        HEAD + 'since = "2020-04-29"\nuntil = "2020-04-29"\n[stated]\n',
        HEAD + "since = 2020-04-29\n[stated]\n",
        HEAD + '[stated]\n[choices]\n"points.no_tricks" = [4]\n"renege.rule" = ["points-off"]\ndeck = [25]\n',
        HEAD + "[stated]\ndeals = 8\ntarget = 0\n",
        HEAD + "[stated]\n[choices]\ndeals = [8]\n",
        HEAD + '[stated]\n[choices]\npatterns = ["1/1/1/1/1"]\n',
    ],
)
def test_files_without_fault(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("F171", 1)] * 4),
        ("\n\n# nothing\n", [("F171", 1)] * 4),
        (HEAD, [("F171", 1)]),
        (WHOLE.replace('source = "us"\n', ""), [("F171", 1)]),
        (WHOLE.replace('"us"', '""'), [("F171", 2)]),
        (WHOLE.replace('"us"', "7"), [("F171", 2)]),
        (WHOLE.replace("about", "abuot"), [("F171", 1), ("F171", 3)]),
        ('name = "club"\n' + WHOLE, [("F171", 1)]),
        (HEAD + "stated = 1\n", [("F171", 4)]),
        (HEAD + "[[stated]]\ntarget = 7\n", [("F171", 1)]),
        (WHOLE.replace("[choices]\ntarget = [5]", "choices = 1"), [("F172", 10)]),
        (HEAD + "choices = 1\n[stated]\n", [("F171", 4)]),
        (WHOLE.replace("target = 7", "taget = 7"), [("F172", 5)]),
        (WHOLE.replace("no_tricks", "no_trick"), [("F172", 8)]),
        (HEAD + '[stated]\n"points.make" = 2\n', [("F172", 5)]),
        (HEAD + "[stated]\npoints = 2\n", [("F173", 5)]),
        (HEAD + "[stated]\ntarget.points = 2\n", [("F173", 5)]),
        (WHOLE.replace("target = 7", 'target = "7"'), [("F173", 5)]),
        (WHOLE.replace("target = 7", "target = 7.0"), [("F173", 5)]),
        (WHOLE.replace("target = 7", "target = true"), [("F173", 5)]),
        (WHOLE.replace("target = 7", "target = 2020-04-29"), [("F173", 5)]),
        (WHOLE.replace("no_tricks = 4", "no_tricks = 100"), [("F173", 8)]),
        (HEAD + "[stated]\nseats = 5\ndeck = 26\nwin_by = 0\n", [("F173", 5), ("F173", 6), ("F173", 7)]),
        (HEAD + "[stated]\npatterns = []\n", [("F173", 5)]),
        (HEAD + '[stated]\npatterns = "3/2"\n', [("F173", 5)]),
        (HEAD + '[stated]\npatterns = ["3/3"]\n', [("F121", 5)]),
        (HEAD + "[stated]\n\ndeals = 8\n", [("F121", 6)]),
        (HEAD + "[stated]\nseats = 3\n", [("F121", 4)]),
        (HEAD + '[stated]\nseats = 2\nsides = "solo"\ndefend_alone = "any"\nalone_by = "nobody"\n', [("F121", 7)]),
        (HEAD + 'since = "spring"\n[stated]\n', [("F175", 4)]),
        (HEAD + 'since = "20200429"\nuntil = 7\n[stated]\n', [("F175", 4), ("F175", 5)]),
        (HEAD + "until = 2020-04-29T12:00:00\n[stated]\n", [("F175", 4)]),
        (HEAD + 'until = "2020-02-30"\n[stated]\n', [("F175", 4)]),
        (HEAD + 'since = "2020-04-29"\nuntil = "2020-04-28"\n[stated]\n', [("F175", 5)]),
        (WHOLE.replace("[5]", "5"), [("F174", 11)]),
        (WHOLE.replace("[5]", "[]"), [("F174", 11)]),
        (WHOLE.replace("[5]", "[7]"), [("F174", 11)]),
        (WHOLE.replace("[5]", "[5, 5]"), [("F174", 11)]),
        (WHOLE.replace("[5]", "[5, 0]"), [("F121", 11)]),
        (WHOLE.replace("[5]", '[5, "five"]'), [("F173", 11)]),
        (WHOLE + "seats = [3]\n", [("F121", 12)]),
        (WHOLE + "sticks = [true]\n", [("F172", 12)]),
        (WHOLE + "points = {make = [2]}\n", [("F174", 12)]),
        (WHOLE + '"points.no_tricks" = [4]\n', [("F174", 12)]),
        (WHOLE + 'patterns = ["3/2"]\n', [("F174", 12)]),
        (WHOLE + 'patterns = ["9"]\n', [("F121", 12)]),
    ],
)
def test_faults_and_their_lines(text, expected):
    assert found(text) == expected


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    text = 'titel = "x"\nabout = ""\nsince = "x"\n[stated]\nstick = 1\ntarget = "7"\n'
    assert found(text) == [("F171", 1)] * 3 + [("F171", 2), ("F175", 3), ("F172", 5), ("F173", 6)]


def test_messages_help():
    assert "did you mean stick_the_dealer" in told(HEAD + "[stated]\nstick_the_deler = true\n").message
    assert told(HEAD + '[stated]\nthrown_in = "left"\n').expected == "next or same"
    assert told(HEAD + "[stated]\ngo_under = 1\n").expected == "true or false"
    assert told(HEAD + "[stated]\ntarget = -1\n").expected == "a whole number from 0 to 999"
    assert told(HEAD + "[stated]\nwin_by = 0\n").expected == "a whole number from 1 to 99"
    assert "[stated.points]" in told(HEAD + '[stated]\n"points.make" = 2\n').message
    assert "did you mean since" in told("sinse = 1\n" + WHOLE).message


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("title = \n", "F170", 1),
        (HEAD + "a = 1\na = 2\n", "F170", 5),
        (HEAD + "[stated]\ntarget 7\n", "F170", 5),
        ("[", "F170", 1),
        ("a\x00b", "F170", 1),
        (HEAD + "a = 1979-05-32\n", "F170", 4),
        ("a = " + "9" * 5000, "F170", None),
        ("a = " + "[" * 100_000, "F106", None),
        ("#" * (2**20 + 1), "F106", None),
    ],
)
def test_what_is_no_toml(text, code, line):
    with pytest.raises(Unreadable) as refused:
        check_house(text, "ours.toml", "ours.toml")
    assert (refused.value.finding.code, refused.value.finding.where.line) == (code, line)


def test_the_first_fault_is_told_where_a_house_is_needed():
    with pytest.raises(Unreadable) as refused:
        read_house(WHOLE.replace("target = 7", "taget = 7"), "ours.toml", "ours.toml")
    assert (refused.value.finding.code, refused.value.finding.where.path) == ("F172", "ours.toml")


KEYS = [key for key, _, _ in switches(Rules())] + ["title", "stated", "choices", "since", "x", "", "a.b", "points"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(each)}' for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(sign):08x}" for sign in value if not 0xD800 <= ord(sign) < 0xE000) + '"'
    return "0" if value is None else str(value)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5), st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_any_file_is_judged_without_a_failure(stated, choices):
    text = HEAD + f"stated = {toml(stated)}\nchoices = {toml(choices)}\n"
    for each in (text, f"{text}extra = {toml(stated)}\n", toml(stated)):
        try:
            house, findings = check_house(each, "ours.toml", "ours.toml")
        except Unreadable:
            continue
        assert (house is None) is bool(findings)
        assert all(len(finding.message) < 300 for finding in findings)

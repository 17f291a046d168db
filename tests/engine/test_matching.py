"""Cards against slots, by trying every way."""

from __future__ import annotations

from itertools import permutations
from random import Random

from euchre_audit.engine.matching import fits


def by_trying(out: list[int], slots: list[int], elsewhere: int) -> bool:
    """Every card that left gets a slot of its own, and every other slot a card of its own that stays."""
    for places in permutations(range(len(slots)), len(out)):
        if all(card & slots[place] for card, place in zip(out, places, strict=True)):
            rest = [slot & ~elsewhere for place, slot in enumerate(slots) if place not in places]
            if _each_its_own(rest):
                return True
    return False


def _each_its_own(choices: list[int]) -> bool:
    if not choices:
        return True
    first, *rest = choices
    return any(first >> bit & 1 and _each_its_own([each & ~(1 << bit) for each in rest]) for bit in range(8))


def test_fits_as_trying_every_way_does() -> None:
    rng = Random("matching")
    found = {True: 0, False: 0}
    for _ in range(4000):
        slots = [rng.choice([1 << rng.randrange(8), rng.randrange(1, 256)]) for _ in range(rng.randrange(6))]
        out = [
            rng.choice([1 << rng.randrange(8), rng.randrange(1, 256)]) for _ in range(rng.randrange(len(slots) + 2))
        ]
        elsewhere = rng.randrange(256) & rng.randrange(256)
        expected = by_trying(out, slots, elsewhere)
        assert fits(out, slots, elsewhere) is expected, (out, slots, elsewhere)
        found[expected] += 1
    assert min(found.values()) > 500

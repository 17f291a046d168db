"""Cards that left a hand against the cards that it was dealt, where not all of them are known."""

from collections.abc import Sequence


def fits(out: Sequence[int], slots: Sequence[int], elsewhere: int) -> bool:
    """Whether the cards that left a hand (masks of candidates) can be matched to its slots one to one, so that the
    slots left over can still be as many different cards that are not ``elsewhere``.

    By the theorem of Mendelsohn and Dulmage both sides can be matched at once where each can be by itself.
    """
    if len(out) > len(slots):
        return False
    if _fit_at_sight(out, slots, elsewhere):
        return True
    left = [sum(1 << place for place, slot in enumerate(slots) if slot & card) for card in out]
    if not _matched(left):
        return False
    stays = [
        (slot & ~elsewhere) | sum(1 << (33 + place) for place, card in enumerate(out) if slot & card)
        for slot in slots
    ]
    return _matched(stays)


def _fit_at_sight(out: Sequence[int], slots: Sequence[int], elsewhere: int) -> bool:
    """The first matching that comes to hand, which is most often one; False says nothing."""
    rest = list(slots)
    for card in out:
        for place, slot in enumerate(rest):
            if slot & card:
                del rest[place]
                break
        else:
            return False
    for slot in rest:
        stays = slot & ~elsewhere
        if not stays:
            return False
        elsewhere |= stays & -stays
    return True


def _matched(choices: list[int]) -> bool:
    """Whether every mask of choices can have a choice of its own, by augmenting paths."""
    taken: dict[int, int] = {}
    return all(_augmented(place, choices, taken, [0]) for place in range(len(choices)))


def _augmented(place: int, choices: list[int], taken: dict[int, int], seen: list[int]) -> bool:
    free = choices[place] & ~seen[0]
    while free:
        bit = free & -free
        seen[0] |= bit
        if bit not in taken or _augmented(taken[bit], choices, taken, seen):
            taken[bit] = place
            return True
        free = choices[place] & ~seen[0]
    return False

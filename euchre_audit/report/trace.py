"""A deal stage by stage: shuffle, cut, shuffle, cut, shuffle, and the deck after each."""

from ..audit.words import pretty, seat_name
from ..cards import NAMES
from ..dealing import Dealt
from ..dealing.stages import Stage


def stage_words(stage: Stage) -> str:
    """What one stage does."""
    if stage.kind == "shuffle":
        return "shuffle, draws " + " ".join(map(str, stage.draws))
    if stage.kind == "cut-middle":
        return f"cut near the middle, {stage.cut} cards to the bottom"
    return (
        f"cut in thirds, packets {' '.join(map(str, stage.packets or ()))}, stacked {' '.join(stage.order or '')}"
    )


def packets(stage: Stage) -> tuple[tuple[int, ...], ...]:
    """The deck after a stage, top first: the packets that a cut laid on one another, one piece after a shuffle."""
    sizes: tuple[int, ...] = (len(stage.deck),)
    if stage.cut is not None:
        sizes = (len(stage.deck) - stage.cut, stage.cut)
    elif stage.packets is not None:
        sizes = tuple(stage.packets["ABC".index(each)] for each in stage.order or "ABC")
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return tuple(stage.deck[end - size : end] for size, end in zip(sizes, ends, strict=True))


def card_row(cards: tuple[int, ...]) -> str:
    """``A♣ 10♥``."""
    return " ".join(pretty(NAMES[card]) for card in cards)


def trace_paragraphs(dealt: Dealt, seats: int) -> list[str]:
    """Every stage and the deck after it, ``|`` where it was cut; then what each seat is dealt."""
    parts = []
    for stage in dealt.stages:
        parts.append(f"stage {stage.number}  {stage_words(stage)}")
        parts.append("    " + " | ".join(map(card_row, packets(stage))))
    parts += [f"{seat_name(seat, seats)} is dealt {card_row(hand)}" for seat, hand in enumerate(dealt.hands)]
    if dealt.kitty:
        parts.append(
            f"kitty {card_row(dealt.kitty)}{', the first of them turned up' if dealt.up is not None else ''}"
        )
    parts.append(f"{seat_name(dealt.dealer, seats)} deals; commitment {dealt.commitment.hex()}")
    return parts

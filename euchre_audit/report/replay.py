"""A game as text: calls, tricks, who leads and wins, the running score, each fault at its place."""

from ..audit import GameResult, HandResult
from ..audit.hand import HandOutcome
from ..audit.walk import Walk, event_of
from ..audit.words import by_side_text, pretty, seat_name, seat_names, side_name
from ..cards import FOLLOWS, NO_TRUMP
from ..engine import Hand
from ..engine.events import (
    PLAY,
    UNCOVER,
    Event,
    card_text,
)
from ..findings import FAIL, UNPROVEN, Finding
from ..records import HandRecord
from .clean import clean
from .hand_words import card_words, deed_words, result_words, trump_words, up_name
from .outcome import outcome_lines
from .style import Style
from .table import Position, at_position, moments
from .table_svg import table_svg
from .table_text import table_text

Judged = tuple[HandRecord, HandOutcome]


def replay_text(game: GameResult, hands: list[Judged], style: Style, at: Position | None = None) -> str | None:
    """The game, one hand of it, or one position; None where there is no such place."""
    chosen = list(zip(hands, game.hands, strict=True))
    if at is not None:
        chosen = [item for item in chosen if item[1].number == at.hand]
        if not chosen:
            return None
    if at is not None and at.trick is not None:
        record, outcome = chosen[0][0]
        table = at_position(moments(game, record, outcome), at)
        return None if table is None else table_text(table, style)
    lines = [] if at is not None else _title(game, style)
    if any(finding.code == "G130" for finding in game.findings) and all(
        outcome.walk is None for _, outcome in hands
    ):
        return style.finish("\n".join([*lines, *_faults(game.findings, style)]) + "\n")
    scores = _scores_before(game)
    for (record, outcome), result in chosen:
        before = scores[game.hands.index(result)]
        of_game = [finding for finding in game.findings if finding.where.hand == result.number]
        lines += _hand(record, outcome, result, of_game, before, game, style)
    if at is None:
        lines += _faults([finding for finding in game.findings if finding.where.hand is None], style)
        seats = game.rules.seats
        score = by_side_text(game.score, seats) if game.score is not None else "not known"
        claimed = (
            f", claimed {by_side_text(game.claimed or [], seats)}" if game.claimed not in (None, game.score) else ""
        )
        lines.append(f"{'Score after the hand' if game.alone else 'Final score'}: {score}{claimed}")
        told = outcome_lines(game)
        lines += [f"Result: {told[0]}", *(f"  {text}" for text in told[1:])] if told else []
    else:
        lines += _elsewhere(game, at)
    return style.finish("\n".join(lines) + "\n")


def replay_svg(game: GameResult, hands: list[Judged], at: Position) -> str | None:
    """The table at one call or play as an image; None where there is no such place."""
    for (record, outcome), result in zip(hands, game.hands, strict=True):
        table = at_position(moments(game, record, outcome), at) if result.number == at.hand else None
        if table is not None:
            return table_svg(table)
    return None


def _elsewhere(game: GameResult, at: Position) -> list[str]:
    """That there are faults in what is not shown, since the exit code speaks of the whole game."""
    hands = [finding.where.hand for finding in game.all_findings() if finding.severity == "error"]
    other = sorted({hand for hand in hands if hand is not None and hand != at.hand})
    if not other and None not in hands:
        return []
    places = ", ".join(f"hand {hand}" for hand in other) or "the game as a whole"
    return [f"there are faults elsewhere: {places}"]


def _title(game: GameResult, style: Style) -> list[str]:
    lines = [style.paint(f"{clean(game.name or game.path)}, house {game.house}", "bold")]
    if game.players:
        names = seat_names(game.rules.seats)
        seats = [f"{seat} {clean(name, 40)}" for seat, name in zip(names, game.players, strict=False)]
        lines.append("  " + " · ".join(seats))
    return [*lines, ""]


def _scores_before(game: GameResult) -> list[list[int] | None]:
    after = [hand.score for hand in game.hands]
    return [game.start, *after[:-1]]


def _hand(
    record: HandRecord,
    outcome: HandOutcome,
    result: HandResult,
    of_game: list[Finding],
    before: list[int] | None,
    game: GameResult,
    style: Style,
) -> list[str]:
    walk, rules, count = outcome.walk, game.rules, len(game.hands)
    head = f"Hand {result.number}" + (f" of {count}" if count > 1 else "")
    if walk is not None:
        head += f" · {seat_name(walk.hand.dealer, rules.seats)} deals"
    if before is not None:
        head += f" · {by_side_text(before, rules.seats)}"
    lines = [style.paint(head, "bold"), *_faults(of_game, style)]
    if walk is None:
        lines += card_words(record, rules)
        return [*lines, *_faults(result.findings, style), *result_words(record, result, rules), ""]
    up = up_name(outcome.deal.up)
    at_table = [event for event in _events(walk) if event[0] not in (PLAY, UNCOVER)]
    if rules.game != "twelve-trick":
        lines.append(f"  up card {pretty(up) if up else 'not recorded'}")
    lines += _wrapped([deed_words(event, up, walk.hand) for event in at_table], "  ")
    hand = walk.hand
    if hand.trump >= 0:
        alone = "".join(
            f", {seat_name(seat, rules.seats)} {what}"
            for seat, what in ((hand.lone, "alone"), (hand.lone_defender, "defends alone"))
            if seat >= 0
        )
        makers = side_name(rules.side_of(hand.maker), rules.seats)
        lines.append(f"  {trump_words(hand)} · makers {makers}{alone}")
    loose = [finding for finding in result.findings if finding.where.trick is None]
    at_end = [finding for finding in loose if finding.code.startswith(("S", "G10"))]
    lines += _faults([finding for finding in loose if finding not in at_end], style)
    lines += _tricks(hand, result, style)
    if walk.stopped is not None:
        rest = [deed_words(event_of(line), up, hand) for line in walk.log[walk.stopped :]]
        lines += ["  not judged, from where it is open what was played:", *_wrapped(rest, "    ")]
    return [*lines, *_faults(at_end, style), *result_words(record, result, rules), ""]


def _events(walk: Walk) -> list[Event]:
    last = len(walk.log) if walk.stopped is None else walk.stopped + 1
    return [event_of(line) for line in walk.log[:last]]


def _tricks(hand: Hand, result: HandResult, style: Style) -> list[str]:
    tricks = [*hand.done, *([hand.trick] if hand.trick else [])]
    if not tricks:
        return _faults([finding for finding in result.findings if finding.where.trick is not None], style)
    lines = ["", "           " + "".join(f"{seat:<9}" for seat in seat_names(hand.seats)) + "won by"]
    for number, trick in enumerate(tricks, 1):
        cells = []
        for seat in range(hand.seats):
            cards = [pretty(card_text(card)) for player, card in trick if player == seat]
            lead = " ←" if trick[0][0] == seat else ""
            cells.append(f"{(cards[0] + lead) if cards else '-':<9}")
        lines.append(f"  {number:<9}" + "".join(cells) + _won(hand, number - 1))
        lines += _faults([finding for finding in result.findings if finding.where.trick == number], style)
    later = [finding for finding in result.findings if (finding.where.trick or 0) > len(tricks)]
    return lines + _faults(later, style)


def _won(hand: Hand, number: int) -> str:
    if number >= len(hand.winners):
        return "not finished"
    winner = hand.winners[number]
    if winner < 0:
        return "not known"
    trick = hand.done[number]
    card = next(card for seat, card in trick if seat == winner)
    led = trick[0][1]
    who = seat_name(winner, hand.seats)
    if hand.trump == NO_TRUMP or card < 0 or led < 0:
        return who
    trumps = FOLLOWS[hand.trump][hand.trump]
    return who + (", trumping" if trumps >> card & 1 and not trumps >> led & 1 else "")


def _faults(findings: list[Finding], style: Style) -> list[str]:
    lines = []
    for finding in findings:
        if finding.severity == "note" and finding.code[0] == "C":
            continue
        sign = style.mark(FAIL if finding.severity == "error" else UNPROVEN)
        where = finding.where
        line = f":{where.line}" if where.line is not None else ""
        play = f"play {where.play}: " if where.play is not None else ""
        call = f"call {where.call}: " if where.call is not None else ""
        lines.append(
            f"  {sign} {play}{call}{clean(finding.message)}  {finding.code}  {clean(where.path or '')}{line}"
        )
        lines += [
            f"      {clean(item.message)}" for item in finding.related if item.pointer != finding.where.pointer
        ]
    return lines


def _wrapped(parts: list[str], indent: str) -> list[str]:
    lines: list[str] = []
    row = ""
    for part in parts:
        joined = f"{row} · {part}" if row else part
        if len(joined) > 100 and row:
            lines.append(indent + row)
            row = part
        else:
            row = joined
    return [*lines, indent + row] if row else lines

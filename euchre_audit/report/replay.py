"""A game as text: calls, tricks, who leads and wins, the running score, each fault at its place."""

from dataclasses import dataclass

from ..audit import GameResult, HandResult
from ..audit.hand import HandOutcome
from ..audit.walk import Walk, event_of
from ..audit.words import by_side_text, pretty, seat_name, seat_names, side_name, suit_words, write_words
from ..cards import FOLLOWS, NO_TRUMP, STRENGTH, SUIT_WORDS, cards_of, mask_of
from ..engine import Hand
from ..engine.events import (
    ALONE,
    CALLS,
    DISCARD,
    GIVE,
    NAME,
    NAME_ALONE,
    ORDER,
    ORDER_ALONE,
    PASS,
    PLAY,
    SWAP,
    TURN,
    UNCOVER,
    Event,
    card_text,
    exchanged,
)
from ..findings import FAIL, UNPROVEN, Finding
from ..records import HandRecord
from ..rules import Rules
from .clean import clean
from .outcome import outcome_lines
from .style import Style

Judged = tuple[HandRecord, HandOutcome]


@dataclass(frozen=True, slots=True)
class Position:
    """A place to look at: hand, trick, play, each from 1; trick 0 counts the calls."""

    hand: int
    trick: int | None = None
    play: int | None = None


def replay_text(game: GameResult, hands: list[Judged], style: Style, at: Position | None = None) -> str | None:
    """The game, one hand of it, or one position; None where there is no such place."""
    chosen = list(zip(hands, game.hands, strict=True))
    if at is not None:
        chosen = [item for item in chosen if item[1].number == at.hand]
        if not chosen:
            return None
    if at is not None and at.trick is not None:
        (record, outcome), result = chosen[0]
        shown = moment(record, outcome, result, at, style)
        return None if shown is None else style.finish("\n".join(shown) + "\n")
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
        lines += _card(record, rules)
        return [*lines, *_faults(result.findings, style), *_result(record, result, rules), ""]
    up = _up(outcome.deal.up)
    at_table = [event for event in _events(walk) if event[0] not in (PLAY, UNCOVER)]
    if rules.game != "twelve-trick":
        lines.append(f"  up card {pretty(up) if up else 'not recorded'}")
    lines += _wrapped([_call_words(event, up, walk.hand) for event in at_table], "  ")
    hand = walk.hand
    if hand.trump >= 0:
        alone = "".join(
            f", {seat_name(seat, rules.seats)} {what}"
            for seat, what in ((hand.lone, "alone"), (hand.lone_defender, "defends alone"))
            if seat >= 0
        )
        makers = side_name(rules.side_of(hand.maker), rules.seats)
        lines.append(f"  {_trumps(hand)} · makers {makers}{alone}")
    loose = [finding for finding in result.findings if finding.where.trick is None]
    at_end = [finding for finding in loose if finding.code.startswith(("S", "G10"))]
    lines += _faults([finding for finding in loose if finding not in at_end], style)
    lines += _tricks(hand, result, style)
    if walk.stopped is not None:
        rest = [_call_words(event_of(line), up, hand) for line in walk.log[walk.stopped :]]
        lines += ["  not judged, from where it is open what was played:", *_wrapped(rest, "    ")]
    return [*lines, *_faults(at_end, style), *_result(record, result, rules), ""]


def _trumps(hand: Hand) -> str:
    """``trump hearts, J♥ J♦ A♥ …``, the highest first."""
    if hand.trump == NO_TRUMP:
        return "no trump"
    strength = STRENGTH[hand.trump][hand.trump]
    trumps = sorted(cards_of(FOLLOWS[hand.trump][hand.trump] & hand.deck), key=lambda card: -strength[card])
    return f"trump {SUIT_WORDS[hand.trump]}, " + " ".join(pretty(card_text(card)) for card in trumps)


def _events(walk: Walk) -> list[Event]:
    last = len(walk.log) if walk.stopped is None else walk.stopped + 1
    return [event_of(line) for line in walk.log[:last]]


def _up(mask: int) -> str | None:
    cards = cards_of(mask)
    if len(cards) == 1:
        return card_text(cards[0])
    suits = {card // 8 for card in cards}
    return "?" + "cdhs"[suits.pop()] if len(suits) == 1 else None


def _call_words(event: Event, up: str | None, hand: Hand) -> str:
    verb, seat, argument = event
    who = seat_name(seat, hand.seats)
    suit = suit_words(argument) if 0 <= argument <= NO_TRUMP else ""
    if verb == PASS:
        return f"{who} passes"
    if verb in (ORDER, ORDER_ALONE):
        deed = f"takes up {pretty(up or '??')}" if seat == hand.dealer else f"orders up {pretty(up or '??')}"
        return f"{who} {deed}{' and goes alone' if verb == ORDER_ALONE else ''}"
    if verb in (NAME, NAME_ALONE):
        return f"{who} names {suit}{' and goes alone' if verb == NAME_ALONE else ''}"
    if verb == DISCARD:
        buried = card_text(argument)
        return f"{who} buries {'a card that is not recorded' if buried == '??' else pretty(buried)}"
    if verb == ALONE:
        return f"{who} goes alone"
    if verb == PLAY:
        return f"{who} {pretty(card_text(argument))}"
    if verb == TURN:
        return f"{who} turned up the joker and names {suit}"
    if verb == UNCOVER:
        return f"{who} turns up {pretty(card_text(argument))}"
    if verb == GIVE:
        (card,), _, receiver = exchanged(event)
        return f"{who} gives {pretty(card_text(card))} to {seat_name(receiver, hand.seats)}"
    if verb == SWAP:
        given, taken, _ = exchanged(event)
        rows = [" ".join(pretty(card_text(card)) for card in cards) for cards in (given, taken)]
        return f"{who} swaps {rows[0]} for {rows[1]} of the kitty"
    return f"{who}: {write_words(event)}"


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


def _card(record: HandRecord, rules: Rules) -> list[str]:
    card = record.card
    if card is None:
        return ["  nothing could be judged"]
    alone = " alone" if card.alone else ""
    trump = "no trump" if card.trump == "n" else f"{SUIT_WORDS['cdhs'.index(card.trump)]} trump"
    who = seat_name(card.maker, rules.seats)
    return [f"  score card only: {who} made {trump}{alone}; the play is not recorded"]


def _result(record: HandRecord, result: HandResult, rules: Rules) -> list[str]:
    after = f" · {by_side_text(result.score, rules.seats)}" if result.score is not None else ""
    if result.points is None:
        ended = f"the hand was {record.ended}; " if record.ended not in (None, "played") else ""
        return [f"  {ended}points not rescored{after}"]
    if result.tricks is not None and result.maker is not None:
        side = rules.side_of(result.maker)
        taken = result.tricks[side]
        points = result.points[side] or max(result.points)
        others = " and ".join(side_name(each, rules.seats) for each in range(rules.side_count) if each != side)
        each = " each" if rules.side_count > 2 else ""
        who = "" if result.points[side] else f"{each} to {others}"
        makers = "makers" if rules.sides == "pairs" else "maker"
        outcome = makers if result.points[side] else f"euchred: {makers}"
        words = f"{taken} trick{'' if taken == 1 else 's'}: {points} point{'' if points == 1 else 's'}{who}"
        return [f"  {outcome} {words}{after}"]
    return [f"  {result.ended or record.ended or 'the hand'}: nobody scores{after}"]


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


# One position


def moment(
    record: HandRecord, outcome: HandOutcome, result: HandResult, at: Position, style: Style, *, faults: bool = True
) -> list[str] | None:
    """The cards, the table and what is legal at one call or play, with its ``faults``; None where it is not."""
    walked = outcome.walk
    if walked is None:
        return None
    hand = walked.hand
    walk = outcome.deal.walk(record, hand.rules, hand.dealer)
    before = walk.hand.copy()
    for index, event, broken in walk:
        place = walk.place(event, broken)
        if at.trick == 0:
            here = place.get("call") == (at.play or 1)
        else:
            here = place.get("trick") == at.trick and place.get("play") == (at.play or 1)
        if here:
            later = [event_of(line) for line in walk.log[index:]]
            found = [finding for finding in result.findings if faults and _is_here(finding, at)]
            told = ["", *_faults(found, style)] if found else []
            return _moment(before, event, result.number, at, style, _up(outcome.deal.up), later) + told
        before = walk.hand.copy()
    return None


def _moment(
    before: Hand,
    event: Event,
    number: int | None,
    at: Position,
    style: Style,
    up: str | None,
    later: list[Event],
) -> list[str]:
    verb, seat, argument = event
    names = seat_names(before.seats)
    if verb in CALLS:
        where = f"Hand {number}, call {at.play or 1}"
        deed = _call_words(event, up, before)
    else:
        where = f"Hand {number}, trick {at.trick}, play {at.play or 1}"
        deed = f"{seat_name(seat, before.seats)} plays {pretty(card_text(argument))}"
    lines = [style.paint(f"{where}: {deed}", "bold")]
    if before.trump >= 0:
        tricks = by_side_text(before.tricks, before.seats) if before.tricks_known else "not known"
        lines.append(f"  {_trumps(before).split(',')[0]} · tricks so far {tricks}")
    else:
        lines.append(f"  up card {pretty(up) if up else 'not recorded'} · {names[before.dealer]} deals")
    trick = " ".join(f"{names[player]} {pretty(card_text(card))}" for player, card in before.trick)
    if verb == PLAY:
        lines.append(f"  on the table: {trick or 'nothing, this is the lead'}")
    lines.append("")
    for player in range(before.seats):
        known, more = before.known(player), ""
        if before.held(player) is None:
            # Not recorded as dealt; what the player shows from here on was held here.
            known |= mask_of(
                [card for verb_, seat_, card in later if (verb_, seat_) == (PLAY, player) and card >= 0]
            )
            more = "  (as far as is recorded or shown later)"
        shown = " ".join(pretty(card_text(card)) for card in cards_of(known)) or "not known"
        sits = "  (sits out)" if before.sits >> player & 1 else ""
        lines.append(f"  {names[player]:<6} {shown}{more}{sits}{_on_table(before, player)}")
    return lines + (["", *_legal(before, seat)] if verb == PLAY else [])


def _on_table(hand: Hand, seat: int) -> str:
    """In the twelve-trick game which of a seat's cards lie on the table, and what lies under them."""
    table = hand.on_table(seat)
    if table is None:
        return ""
    up, down = table
    shown = " ".join(pretty(card_text(card)) for card in cards_of(up)) or "none"
    under = [cards_of(mask) for mask in down]
    known = [pretty(card_text(cards[0])) if len(cards) == 1 else "?" for cards in under]
    return f"\n{'':<9}face up: {shown} · face down: {' '.join(known) or 'none'}"


def _legal(before: Hand, seat: int) -> list[str]:
    if before.turn != seat:
        if before.turn < 0:
            return ["  whose turn it is, is not known"]
        return [f"  it is {seat_name(before.turn, before.seats)}'s turn"]
    held = before.known(seat)
    if before.held(seat) is None:
        return [f"  {seat_name(seat, before.seats)}'s hand is not fully known, so not every card can be judged"]
    legal = [card for card in before.legal_plays() if held >> card & 1]
    lines = ["  legal: " + " ".join(pretty(card_text(card)) for card in legal)]
    barred = [card for card in cards_of(held) if card not in legal]
    if barred:
        lines.append("  " + " ".join(pretty(card_text(card)) for card in barred) + " would not follow suit")
    return lines


def _is_here(finding: Finding, at: Position) -> bool:
    where = finding.where
    if at.trick == 0:
        return where.call == (at.play or 1)
    return where.trick == at.trick and where.play == (at.play or 1)

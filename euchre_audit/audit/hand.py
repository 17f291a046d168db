"""One hand: its deal, its log by the rules, and how it ended."""

import msgspec

from ..cards import FOLLOWS, NO_TRUMP
from ..engine import faults as f
from ..engine import takes_the_rest
from ..engine.events import DISCARD, LAY_DOWN, PLAY, UNCOVER, card_text
from ..engine.hand import BLIND, OVER
from ..findings import FAIL, PASS, Finding, Related
from ..records import HandRecord
from ..rules import Rules
from .deal import audit_deal
from .outcome import Context, DealOutcome
from .result import HandResult, Options, Renege
from .rulings import judge_rulings, penalty_size
from .seen import said_wrong_count
from .walk import Walk, event_of
from .words import card_words, causes, describe, pretty, seat_name, side_name, suit_led

_ALONE = f.PARTNER_NOT_ALONE | f.ALONE_BY | f.ALONE_WHEN
_TURN = f.LEAD_TURN | f.PLAY_TURN | f.PLAY_SITTING_OUT
_NOT_THEIRS = f.CARD_OF_ANOTHER | f.CARD_KITTY | f.CARD_NEVER_HELD | f.DISCARD_NOT_HELD


class HandOutcome(msgspec.Struct, frozen=True):
    """A judged hand: the result so far, the walk (None where there was nothing to walk), the deal, who dealt."""

    result: HandResult
    walk: Walk | None
    deal: DealOutcome
    dealer: int | None

    @property
    def ended(self) -> str | None:
        """How the log ends the hand, where that could be told."""
        if self.walk is None or self.walk.stopped is not None:
            return None
        return self.walk.hand.ended


def audit_hand(record: HandRecord, context: Context, options: Options, dealer: int | None) -> HandOutcome:
    """Judge a hand on its own. ``dealer`` is the seat that deals, None where nothing tells it."""
    result = HandResult(record.hand)
    deal = audit_deal(record, context, options, dealer)
    result.answers.update(deal.answers)
    result.findings += deal.findings
    result.commitment = deal.commitment
    result.promise = deal.promise
    result.published_by, result.chosen_by, result.put = deal.published_by, deal.chosen_by, deal.put
    result.cards_seen = deal.cards_seen
    if deal.dealt is not None and not deal.misplaced and (dealer is None or deal.answers.get("commitment") == PASS):
        dealer = deal.dealt.dealer
    if dealer is not None and dealer >= context.rules.seats:
        dealer = None  # the terms are for other seats, which is told
    result.dealer = dealer
    if record.log is None:
        if record.card is not None:
            result.maker, result.trump = record.card.maker, "cdhsn".index(record.card.trump)
            result.lone = record.card.maker if record.card.alone else None
        judge_rulings(record, None, context, result)
        return HandOutcome(result, None, deal, dealer)
    if dealer is None:
        message = "the record does not say who dealt, so the calls and the play cannot be judged"
        result.findings.append(Finding("P340", message, context.at("/log")))
        return HandOutcome(result, None, deal, dealer)
    walk = deal.walk(record, context.rules, dealer)
    _judge(walk, context, result)
    hand = walk.hand
    result.conceded = hand.conceded_by if hand.conceded_by >= 0 else None
    result.maker = hand.maker if hand.maker >= 0 else None
    result.trump = hand.trump if hand.trump >= 0 else None
    result.lone = hand.lone if hand.lone >= 0 else None
    result.lone_defender = hand.lone_defender if hand.lone_defender >= 0 else None
    result.ended = walk.hand.ended if walk.stopped is None else None
    _judge_end(record, walk, context, result)
    judge_rulings(record, walk, context, result)
    return HandOutcome(result, walk, deal, dealer)


def _judge(walk: Walk, context: Context, result: HandResult) -> None:
    alone: int | None = None
    renege: tuple[int, int] | None = None
    for index, event, faults in walk.to_be_told():
        if event[0] == LAY_DOWN and not faults and takes_the_rest(walk.hand, event[1]) is False:
            who = seat_name(event[1], walk.hand.seats)
            message = f"{who} claims the remaining tricks; the others could have taken one of them"
            result.findings.append(Finding("P351", message, context.at(f"/log/{index}").at(seat=event[1])))
        if not faults:
            continue
        trick = walk.trick_of(event, faults)
        for bit, code in causes(faults):
            if bit == f.RENEGE_PROVEN:
                for earlier in walk.hand.proven:
                    result.findings.append(_proven(walk, context, earlier, event[1], event[2]))
                    size = penalty_size(context.rules, event[1], walk.hand)
                    result.reneges.append(Renege(event[1], earlier + 1, size))
                continue
            if bit == f.RENEGE and _never_shown(walk, index, event[1], trick):
                continue
            place = context.at(f"/log/{index}").at(seat=event[1], **walk.place(event, faults))
            if bit & _NOT_THEIRS and _seats_rotated(walk, context):
                message = "every card is played from the hand dealt to another seat, always as many seats on"
                result.findings.append(Finding("P326", message, context.at("/log")))
                continue
            message, expected = describe(bit, event, walk.hand, trick)
            related = _unjudged(walk, index)
            if bit == f.RENEGE:
                related = (_penalty(walk, event[1]), _first_known(walk, index, event[1], trick), *related)
            cause = alone if bit & _TURN else None
            if bit == f.LEAD_TURN and renege is not None and renege[0] == walk.hand.trick_number:
                cause = renege[1]
            if bit == f.RENEGE and renege is not None and renege[0] == place.trick:
                cause, related = renege[1], ()  # two on one lead: the lead may be what is wrong
            if bit == f.RENEGE:
                size = penalty_size(context.rules, event[1], walk.hand)
                result.reneges.append(Renege(event[1], place.trick or 0, size, open=cause is None))
            if cause is not None:
                who = f"{seat_name(event[1], walk.hand.seats)}, too: " if bit == f.RENEGE else "after that, "
                follows = Related(who + message, place.pointer)
                result.findings[cause] = result.findings[cause].with_related(follows, *related)
                continue
            if bit == f.CARD_TWICE:
                related = (*_played_before(walk, event[2], result), *related)
            found = card_text(event[2]) if event[0] in (PLAY, DISCARD) else walk.log[index][2:]
            result.findings.append(Finding(code, message, place, expected, found, related))
            if bit & _ALONE:
                alone = len(result.findings) - 1
            if bit == f.RENEGE:
                renege = place.trick or 0, len(result.findings) - 1
    result.calls, result.cards, result.hidden = walk.judged()
    faulty = {finding.code[0] for finding in result.findings if finding.severity == "error"}
    if result.calls:
        result.bidding = FAIL if "B" in faulty else PASS
    if faulty & {"B", "P"}:
        result.answers["play"] = FAIL
    elif walk.hand.phase != BLIND and (result.cards > result.hidden or (result.calls and not result.cards)):
        result.answers["play"] = PASS
    if walk.hand.phase == BLIND:
        message = "which card was turned up is not known, so trump is not; the play was not judged"
        if walk.hand.trump == NO_TRUMP:
            message = "no source says what the joker is in a hand without trump; the play was not judged"
        result.findings.append(Finding("P340", message, context.at("/log")))


def _played_before(walk: Walk, card: int, result: HandResult) -> list[Related]:
    """Reneges by, or on a lead of, a card that now comes again: where it stood first is what may be wrong.

    They are taken out of the findings and told with the second time.
    """
    for number, trick in enumerate([*walk.hand.done, walk.hand.trick], 1):
        seat = next((seat for seat, played in trick if played == card), None)
        if seat is None:
            continue
        told = [
            finding
            for finding in result.findings
            if finding.code == "P310"
            and finding.where.trick == number
            and (trick[0][1] == card or finding.where.seat == seat)
        ]
        result.findings = [finding for finding in result.findings if finding not in told]
        at = {(finding.where.seat, finding.where.trick) for finding in told}
        result.reneges = [each for each in result.reneges if (each.seat, each.trick) not in at]
        return [Related(f"in trick {number}, where it stands first, {each.message}") for each in told]
    return []


def _never_shown(walk: Walk, index: int, seat: int, trick: list[tuple[int, int]]) -> bool:
    """Whether the player plays the hand out and never shows a card that would have followed.

    Then the record gives the hand wrong, which is told at the card that is not in it; it is no renege.
    """
    held = walk.hand.known(seat)
    holds = held & FOLLOWS[walk.hand.trump][suit_led(walk.hand, trick)]
    later = [card for verb, who, card in map(event_of, walk.log[index + 1 :]) if verb == PLAY and who == seat]
    if not holds or len(later) < held.bit_count() or min(later, default=0) < 0:
        return False
    return not any(holds >> card & 1 for card in later)


def _first_known(walk: Walk, index: int, seat: int, trick: list[tuple[int, int]]) -> Related:
    """When the players at the table, who do not see the hand, could first know of a renege."""
    follows = FOLLOWS[walk.hand.trump][suit_led(walk.hand, trick)]
    covered = 0
    for later, line in enumerate(walk.log[index + 1 :], index + 1):
        verb, who, card = event_of(line)
        if who != seat or card < 0:
            continue
        if verb == UNCOVER:
            covered |= 1 << card
        if verb == PLAY and (follows & ~covered) >> card & 1:
            plays = sum(event_of(each)[0] == PLAY for each in walk.log[:later])
            number = plays // (walk.hand.seats - walk.hand.sits.bit_count()) + 1
            return Related(
                f"at the table it could first be known in trick {number}, when {card_words(card)} is played"
            )
    return Related("at the table no later card shows it")


def _unjudged(walk: Walk, index: int) -> tuple[Related, ...]:
    rest = len(walk.log) - index - 1
    if walk.stopped is None or not rest:
        return ()
    return (Related(f"what was really played is open from here: {rest} more log lines were not judged"),)


def _proven(walk: Walk, context: Context, trick: int, seat: int, card: int) -> Finding:
    index, play = walk.index_of_play(trick, seat)
    number = len(walk.hand.done) - (0 if walk.hand.trick else 1)
    later, _ = walk.index_of_play(number, seat)
    shown = pretty(card_text(card))
    played = card_words(event_of(walk.log[index])[2])
    message = (
        f"{seat_name(seat, walk.hand.seats)} plays {played} in trick {trick + 1}, and still has {shown} later, "
        "which would have followed"
    )
    where = context.at(f"/log/{index}").at(seat=seat, trick=trick + 1, play=play)
    related = (
        _penalty(walk, seat),
        Related(
            f"at the table it could first be known in trick {number + 1}, when {shown} is played",
            f"{context.pointer}/log/{later}",
        ),
    )
    return Finding("P311", message, where, shown, walk.log[index][2:].removeprefix("play "), related)


def _penalty(walk: Walk, seat: int) -> Related:
    """What the renege costs by the terms of the house; both customary ways where it states none."""
    hand, renege, points = walk.hand, walk.hand.rules.renege, penalty_size(walk.hand.rules, seat, walk.hand)
    side = side_name(hand.rules.side_of(seat), hand.seats)
    others = (
        side_name(1 - hand.rules.side_of(seat), hand.seats) if hand.rules.side_count == 2 else "each of the others"
    )
    ends = "; the hand ends there" if renege.hand == "ends" else ""
    return Related(
        {
            "unstated": f"the house states no penalty; custom: {points} points to {others}, or {points} off {side}",
            "points-to-others": f"by this house: {points} points to {others}{ends}",
            "points-off": f"by this house: {points} points off {side}{ends}",
            "impossible": "the software of this house refuses a renege, so this log is not what was played there",
        }[renege.rule]
    )


def _seats_rotated(walk: Walk, context: Context) -> bool:
    """Whether every card played is in the hand dealt the same number of seats further on."""
    seats = walk.hand.seats
    hands = [walk.hand.dealt_to(seat) for seat in range(seats)]
    if any(hand is None for hand in hands):
        return False
    plays = [event_of(line) for line in walk.log]
    cards = [(seat, 1 << card) for verb, seat, card in plays if verb == PLAY and card >= 0]
    if walk.hand.up >= 0:
        cards = [(seat, card) for seat, card in cards if card != 1 << walk.hand.up]
    return len(cards) > 4 and any(
        all((hands[(seat + shift) % seats] or 0) & card for seat, card in cards) for shift in range(1, seats)
    )


_ENDINGS = ("played", "thrown-in", "redealt", "claimed", "conceded", None)
_AGREES: dict[str, tuple[str | None, ...]] = {
    "played": ("played",),
    "thrown-in": ("thrown-in",),
    "redealt": ("redealt", None),
    "claimed": ("claimed", None),
    "conceded": ("conceded", None),
    "ruled": _ENDINGS,
    "abandoned": (None,),
}
"""How the log may show a hand to have ended, None for not yet, by what the record says of it."""


def _counts_are_right(record: HandRecord, rules: Rules) -> bool:
    """Whether every hand, and the kitty where it is recorded, has its right number of cards."""
    size = rules.deck - rules.hand_size * rules.seats
    whole = record.kitty is None or len(record.kitty) == size
    return whole and all(hand and len(hand) == rules.hand_size for hand in record.dealt or [None])


def _judge_end(record: HandRecord, walk: Walk, context: Context, result: HandResult) -> None:
    """``ended`` against the log; a hand that stops short without it is the game's to judge."""
    if said_wrong_count(record) and _counts_are_right(record, context.rules):
        message = "the hand is given up for a wrong count of cards, and every hand recorded has its right number"
        result.findings.append(Finding("B145", message, context.at(f"/log/{len(walk.log) - 1}")))
    if walk.stopped is not None or walk.hand.phase == BLIND or record.ended is None:
        return
    found = walk.hand.ended
    if found in _AGREES[record.ended]:
        return
    if found is None:
        tricks = walk.hand.trick_number
        shown = f"the log stops in trick {tricks + 1}" if walk.hand.trump >= 0 else "the log stops in the calls"
    else:
        shown = f"the log shows it {found}"
    message = f"the record says the hand was {record.ended}; {shown}"
    result.findings.append(Finding("G108", message, context.at("/ended"), record.ended, found))
    result.answers["play"] = FAIL


def is_unfinished(outcome: HandOutcome, record: HandRecord) -> bool:
    """Whether the record stops within the hand and does not say why."""
    walk = outcome.walk
    if walk is None or walk.stopped is not None or walk.hand.phase == BLIND:
        return False
    return record.ended is None and walk.hand.phase != OVER

"""One bit for each rule that an event can break. Which of several names the cause, the audit says."""

# Bidding, from 1 << 0
CALL_AFTER_TRUMP = 1 << 0
CALL_AFTER_END = 1 << 1
CALL_TURN = 1 << 2
NAME_IN_ROUND_ONE = 1 << 3
ORDER_IN_ROUND_TWO = 1 << 4
NAME_TURNED_DOWN = 1 << 5
NAME_NO_TRUMP = 1 << 6
STUCK_DEALER_PASS = 1 << 7
PARTNER_NOT_ALONE = 1 << 8
ALONE_BY = 1 << 9
ALONE_WHEN = 1 << 10
DISCARD_BY = 1 << 11
DISCARD_NONE_DUE = 1 << 12
DISCARD_NOT_HELD = 1 << 13
DISCARD_UP_CARD = 1 << 14
ALONE_NOT_NOW = 1 << 15

# No part of this house's game
ACT_UNKNOWN_HERE = 1 << 30
NO_SUCH_SEAT = 1 << 43

# Play, from 1 << 16
PLAY_BEFORE_TRUMP = 1 << 16
PLAY_AFTER_END = 1 << 17
PLAY_SITTING_OUT = 1 << 18
LEAD_TURN = 1 << 19
PLAY_TURN = 1 << 20
CARD_NOT_IN_DECK = 1 << 21
CARD_TWICE = 1 << 22
CARD_BURIED = 1 << 23
CARD_UP = 1 << 24
CARD_KITTY = 1 << 25
CARD_OF_ANOTHER = 1 << 26
CARD_NEVER_HELD = 1 << 27
RENEGE = 1 << 28
RENEGE_PROVEN = 1 << 29
"""This card proves an earlier renege of the same player: see ``Hand.proven``. The card itself is legal."""

# Jokers, exchanges, rows on the table, claims, from 1 << 31
JOKER_NOT_NAMED = 1 << 31
TURN_NONE_DUE = 1 << 32
ORDER_NO_UP_CARD = 1 << 33
EXCHANGE_WHEN = 1 << 34
EXCHANGE_HAND = 1 << 35
EXCHANGE_CARDS = 1 << 36
GIVE_BY = 1 << 37
CARD_COVERED = 1 << 38
UNCOVER_DUE = 1 << 39
UNCOVER_NONE_DUE = 1 << 40
UNCOVER_CARD = 1 << 41
LAY_DOWN_NOT_NOW = 1 << 42

GO_ON = RENEGE | RENEGE_PROVEN | PARTNER_NOT_ALONE | ALONE_BY | ALONE_WHEN | UNCOVER_DUE
"""Faults after which the hand went on and can still be judged as it was played. After any other, what
followed cannot be told for certain, and the rest of the hand counts as unchecked."""

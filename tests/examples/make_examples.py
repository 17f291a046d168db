"""Makes the files of ``examples/`` that a program makes: ``python -m tests.examples.make_examples``.

Deals come from secrets derived from a name by the second reading of the procedure in ``tests/vectors``, play
from a plain card player over the slow engine in ``tests/twin``. ``examples/written-by-hand.json`` is not made here.
"""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from euchre_audit.records.write import json_text
from tests.twin.engine import Table, effective_suit, highest_first, legal_cards, trick_winner
from tests.twin.generate import random_game
from tests.twin.rules import rules_of
from tests.vectors.reference import Procedure

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TABLES = (
    ("club.example/2026-11-29/table-1/1", ("Ann", "Bo", "Cy", "Di")),
    ("club.example/2026-11-29/table-2/1", ("Eve", "Flo", "Gus", "Hal")),
    ("club.example/2026-11-29/table-3/1", ("Ida", "Jo", "Kit", "Lou")),
    ("club.example/2026-11-29/table-4/1", ("Max", "Nell", "Otto", "Pia")),
)


def strength(hand: list[str], trump: str) -> int:
    """What a hand is worth with this trump: bowers count most, then trumps, then aces."""
    order = highest_first(trump, trump)
    trumps = sum(3 if card in order[:2] else 2 for card in hand if card in order)
    return trumps + sum(1 for card in hand if card[0] == "A" and card not in order)


def choose(table: Table, lines: list[str]) -> str:
    """A plain player's choice among the legal log lines."""
    seat = int(lines[0][0])
    if "discard" in lines[0]:
        return min(lines, key=lambda line: worth(line.split()[2], str(table.trump)))
    if "play" in lines[-1]:
        return card_play(table, [line for line in lines if " play " in line])
    hand = table.hands[seat]
    wanted = {}
    for line in lines:
        words = line.split()
        if words[1] == "pass":
            wanted[line] = 6.5
        else:
            trump = table.up_card[1] if words[1] == "order" else words[2]
            held = hand + ([table.up_card] if words[1] == "order" and seat == table.dealer else [])
            lone = words[-1] == "alone"
            wanted[line] = strength(held, trump) - (4.5 if lone else 0) + (1 if lone and len(held) > 5 else 0)
            if lone and strength(held, trump) >= 12:
                wanted[line] += 6
    return max(wanted, key=lambda line: wanted[line])


def worth(card: str, trump: str) -> int:
    ranks = highest_first(trump, trump)
    return 100 - ranks.index(card) if card in ranks else "789TJQKA".index(card[0])


def card_play(table: Table, lines: list[str]) -> str:
    trump = str(table.trump)
    cards = {line: line.split()[2] for line in lines}
    if not table.trick:
        return max(lines, key=lambda line: worth(cards[line], trump))
    seat = int(lines[0][0])
    best = trick_winner(table.trick, trump)
    taking = [line for line in lines if trick_winner([*table.trick, (seat, cards[line])], trump) == seat]
    if best % 2 != seat % 2 and taking:
        return min(taking, key=lambda line: worth(cards[line], trump))
    led = effective_suit(table.trick[0][1], trump)
    following = [line for line in lines if effective_suit(cards[line], trump) == led]
    return min(following or lines, key=lambda line: worth(cards[line], trump))


def play_game(session: str, players: tuple[str, ...], house: str = "club", rules: Any = None) -> dict[str, Any]:
    """A whole game with its deals' evidence."""
    full = rules_of(house, rules or {})
    ids = [name.lower() for name in players]
    opened = {
        "session": session, "house": house, "rules": rules or {}, "players": ids, "entropy": "none",
        "reveal": "hand",
    }  # fmt: skip
    match = json.dumps({"open": opened}, separators=(",", ":"))
    match_hash = hashlib.sha256(match.encode()).hexdigest()
    score = [0, 0]
    dealer = hashlib.sha256(session.encode()).digest()[0] % 4
    hands: list[dict[str, Any]] = []
    while max(score) < 10:
        number = len(hands) + 1
        terms = (
            f"euchre-deal/v1\nmatch {match_hash}\nsession {session}\nhand {number}\ndealer {dealer}\n"
            "deck 24\nseats 4\npattern 3/2\nentropy none\n"
        )
        secret = hashlib.sha256(f"example secret {session} {number}".encode()).hexdigest()
        dealt = Procedure().deal("", terms, secret, [])
        cards, kitty = dealt["hands"], dealt["kitty"]
        table = Table(full, dealer, cards, kitty)
        log = []
        while not table.over:
            line = choose(table, table.legal_lines())
            table.do(line)
            log.append(line)
        score = [score[0] + table.points[0], score[1] + table.points[1]]
        hands.append(
            {
                "hand": number,
                "dealer": dealer,
                "up": kitty[0],
                "dealt": cards,
                "kitty": kitty,
                "log": log,
                "ended": table.ended,
                "claims": {"tricks": list(table.tricks), "points": list(table.points), "score": list(score)},
                "deal": {
                    "match": match,
                    "terms": terms,
                    "commitment": dealt["commitment"],
                    "secret": secret,
                },
            }
        )
        dealer = (dealer + 1) % 4
    return {
        "format": "euchre-game/1",
        "game": session,
        "played": "2026-11-29T19:00:00Z",
        "house": house,
        "rules": rules or {},
        "players": [{"id": key, "name": name} for key, name in zip(ids, players, strict=True)],
        "start": [0, 0],
        "hands": hands,
        "ended": "target",
        "result": {"score": score, "winners": [score.index(max(score))]},
    }


def hand_file(game: dict[str, Any], number: int, seat: int | None) -> dict[str, Any]:
    """One hand as the player at ``seat`` saves it: without what that player did not see."""
    hand = copy.deepcopy(game["hands"][number - 1])
    start = game["hands"][number - 2]["claims"]["score"] if number > 1 else game["start"]
    if seat is not None:
        hand["dealt"] = [cards if place == seat else None for place, cards in enumerate(hand["dealt"])]
        del hand["kitty"]
        hand["log"] = [
            f"{line.split()[0]} discard ??" if " discard " in line and int(line[0]) != seat else line
            for line in hand["log"]
        ]
    keys = ("game", "played", "house", "rules", "players")
    return {"format": "euchre-hand/1", **{key: game[key] for key in keys}, "start": start, **hand}


def tampered(game: dict[str, Any], number: int) -> dict[str, Any]:
    """The hand with one card of one hand changed, as someone would who wants to have been cheated."""
    hand = hand_file(game, number, None)
    dealt, kitty = hand["dealt"], hand["kitty"]
    dealt[2][4], kitty[2] = kitty[2], dealt[2][4]
    return hand


def as_egn(game: dict[str, Any]) -> dict[str, Any]:
    """The game in Euchre Game Notation 1.4, as a site that keeps no deals would write it."""
    deals = []
    for number, hand in enumerate(game["hands"]):
        words = [line.split() for line in hand["log"]]
        calls = [
            {"pass": "Pass", "order": "Order"}.get(each[1], each[2] if len(each) > 2 else "")
            for each in words
            if each[1] in ("pass", "order", "name")
        ]
        alone = any(each[-1] == "alone" for each in words)
        size = 3 if alone else 4
        cards = [each[2] for each in words if each[1] == "play"]
        tricks = [cards[place : place + size] for place in range(0, len(cards), size)]
        bidding: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": alone}
        deals.append(
            {
                "dealNumber": number,
                "initialState": {"dealer": hand["dealer"], "upCard": hand["up"]},
                "phases": [bidding, {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}],
            }
        )
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {
            "gameId": "evening-game",
            "players": [player["name"] for player in game["players"]],
            "initialScore": [0, 0],
            "finalScore": game["result"]["score"],
            "ruleset": {"std": True, "canadian": False, "loner_lead": "LEFT_OF_DEALER"},
        },
        "deals": deals,
    }


def disputed(game: dict[str, Any]) -> dict[str, Any]:
    """The game, with a renege by the side that wins it in its last hand; nothing else comes out otherwise."""
    game = copy.deepcopy(game)
    hand = game["hands"][-1]
    winners = game["result"]["winners"]
    plays = [index for index, line in enumerate(hand["log"]) if " play " in line]
    pairs = [(i, j) for i in plays for j in plays if i < j and hand["log"][i][0] == hand["log"][j][0]]
    for first, second in pairs:
        log = list(hand["log"])
        log[first], log[second] = log[second], log[first]
        if int(log[first][0]) % 2 in winners and reneges(hand, log) == [first]:
            return {**game, "hands": [*game["hands"][:-1], {**hand, "log": log}]}
    raise ValueError("no card of the last hand can be changed so")


def reneges(hand: dict[str, Any], log: list[str]) -> list[int]:
    """The lines at which a player does not follow and could; [-1] where a trick goes to another player."""
    trump = next((line.split()[2] for line in log if " name " in line), hand["up"][1])
    hands = [list(cards) for cards in hand["dealt"]]
    if any(" order" in line for line in log):
        hands[hand["dealer"]].append(hand["up"])
    found, before = [], []
    for index, line in enumerate(log):
        seat, verb, *rest = line.split()
        if verb == "discard":
            hands[int(seat)].remove(rest[0])
        if verb != "play":
            continue
        before.append((int(seat), rest[0], hand["log"][index].split()[2]))
        trick = before[(len(before) - 1) // 4 * 4 :]
        if rest[0] not in legal_cards(hands[int(seat)], trick[0][1] if len(trick) > 1 else None, trump):
            found.append(index)
        hands[int(seat)].remove(rest[0])
        if len(trick) == 4:
            now, then = ([(each[0], each[place]) for each in trick] for place in (1, 2))
            if trick_winner(now, trump) != trick_winner(then, trump):
                return [-1]
    return found


def files() -> dict[str, str]:
    """Every made example: its path below ``examples/`` and its text."""
    games = [play_game(session, players) for session, players in TABLES]
    made: dict[str, Any] = {
        "fair-hand.json": hand_file(games[0], 3, 2),
        "tampered-hand.json": tampered(games[0], 3),
        "game.egn": as_egn(play_game("club.example/evening", ("Rose", "Sam", "Tess", "Uwe"), "egn")),
    }
    made["disputed-game.json"] = disputed(play_game("club.example/final", ("Ada", "Ben", "Cleo", "Dev"), "family"))
    made["three-players.json"] = random_game(Random("three players"), "family-cutthroat", hidden="others")
    made["twelve-tricks.json"] = random_game(Random("twelve tricks"), "family-twelve", hidden="others")
    for number, game in enumerate(games, 1):
        made[f"tournament/table-{number}.json"] = game
    last = games[3]["hands"][4]["claims"]
    side = last["points"].index(max(last["points"]))
    last["points"][side] += 1
    for hand in games[3]["hands"][4:]:
        hand["claims"]["score"][side] += 1
    games[3]["result"]["score"][side] += 1
    texts = {name: json_text(tree) for name, tree in made.items()}
    fair = made["fair-hand.json"]
    lines = [
        f"{game['game']} {hand['hand']} {hand['deal']['commitment']}\n" for game in games for hand in game["hands"]
    ]
    texts["published.txt"] = "".join(lines)
    texts["commitment.txt"] = fair["deal"]["commitment"] + "\n"
    texts["deal-terms.txt"] = fair["deal"]["terms"]
    texts["deal-secret.txt"] = fair["deal"]["secret"] + "\n"
    return texts


def main() -> None:
    """Write every made example."""
    for name, text in files().items():
        path = EXAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

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
from tests.audit.games import contribution_of
from tests.twin.engine import Table, effective_suit, highest_first, legal_cards, trick_winner
from tests.twin.generate import random_game
from tests.twin.ledger import Ledger
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


def play_game(
    session: str, players: tuple[str, ...], house: str = "club", rules: Any = None, seats: tuple[int, ...] = ()
) -> dict[str, Any]:
    """A whole game with its deals' evidence; the players at ``seats`` put in a number each."""
    full = rules_of(house, rules or {})
    ids = [name.lower() for name in players]
    opened = {
        "session": session, "house": house, "rules": rules or {}, "players": ids,
        "entropy": "players" if seats else "none", "reveal": "hand",
    }  # fmt: skip
    match = json.dumps({"open": opened}, separators=(",", ":"))
    match_hash = hashlib.sha256(match.encode()).hexdigest()
    score = [0, 0]
    dealer = hashlib.sha256(session.encode()).digest()[0] % 4
    entropy = "players " + ",".join(map(str, seats)) if seats else "none"
    hands: list[dict[str, Any]] = []
    while max(score) < 10:
        number = len(hands) + 1
        terms = (
            f"euchre-deal/v1\nmatch {match_hash}\nsession {session}\nhand {number}\ndealer {dealer}\n"
            f"deck 24\nseats 4\npattern 3/2\nentropy {entropy}\n"
        )
        secret = hashlib.sha256(f"example secret {session} {number}".encode()).hexdigest()
        put = {seat: hashlib.sha256(f"number {session} {number} {seat}".encode()).hexdigest() for seat in seats}
        dealt = Procedure().deal("", terms, secret, [{"label": f"seat {s}", "value": v} for s, v in put.items()])
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
        if put:
            committed = bytes.fromhex(dealt["commitment"])
            hands[-1]["deal"]["values"] = [
                {"seat": seat, "value": value, "contribution": contribution_of(committed, seat, value)}
                for seat, value in put.items()
            ]
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


def club_files() -> dict[str, str]:
    """A game of a club that publishes everything: archive, ledger, key; and what one player kept of hand 3."""
    game = play_game("club.example/2026-11-30/table-1/1", TABLES[0][1], seats=(0, 2))
    ledger = Ledger("club.example", hashlib.sha256(b"example key").digest())
    ledger.append(json.loads(game["hands"][0]["deal"]["match"]))
    kept, index = "", 0
    for hand in game["hands"]:
        deal = hand["deal"]
        named = {"commitment": deal["commitment"]}
        if hand["hand"] == 3:
            index = len(ledger.lines)
        minute = f"2026-11-30T19:{2 * hand['hand']:02}:00Z"
        ledger.append({"commit": {"terms": deal["terms"], **named, "time": minute}})
        for value in deal["values"]:
            ledger.append({"contribute": {**named, "seat": value["seat"], "contribution": value["contribution"]}})
        if hand["hand"] == 3:
            kept = ledger.checkpoint()
        values = [value["value"] for value in deal["values"]]
        ledger.append({"reveal": {**named, "secret": deal["secret"], "values": values}})
    saved = hand_file(game, 3, 2)
    saved["deal"] = {**saved["deal"], "proof": ledger.proof(index)}
    text = json_text(game)
    seats = [player["id"] for player in game["players"]]
    score = game["result"]["score"]
    manifest = {
        "format": "euchre-archive/1",
        "event": "club.example/2026-11-30",
        "house": "club",
        "players": game["players"],
        "games": [
            {
                "path": "table-1.json",
                "sha256": hashlib.sha256(text.encode()).hexdigest(),
                "round": 1,
                "table": 1,
                "seats": seats,
                "score": score,
            }
        ],
        "ledger": {"path": "ledger.jsonl", "checkpoints": ["checkpoint.txt"], "origin": "club.example"},
        "standings": {
            "order": ["won", "points"],
            "rows": sorted(
                (
                    {
                        "player": name,
                        "played": 1,
                        "won": int(seat % 2 in game["result"]["winners"]),
                        "points": score[seat % 2],
                    }
                    for seat, name in enumerate(seats)
                ),
                key=lambda row: (-row["won"], -row["points"]),
            ),
        },
    }
    mine = next(value["value"] for value in saved["deal"]["values"] if value["seat"] == 2)
    return {
        "club/archive.json": json_text(manifest),
        "club/table-1.json": text,
        "club/ledger.jsonl": ledger.raw.decode(),
        "club/checkpoint.txt": ledger.checkpoint(),
        "club.key": ledger.key + "\n",
        "saved-hand.json": json_text(saved),
        "saved-checkpoint.txt": kept,
        "saved-number.txt": mine + "\n",
    }


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
    texts |= club_files()
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

"""What a site's own software does: a hand as it happened, saved as a record. Everybody passed, twice.

python3 save_hand.py SESSION DEALT.json: prints the hand as seat 0 saw it.
"""

import json
import sys

session, path = sys.argv[1:]
with open(path) as file:
    dealt = json.load(file)
hand = {
    "format": "euchre-hand/1",
    "game": session,
    "house": "family",
    "players": ["ann", "bo", "cy", "di"],
    "start": [0, 0],
    "hand": 1,
    "dealer": dealt["dealer"],
    "up": dealt["up"],
    "dealt": [dealt["hands"][0], None, None, None],
    "log": [f"{seat} pass" for seat in (0, 1, 2, 3)] * 2,
    "ended": "thrown-in",
    "claims": {"points": [0, 0], "score": [0, 0]},
}
print(json.dumps(hand, indent=1))

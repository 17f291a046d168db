"""A player's part, in ten lines: a value of one's own, and the hash that is published for it.

python3 player.py COMMITMENT SEAT FILE: writes the value to FILE (keep it), prints the contribution.
"""

import hashlib
import os
import sys

commitment, seat, path = sys.argv[1:]
value = os.urandom(32)
with open(path, "x") as file:
    file.write(value.hex() + "\n")
tag = b"euchre-deal/v1 contribution\x00"
print(hashlib.sha256(tag + bytes.fromhex(commitment) + bytes([int(seat)]) + value).hexdigest())

"""A long ledger: time and memory to append, to prove and to audit. ``python -m tests.benchmarks.ledger [LINES]``.

The ledger is one of whole sessions of twelve hands. Memory is the peak of a process of its own for each step.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from euchre_audit.dealing import commitment
from euchre_audit.evidence import Frontier, Tree, Verifier, checkpoint_text, leaf_hash, root_of_inclusion, sign

ORIGIN = "club.example"
HANDS = 12
SEED = bytes(range(32))


def lines() -> Iterator[bytes]:
    """The lines of one session after the other."""
    number = 0
    while True:
        number += 1
        name = f"{ORIGIN}/2026/table-{number}/1"
        header = {"session": name, "house": "club", "rules": {}, "players": ["a", "b", "c", "d"]}
        opened = encoded({"open": {**header, "entropy": "none", "reveal": "hand"}})
        yield opened
        match = hashlib.sha256(opened).hexdigest()
        for hand in range(1, HANDS + 1):
            terms = (
                f"euchre-deal/v1\nmatch {match}\nsession {name}\nhand {hand}\ndealer {hand % 4}\n"
                "deck 24\nseats 4\npattern 3/2\nentropy none\n"
            )
            secret = hashlib.sha256(f"benchmark {name} {hand}".encode()).digest()
            made = commitment(hashlib.sha256(terms.encode()).digest(), secret).hex()
            yield encoded({"commit": {"terms": terms, "commitment": made, "time": "2026-11-01T00:02:00Z"}})
            yield encoded({"reveal": {"commitment": made, "secret": secret.hex()}})


def encoded(tree: object) -> bytes:
    return json.dumps(tree, separators=(",", ":")).encode("ascii")


def write(folder: str, count: int) -> None:
    """A ledger of whole sessions, about ``count`` lines, its checkpoint and key."""
    key, frontier = Ed25519PrivateKey.from_private_bytes(SEED), Frontier()
    with open(os.path.join(folder, "ledger.jsonl"), "wb") as file:
        for raw in lines():
            if frontier.size >= count and raw.startswith(b'{"open"'):
                break
            file.write(raw + b"\n")
            frontier.append(leaf_hash(raw))
    note = sign(checkpoint_text(ORIGIN, frontier.size, frontier.root()), ORIGIN, key)
    verifier = Verifier(ORIGIN, 1, key.public_key().public_bytes_raw())
    for name, text in (("checkpoint.txt", note), ("club.key", f"{verifier}\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)


def prove(folder: str) -> None:
    """Every line into a tree, and the inclusion of a thousand of them, checked."""
    tree, raw = Tree(), []
    with open(os.path.join(folder, "ledger.jsonl"), "rb") as file:
        for line in file:
            tree.append(leaf_hash(line[:-1]))
            raw.append(len(line))
    begun = time.perf_counter()
    step = max(tree.size // 1000, 1)
    places = range(0, tree.size, step)
    for index in places:
        path = tree.inclusion(index)
        assert root_of_inclusion(tree.leaf(index), index, tree.size, path) == tree.root()
    each = (time.perf_counter() - begun) / len(places)
    print(f"  an inclusion proof, made and checked: {each * 1e6:,.0f} us")


def measured(what: str, *words: str) -> None:
    begun = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    code = (
        "import resource, subprocess, sys;"
        "ran = subprocess.run(sys.argv[1:]);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print('  peak', used.ru_maxrss // 1024, 'MiB, exit', ran.returncode)"
    )
    subprocess.run([sys.executable, "-c", code, *words], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    print(f"  {what}: {time.perf_counter() - begun:.1f} s, {used:.1f} s of processor time")


def main() -> None:
    """Make the ledger, and measure."""
    if len(sys.argv) > 2 and sys.argv[1] == "prove":
        prove(sys.argv[2])
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        write(folder, count)
        size = os.path.getsize(os.path.join(folder, "ledger.jsonl"))
        print(f"{count:,} lines, {size / 2**20:.0f} MiB, made in {time.perf_counter() - begun:.1f} s")
        measured("tree and proofs", sys.executable, "-m", "tests.benchmarks.ledger", "prove", folder)
        paths = [os.path.join(folder, name) for name in ("ledger.jsonl", "checkpoint.txt")]
        key = os.path.join(folder, "club.key")
        command = "from euchre_audit.cli import main; main()"
        audit = [sys.executable, "-c", command, "verify", *paths, "--key", key]
        measured("whole audit", *audit)


if __name__ == "__main__":
    main()

"""A round of the public beacon: its signature, and whether the deal was promised early enough."""

from collections.abc import Iterator
from datetime import UTC, datetime

from ..dealing import read_hex
from ..evidence import BEFORE_ROUND, BeaconError, ExtraMissing, check_beacon, round_time

SKEW = 60
"""Seconds by which two clocks may differ: who saw a commitment sooner than this before its own time did not."""

Fault = tuple[str, str, str | None, str | None]


def beacon_faults(number: int, signature: str, promised: str | None) -> Iterator[Fault]:
    """Code, words, expected and found of what is wrong; C502, a note, where the signature could not be checked.

    ``promised`` is the time in the commit line, None where it is not known.
    """
    latest = round_time(number) - BEFORE_ROUND
    if promised is not None and seconds(promised) > latest:
        message = (
            f"round {number} of the beacon was drawn less than {BEFORE_ROUND} seconds after the commitment, or "
            "before it, by the ledger's own clock"
        )
        yield "C505", message, clock(latest), promised
    raw = read_hex(signature, 48)
    if raw is None:
        yield "C501", "the beacon's signature is not 96 small hex digits", None, None
        return
    try:
        check_beacon(number, raw)
    except BeaconError as error:
        yield "C501", f"the beacon's signature of round {number}: {error}", None, None
    except ExtraMissing as error:
        yield "C502", f"the beacon was not checked: {error}", None, None


def seconds(time: str) -> float:
    """RFC 3339 to Unix seconds; a time that is none is later than every round."""
    try:
        return datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return float("inf")


def clock(time: int) -> str:
    """Unix seconds as people read them."""
    try:
        return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return f"{time} s after 1970"

"""Is the shuffling fair? Tests over many deals, declared before they are looked at.

What is here needs numpy and scipy, the extra ``stats``; ``need_extra`` says so where they are not installed.
"""

from importlib.util import find_spec

from ..evidence import ExtraMissing


def need_extra() -> None:
    """``ExtraMissing`` where the libraries of this package are not installed."""
    if any(find_spec(name) is None for name in ("numpy", "scipy")):
        raise ExtraMissing("stats", "euchre-audit statistics")

"""The dealing site's side: a key, a ledger that only grows, deals promised before and opened after the hand.

``schemas/operator.md`` says how a site uses it.
"""

from .keys import keygen
from .publish import publish, published_list
from .refused import Busy, Refused, TailFound
from .site import Closed, Receipt, Sealed, Site, cut_tail, keep_tail, read_tail
from .store import Tail

__all__ = [
    "Busy",
    "Closed",
    "Receipt",
    "Refused",
    "Sealed",
    "Site",
    "Tail",
    "TailFound",
    "cut_tail",
    "keep_tail",
    "keygen",
    "publish",
    "published_list",
    "read_tail",
]

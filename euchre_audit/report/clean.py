"""Text on its way out: what a file says can never act on a terminal, a log or a page."""

import re
import unicodedata

_COMMAND = re.compile(r"(##\w*)(\[)|^([^\S\n]*)(:)(?=:)", re.MULTILINE)
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str, limit: int = 200) -> str:
    """``text`` on one line, with every control, format and unassigned character written out, cut at ``limit``.

    >>> clean("Bob\\x1b[31m")
    'Bob\\\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        shown = text
    else:
        shown = "".join(_escape(sign) if unicodedata.category(sign) in _HIDDEN else sign for sign in text)
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _escape(sign: str) -> str:
    return (
        sign.encode("unicode_escape", "surrogatepass").decode("ascii")
        if not sign.isascii()
        else f"\\x{ord(sign):02x}"
    )


def unforgeable(text: str, written: str = "\\x{:02x}") -> str:
    """``text`` without a command to a CI's runner (``::error``, ``##[error]``, ``##vso[``), however it came there.

    ``written`` is how the format writes a character out.

    >>> unforgeable("::error::x ##[debug]y")
    '\\\\x3a:error::x ##\\\\x5bdebug]y'
    """
    return _COMMAND.sub(
        lambda found: (found[1] or found[3] or "") + written.format(ord(found[2] or found[4])), text
    )

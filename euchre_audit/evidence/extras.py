"""Libraries that only some checks need, installed as extras of this package."""


class ExtraMissing(RuntimeError):
    """A check needs an extra that is not installed; ``extra`` is its name, and the message says how to get it."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs one more library: pip install 'euchre-audit[{extra}]'")
        self.extra = extra

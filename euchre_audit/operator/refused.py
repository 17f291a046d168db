"""What an operator is told when nothing was done."""


class Refused(ValueError):
    """The request breaks the procedure, or the folder is not fit for it: what, where, what to do next.

    Nothing was signed and no file of the ledger was changed.
    """


class Busy(Refused):
    """Another process has the folder open for writing."""


class TailFound(Refused):
    """The ledger goes on beyond its signed checkpoint: somebody has to say what becomes of that."""

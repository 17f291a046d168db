"""The tree over a ledger's lines: RFC 6962, section 2.1, with SHA-256."""

import hashlib
from collections.abc import Iterable, Sequence

EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of a tree of no leaves."""


class ProofError(ValueError):
    """A proof that shows nothing: it does not lead to the root, or is not of the form that its sizes ask for."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf: 0x00, then the exact bytes of a line without its LF."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node: 0x01, then both children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier:
    """A tree that only grows: the roots of its complete subtrees, largest first. Appending is O(log n)."""

    __slots__ = ("peaks", "size")

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        self.size = size
        self.peaks = list(peaks)
        if size < 0 or len(self.peaks) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {max(size, 0).bit_count()} peaks")

    def append(self, leaf: bytes) -> None:
        """Add a leaf, given by its hash."""
        node, merges = leaf, self.size
        while merges & 1:
            node = node_hash(self.peaks.pop(), node)
            merges >>= 1
        self.peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The root over all leaves."""
        return _joined(self.peaks)


class Tree:
    """All nodes of a tree, in the order in which appending completes them: 64 bytes a leaf.

    Roots and proofs of any size up to the whole are read from it in O(log n).
    """

    __slots__ = ("_nodes", "size")

    def __init__(self) -> None:
        self.size = 0
        self._nodes = bytearray()

    def append(self, leaf: bytes) -> None:
        """Add a leaf, given by its hash."""
        index = self.size
        self.size += 1
        self._nodes += leaf
        node, level = leaf, 0
        while index >> level & 1:
            node = node_hash(self._node(level, (index >> level) - 1), node)
            self._nodes += node
            level += 1

    def leaf(self, index: int) -> bytes:
        """The hash of leaf ``index``."""
        if not 0 <= index < self.size:
            raise IndexError(index)
        return self._node(0, index)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first ``size`` leaves; over all, where that is left out."""
        size = self.size if size is None else size
        self._check_size(size)
        return self._range(0, size)

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """RFC 6962, section 2.1.1: the path of leaf ``index`` in the tree of ``size`` leaves, from the leaf up."""
        size = self.size if size is None else size
        self._check_size(size)
        if not 0 <= index < size:
            raise ValueError(f"a tree of {size} leaves has no leaf {index}")
        path = []
        start, stop = 0, size
        while stop - start > 1:
            middle = start + _split(stop - start)
            if index < middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        return path[::-1]

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """RFC 6962, section 2.1.2: the proof that the first ``old`` leaves are those of the earlier tree."""
        size = self.size if size is None else size
        self._check_size(size)
        if not 0 < old <= size:
            raise ValueError(f"no tree of {old} leaves precedes one of {size}")
        path = []
        start, stop, whole = 0, size, True
        while old != stop:
            middle = start + _split(stop - start)
            if old <= middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start, whole = middle, False
        if not whole:
            path.append(self._range(start, stop))
        return path[::-1]

    def _check_size(self, size: int) -> None:
        if not 0 <= size <= self.size:
            raise ValueError(f"the tree has {self.size} leaves, not {size}")

    def _node(self, level: int, number: int) -> bytes:
        """The root of the complete subtree ``number`` of 2**level leaves."""
        last = ((number + 1) << level) - 1
        start = 32 * (2 * last - last.bit_count() + level)
        return bytes(self._nodes[start : start + 32])

    def _range(self, start: int, stop: int) -> bytes:
        """The root over leaves ``start`` to ``stop``, where ``start`` begins a subtree as the RFC splits it."""
        peaks = []
        while start < stop:
            level = (stop - start).bit_length() - 1
            peaks.append(self._node(level, start >> level))
            start += 1 << level
        return _joined(peaks)


def _joined(peaks: Sequence[bytes]) -> bytes:
    if not peaks:
        return EMPTY_ROOT
    root = peaks[-1]
    for peak in reversed(peaks[:-1]):
        root = node_hash(peak, root)
    return root


def _split(size: int) -> int:
    """The largest power of two below ``size``."""
    return 1 << (size - 1).bit_length() - 1


def root_of_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root to which a path leads from a leaf (by its hash).

    :class:`ProofError` where the tree has no such leaf, or the path is not as long as size and index ask for.
    """
    if not 0 <= index < size:
        raise ProofError(f"a tree of {size} leaves has no leaf {index} (they count from 0)")
    inner = (index ^ (size - 1)).bit_length()
    border = (index >> inner).bit_count()
    if len(path) != inner + border:
        raise ProofError(f"the path of leaf {index} of {size} has {inner + border} hashes, this one {len(path)}")
    node = leaf
    for level, other in enumerate(path):
        if level < inner and not index >> level & 1:
            node = node_hash(node, other)
        else:
            node = node_hash(other, node)
    return node


def check_consistency(old: int, new: int, old_root: bytes, new_root: bytes, path: Sequence[bytes]) -> None:
    """That a tree of ``new`` leaves begins with the one of ``old``; :class:`ProofError` where that is not shown."""
    if not 0 < old <= new:
        raise ProofError(f"no tree of {old} leaves precedes one of {new}")
    if old == new:
        if path:
            raise ProofError("two trees of one size need no proof")
        if old_root != new_root:
            raise ProofError("two trees of one size have different roots")
        return
    # RFC 9162, section 2.1.4.2, steps 2 to 7.
    nodes = list(path)
    if old & (old - 1) == 0:
        nodes.insert(0, old_root)
    if not nodes:
        raise ProofError("the proof is empty")
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    made_old = made_new = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            raise ProofError("the proof is too long")
        if first & 1 or first == last:
            made_old, made_new = node_hash(node, made_old), node_hash(node, made_new)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            made_new = node_hash(made_new, node)
        first, last = first >> 1, last >> 1
    if last != 0:
        raise ProofError("the proof is too short")
    if made_old != old_root:
        raise ProofError("the proof does not lead to the earlier root")
    if made_new != new_root:
        raise ProofError("the proof does not lead to the later root")

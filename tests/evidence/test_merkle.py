"""The tree: answers published for Certificate Transparency, and RFC 6962's recursion against every shape."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_audit.evidence import (
    EMPTY_ROOT,
    Frontier,
    ProofError,
    Tree,
    check_consistency,
    leaf_hash,
    node_hash,
    root_of_inclusion,
)
from tests.twin import ledger as twin

PUBLISHED_LEAVES = [
    bytes.fromhex(each)
    for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
PUBLISHED_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
N96 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
N5F = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
N6B = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
NBC = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
NCA = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
N0E = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
PUBLISHED_INCLUSION = [
    (0, 1, []),
    (0, 8, [N96, N5F, N6B]),
    (5, 8, [NBC, NCA, PUBLISHED_ROOTS[4]]),
    (2, 3, [PUBLISHED_ROOTS[2]]),
    (1, 5, [PUBLISHED_ROOTS[1], N5F, NBC]),
]
PUBLISHED_CONSISTENCY = [
    (1, 1, []),
    (1, 8, [N96, N5F, N6B]),
    (6, 8, [N0E, NCA, PUBLISHED_ROOTS[4]]),
    (2, 5, [N5F, NBC]),
]

LARGEST = 70
DATA = [b"line %d" % number for number in range(LARGEST)]
REFUSED_SIZES = (0, 1, 2, 3, 7, 8)


def unhex(hashes: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in hashes]


def tree_of(data: list[bytes]) -> Tree:
    tree = Tree()
    for each in data:
        tree.append(leaf_hash(each))
    return tree


@cache
def root(size: int) -> bytes:
    return twin.mth(DATA[:size])


@cache
def leaf(index: int) -> bytes:
    return hashlib.sha256(b"\0" + DATA[index]).digest()


def changed(data: bytes) -> bytes:
    return bytes([data[0] ^ 8]) + data[1:]


def leads_to(expected: bytes, node: bytes, index: int, size: int, path: list[bytes]) -> bool:
    try:
        return root_of_inclusion(node, index, size, path) == expected
    except ProofError:
        return False


@pytest.fixture(scope="module")
def tree() -> Tree:
    return tree_of(DATA)


def test_the_roots_are_those_published_for_the_reference_tree():
    tree, frontier = tree_of(PUBLISHED_LEAVES), Frontier()
    assert EMPTY_ROOT.hex() == Tree().root().hex() == Frontier().root().hex() == PUBLISHED_ROOTS[0]
    for size, expected in enumerate(PUBLISHED_ROOTS):
        assert tree.root(size).hex() == twin.mth(PUBLISHED_LEAVES[:size]).hex() == frontier.root().hex() == expected
        if size < 8:
            frontier.append(leaf_hash(PUBLISHED_LEAVES[size]))


@pytest.mark.parametrize(("index", "size", "path"), PUBLISHED_INCLUSION)
def test_inclusion_is_as_published_for_the_reference_tree(index, size, path):
    assert tree_of(PUBLISHED_LEAVES).inclusion(index, size) == unhex(path)
    assert twin.path(index, PUBLISHED_LEAVES[:size]) == unhex(path)
    made = root_of_inclusion(leaf_hash(PUBLISHED_LEAVES[index]), index, size, unhex(path))
    assert made.hex() == PUBLISHED_ROOTS[size]


@pytest.mark.parametrize(("old", "size", "path"), PUBLISHED_CONSISTENCY)
def test_consistency_is_as_published_for_the_reference_tree(old, size, path):
    assert tree_of(PUBLISHED_LEAVES).consistency(old, size) == unhex(path)
    assert twin.proof(old, PUBLISHED_LEAVES[:size]) == unhex(path)
    check_consistency(old, size, *unhex([PUBLISHED_ROOTS[old], PUBLISHED_ROOTS[size]]), unhex(path))


def test_a_leaf_and_an_inner_node_are_hashed_apart():
    left, right = leaf(0), leaf(1)
    assert leaf_hash(left + right) == hashlib.sha256(b"\0" + left + right).digest()
    assert node_hash(left, right) == hashlib.sha256(b"\1" + left + right).digest()


def test_every_root_is_that_of_the_definition(tree):
    frontier = Frontier()
    for size in range(LARGEST + 1):
        assert tree.root(size) == frontier.root() == root(size)
        assert frontier.size == size
        if size < LARGEST:
            assert tree.leaf(size) == leaf(size)
            frontier.append(leaf(size))
    assert tree.size == LARGEST and tree.root() == root(LARGEST)


def test_every_inclusion_path_is_that_of_the_definition_and_leads_to_the_root(tree):
    for size in range(1, LARGEST + 1):
        for index in range(size):
            path = twin.path(index, DATA[:size])
            assert tree.inclusion(index, size) == path
            assert root_of_inclusion(leaf(index), index, size, path) == root(size)
    assert tree.inclusion(3) == twin.path(3, DATA)


def test_every_consistency_proof_is_that_of_the_definition_and_holds(tree):
    for size in range(1, LARGEST + 1):
        for old in range(1, size + 1):
            path = twin.proof(old, DATA[:size])
            assert tree.consistency(old, size) == path
            check_consistency(old, size, root(old), root(size), path)
    assert tree.consistency(3) == twin.proof(3, DATA)


@pytest.mark.parametrize("size", REFUSED_SIZES)
def test_an_index_that_the_tree_does_not_have_is_refused(tree, size):
    for index in (-size - 1, -size, -1, size, size + 1, 2 * size, 2**64):
        if 0 <= index < size:
            continue
        with pytest.raises(ValueError):
            tree.inclusion(index, size)
        for length in range(5):
            with pytest.raises(ProofError):
                root_of_inclusion(leaf(0), index, size, [leaf(1)] * length)


@pytest.mark.parametrize("size", [-8, -1])
def test_a_size_below_nothing_is_refused(tree, size):
    for call in (lambda: tree.root(size), lambda: tree.inclusion(0, size), lambda: tree.consistency(1, size)):
        with pytest.raises(ValueError):
            call()
    for index in (-9, -1, 0, 1):
        with pytest.raises(ProofError):
            root_of_inclusion(leaf(0), index, size, [])


def test_a_tree_does_not_answer_for_a_size_that_it_has_not_reached(tree):
    beyond = LARGEST + 1
    for call in (
        lambda: tree.root(beyond),
        lambda: tree.inclusion(0, beyond),
        lambda: tree.consistency(1, beyond),
        lambda: Tree().inclusion(0),
        lambda: Tree().consistency(0),
    ):
        with pytest.raises(ValueError):
            call()
    for index in (-1, LARGEST):
        with pytest.raises(IndexError):
            tree.leaf(index)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13])
def test_a_path_is_exactly_as_long_as_size_and_index_ask_for(size):
    for index in range(size):
        path = twin.path(index, DATA[:size])
        wrong = [path[:end] for end in range(len(path))]
        wrong += [path[1:]] if path else []
        wrong += [[*path, root(size)], [root(size), *path], [*path, *path] if path else [leaf(0)], [*path, b""]]
        for each in wrong:
            with pytest.raises(ProofError):
                root_of_inclusion(leaf(index), index, size, each)


def test_an_empty_path_is_right_only_for_a_tree_of_one_leaf():
    assert root_of_inclusion(leaf(0), 0, 1, []) == root(1)
    for size in range(2, LARGEST + 1):
        for index in range(size):
            with pytest.raises(ProofError):
                root_of_inclusion(root(size), index, size, [])


@pytest.mark.parametrize("size", [2, 3, 7, 8, 13])
def test_a_path_changed_anywhere_leads_elsewhere(size):
    for index in range(size):
        path = twin.path(index, DATA[:size])
        assert not leads_to(root(size), changed(leaf(index)), index, size, path)
        for at in range(len(path)):
            assert not leads_to(
                root(size), leaf(index), index, size, [*path[:at], changed(path[at]), *path[at + 1 :]]
            )
            assert not leads_to(root(size), leaf(index), index, size, [*path[:at], path[at][:31], *path[at + 1 :]])
            for other in range(at):
                swapped = list(path)
                swapped[at], swapped[other] = path[other], path[at]
                assert not leads_to(root(size), leaf(index), index, size, swapped)
        for other in range(size):
            assert leads_to(root(size), leaf(index), other, size, path) == (other == index)


@pytest.mark.parametrize("size", [2, 3, 4, 7, 8, 13])
def test_an_inner_node_shown_as_a_leaf_is_refused(size):
    for index in range(size):
        path, node = twin.path(index, DATA[:size]), leaf(index)
        for used, (inner, start) in enumerate(inner_nodes(index, size), 1):
            rest = path[used:]
            for shown in range(size):
                assert not leads_to(root(size), inner, shown, size, rest), (index, start, shown)
        assert leads_to(root(size), node, index, size, path)


def inner_nodes(index: int, size: int) -> list[tuple[bytes, int]]:
    """The nodes above a leaf, from below, each with the first leaf under it."""
    found, start, stop = [], 0, size
    while stop - start > 1:
        found.append((twin.mth(DATA[start:stop]), start))
        middle = start + twin.split(stop - start)
        start, stop = (start, middle) if index < middle else (middle, stop)
    return found[::-1]


def test_children_shown_as_the_bytes_of_a_leaf_do_not_make_their_parent():
    assert leaf_hash(leaf(0) + leaf(1)) != root(2)
    assert leaf_hash(b"\1" + leaf(0) + leaf(1)) != root(2)
    assert not leads_to(root(4), leaf_hash(leaf(0) + leaf(1)), 0, 2, [twin.mth(DATA[2:4])])


@pytest.mark.parametrize("size", range(1, 14))
def test_a_consistency_proof_changed_anywhere_is_refused(size):
    for old in range(1, size + 1):
        path = twin.proof(old, DATA[:size])
        garbage = [root(old), root(size), leaf(0), b""]
        wrong = [[*path[:at], changed(path[at]), *path[at + 1 :]] for at in range(len(path))]
        wrong += [path[:at] + path[at + 1 :] for at in range(len(path))]
        wrong += [path[:end] for end in range(len(path))]
        wrong += [[*path, each] for each in garbage] + [[each, *path] for each in garbage]
        wrong += [path[::-1]] if len(path) > 1 else []
        for each in wrong:
            with pytest.raises(ProofError):
                check_consistency(old, size, root(old), root(size), each)


@pytest.mark.parametrize("size", range(1, 14))
def test_a_consistency_proof_shows_both_roots_and_no_other(size):
    for old in range(1, size + 1):
        path = twin.proof(old, DATA[:size])
        wrong = [(changed(root(old)), root(size)), (root(old), changed(root(size)))]
        wrong += [(EMPTY_ROOT, root(size)), (root(old), EMPTY_ROOT)]
        wrong += [(root(size), root(old)), (root(size), root(size))] if old < size else []
        for first, second in wrong:
            with pytest.raises(ProofError):
                check_consistency(old, size, first, second, path)


@pytest.mark.parametrize("size", [2, 3, 7, 8, 13])
def test_a_consistency_proof_is_for_no_other_earlier_size(size):
    for old in range(1, size + 1):
        path = twin.proof(old, DATA[:size])
        for other in range(1, size + 1):
            if other != old:
                with pytest.raises(ProofError):
                    check_consistency(other, size, root(other), root(size), path)


@pytest.mark.parametrize(
    ("old", "size"), [(0, 0), (0, 1), (0, 8), (-1, 8), (-8, -1), (2, 1), (8, 7), (1, 0), (9, 8)]
)
def test_only_a_tree_of_at_least_one_leaf_precedes_one_as_large(tree, old, size):
    with pytest.raises(ValueError):
        tree.consistency(old, size)
    for path in ([], [leaf(0)], [leaf(0), leaf(1)]):
        for first, second in ((EMPTY_ROOT, root(8)), (root(8), root(8)), (EMPTY_ROOT, EMPTY_ROOT)):
            with pytest.raises(ProofError):
                check_consistency(old, size, first, second, path)


def test_two_trees_of_one_size_are_the_same_tree_and_need_no_proof():
    check_consistency(5, 5, root(5), root(5), [])
    with pytest.raises(ProofError):
        check_consistency(5, 5, root(5), root(6), [])
    with pytest.raises(ProofError):
        check_consistency(5, 5, root(5), root(5), [root(5)])


def test_a_rewritten_ledger_is_not_consistent_with_the_one_before():
    forked = [*DATA[:4], b"another line", *DATA[5:13]]
    for old in range(1, 13):
        path, new = twin.proof(old, forked), twin.mth(forked)
        if old <= 4:
            check_consistency(old, 13, root(old), new, path)
        else:
            with pytest.raises(ProofError):
                check_consistency(old, 13, root(old), new, path)


@pytest.mark.parametrize("size", range(34))
def test_a_frontier_restored_from_its_peaks_grows_as_if_never_stored(size):
    whole = Frontier()
    for index in range(size):
        whole.append(leaf(index))
    peaks, start = [], 0
    for bit in reversed(range(size.bit_length())):
        if size >> bit & 1:
            peaks.append(twin.mth(DATA[start : start + (1 << bit)]))
            start += 1 << bit
    assert whole.peaks == peaks
    restored = Frontier(size, iter(peaks))
    assert restored.root() == root(size)
    for index in range(size, size + 9):
        restored.append(leaf(index))
    assert (restored.size, restored.root()) == (size + 9, root(size + 9))
    assert whole.size == size and whole.root() == root(size)


@pytest.mark.parametrize(
    ("size", "peaks"), [(0, 1), (1, 0), (1, 2), (2, 2), (3, 1), (7, 2), (7, 4), (8, 0), (-1, 1), (-1, 0)]
)
def test_a_frontier_with_another_number_of_peaks_is_refused(size, peaks):
    with pytest.raises(ValueError):
        Frontier(size, [leaf(0)] * peaks)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=6), min_size=1, max_size=300), st.data())
def test_any_tree_answers_as_the_definition_does(data, draw):
    tree = tree_of(data)
    size = draw.draw(st.integers(1, len(data)))
    index, old = draw.draw(st.integers(0, size - 1)), draw.draw(st.integers(1, size))
    assert tree.root(size) == twin.mth(data[:size])
    assert tree.inclusion(index, size) == twin.path(index, data[:size])
    assert tree.consistency(old, size) == twin.proof(old, data[:size])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**62), st.integers(1, 2**62), st.integers(0, 70))
def test_large_paths_lead_where_the_definition_says(index, size, length):
    path = [hashlib.sha256(bytes([number])).digest() for number in range(length)]
    expected = twin.root_of(leaf(0), index, size, path) if index < size else None
    needed = 0 if index >= size else depth(index, size)
    exact = [hashlib.sha256(bytes([number])).digest() for number in range(needed)]
    if index < size:
        assert root_of_inclusion(leaf(0), index, size, exact) == twin.root_of(leaf(0), index, size, exact)
    if expected is None:
        with pytest.raises(ProofError):
            root_of_inclusion(leaf(0), index, size, path)
    else:
        assert root_of_inclusion(leaf(0), index, size, path) == expected


def depth(index: int, size: int) -> int:
    """How many nodes stand above a leaf."""
    above = 0
    while size > 1:
        half = twin.split(size)
        index, size, above = (index, half, above + 1) if index < half else (index - half, size - half, above + 1)
    return above


@pytest.mark.parametrize("height", range(1, 7))
def test_a_consistency_proof_of_another_length_is_refused_even_with_the_root_that_it_leads_to(height):
    for length in range(10):
        path = [hashlib.sha256(bytes([number])).digest() for number in range(length)]
        made = leaf(0)
        for each in path:
            made = hashlib.sha256(b"\1" + made + each).digest()
        if length == height:
            check_consistency(1, 2**height, leaf(0), made, path)
        else:
            with pytest.raises(ProofError):
                check_consistency(1, 2**height, leaf(0), made, path)

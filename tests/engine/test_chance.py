"""Draws: fixed by seed and ply, fair, and checkable by whoever learns the seed."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.chance import SEED_BYTES, SeededDraws, commitment

SEED = bytes(range(SEED_BYTES))


def test_a_draw_is_what_anybody_computes_from_the_published_seed() -> None:
    block = hmac.new(SEED, b"7:0", hashlib.sha256).digest()
    draws = SeededDraws(SEED, 7)
    assert [draws.below(256) for _ in range(8)] == list(block[3::4])
    assert draws.below(256) == hmac.new(SEED, b"7:1", hashlib.sha256).digest()[3]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(bytes(SEED_BYTES))


@given(
    st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    st.integers(0, 5000),
    st.lists(st.integers(1, 2**32), max_size=20),
)
def test_draws_depend_on_seed_and_ply_alone_and_keep_their_bounds(seed: bytes, ply: int, bounds: list[int]) -> None:
    one, two = SeededDraws(seed, ply), SeededDraws(seed, ply)
    numbers = [one.below(bound) for bound in bounds]
    assert numbers == [two.below(bound) for bound in bounds]
    assert all(0 <= number < bound for number, bound in zip(numbers, bounds, strict=True))


def test_every_ply_and_every_seed_draws_anew() -> None:
    first = {SeededDraws(SEED, ply).below(2**32) for ply in range(500)}
    assert len(first) == 500
    assert SeededDraws(SEED, 0).below(2**32) != SeededDraws(SEED[::-1], 0).below(2**32)


@pytest.mark.parametrize("bound", [2, 6, 96])
def test_all_numbers_are_equally_likely(bound: int) -> None:
    draws = SeededDraws(SEED, 0)
    counted = Counter(draws.below(bound) for _ in range(400 * bound))
    chi_squared = sum((counted[number] - 400) ** 2 / 400 for number in range(bound))
    # Five deviations above its mean: the seed is fixed, so this never fails by bad luck.
    assert chi_squared < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_numbers_that_would_favour_small_results_are_thrown_away() -> None:
    bound = 3 * 2**30
    draws = SeededDraws(SEED, 0)
    low = sum(draws.below(bound) < 2**30 for _ in range(3000))
    assert 900 < low < 1100  # a third of them; without throwing away it would be half


@pytest.mark.parametrize("bound", [0, -1])
def test_a_bound_below_one_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        SeededDraws(SEED, 0).below(bound)

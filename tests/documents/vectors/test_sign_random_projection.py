"""Signs that stand for vectors: near vectors agree in many, and what is stored once stays comparable."""

from hashlib import sha256

import numpy as np
import pytest

from apps.documents.vectors.sign_random_projection import (
    BITS,
    TOGETHER,
    signs_in_words,
    signs_of,
    signs_of_stored,
    signs_on_the_wire,
)
from apps.documents.vectors.write_vectors import to_wire


@pytest.mark.parametrize("dimensions", [384, 1_024, 1_536, 3_072])
def test_the_share_of_signs_that_differ_is_the_angle(dimensions: int) -> None:
    rng = np.random.default_rng(5)
    first = rng.standard_normal(dimensions)
    # As a short question is by spelling: most numbers are zero.
    first[rng.random(dimensions) < 0.8] = 0
    first[0] = 1.0
    first /= np.linalg.norm(first)
    other = rng.standard_normal(dimensions)
    other -= (other @ first) * first
    other /= np.linalg.norm(other)
    for cosine in (0.2, 0.6, 0.9):
        near = cosine * first + (1 - cosine**2) ** 0.5 * other
        bits = np.unpackbits(signs_of(np.array([first, near], dtype=np.float32)), axis=1)
        # Few dimensions have few directions that have nothing to do with one another.
        assert np.mean(bits[0] != bits[1]) == pytest.approx(np.arccos(cosine) / np.pi, abs=0.05)


def test_the_directions_are_those_of_the_stored_signs() -> None:
    """Other directions would make every stored index worthless without a word."""
    vectors = np.eye(3, 1_024, dtype=np.float32)
    assert sha256(signs_of(vectors).tobytes()).hexdigest()[:16] == "e714ab0746947153"


def test_all_forms_say_the_same() -> None:
    vector = [0.6, -0.8, 0.0, 0.0]
    [wire] = to_wire([vector])
    words = signs_in_words(vector)
    assert len(words) == BITS
    assert signs_of_stored([wire]) == [words]
    [sent] = signs_on_the_wire([wire])
    assert sent == BITS.to_bytes(4, "big") + int(words, 2).to_bytes(BITS // 8, "big")
    assert signs_on_the_wire([]) == []


def test_many_have_the_signs_that_each_has_alone() -> None:
    drawn = np.random.default_rng(5).standard_normal((TOGETHER * 2 + 3, 96)).astype(np.float32)

    together = signs_of(drawn)

    assert (together == np.concatenate([signs_of(row[None]) for row in drawn])).all()

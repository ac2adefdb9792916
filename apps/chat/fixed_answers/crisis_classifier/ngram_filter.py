"""Scores by n-grams of letters how much a text looks like one of somebody in a crisis."""

import math
import re
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, islice
from pathlib import Path

WEIGHTS = Path(__file__).parent / "ngram_weights.bin"
"""One signed byte for each bucket, in units of UNIT."""
BUCKETS = 2**15
LENGTHS = (3, 4, 5)
UNIT = 0.25
LEAST_SUSPICION = -3.0
"""Below it no model is asked; benchmarks/crisis_weights.py prints how many messages are above it."""
LEAST_OF_A_PART = 0.5
"""The same for a part of a message: of the many parts of a long question one is suspicious by chance."""
POSSIBLE_SUSPICION, CERTAIN_SUSPICION = 1.0, 3.0
"""What n-grams tell alone where no model answers."""
WORD = re.compile(r"\w+")


def suspicion_score(text: str) -> float:
    """The logarithm of the odds, about 0 where a message of the training is as likely to be one as not."""
    buckets = ngram_buckets(text)
    weights = ngram_weights()
    told = sum(map(weights.__getitem__, buckets))
    return UNIT * told / math.sqrt(len(buckets) or 1) + weights[BUCKETS] * UNIT


def ngram_buckets(text: str) -> set[int]:
    """The n-grams of the lower-case words, each hashed to one of BUCKETS numbers."""
    letters = f" {' '.join(WORD.findall(text.lower()))} "
    # Encoded once and cut as bytes: each letter is in a dozen n-grams, and every question waits for all of them.
    encoded = letters.encode("utf-8", "replace")
    places: Sequence[int] = range(len(letters) + 1)
    if not letters.isascii():
        places = [0, *accumulate(len(one.encode("utf-8", "replace")) for one in letters)]
    return {
        zlib.crc32(encoded[start:end]) % BUCKETS
        for length in LENGTHS
        for start, end in zip(places, islice(places, length, None), strict=False)
    }


@cache
def ngram_weights() -> "array[int]":
    """Reads the weights of the buckets from the file beside this one, once; the intercept is the last of them."""
    return array("b", WEIGHTS.read_bytes())

"""Fingerprints of pages, to tell later whether one says the same: of the whole, and of neighbouring words.

No text: a page that is replaced, for example because it told too much, must not live on here.
"""

import hashlib
import re
import zlib
from collections.abc import Iterable
from itertools import pairwise

from apps.text.word_stems import fold

HALF = 2**31
WORD = re.compile(r"\w+")
HYPHENATION = re.compile(r"(?<=[^\W\d_])[-\u00ad]\s*\n\s*(?=[a-zäöüß])|\u00ad")


def page_fingerprint(text: str) -> str:
    """32 hexadecimal digits; equal for texts that differ in white space alone."""
    return hashlib.blake2b(" ".join(text.split()).encode(), digest_size=16).hexdigest()


def word_pairs(text: str) -> set[int]:
    """A signed 32-bit number for every two neighbouring words, without characters of Markdown and typesetting."""
    words = WORD.findall(fold(HYPHENATION.sub("", text)))
    return {hash_word_pair(f"{one} {other}") for one, other in pairwise(words)}


def hash_word_pair(text: str) -> int:
    return zlib.crc32(text.encode()) - HALF


def was_on_earlier_page(quote: str, pages: Iterable[set[int]]) -> bool:
    """Whether one of the pages contained every two neighbouring words of the quote."""
    pairs = word_pairs(quote)
    return any(pairs <= page for page in pages)

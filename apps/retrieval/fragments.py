"""How well texts fit a question by fragments of words: what stems miss in German compounds, inflections and typing
errors. Pure.

BM25 over the fragments of 4 and 5 characters of words, and over single characters and pairs of CJK, among the texts
given and no others: how rare a fragment is, is counted among them too, which finds as much as counting in all texts
and needs no index. Texts are joined and hashed at once; a hundred of them take a few milliseconds.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from apps.documents.keyword_terms import IS_CJK, plain
from apps.llm.offline.words import content_words

K1, B = 1.2, 0.75
WORD_SIZES, CJK_SIZES = (4, 5), (1, 2)
SLOTS = 1 << 18
SEPARATOR = "\x1f"
"""Between two texts; made a blank where it stands in one."""
BEYOND = 0xFFFF
"""Characters of higher planes, such as emoji, count as none."""
MOST_CHARACTERS = 2_000
"""Of the question: what is longer says the same again."""
LONGEST_TEXT = 12_000
"""Characters of each text; chunks are shorter."""


def fits(question: str, texts: Sequence[str]) -> list[float]:
    """One score for each text, at least 0; comparable among them only."""
    import numpy as np

    subject = " ".join(content_words(question[:MOST_CHARACTERS].replace(SEPARATOR, " ")))
    asked = np.unique(np.concatenate([part for part, _ in slots([subject])]))
    if not len(asked) or not texts:
        return [0.0] * len(texts)
    column = np.full(SLOTS, -1, dtype=np.int32)
    column[asked] = np.arange(len(asked))
    counts = np.zeros(len(texts) * len(asked))
    lengths = np.zeros(len(texts))
    for part, owners in slots([text[:LONGEST_TEXT].replace(SEPARATOR, " ") for text in texts]):
        lengths += np.bincount(owners, minlength=len(texts))
        columns = column[part]
        hit = columns >= 0
        counts += np.bincount(owners[hit] * len(asked) + columns[hit], minlength=len(counts))
    return scores(counts.reshape(len(texts), len(asked)), lengths)


def scores(counts: Any, lengths: Any) -> list[float]:
    """BM25 of a matrix of texts and fragments."""
    import numpy as np

    damping = K1 * (1 - B + B * lengths / max(1.0, lengths.mean()))
    weights = counts * (K1 + 1) / (counts + damping[:, None])
    frequency = (counts > 0).sum(axis=0)
    rarity = np.log(1 + (len(counts) - frequency + 0.5) / (frequency + 0.5))
    fitting: list[float] = (weights @ rarity).tolist()
    return fitting


def slots(texts: Sequence[str]) -> list[tuple[Any, Any]]:
    """For each size, the hashed fragments of all texts and the number of the text that each is from."""
    import numpy as np

    joined = f" {plain(SEPARATOR.join(texts))} "
    codes = np.minimum(np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32), BEYOND)
    in_word, in_cjk = kinds_of_character()
    found = fragments(codes, in_word[codes], WORD_SIZES)
    return found + fragments(codes, in_cjk[codes], CJK_SIZES) if IS_CJK.search(joined) else found


@cache
def kinds_of_character() -> tuple[Any, Any]:
    """Two tables over code points: letters and digits without CJK, and CJK."""
    import numpy as np

    characters = [chr(code) for code in range(BEYOND + 1)]
    cjk = np.array([bool(IS_CJK.match(character)) for character in characters])
    return np.array([character.isalnum() for character in characters]) & ~cjk, cjk


def fragments(codes: Any, counting: Any, sizes: Sequence[int]) -> list[tuple[Any, Any]]:
    """Fragments of the characters that count. They do not reach over another one, but may begin or end with it: that is
    how a word's first and last letters are told from those inside."""
    import numpy as np

    ends = codes == ord(SEPARATOR)
    owners = np.cumsum(ends)
    blanks = ~counting
    codes = np.where(counting, codes, np.uint32(ord(" ")))
    hashes = np.full(len(codes), 0x811C9DC5, dtype=np.uint32)
    inside = np.ones(len(codes), dtype=bool)
    found = []
    for offset in range(max(sizes)):
        count = max(len(codes) - offset, 0)
        # Multiply, then mix in the next character (FNV-1a on code points); unsigned integers wrap around.
        hashes = (hashes[:count] ^ codes[offset:]) * np.uint32(0x01000193)
        hashes ^= hashes >> np.uint32(15)
        if offset > 1:
            inside = inside[:count] & ~blanks[offset - 1 : offset - 1 + count]
        if offset + 1 in sizes:
            whole = inside[:count] if offset > 1 else ~blanks[:count] & ~blanks[offset : offset + count]
            # The size goes into the slot: a word of two characters is no part of a longer one by chance.
            mixed = (hashes[whole] ^ np.uint32(offset)) * np.uint32(0x9E3779B1)
            found.append((mixed >> np.uint32(14), owners[:count][whole]))
    return found

"""How well texts fit a question by fragments of words: what stems miss in German compounds, inflections and typing
errors. Pure.

BM25 over the fragments of 4 and 5 characters of words, and over single characters and pairs of CJK, among the texts
given and no others: how rare a fragment is, is counted among them too, which finds as much as counting in all texts
and needs no index. Only the question's fragments are looked for: all texts stand in one array of characters, every
place in it is hashed at once, and a table says which hashes are asked for. Sixty texts take two milliseconds.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from apps.documents.keyword_terms import IS_CJK, plain
from apps.llm.offline.words import content_words

K1, B = 1.2, 0.75
SEPARATOR = "\x1f"
"""Between two texts; made a blank where it stands in one."""
MOST_CHARACTERS = 2_000
"""Of the question: what is longer says the same again."""
LONGEST_TEXT = 12_000
"""Characters of each text; chunks are shorter."""
ENDS = f".!?。\n{SEPARATOR}"
SLOTS_BITS = 17
FACTORS = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1)
"""Odd numbers of 32 bits with well mixed digits: one for each character of a fragment, as in xxHash."""
NOTHING = 0
"""The code of every character that is in no fragment."""


def folded(texts: Sequence[str]) -> list[str]:
    """The texts as they are compared: one form of each letter. All at once, because that is much faster."""
    if not texts:
        return []
    return plain(SEPARATOR.join(text[:LONGEST_TEXT].replace(SEPARATOR, " ") for text in texts)).split(SEPARATOR)


def fits(question: str, texts: Sequence[str]) -> tuple[list[float], list[float]]:
    """For each folded text how well it fits as a whole, and how well its best sentence does.

    Comparable among these texts only.

    A text may hold all words of a question far apart; the sentence that answers it holds them together.
    """
    import numpy as np

    nothing = [0.0] * len(texts), [0.0] * len(texts)
    if not texts or not question:
        return nothing
    [subject] = folded([" ".join(content_words(question[:MOST_CHARACTERS]))])
    asked, given = characters(f" {subject} "), characters(SEPARATOR.join(["", *texts, ""]))
    in_word, in_cjk = kinds_of_character()
    found = occurrences(in_word[asked], in_word[given], (4, 5))
    if IS_CJK.search(subject):
        found += occurrences(in_cjk[asked], in_cjk[given], (1, 2), blanks_at_the_ends=False)
    fragments = sum(number for number, _, _ in found)
    if not fragments:
        return nothing
    borders = np.nonzero(ends_of_sentences().take(given))[0]
    places, columns = (np.concatenate(parts) for parts in zip(*numbered(found), strict=True))
    sentences = np.searchsorted(borders, places, side="right") - 1
    lengths = np.add.reduceat(given[:-1] != ord(" "), borders[:-1])
    # Texts begin where the separators are; each is made of the sentences up to the next one.
    begins = given[borders] == ord(SEPARATOR)
    firsts, texts_of = np.nonzero(begins)[0][:-1], np.cumsum(begins) - 1
    whole = scores(texts_of[sentences], columns, fragments, np.add.reduceat(lengths, firsts))
    best = np.maximum.reduceat(scores(sentences, columns, fragments, lengths), firsts)
    return whole.tolist(), best.tolist()


def numbered(found: Sequence[tuple[int, Any, Any]]) -> list[tuple[Any, Any]]:
    """Places and fragments of every size, the fragments of all sizes numbered through."""
    before, numbers = 0, []
    for number, places, columns in found:
        numbers.append((places, columns + before))
        before += number
    return numbers


def scores(owners: Any, columns: Any, fragments: int, lengths: Any) -> Any:
    """BM25 of the fragments that were found, each with the number of the text it stands in, for every text."""
    import numpy as np

    inside = owners < len(lengths)
    keys, there = np.unique(owners[inside] * np.int64(fragments) + columns[inside], return_counts=True)
    rows, columns = np.divmod(keys, fragments)
    texts = np.count_nonzero(lengths > 1)
    damping = K1 * (1 - B + B * lengths / max(1.0, lengths.sum() / max(1, texts)))
    frequency = np.bincount(columns, minlength=fragments)
    rarity = np.log(1 + (texts - frequency + 0.5).clip(0.5) / (frequency + 0.5))
    weights = there * (K1 + 1) / (there + damping[rows]) * rarity[columns]
    return np.bincount(rows, weights=weights, minlength=len(lengths))


@cache
def ends_of_sentences() -> Any:
    """A table over UTF-16 units: what ends a sentence or a text."""
    import numpy as np

    ends = np.zeros(0x10000, dtype=bool)
    ends[[ord(sign) for sign in ENDS]] = True
    return ends


def characters(text: str) -> Any:
    """Its UTF-16 units; characters beyond 16 bits, such as emoji, become two that are in no fragment."""
    import numpy as np

    return np.frombuffer(text.encode("utf-16-le", "replace"), dtype=np.uint16)


@cache
def kinds_of_character() -> tuple[Any, Any]:
    """Two tables over UTF-16 units, the code of each letter and digit: those without CJK, and CJK."""
    import numpy as np

    every = [chr(code) for code in range(0x10000)]
    cjk = np.array([bool(IS_CJK.match(character)) for character in every])
    other = np.array([character.isalnum() for character in every]) & ~cjk
    codes = np.arange(0x10000, dtype=np.uint32)
    return np.where(other, codes, np.uint32(NOTHING)), np.where(cjk, codes, np.uint32(NOTHING))


def occurrences(
    asked: Any, given: Any, sizes: tuple[int, int], *, blanks_at_the_ends: bool = True
) -> list[tuple[int, Any, Any]]:
    """For each of two sizes: how many different fragments the question has, at which places the texts have one, which.

    A fragment may begin or end with a blank, which tells a word's first and last letters from those inside. Each longer
    one begins with a shorter one, so it is looked for only where that was found.
    """
    import numpy as np

    found = []
    places = None
    for size in sizes:
        wanted = np.unique(hashed(asked, whole(asked, size, blanks_at_the_ends), size))
        column = np.full(1 << SLOTS_BITS, -1, dtype=np.int16)
        column[wanted] = np.arange(len(wanted))
        columns = column.take(hashed(given, places, size))
        hit = np.nonzero(columns >= 0)[0]
        places = hit if places is None else places.take(hit)
        found.append((len(wanted), places, columns.take(hit)))
        # The next size is longer; the end of the texts holds no fragment.
        places = places[places + sizes[-1] <= len(given)]
    return found


def whole(codes: Any, size: int, blanks_at_the_ends: bool) -> Any:
    """Places at which a fragment of that size begins."""
    import numpy as np

    count = max(0, len(codes) - size + 1)
    inside = np.ones(count, dtype=bool)
    for offset in range(1, size - 1) if blanks_at_the_ends else range(size):
        inside &= codes[offset : offset + count] != NOTHING
    return np.nonzero(inside)[0]


def hashed(codes: Any, places: Any, size: int) -> Any:
    """A number below the number of slots for the fragment at each place; None is every place. Unsigned integers wrap
    around."""
    import numpy as np

    count = max(0, len(codes) - size + 1) if places is None else len(places)
    mixed = np.full(count, size, dtype=np.uint32)
    for offset, factor in zip(range(size), FACTORS, strict=False):
        part = codes[offset : offset + count] if places is None else codes.take(places + offset)
        mixed += part * np.uint32(factor)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(FACTORS[-1])
    return mixed >> np.uint32(32 - SLOTS_BITS)

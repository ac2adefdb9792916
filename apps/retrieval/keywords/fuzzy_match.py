"""How well texts fit a question by fragments of words: what stems miss in German compounds, inflections and typing
errors. Pure.

BM25 over the fragments of 4 and 5 characters of words, and over single characters and pairs of CJK, among the texts
given and no others: how rare a fragment is, is counted among them too, which finds as much as counting in all texts
and needs no index. Only the question's fragments are looked for: all texts stand in one array of characters, the four
from each place on are read as one number of 64 bits, and a table says which of these numbers may be asked for.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from apps.text.index_terms import plain
from apps.text.words import IS_CJK, content_words

K1, B = 1.2, 0.75
SEPARATOR = "\x1f"
"""Between two texts; made a blank where it stands in one."""
MOST_CHARACTERS = 2_000
"""Of the question: what is longer says the same again."""
LONGEST_TEXT = 12_000
"""Characters of each text; chunks are shorter."""
ENDS = f".!?。\n{SEPARATOR}"
IN_WORDS, IN_CJK = (4, 5), (1, 2)
"""Characters of a fragment: the longer is the shorter and one more."""
PADDING = " " * (max(IN_WORDS) - 1)
"""So that a fragment may begin at every place of a text."""
NUMBERS = {1: "u2", 4: "u8"}
SLOTS_BITS = 17
FACTOR = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: multiplied with it, the high bits of a number depend on all of its bits (Knuth,
The Art of Computer Programming 3, 6.4)."""
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
    asked, given = characters(f" {subject} {PADDING}"), characters(SEPARATOR.join(["", *texts, PADDING]))
    in_word, in_cjk = kinds_of_character()
    found = occurrences(in_word.take(asked), in_word.take(given), IN_WORDS, blanks_at_the_ends=True)
    if IS_CJK.search(subject):
        found += occurrences(in_cjk.take(asked), in_cjk.take(given), IN_CJK, blanks_at_the_ends=False)
    fragments = sum(number for number, _, _ in found)
    if not fragments:
        return nothing
    borders = np.nonzero(ends_of_sentences().take(given))[0]
    lengths = np.add.reduceat(given != ord(" "), borders)[:-1]
    sentences, columns = joined(found, borders)
    # Texts begin where the separators are; each is made of the sentences up to the next one.
    begins = given[borders] == ord(SEPARATOR)
    firsts, texts_of = np.nonzero(begins)[0][:-1], np.cumsum(begins) - 1
    keys, there = np.unique(sentences * fragments + columns, return_counts=True)
    sentences, columns = np.divmod(keys, fragments)
    best = scores(sentences, columns, there, lengths)
    in_texts = np.bincount(texts_of[sentences] * fragments + columns, weights=there)
    keys = np.nonzero(in_texts)[0]
    whole = scores(*np.divmod(keys, fragments), in_texts[keys], np.add.reduceat(lengths, firsts))
    return whole.tolist(), np.maximum.reduceat(best, firsts).tolist()


def joined(found: Sequence[tuple[int, Any, Any]], borders: Any) -> tuple[Any, Any]:
    """The sentence and the fragment of each occurrence, the fragments of all sizes numbered through."""
    import numpy as np

    before, sentences, columns = 0, [], []
    for number, places, fragments in found:
        in_each = np.diff(np.searchsorted(places, borders))
        sentences.append(np.repeat(np.arange(len(in_each)), in_each))
        columns.append(fragments + before)
        before += number
    return np.concatenate(sentences), np.concatenate(columns)


def scores(rows: Any, columns: Any, there: Any, lengths: Any) -> Any:
    """BM25 of each row, out of how often (`there`) which fragment (`columns`) stands in it."""
    import numpy as np

    texts = np.count_nonzero(lengths > 1)
    damping = K1 * (1 - B + B * lengths / max(1.0, lengths.sum() / max(1, texts)))
    frequency = np.bincount(columns)
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
    codes = np.arange(0x10000, dtype=np.uint16)
    return np.where(other, codes, np.uint16(NOTHING)), np.where(cjk, codes, np.uint16(NOTHING))


def occurrences(
    asked: Any, given: Any, sizes: tuple[int, int], *, blanks_at_the_ends: bool
) -> list[tuple[int, Any, Any]]:
    """For each of two sizes: how many different fragments the question has, at which places the texts have one, which.

    A fragment may begin or end with a blank, which tells a word's first and last letters from those inside. Each longer
    one begins with a shorter one, so it is looked for only where that was found.
    """
    import numpy as np

    short, long = sizes
    wanted = np.unique(numbers(asked, short)[whole(asked, short, blanks_at_the_ends)])
    places, columns = those_in(numbers(given, short), wanted)
    longer = np.unique(one_more(asked, whole(asked, long, blanks_at_the_ends), short))
    hits, longer_columns = those_in(one_more(given, places, short), longer)
    return [(len(wanted), places, columns), (len(longer), places.take(hits), longer_columns)]


def numbers(codes: Any, size: int) -> Any:
    """The codes from each place on as one number."""
    import numpy as np

    return np.ndarray(len(codes) - len(PADDING), NUMBERS[size], codes, strides=codes.strides).astype(np.uint64)


def one_more(codes: Any, places: Any, size: int) -> Any:
    """The fragments at these places with one more character as numbers, different for different fragments."""
    import numpy as np

    return numbers(codes, size)[places] * np.uint64(FACTOR) + codes[places + size]


def those_in(numbers: Any, wanted: Any) -> tuple[Any, Any]:
    """Places of the numbers that are wanted, and which of the wanted each is. Of two wanted with one slot the second
    alone is found, which happens to one question in three and to one of its fragments."""
    import numpy as np

    column = np.full(1 << SLOTS_BITS, -1, dtype=np.int16)
    column[slots(wanted)] = np.arange(len(wanted))
    columns = column.take(slots(numbers))
    places = np.nonzero(columns >= 0)[0]
    columns = columns.take(places)
    right = wanted.take(columns) == numbers.take(places) if len(wanted) else columns >= 0
    return places[right], columns[right]


def slots(numbers: Any) -> Any:
    """A number below the number of slots for each. Unsigned integers wrap around."""
    import numpy as np

    return (numbers * np.uint64(FACTOR) >> np.uint64(64 - SLOTS_BITS)).view(np.int64)


def whole(codes: Any, size: int, blanks_at_the_ends: bool) -> Any:
    """Places at which a fragment of that size begins."""
    import numpy as np

    count = max(0, len(codes) - len(PADDING))
    inside = np.ones(count, dtype=bool)
    for offset in range(1, size - 1) if blanks_at_the_ends else range(size):
        inside &= codes[offset : offset + count] != NOTHING
    return np.nonzero(inside)[0]

"""Scores texts by a question's character n-grams: finds compounds, inflections and typos that stems miss.

BM25 over n-grams of 4 and 5 characters inside words, and of 1 and 2 CJK characters. Document frequencies are counted
among the given texts alone; this finds as much as counting in all texts and needs no index. Only n-grams (fragments) of
the question are looked for: all texts are joined into one array of UTF-16 units, every four consecutive units are read
as one 64-bit number, and a look-up table tells which of these numbers the question has.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

from apps.text.word_stems import IS_CJK, content_words, fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Units = NDArray[np.uint16]
    Packed = NDArray[np.uint64]
    Places = NDArray[np.signedinteger]
    Scores = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Occurrences = tuple[int, Places, Places]

K1, B = 1.2, 0.75
SEPARATOR = "\x1f"
"""Stands between two texts; inside a text it is replaced by a blank."""
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


def fold_texts(texts: Sequence[str]) -> list[str]:
    """The texts as they are compared: one form of each letter. All at once, because that is much faster."""
    if not texts:
        return []
    return fold(SEPARATOR.join(text[:LONGEST_TEXT].replace(SEPARATOR, " ") for text in texts)).split(SEPARATOR)


def ngram_match_scores(question: str, texts: Sequence[str]) -> tuple[list[float], list[float]]:
    """The score of each folded text as a whole, and that of its best sentence; comparable among these texts only.

    A text may contain all words of a question far apart; the sentence that answers it contains them together.
    """
    import numpy as np

    nothing = [0.0] * len(texts), [0.0] * len(texts)
    if not texts or not question:
        return nothing
    [subject] = fold_texts([" ".join(content_words(question[:MOST_CHARACTERS]))])
    asked, given = utf16_units(f" {subject} {PADDING}"), utf16_units(SEPARATOR.join(["", *texts, PADDING]))
    in_word, in_cjk = character_tables()
    found = occurrences(in_word.take(asked), in_word.take(given), IN_WORDS, blanks_at_the_ends=True)
    if IS_CJK.search(subject):
        found += occurrences(in_cjk.take(asked), in_cjk.take(given), IN_CJK, blanks_at_the_ends=False)
    fragments = sum(number for number, _, _ in found)
    if not fragments:
        return nothing
    borders = np.nonzero(sentence_ends().take(given))[0]
    lengths = np.add.reduceat(given != ord(" "), borders)[:-1]
    sentences, columns = sentence_fragments(found, borders)
    # Texts begin where the separators are; each is made of the sentences up to the next one.
    begins = given[borders] == ord(SEPARATOR)
    firsts, texts_of = np.nonzero(begins)[0][:-1], np.cumsum(begins) - 1
    keys, counts = np.unique(sentences * fragments + columns, return_counts=True)
    sentences, columns = np.divmod(keys, fragments)
    best = bm25_scores(sentences, columns, counts, lengths)
    in_texts = np.bincount(texts_of[sentences] * fragments + columns, weights=counts)
    keys = np.nonzero(in_texts)[0]
    whole = bm25_scores(*np.divmod(keys, fragments), in_texts[keys], np.add.reduceat(lengths, firsts))
    return whole.tolist(), np.maximum.reduceat(best, firsts).tolist()


def sentence_fragments(found: Sequence["Occurrences"], borders: "Places") -> tuple["Places", "Places"]:
    """The sentence and the fragment of each occurrence, both of shape (occurrences,); fragments of all sizes share one
    numbering. `borders` has the place of the first character of each sentence."""
    import numpy as np

    before, sentences, columns = 0, [], []
    for number, places, fragments in found:
        in_each = np.diff(np.searchsorted(places, borders))
        sentences.append(np.repeat(np.arange(len(in_each)), in_each))
        columns.append(fragments + before)
        before += number
    return np.concatenate(sentences), np.concatenate(columns)


def bm25_scores(rows: "Places", columns: "Places", counts: "Places | Scores", lengths: "Places") -> "Scores":
    """BM25 of each row, of shape (rows,).

    Row `rows[i]` has fragment `columns[i]` `counts[i]` times; `lengths` are the numbers of characters of the rows.
    """
    import numpy as np

    texts = np.count_nonzero(lengths > 1)
    damping = K1 * (1 - B + B * lengths / max(1.0, lengths.sum() / max(1, texts)))
    frequency = np.bincount(columns)
    rarity = np.log(1 + (texts - frequency + 0.5).clip(0.5) / (frequency + 0.5))
    weights = counts * (K1 + 1) / (counts + damping[rows]) * rarity[columns]
    return cast("Scores", np.bincount(rows, weights=weights, minlength=len(lengths)))


@cache
def sentence_ends() -> "Flags":
    """A table of shape (65536,) over UTF-16 units: which of them end a sentence or a text."""
    import numpy as np

    ends = np.zeros(0x10000, dtype=bool)
    ends[[ord(sign) for sign in ENDS]] = True
    return ends


def utf16_units(text: str) -> "Units":
    """The UTF-16 units of the text, of shape (units,).

    Characters beyond 16 bits, such as emoji, become two units that are in no fragment.
    """
    import numpy as np

    return np.frombuffer(text.encode("utf-16-le", "replace"), dtype=np.uint16)


@cache
def character_tables() -> tuple["Units", "Units"]:
    """Two tables of shape (65536,) over UTF-16 units with the code of each letter and digit, all others NOTHING: the
    first one without CJK, the second one CJK alone."""
    import numpy as np

    every = [chr(code) for code in range(0x10000)]
    cjk = np.array([bool(IS_CJK.match(character)) for character in every])
    other = np.array([character.isalnum() for character in every]) & ~cjk
    codes = np.arange(0x10000, dtype=np.uint16)
    return np.where(other, codes, np.uint16(NOTHING)), np.where(cjk, codes, np.uint16(NOTHING))


def occurrences(
    asked: "Units", given: "Units", sizes: tuple[int, int], *, blanks_at_the_ends: bool
) -> list["Occurrences"]:
    """For each of two sizes: the number of different fragments in the question, the places in the texts at which one of
    them stands, and which one, both of shape (occurrences,).

    A fragment may begin or end with a blank, which tells a word's first and last letters from those inside. Each longer
    one begins with a shorter one, so it is looked for only where that was found."""

    short, long = sizes
    wanted = distinct_numbers(packed_codes(asked, short)[fragment_starts(asked, short, blanks_at_the_ends)])
    places, columns = find_wanted(packed_codes(given, short), wanted)
    longer = distinct_numbers(packed_with_next(asked, fragment_starts(asked, long, blanks_at_the_ends), short))
    hits, longer_columns = find_wanted(packed_with_next(given, places, short), longer)
    return [(len(wanted), places, columns), (len(longer), places.take(hits), longer_columns)]


def distinct_numbers(numbers: "Packed") -> "Packed":
    """Each number once, the smallest first. Without counts numpy would load its masked arrays to ask: 2 MB, 10 ms."""
    import numpy as np

    return np.unique(numbers, return_counts=True)[0]


def packed_codes(codes: "Units", size: int) -> "Packed":
    """The `size` codes from each place on as one number, of shape (places,)."""
    import numpy as np

    return np.ndarray(len(codes) - len(PADDING), NUMBERS[size], codes, strides=codes.strides).astype(np.uint64)


def packed_with_next(codes: "Units", places: "Places", size: int) -> "Packed":
    """The fragments at these places with one more character, of the shape of `places`.

    Different fragments have different numbers.
    """
    import numpy as np

    return packed_codes(codes, size)[places] * np.uint64(FACTOR) + codes[places + size]


def find_wanted(numbers: "Packed", wanted: "Packed") -> tuple["Places", "Places"]:
    """The places of the numbers that are wanted, and which of the wanted each is; both of shape (hits,).

    Of two wanted numbers that share a slot only the second is found. That happens in one question in three, to one of
    its fragments.
    """
    import numpy as np

    column = np.full(1 << SLOTS_BITS, -1, dtype=np.int16)
    column[hash_slots(wanted)] = np.arange(len(wanted))
    columns = column.take(hash_slots(numbers))
    places = np.nonzero(columns >= 0)[0]
    columns = columns.take(places)
    right = wanted.take(columns) == numbers.take(places) if len(wanted) else columns >= 0
    return places[right], columns[right]


def hash_slots(numbers: "Packed") -> "Places":
    """The slot of each number in the look-up table, below 2 ** SLOTS_BITS. Unsigned integers wrap around."""
    import numpy as np

    return (numbers * np.uint64(FACTOR) >> np.uint64(64 - SLOTS_BITS)).view(np.int64)


def fragment_starts(codes: "Units", size: int, blanks_at_the_ends: bool) -> "Places":
    """The places at which a fragment of that size begins, of shape (fragments,)."""
    import numpy as np

    count = max(0, len(codes) - len(PADDING))
    inside = np.ones(count, dtype=bool)
    for offset in range(1, size - 1) if blanks_at_the_ends else range(size):
        inside &= codes[offset : offset + count] != NOTHING
    return np.nonzero(inside)[0]

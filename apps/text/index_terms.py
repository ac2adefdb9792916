"""Makes terms of the keyword index from text: stems, numbers and names of files, pairs of CJK characters.

The same function reads chunks and questions, so that whatever it does to a word it does to both. German words are cut
here; the stems of every other language are passed in (keywords/postgres_stems.py). Terms are 32-bit numbers: the
index is a third smaller than with words, and a collision of two words costs only a little ranking quality. An
identifier yields a term of its own beside those of its parts, so that "19/12345" is rarer than a page 19.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from zlib import crc32

from apps.text import word_stems
from apps.text.normalise_identifiers import normalised_identifiers
from apps.text.word_stems import CJK, IS_CJK, STOP_WORDS, fold, stem

GERMAN = "de"
TOKEN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")
# Spellings without umlauts: "Gebuehr" is "Gebühr". Not after a vowel or q: "neue", "Steuer", "Quelle".
SPELT_OUT = re.compile("(?<![aeiouq])([aou])e")
LONGEST_TEXT = 200_000
"""Characters of a text that count; chunks are far shorter."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The stems of words in one language; an empty one for a word that carries no subject."""

    language: str
    stems: Mapping[str, str]

    def terms(self, word: str) -> tuple[int, ...]:
        """The numbers of a word as `words_of` or `index_tokens` give it."""
        if IS_CJK.match(word):
            return hashed_cjk_pairs(word)
        stem = self.stems[word]
        return (hash_term(stem),) if stem else ()


def normalise_case(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def index_tokens(text: str) -> list[str]:
    """The words of a text, and its runs of CJK characters, in lower case; umlauts and accents stay."""
    return TOKEN.findall(normalise_case(text[:LONGEST_TEXT]))


def words_outside_cjk(text: str) -> set[str]:
    """The different words of a text that have a stem."""
    return {token for token in index_tokens(text) if not IS_CJK.match(token)}


@lru_cache(maxsize=131_072)
def token_terms(token: str) -> tuple[int, ...]:
    """The numbers of a folded word; none for a word that carries no subject."""
    if IS_CJK.match(token):
        return hashed_cjk_pairs(token)
    if token in STOP_WORDS:
        return ()
    return (hash_term(stem(SPELT_OUT.sub(r"\1", token))),)


def hashed_cjk_pairs(run: str) -> tuple[int, ...]:
    """The numbers of every two characters of a run of CJK, which has no blanks between its words."""
    return tuple(map(hash_term, word_stems.character_pairs(run)))


def hash_term(term: str) -> int:
    """A signed number of 32 bits, the same in every process and for ever."""
    value = crc32(term.encode())
    return value - (1 << 32) if value >= 1 << 31 else value


def count_terms(text: str, vocabulary: Vocabulary | None = None) -> Counter[int]:
    """How often each term stands in the text, which is German or in the language of the vocabulary of its words."""
    if vocabulary is None:
        terms = map(token_terms, TOKEN.findall(fold(text[:LONGEST_TEXT])))
    else:
        terms = map(vocabulary.terms, index_tokens(text))
    counts = Counter(chain.from_iterable(terms))
    counts.update(hash_term(name) for name in normalised_identifiers(text[:LONGEST_TEXT]))
    return counts

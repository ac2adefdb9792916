"""German compounds: the compounds that words of a question may form, and the parts its own compounds may have.

A page may say "Hundesteuerbefreiung" for "Befreiung von der Hundesteuer", and the other way round. No dictionary is
asked: every way to join and to cut is guessed, and the index knows which of these are words of the documents. So pages
need no more postings, and a search asks once more (keyword_sql.py).
"""

from collections.abc import Collection, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations

from apps.text.index_terms import index_tokens, token_terms
from apps.text.word_stems import fold, stem

NEIGHBOURS = 3
"""Words with a subject: any two of so many in a row may be one word."""
MOST_WORDS = 5
"""Of a question that is looked at in this way: who writes more says it in other words too."""
SHORTEST_PART, SHORTEST_INSIDE, LONGEST_INSIDE = 3, 4, 15
SHORTEST, LONG, LONGEST = 8, 18, 40
"""Letters of a word that may be a compound, and of one that may have three parts."""
LINKS = "sn"
COST_OF_A_PART = 2
"""In letters that belong to no part: a split into few known parts goes before one that knows every letter."""


@dataclass(frozen=True, slots=True)
class CompoundGuesses:
    """Terms of compounds that two words of the question may form, and words that may be compounds themselves."""

    joined: frozenset[int]
    compounds: tuple[str, ...]

    @classmethod
    def of(cls, question: str) -> "CompoundGuesses":
        words = subject_words(question)
        if len(words) > MOST_WORDS:
            return NO_GUESSES
        near = (words[place : place + NEIGHBOURS] for place in range(len(words)))
        pairs = {pair for some in near for pair in permutations(some, 2)}
        long = tuple(word for word in words if SHORTEST <= len(word) <= LONGEST)
        return cls(frozenset(chain.from_iterable(compound_terms(*pair) for pair in pairs)), long)

    def terms(self) -> frozenset[int]:
        return self.joined.union(*(chain.from_iterable(word_pieces(word).values()) for word in self.compounds))

    def shares(self, known: Set[int]) -> dict[int, float]:
        """Returns the known ones of all guessed terms, each with the share of a word of the question that it means."""
        found: dict[int, float] = {}
        for word in self.compounds:
            found |= compound_parts(word, known)
        return found | dict.fromkeys(self.joined & known, 1.0)


NO_GUESSES = CompoundGuesses(frozenset(), ())


def subject_words(question: str) -> list[str]:
    """The words of a question that carry a subject, folded."""
    folded = dict.fromkeys(fold(word) for word in index_tokens(question) if word.isalpha())
    return [word for word in folded if len(word) >= SHORTEST_PART and token_terms(word)]


def compound_terms(first: str, last: str) -> set[int]:
    """Terms of both words in one, with the letters that German puts between them."""
    starts = {first + link for link in ("", "s", "n")} | {stem(first) + link for link in ("", "s", "en")}
    return set(chain.from_iterable(token_terms(start + last) for start in starts))


@lru_cache(maxsize=64)
def word_pieces(word: str) -> dict[tuple[int, int], tuple[int, ...]]:
    """Terms of every piece of a word that may be a word, by its (start, end): beginnings and ends, of a long word the
    middle as well. Cached, because a search uses them twice: the result must not be changed."""
    length, own = len(word), token_terms(word)
    found = {
        (start, end): token_terms(word[start:end])
        for start in range(length)
        for end in range(start + SHORTEST_PART, length + 1)
        if start == 0 or end == length or (length >= LONG and SHORTEST_INSIDE <= end - start <= LONGEST_INSIDE)
    }
    # Without its ending a word is still itself.
    return {place: terms for place, terms in found.items() if terms != own}


def compound_parts(word: str, known: Set[int]) -> dict[int, float]:
    """The known terms that the word is best made of, with their share of its letters; none if most of it is unknown.

    Parts are few and leave few letters over, between them an s or n costs nothing: "zweit wohnung s steuer". Of several
    ways that are as good all are taken: "bau genehmigungsverfahren", "baugenehmigung s verfahren".
    """
    length = len(word)
    places = {place: terms[0] for place, terms in word_pieces(word).items() if not known.isdisjoint(terms)}
    mirrored = {(length - end, length - start) for start, end in places}
    before, behind = cover_costs(word, places), cover_costs(word[::-1], mirrored)[::-1]
    if 2 * (before[length] - COST_OF_A_PART) > length:
        return {}
    return {
        term: (end - start) / length
        for (start, end), term in places.items()
        if before[start] + COST_OF_A_PART + behind[end] == before[length]
    }


def cover_costs(word: str, places: Collection[tuple[int, int]]) -> list[int]:
    """What the best way to cover the word up to each of its letters costs."""
    best = [0]
    for end, letter in enumerate(word, 1):
        left_over = best[-1] + (letter not in LINKS)
        best.append(min([left_over, *(best[start] + COST_OF_A_PART for start, last in places if last == end)]))
    return best

"""Summarises and tags without a language model: sentences and words that the document itself uses most."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from apps.text.quotable_units import QuotableUnit, quotable_units
from apps.text.word_stems import GENERIC_WORDS, STOP_WORDS, content_words, fold, stem

MOST_WORDS = 100
MOST_TAGS = 10
SHORTEST_SENTENCE = 5
EARLY = 0.5
"""How much more the first sentence counts than the last: official texts begin with what they are about."""
TERM = re.compile(r"\b[A-ZÄÖÜ][\w-]{3,}\b")


def summarise_text(text: str) -> str:
    """Whole sentences of the document in their order, at most 100 words; a longer first sentence is cut there.

    Sentences are weighted by the mean frequency of their words (Luhn 1958), earlier ones more.
    """
    sentences = list({unit.quote: unit for unit in quotable_units(text) if is_fit_for_summary(unit)}.values())
    if not sentences:
        return cut_to_word_limit(text)
    words = [list(map(stem, content_words(unit.quote))) for unit in sentences]
    frequent = {word: math.log(1 + count) for word, count in Counter(chain.from_iterable(words)).items()}
    order = sorted(range(len(sentences)), key=lambda i: -sentence_weight(words[i], frequent, i / len(sentences)))
    chosen = sorted(pick_within_word_limit(order, sentences))
    return " ".join(sentences[i].shown for i in chosen) or cut_to_word_limit(sentences[order[0]].shown)


def is_fit_for_summary(unit: QuotableUnit) -> bool:
    return not unit.is_question and len(unit.quote.split()) >= SHORTEST_SENTENCE


def sentence_weight(words: Sequence[str], frequent: Mapping[str, float], place: float) -> float:
    """Weighs a sentence of these stems by `frequent`, the logarithm of their frequency; `place` is 0 to 1."""
    if not words:
        return 0.0
    return sum(map(frequent.__getitem__, words)) / len(words) * (1 + EARLY * (1 - place))


def pick_within_word_limit(order: Sequence[int], sentences: Sequence[QuotableUnit]) -> Iterator[int]:
    words = 0
    for index in order:
        length = len(sentences[index].shown.split())
        if words + length <= MOST_WORDS:
            words += length
            yield index


def cut_to_word_limit(text: str) -> str:
    return " ".join(text.split()[:MOST_WORDS])


def extract_tags(text: str, frequencies: Mapping[str, int] | None = None, documents: int = 0) -> list[str]:
    """Up to ten nouns, by their number in the text and, where given, their rarity in the collection.

    `frequencies` counts the documents that contain a folded word, `documents` is how many there are in all.
    """
    spellings: dict[str, Counter[str]] = {}
    for spelling, count in Counter(TERM.findall(text)).items():
        folded = fold(spelling)
        if folded not in STOP_WORDS and folded not in GENERIC_WORDS:
            spellings.setdefault(stem(folded), Counter())[spelling] += count

    def score(key: str) -> float:
        rarity = 1.0
        if frequencies is not None and documents:
            containing = max(frequencies.get(fold(spelling), 0) for spelling in spellings[key])
            rarity = math.log(1 + documents / (1 + containing))
        # Long words are compounds, and compounds name subjects.
        return (1 + math.log(spellings[key].total())) * rarity * math.log(len(key))

    best = sorted(spellings, key=lambda key: (-score(key), key))[:MOST_TAGS]
    return [most_used_spelling(spellings[key]) for key in best]


def most_used_spelling(spellings: Counter[str]) -> str:
    return min(spellings, key=lambda spelling: (-spellings[spelling], len(spelling)))

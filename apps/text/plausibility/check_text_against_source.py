"""Checks a text against the source it was made from: shared words, language, subject, no echo of the prompt."""

import re
from collections.abc import Sequence
from functools import cache

from apps.text.noun_phrases import detect_german_or_english
from apps.text.word_stems import fold, stem, subject_words

LEAST_STEMS = 5
"""With fewer words that say something a share of them says nothing: one of them has to be the source's."""
LEAST_SHARE = 0.4
"""Of the words of a summary that stand in its document, in some form. Summaries in words of their own lie above 0.6."""
LEAST_WORDS_OF_A_LANGUAGE = 12
LONGEST_ECHO = 8
"""So many words in a row of its own order are no chance."""
LEAST_SHARE_OF_QUESTION = 0.5
"""Of the words of a rephrased question that somebody has said."""
SHORTEST_PART = 5
"""Letters of a stem that is looked for within longer words: compounds are written in one."""
WORD = re.compile(r"\w+")


def shares_words_with_source(text: str, source: str) -> bool:
    """Whether the words that carry the text's meaning stand in its source, in some form; of few words, one of them."""
    stems = subject_stems(text)
    folded = fold(source)
    known = subject_stems(source)
    said = sum(is_stem_in_source(one, known, folded) for one in stems)
    return said > 0 if len(stems) < LEAST_STEMS else said >= LEAST_SHARE * len(stems)


def is_stem_in_source(word: str, stems: set[str], folded: str) -> bool:
    """Whether a stem is among those of the source, or part of a word of it."""
    return word in stems or is_substring_of_source(word, folded)


def is_substring_of_source(word: str, folded: str) -> bool:
    return len(word) >= SHORTEST_PART and word in folded


def phrases_found_in_source(phrases: Sequence[str], source: str) -> list[str]:
    """Keeps phrases of which a word stands in the source, in some form, or is a compound with one that does."""
    folded = fold(source)
    # To read all of its words takes ten times as long as to find the one, which mostly suffices.
    known = cache(lambda: subject_stems(source))

    def is_known(word: str) -> bool:
        is_found = is_substring_of_source(stem(word), folded) or f" {word} " in folded
        return is_found or stem(word) in known() or contains_known_stem(word, known())

    return [phrase for phrase in phrases if any(is_known(word) for word in subject_words(phrase))]


def contains_known_stem(word: str, stems: set[str]) -> bool:
    return any(len(one) >= SHORTEST_PART and one in word for one in stems)


def echoes_prompt(text: str, wording: str) -> bool:
    """Whether the text repeats so many words in a row of what the model was told to do."""
    told = WORD.findall(fold(wording))
    rows = {tuple(told[place : place + LONGEST_ECHO]) for place in range(len(told) - LONGEST_ECHO + 1)}
    said = WORD.findall(fold(text))
    return any(tuple(said[place : place + LONGEST_ECHO]) in rows for place in range(len(said) - LONGEST_ECHO + 1))


def are_in_same_language(text: str, source: str) -> bool:
    """Whether both are German or both English; short texts and other languages are not told apart."""
    return len(text.split()) < LEAST_WORDS_OF_A_LANGUAGE or detect_german_or_english(text) == detect_german_or_english(
        source
    )


def keeps_question_subject(rephrased: str, question: str, said: Sequence[str]) -> bool:
    """Whether a question in other words still asks the same: most of its words were said in the question or before,
    and of those of the question one at least is left.
    """
    asked, spoken = subject_stems(question), subject_stems("\n".join([question, *said]))
    words = subject_stems(rephrased)
    if not words:
        return False
    known = sum(word in spoken or any(is_word_part(word, one) for one in spoken) for word in words)
    is_left = not asked or any(word in asked or any(is_word_part(word, one) for one in asked) for word in words)
    return is_left and known >= LEAST_SHARE_OF_QUESTION * len(words)


def subject_stems(text: str) -> set[str]:
    return set(map(stem, subject_words(text)))


def is_word_part(one: str, other: str) -> bool:
    """Whether one word is a part of the other, as in compounds."""
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST_PART and short in long

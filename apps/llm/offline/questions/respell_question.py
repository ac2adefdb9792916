"""Corrects words of a question that no source has to the word of the sources that sounds alike.

"Wan hat das freibatt offen" becomes "wann hat das freibad offen".

A word that German has keeps its letters: a "Flohmarkt" is no "Wochenmarkt", and a "Grat" no "Grad".
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from apps.llm.offline.questions.extract_core_question import LONGEST_MESSAGE
from apps.text.across_languages.detect_text_language import detect_language
from apps.text.entailment.tokens.morphology import is_likely_word, is_seen_word
from apps.text.grammar.one_letter_difference import differs_by_one_letter
from apps.text.word_stems import STOP_WORDS, fold, stem

MAY_BE_GERMAN = ("de", "")
WORD = re.compile(r"[^\W\d_]+")
SHORTEST = 5
"""Letters of a word of the sources: shorter ones sound alike too often."""
SHORTEST_WITH_SLIP = 7
"""Sounds from which on one that is missing, added or wrong makes no other word of it."""
MOST_LETTERS = 40
MOST_DOUBTFUL = 8
"""Words of a question that are looked for: each is compared with all words of the sources."""
NAME = r"[A-ZÄÖÜ][\w'’-]*+"
OF_PERSON = re.compile(rf"\b(?:Herrn?|Frau|Familie)\s++(?:(?:Dr|Prof)\.?\s++){{0,3}}({NAME}(?:\s++{NAME})?)")
"""Names of people, who are not others that sound alike."""
OF_QUESTIONS = ("wie", "viel", "viele", "wann", "wer", "was", "welche", "wohin", "kostet", "lange", "teuer", "muss")
SOUNDS: Sequence[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("ph|v|w(?=r)", "f"), ("th|dt|d", "t"), ("ck|c|g|q", "k"), ("b", "p"), ("tz|z", "s"), ("ie|j|y", "i"),
        ("ai|ei", "ei"), ("ae", "a"), ("oe", "o"), ("ue", "u"), (r"(?<=[aeiou])h", ""), (r"(.)\1+", r"\1"),
    )
]  # fmt: skip
"""What sounds alike at the end of a word or in the mouth of many, one after the other; letters are folded before.

Coarser than the sounds of fixed answers (apps/chat/fixed_answers/normalise_message_words.py), whose triggers no other
word may meet: here the word must be one of the sources."""


def respell_question(question: str, texts: Iterable[str]) -> str:
    """The question with its slips of the pen mended by the words of the texts. Loads the tagger; no network, no
    database."""
    if len(question) > LONGEST_MESSAGE or detect_language(question) not in MAY_BE_GERMAN:
        return question
    names = names_of_people(question)
    words = [word for word in dict.fromkeys(WORD.findall(question)) if word not in names and is_unknown_word(word)]
    if not words:  # Of most questions: the words of the sources need not be collected.
        return question
    said = words_by_fold(texts)
    stems = {stem(word) for word in said}
    doubtful = (word for word in words if not (fold(word) in said or stem(fold(word)) in stems))
    mended = {word: nearest_spelling(word, said) for word in islice(doubtful, MOST_DOUBTFUL)}
    return WORD.sub(lambda found: match_case(found[0], mended.get(found[0]) or found[0]), question)


def names_of_people(question: str) -> set[str]:
    return {name for names in OF_PERSON.findall(question) for name in WORD.findall(names)}


def words_by_fold(texts: Iterable[str]) -> dict[str, str]:
    words = {word for text in texts for word in WORD.findall(text)}
    return {fold(word): word for word in sorted(words) if SHORTEST <= len(word) <= MOST_LETTERS}


def is_unknown_word(word: str) -> bool:
    """Whether those who have learnt German do not know it."""
    folded = fold(word)
    is_known = folded in STOP_WORDS or folded in OF_QUESTIONS or is_seen_word(word)
    return not is_known and 3 <= len(word) <= MOST_LETTERS


def nearest_spelling(word: str, said: Mapping[str, str]) -> str:
    """The word of questions or sources that sounds alike, or one slip away where German has no such word; or none."""
    sound = phonetic_key(word)
    if (of_question := next((one for one in OF_QUESTIONS if phonetic_key(one) == sound), "")) or len(word) < SHORTEST:
        return of_question
    near = {
        folded: phonetic_key(folded)
        for folded in said
        if folded[0] == fold(word)[0] or phonetic_key(folded[0]) == sound[0]
    }
    alike = [folded for folded, other in near.items() if other == sound]
    if not alike and len(sound) >= SHORTEST_WITH_SLIP and not is_likely_word(word):
        # Another beginning makes another word.
        begun = ((folded, other) for folded, other in near.items() if other[0] == sound[0])
        alike = [folded for folded, other in begun if differs_by_one_letter(sound, other, replaced=True)]
    return said[min(alike, key=lambda one: (abs(len(one) - len(word)), said[one].islower(), one))] if alike else ""


@lru_cache(maxsize=32_768)
def phonetic_key(word: str) -> str:
    """Letters that sound alike as one, doubled ones once: "freibatt" as "freibad"."""
    sound = fold(word)
    for pattern, alike in SOUNDS:
        sound = pattern.sub(alike, sound)
    return sound


def match_case(typed: str, word: str) -> str:
    """Typed without capitals, all words stay so: one with a capital would make the others no nouns."""
    return word if typed == word or typed[0].isupper() else word.lower()

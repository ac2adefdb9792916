"""Detects the language of a text by its small words: German and English can be checked, others cannot."""

from typing import Literal

from apps.simplify.text.words_and_stems import split_words

Language = Literal["de", "en", "other"]
FEWEST_WORDS = 12
"""Below that a text may lack small words, as headings do, and is taken for German."""
LEAST_SHARE = 0.08
AFTER_LATIN = "\u0250"
"""The first letter after those of the Latin script; German and English have none of these."""
GERMAN = frozenset(
    """
    der die das den dem des und oder ist sind war wird werden nicht kein keine ein eine einen einem einer mit für von zu
    zum zur auf aus bei nach im in am an als auch wenn dass sie ihr ihre es wir hat haben kann können muss müssen soll
    über unter vor durch bis um noch nur sich sofern falls bitte
    """.split()  # noqa: SIM905 - a list of words to be read
)
ENGLISH = frozenset(
    """
    the of and or to in is are was be been will not no a an for with by on at from this that these those it you your we
    must may can shall should if unless has have as any all which who
    """.split()  # noqa: SIM905 - a list of words to be read
)


def detect_checkable_language(text: str) -> Language:
    if is_mostly_other_script(text[:20_000]):
        return "other"
    found = [word.lower() for word in split_words(text[:20_000])]
    if len(found) < FEWEST_WORDS:
        return "en" if share_of_known_words(found, ENGLISH) > max(0.3, share_of_known_words(found, GERMAN)) else "de"
    german, english = share_of_known_words(found, GERMAN), share_of_known_words(found, ENGLISH)
    if max(german, english) < LEAST_SHARE:
        return "other"
    return "de" if german >= english else "en"


def is_mostly_other_script(text: str) -> bool:
    """Whether four of five letters are of a script that neither language is written in: names may be."""
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter >= AFTER_LATIN for letter in letters) * 5 > 4 * len(letters)


def share_of_known_words(found: list[str], known: frozenset[str]) -> float:
    return sum(map(known.__contains__, found)) / max(1, len(found))

"""Detects keys struck at random: "asdf qwer" asks nothing, and no document will ever answer it."""

import re

KEY_ROWS = (
    "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "qwertyuiop", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
    "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
)  # fmt: skip
"""Of keyboards in German, English, French and Russian."""
SHORTEST_RUN = 3
WORDS_ON_A_ROW = frozenset({"wert", "oui", "tre"})
"""Real words whose letters lie beside each other on a row."""
SHORTEST_MASH = 5
ON_ONE_ROW = re.compile(r"[qwertzuiopü]+|[qwertyuiop]+|[asdfghjklöä]+|[yxcvbnm]+|[zxcvbnm]+")
UNSPEAKABLE = re.compile(r"[^aeiouyäöü]+|.*(?:j[^aeiouyäöü]|j\b|q[^u]|q\b).*")
"""Of letters of one row: no vowel at all, or a j or q that no word of German or English has."""


def is_typed_at_random(question: str) -> bool:
    """Whether it has no letters, or nothing but neighbours on the keyboard and one letter again and again: no document
    will ever answer "asdfgh".
    """
    words = re.findall(r"[^\W\d_]+", question.lower())
    return all(map(is_random_word, words)) and not re.search(r"\d", question)


def is_random_word(word: str) -> bool:
    if word in WORDS_ON_A_ROW or len(word) < SHORTEST_RUN:
        return False
    return len(set(word)) == 1 or any(word in row or word in row[::-1] for row in KEY_ROWS) or is_keyboard_mash(word)


def is_keyboard_mash(word: str) -> bool:
    """Whether the fingers of one row wrote it in any order: "jkasdhf"."""
    return len(word) >= SHORTEST_MASH and bool(ON_ONE_ROW.fullmatch(word) and UNSPEAKABLE.fullmatch(word))

"""Counts the words of a question."""

import re

from apps.text.word_stems import CJK

WORD = re.compile(r"[^\W_]")
CJK_RUN = re.compile(f"[{CJK}]+")


def count_words(text: str) -> int:
    """What stands between blanks and holds a letter or digit. Languages without blanks: two characters are a word."""
    runs = CJK_RUN.findall(text)
    rest = CJK_RUN.sub(" ", text)
    return sum(bool(WORD.search(word)) for word in rest.split()) + sum((len(run) + 1) // 2 for run in runs)

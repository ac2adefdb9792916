"""What should stand in a text word for word: phrases in quotation marks, or the whole of a longer question. Pure."""

import re

from apps.documents.keyword_terms import plain

QUOTED = re.compile(r"[\"„“”»«]([^\"„“”»«]{2,200})[\"„“”»«]")
WORDS_OF_A_SENTENCE = 4


def exact_phrases(question: str) -> list[str]:
    """Folded. What is in quotation marks, or else the whole of a longer question."""
    phrases = [on_one_line(phrase) for phrase in QUOTED.findall(question)]
    whole = on_one_line(question).rstrip("?!. ")
    return [phrase for phrase in phrases if phrase] or ([whole] if len(whole.split()) >= WORDS_OF_A_SENTENCE else [])


def share_of(phrases: list[str], text: str) -> float:
    """The share of the phrases that stand in the folded text, also over the end of a line."""
    return sum(stands_in(phrase, text) for phrase in phrases) / len(phrases)


def stands_in(phrase: str, text: str) -> bool:
    if len(phrase) > len(text):
        return False
    # Most texts lack one of the words, which is found out much faster than all blanks are made one.
    return phrase in text or (all(word in text for word in set(phrase.split())) and phrase in " ".join(text.split()))


def on_one_line(text: str) -> str:
    """In one case and with single blanks."""
    return " ".join(plain(text).split())

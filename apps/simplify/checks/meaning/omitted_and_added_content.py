"""Coverage: a rewrite omits no content and adds none."""

import re

from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.simplify.text.split_sentences import split_sentences
from apps.simplify.text.words_and_stems import are_related_stems, content_stems
from apps.text.grammar.split_sentences import ABBREVIATIONS

LEAST_KEPT = 0.2
"""Of the original's content words. People who rewrite freely keep about a third of them."""
MOST_NEW = 3
"""Content words of a sentence in which nothing of the original is found: from there on it is an addition."""
MOST_NEW_IN_LINE = 2
"""The same in a heading, an item of a list or a line that ends with a colon: they are short and still say something."""
LINE = re.compile(r"^\s*(?:[-–•*·]|\d{1,3}[.)]) |[^.!?…\"“”»«)]\Z")
MAY_END = re.compile(r"[.!?…]\S{0,6}\s")
HAS_WORDS = re.compile(r"\w")
FEWEST_STEMS = 3
"""Content words of a sentence from which on a part of them may go; of shorter ones something must be kept."""
LONE_WORD = re.compile(r"\W{0,3}(?:([^\W\d_]{1,40})[.!]\W{0,3}\Z|([A-Z][A-Za-z])\.\s+(?=[A-ZÄÖÜ]))")
"""A sentence of one word. Of two letters, it is taken for the mark of an item, and stays with the next sentence."""
CONTACT = re.compile(r"(?<!\d)\d[\d /-]{4,40}\d|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,190}\w|\bwww\.[\w./-]{1,190}\w")
SHORTEST = 0.2
"""Of the original's words; a shorter rewrite has left something out."""


def check(before: str, after: str) -> list[Violation]:
    return check_omission(before, after) or check_addition(before, after)


def check_omission(before: str, after: str) -> list[Violation]:
    if HAS_WORDS.search(before) and not HAS_WORDS.search(after):
        return [Violation("omission", before, None)]
    if len(after.split()) < SHORTEST * len(before.split()) and len(content_stems(before)) >= FEWEST_STEMS:
        return [Violation("omission", before, after or None)]
    rewritten = content_stems(after)
    sentences = sentence_texts(before)
    for sentence in sentences:
        old = content_stems(sentence)
        # A short sentence by itself may be said in quite other words; beside others it may vanish.
        if (len(sentences) > 1 or len(old) >= FEWEST_STEMS) and is_left_out(old, rewritten):
            if keeps_figure(sentence, after):
                continue
            return [Violation("omission", sentence, None)]
    return []


def is_left_out(old: frozenset[str], rewritten: frozenset[str]) -> bool:
    if not old:
        return False
    needed = LEAST_KEPT * len(old) if len(old) >= FEWEST_STEMS else 1
    if len(old & rewritten) >= needed:
        return False
    return sum(any(are_related_stems(one, other) for other in rewritten) for one in old) < needed


def keeps_figure(sentence: str, after: str) -> bool:
    """A telephone number or an address that the sentence is there to give stands in the rewrite."""
    given = [re.sub(r"\W", "", found) for found in CONTACT.findall(sentence)]
    return bool(given) and all(figure in re.sub(r"\W", "", after) for figure in given)


def check_addition(before: str, after: str) -> list[Violation]:
    """Sentences of the rewrite that share nothing with the original and are too long to be a turn of phrase."""
    old = content_stems(before)
    for sentence in sentence_texts(after):
        if is_invented_word(sentence, before):
            return [Violation("addition", None, sentence)]
        rewritten = content_stems(sentence)
        if rewritten & old or len(rewritten) < (MOST_NEW_IN_LINE if LINE.search(sentence) else MOST_NEW):
            continue
        if not any(are_related_stems(one, other) for one in rewritten for other in old):
            return [Violation("addition", None, sentence)]
    return []


def is_invented_word(sentence: str, before: str) -> bool:
    """A sentence of one word that the original does not have: what an order in a text was answered with."""
    found = LONE_WORD.match(sentence.strip())
    word = (found[1] or found[2]).lower() if found else ""
    return word != "" and word not in ABBREVIATIONS and re.search(rf"\b{word}\b", before.lower()) is None


def sentence_texts(text: str) -> list[str]:
    """Most texts that are compared are one sentence, which shows without dividing them."""
    if "\n" not in text and not MAY_END.search(text):
        return [text]
    return [sentence.text for sentence in split_sentences(text)]

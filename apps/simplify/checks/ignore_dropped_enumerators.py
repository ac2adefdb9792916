"""Numbers of paragraphs and items in front of sentences, which a rewrite may drop: "(2) Der Antrag …", "§ 5 (1) Wer …".

They say where a sentence stands in its text, nothing about what holds. A reference inside a sentence does, and so does
a number that is counted with: "1. Mahnung", "1. Mai".
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from apps.simplify.checks.facts import law_names
from apps.simplify.text.split_sentences import Sentence
from apps.simplify.text.words_and_stems import FUNCTION_WORDS

BRACKETED = r"\((?:\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,5})\)|(?:\d{1,3}[a-z]?|[a-z]{1,2})\)"
SECTION = rf"(?:§|Art\.|Artikel)\s?\d{{1,4}}[a-z]?\s+(?=\()(?:{BRACKETED})"
STOPPED = r"\d{1,3}[a-z]?\.|[a-z]\."
ENUMERATOR = re.compile(
    rf"\s*(?:[-–•*·]\s+)?(?P<mark>(?P<section>{SECTION})|{BRACKETED}|(?P<stopped>{STOPPED}))\s+"
    r"(?P<word>[^\W\d_][\w-]*)"
)
SHORT_WORD = re.compile(
    r"d(?:er|ie|as)|ein(?:e[nmr]?)?|w(?:er|as|o|ie|ir)|es|er|sie|ist|hat|bei|[ai][mn]|auf|zu[mr]?|mit|ob"
    r"|the|an?|if|who|is|it|you|we|s?he",
    re.IGNORECASE,
)
"""Words of few letters that begin a sentence; the longer ones are in the list of function words."""


def strip_dropped_enumerators(before: Sequence[Sentence], after: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of the original without the numbers in front that the rewrite has not.

    Where the rewrite numbers otherwise ("(3)" for "(2)") all are kept, and the checks see what was changed.
    """
    old, rewritten = enumerator_texts(before), enumerator_texts(after)
    spare = Counter(rewritten)
    if spare - Counter(old):
        return list(before)
    kept: list[Sentence] = []
    for sentence, found in zip(before, match_enumerators(before), strict=True):
        if found is None or spare[found["mark"]] > 0:
            spare[found["mark"] if found else ""] -= 1
            kept.append(sentence)
        else:
            kept.append(Sentence(sentence.text[found.start("word") :], sentence.separator))
    return kept


def enumerator_texts(sentences: Sequence[Sentence]) -> list[str]:
    return [found["mark"] for found in match_enumerators(sentences) if found]


def match_enumerators(sentences: Sequence[Sentence]) -> list[re.Match[str] | None]:
    """The number in front of each sentence with its first word, None where it counts what follows or names a law."""
    found = [ENUMERATOR.match(sentence.text) for sentence in sentences]
    stopped = {int(one["stopped"][:-1]) for one in found if one and is_figure_with_stop(one)}
    return [one if one and is_enumerator(one, stopped) else None for one in found]


def is_enumerator(found: re.Match[str], stopped: Collection[int]) -> bool:
    word = found["word"]
    if found["section"]:
        return word[0].isupper() and not law_names.find_acronyms(word) and not law_names.missing_laws(word, "")
    if found["stopped"] and not may_open_sentence(word):
        # "1. Ausweis", "2. Foto" is a list; "1. Mahnung" by itself is the first one.
        return is_figure_with_stop(found) and bool(
            {int(found["stopped"][:-1]) + step for step in (-1, 1)} & set(stopped)
        )
    return True


def may_open_sentence(word: str) -> bool:
    """A word that begins a sentence and is counted by nothing: "1. Der Antrag"."""
    return word.lower() in FUNCTION_WORDS or SHORT_WORD.fullmatch(word) is not None


def is_figure_with_stop(found: re.Match[str]) -> bool:
    return bool(found["stopped"]) and found["stopped"][:-1].isdecimal()

"""Detects rewrites that obeyed an injected order to replace one word by another elsewhere in the text.

The order may stand far from the sentence that it changes, so it is looked for in everything the model was given.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.simplify.text.split_sentences import split_sentences
from apps.simplify.text.words_and_stems import SHORTEST_PART, are_related_stems, content_stems

EXCHANGE = re.compile(
    r"\b(?:(?:ver|aus|um)?tausch\w*|ersetz\w*|(?:aus)?wechs(?:le|el)\w*|statt|anstatt|anstelle|replac\w*|swap\w*"
    r"|substitut\w*|instead)\b|\bAus (?=[\"„“»«])",
    re.IGNORECASE,
)
NAMES = re.compile(r"\b(?:nenn\w*|bezeichne\w*|call)\b", re.IGNORECASE)
FROM_NOW_ON = re.compile(r"\b(?:ab jetzt|ab hier|künftig|von nun an|nur noch|from now on)\b", re.IGNORECASE)
OF_WORDS = re.compile(r"\b(?:Wort|Wörter|Worte|Begriffe?|Ausdruck|words?|term)\b|[\"„“»«]", re.IGNORECASE)
OF_THE_ORDER = content_stems(
    "verwenden benutzen schreiben nennen bezeichnen sagen setzen machen Wort Wörter Worte Begriff Ausdruck immer"
    " überall jetzt künftig stattdessen bitte Text replace with instead word words"
)
"""What such an order is put in, and not about."""


@dataclass(frozen=True, slots=True)
class ReplacementInstruction:
    """`words` are what it speaks of, as stems; with `of_words` it says that these are words."""

    text: str
    words: frozenset[str]
    of_words: bool

    def is_obeyed_by(self, sentence: str, before: str) -> bool:
        """A word of the order came into a sentence that has not all of them, in the place of another one of it."""
        said = content_stems(sentence)
        if not contains_related_stem(said, self.words):
            return False
        meant = content_stems(before)
        gained = any(has_related_stem(said, word) and not has_related_stem(meant, word) for word in self.words)
        missing = [word for word in self.words if not has_related_stem(said, word)]
        return gained and bool(missing) and (self.of_words or any(has_related_stem(meant, word) for word in missing))


def find_replacement_instructions(sentences: Iterable[str]) -> tuple[ReplacementInstruction, ...]:
    """The orders among the sentences. Empty for nearly all texts."""
    return tuple(parse_replacement_instruction(each) for each in sentences if is_replacement_instruction(each))


def is_replacement_instruction(sentence: str) -> bool:
    return bool(EXCHANGE.search(sentence) or (NAMES.search(sentence) and FROM_NOW_ON.search(sentence)))


def parse_replacement_instruction(sentence: str) -> ReplacementInstruction:
    words = content_stems(EXCHANGE.sub(" ", sentence)) - OF_THE_ORDER
    return ReplacementInstruction(sentence.strip(), words, OF_WORDS.search(sentence) is not None)


def check_obeyed_replacements(orders: Iterable[ReplacementInstruction], before: str, after: str) -> list[Violation]:
    """At most one violation: the first sentence of the rewrite that carries out one of the orders."""
    for order in orders:
        own = before.replace(order.text, " ")
        for sentence in split_sentences(after):
            if order.is_obeyed_by(sentence.text, own):
                return [Violation("instruction", order.text[:80], sentence.text[:80])]
    return []


def contains_related_stem(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one of these stems is related to one of those: nearly all sentences have nothing to do with an order."""
    if not some.isdisjoint(others):
        return True
    return contains_part_of_compound(some, others) or contains_part_of_compound(others, some)


def contains_part_of_compound(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one of these, long enough to be a part of a compound, stands within one of those."""
    together = "\0".join(others)
    return any(len(one) >= SHORTEST_PART and one in together for one in some)


def has_related_stem(stems: frozenset[str], word: str) -> bool:
    return any(are_related_stems(word, one) for one in stems)

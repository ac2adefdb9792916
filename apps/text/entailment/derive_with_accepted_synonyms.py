"""Derives rewrites with accepted synonyms: words of an organisation's texts and what plain language may call them.

The shipped table of equivalents is reviewed by its authors; these are reviewed by the people who use them. They are
tried only where the rules alone explain a rewrite not, and only in one direction: the original's words may become the
plain ones.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from apps.text.entailment.derivation_result import Derivation, Level
from apps.text.entailment.derive_sentence import derive_rewrite
from apps.text.entailment.opposite_words import are_opposite
from apps.text.entailment.tokens.token import Token
from apps.text.entailment.tokens.tokenise import tokenise, visible_text

DECISIVE = frozenset({"value", "limit", "modal", "neg", "quant", "focus", "sub", "conj", "pron", "det", "prep"})
"""Kinds of tokens that decide what a sentence says: no synonym adds, drops or changes one …"""
HARMLESS = frozenset({"the", "a", "in", "at", "on", "with", "of", "by", "for", "to", "about"})
"""… but articles and prepositions that go with a noun or verb."""
MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class AcceptedSynonym:
    """`official` stands in originals, `plain` in rewrites, both in the form in which they are written there."""

    official: str
    plain: str

    def __str__(self) -> str:
        return f"accepted: {self.official} -> {self.plain}"


def derive_with_synonyms(before: str, rewrite: str, accepted: Sequence[AcceptedSynonym]) -> Derivation:
    """Derives as `derive_rewrite`; what stays unexplained is tried again with the original in the accepted words."""
    found = derive_rewrite(before, rewrite)
    if found.proved:
        return found
    used = [
        one
        for one in accepted
        if contains_whole_words(before, one.official) and contains_whole_words(rewrite, one.plain)
    ]
    if not used:
        return found
    said = before
    for one in used:
        said = substitute_synonym(said, one)
    again = derive_rewrite(said, rewrite)
    # With nothing but synonyms in it, the rewrite is what the original has become, yet not the original.
    licences = (*again.licences, *map(str, used))
    return replace(again, level=Level.DERIVED, licences=licences) if again.proved else found


def contains_whole_words(text: str, words: str) -> bool:
    """Whether the words stand in the text as whole words, as they are written or with the capital of a beginning.

    Case counts: "essen" is not "Essen".
    """
    return whole_words_pattern(words).search(visible_text(text)) is not None


def substitute_synonym(text: str, synonym: AcceptedSynonym) -> str:
    return whole_words_pattern(synonym.official).sub(lambda found: match_capital(synonym, found[0]), visible_text(text))


def match_capital(synonym: AcceptedSynonym, found: str) -> str:
    """The plain words, with a capital where only the beginning of a sentence has given one to the official ones."""
    words = synonym.plain
    return words[:1].upper() + words[1:] if found[:1] != synonym.official[:1] else words


@lru_cache(maxsize=4096)
def whole_words_pattern(words: str) -> re.Pattern[str]:
    said = visible_text(words).split()
    begins = [word[:1].upper() + word[1:] for word in said[:1]] + said[1:]
    within, at_beginning = (r"\s+".join(map(re.escape, form)) for form in (said, begins))
    return re.compile(rf"(?<!\w){within}(?!\w)|(?:(?<=[.!?:]\s)|\A){at_beginning}(?!\w)")


def synonym_rejection_code(synonym: AcceptedSynonym, language: str) -> str:
    """What forbids the pair whatever people say, as a code: length, same, decisive, more, opposite; empty if nothing.

    Reads the tables of the language once. Neither side may hold a number, a limit, a negation, a modal verb, a
    quantifier, a condition or a conjunction that the other does not; nor may one say all that the other says and more.
    """
    official, said = (word_tokens(words, language) for words in (synonym.official, synonym.plain))
    if not official or not said or max(len(official), len(said)) > MOST_WORDS:
        return "length"
    if [token.key for token in official] == [token.key for token in said]:
        return "same"
    if decisive_keys(official) != decisive_keys(said):
        return "decisive"
    if content_keys(official) < content_keys(said) or content_keys(said) < content_keys(official):
        return "more"
    if any(are_opposite(one.low, other.low) or are_opposite(one.key, other.key) for one in official for other in said):
        return "opposite"
    return ""


def word_tokens(words: str, language: str) -> list[Token]:
    return [token for token in tokenise(visible_text(words), language) if token.kind not in {"end", "punct"}]


def decisive_keys(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    return sorted((t.kind, t.key) for t in tokens if t.kind in DECISIVE and t.key not in HARMLESS)


def content_keys(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(token.key for token in tokens if token.kind not in DECISIVE)

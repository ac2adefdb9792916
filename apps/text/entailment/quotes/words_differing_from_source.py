"""Names words of a proved clause that differ from its source, though tables, not rules, treat them as equal.

Words of one key, "Anschrift" and "Adresse", are equal before any rule sees them. Here they are named as well, so that
only a clause in its source's own words is called so.
"""

from collections import Counter
from collections.abc import Sequence

from apps.text.entailment.parse_statements import keyed_tokens
from apps.text.entailment.tokens.language_by_closed_words import language_by_closed_words
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.token import Token

SILENT = frozenset({"det", "punct", "end", "filler", "bullet", "dash"})
"""Kinds of tokens that only inflect or say nothing: "der" and "den", a comma."""


def differing_word_licences(source: str, claim: str) -> list[str]:
    """Licences "word: Anschrift = Adresse" and "notation: fünf Euro = 5 Euro" of two clauses, as the claim has them."""
    language = language_by_closed_words(claim)
    told: dict[str, list[Token]] = {}
    for token in meaningful_tokens(source):
        told.setdefault(token.key, []).append(token)
    return [
        f"{'notation' if token.value is not None else 'word'}: {told[token.key][0].text} = {token.text}"
        for token in meaningful_tokens(claim)
        if token.key in told and not any(is_form_of(token, other, language) for other in told[token.key])
    ]


def unmatched_words_licence(source: str, claim: str) -> list[str]:
    """One licence with the words that only one of both has: "words: ist = muss werden"; none where all are the same."""
    before, after = (Counter(token.key for token in meaningful_tokens(text)) for text in (source, claim))
    lost, added = (
        " ".join(t.text for t in meaningful_tokens(text) if t.key in only)
        for text, only in ((source, before - after), (claim, after - before))
    )
    return [f"words: {lost or '∅'} = {added or '∅'}"] if lost or added else []


def meaningful_tokens(text: str) -> Sequence[Token]:
    return [token for token in keyed_tokens(text) if token.kind not in SILENT]


def is_form_of(one: Token, other: Token, language: str) -> bool:
    """Whether it is the same word, as written or by its base form; "im" is "in", as "pro" is not "je"."""
    if one.low == other.low:
        return True
    if one.value is not None or other.value is not None:
        return False
    short = one.kind in {"prep", "pron"} and one.low[:1] == other.low[:1]
    words, others = one.text.split(" "), other.text.split(" ")
    alike = len(words) == len(others) and all(
        base_forms(word, language) & base_forms(o, language) for word, o in zip(words, others, strict=True)
    )
    return short or alike


def base_forms(word: str, language: str) -> frozenset[str]:
    """Base forms of a word with a small and with a capital letter: a sentence may begin with it."""
    return frozenset(analyse_word(form, language).lemma for form in (word, word.lower(), word.capitalize()))

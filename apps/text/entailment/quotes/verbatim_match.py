"""Checks whether a text stands in its source word for word, apart from notation, if no rule can parse it."""

from collections.abc import Sequence

from apps.text.entailment.both_languages.split_tokens_into_sentences import split_tokens_into_sentences
from apps.text.entailment.parse_statements import keyed_tokens
from apps.text.entailment.tokens.spelling_variants import spelling_key
from apps.text.entailment.tokens.token import Token

WITHOUT_INFLECTION = frozenset({"value", "sub", "conj", "focus", "limit", "prep", "sign", "adv", "neg"})


def find_word_for_word_quote(claim: str, quotes: Sequence[str]) -> int | None:
    """Which quote has the claim as whole sentences word for word but for the notation of values and function words."""
    wanted = split_tokens_into_sentences(keyed_tokens(claim))
    for number, quote in enumerate(quotes):
        said = split_tokens_into_sentences(keyed_tokens(quote))
        for start in range(len(said) - len(wanted) + 1):
            if all(is_same_sentence(a, b) for a, b in zip(said[start : start + len(wanted)], wanted, strict=True)):
                return number
    return None


def is_same_sentence(source: Sequence[Token], claim: Sequence[Token]) -> bool:
    return len(source) == len(claim) and all(is_same_word(a, b) for a, b in zip(source, claim, strict=True))


def is_same_word(source: Token, claim: Token) -> bool:
    """One key, and no other inflection: that could exchange who acts."""
    if (source.key, source.kind) != (claim.key, claim.kind):
        return False
    return source.low == claim.low or source.kind in WITHOUT_INFLECTION or are_spelt_alike(source.low, claim.low)


def are_spelt_alike(one: str, other: str) -> bool:
    return any(spelling_key(one, language) == spelling_key(other, language) for language in ("de", "en"))

"""Splits the tokens of a text into sentences."""

from collections.abc import Sequence

from apps.text.entailment.tokens.token import Token

QUESTION = "?"


def split_tokens_into_sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    return [sentence for sentence, _ in sentences_with_end_sign(tokens)]


def sentences_with_end_sign(tokens: Sequence[Token]) -> list[tuple[list[Token], str]]:
    """Each with the sign that ends it, which is none of its tokens; an empty text at the end of the text."""
    found: list[tuple[list[Token], str]] = []
    sentence: list[Token] = []
    for token in tokens:
        if token.kind == "end":
            found.append((sentence, token.text))
            sentence = []
        elif token.kind != "bullet":
            sentence.append(token)
    return [(said, sign) for said, sign in (*found, (sentence, "")) if said]

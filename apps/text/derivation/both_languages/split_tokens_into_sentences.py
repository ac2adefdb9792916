"""Splits the tokens of a text into sentences."""

from collections.abc import Sequence

from apps.text.derivation.tokens.token import Token


def sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "end":
            found.append([])
        elif token.kind != "bullet":
            found[-1].append(token)
    return [sentence for sentence in found if sentence]

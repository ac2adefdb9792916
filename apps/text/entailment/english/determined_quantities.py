"""Tells "a few" from "few": English quantities whose article turns their meaning."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.tokens.token import Token

BY_ARTICLE = frozenset({"few", "little"})
BEFORE_OF = frozenset({"number", "majority", "minority", "third", "quarter", "half", "fifth", "tenth"})
""" "a number of schools" are several, "the number of schools" is a figure."""


def mark_determined_quantities(tokens: Sequence[Token]) -> list[Token]:
    """The key of such a quantity begins with its article."""
    found = list(tokens)
    for place in range(1, len(found)):
        article, token = found[place - 1].low, found[place]
        of = place + 1 < len(found) and found[place + 1].low == "of"
        if (article in {"a", "the"} and token.low in BY_ARTICLE) or (article, token.low) == ("the", "most"):
            found[place] = replace(token, key=f"{article} {token.key}")
        elif article == "a" and token.low in BEFORE_OF and of:
            found[place] = replace(token, key=f"a {token.key}")
    return found

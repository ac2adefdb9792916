"""Joins pairs of both genders into one word: "Schülerinnen und Schüler", "Mieter:innen". German.

The masculine form alone stands for both in official texts; the feminine form alone does not.
"""

import re
from collections.abc import Sequence

from apps.text.entailment.tokens.token import Token

SHORT = re.compile(r"\b([A-ZÄÖÜ][a-zäöüß]{2,40})(?:[*:_]in|/-?in|\(in|\(-in|In)(?:nen)?\b\)?")
"""Only after small letters: "Bürger*innen", "Leiter/in", "Leiter(in)", "LeiterInnen"."""
SHORT_ARTICLE = re.compile(r"\b([Dd]er/die|[Dd]ie/der|[Ee]ine/ein|[Ee]in/eine|[Dd]en/die|[Dd]ie/den)(?=[ ][A-ZÄÖÜ])")
SIGNS = ("/", "In", "(", ":", "*", "_")
"""Without one of these there is no short form."""
PLAIN = str.maketrans("äöü", "aou")


def shorten_gender_pairs(text: str) -> str:
    """ "der/die Leiter:in" as "der Leiter"."""
    if not any(sign in text for sign in SIGNS):
        return text
    return SHORT_ARTICLE.sub(masculine_article, SHORT.sub(r"\1", text))


def masculine_article(found: re.Match[str]) -> str:
    first, second = found[0].split("/")
    kept = second if first.lower() in {"die", "eine"} else first
    return kept.capitalize() if first[0].isupper() else kept


def merge_gender_pairs(tokens: Sequence[Token]) -> list[Token]:
    """ "die Vermieterin oder der Vermieter" as "der Vermieter"; not two persons: "die Mieterin und der Mieter"."""
    if not any(t.kind == "noun" and t.key.endswith("in") for t in tokens):
        return list(tokens)
    done: list[Token] = []
    index = 0
    while index < len(tokens):
        second = second_of_pair(tokens, index)
        if second is None:
            done.append(tokens[index])
            index += 1
        elif tokens[index].key.endswith("in"):
            article = tokens[second - 1] if tokens[second - 1].kind == "det" else None
            if article is not None and done and done[-1].kind == "det":
                done[-1] = article
            done.append(tokens[second])
            index = second + 1
        else:
            done.append(tokens[index])
            index = second + 1
    return done


def second_of_pair(tokens: Sequence[Token], at: int) -> int | None:
    """Finds the other gender of the noun `at`: after "und" or "oder", with or without an article."""
    noun = tokens[at]
    if noun.kind != "noun" or at + 2 >= len(tokens) or tokens[at + 1].key not in {"and", "or"}:
        return None
    article = tokens[at + 2].kind == "det"
    second = at + 2 + article
    if second >= len(tokens) or tokens[second].kind != "noun":
        return None
    for feminine, other in ((noun, tokens[second]), (tokens[second], noun)):
        if is_feminine_form_of(feminine.key, other.key):
            plural = feminine.low.endswith("innen")
            return second if plural or tokens[at + 1].key == "or" else None
    return None


def is_feminine_form_of(feminine: str, other: str) -> bool:
    """ "ärztin" and "arzt", "kundin" and "kunde"."""
    stem = feminine.removesuffix("in").translate(PLAIN)
    return stem != feminine.translate(PLAIN) and other.translate(PLAIN) in {stem, f"{stem}e"}

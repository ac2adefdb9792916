"""Resolves "it" and "they" to the only phrase of the preceding clause that they can mean."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement

PRONOUNS = frozenset({("it",), ("they",)})
PERSONS = frozenset({"you", "we", "one", "i", "he", "she", "it", "they", "this", "that", "who"})


def resolve_pronouns(statements: Sequence[Statement]) -> list[Statement]:
    """Each pronoun replaced where one phrase alone can be meant; all others stay what they are."""
    for before, statement in pairwise(statements):
        meant = [p for p in before.parts if p.mark == "np" and not p.scope and p.words and p.words[0] not in PERSONS]
        for index, part in enumerate(statement.parts):
            if part.mark == "np" and part.words in PRONOUNS and not part.scope and len(meant) == 1:
                if is_plural(meant[0]) != (part.words == ("they",)):
                    continue
                statement.parts[index] = replace(part, words=meant[0].words)
                statement.licences.append(f"pronoun: {part.text} = {meant[0].text}")
    return list(statements)


def is_plural(part: Part) -> bool:
    """By its last word as written, or by "and"."""
    head = part.text.split(" of ")[0].lower()
    return " and " in head or (head.endswith("s") and not head.endswith("ss"))

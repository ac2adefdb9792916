"""What a pronoun at the beginning of a sentence stands for: the subject of the sentence before."""

from dataclasses import replace

from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.statement import Statement

PRONOUNS = frozenset({"he", "they", "it"})
BACKWARD = frozenset({"this", "the", "das", "it"})


def resolve(statement: Statement, before: Statement) -> None:
    """ "er", "sie", "es" as the only phrase of the sentence before that has its gender."""
    for index, part in enumerate(statement.parts):
        if len(part.words) != 1 or part.words[0] not in PRONOUNS or part.scope or part.mark not in {"np", "for"}:
            continue
        meant = [p for p in before.parts if p.mark in {"np", "for"} and fits(p, part.words[0])]
        if len(meant) != 1:
            return
        place = before.parts.index(meant[0]) + 1
        attributes = [p for p in before.parts[place : place + 1] if p.mark == "with" and place <= before.front]
        statement.parts[index : index + 1] = [replace(part, words=meant[0].words), *attributes]
        statement.front += len(attributes) if index < statement.front else 0
        statement.licences.append(f"pronoun: {part.text} = {meant[0].text}")
        return


GENDERS = {
    "he": {"der", "den", "dem", "ein", "einen", "einem"},
    "they": {"die", "eine", "diese", "keine"},
    "it": {"das", "ein", "dem", "einem", "dieses"},
}


def fits(part: Part, pronoun: str) -> bool:
    first = part.text.split(" ")[0]
    if part.words[:1] and part.words[0] in PRONOUNS | {"you", "this", "the"}:
        return False
    possessive = first.lower().removeprefix("ihr").removeprefix("sein") in {"e"} and pronoun == "they"
    bare = first[:1].isupper() and first.lower() not in ARTICLES and pronoun == "they"
    return first.lower() in GENDERS[pronoun] or possessive or bare


ARTICLES = frozenset(word for group in GENDERS.values() for word in group)

"""One of several alternatives: what holds "bei Krankheit oder Urlaub" holds "bei Krankheit".

Only in a condition, which a shorter list narrows, and of what may be done in one way or another; "ist schriftlich oder
elektronisch zu stellen" leaves the choice open, and one of both by itself would close it.
"""

from dataclasses import replace

from apps.text.derivation.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.derivation.both_languages.statement import Statement
from apps.text.derivation.comparison.equal_parts import alike

OF_CHOICES = frozenset({"adv", "adj", "in", "at", "near", "by_means", "through"})
"""Marks of how and where something may be done."""
NARROWING = frozenset({"only", "not_before", "exactly", "not"})
DEMANDS = frozenset({"antrag", "verlangen", "wunsch", "aufforderung", "anforderung", "anordnung"})
"""Nouns that make a condition of "auf": "auf Antrag einer Fraktion"."""
OWN_ARTICLES = ("der ", "des ", "einer ", "eines ", "of ")
MOST = 6


def is_one_alternative(source: Statement, claim: Statement, place: int, part: Part) -> bool:
    """Whether the part of the claim is one of the alternatives that stand at this place of the source."""
    listed = source.parts[place]
    if listed.mark != part.mark or listed.words.count("or") not in range(1, MOST) or not is_free(listed, part):
        return False
    if not (is_condition(source, claim, listed) or is_choice(source, listed)):
        return False
    texts = [text.strip() for text in listed.text.replace(", ", " oder ").replace(" or ", " oder ").split(" oder ")]
    groups = alternatives(listed.words)
    if len(texts) != len(groups):
        return False
    following = source.parts[place + 1 : place + 2]
    attributed = bool(following) and following[0].mark not in {"np", "adv"}
    return any(
        alike(replace(listed, words=words, text=text), part)
        for index, (words, text) in enumerate(zip(owned(groups, texts), texts, strict=True))
        if words and not (attributed and index + 1 < len(groups))
    )


def is_free(listed: Part, part: Part) -> bool:
    """Neither is bounded, counted or joined with anything else."""
    plain = not (listed.scope or part.scope or listed.determiner or listed.has_value)
    return plain and not {"and", "not", "no", "either"} & {*listed.words, *part.words} and "or" not in part.words


def is_condition(source: Statement, claim: Statement, listed: Part) -> bool:
    """ "bei A oder B", "auf Antrag von A oder B", and an object of "wenn Sie A oder B halten"."""
    narrowed = {word for scope in (source.scope, *(p.scope for p in source.parts)) for word in scope}
    if source.relation != claim.relation or narrowed & (NARROWING - {"not"}):
        return False
    if source.relation:
        owned_by_verb = listed.mark == "np" and ACCUSATIVE in listed.cases and NOMINATIVE not in listed.cases
        return source.relation == "if" and not source.denied and owned_by_verb
    return listed.mark == "near" or (listed.mark == "on" and listed.words[0] in DEMANDS)


def is_choice(source: Statement, listed: Part) -> bool:
    """ "kann schriftlich oder elektronisch gestellt werden"."""
    scopes = {word for scope in (source.scope, *(p.scope for p in source.parts)) for word in scope}
    plain = source.predicate.modality in {"can", "may"} and not source.relation and not scopes & NARROWING
    return plain and listed.mark in OF_CHOICES


def alternatives(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    groups: list[tuple[str, ...]] = [()]
    for word in words:
        groups = [*groups, ()] if word == "or" else [*groups[:-1], (*groups[-1], word)]
    return groups


def owned(groups: list[tuple[str, ...]], texts: list[str]) -> list[tuple[str, ...]]:
    """ "Antrag des Vorsitzenden" and "einer Fraktion" as "Antrag einer Fraktion"; none where it is not sure whose."""
    first = groups[0]
    if "of" not in first:
        # "alte Menschen oder Kinder" may speak of old children.
        plain = all(len(group) == 1 for group in groups[:-1]) or len(first) > 1
        return [group if plain and (not i or len(first) == 1) else () for i, group in enumerate(groups)]
    head = first[: first.index("of") + 1]
    shared = [text.lower().startswith(OWN_ARTICLES) and "of" not in g for g, text in zip(groups, texts, strict=True)]
    return [first, *((*head, *g) if own else () for g, own in zip(groups[1:], shared[1:], strict=True))]

"""Gives each verb of a German clause whose verbs are joined by "und" or "oder" a clause of its own."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.german.clauses.clause import Clause
from apps.text.entailment.german.clauses.finite_verbs import (
    VERB_KINDS,
    contains_finite_verb,
    has_helping_verb,
    has_verb,
    is_complete_clause,
    is_surely_finite,
)
from apps.text.entailment.tokens.morphology import verb_of_participle
from apps.text.entailment.tokens.token import Token


def split_coordinated_clauses(main: Clause) -> list[Clause]:
    """ "… und kostet …", "… übertragen und vererbt werden": each verb with a clause of its own."""
    tokens = main.tokens
    for index, token in enumerate(tokens):
        if token.kind != "conj" or token.key not in {"and", "or", "but", "but_rather"}:
            continue
        tokens = mark_first_participle(tokens, index)
        tokens = mark_second_verb(tokens, index)
        if is_complete_clause(tokens[:index]) and contains_finite_verb(
            tokens[index + 1 :], closed=not has_helping_verb(tokens[:index])
        ):
            first = replace(main, tokens=tokens[:index])
            rest = [*shared_front(tokens, tokens[index + 1 :]), *tokens[index + 1 :]]
            connector = "or" if token.key == "or" else ""
            second = Clause(rest, "", connector, elliptic=True, dependents=conditions_of_both_halves(main))
            return [first, *split_coordinated_clauses(second)]
        if token.key == "and" and (found := split_under_helping_verb(tokens, index)) is not None:
            whole = replace(main, tokens=found[0])
            rest = [*shared_front(tokens, found[1]), *found[1]]
            return [
                whole,
                *split_coordinated_clauses(Clause(rest, elliptic=True, dependents=conditions_of_both_halves(main))),
            ]
        if token.key == "and" and (shared := split_shared_helping_verb(tokens, index)) is not None:
            return [replace(main, tokens=part) for part in shared]
    return [main]


def mark_first_participle(tokens: list[Token], at: int) -> list[Token]:
    """ "müssen entfernt und … abgelagert werden": read as an adjective, but "werden" helps both."""
    first = tokens[at - 1] if at else None
    helped_both = len(tokens) > at + 2 and tokens[-1].key == "werden" and tokens[-2].kind == "verb"
    if first is None or first.kind != "adj" or not helped_both or not first.low.endswith(("t", "en")):
        return tokens
    verb = verb_of_participle(first.low)
    return [*tokens[: at - 1], replace(first, key=verb, kind="verb", form="PP"), *tokens[at:]] if verb else tokens


def mark_second_verb(tokens: list[Token], at: int) -> list[Token]:
    """ "berät die Eltern und vermittelt auf Wunsch …": the form of a participle after "und", helped by nothing."""
    following = tokens[at + 1] if at + 2 < len(tokens) else None
    if following is None or following.kind != "verb" or following.form != "PP" or not following.low.endswith("t"):
        return tokens
    alone = not has_helping_verb(tokens) and is_complete_clause(tokens[:at]) and not has_verb(tokens[at + 2 :])
    return [*tokens[: at + 1], replace(following, form="FIN"), *tokens[at + 2 :]] if alone else tokens


WITHOUT_CONDITION = frozenset({"relative", "because", "although", "that", "to"})


def conditions_of_both_halves(main: Clause) -> list[Clause]:
    """What a condition, a time or a purpose narrows, it narrows in both halves: "Wenn es regnet, fällt X aus und …"."""
    return [clause for clause in main.dependents if clause.relation not in WITHOUT_CONDITION]


def shared_front(tokens: Sequence[Token], second: Sequence[Token]) -> list[Token]:
    """ "Bei Regen fällt X aus und …": what stands in front holds for both, unless both have a time of their own."""
    place = next((i for i, t in enumerate(tokens) if t.kind in VERB_KINDS), 0)
    front = list(tokens[:place])
    if not front or front[0].kind not in {"prep", "adv", "limit", "focus", "adj", "value"}:
        return []
    return [] if has_time(front) and has_time(second) else front


def has_time(tokens: Sequence[Token]) -> bool:
    return any(t.value is not None or t.kind == "adv" for t in tokens)


def split_under_helping_verb(tokens: Sequence[Token], at: int) -> tuple[list[Token], list[Token]] | None:
    """ "werden sechs Monate aufbewahrt und dann öffentlich versteigert": the helping verb helps the second verb too."""
    helper = next((t for t in tokens[:at] if t.kind in {"aux", "modal"} and is_surely_finite(t)), None)
    end = len(tokens)
    while end > at + 1 and tokens[end - 1].kind in {"aux", "modal"}:
        end -= 1
    first, rest, tail = list(tokens[:at]), list(tokens[at + 1 : end]), list(tokens[end:])
    if helper is None or len(rest) < len(("circumstance", "verb")) or tokens[at - 1].kind != "verb":
        return None
    if rest[-1].kind != "verb" or has_verb(rest[:-1]) or rest[-1].form.startswith("FIN past"):
        return None
    after = first[first.index(helper) + 1 :]
    alike = len(rest) > len(("object", "verb")) and after[-2:-1] and after[-2].key == rest[-2].key == "not"
    narrowed = [t for i, t in enumerate(after) if narrows_both_verbs(after, i)]
    if (narrowed and not (alike and len(narrowed) == 1)) or any(t.text == "," for t in tokens):
        return None
    if rest[0].kind in {"noun", "det"} and any(t.kind in CIRCUMSTANCES or t.value is not None for t in after[:-1]):
        return None  # "müssen auf Antrag geprüft und Bescheide erteilt werden": perhaps both on application.
    return [*first, *tail], [helper, *rest, *tail]


NARROWING = frozenset({"near", "without", "except", "because_of"})
"""Prepositions of what may be a condition of both: "bei Regen", "ohne Genehmigung"."""


def narrows_both_verbs(after: Sequence[Token], at: int) -> bool:
    """What may belong to both verbs; not "spätestens bis 6 Uhr", which tells when the first is done."""
    token = after[at]
    if token.kind == "prep" and token.key in NARROWING:
        return True
    if token.kind not in {"neg", "focus", "limit"} or token.key == "fully":
        return False
    values = [t.value for t in after[at + 1 : at + 3] if t.value is not None]
    return not (token.key == "at_latest" and values and values[0].kind in {"clock", "date"})


CIRCUMSTANCES = frozenset({"prep", "adv", "adj"})


def split_shared_helping_verb(tokens: Sequence[Token], at: int) -> tuple[list[Token], list[Token]] | None:
    """Two participles or infinitives under one helping verb, denied alike; None for anything else."""
    verb = at - 1
    start = at + 1
    while start < len(tokens) and tokens[start].kind == "neg":
        start += 1
    if verb < 1 or start >= len(tokens) or tokens[verb].kind != "verb" or tokens[start].kind != "verb":
        return None
    before, denied = verb, start - at - 1
    while before > 0 and tokens[before - 1].kind == "neg":
        before -= 1
    tail = list(tokens[start + 1 :])
    if (
        verb - before != denied
        or any(t.kind not in VERB_KINDS for t in tail)
        or not any(t.kind in {"aux", "modal"} for t in tokens[:before])
    ):
        return None
    front = list(tokens[:before])
    return [*front, *tokens[before:at], *tail], [*front, *tokens[at + 1 : start + 1], *tail]

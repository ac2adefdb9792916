"""Merges a sentence into the one before that it only adds to: a date, an exception, "trotzdem", "sonst". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.across_sentences.pronoun_resolution import (
    DEMONSTRATIVE_PRONOUNS,
    PRONOUNS,
    fits_pronoun,
)

POINTING = frozenset({("this",), ("the",), ("it",)})
POSSIBLE = frozenset({"gehen", "sein möglich"})
DOING = frozenset({"tun", "machen", "erledigen"})


def merge_with_addition(before: Statement, statement: Statement) -> Statement | None:
    """Both as one statement, or None when the second one says something of its own."""
    for put in (merge_circumstances, merge_measure, merge_reason, merge_exception, merge_otherwise, merge_concession):
        if (whole := put(before, statement)) is not None:
            return whole
    return None


def merge_exception(before: Statement, statement: Statement) -> Statement | None:
    """ "Y. Das gilt nicht, wenn X." as "Y, wenn nicht X."; "Das gilt nur, wenn X" as "Y nur, wenn X"."""
    first = before.sentence == 0 and not before.follows and statement.sentence == 1
    named = POINTING | ({FIRST_SENTENCE} if first else set())
    pointing = [p for p in statement.parts if p.words in named and p.mark == "np"]
    if statement.predicate.verb != "gelten" or len(pointing) != len(statement.parts) or len(pointing) != 1:
        return None
    if len(statement.dependents) != 1 or before.dependents or statement.predicate.modality or before.denied:
        return None
    clause = statement.dependents[0]
    plain = clause.relation == "if" and not any("not" in p.scope for p in clause.parts)
    if statement.scope == ("not",) and plain and clause.scope in {(), ("not",)}:
        put = replace(clause, scope=() if clause.scope else ("not",))
    elif not statement.scope and clause.relation == "only_if":
        put = clause
    else:
        return None
    return replace(before, dependents=[put], licences=[*before.licences, TOGETHER])


FIRST_SENTENCE = ("satz", "number:1")
""" "Satz 1 gilt nicht, wenn …" after the first sentence of what is quoted."""
CONCESSIVE = frozenset({("trotzdem",)})


def merge_concession(before: Statement, statement: Statement) -> Statement | None:
    """ "X. Trotzdem Y." as "Obwohl X, Y."."""
    signs = [p for p in statement.parts if p.words in CONCESSIVE and not p.scope]
    if len(signs) != 1 or before.dependents or statement.dependents or before.connector or before.predicate.imperative:
        return None
    rest = [p for p in statement.parts if p is not signs[0]]
    front = statement.front - (statement.parts.index(signs[0]) < statement.front)
    clause = replace(before, relation="although")
    licences = [*before.licences, *statement.licences, "connective: …, trotzdem = obwohl"]
    return replace(statement, parts=rest, front=front, dependents=[clause], licences=licences)


OTHERWISE = frozenset({("sonst",), ("andernfalls",), ("ansonsten",)})


def merge_otherwise(before: Statement, statement: Statement) -> Statement | None:
    """ "Holen Sie ihn ab. Sonst wird er ungültig." as "Er wird ungültig, wenn er nicht abgeholt wird."."""
    signs = [p for p in statement.parts if p.words in OTHERWISE and not p.scope]
    if len(signs) != 1 or not before.predicate.imperative or before.scope or before.dependents or statement.dependents:
        return None
    if any("not" in p.scope or p.determiner in {"no", "all"} for p in before.parts):
        return None
    pronouns = [p for p in statement.parts if p.mark == "np" and p.words[:1] and p.words[0] in PRONOUNS]
    named = [p for p in before.parts if len(pronouns) == 1 and p.mark == "np" and fits_pronoun(p, pronouns[0].words[0])]
    parts = list(before.parts)
    rest = [p for p in statement.parts if p is not signs[0]]
    if len(named) == 1:
        parts = [replace(p, words=pronouns[0].words) if p is named[0] else p for p in parts]
        rest = [replace(p, words=named[0].words, turned=True) if p is pronouns[0] else p for p in rest]
    limits = [p for p in parts if p.mark in {"within", "until", "until+to"} and not p.scope]
    if len(limits) == 1:  # "nicht binnen vier Wochen"
        parts = [replace(p, scope=("not",)) if p is limits[0] else p for p in parts]
    condition = replace(
        before,
        relation="if",
        scope=() if len(limits) == 1 else ("not",),
        parts=parts,
        predicate=replace(before.predicate, modality="", imperative=False),
    )
    return replace(
        statement,
        parts=rest,
        front=max(0, statement.front - 1),
        dependents=[condition],
        licences=[*before.licences, *statement.licences, "connective: …, sonst = wenn nicht, …"],
    )


def merge_circumstances(before: Statement, statement: Statement) -> Statement | None:
    """ "Sie können X beantragen. Das geht bis Freitag." as "Sie können X bis Freitag beantragen."."""
    pointing = [p for p in statement.parts if p.words in POINTING and p.mark == "np"]
    others = [part for p in statement.parts if p not in pointing for part in split_joined_circumstances(p)]
    if (
        len(pointing) != 1
        or not others
        or any(p.mark == "np" for p in others)
        or statement.scope
        or statement.dependents
        or statement.predicate.tense != "present"
        or before.denied
        or not have_same_possibility(before, statement)
    ):
        return None
    return replace(
        before, parts=[*others, *before.parts], front=before.front + len(others), licences=[*before.licences, TOGETHER]
    )


TOGETHER = "sentences: put together"


def have_same_possibility(before: Statement, statement: Statement) -> bool:
    """ "Das geht", "das ist möglich" after what one may do; "das müssen Sie tun" after what one must."""
    found = statement.predicate
    if found.verb in POSSIBLE:
        return before.predicate.modality in {"can", "may"} and not found.modality
    return found.verb in DOING and found.modality == before.predicate.modality != "" and statement.generic == "you"


def split_joined_circumstances(part: Part) -> list[Part]:
    """ "jederzeit und formlos" as two circumstances."""
    if part.mark not in {"adj", "adv"} or "and" not in part.words:
        return [part]
    place = part.words.index("and")
    halves = [replace(part, words=part.words[:place]), replace(part, words=part.words[place + 1 :], scope=())]
    return halves if place else [replace(part, words=part.words[1:])]


def merge_measure(before: Statement, statement: Statement) -> Statement | None:
    """ "Es wird ein Zuschlag erhoben. Er beträgt 5 Prozent." as "Es wird ein Zuschlag von 5 Prozent erhoben."."""
    if (
        statement.predicate.verb != "betragen"
        or statement.predicate.modality
        or statement.scope
        or statement.dependents
        or len(statement.parts) < len(("subject", "value"))
    ):
        return None
    subject, value, *others = statement.parts
    if subject.mark != "np" or subject.scope or value.mark != "value" or any(p.mark == "np" for p in others):
        return None
    named = [i for i, p in enumerate(before.parts) if p.mark == "np" and not p.scope and refers_to_part(subject, p)]
    if len(named) != 1 or any(p.has_value for p in before.parts):
        return None
    place = named[0] + 1
    added = [replace(value, mark="from"), *others]
    return replace(
        before,
        parts=[*before.parts[:place], *added, *before.parts[place:]],
        front=before.front + (len(added) if place <= before.front else 0),
        licences=[*before.licences, TOGETHER],
    )


def refers_to_part(subject: Part, part: Part) -> bool:
    if len(subject.words) == 1 and subject.words[0] in PRONOUNS:
        return fits_pronoun(part, subject.words[0])
    if subject.words == ("this",) and subject.text.lower() in DEMONSTRATIVE_PRONOUNS:
        return fits_pronoun(part, DEMONSTRATIVE_PRONOUNS[subject.text.lower()])  # "Diese betragen …"
    return subject.words == part.words


def merge_reason(before: Statement, statement: Statement) -> Statement | None:
    """ "Y. Denn X." as "Y, weil X."."""
    if statement.connector != "because" or before.dependents:
        return None
    return replace(
        before,
        dependents=[replace(statement, relation="because", connector="")],
        licences=[*before.licences, "connective: denn = weil"],
    )

"""Denials that a free rewrite may say by other words, or say twice because a sentence was split in two."""

import re

from apps.simplify.checks.certainty.gained_words import gained_words, gains
from apps.simplify.checks.meaning.negations import CLOSED
from apps.simplify.text.sentences import split_sentences
from apps.simplify.text.violation import Violation
from apps.simplify.text.words import content_stems, related
from apps.text.grammar.negations import NEGATION, is_negated

CEASING = re.compile(
    r"(?<!\w)(?:einstell|eingestellt|einzustell|beend|ende[nt]|aufgeb|aufgegeben|aufheb|aufgehob|aufzuheb|entzieh|entzog"
    r"|verl(?:ier|or|ust)|erl[iö]sch|erlosch|ruh[et]|entf[aä]ll|entfiel|wegf[aä]ll|ausf[aä]ll|unterbr[eio]ch|unterbleib"
    r"|unterlass|unterschr[ei]|ausschl[ieoö]|ausgeschlossen|unter \d|jünger|bis zur Vollendung"
    r"|fernzuhalt|fernhalt|hinder|verm[ei]+d|verweiger|versag|ablehn|abgelehn|lehn|fehl|mang|verzicht"
    r"|befrei|frei|lediglich|nur\b|allein\b|ausschließ|statt\b|anstelle|außer|bis auf|es sei denn|ausgenommen|ausnahme"
    r"|sonst|erst\b|leer|unwirksam|nichtig|un[a-zäöü]{5,}|los(?:e|en|er)?\b|verboten|verbot|untersag|gesperrt|abgel[aeo]uf"
    r"|überschr|versäum|kündig|gekündig|w[ie]derruf|zurückn|zurückgenommen|verhinder|abseh|abgeseh|höchstens|mindestens|spätestens|frühestens|längstens"
    r"|selten|kaum|vorbehalt)"
    r"\w*",
    re.IGNORECASE,
)
"""Words that hold a denial: what is ended is no more."""
FALLEN = re.compile(r"\b(?:fäll(?:t|st)|fallen|fiel(?:en)?) (?:[^.!?,]{1,60} )?(?:aus|weg)\b", re.IGNORECASE)
NEEDED = re.compile(
    r"\b(?:darf|dürfen|kann|können)\b[^.!?]*\b(?:nicht|kein\w*)\b|\bohne\b[^.!?]*\b(?:nicht|kein\w*)\b", re.IGNORECASE
)
DEMAND = re.compile(r"\b(?:muss|müssen|brauch\w*|nötig)\b", re.IGNORECASE)
CONDITION_DENIED = re.compile(
    r"(?:^|[.!?;] )[A-ZÄÖÜ][a-zäöüß]+ [^.!?]*\b(?:nicht|kein\w*)\b[^.!?]*,"
    r"|(?<!auch )\b(?:wenn|falls|sofern|soweit|ohne)\b",
    re.IGNORECASE,
)
OTHERWISE = re.compile(r"\b(?:sonst|andernfalls|danach|dann|später|nur)\b", re.IGNORECASE)
DENIED = re.compile(r"nicht|kein\w*|nichts|nie(?:mals|mand\w*)?|ohne|weder", re.IGNORECASE)


def is_doubtful_negation(one: Violation, before: str, after: str) -> bool:
    if one.before and one.after:
        return False
    if one.after:
        return loses_ceasing(before, after) or repeats_denial(before, after)
    lost = one.before or ""
    if lost.startswith("entf"):
        return FALLEN.search(after) is not None
    if DENIED.fullmatch(lost):
        is_said = bool(gained_words(CLOSED, before.lower(), after.lower())) or gains(FALLEN, before, after)
        return is_said or is_condition_turned(before, after) or is_told_as_demand(before, after)
    return gains(NEGATION, before, after)


def is_told_as_demand(before: str, after: str) -> bool:
    """ "dürfen nicht verlassen" as "müssen bleiben", "ohne A nicht B" as "für B brauchen Sie A", each once."""
    needed = sum(NEEDED.search(one.text) is not None for one in split_sentences(before))
    demands = [one.text for one in split_sentences(after) if DEMAND.search(one.text) and not is_negated(one.text)]
    lost = sum(is_negated(one.text) for one in split_sentences(before)) - len(
        [one for one in split_sentences(after) if is_negated(one.text)]
    )
    return needed >= lost > 0 and gains(DEMAND, before, " ".join(demands))


def is_condition_turned(before: str, after: str) -> bool:
    """ "Wird nicht gezahlt, …" as "Zahlen Sie. Sonst …", "… Danach …": what happens otherwise is told after it."""
    return CONDITION_DENIED.search(before) is not None and gains(OTHERWISE, before, after)


def loses_ceasing(before: str, after: str) -> bool:
    """A word of the original that holds a denial is told in other words."""
    return gains(CEASING, after, before)


def repeats_denial(before: str, after: str) -> bool:
    """Two sentences deny the same that one sentence of the original denies."""
    if not is_negated(before):
        return False
    denied = [content_stems(sentence.text) for sentence in split_sentences(after) if is_negated(sentence.text)]
    own = [content_stems(sentence.text) for sentence in split_sentences(before) if is_negated(sentence.text)]
    return len(denied) > len(own) and any(
        share(one, other) for number, one in enumerate(denied) for other in denied[number + 1 :]
    )


def share(one: frozenset[str], other: frozenset[str]) -> bool:
    return any(related(word, second) for word in one for second in other)

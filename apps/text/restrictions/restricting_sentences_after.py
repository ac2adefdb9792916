"""Sentences that take back or restrict what stands before them, as the next one, a note or farther below."""

import re
from functools import lru_cache

from apps.text.entailment import narrows_sentence_before
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.parse_statements import parse_statements
from apps.text.restrictions.exceptions_in_next_sentence import names_exception
from apps.text.restrictions.references_to_sentence_before import refers_to_sentence_before
from apps.text.restrictions.remarks_on_sentence_before import is_confirming_remark, remarks_on_sentence_before
from apps.text.restrictions.voided_texts import says_void

LONGEST_READ, MOST_KEPT = 1_000, 2_000
POINTS_BACK = re.compile(
    r"(?:(?:Das|Dies|So|These|It)(?= [a-z])|(?:Dies(?:e[rs]?|em|en)|Jene[rs]?|Doch|This|That|Such)\b)"
)
DENIES = re.compile(
    r"\b(?:bestreite[nt]|bestritt(?:en)?|widerspr(?:icht|echen|ach|ochen)|weis(?:t|en)\b.{1,80}\bzurück"
    r"|teil(?:t|en)\b.{1,80}\bnicht|denie[sd]|disput(?:es?|ed)|disagrees?|contests?|refutes?|challenges?)\b",
    re.IGNORECASE,
)
OF_WHAT_WAS_SAID = re.compile(r"\b(?:das|dies(?:e[rs]?|em|en)?|dem|this|that|it|these)\b", re.IGNORECASE)
ANSWERS_NO = re.compile(r"[\s*_\"“”>A.:]{0,12}(?:Nein|Falsch|Leider nein|No|Wrong|False|Not true)\s?[,.!:–-]")
OF_ALL_ABOVE = re.compile(
    r"\b(?:vor(?:ige|stehende|genannte|erwähnte|herige)[nrs]?|obe?n(?:genannt|steh|beschrieb)\w*|obige[nrs]?"
    r"|oben (?:genannt|steh|beschrieben)\w*|(?:das|dies)(?:es)? alles|all(?:es)? dies(?:es)?|above|foregoing|preceding"
    r"|all (?:of )?this|dies(?:e[rs]?|em|en) (?:paragraph\w*|vorschrift|regelung|bestimmung|abschnitt|angebot|leistung)"
    r"|this (?:section|subsection|paragraph|rule|provision|offer|service))\b",
    re.IGNORECASE,
)
CORRECTS = re.compile(r"(?:Update|Nachtrag|Korrektur|Berichtigung|Aktualisierung|Correction|Erratum)\b[^:.]{0,40}:")
LIMITING = frozenset({"only", "not", "never", "nothing"})
LIMITING_WORDS = frozenset({"allein", "ausschliesslich", "ausschließlich", "solely", "exclusively"})
HELPS = re.compile(r"(?:If you|Wenn Sie|Falls Sie|Sollten Sie)\b.*\b(?:please|bitte)\b", re.IGNORECASE)
""" "If you cannot open this page, please call us." offers something else."""
NO_SUCH = re.compile(
    r"\b(?:no such|any of (?:that|this)|nothing of the (?:sort|kind)"
    r"|(?:nichts|niemand|kein\w*) (?:dergleichen|derlei|solche\w*))\b"
    r"|\b(?:diese[mnrs]?|this|that) (?:Satz|Spruch|Auskunft|Aussage|Behauptung|sentence|statement|claim)\b",
    re.IGNORECASE,
)
"""It speaks of what stands before as of words."""
ASKS_KINDLY = re.compile(r"(?:Bitte|Please)\b")
IT = frozenset({("he",), ("it",), ("they",), ("darauf",), ("davon",), ("that",), ("this",)})
PAST = "past"


@lru_cache(maxsize=MOST_KEPT)
def takes_back_sentence_before(text: str) -> bool:
    """Whether the next sentence says that the one before does not hold, or of some only."""
    if len(text) > LONGEST_READ:
        return False
    if HELPS.match(text) or is_confirming_remark(text):
        return False
    if NO_SUCH.search(text) or narrows_sentence_before(text) or (DENIES.search(text) and OF_WHAT_WAS_SAID.search(text)):
        return True
    if POINTS_BACK.match(text) and (says_void(text) or tells_former_rule(text)):
        return True
    if warns_against_it(text) or names_exception(text) or remarks_on_sentence_before(text):
        return True
    return refers_to_sentence_before(text)


def warns_against_it(text: str) -> bool:
    """ "Bitte beachten Sie ihn nicht."."""
    return any(
        (one.predicate.imperative or ASKS_KINDLY.match(text))
        and is_limited(one)
        and bool(one.parts)
        and all(p.words in IT for p in one.parts)
        for one in parse_statements(text)[:1]
    )


def answers_no(text: str) -> bool:
    """Whether what stands behind a quote begins with "Nein" or "No": the quote was what was asked."""
    return ANSWERS_NO.match(text) is not None


def tells_former_rule(text: str) -> bool:
    """ "So lautete die alte Regel.", "Das galt bis 2022."."""
    return any(
        one.predicate.tense == PAST and one.predicate.verb in {"gelten", "lauten", "apply"}
        for one in parse_statements(text)[:1]
    )


def may_take_back_above(text: str, begin: int = 0) -> bool:
    """Whether it has, from `begin` on, words with which a sentence speaks of all that stands above: most have none."""
    return OF_ALL_ABOVE.search(text, begin) is not None or CORRECTS.search(text, begin) is not None


def takes_back_above(text: str) -> bool:
    """ "Die vorstehende Regelung gilt nur für Vereine.", "Korrektur: Das Gebot ist aufgehoben", wherever it stands."""
    if len(text) <= LONGEST_READ and CORRECTS.match(text):
        return says_void(text)
    if len(text) > LONGEST_READ or not OF_ALL_ABOVE.search(text):
        return False
    return says_void(text) or any(is_limited(one) for one in parse_statements(text)[:1])


def is_limited(one: Statement) -> bool:
    """Denied, or said of some only; a bound such as "spätestens" limits nothing."""
    scopes = {word for scope in (one.scope, *(p.scope for p in one.parts)) for word in scope}
    return bool(scopes & LIMITING) or any(set(p.words) & LIMITING_WORDS for p in one.parts)


def restricts_as_note(text: str) -> bool:
    """A note at the foot: "Gilt nicht im Winter.", "außer sonntags", "nur für Mitglieder"."""
    if len(text) > LONGEST_READ:
        return False
    if len(text.split()) == 1 and text.isalpha():
        return True  # "ermäßigt": it says which one is meant
    told = text[:1].upper() + text[1:].rstrip(".") + "."
    read = parse_statements(told)[:1]
    limited = any(one.dependents or is_limited(one) for one in read)
    return limited or says_void(text) or narrows_sentence_before(told)

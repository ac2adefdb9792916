"""Selects units for the case in question: the one a follow-up names, a group of people, the story told before it.

What holds for adults is no answer to "und für Kinder?".
"""

import re
from collections.abc import Collection, Sequence

from apps.llm.offline.answers.neighbouring_sentences import (
    nearest_sentence_naming,
    term_similarity,
)
from apps.llm.offline.ranking.analyse_question import QuestionTerms, analyse_question
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.question_kinds import asks_for_time, is_exception
from apps.llm.offline.ranking.unit_score_adjustments import asks_what_somebody_pays, may_answer
from apps.llm.offline.unit_selection.pick_further_likely_units import FIGURE
from apps.llm.offline.unit_selection.selected_unit import SelectedUnit
from apps.text.numbers.calendar_names import ENGLISH_MONTHS, ENGLISH_WEEKDAYS, GERMAN_MONTHS, GERMAN_WEEKDAYS
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import content_stems

NAMES_TIME = re.compile(
    rf"\b(?:(?:{'|'.join(GERMAN_WEEKDAYS)})\w*|(?:{'|'.join(ENGLISH_WEEKDAYS)})s?|{'|'.join(GERMAN_MONTHS)}"
    rf"|{'|'.join(ENGLISH_MONTHS)}|(?:vor|nach)?mittags?|morgens?|abends?|nachts?|früh|heute|wochenenden?|feiertag\w*"
    r"|weihnachten|ostern|pfingsten|silvester|neujahr|\w*ferien|am \d{1,2}\.|today|tomorrow|evenings?|mornings?"
    r"|afternoons?|night|weekends?|holidays?|christmas|easter)\b",
    re.IGNORECASE,
)
SPANS = content_stems("Tag Woche Monat Jahr day week month year")
FOR_WHOM = re.compile(r"\b(?:für|for) ([A-ZÄÖÜ][\w-]+)")
""" "Was kostet der Eintritt für Kinder?"; "für die Anmeldung" names no group."""
OF_AGE = re.compile(r"\b(?:unter|bis|ab) \S+ Jahren?\b")
CHARGES_LESS = re.compile(
    r"\b(?:nichts|frei|kostenlos|kostenfrei|gebührenfrei|gratis|unentgeltlich|ausgenommen|befreit|keine?|ermäßig\w+"
    r"|prozent|hälfte|doppelte|free|nothing|half|per ?cent|exempt|reduced)\b|%",
    re.IGNORECASE,
)
ORDINAL = re.compile(r"\b(?:\d+\.|dritte|vierte|fünfte|third|fourth|fifth)", re.IGNORECASE)
FURTHER = re.compile(r"\b(?:weitere|zusätzliche|further|additional)", re.IGNORECASE)


def select_for_case(
    base: str, case: str, found: list[SelectedUnit], candidates: Sequence[CandidateUnit], *, most_units: int
) -> list[SelectedUnit]:
    """For a follow-up question that only names another case: those that say it, or the best one and the sentence near
    it that does, which stands alone where there is no room for both. Empty where none does: what holds for adults is no
    answer to "und für Kinder?". Of a day or a season the hours of all may tell."""
    asked = analyse_question(case, candidates)
    if asked is None:
        return found
    known = content_stems(base)
    terms = drop_time_spans([term for term in asked.terms if term_similarity(term, known) == 0] or asked.terms)
    # A title may name all the groups of whom the document speaks.
    titled = () if FOR_WHOM.search(case) else candidates
    if any(says_any_term(terms, asked, one, titled) for one in found):
        return found
    if ORDINAL.search(case) and any(FURTHER.search(one.unit.shown) for one in found):
        return found
    best = next((one for one in candidates if one.unit is found[0].unit), None)
    asks_price = asks_what_somebody_pays(base)
    telling = [one for one in candidates if not asks_price or mentions_charge(base, one.unit)]
    beside = best and nearest_sentence_naming(terms, best, telling)
    if beside is None:
        return found if NAMES_TIME.search(case) and asks_for_time(base) else []
    has_room = most_units > 1 and not any(one.goes_on for one in found)
    return [*found[:has_room], SelectedUnit(beside.number, beside.unit, found[0].score, goes_on=has_room)]


def mentions_charge(question: str, unit: QuotableUnit) -> bool:
    """Whether it says a price, or that less or nothing is to be paid."""
    return may_answer(question, unit) or CHARGES_LESS.search(unit.shown) is not None


def drop_time_spans(terms: Sequence[str]) -> Sequence[str]:
    """Drops "Jahr", where more is said of it: "im Jahr 2019" is not named by a fee "im Jahr"."""
    return [term for term in terms if term not in SPANS] or terms


def says_any_term(
    terms: Collection[str], asked: QuestionTerms, selected: SelectedUnit, candidates: Sequence[CandidateUnit]
) -> bool:
    """Whether the unit, the line that leads to it or, of `candidates`, the title of its document says one of them."""
    title = next((one.stems.title for one in candidates if one.number == selected.number), frozenset())
    said = content_stems(f"{selected.unit.lead} {selected.unit.shown}") | title
    return any(asked.matches.is_said_by(term, said) for term in terms)


def add_group_unit(
    question: str, found: list[SelectedUnit], candidates: Sequence[CandidateUnit], *, most_units: int
) -> list[SelectedUnit]:
    """Adds what is said near the best unit of the group that is asked for, unless in a case of which nobody speaks:
    "Kinder unter 6 Jahren zahlen nichts" for "Was kostet der Eintritt für Kinder?"."""
    group = content_stems(" ".join(FOR_WHOM.findall(question)))
    of_group = [one for one in candidates if group and not is_exception(question, OF_AGE.sub("", one.unit.shown))]
    return add_story_unit(group, found, of_group, most_units=most_units)


def add_story_unit(
    told: Collection[str], found: list[SelectedUnit], candidates: Sequence[CandidateUnit], *, most_units: int
) -> list[SelectedUnit]:
    """Adds the sentence near the best one that alone says something of what is told: fees for those under six, where
    somebody's daughter is three. Where there is no room for one more it takes the place of the last, for without it the
    first may be wrong; two of which one leans on the other stay, and two pages that say other figures."""
    has_room = len(found) < most_units
    if not has_room and (most_units == 1 or any(one.goes_on for one in found) or have_different_figures(found)):
        return found
    quoted = {one.unit.quote for one in found}
    best = next((one for one in candidates if one.unit is found[0].unit), None)
    beside = best and nearest_sentence_naming(told, best, candidates)
    if beside is None or any(beside.unit.quote in quote for quote in quoted):
        return found
    kept = found if has_room else found[: most_units - 1]
    return [*kept, SelectedUnit(beside.number, beside.unit, found[0].score, beside.lead_number)]


def have_different_figures(found: Sequence[SelectedUnit]) -> bool:
    first, last = found[0], found[-1]
    figures = [set(FIGURE.findall(one.unit.shown)) for one in (first, last)]
    return first.number != last.number and figures[0] != figures[1]

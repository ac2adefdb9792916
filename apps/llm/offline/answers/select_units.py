"""Which units of the sources answer a question: the candidates in the order of their learned scores, and no more of
them than help.

Whether the best one is an answer at all is decided in answerability.py.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from apps.llm.offline.answers.answer_paper_number import units_of_named_paper
from apps.llm.offline.answers.answerability import answer_evidence, evidence_surplus, leaves_subject_open
from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units, sources_of_asked_day
from apps.llm.offline.answers.exclude_other_things_of_same_kind import exclude_other_things
from apps.llm.offline.answers.join_table_rows import are_of_one_table, asks_for_several_rows, join_table_rows
from apps.llm.offline.answers.neighbouring_sentences import (
    hour_sentence_after,
    is_consequence,
    leans_on_previous,
    narrowing_sentence_after,
    nearest_sentence_naming,
    previous_sentence,
    term_similarity,
)
from apps.llm.offline.answers.rerank_units_with_embeddings import rerank_by_meaning
from apps.llm.offline.answers.semantic_similarity_evidence import LOWEST_SURPLUS, semantic_evidence
from apps.llm.offline.questions.core_question import core_questions, story_stems
from apps.llm.offline.questions.rephrase_question import split_asked_case
from apps.llm.offline.questions.respell_question import respell_question
from apps.llm.offline.questions.split_question import put_question_word_first, split_question
from apps.llm.offline.ranking.analyse_question import QuestionTerms, analyse_question
from apps.llm.offline.ranking.answer_type_cues import YES_OR_NO
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.nouns_as_questions import question_wordings
from apps.llm.offline.ranking.question_kinds import asks_for_time, is_exception, rephrase_as_open
from apps.llm.offline.ranking.rank_units import RankedUnit, rank_units
from apps.llm.offline.ranking.unit_features import asks_for_price, asks_for_topic
from apps.llm.offline.ranking.unit_score_adjustments import asks_what_somebody_pays, may_answer
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.numbers.calendar_names import ENGLISH_MONTHS, ENGLISH_WEEKDAYS, GERMAN_MONTHS, GERMAN_WEEKDAYS
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import content_stems

NEARLY_AS_LIKELY, OTHER_FIGURE_ELSEWHERE = 0.08, 0.02
"""How likely a further unit must be, compared with the first, to be shown beside it; the second where another document
says another figure: whoever asks for one must hear of both."""
WORD = re.compile(r"\w+")
FIGURE = re.compile(r"\d[\d.,]*")
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
MOST_UNITS = 2
MOST_WORDS = 90


@dataclass(frozen=True, slots=True)
class SelectedUnit:
    """A unit with the number of its source, and of that of the line that leads to it, where it is another one.

    `goes_on`: it says something only right behind the unit before.
    """

    number: int
    unit: QuotableUnit
    score: float
    lead_number: int = 0
    goes_on: bool = False


def select_units(
    question: str,
    frames: Sequence[SourceBlock],
    *,
    most_units: int = MOST_UNITS,
    most_words: int = MOST_WORDS,
    embeds_question: bool = False,
) -> list[SelectedUnit]:
    """Some units that answer the question, the best first. Empty when too little speaks for any of them.

    Slips of the pen are mended by the words of the sources, and what only leads to a question is left out. A message
    that asks two things gets a unit for each that is answered. Where words leave open what answers, the built-in model
    of meaning is asked about questions that it has embedded, and with `embeds_question` about every one: call it in a
    thread then.
    """
    frames = sources_of_asked_day(question, frames)
    candidates = collect_candidate_units(frames)
    if paper := units_of_named_paper(question, frames, candidates):
        return [SelectedUnit(number, unit, 0.0) for number, unit in paper]
    titles = {frame.number: frame.title for frame in frames}
    answered = partial(select_for_question, candidates=candidates, titles=titles, embeds_question=embeds_question)
    mended = respell_question(question, (text for frame in frames for text in (frame.title, frame.text)))
    said = frozenset[str]().union(*{one.stems.page | one.stems.title for one in candidates})
    wordings = core_questions(mended, said.__contains__)
    answers = (select_for_message(one, answered, most_units=most_units, most_words=most_words) for one in wordings)
    found = next(filter(None, answers), [])
    if not found or answers_two_questions(wordings, found):
        return found
    base, case = split_asked_case(mended)
    if case:
        return select_for_case(base, case, found, candidates, most_units=most_units)
    if told := story_stems(mended):
        return add_story_unit(told, found, candidates, most_units=most_units)
    return add_group_unit(mended, found, candidates, most_units=most_units)


def answers_two_questions(wordings: Sequence[str], found: Sequence[SelectedUnit]) -> bool:
    """Whether each of the units may answer a question of its own, so that none can give way to another."""
    return len(found) > 1 and any(len(split_question(one)) > 1 for one in wordings)


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
    """Without "Jahr", where more is said of it: "im Jahr 2019" is not named by a fee "im Jahr"."""
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
    """With what is said near the best one of the group that is asked for, unless in a case of which nobody speaks:
    "Kinder unter 6 Jahren zahlen nichts" for "Was kostet der Eintritt für Kinder?"."""
    group = content_stems(" ".join(FOR_WHOM.findall(question)))
    of_group = [one for one in candidates if group and not is_exception(question, OF_AGE.sub("", one.unit.shown))]
    return add_story_unit(group, found, of_group, most_units=most_units)


def add_story_unit(
    told: Collection[str], found: list[SelectedUnit], candidates: Sequence[CandidateUnit], *, most_units: int
) -> list[SelectedUnit]:
    """With the sentence near the best one that alone says something of what is told: fees for those under six, where
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


def select_for_message(
    question: str, answered: Callable[..., list[SelectedUnit]], *, most_units: int, most_words: int
) -> list[SelectedUnit]:
    """Units of both questions where it asks two, else of the likeliest wording that is answered."""
    parts = split_question(question)
    if len(parts) > 1:
        found = [answered(part, most_units=max(1, most_units // len(parts)), most_words=most_words) for part in parts]
        if any(found):
            return list({one.unit.quote: one for units in found for one in units}.values())
    wordings = (
        answered(one, most_units=most_units, most_words=most_words)
        for one in put_question_word_first(question) or question_wordings(question)
    )
    return next(filter(None, wordings), [])


def select_for_question(
    question: str,
    *,
    candidates: Sequence[CandidateUnit],
    titles: Mapping[int, str],
    most_units: int,
    most_words: int,
    embeds_question: bool,
) -> list[SelectedUnit]:
    """As select_units, for one question; `titles` by number of the source."""
    question = rephrase_as_open(question)
    asked = analyse_question(question, candidates)
    if asked is None:
        return []
    by_words = exclude_other_things(asked, rank_units(asked, candidates), candidates)
    if not by_words:
        return []
    found, enough = by_words, evidence_surplus(question, answer_evidence(asked, by_words, candidates))
    if enough > LOWEST_SURPLUS and not asks_for_topic(asked):
        found = rerank_by_meaning(question, by_words, titles, embeds_question=embeds_question)
    found = move_decision_first(asked, found, candidates)
    best = found[0].candidate
    if best is not by_words[0].candidate:
        enough = evidence_surplus(question, answer_evidence(asked, found, candidates))
    meant = semantic_evidence(question, titles[best.number], best.unit, enough, embeds_question=embeds_question)
    if enough + meant < 0 or leaves_subject_open(asked, best, candidates):
        return []

    def answers_alone(place: int) -> bool:
        says_it = may_answer(question, found[place].candidate.unit)
        return says_it and evidence_surplus(question, answer_evidence(asked, found[place:], candidates)) >= 0

    chosen = drop_less_telling_units(asked, pick_likely_units(found, most_units, most_words, answers_alone))
    return select_whole_table(asked, chosen, candidates) or add_neighbouring_sentences(
        asked, chosen, candidates, most_units, most_words
    )


def add_neighbouring_sentences(
    asked: QuestionTerms,
    chosen: Sequence[RankedUnit],
    candidates: Sequence[CandidateUnit],
    most_units: int,
    most_words: int,
) -> list[SelectedUnit]:
    """The best unit behind the sentence that it leans on, or before the one that narrows it or says the hour, if there
    is room for both; otherwise all chosen ones but those that say what follows from what nobody sees."""
    best, *others = chosen
    before = previous_sentence(best.candidate, candidates) if leans_on_previous(best.candidate) else None
    if before is not None and most_units > 1 and word_count(before) + word_count(best.candidate) <= most_words:
        first = SelectedUnit(before.number, before.unit, best.score, before.lead_number)
        return [first, replace(as_selected_unit(best), goes_on=True)]
    others = [one for one in others if not is_consequence(one.candidate)]
    elsewhere = any(one.candidate.number != best.candidate.number for one in others)
    behind = narrowing_sentence_after(best.candidate, candidates) or hour_sentence_after(
        asked, best.candidate, candidates
    )
    if behind is not None and not elsewhere and word_count(best.candidate) + word_count(behind) <= most_words:
        narrowed = [as_selected_unit(best), SelectedUnit(behind.number, behind.unit, best.score, goes_on=True)]
        return narrowed if most_units > 1 else narrowed[:1]
    return [as_selected_unit(one) for one in (best, *others)]


def word_count(candidate: CandidateUnit) -> int:
    return len(candidate.unit.shown.split())


def drop_less_telling_units(asked: QuestionTerms, chosen: Sequence[RankedUnit]) -> list[RankedUnit]:
    """Without those that say less of what is asked than the first one: some of its terms, and no others. Beside the
    hours of clearing snow on Sundays, the opening hours of the town hall answer nothing."""
    best, *others = chosen
    named = terms_named(asked, best.candidate)
    return [best, *(one for one in others if not terms_named(asked, one.candidate) < named)]


def terms_named(asked: QuestionTerms, candidate: CandidateUnit) -> set[str]:
    """What of the question the unit or the line that leads to it says."""
    return {term for term in asked.terms if asked.matches.counts(term, candidate.stems)}


def select_whole_table(
    asked: QuestionTerms, chosen: Sequence[RankedUnit], candidates: Sequence[CandidateUnit]
) -> list[SelectedUnit]:
    """The rows of a table as one unit where no word of the question tells them apart: the two best are among them and
    no row says less of the question, or the price of what the title names is asked for, or what holds for several
    things of which each has a row. Empty otherwise."""
    best, *others = (one.candidate for one in chosen)
    of_title = asks_for_price(asked) and all(asked.matches.in_title(term, best.stems) for term in asked.terms)
    if not of_title and not asks_for_several_rows(asked.text, best):
        rows, named = [one for one in candidates if are_of_one_table(best, one)], terms_named(asked, best)
        if not any(one in rows for one in others) or any(terms_named(asked, row) < named for row in rows):
            return []
    table = join_table_rows(best, candidates)
    return [SelectedUnit(best.number, table, chosen[0].score)] if table else []


def as_selected_unit(one: RankedUnit) -> SelectedUnit:
    return SelectedUnit(one.candidate.number, one.candidate.unit, one.score, one.candidate.lead_number)


def pick_likely_units(
    found: Sequence[RankedUnit], most_units: int, most_words: int, answers_alone: Callable[[int], bool]
) -> list[RankedUnit]:
    """The best units that are nearly as likely as the first and would be answers by themselves, without repetitions;
    the first one however long it is. `answers_alone` is asked for places of `found`."""
    places = {id(one): place for place, one in enumerate(found)}
    chosen: list[RankedUnit] = []
    seen: set[str] = set()
    words = 0
    for one in whole_lists_first(found):
        candidate = one.candidate
        unit, length = candidate.unit, word_count(candidate)
        is_unlikely = math.exp(one.score - found[0].score) < least_likelihood(found[0].candidate, candidate)
        if chosen and (is_unlikely or len(chosen) >= most_units):
            break
        said = " ".join(WORD.findall(unit.quote))
        is_said = any(said in other or other in said for other in seen)
        if is_said or (chosen and (words + length > most_words or not answers_alone(places[id(one)]))):
            continue
        chosen.append(one)
        seen.add(said)
        words += length
    return chosen


def least_likelihood(best: CandidateUnit, other: CandidateUnit) -> float:
    here, there = (set(FIGURE.findall(each.unit.quote)) for each in (best, other))
    says_another = other.number != best.number and here and there and here != there
    return OTHER_FIGURE_ELSEWHERE if says_another else NEARLY_AS_LIKELY


def whole_lists_first(found: Sequence[RankedUnit]) -> Sequence[RankedUnit]:
    """A list before its best item, when one of its items is the best unit: who asks for papers wants to know all."""
    best = found[0].candidate
    whole = next((one for one in found if one.candidate.is_list and list_contains_item(one.candidate, best)), None)
    return [whole, *(one for one in found if one is not whole)] if whole else found


def move_decision_first(
    asked: QuestionTerms, found: list[RankedUnit], candidates: Sequence[CandidateUnit]
) -> list[RankedUnit]:
    """The yes or no below the question of the document before the best unit below it, where somebody asks for one and
    that question says of theirs no less than the unit: what follows only narrows it."""
    best = found[0].candidate
    named = asked.matches.share_in
    is_below = "decision" in asked.kinds and best.unit.lead.endswith("?")
    if not is_below or named(best.stems.lead) < named(best.stems.own) or YES_OR_NO.match(best.unit.quote):
        return found
    decides = next((one for one in candidates if is_decision_beside(one, best)), None)
    if decides is None:
        return found
    others = [one for one in found if one.candidate is not decides]
    return [replace(found[0], candidate=decides), *others]


def is_decision_beside(one: CandidateUnit, best: CandidateUnit) -> bool:
    is_beside = one.number == best.number and one.unit.lead == best.unit.lead
    return is_beside and YES_OR_NO.match(one.unit.quote) is not None


def list_contains_item(whole: CandidateUnit, item: CandidateUnit) -> bool:
    return whole.number == item.number and item.unit.is_item and item.unit.quote in whole.unit.quote

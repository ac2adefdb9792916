"""Selects the units of the sources that answer a question: candidates by learned score, no more than help.

Whether the best one is an answer at all is decided in answerability.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from apps.llm.offline.answers.answer_bare_paper_number import units_of_named_paper
from apps.llm.offline.answers.answerability import answer_evidence, evidence_surplus, leaves_subject_open
from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units, sources_of_asked_day
from apps.llm.offline.answers.exclude_other_things_of_same_kind import exclude_other_things
from apps.llm.offline.answers.join_table_rows import are_of_one_table, asks_for_several_rows, join_table_rows
from apps.llm.offline.answers.neighbouring_sentences import (
    hour_sentence_after,
    is_consequence,
    leans_on_previous,
    narrowing_sentence_after,
    previous_sentence,
)
from apps.llm.offline.answers.rerank_units_with_embeddings import rerank_by_meaning
from apps.llm.offline.answers.semantic_similarity_evidence import LOWEST_SURPLUS, semantic_evidence
from apps.llm.offline.questions.extract_core_question import core_questions, story_stems
from apps.llm.offline.questions.rephrase_question import split_asked_case
from apps.llm.offline.questions.respell_question import respell_question
from apps.llm.offline.questions.split_question import put_question_word_first, split_question
from apps.llm.offline.ranking.analyse_question import QuestionTerms, analyse_question
from apps.llm.offline.ranking.answer_type_cues import YES_OR_NO
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.nouns_as_questions import question_wordings
from apps.llm.offline.ranking.question_kinds import rephrase_opening_question
from apps.llm.offline.ranking.rank_units import RankedUnit, rank_units
from apps.llm.offline.ranking.unit_features import asks_for_price, asks_for_topic
from apps.llm.offline.ranking.unit_score_adjustments import may_answer
from apps.llm.offline.unit_selection.pick_further_likely_units import (
    drop_less_telling_units,
    pick_likely_units,
    terms_named,
    word_count,
)
from apps.llm.offline.unit_selection.select_for_case import add_group_unit, add_story_unit, select_for_case
from apps.llm.offline.unit_selection.selected_unit import SelectedUnit, as_selected_unit
from apps.llm.prompts.delimit_quoted_text import SourceBlock

MOST_UNITS = 2
MOST_WORDS = 90


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
    """Selects units, as select_units does, for one question; `titles` by number of the source."""
    question = rephrase_opening_question(question)
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

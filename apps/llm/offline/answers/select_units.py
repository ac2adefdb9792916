"""Which units of the sources answer a question: overlap of words, weighted by how rare they are in the sources.

A unit covers a term of the question with its own words, or in part through the heading above it, the units around it,
its page and the title of its document. Its coverage is the covered share of the terms' weights. The weight of a term is
ln(1 + units / units that contain it): a word that no source mentions weighs most. Whether the best unit is an answer at
all is decided in answerability.py.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.offline.answers.answerability import evidence, is_enough
from apps.llm.offline.answers.candidate_units import CandidateUnit, candidates_of
from apps.llm.offline.answers.meaning_evidence import evidence_of_meaning
from apps.llm.offline.answers.question_kinds import counted_noun
from apps.llm.offline.answers.separable_verbs import in_one_word, like_infinitive
from apps.llm.offline.answers.term_coverage import GENERAL, TermCoverage
from apps.llm.offline.answers.unit_score_adjustments import asks_for_number, fitness, may_answer
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.grammar.asked_operation import operation_of
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import STOP_WORDS, fold, stem, subjects

NAMING = 0.2
FIRST_BELOW_QUESTION, BELOW_QUESTION = 0.25, 0.1
DOING = 0.08
FOREIGN_PAGE = 0.4
"""For a page that says nothing of what the question is about: animals of the cemetery, asked about the library."""
NEARLY_AS_GOOD = 0.95
MOST_TERMS = 48
"""Each is compared with every word of the sources: a message of 4,000 characters took a second."""
MOST_UNITS = 2
MOST_WORDS = 90

# Verbs that ask and nouns that only stand for the question say nothing about its subject.
ASKING = frozenset(
    """
    meinen meinem meiner meines jemand jemanden kostet bekommt bekommen bekomme brauche braucht lautet betragt passiert
    ab
    """.split()  # noqa: SIM905 - a list of words to be read
)


@dataclass(frozen=True, slots=True)
class SelectedUnit:
    """A unit with the number of its source, and of that of the line that leads to it, where it is another one."""

    number: int
    unit: QuotableUnit
    score: float
    lead_number: int = 0


def select_units(
    question: str, frames: Sequence[SourceBlock], *, most_units: int = MOST_UNITS, most_words: int = MOST_WORDS
) -> list[SelectedUnit]:
    """Some units that answer the question, the best first. Empty when too little speaks for any of them."""
    pages = {(frame.title, frame.page): frame for frame in frames}
    candidates = [
        candidate
        for frame in frames
        for candidate in candidates_of(frame, pages.get((frame.title, frame.page - 1)) if frame.page else None)
    ]
    terms = without_place(question, terms_of(question), candidates)[:MOST_TERMS]
    if not terms or not candidates:
        return []
    telling = [noun for noun in nouns(question) if noun in terms and noun not in GENERAL]
    matches = TermCoverage(terms, [candidate.stems for candidate in candidates], telling)
    # A figure answers one question only: fees of the swimming pool are none of the museum.
    needs_all = asks_for_number(question) or operation_of(question) is not None
    counted = stem(fold(counted_noun(question)))
    actions = [term for term in terms if term not in telling and term in verbs(question)]
    scored = [
        (score(question, candidate, matches, telling, actions), candidate)
        for candidate in candidates
        if may_answer(question, candidate.unit)
        and not (needs_all and (candidate.is_list or not matches.names_all(telling, candidate.stems)))
        and not (counted in terms and not matches.counts(counted, candidate.stems))
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].number, pair[1].position))
    if not scored:
        return []
    best = scored[0][1]
    near = [one for one in candidates if one.number == best.number and abs(one.position - best.position) <= 1]
    found = max(evidence(question, one, candidates, matches, telling) for one in (best, *near))
    title = next(frame.title for frame in frames if frame.number == best.number)
    if not is_enough(question, found + evidence_of_meaning(question, title, best.unit, found)):
        return []
    return arranged(scored, most_units, most_words)


def score(
    question: str, candidate: CandidateUnit, matches: TermCoverage, telling: Sequence[str], actions: Sequence[str]
) -> float:
    """How well a unit answers. `telling`: terms that name the subject; `actions`: what is done with it."""
    return (
        matches.coverage(candidate.stems)
        + naming(telling, candidate, matches)
        + under_question(candidate, matches)
        + doing(actions, candidate, matches)
        - FOREIGN_PAGE * matches.share_unsaid(telling, candidate.stems)
        + fitness(question, candidate.unit)
    )


def terms_of(question: str) -> list[str]:
    """The stems that an answer should cover, each once."""
    divided, whole = in_one_word(question) or ("", "")
    words = (whole if word == divided else word for word in subjects(question) if word not in ASKING)
    return list(dict.fromkeys(like_infinitive(stem(word)) for word in words))


def nouns(question: str) -> list[str]:
    """Stems of the words with a capital letter, the first word of the question excepted."""
    words = re.findall(r"\w+", question)[1:]
    return [stem(fold(word)) for word in words if word[0].isupper() and fold(word) not in STOP_WORDS]


def verbs(question: str) -> set[str]:
    """Stems of the words without a capital letter."""
    words = re.findall(r"\w+", question)
    return {like_infinitive(stem(fold(word))) for word in words if word[0].islower()}


def without_place(question: str, terms: Sequence[str], candidates: Sequence[CandidateUnit]) -> list[str]:
    """Without a name right behind "in" that most of the sources have: all of a town's documents hold there, few
    sentences say so. Any other name is what the question turns on."""
    places = {stem(fold(found[1])) for found in re.finditer(r"\bin ([A-ZÄÖÜ]\w+)", question)}
    pages = list({one.number: one.stems.page | one.stems.title for one in candidates}.values())
    known = {place for place in places if sum(place in page for page in pages) > len(pages) / 2}
    return [term for term in terms if term not in known] or list(terms)


def naming(telling: Sequence[str], candidate: CandidateUnit, matches: TermCoverage) -> float:
    """A sentence that says what it is about reads better than one that only stands beside such a one.

    What the title says is understood: in the rules of the market, it is "Hunde" that tells sentences apart.
    """
    open_terms = [term for term in telling if not matches.in_title(term, candidate.stems)] or telling
    named = sum(matches.share_named(term, candidate.stems) for term in open_terms)
    return NAMING * named / len(open_terms) if open_terms else 0.0


def under_question(candidate: CandidateUnit, matches: TermCoverage) -> float:
    """What stands first below a question that says the same as the one asked, and little more, is its answer."""
    if not candidate.unit.lead.endswith("?"):
        return 0.0
    share = FIRST_BELOW_QUESTION if candidate.unit.follows_lead else BELOW_QUESTION
    return share * matches.share_in(candidate.stems.lead) * min(1.0, 1.5 * matches.share_asked(candidate.stems.lead))


def doing(actions: Sequence[str], candidate: CandidateUnit, matches: TermCoverage) -> float:
    """What somebody asks to do, said by the sentence itself."""
    said = sum(matches.names(term, candidate.stems) for term in actions)
    return DOING * said / len(actions) if actions else 0.0


def arranged(ranked: Sequence[tuple[float, CandidateUnit]], most_units: int, most_words: int) -> list[SelectedUnit]:
    """The best units that are nearly as good as the first, without repetitions; the first one however long it is."""
    chosen: list[SelectedUnit] = []
    seen: set[str] = set()
    words = 0
    for score, candidate in ranked:
        unit, length = candidate.unit, len(candidate.unit.shown.split())
        if chosen and (score < ranked[0][0] * NEARLY_AS_GOOD or len(chosen) >= most_units):
            break
        if any(unit.quote in quote or quote in unit.quote for quote in seen) or (
            chosen and words + length > most_words
        ):
            continue
        chosen.append(SelectedUnit(candidate.number, unit, score, candidate.lead_number))
        seen.add(unit.quote)
        words += length
    return chosen

"""How much evidence there is that the sources answer a question at all, whichever unit answers it best.

Several features are added, because none of them tells a question in other words from one about something else: how much
speaks for the best units, the words of the question that the sources say, the likeness of question and unit letter by
letter, the words that a title of the sources has, and how often the page of the best unit speaks of the subject. A
mention of Munich does not answer what Munich is known for.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.llm.offline.answers.join_table_rows import are_of_one_table
from apps.llm.offline.answers.neighbouring_sentences import leans_on_previous, previous_sentence
from apps.llm.offline.ranking.analyse_question import QuestionTerms, answer_kinds
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.question_kinds import asks_for_time, question_kind
from apps.llm.offline.ranking.question_synonyms import are_synonyms
from apps.llm.offline.ranking.rank_units import RankedUnit, combined_score, letter_similarities, read_weights
from apps.llm.offline.ranking.term_coverage import TermCoverage
from apps.llm.offline.ranking.unit_features import asks_for_amount, asks_for_price, is_possible_answer
from apps.text.entailment.tokens.morphology import reads_as_verb
from apps.text.word_stems import IS_CJK, common_prefix_length, fold, stem

WEIGHTS = read_weights(Path(__file__).parent / "evidence.tsv")
"""Of the features of AnswerEvidence, and "least": the sum from which on a question is answered. Fitted by logistic
regression (benchmarks/answer_weights.py)."""
IN_CJK = {"coverage": 1.0, "letters": 1.0, "titles": 1.3, "subject": 0.5}
MOST_AHEAD = 4.0
MOST_COUNTED = 6
"""Terms of a question that count as evidence: beyond those, its length says no more about the sources."""
LEAST_IN_CJK = 0.45
"""Pairs of characters meet by chance far less often than stems of words, and no capital letter says which of them name
the subject: nearly all questions about something else stay below it (benchmarks/refusals.py, `of_one_language`)."""

NEARLY = 0.7
ANY_BEGINNING = "xxxx"
BEHIND_INDEFINITE = re.compile(r"\beine?[nmrs]? (?:[a-zäöüß]+ )?([A-ZÄÖÜ]\w+)")
WORD = re.compile(r"\w+")
STATEMENT = re.compile(
    r"\A\W*(?:ich|wir|mein\w*|mir|unser\w*|uns|i|we|my)\b[^?]*\Z"
    r"|\A(?!\W*wie\b)(?=[^?]*(?<!wenn )(?<!falls )(?<!dass )(?<!ob )\b(?:ich|wir)\b)[^?]*\Z",
    re.IGNORECASE,
)
OF_OTHER_PRICE = 2.0
"""A price of something else is worse than none: beyond what the fit says, only the model of meaning makes up for it."""
OF_STATEMENT = 2.0
"""What is told, not asked, may have words in common with much, and needs more than that to be answered by a quote."""


@dataclass(frozen=True, slots=True)
class AnswerEvidence:
    """`strength`: of the scores of the best units together; `letters`: of the best unit or the heading above it;
    `subject`: the share of its page's units that name the word of the question that is named most; `titles` and
    `coverage`: of the source and of the unit that say most; `terms`: how many the question has, up to
    MOST_COUNTED; `other_price`, `other_amount`: 1 where a price, or another amount, is asked for and the best
    unit may well be that of something else; `ahead`: by how much its score is above that of the next one that is no row
    of its table, up to MOST_AHEAD."""

    strength: float
    letters: float
    subject: float
    titles: float
    coverage: float
    terms: int
    other_price: float
    other_amount: float
    ahead: float


def answer_evidence(
    asked: QuestionTerms, found: Sequence[RankedUnit], candidates: Sequence[CandidateUnit]
) -> AnswerEvidence:
    """`found`: the best units, the best first; `candidates`: all of them."""
    matches, best = asked.matches, found[0].candidate
    of_lead = letter_similarities(asked.text, [best.unit.lead])[0] if best.unit.lead else 0.0
    page = [one for one in candidates if one.number == best.number]
    is_doubtful = not is_possible_answer(asked, best)
    return AnswerEvidence(
        strength=combined_score(found),
        letters=max(found[0].letters, of_lead, similarity_in_unit_words(asked, best)),
        subject=max((share_of_units_naming(term, page, matches) for term in asked.telling), default=0.0),
        titles=max(matches.share_in(title) for title in {one.stems.title for one in candidates}),
        coverage=max(matches.coverage(one.stems) for one in candidates),
        terms=min(len(asked.terms), MOST_COUNTED),
        other_price=float(is_doubtful and asks_for_price(asked)),
        other_amount=float(is_doubtful and not asks_for_price(asked)),
        ahead=score_lead(found),
    )


def score_lead(found: Sequence[RankedUnit]) -> float:
    """Rows of one table give the same answer for one case each: none of them speaks against another."""
    best = found[0]
    others = (one.score for one in found[1:] if not are_of_one_table(best.candidate, one.candidate))
    return min(MOST_AHEAD, best.score - next(others, best.score - MOST_AHEAD))


def similarity_in_unit_words(asked: QuestionTerms, best: CandidateUnit) -> float:
    """The likeness of the letters where the question is asked in the unit's words: "Trauung" for "Eheschließung". 0
    where both have the same words."""
    said = {stem(fold(word)): word for word in WORD.findall(best.unit.shown)}
    question = WORD.sub(lambda found: synonym_among(said, found[0]), asked.text)
    return letter_similarities(question, [best.unit.shown])[0] if question != asked.text else 0.0


def synonym_among(said: Mapping[str, str], word: str) -> str:
    """The word of these that means the same; the word itself where they say it or have none."""
    asked = stem(fold(word))
    return word if asked in said else next((other for key, other in said.items() if are_synonyms(asked, key)), word)


def share_of_units_naming(term: str, page: Sequence[CandidateUnit], matches: TermCoverage) -> float:
    return sum(matches.names(term, one.stems) for one in page) / len(page)


def evidence_surplus(question: str, evidence: AnswerEvidence) -> float:
    """Returns by how much the evidence is more than enough; below 0 it is too little."""
    in_cjk = IS_CJK.search(question) is not None
    weights, least = (IN_CJK, LEAST_IN_CJK) if in_cjk else (WEIGHTS, WEIGHTS["least"])
    total: float = sum(value * weights.get(feature, 0.0) for feature, value in asdict(evidence).items())
    doubt = OF_OTHER_PRICE * evidence.other_price + OF_STATEMENT * is_statement(question)
    return total - least - doubt


def leaves_subject_open(asked: QuestionTerms, best: CandidateUnit, candidates: Sequence[CandidateUnit]) -> bool:
    """Whether a question may be about several things: it says what may be done and not with what, or names one by the
    end of its name alone; or is about a thing of which the sources name only another one of the kind."""
    return (
        leaves_object_open(asked, best, candidates)
        or leaves_kind_open(asked, best, candidates)
        or is_time_of_another_kind(asked, best, candidates)
    )


def is_time_of_another_kind(asked: QuestionTerms, best: CandidateUnit, candidates: Sequence[CandidateUnit]) -> bool:
    """Whether a time is asked for and the best unit has that of a compound: a bus with warm tea is no "Bus",
    where the sources name buses besides; and the day of a "Wochenmarkt" is none of the "Flohmarkt"."""
    if not asks_for_time(asked.text) or not asked.telling:
        return False
    noun, matches = asked.telling[0], asked.matches
    if len(asked.telling) == 1 and matches.names_head_only(noun, best.stems):
        return not has_similar_ending(noun, best.stems.page | best.stems.title)
    if asks_for_any(noun, asked.text):
        return False
    before = previous_sentence(best, candidates) if leans_on_previous(best) else None
    near = best.stems.own | best.stems.lead | best.stems.title | (before.stems.own if before else frozenset())
    here = compounds_of(noun, near)
    # Where nothing else is said of it and it has no name of its own, each compound is what is asked.
    says_more = len(asked.telling) > 1
    others = (noun in one.stems.own or (says_more and compounds_of(noun, one.stems.own) - here) for one in candidates)
    return bool(here) and noun not in near and any(others)


def asks_for_any(noun: str, question: str) -> bool:
    """Whether the question is about any of them ("ein Baum"), of which a "Laubbaum" is one."""
    return any(stem(fold(word)) == noun for word in BEHIND_INDEFINITE.findall(question))


def has_similar_ending(noun: str, words: Collection[str]) -> bool:
    """Whether one of the stems ends as most of it does: an "Anwohnerparkausweis" is a "Bewohnerparkausweis"."""
    return any(common_prefix_length(noun[::-1], word[::-1]) >= NEARLY * len(noun) for word in words)


def leaves_kind_open(asked: QuestionTerms, best: CandidateUnit, candidates: Sequence[CandidateUnit]) -> bool:
    """Whether the only noun of a question for a value is the end of a longer one in the title of the best unit, and of
    another one elsewhere: "Wie lange ist ein Ausweis gültig?" of a permit to park, or of an identity card."""
    kind = question_kind(asked.text)
    is_value = asks_for_amount(asked) or (kind is not None and kind.is_strict)
    if len(asked.telling) != 1 or not is_value or asked.telling[0] in best.stems.title:
        return False
    noun = asked.telling[0]
    here = compounds_of(noun, best.stems.title)
    return bool(here) and any(compounds_of(noun, one.stems.own | one.stems.title) - here for one in candidates)


def compounds_of(noun: str, words: Collection[str]) -> set[str]:
    # "ausweis" loses its last letter as if it were an ending, longer words do not.
    # "bus" keeps it, "kältebus" does not.
    ends = (noun, f"{noun}s", stem(f"{ANY_BEGINNING}{noun}").removeprefix(ANY_BEGINNING))
    return {word for word in words if len(word) > len(noun) + 1 and word.endswith(ends)}


def leaves_object_open(asked: QuestionTerms, best: CandidateUnit, candidates: Sequence[CandidateUnit]) -> bool:
    """Whether somebody asks if something may be done and not with what, and documents about several things have it in
    their titles: "Kann ich mich anmelden?" for a flat, or for a course."""
    named = [word for word in WORD.findall(asked.text) if stem(fold(word)) in asked.telling]
    if "decision" not in asked.kinds or not all(map(reads_as_verb, named)):
        return False
    in_title = asked.matches.in_title
    acts = [term for term in asked.terms if in_title(term, best.stems)]
    others = {one.stems.title: one.stems for one in candidates if one.stems.title != best.stems.title}.values()
    return any(in_title(act, other) for act in acts for other in others)


def is_statement(question: str) -> bool:
    """Whether somebody tells something of themselves and asks for nothing."""
    return STATEMENT.match(question) is not None and not answer_kinds(question)

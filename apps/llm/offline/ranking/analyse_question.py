"""Analyses a question for comparison with candidates: its terms, answer kinds, and figures and names it gives."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.question_kinds import QUESTION_CACHE_SIZE, counted_noun, question_kind
from apps.llm.offline.ranking.question_kinds import QUESTION_KINDS as NEEDS
from apps.llm.offline.ranking.question_terms import (
    drop_place_terms,
    join_known_compounds,
    noun_stems,
    restore_noun_capitals,
    term_stems,
)
from apps.llm.offline.ranking.term_coverage import GENERAL_STEMS, TermCoverage
from apps.text.word_stems import fold, stem

MOST_TERMS = 48
"""Each is compared with every word of the sources: a message of 4,000 characters took a second."""
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
WITH_CAPITAL = re.compile(r"\b[A-ZÄÖÜ][\w-]+")
PATTERNS = {
    "when": r"\b(?:wann|an welche[mn] (?:tag|datum)|in welchem jahr|zu welche[rn] (?:zeit|uhrzeit)\w*|welches jahr"
            r"|um welche uhrzeit|when)\b",
    "how long": r"\b(?:wie lange?|how long)\b",
    "where": r"\b(?:wo|wohin|woher|where"
             r"|in welche[mr] (?:stadt|land|ort|region|bundesland|staat|gebäude|straße)|an welche[mr] ort)\b",
    "amount": r"\b(?:wie ?viele?[nr]?|wie (?:hoch|groß|alt|weit|oft|schnell|teuer|schwer|tief|breit)|was kosten?t?"
              r"|how many|how much|welche (?:anzahl|summe|menge|größe)|welcher (?:anteil|prozentsatz|betrag))\b",
    "why": r"\b(?:warum|weshalb|wieso|wozu|aus welchem grund|wodurch|weswegen|wofür|why)\b",
    "who": r"\b(?:wer|wem|wen|wessen|who)\b",
    "definition": r"\A\W*(?:was (?:ist|sind|war|waren|bedeutet|heißt|versteht)|w(?:er|as) (?:ist|gilt als) eine?\b"
                  r"|wie (?:heißt|heißen|hieß|nennt|nannte|lautet)|wie wird .{1,80} genannt|als was)\b",
    "which": r"\b(?:welche[rsmn]?|was für|was|what|which)\b",
}  # fmt: skip
KINDS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PATTERNS.items()}
DEFINED = re.compile(r"\A\W*[Ww](?:er|as) (?:ist|gilt als) eine? (?:[a-zäöüß]+ )?([A-ZÄÖÜ]\w+)")
DECISION = NEEDS["yes or no"].asks[0]
SAY_MORE = frozenset({"when", "how long", "where", "amount", "why", "who"})
"""A question of these kinds that also says "which" or "what" asks for what they ask for; "who is a child" asks for a
definition, too."""


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """`telling`: the terms that name the subject; `counted` and `defined`: the stems of what is to be counted and of
    what is to be defined, or empty."""

    text: str
    kinds: frozenset[str]
    terms: Sequence[str]
    telling: Sequence[str]
    counted: str
    defined: str
    figures: frozenset[str]
    names: frozenset[str]
    matches: TermCoverage


def analyse_question(question: str, candidates: Sequence[CandidateUnit]) -> QuestionTerms | None:
    """None where there is nothing to compare: no candidate, or no word of the question that says anything."""
    if not candidates:
        return None
    question = restore_noun_capitals(join_known_compounds(question, candidates), candidates)
    terms = drop_kind_words(question, drop_place_terms(question, term_stems(question), candidates))[:MOST_TERMS]
    if not terms:
        return None
    defined = defined_noun(question)
    telling = [noun for noun in noun_stems(question) if noun in terms and noun not in GENERAL_STEMS - {defined}]
    return QuestionTerms(
        text=question,
        kinds=answer_kinds(question),
        terms=terms,
        telling=telling,
        counted=stem(fold(counted_noun(question))),
        defined=defined if defined in terms else "",
        figures=frozenset(FIGURE.findall(question)),
        names=frozenset(map(fold, WITH_CAPITAL.findall(question))),
        matches=TermCoverage(terms, [one.stems for one in candidates], telling),
    )


def drop_kind_words(question: str, terms: Sequence[str]) -> Sequence[str]:
    """Drops words that name the kind of the answer: a telephone number need not be called one."""
    kind = question_kind(question)
    names = kind.names if kind else None
    return [term for term in terms if not names.fullmatch(term)] or terms if names else terms


def defined_noun(question: str) -> str:
    """The stem of what is to be defined ("Kind" in "Wer ist ein Kind nach dem Gesetz?"), however general; or empty."""
    found = DEFINED.search(question)
    return stem(fold(found[1])) if found else ""


@lru_cache(maxsize=QUESTION_CACHE_SIZE)
def answer_kinds(question: str) -> frozenset[str]:
    """What a question may ask for: several, none, or a decision alone where it asks for yes or no."""
    if DECISION.search(question):
        return frozenset({"decision"})
    found = frozenset(name for name, pattern in KINDS.items() if pattern.search(question))
    if not found & SAY_MORE:
        return found
    return found - {"which"} if found & SAY_MORE == {"who"} else found - {"which", "definition"}

"""How much evidence there is that the sources answer a question at all, whichever unit answers it best.

Four signs are added, because none of them tells a question in other words from one about something else: the words of
the question that the best unit covers, the likeness of the two texts letter by letter, the words that a title of the
sources has, and how often the page of the best unit speaks of the subject. A mention of Munich does not answer what
Munich is known for.
"""

from collections.abc import Sequence

from apps.llm.offline.answers.candidate_units import CandidateUnit
from apps.llm.offline.answers.term_coverage import TermCoverage
from apps.text.word_stems import IS_CJK

LEAST_EVIDENCE = 0.88
LEAST_EVIDENCE_IN_CJK = 0.45
"""Pairs of characters meet by chance far less often than stems of words, and no capital letter says which of them name
the subject: nearly all questions about something else stay below it (benchmarks/refusals.py, `of_one_language`)."""
LETTERS, TITLE, SUBJECT = 1.0, 1.3, 0.5
"""What the signs weigh beside coverage: fitted by logistic regression on three collections and rounded; on the others
nothing was fitted (benchmarks/refusals.py)."""


def is_enough(question: str, found: float) -> bool:
    """Whether so much evidence lets the question be answered."""
    return found >= (LEAST_EVIDENCE_IN_CJK if IS_CJK.search(question) else LEAST_EVIDENCE)


def evidence(
    question: str,
    best: CandidateUnit,
    candidates: Sequence[CandidateUnit],
    matches: TermCoverage,
    telling: Sequence[str],
) -> float:
    """`telling`: the terms of the question that name its subject."""
    return (
        matches.coverage(best.stems)
        + LETTERS * likeness_of_letters(question, best)
        + TITLE * max(matches.share_in(title) for title in {candidate.stems.title for candidate in candidates})
        + SUBJECT * most_named(telling, [one for one in candidates if one.number == best.number], matches)
    )


def likeness_of_letters(question: str, best: CandidateUnit) -> float:
    """The cosine of the question with the unit or with the heading above it, by pieces of words."""
    from apps.text.ngram_vectors import vectors

    asked, *found = vectors([question, best.unit.shown, best.unit.lead or best.unit.shown])
    return max(float(asked @ one) for one in found)


def most_named(telling: Sequence[str], page: Sequence[CandidateUnit], matches: TermCoverage) -> float:
    """The share of the page's units that name the word of the question that is named most."""
    return max((sum(matches.names(term, one.stems) for one in page) / len(page) for term in telling), default=0.0)

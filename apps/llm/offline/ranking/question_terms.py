"""The words of a question that an answer should say: its terms as stems, which of them name the subject, which act."""

import re
from collections.abc import Sequence

from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.offline.ranking.separable_verbs import in_one_word, like_infinitive
from apps.text.word_stems import STOP_WORDS, fold, stem, subjects

# Verbs that ask and nouns that only stand for the question say nothing about its subject.
ASKING = frozenset(
    """
    meinen meinem meiner meines jemand jemanden kostet bekommt bekommen bekomme brauche braucht lautet betragt passiert
    ab
    """.split()  # noqa: SIM905 - a list of words to be read
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


def without_place(question: str, terms: Sequence[str], candidates: Sequence[CandidateUnit]) -> list[str]:
    """Without a name right behind "in" that most of the sources have: all of a town's documents hold there, few
    sentences say so. Any other name is what the question turns on."""
    places = {stem(fold(found[1])) for found in re.finditer(r"\bin ([A-ZÄÖÜ]\w+)", question)}
    pages = list({one.number: one.stems.page | one.stems.title for one in candidates}.values())
    known = {place for place in places if sum(place in page for page in pages) > len(pages) / 2}
    return [term for term in terms if term not in known] or list(terms)

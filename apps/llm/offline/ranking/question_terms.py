"""The words of a question that an answer should say: its terms as stems, which of them name the subject, which act.

Nouns tell a question's subject by their capitals. Many people type none, and of the first word they say nothing: then
the sources know which words are nouns, and of German words that no source has, their endings and parts tell.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.text.across_languages.detect_text_language import detect_language
from apps.text.entailment.tokens.morphology import reads_as_noun
from apps.text.grammar.join_separable_verbs import infinitive_stem, join_separable_verb
from apps.text.word_stems import STOP_WORDS, fold, stem, subject_words

# Verbs that ask and nouns that only stand for the question say nothing about its subject.
ASKING = frozenset(
    """
    meinen meinem meiner meines jemand jemanden kostet bekommt bekommen bekomme brauche braucht lautet betragt passiert
    ab hab gibts gehts krieg kriegt kriegen heisst heissen
    """.split()  # noqa: SIM905 - a list of words to be read
)
CAPITAL = re.compile(r"[A-ZÄÖÜ]")
ASKS_FOR_ACT = re.compile(r"(\bwas\b[^.!?,;]{1,60}?) (?:machen|tun)\b(?=\W*(?:\Z|wenn\b|falls\b))", re.IGNORECASE)
"""The verb that stands for the act for which it asks."""
WORD = re.compile(r"[^\W\d_]+")
SHORTEST_NOUN = 3
MAY_BE_GERMAN = ("de", "")
"""Three words without an article are of no language that shows."""


def term_stems(question: str) -> list[str]:
    """The stems that an answer should cover, each once."""
    divided, whole = join_separable_verb(question) or ("", "")
    asked = ASKS_FOR_ACT.sub(r"\1", question)
    words = (whole if word == divided else word for word in subject_words(asked) if word not in ASKING)
    return list(dict.fromkeys(infinitive_stem(stem(word)) for word in words))


def join_known_compounds(question: str, candidates: Sequence[CandidateUnit]) -> str:
    """The question with two words in one where the sources write them so: of a "Hunde steuer" in a place that nobody
    knows, one word of two is unknown, not one of three."""
    said = frozenset().union(*{one.stems.page | one.stems.title for one in candidates})
    for first, second in pairwise(WORD.findall(question)):
        if may_be_noun(first) and may_be_noun(second) and stem(fold(first + second)) in said:
            question = re.sub(rf"\b{first}[ \t]+{second}\b", first.capitalize() + second.lower(), question)
    return question


def restore_noun_capitals(question: str, candidates: Sequence[CandidateUnit]) -> str:
    """The question with capitals where the sources write nouns, and its first word small where they do not.

    Only the first word is looked at where others have capitals, and that only if it may be a noun.
    """
    words = [word for word in WORD.findall(question) if may_be_noun(word)]
    if CAPITAL.search(question[1:]):
        words = [word for word in words[:1] if question.startswith(word)]
    if not words:
        return question
    known = noun_stems_among(words, candidates, is_german=detect_language(question) in MAY_BE_GERMAN)
    return WORD.sub(lambda found: set_initial_case(found[0], known) if found[0] in words else found[0], question)


def may_be_noun(word: str) -> bool:
    return len(word) >= SHORTEST_NOUN and (folded := fold(word)) not in STOP_WORDS and folded not in ASKING


def noun_stems_among(words: Collection[str], candidates: Sequence[CandidateUnit], *, is_german: bool) -> frozenset[str]:
    """The stems of those words that the sources write with a capital more often than without; of words that they do not
    have, those that are nouns in German. What nobody writes about must count as a subject: a question about a
    "kampfhund" is not answered by what holds for all who "zahlen"."""
    balance = dict.fromkeys((stem(fold(word)) for word in words), 0)
    unsaid = set(balance)
    begin_alike = re.compile(rf"\b(?:{'|'.join({word[:SHORTEST_NOUN] for word in words})})[^\W\d_]*", re.IGNORECASE)
    for word in begin_alike.findall("\n".join(f"{one.unit.lead}\n{one.unit.quote}" for one in candidates)):
        if (key := stem(fold(word))) in balance:
            balance[key] += 1 if word[0].isupper() else -1
            unsaid.discard(key)
    known = {key for key, more in balance.items() if more > 0}
    if is_german:
        known |= {key for word in words if (key := stem(fold(word))) in unsaid and reads_as_noun(word)}
    return frozenset(known)


def set_initial_case(word: str, known: Collection[str]) -> str:
    first = word[0].upper() if stem(fold(word)) in known else word[0].lower()
    return first + word[1:]


def noun_stems(question: str) -> list[str]:
    """Stems of the words with a capital letter, those that only ask excepted."""
    words = re.findall(r"\w+", question)
    return [stem(fold(word)) for word in words if word[0].isupper() and fold(word) not in STOP_WORDS]


def drop_place_terms(question: str, terms: Sequence[str], candidates: Sequence[CandidateUnit]) -> list[str]:
    """Drops a name right after "in" that most of the sources have: all of a town's documents hold there, few sentences
    say so. Any other name is what the question turns on."""
    places = {stem(fold(found[1])) for found in re.finditer(r"\bin ([A-ZÄÖÜ]\w+)", question)}
    pages = list({one.number: one.stems.page | one.stems.title for one in candidates}.values())
    known = {place for place in places if sum(place in page for page in pages) > len(pages) / 2}
    return [term for term in terms if term not in known] or list(terms)

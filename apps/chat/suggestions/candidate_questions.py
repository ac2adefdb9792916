"""Candidates for suggested questions: from the pages that a search found, and the collections' examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.chat.models import Turn
from apps.chat.suggestions.generate_questions_from_sentences import extract_own_question, generate_question
from apps.documents.models import Chunk, ChunkKind, Collection, Document
from apps.llm.offline.ranking.question_terms import noun_stems, term_stems
from apps.retrieval.preparation.search_request import User
from apps.text.comparable_letters import comparable_letters
from apps.text.quotable_units import quotable_units
from apps.text.word_stems import fold

MOST_PASSAGES = 8
GERMAN = "de"
SHORTEST_PART = 4


@dataclass(frozen=True, slots=True)
class CandidateQuestion:
    """`document_id` and `page` are where its answer must be found; None of an example, which may stand anywhere.

    `sentence` is what must prove it; empty where that is not known.
    """

    text: str
    language: str
    document_id: int | None = None
    page: int | None = None
    sentence: str = ""


def collect_candidate_questions(turn: Turn, user: User) -> list[CandidateQuestion]:
    """Collects questions, those nearest to the question first, without those asked in this conversation.

    About five queries. Below an answer: other questions that the documents it cites answer. For a refusal, of which no
    page is known to be about the question: what shares a word with it.
    """
    asked = [comparable_letters(text) for text in turn.conversation.turns.values_list("question", flat=True)]
    cited = set(turn.citations.filter(verified=True).values_list("document_id", flat=True))
    passages = [one["chunk"] for one in turn.passages if not cited or one["document"] in cited]
    pages = questions_from_pages(passages[:MOST_PASSAGES], user)
    examples = [one for one in examples_of(user) if count_shared_terms(one.text, turn.question)]
    found = [*examples, *(one for one in pages if cited or count_shared_terms(one.text, turn.question))]
    distinct = dict[str, CandidateQuestion]()
    for one in found:
        distinct.setdefault(comparable_letters(one.text), one)
    fresh = [one for name, one in distinct.items() if name not in asked]
    return sorted(fresh, key=lambda one: -count_shared_terms(one.text, turn.question))


def examples_of(user: User) -> Iterator[CandidateQuestion]:
    for collection in Collection.objects.readable_by(user):
        for text in collection.example_questions:
            yield CandidateQuestion(text, collection.language)


def questions_from_pages(ids: Sequence[int], user: User) -> Iterator[CandidateQuestion]:
    for chunk in readable_chunks(ids, user):
        language = chunk.document.collection.language
        for text, sentence in find_questions(chunk.text, language):
            yield CandidateQuestion(text, language, chunk.document_id, chunk.page_number, sentence)


def readable_chunks(ids: Sequence[int], user: User) -> list[Chunk]:
    """Loads the chunks of pages that this person may read now, in the order of the ids."""
    readable = Document.objects.shown_to(user)
    rows = Chunk.objects.published().filter(pk__in=ids, kind=ChunkKind.CONTENT, document__in=readable)
    known = {row.pk: row for row in rows.select_related("document__collection")}
    return [known[each] for each in ids if each in known]


def find_questions(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Each with the sentence that answers it; empty for a question of the document's own."""
    for unit in quotable_units(text):
        if unit.is_question:
            if asked := extract_own_question(unit.quote):
                yield asked, ""
        elif language == GERMAN and (asked := generate_question(unit.quote)):
            yield asked, unit.quote


def contains_all_nouns(text: str, question: str) -> bool:
    """Whether every noun of the question stands in the text, also as a part of a word."""
    folded = fold(text)
    return all(noun in folded for noun in noun_stems(question[:1].lower() + question[1:]))


def count_shared_terms(text: str, question: str) -> int:
    """How many telling words of the question stand in the text, also as a part of one: "Hund" in "Hundesteuer"."""
    terms = term_stems(text)
    return sum(any(is_part(word, term) for term in terms) for word in term_stems(question))


def is_part(word: str, term: str) -> bool:
    shorter, longer = sorted((word, term), key=len)
    return shorter == longer or (len(shorter) >= SHORTEST_PART and shorter in longer)

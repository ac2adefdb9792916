"""Generates cases: questions whose words stand in documents, questions by a model, and controls from elsewhere.

What is made so is marked so: verbatim questions say only that exact wording is found, invented ones only what a model
expects people to ask.
"""

import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from django.db import transaction
from django.db.models import F, QuerySet

from apps.documents.models import Chunk, ChunkKind, Collection, CollectionQuerySet, Readers
from apps.evaluation.models import Case, CaseSource, ExpectedPage, Suite
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_language_model
from apps.llm.models import Purpose
from apps.llm.prompt_definitions.evaluation import QUESTIONS_SCHEMA, USERS_SCHEMA
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.transport.priority_semaphore import in_background
from apps.llm.types import LanguageModel
from apps.text.grammar.split_sentences import split_sentences
from apps.text.word_stems import content_words

QUESTION = re.compile(r"\b[A-ZÄÖÜ][^|]{25,300}\?")
STATEMENT = re.compile(r"\b[A-ZÄÖÜ][^|#*]{40,200}\.")
LIST_MARKS = "-*•0123456789.) "
CHUNKS_TO_READ = 4_000
SAMPLE_CHARACTERS = 6_000
OUTSIDE_QUESTIONS = (
    "Wer gewann die Fußball-Weltmeisterschaft 1954?", "Wie koche ich eine Béchamelsoße?",
    "Welche Temperatur hat die Oberfläche der Venus?", "Wie lautet der Text der Ode an die Freude?",
    "Welches Mobiltelefon hat die beste Kamera?", "Wann wurde die Berliner Mauer gebaut?",
    "Wie viele Saiten hat eine Geige?", "Wer schrieb den Roman Moby Dick?",
    "Wie groß ist der Abstand zwischen Erde und Mond?", "Welche Aktie soll ich heute kaufen?",
)  # fmt: skip


def build_suite(
    suite: Suite,
    *,
    verbatim: int = 50,
    outside: int = 5,
    users: int = 0,
    seed: int = 42,
    readable: QuerySet[Collection] | None = None,
) -> dict[str, int]:
    """Adds cases and says how many of each kind. Questions that are there already are not added again.

    `readable` are the collections that whoever builds may read; None is all.
    Raises ModelError, when users are asked for and the model fails.
    """
    source = random.Random(seed)  # noqa: S311 - nothing secret is drawn
    collections = searched_collections(suite)
    if readable is not None:
        collections = collections.filter(pk__in=readable.values("pk"))
    chunks = sample_chunks(collections, source)
    asked = invent_questions(suite, chunks, users, source) if users else []
    with transaction.atomic():
        return {
            "verbatim": add_verbatim(suite, chunks, verbatim),
            # A draw of its own: the same controls whatever else is built.
            "outside": add_outside(suite, outside, random.Random(seed)),  # noqa: S311
            "generated": sum(add_case(suite, question, CaseSource.GENERATED) for question in asked),
        }


def searched_collections(suite: Suite) -> CollectionQuerySet:
    """The collections of the suite, all where it names none."""
    return suite.collections.all() if suite.collections.exists() else Collection.objects.all()


def sample_chunks(collections: CollectionQuerySet, source: random.Random) -> list[Chunk]:
    """Pieces of pages in search that all readers of their collection may read, in a reproducible order."""
    in_search = Chunk.objects.filter(
        document__collection__in=list(collections), kind=ChunkKind.CONTENT, page_number__isnull=False,
        revision=F("document__current_revision"), document__reader_groups__isnull=True,
    )  # fmt: skip
    ids = list(in_search.order_by("pk").values_list("pk", flat=True))
    chosen = source.sample(ids, min(len(ids), CHUNKS_TO_READ))
    found = Chunk.objects.select_related("document__collection").in_bulk(chosen)
    return [found[pk] for pk in chosen]


def invent_questions(suite: Suite, chunks: Sequence[Chunk], users: int, source: random.Random) -> list[str]:
    """From texts that everybody may read who sees the suite: those of its collections, else those open to all staff.

    Invented questions lead back to no document by which they could be hidden. Raises ModelError.
    """
    collections = searched_collections(suite)
    if not suite.collections.exists():
        chunks = [chunk for chunk in chunks if chunk.document.collection.readers != Readers.GROUPS]
    return generate_questions(chunks, users, source, in_house=collections.any_stays_in_house())


def add_verbatim(suite: Suite, chunks: Sequence[Chunk], most: int) -> int:
    """Questions that stand in a document as they are; where there are too few, whole sentences.

    At most one of each per document.
    """
    added = 0
    for pattern in (QUESTION, STATEMENT):
        seen: set[int] = set()
        for chunk in chunks:
            if added >= most:
                return added
            if chunk.document_id in seen:
                continue
            found = next(sentences_matching(chunk.text, pattern), None)
            if found and add_case(suite, found, CaseSource.VERBATIM, chunk):
                seen.add(chunk.document_id)
                added += 1
    return added


def sentences_matching(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """Whole sentences of one line with enough in them to be found again: half a question is none that anybody asks."""
    for line in text.splitlines():
        for sentence in split_sentences(line):
            plain = " ".join(sentence.lstrip(LIST_MARKS).split())
            if pattern.fullmatch(plain) and len(content_words(plain)) >= 4:
                yield plain


def add_outside(suite: Suite, most: int, source: random.Random) -> int:
    chosen = source.sample(OUTSIDE_QUESTIONS, min(most, len(OUTSIDE_QUESTIONS)))
    return sum(add_case(suite, question, CaseSource.OUTSIDE) for question in chosen)


def add_case(suite: Suite, question: str, origin: CaseSource, chunk: Chunk | None = None) -> bool:
    """True when the question is new. Questions from outside are controls that must be refused."""
    if suite.cases.filter(question=question).exists():
        return False
    is_outside = origin == CaseSource.OUTSIDE
    case = Case.objects.create(
        suite=suite,
        question=question,
        source=origin,
        must_refuse=is_outside,
        is_control=is_outside,
        derived_from=chunk.document if chunk else None,
    )
    if chunk:
        ExpectedPage.objects.create(case=case, external_id=chunk.document.external_id, page=chunk.page_number)
    return True


@in_background()
def generate_questions(chunks: Sequence[Chunk], number: int, source: random.Random, *, in_house: bool) -> list[str]:
    """`number` people with `number` tasks each, and `number` questions for each task, by a model that sees a sample."""
    ledger = Ledger()
    prompt = load_published_prompt("generate-questions")
    model = build_language_model(Purpose.GENERATE, ledger=ledger, in_house=in_house, prompt=prompt)
    text = "\n\n".join(chunk.text for chunk in source.sample(list(chunks), min(len(chunks), 40)))[:SAMPLE_CHARACTERS]
    try:
        return async_to_sync(ask_model_for_questions)(model, text or "-", number)
    finally:
        ledger.save("evaluation:generate")


async def ask_model_for_questions(model: LanguageModel, text: str, number: int) -> list[str]:
    """One call for the people and their tasks, one for each task.

    Tasks without a reply have no questions. Raises ModelError when there is no reply at all.
    """
    values = {"text": text, "number": str(number), "language": "Deutsch"}
    users_prompt = await sync_to_async(load_published_prompt)("generate-users")
    questions_prompt = await sync_to_async(load_published_prompt)("generate-questions")
    reply = await model.complete(users_prompt.messages(**values), temperature=0.7, schema=USERS_SCHEMA)
    pairs = [
        (str(user["user"]), str(task))
        for user in list_from_reply(reply.data, "users")[:number]
        for task in user["tasks"][:number]
    ]
    replies = await asyncio.gather(
        *(
            model.complete(
                questions_prompt.messages(**values, user=user, chore=task), temperature=0.7, schema=QUESTIONS_SCHEMA
            )
            for user, task in pairs
        ),
        return_exceptions=True,
    )
    received = [each for each in replies if not isinstance(each, BaseException)]
    failed = [each for each in replies if isinstance(each, BaseException)]
    if failed and (not received or not all(isinstance(each, ModelError) for each in failed)):
        raise failed[0]
    asked = [str(text).strip() for each in received for text in list_from_reply(each.data, "questions")[:number]]
    return [text for text in dict.fromkeys(asked) if text]


def list_from_reply(data: Any, name: str) -> list[Any]:
    found = data.get(name) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []

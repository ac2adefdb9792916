"""Smoke-tests a restored database: opens pages, searches for them, asks questions."""

import io
import json
from hashlib import sha256
from typing import Any

from django.core.management import CommandError, call_command
from django.db.models import F

from apps.chat.models import TurnState
from apps.documents.models import Blob, Chunk, Page
from apps.documents.pages.page_images import has_picture, page_picture
from apps.documents.parsing.types import ParseFailure

WORDS = 14
"""Of a paragraph, as a question: its own page has to be found by them."""


def open_pages(number: int) -> dict[str, Any]:
    """Random ones: the file by its checksum, the picture where there is one. Failures name document and page."""
    pages = Page.objects.filter(revision__document__current_revision=F("revision")).order_by("?")[:number]
    failed = [
        f"{page.revision.document_id}/{page.number}: {problem}"
        for page in pages.select_related("revision", "revision__rendition")
        if (problem := page_problem(page))
    ]
    return {"opened": len(pages), "failed": failed}


def page_problem(page: Page) -> str:
    """Empty when it opens."""
    blob = Blob.objects.get(pk=page.revision.blob_id)
    if sha256(bytes(blob.data)).hexdigest() != blob.pk:
        return "the file is not the one that was stored"
    if not has_picture(page.revision):
        return "" if page.text.strip() else "there is no text"
    try:
        return "" if page_picture(page.revision, page.number) else "the picture is empty"
    except ParseFailure as failure:
        return str(failure)


def ask_questions(number: int) -> dict[str, Any]:
    """The first words of random paragraphs. `found`: for how many the search names a document that has them.

    `without_model`: how many were answered without the language model, which did not answer; no fault of the database.
    """
    chunks = Chunk.objects.filter(document__current_revision=F("revision"), page__isnull=False)
    chosen = chunks.select_related("document__collection").order_by("?")[:number]
    failed, found, without_model = [], 0, 0
    for chunk in chosen:
        question = " ".join(chunk.text.split()[:WORDS])
        where = {"collection": [chunk.document.collection.slug], "json": True}
        try:
            listed = json.loads(command_output("search", question, **where))
            without_model += not is_answered_by_model(question, **where)
        except CommandError as error:
            failed.append(str(error))
            continue
        found += contains_question_words(
            question, chunk.document.collection_id, [each["external_id"] for each in listed["documents"]]
        )
    return {"asked": len(chosen), "found": found, "failed": failed, "without_model": without_model}


def is_answered_by_model(question: str, **options: Any) -> bool:
    """Raises CommandError for a question that ends otherwise than in an answer or a refusal."""
    output = io.StringIO()
    try:
        call_command("ask", question, stdout=output, stderr=io.StringIO(), **options)
    except CommandError:
        if json.loads(output.getvalue() or "{}").get("state") != TurnState.DONE_WITHOUT_LLM:
            raise
        return False
    return True


def contains_question_words(words: str, collection: int, external_ids: list[str]) -> bool:
    """Whether one of the documents has these words: many may begin like the one that they were taken from."""
    texts = Chunk.objects.filter(
        document__collection=collection, document__external_id__in=external_ids, page__isnull=False
    )
    return any(words in " ".join(text.split()) for text in texts.values_list("text", flat=True))


def command_output(command: str, question: str, **options: Any) -> str:
    output = io.StringIO()
    call_command(command, question, stdout=output, stderr=io.StringIO(), **options)
    return output.getvalue()

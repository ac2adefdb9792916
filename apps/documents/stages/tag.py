"""tag: up to ten keywords for the whole document, asked for as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Page, Status
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem, has_stage_output
from apps.llm.errors import ModelError, UnreadableReplyError
from apps.llm.offline.summarise_text import extract_tags as frequent_words
from apps.llm.prompt_definitions.documents import TAGS_SCHEMA
from apps.llm.types import Completion
from apps.text.plausibility.check_text_against_source import phrases_found_in_source
from apps.text.strip_unstorable_characters import strip_unstorable

MOST = 10
LONGEST = 100
TEXT_CHARACTERS = 8_000
"""Tags are made from this much of the document's own text, not from its summary: a model's mistakes must not become
keywords."""

FIRST_PAGES = 50
"""As many as hold that much text, titles and empty pages included."""

REVISIONS = "SELECT id, title, reason_code FROM documents_revision WHERE id = ANY(%s)"
UPDATE = """
    UPDATE documents_revision revision
    SET tags = given.tags,
        flags = CASE WHEN given.counted THEN array_append(array_remove(flags, 'tags_counted'), 'tags_counted')
                     ELSE array_remove(flags, 'tags_counted') END
    FROM jsonb_to_recordset(%s) AS given(id bigint, tags text[], counted boolean)
    WHERE revision.id = given.id
"""


@dataclass(frozen=True, slots=True)
class TagInput:
    """`unavailable`: the model could not be reached for the summary either, so it is not waited for again."""

    title: str
    text: str
    unavailable: bool = False


@dataclass(frozen=True, slots=True)
class Tags:
    """`counted`: the model gave none that can be used, so these are the document's frequent words."""

    tags: list[str]
    counted: bool = False


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, TagInput]:
    if has_stage_output(items, "extract"):
        return {item.revision_id: build_tag_input(item) for item in items}
    return stored_texts([item.revision_id for item in items])


def stored_texts(revisions: Sequence[int]) -> dict[int, TagInput]:
    """Two queries."""
    found = {
        revision: TagInput(title, "", reason == "llm_unavailable")
        for revision, title, reason in fetch_rows(REVISIONS, [list(revisions)])
    }
    first = Page.objects.filter(revision__in=found, number__lte=FIRST_PAGES)
    for page in first.order_by("number").only("revision_id", "text", "body_start", "body_end"):
        revision, text = page.revision_id, page.body
        so_far = found[revision]
        if len(so_far.text) < TEXT_CHARACTERS:
            found[revision] = replace(so_far, text=f"{so_far.text}\n\n{text}"[:TEXT_CHARACTERS])
    return found


def build_tag_input(item: WorkItem) -> TagInput:
    extracted, summary = item.outputs["extract"], item.outputs["summarise"]
    text = "".join(f"\n\n{page.body_text}" for page in extracted.document.pages)[:TEXT_CHARACTERS]
    return TagInput(extracted.title, text, summary.reason_code == "llm_unavailable")


async def compute(given: Sequence[TagInput], resources: Resources) -> list[Tags]:
    return [await tag_document(text, resources) for text in given]


async def tag_document(given: TagInput, resources: Resources) -> Tags:
    """An unusable reply never fails the document: its most frequent words are used instead."""
    if not given.text.strip():
        return Tags([])
    if given.unavailable:
        return frequent_word_tags(given)
    try:
        # What a document is about stands at its beginning.
        reply = await resources.ask(
            "tag",
            schema=TAGS_SCHEMA,
            shorter=lambda: given.text[: len(given.text) // 2] or None,
            title=given.title,
            text=given.text,
        )
    except UnreadableReplyError:
        # A second call would give the same reply and cost another minute.
        return frequent_word_tags(given)
    except ModelError as error:
        if error.temporary:
            raise
        return frequent_word_tags(given)
    found = phrases_found_in_source(parse_tags(reply), f"{given.title}\n{given.text}")
    return Tags(found) if found else frequent_word_tags(given)


def parse_tags(reply: Completion) -> list[str]:
    """From a list, or from an object that holds one, whatever its key; empty when there is neither."""
    data = reply.data if reply.data is not None else parse_json_or_none(reply.text)
    if isinstance(data, dict):
        data = next((value for value in data.values() if isinstance(value, list)), [])
    listed = data if isinstance(data, list) else []
    return normalise_tags([item for item in listed if isinstance(item, str)])


def parse_json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def normalise_tags(words: Sequence[str]) -> list[str]:
    """At most ten, each once, without blanks around and NUL within."""
    kept: dict[str, str] = {}
    for word in (" ".join(strip_unstorable(word).split())[:LONGEST] for word in words):
        if word:
            kept.setdefault(word.casefold(), word)
    return list(kept.values())[:MOST]


def frequent_word_tags(given: TagInput) -> Tags:
    return Tags(normalise_tags(frequent_words(given.text)), counted=True)


def store(results: Sequence[tuple[Job, Tags]]) -> None:
    rows = [{"id": job.revision_id, "tags": found.tags, "counted": found.counted} for job, found in results]
    execute_sql(UPDATE, [Jsonb(rows)])


STAGE = Stage(
    "tag", Status.TAGGING, load, compute, store, takes_over=frozenset({"extract", "summarise"})
)  # fmt: skip

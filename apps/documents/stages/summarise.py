"""summarise: one text of about 100 words for the whole document, however long it is."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.chunking.chunk_rows import CHUNK_COLUMNS, chunk_row
from apps.documents.model_calls.load_models_and_prompts_for_stages import CHUNK_TOKENS, Resources
from apps.documents.models import Chunk, ChunkKind, Status
from apps.documents.stages.check_summary_plausibility import is_summary_of
from apps.documents.stages.extract import Extracted
from apps.documents.step_scheduling.document_status_updates import model_failure_reason
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem, has_stage_output
from apps.llm.errors import ModelError
from apps.llm.offline.summarise_text import summarise_text as extracts
from apps.text.estimate_tokens import estimate_tokens
from apps.text.split_into_chunks import TextPiece, split_page, surely_fits

RESERVED_TOKENS = 3_000
"""Room in the context window for the prompt, the reply and what the estimate of tokens is off by."""
LEAST_BUDGET = 200
"""A model that takes no text of so many tokens cannot summarise anything."""
PARTS_AT_ONCE = 10
SHRINKING = 10
"""A part's summary is cut to a tenth of what a part may have, so that every round makes the text shorter."""

# By number: page 10 comes after page 9.
TEXTS = """
    SELECT id, title, (SELECT string_agg(substr(text, body_start + 1, coalesce(body_end, length(text)) - body_start),
                                         chr(10) || chr(10) ORDER BY number)
                       FROM documents_page WHERE revision_id = revision.id)
    FROM documents_revision revision WHERE id = ANY(%s)
"""
UPDATE = """
    UPDATE documents_revision revision
    SET summary = given.summary, summary_words = given.words,
        flags = array_remove(array_remove(flags, 'summary_missing'), 'summary_extracted')
            || CASE WHEN given.reason_code = '' THEN '{}'::text[] ELSE '{summary_missing}' END
            || CASE WHEN given.extracted THEN '{summary_extracted}'::text[] ELSE '{}' END,
        reason_code = CASE WHEN revision.reason_code IN ('', 'llm_unavailable', 'llm_bad_output')
                           THEN given.reason_code ELSE revision.reason_code END
    FROM unnest(%s::bigint[], %s::text[], %s::int[], %s::text[], %s::bool[])
        AS given(id, summary, words, reason_code, extracted)
    WHERE revision.id = given.id
"""


@dataclass(frozen=True, slots=True)
class SummaryInput:
    title: str
    text: str


@dataclass(slots=True)
class Summary:
    """`piece` is what is embedded of it, no longer than any other chunk. Without a text `reason_code` may say why."""

    text: str
    piece: TextPiece | None = None
    reason_code: str = ""
    chunk_id: int = 0
    """Of the row to be written, when a later stage needs it earlier."""
    extracted: bool = False
    """What the model wrote could not be a summary of this document, so these are sentences of it."""

    @property
    def words(self) -> int:
        return len(self.text.split())


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, SummaryInput]:
    if has_stage_output(items, "extract"):
        return {item.revision_id: build_summary_input(item.outputs["extract"]) for item in items}
    return {
        revision: SummaryInput(title, (text or "").strip())
        for revision, title, text in fetch_rows(TEXTS, [[item.revision_id for item in items]])
    }


def build_summary_input(extracted: Extracted) -> SummaryInput:
    return SummaryInput(extracted.title, "\n\n".join(page.body_text for page in extracted.document.pages).strip())


async def compute(given: Sequence[SummaryInput], resources: Resources) -> list[Summary]:
    return [await summarise(text, resources) for text in given]


async def summarise(given: SummaryInput, resources: Resources) -> Summary:
    """A model that is out of reach for now raises; one that cannot do it leaves the document without a summary."""
    try:
        text = await write_summary(given, resources) if given.text else ""
    except ModelError as error:
        if error.temporary:
            raise
        return Summary("", reason_code=model_failure_reason(error))
    extracted = (
        bool(text)
        and not is_free(resources)
        and not is_summary_of(text, document_text(given), prompt_wording(resources))
    )
    text = extracts(given.text) if extracted else text
    return Summary(text, next(iter(split_page(text, CHUNK_TOKENS)), None), extracted=extracted)


def is_free(resources: Resources) -> bool:
    """The built-in model takes sentences of the document as they are: nothing needs to be checked."""
    return resources.is_free("summarise", "summarise-parts")


def document_text(given: SummaryInput) -> str:
    return f"{given.title}\n{given.text}"


def prompt_wording(resources: Resources) -> str:
    prompts = [resources.asking[slug].prompt for slug in ("summarise", "summarise-parts")]
    return "\n".join(f"{prompt.system}\n{prompt.user}" for prompt in prompts)


async def write_summary(given: SummaryInput, resources: Resources) -> str:
    """In one call when the text fits into the model's window; else the parts, then what they gave, until it fits.

    Ends: each round leaves at most a tenth of the text.
    """
    budget = max(1_000, resources.asking["summarise"].model.context_window - RESERVED_TOKENS)
    while True:
        try:
            return await summary_within(budget, given, resources)
        except ModelError as error:
            budget //= 2
            # The server knows its window better than the row that somebody filled in.
            if error.code != "context_too_long" or budget < LEAST_BUDGET:
                raise


async def summary_within(budget: int, given: SummaryInput, resources: Resources) -> str:
    """`budget`: tokens of text in one call."""
    slug, text = "summarise", given.text
    while not (surely_fits(text, budget) or estimate_tokens(text) <= budget):
        text = "\n".join(await summaries_of_parts(slug, SummaryInput(given.title, text), budget, resources))
        slug = "summarise-parts"
    return await ask_model(slug, SummaryInput(given.title, text), resources)


async def summaries_of_parts(slug: str, given: SummaryInput, budget: int, resources: Resources) -> list[str]:
    """Summarises about equally long parts, PARTS_AT_ONCE at a time."""
    count = math.ceil(estimate_tokens(given.text) / budget)
    size = min(budget, math.ceil(estimate_tokens(given.text) / count * 1.1))
    parts = [SummaryInput(given.title, piece.text) for piece in split_page(given.text, size)]
    found: list[str] = []
    for start in range(0, len(parts), PARTS_AT_ONCE):
        found += await asyncio.gather(
            *(ask_model(slug, part, resources) for part in parts[start : start + PARTS_AT_ONCE])
        )
    return [shorten_text(text, budget // SHRINKING) for text in found]


async def ask_model(slug: str, given: SummaryInput, resources: Resources) -> str:
    return (await resources.ask(slug, title=given.title, text=given.text)).text.strip()


def shorten_text(text: str, tokens: int) -> str:
    """The beginning of a text that a model made longer than it was asked to."""
    return split_page(text, tokens)[0].text if estimate_tokens(text) > tokens else text


def summary_without_model(given: SummaryInput) -> Summary:
    """When the model stayed out of reach: the document is found by its chunks all the same."""
    return Summary("", reason_code="llm_unavailable")


def store(results: Sequence[tuple[Job, Summary]]) -> None:
    if again := [job.revision_id for job, _ in results if job.may_have_output]:
        Chunk.objects.filter(revision__in=again, kind=ChunkKind.SUMMARY).delete()
    reserve_chunk_ids([summary for _, summary in results if not summary.chunk_id])
    pieces = [(summary.chunk_id, job, summary.piece) for job, summary in results if summary.piece is not None]
    copy_rows(
        Chunk, CHUNK_COLUMNS, (chunk_row(chunk, job, ChunkKind.SUMMARY, piece, 0) for chunk, job, piece in pieces)
    )
    summaries = [summary for _, summary in results]
    execute_sql(
        UPDATE,
        [
            [job.revision_id for job, _ in results],
            [summary.text for summary in summaries],
            [summary.words for summary in summaries],
            [summary.reason_code for summary in summaries],
            [summary.extracted for summary in summaries],
        ],
    )


def reserve_chunk_ids(summaries: Sequence[Summary]) -> None:
    """Reserves the ids of those that become chunks, in one query."""
    embedded = [summary for summary in summaries if summary.piece is not None]
    for summary, chunk_id in zip(embedded, reserve_ids(Chunk, len(embedded)), strict=True):
        summary.chunk_id = chunk_id


STAGE = Stage(
    "summarise", Status.SUMMARISING, load, compute, store, takes_over=frozenset({"extract"})
)  # fmt: skip

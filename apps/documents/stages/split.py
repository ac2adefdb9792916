"""split: pages become chunks, each within one page; a record's own fields become chunks of their own kinds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from operator import itemgetter

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.chunking.chunk_rows import CHUNK_COLUMNS, chunk_row
from apps.documents.chunking.chunking_strategy import ChunkForm, load_chunk_forms, split_text
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Chunk, ChunkKind, Status
from apps.documents.stages.extract import Extracted, own_fields, reserve_page_ids
from apps.documents.stages.publish_text_first import (
    EarlyIndexRows,
    build_early_index_rows,
    publish_words,
    revisions_to_publish_early,
)
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem, has_stage_output
from apps.text.index_terms import GERMAN
from apps.text.split_into_chunks import TextPiece

FIELDS = "SELECT id, fields FROM documents_revision WHERE id = ANY(%s)"
PAGES = """
    SELECT revision_id, id, number, substr(text, body_start + 1, coalesce(body_end, length(text)) - body_start),
           body_start
    FROM documents_page WHERE revision_id = ANY(%s) ORDER BY 1, 3
"""


@dataclass(frozen=True, slots=True)
class SplitInput:
    """(id, number, body) of each page, and the texts of the record's own fields by kind."""

    pages: list[tuple[int, int, str]]
    fields: dict[str, str]
    form: ChunkForm = field(default_factory=ChunkForm)
    heading: str | None = None
    """What is searched with the first piece of a document whose words go into search first (publish_text_first.py)."""
    language: str = GERMAN
    starts: dict[int, int] = field(default_factory=dict)
    """Where the body stands in the text of its page, by the page's id; 0 where it is not named."""


@dataclass(slots=True)
class SplitChunks:
    """What becomes chunks: (page id, page number, piece), and (kind, piece) for fields."""

    content: Sequence[tuple[int, int, TextPiece]]
    fields: Sequence[tuple[str, TextPiece]]
    chunk_ids: list[int] = field(default_factory=list)
    """Of the rows to be written, those of the content first, when a later stage needs them earlier."""
    words: EarlyIndexRows = field(default_factory=EarlyIndexRows)

    def __len__(self) -> int:
        return len(self.content) + len(self.fields)


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, SplitInput]:
    forms = load_chunk_forms([item.job for item in items])
    found = extracted_pages(items, forms) if has_stage_output(items, "extract") else stored_pages(forms)
    new = revisions_to_publish_early(list(found), resources)
    for item in items:
        if item.revision_id in new and (given := found.get(item.revision_id)):
            found[item.revision_id] = replace(
                given, heading=heading_for_search(item, given), language=item.job.language
            )
    return found


def heading_for_search(item: WorkItem, given: SplitInput) -> str:
    """The title, where it is known yet, and the record's own fields."""
    extracted: Extracted | None = item.outputs.get("extract")
    return " ".join([extracted.title if extracted else "", *given.fields.values()])


def stored_pages(forms: Mapping[int, ChunkForm]) -> dict[int, SplitInput]:
    """By revision, as `forms` is. Two queries."""
    revisions = list(forms)
    found = {
        revision: SplitInput([], json.loads(fields), forms[revision])
        for revision, fields in fetch_rows(FIELDS, [revisions])
    }
    for revision, page, number, text, start in fetch_rows(PAGES, [revisions]):
        found[revision].pages.append((page, number, text))
        found[revision].starts[page] = start
    return found


def extracted_pages(items: Sequence[WorkItem], forms: Mapping[int, ChunkForm]) -> dict[int, SplitInput]:
    """Builds inputs from pages that are not stored yet: their ids are reserved here."""
    extracted: dict[int, Extracted] = {item.revision_id: item.outputs["extract"] for item in items}
    reserve_page_ids(list(extracted.values()))
    return {revision: build_split_input(each, forms[revision]) for revision, each in extracted.items()}


def build_split_input(extracted: Extracted, form: ChunkForm) -> SplitInput:
    numbered = list(zip(extracted.page_ids, extracted.document.pages, strict=True))
    pages = [(page_id, page.number, page.body_text) for page_id, page in numbered]
    starts = {page_id: page.body[0] for page_id, page in numbered if page.body}
    return SplitInput(pages, own_fields(extracted.document), form, starts=starts)


async def compute(given: Sequence[SplitInput], resources: Resources) -> list[SplitChunks]:
    split = {size: iter(pieces) for size, pieces in (await split_by_size(given, resources)).items()}
    made = [
        SplitChunks(
            [
                (page, number, shift_piece(piece, each.starts.get(page, 0)))
                for page, number, text in each.pages
                for piece in split_text(each.form, text, next_of)
            ],
            [(kind, piece) for kind, text in each.fields.items() for piece in split_text(each.form, text, next_of)],
        )
        for each in given
        for next_of in [split[each.form.tokens]]
    ]
    searched = [searched_texts(each, pieces) for each, pieces in zip(given, made, strict=True)]
    for pieces, words in zip(
        made, await build_early_index_rows(searched, [each.language for each in given], resources), strict=True
    ):
        pieces.words = words
    return made


async def split_by_size(given: Sequence[SplitInput], resources: Resources) -> dict[int, list[list[TextPiece]]]:
    """What the splitter cuts, in its order, by the size of the pieces: those of one size in one go."""
    wanted: dict[int, list[str]] = {}
    for each in given:
        wanted.setdefault(each.form.tokens, []).extend(texts_to_split(each))
    return {size: await resources.splitter(size).split(texts) for size, texts in wanted.items()}


def searched_texts(given: SplitInput, pieces: SplitChunks) -> list[str]:
    """Returns the texts that go into search first; none unless there is a heading."""
    if given.heading is None:
        return []
    return [f"{given.heading if place == 0 else ''}\n{piece.text}" for place, (*_, piece) in enumerate(pieces.content)]


def texts_to_split(given: SplitInput) -> list[str]:
    """What the splitter cuts: pages and fields, or nothing where they become windows."""
    if not given.form.is_by_splitter:
        return []
    return [*(text for *_, text in given.pages), *given.fields.values()]


def shift_piece(piece: TextPiece, by: int) -> TextPiece:
    return replace(piece, start=piece.start + by, end=piece.end + by) if by else piece


def store(results: Sequence[tuple[Job, SplitChunks]]) -> None:
    if again := [job.revision_id for job, _ in results if job.may_have_output]:
        Chunk.objects.filter(revision__in=again).exclude(kind=ChunkKind.SUMMARY).delete()
    reserve_chunk_ids([pieces for _, pieces in results if not pieces.chunk_ids])
    copy_rows(Chunk, CHUNK_COLUMNS, (row for job, pieces in results for row in chunk_rows(job, pieces)))
    publish_words([(job, pieces.words, pieces.chunk_ids) for job, pieces in results])


def reserve_chunk_ids(documents: Sequence[SplitChunks]) -> None:
    """Reserves the ids of their chunks, in one query."""
    ids = iter(reserve_ids(Chunk, sum(map(len, documents))))
    for each in documents:
        each.chunk_ids = list(islice(ids, len(each)))


def chunk_rows(job: Job, pieces: SplitChunks) -> Iterator[tuple[object, ...]]:
    ids = iter(pieces.chunk_ids)
    position = 0
    last_page = None
    for page, number, piece in pieces.content:
        position = position + 1 if page == last_page else 0
        last_page = page
        yield chunk_row(next(ids), job, ChunkKind.CONTENT, piece, position, page, number)
    for kind, same_kind in groupby(pieces.fields, key=itemgetter(0)):
        for position, (_, piece) in enumerate(same_kind):
            yield chunk_row(next(ids), job, kind, piece, position)


STAGE = Stage(
    "split", Status.SPLITTING, load, compute, store,
    takes_over=frozenset({"extract"}), in_one_call=True,
)  # fmt: skip

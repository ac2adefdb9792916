"""publish: the new content is searched from now on; the old content is removed in the same transaction.

Its words go into the keyword index here and not before: only what can be found takes part in how rare a word is.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from apps.database import read_from_standby, settings_cache
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.keywords import write_keyword_index
from apps.documents.keywords.build_posting_rows import PostingRows, select_posting_rows
from apps.documents.keywords.stored_cell_numbers import stored_numbers
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Revision, Status
from apps.documents.pages.delete_unreferenced_originals import delete_unreferenced_originals
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem, has_stage_output
from apps.text.split_into_chunks import TextPiece


@dataclass(frozen=True, slots=True)
class Postings:
    """What goes into the index of one revision's chunks; `rows` are those of all revisions weighed together."""

    chunks: Collection[int]
    rows: PostingRows
    replaces: bool = False
    """Words of these chunks that are in the index."""


@dataclass(frozen=True, slots=True)
class PublishInput:
    """What goes into the keyword index, by chunk."""

    attempt: int
    language: str
    chunks: dict[int, str]
    is_indexed: bool = False
    """Whether words of these chunks are in the index already."""


# The address, date and metadata of a new document are with it since it was registered; what its file says of itself
# (front matter) adds to them and takes nothing away. What an editor has corrected stays. Documents are locked before
# their revisions, as by a withdrawal. An older revision never takes the place of a newer one, whichever is published
# first.
SWITCH_REVISION_SQL = """
    WITH switched AS (
        UPDATE documents_document document
        SET current_revision_id = revision.id,
            title = CASE WHEN 'title' = ANY(document.edited) THEN document.title ELSE revision.title END,
            flags = revision.flags,
            status = CASE WHEN revision.reason_code = '' THEN 'ready' ELSE 'ready_partial' END,
            reason_code = revision.reason_code, reason_detail = revision.reason_detail, updated_at = now(),
            url = CASE WHEN 'url' = ANY(document.edited) THEN document.url
                       ELSE coalesce(revision.attributes ->> 'url', document.url) END,
            date = CASE WHEN 'date' = ANY(document.edited) THEN document.date
                        ELSE coalesce((revision.attributes ->> 'date')::date,
                            CASE WHEN document.current_revision_id IS NULL
                                      OR document.flags && '{text_first,words_only}' THEN document.date END,
                            (revision.attributes #>> '{front_matter,date}')::date,
                            CASE WHEN revision.attributes ? 'date' THEN NULL ELSE document.date END) END,
            metadata = CASE WHEN 'metadata' = ANY(document.edited) THEN document.metadata
                            ELSE coalesce(revision.attributes #> '{front_matter,metadata}', '{}')
                                 || coalesce(revision.attributes -> 'metadata', document.metadata) END
        FROM documents_revision revision
        WHERE revision.document_id = document.id AND revision.id = ANY(%s)
            AND NOT EXISTS (SELECT FROM documents_revision AS newer
                            WHERE newer.id = document.current_revision_id AND newer.number > revision.number)
        RETURNING revision.id
    )
    UPDATE documents_revision revision SET published_at = now() FROM switched WHERE revision.id = switched.id
"""
# The typed columns, of revisions that bring them along.
UPDATE_FACTS_SQL = """
    UPDATE documents_document document
    SET document_type = facts.document_type, number = facts.number, term = facts.term, authors = facts.authors,
        parties = facts.parties, committee = facts.committee
    FROM documents_revision revision, jsonb_to_record(revision.attributes -> 'facts') AS facts(
        document_type text, number text, term smallint, authors text[], parties text[], committee text)
    WHERE document.current_revision_id = revision.id AND revision.id = ANY(%s) AND revision.attributes ? 'facts'
"""
SHOWN = "SELECT current_revision_id FROM documents_document WHERE current_revision_id = ANY(%s)"
OLDER = """
    SELECT older.id, older.blob_id, older.rendition_id FROM documents_document document
    JOIN documents_revision current ON current.id = document.current_revision_id
    JOIN documents_revision older ON older.document_id = document.id AND older.number < current.number
    WHERE document.id = ANY(%s)
"""


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, PublishInput]:
    if has_stage_output(items, "extract"):
        return {item.revision_id: PublishInput(1, item.job.language, indexed_texts_of_item(item)) for item in items}
    revisions = [item.revision_id for item in items]
    texts, shown = (
        write_keyword_index.texts_to_index(revisions),
        {revision for (revision,) in fetch_rows(SHOWN, [revisions])},
    )
    return {
        revision: PublishInput(item.job.attempt, item.job.language, texts[revision], revision in shown)
        for revision, item in zip(revisions, items, strict=True)
    }


def indexed_texts_of_item(item: WorkItem) -> dict[int, str]:
    """Returns texts by chunk in the form of write_keyword_index.texts_to_index."""
    extracted, pieces, tagged = item.outputs["extract"], item.outputs["split"], item.outputs["tag"]
    heading = " ".join([extracted.title, *tagged.tags, *(piece.text for _, piece in pieces.fields)])
    layouts = {page.number: (page.sheet, page.text) for page in extracted.document.pages if page.sheet}
    texts = [text_and_stored_numbers(piece, layouts.get(number)) for _, number, piece in pieces.content]
    chunks = zip(pieces.chunk_ids, texts, strict=False)
    return {chunk: f"{heading if place == 0 else ''}\n{text}" for place, (chunk, text) in enumerate(chunks)}


def text_and_stored_numbers(piece: TextPiece, page: tuple[SheetLayout, str] | None) -> str:
    return f"{piece.text}\n{stored_numbers(*page, piece.start, piece.end) if page else ''}"


async def compute(given: Sequence[PublishInput], resources: Resources) -> list[Postings]:
    rows = {}
    for language in {each.language for each in given}:
        same = (each.chunks for each in given if each.language == language)
        texts = {chunk: text for chunks in same for chunk, text in chunks.items()}
        rows[language] = await resources.weigh(texts, language)
    return [Postings(list(each.chunks), rows[each.language], each.is_indexed) for each in given]


def store(results: Sequence[tuple[Job, Postings]]) -> None:
    write_keyword_index.remove_postings(
        [chunk for job, postings in results if job.may_have_output or postings.replaces for chunk in postings.chunks]
    )
    for rows, chunks in group_by_shared_rows([postings for _, postings in results]):
        write_keyword_index.copy_posting_rows(select_posting_rows(rows, chunks))
    published = newest_revisions([job for job, _ in results])
    execute_sql(SWITCH_REVISION_SQL, [published])
    execute_sql(UPDATE_FACTS_SQL, [published])
    if older := fetch_rows(OLDER, [[job.document_id for job, _ in results]]):
        delete_revisions([row[0] for row in older], {file for row in older for file in row[1:] if file})
        if read_from_standby.standby_aliases():
            # Whoever still has the replaced text is asked again when it has followed.
            settings_cache.invalidate_settings_cache()


def newest_revisions(jobs: Sequence[Job]) -> list[int]:
    """Of several revisions of a document the newest: which of them one UPDATE takes is not defined."""
    return list({job.document_id: job.revision_id for job in sorted(jobs, key=attrgetter("revision_id"))}.values())


def group_by_shared_rows(postings: Sequence[Postings]) -> Iterator[tuple[PostingRows, list[int]]]:
    """The chunks of each set of rows that several revisions share."""
    for _, same in groupby(sorted(postings, key=shared_rows), key=shared_rows):
        sharing = list(same)
        yield sharing[0].rows, [chunk for each in sharing for chunk in each.chunks]


def shared_rows(postings: Postings) -> int:
    return id(postings.rows)


def delete_revisions(revisions: Sequence[int], files: Iterable[str]) -> None:
    """Deletes revisions with pages, chunks and vectors, and files and pictures that no other needs any more."""
    Revision.objects.filter(pk__in=revisions).delete()
    delete_unreferenced_originals(files)


# What was embedded is in search with the same commit; title, tags and texts are stored or at hand.
STAGE = Stage(
    "publish", Status.EMBEDDING, load, compute, store,
    takes_over=frozenset({"embed"}), in_one_call=True,
)  # fmt: skip

"""Writes the keyword index in bulk: what each term weighs in each chunk (build_posting_rows.py).

How rare a term is, is counted when it is searched for: documents that come or go need no correction.
"""

from collections.abc import Mapping, Sequence

from django.db import connection, transaction

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.keywords.build_posting_rows import (
    PostingRows,
    build_posting_rows,
    encode_posting_rows,
    language_marker,
    term_weights,
)
from apps.documents.keywords.postgres_stems import load_vocabulary
from apps.documents.keywords.stored_cell_numbers import load_stored_numbers
from apps.documents.models import Collection, Posting

COPY = "COPY documents_posting (chunk_id, term, weight) FROM STDIN (FORMAT BINARY)"

CONTENT = """
    SELECT chunk.revision_id, chunk.id, chunk.text, CASE WHEN row_number() OVER (
        PARTITION BY chunk.revision_id ORDER BY chunk.page_number, chunk.position) = 1
        THEN concat_ws(' ', coalesce(nullif(revision.title, ''), document.title), array_to_string(revision.tags, ' '),
            (SELECT string_agg(value, ' ') FROM jsonb_each_text(revision.fields))) ELSE '' END
    FROM documents_chunk chunk JOIN documents_revision revision ON revision.id = chunk.revision_id
    JOIN documents_document document ON document.id = revision.document_id
    WHERE chunk.revision_id = ANY(%s) AND chunk.kind = 'content'
"""
LANGUAGES = "SELECT DISTINCT language FROM documents_collection"
MISSING = """
    SELECT document.current_revision_id, collection.language FROM documents_document document
    JOIN documents_collection collection ON collection.id = document.collection_id
    JOIN unnest(%s::text[], %s::int[]) AS rule(language, marker) USING (language)
    WHERE document.status IN ('ready', 'ready_partial') AND document.current_revision_id IS NOT NULL AND EXISTS (
        SELECT 1 FROM documents_chunk chunk WHERE chunk.revision_id = document.current_revision_id
            AND chunk.kind = 'content' AND NOT EXISTS (
                SELECT 1 FROM documents_posting posting
                WHERE posting.term = rule.marker AND posting.chunk_id = chunk.id))
    ORDER BY document.id LIMIT %s
"""


def texts_to_index(revisions: list[int]) -> dict[int, dict[int, str]]:
    """What is indexed, by revision and chunk. Title, tags and a record's own fields are with the first chunk, numbers
    that a sheet stores with that of their cells. Two queries."""
    found: dict[int, dict[int, str]] = {revision: {} for revision in revisions}
    stored = load_stored_numbers(revisions)
    for revision, chunk, text, heading in fetch_rows(CONTENT, [revisions]):
        found[revision][chunk] = f"{heading}\n{text}\n{stored.get(chunk, '')}"
    return found


def write_postings(chunks: Mapping[int, Mapping[int, int]]) -> None:
    """The postings of chunks, instead of those they had. Inside the caller's transaction; raises DatabaseError."""
    remove_postings(list(chunks))
    copy_postings(chunks)


def remove_postings(chunks: Sequence[int]) -> None:
    if chunks:
        Posting.objects.filter(chunk__in_array=chunks).delete()


def copy_postings(chunks: Mapping[int, Mapping[int, int]]) -> None:
    """The postings of chunks that have none yet."""
    copy_posting_rows(build_posting_rows(chunks))


def copy_posting_rows(rows: PostingRows) -> None:
    """Writes the rows by one binary COPY made in memory."""
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.cursor.copy(COPY) as stream:
        stream.write(encode_posting_rows(rows))


def index_missing_documents(limit: int = 100) -> int:
    """Index up to `limit` documents in search that were indexed by older rules or not at all; how many it did.

    Those of a collection whose language has changed are among them; when nothing is left, it has its new one alone.
    One transaction. May run again, and beside workers: what is indexed is left alone.
    """
    with transaction.atomic():
        changing = list(Collection.objects.exclude(former_language="").values_list("pk", "language"))
        known = [language for (language,) in fetch_rows(LANGUAGES, [])]
        languages = dict(fetch_rows(MISSING, [known, [language_marker(language) for language in known], limit]))
        for language in set(languages.values()):
            same = [revision for revision, other in languages.items() if other == language]
            texts = {chunk: text for chunks in texts_to_index(same).values() for chunk, text in chunks.items()}
            stems = load_vocabulary(texts.values(), language)
            write_postings({chunk: term_weights(text, stems) for chunk, text in texts.items()})
        if not languages:
            for collection, language in changing:
                Collection.objects.filter(pk=collection, language=language).update(former_language="")
    return len(languages)

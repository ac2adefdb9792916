"""summaries-then-chunks: the summaries choose the documents, then the best pages of only these are taken."""

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Composable, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.query.types import Algorithm, Found, Query, SearchLimits
from apps.retrieval.vectors import document_ranking
from apps.retrieval.vectors.nearest_chunks import nearest

CANDIDATES = SQL(
    """candidates AS (
    SELECT document_id, max(similarity) AS score FROM summary GROUP BY document_id
)"""
)

# Compared one by one, found by document: that these documents may be read and are ready was checked with the summary.
CONTENT_OF_DOCUMENTS = SQL(
    """content AS MATERIALIZED (
    SELECT * FROM (
        SELECT embedding.chunk_id, embedding.document_id, -(embedding.vector <#> %(vector)s::halfvec) AS similarity
        FROM documents
        JOIN documents_document AS document ON document.id = documents.document_id
        JOIN documents_embedding AS embedding ON embedding.document_id = document.id
        JOIN documents_chunk AS chunk
            ON chunk.id = embedding.chunk_id AND chunk.revision_id = document.current_revision_id
        WHERE embedding.model_id = {model} AND embedding.kind = {content}
    ) AS compared
    WHERE similarity >= %(threshold)s
    ORDER BY similarity DESC, chunk_id
    LIMIT {limit}
)"""
)


def content_of_documents(query: Query, limits: SearchLimits) -> Composable:
    return CONTENT_OF_DOCUMENTS.format(
        model=Literal(query.embedding_model_id),
        content=Literal(ChunkKind.CONTENT.value),
        limit=Literal(limits.chunk_limit),
    )


def retrieve(query: Query, limits: SearchLimits) -> Found:
    """Pages and summaries of the documents with the best summaries. One round trip; two if nothing is found."""
    parts = [
        nearest("summary", query, ChunkKind.SUMMARY, limits.summary_limit),
        CANDIDATES,
        document_ranking.DOCUMENTS,
        content_of_documents(query, limits),
        document_ranking.pages(Literal(limits.pages_per_document)),
        document_ranking.PAGES_AND_SUMMARIES,
    ]
    kinds = [ChunkKind.SUMMARY, ChunkKind.CONTENT]
    return document_ranking.run(parts, query, limits, kinds, decisive=[ChunkKind.SUMMARY])


ALGORITHM = Algorithm("summaries-then-chunks", _("Summaries, then chunks"), retrieve)

"""summaries-then-chunks: the documents are chosen first, then the best pages of only these are taken.

A summary says what a document is about, not what stands on its pages. So the words of the question choose beside it:
a document's score is the mean of its summary's similarity and of its best chunk by words (BM25, as a share of the best
of all); where no word is found, the similarity alone.
"""

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Composable, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.keywords.keyword_sql import keyword_expressions, search_terms
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits
from apps.retrieval.vectors import passages_of_ranked_documents
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte

CANDIDATES = SQL(
    """words AS MATERIALIZED (
    SELECT chunk_id, document_id, score / max(score) OVER () AS share FROM keyword
), by_summary AS (
    SELECT document_id, max(similarity) AS similarity FROM summary GROUP BY document_id
), said AS (
    SELECT document_id, max(share) AS share FROM words GROUP BY document_id
), candidates AS (
    SELECT document_id, CASE WHEN EXISTS (SELECT FROM said)
        THEN (coalesce(similarity, %(threshold)s) + coalesce(share, 0)) / 2 ELSE similarity END AS score
    FROM by_summary FULL JOIN said USING (document_id)
)"""
)
# What was found is good enough already: of the summaries those above the threshold, of the words the best.
DOCUMENTS = SQL(
    """documents AS MATERIALIZED (
    SELECT document_id, score FROM candidates ORDER BY score DESC, document_id LIMIT %(document_limit)s
)"""
)
# The best pages of each document by itself: a long one takes none from the others. Compared one by one; that these
# documents may be read and are ready was checked before.
CONTENT_OF_DOCUMENTS = SQL(
    """content AS MATERIALIZED (
    SELECT best.chunk_id, best.document_id, best.similarity
    FROM documents CROSS JOIN LATERAL (
        SELECT compared.*, coalesce(words.share, 0) AS share
        FROM (
            SELECT embedding.chunk_id, embedding.document_id, -(embedding.vector <#> %(vector)s::halfvec) AS similarity
            FROM documents_document AS document
            JOIN documents_embedding AS embedding ON embedding.document_id = document.id
            JOIN documents_chunk AS chunk
                ON chunk.id = embedding.chunk_id AND chunk.revision_id = document.current_revision_id
            WHERE document.id = documents.document_id AND embedding.model_id = {model} AND embedding.kind = {content}
        ) AS compared LEFT JOIN words USING (chunk_id)
        WHERE similarity >= %(threshold)s OR words.chunk_id IS NOT NULL
        ORDER BY similarity + coalesce(words.share, 0) DESC, compared.chunk_id
        LIMIT {limit}
    ) AS best
)"""
)


def content_of_documents(query: Query, limits: SearchLimits) -> Composable:
    return CONTENT_OF_DOCUMENTS.format(
        model=Literal(query.embedding_model_id),
        content=Literal(ChunkKind.CONTENT.value),
        limit=Literal(limits.pages_per_document),
    )


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Pages and summaries of the chosen documents.

    One round trip, one more for statistics that the query lacks, two more if nothing is found.
    """
    asked = search_terms(query)
    parts = [
        keyword_expressions(query),
        nearest_chunks_cte("summary", query, ChunkKind.SUMMARY, limits.summary_limit),
        CANDIDATES,
        DOCUMENTS,
        content_of_documents(query, limits),
        passages_of_ranked_documents.pages_cte(Literal(limits.pages_per_document)),
        passages_of_ranked_documents.PAGES_AND_SUMMARIES,
    ]
    kinds = [ChunkKind.SUMMARY, ChunkKind.CONTENT]
    words = asked.parameters(reach=None)
    return passages_of_ranked_documents.fetch_passages(
        parts, query, limits, kinds, decisive=[ChunkKind.SUMMARY], values=words
    )


ALGORITHM = Algorithm("summaries-then-chunks", _("Summaries, then chunks"), retrieve)

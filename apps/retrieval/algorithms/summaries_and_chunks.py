"""summaries-and-chunks: scores a document by the mean of its chunks and its summary.

Score: (mean similarity of the chunks found + similarity of the summary) / 2. Where only one of the two was found, that
side counts alone and is not halved: the mean over the sides there are. Chunks 0.865 and 0.863 with a summary of 0.901
give 0.8825.
"""

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits
from apps.retrieval.vectors import passages_of_ranked_documents
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte

CANDIDATES = SQL(
    """sides AS (
    SELECT document_id, avg(similarity) AS similarity FROM content GROUP BY document_id
    UNION ALL
    SELECT document_id, max(similarity) FROM summary GROUP BY document_id
), candidates AS (
    SELECT document_id, avg(similarity) AS score FROM sides GROUP BY document_id
)"""
)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Pages of the best documents, and those of their summaries that were found. One round trip; two without result."""
    parts = [
        nearest_chunks_cte("content", query, ChunkKind.CONTENT, limits.chunk_limit),
        nearest_chunks_cte("summary", query, ChunkKind.SUMMARY, limits.summary_limit),
        CANDIDATES,
        passages_of_ranked_documents.DOCUMENTS,
        passages_of_ranked_documents.pages_cte(
            passages_of_ranked_documents.SHARE_OF_CONTEXT.format(
                summary_tokens=passages_of_ranked_documents.SUMMARY_TOKENS
            )
        ),
        passages_of_ranked_documents.PAGES_AND_SUMMARIES,
    ]
    return passages_of_ranked_documents.fetch_passages(parts, query, limits, [ChunkKind.CONTENT, ChunkKind.SUMMARY])


ALGORITHM = Algorithm("summaries-and-chunks", _("Summaries and chunks"), retrieve, aliases=("chunks-and-summaries",))

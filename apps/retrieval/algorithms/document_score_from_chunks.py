"""chunks-only: scores a document by the mean similarity of its chunks that were found.

The simplest of the algorithms, and the file to copy for a new one: name what is looked for, say in SQL how documents
are scored, leave the rest to `ranking`.
"""

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits
from apps.retrieval.vectors import passages_of_ranked_documents
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte

CANDIDATES = SQL(
    """candidates AS (
    SELECT document_id, avg(similarity) AS score FROM content GROUP BY document_id
)"""
)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Pages of the best documents. One round trip; two if nothing is found."""
    parts = [
        nearest_chunks_cte("content", query, ChunkKind.CONTENT, limits.chunk_limit),
        CANDIDATES,
        passages_of_ranked_documents.DOCUMENTS,
        passages_of_ranked_documents.pages_cte(
            passages_of_ranked_documents.SHARE_OF_CONTEXT.format(summary_tokens=passages_of_ranked_documents.NO_TOKENS)
        ),
        passages_of_ranked_documents.ONLY_PAGES,
    ]
    return passages_of_ranked_documents.fetch_passages(parts, query, limits, [ChunkKind.CONTENT])


ALGORITHM = Algorithm("chunks-only", _("Chunks only"), retrieve)

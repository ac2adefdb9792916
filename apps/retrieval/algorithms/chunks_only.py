"""chunks-only: a document is as good as the mean of its chunks that were found.

The simplest of the algorithms, and the file to copy for a new one: name what is looked for, say in SQL how documents
are scored, leave the rest to `ranking`.
"""

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval import ranking
from apps.retrieval.nearest import nearest
from apps.retrieval.types import Algorithm, Found, Limits, Query

CANDIDATES = SQL(
    """candidates AS (
    SELECT document_id, avg(similarity) AS score FROM content GROUP BY document_id
)"""
)


def retrieve(query: Query, limits: Limits) -> Found:
    """Pages of the best documents. One round trip; two if nothing is found."""
    parts = [
        nearest("content", query, ChunkKind.CONTENT, limits.chunk_limit),
        CANDIDATES,
        ranking.DOCUMENTS,
        ranking.pages(ranking.SHARE_OF_CONTEXT.format(summary_tokens=ranking.NO_TOKENS)),
        ranking.ONLY_PAGES,
    ]
    return ranking.run(parts, query, limits, [ChunkKind.CONTENT])


ALGORITHM = Algorithm("chunks-only", _("Chunks only"), retrieve)

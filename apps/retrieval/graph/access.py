"""What a graph may tell a reader who may not see all its documents: facts of those they may see, each from one piece.

Descriptions and reports are made of all documents of a collection together. As soon as a filter, the state of a
document or its move leaves one of them out, they are not told any more where it may have had a part in them.
"""

from collections.abc import Sequence

from psycopg.sql import SQL, Composable, Identifier

from apps.retrieval.query.access import condition, parameters
from apps.retrieval.query.sql import fetch
from apps.retrieval.query.types import Query

# A condition on what a document does not have is neither true nor false: such a document is left out as well.
LEAVES_OUT = SQL(
    """
SELECT EXISTS (
    SELECT FROM graph_covereddocument AS covered
    JOIN documents_document AS document ON document.id = covered.document_id
    WHERE covered.build_id = ANY(%(builds)s) AND ({condition}) IS NOT TRUE)"""
)
# The pieces of text behind facts, of documents that may be shown.
READABLE = SQL(
    """
    JOIN graph_unit AS unit ON unit.id = {fact}.unit_id
    JOIN documents_document AS document ON document.id = unit.document_id
        AND document.current_revision_id = unit.revision_id AND {condition}"""
)


def leaves_out(query: Query, build_ids: Sequence[int]) -> bool:
    """Whether these builds know a document that the question may not show. One query."""
    values = parameters(query) | {"builds": list(build_ids)}
    return bool(fetch(LEAVES_OUT.format(condition=condition(query)), values)[0][0])


def readable(query: Query, fact: str) -> Composable:
    """Joins `unit` and `document` to the facts of that name."""
    return READABLE.format(fact=Identifier(fact), condition=condition(query))

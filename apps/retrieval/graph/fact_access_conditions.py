"""Access to facts: what a graph may show to readers who may not see all its documents.

Descriptions and reports are written from all documents of a collection together. As soon as a filter, the state of a
document or its move to another collection excludes one of them, texts it may have contributed to are not shown.
"""

from collections.abc import Sequence

from psycopg.sql import SQL, Composable, Identifier

from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query

# A condition on a missing value is NULL, neither true nor false: such a document is excluded as well.
LEAVES_OUT = SQL(
    """
SELECT EXISTS (
    SELECT FROM graph_covereddocument AS covered
    JOIN documents_document AS document ON document.id = covered.document_id
    WHERE covered.build_id = ANY(%(builds)s) AND ({condition}) IS NOT TRUE)"""
)
# The pieces of text that facts come from, of documents that may be shown.
READABLE = SQL(
    """
    JOIN graph_unit AS unit ON unit.id = {fact}.unit_id
    JOIN documents_document AS document ON document.id = unit.document_id
        AND document.current_revision_id = unit.revision_id AND {condition}"""
)


def hides_documents(query: Query, build_ids: Sequence[int]) -> bool:
    """Whether these builds cover a document that the query may not show. One query."""
    values = access_parameters(query) | {"builds": list(build_ids)}
    return bool(fetch_search_rows(LEAVES_OUT.format(condition=access_condition(query)), values)[0][0])


def readable_units(query: Query, fact: str) -> Composable:
    """Joins `unit` and `document` to the facts of that name."""
    return READABLE.format(fact=Identifier(fact), condition=access_condition(query))

"""The entities of graphs whose vectors are nearest to that of a question."""

from collections.abc import Sequence

from pgvector import HalfVector
from psycopg.sql import SQL, Literal

from apps.graph.querying.entity_neighbourhood import MOST_ENTITIES, OVERSAMPLED, ChosenEntity
from apps.graph.querying.readable_graphs import GraphInUse
from apps.graph.storage.hnsw_index import nearest_vectors_query
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query

# Only vectors are compared at first; an entity counts when a page that may be shown says something of it.
# `OFFSET 0` and `LIMIT 1` keep PostgreSQL from joining everything with everything before it looks at the nearest.
ENTITIES = SQL(
    """
WITH near AS MATERIALIZED ({near})
SELECT entity.id, entity.name, entity.type, entity.description, near.similarity
FROM near
CROSS JOIN LATERAL (
    SELECT * FROM graph_entity WHERE text_hash = near.text_hash AND build_id = ANY(%(builds)s) OFFSET 0
) AS entity
CROSS JOIN LATERAL (
    SELECT 1 FROM graph_mention AS mention
    JOIN graph_unit AS unit ON unit.id = mention.unit_id
    JOIN documents_document AS document ON document.id = unit.document_id
        AND document.current_revision_id = unit.revision_id
    WHERE mention.entity_id = entity.id AND {condition} LIMIT 1
) AS said
ORDER BY near.similarity DESC, entity.id LIMIT {most}"""
)


def nearest_entities(query: Query, graphs: Sequence[GraphInUse], most: int = MOST_ENTITIES) -> list[ChosenEntity]:
    """The nearest ones that something readable is said of. One query."""
    if not graphs or not query.vector:
        return []
    near = nearest_vectors_query(
        [graph.index_id for graph in graphs], query.embedding_model_id, len(query.vector), most * OVERSAMPLED
    )
    statement = ENTITIES.format(near=near, most=Literal(most), condition=access_condition(query))
    values = access_parameters(query) | {
        "vector": HalfVector(list(query.vector)),
        "builds": [graph.build_id for graph in graphs],
    }
    return [ChosenEntity(*row) for row in fetch_search_rows(statement, values)]

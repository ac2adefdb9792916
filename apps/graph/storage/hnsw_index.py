"""Builds an HNSW index over the entity vectors of one graph, where comparing all of them would take too long.

It is no migration because it depends on rows: it covers one graph, one model and one dimension. Writing through it is
slow, so a build that brings many new vectors drops it first.
"""

from collections.abc import Sequence

from django.db.models import Q
from psycopg.sql import SQL, Composable, Identifier, Literal

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.vectors.hnsw_definition import create_statement, partial_index
from apps.documents.vectors.hnsw_index import BUILD_SETTINGS
from apps.graph.models import EntityVector

INDEX_PAYS_FROM = 5_000
MANY_NEW = 1_000
"""New vectors from which building the index again is faster than writing through it."""

# With the cast the planner takes the index where there is one; one list for each graph, because each has its own.
NEAR = SQL(
    """(SELECT text_hash, -(vector::halfvec({dimensions}) <#> %(vector)s::halfvec) AS similarity
    FROM graph_entityvector WHERE index_id = {index} AND model_id = {model}
    ORDER BY vector::halfvec({dimensions}) <#> %(vector)s::halfvec LIMIT {limit})"""
)


def nearest_vectors_query(index_ids: Sequence[int], model_id: int, dimensions: int, limit: int) -> Composable:
    """A query for (text_hash, similarity), the nearest of each graph; to be run with the parameter `vector`."""
    parts = [
        NEAR.format(index=Literal(index), model=Literal(model_id), dimensions=Literal(dimensions), limit=Literal(limit))
        for index in index_ids
    ]
    return SQL(" UNION ALL ").join(parts)


def index_name(index_id: int, model_id: int) -> str:
    return f"graph_vector_{index_id}_{model_id}_hnsw"


def drop_index(index_id: int, model_id: int) -> None:
    execute_sql(SQL("DROP INDEX IF EXISTS {name}").format(name=Identifier(index_name(index_id, model_id))), [])


def ensure_index(index_id: int, model_id: int, dimensions: int) -> bool:
    """Builds the index when it pays and is missing; whether there is one. Searches go on meanwhile."""
    if EntityVector.objects.filter(index=index_id, model=model_id).count() < INDEX_PAYS_FROM:
        return False
    if index_exists(index_id, model_id):
        return True
    covered = Q(index=index_id) & Q(model=model_id)
    index = partial_index(index_name(index_id, model_id), dimensions, covered)
    for setting, value in BUILD_SETTINGS.items():
        execute_sql("SELECT set_config(%s, %s, false)", [setting, value])
    try:
        execute_sql(SQL(create_statement(index, EntityVector)), [])
    finally:
        for setting in BUILD_SETTINGS:
            execute_sql(SQL("RESET {name}").format(name=Identifier(setting)), [])
    return True


def index_exists(index_id: int, model_id: int) -> bool:
    return bool(fetch_rows("SELECT to_regclass(%s) IS NOT NULL", [index_name(index_id, model_id)])[0][0])

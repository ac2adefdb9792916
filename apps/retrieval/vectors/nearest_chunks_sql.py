"""SQL of the nearest-chunk search: the common table expression that all algorithms share.

Vectors have unit length, so similarity is the inner product; pgvector's operator `<#>` is its negative. Whether a
person may read a chunk, whether its revision is the one in search and whether its document is ready is decided here,
before the limit: what a search must not show takes no place from what it may show.

There are two forms. Without an index the exact one computes every similarity, sorts numbers only and looks documents up
lazily, best first, until the limit is full. With an index the other one walks through it in the same manner; it reads
on where the filter removes rows (iterative scan), and PostgreSQL takes the B-tree over the collections instead when
these hold a small share of the rows. Beside it the exact form compares the few that wait for the index. Both were
measured, see docs/benchmarks.md. A large index holds signs of the vectors in place of these
(apps/documents/vectors/sign_random_projection.py): then a few hundred are found by their signs, and the best of them by
the vectors.
"""

from collections.abc import Mapping

from pgvector import HalfVector
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal, Placeholder

from apps.documents.models import ChunkKind
from apps.documents.vectors.hnsw_index import BREADTH_OF_SIGNS, BREADTH_OF_SMALL, MARK_OF_SMALL, index_name
from apps.documents.vectors.sign_random_projection import BITS, signs_in_words
from apps.retrieval.query import access_conditions
from apps.retrieval.query.types import Query, SearchLimits

# Settings of one walk through one index, for this statement alone and without a round trip of their own: PostgreSQL
# evaluates this condition once, before the walk begins.
SETTINGS = SQL(
    """(SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true)
                || set_config('hnsw.ef_search', greatest(%(ef_search)s, (
                    SELECT {breadth} FROM pg_class
                    WHERE relname = {index} AND {small} = ANY(reloptions) AND pg_table_is_visible(oid)))::text, true)
            ) IS NOT NULL"""
)

SETTINGS_OF_SIGNS = SQL(
    """(SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true)
                || set_config('hnsw.ef_search', greatest(%(ef_search)s, {breadth})::text, true) IS NOT NULL)"""
)
BY_SIGNS = 200
"""Chunks at least that are found by their signs; the vectors decide among them."""

# `LIMIT 1` keeps PostgreSQL from turning the look-up into a join of everything with everything.
PUBLISHED = SQL(
    """CROSS JOIN LATERAL (
            SELECT 1
            FROM documents_document AS document
            JOIN documents_chunk AS chunk ON chunk.revision_id = document.current_revision_id
            WHERE document.id = found.document_id AND chunk.id = found.chunk_id
                AND {allowed}
            LIMIT 1
        ) AS published"""
)

# `OFFSET 0` keeps the threshold out of the scan, where every similarity would be computed twice.
EXACT = SQL(
    """SELECT found.*
        FROM (
            SELECT chunk_id, document_id, -(vector <#> %(vector)s::halfvec) AS similarity
            FROM documents_embedding
            WHERE model_id = {model} AND kind = {kind} AND collection_id = ANY(%(collections)s){among}
            ORDER BY similarity DESC, chunk_id
            OFFSET 0
        ) AS found
        {published}
        WHERE found.similarity >= {threshold}
        ORDER BY found.similarity DESC, found.chunk_id
        LIMIT {limit}"""
)

# The threshold stands outside of the limit here: inside, a scan that finds too few would go on through the whole index.
# Rows come in order of similarity, so the result is the same.
INDEXED = SQL(
    """SELECT * FROM (
        (SELECT found.chunk_id, found.document_id, -({distance}) AS similarity
        FROM documents_embedding AS found
        {published}
        WHERE found.model_id = {model} AND found.kind = {kind} AND NOT found.waits
            AND found.collection_id = ANY(%(collections)s) AND {settings}
        ORDER BY {distance}
        LIMIT {limit})
        UNION ALL
        ({waiting})
        ORDER BY similarity DESC
        LIMIT {limit}
    ) AS nearest
    WHERE similarity >= {threshold}"""
)

INDEXED_BY_SIGNS = SQL(
    """SELECT * FROM (
        (SELECT * FROM (
            SELECT found.chunk_id, found.document_id, -(found.vector <#> %(vector)s::halfvec) AS similarity
            FROM documents_embedding AS found
            {published}
            WHERE found.model_id = {model} AND found.kind = {kind} AND NOT found.waits
                AND found.collection_id = ANY(%(collections)s) AND {settings}
            ORDER BY found.signs <~> %(signs)s::bit({bits})
            LIMIT {found_by_signs}
        ) AS alike
        ORDER BY similarity DESC
        LIMIT {limit})
        UNION ALL
        ({waiting})
        ORDER BY similarity DESC
        LIMIT {limit}
    ) AS nearest
    WHERE similarity >= {threshold}"""
)

DISTANCE = SQL("found.vector::halfvec({dimensions}) <#> %(vector)s::halfvec")


def nearest_chunks_cte(
    name: str, query: Query, kind: ChunkKind, limit: int, *, threshold: str = "threshold"
) -> Composable:
    """The common table expression `name` (chunk_id, document_id, similarity), run with `nearest_chunks_parameters`.

    At most `limit` chunks of that kind, each at least as similar as the parameter that `threshold` names.
    """
    few = query.document_ids is not None
    parts: dict[str, Composable] = {
        "model": Literal(query.embedding_model_id),
        "kind": Literal(kind.value),
        "limit": Literal(limit),
        "threshold": Placeholder(threshold),
        "published": PUBLISHED.format(allowed=access_conditions.access_condition(query)),
    }
    if kind not in query.indexed_kinds or few:
        found = EXACT.format(**parts, among=SQL(" AND document_id = ANY(%(documents)s)" if few else ""))
    elif kind in query.kinds_by_signs:
        found = sign_index_query(parts, limit)
    else:
        found = vector_index_query(parts, query, kind)
    return SQL("{name} AS MATERIALIZED (\n    {found}\n)").format(name=Identifier(name), found=found)


def sign_index_query(parts: Mapping[str, Composable], limit: int) -> Composed:
    return INDEXED_BY_SIGNS.format(
        **parts,
        waiting=EXACT.format(**parts, among=SQL(" AND waits")),
        settings=SETTINGS_OF_SIGNS.format(breadth=Literal(BREADTH_OF_SIGNS)),
        bits=Literal(BITS),
        found_by_signs=Literal(max(2 * limit, BY_SIGNS)),
    )


def vector_index_query(parts: Mapping[str, Composable], query: Query, kind: ChunkKind) -> Composed:
    return INDEXED.format(
        **parts,
        waiting=EXACT.format(**parts, among=SQL(" AND waits")),
        distance=DISTANCE.format(dimensions=Literal(len(query.vector))),
        settings=SETTINGS.format(
            breadth=Literal(BREADTH_OF_SMALL),
            index=Literal(index_name(query.embedding_model_id, kind)),
            small=Literal(MARK_OF_SMALL),
        ),
    )


def nearest_chunks_parameters(query: Query, limits: SearchLimits) -> dict[str, object]:
    """What `nearest_chunks_cte` refers to by name."""
    signs = {"signs": signs_in_words(query.vector)} if query.kinds_by_signs else {}
    return (
        access_conditions.access_parameters(query)
        | signs
        | {
            "vector": HalfVector(list(query.vector)),
            "threshold": limits.threshold,
            "ef_search": limits.ef_search,
        }
    )

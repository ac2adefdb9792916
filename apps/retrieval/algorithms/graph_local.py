"""graph-local: the things a question names, what is known around them, and the pages that say so.

Entities are found by their vectors. Of the context half is excerpts of pages, 35 % entities, relationships and claims,
15 % reports of their communities.
"""

import time
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Literal

from apps.database.vector_field import BinaryVector
from apps.documents.models import ChunkKind
from apps.graph.querying.neighbourhood import MOST_ENTITIES, OVERSAMPLED, ChosenEntity, reports, table
from apps.graph.querying.readable_graphs import GraphInUse, graphs_in_use
from apps.graph.storage.hnsw_index import nearest_vectors
from apps.retrieval.graph import entity_facts
from apps.retrieval.graph.access import leaves_out
from apps.retrieval.graph.cited_pages import ON_PAGES, PLACE, TEXT, together
from apps.retrieval.query.access import condition, parameters
from apps.retrieval.query.sql import fetch
from apps.retrieval.query.types import Algorithm, Found, Limits, Passage, Query, Step
from apps.retrieval.vectors.no_results import nothing

PAGES_SHARE, TABLE_SHARE, REPORTS_SHARE = 0.50, 0.35, 0.15
MOST_PAGES = 40

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

# A piece of text is as good as the entities it speaks of.
PIECES = SQL(
    """
WITH spoken AS MATERIALIZED (
    SELECT mention.unit_id, sum(chosen.similarity) AS score
    FROM unnest(%(entities)s::bigint[], %(similarities)s::float8[]) AS chosen(id, similarity)
    JOIN graph_mention AS mention ON mention.entity_id = chosen.id
    GROUP BY mention.unit_id
)
SELECT {place}, {content}, {text}, spoken.score, spoken.score, unit.tokens
FROM spoken
JOIN graph_unit AS unit ON unit.id = spoken.unit_id {pages}
WHERE {condition}
ORDER BY spoken.score DESC, unit.id LIMIT {most}"""
)


def retrieve(query: Query, limits: Limits) -> Found:
    """Seven queries. Nothing without a whole graph."""
    started = time.perf_counter()
    graphs = graphs_in_use(query.collection_ids)
    chosen = entities(query, graphs)
    step = Step("entities", time.perf_counter() - started, len(chosen), limits.threshold)
    if not chosen:
        return Found([], [step, nothing("no_entity" if graphs else "no_graph")])
    started = time.perf_counter()
    passages = pages(query, chosen, round(limits.context_tokens * PAGES_SHARE))
    found = Step("passages", time.perf_counter() - started, len(passages))
    if not passages:
        return Found([], [step, found, nothing("no_entity")])
    started = time.perf_counter()
    notes = around(query, graphs, chosen, limits.context_tokens)
    return Found(passages, [step, found, Step("notes", time.perf_counter() - started, notes.count("\n") + 1)], notes)


def around(query: Query, graphs: Sequence[GraphInUse], chosen: Sequence[ChosenEntity], context_tokens: int) -> str:
    """What is known of the entities; where a document may not be shown, only what single pieces of the others say."""
    if leaves_out(query, [graph.build_id for graph in graphs]):
        return entity_facts.table(query, chosen, round(context_tokens * (TABLE_SHARE + REPORTS_SHARE)))
    known = table(chosen, round(context_tokens * TABLE_SHARE))
    told = reports(chosen, round(context_tokens * REPORTS_SHARE))
    return "\n".join(part for part in (known, told) if part)


def entities(query: Query, graphs: Sequence[GraphInUse]) -> list[ChosenEntity]:
    """The nearest ones that something readable is said of."""
    if not graphs or not query.vector:
        return []
    statement = ENTITIES.format(
        near=nearest_vectors(
            [graph.index_id for graph in graphs],
            query.embedding_model_id,
            len(query.vector),
            MOST_ENTITIES * OVERSAMPLED,
        ),
        most=Literal(MOST_ENTITIES),
        condition=condition(query),
    )
    values = parameters(query) | {
        "vector": BinaryVector(query.vector),
        "builds": [graph.build_id for graph in graphs],
    }
    return [ChosenEntity(*row) for row in fetch(statement, values)]


def pages(query: Query, chosen: Sequence[ChosenEntity], budget: int) -> list[Passage]:
    statement = PIECES.format(
        place=PLACE, content=Literal(ChunkKind.CONTENT.value), text=TEXT, pages=ON_PAGES, most=Literal(MOST_PAGES),
        condition=condition(query),
    )  # fmt: skip
    values = parameters(query) | {
        "entities": [entity.entity_id for entity in chosen],
        "similarities": [max(entity.similarity, 0.0) for entity in chosen],
    }
    kept: list[Passage] = []
    for row in fetch(statement, values):
        passage = Passage(*row)
        if passage.tokens <= budget:
            kept.append(passage)
            budget -= passage.tokens
    return together(kept)


ALGORITHM = Algorithm(
    "graph-local", _("Graph: around the things asked about"), retrieve, answer_prompt="graph-local", reads_earlier=True
)

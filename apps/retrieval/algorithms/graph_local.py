"""graph-local: the entities nearest to a question, what the graph knows about them, and the pages that say so.

Entities are found by their vectors. Of the context half is excerpts of pages, 35 % entities, relationships and claims,
15 % reports of their communities.
"""

import time
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from psycopg.sql import SQL, Literal

from apps.documents.models import ChunkKind
from apps.graph.querying.entity_neighbourhood import ChosenEntity, community_summaries, entity_table
from apps.graph.querying.readable_graphs import GraphInUse, load_graphs_in_use
from apps.retrieval.graph import entity_facts
from apps.retrieval.graph.fact_access_conditions import hides_documents
from apps.retrieval.graph.nearest_entities import nearest_entities
from apps.retrieval.graph.passages_of_text_units import JOIN_PAGES, PLACE_COLUMNS, UNIT_TEXT, group_by_document
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Algorithm, Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import no_result_step

PAGES_SHARE, TABLE_SHARE, REPORTS_SHARE = 0.50, 0.35, 0.15
MOST_PAGES = 40

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


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Seven queries. Nothing without a whole graph."""
    started = time.perf_counter()
    graphs = load_graphs_in_use(query.collection_ids)
    chosen = nearest_entities(query, graphs)
    step = SearchStep("entities", time.perf_counter() - started, len(chosen), limits.threshold)
    if not chosen:
        return RetrievalResult([], [step, no_result_step("no_entity" if graphs else "no_graph")])
    started = time.perf_counter()
    passages = passages_of_entities(query, chosen, round(limits.context_tokens * PAGES_SHARE))
    found = SearchStep("passages", time.perf_counter() - started, len(passages))
    if not passages:
        return RetrievalResult([], [step, found, no_result_step("no_entity")])
    started = time.perf_counter()
    notes = known_facts(query, graphs, chosen, limits.context_tokens)
    return RetrievalResult(
        passages, [step, found, SearchStep("notes", time.perf_counter() - started, notes.count("\n") + 1)], notes
    )


def known_facts(query: Query, graphs: Sequence[GraphInUse], chosen: Sequence[ChosenEntity], context_tokens: int) -> str:
    """What is known of the entities; where a document may not be shown, only what single pieces of the others say."""
    if hides_documents(query, [graph.build_id for graph in graphs]):
        return entity_facts.facts_table(query, chosen, round(context_tokens * (TABLE_SHARE + REPORTS_SHARE)))
    known = entity_table(chosen, round(context_tokens * TABLE_SHARE))
    told = community_summaries(chosen, round(context_tokens * REPORTS_SHARE))
    return "\n".join(part for part in (known, told) if part)


def passages_of_entities(query: Query, chosen: Sequence[ChosenEntity], budget: int) -> list[Passage]:
    statement = PIECES.format(
        place=PLACE_COLUMNS, content=Literal(ChunkKind.CONTENT.value), text=UNIT_TEXT, pages=JOIN_PAGES,
        most=Literal(MOST_PAGES), condition=access_condition(query),
    )  # fmt: skip
    values = access_parameters(query) | {
        "entities": [entity.entity_id for entity in chosen],
        "similarities": [max(entity.similarity, 0.0) for entity in chosen],
    }
    kept: list[Passage] = []
    for row in fetch_search_rows(statement, values):
        passage = Passage(*row)
        if passage.tokens <= budget:
            kept.append(passage)
            budget -= passage.tokens
    return group_by_document(kept)


ALGORITHM = Algorithm(
    "graph-local",
    _("Graph: around the things asked about"),
    retrieve,
    answer_prompt="graph-local",
    reads_earlier=True,
    searches_graph=True,
)

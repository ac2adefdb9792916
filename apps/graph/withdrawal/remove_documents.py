"""Removes withdrawn documents from the graph in the same transaction: facts, names, replies, what reports said.

Rows that refer to a page are deleted by their foreign keys, and the receipt counts them. Here everything is deleted
that rested on these documents alone; the rest is rewritten from sentences of the other documents, until the next build.
"""

from collections.abc import Mapping, Sequence

from django_q.tasks import async_task

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.graph.model_calls import reply_cache
from apps.graph.storage.entity_vectors import delete_unused_vectors
from apps.graph.withdrawal.delete_merge_suggestions import delete_merge_suggestions
from apps.graph.withdrawal.recount_build_figures import builds_covering, recount_build_figures
from apps.graph.withdrawal.rewrite_reports import (
    recount_degrees,
    rewrite_descriptions,
    rewrite_reports,
    transpose_rows,
)

EMBED = "apps.graph.tasks.embed_rewritten_entities"

# Of each entity: whether anybody else names it, and whether these documents name it. A text may also speak of one only
# at the end of a relationship or in a claim: the name is found elsewhere, and what was said of it leaves all the same.
ENTITIES = """
    WITH mine AS MATERIALIZED (SELECT id FROM graph_unit WHERE document_id = ANY(%(documents)s)),
    related AS (
        SELECT source_id, target_id FROM graph_relationship WHERE id IN (
            SELECT relationship_id FROM graph_relationfact WHERE unit_id IN (SELECT id FROM mine))
    )
    SELECT entity_id, bool_or(document_id <> ALL(%(documents)s)), bool_or(document_id = ANY(%(documents)s))
    FROM graph_mention mention JOIN graph_unit unit ON unit.id = mention.unit_id
    WHERE entity_id IN (
        SELECT entity_id FROM graph_mention WHERE unit_id IN (SELECT id FROM mine)
        UNION SELECT entity_id FROM graph_claim WHERE unit_id IN (SELECT id FROM mine)
        UNION SELECT source_id FROM related UNION SELECT target_id FROM related
    )
    GROUP BY entity_id
"""
RELATIONS = """
    SELECT relationship_id, bool_or(other) FROM (
        SELECT fact.relationship_id, unit.document_id <> ALL(%(documents)s) AS other
        FROM graph_relationfact fact JOIN graph_unit unit ON unit.id = fact.unit_id
        WHERE fact.relationship_id IN (
            SELECT mine.relationship_id FROM graph_relationfact mine JOIN graph_unit piece ON piece.id = mine.unit_id
            WHERE piece.document_id = ANY(%(documents)s))
    ) AS said GROUP BY relationship_id
"""
COMMUNITIES = "SELECT DISTINCT community_id FROM graph_communitymember WHERE entity_id = ANY(%s)"
LOST_RELATIONS = """
    SELECT id FROM graph_relationship
    WHERE id = ANY(%(relations)s) OR source_id = ANY(%(entities)s) OR target_id = ANY(%(entities)s)
"""
FORGET_RELATIONS = (
    "DELETE FROM graph_relationfact WHERE relationship_id = ANY(%s)",
    "DELETE FROM graph_relationship WHERE id = ANY(%s)",
)
FORGET_SUGGESTIONS = """
    DELETE FROM graph_mergesuggestion suggestion USING graph_entity entity, graph_build build
    WHERE entity.id = ANY(%s) AND build.id = entity.build_id AND build.index_id = suggestion.index_id
        AND entity.key IN (suggestion.key, suggestion.other_key)
"""
TEXTS = """
    SELECT DISTINCT build.index_id, entity.text_hash FROM graph_entity entity
    JOIN graph_build build ON build.id = entity.build_id WHERE entity.id = ANY(%s)
"""
# What is named often is described as before: without its vector it would not be found until the next build.
FORGET_VECTORS = """
    DELETE FROM graph_entityvector vector
    USING unnest(%s::bigint[], %s::text[]) AS former(index_id, text_hash)
    WHERE vector.index_id = former.index_id AND vector.text_hash = former.text_hash AND NOT EXISTS (
        SELECT FROM graph_entity entity JOIN graph_build build ON build.id = entity.build_id
        WHERE build.index_id = vector.index_id AND entity.text_hash = vector.text_hash)
"""
FORGET_ENTITIES = (
    "DELETE FROM graph_communitymember WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_claim WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_mention WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_entity WHERE id = ANY(%s)",
)
# By that count a build under way notices that it must begin again.
COUNT_IN_UNFINISHED = """
    UPDATE graph_build SET withdrawn = withdrawn + 1
    FROM graph_graphindex AS index, documents_document AS document
    WHERE graph_build.index_id = index.id AND index.collection_id = document.collection_id
        AND document.id = ANY(%s) AND state <> 'complete'
    RETURNING graph_build.index_id, index.current_id
"""
# Problems name what they are about, those of a build that has not ended too.
FORGET_PROBLEMS = """
    UPDATE graph_build SET problems = '[]'
    FROM graph_graphindex AS index, documents_document AS document
    WHERE graph_build.index_id = index.id AND index.collection_id = document.collection_id
        AND document.id = ANY(%s) AND problems <> '[]'
"""
COUNT = """
    UPDATE graph_build SET withdrawn = withdrawn + gone.number
    FROM (SELECT build_id, count(*) AS number FROM graph_covereddocument WHERE document_id = ANY(%s) GROUP BY build_id)
        AS gone
    WHERE gone.build_id = graph_build.id
"""


def forget_documents(document_ids: Sequence[int]) -> Mapping[str, int]:
    """The number of rows by table, for the receipt. Runs inside the transaction of the withdrawal."""
    documents = list(document_ids)
    marked = {"graph_reply": reply_cache.forget_replies(documents)}
    execute_sql(FORGET_PROBLEMS, [documents])
    marked["graph_entityvector"] = forget_vectors_of_unfinished_builds(documents)
    if not execute_sql(COUNT, [documents]):
        return marked
    touched = fetch_rows(ENTITIES, {"documents": documents})
    relations = dict(fetch_rows(RELATIONS, {"documents": documents}))
    communities = [row for (row,) in fetch_rows(COMMUNITIES, [[entity for entity, _, _ in touched]])]
    lost = [entity for entity, known_elsewhere, _ in touched if not known_elsewhere]
    named = [entity for entity, _, is_named_here in touched if is_named_here]
    unsaid = [relation for relation, known_elsewhere in relations.items() if not known_elsewhere]
    lost_relations = [row for (row,) in fetch_rows(LOST_RELATIONS, {"relations": unsaid, "entities": lost})]
    builds = builds_covering(documents)
    marked["graph_mergesuggestion"] = execute_sql(FORGET_SUGGESTIONS, [lost]) + delete_merge_suggestions(
        documents, builds
    )
    former_texts = fetch_rows(TEXTS, [named])
    for statement in FORGET_RELATIONS:
        execute_sql(statement, [lost_relations])
    for statement in FORGET_ENTITIES:
        execute_sql(statement, [lost])
    gone, gone_relations = set(lost), set(lost_relations)
    rewrite_descriptions(
        [entity for entity in named if entity not in gone],
        [each for each in relations if each not in gone_relations],
        documents,
    )
    marked["graph_entityvector"] += execute_sql(FORGET_VECTORS, transpose_rows(former_texts, 2))
    for index in {index for index, _ in former_texts}:
        # Within this transaction: the task appears together with the new descriptions.
        async_task(EMBED, index, group="graphs")
    recount_degrees([entity for entity, _, _ in touched if entity not in gone])
    told = rewrite_reports(communities, documents)
    recount_build_figures(builds, documents)
    return marked | {"graph_entity": len(lost), "graph_relationship": len(lost_relations), "graph_report": told}


def forget_vectors_of_unfinished_builds(documents: Sequence[int]) -> int:
    """How many: no row says yet which documents their texts are from, so what the graph in use needs alone stays."""
    return sum(
        delete_unused_vectors(index, current) for index, current in set(fetch_rows(COUNT_IN_UNFINISHED, [documents]))
    )

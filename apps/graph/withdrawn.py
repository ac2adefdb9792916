"""When documents leave, the graph forgets them in the same transaction: facts, names, replies, what reports said.

Rows that hang on a page go by their foreign keys, and the receipt counts them. Here goes what only they bore out; what
is left is told anew in sentences of the other documents, until the next build writes it again.
"""

from collections.abc import Mapping, Sequence

from apps.documents.sql import execute, fetch
from apps.graph import replies
from apps.graph.retelling import describe_anew, tell_anew

# Whether anybody else speaks of the same thing.
ENTITIES = """
    SELECT entity_id, bool_or(other) FROM (
        SELECT mention.entity_id, unit.document_id <> ALL(%(documents)s) AS other
        FROM graph_mention mention JOIN graph_unit unit ON unit.id = mention.unit_id
        WHERE mention.entity_id IN (
            SELECT mine.entity_id FROM graph_mention mine JOIN graph_unit piece ON piece.id = mine.unit_id
            WHERE piece.document_id = ANY(%(documents)s))
    ) AS said GROUP BY entity_id
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
FORGET_VECTORS = """
    DELETE FROM graph_entityvector vector USING graph_entity entity, graph_build build
    WHERE entity.id = ANY(%s) AND build.id = entity.build_id AND build.index_id = vector.index_id
        AND entity.text_hash = vector.text_hash
"""
FORGET_ENTITIES = (
    "DELETE FROM graph_communitymember WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_claim WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_mention WHERE entity_id = ANY(%s)",
    "DELETE FROM graph_entity WHERE id = ANY(%s)",
)
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
    marked = {"graph_reply": replies.forget(documents)}
    execute(FORGET_PROBLEMS, [documents])
    if not execute(COUNT, [documents]):
        return marked
    touched = dict(fetch(ENTITIES, {"documents": documents}))
    relations = dict(fetch(RELATIONS, {"documents": documents}))
    communities = [row for (row,) in fetch(COMMUNITIES, [list(touched)])]
    lost = [entity for entity, known_elsewhere in touched.items() if not known_elsewhere]
    unsaid = [relation for relation, known_elsewhere in relations.items() if not known_elsewhere]
    lost_relations = [row for (row,) in fetch(LOST_RELATIONS, {"relations": unsaid, "entities": lost})]
    marked["graph_mergesuggestion"] = execute(FORGET_SUGGESTIONS, [lost])
    marked["graph_entityvector"] = execute(FORGET_VECTORS, [list(touched)])
    for statement in FORGET_RELATIONS:
        execute(statement, [lost_relations])
    for statement in FORGET_ENTITIES:
        execute(statement, [lost])
    left = [entity for entity in touched if entity not in set(lost)]
    describe_anew(left, [each for each in relations if each not in set(lost_relations)], documents)
    return marked | {
        "graph_entity": len(lost),
        "graph_relationship": len(lost_relations),
        "graph_report": tell_anew(communities, documents),
    }

"""Facts about entities from single text units, in place of descriptions that are written from all documents."""

from collections.abc import Sequence

from psycopg.sql import SQL

from apps.graph.querying.entity_neighbourhood import (
    MOST_CLAIMS,
    RELATIONS_OF_AN_ENTITY,
    ChosenEntity,
    join_lines_that_fit,
)
from apps.retrieval.graph.fact_access_conditions import readable_units
from apps.retrieval.query.access_conditions import access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query

FACTS_OF_AN_ENTITY = 3

# Even its name is given as one of these pieces writes it.
MENTIONS = SQL(
    """
SELECT chosen.place, said.name, said.description
FROM unnest(%(entities)s::bigint[]) WITH ORDINALITY AS chosen(id, place)
CROSS JOIN LATERAL (
    SELECT mention.name, mention.description FROM graph_mention AS mention {readable}
    WHERE mention.entity_id = chosen.id ORDER BY unit.id LIMIT %(each)s
) AS said
ORDER BY chosen.place"""
)
RELATIONS = SQL(
    """
SELECT one.name, other.name, fact.description
FROM (
    SELECT * FROM graph_relationship WHERE source_id = ANY(%(entities)s)
    UNION
    SELECT * FROM graph_relationship WHERE target_id = ANY(%(entities)s)
) AS relation
JOIN graph_relationfact AS fact ON fact.relationship_id = relation.id {readable}
CROSS JOIN LATERAL (
    SELECT name FROM graph_mention WHERE unit_id = unit.id AND entity_id = relation.source_id ORDER BY id LIMIT 1
) AS one
CROSS JOIN LATERAL (
    SELECT name FROM graph_mention WHERE unit_id = unit.id AND entity_id = relation.target_id ORDER BY id LIMIT 1
) AS other
WHERE fact.description <> ''
ORDER BY (relation.source_id = ANY(%(entities)s) AND relation.target_id = ANY(%(entities)s)) DESC,
    relation.rank DESC, fact.id
LIMIT %(limit)s"""
)
CLAIMS = SQL(
    """
SELECT said.name, claim.status, claim.description FROM graph_claim AS claim {readable}
CROSS JOIN LATERAL (
    SELECT name FROM graph_mention WHERE unit_id = unit.id AND entity_id = claim.entity_id ORDER BY id LIMIT 1
) AS said
WHERE claim.entity_id = ANY(%(entities)s) ORDER BY claim.id LIMIT %(limit)s"""
)


def facts_table(query: Query, entities: Sequence[ChosenEntity], budget: int) -> str:
    """Facts about the entities, their relationships and claims, a line each. Three queries."""
    values = access_parameters(query) | {
        "entities": [entity.entity_id for entity in entities],
        "each": FACTS_OF_AN_ENTITY,
    }
    relations = values | {"limit": RELATIONS_OF_AN_ENTITY * len(entities)}
    of_mentions, of_facts, of_claims = (readable_units(query, name) for name in ("mention", "fact", "claim"))
    lines = [f"- {name}: {text}" for _, name, text in fetch_search_rows(MENTIONS.format(readable=of_mentions), values)]
    lines += [
        f"- {source} - {target}: {text}"
        for source, target, text in fetch_search_rows(RELATIONS.format(readable=of_facts), relations)
    ]
    claims = fetch_search_rows(CLAIMS.format(readable=of_claims), values | {"limit": MOST_CLAIMS})
    lines += [f"- {name} ({status}): {text}" for name, status, text in claims]
    return join_lines_that_fit(dict.fromkeys(lines), budget)

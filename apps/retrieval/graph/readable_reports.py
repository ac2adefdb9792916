"""Community reports that a reader may see: where an excluded document may have contributed, facts of the others."""

from collections.abc import Sequence
from dataclasses import replace

from psycopg.sql import SQL

from apps.graph.querying.community_reports import CommunityReport
from apps.retrieval.graph.fact_access_conditions import hides_documents, readable_units
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query
from apps.text.estimate_tokens import estimate_tokens

FACTS_OF_A_COMMUNITY = 20
NAMES_IN_A_TITLE = 3

# Communities with a member of which a piece of text that is left out says something.
TOUCHED = SQL(
    """
WITH hidden AS MATERIALIZED (
    SELECT unit.id FROM graph_unit AS unit JOIN documents_document AS document ON document.id = unit.document_id
    WHERE unit.build_id = ANY(%(builds)s) AND ({condition}) IS NOT TRUE
)
SELECT DISTINCT member.community_id
FROM (
    SELECT entity_id FROM graph_mention WHERE unit_id IN (SELECT id FROM hidden)
    UNION SELECT entity_id FROM graph_claim WHERE unit_id IN (SELECT id FROM hidden)
    UNION
    SELECT relation.source_id FROM graph_relationfact AS fact
    JOIN graph_relationship AS relation ON relation.id = fact.relationship_id
    WHERE fact.unit_id IN (SELECT id FROM hidden)
) AS touched
JOIN graph_communitymember AS member ON member.entity_id = touched.entity_id
WHERE member.community_id = ANY(%(communities)s)"""
)
FACTS = SQL(
    """
SELECT community_id, name, description, unit_id
FROM (
    SELECT member.community_id, mention.name, mention.description, unit.id AS unit_id,
        row_number() OVER (PARTITION BY member.community_id ORDER BY entity.degree DESC, entity.id, unit.id) AS place
    FROM graph_communitymember AS member
    JOIN graph_entity AS entity ON entity.id = member.entity_id
    JOIN graph_mention AS mention ON mention.entity_id = entity.id {readable}
    WHERE member.community_id = ANY(%(communities)s)
) AS fact
WHERE place <= %(each)s ORDER BY community_id, place"""
)


def readable_reports(
    reports: Sequence[CommunityReport], query: Query, build_ids: Sequence[int]
) -> list[CommunityReport]:
    """A community of which nothing may be shown is missing. One query, three where documents are left out."""
    if not reports or not hides_documents(query, build_ids):
        return list(reports)
    values = access_parameters(query) | {
        "builds": list(build_ids),
        "communities": [each.community_id for each in reports],
    }
    touched = {row[0] for row in fetch_search_rows(TOUCHED.format(condition=access_condition(query)), values)}
    told = readable_facts(query, sorted(touched))
    return [
        report_from_facts(each, told[each.community_id]) if each.community_id in touched else each
        for each in reports
        if each.community_id not in touched or each.community_id in told
    ]


def readable_facts(query: Query, community_ids: Sequence[int]) -> dict[int, dict[str, tuple[str, int]]]:
    """Returns by community and text the name it is about and its piece. A sentence about several is told once."""
    values = access_parameters(query) | {"communities": list(community_ids), "each": FACTS_OF_A_COMMUNITY}
    found: dict[int, dict[str, tuple[str, int]]] = {}
    for community, name, text, unit in fetch_search_rows(
        FACTS.format(readable=readable_units(query, "mention")), values
    ):
        found.setdefault(community, {}).setdefault(text, (name, unit))
    return found


def report_from_facts(report: CommunityReport, told: dict[str, tuple[str, int]]) -> CommunityReport:
    names = dict.fromkeys(name for name, _ in told.values())
    title = ", ".join(list(names)[:NAMES_IN_A_TITLE])
    findings = [{"summary": name, "explanation": text, "units": [unit]} for text, (name, unit) in told.items()]
    tokens = estimate_tokens("\n".join([title, *(f"{name}: {text}" for text, (name, _) in told.items())]))
    return replace(report, title=title, summary="", findings=findings, tokens=tokens)

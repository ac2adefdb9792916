"""Rewrites descriptions and reports from what is left in the tables after a withdrawal, without a model."""

from collections import defaultdict
from collections.abc import Sequence

from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.graph.communities.build_extractive_report import ReportContent
from apps.graph.extraction.merge_records import distinct_descriptions
from apps.graph.storage import entity_vectors
from apps.graph.withdrawal.remaining_sentences import RemainingSentences
from apps.text.estimate_tokens import estimate_tokens

MENTIONS = """
    SELECT mention.entity_id, mention.description, mention.name FROM graph_mention mention
    JOIN graph_unit unit ON unit.id = mention.unit_id
    WHERE mention.entity_id = ANY(%s) AND unit.document_id <> ALL(%s) ORDER BY mention.id
"""
FACTS = """
    SELECT fact.relationship_id, fact.description FROM graph_relationfact fact
    JOIN graph_unit unit ON unit.id = fact.unit_id
    WHERE fact.relationship_id = ANY(%s) AND unit.document_id <> ALL(%s) ORDER BY fact.id
"""
DESCRIBE = """
    UPDATE graph_entity SET name = said.name, description = said.description, text_hash = said.text_hash,
        mention_count = said.number
    FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::int[])
        AS said(id, name, description, text_hash, number)
    WHERE graph_entity.id = said.id
"""
DESCRIBE_RELATIONS = """
    UPDATE graph_relationship SET description = said.description
    FROM unnest(%s::bigint[], %s::text[]) AS said(id, description) WHERE graph_relationship.id = said.id
"""
DEGREES = """
    UPDATE graph_entity SET degree = (
        SELECT count(*) FROM graph_relationship WHERE source_id = graph_entity.id OR target_id = graph_entity.id)
    WHERE id = ANY(%s)
"""
REPORTS = """
    UPDATE graph_report SET title = told.title, summary = told.summary, rating = told.rating, rating_explanation = '',
        findings = told.findings, method = 'extractive', tokens = told.tokens, is_stale = true
    FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::float8[], %s::jsonb[], %s::int[])
        AS told(community_id, title, summary, rating, findings, tokens)
    WHERE graph_report.community_id = told.community_id
"""
SIZE = """
    UPDATE graph_community SET size = (
        SELECT count(*) FROM graph_communitymember WHERE community_id = graph_community.id) WHERE id = ANY(%s)
"""
EMPTY = "DELETE FROM {table} WHERE {column} IN (SELECT id FROM graph_community WHERE id = ANY(%s) AND size = 0)"


def rewrite_descriptions(entities: Sequence[int], relations: Sequence[int], without: Sequence[int]) -> None:
    """Entities and relationships by what the other documents say of them, under the name these use most."""
    said: defaultdict[int, list[str]] = defaultdict(list)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for entity, description, name in fetch_rows(MENTIONS, [list(entities), list(without)]):
        said[entity].append(description)
        names[entity].append(name)
    rows = []
    for entity, descriptions in said.items():
        name = max(sorted(set(names[entity])), key=names[entity].count)
        description = " ".join(distinct_descriptions(descriptions))
        rows.append(
            (entity, name, description, entity_vectors.embedded_text_hash(name, description), len(descriptions))
        )
    execute_sql(DESCRIBE, transpose_rows(rows, 5))
    told: defaultdict[int, list[str]] = defaultdict(list)
    for relation, description in fetch_rows(FACTS, [list(relations), list(without)]):
        told[relation].append(description)
    execute_sql(
        DESCRIBE_RELATIONS,
        transpose_rows([(key, " ".join(distinct_descriptions(each))) for key, each in told.items()], 2),
    )


def recount_degrees(entities: Sequence[int]) -> None:
    execute_sql(DEGREES, [list(entities)])


def transpose_rows(rows: Sequence[tuple[object, ...]], number: int) -> list[list[object]]:
    return [[row[place] for row in rows] for place in range(number)]


def rewrite_reports(communities: Sequence[int], without: Sequence[int]) -> int:
    """Reports of these communities from the sentences that are left; communities without members go. How many.

    Eight statements, however many communities there are.
    """
    execute_sql(SIZE, [list(communities)])
    for table, column in (("graph_report", "community_id"), ("graph_community", "id")):
        execute_sql(EMPTY.format(table=table, column=column), [list(communities)])
    remaining = RemainingSentences(communities, without)
    return execute_sql(
        REPORTS, transpose_rows([report_row(each, remaining.report(each)) for each in list(remaining.members)], 6)
    )


def report_row(community: int, report: ReportContent) -> tuple[object, ...]:
    findings = Jsonb([each.as_json() for each in report.findings])
    tokens = estimate_tokens(report.text)
    return community, report.title or "-", report.summary, report.rating, findings, tokens

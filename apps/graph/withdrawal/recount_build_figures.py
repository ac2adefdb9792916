"""Recounts the figures of a build, which its status shows, after documents were withdrawn."""

from collections import defaultdict
from collections.abc import Sequence

from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql, fetch_rows

BUILDS = "SELECT DISTINCT build_id FROM graph_covereddocument WHERE document_id = ANY(%s)"
# The rows of the documents themselves go later in the same transaction, by their foreign keys.
COUNT = """
    UPDATE graph_build SET
        documents = (SELECT count(*) FROM graph_covereddocument
            WHERE build_id = graph_build.id AND document_id <> ALL(%(documents)s)),
        chunks = (SELECT count(*) FROM graph_unit
            WHERE build_id = graph_build.id AND document_id <> ALL(%(documents)s)),
        entities = (SELECT count(*) FROM graph_entity WHERE build_id = graph_build.id),
        relationships = (SELECT count(*) FROM graph_relationship WHERE build_id = graph_build.id),
        claims = (SELECT count(*) FROM graph_claim claim JOIN graph_unit unit ON unit.id = claim.unit_id
            WHERE claim.build_id = graph_build.id AND unit.document_id <> ALL(%(documents)s))
    WHERE id = ANY(%(builds)s)
"""
LEVELS = """
    SELECT build.id, level.number, count(community.id), coalesce(sum(community.size), 0),
        coalesce(sum(report.tokens), 0)
    FROM graph_build AS build
    CROSS JOIN LATERAL generate_series(0, jsonb_array_length(build.levels) - 1) AS level(number)
    LEFT JOIN graph_community AS community ON community.build_id = build.id
        AND level.number BETWEEN community.level AND community.last_level
    LEFT JOIN graph_report AS report ON report.community_id = community.id
    WHERE build.id = ANY(%s) GROUP BY build.id, level.number ORDER BY build.id, level.number
"""
STORE_LEVELS = """
    UPDATE graph_build SET levels = counted.levels
    FROM unnest(%s::bigint[], %s::jsonb[]) AS counted(id, levels) WHERE graph_build.id = counted.id
"""


def builds_covering(documents: Sequence[int]) -> list[int]:
    return [build for (build,) in fetch_rows(BUILDS, [list(documents)])]


def recount_build_figures(builds: Sequence[int], without: Sequence[int]) -> None:
    """Runs inside the transaction of the withdrawal, when everything else has gone. Three statements."""
    execute_sql(COUNT, {"builds": list(builds), "documents": list(without)})
    levels: defaultdict[int, list[dict[str, int]]] = defaultdict(list)
    for build, level, number, covered, tokens in fetch_rows(LEVELS, [list(builds)]):
        levels[build].append(
            {"level": level, "communities": number, "entities_covered": int(covered), "report_tokens": int(tokens)}
        )
    execute_sql(STORE_LEVELS, [list(levels), [Jsonb(each) for each in levels.values()]])

"""The reports of one level, or of chosen communities, as they are read for a question."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.database.execute_batch_sql import fetch_rows

COLUMNS = """
    report.community_id, community.parent_id, report.title, report.summary, report.rating, report.findings::text,
    report.tokens
"""
JOINED = "graph_community AS community JOIN graph_report AS report ON report.community_id = community.id"
OF_A_LEVEL = f"""
    SELECT {COLUMNS} FROM {JOINED}
    WHERE community.build_id = %s AND %s BETWEEN community.level AND community.last_level
    ORDER BY community.number
"""  # noqa: S608 - only constants of this file
PARTS = f"""
    SELECT {COLUMNS} FROM {JOINED} WHERE community.parent_id = ANY(%s) ORDER BY community.number
"""  # noqa: S608 - only constants of this file
# Of the smallest communities; one is as near as its members together.
NEAREST = f"""
    SELECT {COLUMNS}
    FROM unnest(%s::bigint[], %s::float8[]) AS chosen(id, similarity)
    JOIN graph_communitymember AS member ON member.entity_id = chosen.id
    JOIN ({JOINED}) ON community.id = member.community_id
    WHERE NOT EXISTS (SELECT FROM graph_community AS part WHERE part.parent_id = community.id)
    GROUP BY report.id, community.id
    ORDER BY sum(chosen.similarity) DESC, report.rating DESC, report.id LIMIT %s
"""  # noqa: S608 - only constants of this file


@dataclass(frozen=True, slots=True)
class CommunityReport:
    community_id: int
    parent_id: int | None
    title: str
    summary: str
    rating: float
    findings: Sequence[dict[str, Any]]
    tokens: int


def reports_of_level(build_id: int, level: int) -> list[CommunityReport]:
    """They cover every entity exactly once. One query."""
    return [report_from_row(*row) for row in fetch_rows(OF_A_LEVEL, [build_id, level])]


def reports_of_parts(community_ids: Sequence[int]) -> list[CommunityReport]:
    """Loads the reports of communities that these are divided into, one level down. One query."""
    return [report_from_row(*row) for row in fetch_rows(PARTS, [list(community_ids)])]


def reports_of_entities(similarities: Mapping[int, float], most: int) -> list[CommunityReport]:
    """The reports nearest to entities with their similarities, by id, nearest first. One query."""
    rows = fetch_rows(NEAREST, [list(similarities), list(similarities.values()), most])
    return [report_from_row(*row) for row in rows]


def report_from_row(
    community: int, parent: int | None, title: str, summary: str, rating: float, findings: str, tokens: int
) -> CommunityReport:
    return CommunityReport(community, parent, title, summary, rating, json.loads(findings), tokens)

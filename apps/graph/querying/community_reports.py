"""The reports of one level, or of chosen communities, as they are read for a question."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.database.execute_sql import fetch

OF_A_LEVEL = """
    SELECT report.community_id, community.parent_id, report.title, report.summary, report.rating, report.findings::text,
        report.tokens
    FROM graph_community AS community JOIN graph_report AS report ON report.community_id = community.id
    WHERE community.build_id = %s AND %s BETWEEN community.level AND community.last_level
    ORDER BY community.number
"""
PARTS = """
    SELECT report.community_id, community.parent_id, report.title, report.summary, report.rating, report.findings::text,
        report.tokens
    FROM graph_community AS community JOIN graph_report AS report ON report.community_id = community.id
    WHERE community.parent_id = ANY(%s)
    ORDER BY community.number
"""


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
    return [report_from_row(*row) for row in fetch(OF_A_LEVEL, [build_id, level])]


def reports_of_parts(community_ids: Sequence[int]) -> list[CommunityReport]:
    return [report_from_row(*row) for row in fetch(PARTS, [list(community_ids)])]


def report_from_row(
    community: int, parent: int | None, title: str, summary: str, rating: float, findings: str, tokens: int
) -> CommunityReport:
    return CommunityReport(community, parent, title, summary, rating, json.loads(findings), tokens)

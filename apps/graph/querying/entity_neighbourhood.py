"""The neighbourhood of entities: relationships, claims and reports, as lines within a token budget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.database.execute_batch_sql import fetch_rows
from apps.text.estimate_tokens import BYTES_PER_TOKEN, estimate_tokens

MOST_ENTITIES, OVERSAMPLED = 10, 2
RELATIONS_OF_AN_ENTITY = 10
MOST_CLAIMS = 20

# Those between the chosen ones first, then by rank.
RELATIONS = """
    SELECT source.name, target.name, relation.description
    FROM (
        SELECT * FROM graph_relationship WHERE source_id = ANY(%(entities)s)
        UNION
        SELECT * FROM graph_relationship WHERE target_id = ANY(%(entities)s)
    ) AS relation
    JOIN graph_entity AS source ON source.id = relation.source_id
    JOIN graph_entity AS target ON target.id = relation.target_id
    ORDER BY (relation.source_id = ANY(%(entities)s) AND relation.target_id = ANY(%(entities)s)) DESC,
        relation.rank DESC, relation.id
    LIMIT %(limit)s
"""
CLAIMS = """
    SELECT entity.name, claim.status, claim.description FROM graph_claim AS claim
    JOIN graph_entity AS entity ON entity.id = claim.entity_id
    WHERE claim.entity_id = ANY(%s) ORDER BY claim.id LIMIT %s
"""
# The smallest communities, those with the most of the chosen entities first.
REPORTS = """
    SELECT report.title, report.summary, count(*) AS matched
    FROM graph_communitymember AS member
    JOIN graph_community AS community ON community.id = member.community_id
    JOIN graph_report AS report ON report.community_id = community.id
    WHERE member.entity_id = ANY(%s)
        AND NOT EXISTS (SELECT FROM graph_community AS part WHERE part.parent_id = community.id)
    GROUP BY report.id ORDER BY matched DESC, report.rating DESC, report.id LIMIT 20
"""


@dataclass(frozen=True, slots=True)
class ChosenEntity:
    entity_id: int
    name: str
    type: str
    description: str
    similarity: float


def entity_table(entities: Sequence[ChosenEntity], budget: int) -> str:
    """Entities, relationships and claims, a line each. Two queries."""
    ids = [entity.entity_id for entity in entities]
    lines = [f"- {entity.name} ({entity.type or '-'}): {entity.description}" for entity in entities]
    limit = RELATIONS_OF_AN_ENTITY * len(ids)
    relations = fetch_rows(RELATIONS, {"entities": ids, "limit": limit})
    lines += [f"- {source} - {target}: {description}" for source, target, description in relations]
    lines += [f"- {name} ({status}): {text}" for name, status, text in fetch_rows(CLAIMS, [ids, MOST_CLAIMS])]
    return join_lines_that_fit(lines, budget)


def community_summaries(entities: Sequence[ChosenEntity], budget: int) -> str:
    """Titles and summaries of the communities they belong to. One query."""
    rows = fetch_rows(REPORTS, [[entity.entity_id for entity in entities]])
    return join_lines_that_fit((f"- {title}: {summary}" for title, summary, _ in rows), budget)


def join_lines_that_fit(lines: Iterable[str], budget: int) -> str:
    """Lines from the first on, as long as there is room; what is too long by itself is left out."""
    kept: list[str] = []
    room = budget * BYTES_PER_TOKEN
    for line in lines:
        size = len(line.encode("utf-8", "replace"))
        if size <= room:
            kept.append(line)
            room -= size
    text = "\n".join(kept)
    while kept and estimate_tokens(text) > budget:
        kept = kept[: len(kept) * 9 // 10]
        text = "\n".join(kept)
    return text

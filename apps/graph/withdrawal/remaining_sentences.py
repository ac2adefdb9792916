"""Collects what the remaining documents still say about the members of communities, for all communities at once."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.database.execute_batch_sql import fetch_rows
from apps.graph.communities.build_extractive_report import RankedStatement, ReportContent, extractive_report
from apps.graph.communities.extractive_reports_of_graph import statements_by_text

MEMBERS = """
    SELECT member.community_id, entity.id, entity.name, entity.degree FROM graph_communitymember member
    JOIN graph_entity entity ON entity.id = member.entity_id
    WHERE member.community_id = ANY(%s) ORDER BY entity.degree DESC, entity.mention_count DESC, entity.key
"""
SAID = """
    SELECT mention.entity_id, mention.unit_id, mention.description FROM graph_mention mention
    JOIN graph_unit unit ON unit.id = mention.unit_id
    WHERE mention.entity_id = ANY(%(members)s) AND unit.document_id <> ALL(%(documents)s) ORDER BY mention.id
"""
SAID_TOGETHER = """
    SELECT relation.source_id, relation.target_id, relation.rank, fact.unit_id, fact.description
    FROM graph_relationship relation JOIN graph_relationfact fact ON fact.relationship_id = relation.id
    JOIN graph_unit unit ON unit.id = fact.unit_id
    WHERE relation.source_id = ANY(%(members)s) AND relation.target_id = ANY(%(members)s)
        AND unit.document_id <> ALL(%(documents)s) ORDER BY fact.id
"""
PIECES = """
    SELECT community.id, build.chunks FROM graph_community community
    JOIN graph_build build ON build.id = community.build_id WHERE community.id = ANY(%s)
"""

Said = list[tuple[int, str]]
"""Text units and what each says."""


class RankedMember(NamedTuple):
    entity: int
    name: str
    degree: int


class RelatedPair(NamedTuple):
    source: int
    target: int
    rank: int


class RemainingSentences:
    """Reads the database when it is made: four queries, however many communities there are.

    `members` of each community that has some, the most connected first; `without` are documents that count no more.
    """

    def __init__(self, communities: Sequence[int], without: Sequence[int]) -> None:
        self.members: defaultdict[int, list[RankedMember]] = defaultdict(list)
        for community, *member in fetch_rows(MEMBERS, [list(communities)]):
            self.members[community].append(RankedMember(*member))
        everybody = {member.entity for members in self.members.values() for member in members}
        values = {"members": list(everybody), "documents": list(without)}
        self._of_pair: defaultdict[RelatedPair, Said] = defaultdict(list)
        for source, target, rank, unit, text in fetch_rows(SAID_TOGETHER, values):
            self._of_pair[RelatedPair(source, target, rank)].append((unit, text))
        self._of_entity: defaultdict[int, Said] = defaultdict(list)
        for entity, unit, text in fetch_rows(SAID, values):
            self._of_entity[entity].append((unit, text))
        self._pieces: dict[int, int] = dict(fetch_rows(PIECES, [list(communities)]))
        self._pairs_from: defaultdict[int, list[RelatedPair]] = defaultdict(list)
        for pair in self._of_pair:
            self._pairs_from[pair.source].append(pair)

    def report(self, community: int) -> ReportContent:
        """An extractive report on a community; `share` is its part of all pieces of text of its build."""
        members = {member.entity: member for member in self.members[community]}
        statements: list[RankedStatement] = []
        units: set[int] = set()
        for pair in self._pairs_within(members):
            names = (members[pair.source].name, members[pair.target].name)
            statements += statements_by_text(names, self._of_pair[pair], pair.rank)
            units.update(unit for unit, _ in self._of_pair[pair])
        for member in members.values():
            said = self._of_entity[member.entity]
            statements += statements_by_text((member.name,), said, member.degree)
            units.update(unit for unit, _ in said)
        share = len(units) / max(1, self._pieces.get(community, 1))
        return extractive_report([member.name for member in members.values()], statements, share=share)

    def _pairs_within(self, members: dict[int, RankedMember]) -> Iterator[RelatedPair]:
        for entity in members:
            yield from (pair for pair in self._pairs_from[entity] if pair.target in members)

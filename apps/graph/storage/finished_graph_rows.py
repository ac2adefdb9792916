"""Writes a finished graph from memory to its tables: one generator of rows per table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.graph import models
from apps.graph.communities.build_extractive_report import ReportContent
from apps.graph.communities.leiden import Hierarchy, Partition
from apps.graph.extraction.load_text_units import UnitCorpus
from apps.graph.extraction.merge_records import Graph
from apps.graph.models import Build
from apps.graph.storage import entity_vectors
from apps.text.estimate_tokens import estimate_tokens


@dataclass(frozen=True, slots=True)
class BuiltGraph:
    """A whole graph in memory.

    `reports` by the position of their cluster in the hierarchy; `used` are the keys of the replies it is made of.
    """

    corpus: UnitCorpus
    graph: Graph
    partition: Partition
    reports: Mapping[int, ReportContent]
    used: Sequence[str]

    @property
    def hierarchy(self) -> Hierarchy:
        return self.partition.hierarchy


class GraphRows:
    """The rows of all tables.

    Primary keys are reserved first, so that rows can refer to each other and be copied table by table.
    """

    def __init__(self, build: Build, result: BuiltGraph) -> None:
        self.build, self.result = build, result
        self.units = reserve_ids(models.Unit, len(result.corpus.units))
        entities, relations = result.graph.entities, result.graph.relations
        self.entities = dict(zip(entities, reserve_ids(models.Entity, len(entities)), strict=True))
        self.relations = dict(zip(relations, reserve_ids(models.Relationship, len(relations)), strict=True))
        self.communities = reserve_ids(models.Community, len(result.hierarchy.groups))

    def write(self) -> None:
        """Copies all of them. Runs inside the transaction that switches to the build. Raises DatabaseError."""
        for model, names, rows in self.tables():
            copy_rows(model, names.split(), rows)

    def tables(self) -> Iterator[tuple[Any, str, Iterator[Sequence[Any]]]]:
        yield models.CoveredDocument, "build document revision_number", self.covered_rows()
        yield (
            models.Unit,
            "id build document revision page page_number start end tokens text_hash",
            self.unit_rows(),
        )
        yield (
            models.Entity,
            "id build key name type description text_hash mention_count degree",
            self.entity_rows(),
        )
        yield models.Mention, "build unit entity name description", self.mention_rows()
        yield models.Relationship, "id build source target description weight rank", self.relation_rows()
        yield models.RelationFact, "build unit relationship description strength", self.fact_rows()
        yield models.Claim, "build unit entity object kind status begins ends description", self.claim_rows()
        yield models.Community, "id build number level last_level parent size is_island", self.community_rows()
        yield models.CommunityMember, "community entity", self.member_rows()
        yield (
            models.Report,
            "build community title summary rating rating_explanation findings method tokens is_stale",
            self.report_rows(),
        )

    def covered_rows(self) -> Iterator[Sequence[object]]:
        for document, revision in self.result.corpus.covered.items():
            yield self.build.pk, document, revision

    def unit_rows(self) -> Iterator[Sequence[object]]:
        for pk, each in zip(self.units, self.result.corpus.units, strict=True):
            yield (
                pk, self.build.pk, each.document_id, each.revision_id, each.page_id, each.page_number, each.start,
                each.end, each.tokens, each.text_hash,
            )  # fmt: skip

    def entity_rows(self) -> Iterator[Sequence[object]]:
        for key, pk in self.entities.items():
            each = self.result.graph.entities[key]
            digest = entity_vectors.embedded_text_hash(each.name, each.description)
            yield (
                pk, self.build.pk, key, each.name, each.type, each.description, digest, len(each.mentions), each.degree
            )  # fmt: skip

    def mention_rows(self) -> Iterator[Sequence[object]]:
        for key, pk in self.entities.items():
            for each in self.result.graph.entities[key].mentions:
                yield self.build.pk, self.units[each.unit], pk, each.name, each.description

    def relation_rows(self) -> Iterator[Sequence[object]]:
        for pair, pk in self.relations.items():
            each = self.result.graph.relations[pair]
            source, target = self.entities[each.source], self.entities[each.target]
            yield pk, self.build.pk, source, target, each.description, each.weight, each.rank

    def fact_rows(self) -> Iterator[Sequence[object]]:
        for pair, pk in self.relations.items():
            for each in self.result.graph.relations[pair].facts:
                yield self.build.pk, self.units[each.unit], pk, each.description, each.strength

    def claim_rows(self) -> Iterator[Sequence[object]]:
        for claim in self.result.graph.claims:
            said = claim.record
            yield (
                self.build.pk, self.units[claim.unit], self.entities[claim.entity], said.object, said.kind,
                said.status, said.begins, said.ends, said.description,
            )  # fmt: skip

    def community_rows(self) -> Iterator[Sequence[object]]:
        for number, group in enumerate(self.result.hierarchy.groups):
            parent = None if group.parent is None else self.communities[group.parent]
            yield (
                self.communities[number], self.build.pk, number, group.level, group.last_level, parent,
                len(group.members), group.is_island,
            )  # fmt: skip

    def member_rows(self) -> Iterator[Sequence[object]]:
        for number, group in enumerate(self.result.hierarchy.groups):
            for key in group.members:
                yield self.communities[number], self.entities[key]

    def report_rows(self) -> Iterator[Sequence[object]]:
        for number, report in sorted(self.result.reports.items()):
            findings = [each.as_json() | {"units": [self.units[u] for u in each.units]} for each in report.findings]
            method = models.ReportMethod.EXTRACTIVE if report.is_extractive else models.ReportMethod.MODEL
            yield (
                self.build.pk, self.communities[number], report.title, report.summary, report.rating,
                report.rating_explanation, Jsonb(findings), method.value, estimate_tokens(report.text), False,
            )  # fmt: skip

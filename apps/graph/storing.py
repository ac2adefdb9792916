"""Everything a build has made, written beside the build in use and switched to in one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from apps.documents.copying import copy_rows, reserve_ids
from apps.documents.sql import execute, fetch
from apps.graph import models, vectors
from apps.graph.assembling import Graph
from apps.graph.communities import Hierarchy
from apps.graph.extractive import Told
from apps.graph.models import Build, GraphIndex
from apps.graph.names import Named, guesses
from apps.graph.reading import Reading
from apps.llm.tokens import estimate_tokens

# The lock holds up the publishing of a new revision until the switch: what is written is what is in search.
COVERED = "SELECT id, current_revision_id FROM documents_document WHERE id = ANY(%s) ORDER BY id FOR SHARE"
OF_A_BUILD = (
    "DELETE FROM graph_report WHERE build_id = %s",
    "DELETE FROM graph_communitymember WHERE community_id IN (SELECT id FROM graph_community WHERE build_id = %s)",
    "DELETE FROM graph_community WHERE build_id = %s",
    "DELETE FROM graph_claim WHERE build_id = %s",
    "DELETE FROM graph_mention WHERE build_id = %s",
    "DELETE FROM graph_relationfact WHERE build_id = %s",
    "DELETE FROM graph_relationship WHERE build_id = %s",
    "DELETE FROM graph_entity WHERE build_id = %s",
    "DELETE FROM graph_unit WHERE build_id = %s",
    "DELETE FROM graph_covereddocument WHERE build_id = %s",
)
# Replies about a text that has changed hold what was said before.
FORGET = "DELETE FROM graph_reply WHERE index_id = %s AND documents && %s::bigint[] AND key <> ALL(%s)"
NEW_SUGGESTION = """
    INSERT INTO graph_mergesuggestion (index_id, key, other_key, name, other_name, reason, state)
    VALUES (%s, %s, %s, %s, %s, %s, 'open') ON CONFLICT (index_id, key, other_key) DO NOTHING
"""
MOST_SUGGESTIONS = 300
# The planner must know how many rows there are now; vectors are not sampled.
ANALYSE = """
    ANALYZE graph_unit, graph_mention, graph_entity, graph_relationship, graph_relationfact, graph_community,
        graph_communitymember, graph_report, graph_entityvector (index_id, model_id, text_hash)
"""
TIME_TO_WRITE = "SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '60000', true)"


class Outdated(Exception):  # noqa: N818 - the build simply begins again, and pays nothing for it
    """Documents changed or left while the build was at work."""


@dataclass(frozen=True, slots=True)
class Result:
    """A whole graph in memory. `told` has the report of every group, by its place; `used` the keys of the replies."""

    reading: Reading
    graph: Graph
    hierarchy: Hierarchy
    told: Mapping[int, Told]
    used: Sequence[str]
    keeps_partition: bool = False
    drift: float = 0.0


def store(index: GraphIndex, build: Build, result: Result) -> None:
    """Searches read the new graph from the end of this transaction on. Raises Outdated, DatabaseError."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(TIME_TO_WRITE)
            if dict(fetch(COVERED, [list(result.reading.covered)])) != result.reading.covered:
                raise Outdated
            Writer(build, result).write()
            suggest(index, result.graph)
            switch(index, build, result)
            execute(ANALYSE, [])
    except IntegrityError as error:
        # A page went between the look at the documents and the writing.
        raise Outdated from error


class Writer:
    """Rows with keys drawn beforehand, so that they can point to each other and be copied table by table."""

    def __init__(self, build: Build, result: Result) -> None:
        self.build, self.result = build, result
        self.units = reserve_ids(models.Unit, len(result.reading.pieces))
        entities, relations = result.graph.entities, result.graph.relations
        self.entities = dict(zip(entities, reserve_ids(models.Entity, len(entities)), strict=True))
        self.relations = dict(zip(relations, reserve_ids(models.Relationship, len(relations)), strict=True))
        self.communities = reserve_ids(models.Community, len(result.hierarchy.groups))

    def write(self) -> None:
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

    def covered_rows(self) -> Iterator[Sequence[Any]]:
        for document, revision in self.result.reading.covered.items():
            yield self.build.pk, document, revision

    def unit_rows(self) -> Iterator[Sequence[Any]]:
        for pk, each in zip(self.units, self.result.reading.pieces, strict=True):
            yield (
                pk, self.build.pk, each.document_id, each.revision_id, each.page_id, each.page_number, each.start,
                each.end, each.tokens, each.text_hash,
            )  # fmt: skip

    def entity_rows(self) -> Iterator[Sequence[Any]]:
        for key, pk in self.entities.items():
            each = self.result.graph.entities[key]
            digest = vectors.hash_of(each.name, each.description)
            yield (
                pk, self.build.pk, key, each.name, each.type, each.description, digest, len(each.mentions), each.degree
            )  # fmt: skip

    def mention_rows(self) -> Iterator[Sequence[Any]]:
        for key, pk in self.entities.items():
            for unit, name, description in self.result.graph.entities[key].mentions:
                yield self.build.pk, self.units[unit], pk, name, description

    def relation_rows(self) -> Iterator[Sequence[Any]]:
        for pair, pk in self.relations.items():
            each = self.result.graph.relations[pair]
            source, target = self.entities[each.source], self.entities[each.target]
            yield pk, self.build.pk, source, target, each.description, each.weight, each.rank

    def fact_rows(self) -> Iterator[Sequence[Any]]:
        for pair, pk in self.relations.items():
            for unit, description, strength in self.result.graph.relations[pair].facts:
                yield self.build.pk, self.units[unit], pk, description, strength

    def claim_rows(self) -> Iterator[Sequence[Any]]:
        for claim in self.result.graph.claims:
            said = claim.record
            yield (
                self.build.pk, self.units[claim.unit], self.entities[claim.entity], said.object, said.kind,
                said.status, said.begins, said.ends, said.description,
            )  # fmt: skip

    def community_rows(self) -> Iterator[Sequence[Any]]:
        for number, group in enumerate(self.result.hierarchy.groups):
            parent = None if group.parent is None else self.communities[group.parent]
            yield (
                self.communities[number], self.build.pk, number, group.level, group.last_level, parent,
                len(group.members), group.is_island,
            )  # fmt: skip

    def member_rows(self) -> Iterator[Sequence[Any]]:
        for number, group in enumerate(self.result.hierarchy.groups):
            for key in group.members:
                yield self.communities[number], self.entities[key]

    def report_rows(self) -> Iterator[Sequence[Any]]:
        for number, told in sorted(self.result.told.items()):
            findings = [each.as_json() | {"units": [self.units[u] for u in each.units]} for each in told.findings]
            method = models.Report.Method.EXTRACTIVE if told.is_extractive else models.Report.Method.MODEL
            yield (
                self.build.pk, self.communities[number], told.title, told.summary, told.rating,
                told.rating_explanation, Jsonb(findings), method.value, estimate_tokens(told.text), False,
            )  # fmt: skip


def suggest(index: GraphIndex, graph: Graph) -> None:
    """New pairs of names for people to decide about, the most mentioned first."""
    named = [Named(key, draft.name, len(draft.mentions)) for key, draft in graph.entities.items()]
    models.MergeSuggestion.objects.filter(index=index, state="open").exclude(
        key__in=list(graph.entities), other_key__in=list(graph.entities)
    ).delete()
    for guess in guesses(named)[:MOST_SUGGESTIONS]:
        kept, other = guess.kept, guess.other
        execute(NEW_SUGGESTION, [index.pk, kept.key, other.key, kept.name, other.name, guess.reason])


def levels(hierarchy: Hierarchy, told: Mapping[int, Told]) -> list[dict[str, int]]:
    """What status tells of each level; every entity is covered once."""
    tokens = {place: estimate_tokens(report.text) for place, report in told.items()}
    found = []
    for number in range(hierarchy.depth):
        places = [p for p, group in enumerate(hierarchy.groups) if group.level <= number <= group.last_level]
        found.append(
            {
                "level": number,
                "communities": len(places),
                "entities_covered": sum(len(hierarchy.groups[place].members) for place in places),
                "report_tokens": sum(tokens[place] for place in places),
            }
        )
    return found


def switch(index: GraphIndex, build: Build, result: Result) -> None:
    # Only the build in use has rows.
    former = GraphIndex.objects.values_list("current", flat=True).get(pk=index.pk)
    before = dict(models.CoveredDocument.objects.filter(build=former).values_list("document_id", "revision_number"))
    covered = result.reading.covered
    changed = [document for document, revision in before.items() if covered.get(document) != revision]
    execute(FORGET, [index.pk, changed, list(result.used)])
    GraphIndex.objects.filter(pk=index.pk).update(current=build)
    for statement in OF_A_BUILD:
        execute(statement, [former])
    vectors.drop_unused(index.pk, build.pk)
    graph = result.graph
    Build.objects.filter(pk=build.pk).update(
        state=Build.State.COMPLETE,
        reason="",
        phase="",
        documents=len(covered),
        chunks=len(result.reading.pieces),
        entities=len(graph.entities),
        relationships=len(graph.relations),
        claims=len(graph.claims),
        levels=levels(result.hierarchy, result.told),
        fingerprint=result.hierarchy.fingerprint(),
        keeps_partition=result.keeps_partition,
        drift=result.drift,
        finished_at=timezone.now(),
    )

"""Stores a finished build beside the build in use and switches to it, in one transaction."""

from collections.abc import Mapping

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.graph import models
from apps.graph.communities.build_extractive_report import ReportContent
from apps.graph.communities.leiden import Hierarchy
from apps.graph.extraction.find_entity_merge_candidates import NamedEntity, merge_candidates
from apps.graph.extraction.merge_records import Graph
from apps.graph.model_calls import reply_cache
from apps.graph.models import Build, BuildState, GraphIndex, SuggestionState
from apps.graph.storage import entity_vectors, hnsw_index
from apps.graph.storage.finished_graph_rows import BuiltGraph, GraphRows
from apps.text.estimate_tokens import estimate_tokens

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
MOST_SUGGESTIONS = 300
"""Of the pairs that nobody has decided about, the most mentioned."""
# The planner must know how many rows there are now; vectors are not sampled.
ANALYSE = """
    ANALYZE graph_unit, graph_mention, graph_entity, graph_relationship, graph_relationfact, graph_community,
        graph_communitymember, graph_report, graph_entityvector (index_id, model_id, text_hash)
"""
TIME_TO_WRITE = "SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '60000', true)"


class DocumentsChanged(Exception):  # noqa: N818 - the build simply begins again, and pays nothing for it
    """Documents changed or left while the build was at work."""


def store_graph(index: GraphIndex, build: Build, result: BuiltGraph) -> None:
    """Searches read the new graph from the end of this transaction on. Raises DocumentsChanged, DatabaseError."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(TIME_TO_WRITE)
            covered = dict(fetch_rows(COVERED, [list(result.corpus.covered)]))
            if covered != result.corpus.covered or build.misses_withdrawals():
                raise DocumentsChanged
            GraphRows(build, result).write()
            suggest_merges(index, result.graph)
            switch_to_build(index, build, result)
            execute_sql(ANALYSE, [])
    except IntegrityError as error:
        # A page was deleted between the check of the documents and the writing.
        raise DocumentsChanged from error


def delete_graph(index: GraphIndex) -> None:
    """The graph with all that was built and kept for it, in one transaction. Raises DatabaseError."""
    with transaction.atomic():
        for build in Build.objects.filter(index=index).values_list("pk", flat=True):
            for statement in OF_A_BUILD:
                execute_sql(statement, [build])
        vectors_of = models.EntityVector.objects.filter(index=index)
        for model in set(vectors_of.values_list("model", flat=True)):
            hnsw_index.drop_index(index.pk, model)
        index.delete()


def suggest_merges(index: GraphIndex, graph: Graph) -> None:
    """New pairs of names for people to decide about, the most mentioned first; open ones that are outdated go.

    A pair that is known already stays as it was decided, whichever name is mentioned more now. Three statements.
    """
    named = [NamedEntity(key, draft.name, len(draft.mentions)) for key, draft in graph.entities.items()]
    models.MergeSuggestion.objects.filter(index=index, state=SuggestionState.OPEN).exclude(
        key__in_array=graph.entities, other_key__in_array=graph.entities
    ).delete()
    stored = models.MergeSuggestion.objects.filter(index=index).values_list("key", "other_key", "state")
    known = {frozenset((key, other_key)): state for key, other_key, state in stored}
    undecided = [
        (keys, pair)
        for pair in merge_candidates(named)
        if known.get(keys := frozenset((pair.kept.key, pair.other.key)), SuggestionState.OPEN) == SuggestionState.OPEN
    ]
    suggestions = [
        models.MergeSuggestion(
            index=index,
            key=pair.kept.key,
            other_key=pair.other.key,
            name=pair.kept.name,
            other_name=pair.other.name,
            reason=pair.reason,
        )
        for keys, pair in undecided[:MOST_SUGGESTIONS]
        if keys not in known
    ]
    models.MergeSuggestion.objects.bulk_create(suggestions, ignore_conflicts=True)


def level_figures(hierarchy: Hierarchy, reports: Mapping[int, ReportContent]) -> list[dict[str, int]]:
    """What the status says of each level, from the root on; every entity is covered once."""
    tokens = {place: estimate_tokens(report.text) for place, report in reports.items()}
    return [
        {
            "level": number,
            "communities": len(places),
            "entities_covered": sum(len(hierarchy.groups[place].members) for place in places),
            "report_tokens": sum(tokens[place] for place in places),
        }
        for number in range(hierarchy.depth)
        for places in [hierarchy.places_on(number)]
    ]


def switch_to_build(index: GraphIndex, build: Build, result: BuiltGraph) -> None:
    """Puts the build in use and deletes the rows of the one before: only the build in use has rows."""
    former = GraphIndex.objects.values_list("current", flat=True).get(pk=index.pk)
    forget_changed_documents(index, former, result)
    GraphIndex.objects.filter(pk=index.pk).update(current=build)
    for statement in OF_A_BUILD:
        execute_sql(statement, [former])
    reply_cache.forget_stand_in_replies(index.pk)
    entity_vectors.delete_unused_vectors(index.pk, build.pk)
    mark_complete(build, result)


def forget_changed_documents(index: GraphIndex, former: int | None, result: BuiltGraph) -> None:
    """Deletes replies about documents that are new or changed since the former build, but for those of this graph: a
    text may have been replaced while the build was unfinished."""
    covered = result.corpus.covered
    before = dict(models.CoveredDocument.objects.filter(build=former).values_list("document_id", "revision_number"))
    # A build by noun phrases uses none: what was paid for new documents waits for the next one by a model.
    compared = before.keys() | covered.keys() if result.used else before.keys()
    changed = [document for document in compared if before.get(document) != covered.get(document)]
    execute_sql(FORGET, [index.pk, changed, list(result.used)])


def mark_complete(build: Build, result: BuiltGraph) -> None:
    """The row of the build with the figures of its graph."""
    graph = result.graph
    Build.objects.filter(pk=build.pk).update(
        state=BuildState.COMPLETE,
        reason="",
        phase="",
        documents=len(result.corpus.covered),
        chunks=len(result.corpus.units),
        entities=len(graph.entities),
        relationships=len(graph.relations),
        claims=len(graph.claims),
        levels=level_figures(result.hierarchy, result.reports),
        fingerprint=result.hierarchy.fingerprint(),
        keeps_partition=result.partition.is_kept,
        drift=result.partition.drift,
        withdrawn=0,
        finished_at=timezone.now(),
    )

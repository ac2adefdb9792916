"""Queue tasks of graphs. Only ids travel; the lock and the replies decide what there is to do."""

from datetime import timedelta

from django.utils import timezone
from django_q.tasks import async_task

from apps.graph.building.build_graph import AlreadyBuilding, attempt_build
from apps.graph.building.build_lock import is_being_built
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.build_settings_and_merges import has_changed_build_inputs
from apps.graph.building.stale_documents import count_stale_documents
from apps.graph.models import Build, GraphIndex

WORK = "apps.graph.tasks.work"
WORK_SECONDS, LONGEST_SECONDS = 1_200.0, 1_800
"""Seconds after which a build continues in a new task; the queue ends tasks that take longer."""


def enqueue_graph_build(index_id: int) -> None:
    async_task(WORK, index_id, timeout=LONGEST_SECONDS, group="graphs")


def work(index_id: int) -> None:
    """Returns at once when the graph is gone or being built by another process."""
    index = GraphIndex.objects.select_related("collection", "current").filter(pk=index_id).first()
    if index is None:
        return
    try:
        attempt = attempt_build(index, BuildOptions(seconds=WORK_SECONDS))
    except AlreadyBuilding:
        return
    if attempt.is_out_of_time:
        enqueue_graph_build(index_id)


def embed_rewritten_entities(index_id: int) -> None:
    """After a withdrawal. Leaves quietly when the graph is gone or was never built."""
    from apps.graph.withdrawal import embed_rewritten_entities as embedding

    index = GraphIndex.objects.select_related("collection", "current").filter(pk=index_id).first()
    if index is not None and index.current_id is not None:
        embedding.embed_rewritten_entities(index)


def sweep() -> None:
    """Every hour: builds graphs that are to be kept current and lack documents that are in search."""
    for index in GraphIndex.objects.filter(rebuild_hours__isnull=False).select_related("current"):
        if is_due(index):
            enqueue_graph_build(index.pk)


def is_due(index: GraphIndex) -> bool:
    """Not more often than set, not while it is being built, and only when something has changed."""
    last = Build.objects.filter(index=index).order_by("-active_at").values_list("active_at", flat=True).first()
    if last is not None and last > timezone.now() - timedelta(hours=index.rebuild_hours or 0):
        return False
    return not is_being_built(index.pk) and (
        count_stale_documents(index.collection_id, index.current) > 0 or has_changed_build_inputs(index)
    )

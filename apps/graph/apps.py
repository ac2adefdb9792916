"""App configuration of the graph: entities, relationships and communities of a collection, with their pages."""

from collections.abc import Mapping, Sequence

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import HOUR, ScheduledTask, make_after_migrate

SCHEDULES = [ScheduledTask("apps.graph.tasks.sweep", "graph: sweep", HOUR)]


class GraphConfig(AppConfig):
    name = "apps.graph"
    label = "graph"
    verbose_name = _("Knowledge graph")

    def ready(self) -> None:
        from apps.documents.lifecycle.withdraw_documents import ON_WITHDRAWAL

        ON_WITHDRAWAL.append(forget_documents)
        make_after_migrate("graph", *SCHEDULES)


def forget_documents(document_ids: Sequence[int]) -> Mapping[str, int]:
    """Loads what it needs when it is called: most processes withdraw nothing."""
    from apps.graph.withdrawal import remove_documents

    return remove_documents.forget_documents(document_ids)

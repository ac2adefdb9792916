"""Entities, relationships and communities of a collection, with the pages they stand on."""

from collections.abc import Mapping, Sequence

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GraphConfig(AppConfig):
    name = "apps.graph"
    label = "graph"
    verbose_name = _("Knowledge graph")

    def ready(self) -> None:
        from apps.documents.lifecycle.withdraw_documents import ON_WITHDRAWAL

        ON_WITHDRAWAL.append(forget_documents)
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(make_schedule, sender=queue, dispatch_uid="graph.sweep")


# Both load what they need when they are called: most processes build no graph and withdraw nothing.
def make_schedule(**signal: object) -> None:
    from apps.graph.tasks import ensure_schedule

    ensure_schedule(**signal)


def forget_documents(document_ids: Sequence[int]) -> Mapping[str, int]:
    from apps.graph.withdrawal import remove_documents

    return remove_documents.forget_documents(document_ids)

"""Entities, relationships and communities of a collection, with the pages they stand on."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GraphConfig(AppConfig):
    name = "apps.graph"
    label = "graph"
    verbose_name = _("Knowledge graph")

    def ready(self) -> None:
        from apps.documents.lifecycle.withdraw_documents import ON_WITHDRAWAL
        from apps.graph.tasks import ensure_schedule
        from apps.graph.withdrawal.remove_documents import forget_documents

        ON_WITHDRAWAL.append(forget_documents)
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(ensure_schedule, sender=queue, dispatch_uid="graph.sweep")

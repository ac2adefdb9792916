"""Entities, relationships and communities of a collection, with the pages they stand on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GraphConfig(AppConfig):
    name = "apps.graph"
    label = "graph"
    verbose_name = _("Knowledge graph")

    def ready(self) -> None:
        from apps.documents.withdrawing import ON_WITHDRAWAL
        from apps.graph.withdrawn import forget_documents

        ON_WITHDRAWAL.append(forget_documents)

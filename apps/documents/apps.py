"""App configuration of documents: from a file to published pages, chunks and embeddings."""

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_delete, post_migrate
from django.utils.translation import gettext_lazy as _


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        from apps.database import array_lookup
        from apps.documents.keywords import fill_missing_task as keyword_tasks
        from apps.documents.models.languages import language_changed
        from apps.documents.sync import tasks as source_tasks
        from apps.documents.tasks import ensure_schedule
        from apps.documents.vectors import fill_missing_task as vector_tasks
        from apps.documents.vectors import index_maintenance

        array_lookup.register()
        language_changed.connect(keyword_tasks.fill_soon, dispatch_uid="documents.language_changed")
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(ensure_schedule, sender=queue, dispatch_uid="documents.sweep")
        post_delete.connect(drop_its_index, sender="llm.EmbeddingModel", dispatch_uid="documents.drop_index")
        post_migrate.connect(source_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.sources.sweep")
        post_migrate.connect(keyword_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.keywords")
        post_migrate.connect(vector_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.missing_vectors")
        post_migrate.connect(index_maintenance.ensure_schedule, sender=queue, dispatch_uid="documents.waiting_vectors")


def drop_its_index(instance: Any, **signal: object) -> None:
    """An embedding model is deleted: its vectors are gone, and an index over none of them only costs."""
    from apps.documents.vectors import hnsw_index

    hnsw_index.drop_index(instance.pk)

"""From a file to published pages, chunks and embeddings."""

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_delete, post_migrate
from django.utils.translation import gettext_lazy as _


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        from apps.documents import keyword_tasks, long_lists, waiting_vectors
        from apps.documents.sources import tasks as source_tasks
        from apps.documents.tasks import ensure_schedule

        long_lists.register()
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(ensure_schedule, sender=queue, dispatch_uid="documents.sweep")
        post_delete.connect(drop_its_index, sender="llm.EmbeddingModel", dispatch_uid="documents.drop_index")
        post_migrate.connect(source_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.sources.sweep")
        post_migrate.connect(keyword_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.keywords")
        post_migrate.connect(waiting_vectors.ensure_schedule, sender=queue, dispatch_uid="documents.waiting_vectors")


def drop_its_index(instance: Any, **signal: object) -> None:
    """An embedding model is deleted: its vectors are gone, and an index over none of them only costs."""
    from apps.documents import vector_index

    vector_index.drop_index(instance.pk)

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
        from apps.documents.models.languages import language_changed

        array_lookup.register()
        language_changed.connect(fill_keywords_soon, dispatch_uid="documents.language_changed")
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(make_schedules, sender=queue, dispatch_uid="documents.schedules")
        post_delete.connect(drop_its_index, sender="llm.EmbeddingModel", dispatch_uid="documents.drop_index")


# They load what they need when they are called: a process that answers imports no documents.
def make_schedules(**signal: object) -> None:
    from apps.documents import tasks
    from apps.documents.keywords import fill_missing_task as missing_keywords
    from apps.documents.sync import tasks as source_tasks
    from apps.documents.vectors import fill_missing_task as missing_vectors
    from apps.documents.vectors import index_maintenance

    for module in (tasks, source_tasks, missing_keywords, missing_vectors, index_maintenance):
        module.ensure_schedule(**signal)


def fill_keywords_soon(**signal: object) -> None:
    from apps.documents.keywords.fill_missing_task import fill_soon

    fill_soon(**signal)


def drop_its_index(instance: Any, **signal: object) -> None:
    """An embedding model is deleted: its vectors are gone, and an index over none of them only costs."""
    from apps.documents.vectors import hnsw_index

    hnsw_index.drop_index(instance.pk)

"""App configuration of documents: from a file to published pages, chunks and embeddings."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import HOUR, MINUTE, ScheduledTask, make_after_migrate

SCHEDULES = [
    ScheduledTask("apps.documents.tasks.sweep", "documents: sweep", MINUTE),
    ScheduledTask("apps.documents.sync.tasks.sweep", "sources: sweep", MINUTE),
    ScheduledTask("apps.documents.keywords.fill_missing_task.fill_missing", "documents: keyword index", HOUR),
    ScheduledTask("apps.documents.vectors.fill_missing_task.fill", "documents: missing vectors", HOUR),
    ScheduledTask("apps.documents.vectors.index_maintenance.take_in", "documents: vector index", HOUR),
]


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        from apps.database import array_lookup
        from apps.documents.models.languages import language_changed

        array_lookup.register_in_array_lookup()
        language_changed.connect(fill_keywords_soon, dispatch_uid="documents.language_changed")
        make_after_migrate("documents", *SCHEDULES)
        post_delete.connect(drop_vector_index, sender="llm.EmbeddingModel", dispatch_uid="documents.drop_index")


def fill_keywords_soon(**signal: object) -> None:
    """Loads what it needs when it is called: a process that answers imports no documents."""
    from apps.documents.keywords.fill_missing_task import enqueue_keyword_indexing

    enqueue_keyword_indexing(**signal)


def drop_vector_index(instance: Any, **signal: object) -> None:
    """An embedding model is deleted: its vectors are gone, and an empty index only costs time."""
    from apps.documents.vectors import hnsw_index

    hnsw_index.drop_index(instance.pk)

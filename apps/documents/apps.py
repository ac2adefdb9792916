"""From a file to published pages, chunks and embeddings."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        from apps.documents.sources import tasks as source_tasks
        from apps.documents.tasks import ensure_schedule

        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(ensure_schedule, sender=queue, dispatch_uid="documents.sweep")
        post_migrate.connect(source_tasks.ensure_schedule, sender=queue, dispatch_uid="documents.sources.sweep")

"""Contradictions between the documents of a collection."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ConflictsConfig(AppConfig):
    name = "apps.conflicts"
    label = "conflicts"
    verbose_name = _("Contradictions")

    def ready(self) -> None:
        # The queue's own tables hold the schedule, so it is made when they have been migrated.
        queue = apps.get_app_config("django_q")
        post_migrate.connect(make_schedule, sender=queue, dispatch_uid="conflicts.sweep")


def make_schedule(**signal: object) -> None:
    """Its module is loaded with the signal: only migrations send it."""
    from apps.conflicts.tasks import ensure_schedule

    ensure_schedule(**signal)

"""App configuration of retrieval: from a question to the passages that may answer it."""

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RetrievalConfig(AppConfig):
    name = "apps.retrieval"
    label = "retrieval"
    verbose_name = _("Retrieval")

    def ready(self) -> None:
        post_migrate.connect(create_profiles, sender=self)


def create_profiles(apps: Apps | None = None, **signal: object) -> None:
    """After migrations, unless they ended before the table of profiles exists."""
    from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles

    if apps is None or ("retrieval", "profile") in {(m._meta.app_label, m._meta.model_name) for m in apps.get_models()}:
        create_default_profiles()

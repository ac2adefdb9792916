"""The rows of all apps in the queue's own schedule, made after every migrate."""

from django.apps import apps
from django.db.models.signals import post_migrate
from django.utils.module_loading import import_string


def make_after_migrate(label: str, *functions: str) -> None:
    """Has these functions, named with their modules, called once the tables that hold the schedule are there.

    Their modules are loaded with the signal: only migrations send it, and a process that answers needs none of them.
    """

    def make(**signal: object) -> None:
        for function in functions:
            import_string(function)(**signal)

    queue = apps.get_app_config("django_q")
    post_migrate.connect(make, sender=queue, weak=False, dispatch_uid=f"{label}.schedules")

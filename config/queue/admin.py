"""Admin of queue schedules, without the fields of django-q2 that have no effect here, and the names of queued tasks.

django-q2's own scheduler is off (task_schedules.py), and with it what it reads of a schedule beside function, arguments
and rhythm.
"""

from django.contrib import admin
from django_q.admin import ScheduleAdmin
from django_q.models import OrmQ, Schedule

WITHOUT_EFFECT = ("hook", "cluster", "intended_date_kwarg")


def queued_task_name(task: OrmQ) -> str:
    """What pages and the history of the console call it: django-q2 leaves it without a name of its own."""
    return str(task.name() or task.func())


class EffectiveScheduleAdmin(ScheduleAdmin):  # type: ignore[misc]  # django-q2 has no types
    exclude = WITHOUT_EFFECT
    list_display = tuple(name for name in ScheduleAdmin.list_display if name not in WITHOUT_EFFECT)
    list_filter = tuple(name for name in ScheduleAdmin.list_filter if name not in WITHOUT_EFFECT)


admin.site.unregister(Schedule)
admin.site.register(Schedule, EffectiveScheduleAdmin)
OrmQ.add_to_class("__str__", queued_task_name)

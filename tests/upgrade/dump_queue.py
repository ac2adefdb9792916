"""The queue of the dump: schedules, a task of each kind that waits, and what has run. For 2a55bcd only."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils.timezone import now
from django_q.models import OrmQ, Schedule, Task
from django_q.scheduler import scheduler
from django_q.tasks import async_task

from tests.upgrade.dump_facts import INBOX

LATE = datetime(2026, 1, 1, 3, 0, tzinfo=UTC)


def fill() -> None:
    fill_history()
    fill_schedules()
    wake_everybody()
    hide_machine()
    sent = {task.task["func"] for task in OrmQ.objects.all()}
    if unsent := set(Schedule.objects.values_list("func", flat=True)) - sent:
        raise AssertionError(f"Nothing waits for {', '.join(sorted(unsent))}.")


def fill_history() -> None:
    """A task that went well, run by the queue's own code, and one that failed and may be sent again in the admin."""
    async_task("apps.documents.keyword_tasks.fill_missing", sync=True, group="documents")
    Task.objects.create(
        id=uuid4().hex, name="failed", func="apps.documents.sources.tasks.work", args=(1,), kwargs={}, group="sources",
        started=LATE, stopped=LATE + timedelta(seconds=3), success=False, result="OSError", attempt_count=1,
    )  # fmt: skip


def fill_schedules() -> None:
    """Somebody has chosen another hour for the sample; all are due, so the queue's own scheduler sends each of them."""
    Schedule.objects.filter(name="evaluation: sample").update(cron="5 4 * * 1")
    Schedule.objects.update(next_run=LATE)
    scheduler()


def wake_everybody() -> None:
    """Work that is begun by people, as the product puts it into the queue: only its rows know what there is to do."""
    from apps.documents.keyword_tasks import fill_soon
    from apps.documents.sources.tasks import start as start_source
    from apps.evaluation.starting import start_suite
    from apps.evaluation.tasks import enqueue
    from apps.graph.tasks import start as start_graph

    waiting = Path(settings.BASE_DIR) / "examples" / "documents" / "internet" / "ehrenamtskarte.md"
    call_command("import_documents", str(waiting), collection="inbox", queue=True, json=True)
    fill_soon()
    start_source(apps.get_model("documents.Source").objects.get())
    start_graph(apps.get_model("graph.GraphIndex").objects.get().pk)
    suite = apps.get_model("evaluation.Suite").objects.get(slug="musterfurt")
    enqueue(start_suite(suite, title="wartet"))
    async_task("apps.chat.tasks.ask_gap_again", apps.get_model("chat.Gap").objects.get().pk)


def hide_machine() -> None:
    """Names of folders, hosts and processes of whoever made the dump."""
    apps.get_model("documents.Source").objects.update(location=INBOX)
    apps.get_model("documents.Step").objects.exclude(worker="").update(worker="")
    apps.get_model("config.Heartbeat").objects.create(name="worker", beat_at=now(), pid=7, detail={"processes": 6})

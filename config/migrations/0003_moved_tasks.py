"""Schedules, and tasks that may be sent again, name their functions where these are now."""

from django.db import migrations

PATHS = {
    "apps.documents.keyword_tasks.fill_missing": "apps.documents.keywords.tasks.fill_missing",
    "apps.documents.sources.tasks.sweep": "apps.documents.sync.tasks.sweep",
    "apps.documents.sources.tasks.work": "apps.documents.sync.tasks.work",
    "apps.documents.waiting_vectors.take_in": "apps.documents.vectors.index_maintenance.take_in",
    "config.closing_the_loop.settle": "config.bridges.fixed_cases.settle",
}


def rename(apps, paths):
    for model in ("Schedule", "Task"):
        rows = apps.get_model("django_q", model).objects
        for old, new in paths.items():
            rows.filter(func=old).update(func=new)


def forwards(apps, schema_editor):
    rename(apps, PATHS)


def backwards(apps, schema_editor):
    rename(apps, {new: old for old, new in PATHS.items()})


class Migration(migrations.Migration):

    dependencies = [
        ('config', '0002_api_tokens'),
        ('django_q', '0017_task_cluster_alter'),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]

"""Schedules, and tasks that may be sent again, name their functions where these are now."""

from django.db import migrations

PATHS = {
    "apps.documents.keywords.tasks.fill_missing": "apps.documents.keywords.fill_missing_task.fill_missing",
    "apps.documents.vectors.tasks.fill": "apps.documents.vectors.fill_missing_task.fill",
    "config.bridges.fixed_cases.settle": "config.bridges.notify_of_fixed_cases.process_fixed_cases",
    "config.notifications.tell.watch": "config.notifications.notify_people.watch",
    "config.oauth.forget_expired.forget_expired": "config.oauth.delete_expired_tokens.forget_expired",
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
        ('config', '0007_directory'),
        ('django_q', '0017_task_cluster_alter'),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]

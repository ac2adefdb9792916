"""Secrets of webhooks of subscribers stood in the clear."""

from typing import Any

from django.db import migrations, models

from apps.llm.endpoints.encrypted_api_keys import open_seal, seal


def seal_all(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("chat", "Subscription").objects.exclude(secret="")
    for row in rows.only("pk", "address", "secret").iterator():
        rows.filter(pk=row.pk).update(sealed_secret=seal(row.secret, row.address), secret="")


def open_all(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("chat", "Subscription").objects.exclude(sealed_secret="")
    for row in rows.only("pk", "address", "sealed_secret").iterator():
        rows.filter(pk=row.pk).update(secret=open_seal(row.sealed_secret, row.address))


class Migration(migrations.Migration):
    dependencies = [("chat", "0023_feedback_by_time")]

    operations = [
        migrations.AddField(
            model_name="subscription",
            name="sealed_secret",
            field=models.TextField(default="", db_default="", editable=False),
        ),
        migrations.RunPython(seal_all, open_all),
    ]

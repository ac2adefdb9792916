from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("chat", "0033_random_questions")]
    operations = [
        # What an interrupted run leaves is there and of no use.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS turn_with_conflict", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "turn",
            models.Index(
                fields=["created_at"],
                name="turn_with_conflict",
                condition=models.Q(warnings__contains=[{"kind": "conflict"}]),
            ),
        ),
    ]

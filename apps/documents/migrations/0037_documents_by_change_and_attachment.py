import django.contrib.postgres.indexes
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("documents", "0036_fill_failed_at")]
    operations = [
        # What an interrupted run leaves is there and of no use.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS document_by_change", migrations.RunSQL.noop),
        AddIndexConcurrently("document", models.Index(fields=["updated_at"], name="document_by_change")),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS document_by_attachment", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "document",
            django.contrib.postgres.indexes.HashIndex(
                F("metadata__attached_to"),
                name="document_by_attachment",
                condition=Q(metadata__has_key="attached_to"),
            ),
        ),
    ]

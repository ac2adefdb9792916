from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("evaluation", "0014_documents_of_comparisons")]
    operations = [
        # What an interrupted run leaves is there and of no use.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS dialogue_turn_by_document", migrations.RunSQL.noop),
        AddIndexConcurrently(
            "dialogueturn",
            GinIndex(fields=["passages"], opclasses=["jsonb_path_ops"], name="dialogue_turn_by_document"),
        ),
    ]

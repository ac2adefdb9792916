from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Lower

BY_TYPE = models.Index(F("collection"), Lower("document_type"), name="document_by_lower_type")
BY_NUMBER = models.Index(F("collection"), Lower("number"), name="document_by_lower_number")


class Migration(migrations.Migration):
    """Filters compare in any case of letters. The index for parties is retrieval's own (0011_parties_in_any_case)."""

    atomic = False
    dependencies = [("documents", "0040_steps_without_fingerprints")]
    operations = [
        # What an interrupted run leaves is there and of no use.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS document_by_lower_type", migrations.RunSQL.noop),
        AddIndexConcurrently("document", BY_TYPE),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS document_by_lower_number", migrations.RunSQL.noop),
        AddIndexConcurrently("document", BY_NUMBER),
        RemoveIndexConcurrently("document", "document_by_type"),
        RemoveIndexConcurrently("document", "document_by_number"),
        RemoveIndexConcurrently("document", "document_by_party"),
    ]

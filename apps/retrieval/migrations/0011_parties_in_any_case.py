from django.db import migrations

NAME = "document_by_lower_party"
PARTIES = f"CREATE INDEX CONCURRENTLY {NAME} ON documents_document USING gin (retrieval_folded(parties::text[]))"
DROP = f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}"


class Migration(migrations.Migration):
    """An index for the filter by party, as 0003_filters has for tags."""

    atomic = False
    dependencies = [("retrieval", "0010_graph_conditions"), ("documents", "0009_postings")]
    operations = [
        # What an interrupted run leaves is there and of no use.
        migrations.RunSQL(DROP, migrations.RunSQL.noop),
        migrations.RunSQL(PARTIES, DROP),
    ]

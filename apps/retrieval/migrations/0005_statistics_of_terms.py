"""The database's statistics know a thousand frequent terms instead of a hundred: searches by words ask them (keyword_sql.py)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0004_fields_and_uses_of_profiles"), ("documents", "0009_postings")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE documents_posting ALTER COLUMN term SET STATISTICS 1000",
            "ALTER TABLE documents_posting ALTER COLUMN term SET STATISTICS -1",
        )
    ]

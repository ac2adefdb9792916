from django.db import migrations


class Migration(migrations.Migration):
    """Steps have no fingerprint any more. The column stays: workers of the release before still write it."""

    dependencies = [("documents", "0039_whether_sources_state_titles")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE documents_step ALTER COLUMN fingerprint SET DEFAULT ''",
                    "ALTER TABLE documents_step ALTER COLUMN fingerprint DROP DEFAULT",
                )
            ],
            state_operations=[migrations.RemoveField("step", "fingerprint")],
        )
    ]

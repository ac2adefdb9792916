import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The weight is in the primary key's index, so that a search reads the index alone."""

    dependencies = [
        ("documents", "0008_watch_collections"),
    ]

    operations = [
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "term", "chunk", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "chunk",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="postings",
                        to="documents.chunk",
                    ),
                ),
                ("term", models.IntegerField()),
                ("weight", models.SmallIntegerField()),
            ],
            options={"verbose_name": "posting", "verbose_name_plural": "postings"},
        ),
        migrations.RunSQL(
            [
                "ALTER TABLE documents_posting DROP CONSTRAINT documents_posting_pkey",
                "ALTER TABLE documents_posting ADD PRIMARY KEY (term, chunk_id) INCLUDE (weight)",
            ],
            reverse_sql=migrations.RunSQL.noop,
        ),
    ]

"""Remembers which documents their source itself has closed, so that it may open them again.

Of those that are closed already Confluence is taken to have closed them: no other kind says that all may read.
"""

from django.db import migrations, models

ALREADY = """
    UPDATE documents_listing listing SET is_closed = true
    FROM documents_document document, documents_source source
    WHERE document.id = listing.document_id AND source.id = listing.source_id AND document.reader_groups IS NOT NULL
        AND source.kind = 'confluence' AND source.options ->> 'readers_from_restrictions' = 'true'
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0029_bodies_of_pages")]

    operations = [
        migrations.AddField("listing", "is_closed", models.BooleanField(null=True)),
        migrations.RunSQL(ALREADY, migrations.RunSQL.noop),
    ]

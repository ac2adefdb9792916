import pgvector.django.bit
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("documents", "0031_people_as_readers")]

    operations = [
        migrations.AddField(
            model_name="embedding",
            name="signs",
            field=pgvector.django.bit.BitField(editable=False, length=2048, null=True),
        ),
        # In the row, as the vector is: an index is built of them without looking elsewhere for each.
        migrations.RunSQL(
            "ALTER TABLE documents_embedding ALTER COLUMN signs SET STORAGE PLAIN",
            "ALTER TABLE documents_embedding ALTER COLUMN signs SET STORAGE EXTENDED",
        ),
    ]

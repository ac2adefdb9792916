import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0037_documents_by_change_and_attachment")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="edited",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), blank=True, editable=False, null=True, size=None
            ),
        ),
    ]

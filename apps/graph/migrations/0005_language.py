from django.db import migrations, models

import apps.documents.models.languages


class Migration(migrations.Migration):
    dependencies = [("graph", "0001_squashed_0004_made_with")]

    operations = [
        migrations.AddField(
            model_name="graphindex",
            name="language",
            field=models.CharField(
                blank=True,
                choices=apps.documents.models.languages.languages,
                db_default="",
                default="",
                help_text="Empty: that of the documents. By noun phrases, all texts are sentences of the documents.",
                max_length=8,
                verbose_name="language of descriptions and reports",
            ),
        ),
    ]

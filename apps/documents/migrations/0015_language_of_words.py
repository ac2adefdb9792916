import apps.documents.models.languages
from django.db import migrations, models

# Until now all words were indexed as German ones, whatever the language.
INDEXED_AS_GERMAN = "UPDATE documents_collection SET former_language = 'de' WHERE language <> 'de'"
# Of "de-AT" and "en-GB" the language alone says how words are cut.
WITHOUT_COUNTRY = "UPDATE documents_collection SET language = left(language, 2) WHERE length(language) > 2"


class Migration(migrations.Migration):
    dependencies = [("documents", "0014_chunks_of_a_document")]

    operations = [
        migrations.RunSQL(WITHOUT_COUNTRY, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="collection",
            name="former_language",
            field=models.CharField(blank=True, default="", editable=False, max_length=8),
        ),
        migrations.RunSQL(INDEXED_AS_GERMAN, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="collection",
            name="language",
            field=models.CharField(
                choices=apps.documents.models.languages.languages,
                default="de",
                help_text="Words are reduced to their stems by it. When it changes, they are soon indexed anew.",
                max_length=8,
                verbose_name="language",
            ),
        ),
    ]

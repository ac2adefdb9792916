"""Text types, the example list of protected words, and the trigger that makes a new word work on the next request."""

from django.db import migrations

from apps.database.settings_cache import watched
from apps.simplify.initial_data import PROTECTED_WORDS, TEXT_TYPES, WORD_LIST

TABLES = ["texttype", "wordlist", "protectedword", "modelsettings", "options"]


def install(apps, schema_editor):
    for row in TEXT_TYPES:
        apps.get_model("simplify", "TextType").objects.get_or_create(slug=row["slug"], defaults=row)
    apps.get_model("simplify", "Options").objects.get_or_create(pk=1)
    words, created = apps.get_model("simplify", "WordList").objects.get_or_create(name=WORD_LIST)
    if created:
        model = apps.get_model("simplify", "ProtectedWord")
        model.objects.bulk_create(
            model(word_list=words, term=term, forms=list(forms)) for term, forms in PROTECTED_WORDS
        )


class Migration(migrations.Migration):
    dependencies = [("simplify", "0001_initial"), ("llm", "0002_configuration_stamp")]

    operations = [
        *(migrations.RunSQL(*watched(f"simplify_{table}")) for table in TABLES),
        migrations.RunPython(install, migrations.RunPython.noop, elidable=False),
    ]

"""A change of the groups that may read a collection is seen by the very next question, though collections are remembered
with their groups (apps/database/settings_cache.py)."""

from django.db import migrations

from apps.database.settings_cache import watched


class Migration(migrations.Migration):
    dependencies = [("documents", "0026_collections_in_the_house"), ("llm", "0002_configuration_stamp")]

    operations = [migrations.RunSQL(*watched("documents_collection_reader_groups"))]

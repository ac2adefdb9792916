"""A change of who may read a collection is seen by the very next question (apps/database/settings_cache.py)."""

from django.db import migrations

from apps.database.settings_cache import watched


class Migration(migrations.Migration):
    dependencies = [("documents", "0007_fewer_indexes_to_write"), ("llm", "0002_configuration_stamp")]

    operations = [migrations.RunSQL(*watched("documents_collection"))]

"""A change of a profile is seen by the very next question (apps/database/settings_cache.py)."""

from django.db import migrations

from apps.database.settings_cache import watched


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0001_initial"), ("llm", "0002_configuration_stamp")]

    operations = [migrations.RunSQL(*watched("retrieval_profile"))]

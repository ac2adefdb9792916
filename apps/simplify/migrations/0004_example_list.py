"""The example list of protected words, beside the list that was shipped before."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from apps.simplify.initial_data import add_example_list


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    add_example_list(apps.get_model("simplify", "WordList"), apps.get_model("simplify", "ProtectedWord"))


class Migration(migrations.Migration):
    dependencies = [("simplify", "0003_new_forms")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop, elidable=False)]

"""Installations of before get the forms that the example list has learned since, once."""

import django.core.validators
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from apps.simplify.initial_data import add_new_forms


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    add_new_forms(apps.get_model("simplify", "ProtectedWord"))


class Migration(migrations.Migration):
    dependencies = [("simplify", "0002_shipped")]

    operations = [
        migrations.RunPython(add, migrations.RunPython.noop, elidable=False),
        migrations.AlterField(
            model_name="modelsettings",
            name="max_input_chars",
            field=models.PositiveIntegerField(
                default=9000,
                help_text=(
                    "A longer text is split at its paragraphs, and its parts are written side by side: shorter parts "
                    "are ready sooner. Nothing is cut off."
                ),
                validators=[
                    django.core.validators.MinValueValidator(500),
                    django.core.validators.MaxValueValidator(100000),
                ],
                verbose_name="longest part in characters",
            ),
        ),
    ]

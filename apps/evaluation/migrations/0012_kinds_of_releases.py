"""The kinds of changes have names in the release log, too. The table stays as it is."""

from django.db import migrations, models

KINDS = [("prompt", "prompt"), ("profile", "profile"), ("model_order", "order of models"), ("suite", "suite")]


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0011_gate_own_wordings")]

    operations = [
        migrations.AlterField(
            model_name="release",
            name="kind",
            field=models.CharField(blank=True, choices=KINDS, max_length=12, verbose_name="kind"),
        ),
    ]

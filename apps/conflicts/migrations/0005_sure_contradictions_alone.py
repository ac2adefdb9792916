from django.db import migrations, models

KINDS = [
    ("number", "amount"),
    ("date", "date"),
    ("time", "time of day"),
    ("weekday", "weekday"),
    ("rate", "how often, or for what"),
    ("office", "office in charge"),
    ("negation", "denied"),
    ("opposite", "opposite"),
    ("exchanged", "exchanged"),
]


class Migration(migrations.Migration):
    """Possible contradictions are no longer looked for. Their columns stay for the version before, which may run beside
    this one; they go one version later."""

    dependencies = [("conflicts", "0004_possible_contradictions")]

    operations = [
        migrations.AlterField("conflict", "is_possible", models.BooleanField(db_default=False, default=False)),
        migrations.AlterField(
            "conflict", "kind", models.CharField(choices=KINDS, max_length=10, verbose_name="kind")
        ),
    ]

from django.db import migrations, models

from apps.database.settings_cache import watched


class Migration(migrations.Migration):
    dependencies = [("graph", "0002_islands"), ("llm", "0002_configuration_stamp")]

    operations = [
        migrations.AddField(
            model_name="graphindex",
            name="asks_the_way",
            field=models.BooleanField(
                default=False,
                help_text="Where their words leave it open. One short call for each question.",
                verbose_name="ask a model which questions are about the whole",
            ),
        ),
        migrations.RunSQL(*watched("graph_graphindex")),
    ]

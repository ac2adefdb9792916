from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("graph", "0003_asks_the_way")]

    operations = [
        migrations.AddField(
            model_name="build",
            name="made_with",
            field=models.JSONField(blank=True, default=dict, verbose_name="made with"),
        ),
    ]

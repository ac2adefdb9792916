from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("llm", "0010_place_claims")]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="sealed_key",
            field=models.TextField(blank=True, default="", editable=False, verbose_name="sealed key"),
        ),
    ]

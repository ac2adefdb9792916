from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("llm", "0014_own_wordings_of_prompts")]

    operations = [
        migrations.AddField(
            model_name="modeloutage",
            name="model",
            field=models.CharField(blank=True, db_default="", default="", max_length=200, verbose_name="model"),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0025_unknown_groups")]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="stays_in_house",
            field=models.BooleanField(
                default=False,
                help_text=(
                    "No text of it is sent to a server outside the house. Questions that search it are answered by "
                    "models in the house, or else by sentences of the documents."
                ),
                verbose_name="stays in the house",
            ),
        ),
    ]

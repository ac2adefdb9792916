from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0038_corrections_of_editors")]

    operations = [
        migrations.AddField(
            model_name="listing",
            name="states_title",
            field=models.BooleanField(editable=False, null=True),
        ),
    ]

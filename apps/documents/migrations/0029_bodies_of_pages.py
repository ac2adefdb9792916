from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0028_note_readers_once")]

    operations = [
        migrations.AddField(
            model_name="page",
            name="body_start",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="page",
            name="body_end",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
    ]

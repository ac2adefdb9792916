from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("config", "0013_attempts_at_mails_of_notifications")]

    operations = [
        migrations.CreateModel(
            name="DeletedRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.CharField(max_length=100)),
                ("number", models.BigIntegerField()),
                ("deleted_at", models.DateTimeField(db_default=Now())),
            ],
            options={"verbose_name": "deleted row", "verbose_name_plural": "deleted rows"},
        ),
    ]

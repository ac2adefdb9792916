import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    """Processes of before insert rows without these columns, and go on to send by `is_mail_due` and `mailed_at`."""

    dependencies = [("config", "0012_heartbeats_by_host")]

    operations = [
        migrations.AddField(
            model_name="notification",
            name="attempts",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="notification",
            name="next_attempt_at",
            field=models.DateTimeField(db_default=Now(), default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="notification",
            name="error",
            field=models.CharField(db_default="", default="", max_length=200),
        ),
    ]

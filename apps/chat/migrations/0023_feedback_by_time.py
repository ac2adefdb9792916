from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("chat", "0022_embedded_chat_colour")]
    operations = [
        AddIndexConcurrently("feedback", models.Index(fields=["-created_at", "-id"], name="feedback_newest_first")),
    ]

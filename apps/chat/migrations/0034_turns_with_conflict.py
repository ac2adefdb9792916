from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("chat", "0033_random_questions")]
    operations = [
        AddIndexConcurrently(
            "turn",
            models.Index(
                fields=["created_at"],
                name="turn_with_conflict",
                condition=models.Q(warnings__contains=[{"kind": "conflict"}]),
            ),
        ),
    ]
